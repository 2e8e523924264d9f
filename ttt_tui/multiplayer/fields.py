"""What a field of a message may hold: its kind, how much of it, and what of a text is let in.

Every text that arrives goes through here before anybody shows or stores it. One that is shown has no control
characters left; one that is a name, a symbol or a time is one that the store can read again.
"""

import types
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from ttt_tui.engine import is_valid_name, is_valid_symbol
from ttt_tui.process.text import printable
from ttt_tui.store.stored_game import is_stored_time

MOST_LETTERS = 300
"""Of a text in a message."""

MOST_ITEMS = 100
"""Of a list in a message."""

MOST = 2**53
"""No number is larger, or further below zero."""


class TextKind(NamedTuple):
    """What a text is used for."""

    accepts: Callable[[str], bool]
    """Whether a message with this text is one."""
    cleaned: Callable[[str], str]
    """The text as it is let in."""


SENTENCE = TextKind(lambda text: True, printable)
"""A text that is only shown: what could disturb a terminal is escaped."""

Name = Annotated[str, TextKind(lambda text: True, lambda text: text if is_valid_name(text) else "")]
"""What somebody is called; nothing if that cannot be a name."""

Symbol = Annotated[str, TextKind(lambda text: True, lambda text: text if is_valid_symbol(text) else "")]
"""A player's symbol; nothing if that cannot be one."""

Time = Annotated[str, TextKind(lambda text: not text or is_stored_time(text), str)]
"""A time as the store writes it; nothing if it is not known."""


def fits(value: object, wanted: Any) -> bool:
    """Whether a value of JSON is what a field takes."""
    if isinstance(wanted, types.UnionType):
        return any(fits(value, one) for one in get_args(wanted))
    if wanted is types.NoneType:
        return value is None
    if wanted is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST
    if wanted is bool:
        return isinstance(value, bool)
    if (kind := _text_kind(wanted)) is not None:
        is_text = isinstance(value, str) and len(value) <= MOST_LETTERS and not _has_surrogates(value)
        return is_text and kind.accepts(str(value))
    if get_origin(wanted) is list:
        (item,) = get_args(wanted)
        return isinstance(value, list) and len(value) <= MOST_ITEMS and all(fits(one, item) for one in value)
    return isinstance(value, dict)  # a record, which has a reader of its own


def cleaned(value: Any, wanted: Any) -> Any:
    """Return a value that fits as it is let in."""
    if (kind := _text_kind(wanted)) is not None:
        return kind.cleaned(value)
    if get_origin(wanted) is list:
        (item,) = get_args(wanted)
        return [cleaned(one, item) for one in value]
    return value


def _text_kind(wanted: Any) -> TextKind | None:
    """Return what a text of a field is used for, None for a field without one."""
    if wanted is str:
        return SENTENCE
    if get_origin(wanted) is Annotated:
        kind: TextKind = get_args(wanted)[1]
        return kind
    return None


def _has_surrogates(text: str) -> bool:
    """Whether a text has half a character, which JSON can write and nothing else."""
    return any("\ud800" <= letter <= "\udfff" for letter in text)
