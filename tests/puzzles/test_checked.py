"""The shipped puzzles are proved again; and who proves them is right, and notices what is wrong."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests import check_puzzles
from tests.puzzles.checked import fault, stones
from tests.puzzles.exact_values import ExactValues
from tests.puzzles.forced_wins import Lengths, Wins
from tests.puzzles.masks import singles
from tests.puzzles.positions import scattered
from tests.puzzles.scanned_threats import Threats, TooHard
from tests.support.reference import CERTAIN, Board, MaxN
from tests.support.sampling import sampled
from ttt_tui.engine import Geometry
from ttt_tui.puzzles.collection import shipped
from ttt_tui.puzzles.puzzle import Goal, Puzzle
from ttt_tui.puzzles.puzzle_text import from_text, to_text

SOUND = from_text(
    """
    3x3, 3 in a row, win in 2, rated 800: a2 b2 b3 b1
    3x3, 3 in a row, win in 3, rated 1000: b3 a1
    3x3, 3 in a row, hold for 1, rated 700: a1 b1 c1
    4x4, 3 in a row, win in 3, rated 1100: a1 b3 b1 c1
    5x4, 4 in a row, hold for 2, rated 1300: b4 d2 e2 d4 e3 a3 e1 c2 a4 e4
    7x6, 4 in a row, stop, rated 1350: d3 g2 e4 d4 f5 c2 c5 g6 c3 e3 d2 d5 c4 c6 d6 b4 b3 a3 g3
    9x9, 5 in a row, stop, rated 1750: e5 e6 a4 d5 d6 f4 a7 d4 f5 e4
    9x9, 5 in a row, win in 2, rated 1300: e5 f5 b8 e6 f6 d4 e4 d5 d6 e7
    15x15, 5 in a row, win in 4, rated 1400: g9 h7 h10 g6 g10 g8 f9 h9
    """
)


# --- the puzzles


@pytest.mark.sample(every=8)
@pytest.mark.parametrize("puzzle", check_puzzles.sample([*shipped().puzzles], sampled(200, 15)), ids=to_text)
def test_a_shipped_puzzle_is_what_it_says(puzzle: Puzzle) -> None:
    with suppress(TooHard):  # `python -m tests.check_puzzles` takes the time
        assert fault(puzzle, sampled(500_000, 10_000)) is None


def test_no_shipped_puzzle_is_there_twice() -> None:
    assert [*check_puzzles.twice([*shipped().puzzles])] == []


# --- what is wrong is noticed


@pytest.mark.parametrize("puzzle", SOUND, ids=to_text)
def test_another_number_of_moves_is_wrong(puzzle: Puzzle) -> None:
    assert fault(puzzle) is None
    if puzzle.goal is Goal.WIN:
        assert fault(replace(puzzle, moves=puzzle.moves + 1)) == f"the win takes {puzzle.moves} moves"
        assert fault(replace(puzzle, moves=puzzle.moves - 1)) is not None


@pytest.mark.parametrize("puzzle", SOUND[:-1], ids=to_text)  # on the largest board that takes long
def test_another_goal_is_wrong(puzzle: Puzzle) -> None:
    other = Goal.STOP if not puzzle.is_settled else Goal.HOLD
    goal, moves = (Goal.WIN, 3) if puzzle.goal is not Goal.WIN else (other, 1)
    assert fault(replace(puzzle, goal=goal, moves=moves)) is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3x3, 3 in a row, win in 2, rated 900: a1 b2 b1", "a line lacks one square"),
        ("9x9, 5 in a row, stop, rated 900: a1 b2 a2 b3 a3 b4 a4", "a line lacks one square"),
        ("4x4, 3 in a row, win in 2, rated 900: b2 c4", "9 moves win, 0 draw, 5 lose"),
        ("3x3, 3 in a row, hold for 1, rated 900: a1 b2", "0 moves win, 7 draw, 0 lose"),
        ("9x9, 5 in a row, win in 3, rated 900: e5 a1 e6 a9 e4 i9", "the win takes 2 moves"),
        ("9x9, 5 in a row, win in 2, rated 900: e5 a1 e6 a9 e4 i9", "2 moves win"),
        ("9x9, 5 in a row, win in 2, rated 900: e5 a1 e6 a9", "0 moves win"),
        ("9x9, 5 in a row, stop, rated 900: e5 a1", "more than one move leaves the other side no win"),
    ],
)
def test_what_is_no_puzzle_is_noticed(text: str, reason: str) -> None:
    (puzzle,) = from_text(text)
    assert reason in (fault(puzzle) or "")


def test_the_command_tells_which_are_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    wrong = replace(SOUND[2], goal=Goal.WIN, moves=2)
    mirrored = "3x3, 3 in a row, win in 3, rated 990: b1 a3"
    for puzzles, status, printed in (
        (SOUND[:2], 0, ["2 puzzles, 0 wrong"]),
        ([*SOUND[:2], wrong], 1, [to_text(wrong), "0 moves win, 1 draw, 5 lose", "3 puzzles, 1 wrong"]),
        ([SOUND[1], *from_text(mirrored)], 1, [mirrored, "is the same position as"]),
    ):
        file.write_text("".join(f"{to_text(puzzle)}\n" for puzzle in puzzles))
        monkeypatch.setattr("sys.argv", ["check_puzzles", str(file), "--sample", "5"])
        assert check_puzzles.main() == status
        out = capsys.readouterr().out
        assert all(line in out for line in printed)


# --- who proves them is right


@pytest.mark.parametrize("number", range(sampled(40, 6)))
@pytest.mark.parametrize("board", [(3, 3, 3), (4, 3, 3), (4, 4, 4)])
def test_values_are_those_of_plain_minimax(board: tuple[int, int, int], number: int) -> None:
    rng = Random(f"{board} {number}")
    geometry = Geometry(*board)
    squares = len(geometry.squares)
    played = scattered(geometry, rng.randrange(max(0, squares - 8), squares - 2), rng)
    position = Board(*board, [0, 1])
    for square in played:
        position.place((geometry.column(square), geometry.row(square)))
    values, plain = ExactValues(*board), MaxN()
    mine, theirs = stones(Puzzle(geometry, played, Goal.HOLD, 1, 1500))
    mover = position.to_move
    for cell in position.empty():
        worth = plain.worth_of_move(position, cell)[mover]
        assert values.value(mine, theirs, values.bit(cell)) == (worth > 0) - (worth < 0)
    best = plain.worth(position)[mover]
    stones_needed = (CERTAIN - best - len(played) + 1) // 2 if best > 0 else None
    assert next((n for n in range(1, 6) if values.wins(mine, theirs, n)), None) == stones_needed


@pytest.mark.parametrize("number", range(sampled(30, 3)))
@pytest.mark.parametrize("board", [(6, 6, 4), (7, 7, 5), (7, 6, 4), (6, 7, 3)])
def test_the_replies_that_are_left_out_do_not_matter(board: tuple[int, int, int], number: int) -> None:
    rng = Random(f"{board} {number}")
    geometry = Geometry(*board)
    played = scattered(geometry, rng.randrange(4, 6 if board[2] == 3 else 14), rng)
    mine, theirs = stones(Puzzle(geometry, played, Goal.WIN, 4, 1500))
    few, every = Lengths(Threats(*board)), Lengths(Threats(*board, every_reply=True))
    assert few.shortest(mine, theirs, 4) == every.shortest(mine, theirs, 4)
    for move in singles(few.threats.board & ~mine & ~theirs):
        assert few.has_won(mine | move, theirs, 3) == every.has_won(mine | move, theirs, 3)


@pytest.mark.parametrize("number", range(sampled(30, 4)))
@pytest.mark.parametrize("board", [(7, 6, 4), (7, 7, 5), (8, 7, 4)])
def test_there_is_a_win_just_if_it_has_a_length(board: tuple[int, int, int], number: int) -> None:
    rng = Random(f"{board} {number}")
    geometry = Geometry(*board)
    mine, theirs = stones(Puzzle(geometry, scattered(geometry, rng.randrange(4, 26), rng), Goal.WIN, 4, 1500))
    shortest = Lengths(Threats(*board)).shortest(mine, theirs, 5)
    wins = shortest is not None
    with suppress(TooHard):
        wins = Wins(Threats(*board, most_looks=3_000)).wins(mine, theirs)
    assert wins or shortest is None
    if wins and shortest is None:
        assert Lengths(Threats(*board)).shortest(mine, theirs, 9)


def test_threats_are_what_their_definitions_say() -> None:
    threats = Threats(9, 9, 5)
    row = [1 << column for column in range(9)]
    mine = row[0] | row[2] | row[4]
    (shape, other) = threats.shapes(mine, 0)
    assert shape.completes == 0
    assert shape.fours == row[1] | row[3]
    assert shape.doubles == 0
    assert other == (0, 0, 0, 0)
    mine |= row[3]
    assert threats.shapes(mine, 0)[0].completes == row[1]
    assert threats.shapes(mine | row[6], 0)[0].completes == row[1] | row[5]
    assert threats.attacks(mine | row[1], row[5]) == (0, 0)
    open_three = row[3] | row[4] | row[5]
    assert threats.shapes(open_three, 0)[0].doubles == row[2] | row[6]
    assert threats.shapes(open_three, row[1])[0].doubles == row[6]
    assert threats.shapes(open_three, row[1] | row[7])[0].doubles == 0
    assert threats.shapes(row[3] | row[4], 0)[0].threes == row[1] | row[2] | row[5] | row[6]
    assert threats.shapes(row[3] | row[4], row[0] | row[8])[0].threes == row[2] | row[5] | row[6]


def test_a_line_longer_than_needed_wins_too() -> None:
    threats = Threats(9, 9, 5)
    row = [1 << column for column in range(9)]
    assert threats.attacks(row[0] | row[1] | row[2] | row[4] | row[5], 0)[0] == 1
