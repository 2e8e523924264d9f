"""All errors that the program raises on purpose, in one tree.

TttError
    IllegalMove
        NotASquare
            UnfinishedSquare
        SquareTaken
            ColumnFull
        FloatingStone
        ForbiddenPoint
        WrongBoard
        NoMark
        MustChoose
        NothingToChoose
        NotYourTurn
        GameOver
        DrawDeclined
        NothingToUndo
        NothingToRedo
    InvalidSetup
        InvalidSize
        InvalidLineLength
        InvalidRules
        InvalidName
        InvalidSymbol
        InvalidClock
        InvalidStart
        NotForEngines
    UnknownEngine
    RecordError
        UnknownRules
    PuzzleTextError
    InvalidData
    ComputerFault
        NoMoveYet
        BrainFault
            StartFailed
            EngineExited
            NoResponse
            TimeExceeded
            IllegalBrainMove
            MeaninglessAnswer
            OutputFlood
            CommandRefused
            ComputerRaised
    NoOtherEngine
    ActionUnavailable
    NotPermitted
        Confined
    RequestCancelled
    CommandImpossible
    IllegalAnswer
    PlayerFailed
    CannotMoveNow
    CannotResume
    OutOfTime
    CannotStart
    ChildEnded
    ChildNotReading
    LineTooLong
    EndedBySignal
    StoreError
        StoreBusy
            StillReading
            StillWriting
        NewerStore
        CannotWriteStore
        ReadOnlyStore
    SettingNotSaved
    OwnershipLost
    GameDeleted
    AlreadyStored
    ConnectionUnavailable
        NoAnswer
            HostBusy
    ConnectionClosed
    InvalidMessage
    NoOpenSeat
    TooManyGames
    UsageError
    HistoryError
        InvalidQuery
    WorkerEnded
    WorkerFailed
    GameNotSaved
    LeavePlainMode
    NameRefused
    VisitRefused
    Unrated

`str(error)` says what is wrong in words for users, without a full stop. Exceptions with a leading underscore
unwind a search or a loop and never leave their module.

>>> from ttt_tui.engine import Geometry, IllegalMove
>>> try:
...     Geometry(3, 3, 3).parse("d1")
... except IllegalMove as refusal:
...     print(f"No: {refusal}.")
No: d1 is not on a 3×3 board.
"""

import errno
import signal


class TttError(Exception):
    """The root of all errors that are raised on purpose."""


class IllegalMove(TttError, ValueError):
    """A move that the rules refuse; `str(error)` is the reason, without a full stop."""


class NotASquare(IllegalMove):
    """The square is not on the board, or the text is not the name of a square."""


class UnfinishedSquare(NotASquare):
    """The text names a small board of Ultimate and not yet a square of it."""

    def __init__(self, reason: str, middle: int) -> None:
        super().__init__(reason)
        self.middle = middle
        """The middle square of that board."""


class SquareTaken(IllegalMove):
    """The square has a stone already."""


class ColumnFull(SquareTaken):
    """The column has no empty square left to which a stone could fall."""


class FloatingStone(IllegalMove):
    """The square below is empty, where stones fall to the lowest empty square of their column."""


class ForbiddenPoint(IllegalMove):
    """The first player of renju would make an overline, two fours or two threes there."""


class WrongBoard(IllegalMove):
    """The square is not on the small board of Ultimate where the player has to play."""


class NoMark(IllegalMove):
    """The move does not say which mark to place, where players choose."""


class MustChoose(IllegalMove):
    """A stone is placed where the opening asks for a choice."""


class NothingToChoose(IllegalMove):
    """A choice of the opening is made where there is none."""


class NotYourTurn(IllegalMove):
    """It is another player's turn, or the player has resigned."""


class GameOver(IllegalMove):
    """The game has ended."""


class DrawDeclined(IllegalMove):
    """A computer does not accept a draw; `str(error)` says why."""


class NothingToUndo(IllegalMove):
    """No move is left to undo."""


class NothingToRedo(IllegalMove):
    """No move is left to redo."""


class InvalidSetup(TttError, ValueError):
    """A set-up that cannot be played; `str(error)` says what is wrong, and what would be right."""


class InvalidSize(InvalidSetup):
    """A side of the board is too short or too long."""


class InvalidLineLength(InvalidSetup):
    """The line is too short, or longer than the board."""


class InvalidRules(InvalidSetup):
    """The rules are unknown, do not go together, or do not suit the board, the players or a level."""


class InvalidName(InvalidSetup):
    """A text that cannot be a player's name."""


class InvalidSymbol(InvalidSetup):
    """A text that cannot be a player's symbol, or that looks like another player's."""


class InvalidClock(InvalidSetup):
    """A text that is no clock, or one with too much or too little time."""


class InvalidStart(InvalidSetup):
    """No game can start in a position."""


class NotForEngines(InvalidSetup):
    """The Gomocup protocol cannot express the game, so no engine can play it."""


class UnknownEngine(TttError, ValueError):
    """No engine has this name; `str(error)` says which names there are."""


class RecordError(TttError, ValueError):
    """A record that cannot be read; `str(error)` says where and why."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}, column {column}: {reason}")
        self.reason = reason
        """What is wrong, without the place."""
        self.line = line
        self.column = column


class UnknownRules(RecordError):
    """A record has rules that this version does not know; `rules` quotes them."""

    def __init__(self, reason: str, rules: str) -> None:
        super().__init__(reason)
        self.rules = rules


class PuzzleTextError(TttError, ValueError):
    """Puzzles that cannot be read; `str(error)` says where, what is wrong, and what would be right."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


class InvalidData(TttError, ValueError):
    """Data written by others is not as required: `line must be a whole number`, `moves is missing`."""


class ComputerFault(TttError):
    """A computer has no move; `str(error)` is a predicate that follows its name: "did not start".

    Other exceptions are bugs of this program.
    """


class NoMoveYet(ComputerFault):
    """The computer was stopped before its first move suggestion; not a failure."""


class BrainFault(ComputerFault):
    """An engine violated the protocol; `str(error)` says what it did.

    Its process is then ended; the next request starts it again.
    """

    kind = "failed"
    """The name of this kind of fault in JSON."""


class StartFailed(BrainFault):
    """The program could not be run."""

    kind = "did not start"


class EngineExited(BrainFault):
    """The program ended, or closed its output, when an answer was due."""

    kind = "died"


class NoResponse(BrainFault):
    """The engine did not answer a command that needs no search, or did not read it."""

    kind = "hung"


class TimeExceeded(BrainFault):
    """The engine had not moved after its time and the grace period."""

    kind = "overran"


class IllegalBrainMove(BrainFault):
    """The engine played a square that is taken or not on the board."""

    kind = "illegal move"


class MeaninglessAnswer(BrainFault):
    """The engine sent lines that are not an answer."""

    kind = "nonsense"


class OutputFlood(BrainFault):
    """The engine sent more output than the limit before an answer."""

    kind = "flood"


class CommandRefused(BrainFault):
    """The engine answered ERROR or UNKNOWN."""

    kind = "refused"


class ComputerRaised(BrainFault):
    """A computer written by a user raised an exception."""

    kind = "raised"


class NoOtherEngine(TttError):
    """No other engine can analyse this match; `str(error)` says why, without a full stop."""


class ActionUnavailable(TttError):
    """A key's action is not possible now; `str(error)` says why, without a full stop."""


class NotPermitted(TttError):
    """The present run of the program may not do that; `str(error)` says why, without a full stop."""


class Confined(NotPermitted, PermissionError):
    """A confined process reached for something outside its home; `str(error)` says so to the visitor."""

    def __init__(self) -> None:
        what = "that isn't allowed on a server; the administrator can see it in the log"
        super().__init__(errno.EACCES, what)

    def __str__(self) -> str:
        return str(self.strerror)


class RequestCancelled(TttError):
    """The stop was set during the wait for an answer."""


class CommandImpossible(TttError):
    """A known Gomocup command cannot be executed; `str(error)` says why, for the manager's log."""


class IllegalAnswer(TttError, ValueError):
    """A computer made an illegal move; `str(error)` names the player, the move and the reason."""


class PlayerFailed(TttError):
    """A player made no move, or an illegal one; `str(error)` is a sentence that says who and why."""


class CannotMoveNow(TttError):
    """A player has no move yet; `str(error)` says why."""


class CannotResume(TttError):
    """A stored game cannot be played on here; `str(error)` says why, and what can be done."""


class OutOfTime(TttError):
    """The budget of a search is used up."""


class CannotStart(TttError):
    """A program could not be started; `str(error)` says why."""


class ChildEnded(TttError):
    """A child process has closed its output or ended; `str(error)` says how: "stopped (exit status 1)"."""


class ChildNotReading(TttError):
    """A child process does not read its input."""


class LineTooLong(TttError, ValueError):
    """A line exceeded the limit and was discarded; the next one can be read."""


class EndedBySignal(TttError):
    """A signal requested the end of the program; `status` is its exit status."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.status = 128 + number


class StoreError(TttError):
    """The store cannot be used; `str(error)` says why, as part of a sentence."""


class StoreBusy(StoreError):
    """Another program has locked the store, or the store does not answer in time."""


class StillReading(StoreBusy):
    """The answer is late, but nothing is wrong: there is much to read."""


class StillWriting(StoreBusy):
    """The request is late and can no longer be cancelled: it is being written."""

    def __init__(self) -> None:
        super().__init__("it is still being written because the disk is slow; try again in a moment")


class NewerStore(StoreError):
    """A later version of the program wrote the file, which is not changed."""


class CannotWriteStore(StoreError):
    """The store's disk is full or faulty; stored data may still be readable."""


class ReadOnlyStore(StoreError):
    """The history can be read but not written; `reason` says why."""

    def __init__(self, reason: str = "the history is read-only") -> None:
        super().__init__(reason)


class SettingNotSaved(TttError):
    """A setting could not be changed in the user's file; `str(error)` says why."""


class OwnershipLost(TttError):
    """Another process has taken over this game; nothing was written."""


class GameDeleted(TttError):
    """The game was deleted from the store; nothing was written."""


class AlreadyStored(TttError):
    """An imported game is stored already, or seems to be."""

    def __init__(self, reason: str, id: int, *, has_same_id: bool = False) -> None:
        """`has_same_id` is whether the ids are equal, so that the game cannot be added in any case."""
        super().__init__(reason)
        self.id = id
        self.has_same_id = has_same_id


class ConnectionUnavailable(TttError):
    """Shared games are not possible; `str(error)` says why."""


class NoAnswer(ConnectionUnavailable):
    """The user hosts no game that can be reached."""


class HostBusy(NoAnswer):
    """The host's queue of connections is full; a later attempt may succeed."""


class ConnectionClosed(TttError):
    """A connection has ended; `str(error)` says why, "" if the other side simply left."""


class InvalidMessage(TttError, ValueError):
    """A line is not a message of the protocol; `str(error)` says why."""


class NoOpenSeat(TttError):
    """A guest cannot have a seat; `str(error)` says why."""


class TooManyGames(TttError, ValueError):
    """The host sends more finished games than a match has."""


class UsageError(TttError):
    """The command line requests something impossible; `str(error)` says why, and what would be right.

    The program then ends with `WRONG_USAGE`. `option`, the option at fault, comes first in the text.
    """

    def __init__(self, reason: str, option: str | None = None) -> None:
        super().__init__(reason if option is None else f"argument {option}: {reason}")


class HistoryError(TttError):
    """A request to `ttt-tui history` cannot be fulfilled; `str(error)` says why."""


class InvalidQuery(HistoryError):
    """A search of the history is written in a way that means nothing; `str(error)` says what is wrong."""


class WorkerEnded(TttError):
    """A worker ended during a game, or did not start; `str(error)` says which game, and how."""


class WorkerFailed(TttError):
    """An unexpected error occurred in a worker; `str(error)` is its traceback."""


class GameNotSaved(TttError):
    """A game of a match could not be saved; `str(error)` says why."""


class LeavePlainMode(TttError):
    """The user leaves plain mode."""


class NameRefused(TttError):
    """A name or code with which a visitor of a server gets no account; `str(error)` is the reason."""


class VisitRefused(TttError):
    """A visitor whom a server does not let in, or a request it refuses; `str(error)` is the reason."""


class Unrated(TttError):
    """A rated game between people that does not count; `str(error)` is the reason."""
