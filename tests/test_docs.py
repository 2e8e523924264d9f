"""The examples in the docs are true."""

import doctest
import importlib
import pkgutil

import pytest

import ttt_tui.computer
import ttt_tui.engine

OPEN = (ttt_tui.engine, ttt_tui.computer)
"""The packages for other people's programs: each begins with an example."""

MODULES = [
    package.__name__ + (f".{info.name}" if info else "")
    for package in OPEN
    for info in [None, *pkgutil.iter_modules(package.__path__)]
]


@pytest.mark.untraced
@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docs_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize("package", OPEN, ids=lambda package: package.__name__)
def test_a_package_begins_with_an_example(package: object) -> None:
    assert doctest.testmod(package).attempted > 0  # type: ignore[arg-type]
