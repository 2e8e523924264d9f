"""The history: the stored games, and the other tables of the same database."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ttt_tui.engine import HUMAN, FinishedGame, Geometry, Match, Setup
from ttt_tui.engine.records import PROGRAM, UNFINISHED, Record, check_size
from ttt_tui.engine.records.text import played_tags
from ttt_tui.engine.records.tree import Tree, to_movetext
from ttt_tui.errors import (
    AlreadyStored,
    CannotWriteStore,
    GameDeleted,
    OwnershipLost,
    ReadOnlyStore,
    RecordError,
    StoreError,
)
from ttt_tui.store.database import BUSY_SECONDS
from ttt_tui.store.engines import EngineTable
from ttt_tui.store.importing import Imported, ImportedGames, check_is_new
from ttt_tui.store.ownership import new_mark
from ttt_tui.store.puzzles import PuzzleTable
from ttt_tui.store.rated_games import DuelResult, rated_games
from ttt_tui.store.read_only import Database, ReadOnlyDatabase, can_write
from ttt_tui.store.reopening import ReopeningDatabase
from ttt_tui.store.statistics import Duels, Score, duels, score
from ttt_tui.store.stored_game import Entry, GameRef, Origin, StoredGame, new_uid, now, read_entry

if TYPE_CHECKING:
    from ttt_tui.store.finder import Finder

T = TypeVar("T")

NEXT = "(SELECT coalesce(max(sequence), 0) + 1 FROM games)"
"""The next free `sequence`."""

CHANGING = (
    "setup", "moves", "undone", "result", "hints", "analysed", "dropped", "times", "origin", "invited",
    "rated",
)  # fmt: skip
"""The columns that change while a game is played, apart from its owner."""

STARTED = "iif(started LIKE '%T00:00:00', substr(started, 1, 10) || 'T24', started)"
"""The start of a game; only the day of a record is known, which counts as the end of that day."""

HAS_MOVES = "(moves != '[]' OR undone != '[]')"

CONTINUES = f"""
    result = '{UNFINISHED}' AND NOT dropped
    AND coalesce(origin, '') NOT IN ('{Origin.IMPORTED}', '{Origin.STUDY}')
    AND NOT (origin IS NULL AND setup LIKE '%"{PROGRAM}"%') AND ({HAS_MOVES} OR EXISTS (
        SELECT 1 FROM games AS earlier WHERE earlier.match = games.match AND earlier.number < games.number
            AND NOT earlier.dropped AND earlier.result != ?
    ))
"""
"""True of unfinished games that were started here, or that are the next one of a match that was.

Earlier versions did not store the origin of a game, but only imported games had engines of that level.
"""


NEWEST_FIRST = f"WHERE {HAS_MOVES} OR origin = '{Origin.STUDY}' ORDER BY {STARTED} DESC, id DESC"


class ClaimedGame(NamedTuple):
    """A stored game that this process plays from now on."""

    match: Match
    entry: Entry
    earlier: tuple[Entry, ...]
    """The finished earlier games of the match."""
    generation: int
    """The generation of the database to which their ids belong."""


class ClaimedRow(NamedTuple):
    """A row that was in the file before this process played its game."""

    id: int
    match: int
    """The id of the first game of its match."""
    is_sealed: bool
    """Whether the row is a finished guest's copy, which nothing changes any more."""


class Lines(NamedTuple):
    """All lines of a game as movetext, as a study stores them."""

    text: str
    is_plain: bool
    """Whether there is nothing but the game, which is not stored twice."""
    tags: tuple[str, ...]
    """What says how much of the main line is the game."""

    @classmethod
    def of(cls, tree: Tree) -> "Lines":
        return cls(to_movetext(tree), tree.is_plain, tuple(played_tags(tree) if tree.played else ()))

    @property
    def alone(self) -> str:
        """The lines as they are stored without the game: they say themselves what was played."""
        return "\n".join((*self.tags, self.text))

    def are(self, study: str | None) -> bool:
        """Whether a column has these lines, written as here."""
        return study in (self.text, self.alone) or (self.is_plain and not study)

    def are_of(self, entry: Entry) -> bool:
        """Whether a stored game has these lines, however they are written; a damaged one has not."""
        try:
            return bool(entry.study) and to_movetext(entry.tree()) == self.text
        except RecordError:
            return False


class KeptStudy(NamedTuple):
    """Where the lines of a game were stored."""

    ref: GameRef
    is_changed: bool
    """Whether the game is there, but another program has changed its lines."""


class History:
    """The database of stored games. `mark` identifies this process, which owns the games that it plays.

    It belongs to the thread that made it. Every method raises `StoreError`; `before_commit` is passed to
    `ReopeningDatabase`. Methods with a `connection` are for use inside a `write`.
    """

    def __init__(
        self,
        path: Path,
        busy_seconds: float = BUSY_SECONDS,
        mark: str | None = None,
        before_commit: Callable[[], None] = lambda: None,
    ) -> None:
        self.mark = mark or new_mark()
        self._file = _opened(path, busy_seconds, before_commit)
        self.puzzles = PuzzleTable(self._file)
        self.engines = EngineTable(self._file)

    @cached_property
    def finder(self) -> "Finder":
        """Searches the games."""
        from ttt_tui.store.finder import Finder  # no first screen searches

        return Finder(self._file, self.mark)

    @property
    def read_only(self) -> ReadOnlyStore | None:
        """The error that writing raises, None if the file can be written."""
        return self._file.error if isinstance(self._file, ReadOnlyDatabase) else None

    @property
    def may_have_become_writable(self) -> bool:
        return self.read_only is not None and can_write(self._file.path)

    @property
    def generation(self) -> int:
        """The number of files given up so far; the next file may lack what an earlier one stored."""
        return self._file.generation

    @property
    def message(self) -> str | None:
        """A message for the user about the file."""
        return self._file.message

    def take_message(self) -> str | None:
        """Return the message, once."""
        message, self._file.message = self._file.message, None
        return message

    def follow(self) -> None:
        """Switch to another file if the path leads to that by now, or to none."""
        self._file.follow()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` in one transaction, and again if the file turns out to be another one."""
        return self._file.write(work)

    def close(self) -> None:
        self._file.close()

    # --- the games of this process -----------------------------------------------------------------------

    def insert(self, connection: sqlite3.Connection, game: StoredGame, match: int | None) -> int:
        """Store a new game and return its id; `match` is the id of its match's first game, None for that."""
        return self._insert(connection, game.columns(), match, is_owned=game.is_owned)

    def _insert(
        self, connection: sqlite3.Connection, game: dict[str, object], match: int | None, *, is_owned: bool
    ) -> int:
        time = now()
        columns = game | {
            "match": match,
            "changed": time,
            "owner": self.mark if is_owned else None,
            "owned_since": time if is_owned else None,
        }
        names, values = ", ".join(columns), ", ".join(f":{name}" for name in columns)
        cursor = connection.execute(
            f"INSERT INTO games ({names}, sequence) VALUES ({values}, {NEXT})", columns
        )
        assert cursor.lastrowid is not None
        if match is None:
            connection.execute("UPDATE games SET match = id WHERE id = ?", (cursor.lastrowid,))
        return cursor.lastrowid

    def save(
        self, connection: sqlite3.Connection, id: int, game: StoredGame, *, has_moved: bool = True
    ) -> None:
        """Store the state of a game of this process; `has_moved` if its moves differ from the stored ones.

        Raises `OwnershipLost` if another process plays the game by now, and `GameDeleted`.
        """
        order = f"changed = :changed, sequence = {NEXT}," if has_moved else ""
        settings = ", ".join(f"{name} = :{name}" for name in CHANGING)
        owner = self.mark if game.is_owned else None
        values = game.columns() | {"id": id, "mark": self.mark, "owner": owner, "changed": now()}
        statement = f"UPDATE games SET {order} {settings}, owner = :owner WHERE id = :id AND owner = :mark"
        if not connection.execute(statement, values).rowcount:
            if connection.execute("SELECT 1 FROM games WHERE id = ?", (id,)).fetchone() is None:
                raise GameDeleted
            raise OwnershipLost

    def own_released(self, connection: sqlite3.Connection, id: int, game: StoredGame) -> None:
        """Reclaim a game that this process released in this state, unless another process plays it."""
        columns = game.columns()
        connection.execute(
            "UPDATE games SET owner = ?, owned_since = ?"
            " WHERE id = ? AND owner IS NULL AND moves = ? AND undone = ? AND result = ?",
            (self.mark, now(), id, columns["moves"], columns["undone"], columns["result"]),
        )

    def claim_row(
        self, connection: sqlite3.Connection, game: StoredGame, others: Collection[int], by_start: bool
    ) -> ClaimedRow | None:
        """Make this process the owner of a game that is already in the file; return None if it is not there.

        It may have been stored by a commit that seemed to fail, or be in an older copy of the file. The row
        has the game's uid or, with `by_start`, because another process may have stored it, the same start,
        seed, host and local player; it is none of the `others`. A finished guest's copy is never changed: it
        is returned if it ended as `game` did, and is another game otherwise, whatever its host sends.
        """
        columns = game.columns()
        known = connection.execute(
            "SELECT id, match, setup, moves, result, uid FROM games WHERE uid = :uid"
            " OR (:by_start AND seed = :seed AND number = :number AND started = :started AND first = :first"
            " AND host IS :host) ORDER BY uid = :uid DESC, host IS NOT NULL AND result = :unfinished, id",
            columns | {"unfinished": UNFINISHED, "by_start": by_start},
        )
        for id, match, setup, moves, result, uid in known.fetchall():
            if id in others or not (uid == game.uid or _is_same_seat(columns, setup)):
                continue
            if game.host is None or result == UNFINISHED:
                connection.execute(
                    "UPDATE games SET owner = ?, uid = ?, hosted_id = coalesce(?, hosted_id) WHERE id = ?",
                    (self.mark, game.uid, game.hosted_id, id),
                )
                return ClaimedRow(id, match or id, is_sealed=False)
            if (moves, result) == (columns["moves"], game.result):
                return ClaimedRow(id, match or id, is_sealed=True)
        return None

    # --- stored games ------------------------------------------------------------------------------------

    def claim(self, game: GameRef) -> ClaimedGame:
        """Make this process the owner of a stored game, and return the game with its match.

        Raises `RecordError` if it cannot be continued, and `StoreError`, also if it was deleted; nothing has
        changed then.
        """

        def write(connection: sqlite3.Connection) -> ClaimedGame:
            entry = self._find(connection, game)
            if entry is None:
                raise _deleted(game)
            earlier = self._earlier(connection, entry)
            match = _match(entry, earlier)
            values = (self.mark, now(), entry.id)
            connection.execute(
                "UPDATE games SET owner = ?, owned_since = ?, dropped = 0 WHERE id = ?", values
            )
            return ClaimedGame(match, entry, earlier, self.generation)

        return self.write(write)

    def delete(self, game: GameRef) -> None:
        """Delete a game and its review; raises `StoreError`, also if the game was already deleted."""

        def write(connection: sqlite3.Connection) -> None:
            row = connection.execute(f"SELECT id FROM games WHERE {_column(game)} = ?", (game,)).fetchone()
            if row is None:
                raise _deleted(game)
            connection.execute("DELETE FROM games WHERE id = ?", (row["id"],))
            connection.execute("DELETE FROM reviews WHERE game = ?", (row["id"],))
            connection.execute("UPDATE own_puzzles SET game = NULL WHERE game = ?", (row["id"],))

        self.write(write)

    def add(self, record: Record, *, again: bool = True) -> int:
        """Store an imported game, as a match of its own, and return its id.

        Raises `AlreadyStored` if it is stored; without `again` also if a record without an id resembles a
        stored game, or if there is a guest's copy of it with other moves.
        """
        (added,) = self.add_all([record], again=again)
        if isinstance(added, AlreadyStored):
            raise added
        return added

    def add_all(self, records: Iterable[Record], *, again: bool = True) -> list[int | AlreadyStored]:
        """Store imported games in one transaction: all, or none after a `StoreError`.

        Return for each game its id, or the error that `add` would raise.
        """

        def add(connection: sqlite3.Connection, imported: Imported) -> int | AlreadyStored:
            try:
                check_is_new(partial(self._entries, connection), imported, again)
            except AlreadyStored as error:
                return error.with_traceback(None)  # which would keep the game
            return self._insert(connection, imported.columns, None, is_owned=False)

        with closing(ImportedGames(records)) as games:
            return self.write(lambda connection: [add(connection, game) for game in games])

    def entries(self) -> list[Entry]:
        """Return all games with moves and all studies, newest first. A row that cannot be read is left out.

        Games of which only the day is known are the first ones of their day.
        """
        return self._file.read(lambda connection: list(self._entries(connection, NEWEST_FIRST)))

    def latest(self, most: int) -> list[Entry]:
        """Return at most so many of the `entries`: the others are not read."""

        def read(connection: sqlite3.Connection) -> list[Entry]:
            ids = connection.execute(f"SELECT id FROM games {NEWEST_FIRST}")
            entries = (self._find(connection, id) for (id,) in ids)
            return list(islice(filter(None, entries), most))

        return self._file.read(read)

    def find(self, game: GameRef) -> Entry | None:
        return self._file.read(lambda connection: self._find(connection, game))

    def last_unfinished(self, can_play: Callable[[Setup], bool] = lambda setup: True) -> Entry | None:
        """Return the unfinished game played here last, by `sequence` rather than by the clock.

        Dropped and imported games, games without a move, guests' copies and set-ups that cannot be played
        here are left out. Raises `ReadOnlyStore` where no game can be continued.
        """
        if self.read_only is not None:
            raise self.read_only
        return self._last_unfinished("host IS NULL", can_play)

    def last_copy(self) -> Entry | None:
        """Return the guest's copy of an unfinished game that was played last; only its host can resume it."""
        return self._last_unfinished("host IS NOT NULL", lambda setup: True)

    def _last_unfinished(self, whose: str, can_play: Callable[[Setup], bool]) -> Entry | None:
        rest = f"WHERE {CONTINUES} AND {whose} ORDER BY +sequence DESC, id DESC"  # by the index of results

        def read(connection: sqlite3.Connection) -> Entry | None:
            unfinished = self._entries(connection, rest, UNFINISHED)
            return next((entry for entry in unfinished if can_play(entry.setup)), None)

        return self._file.read(read)

    def latest_on(self, geometry: Geometry) -> Entry | None:
        """Return the finished game that was played last on a board, with its rules and line length."""
        rest = (
            "WHERE result != ? AND NOT dropped AND iif(json_valid(setup),"
            " json_extract(setup, '$.board[0]') = ? AND json_extract(setup, '$.board[1]') = ?"
            " AND ifnull(json_extract(setup, '$.board[2]'), 'usual') = ?"
            " AND json_extract(setup, '$.line') = ?, 0) ORDER BY sequence DESC, id DESC LIMIT 1"
        )
        board = geometry.columns, geometry.rows, str(geometry.rules)
        values = (UNFINISHED, *board, geometry.line_length)
        return self._file.read(lambda connection: next(self._entries(connection, rest, *values), None))

    def latest_against(self, levels: Sequence[str], most: int) -> list[Entry]:
        """Return finished games played here by two, one of them of these levels; the latest first."""
        rest = (
            f"WHERE result != ? AND NOT dropped AND host IS NULL AND origin = '{Origin.PLAYED}'"
            " AND iif(json_valid(setup), json_array_length(setup, '$.players') = 2 AND EXISTS ("
            " SELECT 1 FROM json_each(games.setup, '$.players') AS player WHERE player.type = 'object'"
            " AND json_extract(player.value, '$.level') IN (SELECT value FROM json_each(?))), 0)"
            " ORDER BY sequence DESC, id DESC LIMIT ?"
        )
        values = (UNFINISHED, json.dumps(levels), most)
        return self._file.read(lambda connection: list(self._entries(connection, rest, *values)))

    def match_of(self, entry: Entry) -> Match:
        """Return the match of a stored game, with this game as the current one; raises `RecordError`."""
        return self._file.read(lambda connection: _match(entry, self._earlier(connection, entry)))

    def score(self, names: Sequence[str]) -> Score:
        """Return the score of the person with these names, the most important one first."""

        def read(connection: sqlite3.Connection) -> Score:
            games = connection.execute(f"SELECT count(*) FROM games WHERE {HAS_MOVES}").fetchone()[0]
            return score(connection, names, games)

        return self._file.read(read)

    def duels(self, names: Sequence[str]) -> Duels:
        """Return the person's wins and losses in duels with each computer level, on each board."""
        return self._file.read(lambda connection: duels(connection, names))

    def rated_games(self, names: Sequence[str]) -> list[DuelResult]:
        """Return the games that count for the rating of the person with these names, the first one first."""
        return self._file.read(lambda connection: rated_games(connection, names))

    def _find(self, connection: sqlite3.Connection, game: GameRef) -> Entry | None:
        return next(self._entries(connection, f"WHERE {_column(game)} = ?", game), None)

    def _earlier(self, connection: sqlite3.Connection, entry: Entry) -> tuple[Entry, ...]:
        """Return the finished games of a match before this one."""
        rest = "WHERE match = ? AND number < ? AND NOT dropped AND result != ? ORDER BY number"
        return tuple(self._entries(connection, rest, entry.match, entry.number, UNFINISHED))

    def _entries(self, connection: sqlite3.Connection, rest: str, *values: object) -> Iterator[Entry]:
        """Yield the games of a query that can be read; its values stand in order, or are one mapping."""
        named = values[0] if values and isinstance(values[0], Mapping) else values
        rows = connection.execute(f"SELECT * FROM games {rest}", named)
        return filter(None, (read_entry(row, self.mark) for row in rows))

    # --- reviews, and values under a key -----------------------------------------------------------------

    def keep_review(self, game: GameRef, review: str) -> None:
        """Store the review of a game, in place of an earlier one, unless the game was deleted."""
        statement = f"INSERT OR REPLACE INTO reviews SELECT id, ? FROM games WHERE {_column(game)} = ?"
        self._file.execute(statement, review, game)

    def keep_study(self, game: GameRef, lines: Lines, before: Lines, own: StoredGame) -> KeptStudy:
        """Store all lines of a game in place of those that were there before.

        If the game is not there, or has other lines than `before` by now, the lines are stored as a study of
        their own, `own` with an id that no other game has, unless there are none.
        """

        def write(connection: sqlite3.Connection) -> KeptStudy:
            condition = f"WHERE {_column(game)} = ?"
            row = connection.execute(f"SELECT study, origin, uid FROM games {condition}", (game,)).fetchone()
            if row is not None and (
                before.are(row["study"])
                or lines.are(row["study"])
                or any(before.are_of(entry) for entry in self._entries(connection, condition, game))
            ):
                of_game = None if lines.is_plain else lines.text
                text = lines.alone if row["origin"] == Origin.STUDY else of_game
                connection.execute(f"UPDATE games SET study = ? {condition}", (text, game))
                return KeptStudy(game, is_changed=False)
            apart = replace(own, study=lines.alone)
            if row is not None and row["uid"] == own.uid:
                apart = replace(apart, uid=new_uid())
            if not lines.is_plain:
                self.insert(connection, apart, None)
            return KeptStudy(apart.uid, is_changed=row is not None)

        return self.write(write)

    def review(self, game: GameRef) -> str | None:
        """Return the stored review of a game, None without one."""
        return self._text(
            f"SELECT review FROM reviews JOIN games ON game = id WHERE {_column(game)} = ?", game
        )

    def set_value(self, key: str, value: str) -> None:
        self._file.execute("INSERT OR REPLACE INTO remembered VALUES (?, ?)", key, value)

    def get_value(self, key: str) -> str | None:
        return self._text("SELECT value FROM remembered WHERE key = ?", key)

    def _text(self, query: str, value: object) -> str | None:
        row = self._file.read(lambda connection: connection.execute(query, (value,)).fetchone())
        return None if row is None else str(row[0])


def _opened(path: Path, busy_seconds: float, before_commit: Callable[[], None]) -> Database:
    """Return the database at a path, to be read only if it cannot be written; raises `StoreError`."""
    if not can_write(path):
        return ReadOnlyDatabase(path)
    try:
        return ReopeningDatabase(path, busy_seconds, before_commit)
    except CannotWriteStore as error:
        if not path.exists():
            raise
        with suppress(StoreError):
            return ReadOnlyDatabase(path, ReadOnlyStore(str(error)))
        raise


def _column(game: GameRef) -> str:
    """Return the column of the games table to compare a reference with."""
    return "id" if isinstance(game, int) else "uid"


def _deleted(game: GameRef) -> StoreError:
    which = f"game {game}" if isinstance(game, int) else "the game"
    return StoreError(f"{which} is no longer in the history")


def _match(entry: Entry, earlier: tuple[Entry, ...]) -> Match:
    """Return the match of a game after the finished games before it; raises `RecordError`."""
    finished = [FinishedGame.of(before.game()) for before in earlier]
    return Match.resumed(entry.game(), entry.seed, finished)


def _is_same_seat(columns: dict[str, object], setup: str) -> bool:
    """Whether a stored set-up matches a game's; for a guest's copy, whether board and own seat do.

    The host assigns the other seats, and may have changed them meanwhile.
    """
    if columns["host"] is None or columns["setup"] == setup:
        return columns["setup"] == setup
    try:
        return _board_and_seat(setup) == _board_and_seat(str(columns["setup"]))
    except (ValueError, TypeError, KeyError, RecursionError):  # the row was edited by hand
        return False


def _board_and_seat(setup: str) -> object:
    check_size(setup)
    data = json.loads(setup)
    return data["board"], data["line"], [player["level"] == HUMAN for player in data["players"]]
