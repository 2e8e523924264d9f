"""Checks of data that others wrote: records, reviews, settings, saved matches and messages of shared games.

Each check has a parsed value and its name as arguments; it returns the value, or raises `InvalidData` with
one sentence. The time is proportional to the size of the value, which the readers limit before they parse.

>>> whole(3, "line", 1, 20)
3
>>> whole("five", "line")
Traceback (most recent call last):
ttt_tui.errors.InvalidData: line must be a whole number
>>> Fields({"line": 3}, "the record")["board"]
Traceback (most recent call last):
ttt_tui.errors.InvalidData: board is missing
"""

import re
from typing import Any

from ttt_tui.errors import InvalidData

MOST = 10**18 - 1
"""The bound of numbers that have no other."""

_SURROGATES = re.compile("[\ud800-\udfff]")
"""Halves of characters: JSON can contain them, text cannot."""


def check(is_valid: bool, what: str, expected: str) -> None:
    """Raise `InvalidData`, with the expectation, unless `is_valid`."""
    if not is_valid:
        raise InvalidData(f"{what} must be {expected}")


def whole(value: object, what: str, least: int = -MOST, most: int = MOST) -> int:
    """Return a whole number from `least` to `most`."""
    has_range = (least, most) != (-MOST, MOST)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidData(f"{what} must be a whole number{f' from {least} to {most}' * has_range}")
    return value


def number(value: object, what: str, least: float, most: float, expected: str = "") -> float:
    """Return a number from `least` to `most`, both finite; `expected` is the end of the sentence."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise InvalidData(f"{what} must be {expected or f'a number from {least:g} to {most:g}'}")
    return float(value)


def boolean(value: object, what: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise InvalidData(f"{what} must be true or false")
    return value


def text(value: object, what: str, longest: int | None = None, expected: str = "") -> str:
    """Return a text of at most `longest` characters; `expected` is the end of the sentence."""
    if (
        isinstance(value, str)
        and (longest is None or len(value) <= longest)
        and not _SURROGATES.search(value)
    ):
        return value
    usual = "text" if longest is None else f"text of at most {longest} characters"
    raise InvalidData(f"{what} must be {expected or usual}")


def items(value: object, what: str, least: int, most: int) -> list[Any]:
    """Return a list of `least` to `most` items."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise InvalidData(f"{what} must be a list of {f'at most {most}' if least < most else most}")
    return value


class Fields:
    """The fields of an object called `what` in errors. Raises `InvalidData` for any other value."""

    def __init__(self, data: object, what: str) -> None:
        if not isinstance(data, dict):
            raise InvalidData(f"{what} must be an object")
        self._data = data

    def __getitem__(self, key: str) -> Any:
        """Return a field. Raises `InvalidData` if it is missing."""
        if key not in self._data:
            raise InvalidData(f"{key} is missing")
        return self._data[key]

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def get(self, key: str, default: object = None) -> Any:
        return self._data.get(key, default)
