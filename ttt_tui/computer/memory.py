"""Bounded memory for computers: the sizes of objects, and a cache that forgets.

Bytes are counted as Python's allocator allocates them, like `tracemalloc` does. The process grows by about a
sixth more: blocks are freed in another order than they were allocated, so pages stay in use for a few of
them.

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
"""The bytes of an entry in a `TwoGenerationCache` besides its key and value. A dict has 30 to 60 for each,
and here there can be three dicts where two hold entries."""

FULL_SLOT = 60
"""The most bytes of an entry in a dict that only grows, besides its key and value."""


def int_bytes(bits: int) -> int:
    """Return the bytes of an integer with `bits` bits."""
    return rounded(24 + 4 * max(1, -(-bits // 30)))


def tuple_bytes(length: int) -> int:
    """Return the bytes of a tuple with `length` items, without the items."""
    return rounded(40 + 8 * length)


def rounded(size: int) -> int:
    """Return the bytes that the allocator reserves for `size` bytes."""
    return -(-size // 16) * 16


def room(megabytes: float, tables: int) -> float:
    """Return the megabytes left beside tables of `tables` bytes, but at least a fifth."""
    return max(megabytes - tables / 1_000_000, megabytes / 5)


class TwoGenerationCache(Generic[K, V]):
    """A dict that forgets when it is full.

    New entries go to the young generation; when it is full it becomes the old one, and the former old one is
    forgotten. So recent entries stay, and none has to be searched for to be evicted. The forgotten generation
    is emptied bit by bit: freeing it at once would block search and screen for some hundredths of a second.

    Keys are whole positions, never a hash of them: Python takes `hash` of an integer modulo 2^61 − 1, so that
    different positions share one.
    """

    def __init__(self, megabytes: float, entry_bytes: int) -> None:
        """`entry_bytes` is the size of a key and a value."""
        self.entry_bytes = SLOT + entry_bytes
        self.most = max(3, int(megabytes * 1_000_000) // self.entry_bytes)
        """The most entries."""
        self._young: dict[K, V] = {}
        self._old: dict[K, V] = {}
        self._forgotten: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    @property
    def bytes(self) -> int:
        """The most bytes of the entries, including those that are not quite forgotten."""
        return (len(self) + len(self._forgotten)) * self.entry_bytes

    def get(self, key: K) -> V | None:
        """Return the value of a key, None without one."""
        value = self._young.get(key)
        return self._old.get(key) if value is None else value

    def keep(self, key: K, value: V) -> V:
        """Store a value, replacing an earlier one for this key, and return it."""
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
