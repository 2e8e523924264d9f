"""Wins by force: patterns that are won, and wins by continuous fours (VCF).

A *four* threatens to complete a line next move; while one square completes it, there is one reply, and the
attacker moves again. With two such squares there is none: a won game. A *three* threatens to make such a
double four; wins that need threes are looked for in `proof_numbers`.
"""

from dataclasses import dataclass

from ttt_tui.computer.budget import Budget, OutOfTime
from ttt_tui.computer.expert.two_player.threat_board import Field
from ttt_tui.computer.expert.two_player.transposition import stones_bytes
from ttt_tui.computer.memory import FULL_SLOT
from ttt_tui.engine import Mask, Square, squares_of

MEGABYTES = 20.0
"""What the positions without a win by fours may take."""


@dataclass(frozen=True, slots=True)
class Forced:
    """A win by force for the player to move."""

    plies: int
    """Stones until the line is complete, against the longest defence."""
    line: tuple[Square, ...]
    """The moves of both until then."""


class ForcedWins:
    """Looks for wins by fours in a field. What it found hopeless it remembers as long as it lives."""

    def __init__(self, field: Field, budget: Budget, megabytes: float = MEGABYTES) -> None:
        self.field = field
        self.budget = budget
        self.exhausted = True
        """Whether the latest search that found nothing looked at everything inside its depth."""
        # Each of four dicts can hold so many; they do not live long enough for any to be worth sorting out.
        self._most = int(megabytes * 1_000_000) // (4 * (FULL_SLOT + stones_bytes(field.bits)))
        self._part = budget
        self._met_horizon = False
        # For each attacker: the position, and with how many attacking moves it was tried in vain.
        self._no_fours: tuple[dict[tuple[Mask, ...], int], ...] = ({}, {})
        self._no_keen_fours: tuple[dict[tuple[Mask, ...], int], ...] = ({}, {})

    def by_fours(self, attacker: int, most: int, share: float) -> Forced | None:
        """Return the shortest win by continuous fours of the attacker, who is to move.

        It takes at most so many fours and is looked for in such a share of the budget. May raise `OutOfTime`.
        The search deepens by one four after another, so the first win found has as few as there can be.
        """
        self._part = self.budget.part(share)
        self.exhausted = True
        height = len(self.field.past)
        try:
            for fours in range(most + 1):
                self._met_horizon = False
                if found := self._fours(attacker, fours):
                    return found
                if not self._met_horizon:
                    break
        except OutOfTime:
            self.budget.look()
            self.exhausted = False
        finally:
            while len(self.field.past) > height:
                self.field.undo()
        return None

    def any_by_fours(self, attacker: int, most: int, nodes: int) -> Forced | None:
        """Return a win by continuous fours, not always the shortest.

        It is several times as quick as `by_fours` and misses some wins: every four but the last has to make
        new fours possible.
        """
        height = len(self.field.past)
        self._part = self.budget.some(nodes)
        try:
            return self._fours(attacker, most, True)
        except OutOfTime:
            self.budget.look()
            return None
        finally:
            while len(self.field.past) > height:
                self.field.undo()

    def _fours(self, attacker: int, left: int, narrow: bool = False, known: Mask = 0) -> Forced | None:
        """Return a win with at most `left` fours; if some are known already, only if there are others."""
        self._part.tick()
        field = self.field
        anywhere, twice = field.threats()
        board = field.board
        if five := anywhere >> field.five[attacker] & board:
            return Forced(1, (lowest(five),))
        fours = anywhere >> field.four[attacker] & board
        stopping = (anywhere >> field.opens[attacker] | twice >> field.four[attacker]) & board
        if must := anywhere >> field.five[1 - attacker] & board:
            if must & must - 1:
                return None
            fours &= must
            stopping &= must
        if not fours:
            return None
        if left == 0:
            self._met_horizon = True
            return None
        if stopping:
            return by_unstoppable_four(field, lowest(stopping), attacker)
        if left == 1:
            self._met_horizon = True
            return None
        if known and not must and not fours & ~known:
            return None
        key = (field.stones[0], field.stones[1])
        failures = (self._no_keen_fours if narrow else self._no_fours)[attacker]
        if failures.get(key, 0) >= left:
            self._met_horizon = True
            return None
        met_horizon, self._met_horizon = self._met_horizon, False
        for square in squares_of(fours):
            field.play(square, attacker)
            reply = self._completing(attacker)
            field.play(reply, 1 - attacker)
            found = self._fours(attacker, left - 1, narrow, fours if narrow else 0)
            field.undo()
            field.undo()
            if found:
                return Forced(found.plies + 2, (square, reply, *found.line))
        self._remember(failures, key, left)
        self._met_horizon |= met_horizon
        return None

    def _completing(self, player: int) -> Square:
        """Return the square where the player completes a line; there has to be one."""
        return lowest(self.field.threats()[0] >> self.field.five[player] & self.field.board)

    def _remember(self, failures: dict[tuple[Mask, ...], int], key: tuple[Mask, ...], left: int) -> None:
        if len(failures) >= self._most:
            failures.clear()
        failures[key] = left


def stops(field: Field, fours: Mask, attacker: int) -> Mask:
    """Return where a stone stops all of these fours of the attacker, each with two completing squares.

    Such a four is stopped on its own square or on one of those two.
    """
    found = field.board
    for square in squares_of(fours):
        field.play(square, attacker)
        found &= 1 << square | field.threats()[0] >> field.five[attacker]
        field.undo()
    return found


def by_unstoppable_four(field: Field, square: Square, attacker: int) -> Forced:
    """Return the win by a four on this square, which can be completed on two squares."""
    field.play(square, attacker)
    five = field.threats()[0] >> field.five[attacker] & field.board
    field.undo()
    reply = lowest(five)
    return Forced(3, (square, reply, lowest(five ^ 1 << reply)))


def by_two_threes(field: Field, square: Square, attacker: int) -> Forced:
    """Return the win by two threes at once on this square, against a defender who cannot make a four.

    A reply can be on only one of the two lines, and threatens nothing that comes before a four.
    """
    board = field.board
    field.play(square, attacker)
    anywhere, _ = field.threats()
    reply = lowest(anywhere >> field.opens[attacker] & board)
    field.play(reply, 1 - attacker)
    anywhere, twice = field.threats()
    stopping = (anywhere >> field.opens[attacker] | twice >> field.four[attacker]) & board
    found = by_unstoppable_four(field, lowest(stopping), attacker)
    field.undo()
    field.undo()
    return Forced(5, (square, reply, *found.line))


def lowest(mask: Mask) -> Square:
    """Return the first square of a mask; there has to be one."""
    return (mask & -mask).bit_length() - 1
