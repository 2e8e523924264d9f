"""What a search remembers, in bounded memory."""

from collections.abc import Callable
from itertools import islice
from typing import Generic, TypeVar

Value = TypeVar("Value")

_SLOT = 100  # bytes that a dict takes for an entry and an int besides its digits


class Memory(Generic[Value]):
    """A dict from integers that forgets its oldest quarter when it is full.

    The integer itself is the key and not a hash of it: Python takes `hash` of an integer modulo 2^61 − 1, so
    that different positions share one.
    """

    def __init__(self, megabytes: int, key_bits: int, value_bytes: int) -> None:
        self.most = megabytes * 1_000_000 // (_SLOT + key_bits // 7 + value_bytes)
        """How many entries there can be."""
        self._known: dict[int, Value] = {}
        self.get: Callable[[int], Value | None] = self._known.get
        """Return what is remembered for a key, None if that is nothing."""

    def __len__(self) -> int:
        return len(self._known)

    def keep(self, key: int, value: Value) -> Value:
        """Remember a value, and return it."""
        known = self._known
        if len(known) >= self.most and key not in known:
            for old in list(islice(known, self.most // 4 + 1)):
                del known[old]
        known[key] = value
        return value
