"""Statistics of the stored games: tallies by player, level and board, and the results of one person.

Games that start in a position are left out: it may favour a player.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from typing import NamedTuple

from ttt_tui.engine import HUMAN, Geometry, Player, Rules, Setup
from ttt_tui.engine.records import UNFINISHED
from ttt_tui.engine.rules import USUAL
from ttt_tui.errors import InvalidRules
from ttt_tui.store.stored_game import Entry, LineUp

# --- counted from entries: tallies of everybody ----------------------------------------------------------


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

    def seats(self, setup: Setup | LineUp) -> dict[int, str]:
        """Return the humans of a set-up by seat, each once, by their present names.

        If two seats have names of this person, theirs is the seat with the more recent one.
        """
        theirs = self.own_seat(setup)
        return {
            seat: self.of(player)
            for seat, player in enumerate(setup.players)
            if not player.is_computer and (seat == theirs or not self._is_own(player))
        }

    def own_seats(self, setup: Setup | LineUp, *, is_imported: bool) -> frozenset[int]:
        """Return this person's seat; without one, the seats of all humans at this computer, which are none of
        an imported game.
        """
        own = self.own_seat(setup)
        if own is not None:
            return frozenset((own,))
        if is_imported:
            return frozenset()
        return frozenset(seat for seat, player in enumerate(setup.players) if player.is_human)

    def own_seat(self, setup: Setup | LineUp) -> int | None:
        """Return this person's seat, None without one; of several, the one with the most recent name."""
        own = [
            (self._ranks[player.name], seat)
            for seat, player in enumerate(setup.players)
            if self._is_own(player)
        ]
        return min(own)[1] if own else None

    def _is_own(self, player: Player) -> bool:
        return player.is_human and player.name in self._ranks


def statistics(entries: "Counted", names: Sequence[str] = ()) -> Statistics:
    """Count the finished games among these entries; `names` are all names of the person at this terminal."""
    known = Names(names)
    players: dict[str, Tally] = defaultdict(Tally)
    levels: dict[str, Tally] = defaultdict(Tally)
    boards: dict[str, Tally] = defaultdict(Tally)
    hints: dict[str, int] = defaultdict(int)
    for entry in _counted(entries):
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


# --- counted from entries: one person --------------------------------------------------------------------


class CountedGame(NamedTuple):
    """What statistics need to know of a finished game."""

    setup: LineUp
    first: int
    winner: int | None
    started: datetime
    hints: int
    game_id: str
    host: str | None

    @property
    def is_finished(self) -> bool:
        return True


Counted = Iterable[Entry | CountedGame]
"""The games that are counted; unfinished ones are left out."""


class Opponent(NamedTuple):
    """Whom a person played: a computer by its level, a human by name, or several players."""

    level: str = ""
    """The level of a computer, empty for others."""
    name: str = ""
    """The name of a human."""
    others: int = 1
    """The number of opponents."""


@dataclass(slots=True)
class PersonStatistics:
    """The finished games of one person."""

    total: Tally = field(default_factory=Tally)
    opponents: dict[Opponent, Tally] = field(default_factory=lambda: defaultdict(Tally))
    boards: dict[Geometry, Tally] = field(default_factory=lambda: defaultdict(Tally))
    days: Counter[date] = field(default_factory=Counter)
    """The number of games on each day."""
    hints: int = 0
    """The number of positions with a hint, in games with no other human."""


def people(entries: Counted, names: Names) -> list[str]:
    """Return the humans in finished games by their present names, those with the most games first."""
    counts = Counter(name for entry in _counted(entries) for name in names.seats(entry.setup).values())
    return [name for name, _ in counts.most_common()]


def person_statistics(entries: Counted, names: Names, person: str) -> PersonStatistics:
    """Count the finished games of the person with this present name among these entries."""
    counted = PersonStatistics()
    for entry in _counted(entries):
        seats = names.seats(entry.setup)
        seat = next((seat for seat, name in seats.items() if name == person), None)
        if seat is None:
            continue
        won = None if entry.winner is None else entry.winner == seat
        opponent = _opponent(entry.setup, seat, seats)
        for tally in (counted.total, counted.opponents[opponent], counted.boards[entry.setup.geometry]):
            tally.count(won, seat == entry.first)
        counted.days[entry.started.date()] += 1
        if sum(not player.is_computer for player in entry.setup.players) == 1:
            counted.hints += entry.hints
    return counted


def _opponent(setup: Setup | LineUp, own: int, names: Mapping[int, str]) -> Opponent:
    others = [seat for seat in range(len(setup.players)) if seat != own]
    if len(others) > 1:
        return Opponent(others=len(others))
    player = setup.players[others[0]]
    return (
        Opponent(level=player.level)
        if player.is_computer
        else Opponent(name=names.get(others[0], player.name))
    )


def watched(entries: Counted) -> dict[str, Tally]:
    """Return the tallies of levels in finished games among computers."""
    levels: dict[str, Tally] = defaultdict(Tally)
    for entry in entries:
        if _counts(entry) and all(player.is_computer for player in entry.setup.players):
            for seat, player in enumerate(entry.setup.players):
                won = None if entry.winner is None else entry.winner == seat
                levels[player.level].count(won, seat == entry.first)
    return levels


def _by_rules(what: str, geometry: Geometry) -> str:
    """Return the key of a tally with its rules: `Ada`, `Ada · misere`, `3×3 · 3 · drop`."""
    return what if geometry.rules.are_usual else f"{what} · {geometry.rules}"


def _counts(entry: Entry | CountedGame) -> bool:
    return entry.is_finished and entry.setup.start is None


def _counted(entries: Counted) -> Iterable[Entry | CountedGame]:
    """Return the games that count, each once.

    A user who hosts and joins with one account has the game and a guest's copy.
    """
    games: dict[str, Entry | CountedGame] = {}
    for entry in filter(_counts, entries):
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
        WHERE result != ?1 AND iif(json_valid(games.setup), json_type(games.setup, '$.start'), NULL) IS NULL
            AND (hosted_id IS NULL OR NOT EXISTS (
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
        json_extract(setup, '$.line'), json_extract(setup, '$.board[2]'),
        iif(json_array_length(setup, '$.players') = 2,
        json_extract(setup, iif(seat, '$.players[0].level', '$.players[1].level')), NULL)
    FROM played GROUP BY id ORDER BY sequence DESC, id DESC
"""
"""Finds the result of each finished game of a person, latest first: 1 for a win, 0 for a loss, NULL for a
draw; with the board, the line length, the rules unless they were usual, and if there were two players the
level of the other.

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
    rules_of = cache(Rules.parse)
    for won, _, columns, rows, line, words, level in _results(connection, names):
        is_whole = all(isinstance(number, int) for number in (columns, rows, line))
        if won is None or not isinstance(level, str) or not is_whole:
            continue
        with suppress(InvalidRules):  # the file may be damaged
            rules = USUAL if words is None else rules_of(str(words))
            (wins if won else losses)[Geometry(columns, rows, line, rules), level] += 1
    return {on: (wins[on], losses[on]) for on in {*wins, *losses} if on[1] != HUMAN}


def _results(connection: sqlite3.Connection, names: Sequence[str]) -> sqlite3.Cursor:
    return connection.execute(RESULTS_OF_PERSON, (UNFINISHED, json.dumps(names), HUMAN))
