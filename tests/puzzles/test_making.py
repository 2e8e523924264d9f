"""Puzzles found in games: what they promise is what a search of everything says."""

import threading
from random import Random

import pytest

from tests.support.sampling import sampled
from ttt_tui.engine import Geometry, Position, Square
from ttt_tui.puzzles.making import facts, puzzle_at
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, MoveEffect
from ttt_tui.puzzles.text import from_text

LONG_WIN = "h9 i9 f7 g6 i8 g8 g7 h7 f9 f8 g10 j7 e8 d7"


def played(geometry: Geometry, seed: int, plies: int) -> list[Square]:
    """Return random moves after which nobody has a line."""
    rng = Random(seed)
    squares = rng.sample(geometry.squares, plies)
    position = Position(geometry, players=2)
    for number, square in enumerate(squares):
        position.play(square)
        if any(map(geometry.has_line, position.stones)):
            return squares[:number]
    return squares


def outcome(position: Position) -> tuple[int, int]:
    """Return the value to the mover, 1, 0 or −1, and its plies, by trying everything; slow and plain."""
    geometry = position.geometry
    _, other = position.in_turn()
    if geometry.has_line(position.stones[other]):
        return -1, 0
    if not position.empty:
        return 0, 0
    best = (-2, 0)
    for square in position.moves:
        position.play(square)
        value, length = outcome(position)
        position.undo()
        found = (-value, length + 1)
        if (found[0], -found[0] * found[1]) > (best[0], -best[0] * best[1]):
            best = found
    return best


@pytest.mark.parametrize("seed", sampled([*range(150)], [*range(30)]))
def test_puzzles_on_3x3_are_exactly_what_they_say(seed: int) -> None:
    geometry = Geometry(3, 3, 3)
    prover = prover_of(geometry)
    moves = played(geometry, seed, 2 + seed % 4)
    found = puzzle_at(prover, geometry, moves, seconds=60)
    position = Position(geometry, players=2)
    for square in moves:
        position.play(square)
    values = {}
    for square in position.moves:
        position.play(square)
        value, length = outcome(position)
        values[square] = -value, length + 1
        position.undo()
    best = max(value for value, _ in values.values())
    keeping = [square for square, (value, _) in values.items() if value == best]
    is_forced = any(map(position.completing, (0, 1)))
    if is_forced or best < 0 or len(keeping) > 1:
        assert found is None
    else:
        assert found is not None
        assert found.goal is (Goal.WIN if best else Goal.HOLD)
        assert prover.keeping(found.task()) == keeping
        if best:
            assert 2 * found.moves - 1 == values[keeping[0]][1]


def test_one_that_was_missed_need_not_be_the_only_one() -> None:
    geometry = Geometry(4, 3, 3)
    prover = prover_of(geometry)
    moves = [geometry.parse(name) for name in ("b2", "a1")]
    task_moves = [square for square in geometry.squares if square not in moves]
    assert puzzle_at(prover, geometry, moves, seconds=60) is None, "several moves win"
    fates = {}
    for square in task_moves:
        found = puzzle_at(prover, geometry, moves, seconds=60, missed=square)
        if found is not None:
            fates[square] = prover.judge(found.task(), square).effect
    assert fates, "some moves do not win"
    assert set(fates.values()) == {MoveEffect.LOSES}


def test_what_takes_too_long_is_no_puzzle() -> None:
    geometry = Geometry(15, 15, 5)
    prover = prover_of(geometry)
    moves = [geometry.parse(name) for name in LONG_WIN.split()]
    assert puzzle_at(prover, geometry, moves, seconds=0) is None
    stopped = threading.Event()
    stopped.set()
    assert puzzle_at(prover, geometry, moves, stopped, seconds=60) is None


@pytest.mark.parametrize("moves", ["a1 b3 a2 c3", "b2 a1 c2 a3"])
def test_what_everybody_sees_is_no_puzzle(moves: str) -> None:
    geometry = Geometry(3, 3, 3)
    squares = [geometry.parse(name) for name in moves.split()]
    assert puzzle_at(prover_of(geometry), geometry, squares, seconds=60) is None


def test_more_moves_quieter_ones_and_more_that_tempts_are_more_difficult() -> None:
    easy, hard = from_text(
        "1: 3x3, 3 in a row, win in 2, rated 800: a2 b2 b3 b1\n"
        "2: 11x11, 5 in a row, win in 3, rated 1472: "
        "f4 h5 g7 g5 f6 f7 e5 d4 i5 d6 i4 d5 d7 e6 g8 c4 b3 d3 d2 e2 b5 c6 f8 b6 a6 h6\n"
    )
    found = [facts(prover_of(puzzle.geometry), puzzle.task()) for puzzle in (easy, hard)]
    assert found[0].moves == 2
    assert found[1].moves == 3
    assert found[0].rating < found[1].rating
