"""The exact solver: what a position of two players is worth, proved.

A position is a win for the side to move if that side can force a line, a loss if the other side can, and a
draw if neither can: two questions to `attack`, asked in turn with growing effort until one is answered by yes
or both by no. Nothing is looked up: no opening is known, no board treated as special.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ttt_tui.computer.base import Clock, Value
from ttt_tui.computer.expert.attack import Answer, Attack, Fate
from ttt_tui.computer.expert.residual import Lines, Reach
from ttt_tui.engine import Geometry, Mask, Position, Square, squares_of


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
    line: tuple[Square, ...]
    """The principal variation, as far as it is known, `best[0]` first."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A position as the attack sees it: what the side to move and the other one can still reach."""

    mine: Reach
    theirs: Reach
    empty: Mask


class Solver:
    """Solves positions of one geometry and keeps what it proved: at most about 100 MB."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._lines = Lines(geometry)
        self._attack = Attack(self._lines)

    def solve(self, position: Position, clock: Clock, all_moves: bool = False) -> Solution:
        """Return the value of a position of two players, with all moves that keep it if asked for.

        The same calls in the same order cost the same nodes on every machine. A win that was found is kept:
        the solver, asked again after the move it gave and any answer, promises the rest of these plies or
        less. Raises `OutOfTime` when the clock runs out first; what was proved by then is kept.
        Raises `ValueError` if somebody has a line already.
        """
        mover, other = position.in_turn()
        stones = position.stones
        side = _Side(
            self._lines.reach(stones[mover], position.occupied ^ stones[mover]),
            self._lines.reach(stones[other], position.occupied ^ stones[other]),
            position.empty,
        )
        solution = self._solve(side, clock)
        if all_moves:
            rest = [square for square in squares_of(side.empty) if square not in solution.best]
            kept = tuple(square for square in rest if self._keeps(solution.value, side, square, clock))
            solution = Solution(solution.value, solution.plies, solution.best + kept, solution.line)
        return solution

    # --- values ------------------------------------------------------------------------------------------

    def _solve(self, side: _Side, clock: Clock) -> Solution:
        attack, defence = Answer(Fate.OPEN), Answer(Fate.OPEN)
        for effort in _efforts():
            if attack.fate is Fate.OPEN:
                attack = self._attack.attack(side.mine, side.theirs, side.empty, effort, clock)
                if attack.fate is Fate.WON:
                    assert attack.move is not None
                    return Solution(Value.WIN, attack.plies, (attack.move,), (attack.move,))
            if defence.fate is Fate.OPEN:
                defence = self._attack.defend(side.theirs, side.mine, side.empty, effort, clock)
                if defence.fate is Fate.WON:
                    assert defence.move is not None
                    return Solution(Value.LOSS, defence.plies, (defence.move,), (defence.move,))
            if attack.fate is defence.fate is Fate.HELD:
                break
        best = self._holding(side, clock)
        return Solution(Value.DRAW, None, best, best)

    def _holding(self, side: _Side, clock: Clock) -> tuple[Square, ...]:
        """Return a move after which the other side cannot win: there is one, and any if there is no line."""
        squares = self._lines.by_chances((side.theirs, side.mine), side.empty)
        if not squares:
            return tuple(squares_of(side.empty & -side.empty))
        for effort in _efforts():
            for square in squares:
                if self._after(side, square, effort, clock, attacker_moves=False).fate is Fate.HELD:
                    return (square,)
        raise AssertionError("a drawn position has a move that holds")

    def _keeps(self, value: Value, side: _Side, square: Square, clock: Clock) -> bool:
        if value is Value.LOSS:
            return True
        for effort in _efforts():
            answer = self._after(side, square, effort, clock, attacker_moves=value is Value.WIN)
            if answer.fate is not Fate.OPEN:
                return answer.fate is (Fate.WON if value is Value.WIN else Fate.HELD)
        raise AssertionError("no effort is enough")

    def _after(
        self, side: _Side, square: Square, effort: int, clock: Clock, *, attacker_moves: bool
    ) -> Answer:
        """Return what becomes of an attack after a stone of the attacker's or else of the defender's."""
        lines = self._lines
        empty = side.empty ^ 1 << square
        if lines.fours(side.mine, side.empty) >> square & 1:
            return Answer(Fate.WON if attacker_moves else Fate.HELD, 1, empty)
        mine = lines.gain(side.mine, square)
        theirs = side.theirs & ~lines.spread[square]
        if attacker_moves:
            return self._attack.defend(mine, theirs, empty, effort, clock)
        return self._attack.attack(theirs, mine, empty, effort, clock)


def _efforts() -> Iterator[int]:
    """Give the efforts to try, one after another; no game is long enough to need them all."""
    yield from range(6)
    yield from range(6, 1300, 3)
