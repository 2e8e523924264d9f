"""Named engines: the table, which several processes write, the settings, and the names of a session."""

from pathlib import Path

import pytest

from tests.support.stores import edit, patient
from ttt_tui.engine.setup import LONGEST_ENGINE_NAME
from ttt_tui.session.engines import Engines
from ttt_tui.session.session import Session
from ttt_tui.store.engines import LONGEST_COMMAND, MOST_ENGINES, RIGHT, EngineCommand, engine_command
from ttt_tui.store.games import History
from ttt_tui.store.settings import LARGEST_SETTINGS, load_settings
from ttt_tui.store.thread import StoreThread

RAPFI = EngineCommand("nice ~/rapfi/pbrain-rapfi 'a b'", "/tmp")


# --- the table -------------------------------------------------------------------------------------------


def test_the_latest_engine_of_a_name_is_read(history: History) -> None:
    assert history.engines.all() == {}
    history.engines.keep("Rapfi", EngineCommand("other"))
    history.engines.keep("A", EngineCommand("a"))
    history.engines.keep("Rapfi", RAPFI)
    assert history.engines.all() == {"A": EngineCommand("a"), "Rapfi": RAPFI}
    history.engines.forget("A")
    history.engines.forget("nobody")
    assert history.engines.all() == {"Rapfi": RAPFI}


def test_the_latest_engines_are_read_if_there_are_too_many(history: History) -> None:
    for number in range(MOST_ENGINES + 3):
        history.engines.keep(f"B{number}", EngineCommand("b"))
    assert [*history.engines.all()] == [f"B{number}" for number in range(3, MOST_ENGINES + 3)]


@pytest.mark.parametrize(
    "row",
    [
        (b"name", "a", ""), (7, "a", b"\xff"), ("B", b"a", ""), ("B", "", ""), ("B", "  ", ""),
        ("B", "a\x1b[31m", ""), ("B", "a\nb", ""), ("B", "a", "/tmp\n"),
        ("B", "x" * (LONGEST_COMMAND + 1), ""), ("B", "a", "x" * (LONGEST_COMMAND + 1)),
    ],
)  # fmt: skip
def test_a_row_that_this_program_has_not_written_is_left_out(
    row: tuple[object, ...], path: Path, history: History
) -> None:
    history.engines.keep("A", RAPFI)
    edit(path, "INSERT INTO brains VALUES (?, ?, ?)", row)
    assert history.engines.all() == {"A": RAPFI}


@pytest.mark.parametrize("name", ["", " ", "x" * (LONGEST_ENGINE_NAME + 1), "a\x1bb", "\u202e", "\u0301x"])
def test_an_invalid_name_is_not_read(name: str, path: Path, store: StoreThread) -> None:
    store.run(lambda history: history.engines.keep("A", RAPFI))
    edit(path, "INSERT INTO brains VALUES (?, 'b', '')", (name,))
    assert Engines(history=store).names == ("A",)


# --- by name ---------------------------------------------------------------------------------------------


def test_a_named_engine_is_stored_with_its_directory(
    path: Path, store: StoreThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    Engines(history=store).add("A", EngineCommand("./a"))
    Engines(history=store).add("B", EngineCommand("b", "below"))
    Engines(history=store).add("C", EngineCommand("c", "~/brains"))
    monkeypatch.chdir("/")
    again = Engines(history=store)
    assert again.command("A") == EngineCommand("./a", str(path.parent))
    assert again.command("B") == EngineCommand("b", str(path.parent / "below"))
    assert again.command("C") == EngineCommand("c", str(Path.home() / "brains"))
    again.forget("B")
    assert again.names == ("A", "C")
    assert Engines(history=store).names == ("A", "C")
    again.add("B", EngineCommand("b2", "/"))
    assert Engines(history=store).command("B") == EngineCommand("b2", "/")


def test_the_settings_have_priority_and_are_not_changed(store: StoreThread) -> None:
    Engines(history=store).add("A", EngineCommand("old", "/"))
    brains = Engines({"A": EngineCommand("new")}, store)
    assert brains.command("A") == EngineCommand("new")
    assert brains.is_set("A")
    brains.forget("A")
    brains.remember("A")
    assert brains.command("A") == EngineCommand("new")


def test_an_invalid_engine_is_refused(store: StoreThread) -> None:
    brains = Engines(history=store)
    for name, command, reason in (
        ("A", "'not closed", "cannot read the engine's command: no closing quotation"),
        ("", "a", "a name cannot be blank"),
        ("B", "", "an engine needs a command, for example ~/rapfi/pbrain-rapfi"),
        ("x" * 40, "a", "an engine's name has at most 18 characters; this one has 40"),
        ("C", "a\0", "an engine's command cannot contain a NUL character"),
    ):
        with pytest.raises(ValueError, match=f"^{reason}$"):
            brains.add(name, EngineCommand(command))
    assert brains.names == Engines(history=store).names == ()


@pytest.mark.parametrize("command", ["engine \udcff", "x" * (LONGEST_COMMAND + 1), "engine a\tb"])
def test_a_command_that_the_table_cannot_hold_is_played_without_a_message(
    command: str, store: StoreThread
) -> None:
    session = Session(1, store)
    assert session.engines.name_for(command, "", "A") == "A"
    session.engines.remember("A")
    assert session.engines.command("A") is not None
    assert session.take_warnings() == []
    assert Engines(history=store).names == ()


def test_an_unknown_home_directory_does_not_hinder_other_engines(store: StoreThread) -> None:
    listed = {"A": EngineCommand("a", "~nobody-of-this-name")}
    brains = Engines(listed, store)
    listed["B"] = EngineCommand("b")
    assert brains.name_for("b", "", "B") == "B"
    assert Engines({**listed}, store).name_for("b") == "B", "known by its command"


def test_two_processes_share_the_table(path: Path) -> None:
    one, other = patient(path), patient(path)
    Engines(history=one).add("A", EngineCommand("a", "/"))
    Engines(history=other).add("B", EngineCommand("b", "/"))
    known = Engines(history=one)
    assert known.names == ("A", "B")
    Engines(history=other).forget("A")
    assert known.command("A") == EngineCommand("a", "/"), "who knows it already plays it"
    assert Engines(history=one).names == ("B",)
    one.close()
    other.close()


def test_without_a_store_engines_are_known_while_the_program_runs() -> None:
    brains = Engines()
    brains.load()
    brains.add("A", EngineCommand("a"))
    assert brains.names == ("A",)
    brains.forget("A")
    assert brains.names == ()
    brains.add("A", EngineCommand("b"))
    assert brains.command("A") == EngineCommand("b")


# --- the settings ----------------------------------------------------------------------------------------


NO_TABLE = f"The setting brains must be a table of up to {MOST_ENGINES} names and commands"
WRONG = f"The setting brains must be a table in which 'A' is {RIGHT}"


@pytest.mark.parametrize(
    ("written", "warning"),
    [
        ("brains = 7", NO_TABLE),
        ("[brains]\n" + "\n".join(f"B{i} = 'b'" for i in range(51)), NO_TABLE),
        *(
            (f"[brains]\n{line}", WRONG)
            for line in (
                "A = 7", "A = ''", "A = ['a']", "A = { cwd = '/' }", "A = { command = 'a', x = 1 }",
                "A = { command = 'a', cwd = 1 }", 'A = "a\\u001b"', f"A = '{'x' * 1001}'", "A.b.c = 'a'",
            )
        ),
    ],
)  # fmt: skip
def test_wrong_settings_give_a_warning(written: str, warning: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(written)
    assert len(written) < LARGEST_SETTINGS
    session = Session(1, None, load_settings(path))
    (trouble,) = session.take_warnings()
    assert trouble.startswith(warning)
    assert session.engines.names == ()


@pytest.mark.parametrize("name", ["x" * 19, "", " ", "a\\u001bb", "\\u202e"])
def test_an_invalid_name_in_the_settings_costs_only_that_engine(name: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'[brains]\n"{name}" = "a"\nGood = "b"\n')
    session = Session(1, None, load_settings(path))
    (trouble,) = session.take_warnings()
    assert trouble.startswith("Engine '")
    assert "in the settings is ignored: a" in trouble
    assert trouble.isprintable()
    assert session.engines.names == ("Good",)


def test_a_command_is_a_text_or_a_table() -> None:
    assert engine_command("a b") == EngineCommand("a b")
    assert engine_command({"command": "a", "cwd": "~/x"}) == EngineCommand("a", "~/x")
