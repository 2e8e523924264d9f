"""The first stone of a game of two, and the reply to it.

A search sees little there, so what is played by habit, the centre or next to it, costs none. But a habit can
throw away a win, if the other side's first stone was bad: whatever the solver settles is played as it says.
"""

from random import Random

from ttt_tui.computer.base import Clock, Report, Stop, Thought
from ttt_tui.computer.expert.exact import Solver, solved
from ttt_tui.engine import Limit, Position, Square


def think(
    solver: Solver | None,
    position: Position,
    limit: Limit,
    clock: Clock,
    stop: Stop,
    report: Report,
    random: Random,
) -> Thought:
    """Return what is proved of a position with one stone at most, else the usual move."""
    usual = usual_move(position, random)
    proved = solver and solved(solver, position, limit, stop, clock, random, usual)
    thought = proved or Thought(usual, nodes=clock.nodes, seconds=clock.seconds, line=(usual,))
    report(thought)
    return thought


def usual_move(position: Position, random: Random) -> Square:
    """Return the centre or, if that is taken, one of the squares that touch its corners."""
    geometry = position.geometry
    column, row = geometry.columns // 2, geometry.rows // 2
    centre = geometry.at(column, row)
    if position.empty >> centre & 1:
        return centre
    return random.choice(sorted(geometry.at(column + c, row + r) for c in (-1, 1) for r in (-1, 1)))
