"""Level `expert` of Ultimate: alpha-beta with an evaluation by chances (see `search_board`).

The first move is searched with the whole window and the others with a null window, to prove that they are not
better (J. Pearl, "Scout", 1980). Moves are ordered: the best one of an earlier search, moves that win a small
board, moves that were good elsewhere, moves that give the other player little. Later moves are searched a ply
less deep, and again to the whole depth if they look better than the best. Results are kept by position for
the next move of the game. Once the depth reaches the end of the game every value is exact.

Proofs come before any evaluation: the known win, and the end of a game. Where boards are open until full, the
win by way of the middle board is looked for at every move. If the time ends before an answer, the expert
stays on that way without a proof, as long as all its stones are on it. Near the end the solver gets a share
of the time.

Monte Carlo tree search (UCT) is weaker here: in 40 games each at 0.1 seconds a move it scored 0.14 with this
evaluation at its leaves, and 0.03 with random games from there.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    Proof,
    RankedMove,
    Report,
    Stop,
    Thought,
    Value,
    ignore_report,
    seeded_random,
)
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solution import Solution
from ttt_tui.computer.memory import MEGABYTES, TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.computer.ultimate.deepening import WIN, deepen
from ttt_tui.computer.ultimate.forced_win import is_on_the_way, way
from ttt_tui.computer.ultimate.search_board import (
    Code,
    SearchBoard,
    code_of,
    order,
    square_of,
    with_first,
)
from ttt_tui.computer.ultimate.solver import UltimateSolver
from ttt_tui.engine import Geometry, Limit, Position, Square
from ttt_tui.engine.ultimate import UltimatePosition, as_ultimate
from ttt_tui.errors import OutOfTime

FEWEST_NODES = 40_000
"""The fewest nodes for proofs: with fewer, as in steps of the ladder, they would only slow the search."""

ROOM = 27
"""The most squares left with which a position is usually solved in some tenths of a second."""

END_SHARE = 0.15
"""The solver's share of the time near the end. With 0.3 or more, games at short times go worse: a failed
attempt costs the search depth, and the next attempt, with fewer squares, finds the proof."""

MIDDLE_SHARE = 0.9
"""The share of the time for the known win: where it does not exist, a few nodes show that."""


class Prospect(NamedTuple):
    """The moves to choose from, and the proof about them."""

    moves: Sequence[Square]
    solution: Solution | None = None
    """The proof: for a draw with all moves that keep it, else with the best move."""


class CertainMoves:
    """Proves moves by one kind of rules, and keeps its proofs in a table of `megabytes`."""

    def __init__(self, geometry: Geometry, megabytes: float) -> None:
        self.solver = UltimateSolver(geometry, megabytes)

    def prospect(self, position: UltimatePosition, limit: Limit, budget: Budget) -> Prospect:
        """Return all moves, or those that a share of the budget shows to be enough."""
        everything = Prospect(position.moves)
        if limit.depth is not None or (limit.nodes is not None and limit.nodes < FEWEST_NODES):
            return everything
        return self._at_the_end(position, budget) or self._by_the_middle(position, budget) or everything

    def _by_the_middle(self, position: UltimatePosition, budget: Budget) -> Prospect | None:
        try:
            found = self.solver.by_the_middle(position, budget.part(MIDDLE_SHARE))
        except OutOfTime:
            board = SearchBoard(position)
            return Prospect([square_of(way(board)[0])]) if is_on_the_way(board) else None
        return None if found is None else Prospect(found.best, found)

    def _at_the_end(self, position: UltimatePosition, budget: Budget) -> Prospect | None:
        if position.squares_left > ROOM:
            return None
        part = budget.part(END_SHARE)
        try:
            found = self.solver.solve(position, part)
            if found.value is Value.DRAW:
                found = self.solver.solve(position, part, all_moves=True)
        except OutOfTime:
            return None
        return Prospect(found.best, found)


def as_draw(thought: Thought) -> Thought:
    """Return a thought about moves that are all proved to keep a draw."""
    proof = Proof(Value.DRAW)
    ranked = tuple(RankedMove(each.square, 0, proof) for each in thought.ranked)
    return replace(thought, score=0, proof=proof, ranked=ranked)


TO_THE_END = 1000
"""The depth of a search that only ends at the end of the game, and so is exact."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2

Entry = tuple[int, int, int, Code]
"""Depth, kind of value, value, best move."""

ENTRY_BYTES = int_bytes(180) + tuple_bytes(4) + 2 * int_bytes(20)

MOST_MEGABYTES = 60.0
"""More takes too long to free."""

CERTAIN_SHARE = 0.4
"""The share of the megabytes for proofs."""

FULL_WIDTH = 2
"""The plies before the horizon in which late moves are searched as deep as the first."""

LATE = 4
"""Moves that are searched to the whole depth before those: the others first get a ply less."""

MOST_EXPECTED = 9
"""The most moves of an expected line."""


class UltimateExpert:
    """The strong computer player of Ultimate."""

    def __init__(self, seed: int = 0, megabytes: float = MEGABYTES) -> None:
        self.seed = seed
        self._megabytes = min(megabytes, MOST_MEGABYTES)
        self._table: TwoGenerationCache[int, Entry] = TwoGenerationCache(
            (1 - CERTAIN_SHARE) * self._megabytes, ENTRY_BYTES
        )
        self._certain: CertainMoves | None = None

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the best move found within the limit."""
        budget = Budget(limit, stop)
        if self._certain is None or position.geometry != self._certain.solver.geometry:
            self._certain = CertainMoves(position.geometry, CERTAIN_SHARE * self._megabytes)
            self._table.clear()
        elif limit.seconds is None:  # a game under a limit of nodes can be replayed whatever was before
            self._certain.solver.forget()
            self._table.clear()
        board = as_ultimate(position.copy())
        moves, solution = self._certain.prospect(board, limit, budget)
        if solution is not None and solution.plies is not None:
            thought = solution.thought(position, budget, WIN)
            report(thought)
            return thought

        def report_worth(thought: Thought) -> None:
            report(thought if solution is None else as_draw(thought))

        search = ChanceSearch(board, self._table)
        random = seeded_random(self.seed, position)
        thought = deepen(board, search, limit, budget, report_worth, random, moves)
        return thought if solution is None else as_draw(thought)

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._table.bytes + (0 if self._certain is None else self._certain.solver.bytes)

    def close(self) -> None:
        """Forget everything."""
        self._table.clear()
        self._certain = None


class ChanceSearch:
    """The search of one position."""

    exact_depth = 6
    """So far no win is overlooked for good, since each ply of depth makes up for a later move on the way."""

    def __init__(self, position: UltimatePosition, table: TwoGenerationCache[int, Entry]) -> None:
        self._board = SearchBoard(position)
        self._table = table
        self._room = position.squares_left
        self._goodness = [[0] * 81, [0] * 81]
        """For each player, how much each move has cut off so far."""

    def values(self, order: list[Square], depth: int, budget: Budget, found: dict[Square, int]) -> None:
        """Put the value of each move, `depth` plies ahead, into `found`, in the order given."""
        self._budget = budget
        ply = self._board.ply
        if depth >= self._room:
            depth = TO_THE_END
        best = -WIN
        try:
            for square in order:
                move = code_of(square)
                value = self._after(move, depth - 1, -WIN if not found else best, WIN, is_first=not found)
                found[square] = value
                best = max(best, value)
        finally:
            while self._board.ply > ply:
                self._board.undo()

    def line(self, move: Square) -> tuple[Square, ...]:
        """Return the expected line that begins with this move, while the table has exact values."""
        board, ply = self._board, self._board.ply
        found, code = list[Square](), code_of(move)
        while len(found) < MOST_EXPECTED:
            found.append(square_of(code))
            if board.play(code) is not None:
                break
            if board.can_win():
                code = next(filter(self._wins, board.moves()))
                continue
            entry = self._table.get(board.key)
            if entry is None or entry[1] != EXACT:
                break
            code = entry[3]
        while board.ply > ply:
            board.undo()
        return tuple(found)

    def _wins(self, move: Code) -> bool:
        """Whether a move wins the game at once."""
        result = self._board.play(move)
        self._board.undo()
        return result == 1

    def _after(self, move: Code, depth: int, alpha: int, beta: int, is_first: bool) -> int:
        """Return the value of a move to its player; a bound if it is outside alpha … beta."""
        board = self._board
        result = board.play(move)
        if result is not None:
            value = result * (WIN - board.ply)
            self._budget.tick()
        elif is_first:
            value = -self._best(depth, -beta, -alpha)
        else:
            value = -self._best(depth, -alpha - 1, -alpha)
            if alpha < value < beta:
                value = -self._best(depth, -beta, -alpha)
        board.undo()
        return value

    def _best(self, depth: int, alpha: int, beta: int) -> int:
        """Return the value of the position to the mover; a bound if it is outside alpha … beta."""
        self._budget.tick()
        board = self._board
        if board.can_win():
            return WIN - board.ply - 1
        if depth <= 0:
            return board.value()
        key = board.key
        entry = self._table.get(key)
        known: Code | None = None
        if entry is not None:
            known_depth, kind, value, known = entry
            if known_depth >= depth and (
                kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
            ):
                return value
        best, best_move, floor = -WIN, -1, alpha
        late = LATE if FULL_WIDTH < depth < TO_THE_END // 2 else 81
        for number, move in enumerate(self._ordered(known, depth)):
            value = alpha
            if number >= late:
                value = self._after(move, depth - 2, alpha, alpha + 1, True)
            if number < late or value > alpha:
                value = self._after(move, depth - 1, alpha, beta, best_move < 0)
            if value > best:
                best, best_move = value, move
                if best > alpha:
                    alpha = best
                    if alpha >= beta:
                        self._goodness[board.mover][move] += depth * depth if depth < TO_THE_END // 2 else 1
                        break
        kind = AT_LEAST if best >= beta else AT_MOST if best <= floor else EXACT
        self._table.keep(key, (depth, kind, best, best_move))
        return best

    def _ordered(self, known: Code | None, depth: int) -> list[Code]:
        """Return the moves, the most promising first; before the last ply a rough order pays more."""
        moves = self._board.moves()
        if depth > 1:
            order(moves, self._board, self._goodness[self._board.mover])
        return moves if known is None else with_first(moves, known)
