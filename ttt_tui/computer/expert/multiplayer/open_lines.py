"""The lines still open to any number of players, updated stone by stone.

A line is open to a player while it has no stone of anybody else. Its worth to that player is also the gain,
or for the others the need to stop it, on each of its empty squares.
"""

from ttt_tui.engine import Geometry, Mask, Position, Square, squares_of

ALL_SQUARES = 9
"""The most squares left with which every square is promising."""

UNOWNED, DEAD = -1, -2
"""Owners of a line without stones, and of one with stones of two players or of one who has resigned."""

FIELD = 16
"""The bits of each square's weight: enough for the sum over all lines through it."""


def weights(line_length: int) -> tuple[int, ...]:
    """Return the worth of a line by the number of one player's stones; greater the fewer are missing."""
    missing = [200, 60, 16, 5, 2]
    return (1, *(missing[min(line_length - count, 5) - 1] for count in range(1, line_length)))


LinesBefore = tuple[Square, list[int], list[int], dict[int, int], dict[int, Mask], int]
# the effects of a stone: its lines' owners and counts, and everybody's worth, lines that lack one, the weight


class OpenLines:
    """A position of any number of players, with the lines that are still open kept up to date."""

    def __init__(self, position: Position) -> None:
        geometry: Geometry = position.geometry
        self.board = geometry.board
        self.occupied = position.occupied
        self.players = position.in_turn()
        self.lines = geometry.lines
        self.worth = dict.fromkeys(self.players, 0)
        """The worth of each player's lines."""
        self.ready: dict[int, Mask] = dict.fromkeys(self.players, 0)
        """The numbers of each player's lines that lack one stone, as bits."""
        self.weight = 0
        """For each square, the sum of what there is to gain or stop, in a field of `FIELD` bits."""
        self.line_length = geometry.line_length
        self.weights = (*weights(self.line_length), 0)
        """The worth of a line by the number of stones of its one player."""
        self.bytes = FIELD // 8 * geometry.stride * geometry.rows
        """The length of all fields together, in bytes."""
        self.fields = sum(1 << FIELD * square for square in geometry.squares)
        """1 in each square's field."""
        self.owner: list[int] = []
        """The owner of each line: a player, `UNOWNED` or `DEAD`."""
        self.count: list[int] = []
        """How many stones are on each line."""
        self.spread: list[int] = []
        """For each line 1 in the field of each of its squares."""
        self.through: dict[Square, list[int]] = {square: [] for square in geometry.squares}
        """The numbers of the lines through each square."""
        self._past: list[LinesBefore] = []
        for number, line in enumerate(self.lines):
            self.spread.append(sum(1 << FIELD * square for square in squares_of(line)))
            for square in squares_of(line):
                self.through[square].append(number)
            self._claim(number, line, position)

    def _claim(self, number: int, line: Mask, position: Position) -> None:
        owners = [player for player, stones in enumerate(position.stones) if stones & line]
        owner, count = UNOWNED, 0
        if owners:
            owner = owners[0] if len(owners) == 1 and owners[0] in self.worth else DEAD
            count = (line & self.occupied).bit_count()
        self.owner.append(owner)
        self.count.append(count)
        if owner == DEAD:
            return
        weight = self.weights[count]
        self.weight += weight * self.spread[number]
        if owner != UNOWNED:
            self.worth[owner] += weight
            if count == self.line_length - 1:
                self.ready[owner] |= 1 << number

    def play(self, square: Square, player: int) -> None:
        """Put a stone on an empty square where the player does not complete a line."""
        owners, counts, weights, spread = self.owner, self.count, self.weights, self.spread
        numbers = self.through[square]
        self._past.append(
            (
                square,
                [owners[number] for number in numbers],
                [counts[number] for number in numbers],
                self.worth,
                self.ready,
                self.weight,
            )
        )
        worth, ready, weight = self.worth.copy(), self.ready.copy(), self.weight
        for number in numbers:
            owner, count = owners[number], counts[number]
            if owner in (player, UNOWNED):
                more = weights[count + 1] - weights[count]
                weight += more * spread[number]
                worth[player] += more if owner == player else weights[1]
                owners[number] = player
                counts[number] = count + 1
                if count + 2 == self.line_length:
                    ready[player] |= 1 << number
            elif owner != DEAD:
                weight -= weights[count] * spread[number]
                worth[owner] -= weights[count]
                owners[number] = DEAD
                if count + 1 == self.line_length:
                    ready[owner] ^= 1 << number
        self.worth, self.ready, self.weight = worth, ready, weight
        self.occupied |= 1 << square

    def undo(self) -> None:
        """Undo the latest stone."""
        square, owners, counts, self.worth, self.ready, self.weight = self._past.pop()
        for number, owner, count in zip(self.through[square], owners, counts, strict=True):
            self.owner[number] = owner
            self.count[number] = count
        self.occupied ^= 1 << square

    def completing(self, player: int) -> Mask:
        """Return the squares where the player completes a line."""
        found = 0
        for number in squares_of(self.ready[player]):
            found |= self.lines[number]
        return found & ~self.occupied

    @property
    def height(self) -> int:
        """The number of stones played and not undone."""
        return len(self._past)

    def promising(self, most: int) -> list[Square]:
        """Return the squares with most to gain or stop, at most `most` unless few squares are left."""
        weight = self._weight_of_squares()
        empty = list(squares_of(self.board & ~self.occupied))
        empty.sort(key=weight.__getitem__, reverse=True)
        return empty if len(empty) <= ALL_SQUARES else empty[:most]

    def best_of(self, squares: Mask) -> Square | None:
        """Return the square with most to gain or stop, the first of several, None of none."""
        weight = self._weight_of_squares()
        return max(squares_of(squares), key=weight.__getitem__, default=None)

    def _weight_of_squares(self) -> memoryview:
        return memoryview(self.weight.to_bytes(self.bytes, "little")).cast("H")
