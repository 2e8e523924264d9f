"""What all tests share: the two tiers, and what they inherit from whoever starts them.

The quick tier is the default, `-m "not slow"`. Of a test that is marked `sample(every=n)` one case in n is
quick, and the others are slow. In the slow tier, `-m "slow or not slow"`, everything runs, and random tests
repeat more often (`tests.support.sampling`).
"""

import functools
import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator
from typing import Any

import hypothesis
import pytest

# Bytecode is written whatever the environment says: else each program that a test starts compiles itself.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

import tests.support.quick_textual  # noqa: E402, F401  # before any test imports Textual
from tests.support.sampling import be_thorough, sampled  # noqa: E402  # so that its bytecode is written, too

# Now, not in `pytest_configure`: the conftest of a folder may import `tests.support.strategies` before that.
hypothesis.settings.register_profile(
    "busy machine",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],  # everything is, now and then
)
hypothesis.settings.load_profile("busy machine")

QUICK = "not slow"
"""The `-m` expression of the quick tier, as `pyproject.toml` sets it."""

LARGE_CACHE = 1000
"""Entries of a `functools.cache` in a module of the tests from which on it is emptied after each module."""


def pytest_configure(config: pytest.Config) -> None:
    """Choose the tier, and restore signals that a background job ignores: programs inherit them."""
    be_thorough(config.getoption("markexpr") != QUICK)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)


def pytest_xdist_auto_num_workers() -> int:
    """Return the number of cores, or 2: a test that drives a program in a pty waits most of the time.

    Each worker costs ten seconds of CPU by itself: it collects all tests.
    """
    return max(os.cpu_count() or 1, 2)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow the cases that a test's `sample` leaves out; runs before `-m` selects."""
    cases: Counter[str] = Counter()
    for item in items:
        sample = item.get_closest_marker("sample")
        if sample is None:
            continue
        test = item.nodeid.partition("[")[0]
        if cases[test] % sample.kwargs["every"]:
            item.add_marker(pytest.mark.slow)
        cases[test] += 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Pause the garbage collector while thousands of tests are collected: nothing of them is garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.fixture
def brief_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews think a tenth as long, for tests to which it does not matter what they find."""
    from ttt_tui.analysis.review import PASSES, GameReview  # after the choice of the tier

    _, by = GameReview.__init__.__defaults__ or ()
    monkeypatch.setattr(GameReview.__init__, "__defaults__", (tuple(seconds / 10 for seconds in PASSES), by))


@pytest.fixture(autouse=True, scope="module")
def _memory_is_given_back() -> Generator[None, None, None]:
    """Empty the large caches of the tests' references, and let the collector look at new garbage only.

    In the slow tier it looks at all of it once a module: what was frozen may have become garbage.
    """
    if sampled(True, False):
        gc.unfreeze()
    gc.collect()
    gc.freeze()
    yield
    least = sampled(0, LARGE_CACHE)  # in the slow tier a few entries may hold a whole reference
    for name in [*sys.modules]:
        if name.partition(".")[0] == "tests" and name != __name__:
            for cached in _caches_of(name):
                if cached.cache_info().currsize > least:
                    cached.cache_clear()


@functools.cache
def _caches_of(module: str) -> list[Any]:
    """Return a module's functions that remember; all modules together have 14,000 names to look through."""
    return [value for value in vars(sys.modules[module]).values() if hasattr(value, "cache_clear")]
