"""Warnings before a move: what the move throws away, found by a review of that move alone.

A warning needs a proved win or draw that is given away, a proved loss where nothing was proved, or more than
a quarter of the judged winning chance. It says what the move allows or costs, and leaves it to the player to
look for a better one.

>>> from ttt_tui.analysis.judge import Judge
>>> from ttt_tui.engine import Game, Geometry, Limit, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("a1", "b2", "c3", "a3"):
...     game.place(name)
>>> judge = Judge()
>>> warning_against(game, judge, Limit(seconds=1), viewer=1)
MoveWarning(text='a3 lets X make two threats at c1', brief='a3 gives away a proved draw')
>>> judge.close()
"""

from typing import NamedTuple

from ttt_tui.analysis.judge import AnyJudge
from ttt_tui.analysis.review import GameReview, ReviewedMove, reviewed_move
from ttt_tui.analysis.review_sentences import warning_phrase, warning_sentence
from ttt_tui.analysis.worth import Mark
from ttt_tui.computer import Stop, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Game, Limit

MOST_LOST = 0.25
"""The part of the judged winning chance that a move may lose without a warning."""


class MoveWarning(NamedTuple):
    """What a move throws away."""

    text: str
    brief: str
    """The same for a line of 38 cells."""


def warning_against(
    game: Game, judge: AnyJudge, limit: Limit, stop: Stop = NEVER, viewer: int | None = None
) -> MoveWarning | None:
    """Return what the latest move of a game throws away, None if that is nothing, or not found in time.

    `limit` is for each of two positions, before the move and after it. `viewer` is the seat of the reader,
    None for an observer.
    """
    assert limit.seconds is not None
    number = len(game.moves)
    review = GameReview(game, (limit.seconds,))
    while (ply := review.next_position) is not None and ply >= number - 1:
        if not review.work(judge, stop):
            return None
    move = reviewed_move(review, number)
    if move is None or not throws_away(move):
        return None
    return MoveWarning(warning_sentence(review, move, viewer), warning_phrase(review.setup, move))


def throws_away(move: ReviewedMove) -> bool:
    """Return whether a move deserves a warning."""
    if move.worth.mark is Mark.BLUNDER and (move.worth.is_proved or move.after.value is Value.LOSS):
        return True
    return move.worth.mark.is_bad and move.worth.lost > MOST_LOST
