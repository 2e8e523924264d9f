"""Attempts at puzzles on boards where everybody sees what is right, and at two where the search says so."""

from datetime import UTC, datetime

import pytest

from tests.support.sure import sure
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import IllegalMove, squares_of
from ttt_tui.puzzles.attempt import PuzzleAttempt, Stage
from ttt_tui.puzzles.progress import is_clean
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import MoveEffect, Puzzle, solution
from ttt_tui.puzzles.text import from_text

FORK = "1: 3x3, 3 in a row, win in 3, rated 1049: c2 a1"
HOLD = "2: 3x3, 3 in a row, hold for 2, rated 835: c2 b3 a3"
LARGE = (
    "3: 11x11, 5 in a row, win in 3, rated 1472: "
    "f4 h5 g7 g5 f6 f7 e5 d4 i5 d6 i4 d5 d7 e6 g8 c4 b3 d3 d2 e2 b5 c6 f8 b6 a6 h6"
)
STOP = "4: 11x11, 5 in a row, stop, rated 1439: f6 g4 h5 e6 f5 f7 g8 g5 h6 h4 g7 g3"


HINTS = {
    FORK: ["The right move threatens a line", "Look along your column c1 to c3"],
    HOLD: ["Find how the other side would win", "Look along X's diagonal a3 to c1"],
    LARGE: ["The right move threatens a line", "Look along your diagonal e5 to i9"],
    STOP: ["Find the square that blocks the most threats", "Look along O's column g2 to g6"],
}
"""The first two hints to each."""


def puzzle(text: str) -> Puzzle:
    (found,) = from_text(text)
    return found


class Trying:
    def __init__(self, text: str) -> None:
        self.attempt = PuzzleAttempt(puzzle(text), datetime(2026, 11, 22, tzinfo=UTC))
        self.prover = prover_of(self.attempt.puzzle.geometry)

    def answer(self) -> None:
        while self.attempt.stage is Stage.CHECKING:
            self.attempt.take(self.attempt.question()(self.prover, NEVER))

    def place(self, name: str) -> None:
        self.attempt.place(self.attempt.puzzle.geometry.parse(name))
        self.answer()

    def walk(self) -> None:
        while self.attempt.stage is Stage.LINE:
            self.attempt.step()

    @property
    def moves(self) -> list[str]:
        played = [move.square for move in self.attempt.game.moves if move.square is not None]
        return [*map(self.attempt.puzzle.geometry.name, played[len(self.attempt.puzzle.played) :])]

    def names(self, squares: tuple[int, ...]) -> list[str]:
        return [*map(self.attempt.puzzle.geometry.name, squares)]


each_puzzle = pytest.mark.parametrize(
    "text", [FORK, HOLD, LARGE, STOP], ids=["fork", "hold", "large", "stop"]
)


@pytest.mark.sample(every=2)
@each_puzzle
def test_the_solution_solves_it(text: str) -> None:
    trying = Trying(text)
    attempt = trying.attempt
    line = trying.names(solution(trying.prover, attempt.task))
    assert len(line) <= 2 * attempt.puzzle.moves - 1
    for name in line[::2]:
        assert attempt.stage is Stage.TURN
        trying.place(name)
    assert attempt.stage is Stage.OVER
    assert attempt.is_solved
    assert is_clean(attempt)
    assert trying.moves == line, "the replies are those of the solution"
    assert len(attempt.right) == len(line[::2])
    assert "solved" in attempt.message
    with pytest.raises(IllegalMove, match="the puzzle is over"):
        attempt.place(attempt.puzzle.geometry.squares[-1])


@pytest.mark.sample(every=4)
@each_puzzle
def test_what_misses_is_refuted_and_taken_back(text: str) -> None:
    trying = Trying(text)
    attempt = trying.attempt
    (right,) = trying.prover.keeping(attempt.task)
    wrong = [square for square in attempt.task.position.moves if square != right][:6]
    count = 0
    for square in wrong:
        effect = trying.prover.judge(attempt.task, square).effect
        assert effect is not MoveEffect.KEEPS
        count += effect is MoveEffect.LOSES
        trying.place(attempt.puzzle.geometry.name(square))
        trying.walk()
        assert attempt.stage is (Stage.MISSED if effect is MoveEffect.LOSES else Stage.TURN)
        assert attempt.wrong == count
        attempt.again()
        assert trying.moves == []
        assert attempt.stage is Stage.TURN
    trying.place(attempt.puzzle.geometry.name(right))
    assert attempt.stage in (Stage.TURN, Stage.OVER)
    assert not is_clean(attempt)


def test_a_refutation_ends_with_the_other_sides_line() -> None:
    trying = Trying(HOLD)
    trying.place("a1")  # any but one move loses
    assert trying.attempt.stage is Stage.LINE
    assert "loses by force" in trying.attempt.message
    with pytest.raises(IllegalMove, match="wait"):
        trying.attempt.place(trying.attempt.puzzle.geometry.parse("b1"))
    trying.walk()
    outcome = sure(trying.attempt.game.outcome)
    assert outcome.winner == 1 - trying.attempt.player


@pytest.mark.sample(every=2)
@each_puzzle
def test_hints_say_more_each_time_and_cost_the_point(text: str) -> None:
    trying = Trying(text)
    attempt = trying.attempt
    (right,) = trying.prover.keeping(attempt.task)
    name = attempt.puzzle.geometry.name(right)
    told = []
    for press in range(4):
        attempt.hint()
        assert (attempt.stage is Stage.CHECKING) == (press == 0), "only the first one has to be looked for"
        trying.answer()
        told.append(attempt.message)
        assert attempt.hint_step == min(press + 1, 3)
        assert (attempt.meant is not None) == (press > 0), "the line that the second one names"
    geometry = attempt.puzzle.geometry
    first, *_, last = squares_of(sure(attempt.meant).squares)
    assert sorted((geometry.name(first), geometry.name(last))) == sorted(HINTS[text][1].split()[-3::2])
    assert told == [*HINTS[text], f"The move is {name}", f"The move is {name}; there are no more hints"]
    assert attempt.hints == 3, "what is told again counts once"
    attempt.again()
    attempt.restart()
    attempt.hint()
    trying.answer()
    assert (attempt.message, attempt.hints) == (told[0], 3)
    assert attempt.stage is Stage.TURN
    trying.place(name)
    assert not attempt.wrong
    assert not is_clean(attempt)


def test_the_solution_can_be_shown_from_anywhere() -> None:
    trying = Trying(FORK)
    attempt = trying.attempt
    trying.place("b1")
    attempt.show()
    trying.answer()
    assert attempt.stage is Stage.LINE
    trying.walk()
    assert attempt.stage is Stage.OVER
    assert attempt.is_shown
    assert not attempt.is_solved
    outcome = sure(attempt.game.outcome)
    assert outcome.winner == attempt.player
    attempt.show()
    assert attempt.stage is Stage.OVER, "there is nothing more to be shown"
    assert attempt.message == "End of the solution"
    attempt.again()
    assert trying.moves == []
    attempt.hint()
    trying.answer()
    assert attempt.hints == 1
    judged = {square: trying.prover.judge(attempt.task, square) for square in attempt.task.position.moves}
    wrong = next(square for square, proof in judged.items() if proof.effect is MoveEffect.LOSES)
    trying.place(attempt.puzzle.geometry.name(wrong))
    trying.walk()
    assert attempt.stage is Stage.MISSED, "a wrong move is no part of the solution that was shown"
    assert attempt.message != "End of the solution"


def test_a_right_move_can_be_taken_back_and_what_is_no_move_is_refused() -> None:
    trying = Trying(FORK)
    attempt = trying.attempt
    (right,) = trying.prover.keeping(attempt.task)
    trying.place(attempt.puzzle.geometry.name(right))
    assert attempt.task.moves == 2
    attempt.again()
    assert attempt.task.moves == 3
    assert attempt.right == ()
    assert attempt.message.startswith("X to move: find the win in 3")
    with pytest.raises(IllegalMove, match="taken"):
        trying.place("c2")
    assert attempt.stage is Stage.TURN
    assert trying.moves == []
