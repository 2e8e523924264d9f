"""The brains of `brains.py` as programs, and a patience with which nobody waits long for them."""

import sys
from pathlib import Path

from ttt_tui.gomocup import BrainProgram
from ttt_tui.gomocup.dialogue import BrainTimeouts

BRAINS = Path(__file__).with_name("brains.py")

QUICK = BrainTimeouts(pause=0.0, first=20.0, start=20.0, answer=20.0, grace=20.0)
"""For brains that answer: long enough for the busiest machine, and no pauses."""

SHORT = BrainTimeouts(pause=0.0, first=20.0, start=20.0, answer=20.0, grace=0.2)
"""For brains that do not move."""

MEDIUM = BrainTimeouts(pause=0.0, first=20.0, start=20.0, answer=20.0, grace=2.0)
"""For brains that answer, but no move."""


def command(name: str, *arguments: object) -> list[str]:
    """Return the command of a brain; without what a site adds, Python starts in half the time."""
    return [sys.executable, "-S", "-B", str(BRAINS), name, *map(str, arguments)]


def program(name: str, *arguments: object) -> BrainProgram:
    """Return a brain as a program of which nothing is known yet."""
    return BrainProgram(tuple(command(name, *arguments)))
