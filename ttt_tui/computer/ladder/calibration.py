"""The constants of the ladder, found by games: written by `python -m tests.tools.calibrate`, not by hand.

`docs/levels.md` has the games that they come from.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Calibration:
    """The steps on boards of one class, the weakest first."""

    skills: tuple[float, ...]
    """Of each step but the last, which is the expert: from 0, a beginner's, to 1.5."""
    ratings: tuple[float, ...]
    """Of each step, in Elo points; the middle of the ladder is at 1500."""
    deviations: tuple[float, ...]
    """Points by which these may be off."""


CALIBRATIONS = {
    "THREE": Calibration(
        (0.0, 0.167, 0.0, 0.256, 0.358, 0.451, 0.546, 0.657, 0.78),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "SMALL_FOUR": Calibration(
        (0.03, 0.044, 0.0, 0.244, 0.34, 0.406, 0.516, 0.598, 0.706),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "FOUR": Calibration(
        (0.0, 0.174, 0.1, 0.253, 0.324, 0.378, 0.45, 0.533, 0.629),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "DROP": Calibration(
        (0.0, 0.074, 0.222, 0.384, 0.52, 0.671, 0.797, 1.009, 1.198),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "SMALL_FIVE": Calibration(
        (0.0, 0.148, 0.224, 0.323, 0.395, 0.489, 0.593, 0.698, 0.896),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "FIVE": Calibration(
        (0.0, 0.168, 0.287, 0.37, 0.489, 0.581, 0.677, 0.79, 1.039),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "ULTIMATE": Calibration(  # guessed: no games were played
        (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (150.0, 150.0, 150.0, 150.0, 150.0, 150.0, 150.0, 150.0, 150.0, 150.0),
    ),
}
"""By the name of the board class."""
