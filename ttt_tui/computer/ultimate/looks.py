"""The apparent effects of a move in Ultimate, without a search: for its player, and for the other player.

>>> from ttt_tui.engine import Geometry, Rules
>>> from ttt_tui.engine.ultimate import UltimatePosition
>>> position = UltimatePosition(Geometry(9, 9, 3, Rules.parse("ultimate")))
>>> look_at(position, position.geometry.parse("e5"))
Look(wins=False, takes=False, blocks=False, builds=4, gives_game=False, gives_board=False, frees=False)
"""

from typing import NamedTuple

from ttt_tui.engine import Placement
from ttt_tui.engine.nine_boards import BOARD_OF, COMPLETING, NINE_LINES, PLACE_OF
from ttt_tui.engine.ultimate import UltimatePosition

LINES_THROUGH = tuple(tuple(line for line in NINE_LINES if line >> place & 1) for place in range(9))
"""Place → the lines that run through it."""


class Look(NamedTuple):
    """The apparent effects of a move."""

    wins: bool
    """Whether it wins the game."""
    takes: bool
    """Whether it wins a small board."""
    blocks: bool
    """Whether the other player could have won the small board there."""
    builds: int
    """Lines through the square without a stone of the other; if it takes a board, lines of boards."""
    gives_game: bool
    """Whether the other player can complete a line of boards after it."""
    gives_board: bool
    """Whether the other player can win a small board after it."""
    frees: bool
    """Whether the other player may choose the board after it."""


def look_at(position: UltimatePosition, move: Placement) -> Look:
    """Return the look of a legal move; the position is unchanged afterwards."""
    mover = position.to_move
    board, place = BOARD_OF[move], PLACE_OF[move]
    is_unowned = not position.owned >> board & 1
    theirs = position.cells[1 - mover][board]
    blocks = is_unowned and bool(COMPLETING[theirs] >> place & 1)
    position.play(move)
    try:
        takes = is_unowned and bool(position.won[mover] >> board & 1)
        if takes:
            reach = position.reach[mover]
            builds = sum(line & reach == line for line in LINES_THROUGH[board])
        else:
            builds = is_unowned * sum(not line & theirs for line in LINES_THROUGH[place])
        wins = takes and position.winner_by_line(mover) == mover
        other = position.to_move
        gives_game = not wins and bool(position.completing(other))
        gives_board = not wins and bool(position.taking(other))
        return Look(wins, takes, blocks, builds, gives_game, gives_board, position.sent is None)
    finally:
        position.undo()


def looks_of(position: UltimatePosition) -> dict[Placement, Look]:
    """Return how each legal move looks."""
    return {move: look_at(position, move) for move in position.moves}
