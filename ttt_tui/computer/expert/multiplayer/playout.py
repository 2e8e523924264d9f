"""Positions of several players played to the end, by predictions of the others' moves or at random.

The tree search predicts that the others complete a line, else stop one, else take the square on the most
lines that they can still use or spoil (D. Carmel and S. Markovitch, "Learning models of opponent's strategy
in game playing", 1993, is where searching against a model of the opponent comes from).

For a player's share of wins everybody completes a line, else stops one, else takes the best of a random half
of the squares by what is to gain or to stop there. All players act alike, so that the shares of successive
positions compare. A playout without a winner is shared by all.
"""

from array import array
from random import Random

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.open_lines import DEAD, FIELD, UNOWNED, OpenLines
from ttt_tui.engine import Mask, Position, Square, squares_of
from ttt_tui.errors import OutOfTime

WIDTH = 8
"""How many of the squares best for one's own move the tree tries, and how many of those best to build on."""

LATEST_ROUNDS = 1
"""The number of rounds in which the others have to have moved as predicted for playouts to rely on it.

More rounds soon come too late: when the opening is no longer among them, the board has no room left.
"""

OWN_LINES = 2
"""The weight of one's own lines in the choice of one's own moves, relative to 1 for the others'."""

ONES = (1 << FIELD) - 1
"""All bits of one square's field."""

CHANCE_BITS = 2
"""Bits below the points of a square, filled by chance: each of equal squares is taken at times."""


class Playout:
    """A position that is played on and discarded. Seats count from 0, the thinking player."""

    __slots__ = (
        "completing", "count", "empty", "fields", "lines", "own_lines", "owner", "points", "used", "worth",
    )  # fmt: skip

    lines: OpenLines
    own_lines: int
    """How often a line of seat 0 counts in `worth`."""
    owner: list[int]
    """Each line's seat, or `UNOWNED` or `DEAD`."""
    count: list[int]
    """How many stones are on each line that is not dead."""
    completing: list[Mask]
    """Where each seat completes a line."""
    points: int
    """In each square's field 1 for each line through it without stones, 3 for each of only one player."""
    used: list[int]
    """For each seat, in each square's field, how many of these lines are its own."""
    worth: int
    """In each square's field, the worth for seat 0 of the lines through it."""
    empty: Mask
    fields: int
    """All bits of the fields of empty squares."""

    @classmethod
    def of(cls, lines: OpenLines, own_lines: int = OWN_LINES) -> "Playout":
        """Return a playout from the present position, with weight `own_lines` for a line of seat 0."""
        self = cls()
        self.lines = lines
        self.own_lines = own_lines
        seats = {player: seat for seat, player in enumerate(lines.players)}
        self.owner = [seats.get(owner, owner) for owner in lines.owner]
        self.count = lines.count[:]
        self.completing = [lines.completing(player) for player in lines.players]
        self.used = [0] * len(seats)
        self.points = self.worth = 0
        for owner, count, spread in zip(self.owner, self.count, lines.spread, strict=True):
            if owner == UNOWNED:
                self.points += spread
                self.worth += spread
            elif owner != DEAD:
                self.points += 3 * spread
                self.used[owner] += spread
                self.worth += spread * lines.weights[count] * (1 if owner else own_lines)
        self.empty = lines.board & ~lines.occupied
        self.fields = sum(ONES << FIELD * square for square in squares_of(self.empty))
        return self

    def copy(self) -> "Playout":
        """Return an independent copy."""
        twin = Playout()
        twin.lines = self.lines
        twin.own_lines = self.own_lines
        twin.owner = self.owner[:]
        twin.count = self.count[:]
        twin.completing = self.completing[:]
        twin.points = self.points
        twin.used = self.used[:]
        twin.worth = self.worth
        twin.empty = self.empty
        twin.fields = self.fields
        return twin

    def play(self, square: Square, seat: int) -> None:
        """Put a stone on an empty square where this seat does not complete a line."""
        lines = self.lines
        owners, counts, spreads, weights = self.owner, self.count, lines.spread, lines.weights
        bit = 1 << square
        self.empty ^= bit
        self.fields ^= ONES << FIELD * square
        for other, squares in enumerate(self.completing):
            if squares & bit:
                self.completing[other] = squares ^ bit
        spoiled = claimed = worth = 0
        times = 1 if seat else self.own_lines
        for number in lines.through[square]:
            owner = owners[number]
            if owner == DEAD:
                continue
            spread = spreads[number]
            if owner == UNOWNED:
                owners[number] = seat
                counts[number] = 1
                claimed += spread
                worth += spread * (times * weights[1] - 1)
            elif owner == seat:
                count = counts[number] = counts[number] + 1
                worth += spread * (times * (weights[count] - weights[count - 1]))
                if count == lines.line_length - 1:
                    self.completing[seat] |= lines.lines[number] & self.empty
            else:
                owners[number] = DEAD
                spoiled += spread
                self.used[owner] -= spread
                worth -= spread * (weights[counts[number]] * (1 if owner else self.own_lines))
        self.used[seat] += claimed
        self.points += 2 * claimed - 3 * spoiled
        self.worth += worth

    def foresees(self, seat: int, square: Square) -> bool:
        """Whether another seat is predicted to take this square, where it may complete a line or not."""
        if self.completing[seat] or self._to_stop(seat):
            return bool((self.completing[seat] or self._to_stop(seat)) >> square & 1)
        by_square = self._by_square(self.points - self.used[seat])
        return by_square[square] == max(by_square)

    def reply(self, seat: int, random: Random) -> Square:
        """Return the predicted square of another seat that cannot complete a line; the board is not full."""
        return self._most(self.points - self.used[seat], self._to_stop(seat) or self.empty, random)

    def at_random(self, seat: int, random: Random) -> Square:
        """Return the best of a random half of the squares, by criteria equal for every seat.

        Another player's line is stopped if there is one to stop. The seat cannot complete a line, the board
        is not yet full, and a line of seat 0 counts no more than the others'.
        """
        half = self.empty & random.getrandbits(self.empty.bit_length())
        return self._most(self.worth, self._to_stop(seat) or half or self.empty, random)

    def _to_stop(self, seat: int) -> Mask:
        stopping = 0
        for other, squares in enumerate(self.completing):
            if other != seat:
                stopping |= squares
        return stopping

    def best(self, random: Random) -> Square:
        """Return the move of seat 0 beyond the tree, where it cannot complete a line."""
        return self._most(self.worth, self.completing[1] or self.empty, random)

    def moves(self) -> list[Square]:
        """Return the moves of seat 0 for the tree, where it cannot complete a line, the promising first."""
        first, *later = self.completing[1:]
        if first:
            return list(squares_of(first))
        empty = list(squares_of(self.empty))
        found = sorted(empty, key=self._by_square(self.worth).__getitem__, reverse=True)[:WIDTH]
        building = self._by_square(self._own_worth())
        empty = [square for square in empty if square not in found]
        found += sorted(empty, key=building.__getitem__, reverse=True)[:WIDTH]
        for completing in later:
            found += [square for square in squares_of(completing) if square not in found]
        return found

    def _own_worth(self) -> int:
        """Return the worth for seat 0 of the lines through each square without other stones."""
        weights, counts, spreads = self.lines.weights, self.count, self.lines.spread
        own = 0
        for number, owner in enumerate(self.owner):
            if owner == 0:
                own += spreads[number] * weights[counts[number]] * self.own_lines
            elif owner == UNOWNED:
                own += spreads[number]
        return own

    def _most(self, values: int, squares: Mask, random: Random) -> Square:
        if not squares & squares - 1:
            return squares.bit_length() - 1
        fields = self.lines.fields
        chance = random.getrandbits(fields.bit_length()) & fields * ((1 << CHANCE_BITS) - 1)
        by_square = self._by_square((values << CHANCE_BITS) + chance | fields)
        if squares == self.empty:
            return by_square.index(max(by_square))
        return max(squares_of(squares), key=by_square.__getitem__)

    def _by_square(self, packed: int) -> "array[int]":
        return array("H", (packed & self.fields).to_bytes(self.lines.bytes, "little"))


def foreseen(position: Position) -> bool:
    """Whether all recent moves of the others match the predictions of playouts."""
    past = position.copy()
    latest: list[Square] = []
    while len(latest) < LATEST_ROUNDS * len(position.active) and (square := past.last_square) is not None:
        past.undo()
        if past.active != position.active:  # somebody resigned here
            past.resign(next(player for player in past.active if player not in position.active))
            break
        latest.append(square)
    state = Playout.of(OpenLines(past))
    seats = past.in_turn()
    me = seats.index(position.to_move)
    for i, square in enumerate(reversed(latest)):
        seat = i % len(seats)
        if seat != me and not state.foresees(seat, square):
            return False
        state.play(square, seat)
    return True


MOST_PLAYOUTS = 2000
"""The most playouts: they give a share of a half to within a hundredth; more effort is wasted."""


def playout_shares(
    position: Position, budget: Budget, random: Random, most: int = MOST_PLAYOUTS
) -> tuple[float, ...]:
    """Return each player's share of playouts, with a sum of 1; players who have resigned have 0.

    At least one playout is run whatever the budget; a node is a stone. Nobody has a line yet.
    """
    start = Playout.of(OpenLines(position), own_lines=1)
    wins = [0.0] * len(start.completing)
    played = 0
    rest = budget.without_end()
    try:
        while played < most:
            winner = _winner(start.copy(), budget if played else rest, random)
            played += 1
            if winner is None:
                wins = [won + 1 / len(wins) for won in wins]
            else:
                wins[winner] += 1
    except OutOfTime:
        pass
    shares = [0.0] * len(position.stones)
    for player, won in zip(position.in_turn(), wins, strict=True):
        shares[player] = won / played
    return tuple(shares)


def _winner(state: Playout, budget: Budget, random: Random) -> int | None:
    """Play a position on and return the seat that completes a line, None without a line."""
    seat = 0
    while not state.completing[seat]:
        if not state.empty or not state.points:
            return None
        budget.tick()
        state.play(state.at_random(seat, random), seat)
        seat = (seat + 1) % len(state.completing)
    return seat
