"""Looks ahead where stones fall and the end is too far away: alpha-beta to a depth, then the evaluation.

It handles forced moves and double threats like the exact search (`solver.drop_search`), and uses that
search's proofs of wins and losses. The moves that gain most by the evaluation of lines come first; all after
the first are only tested for being better (J. Pearl, "Scout: a simple game-searching algorithm", 1980).
"""

from collections.abc import Callable

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.drop.evaluation import MOST, evaluation
from ttt_tui.computer.expert.drop.line_tables import BIAS, LineTables
from ttt_tui.computer.expert.solver.drop_search import ANY, WIN, DropSearch
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Geometry, Mask, Position, Square, mask_of

PROVED = MOST + 1
"""The bound from which values are proved; all others are below."""

_FIRST = 1 << 20
"""Puts the best move of an earlier search before all others."""

_Search = Callable[[Mask, Mask, Mask, Mask, int, int, int, int, int], int]
"""Returns a value from the stones of both, the empty squares, the threats of the side to move and of the
other side, the worth of the lines to the side to move, the number of stones, the depth, alpha and beta."""

Known = TwoGenerationCache[int, tuple[int, int, int, Mask]]
"""The depth, the lowest and the highest value, and the best move of positions."""


def make_known(geometry: Geometry, megabytes: float) -> Known:
    """Return an empty memory of positions."""
    stones = int_bytes(2 * geometry.rows * geometry.stride)
    return TwoGenerationCache(megabytes, stones + tuple_bytes(4) + 2 * int_bytes(20))


class Lookahead:
    """Searches one position to growing depths."""

    def __init__(self, exact: DropSearch, tables: LineTables, position: Position, known: Known) -> None:
        self.geometry = geometry = tables.geometry
        self.position = position.copy()
        self._exact, self._tables, self._known = exact, tables, known
        mover, other = position.in_turn()
        self._mine, self._theirs = position.stones[mover], position.stones[other]
        blocked = position.occupied & ~(self._mine | self._theirs)
        exact.block(blocked)
        self._board = geometry.board & ~blocked
        self._empty = geometry.board & ~position.occupied
        self._side = self._empty.bit_count() % 2
        one, two = (self._theirs, self._mine) if self._side else (self._mine, self._theirs)
        self._both = one | blocked | (two | blocked) << tables.shift  # no line goes through a blocked square
        score = tables.score(one | blocked, two | blocked)
        self._score = -score if self._side else score
        self.order = sorted(position.moves, key=lambda square: -len(geometry.lines_through[square]))
        """The moves to search, the best of the last depth first."""

    def values(self, depth: int, budget: Budget) -> dict[Square, int]:
        """Return the values of the moves at a depth in plies: exact for the best, bounds for the others.

        Raises `OutOfTime`.
        """
        search = self._searcher(budget)
        found: dict[Square, int] = {}
        best = -WIN
        for square in self.order:
            value = None
            if found:  # test whether the move is as good as the best
                value = self._after(square, depth, best - 1, best, search)
            if value is None or value >= best:
                value = self._after(square, depth, best - 1, WIN, search)
            found[square] = value
            best = max(best, value)
        self.order.sort(key=lambda square: -found[square])
        return found

    def _after(self, square: Square, depth: int, alpha: int, beta: int, search: _Search) -> int:
        """Return the value of a move to its player; a bound if it is outside alpha … beta."""
        geometry, stones = self.geometry, self.position.ply
        move = 1 << square
        mine, empty = self._mine | move, self._empty ^ move
        if geometry.has_line(mine):
            return WIN - stones - 1
        if not empty:
            return 0
        threats = geometry.completing(self._theirs)
        if threats & empty & ~(empty >> geometry.stride):
            return stones + 2 - WIN
        tables = self._tables
        change, bit = tables.change(self._side, move, self._both)
        score, threats_after = self._score + (change >> tables.shift) - 4 * BIAS, geometry.completing(mine)
        both, depth = self._both | bit, depth - 1
        return -search(both, empty, threats, threats_after, -score, stones + 1, depth, -beta, -alpha)

    def _searcher(self, budget: Budget) -> _Search:
        """Return the search; its constants are local names, which makes it fast."""
        geometry, evaluate = self.geometry, evaluation(self.geometry)
        sides, shift, bias = self._tables.sides, self._tables.shift, 4 * BIAS
        stride, board, squares = geometry.stride, geometry.board, geometry.board.bit_count()
        open_board, top = self._board, mask_of(geometry.squares[: geometry.columns])
        tick, get, keep, proved = budget.tick, self._known.get, self._known.keep, self._exact.known.get

        def search(
            both: Mask, empty: Mask, my_threats: Mask, threats: Mask, score: int, stones: int, depth: int,
            alpha: int, beta: int,
        ) -> int:  # fmt: skip
            """Return the value where the side to move cannot complete a line at once."""
            tick()
            legal = empty & ~(empty >> stride)
            if stones >= squares - 1:
                return 0
            moves = legal
            if forced := threats & legal:
                if forced & forced - 1:
                    return stones + 2 - WIN
                moves = forced
            moves &= ~(threats << stride)
            if not moves:
                return stones + 2 - WIN
            if stones == squares - 2:
                return 0
            if moves & moves - 1:
                if depth <= 0:
                    return evaluate(empty, my_threats, threats, score, stones)
                depth -= 1
            if depth > 0:
                mine = (both >> shift if squares - stones & 1 else both) & open_board
                low, high = proved((mine | legal) << stride | top & ~empty) or ANY
                if low > 0:
                    return max(low, WIN - squares)  # how soon may be unknown
                if high < 0:
                    return min(high, squares - WIN)
            first: Mask = 0
            if known := get(both):
                known_depth, low, high, first = known
                if known_depth >= depth or low > MOST or high < -MOST:
                    if low >= beta or low == high:
                        return low
                    if high <= alpha:
                        return high
                    alpha, beta = max(alpha, low), min(beta, high)
            order = []
            tables = sides[squares - stones & 1]
            while moves:
                move = moves & -moves
                moves ^= move
                around0, table0, around1, table1, around2, table2, around3, table3, bit = tables[move]
                new = (
                    table0[both & around0] + table1[both & around1]
                    + table2[both & around2] + table3[both & around3]
                )  # fmt: skip
                after = my_threats | new & board
                now = after & (legal ^ move | move >> stride) & empty
                if now and (now & now - 1 or after & now >> stride & empty):
                    return WIN - stones - 3
                gain = (new >> shift) - bias
                order.append((_FIRST if move == first else gain, move, after, -score - gain, both | bit))
            order.sort(reverse=True)
            best, floor, scout = -WIN, alpha, beta
            for _, move, after, worth, stones_after in order:
                left, plies = empty ^ move, stones + 1
                value = -search(stones_after, left, threats, after, worth, plies, depth, -scout, -alpha)
                if scout <= value < beta:
                    value = -search(stones_after, left, threats, after, worth, plies, depth, -beta, -value)
                if value > best:
                    best, first = value, move
                    if value >= beta:
                        break
                    if value > alpha:
                        alpha = value
                scout = alpha + 1
            keep(both, (depth, -WIN if best <= floor else best, WIN if best >= beta else best, first))
            return best

        return search
