"""The winning chances that scores stand for."""

import pytest

from tests.support.ultimate import VARIANTS
from ttt_tui.analysis.chances import IN_A_ROW, winning_chance
from ttt_tui.computer.expert.two_player.values import LIKELY_WIN
from ttt_tui.computer.ultimate.deepening import WIN
from ttt_tui.engine import Geometry, Rules

BOARDS = [Geometry(20, 20, k) for k in range(3, 21)]
OF_ULTIMATE = [Geometry(9, 9, 3, Rules.parse(words)) for words in VARIANTS]


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
