"""The board of a search in renju: it has the first player's forbidden squares, after every stone.

The planes of lines (`bans`) have sixes, two fours in a line, and possible threes; two fours and two threes
follow by combining these planes. Only for squares with two possible threes the engine is called, which
follows the bans to any depth.
"""

from ttt_tui.computer.expert.two_player.bans import BANNED, STRAIGHT
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.patterns import PLANES
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.engine import LineRule, Mask, squares_of
from ttt_tui.engine.renju import REACH

MOST_REMEMBERED = 20_000
"""Positions whose possible double threes are remembered, at about 300 bytes each."""

STONE_REACH = 4 * 2 * REACH
"""The most squares that a stone can make forbidden."""


class BansBoard(ThreatBoard):
    """A position of renju that a search plays in.

    The first player's threats are only the permitted ones. A stone of the second player elsewhere can make a
    point forbidden, since it can turn a non-three into a three: this happens only on squares with two
    possible threes.
    """

    __slots__ = (
        "_at",
        "_first_doubles",
        "_found",
        "_known",
        "_legal_threats",
        "_no_bans",
        "_renju",
        "_straight",
    )

    def __init__(self, lines: LineStates, stones: tuple[Mask, Mask] = (0, 0)) -> None:
        self._at: list[int] | None = None  # the planes of the position that `_found` is about
        self._found = (0, 0)
        self._known: dict[tuple[Mask, Mask], Mask] = {}
        self._renju = lines.geometry.renju
        super().__init__(lines, stones)
        beyond = 2 * PLANES
        self.barred = ((beyond + BANNED) * self.bits, (beyond + 3) * self.bits)
        self.any_four = ((beyond + 2) * self.bits, self.four[1])
        self._no_bans = ~(self.mask << self.barred[0])
        self._straight = (beyond + STRAIGHT) * self.bits
        self.unsure = (self._straight, (beyond + 3) * self.bits)
        self._legal_threats = sum(
            1 << shifts[0] for shifts in (self.four, self.opens, self.three, self.builds)
        )
        self._first_doubles = self.four_squares[0] | self.three_squares[0]

    def threats(self) -> tuple[int, int]:
        """Return the planes as any board does, without the first player's threats on forbidden squares.

        Of the planes with a bit in any direction, the one at `barred` has all forbidden squares. Two fours or
        two threes of the first player are omitted as not permitted.
        """
        if self._at is self.planes:
            return self._found
        a, b, c, d = self.planes
        ab = a | b
        abc = ab | c
        anywhere, twice = abc | d, a & b | ab & c | abc & d
        barred, mask, free = self.barred[0], self.mask, ~(anywhere >> self.five[0])
        forbidden = (anywhere >> barred | twice >> self.four[0]) & mask & free
        if possible := twice >> self._straight & mask & free & ~forbidden:
            forbidden |= self._double_threes(possible)
        fours = anywhere >> self.four[0] & mask
        anywhere = anywhere & self._no_bans | fours << self.any_four[0]
        if forbidden:
            anywhere = anywhere & ~(forbidden * self._legal_threats) | forbidden << barred
        self._at, self._found = self.planes, (anywhere, twice & ~self._first_doubles)
        return self._found

    def _double_threes(self, possible: Mask) -> Mask:
        """Return the forbidden ones of `possible`, squares with two possible threes, without other bans."""
        first, second = self.stones
        found = self._known.get((first, second))
        if found is None:
            empty, found = self.mask & ~(first | second), 0
            for square in squares_of(possible):
                found |= int(self._renju.is_forbidden(first, empty, square)) << square
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[first, second] = found
        return found

    def strengths_of(self, player: int) -> tuple[bytes, bytes]:
        """Return the strengths as any board does; a forbidden square has none for the first player."""
        mine, yours = super().strengths_of(player)
        if forbidden := self.threats()[0] >> self.barred[0] & self.mask:
            first = bytearray(yours if player else mine)
            for square in squares_of(forbidden):
                first[square] = 0
            return (mine, bytes(first)) if player else (bytes(first), yours)
        return mine, yours

    def can_always_move(self, player: int, turns: int) -> bool:
        """Whether a player is certain to have a legal move in each of its next turns; else it may be drawn.

        A square stays allowed, whatever the second player does, while it has at most one four and one
        possible three; each stone of the first player's can change that for `STONE_REACH` other squares.
        """
        if player:
            return True
        anywhere, twice = self.threats()
        doubtful = anywhere >> self.barred[0] | twice >> self._straight
        free = self.mask & ~(self.stones[0] | self.stones[1] | doubtful)
        return free.bit_count() >= 2 * turns + (turns - 1) * STONE_REACH


def board_of(lines: LineStates, stones: tuple[Mask, Mask] = (0, 0)) -> ThreatBoard:
    """Return the board of a search by the rules of some lines."""
    is_renju = lines.geometry.rules.line is LineRule.RENJU
    return BansBoard(lines, stones) if is_renju else ThreatBoard(lines, stones)
