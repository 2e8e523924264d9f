"""Level `minimax`: all moves, all replies, to the end where the board allows, else as deep as time allows.

Each player picks the move that is best for itself; each value is a tuple with one number per player. With two
players this is minimax, with more it is max^n (C. A. Luckhardt and K. B. Irani, "An algorithmic solution of
N-person games", 1986).

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.engine import Game, Geometry, Limit, Setup
>>> game = Game(Setup(Geometry(4, 3, 3)))
>>> for name in ("b2", "a1"):
...     game.place(name)
>>> thought = LEVELS["minimax"].make().think(game.position, Limit(depth=3))
>>> thought.proof
Proof(value=<Value.WIN: 'win'>, plies=3, is_exact=True)
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.iterative_deepening import WIN
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Position, Square

Values = tuple[int, ...]
"""The value of a position for each player."""


class MinimaxSearch:
    """The search of one position. It moves the pieces on `position` and puts them back."""

    def __init__(self, position: Position, megabytes: float) -> None:
        self.position = position
        self.saw_everything = True
        players = len(position.stones)
        stones = tuple_bytes(players) + players * int_bytes(position.geometry.board.bit_length())
        self._seen: TwoGenerationCache[tuple[int, ...], Values] = TwoGenerationCache(
            megabytes, stones + tuple_bytes(players) + 2 * int_bytes(20)
        )
        self._draw = (0,) * len(position.stones)

    def values(self, depth: int, budget: Budget) -> dict[Square, int]:
        """Return the value of each move to the player to move, `depth` plies ahead."""
        self._budget = budget
        self.saw_everything = True
        self._seen.clear()
        me = self.position.to_move
        return {square: self._after(square, depth - 1)[me] for square in self.position.moves}

    def _after(self, square: Square, depth: int) -> Values:
        """Return the position's values once the player to move has placed here."""
        position = self.position
        mover = position.to_move
        self._budget.tick()
        position.play(square)
        try:
            winner = position.winner_by_line(mover)
            if winner is not None:
                worth = WIN - position.ply
                return tuple(worth if player == winner else -worth for player in range(len(self._draw)))
            if position.is_dead():
                return self._draw
            if depth == 0:
                self.saw_everything = False
                return self._draw
            return self._best(depth)
        finally:
            position.undo()

    def _best(self, depth: int) -> Values:
        """Return the value that the player to move can get."""
        # At a given depth of the search the number of stones determines the depth left, so stones alone are
        # the key.
        key = tuple(self.position.stones)
        values = self._seen.get(key)
        if values is None:
            me = self.position.to_move
            values = max(
                (self._after(square, depth - 1) for square in self.position.moves), key=lambda v: v[me]
            )
            self._seen.keep(key, values)
        return values

    def remembered(self, mover: int) -> int | None:
        """Return the position's value for `mover`, who moved last; None if unknown."""
        values = self._seen.get(tuple(self.position.stones))
        return None if values is None else values[mover]
