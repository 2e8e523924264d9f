"""Wins by force: continuous fours (VCF), and continuous fours and threes (VCT).

A *four* threatens to complete a line next move; while one square completes it, there is one reply, and the
attacker moves again. With two such squares there is none: a won game. A *three* threatens to make such a
double four. The defender may answer it in several ways, but every answer that helps is a square where the
attacker could have made a four, or a four of its own: whatever stops a four with two completing squares s, t
takes its square or one of s and t, and on each of these the attacker's line was short of just two stones. So
trying those proves the win against every reply (L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku
solved by new search techniques", 1996, calls it threat-space search; here every reply is played).

Both deepen by one attacking move after another, so the first win found has as few of them as there can be.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from ttt_tui.computer.base import Clock
from ttt_tui.computer.expert.field import Field
from ttt_tui.engine import Mask, Square, squares_of

MOST_FAILURES = 20_000
"""Positions without a win by force that are remembered for each player and kind of search: with six of these,
at about 250 bytes each, 30 MB."""


@dataclass(frozen=True, slots=True)
class Forced:
    """A win by force for the player to move."""

    plies: int
    """Stones until the line is complete, against the longest defence."""
    line: tuple[Square, ...]
    """The moves of both until then."""


class _Enough(Exception):
    """Unwinds a search that has used up its nodes."""


class ForcedWins:
    """Looks for wins by force in a field. What it found hopeless it remembers as long as it lives."""

    def __init__(self, field: Field, clock: Clock) -> None:
        self.field = field
        self.clock = clock
        self.exhausted = True
        """Whether the latest search that found nothing looked at everything inside its depth."""
        self._nodes_left = 0
        self._until = inf
        self._met_horizon = False
        # For each attacker: the position, and with how many attacking moves it was tried in vain.
        self._no_fours: tuple[dict[tuple[Mask, ...], int], ...] = ({}, {})
        self._no_keen_fours: tuple[dict[tuple[Mask, ...], int], ...] = ({}, {})
        self._no_threes: tuple[dict[tuple[Mask, ...], int], ...] = ({}, {})

    def by_fours(self, attacker: int, most: int, nodes: int, seconds: float = inf) -> Forced | None:
        """Return the shortest win by continuous fours of the attacker, who is to move.

        It takes at most so many fours, looks at no more than so many positions, and for no longer. May raise
        `OutOfTime`.
        """
        return self._deepen(attacker, most, nodes, seconds, self._fours)

    def any_by_fours(self, attacker: int, most: int, nodes: int) -> Forced | None:
        """Return a win by continuous fours, not always the shortest.

        It is several times as quick as `by_fours` and misses some wins: every four but the last has to make
        new fours possible.
        """
        height = len(self.field.past)
        self._nodes_left, self._until = nodes, inf
        try:
            return self._fours(attacker, most, True)
        except _Enough:
            return None
        finally:
            while len(self.field.past) > height:
                self.field.undo()

    def by_threes(self, attacker: int, most: int, nodes: int, seconds: float = inf) -> Forced | None:
        """Return a win by continuous fours and threes of the attacker, who is to move.

        It takes at most so many attacking moves before the completing one, no win takes fewer, and it looks
        at no more than so many positions, and for no longer. May raise `OutOfTime`.
        """
        return self._deepen(attacker, most, nodes, seconds, self._threes)

    def _deepen(
        self,
        attacker: int,
        most: int,
        nodes: int,
        seconds: float,
        search: Callable[[int, int], Forced | None],
    ) -> Forced | None:
        self._nodes_left = nodes
        self._until = self.clock.seconds + seconds
        self.exhausted = True
        depth = len(self.field.past)
        try:
            for moves in range(most + 1):
                self._met_horizon = False
                if found := search(attacker, moves):
                    return found
                if not self._met_horizon:
                    break
        except _Enough:
            self.exhausted = False
        finally:
            while len(self.field.past) > depth:
                self.field.undo()
        return None

    def _tick(self) -> None:
        self.clock.tick()
        self._nodes_left -= 1
        if self._nodes_left < 0 or (not self._nodes_left & 63 and self.clock.seconds > self._until):
            raise _Enough

    def _fours(self, attacker: int, left: int, narrow: bool = False, known: Mask = 0) -> Forced | None:
        """Return a win with at most `left` fours; if some are known already, only if there are others."""
        self._tick()
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
            return self._unstoppable(lowest(stopping), attacker)
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

    def _threes(self, attacker: int, left: int) -> Forced | None:
        """Return a win with at most `left` fours and threes."""
        self._tick()
        field = self.field
        anywhere, twice = field.threats()
        board = field.board
        if five := anywhere >> field.five[attacker] & board:
            return Forced(1, (lowest(five),))
        fours = anywhere >> field.four[attacker] & board
        stopping = (anywhere >> field.opens[attacker] | twice >> field.four[attacker]) & board
        moves = fours | anywhere >> field.three[attacker] & board
        if must := anywhere >> field.five[1 - attacker] & board:
            if must & must - 1:
                return None
            fours &= must
            stopping &= must
            moves = must  # even if it makes nothing: the defender may be the one who has to answer then
        if not moves:
            return None
        if left == 0:
            self._met_horizon = True
            return None
        if stopping:
            return self._unstoppable(lowest(stopping), attacker)
        if left == 1:
            self._met_horizon = True
            return None
        double = twice >> field.three[attacker] & board
        if double and not must and not anywhere >> field.four[1 - attacker] & board:
            return self._double_three(lowest(double), attacker)
        key = (field.stones[0], field.stones[1])
        failures = self._no_threes[attacker]
        if failures.get(key, 0) >= left:
            self._met_horizon = True
            return None
        if fours and (found := self._fours(attacker, left, True)):
            return found
        for square in (*field.ordered(moves & ~fours), *field.ordered(fours)):
            field.play(square, attacker)
            found = self._defences(attacker, left - 1)
            field.undo()
            if found:
                return Forced(found.plies + 1, (square, *found.line))
        self._remember(failures, key, left)
        return None

    def _defences(self, attacker: int, left: int) -> Forced | None:
        """Return the attacker's win that lasts longest, if it wins against every reply of the defender."""
        field = self.field
        board = field.board
        defender = 1 - attacker
        anywhere, twice = field.threats()
        if five := anywhere >> field.five[attacker] & board:
            replies = five  # one square: with two the attacker had been sent here by `_unstoppable`
        else:
            # The defender has no four on the board: the attacker would have had to answer it.
            if not (anywhere >> field.opens[attacker] | twice >> field.four[attacker]) & board:
                return None
            own = anywhere >> field.four[defender] & board
            replies = anywhere >> field.four[attacker] & board | own
        longest = None
        for square in field.ordered(replies):
            field.play(square, defender)
            found = self._threes(attacker, left)
            field.undo()
            if found is None:
                return None
            if longest is None or found.plies >= longest.plies:
                longest = Forced(found.plies + 1, (square, *found.line))
        return longest

    def _unstoppable(self, square: Square, attacker: int) -> Forced:
        """Return the win by a four that can be completed on two squares."""
        field = self.field
        field.play(square, attacker)
        five = field.threats()[0] >> field.five[attacker] & field.board
        field.undo()
        reply = lowest(five)
        return Forced(3, (square, reply, lowest(five ^ 1 << reply)))

    def _double_three(self, square: Square, attacker: int) -> Forced:
        """Return the win by two threes at once, against a defender who cannot make a four.

        A reply can be on only one of the two lines, and threatens nothing that comes before a four.
        """
        field = self.field
        board = field.board
        field.play(square, attacker)
        anywhere, _ = field.threats()
        opens = anywhere >> field.opens[attacker] & board
        reply = lowest(opens)
        field.play(reply, 1 - attacker)
        anywhere, twice = field.threats()
        stopping = (anywhere >> field.opens[attacker] | twice >> field.four[attacker]) & board
        found = self._unstoppable(lowest(stopping), attacker)
        field.undo()
        field.undo()
        return Forced(5, (square, reply, *found.line))

    def _completing(self, player: int) -> Square:
        """Return the square where the player completes a line; there has to be one."""
        return lowest(self.field.threats()[0] >> self.field.five[player] & self.field.board)

    def _remember(self, failures: dict[tuple[Mask, ...], int], key: tuple[Mask, ...], left: int) -> None:
        if len(failures) >= MOST_FAILURES:
            failures.clear()
        failures[key] = left


def lowest(mask: Mask) -> Square:
    """Return the first square of a mask; there has to be one."""
    return (mask & -mask).bit_length() - 1
