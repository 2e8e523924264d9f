"""Why a move of a reviewed game was what it was: its reason, from what the review knows of both positions."""

from collections.abc import Sequence

from ttt_tui.computer import Proof, Thought, Value
from ttt_tui.engine import Setup
from ttt_tui.review.game_review import GameReview
from ttt_tui.review.judgement import Judgement
from ttt_tui.review.reasons import reasons, sentence
from ttt_tui.review.summary import ReviewedMove
from ttt_tui.review.verdict import Verdict
from ttt_tui.review.words import length, move_text
from ttt_tui.review.worth import Mark


def reason_told(review: GameReview, move: ReviewedMove, viewer: int | None = None) -> str:
    """Return in a sentence what speaks against a bad move, or for another one; nothing if nothing is known.

    A bad move always has a sentence: where no short reason is known, it says so and what the move cost.
    `viewer` is the seat of the person who reads it and is addressed, None for nobody in particular.
    """
    is_bad = move.worth.mark.is_bad
    if move.square is None:
        return f"gave up {_worth_told(move.best)}" if is_bad else ""
    before, after = review.known[move.number - 1 : move.number + 1]
    values = {} if move.after.value is None else {move.square: _proof(move.after.value, move.after.before())}
    position = review.positions[move.number - 1]
    found = reasons(position, move.square, thought_of(before), thought_of(after), values)
    for reason in found:
        if reason.kind.is_fault == is_bad:
            return sentence(reason, move.square, review.setup, viewer)
    if not is_bad:
        return ""
    drops = "you drop" if move.player == viewer else f"{review.setup.players[move.player].symbol} drops"
    return f"no short reason: {drops} from {_worth_told(move.best)} to {_worth_told(move.after)}"


def _worth_told(verdict: Verdict) -> str:
    """Return what somebody has by a verdict: `a win in at most 7 plies`, `a proved draw`, `62% (judged)`."""
    match verdict.value:
        case None:
            return f"{verdict.chance:.0%} (judged)"
        case Value.DRAW:
            return "a proved draw"
        case Value.WIN | Value.LOSS if verdict.plies is None:
            return f"a proved {verdict.value}"
        case _:
            return f"a {verdict.value} in {length(verdict.plies, verdict.is_exact)}"


def _proof(value: Value, verdict: Verdict) -> Proof:
    return Proof(value, verdict.plies, verdict.is_exact)


CALLED = {Mark.INACCURACY: "an inaccuracy", Mark.MISTAKE: "a mistake", Mark.BLUNDER: "a blunder"}
"""What bad moves are called in sentences."""


def mistake_told(review: GameReview, move: ReviewedMove, viewer: int | None = None) -> str:
    """Return a bad move as a sentence: `move 4 (O a3) is a blunder: a3 lets X win at once; c2 was better`."""
    setup = review.setup
    played = f"{setup.players[move.player].symbol} {move_text(setup, move.square)}"
    said = f"move {move.number} ({played}) is {CALLED[move.worth.mark]}"
    why = reason_told(review, move, viewer)
    better = f"{setup.geometry.name(move.better[0])} was {better_called(move)}" if move.better else ""
    more = "; ".join(filter(None, (why, better)))
    return f"{said}: {more}" if more else said


def better_called(move: ReviewedMove) -> str:
    """Return what the better move of a review is called: `better`, or `judged better` if it is not proved."""
    return "better" if move.worth.is_proved else "judged better"


def line_told(setup: Setup, squares: Sequence[int]) -> str:
    """Return moves one after the other: `b2 a1 c3`."""
    return " ".join(map(setup.geometry.name, squares))


def better_told(review: GameReview, move: ReviewedMove, viewer: int | None = None) -> str:
    """Return in a sentence what speaks for the better move, nothing if that is not known."""
    if not move.better:
        return ""
    position, before = review.positions[move.number - 1], review.known[move.number - 1]
    found = reasons(position, move.better[0], thought_of(before))
    good = (reason for reason in found if not reason.kind.is_fault)
    return next((sentence(reason, move.better[0], review.setup, viewer) for reason in good), "")


def phrase_about(told: str, name: str) -> str:
    """Return a sentence about a move without the move's name before it: `lets X win at once`."""
    for start in (f"{name} is ", f"{name}: ", f"after {name} ", f"{name} "):
        if told.startswith(start):
            return told.removeprefix(start)
    return told


def standing_told(review: GameReview, ply: int) -> str:
    """Return how a position stands: `X wins in 9 plies, proved`, or `X 62%  O 38%, judged`."""
    known, players = review.known[ply], review.setup.players
    if known is None:
        return "not analysed yet"
    plies_left = known.verdict.plies
    if known.winner is not None:
        symbol = players[known.winner].symbol
        if ply == len(review.moves) and review.outcome is not None:
            return f"{symbol} has won"
        if plies_left is None:
            return f"{symbol} wins, proved"
        return f"{symbol} wins in {length(plies_left, known.verdict.is_exact)}, proved"
    if known.verdict.is_proved:
        return "a draw" if ply == len(review.moves) and review.outcome is not None else "a draw, proved"
    if len(players) == 2:
        shares = (f"{p.symbol} {chance:.0%}" for p, chance in zip(players, known.chances, strict=True))
        return f"{'  '.join(shares)}, judged"
    chance, seat = max((chance, -seat) for seat, chance in enumerate(known.chances))
    return f"{players[-seat].symbol} leads with {chance:.0%}, judged"


def thought_of(judgement: Judgement | None) -> Thought | None:
    """Return what was thought of a position as far as a reason may use it: its proof and its line."""
    if judgement is None or judgement.move is None:
        return None
    verdict = judgement.verdict
    proof = None if verdict.value is None else _proof(verdict.value, verdict)
    return Thought(judgement.move, proof=proof, pv=judgement.pv)
