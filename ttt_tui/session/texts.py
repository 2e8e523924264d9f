"""What keeps texts from one start of the program to the next."""

from typing import Protocol


class KeyValueStore(Protocol):
    """Keeps a text for each key, as far as anything can be kept."""

    def remember(self, key: str, value: str) -> None:
        """Keep a text under a key."""

    def remembered(self, key: str) -> str | None:
        """Return the text under a key, None if there is none."""
