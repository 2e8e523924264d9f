"""The games that were played: written move by move, listed, taken up again, counted."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeVar

from ttt_tui.engine import Match, Outcome
from ttt_tui.engine.record import UNFINISHED, Record
from ttt_tui.store import ownership as owner
from ttt_tui.store.database import (
    BUSY_SECONDS,
    StoreError,
    is_damage,
    open_database,
    set_aside,
    store_error,
)
from ttt_tui.store.row import GameRow, now
from ttt_tui.store.stored_game import Entry, read_entry

T = TypeVar("T")

NEXT = "(SELECT coalesce(max(sequence), 0) + 1 FROM games)"
"""What comes after all that was changed so far."""


DAMAGED = "The history was damaged"


class TakenOver(Exception):
    """Another process plays this game now; nothing was written."""


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A stored game that this process plays from now on."""

    match: Match
    entry: Entry
    earlier: tuple[Entry, ...]
    """The finished games of its match before it."""
    generation: int
    """That of the history, to which their ids belong."""


class History:
    """The stored games of all matches. `mark` tells this process's games from others'.

    It belongs to the thread that made it. Every method raises `StoreError` if the store cannot be used,
    `StoreBusy` if another process has locked it for longer than `busy_seconds`. Damage that shows while it is
    used is dealt with once: the file is set aside, and what is being written goes into a new one. So it does
    when somebody has removed the file, or put another one in its place, by the time something is written.
    """

    def __init__(self, path: Path, busy_seconds: float = BUSY_SECONDS, mark: str | None = None) -> None:
        self.path = path
        self.mark = mark or owner.new_mark()
        self.busy_seconds = busy_seconds
        self.generation = 0
        """How many files were given up so far; what was stored in one is not known to be in the next."""
        self._connection: sqlite3.Connection | None
        self._connection, self.message = open_database(path, busy_seconds)
        self._file = _identity(path)
        self._given_up = ""  # why the file before was, as long as there is no other

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()

    # --- writing -----------------------------------------------------------------------------------------

    def insert(self, row: GameRow, match: int | None) -> int:
        """Store a game as a new one and return its id.

        `match` is the id of the first game of its match, None if this is it. Raises `LookupError` if there
        is another file by now, which does not know that id.
        """
        columns = {
            "match": match,
            "number": row.number,
            "seed": row.seed,
            "started": row.started,
            "changed": now(),
            "setup": row.setup,
            "first": row.first,
            "moves": row.moves,
            "undone": row.undone,
            "result": row.result,
            "dropped": row.dropped,
            "owner": self.mark if row.held else None,
            "owned_since": now() if row.held else None,
        }
        names, places = ", ".join(columns), ", ".join(f":{name}" for name in columns)

        def write(connection: sqlite3.Connection) -> int:
            cursor = connection.execute(
                f"INSERT INTO games ({names}, sequence) VALUES ({places}, {NEXT})", columns
            )
            assert cursor.lastrowid is not None
            if match is None:
                connection.execute("UPDATE games SET match = id WHERE id = ?", (cursor.lastrowid,))
            return cursor.lastrowid

        return self._write(write, again=match is None)

    def save(self, id: int, row: GameRow, *, played: bool = True) -> None:
        """Store how a game of this process stands; `played` if its moves are not those that are stored.

        Raises `TakenOver` if another process plays it by now, and `LookupError` if it is gone.
        """
        order = f"changed = :changed, sequence = {NEXT}," if played else ""
        values = {
            "id": id,
            "mark": self.mark,
            "changed": now(),
            "moves": row.moves,
            "undone": row.undone,
            "result": row.result,
            "dropped": row.dropped,
            "owner": self.mark if row.held else None,
        }
        statement = (
            f"UPDATE games SET {order} moves = :moves, undone = :undone, result = :result,"
            " dropped = :dropped, owner = :owner WHERE id = :id AND owner = :mark"
        )
        if not self._write(lambda connection: connection.execute(statement, values).rowcount):
            self._refuse(id)

    def claim(self, row: GameRow, others: Collection[int]) -> tuple[int, int] | None:
        """Make this process the one that plays a game which is in the file already.

        Return its id, and that of its match's first game; None if it is not there: an older copy of the file
        may have it, a new file has not. It is known by when it was started and by its match's seed, and is
        none of the `others`.
        """

        def write(connection: sqlite3.Connection) -> tuple[int, int] | None:
            known = connection.execute(
                "SELECT id, match FROM games WHERE seed = ? AND number = ? AND started = ? AND first = ?",
                (row.seed, row.number, row.started, row.first),
            )
            for id, match in known.fetchall():
                if id not in others:
                    connection.execute("UPDATE games SET owner = ? WHERE id = ?", (self.mark, id))
                    return id, match or id
            return None

        return self._write(write)

    def take(self, id: int) -> None:
        """Make this process the one that plays a game, whoever did before."""
        self._write(lambda connection: self._take(connection, id))

    def take_up(self, id: int) -> TakenUp:
        """Take a game as it is stored now, with the match that it belongs to.

        Raises `RecordError` if it cannot be gone on with, and `StoreError` also if it is gone; nothing has
        changed then.
        """

        def write(connection: sqlite3.Connection) -> TakenUp:
            entry = next(self._entries(connection, "WHERE id = ?", id), None)
            if entry is None:
                raise StoreError(f"game {id} is no longer in the history")
            earlier = self._earlier(connection, entry)
            match = _match(entry, earlier)
            self._take(connection, id)
            return TakenUp(match, entry, earlier, self.generation)

        return self._write(write)

    def _take(self, connection: sqlite3.Connection, id: int) -> None:
        connection.execute(
            "UPDATE games SET owner = ?, owned_since = ?, dropped = 0 WHERE id = ?", (self.mark, now(), id)
        )

    def delete(self, id: int) -> None:
        """Delete a game."""
        self._execute("DELETE FROM games WHERE id = ?", id)

    def add(self, record: Record) -> int:
        """Store a game from elsewhere, as a match of its own, and return its id."""
        started = f"{record.date}T00:00:00" if record.date else None
        return self.insert(GameRow.of_game(record.game, 1, 0, held=False, started=started), None)

    # --- reading -----------------------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """Return all stored games, newest first. A row that cannot be read is left out."""
        return self._do(lambda connection: list(self._entries(connection, "ORDER BY started DESC, id DESC")))

    def find(self, id: int) -> Entry | None:
        """Return a stored game, None if there is none with this id."""
        return self._do(lambda connection: next(self._entries(connection, "WHERE id = ?", id), None))

    def last_unfinished(self) -> Entry | None:
        """Return the unfinished game that was played last, whatever the clock said then.

        Those that were dropped are left out, and those in which there is nothing to go on with.
        """
        rest = (
            "WHERE result = ? AND NOT dropped AND (moves != '[]' OR undone != '[]' OR number > 1)"
            " ORDER BY sequence DESC, id DESC LIMIT 20"
        )
        return self._do(lambda connection: next(self._entries(connection, rest, UNFINISHED), None))

    def match_of(self, entry: Entry) -> Match:
        """Return the match of a stored game, with this game as the current one; raises `RecordError`."""
        return self._do(lambda connection: _match(entry, self._earlier(connection, entry)))

    def _earlier(self, connection: sqlite3.Connection, entry: Entry) -> tuple[Entry, ...]:
        """Return the finished games of a game's match before it."""
        rest = "WHERE match = ? AND number < ? AND NOT dropped AND result != ? ORDER BY number"
        return tuple(self._entries(connection, rest, entry.match, entry.number, UNFINISHED))

    def _entries(self, connection: sqlite3.Connection, rest: str, *values: object) -> Iterator[Entry]:
        """Give the games of a query, as far as they can be read."""
        rows = connection.execute(f"SELECT * FROM games {rest}", values).fetchall()
        return filter(None, (read_entry(row, self.mark) for row in rows))

    # --- what the program remembers by itself ------------------------------------------------------------

    def remember(self, key: str, value: str) -> None:
        """Keep a text under a key."""
        self._execute("INSERT OR REPLACE INTO remembered VALUES (?, ?)", key, value)

    def remembered(self, key: str) -> str | None:
        """Return the text kept under a key, None if there is none."""
        query = "SELECT value FROM remembered WHERE key = ?"
        row = self._do(lambda connection: connection.execute(query, (key,)).fetchone())
        return None if row is None else str(row[0])

    # --- helpers -----------------------------------------------------------------------------------------

    def _refuse(self, id: int) -> NoReturn:
        """Say why a game of this process could not be written."""
        if self.find(id) is None:
            raise LookupError(id)
        raise TakenOver

    def _execute(self, statement: str, *values: object) -> None:
        """Write with one statement."""
        self._write(lambda connection: connection.execute(statement, values))

    def _write(self, work: Callable[[sqlite3.Connection], T], again: bool = True) -> T:
        """Write something in one transaction, into the file that has the name now; `again` as in `_do`."""

        def transaction(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result

        generation = self.generation
        self.follow()
        if self.generation != generation and not again:
            raise LookupError("this file is a new one")
        result = self._do(transaction, again)
        self._file = self._file if self._file.log else _identity(self.path)
        return result

    def _do(self, work: Callable[[sqlite3.Connection], T], again: bool = True) -> T:
        """Do something with the file; if it turns out to be damaged, once more with a new one.

        Raises `LookupError` if it is not to be done `again` there.
        """
        with _errors_told():
            try:
                return work(self._opened())
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
            self._give_up(f"{DAMAGED}; a new one is begun")
            if _identity(self.path).file == self._file.file:  # else another process was quicker
                aside = set_aside(self.path)
                self._given_up = f"{DAMAGED}; it is kept as {aside.name}, and a new one is begun"
            connection = self._opened()
            if not again:
                raise LookupError("this file is a new one")
            return work(connection)

    def follow(self) -> None:
        """Go on with another file if the name is another one's by now, or nobody's."""
        with _errors_told():
            there = _identity(self.path)
            if self._connection is not None and there != self._file:
                if there.file != self._file.file:
                    self._give_up(
                        "The history was exchanged for another file; games are kept in that one now"
                        if there.file
                        else "The history was removed while it was in use; a new one is begun"
                    )
                    _remove_log(self.path, self._file)
                elif self._file.log is not None:
                    self._give_up("A part of the history was removed while it was in use; it is opened again")
            self._opened()

    def _give_up(self, why: str) -> None:
        """Close the file; SQLite leaves alone what belongs to another one by now."""
        self.close()
        self._connection, self._given_up = None, why

    def _opened(self) -> sqlite3.Connection:
        """Return the connection, to a new file if there is none."""
        if self._connection is None:
            self._connection, _ = open_database(self.path, self.busy_seconds)
            self.message = self._given_up
            self.generation += 1
            self._file = _identity(self.path)
        return self._connection


@contextlib.contextmanager
def _errors_told() -> Iterator[None]:
    """Raise what SQLite and the system report as `StoreError`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise store_error(error) from None


@dataclass(frozen=True, slots=True)
class _Identity:
    """What tells the file with a name from another that takes the name later."""

    file: tuple[int, int] | None
    """None if there is none."""
    log: int | None
    """The number of the file beside it into which SQLite writes first, None if there is none."""


def _identity(path: Path) -> _Identity:
    """Return the identity of the file at `path`."""

    def status(path: Path) -> os.stat_result | None:
        try:
            return path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None

    file, log = status(path), status(_log(path))
    return _Identity(file and (file.st_dev, file.st_ino), log and log.st_ino)


def _log(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _remove_log(path: Path, gone: _Identity) -> None:
    """Remove the log of a file that is gone: SQLite would play it into the one that has its name now."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if _log(path).stat().st_ino == gone.log:
            os.unlink(_log(path))
            os.unlink(path.with_name(path.name + "-shm"))


def _match(entry: Entry, earlier: tuple[Entry, ...]) -> Match:
    """Return the match of a game, after the finished games before it; raises `RecordError`."""
    outcomes: list[Outcome] = []
    for game in (before.game() for before in earlier):
        assert game.outcome is not None
        outcomes.append(game.outcome)
    return Match.resumed(entry.game(), entry.seed, outcomes, [before.first for before in earlier])
