"""Levels `minimax` and `negamax` of Ultimate: all moves, all replies, to a depth.

At that depth the obvious counts: the small boards won, the middle one most, then the corners, and the lines
of boards in which a player has two and can get the third. Nothing within a small board is evaluated.
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.computer.ultimate.deepening import WIN
from ttt_tui.engine import Square
from ttt_tui.engine.nine_boards import BOARD_OF, COMPLETING, PLACE_OF
from ttt_tui.engine.ultimate import UltimatePosition

PLACE_WORTH = (3, 2, 3, 2, 4, 2, 3, 2, 3)
"""Place among nine → the lines through it."""

A_BOARD, A_THREAT = 10, 20
"""The worth of a board for each line of boards through it, and of a board that would complete a line."""

BOARDS_WORTH = tuple(
    A_BOARD * sum(PLACE_WORTH[board] for board in range(9) if nine >> board & 1) for nine in range(512)
)

Key = tuple[int, int, int | None, int]
Bounds = tuple[int, int]
"""The lowest and the highest value that a position can still have."""

KEY_BYTES = tuple_bytes(4) + 2 * int_bytes(90)


def boards_value(position: UltimatePosition) -> int:
    """Return the worth of the boards won to the player to move."""
    me = position.to_move
    (mine, theirs), (reach, their_reach) = position.won[:: 1 - 2 * me], position.reach[:: 1 - 2 * me]
    lead = BOARDS_WORTH[mine] - BOARDS_WORTH[theirs]
    threats = (COMPLETING[mine] & reach).bit_count() - (COMPLETING[theirs] & their_reach).bit_count()
    return lead + A_THREAT * threats


def final_value(position: UltimatePosition, mover: int) -> int | None:
    """Return the value of a finished game to `mover`, who moved last; None if the game goes on."""
    winner = position.winner_by_line(mover)
    if winner is not None:
        return WIN - position.ply if winner == mover else position.ply - WIN
    return 0 if position.is_dead() else None


class FullMinimax:
    """Level `minimax`: examines everything. It makes and undoes moves on `position`."""

    exact_depth = 81

    def __init__(self, position: UltimatePosition, megabytes: float) -> None:
        self.position = position
        self._seen: TwoGenerationCache[Key, int] = TwoGenerationCache(megabytes, KEY_BYTES + int_bytes(20))

    def values(self, order: list[Square], depth: int, budget: Budget, found: dict[Square, int]) -> None:
        """Put the value of each move, `depth` plies ahead, into `found`."""
        self._budget = budget
        self._seen.clear()
        for square in order:
            found[square] = self._after(square, depth - 1)

    def line(self, move: Square) -> tuple[Square, ...]:
        """Return the move alone: no others are remembered."""
        return (move,)

    def _after(self, square: Square, depth: int) -> int:
        """Return the value of a move to its player."""
        position = self.position
        mover = position.to_move
        self._budget.tick()
        position.play(square)
        try:
            value = final_value(position, mover)
            if value is not None:
                return value
            return -(boards_value(position) if depth == 0 else self._best(depth))
        finally:
            position.undo()

    def _best(self, depth: int) -> int:
        key = self.position.key
        value = self._seen.get(key)
        if value is None:
            value = max(self._after(square, depth - 1) for square in self.position.moves)
            self._seen.keep(key, value)
        return value


class FullNegamax:
    """Level `negamax`: the values of `minimax` at fewer nodes."""

    exact_depth = 81

    def __init__(self, position: UltimatePosition, megabytes: float) -> None:
        self.position = position
        self._seen: TwoGenerationCache[Key, Bounds] = TwoGenerationCache(
            megabytes, KEY_BYTES + tuple_bytes(2) + 2 * int_bytes(20)
        )
        # Squares in the middle, then in corners, are tried first, as in all of k in a row.
        places = sorted(position.geometry.placements, key=lambda move: -PLACE_WORTH[PLACE_OF[move]])
        self._order = sorted(places, key=lambda move: -PLACE_WORTH[BOARD_OF[move]])

    def values(self, order: list[Square], depth: int, budget: Budget, found: dict[Square, int]) -> None:
        """Put the value of each move, `depth` plies ahead, into `found`."""
        self._budget = budget
        self._seen.clear()
        best = -WIN
        for square in order:
            found[square] = self._after(square, depth - 1, best, WIN)
            best = max(best, found[square])

    def line(self, move: Square) -> tuple[Square, ...]:
        """Return the move alone: no others are remembered."""
        return (move,)

    def _after(self, square: Square, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a move to its player; a bound if it is outside alpha … beta."""
        position = self.position
        mover = position.to_move
        self._budget.tick()
        position.play(square)
        try:
            value = final_value(position, mover)
            if value is not None:
                return value
            return -(boards_value(position) if depth == 0 else self._best(depth, -beta, -alpha))
        finally:
            position.undo()

    def _best(self, depth: int, alpha: int, beta: int) -> int:
        position = self.position
        key = position.key
        low, high = self._seen.get(key) or (-WIN, WIN)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        best, floor, legal = -WIN, alpha, position.legal
        for square in self._order:
            if legal >> square & 1:
                best = max(best, self._after(square, depth - 1, max(alpha, best), beta))
                if best >= beta:
                    break
        self._seen.keep(key, (low if best <= floor else best, high if best >= beta else best))
        return best
