"""Word the findings of a review: why a move was good or bad, what was better, and who is better."""

from collections.abc import Sequence

from ttt_tui.analysis.judge import Judgement
from ttt_tui.analysis.reason_kinds import Reason, ReasonKind
from ttt_tui.analysis.reasons import reasons
from ttt_tui.analysis.review import GameReview, ReviewedMove, longest_thought, mistakes, time_of
from ttt_tui.analysis.sentences import names_square, sentence
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.words import length, move_text, percent, rules_title, shown_words, time_text
from ttt_tui.analysis.worth import Mark
from ttt_tui.computer import Thought, Value
from ttt_tui.engine import Setup


def reason_sentence(review: GameReview, move: ReviewedMove, viewer: int | None = None) -> str:
    """Return a sentence against a bad move, or for any other one; empty if no reason is known.

    A bad move always has a sentence: without a known reason it states the cost of the move. `viewer` is the
    seat of the reader, who is addressed, None for an observer.
    """
    is_bad = move.worth.mark.is_bad
    if move.square is None:
        return f"gave up {_worth_text(move.best)}" if is_bad else ""
    reason = _reason(review, move)
    if reason is not None:
        return sentence(reason, move.square, review.setup, viewer)
    return cost_sentence(review.setup, move.player, move.best, move.after, viewer) if is_bad else ""


def warning_sentence(review: GameReview, move: ReviewedMove, viewer: int | None = None) -> str:
    """Return a sentence against a bad move that does not name a better one: `a3 lets X win at once`."""
    assert move.square is not None
    faults = (reason for reason in _reasons(review, move) if reason.kind.is_fault)
    if (fault := next((reason for reason in faults if reason.kind not in _MISSES), None)) is not None:
        return sentence(fault, move.square, review.setup, viewer)
    (name,) = review.setup.geometry.worded(move.square)
    return f"{name}: {cost_sentence(review.setup, move.player, move.best, move.after, viewer)}"


def warning_phrase(setup: Setup, move: ReviewedMove) -> str:
    """Return what a bad stone costs in a few words: `a3 gives away a proved draw`, `a3 loses, proved`."""
    assert move.square is not None
    (name,) = setup.geometry.worded(move.square)
    if move.best.is_proved and move.after.is_proved:
        return f"{name} gives away a proved {move.best.value}"
    if move.after.value is Value.LOSS:
        return f"{name} loses, proved"
    return f"{name}: {percent(move.best.chance)} to {percent(move.after.chance)} (judged)"


def _reason(review: GameReview, move: ReviewedMove) -> Reason | None:
    """Return the most important fault of a bad move, or merit of another one; None if none is known."""
    found = _reasons(review, move)
    return next((reason for reason in found if reason.kind.is_fault == move.worth.mark.is_bad), None)


def _reasons(review: GameReview, move: ReviewedMove) -> tuple[Reason, ...]:
    """Return what is known for and against a stone, the most important first."""
    assert move.square is not None
    before, after = review.known[move.number - 1 : move.number + 1]
    proof = move.after.before().proof
    values = {} if proof is None else {move.square: proof}
    position = review.positions[move.number - 1]
    return reasons(position, move.square, thought_of(before), thought_of(after), values)


def cost_sentence(setup: Setup, player: int, best: Verdict, after: Verdict, viewer: int | None = None) -> str:
    """Return the cost of a move: `X's winning chance drops from 24 % to 2 % (judged)`.

    Both verdicts are the player's. Proofs are named: `X had a proved draw, now a proved loss in 4 moves`.
    """
    symbol = setup.players[player].symbol
    if not (best.is_proved or after.is_proved):
        whose = "your" if player == viewer else f"{symbol}'s"
        drops = f"from {percent(best.chance)} to {percent(after.chance)}"
        return f"{whose} winning chance drops {drops} (judged)"
    who = "you" if player == viewer else symbol
    return f"{who} had {_worth_text(best)}, now {_worth_text(after)}"


def _worth_text(verdict: Verdict) -> str:
    """Return a verdict as a noun phrase: `a proved draw`, `a winning chance of 62 % (judged)`."""
    match verdict.value:
        case None if verdict.is_unknown:
            return "a position that is not proved"
        case None:
            return f"a winning chance of {percent(verdict.chance)} (judged)"
        case Value.WIN | Value.LOSS if verdict.plies is not None:
            return f"a proved {verdict.value} in {length(verdict.plies, verdict.is_exact)}"
        case _:
            return f"a proved {verdict.value}"


MARK_NAMES = {Mark.INACCURACY: "an inaccuracy", Mark.MISTAKE: "a mistake", Mark.BLUNDER: "a blunder"}
"""The names of bad moves in sentences."""


def mistake_sentence(review: GameReview, move: ReviewedMove) -> str:
    """Return a bad move as a sentence: `move 4 (O a3) is a blunder: a3 lets X win at once; c2 was better`."""
    start = f"{numbered_move(review, move)} is {MARK_NAMES[move.worth.mark]}"
    more = explanation(review, move)
    return f"{start}: {more}" if more else start


def numbered_move(review: GameReview, move: ReviewedMove) -> str:
    """Return the number and the name of a move: `move 4 (O a3)`."""
    setup = review.setup
    return f"move {move.number} ({setup.players[move.player].symbol} {move_text(setup, move.square)})"


def explanation(review: GameReview, move: ReviewedMove) -> str:
    """Return why a move is bad and what was better: `a3 lets X win at once; c2 was better`.

    A better move that the reason names already is not named again.
    """
    why, better = reason_sentence(review, move), better_move_phrase(review.setup, move)
    if move.square is not None and move.better:
        reason = _reason(review, move)
        if reason is not None and reason.kind in _MISSES and names_square(reason, move.better[0]):
            return why
    return "; ".join(filter(None, (why, better)))


def tells_standing(review: GameReview, move: ReviewedMove) -> bool:
    """Return whether the sentence against a bad move also says how the game stands after it."""
    if not move.worth.mark.is_bad or move.square is None:
        return False
    reason = _reason(review, move)
    if reason is None:
        return len(review.setup.players) == 2  # the chances of others are not in the sentence
    return reason.kind in _TELLING


_TELLING = (
    ReasonKind.LETS_COMPLETE,
    ReasonKind.LOSES_SOONER,
    ReasonKind.LETS_WIN_BY_FOURS,
    ReasonKind.LETS_WIN,
    ReasonKind.WINS_LATER,
)
"""The reasons that name who wins then."""

_MISSES = (
    ReasonKind.MISSES_LINE,
    ReasonKind.MISSES_FOURS,
    ReasonKind.MISSES_WIN,
    ReasonKind.MISSES_DRAW,
    ReasonKind.MISSES_BOARD,
)
"""The reasons that are about other moves, which were better."""


def turning_point_sentence(review: GameReview, move: ReviewedMove) -> str:
    """Return the turning point with its reason: `Turning point: move 4, a blunder by O; a3 lets X win …`.

    A reason that does not name the move leaves its name to the start: `move 4 (O a3), a blunder; c2 …`.
    """
    why, mark, setup = explanation(review, move), MARK_NAMES[move.worth.mark], review.setup
    (name,) = setup.geometry.worded(move.square) if move.square is not None else ("",)
    if name and without_move_name(why, name) != why:
        start = f"move {move.number}, {mark} by {setup.players[move.player].symbol}"
    else:
        start = f"{numbered_move(review, move)}, {mark}"
    return "; ".join(filter(None, (f"Turning point: {start}", why)))


def time_sentence(review: GameReview) -> str:
    """Return where the time went: `Most time: 12.4 s on move 14 (X, of 1:52)`; empty without times.

    The last time is all that the player of the move has taken.
    """
    number = longest_thought(review)
    if number is None:
        return ""
    seat = review.moves[number - 1].player
    whole = sum(move.milliseconds or 0 for move in review.moves if move.player == seat)
    longest, symbol = time_text(time_of(review, number) or 0), review.setup.players[seat].symbol
    return f"Most time: {longest} on move {number} ({symbol}, of {time_text(whole)})"


def unrated_sentence(review: GameReview) -> str:
    """Return what a review says about moves that only a proof could rate, "" if it has rated all."""
    judged = review.known[review.start :]
    if not any(known is not None and known.verdict.is_unknown for known in judged):
        return ""
    rules = review.setup.geometry.rules
    shown = shown_words(rules)
    where = f"With the rule{'s' * (len(shown) > 1)} {rules_title(rules)}" if shown else "Here"
    return f"{where}, only moves with a proved result are graded"


def no_mistakes_phrase(review: GameReview) -> str:
    """Return what a review without a bad move may claim: `no mistakes found`, less until it is done."""
    return f"no mistakes {'proved' if unrated_sentence(review) else 'found'}{so_far(review)}"


def no_losing_move_phrase(review: GameReview, loser: int) -> str:
    """Return what a review without a losing move may claim: `no losing move found`, less beside mistakes."""
    is_rated = not unrated_sentence(review)
    if any(move.player == loser for move in mistakes(review)):
        return f"which move lost the game is not {'clear' if is_rated else 'proved'}{so_far(review)}"
    return f"no losing move {'found' if is_rated else 'proved'}{so_far(review)}"


def so_far(review: GameReview) -> str:
    """Return the words appended to a claim until the review is done."""
    return "" if review.is_full else " so far"


def better_move_phrase(setup: Setup, move: ReviewedMove) -> str:
    """Return what was better: `d4 was judged better`, `d4 would have won` if that alone is proved."""
    if not move.better:
        return ""
    (name,), called = setup.geometry.worded(move.better[0]), better_move_adjective(move)
    if move.worth.is_by_length and move.after.value is Value.LOSS:
        return f"{name} would have lasted longer"
    phrases = {"proved win": "would have won", "proved draw": "would have held the draw"}
    return f"{name} {phrases.get(called, f'was {called}')}"


def better_move_adjective(move: ReviewedMove) -> str:
    """Return the adjective for the better move of a review: `better`, or `judged better` if not proved.

    If the better move's value is proved and the played move's is not: `proved win` or `proved draw`.
    """
    if move.worth.is_proved or move.best.is_unknown:  # if that is unknown, the rules alone tell
        return "better"
    return f"proved {move.best.value}" if move.best.is_proved else "judged better"


def variation_text(setup: Setup, squares: Sequence[int]) -> str:
    """Return moves one after the other: `b2 a1 c3`."""
    return " ".join(map(setup.geometry.shown, squares))


def better_move_sentence(review: GameReview, move: ReviewedMove) -> str:
    """Return a sentence for the better move, empty if no reason is known."""
    if not move.better:
        return ""
    position, before = review.positions[move.number - 1], review.known[move.number - 1]
    found = reasons(position, move.better[0], thought_of(before))
    good = (reason for reason in found if not reason.kind.is_fault)
    return next((sentence(reason, move.better[0], review.setup, None) for reason in good), "")


def without_move_name(text: str, name: str) -> str:
    """Return a sentence about a move without the move's name before it: `lets X win at once`."""
    for start in (f"{name} is ", f"{name}: ", f"after {name}, ", f"{name} "):
        if text.startswith(start):
            return text.removeprefix(start)
    return text


def standing_text(review: GameReview, ply: int) -> str:
    """Return how a position stands: `X wins in 9 moves, proved`, or `X 62 %, O 38 % (judged)`."""
    known, players = review.known[ply], review.setup.players
    if known is None:
        return "not analysed yet"
    plies_left = known.verdict.plies
    if known.winner is not None:
        symbol = players[known.winner].symbol
        if ply == len(review.moves) and review.is_decided:
            return f"{symbol} has won"
        if plies_left is None:
            return f"{symbol} wins, proved"
        return f"{symbol} wins in {length(plies_left, known.verdict.is_exact)}, proved"
    if known.verdict.value is Value.LOSS:
        return f"every move of {players[known.mover].symbol} completes a line"
    if known.verdict.is_proved:
        return "a draw" if ply == len(review.moves) and review.is_decided else "a draw, proved"
    if known.verdict.is_unknown:
        return "not proved" if ply >= review.start else "opening, not judged"
    if len(players) == 2:
        shares = (f"{p.symbol} {percent(chance)}" for p, chance in zip(players, known.chances, strict=True))
        return f"{', '.join(shares)} (judged)"
    chance, seat = max((chance, -seat) for seat, chance in enumerate(known.chances))
    return f"{players[-seat].symbol} leads with {percent(chance)} (judged)"


def thought_of(judgement: Judgement | None) -> Thought | None:
    """Return the part of a judgement that a reason may use, as a thought: its proof and its line."""
    if judgement is None or judgement.move is None:
        return None
    return Thought(judgement.move, proof=judgement.verdict.proof, pv=judgement.pv)
