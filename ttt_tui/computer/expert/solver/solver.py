"""The exact solver: what a position of two players is worth, proved.

A position is a win for the side to move if that side can force a line, a loss if the other side can, and a
draw if neither can: two questions to `attack`, asked in turn with growing effort until one is answered by yes
or both by no. Nothing is looked up: no opening is known, no board treated as special.
"""

from contextlib import suppress
from dataclasses import dataclass, replace

from ttt_tui.computer.base import Value
from ttt_tui.computer.budget import Budget, OutOfTime
from ttt_tui.computer.expert.solver.attack import ENDLESS, QUICK, Attack, AttackResult, Fate
from ttt_tui.computer.expert.solver.residuals import Reach, Residuals
from ttt_tui.computer.memory import room
from ttt_tui.engine import Geometry, Mask, Position, Square, squares_of

_PLAN = (
    (0, 4),
    (1, 4),
    (2, 8),
    (3, 12),
    (4, 20),
    (QUICK, 40),
    *((effort, 1_000) for effort in range(QUICK + 1, 3 * QUICK)),
    (ENDLESS, 15_000),
)
"""The efforts of the attacks, one after another, and the maker's turns that a look before each may cost.

By single steps for a while: a wrong move of the defender's is left again before its refutation costs much."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What was proved about a position."""

    value: Value
    """What it is worth to the side to move."""
    plies: int | None
    """WIN: the side to move wins within so many plies against every defence. LOSS: the other side does.
    It is the most that the proof needs, and can be more than the shortest win. None for a draw."""
    best: tuple[Square, ...]
    """Moves proved to keep the value, at least one unless the board is full. The first is the one to play:
    the quickest win known, the longest resistance known."""
    pv: tuple[Square, ...]
    """The principal variation, as far as it is known, `best[0]` first."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A position as the attack sees it: what the side to move and the other one can still reach."""

    mine: Reach
    theirs: Reach
    empty: Mask


SOLVER_MEGABYTES = 100.0
"""What a solver may keep that is all alone."""


class Solver:
    """Solves positions of one geometry and keeps in so many megabytes what it proved."""

    def __init__(self, geometry: Geometry, megabytes: float = SOLVER_MEGABYTES) -> None:
        self.geometry = geometry
        self._lines = Residuals(geometry)
        self._attack = Attack(self._lines, room(megabytes, self._lines.bytes))

    @property
    def bytes(self) -> int:
        """How many bytes it keeps, and the tables of the board take."""
        return self._lines.bytes + self._attack.bytes

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position of two players, with all moves that keep it if asked for.

        The same calls in the same order cost the same nodes on every machine. A win that was found is kept:
        the solver, asked again after the move it gave and any answer, promises the rest of these plies or
        less. Raises `OutOfTime` when the budget is used up first; what was proved by then is kept.
        Raises `ValueError` if somebody has a line already, or not exactly two are playing.
        """
        mover, other = position.in_turn()
        stones = position.stones
        side = _Side(
            self._lines.reach(stones[mover], position.occupied ^ stones[mover]),
            self._lines.reach(stones[other], position.occupied ^ stones[other]),
            position.empty,
        )
        try:
            solution = self._solve(side, budget)
            if all_moves:
                rest = [square for square in squares_of(side.empty) if square not in solution.best]
                kept = tuple(square for square in rest if self._keeps(solution.value, side, square, budget))
                solution = replace(solution, best=solution.best + kept)
        except RecursionError:  # so deep a search would not have come to an end
            raise OutOfTime from None
        return solution

    # --- values ------------------------------------------------------------------------------------------

    def _solve(self, side: _Side, budget: Budget) -> Solution:
        attack, defence = AttackResult(Fate.OPEN), AttackResult(Fate.OPEN)
        for effort, nodes in _PLAN:
            if attack.fate is Fate.OPEN:
                attack = self._win(side.mine, side.theirs, side.empty, effort, nodes, budget)
                if attack.fate is Fate.WON:
                    return self._solution(Value.WIN, attack, side, effort, budget)
            # Where both have the same, the side to move cannot lose: a strategy of the other side could be
            # stolen (Hales and Jewett, 1963). Then all that is asked is which move holds a draw.
            if attack.fate is Fate.OPEN and side.mine == side.theirs:
                continue
            if defence.fate is Fate.OPEN:
                defence = self._loss(side.theirs, side.mine, side.empty, effort, nodes, budget)
                if defence.fate is Fate.WON:
                    return self._solution(Value.LOSS, defence, side, effort, budget)
            if attack.fate is defence.fate is Fate.HELD:
                break
        anything = tuple(squares_of(side.empty & -side.empty))  # nothing on a full board
        best = anything if defence.move is None else (defence.move,)
        return Solution(Value.DRAW, None, best, best)

    def _solution(
        self, value: Value, answer: AttackResult, side: _Side, effort: int, budget: Budget
    ) -> Solution:
        assert answer.move is not None
        pv = [answer.move]
        with suppress(OutOfTime):  # the value is proved: what there is of the line is enough
            self._extend(pv, value, side, effort, budget)
        return Solution(value, answer.plies, (answer.move,), tuple(pv))

    def _extend(self, pv: list[Square], value: Value, side: _Side, effort: int, budget: Budget) -> None:
        """Add the moves that the proof expects to the first one, in turn the winner's and the other's."""
        lines = self._lines
        mine, theirs, empty = side.mine, side.theirs, side.empty
        attacking = value is Value.WIN
        while not lines.fours(mine, empty) >> pv[-1] & 1:
            square = pv[-1]
            empty ^= 1 << square
            mine, theirs = theirs & ~lines.spread[square], lines.gain(mine, square)
            attacking = not attacking
            if attacking:
                answer = self._attack.attack(mine, theirs, empty, effort, budget)
            else:
                answer = self._attack.defend(theirs, mine, empty, effort, budget)
            if answer.fate is not Fate.WON or answer.move is None:
                return
            pv.append(answer.move)

    def _win(
        self, mine: Reach, theirs: Reach, empty: Mask, effort: int, nodes: int, budget: Budget
    ) -> AttackResult:
        """Whether the side with `mine`, to move, can force a line."""
        if held := self._held(mine, empty, False, nodes, budget):
            return held
        self._attack.proving = effort > QUICK
        return self._attack.attack(mine, theirs, empty, effort, budget)

    def _loss(
        self, mine: Reach, theirs: Reach, empty: Mask, effort: int, nodes: int, budget: Budget
    ) -> AttackResult:
        """Whether the side with `mine` can force a line, the other one being to move."""
        if not theirs & self._lines.field and (held := self._held(mine, empty, True, nodes, budget)):
            return held
        self._attack.proving = effort > QUICK
        return self._attack.defend(mine, theirs, empty, effort, budget)

    def _held(
        self, reach: Reach, empty: Mask, breaker_first: bool, nodes: int, budget: Budget
    ) -> AttackResult | None:
        """Whether the maker-breaker game shows that there is no win."""
        verdict = self._attack.maker_breaker.verdict(reach, empty, breaker_first, nodes, budget)
        if verdict and verdict.held:
            return AttackResult(Fate.HELD, zone=verdict.zone, move=verdict.move)
        return None

    def _keeps(self, value: Value, side: _Side, square: Square, budget: Budget) -> bool:
        """Whether this move keeps the value."""
        if value is Value.LOSS:
            return True
        lines = self._lines
        if lines.fours(side.mine, side.empty) >> square & 1:
            return True
        empty = side.empty ^ 1 << square
        mine = lines.gain(side.mine, square)
        theirs = side.theirs & ~lines.spread[square]
        for effort, nodes in _PLAN:
            if value is Value.WIN:
                answer = self._loss(mine, theirs, empty, effort, nodes, budget)
            else:
                answer = self._win(theirs, mine, empty, effort, nodes, budget)
            if answer.fate is not Fate.OPEN:
                return answer.fate is (Fate.WON if value is Value.WIN else Fate.HELD)
        raise AssertionError("no effort is enough")
