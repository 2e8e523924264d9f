"""Who moves when no human does. Imports the engine only."""

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
