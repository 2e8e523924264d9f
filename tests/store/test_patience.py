"""Patience: what may be waited is used up by waiting, and comes back with time."""

from hypothesis import given
from hypothesis import strategies as st

from ttt_tui.store.thread import REGAINED, WaitBudget


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def wait(self, patience: WaitBudget, seconds: float) -> float:
        """Wait for something that takes so long, while there is patience, and return how long that was."""
        waited = min(seconds, patience.left())
        self.now += waited
        patience.use(waited)
        return waited


def test_several_waits_within_a_moment_share_one_patience() -> None:
    clock = Clock()
    patience = WaitBudget(0.04, clock)
    assert [round(clock.wait(patience, 0.03), 9) for _ in range(3)] == [0.03, 0.01, 0.0]


def test_patience_comes_back_with_time_and_never_exceeds_what_it_was() -> None:
    clock = Clock()
    patience = WaitBudget(0.04, clock)
    clock.wait(patience, 1)
    clock.now += 0.02
    assert abs(patience.left() - 0.02 * REGAINED) < 1e-9
    clock.now += 1000
    assert patience.left() == 0.04


@given(st.lists(st.tuples(st.floats(0, 0.005), st.floats(0, 10)), max_size=20))
def test_what_is_waited_within_a_moment_is_never_more_than_fifty_milliseconds(
    steps: list[tuple[float, float]],
) -> None:
    clock = Clock()
    patience = WaitBudget(0.04, clock)
    started, waited = clock.now, 0.0
    for work, store in steps:
        clock.now += work
        waited += clock.wait(patience, store)
        busy = clock.now - started - waited
        assert waited <= 0.04 + REGAINED * busy + 1e-9
        if busy <= 0.02:
            assert waited <= 0.05 + 1e-9
