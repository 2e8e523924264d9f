"""What can be wrong with a move, each with a reason that a person understands."""


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
