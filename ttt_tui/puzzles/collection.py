"""The puzzles that come with the program: by number, by difficulty, and one for each day."""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from math import gcd

from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text, key

EASY_BELOW, HARD_FROM = 1300, 1700
"""Ratings: what is between them is medium."""

_GOLDEN = (5**0.5 - 1) / 2


class Difficulty(StrEnum):
    """How difficult a puzzle is, in a word."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Difficulty":
        """Return how difficult a puzzle is, which its rating tells."""
        return cls.at(puzzle.rating)

    @classmethod
    def at(cls, rating: float) -> "Difficulty":
        """Return how difficult what has this rating is, or is made for who has it."""
        if rating < EASY_BELOW:
            return cls.EASY
        return cls.HARD if rating >= HARD_FROM else cls.MEDIUM


class Collection:
    """A set of puzzles, of which each has a number of its own."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        """Raise `ValueError` for no puzzle, for one without a number, and for two with the same."""
        self.puzzles = tuple(puzzles)
        """All of them, in their order."""
        self._by_number = {puzzle.number: puzzle for puzzle in self.puzzles}
        if not self.puzzles or 0 in self._by_number or len(self._by_number) < len(self.puzzles):
            raise ValueError("a collection has puzzles, and each a number that no other has")

    def by_number(self, number: int) -> Puzzle:
        """Return the puzzle with this number; raises `KeyError` if none has it."""
        return self._by_number[number]

    def of_difficulty(self, difficulty: Difficulty) -> list[Puzzle]:
        """Return the puzzles that are as difficult, in their order; there may be none."""
        return [puzzle for puzzle in self.puzzles if Difficulty.of(puzzle) is difficulty]

    def daily(self, day: date) -> Puzzle:
        """Return the puzzle for a day: the same wherever it is that day, and none twice before all were it.

        Puzzles of neighbouring days are on different boards, or if most are on one, unlike in difficulty.
        """
        order = self._by_kind
        return order[day.toordinal() * _stride(len(order)) % len(order)]

    @cached_property
    def _by_kind(self) -> tuple[Puzzle, ...]:
        """All puzzles, those next to each other that are alike."""

        def kind(puzzle: Puzzle) -> tuple[int, int, int, int, int]:
            geometry = puzzle.geometry
            return geometry.columns, geometry.rows, geometry.line_length, puzzle.rating, puzzle.number

        return tuple(sorted(self.puzzles, key=kind))


def _stride(count: int) -> int:
    """Return the step nearest to the golden section of so many puzzles that leads through all of them.

    Whatever few steps one after another lead to is far apart then.
    """
    golden = round(count * _GOLDEN)
    return min((step for step in range(1, count + 1) if gcd(step, count) == 1), key=lambda s: abs(s - golden))


@cache
def shipped() -> Collection:
    """Return the puzzles that come with the program; they are read when first asked for."""
    return Collection(_read("shipped"))


@cache
def removed() -> Collection:
    """Return the puzzles that came with an earlier version of the program and no longer do."""
    return Collection([*_read("faulty"), *_read("removed")])


@cache
def faulty_keys() -> frozenset[str]:
    """Return the keys of removed puzzles whose verdicts were wrong: their failures are not rated."""
    return frozenset(map(key, _read("faulty")))


def _read(name: str) -> list[Puzzle]:
    return from_text((files("ttt_tui.puzzles") / f"{name}.txt").read_text(encoding="utf-8"))
