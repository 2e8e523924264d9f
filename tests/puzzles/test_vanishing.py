"""Practice at the mistakes of a game of Vanishing, where squares become free again."""

import threading

from tests.analysis.judging import finish
from tests.engine.test_vanishing import BOARD, game_of
from ttt_tui.analysis.judge import Judge
from ttt_tui.analysis.review import GameReview, mistakes
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.solving import make_solver
from ttt_tui.engine import Limit
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.puzzles.practice import Practice


def test_a_better_move_is_accepted_another_is_refuted_and_an_escape_goes_on_to_the_end() -> None:
    make_solver(BOARD).solve(game_of("").position, Budget(Limit(), NEVER))  # whatever the machine does
    judge, review = Judge(), GameReview(game_of("b2 a1 b1 b3 c3 a2 a3 c1"), (0.5,))
    finish(review, judge)
    found = mistakes(review)
    assert found
    assert found[0].number == 1, "b2 gives the win away"

    def answered(practice: Practice) -> None:
        while practice.stage is Stage.CHECKING:
            practice.take(practice.question()(judge, threading.Event()))

    for name, holds in (("b1", True), ("c3", False)):
        practice = Practice(review, found[0], is_escape=False)
        practice.place(BOARD.parse(name))
        answered(practice)
        assert practice.has_reached == holds
    for mistake in found:
        practice, moves = Practice(review, mistake, is_escape=True), 0
        while practice.stage is not Stage.OVER and moves < 20:
            answered(practice)
            if practice.stage is Stage.TURN:
                practice.place(practice.game.position.moves[0])
                moves += 1
        assert practice.stage is Stage.OVER
    judge.close()
