"""More than two players, proofs: all others count as one opponent.

So plain alpha-beta for two players is enough (N. Sturtevant and R. Korf, "On pruning techniques for
multi-player games", 2000), over the most promising squares of each position.

On no board can anybody win like this from the start with lines of 5 or more and three players, 4 or more and
four players, 3 or more and five players: all lines contain pairs of squares that the others can always answer
(`tests/computer/expert/multiplayer/test_no_forced_win.py`). Somebody has to let a win through.

Values are whole numbers for the thinking player: `CERTAIN_WIN - n` for the player's win complete with n
stones on the board, `n - CERTAIN_WIN` for anybody else's win, else the worth of the player's open lines less
the best other player's.
"""

from collections.abc import Iterator

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.open_lines import OpenLines
from ttt_tui.engine import Position, Square, squares_of

CERTAIN_WIN = 1_000_000
UNBOUNDED = CERTAIN_WIN + 1

MOST_PROMISING = 8
"""The number of squares examined in a position."""


def check(budget: Budget) -> None:
    """Count a node, and check the time: a node takes long here. Raises `OutOfTime`."""
    budget.tick()
    budget.check()


class ParanoidSearch:
    """Searches one position of any number of players."""

    def __init__(self, position: Position, budget: Budget) -> None:
        self.lines = OpenLines(position)
        self.budget = budget
        self.me = position.to_move
        self.players = position.in_turn()
        self.saw_everything = True
        """Whether the latest depth met no horizon and left no square out."""

    def values(self, moves: list[Square], depth: int) -> Iterator[tuple[Square, int]]:
        """Yield each move's value, `depth` plies ahead. Raises `OutOfTime`.

        A value below the highest so far may be too high, but is lower than the highest.
        """
        self.saw_everything = True
        best = -UNBOUNDED
        for square in moves:
            value = self._after(square, 0, depth - 1, best - 1, UNBOUNDED)
            best = max(best, value)
            yield square, value

    def _after(self, square: Square, seat: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a stone of the player in this seat; the thinking player has seat 0."""
        check(self.budget)
        lines = self.lines
        player = self.players[seat]
        if lines.ready[player] and lines.completing(player) >> square & 1:
            value = CERTAIN_WIN - lines.occupied.bit_count() - 1
            return -value if seat else value
        lines.play(square, player)
        try:
            return self._node((seat + 1) % len(self.players), depth, alpha, beta)
        finally:
            lines.undo()

    def _node(self, seat: int, depth: int, alpha: int, beta: int) -> int:
        lines = self.lines
        stones = lines.occupied.bit_count()
        left = lines.board.bit_count() - stones
        if lines.ready[self.players[seat]]:
            value = CERTAIN_WIN - stones - 1
            return -value if seat else value
        follower = (seat + 1) % len(self.players)
        must = 0
        if lines.ready[self.players[follower]]:
            must = lines.completing(self.players[follower])
            friends = seat and follower
            if left > 1 and (friends or must & must - 1):
                value = CERTAIN_WIN - stones - 2
                return -value if follower else value
        if not left:
            return 0
        if depth <= 0 and not must:
            self.saw_everything = False
            return self._evaluate()
        moves = list(squares_of(must)) if must else lines.promising(MOST_PROMISING)
        if not must and len(moves) < left:
            self.saw_everything = False
        best = UNBOUNDED if seat else -UNBOUNDED
        for square in moves:
            value = self._after(square, seat, depth - 1, alpha, beta)
            if seat:
                best = min(best, value)
                beta = min(beta, best)
            else:
                best = max(best, value)
                alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _evaluate(self) -> int:
        worth = self.lines.worth
        return worth[self.me] - max(each for player, each in worth.items() if player != self.me)
