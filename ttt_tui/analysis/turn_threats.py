"""Threats where a turn has two stones: a line that lacks two squares is one as well.

A *gap* is the empty squares that a line without anybody else's stone lacks.

>>> from ttt_tui.engine import Geometry, Position, Rules, squares_of
>>> position = Position(Geometry(6, 6, 4, Rules.parse("double")), players=2)
>>> for name in ("a1", "b3", "c3"):
...     position.play(position.geometry.parse(name))
>>> [" ".join(map(position.geometry.name, squares_of(gap))) for gap in threatened_gaps(position)]
['a3 d3', 'd3 e3']
>>> [position.geometry.name(square) for square in squares_of(turn_answers(position) or 0)]
[]
>>> winning_gaps(position)
[]
"""

from itertools import chain

from ttt_tui.engine import Mask, Position, Rules, squares_of
from ttt_tui.engine.rules import TWO_A_TURN


def has_turn_threats(position: Position) -> bool:
    """Whether a turn has two stones, and a gap of two is known to be a threat by the other rules."""
    return position.geometry.rules == Rules(per_turn=TWO_A_TURN)


def winning_gaps(position: Position) -> list[Mask]:
    """Return the gaps that the player to move can fill in this turn, none by other rules."""
    return _gaps(position, position.to_move, position.stones_left)


def threatened_gaps(position: Position) -> list[Mask]:
    """Return the gaps that the other player fills in the next turn unless they are blocked before."""
    other = position.in_turn()[-1]
    return _gaps(position, other, min(TWO_A_TURN, position.turns_left(other)))


def _gaps(position: Position, player: int, stones: int) -> list[Mask]:
    from ttt_tui.computer.rules_of_thumb import gaps  # the first screen does not need it

    if not has_turn_threats(position):
        return []
    return list(dict.fromkeys(gaps(position, player, stones)))


def turn_answers(position: Position) -> Mask | None:
    """Return where the player to move has to place the next stone so that the turn can stop all threats.

    0 if no turn can; None if any stone will do, as the last one of the turn can stop them all, and where
    there is no threat or the player can win first.
    """
    gaps = [] if winning_gaps(position) else threatened_gaps(position)
    if not gaps:
        return None
    alone = _in_all(gaps)
    if position.stones_left == 1:
        return alone
    if alone:
        return None
    found = 0
    for square in set(chain.from_iterable(map(squares_of, gaps))):
        if _in_all([gap for gap in gaps if not gap >> square & 1]):
            found |= 1 << square
    return found


def _in_all(gaps: list[Mask]) -> Mask:
    """Return the squares common to all gaps."""
    found = -1
    for gap in gaps:
        found &= gap
    return found
