"""The list of stored games as far as a list needs to know them, and which of them match a query.

A listed game is a few values, so that 100,000 of them are read and searched in a moment; the rest of a game
is read when it is shown. Everything that depends on the set-up alone is found out once per set-up.
"""

import sqlite3
from collections.abc import Callable, Collection, Container, Iterable, Sequence
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from ttt_tui.engine import Geometry, Setup
from ttt_tui.engine.records import UNFINISHED
from ttt_tui.store.search import (
    Board,
    Condition,
    GameQuery,
    Having,
    Moves,
    Number,
    PlayedAfter,
    PlayedBefore,
    Result,
    Text,
    fold,
)
from ttt_tui.store.statistics import CountedGame, Names
from ttt_tui.store.stored_game import UNREADABLE, Entry, LineUp, Origin, is_result, read_line_up


class GameSign(StrEnum):
    """A game from the view of the people at this computer, as the list shows it."""

    WON = "W"
    DRAWN = "D"
    LOST = "L"
    UNFINISHED = "…"
    WATCHED = "–"
    """Finished, and nobody at this computer played."""


def sign_of(entry: Entry, names: Names) -> GameSign:
    """Return the sign for the person with these `names`, else for everybody at this computer."""
    seats = names.own_seats(entry.setup, is_imported=entry.origin is Origin.IMPORTED)
    return _sign(entry.setup, entry.result, seats)


def _sign(setup: Setup | LineUp, result: str, seats: Collection[int]) -> GameSign:
    """Return the sign of a game for the players on these seats."""
    if result == UNFINISHED:
        return GameSign.UNFINISHED
    if not seats:
        return GameSign.WATCHED
    symbol, wins, _ = result.partition(" wins: ")
    if not wins:
        return GameSign.DRAWN
    own = {setup.players[seat].symbol for seat in seats}
    return GameSign.WON if symbol in own else GameSign.LOST


class Wording(NamedTuple):
    """How a list names what a query may ask for; the functions return texts in words for users."""

    game: Callable[[Geometry], str]
    """The title of a board with its rules, with everything else that it is called."""
    level: Callable[[str], str]
    day: Callable[[date], str]


class ListedSetup:
    """A set-up of stored games: what the list shows of it, and the texts that are searched."""

    def __init__(self, line_up: LineUp, names: Names, wording: Wording) -> None:
        self.geometry = line_up.geometry
        self._line_up = line_up
        self._names = names
        self._wording = wording
        self._signs: dict[tuple[str, bool], GameSign | None] = {}

    @cached_property
    def people(self) -> frozenset[str]:
        """The humans by their present names."""
        return frozenset(self._names.of(player) for player in self._line_up.players if player.is_human)

    def seats_of(self, is_meant: Callable[[str], bool]) -> frozenset[int]:
        """Return the seats of the players whose names are meant."""
        return frozenset(
            seat for seat, player in enumerate(self._line_up.players) if is_meant(self._names.of(player))
        )

    @cached_property
    def text(self) -> str:
        """Everything that words are searched in, but for the day, as `fold` returns it."""
        players = (
            f"{player.name}\n{self._names.of(player)}\n{self._wording.level(player.level)}"
            for player in self._line_up.players
        )
        return fold("\n".join((self._wording.game(self.geometry), *players)))

    def sign(self, result: str, *, is_imported: bool) -> GameSign | None:
        """Return the sign of a game with this result, None if no game can have it."""
        key = result, is_imported
        if key not in self._signs:
            is_sound = is_result(self._line_up, result)
            own = self._names.own_seats(self._line_up, is_imported=is_imported)
            self._signs[key] = _sign(self._line_up, result, own) if is_sound else None
        return self._signs[key]

    def sign_for(self, seats: Collection[int], result: str) -> GameSign:
        """Return the sign of a game with this result for the players on these seats."""
        return _sign(self._line_up, result, seats)


class ListedGame(NamedTuple):
    """A stored game in a list."""

    id: int
    day: date
    has_time: bool
    """Whether more than the day of its start is known."""
    setup: ListedSetup
    sign: GameSign
    result: str


Games = Sequence[ListedGame]

MIDNIGHT = "T00:00:00"
"""The end of a start of which only the day is known: there is no offset."""


def read_listing(connection: sqlite3.Connection, names: Names, wording: Wording) -> Games:
    """Return all games with moves and all studies, newest first.

    Games of which only the day is known are the first ones of their day. Rows that cannot be read are left
    out.
    """
    setups: dict[str, ListedSetup | None] = {}
    days: dict[str, date | None] = {}
    results: dict[str, str] = {}
    """Each result once."""
    found: list[tuple[str, int, ListedGame]] = []
    rows = connection.execute(
        "SELECT id, started, setup, result, origin FROM games"
        f" WHERE moves != '[]' OR undone != '[]' OR origin = '{Origin.STUDY}'"
    )
    rows.row_factory = None
    for id, started, text, result, origin in rows:
        if text in setups:
            setup = setups[text]
        else:
            setup = setups[text] = _setup(text, names, wording)
        result = results.setdefault(str(result), str(result))
        if setup is None or (sign := setup.sign(result, is_imported=origin == Origin.IMPORTED)) is None:
            continue
        started = str(started)
        if (day := days.get(started[:10])) is None and (day := _day(started)) is None:
            continue
        days[started[:10]] = day
        has_time = not started.endswith(MIDNIGHT)
        order = started if has_time else f"{started[:10]}T24"
        found.append((order, id, ListedGame(id, day, has_time, setup, sign, result)))
    found.sort(key=lambda each: each[:2], reverse=True)
    return [game for _, _, game in found]


def read_finished(connection: sqlite3.Connection) -> list[CountedGame]:
    """Return all finished games for statistics, newest first; rows that cannot be read are left out."""
    rows = connection.execute(
        "SELECT setup, first, result, started, hints, coalesce(hosted_id, uid), host FROM games"
        f" WHERE result != '{UNFINISHED}' AND (moves != '[]' OR undone != '[]')"
        " ORDER BY substr(started, 1, 10) DESC, started LIKE '%T00:00:00' DESC, started DESC, id DESC"
    )
    rows.row_factory = None
    setups: dict[str, LineUp] = {}
    found = []
    for text, first, result, started, hints, game_id, host in rows:
        try:
            if (setup := setups.get(text)) is None:
                setup = setups[text] = read_line_up(text)
            if first not in range(len(setup.players)) or not is_result(setup, str(result)):
                continue
            symbol, wins, _ = str(result).partition(" wins: ")
            symbols = [player.symbol for player in setup.players]
            winner = symbols.index(symbol) if wins else None
            time = datetime.fromisoformat(str(started))
            found.append(CountedGame(setup, first, winner, time, int(hints), str(game_id), host))
        except UNREADABLE:
            continue
    return found


def _setup(text: str, names: Names, wording: Wording) -> ListedSetup | None:
    try:
        return ListedSetup(read_line_up(text), names, wording)
    except UNREADABLE:
        return None


def _day(started: str) -> date | None:
    try:
        return datetime.fromisoformat(started).date()
    except ValueError:
        return None


# --- matching --------------------------------------------------------------------------------------------

SIGNS = {
    Result.WON: (GameSign.WON,),
    Result.DRAWN: (GameSign.DRAWN,),
    Result.LOST: (GameSign.LOST,),
    Result.FINISHED: (GameSign.WON, GameSign.DRAWN, GameSign.LOST, GameSign.WATCHED),
    Result.UNFINISHED: (GameSign.UNFINISHED,),
}
"""The word for a result → the signs of the games that match it."""


class Reading(NamedTuple):
    """What a query asks of the file itself; each returns the ids of games."""

    reaching: Callable[[Moves], Container[int]]
    having: Callable[[Having], Container[int]]
    saying: Callable[[str], Container[int]]
    """In comments; the text is as `fold` returns it."""


def matching(games: Games, query: GameQuery, wording: Wording, reading: Reading) -> Games:
    """Return the games that match a query, in their order."""
    words = [
        term.condition.text
        for term in query.terms
        if isinstance(term.condition, Text) and not term.is_excluded
    ]
    for term in query.terms:
        if isinstance(term.condition, Result):
            test = _has_result(term.condition, lambda name: any(word in fold(name) for word in words))
        else:
            test = _test(term.condition, wording, reading)
        games = [game for game in games if test(game) is not term.is_excluded]
    return games


def _has_result(result: Result, is_named: Callable[[str], bool]) -> Callable[[ListedGame], bool]:
    """Return the test whether a game ended so for the user, or for those of other players who are named."""
    signs = SIGNS[result]
    named: dict[ListedSetup, frozenset[int]] = {}

    def test(game: ListedGame) -> bool:
        setup, sign = game.setup, game.sign
        if sign is GameSign.WATCHED and sign not in signs:
            if (seats := named.get(setup)) is None:
                seats = named[setup] = setup.seats_of(is_named)
            sign = setup.sign_for(seats, game.result)
        return sign in signs

    return test


def _test(condition: Condition, wording: Wording, reading: Reading) -> Callable[[ListedGame], bool]:
    match condition:
        case Text(text):
            return _has_text(text, wording, reading.saying(text))
        case Board(columns, rows):
            size = columns, rows
            return lambda game: (game.setup.geometry.columns, game.setup.geometry.rows) == size
        case Number(number):
            return lambda game: game.id == number
        case PlayedAfter(day):
            return lambda game: game.day >= day
        case PlayedBefore(day):
            return lambda game: game.day < day
        case Moves():
            ids = reading.reaching(condition)
        case Having():
            ids = reading.having(condition)
    return lambda game: game.id in ids


def _has_text(text: str, wording: Wording, saying: Container[int]) -> Callable[[ListedGame], bool]:
    """Return the test whether a game has a text: in its line-up, day or comments, or as its number."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
    setups: dict[ListedSetup, bool] = {}
    days: dict[date, bool] = {}

    def test(game: ListedGame) -> bool:
        setup, day = game.setup, game.day
        if (has := setups.get(setup)) is None:
            has = setups[setup] = text in setup.text
        if has or game.id == number or game.id in saying:
            return True
        if (has := days.get(day)) is None:
            has = days[day] = text in fold(wording.day(day))
        return has

    return test


class ListFilter(NamedTuple):
    """What is chosen beside a query: a player by the present name, a board by its title, a result."""

    player: str = ""
    board: str = ""
    result: Result | None = None


def chosen(games: Games, choice: ListFilter, title: Callable[[Geometry], str]) -> Games:
    """Return the games that match a choice; `title` names a board."""
    player, board, result = choice
    if player:
        games = [game for game in games if player in game.setup.people]
    if board:
        games = [game for game in games if title(game.setup.geometry) == board]
    if result is not None:
        games = [*filter(_has_result(result, lambda name: name == player), games)]
    return games


def people_in(games: Iterable[ListedGame]) -> list[str]:
    """Return the names of the humans in these games, sorted."""
    setups = {game.setup for game in games}
    return sorted({name for setup in setups for name in setup.people})
