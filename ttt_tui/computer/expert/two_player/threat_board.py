"""The board of a search with two players: stones, and kept up to date with every stone the threats of both.

A stone changes what is known of the four lines through it and of nothing else, so playing one costs four
look-ups and as many exchanges in whole-board masks, whatever the size of the board.
"""

from ttt_tui.computer.expert.two_player.line_states import LineState, LineStates
from ttt_tui.computer.expert.two_player.patterns import BUILD, FIVE, FOUR, OPEN, PLANES, THREE
from ttt_tui.engine import Mask, Square, squares_of

BoardBefore = tuple[
    int, LineState, int, LineState, int, LineState, int, LineState, list[int], int, int, Mask
]  # what a stone changed: four lines and their states, all planes, the value, the player and its stones


class ThreatBoard:
    """A position of two players that a search plays in. Players are 0 and 1, and who moves is its affair."""

    __slots__ = (
        "_lowest",
        "_paths",
        "_states",
        "bits",
        "builds",
        "five",
        "four",
        "geometry",
        "lines",
        "mask",
        "opens",
        "past",
        "planes",
        "stones",
        "three",
        "value",
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
        self.value = 0
        self._lowest = (1 << 8 * self.bits) - 1
        self.five, self.four, self.opens, self.three, self.builds = (
            tuple((player * PLANES + plane) * self.bits for player in (0, 1))
            for plane in (FIVE, FOUR, OPEN, THREE, BUILD)
        )
        self._paths = lines.paths
        self._states = lines.empty.copy()
        self.past: list[BoardBefore] = []
        for state in self._states:
            self.value += state.value
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
        self.past.append((a, old_a, b, old_b, c, old_c, d, old_d, planes, self.value, player, stones[player]))
        states[a], planes_a, value_a = old_a[at_a]
        states[b], planes_b, value_b = old_b[at_b]
        states[c], planes_c, value_c = old_c[at_c]
        states[d], planes_d, value_d = old_d[at_d]
        self.planes = [in_a ^ planes_a, in_b ^ planes_b, in_c ^ planes_c, in_d ^ planes_d]
        self.value += value_a + value_b + value_c + value_d
        stones[player] |= 1 << square

    def threats(self) -> tuple[int, int]:
        """Return all planes laid over one another: where any direction has a bit, where two or more do."""
        a, b, c, d = self.planes
        ab = a | b
        abc = ab | c
        return abc | d, a & b | ab & c | abc & d

    def gains(self) -> bytes:
        """Return how promising each square is, for both together; zero where there is a stone."""
        return (self.value & self._lowest).to_bytes(self.bits, "little")

    def ordered(self, squares: Mask) -> list[Square]:
        """Return the squares of a mask, the most promising first."""
        return sorted(squares_of(squares), key=self.gains().__getitem__, reverse=True)

    def undo(self) -> None:
        """Take the latest stone back."""
        states = self._states
        a, old_a, b, old_b, c, old_c, d, old_d, self.planes, self.value, player, stones = self.past.pop()
        states[a], states[b], states[c], states[d] = old_a, old_b, old_c, old_d
        self.stones[player] = stones
