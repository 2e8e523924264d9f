"""What can be wrong with a move, each with a reason that a person understands.

>>> from ttt_tui.engine import Geometry, IllegalMove
>>> try:
...     Geometry(3, 3, 3).parse("d1")
... except IllegalMove as refusal:
...     print(f"No: {refusal}.")
No: d1 is not on a 3×3 board.
"""


class IllegalMove(ValueError):
    """A move that the rules refuse; `str(error)` is the reason, without a full stop."""


class NotASquare(IllegalMove):
    """The square is not on the board, or the text names no square at all."""


class SquareTaken(IllegalMove):
    """There is a stone on the square already."""


class NotYourTurn(IllegalMove):
    """It is somebody else's turn, or the player has resigned."""


class GameOver(IllegalMove):
    """The game has ended."""


class NothingToUndo(IllegalMove):
    """There is no move to take back."""


class NothingToRedo(IllegalMove):
    """No move that was taken back is waiting to be played again."""
