"""The review of a game: the worth of every position and every move, improved pass by pass.

Each pass gives every position more time than the pass before, from the end of the game backwards: the
expert's knowledge of later positions serves the earlier ones. A unit of work is one position in one pass; the
caller runs one unit after another and can stop between them, or inside one. Proofs about a position carry
over to its neighbours as far as the rules of the game allow, so that many units are not needed. An opening is
not judged.

The summary has the worth of each move, the mistakes, each player's accuracy, the curve of the chances and the
turning point. Moves count from 1, positions by the moves before them.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from math import exp

from ttt_tui.analysis.chances import UNKNOWN_SCALE, scale_of
from ttt_tui.analysis.judge import (
    AnyJudge,
    Judgement,
    ReportJudgement,
    ignore_judgement,
    immediate_judgement,
    judgement_before,
    judgement_of_outcome,
)
from ttt_tui.analysis.verdict import Verdict, immediate_verdict, is_shortest, only_move, replaces
from ttt_tui.analysis.worth import THRESHOLDS, Decisions, Worth, worth, worth_of_resigning
from ttt_tui.computer import Stop, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Game, Limit, Move, Position, Square, start_position

PASSES = (0.2, 0.6, 1.2)
"""Seconds for a position in each pass: 60 moves are judged within 12 seconds and done after two minutes."""


class GameReview:
    """The judgements of a game's positions. Position `n` is that after `n` moves; the game is not kept.

    One thread at a time may work on it.
    """

    def __init__(self, game: Game, passes: Sequence[float] = PASSES, by: str = "") -> None:
        """`passes` are the seconds of each pass for a position, `by` is the judge's name as in `AnyJudge`."""
        self.by = by
        self.setup = game.setup
        self.first = game.first
        self.moves: tuple[Move, ...] = tuple(game.moves)
        self.outcome = game.outcome
        self.passes = list(passes)
        self.positions = list(_positions(game))
        openings = (position.stage is None for position in self.positions)
        self.start = next((ply for ply, is_over in enumerate(openings) if is_over), len(self.positions))
        """The first position that is judged: after the opening, if the game has one."""
        self.known: list[Judgement | None] = [
            immediate_judgement(position, Verdict.unknown(len(position.active))) if ply < self.start else None
            for ply, position in enumerate(self.positions)
        ]
        """The judgement of each position, None without one."""
        self.passed = [0] * len(self.positions)
        """The number of passes that each position has had."""
        self.decisions = Decisions()
        """The decisions of the game; all copies share them."""
        self._only = [self._is_only_move(ply) for ply in range(len(self.moves))]
        self.is_decided = game.outcome is not None and not game.outcome.is_agreed
        """Whether the end of the game says what its last position is worth."""
        if self.is_decided and game.outcome is not None:
            self._learn(len(self.moves), judgement_of_outcome(self.positions[-1], game.outcome))

    # --- working

    @property
    def units(self) -> int:
        """The number of units."""
        return len(self.passes) * len(self._judged)

    @property
    def done(self) -> int:
        """The number of units that are done or not needed any more."""
        return sum(map(self._done, self._judged))

    @property
    def _judged(self) -> range:
        """The positions that need a judge."""
        return range(self.start, len(self.positions) - self.is_decided)

    @property
    def is_judged(self) -> bool:
        """Whether every position has a judgement, so that every move has its worth."""
        return None not in self.known

    @property
    def is_full(self) -> bool:
        """Whether all units are done."""
        return self.next_position is None

    @property
    def depth(self) -> int:
        """The number of passes that every position has had or does not need."""
        ply = self.next_position
        return len(self.passes) if ply is None else self._done(ply)

    def seconds_left(self, number: int) -> float:
        """Return the most seconds that the rest of pass `number`, counted from 0, takes."""
        return self.passes[number] * sum(self._done(ply) <= number for ply in range(len(self.positions)))

    def copy(self) -> "GameReview":
        """Return a copy to read while the work goes on. Positions are shared."""
        other = copy(self)
        other.passes, other.known, other.passed = self.passes[:], self.known[:], self.passed[:]
        return other

    @property
    def is_solved(self) -> bool:
        """Whether a deeper pass would have nothing to do: every position is proved."""
        deeper = self.copy()
        deeper.deepen()
        return deeper.is_full

    def deepen(self) -> None:
        """Add a pass that gives each position twice the time of the last one."""
        self.passes.append(2 * self.passes[-1])

    def work(self, judge: AnyJudge, stop: Stop = NEVER, report: ReportJudgement = ignore_judgement) -> bool:
        """Run the next unit; return whether there was one and it was completed.

        A unit cut short by `stop` leaves only a proof, and is repeated later. `report` is called with
        intermediate judgements of the position.
        """
        ply = self.next_position
        if ply is None:
            return False
        limit = Limit(seconds=self.passes[self._done(ply)])
        found = replace(judge.judge(self.positions[ply], limit, stop, report), ranked=())
        is_done = not stop.is_set()
        if is_done:
            self.passed[ply] += 1
        if is_done or found.verdict.is_proved:
            self._learn(ply, found)
        return is_done

    @property
    def next_position(self) -> int | None:
        """The position of the next unit: the latest that had the fewest passes; None if all is done."""
        plies = range(len(self.positions) - 1, -1, -1)
        ply = min(plies, key=self._done)
        return ply if self._done(ply) < len(self.passes) else None

    def _done(self, ply: int) -> int:
        """Return how many passes a position has had or does not need.

        A proved position needs none, except for one pass where its length is only a bound from a neighbour:
        there may be a win in one where a longer one was played.
        """
        known = self.known[ply]
        if ply < self.start:
            return len(self.passes)
        if known is not None and known.verdict.is_proved and (known.pv or self._is_over(ply)):
            is_solved = known.verdict.value is Value.DRAW or known.verdict.is_exact or self._is_over(ply)
            if is_solved or self.passed[ply]:
                return len(self.passes)
        if ply < len(self.moves) and self._only[ply]:
            return self._done(ply + 1)
        return self.passed[ply]

    def _is_over(self, ply: int) -> bool:
        return ply == len(self.moves) and self.is_decided

    # --- what follows from what

    def _learn(self, ply: int, judgement: Judgement) -> None:
        """Store the judgement of a position, and its consequences for others."""
        pending = [(ply, judgement)]
        while pending:
            ply, new = pending.pop()
            if not self._is_new(ply, new):
                continue
            self.known[ply] = new
            if ply > 0 and (found := self._from_after(ply - 1, new)) is not None:
                pending.append((ply - 1, found))
            if ply < len(self.moves) and (found := self._from_before(ply, new)) is not None:
                pending.append((ply + 1, found))

    def _is_new(self, ply: int, new: Judgement) -> bool:
        """Whether a judgement is better than the known one, or has a move where that has none."""
        old = self.known[ply]
        return (
            old is None
            or replaces(new.verdict, old.verdict)
            or (new.verdict.value is old.verdict.value and bool(new.pv) and not old.pv)
        )

    def _from_after(self, ply: int, after: Judgement) -> Judgement | None:
        """Return the judgement of the position before a move from the judgement after it.

        A move that wins by force proves a win before it. The only move of a position carries everything over;
        so a loss before it is known only where all other moves lose at once.
        """
        position, square = self.positions[ply], self.moves[ply].square
        if square is None or ply < self.start:
            return None
        mover = position.to_move
        if self._only[ply]:
            return judgement_before(mover, square, after, is_only=True)
        if after.winner != mover:
            return None
        plies = after.verdict.before().plies
        assert plies is not None, "nobody resigns by a stone"
        is_exact = len(position.active) == 2 and is_shortest(position, Value.WIN, plies)
        win = Verdict.proved(Value.WIN, plies, is_exact)
        return Judgement(mover, win, after.chances, (square, *after.pv), after.depth + 1)

    def _from_before(self, ply: int, before: Judgement) -> Judgement | None:
        """Return the judgement of the position after a move from the judgement before it.

        The move that was proved to keep a win or a draw has kept it. In a lost position of two players any
        move loses; that names no winning move, so it carries over only where nothing is proved yet.
        """
        square, child = self.moves[ply].square, self.positions[ply + 1]
        value, later = before.verdict.value, before.verdict.after()
        is_turn_over = child.to_move != before.mover
        if square is None or value is None:
            return None
        # A move that puts one of three players out leaves it open which of the other two wins.
        among_two = len(self.positions[ply].active) == 2
        known = self.known[ply + 1]
        if before.move == square and (value is Value.WIN or (value is Value.DRAW and among_two)):
            verdict, pv = later.turned() if is_turn_over else later, before.pv[1:]
        elif value is Value.LOSS and among_two and not (known and known.verdict.is_proved):
            verdict, pv = Verdict.proved(Value.WIN if is_turn_over else Value.LOSS, later.plies), ()
        else:
            return None
        return Judgement(child.to_move, verdict, before.chances, pv, max(0, before.depth - 1))

    def _is_only_move(self, ply: int) -> bool:
        """Whether the move was the only one that did not lose at once, among two players."""
        position, square = self.positions[ply], self.moves[ply].square
        return (
            square is not None
            and ply >= self.start
            and len(position.active) == 2
            and immediate_verdict(position) is None
            and only_move(position) == square
        )


def _positions(game: Game) -> Iterator[Position]:
    """Yield a copy of each position of a game, from the first one on."""
    position = start_position(game.setup.geometry, len(game.setup.players), game.first, game.setup.start)
    yield position.copy()
    for move in game.moves:
        if move.square is None:
            position.resign(move.player)
        else:
            position.play(move.square)
        yield position.copy()


LEAST_LOSS = min(least for least, _ in THRESHOLDS)
"""The part of the winning chance that a turning point has cost at least."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a reviewed game with its worth."""

    number: int
    """The move's number, from 1."""
    player: int
    square: Square | None
    """None for a resignation."""
    best: Verdict
    """The best verdict that the player could have had."""
    after: Verdict
    """The verdict of the position after the move, for the same player."""
    worth: Worth
    better: tuple[Square, ...]
    """The best move and its expected continuation; it may be the played move, unless that is bad."""


def reviewed_move(review: GameReview, number: int) -> ReviewedMove | None:
    """Return a move, counted from 1, with its worth; None while unknown, and in an opening."""
    if number <= review.start:
        return None
    move = review.moves[number - 1]
    before, then = review.known[number - 1 : number + 1]
    if before is None or then is None:
        return None
    best = before.verdict_of(move.player)
    if move.square is None:
        after = Verdict.proved(Value.LOSS)
    elif move.player not in review.positions[number].active:  # put out by a line
        after = Verdict.proved(Value.LOSS, 0, is_exact=True)
    else:
        after = then.verdict_of(move.player)
    if move.square is not None and (judged := _at_one_horizon(before, then, move.player)) is not None:
        best, after = judged
    is_choice = before.move is not None and before.move == move.square
    longer = None if move.square is None else _lasting_longer(review, number, best, after)
    if move.square is None:
        found = worth_of_resigning(best)
    else:
        scale = scale_of(review.positions[number].geometry) or UNKNOWN_SCALE
        depth = then.depth if before.verdict.is_proved else before.depth
        found = worth(best, after, is_choice, can_outlast=longer is not None, scale=scale, depth=depth)
    better = () if is_choice and found.mark.is_bad else before.pv
    names_none = best.is_unknown or (best.value is Value.LOSS and not better)
    if names_none and longer is not None and better[:1] != (longer,):
        better = (longer,)
    return ReviewedMove(number, move.player, move.square, best, after, found, better)


def _lasting_longer(review: GameReview, number: int, best: Verdict, after: Verdict) -> Square | None:
    """Return a move that would have lasted longer than one that lost at once, None if the rules show none.

    Where nothing was known before, this includes a move that let the next player win at once.
    """
    plies, before = after.before().plies, review.known[number - 1]
    if before is None or after.value is not Value.LOSS or plies not in (1, 2)[: 1 + best.is_unknown]:
        return None
    return review.decisions.outlasting(review.positions[number - 1], plies, before.pv[:1])


def _at_one_horizon(before: Judgement, then: Judgement, player: int) -> tuple[Verdict, Verdict] | None:
    """Return the verdicts before and after a player's move from searches to the same ply.

    Otherwise a move would gain or lose by how much further one of them looked. None if something is proved or
    unknown, or if no two searches looked equally far.
    """
    verdicts = before.verdict, then.verdict
    if any(verdict.is_proved or verdict.is_unknown for verdict in verdicts):
        return None
    looks, later = dict(before.looks), dict(then.looks)
    depth = max((depth for depth in looks if depth - 1 in later), default=None)
    if depth is None:
        return None
    chance = later[depth - 1]
    return Verdict.judged(looks[depth]), Verdict.judged(chance if then.mover == player else 1 - chance)


def reviewed_moves(review: GameReview) -> list[ReviewedMove | None]:
    """Return each move with its worth, None while unknown, and in an opening."""
    return [reviewed_move(review, number) for number in range(1, len(review.moves) + 1)]


def is_unrated(move: ReviewedMove) -> bool:
    """Whether the worth of a move is unknown, since a position before or after it is not proved."""
    return move.best.is_unknown or move.after.is_unknown


def mistakes(review: GameReview) -> list[ReviewedMove]:
    """Return the moves known so far to be inaccuracies or worse, in the order in which they were played."""
    return [move for move in reviewed_moves(review) if move is not None and move.worth.mark.is_bad]


def time_of(review: GameReview, ply: int) -> int | None:
    """Return the milliseconds that the latest of the first `ply` moves took; None without one, or unknown."""
    return review.moves[ply - 1].milliseconds if ply else None


def longest_thought(review: GameReview) -> int | None:
    """Return the number of the move that took most time, the first of equals; None if none took any.

    Computers' moves count only where no human has moved.
    """
    timed = [number for number in range(1, len(review.moves) + 1) if time_of(review, number)]
    players = review.setup.players
    human = [number for number in timed if not players[review.moves[number - 1].player].is_computer]
    return max(human or timed, key=lambda number: time_of(review, number) or 0, default=None)


def accuracy(review: GameReview, player: int) -> float | None:
    """Return a player's accuracy, 0 to 100 per cent with two decimals; None without a decision.

    It is also None where the worth of one of the player's moves is unknown, as is possible under rules for
    which only proofs count.

    It is the mean over the player's decisions: stones where the moves differ in value or in how soon they
    lose, and resignations of what was not lost. Each counts by the lost part of the winning chance as at
    lichess ("Lichess accuracy metric", 2022): 100 for nothing, 64 for .1, 24 for .3, 0 for .8 and more; in
    Ultimate a loss counts twice. In a lost position a decision counts by the part of the longest loss that
    the move has left.
    """
    moves = [move for move in reviewed_moves(review) if move is not None and move.player == player]
    if any(map(is_unrated, moves)):
        return None
    found = [_accuracy(review, move) for move in moves]
    counted = [each for each in found if each is not None]
    return round(sum(counted) / len(counted), 2) if counted else None


def _accuracy(review: GameReview, move: ReviewedMove) -> float | None:
    """Return how accurate a move was, None if it was no decision."""
    position, is_lost = review.positions[move.number - 1], move.best.value is Value.LOSS
    lost = move.worth.lost * (scale_of(position.geometry) or UNKNOWN_SCALE).weight
    if move.square is None:
        return None if is_lost else _by_chance(lost)
    if review.decisions.moves_differ(position) is False:
        return None
    if is_lost and move.after.value is Value.LOSS:
        lasted = review.decisions.loss_share(position, move.square, move.best, move.after)
        return None if lasted is None else 100 * lasted
    return _by_chance(lost)


def _by_chance(lost: float) -> float:
    return min(100.0, max(0.0, 103.1668 * exp(-4.354 * lost) - 3.1669)) if lost else 100.0


def curve(review: GameReview) -> list[tuple[float, ...] | None]:
    """Return each player's winning chance, 0 to 1, after 0, 1, 2 … moves; None where nothing is known."""
    return [None if known is None or known.verdict.is_unknown else known.chances for known in review.known]


def turning_point(review: GameReview) -> ReviewedMove | None:
    """Return the marked move with the greatest lasting cost for a loser of the game, the latest of equals.

    What a move cost for good is what the player could have had before it, less the highest chance that the
    player had ever after. None if that is less than `LEAST_LOSS`, if nobody lost, if there is something left
    to find out, or if a move whose worth is unknown may have cost more.
    """
    outcome = review.outcome
    moves = reviewed_moves(review)[review.start :]
    if outcome is None or outcome.winner is None or None in moves:
        return None
    highest: dict[int, float] = {}
    found, most = None, 0.0
    for move in reversed(moves):
        assert move is not None
        if is_unrated(move):  # an earlier move counts only if it cost more than there was to lose
            is_most = found is not None and most >= round(1 - highest[found.player], 6)
            return found if is_most and len(review.setup.players) == 2 else None
        if move.player == outcome.winner:
            continue
        later = highest[move.player] = max(move.after.chance, highest.get(move.player, 0.0))
        cost = round(move.best.chance - later, 6)
        if cost >= LEAST_LOSS and cost > most and move.worth.mark.is_bad and not move.worth.is_by_length:
            found, most = move, cost
        highest[move.player] = max(later, move.best.chance)
    return found


def losing_move(review: GameReview, player: int) -> ReviewedMove | None:
    """Return the move that lost the game for one of two players, None if that is not known.

    It is the turning point: where most was lost for good.
    """
    turn = turning_point(review)
    return turn if turn is not None and turn.player == player else None
