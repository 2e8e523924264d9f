"""What a monkey does, as plain data: a script of items, whose `repr` can be pasted into a test.

A script is a list that begins with a `Start`. Nothing in it depends on what the program does, so that it
follows from its seed alone, can be played again, and stays a script when items are taken out.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar


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
    is_served: bool = False
    """Whether the program is that of a visitor of a server, confined to the home of the script."""


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
    return "[\n" + "".join(f"    {item!r},\n" for item in script) + "]"


# --- shrinking ------------------------------------------------------------------------------------------


T = TypeVar("T")


def shrink(script: Script, fails: Callable[[Script], bool], seconds: float) -> Script:
    """Return a part of a script that still fails, after at most about so many seconds of trying.

    `fails` plays a script and tells whether it fails as the whole one did. The method is delta debugging:
    Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
    """
    deadline = time.monotonic() + seconds

    def in_time(shorter: Script) -> bool:
        return time.monotonic() < deadline and fails(shorter)

    starts = [i for i, item in enumerate(script) if isinstance(item, Start)]
    if in_time(script[starts[-1] :]):
        script = script[starts[-1] :]
    script = _without(script, in_time)
    plain = [item if not isinstance(item, Start) else _plainer(item) for item in script]
    if plain != script and in_time(plain):
        script = plain
    for i in range(len(script) - 1, -1, -1):
        item = script[i]
        if isinstance(item, Write) and len(item.parts) > 1:
            before, after = script[:i], script[i + 1 :]
            parts = _without(item.parts, partial(_fails_with, in_time, before, after))
            script = [*before, Write(*parts), *after]
    return _without(script, in_time)


def _fails_with(fails: Callable[[Script], bool], before: Script, after: Script, parts: list[bytes]) -> bool:
    return fails([*before, Write(*parts), *after])


def _without(items: Sequence[T], fails: Callable[[list[T]], bool]) -> list[T]:
    """Return a part of `items` of which none can be taken out; the first and a look at the end stay."""
    kept = list(items)
    size = max(1, len(kept) // 2)
    while True:
        start, is_shorter = 0, False
        while start < len(kept):
            shorter = [
                item
                for i, item in enumerate(kept)
                if i not in range(start, start + size) or _has_to_stay(i, item, kept)
            ]
            if shorter and len(shorter) < len(kept) and fails(shorter):
                kept, is_shorter = shorter, True
            else:
                start += size
        if size == 1 and not is_shorter:
            return kept
        size = max(1, size // 2) if not is_shorter or size > 1 else 1


def _has_to_stay(i: int, item: object, items: Sequence[object]) -> bool:
    return isinstance(item, Start | Look) and i in (0, len(items) - 1)


def _plainer(start: Start) -> Start:
    """Return the same start in a usual terminal."""
    return replace(start, term="xterm-256color")
