"""The solvers prove positions that no game from the empty board leads to, such as with a stone too many."""

from random import Random

import pytest

from tests.support.all_rules import COMBINATIONS
from ttt_tui.computer import Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.solving import make_solver
from ttt_tui.engine import Geometry, InvalidStart, Limit, Position, Rules, Start, start_position

VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}


def value(position: Position, known: dict[object, int]) -> int:
    """The value to the player to move, by trying everything."""
    key = position.to_move, position.key
    if key not in known:
        known[key] = max((value_of_move(position, move, known) for move in position.moves), default=0)
    return known[key]


def value_of_move(position: Position, move: int, known: dict[object, int]) -> int:
    mover = position.to_move
    position.play(move)
    outcome = position.outcome_after(mover, move)
    if outcome is not None:
        found = 0 if outcome.winner is None else 1 if outcome.winner == mover else -1
    else:
        found = value(position, known) * (1 if position.to_move == mover else -1)
    position.undo()
    return found


MOST_EMPTY = 6
"""Squares, so that trying everything stays quick."""

SIZES = ((3, 3, 3), (4, 4, 4), (5, 4, 4), (4, 5, 3))
RENJU_SIZES = ((5, 5, 5), (6, 5, 5))


def random_start(geometry: Geometry, random: Random) -> Position | None:
    """A position with random stones, which fall where stones do; None if no game can start there."""
    count, sides, occupied = len(geometry.squares), ([], []), 0
    share = random.uniform(0.3, 0.7)
    for square in random.sample(geometry.squares, random.randint(max(3, count - MOST_EMPTY), count - 3)):
        landing = geometry.landing(square, occupied)
        if landing is not None:
            sides[random.random() < share].append(landing)
            occupied |= 1 << landing
    try:
        return start_position(
            geometry, 2, random.randrange(2), Start.of(geometry, sides, random.randrange(2))
        )
    except InvalidStart:
        return None


def compare(words: str, size: tuple[int, int, int], positions: int) -> int:
    """Compare the solver with a full search, and return in how many positions: rules may have few."""
    geometry, random = Geometry(*size, Rules.parse(words)), Random(f"{words} {size}")
    solver, known, compared = make_solver(geometry), dict[object, int](), 0
    for _ in range(100 * positions):
        position = random_start(geometry, random)
        if position is None:
            continue
        found = solver.solve(position, Budget(Limit(), NEVER), all_moves=True)
        best = value(position, known)
        assert found.value is VALUES[best], position
        keeping = {move for move in position.moves if value_of_move(position, move, known) == best}
        assert set(found.best) == keeping, position
        compared += 1
        if compared == positions:
            break
    return compared


@pytest.mark.parametrize("words", ["usual", "exactly", "misere", "drop", "torus", "shared", "wild", "double"])
def test_a_start_on_3x3_has_the_value_of_a_full_search(words: str) -> None:
    assert compare(words, (3, 3, 3), 4) == 4


@pytest.mark.slow
@pytest.mark.parametrize("words", COMBINATIONS)
def test_any_start_has_the_value_of_a_full_search(words: str) -> None:
    assert sum(compare(words, size, 8) for size in (RENJU_SIZES if words == "renju" else SIZES)) >= 8
