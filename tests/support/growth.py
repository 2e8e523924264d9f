"""How the time of a parser grows with its input, in CPU time and within one run."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

MOST_GROWTH = 5.7
"""How many times as long four times the input may take; linear time is 4, and quadratic time 16.

A reader fails that spends two fifths of its time on something quadratic. For twice the input that limit is
2.5, so near to 2 that a busy machine exceeds it.
"""

FEWEST_ROUNDS, MOST_ROUNDS = 3, 15
"""Times that each input is measured: the shortest counts, and a growth that is small enough ends it."""

LONG_ENOUGH = 0.002
"""Seconds of one measurement at least: a shorter one is repeated, since clocks and caches disturb it."""

_RESERVE = [bytes(400) for _ in range(40_000)][::1000]
"""Objects all over 20 MB of Python's allocator, so that it keeps them: else each call for a large text is
measured with the pages that the system gives and takes back."""


def growth(parse: Callable[[T], object], quarter: T, whole: T) -> float:
    """Return how many times as long `parse` takes for `whole`, which is four times `quarter`.

    The inputs take turns, so that a busy machine slows both down. What `parse` raises is not caught.
    """
    repeats = max(1, round(LONG_ENOUGH / max(1e-7, _seconds(parse, quarter, 1))))
    best_quarter = best_whole = float("inf")
    for done in range(MOST_ROUNDS):
        if done >= FEWEST_ROUNDS and best_whole <= MOST_GROWTH * best_quarter:
            break
        best_quarter = min(best_quarter, _seconds(parse, quarter, repeats))
        best_whole = min(best_whole, _seconds(parse, whole, repeats))
    return best_whole / best_quarter


def _seconds(parse: Callable[[T], object], text: T, repeats: int) -> float:
    """Return the CPU seconds of this thread for so many calls."""
    before = time.thread_time()
    for _ in range(repeats):
        parse(text)
    return time.thread_time() - before
