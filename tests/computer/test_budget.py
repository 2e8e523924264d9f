"""What a search may use: counted once, however it is shared out, and looked at often enough."""

import time
from threading import Event

import pytest

from ttt_tui.computer.budget import UNTIMED_NODES, Budget
from ttt_tui.engine import Limit
from ttt_tui.errors import OutOfTime


class Looks(Event):
    """A stop that counts how often it is looked at."""

    count = 0

    def is_set(self) -> bool:
        self.count += 1
        return super().is_set()


def spend(budget: Budget) -> int:
    """Use a budget up and return the nodes that it gave, without the one too many."""
    for nodes in range(10 * UNTIMED_NODES):
        try:
            budget.tick()
        except OutOfTime:
            return nodes
    raise AssertionError("it has no end")


def test_nodes_are_given_until_the_one_too_many_which_counts() -> None:
    budget = Budget(Limit(nodes=100), Event())
    assert spend(budget) == 100
    assert budget.nodes == 101
    with pytest.raises(OutOfTime):
        budget.check()


def test_a_part_is_a_share_of_the_nodes_and_the_whole_counts_what_it_uses() -> None:
    budget = Budget(Limit(nodes=1000), Event())
    budget.tick()
    part = budget.part(0.25)
    assert spend(part) == 250
    budget.check()  # the whole goes on
    assert (part.nodes, budget.nodes) == (251, 252)
    assert budget.used == 0.252


def test_a_part_ends_with_its_whole_and_spends_all_above_it() -> None:
    budget = Budget(Limit(nodes=100), Event())
    for _ in range(80):
        budget.tick()
    assert spend(budget.part(0.5)) == 20
    with pytest.raises(OutOfTime):
        budget.check()
    budget = Budget(Limit(nodes=1000), Event())
    part = budget.part(0.5)
    assert spend(part.part(0.1)) == 50
    part.check()
    assert spend(part) == 449
    budget.check()
    assert budget.nodes == 501


def test_seconds_are_shared_too() -> None:
    budget = Budget(Limit(seconds=60.0), Event())
    assert not budget.is_up()
    part, capped = budget.part(0.0005), budget.part(1.0, seconds=0.02)
    time.sleep(0.04)
    assert part.is_up()
    assert capped.is_up()
    assert not budget.is_up()
    assert 0.04 / 60 <= budget.used < 1
    with pytest.raises(OutOfTime):
        part.check()
    budget.check()


def test_a_cap_of_seconds_is_for_limits_of_seconds_alone() -> None:
    # What is limited in nodes has to find the same on a slow machine.
    budget = Budget(Limit(nodes=1000), Event())
    assert spend(budget.part(0.5, seconds=0.0)) == 500
    assert spend(Budget(Limit(), Event()).part(0.001, seconds=0.0)) == 0.001 * UNTIMED_NODES


def test_where_nothing_is_limited_parts_are_and_the_whole_goes_on() -> None:
    budget = Budget(Limit(), Event())
    assert not budget.is_limited
    assert spend(budget.part(0.01)) == 0.01 * UNTIMED_NODES
    assert spend(budget.some(20)) == 20
    budget.check()
    assert budget.used == 0


@pytest.mark.parametrize("size", [1, 3, 64])
def test_a_stop_is_looked_at_every_eight_nodes_however_small_the_parts(size: int) -> None:
    stop = Looks()
    budget = Budget(Limit(), stop)
    while budget.nodes < 640:
        part = budget.some(size)
        for _ in range(size):
            part.tick()
    assert stop.count == budget.nodes // 8
    stop.set()
    assert spend(budget.some(100)) < 8


def test_what_always_completes_counts_and_rests_but_is_not_ended() -> None:
    looks, stop = Looks(), Looks()
    stop.set()
    for budget in (Budget(Limit(nodes=10), looks), Budget(Limit(nodes=10, seconds=1e-9), stop)):
        first = budget.without_end()
        for _ in range(800):
            first.tick()
        first.check()
        assert (first.nodes, budget.nodes) == (800, 800)
        assert spend(budget) == 0
    assert looks.count == 800 // 8 + 1, "every eight nodes, and for the check"


def test_a_part_of_a_part_is_told_that_the_whole_is_used_up() -> None:
    budget = Budget(Limit(nodes=5), Event())
    part = budget.part(1.0)
    small = part.some(100)
    for _ in range(5):
        small.tick()
    with pytest.raises(OutOfTime):
        small.tick()
    with pytest.raises(OutOfTime):
        part.check()
    budget.without_end().check()
