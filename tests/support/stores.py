"""What the tests of the store share: games that end quickly, and rows read from outside."""

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.strategies import make_setup
from ttt_tui.engine import Game, Match, MatchRules, Setup
from ttt_tui.engine.record import Record
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


def patient(path: Path) -> StoreThread:
    """Return a keeper for whom a busy machine is not late."""
    return StoreThread(path, max_wait=30)


def until_refused(history: StoreThread) -> None:
    """Wait until the keeper has met the lock that somebody else has on the file."""
    end = time.monotonic() + 30
    while history._error is None:
        assert time.monotonic() < end
        time.sleep(0.001)


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


def place(match: Match, names: str) -> None:
    for name in names.split():
        match.place(match.setup.geometry.parse(name))


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
