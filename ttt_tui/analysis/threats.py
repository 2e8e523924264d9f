"""What both sides threaten in a position, as squares: for a board that shows threats.

>>> from ttt_tui.engine import Geometry, Position, squares_of
>>> from ttt_tui.analysis.threats import threats_of
>>> position = Position(Geometry(3, 3, 3), players=2)
>>> for name in ("a1", "b3", "b1"):
...     position.play(position.geometry.parse(name))
>>> threats = threats_of(position)
>>> [position.geometry.name(square) for square in squares_of(threats.completing[0])]
['c1']
>>> [position.geometry.name(square) for square in squares_of(threats.answers)]
['c1']
"""

from typing import NamedTuple

from ttt_tui.analysis.shapes import makes_four, makes_open_run
from ttt_tui.engine import Mask, Position


class Threats(NamedTuple):
    """The squares that count in a position. A player who resigned, or has too few turns left, has none."""

    completing: tuple[Mask, ...]
    """For each player where a stone completes a line."""
    fours: tuple[Mask, ...]
    """For each player where a stone gives a line of k−1 that lacks one square."""
    open_threes: tuple[Mask, ...]
    """For each player where a stone gives k−2 in a row that are open at both ends, as `FactKind.OPENED`."""
    answers: Mask | None
    """Where the player to move has to move: after any other move the next player can complete a line. 0 if
    that is so after every move; None if there is no such threat, or the mover can complete a line first."""


def threats_of(position: Position) -> Threats:
    """Return the threats of a position in which nobody has won."""
    geometry, empty = position.geometry, position.empty
    players = range(len(position.stones))
    turns = [position.turns_left(player) if player in position.active else 0 for player in players]
    completing = tuple(position.completing(player) if turns[player] else 0 for player in players)
    fours = tuple(
        makes_four(geometry, position.stones[player], empty) if turns[player] >= 2 else 0
        for player in players
    )
    open_threes = tuple(
        makes_open_run(geometry, position.stones[player], empty) if turns[player] >= 3 else 0
        for player in players
    )
    return Threats(completing, fours, open_threes, answers(position))


def answers(position: Position) -> Mask | None:
    """Return where the player to move has to move, as `Threats.answers` says."""
    mover, *others = position.in_turn()
    if not others or position.completing(mover):
        return None
    threat = position.completing(others[0])
    if not threat or not position.turns_left(others[0]):
        return None
    return threat if threat & threat - 1 == 0 else 0
