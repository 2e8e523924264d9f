"""Reviews and reasons where a turn has two stones, so that the player who moves next may be the same."""

from functools import cache
from random import Random

import pytest

from ttt_tui.analysis.judge import (
    Judgement,
    ReportJudgement,
    chances_from_verdict,
    ignore_judgement,
    judgement_before,
)
from ttt_tui.analysis.reason_kinds import ReasonKind
from ttt_tui.analysis.reasons import reasons
from ttt_tui.analysis.review import GameReview, mistakes
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Proof, Stop, Thought, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Game, Geometry, Limit, Position, Rules, Setup, Square
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.puzzles.practice import Practice

BOARD = Geometry(3, 3, 3, Rules.parse("double"))


@cache
def solved(stones: tuple[int, ...], to_move: int) -> tuple[int, int]:
    """Return what the player to move gets, 1, 0 or -1, and after how many plies, 0 for a draw."""
    position = Position(BOARD, 2)
    position.stones, position.to_move = [*stones], to_move
    position.occupied = stones[0] | stones[1]
    best = max(map(_merit, (after(position, square) for square in position.moves)), default=(0, 0))
    return best[0], abs(best[1])


def _merit(result: tuple[int, int]) -> tuple[int, int]:
    value, plies = result
    return value, -value * plies


def after(position: Position, square: Square) -> tuple[int, int]:
    """Return what a move gets for its player, and after how many plies."""
    mover, then = position.to_move, position.copy()
    then.play(square)
    if then.winner_by_line(mover) is not None:
        return 1, 1
    value, plies = solved((*then.stones,), then.to_move)
    return (value if then.to_move == mover else -value), plies + bool(value)


VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}


class TrueJudge:
    """Knows every position, but tells it only of those that it is asked about."""

    by = ""

    def __init__(self, told: Random) -> None:
        self._random = told

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: ReportJudgement = ignore_judgement
    ) -> Judgement:
        value, plies = solved((*position.stones,), position.to_move)
        verdict = Verdict.proved(VALUES[value], plies if value else None, is_exact=True)
        best = [s for s in position.moves if _merit(after(position, s)) == _merit((value, plies))]
        chances = chances_from_verdict(position, verdict)
        return Judgement(position.to_move, verdict, chances, (self._random.choice(best),))

    def close(self) -> None:
        """Nothing to free."""


def games(count: int) -> list[Game]:
    """Return games of random moves that were played to their ends."""
    random, played = Random(1), []
    for _ in range(count):
        game = Game(Setup(BOARD, 2))
        while game.outcome is None:
            game.place(random.choice(game.position.moves))
        played.append(game)
    return played


@pytest.mark.slow
def test_what_follows_from_one_position_for_its_neighbours_is_true() -> None:
    for number, game in enumerate(games(20)):
        review, judge = GameReview(game), TrueJudge(Random(number))
        for ply in Random(number).sample(range(len(game.moves)), len(game.moves)):
            review._learn(ply, judge.judge(review.positions[ply], Limit()))
            for position, known in zip(review.positions[:-1], review.known, strict=False):
                if known is not None and known.verdict.is_proved:
                    value, plies = solved((*position.stones,), position.to_move)
                    assert known.mover == position.to_move
                    assert known.verdict.value is VALUES[value]
                    assert known.verdict.plies is None or known.verdict.plies >= plies
                    assert known.winner in (None, position.to_move if value == 1 else 1 - position.to_move)


def test_the_position_before_a_stone_is_judged_by_that_after_it_whoever_moves_there() -> None:
    for is_turn_over, value, chances in ((False, Value.WIN, (1.0, 0.0)), (True, Value.LOSS, (0.0, 1.0))):
        verdict = Verdict.proved(Value.WIN, 3, is_exact=True)
        after = Judgement(int(is_turn_over), verdict, (0.0, 1.0) if is_turn_over else (1.0, 0.0), (7,))
        found = judgement_before(0, 5, after, is_only=True)
        assert (found.mover, found.chances, found.pv) == (0, chances, (5, 7))
        assert found.verdict == Verdict.proved(value, 4, is_exact=True)
    judged = Judgement(0, Verdict.judged(0.7), (0.7, 0.3), (7,))
    assert judgement_before(0, 5, judged, is_only=False).chances == pytest.approx((0.7, 0.3))


def test_a_mistake_is_a_move_that_gives_something_away_and_has_true_reasons() -> None:
    seen = set()
    for number, game in enumerate(games(20)):
        review = GameReview(game)
        while review.work(TrueJudge(Random(number))):
            pass
        bad = {move.number for move in mistakes(review) if move.worth.lost}
        lost = set()
        for ply, move in enumerate(game.moves, 1):
            before = review.positions[ply - 1]
            assert move.square is not None
            if after(before, move.square)[0] < solved((*before.stones,), before.to_move)[0]:
                lost.add(ply)
        assert bad == lost
        seen |= bad
    assert seen


@pytest.mark.parametrize(
    ("plies", "value", "kind"),
    [
        (1, Value.WIN, ReasonKind.WINS_BY_FORCE),  # the same player goes on
        (1, Value.LOSS, ReasonKind.LETS_WIN),
        (2, Value.WIN, ReasonKind.LETS_WIN),  # the turn is over
        (2, Value.LOSS, ReasonKind.WINS_BY_FORCE),
    ],
)
def test_a_proof_of_the_position_after_a_stone_is_of_the_player_whose_turn_it_is(
    plies: int, value: Value, kind: ReasonKind
) -> None:
    position = Position(BOARD, 2)
    for square in position.moves[:plies]:
        position.play(square)
    square, next_square = position.moves[:2]
    thought = Thought(next_square, proof=Proof(value, 3, True), pv=(next_square,))
    found = [reason for reason in reasons(position, square, after=thought) if reason.plies is not None]
    assert [(reason.kind, reason.player) for reason in found] == [
        (kind, position.to_move if kind is ReasonKind.WINS_BY_FORCE else 1 - position.to_move)
    ]
    assert found[0].plies == (4 if kind is ReasonKind.WINS_BY_FORCE else 3)


def test_in_practice_the_player_places_the_rest_of_the_turn_too() -> None:
    judge, practised = TrueJudge(Random(1)), 0
    for game in games(40):
        review = GameReview(game)
        while review.work(judge):
            pass
        for move in mistakes(review):
            if move.number == len(game.moves):
                continue
            practice = Practice(review, move, is_escape=True)
            placed = []
            while practice.stage in (Stage.CHECKING, Stage.TURN):
                if practice.stage is Stage.CHECKING:
                    practice.take(practice.question()(judge, NEVER))
                else:
                    placed.append(practice.game.position.moves[0])
                    practice.place(placed[-1])
            later = practice.game.moves[move.number :]
            assert placed == [each.square for each in later if each.player == move.player]
            practised += bool(placed)
    assert practised
