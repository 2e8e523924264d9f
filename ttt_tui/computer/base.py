"""What a computer player is: a position and a limit go in, a `Thought` comes out.

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.engine import Geometry, Limit, Position
>>> geometry = Geometry(3, 3, 3)
>>> position = Position(geometry, players=2)
>>> for name in ("a1", "b1", "b2"):
...     position.play(geometry.parse(name))
>>> thought = LEVELS["negamax"].make().think(position, Limit(depth=9))
>>> geometry.name(thought.move), thought.proof
('c3', Proof(value=<Value.LOSS: 'loss'>, plies=4))
>>> [(geometry.name(move.square), move.score) for move in thought.ranked][:2]
[('c3', -993), ('c1', -995)]
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Protocol

from ttt_tui.engine import Limit, Position, Square


class Value(StrEnum):
    """What a position is worth, for certain, to the player to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Proof:
    """A value that was proved; `plies` until the win or loss (None for a draw)."""

    value: Value
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class RankedMove:
    """One of the moves that were weighed."""

    square: Square
    score: float
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer found out, so far or in the end."""

    move: Square
    score: float | None = None
    """How good the move is for its player: more is better, and only one level's scores compare."""
    proof: Proof | None = None
    depth: int = 0
    """Plies looked ahead."""
    nodes: int = 0
    """Positions looked at."""
    seconds: float = 0.0
    line: tuple[Square, ...] = ()
    """The principal variation: the moves it expects, its own first."""
    ranked: tuple[RankedMove, ...] = ()
    """The moves weighed, best first."""


class Stop(Protocol):
    """Anything that can be asked whether to stop now; a `threading.Event` is."""

    def is_set(self) -> bool:
        """Whether the search has to end."""
        ...


class _Never:
    def is_set(self) -> bool:
        return False


NEVER: Stop = _Never()
"""Nobody asks to stop."""


Report = Callable[[Thought], None]
"""Takes what a computer has found so far. It is called from the computer's own thread."""


def unheard(thought: Thought) -> None:
    """Take what a computer has found so far for nobody."""


A_SECOND = Limit(seconds=1.0)
"""What a computer may use for a move when nobody says how much."""


class Computer(Protocol):
    """A player that is no human. It may keep what it learned, but it never holds the game."""

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = unheard
    ) -> Thought:
        """Return the move to play in a position where somebody can move, and leave that as it was.

        It keeps inside the limit, comes back within 20 ms once `stop` is set, with the best that it has by
        then, and calls `report` with what it has so far whenever that is news.
        """
        ...

    def close(self) -> None:
        """Give back what it holds; it is not asked again."""
        ...


class OutOfTime(Exception):
    """Unwinds a search whose limit is reached."""


class Clock:
    """Counts a search's nodes and ends it at its limit.

    Every few nodes it looks whether it has to stop: that is also where a search rests while the screen of the
    same process needs the interpreter.
    """

    def __init__(self, limit: Limit, stop: Stop) -> None:
        self._started = time.perf_counter()
        self._limit = limit
        self._deadline = None if limit.seconds is None else self._started + limit.seconds
        self._stop = stop
        self.nodes = 0
        self.armed = False
        """Whether the limit counts already: not during the first ply, which always completes."""

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._started

    @property
    def used(self) -> float:
        """The part of the limit that is used up, 0 if there is none."""
        if self._limit.seconds is not None:
            return self.seconds / self._limit.seconds
        return self.nodes / self._limit.nodes if self._limit.nodes else 0.0

    def tick(self) -> None:
        """Count a node. Raises `OutOfTime` when the search has to end."""
        self.nodes += 1
        if self._limit.nodes is not None and self.nodes > self._limit.nodes and self.armed:
            raise OutOfTime
        if not self.nodes & 7 and self.is_up() and self.armed:
            raise OutOfTime

    def is_up(self) -> bool:
        """Whether the time is over or a stop was asked for."""
        late = self._deadline is not None and time.perf_counter() >= self._deadline
        return late or self._stop.is_set()


def dice(seed: int, position: Position) -> Random:
    """Return the generator that breaks ties in this position: the same for the same seed and ply."""
    return Random(f"{seed}:{position.ply}")
