"""A game in the store: created from a played game, written as columns, and read from a row again.

Anybody may have edited the file by hand, so a row is read only if this program could have written it.
"""

import json
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, time
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple, Self

from ttt_tui.engine import (
    COLOURS,
    HUMAN,
    SYMBOLS,
    Game,
    Geometry,
    IllegalMove,
    Player,
    Setup,
    Start,
    Termination,
)
from ttt_tui.engine.records import (
    ENDS,
    UNFINISHED,
    Record,
    check_size,
    end_as_written,
    is_time,
    move_word,
    read_game_id,
    read_level,
    read_move,
    result_text,
    times_of,
    with_time,
)
from ttt_tui.engine.records.json import setup_from_data, setup_to_data, to_data
from ttt_tui.engine.records.text import read_movetext
from ttt_tui.engine.records.tree import Tree, name_in
from ttt_tui.engine.rules import USUAL_WORD
from ttt_tui.engine.setup import check_player
from ttt_tui.engine.validation import text
from ttt_tui.errors import RecordError
from ttt_tui.process.text import printable
from ttt_tui.store.ownership import is_alive

MOST_HINTS = 999_999
"""The greatest plausible number of hints."""

LONGEST_LOGIN = 256
"""Characters; the longest that Linux allows."""

EARLIEST_YEAR, LATEST_YEAR = 1970, 9998

GameRef = int | str
"""Names a stored game: by its number in the present file, or by its uid, which is valid in any file."""


_TERMINATIONS = frozenset(map(str, Termination))

UNREADABLE = (ValueError, TypeError, ArithmeticError, LookupError, RecursionError)
"""What reading a row raises that this program did not write."""


class Origin(StrEnum):
    """Where a stored game came from."""

    PLAYED = "played"
    IMPORTED = "imported"
    STUDY = "study"
    """Nobody played it: all its lines are in the study."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A game as the store holds it, in values that no later move changes."""

    number: int
    """Its place in the match, from 1."""
    seed: int
    """The seed of its match."""
    started: datetime
    """Local time."""
    setup: Setup
    first: int
    """The seat that moves first."""
    moves: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    """The moves to redo, the next one last."""
    result: str = UNFINISHED
    hints: int = 0
    """The number of positions with a requested hint."""
    analysed: bool = False
    """Whether an analysis was shown during the game."""
    dropped: bool = False
    """Whether another game was started in its place."""
    times: tuple[int | None, ...] = ()
    """Milliseconds of the moves, followed by those of the undone ones; None where unknown."""
    host: str | None = None
    """For a guest's copy, the login of the user who hosted the game."""
    uid: str
    """An id that no other game has, in any file."""
    origin: Origin | None = Origin.PLAYED
    """The game's source; None if unknown, because an earlier version stored the game."""
    hosted_id: str | None = None
    """For a guest's copy, the host's uid of the game, None if unknown."""
    invited: tuple[str, ...] | None = None
    """The logins of the users who may join the game if it is hosted, None for everybody."""
    rated: bool = False
    """Whether its result counts for a rating: see `updated`."""
    study: str | None = None
    """The movetext of all its lines with comments and signs, None without any."""
    is_owned: bool = False
    """Whether this process plays the game."""
    is_agreed: bool = field(default=False, compare=False)
    """Whether people have agreed to play it, so that it is stored before its first move."""

    @classmethod
    def of_game(
        cls,
        game: Game,
        *,
        started: str | None = None,
        uid: str | None = None,
        origin: Origin = Origin.PLAYED,
        **values: Any,
    ) -> Self:
        """Return a game that started now, or at `started` in ISO 8601; `values` are those of other fields."""
        begun = cls(
            started=datetime.fromisoformat(started or now()),
            setup=game.setup,
            first=game.first,
            uid=uid or new_uid(),
            **values,
        )
        return replace(begun.updated(game), origin=origin)

    @property
    def game_id(self) -> str:
        """The id shared by the host, all guests and all records of the game."""
        return self.hosted_id or self.uid

    @property
    def is_finished(self) -> bool:
        return self.result != UNFINISHED

    @property
    def has_moves(self) -> bool:
        """Whether a move was made, taken back or not."""
        return bool(self.moves or self.undone)

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to store yet: no move, no agreement, and no earlier game of the match."""
        return self.number == 1 and not self.has_moves and not self.is_agreed

    def updated(self, game: Game) -> Self:
        """Return a copy with the game's present players, moves, hints and analysis.

        An imported game that is continued counts as played here. A rated game stays rated as long as there
        is no hint, no analysis, no move is taken back, and nobody else gets a seat.
        """
        moves = tuple(move_word(game.setup, move) for move in game.moves)
        undone = tuple(move_word(game.setup, move) for move in game.undone)
        is_continued = (moves, undone) != (self.moves, self.undone)
        levels, before = ([player.level for player in setup.players] for setup in (game.setup, self.setup))
        return replace(
            self,
            setup=game.setup,
            moves=moves,
            undone=undone,
            result=result_text(game),
            hints=game.hints,
            analysed=game.is_analysed,
            times=tuple(times_of([*game.moves, *reversed(game.undone)])),
            rated=self.rated and not (undone or game.hints or game.is_analysed) and levels == before,
            origin=Origin.PLAYED if is_continued and self.origin is Origin.IMPORTED else self.origin,
        )

    def released(self, *, dropped: bool = False) -> Self:
        """Return a copy without an owner; `dropped` if another game starts in its place."""
        return replace(self, is_owned=False, dropped=dropped)

    def moves_record(self) -> Record:
        """Return a record of the id and moves, without times and undone moves."""
        game = Game(self.setup, self.first)
        for word in self.moves:
            game.push(read_move(game, word))
        end_as_written(game, self.result)
        return Record(game, game_id=self.game_id)

    def columns(self) -> dict[str, object]:
        """Return the row's columns, except for the game's place in the file and its owner."""
        return {
            "number": self.number,
            "seed": self.seed,
            "started": to_stored(self.started),
            "setup": _to_json(setup_to_data(self.setup)),
            "first": self.first,
            "moves": _to_json(self.moves),
            "undone": _to_json(self.undone),
            "result": self.result,
            "hints": self.hints,
            "analysed": self.analysed,
            "dropped": self.dropped,
            "times": _to_json(self.times),
            "host": self.host,
            "uid": self.uid,
            "origin": self.origin,
            "hosted_id": self.hosted_id,
            "invited": None if self.invited is None else _to_json(self.invited),
            "rated": self.rated,
            "study": self.study,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(StoredGame):
    """A stored game with its place in the file."""

    id: int
    match: int
    """The id of the first game of its match."""
    changed: datetime
    """Local time."""
    open_since: datetime | None = None
    """Since when another living process has been playing it, in local time; None if none does."""

    @property
    def has_time(self) -> bool:
        """Whether more than the day of its start is known: records have the day only."""
        return self.started.tzinfo is not None or self.started.time() != time.min

    @property
    def is_free_study(self) -> bool:
        """Whether nobody played it: it has lines, but no game."""
        return self.origin is Origin.STUDY

    @property
    def study_name(self) -> str:
        """What its study is called, empty for one without a comment."""
        return name_in(self.study or "")

    def tree(self) -> Tree:
        """Return all lines of the game, which a study changes; raises `RecordError`."""
        game = self.game()
        return Tree.of(game) if self.study is None else read_movetext(self.study, game)

    def shown_game(self) -> Game:
        """Return the game, or the main line of a study that has no game; raises `RecordError`."""
        return self.tree().main_game if self.is_free_study else self.game()

    @property
    def winner(self) -> int | None:
        """The seat of the winner, None without one."""
        symbol, wins, _ = self.result.partition(" wins: ")
        if not wins:
            return None
        return next((seat for seat, p in enumerate(self.setup.players) if p.symbol == symbol), None)

    def content(self, *, is_owned: bool) -> StoredGame:
        """Return the game without its place in this file; an owned game is not dropped."""
        values = {field.name: getattr(self, field.name) for field in fields(StoredGame)}
        return StoredGame(**values | {"is_owned": is_owned, "dropped": self.dropped and not is_owned})

    def game(self) -> Game:
        """Return the game with all moves, including undone ones, and its aids; raises `RecordError`."""
        game = Game(self.setup, self.first)
        try:
            for index, word in enumerate((*self.moves, *reversed(self.undone))):
                game.push(with_time(read_move(game, word), self.times, index))
            for _ in self.undone:
                game.pop()
            end_as_written(game, self.result)
        except IllegalMove as refusal:
            raise RecordError(f"game {self.id} in the history is damaged: {refusal}") from None
        if result_text(game) != self.result:
            raise RecordError(f"game {self.id} in the history is damaged: its moves give {result_text(game)}")
        game.hints, game.is_analysed = self.hints, self.analysed
        return game

    def record(self) -> Record:
        """Return the game as a record, a study with what was played of it; raises `RecordError`."""
        game, tree, notes = self.game(), None, []
        if self.study is not None:
            try:
                tree = read_movetext(self.study, game)
                game = tree.played_game if self.is_free_study else game
            except RecordError as error:
                notes = [f"the study of game {self.id} in the history is damaged: {error}"]
        return Record(game, self.started.date().isoformat(), tuple(notes), self.game_id, tree)

    def resembles(self, other: StoredGame, *, has_date: bool) -> bool:
        """Whether a game from a record without an id has this one's board, moves, date and names, if any.

        Other programs omit resignations and players' names.
        """
        setup, words = other.setup, other.moves
        defaults = Setup(setup.geometry, [Player() for _ in setup.players]).players
        return (
            (setup.geometry, setup.start, other.first, len(setup.players))
            == (self.setup.geometry, self.setup.start, self.first, len(self.setup.players))
            and (words == self.moves or (words == self.moves[:-1] and self.moves[-1].endswith(ENDS)))
            and (not has_date or other.started.date() == self.started.date())
            and all(
                player.name in (own.name, default.name)
                for player, own, default in zip(setup.players, self.setup.players, defaults, strict=True)
            )
        )

    def to_data(self) -> dict[str, Any]:
        """Return the game as plain data, for JSON."""
        stored = {
            "id": self.id,
            "match": self.match,
            "game": self.number,
            "started": to_stored(self.started),
            "hints": self.hints,
            "dropped": self.dropped,
            "host": self.host,
            "origin": self.origin,
        }
        return {**stored, **to_data(self.record())}


def read_entry(row: sqlite3.Row | dict[str, Any], mark: str) -> Entry | None:
    """Return a row of the table of games as an entry, None if this program cannot have written it.

    `mark` is this process's, which tells its games from those of other living processes.
    """
    try:
        owner = row["owner"]
        is_elsewhere = owner is not None and owner != mark and is_alive(str(owner))
        entry = Entry(
            id=row["id"],
            match=int(row["match"] or row["id"]),
            number=int(row["number"]),
            seed=int(row["seed"]),
            started=_time(row["started"]),
            changed=_time(row["changed"]),
            setup=read_setup(row["setup"]),
            first=int(row["first"]),
            moves=read_words(row["moves"]),
            undone=read_words(row["undone"]),
            result=str(row["result"]),
            hints=int(row["hints"]),
            analysed=bool(row["analysed"]),
            dropped=bool(row["dropped"]),
            times=tuple(time if is_time(time) else None for time in _list(row["times"])),
            host=None if row["host"] is None else _login(row["host"]),
            uid=read_game_id(str(row["uid"])),
            origin=None if row["origin"] is None else Origin(row["origin"]),
            hosted_id=None if row["hosted_id"] is None else read_game_id(str(row["hosted_id"])),
            invited=None if row["invited"] is None else tuple(map(_login, _list(row["invited"]))),
            rated=bool(row["rated"]),
            study=None if row["study"] is None else str(row["study"]),
            is_owned=owner == mark,
            open_since=_time(row["owned_since"] or row["changed"]) if is_elsewhere else None,
        )
    except UNREADABLE:
        return None
    is_sound = (
        entry.first in range(len(entry.setup.players))
        and entry.hints in range(MOST_HINTS + 1)
        and is_result(entry.setup, entry.result)
    )
    return entry if is_sound else None


def new_uid() -> str:
    """Return an id that no other game has."""
    return os.urandom(16).hex()


def now() -> str:
    """Return the local time in the store's format."""
    return to_stored(datetime.now().astimezone())


def to_stored(time: datetime) -> str:
    return time.isoformat(timespec="seconds")


def is_stored_time(text: str) -> bool:
    """Whether a text is a time in the store's format, of a year that every time zone can show."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return False
    return to_stored(time) == text and EARLIEST_YEAR <= time.year <= LATEST_YEAR


@lru_cache(maxsize=4096)
def read_setup(text: str) -> Setup:
    """Return the set-up in a column, one object for equal texts: reading one takes longest of a row.

    Raises `ValueError`, `TypeError`, `ArithmeticError` or `RecursionError` unless it can be this program's.
    """
    return setup_from_data(_from_json(text))


class LineUp(NamedTuple):
    """The part of a set-up that lists and searches of many games need."""

    geometry: Geometry
    players: tuple[Player, ...]
    """With name, symbol and level alone."""
    start: Start | None


def read_line_up(text: str) -> LineUp:
    """Return the line-up in a column of set-ups, in a tenth of the time that `read_setup` takes.

    It raises the same errors, and `KeyError`, but overlooks mistakes in what it does not return.
    """
    data: Any = _from_json(text)
    if "start" in data:
        setup = read_setup(text)
        return LineUp(setup.geometry, setup.players, setup.start)
    columns, rows, *words = data["board"]
    players = tuple(
        _player(each["name"], each["symbol"], each.get("level", HUMAN)) for each in data["players"]
    )
    return LineUp(_geometry(columns, rows, data["line"], *words, players=len(players)), players, None)


@lru_cache(maxsize=4096)
def _player(name: str, symbol: str, level: str) -> Player:
    """Return a player; raises `ValueError` or `TypeError`."""
    player = Player(text(name, "name"), text(symbol, "symbol"), COLOURS[0], read_level(text(level, "level")))
    check_player(player)
    return player


@lru_cache(maxsize=256)
def _geometry(columns: int, rows: int, line: int, rules: str = USUAL_WORD, *, players: int) -> Geometry:
    """Return a board on which so many players can play; raises `ValueError` or `TypeError`."""
    return setup_from_data(
        {
            "board": [columns, rows, rules],
            "line": line,
            "players": [{"name": f"{n}", "symbol": SYMBOLS[n]} for n in range(players)],
        }
    ).geometry


def _time(text: object) -> datetime:
    return datetime.fromisoformat(str(text))


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _from_json(text: str) -> object:
    """Return the JSON value in a column; raises `ValueError` for a text longer than any record."""
    check_size(text)
    return json.loads(text)


def _list(text: str) -> Sequence[object]:
    values = _from_json(text)
    if not isinstance(values, list):
        raise TypeError
    return values


def read_words(text: str) -> tuple[str, ...]:
    """Return the moves in a column; raises as `read_setup`."""
    return tuple(map(str, _list(text)))


def _login(value: object) -> str:
    """Return a user's login in printable form; raises `ValueError` if it is too long."""
    return printable(text(value, "a login", LONGEST_LOGIN))


def is_result(setup: Setup | LineUp, text: str) -> bool:
    """Whether a game with this set-up can have this result."""
    who, _, how = text.rpartition(": ")
    if who == "draw" or any(who == f"{player.symbol} wins" for player in setup.players):
        return how in _TERMINATIONS
    return text == UNFINISHED
