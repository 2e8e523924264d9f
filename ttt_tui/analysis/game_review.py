"""The review of a game: what every position was worth, found out pass by pass.

Each pass gives every position more time than the one before, from the end of the game backwards: what the
expert learned of later positions serves the earlier ones. A unit of the work is one position in one pass;
whoever drives the review does one unit after another and can stop between them, or inside one. What is proved
of one position is taken over to its neighbours as far as the rules of the game allow, so that many units have
not to be done at all.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace

from ttt_tui.analysis.decisions import Decisions
from ttt_tui.analysis.judgement import AnyJudge, Heard, Judgement, ignore_judgement, of_outcome, one_earlier
from ttt_tui.analysis.sight import immediate_verdict, is_shortest, only_move
from ttt_tui.analysis.verdict import Verdict, tells_more
from ttt_tui.computer import Stop, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Game, Limit, Move, Position

PASSES = (0.2, 0.6, 1.2)
"""Seconds for a position in each pass: 60 moves are judged within 12 seconds and done after two minutes."""


class GameReview:
    """What is known of a game's positions. Position `n` is that after `n` moves; the game is not kept.

    One thread at a time works on it.
    """

    def __init__(self, game: Game, passes: Sequence[float] = PASSES, by: str = "") -> None:
        """`passes` are the seconds of each pass for a position, `by` is who judges as `AnyJudge` has it."""
        self.by = by
        self.setup = game.setup
        self.first = game.first
        self.moves: tuple[Move, ...] = tuple(game.moves)
        self.outcome = game.outcome
        self.passes = list(passes)
        self.positions = list(_positions(game))
        self.known: list[Judgement | None] = [None] * len(self.positions)
        """What is known of each position so far."""
        self.passed = [0] * len(self.positions)
        """How many passes each position has had."""
        self.decisions = Decisions()
        """What was tried out in small positions; all copies share it."""
        self._only = [self._is_only_move(ply) for ply in range(len(self.moves))]
        if game.outcome is not None:
            self._learn(len(self.moves), of_outcome(self.positions[-1], game.outcome))

    # --- working

    @property
    def units(self) -> int:
        """How many units there are."""
        return len(self.passes) * (len(self.positions) - (self.outcome is not None))

    @property
    def done(self) -> int:
        """How many units are done, or have not to be done any more."""
        return sum(map(self._done, range(len(self.positions) - (self.outcome is not None))))

    @property
    def is_judged(self) -> bool:
        """Whether something is known of every position, so that every move has its worth."""
        return None not in self.known

    @property
    def is_full(self) -> bool:
        """Whether all units are done."""
        return self.next_position is None

    @property
    def depth(self) -> int:
        """How many passes every position has had or does not need."""
        ply = self.next_position
        return len(self.passes) if ply is None else self._done(ply)

    def seconds_left(self, number: int) -> float:
        """Return how many seconds pass `number`, counted from 0, takes at most as far as it is not done."""
        return self.passes[number] * sum(self._done(ply) <= number for ply in range(len(self.positions)))

    def copy(self) -> "GameReview":
        """Return what is known now, for others to read while the work goes on. Positions are shared."""
        other = copy(self)
        other.passes, other.known, other.passed = self.passes[:], self.known[:], self.passed[:]
        return other

    @property
    def is_settled(self) -> bool:
        """Whether a deeper pass would have nothing to look at: every position is proved."""
        deeper = self.copy()
        deeper.deepen()
        return deeper.is_full

    def deepen(self) -> None:
        """Add a pass that gives each position twice the time of the last one."""
        self.passes.append(2 * self.passes[-1])

    def work(self, judge: AnyJudge, stop: Stop = NEVER, report: Heard = ignore_judgement) -> bool:
        """Do the next unit; return whether there was one and it was done.

        Of a unit that `stop` cuts short only a proof is kept, and it is done again later. `report` hears what
        is found out about the position meanwhile.
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
        """That of the next unit, the latest of those that had the fewest passes; None if all is done."""
        plies = range(len(self.positions) - 1, -1, -1)
        ply = min(plies, key=self._done)
        return ply if self._done(ply) < len(self.passes) else None

    def _done(self, ply: int) -> int:
        """Return how many passes a position has had or does not need.

        What was proved needs none any more; only a length that is a mere bound, as neighbours tell it, is
        looked at once: there may be a win in one where a longer one was played.
        """
        known = self.known[ply]
        if known is not None and known.verdict.is_proved and (known.pv or self._is_over(ply)):
            is_settled = known.verdict.value is Value.DRAW or known.verdict.is_exact or self._is_over(ply)
            if is_settled or self.passed[ply]:
                return len(self.passes)
        if ply < len(self.moves) and self._only[ply]:
            return self._done(ply + 1)
        return self.passed[ply]

    def _is_over(self, ply: int) -> bool:
        return ply == len(self.moves) and self.outcome is not None

    # --- what follows from what

    def _learn(self, ply: int, judgement: Judgement) -> None:
        """Take over what was found out about a position, and what follows from it for others."""
        news = [(ply, judgement)]
        while news:
            ply, new = news.pop()
            if not self._is_news(ply, new):
                continue
            self.known[ply] = new
            if ply > 0 and (found := self._from_after(ply - 1, new)) is not None:
                news.append((ply - 1, found))
            if ply < len(self.moves) and (found := self._from_before(ply, new)) is not None:
                news.append((ply + 1, found))

    def _is_news(self, ply: int, new: Judgement) -> bool:
        """Whether a judgement tells more than what is known, or a move where that tells none."""
        old = self.known[ply]
        return (
            old is None
            or tells_more(new.verdict, old.verdict)
            or (new.verdict.value is old.verdict.value and bool(new.pv) and not old.pv)
        )

    def _from_after(self, ply: int, after: Judgement) -> Judgement | None:
        """Return what the position after a move tells of that before it.

        A move that wins by force proves that its player could. The only move of a position passes everything
        on; so all moves are known to lose only where the others lose at once.
        """
        position, square = self.positions[ply], self.moves[ply].square
        if square is None:
            return None
        mover = position.to_move
        if self._only[ply]:
            return one_earlier(mover, square, after, is_only=True)
        if after.winner != mover:
            return None
        plies = after.verdict.before().plies
        assert plies is not None, "nobody resigns by a stone"
        is_exact = len(position.active) == 2 and is_shortest(position, Value.WIN, plies)
        win = Verdict.proved(Value.WIN, plies, is_exact)
        return Judgement(mover, win, after.chances, (square, *after.pv), after.depth + 1)

    def _from_before(self, ply: int, before: Judgement) -> Judgement | None:
        """Return what the position before a move tells of that after it.

        The move that was proved to keep a win or a draw has kept it. After a loss among two any move loses;
        that tells no move that wins, so it is taken over only where nothing is proved yet.
        """
        square, child = self.moves[ply].square, self.positions[ply + 1]
        value, later = before.verdict.value, before.verdict.after()
        if square is None or value is None:
            return None
        among_two = len(child.active) == 2
        if before.move == square and (value is Value.WIN or (value is Value.DRAW and among_two)):
            verdict, pv = later.turned(), before.pv[1:]
        elif value is Value.LOSS and among_two and not self._is_proved(ply + 1):
            verdict, pv = Verdict.proved(Value.WIN, later.plies), ()
        else:
            return None
        return Judgement(child.to_move, verdict, before.chances, pv, max(0, before.depth - 1))

    def _is_proved(self, ply: int) -> bool:
        known = self.known[ply]
        return known is not None and known.verdict.is_proved

    def _is_only_move(self, ply: int) -> bool:
        """Whether the move was the only one that did not lose at once, among two players."""
        position, square = self.positions[ply], self.moves[ply].square
        return (
            square is not None
            and len(position.active) == 2
            and immediate_verdict(position) is None
            and only_move(position) == square
        )


def _positions(game: Game) -> Iterator[Position]:
    """Give the positions of a game from the first one on, each its own."""
    position = Position(game.setup.geometry, len(game.setup.players), game.first)
    yield position.copy()
    for move in game.moves:
        if move.square is None:
            position.resign(move.player)
        else:
            position.play(move.square)
        yield position.copy()
