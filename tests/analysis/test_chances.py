"""The winning chances that scores stand for."""

import pytest

from tests.support.ultimate import VARIANTS
from ttt_tui.analysis.chances import IN_A_ROW, can_be_judged, winning_chance
from ttt_tui.computer.expert.two_player.values import LIKELY_WIN
from ttt_tui.computer.ultimate.deepening import WIN
from ttt_tui.engine import Geometry, Rules

BOARDS = [Geometry(20, 20, k) for k in range(3, 21)]
OF_ULTIMATE = [Geometry(9, 9, 3, Rules.parse(words)) for words in VARIANTS]
FALLING = Geometry(7, 6, 4, Rules(drop=True))
CONNECT6 = Geometry(19, 19, 6, Rules.parse("connect6"))


@pytest.mark.parametrize(
    "geometry", [*BOARDS, *OF_ULTIMATE], ids=lambda each: f"{each.line_length} {each.rules}"
)
def test_a_higher_score_is_a_better_chance(geometry: Geometry) -> None:
    most = WIN if geometry in OF_ULTIMATE else LIKELY_WIN
    scores = [-most + 9, -999, -300, -100, -10, 0, 10, 100, 300, 999, most - 9]
    chances = [winning_chance(score, geometry) for score in scores]
    assert chances == sorted(chances)
    assert all(0 <= chance <= 1 for chance in chances)
    assert winning_chance(0, geometry) == pytest.approx(0.5, abs=0.05)
    assert chances[0] < 0.02 < 0.98 < chances[-1]


def test_line_lengths_that_were_not_measured_have_the_constants_of_the_nearest() -> None:
    assert winning_chance(100, BOARDS[0]) == winning_chance(100, Geometry(9, 9, min(IN_A_ROW)))
    assert winning_chance(100, BOARDS[-1]) == winning_chance(100, Geometry(9, 9, max(IN_A_ROW)))


def test_a_higher_score_is_a_better_chance_where_stones_fall_and_with_two_stones_a_turn() -> None:
    for geometry in (FALLING, CONNECT6):
        chances = [winning_chance(score, geometry) for score in (-499, -200, -50, 0, 50, 200, 499)]
        assert chances == sorted(chances)
        assert chances[0] < 0.05 < 0.95 < chances[-1]
        assert chances[3] == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize(
    ("words", "two", "three"),
    [
        ("usual", True, True), ("exactly", True, False), ("renju", True, False), ("drop", True, False),
        ("double", True, False), ("ultimate", True, False), ("pie", True, True), ("torus", False, False),
        ("misere", False, False), ("shared", False, False), ("wild", False, False),
        ("notakto", False, False), ("drop, torus", False, False), ("exactly, drop", False, False),
        ("torus, double", True, False), ("exactly, double", True, False), ("misere, double", False, False),
    ],
)  # fmt: skip
def test_rules_by_which_what_is_not_proved_has_a_chance(words: str, two: bool, three: bool) -> None:
    board = (15, 15, 5) if words != "ultimate" else (9, 9, 3)
    geometry = Geometry(*board, Rules.parse(words)).without_opening
    assert (can_be_judged(geometry, 2), can_be_judged(geometry, 3)) == (two, three)
