"""Alpha-beta search to the end for games in which stones fall, two players and lines of k or more.

The techniques that make it quick enough, in the order of their gains:

- A side that can complete a line does; else it has to stop the other side's only threat, and two threats are
  lost. A stone directly below a square where the other side would complete a line loses at once, so such
  moves are left out. (P. Pons, "Solving Connect Four", 2015–2019, has this, scores by the length of the
  game, narrow windows and this order of moves.)
- A stone after which two threats stand side by side, or one above the other, wins without further search.
- Each side's threats, squares where a stone would complete a line, are carried along. A stone adds those of
  the lines through it, which are looked up by the stones around it.
- Moves that make the most threats are tried first, above all on the rows that are this side's in the end:
  with an even number of rows the first player gets the odd ones if both fill up what is left in turn. How
  often a square refuted the other side's last stone counts too, by its logarithm (the *history heuristic*:
  J. Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", 1989).
- If every column has an even number of empty squares left, the other side can always answer on top of the
  last stone (*claimeven*: L. V. Allis, "A knowledge-based approach of Connect-Four", 1988). It gets every
  second square of each column; if the side to move has no line with the rest, it does not win, and if the
  other side has one with its own, it loses.

Threats may include squares that have been taken since: they are restricted to empty squares where it matters.
"""

from collections.abc import Callable
from typing import Any

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solution import WIN, Bounds
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes
from ttt_tui.engine import Geometry, Mask, Square, mask_of

_THREAT, _OWN_ROW = 8, 4
"""The weight of a new threat in the order of moves, and the further weight on a row that is its owner's in
the end; a line through the square counts 1, and so does each doubling of the cutoffs there."""

_MOST_BOUNDS = 20_000
"""The number of different bounds kept once each."""


class _Threats(dict[Mask, Mask]):
    """The threats through a stone on one square, along one direction, by the other stones in reach.

    A threat is a square where one more stone would complete a line. Entries are computed on demand.
    """

    def __init__(self, square: Square, reach: list[Square], line_length: int) -> None:
        super().__init__()
        self._lines = [
            mask_of(reach[start : start + line_length])
            for start in range(len(reach) - line_length + 1)
            if square in reach[start : start + line_length]
        ]
        self._square = 1 << square

    def __missing__(self, stones: Mask) -> Mask:
        missing = [line & ~(stones | self._square) for line in self._lines]
        found = 0
        for squares in missing:
            if squares & squares - 1 == 0:
                found |= squares
        self[stones] = found
        return found


_Tables = tuple[Any, ...]
"""For each direction the surrounding squares, and the threats by the stones there."""

_Search = Callable[[Mask, Mask, Mask, Mask, int, int, int], int]
"""Returns a value from each side's stones and threats, the number of stones, alpha and beta."""

ANY: Bounds = (-WIN, WIN)


class DropSearch:
    """Searches positions of one geometry, and keeps its results within `megabytes`."""

    def __init__(self, geometry: Geometry, megabytes: float) -> None:
        self.geometry = geometry
        self.known: TwoGenerationCache[int, Bounds] = TwoGenerationCache(
            megabytes, int_bytes((geometry.rows + 1) * geometry.stride)
        )
        self._bounds: dict[Bounds, Bounds] = {}
        self._blocked: Mask = 0
        moves = [1 << square for square in geometry.squares]
        self._cutoffs = [dict.fromkeys(moves, 0) for _ in (0, 1)]  # by the number of stones, even or odd
        self.tables = {1 << square: self._tables_of(square) for square in geometry.squares}
        lines = geometry.lines_through
        self.static = {1 << square: len(lines[square]) for square in geometry.squares}

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self.known.bytes

    def forget(self) -> None:
        """Discard all results, and what the order of moves has learnt."""
        self.known.clear()
        for counts in self._cutoffs:
            counts.update(dict.fromkeys(counts, 0))

    def block(self, blocked: Mask) -> None:
        """Discard the results for other stones of players who have left."""
        if blocked != self._blocked:
            self.forget()
            self._blocked = blocked

    def value(self, mine: Mask, theirs: Mask, blocked: Mask, alpha: int, beta: int, budget: Budget) -> int:
        """Return the value to the side to move; a bound if it is outside alpha … beta.

        `blocked` are the stones of players who have left. There must be no line yet. Raises `OutOfTime`.
        """
        geometry = self.geometry
        self.block(blocked)
        stones = (mine | theirs | blocked).bit_count()
        empty = geometry.board & ~(mine | theirs | blocked)
        threats = geometry.completing(mine)
        if threats & empty & ~(empty >> geometry.stride):
            return WIN - stones - 1
        search = self._searcher(budget)
        return search(mine, theirs, threats, geometry.completing(theirs), stones, alpha, beta)

    def _searcher(self, budget: Budget) -> _Search:
        """Return the search; its constants are local names, which makes it fast."""
        geometry, tables, static = self.geometry, self.tables, self.static
        stride, board, squares = geometry.stride, geometry.board & ~self._blocked, len(geometry.squares)
        top = mask_of(geometry.squares[: geometry.columns])
        rows = [mask_of(s for s in geometry.squares if geometry.row(s) % 2 == odd) for odd in (0, 1)]
        own_rows = [rows[(geometry.rows - 1 + player) % 2] for player in (0, 1)]
        upper, lower = rows  # of each pair of rows, if all columns have an even number of empty squares
        has_line = geometry.has_line
        tick, get, keep, once = budget.tick, self.known.get, self.known.keep, self._once
        all_cutoffs = self._cutoffs

        def search(
            mine: Mask, theirs: Mask, my_threats: Mask, threats: Mask, stones: int, alpha: int, beta: int
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
            most, least = WIN - stones - 3, stones + 4 - WIN if stones + 4 <= squares else 0
            if most < beta:
                beta = most
                if alpha >= beta:
                    return beta
            if least > alpha:
                alpha = least
                if alpha >= beta:
                    return alpha
            if not moves & moves - 1:
                around0, table0, around1, table1, around2, table2, around3, table3 = tables[moves]
                my_threats |= (
                    table0[mine & around0] | table1[mine & around1]
                    | table2[mine & around2] | table3[mine & around3]
                )  # fmt: skip
                return -search(theirs, mine | moves, threats, my_threats, stones + 1, -beta, -alpha)

            # The lowest empty square of each column is marked: all above are empty, and need not be known.
            key = (mine | legal) << stride | top & ~empty
            low, high = get(key) or ANY
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            if low > alpha:
                alpha = low
            if high < beta:
                beta = high
            if not legal & upper and high > 0 and not has_line(mine | empty & lower):
                high = -1 if has_line(theirs | empty & upper) else 0
                if high <= alpha:
                    keep(key, once((low, high)))
                    return high
                if high < beta:
                    beta = high

            order = []
            own, cutoffs = own_rows[stones & 1], all_cutoffs[stones & 1]
            while moves:
                move = moves & -moves
                moves ^= move
                around0, table0, around1, table1, around2, table2, around3, table3 = tables[move]
                new = (
                    table0[mine & around0] | table1[mine & around1]
                    | table2[mine & around2] | table3[mine & around3]
                )  # fmt: skip
                after = my_threats | new
                now = after & (legal ^ move | move >> stride) & empty
                if now and (now & now - 1 or after & now >> stride & empty):
                    return most
                new &= empty & ~my_threats
                worth = _THREAT * new.bit_count() + _OWN_ROW * (new & own).bit_count()
                worth += static[move] + cutoffs[move].bit_length()
                order.append((worth, move, after))
            order.sort(reverse=True)
            best, floor = -WIN, alpha
            for _, move, after in order:
                value = -search(theirs, mine | move, threats, after, stones + 1, -beta, -alpha)
                if value > best:
                    best = value
                    if value >= beta:
                        cutoffs[move] += 1
                        break
                    if value > alpha:
                        alpha = value
            keep(key, once((low if best <= floor else best, high if best >= beta else best)))
            return best

        return search

    def _once(self, bounds: Bounds) -> Bounds:
        """Return the single object kept for equal bounds."""
        if len(self._bounds) > _MOST_BOUNDS:
            self._bounds.clear()
        return self._bounds.setdefault(bounds, bounds)

    def _tables_of(self, square: Square) -> _Tables:
        """Return, for each direction, the surrounding squares that matter and the table of threats."""
        geometry = self.geometry
        found: list[Mask | _Threats] = []
        for step in geometry.directions:
            squares = squares_along(geometry, square, step)
            found += [mask_of(squares) ^ 1 << square, _Threats(square, squares, geometry.line_length)]
        return tuple(found)


def squares_along(geometry: Geometry, square: Square, step: int) -> list[Square]:
    """Return the squares of one direction that can be in a line with a square, which is among them."""
    reach, squares = geometry.line_length - 1, [square]
    for sign in (step, -step):
        other = square + sign
        while other in geometry and abs(other - square) <= reach * step:
            squares.append(other)
            other += sign
    return sorted(squares)
