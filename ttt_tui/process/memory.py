"""Memory: when Python collects garbage, and how much this process uses.

A search keeps some hundred thousand objects, none of which is garbage. A full collection takes up to 0.1 s,
in which neither the screen nor the clock advances, so collections are kept away from searches and from the
start.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OLD_THRESHOLD = 1000
"""Collections of younger objects before a collection of old ones; Python's default is 10."""


def pause_gc() -> None:
    """Disable automatic collections until `resume_gc`: most of what a start allocates stays."""
    gc.disable()


def resume_gc() -> None:
    """Enable automatic collections after `pause_gc`; objects that exist now are never examined again."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def collect_young(generation: int = 0) -> None:
    """Collect garbage among objects made since the last collection, for generation 1 since the one before.

    Python counts allocations less deallocations. A search that forgets as much as it stores makes a hundred
    thousand objects before an automatic collection, which then takes some hundredths of a second at once.
    """
    gc.collect(generation)


def collect_now() -> None:
    """Run a full collection, which also releases free lists.

    The tables of computers are freed without it, but pages that they share with free lists are not.
    """
    gc.collect()


@contextmanager
def infrequent_gc() -> Iterator[None]:
    """Make collections of old objects infrequent inside a `with` statement."""
    before = gc.get_threshold()
    gc.set_threshold(*before[:2], OLD_THRESHOLD)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def memory_in_use() -> int:
    """Return the resident memory of this process in bytes, outside Linux the maximum so far."""
    import resource
    import sys
    from pathlib import Path

    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:  # only Linux has it; the maximum starts at the parent's
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return pages * resource.getpagesize()
