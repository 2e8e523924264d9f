"""The expert with two players: what it has to see, what it claims, and what it makes of a solver."""

import threading
from random import Random

import pytest

from tests.support.reference import CERTAIN, Board, MaxN
from tests.support.sample import POSITIONS
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, cells_of, make_setup
from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.expert.solver.solution import Solution
from ttt_tui.engine import Game, Geometry, Limit, Position, Square, squares_of


def think(position: Position, limit: Limit, seed: int = 0, expert: Expert | None = None) -> Thought:
    return (expert or Expert(seed)).think(position, limit)


def position_with(geometry: Geometry, mine: list[str], yours: list[str], me: int = 0) -> Position:
    position = Position(geometry, 2, first=me)
    for player, names in ((me, mine), (1 - me, yours)):
        for name in names:
            position.stones[player] |= 1 << geometry.parse(name)
    position.occupied = position.stones[0] | position.stones[1]
    return position


def known(entry: dict) -> Position:
    geometry = Geometry(entry["width"], entry["height"], entry["k"])
    mine, yours = ([geometry.name(geometry.at(*cell)) for cell in entry[name]] for name in "XO")
    if entry["to_move"] == "O":
        mine, yours = yours, mine
    return position_with(geometry, mine, yours, "XO".index(entry["to_move"]))


@pytest.mark.parametrize(
    ("columns", "rows", "k"), [(5, 5, 4), (7, 6, 4), (15, 15, 5), (9, 20, 6), (20, 20, 7)]
)
@pytest.mark.parametrize("me", [0, 1])
def test_it_wins_in_one_before_it_blocks_and_blocks_before_all_else(
    columns: int, rows: int, k: int, me: int
) -> None:
    geometry = Geometry(columns, rows, k)
    row = [geometry.name(geometry.at(i, 1)) for i in range(k)]
    other = [geometry.name(geometry.at(i, 3)) for i in range(k)]
    win = think(position_with(geometry, row[1:], other[1:], me), Limit(nodes=500))
    assert geometry.name(win.move) in (row[0], *([geometry.name(geometry.at(k, 1))] if k < columns else []))
    assert win.proof is not None
    assert win.proof == Proof(Value.WIN, 1, is_exact=True)
    block = think(position_with(geometry, [], other[:-1], me), Limit(nodes=500))
    assert geometry.name(block.move) == other[-1]


@pytest.mark.slow
def test_it_plays_the_shortest_win_by_fours_and_says_in_how_many_plies() -> None:
    for entry in POSITIONS:
        if entry["fours"] is not None and entry["plies"] <= 9:
            position = known(entry)
            thought = think(position, Limit(nodes=20_000))
            geometry = position.geometry
            assert [geometry.column(thought.move), geometry.row(thought.move)] in entry["first_min"]
            assert thought.proof is not None
            assert (thought.proof.value, thought.proof.plies) == (Value.WIN, entry["plies"])
            assert thought.proof.is_exact == (entry["plies"] == 3)
            assert len(thought.pv) == entry["plies"]


@pytest.mark.slow
def test_which_player_is_which_changes_nothing() -> None:
    geometry = Geometry(9, 9, 5)
    mine, yours = ["e5", "f4", "c3"], ["e4", "d5", "f6"]
    first, second = (
        think(position_with(geometry, mine, yours, me), Limit(nodes=4000), seed=3) for me in (0, 1)
    )
    for name in ("move", "score", "nodes", "ranked"):
        assert getattr(first, name) == getattr(second, name)


def test_a_proof_is_kept_against_a_defender_who_tries_everything() -> None:
    random = Random(8)
    proofs = 0
    while proofs < 12:
        geometry = Geometry(random.randint(5, 8), random.randint(5, 8), 4)
        position = Position(geometry, 2)
        for square in random.sample(position.moves, random.randint(4, 10)):
            position.play(square)
        if any(geometry.has_line(stones) for stones in position.stones):
            continue
        thought = think(position, Limit(nodes=4000))
        if thought.proof and thought.proof.value is Value.WIN and 3 <= (thought.proof.plies or 0) <= 7:
            proofs += 1
            check_kept(position, thought, Expert(0))


def check_kept(position: Position, thought: Thought, expert: Expert) -> None:
    """Expect that a won position is won in so many plies, whatever the other side plays."""
    assert thought.proof is not None
    assert thought.proof.value is Value.WIN
    plies = thought.proof.plies or 0
    me = position.to_move
    position.play(thought.move)
    if plies == 1:
        assert position.geometry.has_line(position.stones[me])
    elif not position.geometry.has_line(position.stones[me]):
        threats = position.completing(me)
        assert not position.completing(1 - me)
        for reply in squares_of(threats) if threats else position.moves:
            position.play(reply)
            answer = think(position, Limit(nodes=20_000), expert=expert)
            assert answer.proof is not None
            assert (answer.proof.plies or 99) <= plies - 2
            check_kept(position, answer, expert)
            position.undo()
    position.undo()


@pytest.mark.slow
def test_a_search_that_is_cut_short_proves_no_loss_by_a_move_that_it_has_not_tried_again() -> None:
    game = Game(make_setup(15, 15, 5))
    for name in ["h8", "i9", "i8", "e13", "h9", "f12", "e11", "g11", "h10", "c15", "d14"]:
        game.place(name)
    expert = Expert()
    think(game.position, Limit(nodes=3000), expert=expert)
    game.pop()
    position = game.position
    threatened = position.completing(1 - position.to_move) | position.completing(position.to_move)
    assert game.setup.geometry.name(position.completing(1).bit_length() - 1) == "d14"
    assert threatened == position.completing(1), "c15 makes a four that costs the other side a move"
    game.pop()
    for nodes in range(250, 3000, sampled(125, 375)):
        thought = think(game.position, Limit(nodes=nodes), expert=expert)
        assert thought.proof is None or (thought.proof.plies or 0) > 4, f"{thought.proof} after {nodes} nodes"
    expert.close()


@pytest.mark.slow
def test_it_sees_that_it_loses_and_holds_out_as_long_as_it_can() -> None:
    geometry = Geometry(15, 15, 5)
    position = position_with(geometry, ["a1", "c9"], ["g8", "h8", "i8", "a15"])
    thought = think(position, Limit(nodes=3000))
    assert thought.proof is None, "an open three can still be stopped"
    assert geometry.name(thought.move) in ("e8", "f8", "j8", "k8")
    lost = think(position_with(geometry, ["a1", "c9"], ["g8", "h8", "i8", "j8"]), Limit(nodes=3000))
    assert lost.proof is not None
    assert (lost.proof.value, lost.proof.plies) == (Value.LOSS, 2)


def test_stones_of_a_player_who_resigned_are_in_everybodys_way() -> None:
    geometry = Geometry(7, 7, 4)
    position = Position(geometry, 3)
    # The first player's three are blocked on one side by the third one, who then resigns.
    for name in ("b4", "a1", "a4", "c4", "a7", "g7", "d4", "g1", "g4"):
        position.play(geometry.parse(name))
    position.resign(2)
    thought = think(position, Limit(nodes=1000))
    assert geometry.name(thought.move) == "e4"
    assert thought.proof is not None
    position.play(geometry.parse("f6"))
    assert geometry.name(think(position, Limit(nodes=1000)).move) == "e4"


def test_a_game_under_a_limit_of_nodes_can_be_replayed() -> None:
    def play(seed: int) -> list[Square]:
        game = Game(make_setup(9, 9, 5))
        experts = (Expert(seed), Expert(seed + 1))
        while game.outcome is None and len(game.moves) < sampled(14, 9):
            expert = experts[game.position.to_move]
            game.place(think(game.position, Limit(nodes=600), expert=expert).move)
        return [move.square for move in game.moves]

    assert play(4) == play(4)


def test_thoughts_on_the_way_get_deeper_and_rank_the_moves() -> None:
    geometry = Geometry(15, 15, 5)
    position = position_with(geometry, ["h8", "g6"], ["i8", "h6"])
    reports: list[Thought] = []
    thought = Expert(0).think(position, Limit(depth=4), report=reports.append)
    assert [report.depth for report in reports] == [1, 2, 3, 4]
    assert thought.depth == 4
    assert len(thought.ranked) > 5
    assert len(thought.pv) > 1


# --- with an exact solver


class BruteForce:
    """A slow solver, by the tests' own rules."""

    bytes = 0

    def __init__(self, geometry: Geometry, megabytes: float = 0.0) -> None:
        self.truth = MaxN()

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        budget.tick()
        geometry, me = position.geometry, position.to_move
        board = Board(geometry.columns, geometry.rows, geometry.line_length, [0, 1], me)
        for player in (0, 1):
            board.cells |= dict.fromkeys(cells_of(geometry, position.stones[player]), player)
        worth = {s: self.truth.worth_of_move(board, cell_of(geometry, s))[me] for s in position.moves}
        most = max(worth.values())
        sign = (most > 0) - (most < 0)
        keeping = [square for square in worth if worth[square] * sign > 0 or worth[square] == most]
        best = tuple(sorted(keeping, key=lambda square: -worth[square]))
        value = (Value.DRAW, Value.WIN, Value.LOSS)[sign]
        plies = CERTAIN - abs(most) - position.ply if sign else None
        return Solution(value, plies, best if all_moves else best[:1], best[:1])


def test_with_a_solver_it_plays_what_is_proved_and_makes_it_hard() -> None:
    geometry = Geometry(3, 3, 3)
    position = position_with(geometry, ["a1"], ["b2"])
    thought = think(position, Limit(), expert=Expert(0, solver=BruteForce))
    assert thought.proof is not None
    assert thought.proof.value is Value.DRAW
    truth = BruteForce(geometry)
    budget = Budget(Limit(), threading.Event())

    def holding(square: Square) -> float:
        child = position.copy()
        child.play(square)
        return len(truth.solve(child, budget, all_moves=True).best) / len(child.moves)

    draws = truth.solve(position, budget, all_moves=True).best
    assert holding(thought.move) == min(map(holding, draws)) < max(map(holding, draws))


def test_with_a_solver_that_runs_out_of_time_it_searches() -> None:
    class TooSlow:
        bytes = 0

        def __init__(self, geometry: Geometry, megabytes: float = 0.0) -> None:
            pass

        def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
            while True:
                budget.tick()

    geometry = Geometry(6, 6, 5)
    position = position_with(geometry, ["c3", "d4"], ["c4", "d3"])
    thought = think(position, Limit(nodes=3000), expert=Expert(0, solver=TooSlow))
    assert thought.depth > 0
    assert 2990 <= thought.nodes <= 3001
