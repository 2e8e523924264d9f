"""Ultimate as the analysis knows it."""

from ttt_tui.analysis.chances import Scale
from ttt_tui.analysis.hint_writer import HintWriter
from ttt_tui.analysis.ultimate import words
from ttt_tui.analysis.ultimate.hint import UltimateHintWriter
from ttt_tui.analysis.ultimate.reasons import facts_of_move, reasons_of
from ttt_tui.computer.ultimate.search_board import SCALE
from ttt_tui.engine import Rules

SLOPES = {(False, False): 1.29, (False, True): 1.51, (True, False): 0.47, (True, True): 0.47}
"""The slope by *open until full* and *most boards*: from 160, 100 and 100 games. Both together were not
measured."""

WEIGHT = 2.0
"""Chances fall little by little: a random move loses less than .1 in six of ten, and one of the
expert's hardly ever .05.

Mean accuracies by other weights, in 25 to 40 games of a level against itself (8 of the expert), usual rules
and *open until full*:

    weight      1         2         3         4
    random    71  83    60  74    53  68    49  63
    novice 1  77  84    66  75    59  69    54  65
    medium 4  86  90    78  84    73  80    69  77
    expert    95  95    91  92    89  90    87  88

With twice the loss, random movers by the usual rules are about as low as in Connect Four, while the expert
keeps nine tenths. A higher weight only takes from the expert: random movers and novices come no further
apart, since what tells them apart are their few great losses, which by then have nothing left to count."""


class Ultimate:
    """The answers are those of the modules beside it."""

    widest = words.WIDEST
    hint_writer: type[HintWriter] = UltimateHintWriter
    facts = staticmethod(facts_of_move)
    reasons = staticmethod(reasons_of)
    log_ways = staticmethod(words.log_ways)
    phrase = staticmethod(words.phrase)

    def winner_moves_last(self, rules: Rules) -> bool:
        return not rules.most_boards

    def scale(self, rules: Rules) -> Scale:
        return Scale(0.0, SLOPES[rules.until_full, rules.most_boards], SCALE, weight=WEIGHT)
