"""Statistics of the stored games: tallies by player, level and board, and the score of one person."""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ttt_tui.engine import HUMAN, Geometry, Player, Setup
from ttt_tui.engine.records import UNFINISHED
from ttt_tui.store.stored_game import Entry

# --- counted from entries: the screen of statistics ------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """Wins, draws and losses, and how many of each the player had when moving first."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    first_wins: int = 0
    first_draws: int = 0
    first_losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def count(self, won: bool | None, first: bool) -> None:
        """Count a game; `won` is None for a draw."""
        result = "draws" if won is None else "wins" if won else "losses"
        setattr(self, result, getattr(self, result) + 1)
        if first:
            setattr(self, f"first_{result}", getattr(self, f"first_{result}") + 1)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The tallies of all finished games, and the hints."""

    players: dict[str, Tally]
    """Tallies by human; games with unusual rules are separate: `Ada · misere`."""
    levels: dict[str, Tally]
    """Tallies by computer level, with rules in the same form: `rules · misere`."""
    boards: dict[str, Tally]
    """Tallies by board, line length and unusual rules, humans only: `3×3 · 3`, `3×3 · 3 · misere`."""
    hints: dict[str, int]
    """For each human with hints, the number of positions with a hint.

    Only games with one human count: otherwise the store does not know who requested the hint.
    """


class Names:
    """Treats all names that the person at this terminal has had as one person."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        """`names` are that person's, the present one first."""
        self._ranks = {name: rank for rank, name in enumerate(names)}
        self._now = names[0] if names else ""

    def of(self, player: Player) -> str:
        """Return a player's present name."""
        return self._now if self._is_own(player) else player.name

    def seats(self, setup: Setup) -> dict[int, str]:
        """Return the humans of a set-up by seat, each once, by their present names.

        If two seats have names of this person, theirs is the seat with the more recent one.
        """
        people = {seat: player for seat, player in enumerate(setup.players) if not player.is_computer}
        own = [seat for seat, player in people.items() if self._is_own(player)]
        theirs = min(own, key=lambda seat: self._ranks[people[seat].name], default=None)
        return {seat: self.of(player) for seat, player in people.items() if seat not in own or seat == theirs}

    def own_seats(self, setup: Setup) -> frozenset[int]:
        """Return this person's seat; without one, the seats of all humans at this computer."""
        humans = {seat for seat, player in enumerate(setup.players) if player.is_human}
        own = humans & {seat for seat, name in self.seats(setup).items() if name == self._now}
        return frozenset(own or humans)

    def _is_own(self, player: Player) -> bool:
        return player.is_human and player.name in self._ranks


def statistics(entries: Iterable[Entry], names: Sequence[str] = ()) -> Statistics:
    """Count the finished games among these entries; `names` are all names of the person at this terminal."""
    known = Names(names)
    players: dict[str, Tally] = defaultdict(Tally)
    levels: dict[str, Tally] = defaultdict(Tally)
    boards: dict[str, Tally] = defaultdict(Tally)
    hints: dict[str, int] = defaultdict(int)
    for entry in _unique(entry for entry in entries if entry.is_finished):
        geometry = entry.setup.geometry
        people = known.seats(entry.setup)
        for seat, player in enumerate(entry.setup.players):
            won = None if entry.winner is None else entry.winner == seat
            first = seat == entry.first
            if player.is_computer:
                levels[_by_rules(player.level, geometry)].count(won, first)
            elif seat in people:
                players[_by_rules(people[seat], geometry)].count(won, first)
                boards[_by_rules(f"{geometry} · {geometry.line_length}", geometry)].count(won, first)
        humans = [player for player in entry.setup.players if not player.is_computer]
        if entry.hints and len(humans) == 1:
            hints[known.of(humans[0])] += entry.hints
    return Statistics(dict(players), dict(levels), dict(boards), dict(hints))


def _by_rules(what: str, geometry: Geometry) -> str:
    """Return the key of a tally with its rules: `Ada`, `Ada · misere`, `3×3 · 3 · drop`."""
    return what if geometry.rules.are_usual else f"{what} · {geometry.rules}"


def _unique(entries: Iterable[Entry]) -> Iterable[Entry]:
    """Return each game once: a user who hosts and joins with one account has the game and a guest's copy."""
    games: dict[str, Entry] = {}
    for entry in entries:
        known = games.setdefault(entry.game_id, entry)
        if known.host is not None and entry.host is None:
            games[entry.game_id] = entry
    return games.values()


# --- counted by the database: the score beside the title -------------------------------------------------

RESULTS_OF_PERSON = """
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
        iif(json_array_length(setup, '$.board') = 2,
        json_extract(setup, iif(seat, '$.players[0].level', '$.players[1].level')), NULL), NULL)
    FROM played GROUP BY id ORDER BY sequence DESC, id DESC
"""
"""Finds the result of each finished game of a person, latest first: 1 for a win, 0 for a loss, NULL for a
draw; with the board, the line length and, if there were two players and the rules were usual, the level of
the other.

A person has several names. If two seats of a game have one of them, the first name counts: SQLite takes a
row's other columns from where the minimum is. A user who hosts and joins with one account has the game twice:
a guest's copy does not count beside the game itself or another copy.
"""

LATEST = 6
"""The number of latest games that a score lists."""


class Score(NamedTuple):
    """A person's results so far, and the number of stored games."""

    wins: int
    latest: tuple[bool | None, ...]
    """Whether they won each of their latest games, the last one at the end; None for a draw."""
    games: int
    """All stored games, whoever played them."""


Duels = Mapping[tuple[Geometry, str], tuple[int, int]]
"""Wins and losses in duels with a computer, by board and level."""


def score(connection: sqlite3.Connection, names: Sequence[str], games: int) -> Score:
    """Return the score of the person with these names, the most important first; `games` counts all games."""
    won = [row[0] for row in _results(connection, names)]
    latest = tuple(None if result is None else bool(result) for result in reversed(won[:LATEST]))
    return Score(won.count(1), latest, games)


def duels(connection: sqlite3.Connection, names: Sequence[str]) -> Duels:
    """Return a person's wins and losses in duels with each level, on each board."""
    wins: Counter[tuple[Geometry, str]] = Counter()
    losses: Counter[tuple[Geometry, str]] = Counter()
    for won, _, *board, level in _results(connection, names):
        if won is not None and isinstance(level, str) and all(isinstance(side, int) for side in board):
            (wins if won else losses)[Geometry(*board), level] += 1
    return {on: (wins[on], losses[on]) for on in {*wins, *losses} if on[1] != HUMAN}


def _results(connection: sqlite3.Connection, names: Sequence[str]) -> sqlite3.Cursor:
    return connection.execute(RESULTS_OF_PERSON, (UNFINISHED, json.dumps(names), HUMAN))
