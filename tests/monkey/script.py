"""What a monkey does, as plain data: a script of items, whose `repr` can be pasted into a test.

A script is a list that begins with a `Start`. Nothing in it depends on what the program does, so that it
follows from its seed alone, can be played again, and stays a script when items are taken out.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Start:
    """Ends the program that runs, and starts it with these arguments, in the home of the script."""

    arguments: tuple[str, ...] = ()
    columns: int = 80
    rows: int = 24
    term: str = "xterm-256color"
    variables: tuple[tuple[str, str], ...] = ()
    """More environment variables."""
    delay: float = 0.1
    """Seconds that a computer's stone stays, as the settings say."""


@dataclass(frozen=True, slots=True, init=False)
class Write:
    """Types several things with one write, as a slow line delivers them."""

    parts: tuple[bytes, ...]
    """What belongs together and is an event of its own: a key, a click, a paste."""

    def __init__(self, *parts: bytes) -> None:
        object.__setattr__(self, "parts", parts)

    def __repr__(self) -> str:
        return f"Write({', '.join(map(repr, self.parts))})"


@dataclass(frozen=True, slots=True)
class Resize:
    """Changes the size of the window."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Signal:
    """Sends a signal. `TSTP` and `STOP` are followed by `CONT` once the program has stopped."""

    name: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Waits, and reads what the program writes meanwhile."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Look:
    """Waits until the program rests, and looks whether everything is as it should be."""


Item = Start | Write | Resize | Signal | Pause | Look
Script = list[Item]


def events(script: Sequence[Item]) -> int:
    """Return how many things the monkey does to the program."""
    return sum(
        len(item.parts) if isinstance(item, Write) else isinstance(item, Resize | Signal | Start)
        for item in script
    )


def pasteable(script: Sequence[Item]) -> str:
    """Return the script as a piece of Python."""
    return "[\n" + "".join(f"    {item!r},\n" for item in script) + "]"
