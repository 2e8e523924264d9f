"""Who moves when no human does. Imports the engine only.

>>> from threading import Event
>>> from ttt_tui.engine import Geometry, Limit, Position
>>> position = Position(Geometry(3, 3, 3), players=2)
>>> for name in ("a1", "b2", "b1"):
...     position.play(position.geometry.parse(name))
>>> computer = LEVELS["expert"].make(seed=1, megabytes=10)
>>> thought = computer.think(position, Limit(seconds=1), Event(), lambda thought: None)
>>> position.geometry.name(thought.move)
'c1'
>>> computer.close()
"""

from ttt_tui.computer.base import Computer, Proof, RankedMove, Report, Stop, Thought, Value
from ttt_tui.computer.levels import LEVELS, Level, megabytes_each

__all__ = [
    "LEVELS",
    "Computer",
    "Level",
    "Proof",
    "RankedMove",
    "Report",
    "Stop",
    "Thought",
    "Value",
    "megabytes_each",
]
