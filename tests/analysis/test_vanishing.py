"""Vanishing as the analysis sees it: verdicts and reviews by proofs, which are kept, and hints."""

from functools import cache
from random import Random

import pytest

from tests.analysis.judging import finish
from tests.engine.test_vanishing import BOARD, game_of
from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.judge import Judge
from ttt_tui.analysis.reasons import reasons
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.review_json import from_json, to_json
from ttt_tui.analysis.sentences import log_phrases
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.solving import ProofMaps, make_solver
from ttt_tui.engine import Game, Limit, Setup
from ttt_tui.puzzles.making import no_puzzles_sentence


@cache
def solved() -> None:
    """Analyse all positions, which takes a moment, before a limit counts."""
    make_solver(BOARD).solve(game_of("").position, Budget(Limit(), NEVER))


@pytest.fixture(autouse=True)
def _solved() -> None:
    solved()


def test_a_judge_proves_the_value_of_every_position() -> None:
    judge, rng, solver = Judge(), Random("judge"), make_solver(BOARD)
    values = set()
    for _ in range(30):
        game = Game(Setup(BOARD))
        for _ in range(rng.randrange(12)):
            game.place(rng.choice(game.position.moves))
            if game.outcome is not None:
                game.pop()
        found = judge.judge(game.position, Limit(seconds=1))
        solution = solver.solve(game.position, Budget(Limit(), NEVER))
        assert found.verdict.value is solution.value
        if solution.plies is not None:
            assert (found.verdict.plies, found.verdict.is_exact) == (solution.plies, True)
        values.add(found.verdict.value)
    assert len(values) > 1
    judge.close()


def test_without_time_for_a_proof_nothing_is_claimed() -> None:
    judge = Judge()
    found = judge.judge(game_of("b2").position, Limit(nodes=200))
    assert found.verdict.is_unknown
    judge.close()


def test_a_review_has_proofs_and_comes_back_from_its_text() -> None:
    game = game_of("b1 a1 c3 b2 b3 a3 c2 b1 a2")
    review, judge = GameReview(game, (0.5,)), Judge()
    finish(review, judge)
    judge.close()
    assert all(known is not None and not known.verdict.is_unknown for known in review.known)
    first = review.known[0]
    assert first is not None
    assert (first.verdict.value, first.verdict.plies, len(first.pv)) == (Value.WIN, 13, 13)
    again = from_json(to_json(review), game)
    assert again.known == review.known


def test_a_hint_says_what_is_proved_and_draws_only_lines_of_stones_that_stay() -> None:
    game = game_of("a1 a2 b1 b2 c3 a3")  # the next stone of X makes a1 leave: c1 is no line with a1 and b1
    assert not game.position.completing(0)
    position = game_of("a1 c3 b2 b3 c1 a2").position  # X has a1, b2 and c1; a3 is the diagonal's end
    expert = LEVELS["expert"].make(1)
    values = ProofMaps().of(position, Limit())
    found = hint(position, Setup(BOARD), expert.think(position.copy(), Limit()), values)
    assert found.look_for == "You can win at once"
    assert [line.squares.bit_count() for line in found.drawing.lines] == [3]
    (line,) = found.drawing.lines
    assert line.squares == game_of("c1 c3 b2 b3 a3").position.stones[0]


def test_reasons_are_those_of_proofs_and_of_the_next_move() -> None:
    game = game_of("b2 a1")
    found = {reason.kind.value for reason in reasons(game.position, BOARD.parse("a2"))}
    assert "blocks" not in found
    assert log_phrases(game_of("b2"), 1, None) in ((), ("took the centre",))


def test_its_games_make_no_puzzles() -> None:
    assert no_puzzles_sentence(BOARD) == "Games of Vanishing make no puzzles"
