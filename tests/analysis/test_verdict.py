"""Verdicts: how they are written, turned and compared."""

from itertools import product

import pytest

from ttt_tui.analysis.verdict import Verdict, replaces
from ttt_tui.computer import Value

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


@pytest.mark.parametrize(
    ("verdict", "written"),
    [
        (Verdict.proved(WIN, 5, is_exact=True), "W5"),
        (Verdict.proved(WIN, 9), "W≤9"),
        (Verdict.proved(DRAW), "D"),
        (Verdict.proved(LOSS, 8, is_exact=True), "L8"),
        (Verdict.proved(LOSS, 8), "L≤8"),
        (Verdict.proved(LOSS), "L"),
        (Verdict.judged(0.63), "63%"),
    ],
)
def test_a_verdict_is_written_short(verdict: Verdict, written: str) -> None:
    assert str(verdict) == written


@pytest.mark.parametrize("chance", [-1.0, 0.0, 0.001, 0.999, 1.0, 7.0])
def test_what_is_judged_is_never_certain(chance: float) -> None:
    assert str(Verdict.judged(chance)) in ("1%", "99%")
    assert not Verdict.judged(chance).is_proved


def test_the_other_player_has_the_rest_of_the_chance_and_the_same_length() -> None:
    for value, plies, is_exact in product(Value, (None, 3), (False, True)):
        verdict = Verdict.proved(value, plies, is_exact)
        turned = verdict.turned()
        assert turned.turned() == verdict
        assert turned.chance + verdict.chance == 1
        assert (turned.plies, turned.is_exact) == (verdict.plies, verdict.is_exact)
    assert Verdict.proved(WIN, 3).turned().value is LOSS
    assert Verdict.judged(0.7).turned().chance == pytest.approx(0.3)


def test_a_draw_is_shared_by_all_players() -> None:
    assert Verdict.proved(DRAW).chance == 0.5
    assert Verdict.proved(DRAW, players=4).chance == 0.25
    assert (Verdict.proved(WIN, players=4).chance, Verdict.proved(LOSS, players=4).chance) == (1, 0)


def test_a_judged_verdict_never_replaces_a_proved_one() -> None:
    for value in Value:
        for chance in (0.0, 0.5, 1.0):
            assert not replaces(Verdict.judged(chance), Verdict.proved(value, 5))
            assert replaces(Verdict.proved(value, 5), Verdict.judged(chance))


def test_a_proved_value_never_becomes_another() -> None:
    kinds = product(Value, (3, 9), (False, True))
    proved = [Verdict.proved(value, plies, is_exact) for value, plies, is_exact in kinds]
    for new, old in product(proved, proved):
        if replaces(new, old):
            assert new.value is old.value


def test_of_two_judged_verdicts_the_later_one_holds() -> None:
    assert replaces(Verdict.judged(0.4), Verdict.judged(0.6))
    assert replaces(Verdict.judged(0.6), Verdict.judged(0.4))


@pytest.mark.parametrize("value", [WIN, LOSS])
def test_of_two_lengths_the_exact_or_the_shorter_bound_tells_more(value: Value) -> None:
    exact = Verdict.proved(value, 7, is_exact=True)
    short, long = Verdict.proved(value, 7), Verdict.proved(value, 9)
    assert replaces(exact, short)
    assert replaces(short, long)
    assert replaces(exact, long)
    for less, more in ((short, exact), (long, short), (long, exact), (exact, exact)):
        assert not replaces(less, more)
