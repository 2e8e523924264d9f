"""Coordinates: the ways in which readers call columns, rows and squares.

Records, the store and all protocols use `Geometry.name`, whose rows count from the top. What people read and
type goes through `Geometry.shown` and `Geometry.parse_choice`, which follow the board's `coordinates`:

>>> from ttt_tui.engine import Coordinates, Geometry, Rules
>>> board = Geometry(15, 15, 5)
>>> [board.shown_by(each).shown(board.parse("i2")) for each in Coordinates]
['i2', 'i2', 'i14', 'j14', '9,2']
>>> rack = Geometry(7, 6, 4, Rules.parse("drop")).shown_by(Coordinates.GAME)
>>> rack.shown(rack.parse("d6")), rack.worded(rack.parse("d6")), rack.name(rack.parse("d6"))
('4', ['column 4'], 'd6')
"""

import re
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from ttt_tui.engine.rules import LineRule, Rules
from ttt_tui.errors import NotASquare

if TYPE_CHECKING:
    from ttt_tui.engine.geometry import Geometry, Square


class Coordinates(StrEnum):
    """A choice of coordinates, with the value that the settings and the command line have for it."""

    GAME = "game"
    """By the game: where stones fall columns alone, in renju rows from the bottom, else from the top."""
    TOP = "top"
    """Letters, and rows from the top, as records have them."""
    BOTTOM = "bottom"
    """Letters, and rows from the bottom."""
    GO = "go"
    """Letters without i, and rows from the bottom."""
    NUMBERS = "numbers"
    """Column and row, both from 1 at the top left: `8,8`."""


class Style(NamedTuple):
    """What columns and rows are called."""

    letters: str
    """The letters of the columns, empty for numbers from 1."""
    from_bottom: bool
    """Whether rows count from the bottom."""
    words: str
    """The style in a sentence: `with rows from the bottom`."""

    def column(self, column: int) -> str:
        """Return what a column is called, counted from 0 at the left."""
        return self.letters[column] if self.letters else str(column + 1)

    def square(self, column: int, row: int) -> str:
        """Return what the square in a column and a row, numbered in this style, is called."""
        return f"{self.column(column)}{'' if self.letters else ','}{row}"


LETTERS = "abcdefghijklmnopqrst"

TOP = Style(LETTERS, False, "with rows from the top")

STYLES = {
    Coordinates.TOP: TOP,
    Coordinates.BOTTOM: Style(LETTERS, True, "with rows from the bottom"),
    Coordinates.GO: Style("abcdefghjklmnopqrstu", True, "with rows from the bottom, without the letter i"),
    Coordinates.NUMBERS: Style("", False, "by column and row"),
}
"""The styles that are the same for every game."""

COLUMNS_ALONE = Style("", True, "by columns")
"""The style of games in which stones fall: a move is a column; the rows of squares count from the bottom."""


def style_of(coordinates: Coordinates, rules: Rules) -> Style:
    """Return the style in which a board with some rules is shown."""
    if coordinates is Coordinates.GAME:
        if rules.drop:
            return COLUMNS_ALONE
        return STYLES[Coordinates.BOTTOM if rules.line is LineRule.RENJU else Coordinates.TOP]
    return STYLES[coordinates]


def square_in(style: Style, geometry: "Geometry", text: str) -> "Square | None":
    """Return the square that a text in small letters names in a style; None if there is no such square."""
    pattern = "([a-z])([1-9][0-9]?)" if style.letters else "([1-9][0-9]?) ?, ?([1-9][0-9]?)"
    if (match := re.fullmatch(pattern, text, re.ASCII)) is None:
        return None
    column = style.letters.find(match[1]) if style.letters else int(match[1]) - 1
    row = geometry.rows - int(match[2]) if style.from_bottom else int(match[2]) - 1
    is_there = 0 <= column < geometry.columns and 0 <= row < geometry.rows
    return geometry.at(column, row) if is_there else None


def read(geometry: "Geometry", text: str, named: Callable[[str], "Square"]) -> "Square":
    """Return the square that a reader's text in small letters names.

    `named` reads names as in records, and what is the same in every style, such as numbers of squares.
    Raises `NotASquare`; a square of another style is named in this one.
    """
    style = geometry.style
    if style is TOP and "," not in text:
        return named(text)
    if geometry.rules.drop and style.letters and len(text) == 1 and text.isalpha():
        if text in style.letters[: geometry.columns]:
            return geometry.at(style.letters.index(text), 0)
        last = style.column(geometry.columns - 1)
        raise NotASquare(f"no column {text} on a {geometry} board; choose from a to {last}")
    if style is COLUMNS_ALONE and "," not in text:  # a square stands for its column
        return named(text)
    if (square := square_in(style, geometry, text)) is not None:
        return square
    looks_like_one = re.fullmatch("[a-z][1-9][0-9]{0,2}", text, re.ASCII) or "," in text
    if not looks_like_one:
        return named(text)
    others = (square_in(other, geometry, text) for other in STYLES.values() if other is not style)
    meant = next((square for square in others if square is not None), None)
    if meant is None:
        raise NotASquare(f"{text} is not on a {geometry} board" if style.letters else geometry.notation)
    raise NotASquare(f"squares are named {style.words} here, as {geometry.located(meant)}")
