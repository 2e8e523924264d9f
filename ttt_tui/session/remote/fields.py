"""What a field of a message may hold: its kind, and how much of it."""

import types
from typing import Any, get_args

MOST_LETTERS = 300
"""Of a text in a message."""

MOST_ITEMS = 100
"""Of a list in a message."""

MOST = 2**53
"""No number is larger, or further below zero."""


def fits(value: object, wanted: Any) -> bool:
    """Whether a value of JSON is what a field takes."""
    if isinstance(wanted, types.UnionType):
        return any(fits(value, one) for one in get_args(wanted))
    if wanted is types.NoneType:
        return value is None
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST
    if wanted is str:
        return isinstance(value, str) and len(value) <= MOST_LETTERS and not _has_surrogates(value)
    if wanted is bool:
        return isinstance(value, bool)
    if wanted in (list[int], list[str]):
        (kind,) = get_args(wanted)
        return isinstance(value, list) and len(value) <= MOST_ITEMS and all(fits(v, kind) for v in value)
    return isinstance(value, dict)  # a record, which has a reader of its own


def _has_surrogates(text: str) -> bool:
    """Whether a text has half a character, which JSON can write and nothing else."""
    return any("\ud800" <= letter <= "\udfff" for letter in text)
