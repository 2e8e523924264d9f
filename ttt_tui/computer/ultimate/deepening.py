"""Iterative deepening for the levels of Ultimate that look ahead.

Values are whole numbers for the player to move: the evaluation stays between `-PROVED` and `PROVED`, a win
complete with `stones` stones on the board is `WIN - stones`, and a loss `stones - WIN`.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    Proof,
    Report,
    StatelessComputer,
    Stop,
    Thought,
    Value,
    ignore_report,
    ranking,
    seeded_random,
)
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.iterative_deepening import iterate
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.engine import Limit, Position, Square
from ttt_tui.engine.ultimate import UltimatePosition, as_ultimate
from ttt_tui.errors import OutOfTime

WIN = 10_000
"""The value of a win with no stone on the board."""

PROVED = 9_000
"""The least value of a proved win, which no evaluation reaches."""


class UltimateSearch(Protocol):
    """A way to find the values of all moves in a position."""

    exact_depth: int
    """The depth up to which the search omits nothing, as it never does in a search to the end of the game."""

    def values(self, order: list[Square], depth: int, budget: Budget, found: dict[Square, int]) -> None:
        """Put each move's value, `depth` plies ahead, into `found`, in the order given.

        A value not higher than one before it may be too high, but never higher than that one. Raises
        `OutOfTime` if the budget is used up; the values in `found` are valid then.
        """
        ...

    def line(self, move: Square) -> tuple[Square, ...]:
        """Return the expected line that begins with this move, as far as the search remembers it."""
        ...


SearchFactory = Callable[[UltimatePosition, float], UltimateSearch]
"""Makes a search of a position; the number is the most megabytes that it may keep."""


def deepen(
    position: UltimatePosition,
    search: UltimateSearch,
    limit: Limit,
    budget: Budget,
    report: Report,
    random: Random,
    moves: Sequence[Square] | None = None,
) -> Thought:
    """Search one ply deep, two, three … until the limit or until a value is certain.

    The move is one of `moves`, by default of all legal ones. If `moves` is only a part of them, only a win is
    proved, since another move may be better.
    """
    room, everything = position.squares_left, position.moves
    order = list(everything if moves is None else moves)
    random.shuffle(order)

    def to_depth(depth: int, part: Budget) -> tuple[Thought, bool]:
        found: dict[Square, int] = {}
        try:
            search.values(order, depth, part, found)
        except OutOfTime:
            # The best move so far was searched first, so another one that is better now is better.
            if not found or max(found, key=found.__getitem__) == order[0]:
                raise
        order.sort(key=lambda move: -found.get(move, -WIN))
        move, value = order[0], found[order[0]]
        tried_all = len(found) == len(everything)
        proof = None
        if abs(value) >= PROVED and (value > 0 or tried_all):
            plies = WIN - abs(value) - position.ply
            exact = 1 + (depth if depth == room else min(depth, search.exact_depth))
            proof = Proof(Value.WIN if value > 0 else Value.LOSS, plies, is_exact=plies <= exact)
        elif tried_all and depth == room:
            proof = Proof(Value.DRAW)
        return Thought(
            move,
            score=value,
            proof=proof,
            depth=depth,
            nodes=budget.nodes,
            seconds=budget.seconds,
            pv=search.line(move),
            ranked=ranking(found, move, proof),
        ), len(found) < len(order)

    return iterate(to_depth, room, limit, budget, report)


class UltimateDeepening(StatelessComputer):
    """A computer that deepens one kind of search, and starts afresh at each move."""

    def __init__(self, search_with: SearchFactory, seed: int = 0, megabytes: float = MEGABYTES) -> None:
        super().__init__(seed)
        self.megabytes = megabytes
        self._search_with = search_with

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Search deeper and deeper inside the limit and return the best move that was found."""
        budget = Budget(limit, stop)
        board = as_ultimate(position.copy())
        search = self._search_with(board, self.megabytes)
        return deepen(board, search, limit, budget, report, seeded_random(self.seed, position))
