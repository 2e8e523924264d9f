"""The board of a search with two players: stones, and the threats of both, updated with every stone.

A stone changes only the states of the four lines through it, so playing one costs four look-ups and as many
updates of whole-board masks, whatever the size of the board.

In renju the board has the first player's forbidden squares, too. The planes of lines have sixes, two fours in
a line, and possible threes; two fours and two threes follow by combining these planes. Only for squares with
two possible threes the engine is called, which follows the bans to any depth.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from ttt_tui.computer.expert.two_player.line_states import LineState, LineStates
from ttt_tui.computer.expert.two_player.patterns import (
    BANNED,
    BUILD,
    FIVE,
    FOUR,
    OPEN,
    PLANES,
    STRAIGHT,
    THREE,
)
from ttt_tui.computer.expert.two_player.weights import PROMISE_MINE, PROMISE_YOURS
from ttt_tui.engine import LineRule, Mask, Square, squares_of
from ttt_tui.engine.renju import REACH

BoardBefore = tuple[
    int, LineState, int, LineState, int, LineState, int, LineState, list[int], int, int, Mask
]  # the effects of a stone: four lines and their states, all planes, the strengths, the player and its stones

_MINE, _YOURS = (bytes(promise).ljust(256, b"\0") for promise in (PROMISE_MINE, PROMISE_YOURS))


class ThreatBoard:
    """A position of two players that a search plays in. Players are 0 and 1; the search decides who moves."""

    __slots__ = (
        "_paths",
        "_states",
        "any_four",
        "barred",
        "bits",
        "builds",
        "five",
        "four",
        "four_squares",
        "geometry",
        "lines",
        "mask",
        "open_squares",
        "opens",
        "past",
        "planes",
        "stones",
        "strengths",
        "three",
        "three_squares",
        "unsure",
    )

    def __init__(self, lines: LineStates, stones: tuple[Mask, Mask] = (0, 0)) -> None:
        geometry = lines.geometry
        self.lines = lines
        self.geometry = geometry
        self.mask = geometry.board
        self.bits = geometry.stride * geometry.rows
        self.stones: list[Mask] = [0, 0]
        self.planes = lines.planes
        """The threats along each of the four directions."""
        self.strengths = 0
        """A byte for each square with its strength for the first player, then as many for the second."""
        self.five, self.four, self.opens, self.three, self.builds = (
            tuple((player * PLANES + plane) * self.bits for player in (0, 1))
            for plane in (FIVE, FOUR, OPEN, THREE, BUILD)
        )
        self.four_squares, self.open_squares, self.three_squares = (
            (self.mask << shifts[0], self.mask << shifts[1]) for shifts in (self.four, self.opens, self.three)
        )
        """All squares of the board, shifted to one plane of each player."""
        self.any_four = self.four
        """The planes of `four`; in renju those of the fours that the first player may make now."""
        self.barred = self.unsure = (2 * PLANES * self.bits,) * 2
        """In renju, the planes of where each player may not place, and of where that depends on more than its
        own stones: the first where any direction has a bit, the second where two have. Empty planes in other
        games."""
        self._paths = lines.paths
        self._states = lines.empty.copy()
        self.past: list[BoardBefore] = []
        for state in self._states:
            self.strengths += state.strengths
        for player in (0, 1):
            for square in geometry.squares:
                if stones[player] >> square & 1:
                    self.play(square, player)
        self.past.clear()

    def play(self, square: Square, player: int) -> None:
        """Put a stone on an empty square."""
        a, b, c, d, at_a, at_b, at_c, at_d = self._paths[player][square]
        states, planes = self._states, self.planes
        old_a, old_b, old_c, old_d = states[a], states[b], states[c], states[d]
        in_a, in_b, in_c, in_d = planes
        stones = self.stones
        self.past.append(
            (a, old_a, b, old_b, c, old_c, d, old_d, planes, self.strengths, player, stones[player])
        )
        states[a], planes_a, more_a = old_a[at_a]
        states[b], planes_b, more_b = old_b[at_b]
        states[c], planes_c, more_c = old_c[at_c]
        states[d], planes_d, more_d = old_d[at_d]
        self.planes = [in_a ^ planes_a, in_b ^ planes_b, in_c ^ planes_c, in_d ^ planes_d]
        self.strengths += more_a + more_b + more_c + more_d
        stones[player] |= 1 << square

    @contextmanager
    def after(self, square: Square, player: int) -> Iterator[None]:
        """Keep a stone on the board during a `with` statement, also if that raises."""
        self.play(square, player)
        try:
            yield
        finally:
            self.undo()

    def block(self, squares: Mask) -> None:
        """Make empty squares useless to both players: a stone of both is one that neither can use."""
        for square in squares_of(squares):
            self.play(square, 0)
            self.play(square, 1)

    def threats(self) -> tuple[int, int]:
        """Return all planes laid over one another: where any direction has a bit, where two or more do."""
        a, b, c, d = self.planes
        ab = a | b
        abc = ab | c
        return abc | d, a & b | ab & c | abc & d

    def can_always_move(self, player: int, turns: int) -> bool:
        """Whether a player is certain to have a legal move in each of its next turns, if squares are left."""
        return True

    def legal(self, player: int) -> Mask:
        """Return the squares where the player may place."""
        barred = self.threats()[0] >> self.barred[player]
        return self.mask & ~(self.stones[0] | self.stones[1] | barred)

    def strengths_of(self, player: int) -> tuple[bytes, bytes]:
        """Return the strength of each square for the player, and for the other side; 0 where a stone is."""
        bits = self.bits
        strengths = self.strengths.to_bytes(2 * bits, "little")
        first, second = strengths[:bits], strengths[bits:]
        return (second, first) if player else (first, second)

    def promise(self, player: int) -> bytes:
        """Return the promise of each square for `player`, to move; 0 on stones."""
        mine, yours = self.strengths_of(player)
        promise = int.from_bytes(mine.translate(_MINE), "little") + int.from_bytes(
            yours.translate(_YOURS), "little"
        )
        return promise.to_bytes(self.bits, "little")

    def ordered(self, squares: Mask, player: int) -> list[Square]:
        """Return the squares of a mask, the most promising for the player, who is to move, first."""
        return sorted(squares_of(squares), key=self.promise(player).__getitem__, reverse=True)

    def undo(self) -> None:
        """Undo the latest stone."""
        states = self._states
        a, old_a, b, old_b, c, old_c, d, old_d, self.planes, self.strengths, player, stones = self.past.pop()
        states[a], states[b], states[c], states[d] = old_a, old_b, old_c, old_d
        self.stones[player] = stones


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
