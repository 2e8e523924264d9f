"""Computer players. This room imports the engine only.

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.engine import Game, Geometry, Limit, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("a1", "b2", "b1"):
...     game.place(name)
>>> computer = LEVELS["expert"].make()
>>> thought = computer.think(game.position, Limit(seconds=1))
>>> game.place(thought.move)
>>> print(game)
   a b c
 1 X X O
 2 · O ·
 3 · · ·
>>> computer.close()
"""

from ttt_tui.computer.base import (
    A_SECOND,
    Computer,
    Proof,
    RankedMove,
    Report,
    Stop,
    Thinker,
    Thought,
    Value,
    play_game,
)
from ttt_tui.computer.levels import LEVELS, SCREEN_NAMES, Level, megabytes_each
from ttt_tui.errors import ComputerFault, IllegalAnswer

__all__ = [
    "A_SECOND",
    "LEVELS",
    "SCREEN_NAMES",
    "Computer",
    "ComputerFault",
    "IllegalAnswer",
    "Level",
    "Proof",
    "RankedMove",
    "Report",
    "Stop",
    "Thinker",
    "Thought",
    "Value",
    "megabytes_each",
    "play_game",
]
