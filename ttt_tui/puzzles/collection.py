"""Collections of puzzles: by number, by difficulty, and one for each day; and the shipped ones."""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from math import gcd

from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text, key

EASY_BELOW, HARD_FROM = 1300, 1700
"""The bounds of medium ratings: a puzzle is easy below the first, hard from the second on."""


class Difficulty(StrEnum):
    """A range of ratings."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Difficulty":
        """Return a puzzle's difficulty."""
        return cls.at(puzzle.rating)

    @classmethod
    def at(cls, rating: float) -> "Difficulty":
        """Return the difficulty of puzzles with a rating, which suits players with that rating."""
        if rating < EASY_BELOW:
            return cls.EASY
        return cls.HARD if rating >= HARD_FROM else cls.MEDIUM


class Collection:
    """Puzzles with different numbers."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        """Raise `ValueError` for no puzzles, a puzzle without a number, or two with the same number."""
        self.puzzles = tuple(puzzles)
        """In the order given."""
        self._by_number = {puzzle.number: puzzle for puzzle in self.puzzles}
        if not self.puzzles or 0 in self._by_number or len(self._by_number) < len(self.puzzles):
            raise ValueError("a collection has puzzles, and each a number that no other has")

    def by_number(self, number: int) -> Puzzle:
        """Return the puzzle with this number; raises `KeyError` if none has it."""
        return self._by_number[number]

    def of_difficulty(self, difficulty: Difficulty) -> list[Puzzle]:
        """Return the puzzles of a difficulty, in their order; there may be none."""
        return [puzzle for puzzle in self.puzzles if Difficulty.of(puzzle) is difficulty]

    def daily(self, day: date) -> Puzzle:
        """Return the daily puzzle of a date; none comes twice before all have come.

        Puzzles of neighbouring days are on different boards, or differ in difficulty if most share a board.
        """
        order = self._by_kind
        return order[day.toordinal() * _stride(len(order)) % len(order)]

    @cached_property
    def _by_kind(self) -> tuple[Puzzle, ...]:
        """All puzzles, sorted so that similar ones are neighbours."""

        def kind(puzzle: Puzzle) -> tuple[int, int, int, int, int]:
            geometry = puzzle.geometry
            return geometry.columns, geometry.rows, geometry.line_length, puzzle.rating, puzzle.number

        return tuple(sorted(self.puzzles, key=kind))


def _stride(count: int) -> int:
    """Return the step nearest to the golden section of `count` that visits every index.

    Indices a few steps apart are then far from each other.
    """
    golden = round(count * (5**0.5 - 1) / 2)
    return min((step for step in range(1, count + 1) if gcd(step, count) == 1), key=lambda s: abs(s - golden))


@cache
def shipped() -> Collection:
    """Return the puzzles that come with the program, read at the first call."""
    return Collection(_read("shipped"))


@cache
def removed() -> Collection:
    """Return the puzzles of earlier versions of the program that were removed."""
    return Collection([*_read("faulty"), *_read("removed")])


@cache
def faulty_keys() -> frozenset[str]:
    """Return the keys of removed puzzles with wrong verdicts, whose failures are not rated."""
    return frozenset(map(key, _read("faulty")))


def _read(name: str) -> list[Puzzle]:
    return from_text((files("ttt_tui.puzzles") / f"{name}.txt").read_text(encoding="utf-8"))
