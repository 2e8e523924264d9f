"""Levels `rules` and `scorer` of Ultimate, which examine each move and what the other player can do then.

Level `rules` takes the first available kind of move:

1. one that wins the game,
2. one that wins a small board,
3. one where the other player could have won a small board,
4. one after which the other player wins no small board.

From the second kind on, moves after which the other player wins the game at once are left out as long as
there are others. Level `scorer` adds up the points of `POINTS` and takes the move with the most.
"""

from collections.abc import Callable, Mapping

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    Report,
    Stop,
    Thought,
    ignore_report,
    seeded_random,
)
from ttt_tui.computer.scorer import thought_by_scores
from ttt_tui.computer.ultimate.looks import Look, looks_of
from ttt_tui.computer.ultimate.positions import ultimate
from ttt_tui.engine import Limit, Position

POINTS = {
    "wins": 10_000, "takes": 30, "blocks": 15, "builds": 2,
    "gives_game": -1000, "gives_board": -25, "frees": -20,
}  # fmt: skip
"""The points of each effect of a move; `builds` counts for each line."""

PREFERRED: tuple[Callable[[Look], bool], ...] = (
    lambda look: look.takes,
    lambda look: look.blocks,
    lambda look: not look.gives_board,
)
"""The second and further rules of level `rules`, the first that holds for a move counts."""


class UltimateRules:
    """Level `rules`: the first rule that names a move, and chance among several."""

    def __init__(self, seed: int = 0, megabytes: float = 0.0) -> None:
        self.seed = seed

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return a move by the first rule that names one."""
        looks = looks_of(ultimate(position.copy()))
        moves = [move for move, look in looks.items() if look.wins]
        if not moves:
            moves = _by_rules({move: look for move, look in looks.items() if not look.gives_game} or looks)
        return Thought(seeded_random(self.seed, position).choice(moves), depth=1)

    def close(self) -> None:
        """Do nothing: there is no memory to free."""


def _by_rules(looks: Mapping[int, Look]) -> list[int]:
    for is_good in PREFERRED:
        if moves := [move for move, look in looks.items() if is_good(look)]:
            return moves
    return list(looks)


class UltimateScorer:
    """Level `scorer`: the move with the most points."""

    def __init__(self, seed: int = 0, megabytes: float = 0.0) -> None:
        self.seed = seed

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the move with the most points, one of them by chance if several have as many."""
        scores = {move: points(look) for move, look in looks_of(ultimate(position.copy())).items()}
        return thought_by_scores(scores, seeded_random(self.seed, position))

    def close(self) -> None:
        """Do nothing: there is no memory to free."""


def points(look: Look) -> int:
    """Return the points of a move."""
    return sum(worth * getattr(look, name) for name, worth in POINTS.items())
