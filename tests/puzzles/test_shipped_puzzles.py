"""The provers say of shipped puzzles what the file says; `tests.check_puzzles` is independent of them."""

from random import Random

import pytest

from tests.support.sampling import sampled
from ttt_tui.puzzles.collection import shipped
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, Puzzle

SMALL = [puzzle for puzzle in shipped().puzzles if puzzle.has_exact_values]
WINS = [puzzle for puzzle in shipped().puzzles if not puzzle.has_exact_values and puzzle.goal is Goal.WIN]
STOPS = [puzzle for puzzle in shipped().puzzles if puzzle.goal is Goal.STOP]
SOME_STOPS = Random(1).sample(STOPS, 30)
"""All of them take more than half an hour; `tests.check_puzzles` goes through them once a release."""

SHORT = [puzzle for puzzle in WINS if puzzle.moves <= 4]


def check(puzzle: Puzzle) -> None:
    """Fail unless one move alone is proved to keep the goal."""
    prover, task = prover_of(puzzle.geometry), puzzle.task()
    (right,) = prover.keeping(task, most=0) if puzzle.goal is Goal.WIN else prover.keeping(task)
    assert prover.only(task) == right
    prover.close()


@pytest.mark.parametrize(
    "puzzle", sampled(WINS, Random(1).sample(SHORT, 4)), ids=lambda puzzle: puzzle.number
)
def test_one_move_alone_wins_in_time(puzzle: Puzzle) -> None:
    check(puzzle)


@pytest.mark.parametrize(
    "puzzle", sampled(SMALL, Random(1).sample(SMALL, 4)), ids=lambda puzzle: puzzle.number
)
def test_one_move_alone_keeps_the_value(puzzle: Puzzle) -> None:
    check(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", SOME_STOPS, ids=lambda puzzle: puzzle.number)
def test_one_move_alone_stops_the_threat(puzzle: Puzzle) -> None:
    check(puzzle)
