"""The stored games that count for the rating of one person, as far as the store can tell.

A row's `rated` says that nothing was taken back in the game and that ratings were on; the index contains only
those rows, so all other games cost nothing here. The callers know which levels have a rating.
"""

import json
import sqlite3
from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from ttt_tui.engine import Geometry, Setup
from ttt_tui.engine.records import UNFINISHED
from ttt_tui.engine.records.json import setup_from_data
from ttt_tui.store.stored_game import Origin

RATED = f"""
    SELECT uid, substr(changed, 1, 10) AS day, setup, result FROM games
    WHERE rated AND result != ? AND hints = 0 AND NOT analysed AND origin = '{Origin.PLAYED}'
        AND host IS NULL
    ORDER BY sequence, id
"""


class DuelResult(NamedTuple):
    """A finished game of one human against one computer."""

    uid: str
    day: date
    """The local date of its last move."""
    geometry: Geometry
    level: str
    """The computer's."""
    score: float
    """The human's: 1 for a win, .5 for a draw, 0 for a loss."""


class Duel(NamedTuple):
    """A set-up for one human here and one computer."""

    human: int
    """The seat of the human."""
    level: str
    """The computer's, which may be an engine."""


def duel_of(setup: Setup) -> Duel | None:
    """Return the duel of a set-up whose games are rated, None for any other.

    Games that start in a position are not: it may favour a player. Nor are those with clocks, by which a
    computer may think for less than its step of the ladder does.
    """
    is_usual = setup.start is None and setup.rules.clock is None
    return seats_of_duel(setup) if is_usual else None


def seats_of_duel(setup: Setup) -> Duel | None:
    """Return the seats of a set-up for one human here and one computer, None for any other."""
    players = setup.players
    humans = [seat for seat, player in enumerate(players) if player.is_human]
    computers = [player.level for player in players if player.is_computer]
    if (len(players), len(humans), len(computers)) != (2, 1, 1):
        return None
    return Duel(humans[0], computers[0])


def rated_games(connection: sqlite3.Connection, names: Collection[str]) -> list[DuelResult]:
    """Return the rated games of the person with these names, the first one first.

    Rows that this program cannot have written are left out.
    """
    known: dict[str, _Opponents | None] = {}
    results = []
    for uid, day, setup, result in connection.execute(RATED, (UNFINISHED,)):
        if setup not in known:
            known[setup] = _opponents(setup, names)
        if (opponents := known[setup]) is None:
            continue
        who = str(result).partition(":")[0]
        if (score := opponents.scores.get(who)) is None:
            continue
        try:
            results.append(
                DuelResult(str(uid), date.fromisoformat(day), opponents.geometry, opponents.level, score)
            )
        except (ValueError, TypeError):
            continue
    return results


class _Opponents(NamedTuple):
    geometry: Geometry
    level: str
    scores: dict[str, float]
    """The human's score by how a result begins: `X wins`, `draw`."""


def _opponents(text: str, names: Collection[str]) -> _Opponents | None:
    """Return the players of a stored set-up, None unless it is a duel of the person with these names."""
    try:
        setup = setup_from_data(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return None
    duel = duel_of(setup)
    if duel is None or setup.players[duel.human].name not in names:
        return None
    scores = {f"{player.symbol} wins": float(seat == duel.human) for seat, player in enumerate(setup.players)}
    return _Opponents(setup.geometry, duel.level, {**scores, "draw": 0.5})
