"""When Python looks for garbage: a search remembers a hundred thousand objects, and none of them is any.

To go through them all takes up to a tenth of a second, in which neither the screen nor a clock is looked at.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OLD_THRESHOLD = 1000
"""After how many rounds among younger objects Python looks among old ones; usually after ten."""


def pause_gc() -> None:
    """Look for no garbage until `resume_gc`: what a start makes stays, and there is much of it."""
    gc.disable()


def resume_gc() -> None:
    """Look for garbage again if it was not looked for, but never among what there is already."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def look_at_the_young(generation: int = 0) -> None:
    """Look for garbage among what was made lately: since the last time, or with generation 1 a while before.

    Python counts what is made less what is freed. A search that forgets as much as it learns makes a hundred
    thousand objects before Python looks at them, all at once, for some hundredths of a second.
    """
    gc.collect(generation)


def collect_now() -> None:
    """Look for garbage among all there is, and let go of the room that Python keeps for what it may need.

    Computers' memory needs nobody to look for it, but the last of it is in pages with such room.
    """
    gc.collect()


@contextmanager
def looking_seldom() -> Iterator[None]:
    """Look for garbage among old objects seldom inside a `with` statement."""
    before = gc.get_threshold()
    gc.set_threshold(*before[:2], OLD_THRESHOLD)
    try:
        yield
    finally:
        gc.set_threshold(*before)
