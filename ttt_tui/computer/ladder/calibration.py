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


CALIBRATIONS = {
    "THREE": Calibration(
        (0.0, 0.167, 0.0, 0.256, 0.358, 0.451, 0.546, 0.657, 0.78),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "SMALL_FOUR": Calibration(
        (0.0, 0.0, 0.005, 0.224, 0.36, 0.472, 0.526, 0.62, 0.711),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "FOUR": Calibration(
        (0.156, 0.18, 0.0, 0.276, 0.345, 0.407, 0.471, 0.515, 0.633),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "DROP": Calibration(
        (0.0, 0.001, 0.208, 0.354, 0.435, 0.598, 0.681, 0.765, 0.934),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "SMALL_FIVE": Calibration(
        (0.0, 0.098, 0.19, 0.302, 0.366, 0.463, 0.512, 0.62, 0.725),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
    "FIVE": Calibration(
        (0.0, 0.153, 0.277, 0.37, 0.483, 0.563, 0.636, 0.712, 0.834),
        (825.0, 975.0, 1125.0, 1275.0, 1425.0, 1575.0, 1725.0, 1875.0, 2025.0, 2175.0),
        (50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0),
    ),
}
"""By the name of the board class."""
