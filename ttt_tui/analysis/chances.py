"""The conversion of scores of the expert's search to winning chances.

The winning chance of a score is a logistic function of it, fitted to the results of the expert's own games,
for each line length, where stones fall and with two stones a turn, and in other games (see `games`), with a
draw as half a win. `python -m tests.analysis.fit_chances` measured the constants, on 2026-11-23, those of
Ultimate on 2026-11-26, where stones fall and with two stones a turn on 2026-11-28; that also prints how
chances compare with the results of games predicted from the other games. With six in a row hardly any game
between experts is won, so hardly any score is more than an even chance.

Under rules of which the expert knows only proofs, scores mean nothing: there is no scale.
"""

from math import exp
from typing import NamedTuple

from ttt_tui.analysis.games import of_rules
from ttt_tui.computer.expert.double.player import knows_double
from ttt_tui.computer.expert.solver.drop import knows_drop
from ttt_tui.computer.expert.two_player.values import DECIDED
from ttt_tui.engine import Geometry
from ttt_tui.engine.rules import Shortcut


class Scale(NamedTuple):
    """The conversion of scores to chances."""

    offset: float
    slope: float
    """The slope per 100 points of the score."""
    highest: float = DECIDED
    """The highest score that is an evaluation, and no win that was found."""
    needs_proof: bool = False
    """Whether only a proof marks a move: falling chances are no sign of a mistake."""
    weight: float = 1.0
    """How much a lost part of the chance counts, for marks and accuracy."""


UNKNOWN_SCALE = Scale(0.0, 0.0)
"""The scale of positions whose scores mean nothing."""


IN_A_ROW = {4: Scale(-0.116, 0.394), 5: Scale(0.006, 0.324), 6: Scale(-0.002, 0.037)}
"""The scale of each measured line length."""

IN_DROP = {4: Scale(-0.095, 1.730, needs_proof=True), 5: Scale(-0.089, 0.507, needs_proof=True)}
"""The scale of each line length where stones fall: from 300 games of Connect Four, and 50 on 9×7 with five.

What the other games predicted of Connect Four, in ten bins from the lowest chance up, and what came of it:

    predicted  .05 .15 .25 .35 .45 .55 .65 .75 .85 .95
    in games   .03 .16 .27 .39 .46 .50 .66 .75 .84 .97
    by values  .03 .10 .29 .44 .49 .59 .72 .76 .95 .99

The last line is how often the side to move wins if both play their best, a draw as one half, by a solver that
others have written: of the same positions with eight stones or more. So chances are right on the average, but
of single moves that lost .1 to .3 by them nearly all had kept the exact value, and many that lost more.
"""

IN_DOUBLE = {6: Scale(-0.201, 0.644)}
"""The scale with two stones a turn: from 50 games of Connect6, in which few searches end without a proof."""

LIKELY_WIN = 0.984
"""The chance of a win that was found while some of the loser's moves were left out: 814 were measured."""


def can_be_judged(geometry: Geometry, players: int) -> bool:
    """Whether unproved positions have meaningful chances, with this many players in the game."""
    if players > 2:
        return geometry.rules.allows(Shortcut.PLAYOUTS)
    return scale_of(geometry) is not None


def scale_of(geometry: Geometry) -> Scale | None:
    """Return the scale of scores among two players, None under rules without a known one.

    A line length that was not measured has the scale of the nearest measured one.
    """
    rules = geometry.rules
    if game := of_rules(rules):
        return game.scale(rules)
    if knows_drop(geometry):
        measured = IN_DROP
    elif knows_double(geometry):
        measured = IN_DOUBLE
    elif rules.allows(Shortcut.PATTERNS):
        measured = IN_A_ROW
    else:
        return None
    return measured[min(max(geometry.line_length, min(measured)), max(measured))]


def winning_chance(score: float, geometry: Geometry) -> float:
    """Return the chance, 0 to 1, of the side that a search gives this score, with a draw as half a win.

    No evaluation promises more than a likely win. The scale has to be known.
    """
    scale = scale_of(geometry)
    assert scale is not None, f"no scale by the rules {geometry.rules}"
    if abs(score) > scale.highest:
        return LIKELY_WIN if score > 0 else 1 - LIKELY_WIN
    chance = 1 / (1 + exp(-scale.offset - scale.slope * score / 100))
    return min(LIKELY_WIN, max(1 - LIKELY_WIN, chance))
