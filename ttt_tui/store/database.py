"""The SQLite file: its schema, how it is opened or created, and how it is set aside when it is damaged.

Writing in WAL mode with `synchronous=NORMAL` takes microseconds, so every change is committed before it is
painted. Where WAL does not work, as on network file systems, a rollback journal is used.
"""

import contextlib
import errno
import fcntl
import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ttt_tui.errors import CannotWriteStore, NewerStore, StoreBusy, StoreError
from ttt_tui.process.paths import make_private_directory, open_at_once, open_private

BUSY_SECONDS = 2.0
"""How long a command waits for another process's write."""

BESIDE = ("-wal", "-shm", "-journal")
"""The name endings of the files that SQLite keeps beside a database."""

UNWRITABLE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
UNWRITABLE_FILES = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""Codes of errors after which the file may still be read: on a full disk SQLite cannot create its index."""

MOST_ATTEMPTS = 3
"""How many files are tried, if each is damaged or another process has just set it aside."""

LARGEST_CHECKED = 8_000_000
"""The most bytes of a file that is checked whole on opening; damage in a larger one shows when read."""

MOST_NUMBERS = 200
"""The number of games that shell completion offers, the latest."""

MIGRATIONS = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        match INTEGER,               -- the id of the first game of the match
        number INTEGER NOT NULL,     -- of the game in its match, from 1
        seed INTEGER NOT NULL,
        started TEXT NOT NULL,       -- local time with offset, ISO 8601
        changed TEXT NOT NULL,
        setup TEXT NOT NULL,         -- as in engine.records.json
        first INTEGER NOT NULL,      -- the player who started
        moves TEXT NOT NULL,         -- a JSON list of words as in engine.record
        undone TEXT NOT NULL,        -- likewise, the one to redo next at the end
        result TEXT NOT NULL,        -- as in engine.record
        dropped INTEGER NOT NULL DEFAULT 0,  -- another game was started in its place
        owner TEXT,                  -- the mark of the process that plays it
        owned_since TEXT
    );
    CREATE INDEX games_of_match ON games (match, number);
    """,
    "CREATE TABLE remembered (key TEXT PRIMARY KEY, value TEXT NOT NULL);",
    """
    ALTER TABLE games ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
    CREATE TEMPORARY TABLE places (sequence INTEGER PRIMARY KEY, id INTEGER UNIQUE);
    INSERT INTO places (id) SELECT id FROM games
        ORDER BY julianday(changed) <= julianday('now'), julianday(changed), id;
    UPDATE games SET sequence = (SELECT sequence FROM places WHERE places.id = games.id);
    DROP TABLE places;
    CREATE INDEX games_in_sequence ON games (sequence);
    """,
    "ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;",
    "CREATE TABLE reviews (game INTEGER PRIMARY KEY, review TEXT NOT NULL);",
    "ALTER TABLE games ADD COLUMN analysed INTEGER NOT NULL DEFAULT 0;",
    """
    CREATE TABLE puzzle_tries (
        puzzle TEXT NOT NULL,        -- what tells the puzzle from all others
        began TEXT NOT NULL,         -- local time with offset, ISO 8601
        day TEXT,                    -- the date whose daily puzzle it was, ISO 8601
        rating INTEGER NOT NULL,     -- the puzzle's
        wrong INTEGER NOT NULL,      -- moves
        hints INTEGER NOT NULL,
        shown INTEGER NOT NULL,      -- whether the solution was
        solved INTEGER NOT NULL,
        PRIMARY KEY (began, puzzle)
    );
    CREATE TABLE own_puzzles (
        puzzle TEXT PRIMARY KEY,     -- as a record of it is written
        game INTEGER,                -- the game that it is from, if that is stored
        added TEXT NOT NULL          -- local time with offset, ISO 8601
    );
    """,
    """
    CREATE TABLE brains (
        name TEXT PRIMARY KEY,       -- by which players and records know it
        command TEXT NOT NULL,       -- as for a shell
        directory TEXT NOT NULL      -- where it works; nothing for the current one
    );
    """,
    # a JSON list of the milliseconds of the moves, and of those taken back behind them, null if not known
    "ALTER TABLE games ADD COLUMN times TEXT NOT NULL DEFAULT '[]';",
    """
    ALTER TABLE games ADD COLUMN host TEXT;
    CREATE INDEX games_of_seed ON games (seed, number);
    """,
    """
    ALTER TABLE games ADD COLUMN uid TEXT NOT NULL DEFAULT ''
        /* an id that no other game has, in any file */;
    ALTER TABLE games ADD COLUMN origin TEXT
        /* 'played' here or 'imported'; NULL if that is not known */;
    UPDATE games SET uid = printf('%08x%08x%08x%08x',
        seed, strftime('%s', started), strftime('%s', changed), id);
    CREATE INDEX games_by_uid ON games (uid);
    CREATE TABLE identity (
        uid TEXT NOT NULL            -- that no other file has, except for copies of this one
    );
    INSERT INTO identity VALUES (lower(hex(randomblob(16))));
    """,
    """
    ALTER TABLE games ADD COLUMN hosted_id TEXT
        /* of a guest's copy, the uid that the game has at its host; NULL if that is not known */;
    ALTER TABLE games ADD COLUMN invited TEXT
        /* a JSON list of the logins that may join a hosted game; NULL if everybody may */;
    CREATE INDEX games_by_hosted_id ON games (hosted_id);
    """,
    "/* only set-ups differ: they may have rules */;",
    "/* only set-ups and moves differ: openings with choices, two stones a turn */;",
    """
    ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0
        /* whether its result counts for a rating: no help, and no move was taken back */;
    CREATE INDEX games_rated ON games (sequence) WHERE rated;
    """,
    "/* only set-ups differ: their game may be Vanishing */;",
    """
    CREATE TABLE boards (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE    -- players, line length, size and rules: '2 5 15x15 renju'
    );
    CREATE TABLE reached (           -- the positions that games reached with their first stones
        board INTEGER NOT NULL,
        key INTEGER NOT NULL,        -- equal for all images of a position: see store.positions
        stone INTEGER NOT NULL,      -- the next one, -1 if there is none
        outcome INTEGER NOT NULL,    -- the winner's side, -1 for a draw, -2 without a result
        imported INTEGER NOT NULL,
        game INTEGER NOT NULL,
        PRIMARY KEY (board, key, stone, outcome, imported, game)
    ) WITHOUT ROWID;
    CREATE TABLE indexed (           -- what the table before has of a game
        game INTEGER PRIMARY KEY,
        board INTEGER NOT NULL,
        outcome INTEGER NOT NULL,
        imported INTEGER NOT NULL,
        keys BLOB NOT NULL,          -- 8 bytes each
        stones BLOB NOT NULL         -- 2 bytes each
    );
    CREATE TABLE to_index (game INTEGER PRIMARY KEY) /* games that changed since, or were deleted */;
    INSERT INTO to_index SELECT id FROM games;
    CREATE TRIGGER index_added AFTER INSERT ON games WHEN new.owner IS NULL
        BEGIN INSERT OR IGNORE INTO to_index VALUES (new.id); END;
    CREATE TRIGGER index_deleted AFTER DELETE ON games
        BEGIN INSERT OR IGNORE INTO to_index VALUES (old.id); END;
    CREATE TRIGGER index_changed
        AFTER UPDATE OF setup, first, moves, result, origin, owner ON games
        WHEN old.owner IS NULL OR new.owner IS NULL
        BEGIN INSERT OR IGNORE INTO to_index VALUES (new.id); END;
    CREATE INDEX games_owned ON games (id) WHERE owner IS NOT NULL;
    CREATE INDEX games_by_beginning ON games (substr(moves, 1, 60)) WHERE owner IS NULL;
    CREATE INDEX games_unfinished ON games (id) WHERE result = 'unfinished';
    """,
    """
    ALTER TABLE games ADD COLUMN study TEXT
        /* all lines with comments and signs, as in records of text; NULL without any */;
    """,
    "/* only origins differ: a study has no game */;",
)
"""The steps from one schema version to the next; the version of a file is the number of steps taken.

The third step numbers the games by when they were last played, the latest with the greatest `sequence`: a
clock that was wrong once would be believed for ever. `host` marks a guest's copies of games with the login of
the user who hosts them. The eleventh gives a game the same uid in all copies of a file, whenever each of them
is migrated; the origin of the games before it is unknown. The thirteenth, fourteenth, sixteenth and
nineteenth change only the version, so that earlier programs refuse the file: they would leave out games with
rules or origins unknown to them, or count them as usual ones. Games before the fifteenth are not rated: it is
not known whether moves were taken back. The seventeenth only lists the games to index: that takes longer than
a start may. A game is indexed when no process plays it, so that a stored move changes nothing but its game.
"""

VERSION = len(MIGRATIONS)


class Identity(NamedTuple):
    """Distinguishes the file at a path from another that takes the path later."""

    file: tuple[int, int] | None
    """Its device and inode, None without a file."""
    log: int | None
    """The inode of the write-ahead log, None without one."""


def identity(path: Path) -> Identity:
    """Return the identity of the file at `path`."""
    file, log = _status(path), _status(log_of(path))
    return Identity(file and (file.st_dev, file.st_ino), log and log.st_ino)


def log_of(path: Path) -> Path:
    """Return the path of the write-ahead log of a database."""
    return path.with_name(path.name + "-wal")


def index_of(path: Path) -> Path:
    """Return the path of the index of that log, which the processes that use the database share."""
    return path.with_name(path.name + "-shm")


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def open_database(path: Path, busy_seconds: float = BUSY_SECONDS) -> tuple[sqlite3.Connection, str | None]:
    """Return a connection to the file at `path`, created if it is missing, and a message for the user.

    A damaged file is set aside under another name, and a new one is started; the message says so. Waits
    `busy_seconds` for another process's lock. Raises `StoreError` where nothing can be stored.
    """
    message = None
    for _ in range(MOST_ATTEMPTS):
        file = None
        try:
            make_private_directory(path.parent)
            file = identity(path).file
            check_files(path)
            if file is not None and path.stat().st_size:
                return _connect(path, busy_seconds), message
            with _folder_lock(path.parent):  # otherwise another process might just be creating the file
                file = identity(path).file
                if file is None:
                    os.close(open_private(path, os.O_RDWR))
                elif path.stat().st_size == 0:
                    message = message or f"The history in {path.name} was empty; a new one was started"
                return _connect(path, busy_seconds), message
        except (sqlite3.Error, OSError) as error:
            if file is None or not is_damage(error):
                raise store_error(error, path) from None
        try:
            aside = set_aside(path, file)
        except OSError as error:
            raise store_error(error, path) from None
        if aside is not None:
            message = f"The history was damaged; it was moved to {aside.name} and a new one was started"
        else:
            message = message or "The history was damaged; another program moved it aside"
    raise StoreError(f"{path} is damaged again and again")


def check_files(path: Path) -> None:
    """Raise `StoreError` if the path of the database or of a companion leads to something else than a file.

    SQLite would open a pipe and wait for data from it.
    """
    for each in (path, *(path.with_name(path.name + end) for end in BESIDE)):
        status = _status(each)
        if status is not None and not stat.S_ISREG(status.st_mode):
            raise StoreError(f"{each} is not a file")


def store_error(error: sqlite3.Error | OSError, path: Path | None = None) -> StoreError:
    """Return an error of SQLite or the system as a `StoreError`, which names `path` if it is given."""
    if _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy("another program has locked the history")
    cannot_write = _code(error) in UNWRITABLE or getattr(error, "errno", None) in UNWRITABLE_FILES
    return (CannotWriteStore if cannot_write else StoreError)(
        str(error) if path is None else f"{path}: {error}"
    )


def _code(error: Exception) -> int:
    """Return the primary code of an error of SQLite, 0 for any other."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def is_damage(error: Exception) -> bool:
    """Whether an error means that the file is no sound database."""
    return _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def set_aside(path: Path, damaged: tuple[int, int] | None) -> Path | None:
    """Rename a damaged file and its companions, and return the new path.

    `damaged` is its device and inode. If another file has the path by now, because another process found the
    damage first, nothing is renamed and None is returned.
    """
    with _folder_lock(path.parent):
        if identity(path).file != damaged:
            return None
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
        number = 1
        while aside.exists():
            number += 1
            aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
        path.rename(aside)
        for beside in BESIDE:
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + beside).rename(aside.with_name(aside.name + beside))
    return aside


@contextlib.contextmanager
def _folder_lock(directory: Path) -> Iterator[None]:
    """Exclude other processes of this program from creating files in a directory and setting them aside."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # some file systems have no locks, some directories cannot be read
            descriptor = os.open(directory, os.O_RDONLY | os.O_CLOEXEC)
            stack.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield


def _connect(path: Path, busy_seconds: float) -> sqlite3.Connection:
    if _is_torn(path):
        raise _damage(f"{path.name} is cut off")
    connection = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None)
    try:
        configure(connection)  # first, so that nothing is changed in a later version's file
        _set_journal(connection, busy_seconds)
        connection.execute("PRAGMA synchronous=NORMAL")
        check_content(connection, path.stat().st_size)
        migrate(connection)
    except UnicodeDecodeError:  # SQLite quotes the content of a damaged schema
        connection.close()
        raise _damage("its schema is not text") from None
    except BaseException:
        connection.close()
        raise
    return connection


def configure(connection: sqlite3.Connection) -> None:
    """Set how a connection returns rows and text; raises `NewerStore` for a later version's file."""
    connection.row_factory = sqlite3.Row
    connection.text_factory = partial(bytes.decode, errors="replace")  # a lambda takes twice as long
    _check_version(version_of(connection))


def check_content(connection: sqlite3.Connection, size: int) -> None:
    """Check a file of `size` bytes for damage, unless it is large; raises `sqlite3.Error`."""
    if size <= LARGEST_CHECKED:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise _damage(found)


def _is_torn(path: Path) -> bool:
    """Whether a file is shorter than a page, which SQLite treats as empty and would overwrite."""
    with open(path, "rb", opener=open_at_once) as file:
        header = file.read(18)
    page = int.from_bytes(header[16:18], "big")
    return 0 < path.stat().st_size < max(512, 65536 if page == 1 else page)


def _damage(reason: str) -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError(reason)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def _set_journal(connection: sqlite3.Connection, busy_seconds: float) -> None:
    """Switch to WAL; SQLite does not wait by itself when another process is switching just then."""
    deadline = time.monotonic() + busy_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                connection.execute("PRAGMA journal_mode=DELETE")
                return
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to the current schema, all or nothing, one process at a time."""
    if version_of(connection) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)  # another process may have been quicker
        _check_version(version)
        for migration in MIGRATIONS[version:]:
            for statement in _statements(migration):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version={VERSION:d}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _statements(migration: str) -> Iterator[str]:
    """Yield the statements of a migration, each with its end in a line's end."""
    statement = ""
    for line in migration.splitlines(keepends=True):
        statement += line
        if line.rstrip().endswith(";") and sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement


def _check_version(version: int) -> None:
    if version > VERSION:
        raise NewerStore(
            f"the history was written by a later version of ttt-tui (schema {version}, this one reads "
            f"{VERSION}); it was not changed"
        )


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of the schema of a database."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def copy_database(source: Path, target: Path) -> None:
    """Copy a file that others may be writing, as it is at one moment. Raises `StoreError`."""
    try:
        with (
            contextlib.closing(sqlite3.connect(source)) as original,
            contextlib.closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy)
        target.chmod(0o600)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"cannot copy {source}: {error}") from None


def latest_numbers(path: Path, result: str | None = None) -> list[tuple[int, str]]:
    """Return the numbers of the latest games, for shell completion, each with its day and result.

    With `result` only games with that one. There are none when the file is missing, damaged or busy; it is
    neither created nor changed.
    """
    chosen = "" if result is None else "WHERE result = ?"
    query = (
        f"SELECT id, substr(started, 1, 10) || ', ' || result FROM games {chosen} ORDER BY id DESC LIMIT ?"
    )
    values = (MOST_NUMBERS,) if result is None else (result, MOST_NUMBERS)
    try:
        check_files(path)
        uri = f"{path.as_uri()}?mode=ro"
        with contextlib.closing(sqlite3.connect(uri, timeout=0.2, uri=True)) as connection:
            return [(int(number), str(text)) for number, text in connection.execute(query, values)]
    except (sqlite3.Error, StoreError, ValueError):  # a path may be relative
        return []
