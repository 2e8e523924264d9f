"""The kinds of games that have a rating of their own, and how strong the steps of the ladder are at each.

A step has the same skill on all boards of one class; the constants of a class were measured in games on one
of its boards (see `calibration`). A player has a rating for each class with each set of rules.

>>> from ttt_tui.computer.ladder.kinds import kind_of, step_rating
>>> from ttt_tui.engine import Geometry, Rules
>>> str(kind_of(Geometry(15, 15, 5))), str(kind_of(Geometry(3, 3, 3, Rules.parse("misere"))))
('five in a row, large board', 'three in a row, misere')
>>> rating = step_rating(kind_of(Geometry(9, 9, 5)), 4)
>>> rating.deviation <= step_rating(kind_of(Geometry(9, 9, 5, Rules.parse("torus"))), 4).deviation
True
"""

from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from ttt_tui.computer.ladder.calibration import CALIBRATIONS, Calibration
from ttt_tui.engine import GameName, Geometry, Opening, Rules

STEPS = 10
"""Steps of the ladder; the last one is the expert."""

SMALL_FOUR = 30
"""Squares of the largest small board for four in a row."""

SMALL_FIVE = 121
"""Squares of the largest small board for five in a row and more."""

UNMEASURED_DEVIATION = 150.0
"""The uncertainty, in points, of a step's rating under rules without measured games."""


class BoardClass(StrEnum):
    """Boards on which the steps play alike: some of k in a row, or one other game, with its `GameName`."""

    THREE = "three in a row"
    SMALL_FOUR = "four in a row, small board"
    FOUR = "four in a row"
    DROP = "falling stones"
    SMALL_FIVE = "five in a row, small board"
    FIVE = "five in a row, large board"
    ULTIMATE = "Ultimate"
    VANISHING = "Vanishing"


_IN_CLASS = frozenset({"drop", *GameName})
"""The words of rules implied by the class."""


class Kind(NamedTuple):
    """The games that one rating is for."""

    board: BoardClass
    rules: Rules
    """The rules of a geometry without its opening; falling stones and the game are part of the class."""

    def __str__(self) -> str:
        """Its title, like `three in a row, misere`."""
        return ", ".join((self.board, *self.other_words))

    @property
    def other_words(self) -> tuple[str, ...]:
        """The words of rules that the class does not imply: games under these rules were not measured."""
        return tuple(word for word in self.rules.words if word not in _IN_CLASS)


class StepRating(NamedTuple):
    """The strength of a step as an opponent, in points of a rating."""

    rating: float
    deviation: float
    """The uncertainty in points."""


def class_of(geometry: Geometry) -> BoardClass:
    """Return the class of a board."""
    if geometry.rules.game is not GameName.IN_A_ROW:
        return BoardClass[geometry.rules.game.name]
    squares, k = geometry.columns * geometry.rows, geometry.line_length
    if geometry.rules.drop:
        return BoardClass.DROP
    if k == 3:
        return BoardClass.THREE
    if k == 4:
        return BoardClass.SMALL_FOUR if squares <= SMALL_FOUR else BoardClass.FOUR
    return BoardClass.SMALL_FIVE if squares <= SMALL_FIVE else BoardClass.FIVE


def kind_of(geometry: Geometry) -> Kind:
    """Return the kind of the games on a board, for two players."""
    return Kind(class_of(geometry), replace(geometry.rules, opening=Opening.FREE))


def calibration_of(geometry: Geometry) -> Calibration:
    """Return the constants of the steps on a board."""
    return CALIBRATIONS[class_of(geometry).name]


def step_rating(kind: Kind, strength: int) -> StepRating:
    """Return the rating of a step, 1 to `STEPS`, in games of a kind."""
    calibration = CALIBRATIONS[kind.board.name]
    deviation = calibration.deviations[strength - 1]
    if kind.other_words:
        deviation = max(deviation, UNMEASURED_DEVIATION)
    return StepRating(calibration.ratings[strength - 1], deviation)
