"""The questions asked about a position: can the side to move force a line, and can the other side.

The value of a position follows from the answers. Both questions are asked with growing effort, since nobody
knows in advance which is the easy one.

The quickest answer is that a breaker holds the board, and on a long board he may hold it in parts. A line
that crosses the cut is assigned to one part, where the maker gets the rest of it for free. A breaker who then
holds both parts, moving second in each, holds the board: he answers each stone in the part where it fell. A
long board costs far more to search than its halves. (Boards are cut so, by hand, in W.-Y. Hsu, C.-L. Ko and
others, "On solving the 7,7,5-game and the 8,8,5-game", 2020.)
"""

from collections.abc import Iterator
from typing import NamedTuple

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.attack import ENDLESS, QUICK, Attack, AttackResult, AttackState
from ttt_tui.computer.expert.solver.maker_breaker import HOPELESS, MakerBreaker, tick
from ttt_tui.computer.expert.solver.reductions import MakerBreakerVerdict
from ttt_tui.computer.expert.solver.residuals import Reach, Residuals, Rows
from ttt_tui.engine import Geometry, Mask, Position, Square, mask_of

_FEWEST_TURNS = 1000  # a search for less is over before a part could be held
_SHARE = 3  # a cut gets one third of all turns


class Cuts:
    """Looks for a breaker's strategies that cut a board of one geometry in two."""

    def __init__(self, maker_breaker: MakerBreaker) -> None:
        """The tables of the maker-breaker game are shared."""
        self.maker_breaker = maker_breaker
        self.lines = maker_breaker.lines
        self._firsts = _first_parts(self.lines.geometry)

    def verdict(self, reach: Reach, empty: Mask, turns: int, budget: Budget) -> MakerBreakerVerdict | None:
        """Return that the breaker holds, the maker moving first, if some cut shows it.

        None if no cut does within `turns` of the maker's turns in all. The breaker may move first as well: an
        extra stone harms no strategy of his.
        """
        lines = self.lines
        if turns < _FEWEST_TURNS or lines.chances(reach) >= 2 * HOPELESS * lines.certain:
            return None
        rest = turns
        for first in self._firsts:
            for ties_to_first in (False, True):
                tick(lines, budget)
                parts = cut(lines, reach, empty, first, ties_to_first)
                if parts is None:
                    continue
                zone, left = 0, min(rest, turns // _SHARE)
                for part, squares in sorted(parts, key=lambda part: -lines.chances(part[0])):
                    verdict = self.maker_breaker.verdict(part, squares, False, left, budget)
                    used = left - max(0, self.maker_breaker.turns_left)
                    rest, left = rest - used, left - used
                    if not (verdict and verdict.held):
                        break
                    zone |= verdict.zone
                else:
                    return MakerBreakerVerdict(True, zone)
        return None


def _first_parts(geometry: Geometry) -> list[Mask]:
    """Return one part of each cut along a column or a row, those first that cut most evenly."""
    narrowest = geometry.line_length - 1  # a smaller part has no room for answers to the crossing lines
    found = []
    for count, place in ((geometry.columns, geometry.column), (geometry.rows, geometry.row)):
        for size in range(narrowest, count - narrowest + 1):
            part = mask_of(square for square in geometry.squares if place(square) < size)
            found.append((abs(2 * size - count) / count, part))
    return [part for _, part in sorted(found)]


def cut(
    lines: Residuals, reach: Reach, empty: Mask, first: Mask, ties_to_first: bool
) -> tuple[tuple[Reach, Mask], tuple[Reach, Mask]] | None:
    """Return the maker's reach in the first part and in the rest, each with its empty squares.

    A line goes to the part with more of its empty squares. None if no line crosses the cut, or if a line is
    assigned to a part where one stone completes it.
    """
    here = empty & first
    there = empty ^ here
    reach_here = reach_there = 0
    crossed = False
    for row, left in zip(_rows(lines.open(reach)), lines.left(lines.open(reach), empty), strict=True):
        missing_here, missing_there = (left & here).bit_count(), (left & there).bit_count()
        crossed |= bool(missing_here and missing_there)
        missing = max(missing_here, missing_there)
        if missing < 2:
            return None
        line = 1 << (missing - 1) * lines.width + row
        if missing_here > missing_there or (ties_to_first and missing_here == missing_there):
            reach_here |= line
        else:
            reach_there |= line
    if not crossed:
        return None
    return (shortest(lines, reach_here, here), here), (shortest(lines, reach_there, there), there)


def shortest(lines: Residuals, reach: Reach, empty: Mask) -> Reach:
    """Return the reach without lines that need all that another line needs: filling these fills that one.

    Of lines that need the same squares one remains.
    """
    rows = every = lines.open(reach)
    by_need = reach
    while by_need:
        for row in _rows(by_need & lines.field):
            if rows >> row & 1:
                longer = rows ^ 1 << row
                for square in lines.listed(lines.lines[row] & empty):
                    longer &= lines.through[square]
                rows ^= longer
        by_need >>= lines.width
    return reach if rows == every else lines.only(reach, rows)


def _rows(rows: Rows) -> Iterator[int]:
    """Yield the number of each of these lines."""
    while rows:
        lowest = rows & -rows
        rows ^= lowest
        yield lowest.bit_length() - 1


PLAN = (
    (0, 4),
    (1, 4),
    (2, 8),
    (3, 12),
    (4, 20),
    (QUICK, 40),
    *((effort, 1_000) for effort in (6, 9, 13, 19)),
    (ENDLESS, 15_000),
)
"""The successive efforts of the attacks, and the most turns of the maker's in a search before each attack.

First by single steps, then by half as much more: a wrong move is abandoned before its refutation costs much,
and known positions are not repeated too often: 9x4 with four in a row takes 20 million nodes like this, and
27 million by single steps, with enough memory for all.
"""


class AttackView(NamedTuple):
    """A position from an attack's point of view: the reaches of the side to move and of the other side."""

    mine: Reach
    theirs: Reach
    empty: Mask


def side_of(lines: Residuals, position: Position) -> AttackView:
    """Return the reaches of a position's two players.

    Raises `ValueError` if somebody has a line already, or if the number of active players is not two.
    """
    if position.stage is not None:
        raise ValueError("the opening is not over")
    mover, other = position.in_turn()
    mine, theirs = (
        lines.reach(position.stones[player], position.occupied ^ position.stones[player])
        for player in (mover, other)
    )
    return AttackView(mine, theirs, position.empty)


class Questions:
    """Asks about positions of one geometry, and keeps the answers within `megabytes`."""

    def __init__(self, lines: Residuals, megabytes: float) -> None:
        self.lines = lines
        self.attack = Attack(lines, megabytes)
        self._cuts = Cuts(self.attack.maker_breaker)

    def after(self, side: AttackView, square: Square) -> AttackView:
        """Return the position after a move that completes no line, from the other side's point of view."""
        lines = self.lines
        return AttackView(
            side.theirs & ~lines.spread[square], lines.gain(side.mine, square), side.empty ^ 1 << square
        )

    def wins(self, side: AttackView, effort: int, nodes: int, budget: Budget) -> AttackResult:
        """Return whether the side to move can force a line, as far as this effort of `PLAN` decides."""
        if held := self.held(side.mine, side.empty, False, nodes, budget):
            return held
        self.attack.proving = effort > QUICK
        return self.attack.attack(side.mine, side.theirs, side.empty, effort, budget)

    def loses(self, side: AttackView, effort: int, nodes: int, budget: Budget) -> AttackResult:
        """Return whether the other side can force a line, as far as this effort of `PLAN` decides."""
        can_win_at_once = side.mine & self.lines.field
        if not can_win_at_once and (held := self.held(side.theirs, side.empty, True, nodes, budget)):
            return held
        self.attack.proving = effort > QUICK
        return self.attack.defend(side.theirs, side.mine, side.empty, effort, budget)

    def held(
        self, reach: Reach, empty: Mask, breaker_first: bool, nodes: int, budget: Budget
    ) -> AttackResult | None:
        """Return that a side with this reach forces no line, if the maker-breaker game shows that."""
        # The parts first, which can be held or given up quickly where the whole takes long.
        verdict = self._cuts.verdict(reach, empty, nodes, budget)
        if not verdict:
            verdict = self.attack.maker_breaker.verdict(reach, empty, breaker_first, nodes, budget)
        if verdict and verdict.held:
            return AttackResult(AttackState.HELD, zone=verdict.zone, move=verdict.move)
        return None
