"""Finds the row of a game that this process plays and did not store itself, and takes it over."""

import json
import sqlite3
from collections.abc import Collection
from typing import NamedTuple

from ttt_tui.engine import HUMAN
from ttt_tui.engine.records import UNFINISHED, check_size
from ttt_tui.store.row import GameRow


class Claimed(NamedTuple):
    """A game that was in the file before this process played it."""

    id: int
    match: int
    """The id of the first game of its match."""
    is_sealed: bool
    """Whether it is a guest's copy that has ended, which nothing changes any more."""


def claim(connection: sqlite3.Connection, mark: str, row: GameRow, others: Collection[int]) -> Claimed | None:
    """Make the process with this mark the owner of a game that is in the file already.

    Return None if it is not there: an older copy of the file may have it, a new file has not. It is known
    by its uid or, if another process stored it, by when it was started, by its match's seed, by who hosts
    it and by who plays from here, and is none of the `others`. A guest's copy that has ended belongs to
    nobody any more: it is returned if it ended as `row` did, and is another game otherwise, whatever its
    host says.
    """
    known = connection.execute(
        "SELECT id, match, setup, moves, result, uid FROM games WHERE uid = ?"
        " OR (seed = ? AND number = ? AND started = ? AND first = ? AND host IS ?)"
        " ORDER BY uid = ? DESC, host IS NOT NULL AND result = ?, id",
        (row.uid, row.seed, row.number, row.started, row.first, row.host, row.uid, UNFINISHED),
    )
    for id, match, setup, moves, result, uid in known.fetchall():
        if id in others or not (uid == row.uid or _is_same_seat(row, setup)):
            continue
        if row.host is None or result == UNFINISHED:
            connection.execute(
                "UPDATE games SET owner = ?, uid = ?, hosted_id = coalesce(?, hosted_id) WHERE id = ?",
                (mark, row.uid, row.hosted_id, id),
            )
            return Claimed(id, match or id, is_sealed=False)
        if (moves, result) == (row.moves, row.result):
            return Claimed(id, match or id, is_sealed=True)
    return None


def _is_same_seat(row: GameRow, setup: str) -> bool:
    """Whether a stored set-up is the one of a row; a guest's copy need only have the board and the seat.

    Who plays at the other seats is the host's affair, and may have changed meanwhile.
    """
    if row.host is None or row.setup == setup:
        return row.setup == setup
    try:
        return _board_and_seat(setup) == _board_and_seat(row.setup)
    except (ValueError, TypeError, KeyError, RecursionError):  # somebody has written the row by hand
        return False


def _board_and_seat(setup: str) -> object:
    """Return what a guest's copy of a game is known by in its set-up."""
    check_size(setup)
    data = json.loads(setup)
    return data["board"], data["line"], [player["level"] == HUMAN for player in data["players"]]
