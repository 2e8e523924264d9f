"""Recognizes a game that is stored already when its record is added."""

import json
from collections.abc import Callable, Iterator

from ttt_tui.engine.records import UNFINISHED, Record
from ttt_tui.errors import AlreadyStored
from ttt_tui.store.row import GameRow
from ttt_tui.store.stored_game import Entry

Find = Callable[..., Iterator[Entry]]
"""Gives the stored games of a `WHERE` clause with the values of its parameters."""


def check_is_new(find: Find, record: Record, row: GameRow, again: bool) -> None:
    """Raise `AlreadyStored` if the game of a record, which is to be stored as `row`, is there.

    It is certain by its id. A record without one may only look like a stored game, and the copy of a guest
    who left earlier, or whose host cheats, has other moves under the same id: those are added with `again`.
    """
    if (known := _of_id(find, row.uid)) is not None:
        is_same = known.moves == tuple(json.loads(row.moves))
        if is_same or known.host is None:
            reason = f"already stored as game {known.id}{'' if is_same else ', with other moves'}"
            raise AlreadyStored(reason, known.id, has_same_id=True)
        if not again:
            reason = f"game {known.id} is a copy of it with other moves; add it anyway with --again"
            raise AlreadyStored(reason, known.id)
    elif record.game_id is None and not again and (known := _like(find, record, row)) is not None:
        reason = f"game {known.id} has the same date, players and moves; add it anyway with --again"
        raise AlreadyStored(reason, known.id)


def _of_id(find: Find, game_id: str) -> Entry | None:
    """Return the game of an id, rather than a guest's copy of it, and a finished copy rather than another."""
    rest = "WHERE uid = ? OR hosted_id = ? ORDER BY uid = ? DESC, result = ?, id LIMIT 1"
    return next(find(rest, game_id, game_id, game_id, UNFINISHED), None)


def _like(find: Find, record: Record, row: GameRow) -> Entry | None:
    """Return a stored game that a record without an id may be of."""
    beginning = row.moves[:-1]
    begin_so = find("WHERE substr(moves, 1, ?) = ? ORDER BY id", len(beginning), beginning)
    return next((entry for entry in begin_so if entry.is_of(record)), None)
