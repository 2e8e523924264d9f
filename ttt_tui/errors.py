"""All errors that the program raises on purpose, in one tree.

TttError
    IllegalMove
        NotASquare
        SquareTaken
        NotYourTurn
        GameOver
        NothingToUndo
        NothingToRedo
    RecordError
    PuzzleTextError
    ComputerFault
        NoMoveYet
        BrainFault
            DidNotStart
            Died
            Hung
            Overran
            IllegalBrainMove
            MeaninglessAnswer
            Flooded
            CommandRefused
    RequestCancelled
    CommandImpossible
    IllegalAnswer
    OutOfTime
    CannotStart
    ChildGone
    ChildNotReading
    LineTooLong
    EndedBySignal
    StoreError
        StoreBusy
            StillWriting
        NewerStore
        ReadOnlyStore
    OwnershipLost
    AlreadyStored
    ConnectionUnavailable
        NoAnswer
            HostBusy
    InvalidMessage
    TooManyGames
    UsageError
    HistoryError
    WorkerGone
    WorkerFailed
    GameNotSaved
    LeavePlainMode

`str(error)` tells people what is wrong, without a full stop. Exceptions with a leading underscore unwind a
search or a loop and never leave their module.

>>> from ttt_tui.engine import Geometry, IllegalMove
>>> try:
...     Geometry(3, 3, 3).parse("d1")
... except IllegalMove as refusal:
...     print(f"No: {refusal}.")
No: d1 is not on a 3×3 board.
"""

import signal


class TttError(Exception):
    """The root of all errors that are raised on purpose."""


class IllegalMove(TttError, ValueError):
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


class RecordError(TttError, ValueError):
    """A record that cannot be read; `str(error)` says where and why."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column


class PuzzleTextError(TttError, ValueError):
    """Puzzles that cannot be read; `str(error)` says where, what is wrong, and what would be right."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


class ComputerFault(TttError):
    """A computer has no move to give; `str(error)` is a predicate that follows its name: "did not start".

    Other exceptions are bugs of this program.
    """


class NoMoveYet(ComputerFault):
    """It was stopped before it suggested any move, which is no failure."""


class BrainFault(ComputerFault):
    """A brain did not do what it was asked to; `str(error)` says what it did, without a full stop.

    Its process is then ended; the next request starts it again.
    """

    kind = "failed"
    """What tables and JSON call it."""


class DidNotStart(BrainFault):
    """The program could not be run."""

    kind = "did not start"


class Died(BrainFault):
    """It ended, or closed its output, when an answer was due."""

    kind = "died"


class Hung(BrainFault):
    """It did not answer what is answered at once, or did not even read it."""

    kind = "hung"


class Overran(BrainFault):
    """It exceeded its time limit and the grace after it."""

    kind = "overran"


class IllegalBrainMove(BrainFault):
    """It answered a square that is not on the board, or that has a stone."""

    kind = "illegal move"


class MeaninglessAnswer(BrainFault):
    """What it answered is no answer."""

    kind = "nonsense"


class Flooded(BrainFault):
    """It said more than anybody could want to know."""

    kind = "flood"


class CommandRefused(BrainFault):
    """It answered ERROR or UNKNOWN."""

    kind = "refused"


class RequestCancelled(TttError):
    """The stop was set while an answer was awaited."""


class CommandImpossible(TttError):
    """A command that is known cannot be done; `str(error)` says why, for the manager's log."""


class IllegalAnswer(TttError, ValueError):
    """A computer answered what is no legal move; `str(error)` names the player, the move and the reason."""


class OutOfTime(TttError):
    """Unwinds what was to be done with a budget that is used up."""


class CannotStart(TttError):
    """A program could not be started; `str(error)` says why."""


class ChildGone(TttError):
    """The program has closed its output or ended; `str(error)` says how: "stopped (exit status 1)"."""


class ChildNotReading(TttError):
    """The program does not read its input."""


class LineTooLong(TttError, ValueError):
    """A line was longer than any can be; it is gone, and the next one can be read."""


class EndedBySignal(TttError):
    """A signal asked the program to end; `status` is the exit status that says which."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.status = 128 + number


class StoreError(TttError):
    """The store cannot be used; `str(error)` says why, as part of a sentence."""


class StoreBusy(StoreError):
    """Another program has locked the store, or the store does not answer in time."""


class StillWriting(StoreBusy):
    """It is late, and what was asked can no longer be taken back: it is being written."""

    def __init__(self) -> None:
        super().__init__("it is still being written because the disk is slow; try again in a moment")


class NewerStore(StoreError):
    """The file was written by a later version of the program; it is left alone."""


class ReadOnlyStore(StoreError):
    """The history can be read and not be written."""

    def __init__(self) -> None:
        super().__init__("the history is read-only")


class OwnershipLost(TttError):
    """Another process plays this game now; nothing was written."""


class AlreadyStored(TttError):
    """A game that was to be added is there already, or looks like it; `str(error)` says so."""

    def __init__(self, reason: str, id: int, *, has_same_id: bool = False) -> None:
        """`has_same_id` is whether the game is certain by its id, so that it is not added in any case."""
        super().__init__(reason)
        self.id = id
        self.has_same_id = has_same_id


class ConnectionUnavailable(TttError):
    """There is no place to meet; the text says why."""


class NoAnswer(ConnectionUnavailable):
    """There is one, and nobody answers there."""


class HostBusy(NoAnswer):
    """The host's queue of connections is full at the moment; a later attempt may succeed."""


class InvalidMessage(TttError, ValueError):
    """What was said is no message; the text says why."""


class TooManyGames(TttError, ValueError):
    """The host does not stop telling games."""


class UsageError(TttError):
    """The command line asks for something impossible; `str(error)` says why, and what would be right.

    The program then ends with `WRONG_USAGE`. `option` is the option at fault, which comes first in the text.
    """

    def __init__(self, reason: str, option: str | None = None) -> None:
        super().__init__(reason if option is None else f"argument {option}: {reason}")


class HistoryError(TttError):
    """What was asked for cannot be done; `str(error)` says why."""


class WorkerGone(TttError):
    """A worker has ended in the middle of a game, or not begun; `str(error)` says which game, and how."""


class WorkerFailed(TttError):
    """Something unforeseen happened in a worker; `str(error)` is its traceback."""


class GameNotSaved(TttError):
    """A game could not be written; `str(error)` says why."""


class LeavePlainMode(TttError):
    """The user wants to leave plain mode."""
