"""Why a move is good or bad: reasons from the positions before and after it, and from what is proved."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from math import inf

from ttt_tui.analysis.facts import FactKind, facts_of_stone
from ttt_tui.analysis.forced_wins import FoursSearch, fours_of
from ttt_tui.analysis.reasons.reason import IMPORTANCE, Reason, ReasonKind
from ttt_tui.analysis.threats import answers, makes_four
from ttt_tui.computer.base import Proof, Thought, Value
from ttt_tui.engine import Position, Square, squares_of

Values = Mapping[Square, Proof]
"""What moves are proved to be worth to the player who makes them, as far as that is known: a win or a loss in
so many plies at most, counted from before the move."""


def reasons(
    position: Position,
    square: Square,
    before: Thought | None = None,
    after: Thought | None = None,
    values: Values | None = None,
) -> tuple[Reason, ...]:
    """Return what speaks for and against a stone of the player to move, the most important first.

    `before` and `after` are thoughts about the position before and after the stone, of which the proof, its
    move and its line count, never the score. The square is empty and nobody has won yet. With more than two
    players proofs are not looked at.
    """
    move = _Move(position, square, before, after, values or {})
    return tuple(sorted(move.reasons(), key=lambda reason: IMPORTANCE[reason.kind]))


class _Move:
    """A move with what is known of it."""

    def __init__(
        self,
        position: Position,
        square: Square,
        before: Thought | None,
        after: Thought | None,
        values: Values,
    ) -> None:
        self.before = position
        self.after = position.copy()
        self.after.play(square)
        self.square = square
        self.mover, self.following = position.to_move, self.after.to_move
        self.is_duel = len(position.active) == 2
        self.fours = FoursSearch(position.geometry)
        self.values: dict[Square, Proof] = {}
        self.best: Proof | None = None
        """What the position is worth, if that is proved and its length is exact."""
        self.line_before: tuple[Square, ...] = ()
        self.line_after: tuple[Square, ...] = ()
        if self.is_duel:
            self._believe(before, after, values)
        self.lacked = position.completing(self.mover)
        """Where the mover could complete a line."""
        self.lacks = self.after.completing(self.mover) if self.after.turns_left(self.mover) else 0
        """Where the mover could complete one after the move, were it to move again."""
        self.lets = self.after.completing(self.following)
        """Where the next player can."""

    def _believe(self, before: Thought | None, after: Thought | None, values: Values) -> None:
        self.values |= values
        if before:
            self.line_before = before.pv
            if before.proof:
                self.values.setdefault(before.move, before.proof)
                self.best = before.proof if before.proof.is_exact else None
        if after:
            self.line_after = after.pv
            if after.proof:
                self.values.setdefault(self.square, _inverse(after.proof))
        if before and before.proof and before.proof.value is Value.LOSS:
            # Then so does every move, and perhaps sooner.
            self.values.setdefault(self.square, replace(before.proof, is_exact=False))

    def reasons(self) -> Iterator[Reason]:
        """Give all reasons there are."""
        if self.lacked >> self.square & 1:
            yield self._of_mover(ReasonKind.WINS, self.square)
            return
        fours = self._fours()
        wins = self._value() is Value.WIN or bool(fours) or self._is_decisive_fork()
        yield from self._missed(wins)
        yield from self._cost_plies()
        yield from self._let()
        yield from self._won(fours)
        yield from self._needed()
        yield from self._built()

    def _of_mover(self, kind: ReasonKind, *squares: Square) -> Reason:
        return Reason(kind, self.mover, squares)

    def _of_next(self, kind: ReasonKind, *squares: Square) -> Reason:
        return Reason(kind, self.following, squares)

    def _value(self) -> Value | None:
        proof = self.values.get(self.square)
        return proof.value if proof else None

    def _is_decisive_fork(self) -> bool:
        """Whether the mover now wins with one of two threats."""
        return self.is_duel and not self.lets and self.lacks & self.lacks - 1 != 0

    def _fours(self) -> tuple[Square, ...]:
        """Return the two or more fours that win and begin with this move, nothing if none were found."""
        if not self.is_duel or self.lacked or self.lets or self.lacks.bit_count() != 1:
            return ()
        if self.line_before[:1] == (self.square,) and (known := fours_of(self.before, self.line_before)):
            return known
        answered = self.after.copy()
        answered.play(*squares_of(self.lacks))
        rest = self.fours.win(answered, self.mover)
        return (self.square, *rest) if rest else ()

    # --- for and against, a group of kinds after the other -----------------------------------------------

    def _missed(self, wins: bool) -> Iterator[Reason]:
        if self.lacked:
            yield self._of_mover(ReasonKind.MISSES_LINE, *squares_of(self.lacked))
        winning = {square: proof for square, proof in self.values.items() if proof.value is Value.WIN}
        if not wins:
            fours = fours_of(self.before, self.line_before) if self.line_before else ()
            if len(fours) > 1:
                yield self._of_mover(ReasonKind.MISSES_FOURS, *fours)
            if winning and not self.lacked:
                least = min(proof.plies or inf for proof in winning.values())
                quickest = [square for square, proof in winning.items() if (proof.plies or inf) == least]
                plies = winning[quickest[0]].plies
                is_exact = all(winning[square].is_exact for square in quickest)
                yield Reason(ReasonKind.MISSES_WIN, self.mover, tuple(sorted(quickest)), plies, is_exact)
        if not winning and self._value() is Value.LOSS:
            drawing = [square for square, proof in self.values.items() if proof.value is Value.DRAW]
            if drawing:
                yield self._of_mover(ReasonKind.MISSES_DRAW, *sorted(drawing))

    def _cost_plies(self) -> Iterator[Reason]:
        """Give the reason of a move that keeps its value, but wins later or loses sooner than others."""
        best, own = self.best, self.values.get(self.square)
        if best is None or own is None or not own.is_exact or own.value is not best.value:
            return
        assert own.plies is not None, "an exact length is known"
        assert best.plies is not None, "an exact length is known"
        if own.value is Value.WIN and own.plies > best.plies:
            kind = ReasonKind.WINS_LATER
        elif own.value is Value.LOSS and own.plies < best.plies:
            kind = ReasonKind.LOSES_SOONER
        else:
            return
        yield Reason(kind, self.mover, (self.square,), own.plies, True, best.plies)

    def _let(self) -> Iterator[Reason]:
        if self.lets:
            yield self._of_next(ReasonKind.LETS_COMPLETE, *squares_of(self.lets))
            return
        if not self.is_duel:
            return
        if forks := self._forks_of_next():
            yield self._of_next(ReasonKind.LETS_FORK, *forks)
        elif (fours := fours_of(self.after, self.line_after) or self._fours_of_next) and len(fours) > 1:
            yield self._of_next(ReasonKind.LETS_WIN_BY_FOURS, *fours)
        elif self._value() is Value.LOSS:
            proof = self.values[self.square]
            plies = None if proof.plies is None else proof.plies - 1
            yield Reason(ReasonKind.LETS_WIN, self.following, (), plies, proof.is_exact)
        if self.line_after:
            for fact in facts_of_stone(self.after, self.line_after[0]):
                if fact.kind is FactKind.OPENED:
                    yield self._of_next(ReasonKind.GIVES_RUN, *fact.squares)

    @cached_property
    def _fours_of_next(self) -> tuple[Square, ...] | None:
        """Return the fours by which the next player, who cannot complete a line, wins."""
        return self.fours.win(self.after, self.following)

    def _forks_of_next(self) -> list[Square]:
        """Return where the next player, who cannot complete a line, makes two squares that do."""
        after, found = self.after, []
        for square in squares_of(makes_four(after.geometry, after.stones[self.following], after.empty)):
            after.play(square)
            completing = after.completing(self.following)
            if completing & completing - 1 and not after.completing(self.mover):
                found.append(square)
            after.undo()
        return found

    def _won(self, fours: tuple[Square, ...]) -> Iterator[Reason]:
        added = self.lacks & ~self.lacked
        if added & added - 1:
            yield self._of_mover(ReasonKind.FORKS, *squares_of(added))
        elif added:
            yield self._of_mover(ReasonKind.THREATENS_LINE, *squares_of(added))
        if fours:
            yield self._of_mover(ReasonKind.WINS_BY_FOURS, *fours)
        elif self._value() is Value.WIN and not self._is_decisive_fork():
            proof, squares = self.values[self.square], (self.square,)
            yield Reason(ReasonKind.WINS_BY_FORCE, self.mover, squares, proof.plies, proof.is_exact)

    def _needed(self) -> Iterator[Reason]:
        for player in self.before.in_turn()[1:]:
            if self.before.completing(player) == 1 << self.square and self.before.turns_left(player):
                yield Reason(ReasonKind.BLOCKS, player, (self.square,))
        if answers(self.before) == 1 << self.square:
            yield self._of_next(ReasonKind.ONLY_ANSWER, self.square)
        others = {self.values.get(square) for square in self.before.moves if square != self.square}
        if None in others:
            return
        values = {proof.value for proof in others if proof}
        match self._value():
            case Value.WIN if Value.WIN not in values:
                yield self._of_mover(ReasonKind.ONLY_WIN, self.square)
            case Value.DRAW if values == {Value.LOSS}:
                yield self._of_mover(ReasonKind.ONLY_DRAW, self.square)
            case None if values == {Value.LOSS}:
                yield self._of_mover(ReasonKind.OTHERS_LOSE, self.square)

    def _built(self) -> Iterator[Reason]:
        runs = [
            Reason(kind, fact.player, fact.squares)
            for fact in facts_of_stone(self.before, self.square)
            if (kind := _RUNS.get(fact.kind))
        ]
        yield from runs
        if not self.is_duel or self.lacked or self.lacks or self.lets:
            return
        told = {reason.kind for reason in runs}  # what would only be said twice is left out
        stopped = self._stopped_fours()
        if len(stopped) > 1 or (stopped and ReasonKind.STOPS_RUN not in told):
            yield self._of_next(ReasonKind.STOPS_FOURS, *stopped)
        threat = self._threat()
        if len(threat) > 1 or (threat and ReasonKind.MAKES_RUN not in told):
            yield self._of_mover(ReasonKind.THREATENS_FOURS, *threat)

    def _threat(self) -> tuple[Square, ...]:
        """Return the fours by which the mover would win if it were to move again, and did not before."""
        had_one = self.fours.win(self.before, self.mover) != ()
        return () if had_one else self.fours.win(self.after, self.mover) or ()

    def _stopped_fours(self) -> tuple[Square, ...]:
        """Return the fours by which the other side would have won in the mover's place and no longer does."""
        before = self.before
        is_no_four = before.geometry.line_length == 3 or before.completing(self.following)
        if is_no_four or self._fours_of_next != ():
            return ()
        return self.fours.win(before, self.following) or ()


_RUNS = {FactKind.STOPPED: ReasonKind.STOPS_RUN, FactKind.OPENED: ReasonKind.MAKES_RUN}


def _inverse(proof: Proof) -> Proof:
    """Return what a move is worth after which the other side has this value."""
    plies = None if proof.plies is None else proof.plies + 1
    match proof.value:
        case Value.WIN:
            return Proof(Value.LOSS, plies, proof.is_exact)
        case Value.LOSS:
            return Proof(Value.WIN, plies, proof.is_exact)
        case Value.DRAW:
            return proof
