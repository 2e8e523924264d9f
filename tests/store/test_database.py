"""The file: created for its owner alone, migrated, left alone, set aside when it is damaged."""

import os
import sqlite3
import stat
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.support.sampling import sampled
from tests.support.stores import (
    edit,
    finish,
    locked,
    patient,
    place,
    python,
    record_of,
    recorded,
    rows,
    write_old_file,
)
from tests.support.strategies import make_setup
from ttt_tui.engine import Game, Rules
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import to_text
from ttt_tui.engine.rules import WORDS
from ttt_tui.errors import NewerStore, StoreBusy, StoreError
from ttt_tui.store import database
from ttt_tui.store.database import MIGRATIONS, VERSION, open_database
from ttt_tui.store.games import History


def fill(path: Path, games: int = 3) -> bytes:
    """Make a store with some games and return the bytes of its file."""
    history = History(path)
    for _ in range(games):
        history.add(record_of())
    history.close()
    return path.read_bytes()


def spoil(path: Path) -> None:
    """Overwrite all pages of a file that is in use, none of them being left in the log beside it."""
    edit(path, "UPDATE games SET seed = seed + 1")
    edit(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.write(b"\xa5" * path.stat().st_size)


def aside(path: Path) -> list[Path]:
    """Return the damaged files, without their logs."""
    return sorted(path.parent.glob("*-damaged-*.db"))


def check_usable(path: Path) -> None:
    """A game can be stored and is there afterwards."""
    history = History(path)
    try:
        assert history.message is None
        id = history.add(record_of("c3"))
        entry = history.find(id)
        assert entry is not None
        assert entry.moves == ("c3",)
    finally:
        history.close()


# --- made and brought up to date -------------------------------------------------------------------------


def test_only_the_owner_can_read_the_file(path: Path) -> None:
    old = os.umask(0)
    try:
        history = History(path)
        history.add(record_of())
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
        history.close()
    finally:
        os.umask(old)


def test_a_new_store_has_the_newest_schema_and_says_nothing(path: Path) -> None:
    connection, message = open_database(path)
    assert message is None
    assert connection.execute("PRAGMA user_version").fetchone()[0] == VERSION == len(MIGRATIONS)
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    connection.close()


KNOWN_SINCE = {
    13: ("exactly", "misere", "drop", "torus", "shared", "wild"),
    14: ("pie", "swap", "swap2", "double"),
    15: ("renju", "ultimate", "open-until-full", "most-boards"),
    16: ("vanishing",),
}
"""The version of the schema → the words for rules that programs know from then on."""


def test_each_word_for_rules_came_with_a_version_of_the_schema() -> None:
    assert sorted(word for words in KNOWN_SINCE.values() for word in words) == sorted(WORDS)
    assert max(KNOWN_SINCE) <= VERSION


@pytest.mark.parametrize(
    ("rules", "version"), [(words[0], since - 1) for since, words in KNOWN_SINCE.items()]
)
def test_a_program_from_before_there_were_such_rules_refuses_the_file(
    rules: str, version: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = History(path)
    kind = Rules.parse(rules)
    size = kind.only_board or (15, 15, 5)
    history.add(Record(Game(make_setup(*size, kind=kind))))
    history.close()
    before = path.read_bytes()
    monkeypatch.setattr(database, "VERSION", version)
    reason = rf"a later version of ttt-tui \(schema {VERSION}, this one reads {version}\)"
    with pytest.raises(NewerStore, match=reason):
        History(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_file_of_an_earlier_version_is_migrated_and_keeps_its_game(path: Path, version: int) -> None:
    game = write_old_file(path, version)
    history = History(path)
    assert history.message is None
    (entry,) = history.entries()
    assert to_text(replace(entry.record(), game_id=None)) == to_text(record_of())
    history.set_value("key", "value")
    assert history.get_value("key") == "value"
    history.close()
    (migrated,) = rows(path)
    assert len(migrated["uid"]) == 32
    unknown = {
        "uid": migrated["uid"],
        "origin": None,
        "host": None,
        "hosted_id": None,
        "invited": None,
        "study": None,
    }
    defaults = {"sequence": 1, "hints": 0, "analysed": 0, "rated": 0, "times": "[]", **unknown}
    assert migrated == defaults | game
    assert aside(path) == []


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_the_file_of_a_later_version_is_left_alone_byte_for_byte(path: Path, journal: str) -> None:
    fill(path)
    edit(path, f"PRAGMA journal_mode={journal}")
    edit(path, f"PRAGMA user_version={VERSION + 1}")
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(NewerStore, match=r"later version of ttt-tui .* it was not changed"):
            History(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_migration_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    before = rows(path)
    monkeypatch.setattr(database, "VERSION", VERSION + 2)
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (x);\n", "CREATE nonsense;"))
    with pytest.raises(StoreError):
        History(path)
    monkeypatch.undo()
    assert rows(path) == before
    check_usable(path)


def test_a_rollback_journal_is_used_where_wal_is_not_possible(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Networked(sqlite3.Connection):
        def execute(self, statement: str, *rest: object) -> sqlite3.Cursor:
            if statement == "PRAGMA journal_mode=WAL":
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR
                raise error
            return super().execute(statement, *rest)

    real = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *args, **options: real(*args, factory=Networked, **options)
    )
    connection, message = open_database(path)
    assert message is None
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
    connection.close()
    check_usable(path)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_lock_is_waited_for_but_not_for_ever(path: Path, is_open: bool) -> None:
    """Opening a file with a rollback journal needs the lock, because the journal is changed to a log."""
    fill(path)
    edit(path, "PRAGMA journal_mode=DELETE")
    history = History(path) if is_open else None
    with locked(path, 0.2):
        history = history or History(path)
        history.add(record_of())
    history.close()
    assert len(rows(path)) == 4
    edit(path, "PRAGMA journal_mode=DELETE")
    history = History(path, busy_seconds=0.1) if is_open else None
    with locked(path), pytest.raises(StoreBusy, match="another program has locked the history"):
        (history or History(path, busy_seconds=0.1)).add(record_of())
    if history is not None:
        history.close()
    check_usable(path)


def test_a_writer_is_waited_for_until_the_journal_can_be_changed_but_not_for_ever(path: Path) -> None:
    fill(path)
    edit(path, "PRAGMA journal_mode=DELETE")
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as writer:
        writer.execute("BEGIN IMMEDIATE")  # others may read, so that only the change of the journal waits
        with pytest.raises(StoreBusy, match="another program has locked the history"):
            open_database(path, busy_seconds=0.1)
        release = threading.Timer(0.2, writer.execute, ("ROLLBACK",))
        release.start()
        connection, _ = open_database(path)
        release.join()
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    connection.close()


# --- damaged ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_file_cut_anywhere_is_set_aside_whole_and_replaced(path: Path) -> None:
    whole = fill(path)
    for size in range(0, len(whole), sampled(512, 1536)):
        path.write_bytes(whole[:size])
        history = History(path)
        message = history.message
        entries = [entry.moves for entry in history.entries()]
        history.add(record_of())
        history.close()
        if message is None:  # only the unused end of the last page was cut off
            assert len(whole) - size < 4096
            assert not any(whole[size:])
            assert entries == [("b2", "a1")] * 3
        elif size == 0:
            assert "was empty" in message
            assert aside(path) == []
        else:
            (kept,) = aside(path)
            assert kept.name in message
            assert kept.read_bytes() == whole[:size]
        check_usable(path)
        for file in path.parent.iterdir():
            file.unlink()


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("seed", range(16))
def test_a_file_with_spoilt_pages_never_ends_the_program(path: Path, seed: int) -> None:
    rng = Random(seed)
    content = bytearray(fill(path, 40))
    for _ in range(rng.choice([1, 3, 10])):
        at, length = rng.randrange(len(content)), rng.choice([1, 16, 512, 4096])
        content[at : at + length] = rng.randbytes(len(content[at : at + length]))
    path.write_bytes(content)
    try:
        history = History(path)
    except StoreError:  # the version, of all things
        assert path.read_bytes() == bytes(content)
        return
    id = history.add(record_of("c3"))
    assert history.find(id) is not None
    list(history.entries())
    history.close()
    for kept in aside(path):
        assert len(kept.read_bytes()) == len(content)


JUNK = [Random(1).randbytes(50_000), b"shopping list\n" * 500, b"x", b"SQLite format 3\x00" + bytes(4000)]


def test_junk_in_its_place_is_set_aside_under_a_name_of_its_own_and_never_deleted(path: Path) -> None:
    path.parent.mkdir()
    for number, junk in enumerate(JUNK):
        before = aside(path)
        path.write_bytes(junk)
        history = History(path)
        (kept,) = {*aside(path)} - {*before}
        assert kept.read_bytes() == junk
        assert len(before) == number
        assert history.message == (
            f"The history was damaged; it was moved to {kept.name} and a new one was started"
        )
        history.close()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        check_usable(path)


@pytest.mark.parametrize("place", ["directory", "parent is a file", "dangling link", "device"])
def test_an_impossible_place_is_named_in_the_error(path: Path, place: str) -> None:
    if place == "directory":
        path.mkdir(parents=True)
    elif place == "parent is a file":
        path.parent.write_text("mine")
    else:
        path.parent.mkdir()
        path.symlink_to("/nowhere/at/all" if place == "dangling link" else "/dev/full")
    with pytest.raises(StoreError, match=r"history\.db(: | is not a file)"):
        History(path)
    if place == "directory":
        assert path.is_dir()
    if place == "parent is a file":
        assert path.parent.read_text() == "mine"


def test_damage_that_appears_in_use_loses_no_game_that_is_played(path: Path) -> None:
    fill(path, 200)
    history = patient(path)
    match, recorder = recorded(history)
    finish(match)
    match.next_game()
    place(match, "b2 a1")
    spoil(path)
    place(match, "c3")
    assert recorder.is_keeping
    (kept,) = aside(path)
    assert history.take_notices() == [
        f"The history was damaged; it was moved to {kept.name} and a new one was started"
    ]
    place(match, "c1")
    recorder.close()
    history.close()
    first, second = rows(path)
    assert (first["result"], first["match"], first["owner"]) == ("X wins: line", second["match"], None)
    assert second["moves"] == '["b2", "a1", "c3", "c1"]'


def test_only_one_of_two_processes_sets_the_damaged_file_aside(path: Path) -> None:
    fill(path, 200)
    ours, others = History(path), History(path)
    spoil(path)
    first = others.add(record_of("c3"))
    second = ours.add(record_of("b2"))
    for history in (ours, others):
        assert history.message is not None
        assert history.find(first) is not None
        assert history.find(second) is not None
        assert sum(1 for _ in history.entries()) == 2
        history.close()
    assert len(aside(path)) == 1


def test_a_large_file_is_opened_without_reading_all_of_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, 1)
    edit(path, "CREATE TABLE other (n INTEGER NOT NULL)")
    edit(path, "INSERT INTO other VALUES (1)")
    page = int.from_bytes(path.read_bytes()[16:18], "big")
    size = path.stat().st_size
    with path.open("r+b") as file:  # the last page, which is the other table's
        file.seek(size - page)
        file.write(b"\xff" * page)
    for largest, is_found in ((size - 1, False), (size, True)):
        monkeypatch.setattr(database, "LARGEST_CHECKED", largest)
        history = History(path)
        assert ("damaged" in (history.message or "")) is is_found
        assert len(history.entries()) == (not is_found)
        history.close()


# --- a full disk -----------------------------------------------------------------------------------------

FULL = """
import resource, sys
from pathlib import Path
from tests.support.stores import finish, match_of, patient, place, recorded, rows

path = Path(sys.argv[1])
history = patient(path)
match, recorder = recorded(history)
place(match, "b2")
assert recorder.is_keeping and not history.take_notices()
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
place(match, "a1")
assert not recorder.is_keeping
(notice,) = history.take_notices()
assert notice.startswith("The game continues, but it is not being saved: "), notice
place(match, "c3 c1")
match.undo()
match.redo()
place(match, "a3 b1")
assert not history.take_notices()
while match.game.outcome is None:
    squares = match.setup.geometry.squares
    match.place(next(square for square in squares if match.game.check(square) is None))
match.next_game()
place(match, "b2")
assert not recorder.is_keeping and not history.take_notices()
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
place(match, "a2")
assert recorder.is_keeping
assert history.take_notices() == ["Games are being saved again, with all their moves"]
recorder.close()
again = match_of(history, history.last_unfinished())
assert again.earlier == match.earlier, (again.results, match.results)
assert again.game.moves == match.game.moves
history.close()
assert len(rows(path)) == 2
print("fine")
"""


def test_a_full_disk_is_reported_once_and_made_up_for_when_there_is_room_again(path: Path) -> None:
    printed, _ = python(FULL, path).communicate(timeout=60)
    assert printed == "fine\n"


# --- several starts at the same time --------------------------------------------------------------------


def test_a_new_file_that_another_start_has_created_meanwhile_is_not_set_aside(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.parent.mkdir()
    path.write_text("nonsense " * 1000)
    real, others = database.is_damage, []

    def found_twice(error: Exception) -> bool:
        """Let another start find the damage, set the file aside and store a game, before this one goes on."""
        if not others:
            others.append(None)
            others[:] = [History(path)]
            others[0].add(record_of("c3"))
        return real(error)

    monkeypatch.setattr(database, "is_damage", found_twice)
    ours = History(path)
    assert ours.message == "The history was damaged; another program moved it aside"
    assert others[0].message is not None
    assert [entry.moves for entry in ours.entries()] == [("c3",)]
    assert len(aside(path)) == 1
    for history in (ours, *others):
        history.close()


def test_a_file_that_another_start_is_just_creating_is_not_called_empty(path: Path) -> None:
    path.parent.mkdir()
    messages = []

    def start() -> None:
        history = History(path)
        messages.append(history.message)
        history.close()

    with database._folder_lock(path.parent):
        path.touch()
        starting = threading.Thread(target=start)
        starting.start()
        starting.join(0.2)
        database._connect(path, 5).close()
    starting.join(30)
    assert messages == [None]
