"""Suggestions for words that are misspelt."""

from collections.abc import Iterable

CLOSE = 0.7
"""How similar two words have to be, from 0 to 1: `hardd` and `hard` are, `person` and `expert` are not."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a misspelt one resembles, None if none is close."""
    from difflib import get_close_matches  # a start without mistakes needs none of it

    return next(iter(get_close_matches(word.casefold()[:40], list(known), 1, CLOSE)), None)


def instead(word: str, known: Iterable[str]) -> str | None:
    """Return `did you mean gomoku?` for `gomuku`, None if no known word is close."""
    found = closest(word, known)
    return None if found is None else f"did you mean {found}?"
