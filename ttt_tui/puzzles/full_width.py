"""Proves that a side cannot win with a number of stones, whatever it plays: full-width search of the attack.

Every stone of the attacker is refuted, threat or not. One reply that refutes it is enough, so replies are
chosen freely. Most stones are refuted by the weakest reply, a pass: an extra stone never hurts its owner, so
an attack that fails against a pass fails against a move, too (the null move of chess programs, which is a
proof here). A stone that is not refuted is not known to win, since not all replies were tried.
"""

from collections.abc import Iterator

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.vcf import VCFSearch, lowest, stops
from ttt_tui.computer.memory import FULL_SLOT, int_bytes, tuple_bytes
from ttt_tui.engine import Mask, Square

MEGABYTES = 40.0
"""Memory for positions."""

MOST_REPLIES = 8
"""Replies tried where a pass does not refute."""

FOURS, FOURS_NODES = 8, 60
"""The defender's own wins by fours: the longest searched for, and the nodes of each search."""

_NEVER = 1000


class FullWidth:
    """Refutes attacks on one board, and remembers which. Players are 0 and 1, as the board's.

    A method that raises `OutOfTime` leaves the board unchanged.
    """

    def __init__(self, board: ThreatBoard, budget: Budget) -> None:
        self.board = board
        self.budget = budget
        self._fours = VCFSearch(board, budget, 5.0)
        position_bytes = FULL_SLOT + int_bytes(2 * board.bits + 1) + tuple_bytes(3)
        self._most = int(MEGABYTES * 1_000_000) // position_bytes
        # For positions with the attacker to move: the number of stones proved to fail, the number for which
        # that was not shown, and the stone that was not refuted.
        self._known: dict[int, tuple[int, int, Square]] = {}
        self._killers: dict[int, Square] = {}

    def fails(self, attacker: int, stones: int) -> bool:
        """Whether it is proved that the attacker, to move, does not win with `stones` stones."""
        board = self.board
        anywhere, twice = board.threats()
        mask = board.mask
        if stones < 1:
            return True
        if anywhere >> board.five[attacker] & mask:
            return False
        if stones < 2:
            return True
        must = anywhere >> board.five[1 - attacker] & mask
        if must & must - 1:
            return True
        unstoppable = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
        if unstoppable & must if must else unstoppable:
            return False
        if stones < 3:
            return True
        key = self._key(attacker)
        fails, open_from, stone = self._known.get(key, (2, _NEVER, 0))
        if stones <= fails or stones >= open_from:
            return stones <= fails
        self.budget.tick()
        unrefuted = self._unrefuted(attacker, stones, must, anywhere)
        if len(self._known) >= self._most:
            self._known.clear()
        is_refuted = unrefuted is None
        self._known[key] = (stones, open_from, stone) if unrefuted is None else (fails, stones, unrefuted)
        return is_refuted

    def fails_by(self, attacker: int, square: Square, stones: int) -> bool:
        """Whether it is proved that the attacker does not win by this stone, one of `stones`."""
        self.board.play(square, attacker)
        try:
            return self.fails_after(attacker, stones - 1)
        finally:
            self.board.undo()

    def fails_after(self, attacker: int, stones: int) -> bool:
        """Whether it is proved that `stones` more stones do not win, the defender to move.

        The attacker has no line.
        """
        board, defender = self.board, 1 - attacker
        anywhere, twice = board.threats()
        mask = board.mask
        if stones < 1 or anywhere >> board.five[defender] & mask:
            return True
        if five := anywhere >> board.five[attacker] & mask:
            return not five & five - 1 and self._fails_against(lowest(five), attacker, stones)
        if stones < 2:
            return True
        unstoppable = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
        own = anywhere >> board.four[defender] & mask
        if unstoppable:
            return self._any_refutes(stops(board, unstoppable, attacker) | own, attacker, stones)
        if stones < 3 or self.fails(attacker, stones):
            return True
        if stones > 3 and own and self._fours.any_by_fours(defender, FOURS, FOURS_NODES):
            return True
        return self._any_refutes(self._zone(attacker, stones) | own, attacker, stones)

    def reply(self, attacker: int, stones: int) -> Square | None:
        """Return the defender's proved refutation; None if any reply refutes, or none is known."""
        board, defender = self.board, 1 - attacker
        anywhere, _ = board.threats()
        if five := (anywhere >> board.five[defender] or anywhere >> board.five[attacker]) & board.mask:
            return lowest(five)
        return self._killers.get(self._key(attacker) << 10 | stones)

    # --- the attacker to move ----------------------------------------------------------------------------

    def _unrefuted(self, attacker: int, stones: int, must: Mask, anywhere: int) -> Square | None:
        """Return a stone of the attacker's that was not refuted, None if all were."""
        if must:
            square = lowest(must)
            return None if self.fails_by(attacker, square, stones) else square
        if stones > 3 and not self.fails(attacker, stones - 1):
            return self._known[self._key(attacker)][2]
        for square in self._stones(attacker, stones, anywhere):
            if not self.fails_by(attacker, square, stones):
                return square
        return None

    def _stones(self, attacker: int, stones: int, anywhere: int) -> Iterator[Square]:
        """Yield the stones that could begin a win with `stones`, one fewer failing; threats first.

        A stone is left out if the attacker could not complete any line through it in time, and the defender
        could not make a four through it in time: then the rest would win without it, too.
        """
        board, mask = self.board, self.board.mask
        fours = anywhere >> board.four[attacker] & mask
        threes = anywhere >> board.three[attacker] & mask & ~fours
        yield from board.ordered(fours, attacker)
        yield from board.ordered(threes, attacker)
        done = fours | threes
        if stones == 3:
            others = anywhere >> board.builds[attacker] & mask if fours else 0
        elif stones == 4 and board.geometry.line_length > 4:
            mine, _ = board.strengths_of(attacker)
            others = anywhere >> board.four[1 - attacker] & mask
            for square in board.geometry.squares:
                if mine[square]:
                    others |= 1 << square
        else:
            others = mask & ~(board.stones[0] | board.stones[1])
        yield from board.ordered(others & ~done, attacker)

    # --- the defender to move ----------------------------------------------------------------------------

    def _fails_against(self, reply: Square, attacker: int, stones: int) -> bool:
        self.board.play(reply, 1 - attacker)
        try:
            return self.fails(attacker, stones)
        finally:
            self.board.undo()

    def _any_refutes(self, replies: Mask, attacker: int, stones: int) -> bool:
        board = self.board
        key = self._key(attacker) << 10 | stones
        for square in board.ordered(replies, 1 - attacker)[:MOST_REPLIES]:
            if self._fails_against(square, attacker, stones):
                self._killers[key] = square
                return True
        return False

    def _zone(self, attacker: int, stones: int) -> Mask:
        """Return the squares of the attack that a pass does not refute."""
        board, mask = self.board, self.board.mask
        height, found = len(board.past), 0
        try:
            while stones > 0 and not self.fails(attacker, stones):
                anywhere, twice = board.threats()
                five = anywhere >> board.five[attacker] & mask
                unstoppable = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
                if five:
                    return found | five
                if unstoppable:
                    return found | stops(board, unstoppable, attacker) | unstoppable
                stone = self._known[self._key(attacker)][2]
                found |= 1 << stone
                board.play(stone, attacker)
                stones -= 1
                anywhere, twice = board.threats()
                if five := anywhere >> board.five[attacker] & mask:
                    found |= five
                    if five & five - 1:
                        return found
                    board.play(lowest(five), 1 - attacker)
                    continue
                unstoppable = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
                if unstoppable and (replies := stops(board, unstoppable, attacker)):
                    found |= replies
                    board.play(board.ordered(replies, 1 - attacker)[0], 1 - attacker)
            return found
        finally:
            while len(board.past) > height:
                board.undo()

    def _key(self, attacker: int) -> int:
        first, second = self.board.stones
        return (first | second << self.board.bits) << 1 | attacker
