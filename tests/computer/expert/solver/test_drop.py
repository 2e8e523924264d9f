"""The solver of games in which stones fall: values that others found, and a solver that leaves out nothing.

`tests/computer/test_rules.py` compares it with brute force on small boards.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.support.sampling import sampled
from ttt_tui.computer.base import NEVER, Proof, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.any_rules import AnyRulesSolver
from ttt_tui.computer.expert.solver.drop import DropSolver, knows_drop
from ttt_tui.computer.expert.solver.solver import make_solver
from ttt_tui.engine import Game, Geometry, Limit, Move, Position, Rules, Setup
from ttt_tui.errors import OutOfTime

DROP = Rules(drop=True)
CONNECT_FOUR = Geometry(7, 6, 4, DROP)
ENDLESS = Limit()


def known_positions(fewest: int, most: int, every: int) -> Iterator[tuple[Position, int]]:
    """Positions with so many stones, and the plies to the end: negative if the side to move loses."""
    lines = (Path(__file__).parent / "connect_four.txt").read_text().split("\n")[:-1]
    entries = (line.split() for line in lines)
    for columns, value in [entry for entry in entries if fewest <= len(entry[0]) <= most][::every]:
        position = Position(CONNECT_FOUR, 2)
        for column in columns:  # also on boards where no line is possible any more
            position.play(position.landing(CONNECT_FOUR.parse(column)))
        yield position, int(value)


def check(position: Position, truth: int, budget: Budget) -> None:
    solution = DropSolver(CONNECT_FOUR).solve(position, budget)
    assert solution.value is (Value.WIN if truth > 0 else Value.LOSS if truth < 0 else Value.DRAW)
    if truth:
        assert solution.plies is not None
        assert solution.plies >= abs(truth)  # an upper bound, if the exact length took too long
        assert (solution.plies - truth) % 2 == 0


@pytest.mark.slow
def test_there_are_2000_positions_of_connect_four_whose_values_others_found() -> None:
    assert len(list(known_positions(8, 42, 1))) == 2000


@pytest.mark.slow
def test_positions_with_16_stones_and_more_have_the_values_that_others_found() -> None:
    """All of them in the slow tests, one in 60 in the quick ones."""
    for position, truth in known_positions(16, 42, sampled(1, 60)):
        check(position, truth, Budget(ENDLESS, NEVER))


@pytest.mark.slow
def test_earlier_positions_have_the_values_that_others_found_where_they_are_proved() -> None:
    """Of 130 positions with 8 to 15 stones 50 are proved with so many nodes each; the rest is left open."""
    proved = 0
    positions = list(known_positions(8, 15, 4))
    for position, truth in positions:
        try:
            check(position, truth, Budget(Limit(nodes=400_000), NEVER))
            proved += 1
        except OutOfTime:
            pass
    assert len(positions) == 130
    assert proved >= 50


@pytest.mark.parametrize(
    ("size", "value", "plies"),
    [((3, 3, 3), Value.DRAW, None), ((4, 4, 3), Value.WIN, 9), ((4, 4, 4), Value.DRAW, None),
     pytest.param((5, 4, 4), Value.DRAW, None, marks=pytest.mark.slow)],
)  # fmt: skip
def test_small_boards_have_their_known_values(
    size: tuple[int, int, int], value: Value, plies: int | None
) -> None:
    geometry = Geometry(*size, DROP)
    solution = make_solver(geometry).solve(Position(geometry, 2), Budget(ENDLESS, NEVER))
    assert (solution.value, solution.plies) == (value, plies)


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("size", [(5, 5, 4), (6, 5, 4), (7, 6, 4), (3, 7, 3), (7, 4, 5), (5, 6, 3)])
def test_all_values_lengths_and_moves_are_those_of_the_solver_that_leaves_out_nothing(
    size: tuple[int, int, int],
) -> None:
    geometry = Geometry(*size, DROP)
    solver, plain, rng = DropSolver(geometry), AnyRulesSolver(geometry), Random(f"{size}")
    squares = len(geometry.squares)
    for players in (2, 3):  # of three one resigns: those stones are nobody's
        for _ in range(sampled(15, 2)):
            position = _running(geometry, players, rng, squares - rng.randint(8, 12))
            if position is None:
                continue
            solution = solver.solve(position, Budget(ENDLESS, NEVER), all_moves=True)
            expected = plain.solve(position, Budget(ENDLESS, NEVER), all_moves=True)
            assert (solution.value, solution.plies) == (expected.value, expected.plies)
            assert set(solution.best) == set(expected.best)
            if solution.plies is not None:
                assert len(solution.pv) == solution.plies
            found, told = solver.proof_map(position), list[tuple[int, Proof]]()
            found.extend(
                Budget(ENDLESS, NEVER), lambda square, proof, told=told: told.append((square, proof))
            )
            truth = plain.proof_map(position)
            truth.extend(Budget(ENDLESS, NEVER))
            assert found.is_complete
            assert found.proofs == truth.proofs == dict(told)


def _running(geometry: Geometry, players: int, rng: Random, stones: int) -> Position | None:
    for _ in range(100):
        game = Game(Setup(geometry, players))
        while game.outcome is None and len(game.moves) < stones:
            game.place(rng.choice(game.position.moves))
        if players == 3 and game.outcome is None:
            game.push(Move(rng.randrange(3), None))
        if game.outcome is None:
            return game.position
    return None


def test_it_stops_in_time_and_goes_on_from_there() -> None:
    solver = DropSolver(CONNECT_FOUR)
    position = Position(CONNECT_FOUR, 2)
    budget = Budget(Limit(nodes=3000), NEVER)
    with pytest.raises(OutOfTime):
        solver.solve(position, budget)
    assert budget.nodes == 3001
    assert solver.bytes > 0
    solver.forget()
    assert solver.bytes == 0
    found = solver.proof_map(position)
    with pytest.raises(OutOfTime):
        found.extend(Budget(Limit(nodes=3000), NEVER))
    assert not found.is_complete


@pytest.mark.parametrize("words", ["usual", "drop, misere", "drop, exactly", "drop, torus", "drop, wild"])
def test_it_is_not_asked_where_anything_else_differs(words: str) -> None:
    assert not knows_drop(Geometry(7, 6, 4, Rules.parse(words)))
