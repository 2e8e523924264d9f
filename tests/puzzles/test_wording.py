"""The line that a puzzle's second hint names is the one that the move makes, or stops."""

import re

import pytest

from tests.support.reference import lines
from tests.support.sampling import sampled
from tests.support.sure import sure
from ttt_tui.engine import Geometry
from ttt_tui.puzzles.collection import shipped
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, Task, solution
from ttt_tui.puzzles.text import from_text
from ttt_tui.puzzles.wording import clue

ALONG = re.compile(r"Look along (your|[XO]'s) (row|column|diagonal) ([a-t]\d+) to ([a-t]\d+)")


def squares_between(geometry: Geometry, direction: str, first: str, last: str) -> list[int]:
    """The squares of the line from one to another, which has to run in this direction."""
    (x, y), (to_x, to_y) = ends = [(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in (first, last)]
    assert direction == ("row" if y == to_y else "column" if x == to_x else "diagonal")
    every = lines(geometry.columns, geometry.rows, geometry.line_length)
    return [geometry.at(*cell) for line in every if [line[0], line[-1]] == ends for cell in line]


def check_line(task: Task, line: tuple[int, ...], attack: tuple[int, ...]) -> None:
    geometry, position = task.position.geometry, task.position
    match = sure(ALONG.fullmatch(clue(task, line, 2, attack)))
    mover, other = position.in_turn()
    squares = squares_between(geometry, *match.groups()[1:])
    assert line[0] in squares, "the move is part of it"
    owner, enemy = (mover, other) if match[1] == "your" else (other, mover)
    assert not any(position.stones[enemy] >> square & 1 for square in squares), "it can be completed"
    stones = sum(position.stones[owner] >> square & 1 for square in squares)
    assert stones
    if match[1] == "your" and clue(task, line, 1).endswith(("a line", "a line yet")):
        missing = {"completes": 1, "threatens": 2}[clue(task, line, 1).split()[3]]
        is_quiet = clue(task, line, 1).endswith("yet")
        assert is_quiet or stones >= geometry.line_length - missing
    assert position.completing(mover) >> line[0] & 1 == (
        owner == mover and stones == geometry.line_length - 1
    )


@pytest.mark.parametrize("number", sampled(range(1, 26), (1, 4, 10, 19)))
def test_the_line_is_part_of_the_threat(number: int) -> None:
    puzzle = shipped().by_number(number)
    prover, task = prover_of(puzzle.geometry), puzzle.task()
    while task.moves:
        line = solution(prover, task)
        check_line(task, line, () if task.goal is Goal.WIN else prover.attack(task))
        if len(line) < 2:
            break
        task = task.after(line[0]).after_reply(line[1])


def test_a_diagonal_is_told_where_the_column_of_the_move_is_the_other_sides() -> None:
    puzzle = shipped().by_number(117)
    task = puzzle.task()
    line = solution(prover_of(puzzle.geometry), task)
    assert [clue(task, line, step) for step in (1, 2, 3)] == [
        "The right move threatens a line",
        "Look along your diagonal a1 to d4",
        "The move is b2",
    ]
    task = task.after(line[0]).after_reply(line[1])
    assert [clue(task, line[2:], step) for step in (1, 2, 3)] == [
        "The right move completes a line",
        "Look along your diagonal b2 to e5",
        "The move is e5",
    ]


def test_what_threatens_nothing_yet_is_told_so() -> None:
    (puzzle,) = from_text("1: 15x15, 5 in a row, win in 4, rated 1500: h8 a1 h9 a3 i9 a5 j7 a7")
    task = puzzle.task()
    square = puzzle.geometry.parse("i8")
    assert clue(task, (square,), 1) == "The right move threatens no line yet"
