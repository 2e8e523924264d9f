"""Squares as players type them: digits are laid out as reading goes, or as the keys of a numpad."""

import re

from ttt_tui.engine import Geometry, NotASquare, Placement, Position
from ttt_tui.errors import UnfinishedSquare
from ttt_tui.process.layouts import by_keys, by_look, folded
from ttt_tui.store.settings import Settings


def typed_square(position: Position, text: str, settings: Settings) -> Placement:
    """Return the square that a player typed, with the user's layout of digits.

    The row may come first, as in `4b`. Letters of another script are read as their look-alikes; if that names
    no square, as the keys in the same place of the US layout: on 15×15 `р8` is h8. Raises `NotASquare` for a
    text that names no square, and `WrongBoard` for a board that is not open.
    """
    typed = folded(text.strip())
    likely = typed if typed.isascii() else by_look(typed)
    try:
        return _square_of(position, _COLUMN_LAST.sub(r"\1\3\2", likely), settings)
    except UnfinishedSquare:
        raise
    except NotASquare:
        if typed.isascii() or (same_keys := by_keys(typed)) == likely:
            raise
    return _square_of(position, _COLUMN_LAST.sub(r"\1\3\2", same_keys), settings)


_COLUMN_LAST = re.compile("^([xo]?)([1-9][0-9]?)([a-u])$", re.ASCII)


def _square_of(position: Position, typed: str, settings: Settings) -> Placement:
    if _has_places(position.geometry, typed):
        typed = re.sub("[1-9]", lambda digit: str(settings.square_number(int(digit[0]))), typed)
    return position.parse_choice(typed)


def _has_places(geometry: Geometry, typed: str) -> bool:
    """Return whether the digits of a text are places of nine, which a numpad can have as its keys."""
    if geometry.block_side is not None:
        return re.fullmatch("[1-9](?:[ /]?[1-9])?", typed, re.ASCII) is not None
    is_small = len(geometry.squares) == 9 and not geometry.rules.drop
    return is_small and re.fullmatch("[xo]?[1-9]", typed, re.ASCII) is not None
