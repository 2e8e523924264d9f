"""The questions asked about a position: can the side to move force a line, and can the other side.

The value of a position follows from the answers. Both questions are asked with growing effort, since nobody
knows in advance which is the easy one.
"""

from typing import NamedTuple

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.attack import ENDLESS, QUICK, Attack, AttackResult, AttackState
from ttt_tui.computer.expert.solver.cuts import Cuts
from ttt_tui.computer.expert.solver.residuals import Reach, Residuals
from ttt_tui.engine import Mask, Position, Square

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
