"""The interface of a computer player: a position and a limit go in, a `Thought` comes out.

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.engine import Geometry, Limit, Position
>>> geometry = Geometry(3, 3, 3)
>>> position = Position(geometry, players=2)
>>> for name in ("a1", "b1", "b2"):
...     position.play(geometry.parse(name))
>>> thought = LEVELS["negamax"].make().think(position, Limit(depth=9))
>>> geometry.name(thought.move), thought.proof
('c3', Proof(value=<Value.LOSS: 'loss'>, plies=4, is_exact=True))
>>> [(geometry.name(move.square), move.score) for move in thought.ranked][:2]
[('c3', -993), ('c1', -995)]

In a game between computers anything that thinks can have a seat.

>>> from ttt_tui.computer import LEVELS, Thought, play_game
>>> from ttt_tui.engine import Game, Geometry, Player, Setup
>>> class Reader:
...     def think(self, position, limit):
...         return Thought(position.moves[0])
>>> game = Game(Setup(Geometry(4, 4, 4), [Player("Reader"), Player("Rules")]))
>>> outcome = play_game(game, [Reader(), LEVELS["rules"].make(seed=1)])
>>> outcome.termination, game.setup.players[outcome.winner].name
(<Termination.LINE: 'line'>, 'Rules')
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Protocol

from ttt_tui.engine import Game, IllegalMove, Limit, Move, Outcome, Placement, Position, Square
from ttt_tui.errors import IllegalAnswer


class Value(StrEnum):
    """The certain value of a position for the player to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Proof:
    """A value that was proved."""

    value: Value
    plies: int | None = None
    """The most plies until the win or loss; None for a draw."""
    is_exact: bool = False
    """Whether no player is known to win in fewer plies."""

    @property
    def is_bound(self) -> bool:
        """Whether the plies are only an upper bound."""
        return self.value is not Value.DRAW and not self.is_exact


def merit(proof: Proof) -> tuple[int, int]:
    """Return the sort key of proved moves, the best highest: a quick win, a draw, a late loss."""
    plies = proof.plies or 0
    match proof.value:
        case Value.WIN:
            return 1, -plies
        case Value.DRAW:
            return 0, 0
        case Value.LOSS:
            return -1, plies


@dataclass(frozen=True, slots=True)
class RankedMove:
    """One of the moves that were weighed."""

    square: Square
    score: float
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of a search, so far or in the end."""

    move: Square
    score: float | None = None
    """How good the move is for its player: more is better, and only one level's scores compare."""
    proof: Proof | None = None
    depth: int = 0
    """The number of plies searched."""
    nodes: int = 0
    """The number of positions searched."""
    seconds: float = 0.0
    pv: tuple[Square, ...] = ()
    """The principal variation: the expected moves, this one first."""
    ranked: tuple[RankedMove, ...] = ()
    """The moves weighed, best first."""

    @classmethod
    def of_line(
        cls,
        pv: tuple[Square, ...],
        score: float,
        proof: Proof | None = None,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
    ) -> "Thought":
        """Return the thought of a search that weighed one move, the first of a line."""
        return cls(pv[0], score, proof, depth, nodes, seconds, pv, (RankedMove(pv[0], score, proof),))


def ranking(
    values: Mapping[Placement, float], best: Placement, proof: Proof | None = None
) -> tuple[RankedMove, ...]:
    """Rank moves by value, the chosen one first and with its proof."""
    return tuple(
        RankedMove(move, value, proof if move == best else None)
        for move, value in sorted(values.items(), key=lambda item: (item[0] != best, -item[1]))
    )


class Stop(Protocol):
    """The request to stop a search, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Whether the search has to end."""
        ...


class _Never:
    def is_set(self) -> bool:
        return False


NEVER: Stop = _Never()
"""A stop that is never set."""


class Deadline:
    """A stop that is set after some seconds, unless they are None, or when another one is."""

    def __init__(self, stop: Stop, seconds: float | None) -> None:
        self._stop = stop
        self._end = None if seconds is None else time.perf_counter() + seconds

    def is_set(self) -> bool:
        return self._stop.is_set() or (self._end is not None and time.perf_counter() >= self._end)


Report = Callable[[Thought], None]
"""Called with the computer's best thought so far, from the computer's own thread."""


def ignore_report(thought: Thought) -> None:
    """Discard a thought: the default for `report`."""


A_SECOND = Limit(seconds=1.0)
"""The default limit for a move."""


class Computer(Protocol):
    """A player that is no human. It may keep what it learned, but never holds the game."""

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the move to play in a position where somebody can move, and leave that as it was.

        The search stays within the limit, returns its best move within 20 ms once `stop` is set, and calls
        `report` with each new best thought.
        """
        ...

    def close(self) -> None:
        """Free the memory; the computer is not used again."""
        ...


class StatelessComputer:
    """A computer that keeps nothing from one move to the next."""

    def __init__(self, seed: int = 0, megabytes: float = 0.0) -> None:
        self.seed = seed

    def close(self) -> None:
        """Do nothing: there is no memory to free."""


def seeded_random(seed: int, position: Position) -> Random:
    """Return the generator that breaks ties in this position: the same for the same seed and ply."""
    return Random(f"{seed}:{position.ply}")


# --- games between computers -----------------------------------------------------------------------------


class Thinker(Protocol):
    """A chooser of moves: every `Computer`, and any class with this one method.

    To a type checker, a list of different thinkers is a `list[Thinker]`.
    """

    def think(self, position: Position, limit: Limit, /) -> Thought:
        """Return the move to play in a position, which is a copy to try moves on.

        The method itself has to keep within the limit.
        """
        ...


def play_game(
    game: Game,
    computers: Sequence[Thinker],
    limit: Limit = A_SECOND,
    watch: Callable[[Game], object] | None = None,
) -> Outcome:
    """Play a game to its end with one computer for each seat, and return the outcome.

    `limit` is each computer's limit for a move, unless the player in the set-up has one. `watch` is called
    after each move: `watch=print` shows the board. The computers are not closed, so that they can play again;
    the computers of `LEVELS` then break ties in the same way, and vary only with their seeds.

    Raises `IllegalAnswer` for an answer that is no legal move. A computer's own errors are passed on, with a
    note that names the player. In both cases the game is left as it was before that move.
    """
    players = game.setup.players
    if len(computers) != len(players):
        raise ValueError(f"{len(players)} players need as many computers, not {len(computers)}")
    while game.outcome is None:
        mover = game.position.to_move
        player = players[mover]
        who = f"{player.name} ({player.symbol}), move {len(game.moves) + 1}"
        try:
            thought = computers[mover].think(
                game.position.copy(), limit if player.limit == Limit() else player.limit
            )
        except Exception as error:
            error.add_note(f"raised by the computer of {who}")
            raise
        _place(game, thought, who)
        if watch is not None:
            watch(game)
    return game.outcome


def _place(game: Game, thought: Thought, who: str) -> None:
    """Make the move of a thought, which may come from a program without types."""
    if not isinstance(thought, Thought) or not isinstance(thought.move, int):
        raise IllegalAnswer(f"{who}: {thought!r:.100} is not a Thought with a square")
    geometry = game.setup.geometry
    name = geometry.name(thought.move) if geometry.square_of(thought.move) in geometry else thought.move
    try:
        game.push(Move(game.position.to_move, thought.move))
    except IllegalMove as refusal:
        raise IllegalAnswer(f"{who}: {name} is not a legal move: {refusal}") from refusal
