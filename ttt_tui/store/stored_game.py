"""One stored game: read from its row, which somebody may have written by hand, and taken up again."""

import json
import sqlite3
from datetime import datetime, time
from enum import StrEnum
from typing import Any, NamedTuple

from ttt_tui.engine import Game, IllegalMove, Player, Setup, Termination
from ttt_tui.engine.records import (
    RESIGNS,
    UNFINISHED,
    Record,
    check_size,
    is_time,
    move_word,
    read_game_id,
    read_move,
    result_text,
    with_time,
)
from ttt_tui.engine.records.json import setup_from_data, to_data
from ttt_tui.errors import RecordError
from ttt_tui.store import ownership as owner

MOST_HINTS = 999_999
"""More than anybody asks for in a game: a greater number was not counted."""

EARLIEST_YEAR, LATEST_YEAR = 1970, 9998


GameRef = int | str
"""Names a stored game, by the number that it has in the file now or by its uid, which holds in any file."""


def column_of(game: GameRef) -> str:
    """Return the column of the table of games that names a game so."""
    return "id" if isinstance(game, int) else "uid"


class Origin(StrEnum):
    """Where a stored game came from."""

    PLAYED = "played"
    IMPORTED = "imported"


class Entry(NamedTuple):
    """One stored game, as the list shows it."""

    id: int
    match: int
    number: int
    seed: int
    started: datetime
    """In local time, as `changed` and `open_since`."""
    changed: datetime
    setup: Setup
    first: int
    moves: tuple[str, ...]
    undone: tuple[str, ...]
    result: str
    hints: int
    """For how many positions somebody asked for one."""
    analysed: bool
    """Whether an analysis was shown while it was played."""
    dropped: bool
    open_since: datetime | None
    """Since when another living process plays it, None if none does."""
    times: tuple[int | None, ...]
    """How long the moves took, in milliseconds, those taken back behind those that stand."""
    host: str | None
    """The login of the user who hosted the game, if this is a guest's copy of it."""
    uid: str
    """An id that no other game has, in any file."""
    origin: Origin | None
    """None if that is not known: an earlier version stored it."""
    hosted_id: str | None = None
    """The uid that the game has at its host, if this is a guest's copy of it and that is known."""
    invited: tuple[str, ...] | None = None
    """The logins of those who may join the game if it is hosted, None for everybody."""

    @property
    def game_id(self) -> str:
        """The id of the game that its host, all guests and all records of it share."""
        return self.hosted_id or self.uid

    @property
    def has_time(self) -> bool:
        """Whether more than the day is known of when it started: records have the day only."""
        return self.started.tzinfo is not None or self.started.time() != time.min

    @property
    def is_finished(self) -> bool:
        """Whether the game has ended."""
        return self.result != UNFINISHED

    @property
    def has_moves(self) -> bool:
        """Whether a move was made in it, also if it was taken back."""
        return bool(self.moves or self.undone)

    @property
    def winner(self) -> int | None:
        """The seat of the player who won, None if nobody has."""
        symbol, wins, _ = self.result.partition(" wins: ")
        if not wins:
            return None
        return next((seat for seat, p in enumerate(self.setup.players) if p.symbol == symbol), None)

    def game(self) -> Game:
        """Return the game with all its moves, those taken back included, and hints; raises `RecordError`."""
        game = Game(self.setup, self.first)
        try:
            for index, word in enumerate((*self.moves, *reversed(self.undone))):
                game.push(with_time(read_move(game, word), self.times, index))
            for _ in self.undone:
                game.pop()
        except IllegalMove as refusal:
            raise RecordError(f"game {self.id} in the history is damaged: {refusal}") from None
        if result_text(game) != self.result:
            raise RecordError(f"game {self.id} in the history is damaged: its moves give {result_text(game)}")
        game.hints, game.is_analysed = self.hints, self.analysed
        return game

    def record(self) -> Record:
        """Return the game as a record; raises `RecordError`."""
        return Record(self.game(), self.started.date().isoformat(), game_id=self.game_id)

    def is_of(self, record: Record) -> bool:
        """Return whether a record without an id looks like one of this game.

        Of what it tells, board, moves, date and names are equal. Other programs do not know of resignations.
        """
        setup, game = record.game.setup, record.game
        words = tuple(move_word(setup, move) for move in game.moves)
        usual = Setup(setup.geometry, [Player() for _ in setup.players]).players  # where none were told
        return (
            (setup.geometry, game.first, len(setup.players))
            == (self.setup.geometry, self.first, len(self.setup.players))
            and (words == self.moves or (words == self.moves[:-1] and self.moves[-1].endswith(RESIGNS)))
            and record.date in (None, self.started.date().isoformat())
            and all(
                player.name in (own.name, default.name)
                for player, own, default in zip(setup.players, self.setup.players, usual, strict=True)
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


def read_entry(row: sqlite3.Row, mark: str) -> Entry | None:
    """Return a row of the table of games as an entry, None if it cannot be read.

    `mark` is that of this process: a game that is marked as another living process's is open elsewhere.
    """
    try:
        owned_by = row["owner"]
        elsewhere = owned_by is not None and owned_by != mark and owner.is_alive(str(owned_by))
        setup = setup_from_data(_json(row["setup"]))
        entry = Entry(
            row["id"],
            int(row["match"] or row["id"]),
            int(row["number"]),
            int(row["seed"]),
            _time(row["started"]),
            _time(row["changed"]),
            setup,
            int(row["first"]),
            _words(row["moves"]),
            _words(row["undone"]),
            str(row["result"]),
            int(row["hints"]),
            bool(row["analysed"]),
            bool(row["dropped"]),
            _time(row["owned_since"] or row["changed"]) if elsewhere else None,
            _times(row["times"]),
            None if row["host"] is None else str(row["host"]),
            read_game_id(str(row["uid"])),
            None if row["origin"] is None else Origin(row["origin"]),
            None if row["hosted_id"] is None else read_game_id(str(row["hosted_id"])),
            None if row["invited"] is None else _words(row["invited"]),
        )
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        return None
    is_sound = (
        entry.first in range(len(setup.players))
        and entry.hints in range(MOST_HINTS + 1)
        and _is_result(setup, entry.result)
    )
    return entry if is_sound else None


def to_stored(time: datetime) -> str:
    """Return a time as the store has it."""
    return time.isoformat(timespec="seconds")


def is_stored_time(text: str) -> bool:
    """Whether a text is a time as the store writes it, of a year in which every time zone can show it."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return False
    return to_stored(time) == text and EARLIEST_YEAR <= time.year <= LATEST_YEAR


def _time(text: object) -> datetime:
    """Return a time from the store."""
    return datetime.fromisoformat(str(text))


def _times(text: str) -> tuple[int | None, ...]:
    """Return the milliseconds of moves that a column holds."""
    times = _json(text)
    if not isinstance(times, list):
        raise ValueError("times are a list")
    return tuple(time if is_time(time) else None for time in times)


def _json(text: str) -> object:
    """Return the value of a column; raises `ValueError` for a text that is longer than any record."""
    check_size(text)
    return json.loads(text)


def _words(text: str) -> tuple[str, ...]:
    words = _json(text)
    if not isinstance(words, list):
        raise TypeError
    return tuple(map(str, words))


def _is_result(setup: Setup, text: str) -> bool:
    """Whether a text is a result that a game with this set-up can have."""
    who, _, how = text.rpartition(": ")
    winners = (f"{player.symbol} wins" for player in setup.players)
    return text == UNFINISHED or (who in ("draw", *winners) and how in tuple(Termination))
