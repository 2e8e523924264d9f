"""How somebody has done so far, counted by the database: at all, and on a board against computers."""

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ttt_tui.engine import HUMAN, Geometry
from ttt_tui.engine.records import UNFINISHED

OF_SOMEBODY = """
    WITH names AS (SELECT key AS rank, value AS name FROM json_each(?2)), seats AS (
        SELECT sequence, games.id, result, games.setup, iif(seat.type = 'object', seat.value, '{}') AS player,
            seat.key AS seat
        FROM games, json_each(iif(json_valid(games.setup), games.setup, '{}'), '$.players') AS seat
        WHERE result != ?1 AND (hosted_id IS NULL OR NOT EXISTS (
            SELECT 1 FROM games AS own WHERE own.uid = games.hosted_id AND own.result != ?1
        ) AND NOT EXISTS (
            SELECT 1 FROM games AS copy
            WHERE copy.hosted_id = games.hosted_id AND copy.id < games.id AND copy.result != ?1
        ))
    ), played AS (
        SELECT *, json_extract(player, '$.symbol') || ' wins: ' AS won FROM seats
        JOIN names ON json_extract(player, '$.name') = names.name
        WHERE json_extract(player, '$.level') = ?3
    )
    SELECT iif(substr(result, 1, length(won)) = won, 1, iif(substr(result, 1, 6) = 'draw: ', NULL, 0)),
        min(rank), json_extract(setup, '$.board[0]'), json_extract(setup, '$.board[1]'),
        json_extract(setup, '$.line'), iif(json_array_length(setup, '$.players') = 2,
        json_extract(setup, iif(seat, '$.players[0].level', '$.players[1].level')), NULL)
    FROM played GROUP BY id ORDER BY sequence DESC, id DESC
"""
"""Finds whether somebody won each of their finished games, latest first: 1, 0, NULL for a draw;
with the board, the line and, if there were two players, the level of the other.

They have several names. Of two seats of a game that bear one the first name counts: SQLite takes a row's
other columns from where the minimum is. Who hosts and joins with one account has the game twice: a guest's
copy does not count beside the game itself or another copy.
"""

LATEST = 6
"""Games of which a score tells how each ended."""


class Score(NamedTuple):
    """How somebody has done so far, and how many games are stored at all."""

    wins: int
    latest: tuple[bool | None, ...]
    """Whether they won each of their latest games, the last one at the end; None for a draw."""
    games: int
    """How many games there are, whoever played them."""


Duels = Mapping[tuple[Geometry, str], tuple[int, int]]
"""How often somebody has won and lost, by the board and the level of the one computer they played against."""


def score(connection: sqlite3.Connection, names: Sequence[str], games: int) -> Score:
    """Return how the person of these names has done, the most important name first, of so many games."""
    won = [row[0] for row in _played(connection, names)]
    latest = tuple(None if result is None else bool(result) for result in reversed(won[:LATEST]))
    return Score(won.count(1), latest, games)


def duels(connection: sqlite3.Connection, names: Sequence[str]) -> Duels:
    """Return how often they won and lost against each level on each board."""
    wins: Counter[tuple[Geometry, str]] = Counter()
    losses: Counter[tuple[Geometry, str]] = Counter()
    for won, _, *board, level in _played(connection, names):
        if won is not None and isinstance(level, str) and all(isinstance(side, int) for side in board):
            (wins if won else losses)[Geometry(*board), level] += 1
    return {on: (wins[on], losses[on]) for on in {*wins, *losses} if on[1] != HUMAN}


def _played(connection: sqlite3.Connection, names: Sequence[str]) -> sqlite3.Cursor:
    return connection.execute(OF_SOMEBODY, (UNFINISHED, json.dumps(names), HUMAN))
