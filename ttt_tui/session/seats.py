"""The seats of computers in a match: levels and engines are asked for moves, and answer, in the same way.

A further kind of computer is a class with the methods of `Seat` and a line in `Seats`; front ends cannot tell
the difference. Humans are not asked: the front end that shows the board places for them, at this terminal or
another one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol

from ttt_tui.computer import LEVELS, Computer, Report, Stop, Thought, megabytes_each
from ttt_tui.computer.base import ignore_report
from ttt_tui.engine import OPEN, Limit, Match, Position, Square
from ttt_tui.errors import CannotMoveNow
from ttt_tui.process.memory import collect_now
from ttt_tui.session.engines import Engines, MissingEngine, unknown_engine

if TYPE_CHECKING:
    from ttt_tui.gomocup import Brain, OwnPlayer


def assignable_levels(engines: Iterable[str] = ()) -> tuple[str, ...]:
    """Return all levels but a human at this terminal; `engines` are levels of engines."""
    return (*LEVELS, OPEN, *engines)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A request for a move."""

    position: Position
    """A copy, which the player may change."""
    limit: Limit
    """The computer's limit."""
    not_before: float
    """Monotonic time, in seconds, before which a computer must not answer, so that people can follow."""

    def ask(self, computer: Computer, stop: Stop, report: Report = ignore_report) -> Thought:
        """Make a computer think; raises what it raises, and `TypeError` for an answer without a move."""
        thought = computer.think(self.position, self.limit, stop, report)
        if not (isinstance(thought, Thought) and isinstance(thought.move, int)):
            raise TypeError(f"{thought!r:.100} is not a move")
        return thought


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: a square, or the error that prevented one."""

    question: Question
    square: Square | None = None
    error: BaseException | None = None
    thought: Thought | None = None
    """What led to the square, None if unknown."""


class SearchRunner(Protocol):
    """Runs the computers' searches for a front end, one at a time: in a thread, or between two inputs.

    It passes each answer to `Controller.accept`.
    """

    def start(self, computer: Computer, question: Question) -> None:
        """Start a search, now or soon."""

    def move_now(self) -> None:
        """Stop the search and use its best move so far."""

    def cancel(self) -> None:
        """Stop the search and discard its answer."""

    def log(self, text: str) -> None:
        """Receive a line that an engine prints about its search; called by the search's thread."""


class Seat(Protocol):
    """The source of a computer's moves."""

    def ask(self, question: Question) -> None:
        """Ask for a move. At most one question is open in a match."""

    def move_now(self) -> None:
        """Request the answer at once; raises `CannotMoveNow`."""

    def cancel(self) -> None:
        """Cancel the question."""

    def close(self) -> None:
        """Release what one game has used, after its end."""


def seed_of(match: Match, seat: int) -> int:
    """Return the seed of a computer: each game and seat has random choices of its own."""
    return Random(f"{match.seed} {match.game_number} {seat}").getrandbits(32)


class ComputerSeat:
    """A computer, created at its first move of a game; it may keep what it learns until the game is over."""

    def __init__(self, match: Match, seat: int, runner: SearchRunner, megabytes: float) -> None:
        self._match = match
        self._seat = seat
        self._runner = runner
        self._megabytes = megabytes
        self._computer: Computer | None = None

    def ask(self, question: Question) -> None:
        if self._computer is None:
            level = self._match.setup.players[self._seat].level
            self._computer = LEVELS[level].make(seed_of(self._match, self._seat), self._megabytes)
        self._runner.start(self._computer, question)

    def move_now(self) -> None:
        self._runner.move_now()

    def cancel(self) -> None:
        self._runner.cancel()

    def close(self) -> None:
        if self._computer is not None:
            self._computer.close()
            self._computer = None


class EngineSeat:
    """An engine. It is looked up for every move, since it may have become known meanwhile."""

    def __init__(self, match: Match, seat: int, runner: SearchRunner, engines: Engines) -> None:
        self._match = match
        self._seat = seat
        self._level = match.setup.players[seat].level
        self._runner = runner
        self._engines = engines
        self._engine: Brain | OwnPlayer | None = None

    def ask(self, question: Question) -> None:
        self._runner.start(self._player(), question)

    def _player(self) -> Computer:
        """Return the engine, or a computer that fails with the reason why there is none."""
        if self._engine is None:
            if self._level not in self._engines.levels:
                return MissingEngine(unknown_engine(self._level))
            try:
                self._engine = self._engines.make(
                    self._level, on_message=self._runner.log, seed=seed_of(self._match, self._seat)
                )
            except ValueError as error:
                return MissingEngine(str(error))
        return self._engine

    def move_now(self) -> None:
        """Play the latest move that the engine has named; the protocol has no command to make it answer."""
        if self._engine is None or not self._engine.has_named_a_move:
            raise CannotMoveNow("the engine has no move yet")
        self._runner.move_now()

    def cancel(self) -> None:
        self._runner.cancel()

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None


class Seats:
    """The seats of a match that computers have.

    `helpers` is the number of further computers that share the memory, usually the one that gives hints;
    `megabytes` is the share of each.
    """

    def __init__(self, match: Match, runner: SearchRunner, engines: Engines, helpers: int = 1) -> None:
        self._match = match
        self._runner = runner
        self._engines = engines
        self.megabytes = megabytes_each(match.setup.players, helpers)
        self._seats: dict[int, Seat] = {}
        for seat in range(len(match.setup.players)):
            self._fill(seat)

    def __getitem__(self, seat: int) -> Seat:
        return self._seats[seat]

    def refill(self, seat: int) -> None:
        """Replace a seat by one for the player whom the match now has there."""
        if seat in self._seats:
            self._seats.pop(seat).close()
        self._fill(seat)

    def close(self) -> None:
        """Release what one game has used.

        Collects garbage as well, which takes about 10 ms: searches leave large cycles behind.
        """
        for seat in self._seats.values():
            seat.close()
        collect_now()

    def _fill(self, seat: int) -> None:
        player = self._match.setup.players[seat]
        if player.is_engine:
            self._seats[seat] = EngineSeat(self._match, seat, self._runner, self._engines)
        elif player.is_computer:
            self._seats[seat] = ComputerSeat(self._match, seat, self._runner, self.megabytes)
