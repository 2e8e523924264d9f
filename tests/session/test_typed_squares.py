"""Squares as they are typed, with digits as on a numpad and in reading order."""

from random import Random

import pytest

from tests.support.ultimate import VARIANTS, NineBoards, name_of
from ttt_tui.engine import Geometry, Position, Rules, start_position
from ttt_tui.errors import NotASquare, UnfinishedSquare, WrongBoard
from ttt_tui.session.typed_squares import typed_square
from ttt_tui.store.settings import Settings

READING, NUMPAD = Settings(), Settings(numpad=True)


def after(words: str, *names: str, size: tuple[int, int, int] = (9, 9, 3)) -> Position:
    position = start_position(Geometry(*size, Rules.parse(words)), 2, 0)
    for name in names:
        position.play(position.geometry.parse(name))
    return position


@pytest.mark.parametrize(
    ("typed", "reading", "numpad"),
    [
        ("11", "a1", "a9"), ("59", "f6", "f4"), ("5/9", "f6", "f4"), ("5 9", "f6", "f4"), ("37", "g3", "g7"),
        ("e5", "e5", "e5"), ("B2/C3", "f6", "f6"), ("a1/b2", "b2", "b2"),
    ],
)  # fmt: skip
def test_a_numpad_turns_digits_of_boards_and_squares_but_no_names(
    typed: str, reading: str, numpad: str
) -> None:
    position = after("ultimate")
    name = position.geometry.name
    assert name(typed_square(position, typed, READING)) == reading
    assert name(typed_square(position, typed, NUMPAD)) == numpad


def test_one_digit_is_a_square_of_the_board_due_and_else_names_a_board() -> None:
    position = after("ultimate", "f6")
    assert position.digit_choices == 9
    assert position.geometry.name(typed_square(position, "1", READING)) == "g7"
    assert position.geometry.name(typed_square(position, "1", NUMPAD)) == "g9"
    anywhere = after("ultimate", *["d5", "b5", "d4", "b2", "d6", "b8"])
    assert anywhere.digit_choices == 0
    with pytest.raises(UnfinishedSquare, match="top right board") as unfinished:
        typed_square(anywhere, "3", READING)
    assert anywhere.geometry.name(unfinished.value.middle) == "h2"
    with pytest.raises(UnfinishedSquare, match="bottom right board"):
        typed_square(anywhere, "3", NUMPAD)
    with pytest.raises(WrongBoard, match="the middle board is won; open: top left, top and 6 more"):
        typed_square(anywhere, "5", READING)


def test_on_3x3_a_mark_may_stand_before_the_digit_and_other_boards_are_counted_in_reading_order() -> None:
    small, wild = after("usual", size=(3, 3, 3)), after("wild", size=(3, 3, 3))
    assert small.digit_choices == 9
    assert small.geometry.name(typed_square(small, "7", NUMPAD)) == "a1"
    assert wild.geometry.name(typed_square(wild, "o7", NUMPAD)) == "Oa1"
    large = after("usual", size=(15, 15, 5))
    assert large.digit_choices == 0
    assert large.geometry.name(typed_square(large, "7", NUMPAD)) == "g1"
    drop = after("drop", size=(7, 6, 4))
    assert drop.digit_choices == 7
    assert drop.geometry.name(typed_square(drop, "7", NUMPAD))[0] == "g"
    with pytest.raises(NotASquare, match="no square 12"):
        typed_square(small, "12", NUMPAD)


@pytest.mark.slow
@pytest.mark.parametrize("words", VARIANTS)
def test_a_digit_places_on_the_only_open_board_and_else_begins_a_square_on_an_open_one(words: str) -> None:
    random = Random(words)
    only_one_left = 0
    for _ in range(30):
        position, boards = after(words), NineBoards.by(words)
        while boards.result() is None:
            open_boards = {board for board, _ in boards.legal()}
            only_one_left += len(open_boards) == 1 and not boards.is_open(boards.due)
            assert position.digit_choices == (9 if len(open_boards) == 1 else 0)
            for digit in range(9):
                typed = str(digit + 1)
                if len(open_boards) == 1:
                    named = position.geometry.name(typed_square(position, typed, READING))
                    assert named == name_of((min(open_boards), digit))
                else:
                    with pytest.raises(UnfinishedSquare if digit in open_boards else WrongBoard):
                        typed_square(position, typed, READING)
            stone = random.choice(boards.legal())
            boards.play(stone)
            position.play(position.geometry.parse(name_of(stone)))
    assert only_one_left or "open-until-full" in words, "also where the others are closed"
