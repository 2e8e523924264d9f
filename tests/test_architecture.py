"""docs/architecture.md is true: its rooms and functions exist; a stone goes through them in that order."""

import ast
import re
import sys
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

from ttt_tui.app.app import TttApp
from ttt_tui.engine import GameName, Geometry, Player, Setup
from ttt_tui.multiplayer import StartRequest
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "architecture.md").read_text()
FLOWS = {
    section.splitlines()[0]: re.findall(r"^\d+\. `([\w/]+\.py): ([\w.]+)`", section, re.MULTILINE)
    for section in TEXT.split("\n### ")[1:]
}
STONE = FLOWS["A key places a stone"]


@cache
def functions(path: Path) -> frozenset[str]:
    """Return the qualified names of a module's functions and methods."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = (each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
            found |= {f"{node.name}.{method.name}" for method in methods}
    return frozenset(found)


def test_the_rooms_are_the_packages() -> None:
    told = re.findall(r"^\| `ttt_tui/(\w+)/` ", TEXT, re.MULTILINE)
    assert sorted(told) == sorted(path.parent.name for path in (ROOT / "ttt_tui").glob("*/__init__.py"))


def test_every_function_that_is_named_exists() -> None:
    named = re.findall(r"`([\w/]+\.py): ([\w.]+)`", TEXT)
    missing = [(file, name) for file, name in named if name not in functions(ROOT / "ttt_tui" / file)]
    assert not missing
    files = [file for file in re.findall(r"`([\w/]+\.py)`", TEXT) if file.startswith("tests/")]
    assert all((ROOT / file).exists() for file in files)


NAMING_A_GAME = {
    *(f"{floor}/games.py" for floor in ("analysis", "computer")), "session/games/__init__.py",  # the tables
    *(f"engine/{name}.py" for name in ("rules", "geometry", "start", "records/diagrams")),
    "session/presets.py",
    *(f"computer/ladder/{name}.py" for name in ("kinds", "calibration")), "analysis/words.py",  # as data
}  # fmt: skip
"""The modules, beside its own, that name a game other than k in a row."""


def test_a_game_is_named_in_the_tables_of_games_alone() -> None:
    names = re.compile(
        rf"GameName\.({'|'.join(name.name for name in GameName if name is not GameName.IN_A_ROW)})\b"
    )
    naming = {
        path.relative_to(ROOT / "ttt_tui").as_posix()
        for path in (ROOT / "ttt_tui").rglob("*.py")
        if names.search(path.read_text())
    }
    assert naming <= NAMING_A_GAME


def test_the_five_flows_have_numbered_steps() -> None:
    assert len(FLOWS) == 5
    for flow, steps in FLOWS.items():
        section = TEXT.split(f"\n### {flow}\n")[1].split("\n### ")[0]
        assert len(steps) == len(re.findall(r"^\d+\. ", section, re.MULTILINE)) >= 7, flow


async def test_a_stone_goes_through_these_functions_in_this_order(tmp_path: Path) -> None:
    called: list[tuple[str, str]] = []
    package = f"{ROOT / 'ttt_tui'}/"

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(package):
            called.append((code.co_filename.removeprefix(package), code.co_qualname))

    setup = Setup(Geometry(15, 15, 5), [Player("Ada"), Player("Bob")])
    store = StoreThread(tmp_path / "history.db", max_wait=0.0)
    app = TttApp(StartRequest(setup=setup), session=Session(1, store))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.2)
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            await pilot.press("enter")
            await pilot.pause(0.2)
        finally:
            sys.setprofile(before)
    store.close()
    in_this_thread = [
        step for step in STONE if not step[0].startswith("app/terminal") and step[1] != "Recorder._write"
    ]
    steps = [step for step in in_this_thread if step[0] != "store/reopening.py"]
    assert [step for step in dict.fromkeys(called) if step in steps] == steps


def test_a_missing_function_is_found() -> None:
    assert "Match.push" in functions(ROOT / "ttt_tui" / "engine" / "match.py")
    assert "Match.place_a_stone" not in functions(ROOT / "ttt_tui" / "engine" / "match.py")


@pytest.mark.parametrize(
    "subject", ["win check", "key bindings", "set-up", "SQL", "protocol", "judge", "themes.py"]
)
def test_where_to_look_is_told(subject: str) -> None:
    assert subject in TEXT.split("## Rules of the house")[0]
