"""The expert where stones fall, in a game of two: the exact solver first, then a look ahead.

A look a few plies ahead provides a fallback move. Then the solver has its part of the budget. If it proves
nothing, the rest is for looking further ahead, and if it proves a draw, for choosing among the moves that
keep it, since the other side may err; but a first stone goes where most lines run.

The look ahead is alpha-beta to a depth, then an evaluation. It handles forced moves and double threats like
the exact search (`solver.drop_search`), and uses that search's proofs of wins and losses. The moves that gain
most by the evaluation of lines come first; all after the first are only tested for being better (J. Pearl,
"Scout: a simple game-searching algorithm", 1980).

The evaluation counts lines, and threats that decide when everything else is filled. While the columns fill up
in turn, the side that is to move when an even number of squares is left gets the odd rows, counted from
below, and the other side the even ones, as long as the number of rows is even (L. V. Allis, "A
knowledge-based approach of Connect-Four", 1988). So a side's threat on a row of its own decides in the end,
and hides anything above it in its column.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from ttt_tui.computer.base import Proof, RankedMove, Report, Thought, Value, ranking
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.drop.line_tables import BIAS, MOST_BYTES, LineTables
from ttt_tui.computer.expert.drop.weights import EARLY_THREATS, FILLED, LATE_THREATS, TURN
from ttt_tui.computer.expert.solver.drop import DropSolver
from ttt_tui.computer.expert.solver.drop_search import ANY, DropSearch
from ttt_tui.computer.expert.solver.solution import WIN
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, room, tuple_bytes
from ttt_tui.engine import Geometry, Limit, Mask, Position, Square, mask_of
from ttt_tui.errors import OutOfTime

Fill = Callable[[Mask, Mask, Mask], tuple[int, int]]
"""Returns 1 if the side to move wins, -1 if it loses, else 0, and after how many plies, from the empty
squares and the threats of the side to move and of the other side."""


def filling(geometry: Geometry) -> Fill:
    """Return the function that finds the winner if both only fill up the columns and waste no threats.

    Players avoid a square directly below a threat as long as there is another: a stone below the other
    side's threat loses, one below one's own lets the other side take it. The end is *zugzwang*: one side has
    to play below a threat. Lines completed meanwhile are not seen, so the answer is a guess, and a better one
    the fewer plies it takes.
    """
    stride = geometry.stride
    spans = [stride << i for i in range((geometry.rows - 1).bit_length())]

    def fill(empty: Mask, mine: Mask, theirs: Mask) -> tuple[int, int]:
        sign, plies = 1, 0
        while empty:
            legal = empty & ~(empty >> stride)
            if mine & legal:
                return sign, plies
            if move := theirs & legal:
                if move & move - 1:
                    return -sign, plies
            else:
                closed = (mine | theirs) << stride & empty
                for span in spans:
                    closed |= closed >> span
                free = (empty & ~closed).bit_count()
                empty &= closed
                plies += free
                if free & 1:
                    mine, theirs, sign = theirs, mine, -sign
                if not empty:
                    break
                own = empty & ~(empty >> stride) & ~(theirs << stride)
                if not own:
                    return -sign, plies
                move = own & -own
            empty ^= move
            mine, theirs, sign, plies = theirs & empty, mine & empty, -sign, plies + 1
        return 0, plies

    return fill


MOST = 499
"""The most that a position is worth unless its value is proved."""

Evaluate = Callable[[Mask, Mask, Mask, int, int], int]
"""Returns a value for the side to move from the empty squares, the threats of the side to move and of the
other side, the worth of the lines and the number of stones."""

LATE = 20
"""The most empty squares with which the filling-up of the columns is evaluated; with more squares, too many
lines are still possible."""

PLIES = 4
"""The plies of filling up that share a figure in `FILLED`; the last one is for all that are longer."""

Classes = tuple[Mask, Mask, Mask, Mask, Mask, Mask, Mask, Mask]


def threat_classes(geometry: Geometry) -> Callable[[Mask, Mask], Classes]:
    """Return a function that sorts the threats of side 0 and side 1 into the classes of the figures."""
    stride = geometry.stride
    odd = mask_of(square for square in geometry.squares if (geometry.rows - geometry.row(square)) % 2)
    even = geometry.board ^ odd
    spans = [stride << i for i in range(geometry.rows.bit_length())]

    def classes(one: Mask, two: Mask) -> Classes:
        hidden = (one & odd | two & even) >> stride
        for span in spans:
            hidden |= hidden >> span
        hidden_one, hidden_two = one & hidden, two & hidden
        one ^= hidden_one
        two ^= hidden_two
        return (
            one & odd, two & odd, one & even, two & even,
            hidden_one & odd, hidden_two & odd, hidden_one & even, hidden_two & even,
        )  # fmt: skip

    return classes


def evaluation(geometry: Geometry) -> Evaluate:
    """Return the evaluation of positions of one geometry."""
    squares, classes, fill = geometry.board.bit_count(), threat_classes(geometry), filling(geometry)
    filled = [FILLED[min(plies // PLIES, len(FILLED) - 1)] for plies in range(squares + 1)]
    early, late = _threat_worths(geometry, EARLY_THREATS), _threat_worths(geometry, LATE_THREATS)

    def evaluate(empty: Mask, my_threats: Mask, their_threats: Mask, score: int, stones: int) -> int:
        score += TURN
        my_threats &= empty
        their_threats &= empty
        if my_threats or their_threats:
            is_one = (squares - stones) % 2 == 0
            c0, c1, c2, c3, c4, c5, c6, c7 = (
                classes(my_threats, their_threats) if is_one else classes(their_threats, my_threats)
            )
            is_late = squares - stones <= LATE
            w0, w1, w2, w3, w4, w5, w6, w7 = late if is_late else early
            worth = (
                w0 * c0.bit_count() + w1 * c1.bit_count() + w2 * c2.bit_count() + w3 * c3.bit_count()
                + w4 * c4.bit_count() + w5 * c5.bit_count() + w6 * c6.bit_count() + w7 * c7.bit_count()
            )  # fmt: skip
            score += worth if is_one else -worth
            if is_late:
                winner, plies = fill(empty, my_threats, their_threats)
                score += winner * filled[plies]
        return max(-MOST, min(MOST, score))

    return evaluate


def _threat_worths(geometry: Geometry, figures: tuple[int, ...]) -> tuple[int, ...]:
    """Return the worth of a threat of each class to side 0; an odd number of rows helps neither side."""
    if geometry.rows % 2 == 0:
        return figures
    found: tuple[int, ...] = ()
    for first in (0, 4):
        one_odd, two_odd, one_even, two_even = figures[first : first + 4]
        mean = (one_odd + one_even - two_odd - two_even) // 4
        found += (mean, -mean, mean, -mean)
    return found


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


FIRST_DEPTH = 4
"""Plies of the first look ahead."""

SOLVER_SHARES = ((26, 0.85), (30, 0.5), (400, 0.3))
"""The solver's share of the budget, by the most empty squares: with more, a proof is rarer within a second.
"""

MEMORY_SHARE = 0.7
"""The solver's share of the megabytes."""


class DropPlayer:
    """Thinks about positions of one geometry, and keeps its proofs within a limit of megabytes."""

    def __init__(self, geometry: Geometry, megabytes: float) -> None:
        megabytes = room(megabytes, MOST_BYTES)
        self._solver = DropSolver(geometry, MEMORY_SHARE * megabytes)
        self._tables = LineTables(geometry)
        self._known = make_known(geometry, (1 - MEMORY_SHARE) * megabytes)

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._solver.bytes + self._known.bytes + self._tables.bytes

    def think(
        self, position: Position, limit: Limit, budget: Budget, report: Report, random: Random
    ) -> Thought:
        """Return the best move found within the limit."""
        if limit.seconds is None:
            self._solver.forget()  # a game under such a limit can be replayed whatever was before
            self._known.clear()
        ahead = Lookahead(self._solver.search, self._tables, position, self._known)
        usual = ahead.order[0]
        left = position.empty.bit_count()
        deepest = min(limit.depth or left, left)
        thought = None
        is_drawn = False
        for depth in range(1, deepest + 1):
            try:
                if depth == FIRST_DEPTH + 1 and limit.depth is None:
                    if proved := self._solve(position, budget, ahead):
                        thought = proved
                        report(replace(thought, nodes=budget.nodes, seconds=budget.seconds))
                        is_drawn = (
                            budget.is_limited and proved.proof == Proof(Value.DRAW) and len(ahead.order) > 1
                        )
                        if not is_drawn:
                            break
                    budget.check()
                    if not position.occupied:
                        break
                values = ahead.values(depth, budget if thought else budget.without_end())
            except OutOfTime:
                break
            thought = _conclude(position, ahead, values, depth, random, is_drawn)
            report(replace(thought, nodes=budget.nodes, seconds=budget.seconds))
            if (thought.proof and not is_drawn) or budget.is_up():
                break
        assert thought is not None, "the first ply always completes"
        if not position.occupied and thought.proof is None:
            thought = Thought(usual, pv=(usual,))  # a look ahead cannot distinguish first stones
            report(replace(thought, nodes=budget.nodes, seconds=budget.seconds))
        return replace(thought, nodes=budget.nodes, seconds=budget.seconds)

    def _solve(self, position: Position, budget: Budget, ahead: Lookahead) -> Thought | None:
        """Return the move with a proved value, None if there is no proof in the solver's part of the budget.

        If it is a draw, the look ahead is restricted to the moves that keep it, as far as time allows.
        """
        empty = position.empty.bit_count()
        part = budget.part(next(share for most, share in SOLVER_SHARES if empty <= most))
        try:
            solution = self._solver.solve(position, part)
        except OutOfTime:
            return None
        pv = solution.pv
        if solution.value is Value.DRAW:
            try:
                keeping = self._solver.solve(position, part, all_moves=True).best
            except OutOfTime:
                keeping = solution.best
            ahead.order = [square for square in ahead.order if square in keeping]
            pv = (ahead.order[0],)
        return solution.thought(position, budget, pv=pv)


def _conclude(
    position: Position,
    ahead: Lookahead,
    values: dict[Square, int],
    depth: int,
    random: Random,
    is_drawn: bool,
) -> Thought:
    """Return the thought of a look ahead: a random one of the best moves if their values are equal.

    If all moves are proved to draw, their values only show which is the hardest to answer.
    """
    best = max(values.values())
    move = random.choice([square for square in ahead.order if values[square] == best])
    if is_drawn:
        drawn = Proof(Value.DRAW)
        moves = (move, *(square for square in ahead.order if square != move))
        depth = position.empty.bit_count()
        ranked = tuple(RankedMove(square, 0, drawn) for square in moves)
        return Thought(move, 0, drawn, depth, pv=(move,), ranked=ranked)
    proof = None
    if abs(best) > PROVED:
        plies = WIN - abs(best) - position.ply
        proof = Proof(Value.WIN if best > 0 else Value.LOSS, plies)
    elif depth == position.empty.bit_count():
        proof = Proof(Value.DRAW)
    return Thought(move, best, proof, depth, pv=(move,), ranked=ranking(values, move, proof))
