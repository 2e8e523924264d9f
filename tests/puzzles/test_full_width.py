"""Full-width refutations: what is refuted does not win, by a search of everything, and most is refuted."""

from random import Random

import pytest

from tests.analysis.positions import bit
from tests.puzzles.checked import stones
from tests.puzzles.positions import scattered
from tests.support.sampling import sampled
from tests.support.truth import Truth
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.engine import Geometry, Limit
from ttt_tui.errors import OutOfTime
from ttt_tui.puzzles.full_width import FullWidth
from ttt_tui.puzzles.puzzle import Goal, Puzzle

BOARDS = ((4, 4, 3), (5, 4, 4), (5, 5, 4), (6, 5, 4), (7, 4, 4), (6, 6, 5), (7, 5, 5))

MOST = 5
"""The most stones of an attack that is refuted."""


def puzzle_on(board: tuple[int, int, int], number: int) -> Puzzle:
    rng = Random(f"full width {board} {number}")
    geometry = Geometry(*board)
    squares = len(geometry.squares)
    fewest = 2 if board[2] == 3 else squares // 4
    return Puzzle(
        geometry, scattered(geometry, rng.randrange(fewest, squares - 8), rng), Goal.WIN, MOST, 1500
    )


def search_of(puzzle: Puzzle, nodes: int | None = None) -> FullWidth:
    """Return a search in which the player to move is 0."""
    board = ThreatBoard(LineStates(puzzle.geometry, 15), puzzle.task().stones)
    return FullWidth(board, Budget(Limit(nodes=nodes), NEVER))


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("board", BOARDS)
def test_what_is_refuted_does_not_win_and_most_of_what_does_not_win_is_refuted(
    board: tuple[int, int, int],
) -> None:
    losing = refuted = 0
    for number in range(sampled(60, 3)):
        puzzle = puzzle_on(board, number)
        values, search = Truth(*board), search_of(puzzle)
        mine, theirs = stones(puzzle)
        for attacker, (own, other) in enumerate(((mine, theirs), (theirs, mine))):
            for count in range(1, MOST + 1):
                wins = values.wins(own, other, count)
                fails = search.fails(attacker, count)
                assert not (wins and fails), (puzzle.played, attacker, count)
                losing += not wins
                refuted += fails
        for square in puzzle.task().position.moves[::3]:
            own = mine | bit(puzzle.geometry, square)
            for count in range(MOST - 1, MOST + 1):
                wins = values.has_line(own) or values.has_won(own, theirs, count - 1)
                fails = not values.has_line(own) and search.fails_by(0, square, count)
                assert not (wins and fails), (puzzle.played, square, count)
                losing += not wins
                refuted += fails
    assert refuted >= 0.97 * losing


def test_a_search_without_time_leaves_the_board_as_it_was() -> None:
    puzzle = puzzle_on((7, 5, 5), 3)
    search = search_of(puzzle, nodes=2)
    before = [*search.board.stones]
    squares = puzzle.task().position.moves
    with pytest.raises(OutOfTime):
        all(search.fails_by(0, square, 6) for square in squares)
    assert search.board.stones == before
