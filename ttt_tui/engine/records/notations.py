"""How other programs call the squares: names from the bottom, columns of Go, columns alone, and numbers.

>>> geometry = Geometry(7, 6, 4, Rules.parse("connect4"))
>>> digits = SquareDigits(geometry)
>>> [geometry.name(digits.square(word)) for word in digits.split("44d") or digits.split("443")]
['d1', 'd1', 'c1']
>>> SquareNames(Geometry(19, 19, 5), is_go=True).split("J9K10")
['J9', 'K10']
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ttt_tui.engine.geometry import LARGEST_SIDE, Geometry, Square, column_letter
from ttt_tui.engine.rules import GameName, Rules
from ttt_tui.errors import NotASquare

GO_LETTERS = "abcdefghjklmnopqrstu"
"""The letters of columns in Go, which leave out i."""

FEWEST_WORDS = 6
"""From so many moves in small letters on, a list with j and without i is taken for one with columns of Go."""

_NAME = re.compile(r"([A-Za-z])([0-9]{1,3})", re.ASCII)

_NAMES = re.compile(f"(?:{_NAME.pattern})+", re.ASCII)


class ColumnLetters(StrEnum):
    """The letters of columns."""

    LETTERS = "letters"
    """All, as in this program."""
    GO = "go"
    """All but i."""


def are_of_go(names: Iterable[str], rows: int | None) -> bool:
    """Whether names such as `K10` show that columns are lettered as in Go, on a board with so many rows.

    No name has an i there: with j that is no accident in a list of some length, and t is the last column of
    19 only without it.
    """
    words = [*names]
    letters = {word[0].lower() for word in words}
    if "i" in letters or not letters:
        return False
    if "t" in letters and rows == 19:
        return True
    is_likely = len(words) >= FEWEST_WORDS or any(word[0].isupper() for word in words)
    return is_likely and ("j" in letters or ("t" in letters and rows is None))


@dataclass(frozen=True, slots=True)
class SquareNames:
    """Squares as a letter and a number."""

    geometry: Geometry
    is_go: bool = False

    @property
    def is_from_top(self) -> bool:
        """Whether row 1 is the top one: other programs have no custom for games that this one has alone."""
        return self.geometry.rules.game is not GameName.IN_A_ROW

    def split(self, word: str) -> list[str]:
        """Return the squares in a word such as `h8h9`, an empty list if it is none."""
        return [found[0] for found in _NAME.finditer(word)] if _NAMES.fullmatch(word) else []

    def square(self, name: str) -> Square:
        """Return a square; raises `NotASquare`."""
        match, geometry = _NAME.fullmatch(name), self.geometry
        assert match is not None, "words have been split"
        letters = GO_LETTERS if self.is_go else "abcdefghijklmnopqrstuvwxyz"
        column, number = letters.find(match[1].lower()), int(match[2])
        if not (0 <= column < geometry.columns and 1 <= number <= geometry.rows):
            raise NotASquare(f"{name.lower()} is not on a {geometry} board")
        return geometry.at(column, number - 1 if self.is_from_top else geometry.rows - number)

    def fits_largest(self, name: str) -> bool:
        """Whether a larger board has this square."""
        match = _NAME.fullmatch(name)
        return (
            match is not None
            and match[1].lower() <= column_letter(LARGEST_SIDE - 1)
            and (1 <= int(match[2]) <= LARGEST_SIDE)
        )


@dataclass(frozen=True, slots=True)
class SquareDigits:
    """Columns where stones fall, as digits or letters; pairs of digits in Ultimate; numbers of squares."""

    geometry: Geometry

    def split(self, word: str) -> list[str]:
        """Return the moves in a word, an empty list if it is none."""
        rules = self.geometry.rules
        if rules.drop:
            return [*word] if re.fullmatch("[1-9]+|[A-Za-z]+", word, re.ASCII) else []
        if self.geometry.block_side is not None:
            return re.findall("..", word) if re.fullmatch("(?:[1-9][1-9])+", word, re.ASCII) else []
        return [word] if re.fullmatch("[0-9]{1,4}", word, re.ASCII) else []

    def square(self, name: str) -> Square:
        """Return a square, where stones fall the top one of the column; raises `NotASquare`."""
        if self.geometry.rules.drop and name.isdigit() and int(name) > self.geometry.columns:
            raise NotASquare(f"no column {name} on a {self.geometry} board")
        return self.geometry.parse(name.lower())


Notation = SquareNames | SquareDigits


def usual_columns(rules: Rules) -> bool:
    """Whether names have the letters that this program uses, since nobody plays these games on a Go board."""
    return rules.drop or rules.game is not GameName.IN_A_ROW
