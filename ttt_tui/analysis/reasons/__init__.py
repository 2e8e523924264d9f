"""Why a move is good or bad, as one true thing after the other.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> from ttt_tui.analysis.reasons import reasons, sentence
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("a1", "b3", "c3", "b2"):
...     game.place(name)
>>> move = game.setup.geometry.parse("b1")
>>> for reason in reasons(game.position, move):
...     print(sentence(reason, move, game.setup, viewer=0))
b1 blocks O's line
b1: every other move loses at once
b1 threatens a line at c1
"""

from ttt_tui.analysis.reasons.found import Values, reasons
from ttt_tui.analysis.reasons.reason import Reason, ReasonKind
from ttt_tui.analysis.reasons.told import sentence, told

__all__ = ["Reason", "ReasonKind", "Values", "reasons", "sentence", "told"]
