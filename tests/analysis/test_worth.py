"""The worth of a move by the verdicts before and after it, and which moves were decisions."""

from random import Random

import pytest

from tests.analysis.positions import scattered, worth_of_move
from tests.support.strategies import make_setup
from ttt_tui.analysis.chances import scale_of
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.worth import FEW_SQUARES, Decisions, Mark, worth
from ttt_tui.computer import Value
from ttt_tui.engine import Geometry, Position, Rules

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


def exact(value: Value, plies: int | None = None) -> Verdict:
    return Verdict.proved(value, plies, is_exact=True)


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        (0.6, 0.6, Mark.BEST),
        (0.6, 0.7, Mark.BEST),
        (0.6, 0.51, Mark.FINE),
        (0.6, 0.5, Mark.INACCURACY),
        (0.3, 0.2, Mark.INACCURACY),
        (0.6, 0.41, Mark.INACCURACY),
        (0.6, 0.4, Mark.MISTAKE),
        (0.6, 0.31, Mark.MISTAKE),
        (0.6, 0.3, Mark.BLUNDER),
        (0.9, 0.1, Mark.BLUNDER),
    ],
)
def test_a_judged_move_is_marked_by_the_chance_that_it_loses(before: float, after: float, mark: Mark) -> None:
    found = worth(Verdict.judged(before), Verdict.judged(after))
    assert found.mark is mark
    assert found.lost == pytest.approx(max(0, before - after))
    assert not found.is_proved


def test_in_ultimate_half_of_a_loss_has_the_same_mark() -> None:
    scale = scale_of(Geometry(9, 9, 3, Rules.parse("ultimate")))
    assert scale is not None
    for lost in (0.04, 0.05, 0.09, 0.1, 0.14, 0.15):
        whole = worth(Verdict.judged(0.9), Verdict.judged(0.9 - 2 * lost)).mark
        assert worth(Verdict.judged(0.5), Verdict.judged(0.5 - lost), scale=scale).mark is whole


def test_the_move_of_the_search_itself_loses_nothing_as_long_as_nothing_is_proved() -> None:
    assert worth(Verdict.judged(0.9), Verdict.judged(0.5), is_choice=True).mark is Mark.BEST
    found = worth(Verdict.judged(0.9), exact(LOSS, 5), is_choice=True)
    assert (found.mark, found.lost) == (Mark.BLUNDER, 0.9)


@pytest.mark.parametrize(("before", "after", "lost"), [(WIN, DRAW, 0.5), (WIN, LOSS, 1.0), (DRAW, LOSS, 0.5)])
@pytest.mark.parametrize("is_exact", [False, True])
def test_a_win_given_away_and_a_draw_lost_are_blunders(
    before: Value, after: Value, lost: float, is_exact: bool
) -> None:
    found = worth(Verdict.proved(before, 5, is_exact), Verdict.proved(after, 8, is_exact))
    assert (found.mark, found.lost, found.is_proved) == (Mark.BLUNDER, lost, True)


@pytest.mark.parametrize(
    ("before", "after", "mark"),
    [
        (exact(WIN, 5), exact(WIN, 4), Mark.BEST),
        (exact(WIN, 5), exact(WIN, 6), Mark.INACCURACY),
        (exact(WIN, 5), Verdict.proved(WIN, 6), Mark.FINE),
        (Verdict.proved(WIN, 5), exact(WIN, 6), Mark.FINE),
        (Verdict.proved(WIN, 9), Verdict.proved(WIN, 6), Mark.BEST),
        (exact(LOSS, 8), exact(LOSS, 7), Mark.BEST),
        (exact(LOSS, 8), exact(LOSS, 5), Mark.INACCURACY),
        (exact(LOSS, 8), Verdict.proved(LOSS, 5), Mark.FINE),
        (Verdict.proved(LOSS, 8), exact(LOSS, 5), Mark.FINE),
        (exact(LOSS, 8), Verdict.proved(LOSS), Mark.FINE),
        (exact(DRAW), exact(DRAW), Mark.BEST),
    ],
)
def test_a_move_that_keeps_a_proved_value_is_an_inaccuracy_at_most(
    before: Verdict, after: Verdict, mark: Mark
) -> None:
    found = worth(before, after)
    assert (found.mark, found.lost, found.is_proved) == (mark, 0, True)


def test_a_judged_verdict_after_a_proved_one_is_held_against_its_chance() -> None:
    found = worth(exact(WIN, 9), Verdict.judged(0.85))
    assert (found.mark, found.lost, found.is_proved) == (Mark.INACCURACY, 0.15, False)
    found = worth(exact(WIN, 9), Verdict.judged(0.5), is_choice=True)
    assert (found.mark, found.is_proved) == (Mark.BLUNDER, False)
    assert worth(exact(LOSS, 4), Verdict.judged(0.9)).mark is Mark.BEST
    assert worth(exact(DRAW), Verdict.judged(0.9)).lost == 0


def test_marks_that_are_worth_going_back_to() -> None:
    assert [mark for mark in Mark if mark.is_bad] == [Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER]


# --- decisions -------------------------------------------------------------------------------------------


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(("columns", "rows", "k"), [(3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 3)])
def test_moves_differ_exactly_if_trying_everything_says_so(columns: int, rows: int, k: int) -> None:
    rng, decisions = Random(7), Decisions()
    for empty in (1, 2, 3, 4, 5, 5, 5):
        position = scattered(columns, rows, k, empty, rng)
        worths = [worth_of_move(position, square) for square in position.moves]
        kinds = {min(worth, 1) for worth in worths}  # of wins the length does not count
        assert decisions.moves_differ(position) == (len(kinds) > 1), position


def test_where_many_squares_are_empty_it_is_not_known() -> None:
    position = Position(make_setup(4, 4, 3).geometry, players=2)
    assert position.empty.bit_count() > FEW_SQUARES
    assert Decisions().moves_differ(position) is None
