"""What a review comes to: the worth of each move, accuracy, mistakes, the curve and the turning point.

Moves count from 1, positions by the moves before them.
"""

from dataclasses import dataclass
from math import exp

from ttt_tui.analysis.game_review import GameReview
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.worth import THRESHOLDS, Worth, worth, worth_of_resigning
from ttt_tui.computer import Value
from ttt_tui.engine import Square

LEAST_LOSS = min(least for least, _ in THRESHOLDS)
"""The part of the winning chance that a turning point has cost at least."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move and what it was worth."""

    number: int
    """From 1."""
    player: int
    square: Square | None
    """None for a resignation."""
    best: Verdict
    """The best verdict that the player could have had."""
    after: Verdict
    """The verdict of the position after the move, for the same player."""
    worth: Worth
    better: tuple[Square, ...]
    """The best move and what was expected after it; it may be the one that was played, unless that is bad."""


def reviewed_move(review: GameReview, number: int) -> ReviewedMove | None:
    """Return what a move was worth, counted from 1; None as long as that is not known."""
    move = review.moves[number - 1]
    before, then = review.known[number - 1 : number + 1]
    if before is None or then is None:
        return None
    best = before.verdict_of(move.player)
    after = Verdict.proved(Value.LOSS) if move.square is None else then.verdict_of(move.player)
    is_choice = before.move is not None and before.move == move.square
    found = worth_of_resigning(best) if move.square is None else worth(best, after, is_choice)
    better = () if is_choice and found.mark.is_bad else before.pv
    return ReviewedMove(number, move.player, move.square, best, after, found, better)


def reviewed_moves(review: GameReview) -> list[ReviewedMove | None]:
    """Return what each move was worth, None for those of which that is not known yet."""
    return [reviewed_move(review, number) for number in range(1, len(review.moves) + 1)]


def mistakes(review: GameReview) -> list[ReviewedMove]:
    """Return the moves known so far to be inaccuracies or worse, in the order in which they were played."""
    return [move for move in reviewed_moves(review) if move is not None and move.worth.mark.is_bad]


def accuracy(review: GameReview, player: int) -> float | None:
    """Return how accurately somebody played, 0 to 100 per cent with two decimals; None without a decision.

    It is the mean over the player's decisions: stones where the moves differ in value or in how soon they
    lose, and resignations of what was not lost. Each counts as lichess has it for a move that loses so much
    of the winning chance ("Lichess accuracy metric", 2022): 100 for nothing, 64 for .1, 24 for .3, 0 for .8
    and more. In a lost position it is the part of the longest loss that the move has left.
    """
    found = [
        _accuracy(review, move)
        for move in reviewed_moves(review)
        if move is not None and move.player == player
    ]
    counted = [each for each in found if each is not None]
    return round(sum(counted) / len(counted), 2) if counted else None


def _accuracy(review: GameReview, move: ReviewedMove) -> float | None:
    """Return how accurate a move was, None if it was no decision."""
    position, is_lost = review.positions[move.number - 1], move.best.value is Value.LOSS
    if move.square is None:
        return None if is_lost else _by_chance(move.worth.lost)
    if review.decisions.differ(position) is False:
        return None
    if is_lost and move.after.value is Value.LOSS:
        lasted = review.decisions.lasted(position, move.square, move.best, move.after)
        return None if lasted is None else 100 * lasted
    return _by_chance(move.worth.lost)


def _by_chance(lost: float) -> float:
    return min(100.0, max(0.0, 103.1668 * exp(-4.354 * lost) - 3.1669)) if lost else 100.0


def curve(review: GameReview) -> list[tuple[float, ...] | None]:
    """Return each player's winning chance, 0 to 1, after 0, 1, 2 … moves; None where nothing is known yet."""
    return [None if known is None else known.chances for known in review.known]


def turning_point(review: GameReview) -> ReviewedMove | None:
    """Return the move that cost a loser of the game most for good, the latest of equal ones.

    What a move cost for good is what the player could have had before it, less the highest chance that the
    player had ever after. None if that is less than `LEAST_LOSS`, if nobody lost, or if there is something
    left to find out.
    """
    outcome = review.outcome
    moves = reviewed_moves(review)
    if outcome is None or outcome.winner is None or None in moves:
        return None
    highest: dict[int, float] = {}
    found, most = None, 0.0
    for move in reversed(moves):
        assert move is not None
        if move.player == outcome.winner:
            continue
        later = highest[move.player] = max(move.after.chance, highest.get(move.player, 0.0))
        cost = round(move.best.chance - later, 6)
        if cost >= LEAST_LOSS and cost > most:
            found, most = move, cost
        highest[move.player] = max(later, move.best.chance)
    return found
