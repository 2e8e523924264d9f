"""Bounded memory for computers: the sizes of objects, and a cache that forgets.

Bytes are those that Python's allocator hands out, which is what `tracemalloc` counts. The process grows by
about a sixth more: blocks are freed in another order than they were asked for, so that pages stay in use for
few of them.

>>> memory = TwoGenerationCache(megabytes=0.0005, entry_bytes=30)
>>> memory.most
5
>>> for key in range(100):
...     _ = memory.keep(key, f"value of {key}")
>>> memory.get(99), memory.get(0), len(memory) <= memory.most
('value of 99', None, True)
"""

from collections.abc import Hashable
from typing import Generic, TypeVar

MEGABYTES = 150.0
"""The memory of all computers of a game together."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

SLOT = 70
"""Bytes that an entry takes in a `TwoGenerationCache` besides its key and value. A dict has 30 to 60 for
each, and here there can be three where two hold something."""

FULL_SLOT = 60
"""Bytes that an entry takes in a dict that only grows, besides its key and value, at most."""


def int_bytes(bits: int) -> int:
    """Return how many bytes an integer of so many bits takes."""
    return rounded(24 + 4 * max(1, -(-bits // 30)))


def tuple_bytes(length: int) -> int:
    """Return how many bytes a tuple of so many items takes, without these."""
    return rounded(40 + 8 * length)


def rounded(size: int) -> int:
    """Return how many bytes the allocator hands out for so many."""
    return -(-size // 16) * 16


def room(megabytes: float, tables: int) -> float:
    """Return how many of the megabytes are left beside tables of so many bytes, or a fifth if fewer are."""
    return max(megabytes - tables / 1_000_000, megabytes / 5)


class TwoGenerationCache(Generic[K, V]):
    """A dict that forgets when it is full.

    Two generations: what is kept goes to the young one; when that is full it becomes the old one, and the
    former old one is forgotten. So what was kept lately stays, and no entry has to be looked for to be thrown
    out. The forgotten generation is emptied bit by bit: to free all of it at once would hold up search and
    screen for some hundredths of a second.

    Keys are whole positions, never a hash of them: Python takes `hash` of an integer modulo 2^61 − 1, so that
    different positions share one.
    """

    def __init__(self, megabytes: float, entry_bytes: int) -> None:
        """`entry_bytes` are those of a key and a value."""
        self.entry_bytes = SLOT + entry_bytes
        self.most = max(3, int(megabytes * 1_000_000) // self.entry_bytes)
        """How many entries there can be."""
        self._young: dict[K, V] = {}
        self._old: dict[K, V] = {}
        self._forgotten: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    @property
    def bytes(self) -> int:
        """How many bytes the entries take at most, those that are not quite forgotten included."""
        return (len(self) + len(self._forgotten)) * self.entry_bytes

    def get(self, key: K) -> V | None:
        """Return what is remembered for a key, None if that is nothing."""
        value = self._young.get(key)
        return self._old.get(key) if value is None else value

    def keep(self, key: K, value: V) -> V:
        """Remember a value, instead of an earlier one for this key, and return it."""
        if forgotten := self._forgotten:
            forgotten.popitem()
            if forgotten:
                forgotten.popitem()
        if len(self._young) >= (self.most - 1) // 2:
            self._young, self._old, self._forgotten = {}, self._young, self._old
        self._young[key] = value
        return value

    def clear(self) -> None:
        """Forget everything."""
        self._young, self._old, self._forgotten = {}, {}, {}
