"""The engine stands on the standard library, the computers on the engine; the docs' examples run."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import ttt_tui.engine

ABOVE = {"textual", "rich", "sqlite3", "asyncio"}


def imported_with(*modules: str) -> set[str]:
    """What a fresh interpreter has loaded once it has imported these."""
    program = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.untraced
def test_engine_and_computers_bring_no_screen_no_database_and_no_event_loop() -> None:
    loaded = imported_with("ttt_tui.engine", "ttt_tui.computer")
    assert {"ttt_tui.engine", "ttt_tui.computer.levels"} <= loaded
    assert loaded & ABOVE == set()
    assert {name for name in loaded if name.startswith("ttt_tui.")} == {
        name for name in loaded if name.startswith(("ttt_tui.engine", "ttt_tui.computer"))
    }


@pytest.mark.untraced
def test_the_engine_does_not_know_the_computers_nor_clocks_threads_and_files() -> None:
    loaded = imported_with("ttt_tui.engine")
    assert {name for name in loaded if name.startswith("ttt_tui.")} == {
        name for name in loaded if name.startswith("ttt_tui.engine")
    }
    assert loaded & {"sqlite3", "asyncio", "socket", "subprocess", "tomllib"} == set()


@pytest.mark.untraced
@pytest.mark.parametrize("name", ["", *(info.name for info in pkgutil.iter_modules(ttt_tui.engine.__path__))])
def test_the_examples_in_the_docs_are_true(name: str) -> None:
    module = importlib.import_module(f"ttt_tui.engine.{name}".rstrip("."))
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0 or name, "the package has an example"
