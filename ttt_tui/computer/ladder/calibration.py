"""The constants of the ladder, measured in games: written by `python -m tests.tools.calibrate`, not by hand.

`docs/levels.md` has the underlying games.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Calibration:
    """The steps on boards of one class, the weakest first."""

    skills: tuple[float, ...]
    """The skill of each step below the expert, from 0, a beginner's, to 1.5."""
    ratings: tuple[float, ...]
    """The rating of each step in Elo points; the middle of the ladder is at 1500."""
    deviations: tuple[float, ...]
    """The uncertainty of these ratings, in points."""


CALIBRATIONS = {
    "THREE": Calibration(
        (0.0, 0.167, 0.0, 0.256, 0.358, 0.451, 0.546, 0.657, 0.78),
        (1219.0, 1323.0, 1429.0, 1441.0, 1487.0, 1513.0, 1535.0, 1559.0, 1577.0, 1588.0),
        (30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0),
    ),
    "SMALL_FOUR": Calibration(
        (0.03, 0.044, 0.0, 0.244, 0.34, 0.406, 0.516, 0.598, 0.706),
        (993.0, 1150.0, 1265.0, 1318.0, 1458.0, 1542.0, 1677.0, 1788.0, 1884.0, 1969.0),
        (30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0),
    ),
    "FOUR": Calibration(
        (0.0, 0.174, 0.1, 0.253, 0.324, 0.378, 0.45, 0.533, 0.629),
        (998.0, 1179.0, 1249.0, 1316.0, 1463.0, 1537.0, 1636.0, 1730.0, 1811.0, 1907.0),
        (30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0),
    ),
    "DROP": Calibration(
        (0.0, 0.074, 0.222, 0.384, 0.52, 0.671, 0.797, 1.009, 1.198),
        (824.0, 930.0, 1092.0, 1275.0, 1405.0, 1595.0, 1776.0, 1963.0, 2280.0, 2360.0),
        (30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 35.0, 40.0),
    ),
    "SMALL_FIVE": Calibration(
        (0.0, 0.148, 0.224, 0.323, 0.395, 0.489, 0.593, 0.698, 0.896),
        (567.0, 784.0, 984.0, 1244.0, 1396.0, 1604.0, 1808.0, 2032.0, 2241.0, 2394.0),
        (35.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 32.0, 37.0),
    ),
    "FIVE": Calibration(
        (0.0, 0.168, 0.287, 0.37, 0.489, 0.581, 0.677, 0.79, 1.039),
        (444.0, 597.0, 912.0, 1151.0, 1402.0, 1598.0, 1872.0, 2162.0, 2434.0, 2626.0),
        (64.0, 54.0, 39.0, 37.0, 36.0, 44.0, 51.0, 65.0, 78.0, 89.0),
    ),
    "ULTIMATE": Calibration(
        (0.0, 0.1, 0.22, 0.435, 0.555, 0.695, 0.845, 0.985, 1.2),
        (792.0, 961.0, 1094.0, 1277.0, 1425.0, 1575.0, 1749.0, 1959.0, 2076.0, 2276.0),
        (30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 35.0),
    ),
}
"""The calibrations by the name of the board class."""
