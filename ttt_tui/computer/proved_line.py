"""What a search proved is kept for the rest of the game, so that less time for the next move loses nothing.

The table of the search that proved a value has the refutation of every reply as well. If a later search runs
out of time before it proves anything, the move comes from that table. It is forgotten when moves are taken
back, when another game begins, and as soon as another search proves something.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from ttt_tui.computer.base import Proof, RankedMove, Thought, Value
from ttt_tui.engine import Limit, Mask, Position, Square


class ProvingTable(Protocol):
    """What a search remembers about the positions that it met."""

    position: Position
    saw_everything: bool

    def remembered(self, mover: int) -> int | None:
        """Return the least that the position is worth to `mover`, who moved last; None if unknown."""
        ...


@dataclass(frozen=True, slots=True)
class _Kept:
    """A search that proved a value, and the position after the move that it chose."""

    table: ProvingTable
    mover: int
    stones: tuple[Mask, ...]
    active: tuple[int, ...]


class ProvedLine:
    """Keeps what one computer proved in its game."""

    def __init__(self) -> None:
        self._kept: _Kept | None = None
        self._last_ply = -1

    @staticmethod
    def is_kept_under(limit: Limit) -> bool:
        """Whether only time is limited: under other limits the same seed has to replay the same game."""
        return limit.seconds is not None and limit.nodes is None and limit.depth is None

    def clear(self) -> None:
        """Forget everything."""
        self._kept = None
        self._last_ply = -1

    def enter(self, position: Position) -> None:
        """Forget what was proved if this position does not follow from the last one by moves of others."""
        kept = self._kept
        if kept and not (
            position.ply > self._last_ply
            and position.to_move == kept.mover
            and position.active == kept.active
            and all(before & ~now == 0 for before, now in zip(kept.stones, position.stones, strict=True))
            and position.stones[kept.mover] == kept.stones[kept.mover]
        ):
            self._kept = None
        self._last_ply = position.ply

    def conclude(self, position: Position, thought: Thought, table: ProvingTable, win: int) -> Thought:
        """Return what a search found or, if that is worse, what was proved before, and keep the proof.

        `win` is the value of a win on an empty board, from which the stones on the final one are taken off.
        """
        if thought.proof is None:
            remembered = self._remembered(position, win)
            if remembered is not None:
                thought = _with(thought, *remembered)
                assert self._kept is not None
                table = self._kept.table
        if thought.proof is not None and thought.proof.value is not Value.LOSS:
            stones = list(position.stones)
            stones[position.to_move] |= 1 << thought.move
            self._kept = _Kept(table, position.to_move, tuple(stones), position.active)
        return thought

    def _remembered(self, position: Position, win: int) -> tuple[Square, int, Proof] | None:
        """Return the move proved to be worth most by an earlier search, its value and the proof."""
        if self._kept is None:
            return None
        table = self._kept.table
        table.position = position.copy()
        values = {square: _at_least(table, square, win) for square in position.moves}
        known = {square: value for square, value in values.items() if value is not None}
        if not known:
            return None
        square = max(known, key=known.__getitem__)
        value = known[square]
        if value < 0:
            return None
        plies = win - value - position.ply
        return square, value, Proof(Value.WIN, plies) if value else Proof(Value.DRAW)


def _at_least(table: ProvingTable, square: Square, win: int) -> int | None:
    """Return what a move is proved to be worth at least to the player to move, None if nothing is."""
    position = table.position
    mover = position.to_move
    position.play(square)
    try:
        if position.geometry.has_line(position.stones[mover]):
            return win - position.ply
        if position.is_dead():
            return 0
        value = table.remembered(mover)
        return value if value or table.saw_everything else None  # a 0 may be the horizon
    finally:
        position.undo()


def _with(thought: Thought, move: Square, value: int, proof: Proof) -> Thought:
    """Return a thought with another move, which was proved before."""
    others = tuple(ranked for ranked in thought.ranked if ranked.square != move)
    ranked = (RankedMove(move, value, proof), *others)
    return replace(thought, move=move, score=value, proof=proof, pv=(move,), ranked=ranked)
