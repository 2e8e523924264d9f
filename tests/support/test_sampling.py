"""Tests take turns, and none is left out for ever."""

import pytest

from tests.support.sampling import TURNS, in_turn


@pytest.mark.parametrize("count", [0, 1, 2, 3, 30, 31])
def test_every_test_has_one_turn(count: int) -> None:
    tests = [*range(count)]
    turns = [in_turn(tests, turn) for turn in range(TURNS)]
    assert sorted(test for chosen in turns for test in chosen) == tests
    assert max(map(len, turns)) - min(map(len, turns)) <= 1
    assert in_turn(tests, None) == tests
