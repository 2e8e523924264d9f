"""Judges for the tests of reviews: one that counts, one that knows 3×3 by heart, one that makes things up."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.analysis.positions import stones_of
from ttt_tui.analysis.judge import Judge, Judgement
from ttt_tui.analysis.review import PASSES, GameReview
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.engine import Game, Limit, Position


class CountingJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, float]] = []
        """The stones of each position it was asked for, and the seconds it was given."""

    def judge(self, position: Position, limit: Limit, *more: Any) -> Judgement:
        assert limit.seconds is not None
        self.asked.append((position.ply, limit.seconds))
        return super().judge(position, limit, *more)


class CountedJudge(Judge):
    """Judges with so many nodes, whatever the time, so that what it finds is the same on every machine."""

    def __init__(self, nodes: int) -> None:
        super().__init__()
        self.nodes = nodes

    def judge(self, position: Position, limit: Limit, *more: Any) -> Judgement:
        return super().judge(position, Limit(nodes=self.nodes), *more)


class RememberingJudge(Judge):
    """Judges each position of two players once, with all the time it wants."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[tuple[tuple[int, int], int], Judgement] = {}

    def judge(self, position: Position, limit: Limit, *more: Any) -> Judgement:
        key = stones_of(position), position.to_move
        if key not in self.known:
            self.known[key] = super().judge(position, Limit(seconds=20.0), *more)
        return self.known[key]


class MadeUp(Judge):
    """Judges at random, by dice: never proves anything but what it is told to."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.dice = Random(seed)

    def judge(self, position: Position, limit: Limit, *more: Any) -> Judgement:
        chance = self.dice.uniform(0.1, 0.9)
        others = (1 - chance) / (len(position.active) - 1)
        chances = tuple(
            chance if player == position.to_move else others * (player in position.active)
            for player in range(len(position.stones))
        )
        moves = [*{position.geometry.square_of(move): move for move in position.moves}.values()]
        pv = tuple(self.dice.sample(moves, min(3, len(moves))))
        return Judgement(position.to_move, Verdict.judged(chance), chances, pv, 3, 100, 0.1)


def finish(review: GameReview, judge: Judge) -> None:
    while review.work(judge):
        pass


def reviewed(game: Game, passes: Sequence[float] = PASSES, judge: Judge | None = None) -> GameReview:
    """A game's whole review, by a judge of its own if none is given."""
    review, by = GameReview(game, passes), judge or Judge()
    finish(review, by)
    if judge is None:
        by.close()
    return review
