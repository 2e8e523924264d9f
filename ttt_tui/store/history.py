"""The games that were played: written move by move, listed, taken up again, counted."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NoReturn, TypeVar

from ttt_tui.engine import Game, Match, Move, Outcome
from ttt_tui.engine.record import UNFINISHED, Record, move_word, result_text
from ttt_tui.engine.record_json import setup_to_data
from ttt_tui.store import owner
from ttt_tui.store.database import StoreError, is_damage, open_database, set_aside
from ttt_tui.store.entry import Entry, read_entry

T = TypeVar("T")


class TakenOver(Exception):
    """Another process plays this game now; nothing was written."""


class History:
    """The stored games of all matches. `mark` tells this process's games from others'.

    Every method raises `StoreError` if the store cannot be used. Damage that shows while it is used is dealt
    with once: the file is set aside, and what is being written goes into a new one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.mark = owner.new_mark()
        self._connection, self.message = open_database(path)
        self._file = _identity(path)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    # --- writing -----------------------------------------------------------------------------------------

    def begin(self, game: Game, number: int, seed: int, first_game: int | None) -> int:
        """Store a game as a new one of this process and return its id.

        `number` and `seed` are its number in its match and the match's seed, `first_game` is the id of the
        match's first game, None if this is it.
        """
        now = _now()
        return self._insert(first_game, number, seed, now, game, owner=self.mark, owned_since=now)

    def save(self, id: int, game: Game) -> None:
        """Store how a game of this process stands.

        Raises `TakenOver` if another process plays it by now, and `LookupError` if it is gone.
        """

        def write(connection: sqlite3.Connection) -> bool:
            cursor = connection.execute(
                "UPDATE games SET changed = ?, moves = ?, undone = ?, result = ? WHERE id = ? AND owner = ?",
                (_now(), *_moves(game), result_text(game), id, self.mark),
            )
            return cursor.rowcount == 1

        if not self._write(write):
            self._refuse(id)

    def drop(self, id: int) -> None:
        """Note that another game was started in this one's place; it is not offered to be resumed.

        Raises as `save` does.
        """
        self._give_up("UPDATE games SET dropped = 1, owner = NULL WHERE id = ? AND owner = ?", id)

    def release(self, id: int) -> None:
        """Give a game up: no process plays it now. Raises as `save` does."""
        self._give_up("UPDATE games SET owner = NULL WHERE id = ? AND owner = ?", id)

    def take(self, id: int) -> None:
        """Make this process the one that plays a game, whoever did before."""
        now = _now()
        self._execute(
            "UPDATE games SET owner = ?, owned_since = ?, dropped = 0 WHERE id = ?", self.mark, now, id
        )

    def delete(self, id: int) -> None:
        """Delete a game."""
        self._execute("DELETE FROM games WHERE id = ?", id)

    def add(self, record: Record) -> int:
        """Store a game from elsewhere, as a match of its own, and return its id."""
        started = f"{record.date}T00:00:00" if record.date else _now()
        return self._insert(None, 1, 0, started, record.game)

    def _insert(
        self, first_game: int | None, number: int, seed: int, started: str, game: Game, **owned: str
    ) -> int:
        moves, undone = _moves(game)
        columns = {
            "match": first_game,
            "number": number,
            "seed": seed,
            "started": started,
            "changed": _now(),
            "setup": json.dumps(setup_to_data(game.setup), ensure_ascii=False),
            "first": game.first,
            "moves": moves,
            "undone": undone,
            "result": result_text(game),
            **owned,
        }
        names, places = ", ".join(columns), ", ".join(f":{name}" for name in columns)

        def write(connection: sqlite3.Connection) -> int:
            cursor = connection.execute(f"INSERT INTO games ({names}) VALUES ({places})", columns)
            assert cursor.lastrowid is not None
            if first_game is None:
                connection.execute("UPDATE games SET match = id WHERE id = ?", (cursor.lastrowid,))
            return cursor.lastrowid

        return self._write(write)

    # --- reading -----------------------------------------------------------------------------------------

    def entries(self) -> Iterator[Entry]:
        """Give all stored games, newest first. A row that cannot be read is left out."""
        return self._entries(self._rows("SELECT * FROM games ORDER BY started DESC, id DESC"))

    def find(self, id: int) -> Entry | None:
        """Return a stored game, None if there is none with this id."""
        rows = self._rows("SELECT * FROM games WHERE id = ?", id)
        return next(self._entries(rows), None)

    def last_unfinished(self) -> Entry | None:
        """Return the unfinished game that was changed last.

        Those that were dropped are left out, and those in which there is nothing to go on with.
        """
        rows = self._rows(
            "SELECT * FROM games WHERE result = ? AND NOT dropped"
            " AND (moves != '[]' OR undone != '[]' OR number > 1)"
            " ORDER BY changed DESC, id DESC LIMIT 20",
            UNFINISHED,
        )
        return next(self._entries(rows), None)

    def match_of(self, entry: Entry) -> Match:
        """Return the match of a stored game, with this game as the current one; raises `RecordError`."""
        rows = self._rows(
            "SELECT * FROM games WHERE match = ? AND number < ? AND NOT dropped AND result != ?"
            " ORDER BY number",
            entry.match,
            entry.number,
            UNFINISHED,
        )
        earlier = list(self._entries(rows))
        outcomes: list[Outcome] = []
        for game in (before.game() for before in earlier):
            assert game.outcome is not None
            outcomes.append(game.outcome)
        return Match.resumed(entry.game(), entry.seed, outcomes, [before.first for before in earlier])

    # --- what the program remembers by itself ------------------------------------------------------------

    def remember(self, key: str, value: str) -> None:
        """Keep a text under a key."""
        self._execute("INSERT OR REPLACE INTO remembered VALUES (?, ?)", key, value)

    def remembered(self, key: str) -> str | None:
        """Return the text kept under a key, None if there is none."""
        rows = self._rows("SELECT value FROM remembered WHERE key = ?", key)
        return str(rows[0][0]) if rows else None

    # --- helpers -----------------------------------------------------------------------------------------

    def _give_up(self, statement: str, id: int) -> None:
        if not self._write(lambda connection: connection.execute(statement, (id, self.mark)).rowcount):
            self._refuse(id)

    def _refuse(self, id: int) -> NoReturn:
        """Say why a game of this process could not be written."""
        if not self._rows("SELECT id FROM games WHERE id = ?", id):
            raise LookupError(id)
        raise TakenOver

    def _execute(self, statement: str, *values: object) -> None:
        """Write with one statement."""
        self._write(lambda connection: connection.execute(statement, values))

    def _entries(self, rows: list[sqlite3.Row]) -> Iterator[Entry]:
        """Give the rows that can be read as entries."""
        return filter(None, (read_entry(row, self.mark) for row in rows))

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """Return the rows of a query."""
        return self._do(lambda connection: connection.execute(query, values).fetchall())

    def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Write something in one transaction."""

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

        return self._do(transaction)

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the file, once more with a new one if it turns out to be damaged."""
        try:
            try:
                return work(self._connection)
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
            self._connection.close()
            self.message = "The history was damaged; a new one is begun"
            if _identity(self.path) == self._file:  # else another process was quicker
                aside = set_aside(self.path)
                self.message = f"The history was damaged; it is kept as {aside.name}, and a new one is begun"
            self._connection, _ = open_database(self.path)
            self._file = _identity(self.path)
            return work(self._connection)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(str(error)) from None


def _identity(path: Path) -> tuple[int, int]:
    """Return what tells the file at `path` from another that takes its name later."""
    status = path.stat()
    return status.st_dev, status.st_ino


def _moves(game: Game) -> tuple[str, str]:
    """Return the moves and the undone ones of a game, each as a JSON list of words."""

    def words(moves: list[Move]) -> str:
        return json.dumps([move_word(game.setup, move) for move in moves], ensure_ascii=False)

    return words(game.moves), words(game.undone)


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
