"""Puzzles that were shipped though a second move wins, or though the move that was praised loses."""

import pytest

from ttt_tui.puzzles.collection import removed
from ttt_tui.puzzles.puzzle import MoveEffect
from ttt_tui.puzzles.threat_prover import ThreatProver

QUICK = ((234, "h5"), (562, "g8"))
LONG = (
    *(
        (329, "f4"),
        (441, "g5"),
        (443, "k8"),
        (570, "g10"),
        (583, "c10"),
        (599, "e9"),
        (336, "i6"),
        (336, "i8"),
    ),
    *((344, "h5"), (383, "c7"), (446, "j5"), (616, "b4"), (616, "c5"), (238, "d3")),
)
TOO_LONG = (344, 446, 238)
"""Wins of these are not proved in the time that a try may take."""

CASES = (*QUICK, *(pytest.param(*case, marks=pytest.mark.slow) for case in LONG))


@pytest.mark.parametrize(("number", "square"), CASES)
def test_a_second_winning_move_is_not_refused(number: int, square: str) -> None:
    puzzle = removed().by_number(number)
    prover, tried = ThreatProver(puzzle.geometry), puzzle.geometry.parse(square)
    fate = prover.judge(puzzle.task(), tried).effect
    assert fate is (MoveEffect.UNKNOWN if number in TOO_LONG else MoveEffect.KEEPS)


@pytest.mark.parametrize(("number", "square"), QUICK)
def test_one_that_is_proved_counts_and_is_answered(number: int, square: str) -> None:
    puzzle = removed().by_number(number)
    task, prover, tried = puzzle.task(), ThreatProver(puzzle.geometry), puzzle.geometry.parse(square)
    answer = prover.judge(task, tried)
    assert answer.effect is MoveEffect.KEEPS
    (reply,) = answer.line
    rest = task.after(tried).after_reply(reply)
    assert prover.keeping(rest, most=0), "the rest is still won in time"
    assert prover.only(task) is None


@pytest.mark.parametrize(("number", "square"), [(292, "d2"), (400, "d10")])
def test_a_move_that_stops_the_threat_but_loses_is_not_praised(number: int, square: str) -> None:
    puzzle = removed().by_number(number)
    prover = ThreatProver(puzzle.geometry)
    assert prover.judge(puzzle.task(), puzzle.geometry.parse(square)).effect is MoveEffect.UNKNOWN


@pytest.mark.parametrize("number", [292, 400])
def test_a_puzzle_whose_stopping_move_loses_is_not_made_again(number: int) -> None:
    puzzle = removed().by_number(number)
    assert ThreatProver(puzzle.geometry).only(puzzle.task()) is None
