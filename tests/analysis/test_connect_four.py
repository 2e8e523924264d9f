"""Reviews and hints of Connect Four, against the values that a solver written by others has found.

`connect_four_games.txt` has lost games with the value of each position; `tests.tools.connect_four_games` has
made it and says how.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ttt_tui.analysis.chances import scale_of
from ttt_tui.analysis.judge import Judge
from ttt_tui.analysis.review import PASSES, GameReview, accuracy, losing_move, reviewed_moves
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.worth import SOON, Mark, Worth, worth
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Geometry, Limit, Rules, Setup
from ttt_tui.session.advisor import Advisor

CONNECT_FOUR = Geometry(7, 6, 4, Rules(drop=True))
SIGNS = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}
FEW = (0.02, 0.05)
"""Seconds of each pass of a quick review: enough for what is lost within `SOON` plies."""


class Lost(NamedTuple):
    """A game that the one who did not move last has lost."""

    columns: str
    values: tuple[int, ...]
    """The plies to the end of each position, negative if its mover loses, 0 for a draw."""

    def value_after(self, number: int) -> int:
        """Return the value after so many moves to the one who made the last of them."""
        return -self.values[number] if number < len(self.values) else 1

    def game(self, moves: int | None = None) -> Game:
        """Return the game up to so many moves."""
        game = Game(Setup(CONNECT_FOUR))
        for column in self.columns[:moves]:
            game.place(column)
        return game


def lost_games() -> Iterator[Lost]:
    for line in (Path(__file__).parent / "connect_four_games.txt").read_text().splitlines():
        columns, *values = line.split()
        yield Lost(columns, tuple(map(int, values)))


LOST = list(lost_games())


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def ends_worse(before: int, after: int) -> bool:
    """Whether a move that keeps the value loses sooner, or wins later, than the best one."""
    by_move = abs(after) + 1
    return by_move < -before if before < 0 else by_move > before > 0


def check_review(lost: Lost, passes: tuple[float, ...]) -> int:
    """Every move that loses soon what was not lost is marked, and no mark is false; return how many.

    A mark is true if the move gave the value away, or if it loses sooner, or wins later, than another one.
    """
    review, judge = GameReview(lost.game(), passes), Judge()
    while review.work(judge):
        pass
    judge.close()
    count = 0
    for move in reviewed_moves(review):
        assert move is not None
        before, after = lost.values[move.number - 1], lost.value_after(move.number)
        case = f"{lost.columns[: move.number]}: {before} {after}, {move}"
        for verdict, value in ((move.best, before), (move.after, after)):
            assert verdict.value is None or SIGNS[verdict.value] == sign(value), case
        if sign(after) < 0 <= sign(before) and -after <= SOON:
            assert move.worth.mark.is_bad, case
            count += 1
        if move.worth.mark.is_bad:
            assert sign(after) < sign(before) or (move.worth.is_by_length and ends_worse(before, after)), case
    for player in (0, 1):
        assert accuracy(review, player) is not None
    loser = 1 - (len(lost.columns) - 1) % 2
    losing = losing_move(review, loser)
    if losing is not None:
        assert sign(lost.value_after(losing.number)) < sign(lost.values[losing.number - 1])
    return count


@pytest.mark.slow
def test_a_quick_review_marks_what_loses_soon() -> None:
    short = [lost for lost in LOST if len(lost.columns) < 13][:4]
    assert sum(check_review(lost, FEW) for lost in short) > 0


@pytest.mark.slow
@pytest.mark.parametrize("lost", LOST[:24], ids=lambda lost: lost.columns)
def test_a_review_marks_what_loses_soon_and_nothing_falsely(lost: Lost) -> None:
    check_review(lost, PASSES)


def check_hints(count: int, first: int, step: int, limit: Limit) -> None:
    """Each hint where our solver knows the position's value names a move that keeps it."""
    judge, advisor = Judge(), Advisor(64)
    known = 0
    places = [(lost, moves) for lost in LOST for moves in range(first, len(lost.columns) - 1, step)][:count]
    for lost, moves in places:
        position = lost.game(moves).position
        verdict = judge.judge(position, limit).verdict
        if verdict.value is None:
            continue
        known += 1
        square = advisor.hint(position, Setup(CONNECT_FOUR), limit).square
        position.play(square)
        if position.winner_by_line(1 - position.to_move) is not None:
            kept = 1
        elif position.is_dead():
            kept = 0
        else:
            after = judge.judge(position, Limit(seconds=60.0)).verdict.turned()
            assert after.value is not None
            kept = SIGNS[after.value]
        assert kept == sign(lost.values[moves]), (lost.columns[:moves], CONNECT_FOUR.name(square))
    assert known > len(places) // 3
    judge.close()
    advisor.close()


@pytest.mark.slow
def test_hints_keep_the_value_of_late_positions() -> None:
    check_hints(6, 18, 9, Limit(seconds=0.5))


@pytest.mark.slow
def test_hints_keep_the_value_wherever_a_second_proves_it() -> None:
    check_hints(200, 8, 3, Limit(seconds=1.0))


SCALE = scale_of(CONNECT_FOUR)


def worth_here(best: Verdict, after: Verdict, depth: int = 0) -> Worth:
    assert SCALE is not None
    return worth(best, after, scale=SCALE, depth=depth)


@pytest.mark.parametrize("chance", [0.01, 0.3])
def test_judgements_mark_nothing_but_count_for_the_accuracy(chance: float) -> None:
    found = worth_here(Verdict.judged(0.9), Verdict.judged(chance), depth=20)
    assert found == Worth(Mark.FINE, round(0.9 - chance, 6), False)
    assert worth_here(Verdict.judged(0.9), Verdict.proved(Value.LOSS, SOON + 1), depth=20).mark is Mark.FINE
    drawn, lost = Verdict.proved(Value.DRAW), Verdict.proved(Value.LOSS, 30)
    assert worth_here(drawn, lost).mark is Mark.BLUNDER


@pytest.mark.parametrize("chance", [0.02, 0.12, 0.6])
def test_a_loss_that_the_search_before_did_not_find_is_marked_by_its_length(chance: float) -> None:
    best, soon = Verdict.judged(chance), Verdict.proved(Value.LOSS, SOON)
    assert worth_here(best, soon, depth=SOON).is_by_length
    assert not worth_here(best, soon, depth=SOON - 1).mark.is_bad


def test_a_quick_win_that_is_left_for_none_is_marked_by_its_length() -> None:
    soon, after = Verdict.proved(Value.WIN, 7), Verdict.judged(0.7)
    assert worth_here(soon, after, depth=7).is_by_length
    assert not worth_here(soon, Verdict.judged(0.71), depth=7).mark.is_bad
    assert not worth_here(soon, after, depth=6).mark.is_bad
