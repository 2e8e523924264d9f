"""Puzzles as text, there and back; the reader takes anything from strangers."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.sampling import sampled
from tests.support.strategies import any_text
from ttt_tui.engine import Geometry, Position, Square
from ttt_tui.errors import PuzzleTextError
from ttt_tui.puzzles.puzzle import Goal, Puzzle
from ttt_tui.puzzles.text import (
    LARGEST_TEXT,
    LONGEST_LINE,
    from_text,
    key,
    puzzles_text,
    same_position_key,
    to_text,
)

GOOD = "7: 15x15, 5 in a row, win in 3, rated 1430: h8 i7 g9"

a_few = settings(max_examples=sampled(60, 25))
many = settings(max_examples=sampled(300, 120))


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Any puzzle that can be written; whether it can be solved does not matter."""
    columns, rows = draw(st.integers(3, 20)), draw(st.integers(3, 20))
    geometry = Geometry(columns, rows, draw(st.integers(3, max(columns, rows))))
    wanted = draw(st.lists(st.sampled_from(geometry.squares), unique=True, max_size=30))
    played = _until_over(geometry, wanted)
    left = (len(geometry.squares) - len(played) + 1) // 2
    goals = [Goal.WIN] * (left >= 2) + [Goal.HOLD if len(geometry.squares) <= 36 else Goal.STOP]
    goal = draw(st.sampled_from(goals))
    least = 2 if goal is Goal.WIN else 1
    moves = 1 if goal is Goal.STOP else draw(st.integers(least, left))
    return Puzzle(geometry, played, goal, moves, draw(st.integers(100, 4000)), draw(st.integers(0, 999_999)))


def _until_over(geometry: Geometry, wanted: list[Square]) -> tuple[Square, ...]:
    """As many of these moves as leave a game open."""
    position = Position(geometry, 2)
    for square in wanted:
        position.play(square)
        over = any(map(geometry.has_line, position.stones)) or not position.empty or position.is_dead()
        if over:
            return tuple(wanted[: position.ply - 1])
    return tuple(wanted)


def refused(text: str) -> PuzzleTextError:
    with pytest.raises(PuzzleTextError) as caught:
        from_text(text)
    return caught.value


# --- there and back


@a_few
@given(puzzles())
def test_what_is_written_is_read(puzzle: Puzzle) -> None:
    assert from_text(to_text(puzzle)) == [puzzle]
    assert len(to_text(puzzle)) < LONGEST_LINE


@pytest.mark.slow
@a_few
@given(st.lists(puzzles(), max_size=4, unique_by=lambda puzzle: puzzle.number))
def test_many_are_read_in_their_order(several: list[Puzzle]) -> None:
    assert from_text(puzzles_text(several)) == several


def test_how_a_puzzle_is_written() -> None:
    geometry = Geometry(20, 20, 20)
    fullest = Puzzle(geometry, geometry.squares[1:], Goal.STOP, 1, 4000, 999_999)
    assert len(to_text(fullest)) < LONGEST_LINE
    assert from_text("") == from_text("# nothing\n\n") == []
    (puzzle,) = from_text(GOOD)
    geometry = Geometry(15, 15, 5)
    assert puzzle == Puzzle(geometry, tuple(map(geometry.parse, ["h8", "i7", "g9"])), Goal.WIN, 3, 1430, 7)
    assert to_text(puzzle) == GOOD
    assert to_text(replace(puzzle, number=0)) == GOOD.removeprefix("7: ")
    assert to_text(replace(puzzle, goal=Goal.STOP, moves=1)) == GOOD.replace("win in 3", "stop")


def test_a_person_may_write_it_a_little_differently() -> None:
    puzzle = "  7 :15 × 15 ,5 in  a row,win  in 3,rated 1430:H8   i7 112  "
    (one, other) = from_text(f"\ufeff# a comment\r\n\r\n{puzzle}\r   # more\n{GOOD[3:]}")
    assert one == replace(other, number=7, played=(*other.played[:2], other.geometry.at(6, 7)))


def test_a_store_knows_a_puzzle_whatever_its_number_and_its_rating() -> None:
    (puzzle,) = from_text(GOOD)
    assert key(puzzle) == "15x15, 5 in a row, win in 3: h8 i7 g9"
    assert key(replace(puzzle, number=0, rating=100)) == key(puzzle)
    assert key(replace(puzzle, moves=2)) != key(puzzle) != key(replace(puzzle, played=puzzle.played[:2]))


# --- what is wrong


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        ("7: ", "x: ", "x", "a puzzle's number must be a whole number .* “x”"),
        ("7: ", "0: ", "0", "numbers start at 1"),
        ("7: ", "-7: ", "-7", "number"),
        ("7: ", "7: 7: ", "7: 7:", "after a colon"),
        (": h8", " h8", "7: 15x15", "separate board, line, goal and rating with commas"),
        ("15x15, ", "", "5 in", "with commas"),
        ("15x15", "15*15", "15*15", "write a board like 15x15, not “15\\*15”"),
        ("15x15", "21x15", "21x15", "3 to 20"),
        ("15x15", "2x2", "2x2", "3 to 20"),
        ("5 in a row", "21 in a row", "15x15", "21 in a row is not possible on a 15×15 board"),
        ("5 in a row", "2 in a row", "15x15", "choose 3 to 15"),
        ("5 in a row", "five in a row", "five", "write the line like 5 in a row"),
        ("win in 3", "win", "win", "write a goal like win in 3, hold for 2, or stop"),
        ("win in 3", "win in 1", "win in 1", "win in two or more, or stop"),
        ("win in 3", "win in 0", "win in 0", "win in two or more, or stop"),
        ("win in 3", "hold for 2", "hold", "the goal on a 15×15 board must be"),
        ("win in 3", "win in 112", "win in 112", "squares for 111 moves"),
        ("win in 3", "draw", "draw", "write a goal like"),
        ("win in 3", "winning", "winning", "write a goal like"),
        ("win in 3", "stop it", "stop it", "write a goal like"),
        ("rated 1430", "1430", "1430", "write a rating like: rated 1430"),
        ("rated 1430", "rated 99", "rated", "100 to 4000, not 99"),
        ("rated 1430", "rated 4001", "rated", "100 to 4000"),
        ("i7", "p7", "p7", "p7 is not on a 15×15 board"),
        ("i7", "i7\x1b[2J", "i7\x1b", re.escape("“i7?[2J” is not a square: write a square like")),
        ("g9", "h8", "h8", "h8 is taken; each square can be used once"),
        ("i7 g9", "a1 i8 a2 j8 a3 k8 a4 l8 m1 a5", "l8", "completes a line"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, place: str, reason: str) -> None:
    text = GOOD.replace(old, new, 1)
    error = refused(f"# some puzzles\n{text}\n")
    assert re.search(reason, error.reason)
    assert error.line == 2
    assert error.column == (text.rindex(place) if new == "h8" else text.index(place)) + 1
    assert str(error).startswith(f"line 2, column {error.column}: ")
    assert str(error).isprintable()


def test_a_full_and_a_dead_board_are_no_puzzles() -> None:
    head = "3x3, 3 in a row, hold for 1, rated 900: "
    assert "fills the board" in refused(head + "a1 b1 c1 b2 a2 a3 c3 c2 b3").reason.replace("leaves", "")
    error = refused(head + "a1 b1 c1 b2 a2 a3 c3 c2")
    assert "no line is possible after this move" in error.reason
    assert error.column == len(head) + 3 * 7 + 1


def test_on_a_small_board_nothing_is_to_stop_and_no_number_is_there_twice() -> None:
    error = refused("3x3, 3 in a row, stop, rated 900: a1")
    assert error.reason == "the goal on a 3×3 board must be win in two or more, or hold for one or more"
    error = refused(f"\n{GOOD}\n{GOOD[3:]}\n  {GOOD}")
    assert (error.line, error.column) == (4, 3)
    assert "line 2 already has the number 7" in error.reason


def test_what_is_too_long_is_not_looked_at() -> None:
    assert (
        f"a puzzle file has at most {LARGEST_TEXT:,} characters" in refused(" " * (LARGEST_TEXT + 1)).reason
    )
    error = refused(f"{GOOD}\n{GOOD[3:]}{' g9' * LONGEST_LINE}")
    assert (error.line, error.column) == (2, LONGEST_LINE + 1)


LITTLE_WRONG = st.builds(
    lambda at, cut, new: GOOD[:at] + new + GOOD[at + cut :],
    st.integers(0, len(GOOD) - 1), st.integers(0, 4), any_text(4),
)  # fmt: skip


@pytest.mark.slow
@many
@given(st.text(st.sampled_from(GOOD + "#\n\t\x00×²é-"), max_size=80) | any_text() | LITTLE_WRONG)
def test_nothing_else_is_raised(text: str) -> None:
    try:
        from_text(text)
    except PuzzleTextError as refusal:
        error = refusal
    else:
        return
    assert str(error).isprintable()
    assert min(error.line, error.column) >= 1


# --- symmetry


def turned(puzzle: Puzzle) -> Puzzle:
    """The puzzle on the board that was turned by a quarter."""
    old = puzzle.geometry
    new = Geometry(old.rows, old.columns, old.line_length)
    played = tuple(new.at(old.rows - 1 - old.row(square), old.column(square)) for square in puzzle.played)
    return replace(puzzle, geometry=new, played=played)


def mirrored(puzzle: Puzzle) -> Puzzle:
    board = puzzle.geometry
    played = tuple(
        board.at(board.columns - 1 - board.column(square), board.row(square)) for square in puzzle.played
    )
    return replace(puzzle, played=played)


@a_few
@given(puzzles())
def test_a_puzzle_is_the_same_turned_and_mirrored(puzzle: Puzzle) -> None:
    known = same_position_key(puzzle)
    for image in (puzzle, mirrored(puzzle)):
        for _ in range(4):
            assert same_position_key(image) == known
            image = turned(image)
        assert replace(image, played=()) == replace(puzzle, played=())


def test_the_same_position_is_known_by_who_is_to_move_not_by_how_it_came_about() -> None:
    def known(moves: str) -> object:
        (puzzle,) = from_text(f"5x4, 4 in a row, hold for 1, rated 900: {moves}")
        return same_position_key(puzzle)

    assert known("a1 b1 a2 c3") == known("a2 c3 a1 b1") == known("e1 d1 e2 c3")
    assert known("a1 b1 a2 c3") != known("b1 a1 c3 a2")
    assert known("a1 b1") != known("a1 b2")
    assert known("a1 b2 d4") == known("e4 d3 b1") == known("b1 d3 e4")
