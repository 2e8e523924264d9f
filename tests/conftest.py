"""What all tests share: the coverage of those marked `untraced` is not measured."""

import os
from collections.abc import Generator

import pytest
from coverage import Coverage

FOR_PROGRAMS = ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG")
"""The variables by which the programs that a test starts are measured too."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    tracing = Coverage.current()
    if tracing is None or item.get_closest_marker("untraced") is None:
        return (yield)
    kept = {name: os.environ.pop(name) for name in FOR_PROGRAMS if name in os.environ}
    tracing.stop()
    try:
        return (yield)
    finally:
        tracing.start()
        os.environ.update(kept)
