"""The winning chance that an expert's score stands for, among two players.

It is a logistic function of the score, fitted to the results of the expert's own games for each line length.
"""

from math import exp

from ttt_tui.computer.expert.two_player.values import DECIDED

LIKELY_WIN = 0.97
FITTED = {4: (0.0, 0.5), 5: (0.0, 1.7), 6: (0.0, 0.05)}


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
