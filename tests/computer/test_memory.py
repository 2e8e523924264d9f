"""What computers remember: bounded, shared, given back at once, right however little it is."""

import gc
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from weakref import ref

import pytest

from tests.computer.expert.test_expert import known, position_with
from tests.support.levels import SOME_LEVELS
from tests.support.sample import POSITIONS
from tests.support.strategies import make_setup
from ttt_tui.computer import LEVELS, Computer, levels, megabytes_each
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.expert.multiplayer.open_lines import OpenLines
from ttt_tui.computer.expert.multiplayer.root import MonteCarloTreeSearch, Node
from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.memory import MEGABYTES, TwoGenerationCache, int_bytes
from ttt_tui.engine import HUMAN, Geometry, Limit, Match, Player, Position
from ttt_tui.errors import OutOfTime
from ttt_tui.session.engines import Engines
from ttt_tui.session.seats import Question, Seats

GO_ON = 1000.0
"""Seconds that never pass: with them an expert keeps what it learned, and the limit is that of nodes."""


def begun(columns: int, rows: int, k: int, players: int = 2) -> Position:
    """A quiet position with four stones around the centre."""
    geometry = Geometry(columns, rows, k)
    position = Position(geometry, players)
    for right, down in ((0, 0), (1, 1), (2, 0), (1, -1)):
        position.play(geometry.at(columns // 2 - 1 + right, rows // 2 + down))
    return position


@contextmanager
def no_search_for_garbage() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


Megabytes = Callable[[], tuple[float, float]]


@pytest.fixture
def megabytes() -> Iterator[Megabytes]:
    """Returns how many megabytes Python hands out now, and at most since the first call, by its own books."""
    tracemalloc.start()
    before: list[int] = []

    def count() -> tuple[float, float]:
        now, most = tracemalloc.get_traced_memory()
        before.append(now)
        return (now - before[0]) / 1_000_000, (most - before[0]) / 1_000_000

    try:
        yield count
    finally:
        tracemalloc.stop()


# --- a memory


def test_a_memory_keeps_no_more_than_it_may_and_the_latest_for_sure() -> None:
    memory: TwoGenerationCache[int, int] = TwoGenerationCache(0.02, 130)
    assert memory.most == 100
    most = 0
    for key in range(1000):
        assert memory.keep(key, key * key) == key * key
        most = max(most, memory.bytes)
        for late in range(max(0, key - 48), key + 1):
            assert memory.get(late) == late * late
        assert len(memory) <= 100
    assert memory.get(800) is None
    assert 0.9 * 20_000 <= most <= 20_000
    assert memory.keep(1000, 0) == memory.get(1000) == 0, "nothing is not none"
    memory.clear()
    assert memory.get(1000) is None


@pytest.mark.slow
def test_a_memory_takes_what_it_says(megabytes: Megabytes) -> None:
    bits = 840
    memory: TwoGenerationCache[int, int] = TwoGenerationCache(3, 2 * int_bytes(bits))
    megabytes()
    highest = 0.0
    for number in range(1, 4 * memory.most):
        memory.keep(number << bits - 20, number << bits - 20 | 1)
        if not number % 1000:
            highest = max(highest, megabytes()[0])
    assert 1.5 <= highest <= 3


# --- an expert's


@pytest.mark.slow
def test_on_the_largest_board_an_expert_keeps_to_its_megabytes(megabytes: Megabytes) -> None:
    position = begun(20, 20, 6)
    position.geometry.lines  # noqa: B018 -- the board's own tables are not the expert's
    megabytes()
    expert = Expert(1, megabytes=2.5, solver=None)
    for _ in range(2):
        position.play(expert.think(position, Limit(seconds=GO_ON, nodes=5000)).move)
        assert megabytes()[0] <= 2.5
    assert megabytes()[1] <= 3
    assert expert.bytes <= 2_500_000
    tables = expert._tables
    assert tables is not None
    assert tables.lines.state_bytes > 0.9 * tables.lines.most_bytes, "it had to forget states of lines"
    assert 0.4 * expert.bytes <= megabytes()[0] * 1_000_000 <= 1.1 * expert.bytes


@pytest.mark.slow
def test_a_solver_keeps_to_its_megabytes(megabytes: Megabytes) -> None:
    geometry = Geometry(7, 7, 5)
    budget = Budget(Limit(nodes=3000), threading.Event())
    megabytes()
    solver = Solver(geometry, 8)
    with pytest.raises(OutOfTime):
        solver.solve(Position(geometry, 2), budget)
    assert 0.5 <= megabytes()[0] <= 8
    assert megabytes()[0] * 1_000_000 <= solver.bytes <= 8_000_000


@pytest.mark.slow
def test_what_an_expert_learned_is_given_back_at_once() -> None:
    with no_search_for_garbage():
        expert = Expert(1)
        for position in (begun(15, 15, 5), begun(9, 9, 5)):
            expert.think(position, Limit(nodes=3000))
        tables = expert._tables
        assert tables is not None
        kept = [ref(thing) for thing in (tables.lines, tables.table, tables.proofs, tables.solver)]
        del tables
        assert all(thing() is not None for thing in kept)
        expert.close()
        assert [thing() for thing in kept] == [None] * 4


@pytest.mark.slow
def test_of_what_was_given_back_nothing_is_left(megabytes: Megabytes) -> None:
    position = begun(15, 15, 5)
    before = Expert(1)  # the tables of the board and of the openings are made once for all experts
    before.think(position, Limit(nodes=4000))
    before.close()
    with no_search_for_garbage():
        megabytes()
        expert = Expert(1)
        expert.think(position, Limit(nodes=4000))
        held = megabytes()[0]
        expert.close()
        assert gc.collect() == 0, "only what Python keeps in store is let go of"
        assert held > 2
        assert megabytes()[0] < 0.1


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    ("level", "players", "size", "k"),
    [
        *[("expert", 2, size, k) for size, k in ((6, 4), (15, 5), (20, 6))],
        ("expert", 3, 8, 4),
        ("expert", 15, 20, 5),
        *[(level, players, 6, 4) for level in SOME_LEVELS if level != "expert" for players in (2, 3)],
    ],
)
@pytest.mark.parametrize("limit", [Limit(nodes=4000), Limit(seconds=0.1), Limit(depth=2)])
def test_searches_leave_no_garbage_to_be_looked_for(
    level: str, players: int, size: int, k: int, limit: Limit
) -> None:
    computer = LEVELS[level].make(1)
    position = begun(size, size, k, players)
    with no_search_for_garbage():
        for _ in range(2):
            computer.think(position, limit)
        assert gc.collect() == 0
        computer.close()
        del computer
        assert gc.collect() == 0


# --- shared


def asked(match: Match, helpers: int = 0) -> tuple[Seats, list[Computer]]:
    """Return the seats of a match and the computers on them, which were asked and have not thought yet."""
    computers: list[Computer] = []

    class Asked:
        def start(self, computer: Computer, question: Question) -> None:
            computers.append(computer)

        def move_now(self) -> None: ...

        def cancel(self) -> None: ...

        def log(self, text: str) -> None: ...

    seats = Seats(match, Asked(), Engines(), helpers)
    for seat, player in enumerate(match.setup.players):
        if player.is_computer:
            seats[seat].ask(Question(match.game.position, Limit(), 0.0))
    return seats, computers


@pytest.mark.parametrize(
    ("levels", "helpers", "experts"),
    [
        ((HUMAN, "expert"), 0, 1),
        ((HUMAN, "scorer", "expert"), 0, 1),  # who remembers nothing needs no share, a helper does
        ((HUMAN, "scorer", "expert"), 1, 2),
        (("expert",) * 2, 0, 2),
        (("expert",) * 15, 0, 15),
    ],
)
def test_the_experts_and_helpers_of_a_game_share_what_one_may_remember(
    levels: tuple[str, ...], helpers: int, experts: int
) -> None:
    match = Match(make_setup(20, 20, 6, len(levels), levels=levels), seed=1)
    seats, computers = asked(match, helpers)
    seated = [level for level in levels if level != HUMAN]
    pairs = zip(computers, seated, strict=True)
    shares = [computer.megabytes for computer, level in pairs if level == "expert"]
    assert len(shares) == experts - helpers
    each = [*shares, seats.megabytes, megabytes_each(match.setup.players, helpers)]
    assert each == [pytest.approx(MEGABYTES / experts)] * len(each)
    seats.close()


@pytest.mark.slow
def test_two_experts_together_keep_to_the_bound(
    megabytes: Megabytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "MEGABYTES", 12.0)
    match = Match(make_setup(15, 15, 5, 2, levels=("expert", "expert")), seed=1)
    position = begun(15, 15, 5)
    position.geometry.lines  # noqa: B018 -- the board's own tables are not the experts'
    megabytes()
    seats, experts = asked(match)
    for ply in range(4):
        position.play(experts[ply % 2].think(position, Limit(seconds=GO_ON, nodes=3000)).move)
        assert megabytes()[0] <= 12
    assert megabytes()[1] <= 13
    assert megabytes()[0] > 4
    experts.clear()
    seats.close()


# --- right, whatever is forgotten


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows", "k"), [(15, 15, 5), (7, 9, 4), (20, 20, 6)])
def test_a_board_says_the_same_where_lines_are_forgotten_all_the_time(
    columns: int, rows: int, k: int
) -> None:
    geometry = Geometry(columns, rows, k)
    random = Random(columns)
    forgetful, lasting = LineStates(geometry, 0.05), LineStates(geometry)
    few, many = ThreatBoard(forgetful), ThreatBoard(lasting)
    for _ in range(40):
        squares = random.sample(geometry.squares, 12)
        for board in (few, many):
            for index, square in enumerate(squares):
                board.play(square, index % 2)
        for _ in range(random.randint(0, 12)):
            assert (few.planes, few.strengths, few.stones) == (many.planes, many.strengths, many.stones)
            few.undo()
            many.undo()
        while many.past:
            few.undo()
            many.undo()
        assert forgetful.state_bytes <= forgetful.most_bytes
    assert lasting.state_bytes > 3 * forgetful.most_bytes, "the other one had to forget"


@pytest.mark.slow
def test_wins_are_found_and_threats_answered_with_hardly_any_memory() -> None:
    count = 0
    for entry in POSITIONS:
        if entry["fours"] is not None and entry["plies"] <= 9:
            thought = Expert(0, megabytes=0.1).think(known(entry), Limit(nodes=20_000))
            assert thought.proof is not None
            assert thought.proof.plies == entry["plies"]
            count += 1
    assert count >= 20
    geometry = Geometry(15, 15, 5)
    position = position_with(geometry, ["a1", "a15", "o1"], ["h8", "i8", "j8"])
    thought = Expert(0, megabytes=0.1).think(position, Limit(seconds=GO_ON, nodes=6000))
    assert geometry.name(thought.move) in ("f8", "g8", "k8", "l8")


@pytest.mark.slow
@pytest.mark.parametrize("level", ["minimax", "negamax"])
def test_values_do_not_depend_on_what_is_remembered(level: str) -> None:
    position = begun(4, 4, 3, players=3)
    thoughts = [LEVELS[level].make(1, size).think(position, Limit(depth=5)) for size in (0.0, 0.1, 20.0)]
    assert [thought.score for thought in thoughts] == [thoughts[0].score] * 3
    assert thoughts[0].nodes > thoughts[-1].nodes


@pytest.mark.slow
def test_a_tree_of_playouts_stops_growing_and_is_tried_on(megabytes: Megabytes) -> None:
    position = Position(Geometry(9, 9, 4), 3)
    lines = OpenLines(position)
    moves = lines.promising(8)
    budget = Budget(Limit(), threading.Event())
    megabytes()
    playouts = MonteCarloTreeSearch(lines, moves, budget, Random(1), 0.2)
    shares = playouts.shares(moves, 800)

    def size(node: Node) -> int:
        return 1 + sum(map(size, node.after.values()))

    assert size(playouts.root) == playouts.nodes == playouts.most < 300
    assert sum(playouts.root.visits) == 800
    assert sum(shares.values()) == pytest.approx(1000, abs=len(moves))
    assert megabytes()[0] <= 0.3


def test_a_level_that_only_the_host_of_a_shared_game_knows_needs_no_memory_here() -> None:
    known = [Player(level=level) for level in (HUMAN, "expert 4", "expert")]
    assert megabytes_each([*known, Player(level="oracle 4")]) == megabytes_each(known)
