"""An attempt: what is told of a move, and what comes of going back and forth in a puzzle."""

from datetime import UTC, datetime

from ttt_tui.computer.base import NEVER
from ttt_tui.puzzles.attempt import Attempt, Stage
from ttt_tui.puzzles.provers import prover_of
from ttt_tui.puzzles.puzzle_text import from_text


class Trying:
    """An attempt at the puzzle of a text, whose prover answers at once."""

    def __init__(self, text: str) -> None:
        [puzzle] = from_text(text)
        self.attempt = Attempt(puzzle, datetime(2026, 11, 20, 12, tzinfo=UTC))
        self._prover = prover_of(puzzle.geometry)

    def place(self, name: str) -> None:
        self.attempt.place(self.attempt.puzzle.geometry.parse(name))
        self.go_on()

    def show(self) -> None:
        self.attempt.show()
        self.go_on()

    def go_on(self) -> None:
        """Let the prover answer, and the line be played out."""
        self.attempt.take(self.attempt.question()(self._prover, NEVER))
        while self.attempt.stage is Stage.LINE:
            self.attempt.step()


def test_a_wrong_move_after_the_solution_was_shown_is_no_solution() -> None:
    trying = Trying("3x3, 3 in a row, win in 2, rated 819: c1 a3 a1 b1")
    trying.show()
    assert (trying.attempt.stage, trying.attempt.told) == (Stage.OVER, "So it is solved")
    trying.attempt.again()
    trying.place("b2")
    assert (trying.attempt.stage, trying.attempt.told) == (Stage.MISSED, "b2 does not win: O has c3")
    assert trying.attempt.wrong == 1
    assert trying.attempt.is_shown


def test_a_move_after_which_nobody_can_complete_a_line_needs_no_answer() -> None:
    trying = Trying("4x4, 4 in a row, win in 2, rated 800: b3 d1 b1 d2 c3 b2 c2 d3 d4 a1 a4 a3")
    trying.place("a2")
    assert trying.attempt.stage is Stage.MISSED
    assert trying.attempt.told == "a2 does not win: nobody can complete a line any more"
