"""Wins by force: won patterns, and wins by continuous fours (VCF).

A *four* threatens to complete a line next move; while one square completes it, there is one reply, and the
attacker moves again. With two such squares there is no reply: a won game. A *three* threatens to make such a
double four; `vct` looks for wins that need threes.

In renju the first player makes only permitted fours, and has no reply where the square is forbidden.
"""

from dataclasses import dataclass

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.values import stones_bytes
from ttt_tui.computer.memory import FULL_SLOT
from ttt_tui.engine import Mask, Square, squares_of
from ttt_tui.errors import OutOfTime

VCF_MEGABYTES = 20.0
"""The memory for positions without a win by fours."""


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win by force for the player to move."""

    plies: int
    """Stones until the line is complete, against the longest defence."""
    pv: tuple[Square, ...]
    """The moves of both until then."""


class VCFSearch:
    """Looks for wins by fours on a board, and remembers hopeless positions for its lifetime."""

    def __init__(self, board: ThreatBoard, budget: Budget, megabytes: float = VCF_MEGABYTES) -> None:
        self.board = board
        self.budget = budget
        self.exhausted = True
        """Whether the latest search without a result examined everything within its depth."""
        # Each of four dicts can hold this many; they do not live long enough for eviction to be worth it.
        self._most = int(megabytes * 1_000_000) // (4 * (FULL_SLOT + stones_bytes(board.bits)))
        self._part = budget
        self._met_horizon = False
        self._has_bans = board.barred[0] != board.barred[1]
        # For each attacker: the position, and the number of attacking moves tried in vain.
        self._no_fours: tuple[dict[tuple[Mask, ...], int], ...] = ({}, {})
        self._no_keen_fours: tuple[dict[tuple[Mask, ...], int], ...] = ({}, {})

    def by_fours(self, attacker: int, most: int, share: float) -> ForcedWin | None:
        """Return the shortest win by continuous fours of the attacker, who is to move.

        The win takes at most `most` fours; the search may use this share of the budget. May raise
        `OutOfTime`. The search deepens one four at a time, so the first win found has the fewest.
        """
        self._part = self.budget.part(share)
        self.exhausted = True
        height = len(self.board.past)
        try:
            for fours in range(most + 1):
                self._met_horizon = False
                if found := self._fours(attacker, fours):
                    return found
                if not self._met_horizon:
                    break
        except OutOfTime:
            self.budget.check()
            self.exhausted = False
        finally:
            while len(self.board.past) > height:
                self.board.undo()
        return None

    def any_by_fours(self, attacker: int, most: int, nodes: int) -> ForcedWin | None:
        """Return a win by continuous fours, not always the shortest.

        The search is several times as fast as `by_fours` and misses some wins: every four but the last has to
        make new fours possible.
        """
        height = len(self.board.past)
        self._part = self.budget.some(nodes)
        try:
            return self._fours(attacker, most, True)
        except OutOfTime:
            self.budget.check()
            return None
        finally:
            while len(self.board.past) > height:
                self.board.undo()

    def _fours(self, attacker: int, left: int, narrow: bool = False, known: Mask = 0) -> ForcedWin | None:
        """Return a win with at most `left` fours; if some are known already, only if there are others."""
        self._part.tick()
        board = self.board
        anywhere, twice = board.threats()
        mask = board.mask
        if five := anywhere >> board.five[attacker] & mask:
            return ForcedWin(1, (lowest(five),))
        fours = anywhere >> board.four[attacker] & mask
        stopping = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
        if must := anywhere >> board.five[1 - attacker] & mask:
            if must & must - 1:
                return None
            fours &= must
            stopping &= must
        if not fours:
            return None
        if left == 0:
            self._met_horizon = True
            return None
        if stopping and (won := by_unstoppable_four(board, lowest(stopping), attacker)):
            return won
        if left == 1 and not (self._has_bans and attacker):
            self._met_horizon = True
            return None
        if known and not must and not fours & ~known:
            return None
        return self._each_four(attacker, left, narrow, fours)

    def _each_four(self, attacker: int, left: int, narrow: bool, fours: Mask) -> ForcedWin | None:
        """Return a win that begins with one of these fours, to each of which there is one reply."""
        board = self.board
        key = (board.stones[0], board.stones[1])
        failures = (self._no_keen_fours if narrow else self._no_fours)[attacker]
        if failures.get(key, 0) >= left:
            self._met_horizon = True
            return None
        met_horizon, self._met_horizon = self._met_horizon, False
        for square in squares_of(fours):
            board.play(square, attacker)
            anywhere, _ = board.threats()
            reply = lowest(anywhere >> board.five[attacker] & board.mask)
            if (barred := anywhere >> board.barred[1 - attacker]) >> reply & 1:
                elsewhere = any_reply(board, attacker, 0, barred)
                board.undo()
                if elsewhere is not None:
                    return ForcedWin(3, (square, elsewhere, reply))
                continue
            board.play(reply, 1 - attacker)
            found = self._fours(attacker, left - 1, narrow, fours if narrow else 0)
            board.undo()
            board.undo()
            if found:
                return ForcedWin(found.plies + 2, (square, reply, *found.pv))
        if len(failures) >= self._most:
            failures.clear()
        failures[key] = left
        self._met_horizon |= met_horizon
        return None


def stops(board: ThreatBoard, fours: Mask, attacker: int) -> Mask:
    """Return where a stone stops all of these fours of the attacker, each with two completing squares.

    Such a four is stopped on its own square or on one of those two.
    """
    found = board.mask
    for square in squares_of(fours):
        board.play(square, attacker)
        found &= 1 << square | board.threats()[0] >> board.five[attacker]
        board.undo()
    return found


def by_unstoppable_four(board: ThreatBoard, square: Square, attacker: int) -> ForcedWin | None:
    """Return the win by a four on this square, which can be completed on two squares.

    None if the defender has no legal move then, which draws.
    """
    board.play(square, attacker)
    anywhere, _ = board.threats()
    five = anywhere >> board.five[attacker] & board.mask
    reply = any_reply(board, attacker, five, anywhere >> board.barred[1 - attacker])
    board.undo()
    return None if reply is None else ForcedWin(3, (square, reply, lowest(five & ~(1 << reply))))


def any_reply(board: ThreatBoard, attacker: int, squares: Mask, barred: Mask) -> Square | None:
    """Return a move of a defender who has lost, on one of these empty squares if it can; None for no move.

    By renju it may not place on `barred` squares.
    """
    if allowed := squares & ~barred:
        return lowest(allowed)
    elsewhere = board.mask & ~(board.stones[0] | board.stones[1] | barred)
    return board.ordered(elsewhere, 1 - attacker)[0] if elsewhere else None


def by_two_threes(board: ThreatBoard, square: Square, attacker: int) -> ForcedWin:
    """Return the win by two threes at once on this square, against a defender who cannot make a four.

    A reply can be on only one of the two lines, and threatens nothing that comes before a four. In renju the
    defender has to be sure to have a legal move each time.
    """
    mask = board.mask
    board.play(square, attacker)
    anywhere, _ = board.threats()
    barred = anywhere >> board.barred[1 - attacker]
    reply = any_reply(board, attacker, anywhere >> board.opens[attacker] & mask, barred)
    assert reply is not None, "it can always move"
    board.play(reply, 1 - attacker)
    anywhere, twice = board.threats()
    stopping = (anywhere >> board.opens[attacker] | twice >> board.four[attacker]) & mask
    found = by_unstoppable_four(board, lowest(stopping), attacker)
    assert found is not None, "it can always move"
    board.undo()
    board.undo()
    return ForcedWin(5, (square, reply, *found.pv))


def lowest(mask: Mask) -> Square:
    """Return the first square of a mask; there has to be one."""
    return (mask & -mask).bit_length() - 1
