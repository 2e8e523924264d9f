"""The winning chance that an expert's score stands for, among two players.

It is a logistic function of the score, fitted to the results of the expert's own games for each line length,
with a draw as half a win. `python -m tests.analysis.fit_chances` measured the constants on 2026-11-23;
that also prints how chances compare with what came of games that were predicted by others. With six in a row
hardly any game between experts is won, so hardly any score is more than an even chance.
"""

from math import exp

from ttt_tui.computer.expert.two_player.values import DECIDED

LIKELY_WIN = 0.984
"""The chance of a win that was found while some of the loser's moves were left out: 814 were measured."""

FITTED = {4: (-0.116, 0.394), 5: (0.006, 0.324), 6: (-0.002, 0.037)}
"""For each line length measured the offset, and the slope for each 100 points of the score."""


def winning_chance(score: float, line_length: int) -> float:
    """Return the chance, 0 to 1, of the side that a search gives this score, with a draw as half a win.

    No evaluation promises more than a likely win. Line lengths that were not measured have the constants of
    the nearest that was.
    """
    if abs(score) > DECIDED:
        return LIKELY_WIN if score > 0 else 1 - LIKELY_WIN
    offset, slope = FITTED[min(max(line_length, min(FITTED)), max(FITTED))]
    chance = 1 / (1 + exp(-offset - slope * score / 100))
    return min(LIKELY_WIN, max(1 - LIKELY_WIN, chance))
