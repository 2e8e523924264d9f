"""What all tests share: what is measured of them, and what they inherit from whoever starts them."""

import gc
import os
import signal
from collections.abc import Generator

import pytest
from coverage import Coverage

FOR_PROGRAMS = ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG")
"""The variables by which the programs that a test starts are measured too."""

IN_A_PTY = "end_to_end"
"""The folder whose tests drive the installed program: nothing of it runs in their own process."""


def pytest_configure() -> None:
    """Hear the signals that somebody in the background, or with `nohup`, does not: programs inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: who drives a program in a pty waits most of the time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True, scope="module")
def _only_new_garbage_is_looked_for() -> None:
    """The program looks for garbage when a game ends: not through what thousands of tests have left."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure the coverage of a test: not of one marked `untraced`, of one in a pty only the program's."""
    tracing = Coverage.current()
    is_untraced = item.get_closest_marker("untraced") is not None
    if tracing is None or not (is_untraced or IN_A_PTY in item.path.parts):
        return (yield)
    kept = {name: os.environ.pop(name) for name in FOR_PROGRAMS if is_untraced and name in os.environ}
    tracing.stop()
    try:
        return (yield)
    finally:
        tracing.start()
        os.environ.update(kept)
