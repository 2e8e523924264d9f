"""Makes a script that fails as short as it can, by delta debugging: what is not needed is taken out.

The method is Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from tests.monkey.script import Item, Look, Pause, Script, Start, Write

T = TypeVar("T")


def shrink(script: Script, fails: Callable[[Script], bool], seconds: float) -> Script:
    """Return a part of a script that still fails, after at most about so many seconds of trying.

    `fails` plays a script and tells whether it fails as the whole one did.
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
    return Start(start.arguments, start.columns, start.rows, variables=start.variables, delay=start.delay)


def joined(script: Sequence[Item]) -> Script:
    """Return a script without what does nothing: pauses of no time."""
    return [item for item in script if not (isinstance(item, Pause) and item.seconds <= 0)]
