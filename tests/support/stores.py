"""What the tests of the store share: games that end quickly, and rows read from outside."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.strategies import make_setup
from ttt_tui.engine import Game, Match, MatchRules, Setup
from ttt_tui.engine.records import Record
from ttt_tui.store.database import MIGRATIONS
from ttt_tui.store.games import History
from ttt_tui.store.recorder import Recorder
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread


def rows(path: Path) -> list[dict[str, Any]]:
    """Return all games as they are in the file."""
    connection = sqlite3.connect(path)
    try:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute("SELECT * FROM games ORDER BY id")]
    finally:
        connection.close()


def edit(path: Path, statement: str, values: Sequence[object] = ()) -> None:
    """Change the file behind the program's back."""
    connection = sqlite3.connect(path)
    try:
        with connection:
            connection.execute(statement, values)
    finally:
        connection.close()


@contextmanager
def locked(path: Path, seconds: float | None = None) -> Iterator[None]:
    """Lock the file as another program could, for so many seconds or for all of the block."""
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    release = threading.Timer(seconds or 0, other.execute, ("ROLLBACK",))
    try:
        if seconds is not None:
            release.start()
        yield
    finally:
        if seconds is not None:
            release.join()
        other.close()


def python(code: str, *arguments: object) -> "subprocess.Popen[str]":
    """Start a program that runs this code; `answer` talks to it."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path.cwd())


def answer(process: "subprocess.Popen[str]", line: str | None = None) -> str:
    """Send a program a line, if any, and return the next one that it prints."""
    assert process.stdin is not None
    assert process.stdout is not None
    if line is not None:
        print(line, file=process.stdin, flush=True)
    return process.stdout.readline().rstrip("\n")


def patient(path: Path) -> StoreThread:
    """Return a store for which a busy machine is not late."""
    return StoreThread(path, max_wait=30)


def hurry(store: StoreThread) -> None:
    """Let the store wait as long as the program does for a person."""
    store.set_max_wait(0.04)


def late(path: Path) -> tuple[StoreThread, threading.Event]:
    """Return a store that is open, and answers nothing before the event is set."""
    store, may_answer = patient(path), threading.Event()
    assert store.wait_until_open(30)
    hurry(store)
    store.submit(lambda history: may_answer.wait(30))
    return store, may_answer


def until_written(store: StoreThread) -> None:
    """Wait until everything that was late is written."""
    store.set_max_wait(30)
    store.run(lambda history: None, after_writes=True)


def until_refused(history: StoreThread) -> None:
    """Wait until the store has met the lock that another program has on the file."""
    end = time.monotonic() + 30
    while history._error is None:
        assert time.monotonic() < end
        time.sleep(0.001)


def use_rollback_journal(store: StoreThread) -> None:
    """Write as on a network file system, where a writer locks out readers."""

    def switch(history: History) -> None:
        assert history._file._connection is not None
        (mode,) = history._file._connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        assert mode == "delete"

    store.run(switch, after_writes=True)


def check_sound(path: Path) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    connection.close()


def count(path: Path, table: str) -> int:
    """Return the number of rows of a table, which may have a `WHERE` clause."""
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
    finally:
        connection.close()


def match_of(history: StoreThread, entry: Entry) -> Match:
    return history.run(lambda history: history.match_of(entry))


def resumed(history: StoreThread, id: int | None = None) -> tuple[Match, Recorder]:
    """Return the match of a game, the unfinished one that was played last if none is named, to be kept on."""
    last = history.last_unfinished()
    assert last is not None
    taken = history.claim(id or last.id)
    recorder = Recorder(history)
    recorder.resume(taken)
    taken.match.listener = recorder
    return taken.match, recorder


def recorded(
    history: StoreThread | None, setup: Setup | None = None, seed: int = 0
) -> tuple[Match, Recorder]:
    """Return a match that is kept in the history."""
    recorder = Recorder(history)
    return Match(setup or make_setup(rules=MatchRules()), seed, recorder), recorder


def place(match: Match, names: str) -> Match:
    """Place stones, and return the match."""
    for name in names.split():
        match.place(name)
    return match


def finish(match: Match) -> None:
    """The player who starts wins."""
    place(match, "a1 a2 b1 b2 c1")


def record_of(names: str = "b2 a1") -> Record:
    game = Game(make_setup())
    for name in names.split():
        game.place(game.setup.geometry.parse(name))
    return Record(game, "2026-11-21")


def words(path: Path) -> list[str]:
    """Return the moves of all games."""
    return [row["moves"] for row in rows(path)]


def write_old_file(path: Path, version: int, journal: str = "DELETE") -> dict[str, Any]:
    """Write a file with one game and the schema of an earlier version, and return the game's columns."""
    history = History(path)
    history.add(record_of())
    history.close()
    (newest,) = rows(path)
    path.unlink()
    old = sqlite3.connect(path)
    old.execute(f"PRAGMA journal_mode={journal}")
    old.executescript("".join(MIGRATIONS[:version]))
    old.execute(f"PRAGMA user_version={version}")
    game = {name: newest[name] for _, name, *_ in old.execute("PRAGMA table_info(games)")}
    names, places = ", ".join(game), ", ".join("?" * len(game))
    old.execute(f"INSERT INTO games ({names}) VALUES ({places})", tuple(game.values()))
    old.commit()
    old.close()
    return game
