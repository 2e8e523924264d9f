"""The computers of Vanishing that look ahead: `minimax`, `negamax`, the steps of the ladder and `expert`.

Values are whole numbers for the player to move: 0 for a draw and for anything beyond the horizon,
`WIN - plies` for a win in that many plies, and the negative for a loss.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    Computer,
    Proof,
    RankedMove,
    Report,
    StatelessComputer,
    Stop,
    Thought,
    Value,
    ignore_report,
    merit,
    ranking,
    seeded_random,
)
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.iterative_deepening import iterate
from ttt_tui.computer.ladder.player import LadderPlayer
from ttt_tui.computer.memory import MEGABYTES, TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.computer.vanishing.solver import VanishingSolver, best_line, proofs_of_moves
from ttt_tui.engine import Limit, Position, Square
from ttt_tui.engine.vanishing import VanishingPosition, as_vanishing
from ttt_tui.errors import OutOfTime

WIN = 1000
"""More plies than any win takes."""

DEEPEST = 20
"""Plies: more than any forced win takes."""

MOST_MEGABYTES = 40.0
"""More takes too long to free."""

SOLVING_NODES = 300_000
"""With fewer nodes the expert only searches: a game under a limit of nodes can be replayed from any move."""

_ENTRY_BYTES = 3 * tuple_bytes(3) + 2 * tuple_bytes(2) + 2 * int_bytes(20)


class VanishingSearch:
    """Finds the values of moves to a depth; with `prunes` it leaves out what cannot matter (alpha-beta)."""

    def __init__(self, position: VanishingPosition, megabytes: float, prunes: bool) -> None:
        self._position = position
        self._root = position.ply
        self._prunes = prunes
        self._seen: TwoGenerationCache[Hashable, tuple[int, int]] = TwoGenerationCache(
            min(megabytes, MOST_MEGABYTES), _ENTRY_BYTES
        )

    def values(self, moves: list[Square], depth: int, budget: Budget) -> dict[Square, int]:
        """Return the value of each move; values that are not the best may be too high, but lower than that.

        Raises `OutOfTime` when the budget is used up.
        """
        self._budget = budget
        self._seen.clear()
        best, found = -WIN, dict[Square, int]()
        for square in moves:
            found[square] = self._after(square, depth - 1, best - 1, WIN)
            best = max(best, found[square])
        return found

    def _after(self, square: Square, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a move to its player; a bound if it is outside alpha … beta."""
        self._budget.tick()
        position, mover = self._position, self._position.to_move
        position.play(square)
        try:
            if position.winner_by_line(mover) is not None:
                return WIN - (position.ply - self._root)
            if depth == 0 or position.is_dead():
                return 0
            return -self._best(depth, -beta, -alpha) if self._prunes else -self._best(depth, -WIN, WIN)
        finally:
            position.undo()

    def _best(self, depth: int, alpha: int, beta: int) -> int:
        """Return the value that the player to move can get; a bound if it is outside alpha … beta."""
        position = self._position
        key = position.key, depth
        low, high = self._seen.get(key) or (-WIN, WIN)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        best, floor = -WIN, alpha
        for square in position.moves:
            best = max(best, self._after(square, depth - 1, max(alpha, best), beta))
            if best >= beta:
                break
        self._seen.keep(key, (low if best <= floor else best, high if best >= beta else best))
        return best


class VanishingSearcher(StatelessComputer):
    """A computer that searches one ply deep, then two, and so on, and starts afresh at each move."""

    def __init__(self, prunes: bool, seed: int = 0, megabytes: float = MEGABYTES) -> None:
        super().__init__(seed)
        self.megabytes = megabytes
        self._prunes = prunes

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the best move of the last complete depth, by chance if several are equal."""
        return self._deepen(as_vanishing(position.copy()), limit, Budget(limit, stop), report)

    def _deepen(self, position: VanishingPosition, limit: Limit, budget: Budget, report: Report) -> Thought:
        search = VanishingSearch(position, self.megabytes, self._prunes)
        moves = position.moves
        seeded_random(self.seed, position).shuffle(moves)

        def to_depth(depth: int, part: Budget) -> tuple[Thought, bool]:
            values = search.values(moves, depth, part)
            moves.sort(key=lambda move: -values[move])
            value, proof = values[moves[0]], None
            if value:
                proof = Proof(Value.WIN if value > 0 else Value.LOSS, WIN - abs(value), is_exact=True)
            ranked = ranking({move: values[move] for move in moves}, moves[0], proof)
            return _thought(ranked, depth, budget), False

        return iterate(to_depth, DEEPEST, limit, budget, report)


class VanishingExpert(VanishingSearcher):
    """The strong computer player of Vanishing: knows the value of every move, or searches until it does."""

    def __init__(self, seed: int = 0, megabytes: float = MEGABYTES) -> None:
        super().__init__(True, seed, megabytes)
        self._solver: VanishingSolver | None = None

    def _deepen(self, position: VanishingPosition, limit: Limit, budget: Budget, report: Report) -> Thought:
        if limit.depth is not None or (limit.nodes is not None and limit.nodes < SOLVING_NODES):
            return super()._deepen(position, limit, budget, report)
        if self._solver is None:
            self._solver = VanishingSolver(position.geometry)
        try:
            plies = self._solver.plies(position, budget)
        except OutOfTime:
            return super()._deepen(position, limit, budget, report)
        proofs, moves = proofs_of_moves(position, plies), position.moves
        seeded_random(self.seed, position).shuffle(moves)
        moves.sort(key=lambda move: merit(proofs[move]), reverse=True)
        ranked = [RankedMove(move, _score(proofs[move]), proofs[move]) for move in moves]
        length = proofs[moves[0]].plies
        thought = replace(
            _thought(ranked, length or 1, budget), pv=best_line(position, moves[0], length, plies)
        )
        report(thought)
        return thought

    def close(self) -> None:
        """Forget everything."""
        self._solver = None


class VanishingStep(LadderPlayer):
    """A step below the last one of the ladder, in Vanishing."""

    def _make_expert(self, megabytes: float) -> Computer:
        return VanishingExpert(self.seed, megabytes)


def _score(proof: Proof) -> int:
    if proof.plies is None:
        return 0
    return WIN - proof.plies if proof.value is Value.WIN else proof.plies - WIN


def _thought(ranked: Sequence[RankedMove], depth: int, budget: Budget) -> Thought:
    """Return the thought about moves, the best one first."""
    best = ranked[0]
    return Thought(
        best.square,
        best.score,
        best.proof,
        depth,
        budget.nodes,
        budget.seconds,
        (best.square,),
        tuple(ranked),
    )
