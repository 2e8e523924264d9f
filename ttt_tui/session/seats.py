"""The seats of a match. Who sits there is asked for a move in one way, whoever it is, and answers in one way.

A person, a computer and another program are three kinds of seat; one more has the methods of `Seat` and a
place in `Seats`, and no front end knows the difference.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol

from ttt_tui.computer import LEVELS, Computer, Report, Stop, Thought, megabytes_each
from ttt_tui.computer.base import ignore_report
from ttt_tui.engine import BRAIN, OPEN, Limit, Match, Position, Square
from ttt_tui.process.memory import collect_now
from ttt_tui.session.brains import Brains, MissingBrain

if TYPE_CHECKING:
    from ttt_tui.gomocup import Brain


def assignable_levels(brains: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the levels of players for whom no person at this terminal moves; `brains` are some of them."""
    return (*LEVELS, OPEN, *brains)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A player is asked for a move."""

    position: Position
    """A copy: whoever is asked may play on it."""
    limit: Limit
    """Of a computer."""
    not_before: float
    """The monotonic time, in seconds, before which a computer is not to answer, so that people can follow."""

    def put_to(self, computer: Computer, stop: Stop, report: Report = ignore_report) -> Thought:
        """Let a computer think about it. Raises what that does, and `TypeError` if it gives no square."""
        thought = computer.think(self.position, self.limit, stop, report)
        if not (isinstance(thought, Thought) and isinstance(thought.move, int)):
            raise TypeError(f"{thought!r:.100} is not a move")
        return thought


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question: a square, or why there is none."""

    question: Question
    square: Square | None = None
    error: BaseException | None = None


class SearchRunner(Protocol):
    """Lets computers think, one at a time, as suits who shows the match: in a thread, or while nobody types.

    It gives the answer to `Controller.take`.
    """

    def start(self, computer: Computer, question: Question) -> None:
        """Let a computer think, or see to it that it soon does."""

    def hurry(self) -> None:
        """Ask for the best move so far, now."""

    def drop(self) -> None:
        """End the search; nobody waits for its answer any more."""

    def hear(self, text: str) -> None:
        """Hear a line that another program says of its search; called by the thread that thinks."""


class Seat(Protocol):
    """Who moves for a player."""

    def ask(self, question: Question) -> None:
        """Ask for a move. At most one question is open in a match."""

    def hurry(self) -> str:
        """Ask for the answer now; return why that is not possible, or nothing."""

    def drop(self) -> None:
        """Take the question back."""

    def close(self) -> None:
        """The game is over: let go of everything that was of use in it."""


class PersonSeat:
    """A person: whoever shows them the board, at this terminal or elsewhere, places for them."""

    def ask(self, question: Question) -> None:
        """Nothing: they see the board."""

    def hurry(self) -> str:
        """Nothing: nobody hurries a person."""
        return ""

    def drop(self) -> None:
        """Nothing: they see the board."""

    def close(self) -> None:
        """Nothing: they stay."""


class ComputerSeat:
    """A computer, made when it first moves in a game; it may keep what it learns until the game is over."""

    def __init__(self, match: Match, seat: int, thinker: SearchRunner, megabytes: float) -> None:
        self._match = match
        self._seat = seat
        self._thinker = thinker
        self._megabytes = megabytes
        self._computer: Computer | None = None

    def ask(self, question: Question) -> None:
        """Let it think. Each game and seat has dice of its own."""
        if self._computer is None:
            match, seat = self._match, self._seat
            seed = Random(f"{match.seed} {match.game_number} {seat}").getrandbits(32)
            self._computer = LEVELS[match.setup.players[seat].level].make(seed, self._megabytes)
        self._thinker.start(self._computer, question)

    def hurry(self) -> str:
        """Let it answer with the best that it has."""
        self._thinker.hurry()
        return ""

    def drop(self) -> None:
        """Let it stop."""
        self._thinker.drop()

    def close(self) -> None:
        """Let go of it."""
        if self._computer is not None:
            self._computer.close()
            self._computer = None


class BrainSeat:
    """Another program; it is looked for whenever it is to move, since it may have become known."""

    def __init__(self, level: str, thinker: SearchRunner, brains: Brains) -> None:
        self._level = level
        self._thinker = thinker
        self._brains = brains
        self._brain: Brain | None = None

    def ask(self, question: Question) -> None:
        """Let it think."""
        self._thinker.start(self._seated(), question)

    def _seated(self) -> Computer:
        """Return the brain, or who says why there is none."""
        if self._brain is None:
            if self._level not in self._brains.levels:
                return MissingBrain(f"unknown engine {self._level.removeprefix(BRAIN)!r}")
            try:
                self._brain = self._brains.make(self._level, hear=self._thinker.hear)
            except ValueError as reason:
                return MissingBrain(str(reason))
        return self._brain

    def hurry(self) -> str:
        """Take the move that it has named, or say that there is none: it cannot be asked to answer now."""
        if self._brain is None or not self._brain.has_named_a_move:
            return "the engine has no move yet"
        self._thinker.hurry()
        return ""

    def drop(self) -> None:
        """Let it stop."""
        self._thinker.drop()

    def close(self) -> None:
        """Let it end."""
        if self._brain is not None:
            self._brain.close()
            self._brain = None


class Seats:
    """The seats of a match.

    `guests` are computers beside those at the table that use the same memory, such as one that is asked for
    hints; `megabytes` is what each of all of these may remember.
    """

    def __init__(self, match: Match, thinker: SearchRunner, brains: Brains, guests: int = 0) -> None:
        self._match = match
        self._thinker = thinker
        self._brains = brains
        self.megabytes = megabytes_each(match.setup.players, guests)
        self._seats = [self._filled(seat) for seat in range(len(match.setup.players))]

    def __getitem__(self, seat: int) -> Seat:
        return self._seats[seat]

    def refill(self, seat: int) -> None:
        """Let the player sit there whom the match now has on this seat."""
        self._seats[seat].close()
        self._seats[seat] = self._filled(seat)

    def close(self) -> None:
        """Let go of what was of use in one game.

        What a game between two experts leaves is gone within some hundredths of a second, and what else the
        program left lying about since the last game is looked for: another hundredth.
        """
        for seat in self._seats:
            seat.close()
        collect_now()

    def _filled(self, seat: int) -> Seat:
        player = self._match.setup.players[seat]
        if player.is_brain:
            return BrainSeat(player.level, self._thinker, self._brains)
        if player.is_computer:
            return ComputerSeat(self._match, seat, self._thinker, self.megabytes)
        return PersonSeat()
