"""Records of games as texts: what their moves are called, and how one is refused."""

import re
from collections.abc import Callable

import pytest

from ttt_tui.engine.records import Record
from ttt_tui.errors import RecordError

TAGS = '[Board "3x3"]\n[Line "3"]\n[Player "X" "Ada" "human"]\n[Player "O" "Bob" "human"]\n'
PSQ = "Piskvorky 15x15, 11:0, 0\n8,8,1500\n9,9,0\npbrain-x.exe\nhomo-Ada\n-1\n"


def names(record: Record) -> list[str]:
    """Return the squares of a game, as they are called here."""
    geometry = record.game.setup.geometry
    return [geometry.name(move.square) for move in record.game.moves if move.square is not None]


def refused(text: str, *more: object, read: Callable[..., object], **options: object) -> str:
    """Expect that a text is refused in a short line that does nothing to a terminal, and return that."""
    with pytest.raises(RecordError) as caught:
        read(text, *more, **options)
    message = str(caught.value)
    assert message.isprintable()
    assert 0 < len(message) < 300
    return message


def short_place(message: str) -> str:
    """Return what is wrong in a text with its place as `5:4`, which users read as `line 5, column 4:`."""
    return re.sub(r"^line (\d+), column (\d+):", r"\1:\2", message)
