"""Cases take turns, and none is left out for ever."""

import pytest

from tests.support.sampling import FEW, TURNS, has_turn


@pytest.mark.parametrize("cases", [*range(1, 30)])
def test_every_case_has_one_turn_or_all(cases: int) -> None:
    for case in range(cases):
        turns = [has_turn(case, cases, turn) for turn in range(TURNS)]
        assert sum(turns) == (TURNS if cases <= FEW else 1)
        assert has_turn(case, cases, None)


@pytest.mark.parametrize("turn", range(TURNS))
def test_in_every_turn_there_is_a_half(turn: int) -> None:
    for cases in range(FEW + 1, 30):
        assert cases // 2 <= sum(has_turn(case, cases, turn) for case in range(cases)) <= cases // 2 + 1
