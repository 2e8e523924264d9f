"""The examples in docstrings and documentation are true, and every public module begins with one."""

import doctest
import importlib.util
import pkgutil
from pathlib import Path
from types import ModuleType

import pytest

import ttt_tui
import ttt_tui.computer
import ttt_tui.engine
from tests.support.docs import Block, blocks
from ttt_tui.engine import Game, Match, Record
from ttt_tui.engine.records.text import from_text

OPEN = (ttt_tui.engine, ttt_tui.computer)
"""The packages for other people's programs …"""

BY_NAME = ("ttt_tui.engine.records.json", "ttt_tui.engine.records.text")
"""… and the modules that these import by their own names."""


def with_examples() -> list[str]:
    """All modules in whose docstrings there is something to run."""
    names = (info.name for info in pkgutil.walk_packages(ttt_tui.__path__, "ttt_tui."))
    return sorted(name for name in names if ">>> " in source(name))


def source(name: str) -> str:
    found = importlib.util.find_spec(name)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).read_text()


MODULES = with_examples()


def public_modules() -> list[str]:
    """The packages, and the modules in which the classes and functions that they give to programs are."""
    found = {
        name
        for package in OPEN
        for public in package.__all__
        if (name := getattr(getattr(package, public), "__module__", "")).startswith("ttt_tui.")
    }
    return sorted({*(package.__name__ for package in OPEN), *found, *BY_NAME})


def examples(module: ModuleType) -> int:
    return len(doctest.DocTestParser().get_examples(module.__doc__ or ""))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docs_are_true(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 0


@pytest.mark.parametrize("name", public_modules())
def test_what_is_for_programs_begins_with_an_example(name: str) -> None:
    assert examples(importlib.import_module(name)) > 0


def test_the_public_modules_are_found() -> None:
    modules = public_modules()
    assert {"ttt_tui.engine.game", "ttt_tui.engine.records.text", "ttt_tui.computer.base"} <= set(modules)
    assert set(modules) <= set(MODULES), "their examples are run"


PROGRAMS = [block for block in blocks("python") if block.mark != "engine"]  # which `test_docs_commands` runs


@pytest.mark.parametrize("block", PROGRAMS, ids=str)
def test_the_programs_in_the_documentation_run(
    block: Block, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in PROGRAMS:
        if other.mark:
            (tmp_path / f"{other.mark}.py").write_text(other.text)
    monkeypatch.syspath_prepend(tmp_path)
    names: dict[str, object] = {}
    exec(block.text, names)
    printed = capsys.readouterr().out
    game, match, record = names.get("game"), names.get("match"), names.get("record")
    if isinstance(match, Match):
        assert match.is_over
        points, _, text = printed.partition("\n")
        assert points == str(match.points)
        assert from_text(text).game.moves == match.game.moves
    elif isinstance(record, Record):
        assert from_text(printed).game.moves == record.game.moves
    elif "LEVELS" in names:
        assert isinstance(game, Game)
        assert game.outcome is not None
        assert printed == f"{game}\n{game.outcome}\n"


def test_the_documentation_has_programs() -> None:
    programs = blocks("python")
    assert len(programs) >= 5
    assert any("play_game" in program.text for program in programs)
    assert any("def think" in program.text for program in programs)
