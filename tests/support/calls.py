"""How much work something is, counted in function calls: the same on an idle machine and on a busy one."""

import sys
import time
from types import FrameType
from typing import Any, Self

MOST_CALLS = 500_000
"""Calls after the end of its time that a computer may need to look at each of some 400 moves twice."""


class CallCounter:
    """Counts the functions that this thread calls inside `with`: those of Python and those written in C.

    `after` is in seconds: what is called earlier is not counted, so that the rest is what exceeds a limit.
    Counting makes calls several times as slow.
    """

    def __init__(self, after: float = 0.0) -> None:
        self.calls = 0
        self._after = after

    def __enter__(self) -> Self:
        self._before = sys.getprofile()
        self._start = time.perf_counter() + self._after
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def _count(self, _: FrameType, event: str, __: Any) -> None:
        if event in ("call", "c_call") and time.perf_counter() >= self._start:
            self.calls += 1
