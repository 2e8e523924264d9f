"""What a move did, in a player's words: facts of one position, true by definition and never from a score.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> from ttt_tui.analysis.facts import facts, said
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("b2", "a1", "c1", "a3"):
...     game.place(name)
>>> print(game)
   a b c
 1 O · X
 2 · X ·
 3 O · ·
>>> [str(fact.kind) for fact in facts(game, ply=4)]
['closed', 'wants']
>>> said(game, ply=4, viewer=0)
('closed your diagonal', 'and threatens a2')
"""

from ttt_tui.analysis.facts.found import Fact, FactKind, facts, facts_of_stone, would_have_won
from ttt_tui.analysis.facts.told import said

__all__ = ["Fact", "FactKind", "facts", "facts_of_stone", "said", "would_have_won"]
