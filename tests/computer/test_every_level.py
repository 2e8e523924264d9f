"""What holds for every level on any board: legal moves, nothing altered, no chance but the seed's."""

import inspect
import threading
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.calls import MOST_CALLS, CallCounter
from tests.support.levels import CARELESS, SEARCHING, SOME_LEVELS
from tests.support.sampling import sampled
from tests.support.strategies import games, make_setup, play, position_after, snapshot
from ttt_tui.computer import A_SECOND, LEVELS, SCREEN_NAMES, Thought, Value
from ttt_tui.computer.levels import STEPS, level_named, strength_of
from ttt_tui.engine import HUMAN, Game, Geometry, Limit, Position
from ttt_tui.names import CLASSIC_NAMES

few = settings(max_examples=30)
every_level = pytest.mark.parametrize("level", SOME_LEVELS)
searches = pytest.mark.parametrize("level", SEARCHING)
limits = st.sampled_from([Limit(depth=1), Limit(nodes=1), Limit(nodes=600), Limit(depth=2, nodes=2000)])


def think(
    level: str,
    position: Position,
    limit: Limit,
    seed: int = 0,
    stop: threading.Event | None = None,
    report: Callable[[Thought], None] = lambda thought: None,
) -> Thought:
    computer = LEVELS[level].make(seed)
    try:
        return computer.think(position, limit, stop or threading.Event(), report)
    finally:
        computer.close()


def stopped() -> threading.Event:
    event = threading.Event()
    event.set()
    return event


def past(position: Position, moves: int) -> list[tuple[object, ...]]:
    """Everything that undoing a copy goes through."""
    copy = position.copy()
    seen = [snapshot(copy)]
    for _ in range(moves):
        copy.undo()
        seen.append(snapshot(copy))
    return seen


def check(thought: Thought, position: Position, limit: Limit) -> None:
    """Expect a legal move, and numbers that fit one another."""
    geometry, empty = position.geometry, position.empty.bit_count()
    assert thought.move in position.moves
    assert 0 <= thought.depth <= min(limit.depth or empty, empty)
    assert thought.nodes >= 0
    assert thought.seconds >= 0
    if thought.pv:
        assert thought.pv[0] == thought.move
        squares = [geometry.square_of(move) for move in thought.pv]
        assert all(position.empty >> square & 1 for square in squares)
        assert len(set(squares)) == len(squares)
    if thought.ranked:
        scores = [ranked.score for ranked in thought.ranked]
        moves = [ranked.square for ranked in thought.ranked]
        assert thought.ranked[0].square == thought.move
        assert thought.ranked[0].score == thought.score
        assert scores == sorted(scores, reverse=True)
        assert set(moves) <= set(position.moves)
        assert len(set(moves)) == len(moves)
    if thought.proof is not None:
        assert thought.score is not None
        plies = thought.proof.plies
        if thought.proof.value is Value.DRAW:
            assert thought.score == 0
            assert plies is None
        else:
            assert (thought.score > 0) == (thought.proof.value is Value.WIN)
            assert plies is not None
            movers = position.movers()
            completes = next(player for ply, player in enumerate(movers, 1) if ply == plies)
            is_won_by_mover = (completes == position.to_move) != position.geometry.rules.misere
            assert is_won_by_mover == (thought.proof.value is Value.WIN)


@pytest.mark.slow
@every_level
@few
@given(game=games(running=True), limit=limits, seed=st.integers(0, 9))
def test_it_moves_legally_and_leaves_the_position_alone(
    level: str, game: Game, limit: Limit, seed: int
) -> None:
    position = game.position
    before, twin = past(position, len(game.moves)), position.copy()
    thought = think(level, position, limit, seed)
    check(thought, position, limit)
    if "expert" not in level and thought.proof is not None:  # it follows what is forced beyond its depth
        assert (thought.proof.plies or 0) <= thought.depth
    assert position == twin
    assert past(position, len(game.moves)) == before
    game.place(thought.move)


@searches
def test_the_position_is_not_altered_for_a_moment(level: str) -> None:
    position = position_after(Geometry(6, 6, 5), "a1 f6")
    before = snapshot(position)
    looked = []

    class Watcher(threading.Event):
        def is_set(self) -> bool:
            looked.append(snapshot(position) == before)
            return False

    think(level, position, Limit(nodes=2000), stop=Watcher())
    assert len(looked) > 10
    assert all(looked)


@pytest.mark.slow
@every_level
@few
@given(game=games(running=True), limit=limits, seed=st.integers(0, 9))
def test_the_same_seed_gives_the_same_move(level: str, game: Game, limit: Limit, seed: int) -> None:
    first = think(level, game.position, limit, seed)
    computer = LEVELS[level].make(seed)
    for position in (game.position, game.position.copy(), game.position):
        again = computer.think(position, limit, threading.Event(), lambda thought: None)
        assert (again.move, again.score, again.nodes) == (first.move, first.score, first.nodes)
        assert again.ranked == first.ranked


@every_level
def test_seeds_make_a_difference_where_several_moves_are_best(level: str) -> None:
    position = Position(Geometry(3, 3, 3), 2)
    position.play(position.geometry.parse("b2"))
    moves = {think(level, position, Limit(depth=1), seed).move for seed in range(30)}
    assert len(moves) > 1


@pytest.mark.slow
@every_level
@few
@given(game=games(running=True))
def test_it_answers_though_stopped_before_it_began(level: str, game: Game) -> None:
    thought = think(level, game.position, Limit(), stop=stopped())
    check(thought, game.position, Limit())


@pytest.mark.slow
@pytest.mark.parametrize("level", [*CLASSIC_NAMES, "expert"])
@few
@given(game=games(largest=5, running=True), limit=limits)
@example(game=play(Game(make_setup(4, 5, 3, players=3)), "b3 d1 a1 b5 b4 d4"), limit=Limit(nodes=600))
def test_what_it_reports_on_the_way_makes_sense_and_ends_in_its_answer(
    level: str, game: Game, limit: Limit
) -> None:
    reports: list[Thought] = []
    thought = think(level, game.position, limit, report=reports.append)
    for report in reports:
        check(report, game.position, limit)
    depths = [(report.depth, report.proof is not None) for report in reports]
    assert depths == sorted(set(depths)), "each sees further, or has a proof of what the one before only saw"
    if reports:
        last = reports[-1]
        assert (last.move, last.score, last.proof) == (thought.move, thought.score, thought.proof)
        assert last.nodes <= thought.nodes


@pytest.mark.sample(every=6)
@every_level
@pytest.mark.parametrize("players", [2, 15])
@pytest.mark.parametrize("k", [3, 5, 20])
def test_it_keeps_to_its_time_on_the_largest_board(level: str, players: int, k: int) -> None:
    game = Game(make_setup(20, 20, k, players))
    for ply in (0, 6):
        while len(game.moves) < ply:
            game.place(game.position.moves[37 * len(game.moves) % 300])
        limit = Limit(seconds=0.05)
        with CallCounter(after=0.05) as counter:
            thought = think(level, game.position, limit)
        assert counter.calls < MOST_CALLS
        check(thought, game.position, limit)


@pytest.mark.sample(every=2)
@searches
@pytest.mark.parametrize("players", [2, 15])
def test_a_stop_from_another_thread_ends_a_search_soon(level: str, players: int) -> None:
    position = position_after(Geometry(20, 20, 5), "a1 t20", players)
    stop = threading.Event()
    asked = []

    def ask() -> None:
        asked.append(time.perf_counter())
        stop.set()

    timer = threading.Timer(0.1, ask)
    timer.start()
    thought = think(level, position, Limit(), stop=stop)
    ended = time.perf_counter()
    timer.join()
    assert 0 <= ended - asked[0] < 1, "it went on until it was stopped, and then ended"
    check(thought, position, Limit())


@pytest.mark.slow
@searches
def test_a_limit_of_plies_is_kept_and_one_of_nodes_once_every_move_was_looked_at(level: str) -> None:
    position = position_after(Geometry(6, 6, 5), "a1 f6")
    for depth in (1, 2, 3):
        assert think(level, position, Limit(depth=depth)).depth == depth
    for nodes in (1, 36, 100, 1000, sampled(5000, 1000)):
        thought = think(level, position, Limit(nodes=nodes))
        assert min(nodes, 36) <= thought.nodes <= max(nodes, 36) + 1


def test_the_levels_are_listed_by_their_own_names_weakest_first() -> None:
    assert [level.name for level in LEVELS.values()] == list(LEVELS)
    assert list(LEVELS)[:6] == ["random", "rules", "scorer", "minimax", "negamax", "expert 1"]
    assert list(LEVELS)[-2:] == ["expert 9", "expert"]
    assert len(LEVELS) == 15
    assert HUMAN not in LEVELS
    assert all(level.summary and level.summary.isprintable() for level in LEVELS.values())
    assert all(0 < len(level.note) <= 21 for level in LEVELS.values()), "the room beside its name"


def test_names_on_the_screen_follow_the_strength_and_name_no_other_level() -> None:
    assert [level for level in LEVELS if level in SCREEN_NAMES] == list(SCREEN_NAMES)
    assert " · ".join(SCREEN_NAMES.values()) == (
        "novice 1 · easy 2 · easy 3 · medium 4 · medium 5 · hard 6 · hard 7 · strong 8 · strong 9 · expert"
    )
    assert all(name == level for level, name in SCREEN_NAMES.items() if name in LEVELS)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("novice", "expert 1"), ("easy", "expert 2"), ("medium", "expert 4"), ("hard", "expert 6"),
        ("strong", "expert 8"), ("expert", "expert"), ("Medium 5", "expert 5"), ("expert 9", "expert 9"),
        ("rules", "rules"), ("NEGAMAX", "negamax"), ("medium 6", None), ("expert 10", None), ("", None),
    ],
)  # fmt: skip
def test_a_level_is_known_by_its_own_name_and_those_on_the_screen(name: str, level: str | None) -> None:
    assert level_named(name) == level


def test_the_strength_of_a_step_is_its_place_on_the_ladder() -> None:
    assert [strength_of(level) for level in STEPS] == [*range(1, 11)]
    assert {strength_of(level) for level in (*CLASSIC_NAMES, HUMAN, "brain:Good")} == {None}


@every_level
def test_only_a_position_is_needed_and_the_rest_can_be_named(level: str) -> None:
    game = play(Game(make_setup()), "a1 b2 b1")
    thought = LEVELS[level].make().think(game.position)
    assert game.check(thought.move) is None
    assert level in CARELESS or game.setup.geometry.name(thought.move) == "c1"
    assert inspect.signature(LEVELS[level].make().think).parameters["limit"].default == A_SECOND
    position, limit = position_after(Geometry(7, 6, 4), "a1 g6"), Limit(depth=2)
    reports: list[Thought] = []
    first = think(level, position, limit, report=reports.append)
    alone = LEVELS[level].make().think(position, limit=limit)
    named = LEVELS[level].make().think(position, report=reports.append, stop=threading.Event(), limit=limit)
    assert (first.move, first.nodes) == (alone.move, alone.nodes) == (named.move, named.nodes)
