"""How soon a win by continuous fours and threes comes: whether a number of stones is enough, exactly.

The search uses the threats of `vct` and the same complete replies, but counts the attacker's stones. Results
with fewer stones serve the search with more: that it failed, and where.
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vcf import lowest, stops
from ttt_tui.computer.memory import FULL_SLOT, int_bytes, tuple_bytes
from ttt_tui.engine import Mask, Square, squares_of

LENGTHS_MEGABYTES = 30.0
"""The memory for known positions."""

_ENOUGH = 1000
"""More stones than anybody can place."""


class VCTLengths:
    """Decides on one board how soon somebody wins by fours and threes, and remembers the results.

    Players are 0 and 1, as on the board. The board is unchanged after `OutOfTime`.
    """

    def __init__(self, board: ThreatBoard, budget: Budget, megabytes: float = LENGTHS_MEGABYTES) -> None:
        self.board = board
        self.budget = budget
        position_bytes = FULL_SLOT + int_bytes(2 * board.bits + 1) + tuple_bytes(2)
        self._most = int(megabytes * 1_000_000) // position_bytes
        # For positions with an attacker to move: the number of stones that fails, and the number that wins.
        self._known: dict[int, tuple[int, int]] = {}

    def shortest(self, attacker: int, most: int) -> int | None:
        """Return with how few stones the attacker, to move, wins; None if `most` are not enough."""
        return next((stones for stones in range(1, most + 1) if self.wins(attacker, stones)), None)

    def shortest_after(self, attacker: int, most: int) -> int | None:
        """Return how few stones more the attacker needs if the other side is to move; None as above."""
        return next((stones for stones in range(1, most + 1) if self.has_won(attacker, stones)), None)

    def wins(self, attacker: int, stones: int) -> bool:
        """Whether the attacker, to move, can win with `stones` stones."""
        board = self.board
        anywhere, twice = board.threats()
        mask = board.mask
        if anywhere >> board.five[attacker] & mask:
            return stones >= 1
        if stones < 2:
            return False
        must = anywhere >> board.five[1 - attacker] & mask
        if must & must - 1:
            return False
        stopping = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
        if stopping & must if must else stopping:
            return True
        if stones < 3:
            return False
        first, second = board.stones
        key = (first | second << board.bits) << 1 | attacker
        fails, enough = self._known.get(key, (2, _ENOUGH))
        if stones <= fails or stones >= enough:
            return stones >= enough
        self.budget.tick()
        found = any(self.wins_by(attacker, square, stones) for square in self.threats(attacker))
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[key] = (fails, stones) if found else (stones, enough)
        return found

    def wins_by(self, attacker: int, square: Square, stones: int) -> bool:
        """Whether the attacker, to move, can win with `stones` stones, including this one."""
        self.board.play(square, attacker)
        try:
            return self.has_won(attacker, stones - 1)
        finally:
            self.board.undo()

    def has_won(self, attacker: int, stones: int) -> bool:
        """Whether the attacker wins with `stones` more stones although the other side is to move."""
        replies = self.replies(attacker)
        if not replies or stones < 1:
            return False
        return all(
            self.wins_after(attacker, square, stones) for square in self.board.ordered(replies, 1 - attacker)
        )

    def wins_after(self, attacker: int, reply: Square, stones: int) -> bool:
        """Whether the attacker wins with `stones` stones after this reply of the other side's."""
        self.board.play(reply, 1 - attacker)
        try:
            return self.wins(attacker, stones)
        finally:
            self.board.undo()

    def threats(self, attacker: int) -> list[Square]:
        """Return the attacker's fours, then its threes, or where a line must be made or stopped."""
        board = self.board
        anywhere, _ = board.threats()
        mask = board.mask
        if five := anywhere >> board.five[attacker] & mask:
            return list(squares_of(five))
        if must := anywhere >> board.five[1 - attacker] & mask:
            return [lowest(must)]  # even if it makes nothing: then the other side may have to answer
        fours = anywhere >> board.four[attacker] & mask
        threes = anywhere >> board.three[attacker] & mask & ~fours
        return [*board.ordered(fours, attacker), *board.ordered(threes, attacker)]

    def replies(self, attacker: int) -> Mask | None:
        """Return all replies of the other side, to move, to the attacker's threat.

        None if there is no threat, or the other side can complete a line first. If nothing helps, return one
        reply that shows it.
        """
        board = self.board
        anywhere, twice = board.threats()
        mask = board.mask
        if anywhere >> board.five[1 - attacker] & mask:
            return None
        if five := anywhere >> board.five[attacker] & mask:
            return five & -five
        stopping = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
        if not stopping:
            return None
        own = anywhere >> board.four[1 - attacker] & mask
        return stops(board, stopping, attacker) | own or stopping & -stopping
