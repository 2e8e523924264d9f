"""What is proved of a move and of the others in its position, and the reasons that follow from it.

All of it holds under any rules of two players. With more than two players proofs are ignored.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import inf

from ttt_tui.analysis.reason_kinds import Reason, ReasonKind
from ttt_tui.computer.base import Proof, Thought, Value
from ttt_tui.engine import Position, Square

Values = Mapping[Square, Proof]
"""The proved values of moves for their player. The plies of a win or a loss are an upper bound, and count
the move."""


class MoveProofs:
    """A move with the proofs about it."""

    def __init__(
        self,
        position: Position,
        square: Square,
        before: Thought | None = None,
        after: Thought | None = None,
        values: Values | None = None,
    ) -> None:
        self.before = position
        self.after = position.copy()
        self.after.play(square)
        self.square = square
        self.mover = position.to_move
        self.following = next(player for player in self.after.in_turn() if player != self.mover)
        """The next player other than the mover, whose turn may continue."""
        self.is_duel = len(position.active) == 2
        self.values: dict[Square, Proof] = {}
        self.best: Proof | None = None
        """The value of the position, if it is proved with an exact length."""
        self.line_before: tuple[Square, ...] = ()
        self.line_after: tuple[Square, ...] = ()
        if self.is_duel:
            self._take_proofs(before, after, values or {})

    def _take_proofs(self, before: Thought | None, after: Thought | None, values: Values) -> None:
        self.values |= values
        if before:
            self.line_before = before.pv
            if before.proof:
                self.values.setdefault(before.move, before.proof)
                self.best = before.proof if before.proof.is_exact else None
        if after:
            self.line_after = after.pv
            if after.proof:
                is_turn_over = self.after.to_move != self.mover
                proof = _one_ply_earlier(after.proof, is_turn_over=is_turn_over)
                self.values.setdefault(self.square, proof)
        if before and before.proof and before.proof.value is Value.LOSS:
            # Then so does every move, and perhaps sooner.
            self.values.setdefault(self.square, replace(before.proof, is_exact=False))

    @property
    def value(self) -> Value | None:
        """The proved value of the move."""
        proof = self.values.get(self.square)
        return proof.value if proof else None

    def of_mover(self, kind: ReasonKind, *squares: Square) -> Reason:
        return Reason(kind, self.mover, squares)

    def of_next(self, kind: ReasonKind, *squares: Square) -> Reason:
        return Reason(kind, self.following, squares)

    # --- reasons -----------------------------------------------------------------------------------------

    def missed(self, *, wins: bool, could_win: bool) -> Iterator[Reason]:
        """Yield the reasons by which other moves are proved to be worth more.

        `wins` is whether the move is known to win, `could_win` whether another one would have won at once.
        """
        winning = {square: proof for square, proof in self.values.items() if proof.value is Value.WIN}
        if winning and not wins and not could_win:
            least = min(proof.plies or inf for proof in winning.values())
            quickest = [square for square, proof in winning.items() if (proof.plies or inf) == least]
            plies = winning[quickest[0]].plies
            is_exact = all(winning[square].is_exact for square in quickest)
            yield Reason(ReasonKind.MISSES_WIN, self.mover, tuple(sorted(quickest)), plies, is_exact)
        if not winning and self.value is Value.LOSS:
            drawing = [square for square, proof in self.values.items() if proof.value is Value.DRAW]
            if drawing:
                yield self.of_mover(ReasonKind.MISSES_DRAW, *sorted(drawing))

    def cost_plies(self) -> Iterator[Reason]:
        """Yield the reason of a move that keeps its value, but wins later or loses sooner than others."""
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

    def lets_win(self) -> Iterator[Reason]:
        """Yield the reason against a move that is proved to lose."""
        if self.value is Value.LOSS:
            proof = self.values[self.square]
            plies = None if proof.plies is None else proof.plies - 1
            yield Reason(ReasonKind.LETS_WIN, self.following, (), plies, proof.is_exact)

    def wins_by_force(self) -> Iterator[Reason]:
        """Yield the reason for a move that is proved to win."""
        if self.value is Value.WIN:
            proof, squares = self.values[self.square], (self.square,)
            yield Reason(ReasonKind.WINS_BY_FORCE, self.mover, squares, proof.plies, proof.is_exact)

    def only(self) -> Iterator[Reason]:
        """Yield the reasons by the proved values of all other moves."""
        others = {self.values.get(square) for square in self.before.moves if square != self.square}
        if None in others:
            return
        values = {proof.value for proof in others if proof}
        match self.value:
            case Value.WIN if Value.WIN not in values:
                yield self.of_mover(ReasonKind.ONLY_WIN, self.square)
            case Value.DRAW if values == {Value.LOSS}:
                yield self.of_mover(ReasonKind.ONLY_DRAW, self.square)
            case None if values == {Value.LOSS}:
                yield self.of_mover(ReasonKind.OTHERS_LOSE, self.square)


def _one_ply_earlier(proof: Proof, *, is_turn_over: bool) -> Proof:
    """Return the value of a move after which the other side, or the mover within the turn, has this value."""
    plies = None if proof.plies is None else proof.plies + 1
    if not is_turn_over:
        return replace(proof, plies=plies)
    match proof.value:
        case Value.WIN:
            return Proof(Value.LOSS, plies, proof.is_exact)
        case Value.LOSS:
            return Proof(Value.WIN, plies, proof.is_exact)
        case Value.DRAW:
            return proof
