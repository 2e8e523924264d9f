"""Why a move of a reviewed game was what it was: its reason, from what the review knows of both positions."""

from collections.abc import Sequence

from ttt_tui.computer import Proof, Thought
from ttt_tui.engine import Setup
from ttt_tui.review.game_review import GameReview
from ttt_tui.review.judge import Judgement
from ttt_tui.review.reasons import reasons, sentence
from ttt_tui.review.summary import ReviewedMove


def reason_told(review: GameReview, move: ReviewedMove, viewer: int | None = None) -> str:
    """Return in a sentence what speaks against a bad move, or for another one; nothing if nothing is known.

    A resignation has no reason. `viewer` is the seat of the person who reads it and is addressed, None for
    nobody in particular.
    """
    if move.square is None:
        return ""
    before, after = review.known[move.number - 1 : move.number + 1]
    found = reasons(review.positions[move.number - 1], move.square, _thought(before), _thought(after))
    wanted = (reason for reason in found if reason.kind.is_fault == move.worth.mark.is_bad)
    return next((sentence(reason, move.square, review.setup, viewer) for reason in wanted), "")


def line_told(setup: Setup, squares: Sequence[int]) -> str:
    """Return moves one after the other: `b2 a1 c3`."""
    return " ".join(map(setup.geometry.name, squares))


def _thought(judgement: Judgement | None) -> Thought | None:
    """Return what was thought of a position as far as a reason may use it: its proof and its line."""
    if judgement is None or judgement.move is None:
        return None
    verdict = judgement.verdict
    proof = Proof(verdict.value, verdict.plies, verdict.is_exact) if verdict.value is not None else None
    return Thought(judgement.move, proof=proof, pv=judgement.pv)
