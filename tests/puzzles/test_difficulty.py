"""How difficult puzzles are: what counts, and how well that is measured."""

import doctest
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests import puzzle_levels
from tests.analysis.positions import stones_of
from tests.analysis.quick_truth import QuickTruth
from tests.analysis.truth import CERTAIN
from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.scorer import points
from ttt_tui.engine import Geometry, Position, Square
from ttt_tui.puzzles.collection import shipped
from ttt_tui.puzzles.making import MOST_REFUTED, SolutionFacts, facts
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, MoveEffect, ProvedMove, Task
from ttt_tui.puzzles.text import from_text, puzzles_text


class Scripted:
    """A prover that says what it is told: one move keeps the goal, and each other loses in so many stones."""

    is_exact = False

    def __init__(self, right: Square, stones: dict[Square, int]) -> None:
        self.right, self.stones = right, stones
        self.asked: list[Square] = []

    def keeping(self, task: Task, stop: Stop = NEVER, most: int | None = None) -> list[Square]:
        return [self.right]

    def judge(self, task: Task, square: Square, stop: Stop = NEVER) -> ProvedMove:
        self.asked.append(square)
        if square == self.right:
            return ProvedMove(MoveEffect.KEEPS)
        if square not in self.stones:
            return ProvedMove(MoveEffect.LOSES, (0,))
        return ProvedMove(MoveEffect.LOSES, tuple(range(2 * self.stones[square] - 1)), is_lost=True)


def task_of(moves: str, goal: Goal) -> Task:
    geometry = Geometry(9, 9, 5)
    position = Position(geometry, players=2)
    for name in moves.split():
        position.play(geometry.parse(name))
    return Task(position, goal, 1)


def tempting(task: Task, right: Square) -> list[Square]:
    """The wrong moves that look best to somebody who looks one stone ahead."""
    others = [square for square in task.position.moves if square != right]
    return sorted(others, key=lambda square: (-points(task.position, square), square))


@pytest.mark.parametrize("goal", [Goal.STOP, Goal.HOLD])
def test_a_defence_is_the_harder_the_longer_a_tempting_move_takes_to_be_refuted(goal: Goal) -> None:
    task = task_of("e5 a1 e6 a3 e7", goal)
    right, *_ = task.position.moves
    first, second, *_ = tempting(task, right)
    found = [
        facts(Scripted(right, {first: 3, second: stones}), task)  # type: ignore[arg-type]  # it is asked no more
        for stones in (2, 7, 16)
    ]
    assert [each.refutation for each in found] == [3, 7, 16]
    assert found[0].rating < found[1].rating < found[2].rating


def test_only_the_moves_that_tempt_most_are_refuted_and_what_does_not_lose_the_game_is_not_counted() -> None:
    task = task_of("e5 a1 e6 a3 e7", Goal.STOP)
    right, *_ = task.position.moves
    wrong = tempting(task, right)
    last, beyond = wrong[MOST_REFUTED - 1 : MOST_REFUTED + 1]
    prover = Scripted(right, {last: 5, beyond: 9})
    assert facts(prover, task).refutation == 5  # type: ignore[arg-type]
    assert set(prover.asked) == {*wrong[:MOST_REFUTED]}
    assert facts(Scripted(right, {}), task).refutation == 0  # type: ignore[arg-type]


def test_a_win_is_as_hard_as_its_own_moves() -> None:
    task = task_of("e5 a1 e6 a3", Goal.WIN)
    right, *_ = task.position.moves
    found = facts(Scripted(right, dict.fromkeys(tempting(task, right), 9)), task)  # type: ignore[arg-type]
    assert found.refutation is None
    longer = SolutionFacts(found.moves + 1, found.quiet, (*found.tempting, 0), found.empty)
    assert longer.rating > found.rating


@pytest.mark.parametrize(
    ("board", "moves"),
    [
        ("3x3, 3 in a row", "c2 b3 a1"),
        ("3x3, 3 in a row", "c2 b3 a3"),
        ("4x3, 3 in a row", "d3 c2 b2"),
        ("4x3, 3 in a row", "d1 a3 b2"),
    ],
)
def test_the_refutation_on_a_small_board_is_as_long_as_trying_everything_says(board: str, moves: str) -> None:
    (puzzle,) = from_text(f"{board}, hold for 1, rated 800: {moves}")
    task = puzzle.task()
    prover = prover_of(puzzle.geometry)
    (right, *_) = prover.keeping(task)
    geometry = puzzle.geometry
    truth = QuickTruth(geometry.columns, geometry.rows, geometry.line_length)
    worths = [
        truth.after(stones_of(task.position), geometry.number(square) - 1)
        for square in tempting(task, right)[:MOST_REFUTED]
    ]
    assert max(worths) < 0
    stones = max((CERTAIN + worth) // 2 for worth in worths)
    assert facts(prover, task).refutation == stones
    prover.close()


# --- measuring -------------------------------------------------------------------------------------------


def test_a_file_is_rated_anew_and_otherwise_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = Random(1).sample(
        [puzzle for puzzle in shipped().puzzles if len(puzzle.geometry.squares) < 13], 4
    )
    path = tmp_path / "puzzles.txt"
    wrong = "# about them\n\n" + puzzles_text(replace(puzzle, rating=100) for puzzle in chosen)
    path.write_text(wrong, encoding="utf-8")
    puzzle_levels.rerate(path)
    rated = path.read_text(encoding="utf-8")
    assert rated.startswith("# about them\n\n")
    now = from_text(rated)
    for before, after in zip(chosen, now, strict=True):
        assert (after.number, after.played, after.goal, after.moves) == (
            before.number, before.played, before.goal, before.moves,
        )  # fmt: skip
        assert after.rating == facts(prover_of(after.geometry), after.task()).rating
    assert "4 of 4 puzzles have another rating" in capsys.readouterr().out
    puzzle_levels.rerate(path)
    assert path.read_text(encoding="utf-8") == rated
    assert "0 of 4" in capsys.readouterr().out
    assert [each.name for each in tmp_path.iterdir()] == ["puzzles.txt"]


def test_the_figures_of_the_measurement_are_right() -> None:
    failed, tried = doctest.testmod(puzzle_levels)
    assert tried > 0
    assert failed == 0
    assert puzzle_levels.rank_correlation([1, 1, 2], [5, 5, 9]) == 1
    assert puzzle_levels.agreement([1, 1, 2], [5, 6, 9]) == pytest.approx(2.5 / 3)


def test_the_easiest_puzzles_are_solved_by_more_levels_than_a_long_win() -> None:
    easy, hard = from_text(
        "1: 3x3, 3 in a row, win in 2, rated 800: a2 b2 b3 b1\n"
        "2: 11x11, 5 in a row, win in 3, rated 1472: "
        "f4 h5 g7 g5 f6 f7 e5 d4 i5 d6 i4 d5 d7 e6 g8 c4 b3 d3 d2 e2 b5 c6 f8 b6 a6 h6\n"
    )
    assert sum(puzzle_levels.solvers(easy)) > sum(puzzle_levels.solvers(hard))
