"""The winning chance that a score of the expert's search stands for.

The winning chance of a score is a logistic function of it, fitted to the results of the expert's own games,
for each line length, and in Ultimate for each variant, with a draw as half a win. `python -m
tests.analysis.fit_chances` measured the constants, on 2026-11-23, those of Ultimate on 2026-11-26; that also
prints how chances compare with what came of games that were predicted by others. With six in a row hardly any
game between experts is won, so hardly any score is more than an even chance.
"""

from math import exp
from typing import NamedTuple

from ttt_tui.computer.expert.two_player.values import DECIDED
from ttt_tui.engine import GameName, Geometry


class Scale(NamedTuple):
    """How scores are turned into chances."""

    offset: float
    slope: float
    """For each 100 points of the score."""
    highest: float = DECIDED
    """The highest score that is an evaluation, and no win that was found."""


IN_A_ROW = {4: Scale(-0.116, 0.394), 5: Scale(0.006, 0.324), 6: Scale(-0.002, 0.037)}
"""For each line length that was measured."""

IN_ULTIMATE = {(False, False): 1.29, (False, True): 1.51, (True, False): 0.47, (True, True): 0.47}
"""The slope by *open until full* and *most boards*: from 160, 100 and 100 games. Both together were not
measured."""

LIKELY_WIN = 0.984
"""The chance of a win that was found while some of the loser's moves were left out: 814 were measured."""


def scale_of(geometry: Geometry) -> Scale:
    """Return the scale of scores on a board: line lengths not measured have that of the nearest that was."""
    rules = geometry.rules
    if rules.game is GameName.ULTIMATE:
        from ttt_tui.computer.ultimate.chances import SCALE  # no other game waits for its tables

        return Scale(0.0, IN_ULTIMATE[rules.until_full, rules.most_boards], SCALE)
    return IN_A_ROW[min(max(geometry.line_length, min(IN_A_ROW)), max(IN_A_ROW))]


def winning_chance(score: float, geometry: Geometry) -> float:
    """Return the chance, 0 to 1, of the side that a search gives this score, with a draw as half a win.

    No evaluation promises more than a likely win.
    """
    scale = scale_of(geometry)
    if abs(score) > scale.highest:
        return LIKELY_WIN if score > 0 else 1 - LIKELY_WIN
    chance = 1 / (1 + exp(-scale.offset - scale.slope * score / 100))
    return min(LIKELY_WIN, max(1 - LIKELY_WIN, chance))
