"""The seats of a match. Who sits there is asked for a move in one way, whoever it is, and answers in one way.

A person and a computer are two kinds of seat; another kind has the methods of `Seat` and a place in
`Seats.__init__`, and no front end knows the difference.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from ttt_tui.computer import LEVELS, Computer, Report, Stop, Thought, megabytes_each
from ttt_tui.computer.base import unheard
from ttt_tui.engine import OPEN, Limit, Match, Position, Square
from ttt_tui.process.gc_policy import look_now


def filled_by(brains: Iterable[str] = ()) -> tuple[str, ...]:
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

    def put_to(self, computer: Computer, stop: Stop, report: Report = unheard) -> Thought:
        """Let a computer think about it. Raises what that does, and `TypeError` if it gives no square."""
        thought = computer.think(self.position, self.limit, stop, report)
        if not (isinstance(thought, Thought) and isinstance(thought.move, int)):
            raise TypeError(f"{thought!r:.100} is no move")
        return thought


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question: a square, or why there is none."""

    question: Question
    square: Square | None = None
    error: BaseException | None = None


class Thinker(Protocol):
    """Lets computers think, one at a time, as suits who shows the match: in a thread, or while nobody types.

    It gives the answer to `Controller.take`.
    """

    def start(self, computer: Computer, question: Question) -> None:
        """Let a computer think, or see to it that it soon does."""

    def hurry(self) -> None:
        """Ask for the best move so far, now."""

    def drop(self) -> None:
        """End the search; nobody waits for its answer any more."""


class Seat(Protocol):
    """Who moves for a player."""

    def ask(self, question: Question) -> None:
        """Ask for a move. At most one question is open in a match."""

    def hurry(self) -> None:
        """Ask for the answer now."""

    def drop(self) -> None:
        """Take the question back."""

    def close(self) -> None:
        """The game is over: let go of everything that was of use in it."""


class PersonSeat:
    """A person: whoever shows them the board, at this terminal or elsewhere, places for them."""

    def ask(self, question: Question) -> None:
        """Nothing: they see the board."""

    def hurry(self) -> None:
        """Nothing: nobody hurries a person."""

    def drop(self) -> None:
        """Nothing: they see the board."""

    def close(self) -> None:
        """Nothing: they stay."""


class ComputerSeat:
    """A computer, made when it first moves in a game; it may keep what it learns until the game is over."""

    def __init__(self, match: Match, seat: int, thinker: Thinker, megabytes: float) -> None:
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

    def hurry(self) -> None:
        """Let it answer with the best that it has."""
        self._thinker.hurry()

    def drop(self) -> None:
        """Let it stop."""
        self._thinker.drop()

    def close(self) -> None:
        """Let go of it."""
        if self._computer is not None:
            self._computer.close()
            self._computer = None


class Seats:
    """The seats of a match.

    `guests` are computers beside those at the table that use the same memory, such as one that is asked for
    hints; `megabytes` is what each of all of these may remember.
    """

    def __init__(self, match: Match, thinker: Thinker, guests: int = 0) -> None:
        players = match.setup.players
        self.megabytes = megabytes_each(players, guests)
        self._seats: list[Seat] = [
            ComputerSeat(match, seat, thinker, self.megabytes) if player.is_computer else PersonSeat()
            for seat, player in enumerate(players)
        ]

    def __getitem__(self, seat: int) -> Seat:
        return self._seats[seat]

    def close(self) -> None:
        """Let go of what was of use in one game.

        What a game between two experts leaves is gone within some hundredths of a second, and what else the
        program left lying about since the last game is looked for: another hundredth.
        """
        for seat in self._seats:
            seat.close()
        look_now()
