"""Puzzles from somebody's own mistakes: the positions in which a value was lost that could have been kept."""

from collections.abc import Iterator

from ttt_tui.analysis.review import GameReview, mistakes
from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Square
from ttt_tui.puzzles.making import puzzle_at
from ttt_tui.puzzles.provers import prover_of
from ttt_tui.puzzles.puzzle import Puzzle

SECONDS = 2.0
"""What a mistake may take to be proved a puzzle."""


def own_puzzles(review: GameReview, stop: Stop = NEVER) -> list[Puzzle]:
    """Return the puzzles in the mistakes that people at this terminal made in a reviewed game of two.

    What they are to find may be more than one move; what was played is proved not to be one of them. Those
    that are found when `stop` is set are returned.
    """
    setup = review.setup
    if len(setup.players) != 2:
        return []
    prover = prover_of(setup.geometry)
    try:
        found = (
            puzzle_at(prover, setup.geometry, played, stop, missed=missed, seconds=SECONDS)
            for played, missed in _mistakes(review)
        )
        return [puzzle for puzzle in found if puzzle is not None]
    finally:
        prover.close()


def _mistakes(review: GameReview) -> Iterator[tuple[tuple[Square, ...], Square]]:
    """Give the moves before each mistake of a person's, and the mistake.

    A position knows who is to move by the number of stones, so the first to move is the first player here.
    """
    for move in mistakes(review):
        if move.square is not None and review.setup.players[move.player].is_human:
            before = [each.square for each in review.moves[: move.number - 1]]
            yield tuple(square for square in before if square is not None), move.square
