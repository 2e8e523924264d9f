"""The transposition table: what the search found out about positions it met before.

Two generations: new entries go to the young one; when that is full it becomes the old one and the former old
one is dropped. So memory is bounded, what was used lately stays, and no entry has to be looked for to be
thrown out. Keys are the stones themselves, never a hash of them, so that two positions cannot be mixed up.
"""

from ttt_tui.engine import Mask, Square

MOST_ENTRIES = 200_000
"""Entries kept at most, both generations together, at about 330 bytes each: 66 MB."""

Key = tuple[Mask, Mask]
"""The stones of the player to move, and the other's."""


EXACT, AT_LEAST, AT_MOST = range(3)
"""What an entry's value says of the position's value: plain numbers, since a search asks all the time."""


Entry = tuple[int, int, int, Square | None]
"""What is known of a position: how many plies it was looked ahead, its value to the player to move, what that
says of the true value, and the best move as far as there was one.

It is a plain tuple of numbers, since Python's garbage collector goes through all instances of classes: with
200,000 of them that held up search and screen for a tenth of a second, time and again.
"""


class Table:
    """Remembers entries by position."""

    def __init__(self, most: int = MOST_ENTRIES) -> None:
        self._half = most // 2
        self._young: dict[Key, Entry] = {}
        self._old: dict[Key, Entry] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: Key) -> Entry | None:
        """Return what is known of a position, None if nothing is."""
        return self._young.get(key) or self._old.get(key)

    def put(self, key: Key, entry: Entry) -> None:
        """Remember an entry, instead of an earlier one for this position."""
        if len(self._young) >= self._half:
            self._young, self._old = {}, self._young
        self._young[key] = entry

    def clear(self) -> None:
        """Forget everything."""
        self._young.clear()
        self._old.clear()
