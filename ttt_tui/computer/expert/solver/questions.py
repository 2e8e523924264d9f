"""The questions asked about a position: can the side to move force a line, and can the other side.

The value of a position follows from the answers. They are asked with growing effort, since it is not known
beforehand which of them is the easy one.
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
"""The efforts of the attacks, one after another, and the maker's turns that a search before each may cost.

First by single steps, then by half as much more: a wrong move is left again before its refutation costs much,
and what was seen is not gone through too often: 9x4 with four in a row takes 20 million nodes so, and by
single steps 27, with memory enough for all."""


class AttackView(NamedTuple):
    """A position as an attack sees it: what the side to move and the other one can still reach."""

    mine: Reach
    theirs: Reach
    empty: Mask


def side_of(lines: Residuals, position: Position) -> AttackView:
    """Return what the two players of a position can still reach.

    Raises `ValueError` if somebody has a line already, or not exactly two are playing.
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
    """Asks about positions of one geometry, and keeps in so many megabytes what was answered."""

    def __init__(self, lines: Residuals, megabytes: float) -> None:
        self.lines = lines
        self.attack = Attack(lines, megabytes)
        self._cuts = Cuts(self.attack.maker_breaker)

    def after(self, side: AttackView, square: Square) -> AttackView:
        """Return the position after a move that completes no line, as the other side sees it."""
        lines = self.lines
        return AttackView(
            side.theirs & ~lines.spread[square], lines.gain(side.mine, square), side.empty ^ 1 << square
        )

    def wins(self, side: AttackView, effort: int, nodes: int, budget: Budget) -> AttackResult:
        """Return whether the side to move can force a line, as far as this effort of `PLAN` tells."""
        if held := self.held(side.mine, side.empty, False, nodes, budget):
            return held
        self.attack.proving = effort > QUICK
        return self.attack.attack(side.mine, side.theirs, side.empty, effort, budget)

    def loses(self, side: AttackView, effort: int, nodes: int, budget: Budget) -> AttackResult:
        """Return whether the side that is not to move can force a line, as far as this effort tells."""
        can_win_at_once = side.mine & self.lines.field
        if not can_win_at_once and (held := self.held(side.theirs, side.empty, True, nodes, budget)):
            return held
        self.attack.proving = effort > QUICK
        return self.attack.defend(side.theirs, side.mine, side.empty, effort, budget)

    def held(
        self, reach: Reach, empty: Mask, breaker_first: bool, nodes: int, budget: Budget
    ) -> AttackResult | None:
        """Return that a side with this reach forces no line, if the maker-breaker game shows it."""
        # The parts first, which are quick to hold or to give up where the whole takes long.
        verdict = self._cuts.verdict(reach, empty, nodes, budget)
        if not verdict:
            verdict = self.attack.maker_breaker.verdict(reach, empty, breaker_first, nodes, budget)
        if verdict and verdict.held:
            return AttackResult(AttackState.HELD, zone=verdict.zone, move=verdict.move)
        return None
