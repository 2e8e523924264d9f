"""Levels `minimax` and `negamax`: all moves, all replies, to the end or as deep as time allows.

In `minimax` each player picks the move that is best for itself; each value is a tuple with one number per
player. With two players this is minimax, with more it is max^n (C. A. Luckhardt and K. B. Irani, "An
algorithmic solution of N-person games", 1986).

`negamax` gets the values of minimax with fewer nodes, by skipping irrelevant moves. One side's gain is the
other's loss, so one function serves both, with the sign reversed. Alpha is the value already certain for the
side to move, beta the value that the other side will not let it exceed; once a value reaches beta, the
remaining moves are skipped (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975). With
more than two players all others count as one opponent: the paranoid search (N. Sturtevant and R. Korf, "On
pruning techniques for multi-player games", 2000).

>>> from ttt_tui.computer import LEVELS
>>> from ttt_tui.engine import Game, Geometry, Limit, Setup
>>> game = Game(Setup(Geometry(4, 3, 3)))
>>> for name in ("b2", "a1"):
...     game.place(name)
>>> thought = LEVELS["minimax"].make().think(game.position, Limit(depth=3))
>>> thought.proof
Proof(value=<Value.WIN: 'win'>, plies=3, is_exact=True)
>>> position = Position(Geometry(5, 5, 4), players=2)
>>> for level in ("minimax", "negamax"):
...     print(level, LEVELS[level].make().think(position, Limit(depth=3)).nodes)
minimax 15075
negamax 2425
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


Bounds = tuple[int, int]
"""The lowest and the highest value that a position can still have."""


class NegamaxSearch:
    """The search of one position. It moves the pieces on `position` and puts them back."""

    def __init__(self, position: Position, megabytes: float) -> None:
        self.position = position
        self.saw_everything = True
        self.me = position.to_move
        lines = position.geometry.lines_through
        # Squares that many lines run through are tried first: good moves early cut the most.
        geometry = position.geometry
        self._order = sorted(geometry.placements, key=lambda move: -len(lines[geometry.square_of(move)]))
        players = len(position.stones)
        stones = tuple_bytes(players) + players * int_bytes(position.geometry.board.bit_length())
        self._seen: TwoGenerationCache[tuple[int, ...], Bounds] = TwoGenerationCache(
            megabytes, stones + tuple_bytes(2) + 2 * int_bytes(20)
        )

    def values(self, depth: int, budget: Budget) -> dict[Square, int]:
        """Return the value of each move to the player to move, `depth` plies ahead."""
        self._budget = budget
        self.saw_everything = True
        self._seen.clear()
        best = -WIN
        found = {}
        for square in self._moves():
            # A window that starts just below the best gives equal values exactly, so that ties are seen.
            found[square] = self._after(square, depth - 1, best - 1, WIN)
            best = max(best, found[square])
        return found

    def _moves(self) -> list[Square]:
        legal = self.position.legal
        return [square for square in self._order if legal >> square & 1]

    def _after(self, square: Square, depth: int, alpha: int, beta: int) -> int:
        """Return the value, to the side to move, of placing here; a bound if it is outside alpha … beta."""
        position = self.position
        mover = position.to_move
        self._budget.tick()
        position.play(square)
        try:
            winner = position.winner_by_line(mover)
            if winner is not None:
                is_ours = (winner == self.me) == (mover == self.me)
                return WIN - position.ply if is_ours else position.ply - WIN
            if position.is_dead():
                return 0
            if depth == 0:
                self.saw_everything = False
                return 0
            if (mover == self.me) == (position.to_move == self.me):  # two opponents in a row: one side still
                return self._best(depth, alpha, beta)
            return -self._best(depth, -beta, -alpha)
        finally:
            position.undo()

    def _best(self, depth: int, alpha: int, beta: int) -> int:
        """Return the value that the side to move can get; a bound if it is outside alpha … beta."""
        key = tuple(self.position.stones)
        low, high = self._seen.get(key) or (-WIN, WIN)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        best, floor = -WIN, alpha
        for square in self._moves():
            best = max(best, self._after(square, depth - 1, max(alpha, best), beta))
            if best >= beta:
                break
        self._seen.keep(key, (low if best <= floor else best, high if best >= beta else best))
        return best

    def remembered(self, mover: int) -> int | None:
        """Return the least that the position is worth to `mover`, who moved last; None if unknown."""
        bounds = self._seen.get(tuple(self.position.stones))
        if bounds is None:
            return None
        return bounds[0] if mover == self.position.to_move else -bounds[1]
