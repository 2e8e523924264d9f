"""Iterative deepening, shared by the levels that look ahead: one ply, then two, then three, until time is up.

A search for a fixed depth never answers on a big board. Searching depth after depth costs little more than
the last depth alone, and the answer of the previous depth is always available.

Values are whole numbers: 0 for a draw and for anything beyond the horizon, `WIN - stones` for a win complete
with `stones` stones on the board, and the negative for a loss. So quick wins and slow losses are worth more,
and a position has the same value however it was reached. Here all moves but one lose, to a line that is
complete with five stones on the board:

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("b2", "a1", "c1"):
...     game.place(name)
>>> thought = LEVELS["minimax"].make().think(game.position)
>>> [move.score for move in thought.ranked]
[0, -995, -995, -995, -995, -995]

A proved value is kept for the rest of the game, so that less time for the next move loses nothing. The table
of the proving search has the refutation of every reply as well: if a later search runs out of time before it
proves anything, the move comes from that table. The table is discarded when moves are taken back, when
another game begins, and as soon as another search proves something.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    Proof,
    RankedMove,
    Report,
    Stop,
    Thought,
    Value,
    ignore_report,
    ranking,
    seeded_random,
)
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.computer.one_ply import rating
from ttt_tui.computer.opening import opening_thought, worth_by_lines
from ttt_tui.engine import Limit, Mask, Position, Square
from ttt_tui.errors import OutOfTime


class ProvingTable(Protocol):
    """The memory of a search about the positions that it met."""

    position: Position
    saw_everything: bool

    def remembered(self, mover: int) -> int | None:
        """Return the least that the position is worth to `mover`, who moved last; None if unknown."""
        ...


@dataclass(frozen=True, slots=True)
class _SavedProof:
    """A search that proved a value, and the position after the move that it chose."""

    table: ProvingTable
    mover: int
    stones: tuple[Mask, ...]
    active: tuple[int, ...]


class ProvedLine:
    """Keeps the proofs of one computer in its game."""

    def __init__(self) -> None:
        self._saved: _SavedProof | None = None
        self._last_ply = -1

    def clear(self) -> None:
        """Forget everything."""
        self._saved = None
        self._last_ply = -1

    def enter(self, position: Position) -> None:
        """Discard the proof if this position does not follow from the last one by moves of others."""
        saved = self._saved
        if saved and not (
            position.ply > self._last_ply
            and position.to_move == saved.mover
            and position.active == saved.active
            and all(before & ~now == 0 for before, now in zip(saved.stones, position.stones, strict=True))
            and position.ply <= sum(map(int.bit_count, saved.stones)) + position.geometry.rules.per_turn
        ):
            self._saved = None
        self._last_ply = position.ply

    def conclude(self, position: Position, thought: Thought, table: ProvingTable) -> Thought:
        """Return a search's thought or, if that is worse, the one proved before, and keep the proof."""
        if thought.proof is None:
            remembered = self._remembered(position)
            if remembered is not None:
                assert self._saved is not None
                table = self._saved.table
                others = (ranked for ranked in thought.ranked if ranked.square != remembered.square)
                thought = replace(
                    thought,
                    move=remembered.square,
                    score=remembered.score,
                    proof=remembered.proof,
                    pv=(remembered.square,),
                    ranked=(remembered, *others),
                )
        if thought.proof is not None and thought.proof.value is not Value.LOSS:
            after = position.copy()
            after.play(thought.move)
            self._saved = _SavedProof(table, position.to_move, tuple(after.stones), position.active)
        return thought

    def _remembered(self, position: Position) -> RankedMove | None:
        """Return the move proved to be worth most by an earlier search, None without one."""
        if self._saved is None:
            return None
        table = self._saved.table
        table.position = position.copy()
        values = {square: _at_least(table, square) for square in position.moves}
        known = {square: value for square, value in values.items() if value is not None}
        if not known:
            return None
        square = max(known, key=known.__getitem__)
        value = known[square]
        if value < 0:
            return None
        plies = WIN - value - position.ply
        return RankedMove(square, value, Proof(Value.WIN, plies) if value else Proof(Value.DRAW))


def _at_least(table: ProvingTable, square: Square) -> int | None:
    """Return a move's least proved value for the player to move, None without one."""
    position = table.position
    mover = position.to_move
    position.play(square)
    try:
        winner = position.winner_by_line(mover)
        if winner is not None:
            return WIN - position.ply if winner == mover else position.ply - WIN
        if position.is_dead():
            return 0
        value = table.remembered(mover)
        return value if value or table.saw_everything else None  # a 0 may be the horizon
    finally:
        position.undo()


WIN = 1000
"""More than there are squares, so that every win has a positive value."""


MOST_MEGABYTES = 40.0
"""The most memory of one search: freeing more at its end would take longer than allowed."""


class DepthSearch(ProvingTable, Protocol):
    """A way to find the values of all moves in a position."""

    saw_everything: bool
    """Whether the latest `values` met no horizon, so that all its values are the game's true ones."""

    def values(self, depth: int, budget: Budget) -> dict[Square, int]:
        """Return each move's value, `depth` plies ahead, for the player to move.

        Values of moves that are not the best may be too high, but lower than the best. Raises `OutOfTime`
        when the budget is used up.
        """
        ...


def iterate(
    search: Callable[[int, Budget], tuple[Thought, bool]],
    deepest: int,
    limit: Limit,
    budget: Budget,
    report: Report,
) -> Thought:
    """Search one ply deep, two, three … within the limit, and return the last thought.

    `search` returns the thought of a depth and whether a deeper search is useless, or raises `OutOfTime`.
    The first depth is always completed.
    """
    thought = None
    for depth in range(1, min(limit.depth or deepest, deepest) + 1):
        try:
            thought, is_final = search(depth, budget if thought else budget.without_end())
        except OutOfTime:
            break
        report(thought)
        if is_final or thought.proof or budget.is_up():
            break
    assert thought is not None, "the first ply always completes"
    return replace(thought, nodes=budget.nodes, seconds=budget.seconds)  # with the depth cut short


class IterativeDeepening:
    """A computer that deepens one kind of search, remembering positions within `megabytes`."""

    def __init__(
        self,
        search_with: Callable[[Position, float], DepthSearch],
        seed: int = 0,
        megabytes: float = MEGABYTES,
    ) -> None:
        self.seed = seed
        self.megabytes = megabytes
        self._search_with = search_with
        self._proved = ProvedLine()

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Search deeper and deeper within the limit, and return a move by the last complete depth.

        If only time is limited and ran out too early, the move comes from what was proved earlier in the
        game.
        """
        if position.stage is not None:
            return opening_thought(position, self.seed, worth_by_lines)
        return self.deepen(position, limit, Budget(limit, stop), report)

    def deepen(self, position: Position, limit: Limit, budget: Budget, report: Report) -> Thought:
        """Search deeper and deeper within the rest of a budget."""
        megabytes, proved = self.megabytes, self._proved
        position = position.copy()
        # Under other limits than of time the same seed has to replay the same game.
        is_kept = limit.seconds is not None and limit.nodes is None and limit.depth is None
        if is_kept:
            proved.enter(position)
            megabytes /= 2  # two searches: one that proved something, and this one
        else:
            proved.clear()
        search = self._search_with(position, min(megabytes, MOST_MEGABYTES))

        def to_depth(depth: int, part: Budget) -> tuple[Thought, bool]:
            values = search.values(depth, part)
            thought = _conclude(position, values, depth, search.saw_everything, self.seed, budget)
            return thought, search.saw_everything

        thought = iterate(to_depth, position.empty.bit_count(), limit, budget, report)
        if is_kept and len(position.active) == 2:
            thought = proved.conclude(position, thought, search)
        return thought

    def close(self) -> None:
        """Discard the proof."""
        self._proved.clear()


def _conclude(
    position: Position, values: dict[Square, int], depth: int, saw_everything: bool, seed: int, budget: Budget
) -> Thought:
    """Choose among the moves of the highest value: by chance if those are certain, else by points."""
    best = max(values.values())
    equals = [square for square, value in values.items() if value == best]
    if not saw_everything and best == 0 and len(equals) > 1:
        worth = {square: rating(position, square) for square in equals}
        most = max(worth.values())
        equals = [square for square in equals if worth[square] == most]
    move = seeded_random(seed, position).choice(equals)
    proof = _proof(position, best, saw_everything)
    return Thought(
        move,
        score=best,
        proof=proof,
        depth=depth,
        nodes=budget.nodes,
        seconds=budget.seconds,
        pv=(move,),
        ranked=ranking(values, move, proof),
    )


def _proof(position: Position, value: int, saw_everything: bool) -> Proof | None:
    """Return the proof in a value; None with more than two players, where a value assumes how others play."""
    if len(position.active) > 2:
        return None
    if value:
        plies = WIN - abs(value) - position.ply
        return Proof(Value.WIN if value > 0 else Value.LOSS, plies, is_exact=True)
    return Proof(Value.DRAW) if saw_everything else None
