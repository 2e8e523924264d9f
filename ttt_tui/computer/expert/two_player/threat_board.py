"""The board of a search with two players: stones, and the threats of both, updated with every stone.

A stone changes only the states of the four lines through it, so playing one costs four look-ups and as many
updates of whole-board masks, whatever the size of the board.
"""

from ttt_tui.computer.expert.two_player.line_states import LineState, LineStates
from ttt_tui.computer.expert.two_player.patterns import BUILD, FIVE, FOUR, OPEN, PLANES, THREE
from ttt_tui.computer.expert.two_player.weights import PROMISE_MINE, PROMISE_YOURS
from ttt_tui.engine import Mask, Square, squares_of

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
