"""What all tests share: what is measured of them, and what they inherit from whoever starts them."""

import gc
import os
import signal
from collections.abc import Generator

import hypothesis
import pytest
from coverage import Coverage

from tests.support.sampling import TURNS, be_thorough, in_turn

FOR_PROGRAMS = ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG")
"""The variables by which the programs that a test starts are measured too."""

IN_A_PTY = "end_to_end"
"""The folder whose tests drive the installed program: nothing of it runs in their own process."""

DEAR_TO_MEASURE = {"app", "screens", "benchmarks", "monkey", IN_A_PTY}
"""The folders whose tests start an app each: who measures that slows down all of Textual, to a third."""

IN_EVERY_TURN = "monkey"
"""The folder whose tests take no turns: a few, each of which does all kinds of things."""

IS_UNTRACED = pytest.StashKey[bool]()
MEASURES_PROGRAMS = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for what takes long, and hardly ever finds what a sample of it does not."""
    parser.addoption(
        "--thorough",
        action="store_true",
        help="all random games, sizes and combinations, of which else a sample is tried",
    )
    parser.addoption(
        "--turn",
        type=int,
        choices=range(TURNS),
        help="of tests that are not measured, every second one: those whose turn it is",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Hear the signals that somebody in the background, or with `nohup`, does not: programs inherit that."""
    be_thorough(config.getoption("--thorough"))
    slow_is_right = [hypothesis.HealthCheck.too_slow]  # on a busy machine everything is, now and then
    hypothesis.settings.register_profile("busy machine", deadline=None, suppress_health_check=slow_is_right)
    hypothesis.settings.load_profile("busy machine")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: who drives a program in a pty waits most of the time."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(autouse=True, scope="module")
def _only_new_garbage_is_looked_for() -> None:
    """The program looks for garbage when a game ends: not through what thousands of tests have left."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Do not measure how tests are found: each worker reads all of them, and nothing else is called."""
    tracing = Coverage.current()
    if tracing is None:
        return (yield)
    tracing.stop()
    try:
        return (yield)
    finally:
        _go_on(tracing)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Find out which tests are measured, and leave out those whose turn it is not."""
    _choose_measured(items)
    takes_turns = [item for item in items if item.stash[IS_UNTRACED] and IN_EVERY_TURN not in item.path.parts]
    waiting = {*takes_turns} - {*in_turn(takes_turns, config.getoption("--turn"))}
    if waiting:
        config.hook.pytest_deselected(items=[*waiting])
        items[:] = [item for item in items if item not in waiting]


def _choose_measured(items: list[pytest.Item]) -> None:
    """Find out which tests are measured: in the dear folders those marked `traced`, else all not `untraced`.

    Programs that a test starts are measured only if it is marked `traced`, wherever it is: it takes each of
    them twice as long to start. Of a parametrized one that is marked `traced` it is the first case, with
    `every_case` each. When too little of a folder of the program is covered, mark the test that goes through
    what is new.
    """
    met = set()
    for item in items:
        test = item.nodeid.partition("[")[0]
        traced = item.get_closest_marker("traced")
        is_chosen = traced is not None and (traced.kwargs.get("every_case", False) or test not in met)
        is_dear = not DEAR_TO_MEASURE.isdisjoint(item.path.parts)
        is_marked = item.get_closest_marker("untraced") is not None
        item.stash[IS_UNTRACED] = is_marked or (is_dear and not is_chosen)
        item.stash[MEASURES_PROGRAMS] = is_chosen and not is_marked
        met.add(test)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure the coverage of a test that is to be measured; of one in a pty only the program's."""
    tracing = Coverage.current()
    if tracing is None:
        return (yield)
    hidden = () if item.stash[MEASURES_PROGRAMS] else FOR_PROGRAMS
    kept = {name: os.environ.pop(name) for name in hidden if name in os.environ}
    pauses = item.stash[IS_UNTRACED] or IN_A_PTY in item.path.parts
    if pauses:
        tracing.stop()
    try:
        return (yield)
    finally:
        if pauses:
            _go_on(tracing)
        os.environ.update(kept)


def _go_on(tracing: Coverage) -> None:
    """Measure again. Each start puts one more wrapper around `os._exit`, and some ends call all of them."""
    leave = os._exit
    tracing.start()
    os._exit = leave
