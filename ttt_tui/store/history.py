"""The games that were played: written move by move, listed, taken up again, counted."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, NoReturn

from ttt_tui.engine import FinishedGame, Geometry, Match, Setup
from ttt_tui.engine.records import PROGRAM, UNFINISHED, Record
from ttt_tui.errors import OwnershipLost, ReadOnlyStore, StoreError
from ttt_tui.store import ownership as owner
from ttt_tui.store import scores
from ttt_tui.store.brain_shelf import EngineTable
from ttt_tui.store.claims import Claimed, claim
from ttt_tui.store.database import BUSY_SECONDS
from ttt_tui.store.followed_database import ReopeningDatabase
from ttt_tui.store.known_games import check_is_new
from ttt_tui.store.puzzle_shelf import PuzzleTable
from ttt_tui.store.read_only import ReadOnlyDatabase, can_write
from ttt_tui.store.row import GameRow, now
from ttt_tui.store.scores import Duels, Score
from ttt_tui.store.stored_game import Entry, GameRef, Origin, column_of, read_entry

NEXT = "(SELECT coalesce(max(sequence), 0) + 1 FROM games)"
"""What comes after all that was changed so far."""

STARTED = "iif(started LIKE '%T00:00:00', substr(started, 1, 10) || 'T24', started)"
"""Is when a game started; of a record only the day is known, which counts as the end of that day."""

HAS_MOVES = "(moves != '[]' OR undone != '[]')"
"""Is true of games that can be looked at."""

GOES_ON = f"""
    result = ? AND NOT dropped AND coalesce(origin, '') != '{Origin.IMPORTED}'
    AND NOT (origin IS NULL AND setup LIKE '%"{PROGRAM}"%') AND ({HAS_MOVES} OR EXISTS (
        SELECT 1 FROM games AS earlier WHERE earlier.match = games.match AND earlier.number < games.number
            AND NOT earlier.dropped AND earlier.result != ?
    ))
"""
"""Is true of unfinished games that were begun here, or that are the next one of a match that was.

Earlier versions did not store where a game came from, but only imported games had engines of that level.
"""


class ClaimedGame(NamedTuple):
    """A stored game that this process plays from now on."""

    match: Match
    entry: Entry
    earlier: tuple[Entry, ...]
    """The finished games of its match before it."""
    generation: int
    """That of the history, to which their ids belong."""


class History:
    """The stored games of all matches. `mark` tells this process's games from others'.

    It belongs to the thread that made it. Every method raises what `ReopeningDatabase` does, and
    `before_commit` is that class's.
    """

    def __init__(
        self,
        path: Path,
        busy_seconds: float = BUSY_SECONDS,
        mark: str | None = None,
        before_commit: Callable[[], None] = lambda: None,
    ) -> None:
        self.mark = mark or owner.new_mark()
        self._file = (
            ReopeningDatabase(path, busy_seconds, before_commit)
            if can_write(path)
            else ReadOnlyDatabase(path)
        )
        self.puzzles = PuzzleTable(self._file)
        """What was tried and kept of puzzles, in the same file."""
        self.brains = EngineTable(self._file)
        """How the brains of the user's own list are started, in the same file."""

    @property
    def is_read_only(self) -> bool:
        """Whether the file can be read and not be written; then what would write raises `ReadOnlyStore`."""
        return isinstance(self._file, ReadOnlyDatabase)

    @property
    def generation(self) -> int:
        """How many files were given up so far; what was stored in one is not known to be in the next."""
        return self._file.generation

    @property
    def message(self) -> str | None:
        """What there is to say about the file."""
        return self._file.message

    def take_message(self) -> str | None:
        """Return what there is to say about the file, once."""
        message, self._file.message = self._file.message, None
        return message

    def follow(self) -> None:
        """Go on with another file if the name is another one's by now, or nobody's."""
        self._file.follow()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    # --- writing -----------------------------------------------------------------------------------------

    def insert(self, row: GameRow, match: int | None) -> int:
        """Store a game as a new one and return its id.

        `match` is the id of the first game of its match, None if this is it. Raises `LookupError` if there
        is another file by now, which does not know that id.
        """
        return self._insert(row, match, lambda connection: None)

    def _insert(self, row: GameRow, match: int | None, check: Callable[[sqlite3.Connection], None]) -> int:
        """Store a game as `insert` does, after a check in the same transaction."""
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
            "hints": row.hints,
            "analysed": row.analysed,
            "dropped": row.dropped,
            "times": row.times,
            "owner": self.mark if row.held else None,
            "owned_since": now() if row.held else None,
            "host": row.host,
            "uid": row.uid,
            "origin": row.origin,
            "hosted_id": row.hosted_id,
            "invited": _invited(row),
        }
        names, places = ", ".join(columns), ", ".join(f":{name}" for name in columns)

        def write(connection: sqlite3.Connection) -> int:
            check(connection)
            cursor = connection.execute(
                f"INSERT INTO games ({names}, sequence) VALUES ({places}, {NEXT})", columns
            )
            assert cursor.lastrowid is not None
            if match is None:
                connection.execute("UPDATE games SET match = id WHERE id = ?", (cursor.lastrowid,))
            return cursor.lastrowid

        return self._file.write(write, again=match is None)

    def save(self, id: int, row: GameRow, *, played: bool = True) -> None:
        """Store how a game of this process stands; `played` if its moves are not those that are stored.

        Raises `OwnershipLost` if another process plays it by now, and `LookupError` if it is gone.
        """
        order = f"changed = :changed, sequence = {NEXT}," if played else ""
        values = {
            "id": id,
            "mark": self.mark,
            "changed": now(),
            "setup": row.setup,
            "moves": row.moves,
            "undone": row.undone,
            "result": row.result,
            "hints": row.hints,
            "analysed": row.analysed,
            "dropped": row.dropped,
            "times": row.times,
            "owner": self.mark if row.held else None,
            "origin": row.origin,
            "invited": _invited(row),
        }
        statement = (
            f"UPDATE games SET {order} setup = :setup, moves = :moves, undone = :undone,"
            " result = :result, hints = :hints, analysed = :analysed, dropped = :dropped, times = :times,"
            " owner = :owner, origin = :origin, invited = :invited"
            " WHERE id = :id AND owner = :mark"
        )
        if not self._file.write(lambda connection: connection.execute(statement, values).rowcount):
            self._refuse(id)

    def claim(self, row: GameRow, others: Collection[int]) -> Claimed | None:
        """Take over a game that is in the file already, as `claims.claim` does; None if it is not there."""
        return self._file.write(lambda connection: claim(connection, self.mark, row, others))

    def take_up(self, game: GameRef) -> ClaimedGame:
        """Take a game as it is stored now, with the match that it belongs to.

        Raises `RecordError` if it cannot be gone on with, and `StoreError` also if it is gone; nothing has
        changed then.
        """

        def write(connection: sqlite3.Connection) -> ClaimedGame:
            entry = self._find(connection, game)
            if entry is None:
                raise _gone(game)
            earlier = self._earlier(connection, entry)
            match = _match(entry, earlier)
            self._take(connection, entry.id)
            return ClaimedGame(match, entry, earlier, self.generation)

        return self._file.write(write)

    def take(self, id: int) -> None:
        """Make this process the one that plays a game, whoever did before."""
        self._file.write(lambda connection: self._take(connection, id))

    def _take(self, connection: sqlite3.Connection, id: int) -> None:
        connection.execute(
            "UPDATE games SET owner = ?, owned_since = ?, dropped = 0 WHERE id = ?", (self.mark, now(), id)
        )

    def take_released(self, id: int, row: GameRow) -> None:
        """Make this process play a game again that it released so, unless another one has it."""
        self._execute(
            "UPDATE games SET owner = ?, owned_since = ?"
            " WHERE id = ? AND owner IS NULL AND moves = ? AND undone = ? AND result = ?",
            *(self.mark, now(), id, row.moves, row.undone, row.result),
        )

    def delete(self, game: GameRef) -> None:
        """Delete a game; raises `StoreError` also if it is gone."""

        def write(connection: sqlite3.Connection) -> None:
            query = f"SELECT id FROM games WHERE {column_of(game)} = ?"
            if (row := connection.execute(query, (game,)).fetchone()) is None:
                raise _gone(game)
            id = row["id"]
            connection.execute("DELETE FROM games WHERE id = ?", (id,))
            connection.execute("DELETE FROM reviews WHERE game = ?", (id,))
            connection.execute("UPDATE own_puzzles SET game = NULL WHERE game = ?", (id,))

        self._file.write(write)

    def add(self, record: Record, *, again: bool = True) -> int:
        """Store a game from elsewhere, as a match of its own, and return its id.

        Raises `AlreadyStored` if it is there; without `again` also if a record without an id looks like a
        stored game, or if there is a guest's copy of it with other moves.
        """
        started = f"{record.date}T00:00:00" if record.date else None
        row = GameRow.of_game(
            record.game, 1, 0, held=False, started=started, uid=record.game_id, origin=Origin.IMPORTED
        )

        def check(connection: sqlite3.Connection) -> None:
            check_is_new(partial(self._entries, connection), record, row, again)

        return self._insert(row, None, check)

    # --- reading -----------------------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """Return all games that were begun, newest first. A row that cannot be read is left out.

        Games of which only the day is known are the first ones of their day.
        """
        rest = f"WHERE {HAS_MOVES} ORDER BY {STARTED} DESC, id DESC"
        return self._file.do(lambda connection: list(self._entries(connection, rest)))

    def find(self, game: GameRef) -> Entry | None:
        """Return a stored game, None if there is no such one."""
        return self._file.do(lambda connection: self._find(connection, game))

    def last_unfinished(self, can_play: Callable[[Setup], bool] = lambda setup: True) -> Entry | None:
        """Return the unfinished game that was played here last, whatever the clock said then.

        Games that were dropped or imported are left out, those in which there is nothing to go on with or
        whose set-up cannot be played here, and a guest's copies of games. Raises `ReadOnlyStore` where no
        game can be gone on with.
        """
        if self.is_read_only:
            raise ReadOnlyStore
        rest = f"WHERE {GOES_ON} AND host IS NULL ORDER BY sequence DESC, id DESC"
        return self._last_unfinished(rest, can_play)

    def last_copy(self) -> Entry | None:
        """Return the guest's copy of an unfinished game that was played last; only its host can go on."""
        rest = f"WHERE {GOES_ON} AND host IS NOT NULL ORDER BY sequence DESC, id DESC"
        return self._last_unfinished(rest, lambda setup: True)

    def _last_unfinished(self, rest: str, can_play: Callable[[Setup], bool]) -> Entry | None:
        def read(connection: sqlite3.Connection) -> Entry | None:
            unfinished = self._entries(connection, rest, UNFINISHED, UNFINISHED)
            return next((entry for entry in unfinished if can_play(entry.setup)), None)

        return self._file.do(read)

    def score(self, names: Sequence[str]) -> Score:
        """Return how the person of these names has done so far, the most important name first."""

        def read(connection: sqlite3.Connection) -> Score:
            games = connection.execute(f"SELECT count(*) FROM games WHERE {HAS_MOVES}").fetchone()[0]
            return scores.score(connection, names, games)

        return self._file.do(read)

    def duels(self, names: Sequence[str]) -> Duels:
        """Return how often they beat one computer of each level on each board, and how often it beat them."""
        return self._file.do(lambda connection: scores.duels(connection, names))

    def latest_on(self, geometry: Geometry) -> Entry | None:
        """Return the finished game that was played last on this board, with lines of this length."""
        rest = (
            "WHERE result != ? AND NOT dropped AND iif(json_valid(setup),"
            " json_extract(setup, '$.board[0]') = ? AND json_extract(setup, '$.board[1]') = ?"
            " AND json_extract(setup, '$.line') = ?, 0) ORDER BY sequence DESC, id DESC LIMIT 1"
        )
        values = (UNFINISHED, geometry.columns, geometry.rows, geometry.line_length)
        return self._file.do(lambda connection: next(self._entries(connection, rest, *values), None))

    def match_of(self, entry: Entry) -> Match:
        """Return the match of a stored game, with this game as the current one; raises `RecordError`."""
        return self._file.do(lambda connection: _match(entry, self._earlier(connection, entry)))

    def _find(self, connection: sqlite3.Connection, game: GameRef) -> Entry | None:
        return next(self._entries(connection, f"WHERE {column_of(game)} = ?", game), None)

    def _earlier(self, connection: sqlite3.Connection, entry: Entry) -> tuple[Entry, ...]:
        """Return the finished games of a game's match before it."""
        rest = "WHERE match = ? AND number < ? AND NOT dropped AND result != ? ORDER BY number"
        return tuple(self._entries(connection, rest, entry.match, entry.number, UNFINISHED))

    def _entries(self, connection: sqlite3.Connection, rest: str, *values: object) -> Iterator[Entry]:
        """Give the games of a query, as far as they can be read."""
        rows = connection.execute(f"SELECT * FROM games {rest}", values)
        return filter(None, (read_entry(row, self.mark) for row in rows))

    # --- reviews ------------------------------------------------------------------------------------------

    def keep_review(self, game: GameRef, review: str) -> None:
        """Keep what was found out about a game, in the place of what was kept before, unless it is gone."""
        statement = f"INSERT OR REPLACE INTO reviews SELECT id, ? FROM games WHERE {column_of(game)} = ?"
        self._execute(statement, review, game)

    def review(self, game: GameRef) -> str | None:
        """Return the review that is kept of a game, None if there is none."""
        query = f"SELECT review FROM reviews JOIN games ON game = id WHERE {column_of(game)} = ?"
        row = self._file.do(lambda connection: connection.execute(query, (game,)).fetchone())
        return None if row is None else str(row[0])

    # --- what the program remembers by itself ------------------------------------------------------------

    def remember(self, key: str, value: str) -> None:
        """Keep a text under a key."""
        self._execute("INSERT OR REPLACE INTO remembered VALUES (?, ?)", key, value)

    def remembered(self, key: str) -> str | None:
        """Return the text kept under a key, None if there is none."""
        query = "SELECT value FROM remembered WHERE key = ?"
        row = self._file.do(lambda connection: connection.execute(query, (key,)).fetchone())
        return None if row is None else str(row[0])

    # --- helpers -----------------------------------------------------------------------------------------

    def _refuse(self, id: int) -> NoReturn:
        """Say why a game of this process could not be written."""
        if self.find(id) is None:
            raise LookupError(id)
        raise OwnershipLost

    def _execute(self, statement: str, *values: object) -> None:
        """Write with one statement."""
        self._file.write(lambda connection: connection.execute(statement, values))


def _invited(row: GameRow) -> str | None:
    return None if row.invited is None else json.dumps(row.invited, ensure_ascii=False)


def _gone(game: GameRef) -> StoreError:
    which = f"game {game}" if isinstance(game, int) else "the game"
    return StoreError(f"{which} is no longer in the history")


def _match(entry: Entry, earlier: tuple[Entry, ...]) -> Match:
    """Return the match of a game, after the finished games before it; raises `RecordError`."""
    finished = [FinishedGame.of(before.game()) for before in earlier]
    return Match.resumed(entry.game(), entry.seed, finished)
