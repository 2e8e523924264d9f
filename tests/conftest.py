"""What all tests share: what is measured of them, and what they inherit from whoever starts them."""

import gc
import os
import signal
from collections.abc import Generator

import pytest
from coverage import Coverage

from tests.support.sampling import be_thorough

FOR_PROGRAMS = ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG")
"""The variables by which the programs that a test starts are measured too."""

IN_A_PTY = "end_to_end"
"""The folder whose tests drive the installed program: nothing of it runs in their own process."""

DEAR_TO_MEASURE = {"app", IN_A_PTY}
"""The folders whose tests start an app each."""

IS_UNTRACED = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for what takes long, and hardly ever finds what a sample of it does not."""
    parser.addoption(
        "--thorough",
        action="store_true",
        help="all random games, sizes and combinations, of which else a sample is tried",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Hear the signals that somebody in the background, or with `nohup`, does not: programs inherit that."""
    be_thorough(config.getoption("--thorough"))
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Find out which tests are not measured: those marked so, and parametrized ones but for the first.

    That is where to be measured more than doubles the time of a test, which nearly always takes the same ways
    with other parameters. Where it does not it is marked `traced`.
    """
    met = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        is_dear = not DEAR_TO_MEASURE.isdisjoint(item.path.parts)
        is_repeated = is_dear and test in met and item.get_closest_marker("traced") is None
        item.stash[IS_UNTRACED] = is_repeated or item.get_closest_marker("untraced") is not None
        met.add(test)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure the coverage of a test: not of one marked `untraced`, of one in a pty only the program's."""
    tracing = Coverage.current()
    is_untraced = item.stash[IS_UNTRACED]
    if tracing is None or not (is_untraced or IN_A_PTY in item.path.parts):
        return (yield)
    kept = {name: os.environ.pop(name) for name in FOR_PROGRAMS if is_untraced and name in os.environ}
    tracing.stop()
    try:
        return (yield)
    finally:
        tracing.start()
        os.environ.update(kept)
