"""What is kept of brains: written by several, read whatever is there, and never found anywhere else."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stores import edit, patient
from ttt_tui.engine.brains import LONGEST_BRAIN_NAME
from ttt_tui.session.brains import Brains
from ttt_tui.session.session import Session
from ttt_tui.store.engines import LONGEST_COMMAND, MOST_BRAINS, RIGHT, BrainCommand, brain_command
from ttt_tui.store.games import History
from ttt_tui.store.settings import LARGEST_SETTINGS, load_settings
from ttt_tui.store.thread import StoreThread

RAPFI = BrainCommand("nice ~/rapfi/pbrain-rapfi 'a b'", "/tmp")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.db"


@pytest.fixture
def history(path: Path) -> Iterator[History]:
    history = History(path)
    yield history
    history.close()


@pytest.fixture
def keeper(path: Path) -> Iterator[StoreThread]:
    keeper = patient(path)
    yield keeper
    keeper.close()


# --- the table -------------------------------------------------------------------------------------------


def test_a_brain_is_the_same_when_it_is_read_and_the_latest_counts(history: History) -> None:
    assert history.engines.all() == {}
    history.engines.keep("Rapfi", BrainCommand("other"))
    history.engines.keep("A", BrainCommand("a"))
    history.engines.keep("Rapfi", RAPFI)
    assert history.engines.all() == {"A": BrainCommand("a"), "Rapfi": RAPFI}
    history.engines.forget("A")
    history.engines.forget("nobody")
    assert history.engines.all() == {"Rapfi": RAPFI}


def test_of_too_many_the_latest_are_read(history: History) -> None:
    for number in range(MOST_BRAINS + 3):
        history.engines.keep(f"B{number}", BrainCommand("b"))
    assert [*history.engines.all()] == [f"B{number}" for number in range(3, MOST_BRAINS + 3)]


@pytest.mark.parametrize(
    "row",
    [
        (b"name", "a", ""),
        (7, "a", b"\xff"),
        ("B", b"a", ""),
        ("B", "", ""),
        ("B", "  ", ""),
        ("B", "a\x1b[31m", ""),
        ("B", "a\nb", ""),
        ("B", "a", "/tmp\n"),
        ("B", "x" * (LONGEST_COMMAND + 1), ""),
        ("B", "a", "x" * (LONGEST_COMMAND + 1)),
    ],
)
def test_a_row_that_nobody_here_has_written_is_left_out(
    row: tuple[object, ...], path: Path, history: History
) -> None:
    history.engines.keep("A", RAPFI)
    edit(path, "INSERT INTO brains VALUES (?, ?, ?)", row)
    assert history.engines.all() == {"A": RAPFI}


@pytest.mark.parametrize("name", ["", " ", "x" * (LONGEST_BRAIN_NAME + 1), "a\x1bb", "\u202e", "\u0301x"])
def test_a_name_that_is_none_is_not_known(name: str, path: Path, keeper: StoreThread) -> None:
    keeper.run(lambda history: history.engines.keep("A", RAPFI))
    edit(path, "INSERT INTO brains VALUES (?, 'b', '')", (name,))
    assert Brains(history=keeper).names == ("A",)


# --- known by name ---------------------------------------------------------------------------------------


def test_what_was_named_is_remembered_with_its_folder(
    path: Path, keeper: StoreThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    Brains(history=keeper).add("A", BrainCommand("./a"))
    Brains(history=keeper).add("B", BrainCommand("b", "below"))
    Brains(history=keeper).add("C", BrainCommand("c", "~/brains"))
    monkeypatch.chdir("/")
    again = Brains(history=keeper)
    assert again.command("A") == BrainCommand("./a", str(path.parent))
    assert again.command("B") == BrainCommand("b", str(path.parent / "below"))
    assert again.command("C") == BrainCommand("c", str(Path.home() / "brains"))
    again.forget("B")
    assert again.names == ("A", "C")
    assert Brains(history=keeper).names == ("A", "C")
    again.add("B", BrainCommand("b2", "/"))
    assert Brains(history=keeper).command("B") == BrainCommand("b2", "/")


def test_the_settings_come_before_what_is_remembered_and_are_not_changed(keeper: StoreThread) -> None:
    Brains(history=keeper).add("A", BrainCommand("old", "/"))
    brains = Brains({"A": BrainCommand("new")}, keeper)
    assert brains.command("A") == BrainCommand("new")
    assert brains.is_set("A")
    brains.forget("A")
    brains.remember("A")
    assert brains.command("A") == BrainCommand("new")


def test_what_cannot_be_read_is_not_remembered(keeper: StoreThread) -> None:
    brains = Brains(history=keeper)
    for name, command, reason in (
        ("A", "'not closed", "cannot read the engine's command: no closing quotation"),
        ("", "a", "a name cannot be blank"),
        ("B", "", "an engine needs a command, for example ~/rapfi/pbrain-rapfi"),
        ("x" * 40, "a", "an engine's name has at most 18 characters; this one has 40"),
        ("C", "a\0", "an engine's command cannot contain a NUL character"),
    ):
        with pytest.raises(ValueError, match=f"^{reason}$"):
            brains.add(name, BrainCommand(command))
    assert brains.names == Brains(history=keeper).names == ()


@pytest.mark.parametrize("command", ["engine \udcff", "x" * (LONGEST_COMMAND + 1), "engine a\tb"])
def test_what_the_command_line_can_hold_and_the_store_cannot_is_played_and_nothing_is_said(
    command: str, keeper: StoreThread
) -> None:
    """Bytes that are no text, and what would not be read again; the brain plays all the same."""
    session = Session(1, keeper)
    assert session.brains.name_for(command, "", "A") == "A"
    session.brains.remember("A")
    assert session.brains.command("A") is not None
    assert session.take_troubles() == []
    assert Brains(history=keeper).names == ()


def test_a_folder_of_nobody_keeps_nobody_from_naming_another(keeper: StoreThread) -> None:
    listed = {"A": BrainCommand("a", "~nobody-of-this-name")}
    brains = Brains(listed, keeper)
    listed["B"] = BrainCommand("b")
    assert brains.name_for("b", "", "B") == "B"
    assert Brains({**listed}, keeper).name_for("b") == "B", "known by its command"


def test_two_processes_remember_for_each_other(path: Path) -> None:
    one, other = patient(path), patient(path)
    Brains(history=one).add("A", BrainCommand("a", "/"))
    Brains(history=other).add("B", BrainCommand("b", "/"))
    known = Brains(history=one)
    assert known.names == ("A", "B")
    Brains(history=other).forget("A")
    assert known.command("A") == BrainCommand("a", "/"), "who knows it already plays it"
    assert Brains(history=one).names == ("B",)
    one.close()
    other.close()


def test_a_locked_store_is_waited_for_as_long_as_is_said_and_remembers_later(path: Path) -> None:
    History(path).close()
    lock = sqlite3.connect(path, isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    keeper = StoreThread(path)
    brains = Brains(history=keeper)
    brains.look()
    assert brains.names == ()
    brains.add("A", BrainCommand("a", "/"))
    assert brains.names == ("A",)
    lock.execute("ROLLBACK")
    lock.close()
    end = time.monotonic() + 30
    while not keeper.run(lambda history: history.engines.all(), after_writes=True, seconds=30):
        assert time.monotonic() < end
    again = Brains(history=keeper)
    again.look(30)
    assert again.names == ("A",)
    keeper.close()


def test_without_a_store_brains_are_known_as_long_as_the_program_runs() -> None:
    brains = Brains()
    brains.look()
    brains.add("A", BrainCommand("a"))
    assert brains.names == ("A",)
    brains.forget("A")
    assert brains.names == ()
    brains.add("A", BrainCommand("b"))
    assert brains.command("A") == BrainCommand("b")


# --- the settings ----------------------------------------------------------------------------------------


WRONG = f"The setting brains must be a table in which 'A' is {RIGHT}"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("brains = 7", f"The setting brains must be a table of up to {MOST_BRAINS} names and commands"),
        ("[brains]\nA = 7", WRONG),
        ("[brains]\nA = ''", WRONG),
        ("[brains]\nA = ['a']", WRONG),
        ("[brains]\nA = { cwd = '/' }", WRONG),
        ("[brains]\nA = { command = 'a', x = 1 }", WRONG),
        (
            "[brains]\nA = { command = 'a', cwd = 1 }",
            WRONG,
        ),
        ('[brains]\nA = "a\\u001b"', WRONG),
        (f"[brains]\nA = '{'x' * 1001}'", WRONG),
        ("[brains]\nA.b.c = 'a'", WRONG),
        (
            "[brains]\n" + "\n".join(f"B{i} = 'b'" for i in range(51)),
            "The setting brains must be a table of up to",
        ),
    ],
)
def test_settings_that_cannot_be_understood_give_a_sentence(written: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(written)
    assert len(written) < LARGEST_SETTINGS
    session = Session(1, None, load_settings(path))
    (trouble,) = session.take_troubles()
    assert trouble.startswith(told)
    assert session.brains.names == ()


@pytest.mark.parametrize("name", ["x" * 19, "", " ", "a\\u001bb", "\\u202e"])
def test_a_name_in_the_settings_that_is_none_costs_only_that_brain(name: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'[brains]\n"{name}" = "a"\nGood = "b"\n')
    session = Session(1, None, load_settings(path))
    (trouble,) = session.take_troubles()
    assert trouble.startswith("Engine '")
    assert "in the settings is ignored: a" in trouble
    assert trouble.isprintable()
    assert session.brains.names == ("Good",)


def test_what_is_written_in_settings_is_read() -> None:
    assert brain_command("a b") == BrainCommand("a b")
    assert brain_command({"command": "a", "cwd": "~/x"}) == BrainCommand("a", "~/x")
