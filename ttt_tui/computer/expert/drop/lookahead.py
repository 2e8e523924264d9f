"""Looks ahead where stones fall and the end is too far away: alpha-beta to a depth, then an evaluation.

It plays on the tables of the exact search, and knows of forced moves what that knows. What lies beyond is
judged by who gets which threat when all else is filled. While the columns fill up in turn, the side that is
to move when an even number of squares is left gets the odd rows, counted from below, and the other side the
even ones, as long as the number of rows is even (L. V. Allis, "A knowledge-based approach of Connect-Four",
1988): so a threat on an odd row is worth a lot to the former, one on an even row to the latter, and none
above another such threat in its column, which comes first.
"""

from collections.abc import Callable

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.drop_search import ANY, WIN, DropSearch
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Mask, Position, Square, mask_of

PROVED = 500
"""Values beyond are proved, and those that are not stay below."""

_ZUGZWANG, _THREAT, _LINE, _PAIR = 120, 12, 1, 4
"""What the threat that decides in the end is worth, any threat, a line still possible, and how many of
those one with two stones or more is worth."""

_Search = Callable[[Mask, Mask, Mask, Mask, int, int, int, int], int]
"""Takes each side's stones and threats, the number of stones, the depth, alpha and beta; returns a value."""

_Evaluate = Callable[[Mask, Mask, Mask, Mask, int], int]
"""Takes each side's stones and threats, and the number of stones; returns a value for the side to move."""


class Lookahead:
    """Searches one position to growing depths."""

    def __init__(self, exact: DropSearch, position: Position, megabytes: float) -> None:
        geometry = exact.geometry
        self.geometry = geometry
        self.position = position.copy()
        mover, other = position.in_turn()
        self._stones = position.stones[mover], position.stones[other]
        self._board = geometry.board & ~(position.occupied & ~(self._stones[0] | self._stones[1]))
        self._exact = exact
        # Depth, lowest and highest value, and the best move.
        self._known: TwoGenerationCache[int, tuple[int, int, int, Mask]] = TwoGenerationCache(
            megabytes,
            2 * int_bytes((geometry.rows + 1) * geometry.stride) + tuple_bytes(4) + 2 * int_bytes(20),
        )
        self.order = sorted(position.moves, key=lambda square: -len(geometry.lines_through[square]))
        """The moves, the best of the last depth first."""

    def values(self, depth: int, budget: Budget) -> dict[Square, int]:
        """Return the values of the moves so many plies ahead: those of the best, bounds of the others.

        Raises `OutOfTime`.
        """
        geometry = self.geometry
        mine, theirs = self._stones
        search = self._searcher(budget)
        stones, threats = self.position.ply, geometry.completing(theirs)
        found: dict[Square, int] = {}
        best = -WIN
        for square in self.order:
            after = mine | 1 << square
            if geometry.has_line(after):
                value = WIN - stones - 1
            elif self._board == after | theirs:
                value = 0
            else:
                empty = self._board & ~(after | theirs)
                if threats & empty & ~(empty >> geometry.stride):
                    value = stones + 2 - WIN
                else:
                    value = -search(
                        theirs,
                        after,
                        threats,
                        geometry.completing(after),
                        stones + 1,
                        depth - 1,
                        -WIN,
                        1 - best,
                    )
            found[square] = value
            best = max(best, value)
        self.order.sort(key=lambda square: -found[square])
        return found

    def _searcher(self, budget: Budget) -> _Search:
        geometry, board, exact, evaluate = self.geometry, self._board, self._exact, self._evaluation()
        tables, static = exact.tables, exact.static
        stride, squares = geometry.stride, geometry.board.bit_count()
        top = mask_of(geometry.squares[: geometry.columns])
        tick, get, keep, proved = budget.tick, self._known.get, self._known.keep, exact.known.get

        def search(
            mine: Mask,
            theirs: Mask,
            my_threats: Mask,
            threats: Mask,
            stones: int,
            depth: int,
            alpha: int,
            beta: int,
        ) -> int:
            """Return the value where the side to move cannot complete a line at once."""
            tick()
            empty = board & ~(mine | theirs)
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
                    return evaluate(mine, theirs, my_threats, threats, stones)
                depth -= 1
            key = (mine | legal) << stride | top & ~empty
            low, high = proved(key) or ANY
            if low > 0 or low == high:
                return low
            if high < 0:
                return high
            first: Mask = 0
            if known := get(key):
                known_depth, low, high, first = known
                if known_depth == depth or low > PROVED or high < -PROVED:
                    if low >= beta or low == high:
                        return low
                    if high <= alpha:
                        return high
                    alpha, beta = max(alpha, low), min(beta, high)
            order = []
            while moves:
                move = moves & -moves
                moves ^= move
                around0, table0, around1, table1, around2, table2, around3, table3 = tables[move]
                after = (
                    my_threats | table0[mine & around0] | table1[mine & around1]
                    | table2[mine & around2] | table3[mine & around3]
                )  # fmt: skip
                now = after & (legal ^ move | move >> stride) & empty
                if now and (now & now - 1 or after & now >> stride & empty):
                    return WIN - stones - 3
                worth = 1000 if move == first else 8 * (after & empty).bit_count() + static[move]
                order.append((worth, move, after))
            order.sort(reverse=True)
            best, floor = -WIN, alpha
            for _, move, after in order:
                value = -search(theirs, mine | move, threats, after, stones + 1, depth, -beta, -alpha)
                if value > best:
                    best, first = value, move
                    if value >= beta:
                        break
                    if value > alpha:
                        alpha = value
            keep(key, (depth, -WIN if best <= floor else best, WIN if best >= beta else best, first))
            return best

        return search

    def _evaluation(self) -> _Evaluate:
        geometry, board = self.geometry, self._board
        stride, squares = geometry.stride, geometry.board.bit_count()
        odd = mask_of(s for s in geometry.squares if (geometry.rows - geometry.row(s)) % 2)
        even = geometry.board ^ odd
        zugzwang = _ZUGZWANG if geometry.rows % 2 == 0 else 0
        lines, length = geometry.directions, geometry.line_length
        spans = [stride << i for i in range(geometry.rows.bit_length())]

        def above(found: Mask) -> Mask:
            found >>= stride
            for span in spans:
                found |= found >> span
            return found

        def possible(stones: Mask, empty: Mask) -> int:
            """Return how many lines are still possible, and those with two stones or more `_PAIR` times."""
            count = 0
            for step in lines:
                run, one, two, shifted = stones | empty, stones, 0, stones
                for _ in range(length - 1):
                    run &= run >> step
                    shifted >>= step
                    two |= one & shifted
                    one |= shifted
                count += run.bit_count() + (_PAIR - 1) * (run & two).bit_count()
            return count

        def evaluate(mine: Mask, theirs: Mask, my_threats: Mask, threats: Mask, stones: int) -> int:
            empty = board & ~(mine | theirs)
            my_threats &= empty
            threats &= empty
            value = _THREAT * (my_threats.bit_count() - threats.bit_count())
            value += _LINE * (possible(mine, empty) - possible(theirs, empty))
            if zugzwang and (my_threats or threats):
                is_odd = (squares - stones) % 2 == 0  # whether the side to move gets the odd rows
                one, two = (my_threats, threats) if is_odd else (threats, my_threats)
                odds, others = one & odd & ~above(two & even), two & odd & ~above(one & odd)
                evens = two & even & ~above(one & odd)
                lead = odds.bit_count() - others.bit_count()
                won = 2 if lead > 0 else -2 if evens and not odds else -1 if evens or lead < 0 else 0
                value += zugzwang * won if is_odd else -zugzwang * won
            return max(1 - PROVED, min(PROVED - 1, value))

        return evaluate
