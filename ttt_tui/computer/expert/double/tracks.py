"""The rows, columns and diagonals of a board with two stones a turn: the meaning of their stones.

A *track* is a row of squares in which lines lie. Its state is computed when first needed and kept for all
tracks of the same kind, by the place of a square in the track: with two stones a turn

- a line without the other side's stones that lacks at most two stones is a *threat*, and the squares that it
  lacks are its *need*: the other side has to take one of them;
- a line that lacks three becomes one by a single stone, a line that lacks four by two.

A turn stops a threat with a stone on a square of its need, and a stone can stop several; so squares that hit
every need are counted, not threats.

On a torus a cycle of squares is laid out as tracks that overlap, so that each line lies in one of them.
"""

from collections.abc import Sequence
from sys import getsizeof

from ttt_tui.computer.memory import FULL_SLOT, int_bytes, tuple_bytes
from ttt_tui.engine import Geometry, LineRule, Mask, Square

MANY = 3
"""More stones than a turn has."""


def fewest_hitting(needs: Sequence[Mask]) -> int:
    """Return how many stones hit all needs at least: 0, 1 or 2, or `MANY` for more."""
    if not needs:
        return 0
    if _hitting_the_rest(needs, 0):
        return 1
    rest = needs[0]
    while rest:
        square = rest & -rest
        rest ^= square
        if _hitting_the_rest(needs, square):
            return 2
    return MANY


def hitting_pairs(needs: Sequence[Mask]) -> list[Mask]:
    """Return all pairs of squares that hit needs which no single square hits."""
    found = []
    rest, tried = needs[0], 0
    while rest:
        square = rest & -rest
        rest ^= square
        common = _hitting_the_rest(needs, square) & ~tried
        tried |= square
        while common > 0:
            other = common & -common
            common ^= other
            found.append(square | other)
    return found


def first_hits(needs: Sequence[Mask], left: int) -> Mask:
    """Return where the first of the turn's remaining stones can go so that the turn hits all needs.

    The order of two stones does not matter, so one of them is on a square of a chosen need, preferably one of
    a single square.
    """
    if left == 1:
        return _hitting_the_rest(needs, 0)
    found, rest = 0, min(needs, key=int.bit_count)
    while rest:
        square = rest & -rest
        rest ^= square
        if _hitting_the_rest(needs, square):
            found |= square
    return found


def _hitting_the_rest(needs: Sequence[Mask], square: Mask) -> Mask:
    """Return the squares that each hit all needs not hit by `square`: -1 if it hits all of them."""
    common = -1
    for need in needs:
        if not need & square:
            common &= need
    return common


LANE = 16
"""Bits for the gain of a square."""

VALUE_BITS = 40
"""Bits for the worth of a player's lines."""

LONGEST = 20
"""The most squares of a track."""

_BITS = 24  # of each side's stones in a key

WORTH = {1: 320, 2: 300, 3: 96, 4: 40, 5: 10, 6: 4, 7: 2}
"""The worth of a line with a stone to the side that can complete it, by the stones it lacks."""

FIRST_STONE = 1
"""The least gain of the first stone of a line."""


Makers = tuple[tuple[Mask, ...], tuple[Mask, ...]]


class TrackState:
    """The meaning of a track's stones. Masks are for a track that begins on square 0; pairs are by player."""

    __slots__ = ("_kind", "_makers", "gains", "has_threats", "needs", "ones", "pattern", "value")

    def __init__(self, kind: "TrackKind", pattern: tuple[int, int]) -> None:
        self._kind = kind
        self.pattern = pattern
        self.needs = kind.needs(0, *pattern), kind.needs(1, *pattern)
        """The needs of each player's threats, except supersets of others."""
        self.has_threats = any(self.needs)
        values, self.gains, self.ones = kind.describe(*pattern)
        self.value = values[0] | values[1] << VALUE_BITS
        """The worth of each player's lines, in a form that can be added up."""
        self._makers: list[Makers | None] = [None, None]

    def makers(self, player: int) -> "Makers":
        """Return the pairs of squares that make a threat of a line lacking four.

        First those that take two or more stones to stop, then the others.
        """
        makers = self._makers[player]
        if makers is None:
            makers = self._makers[player] = self._kind.makers(player, *self.pattern)
        return makers


class TrackKind:
    """The tracks that are laid out in the same way: how far each square is from the first one."""

    def __init__(self, offsets: tuple[int, ...], line_length: int, is_exact: bool) -> None:
        self.offsets = offsets
        self._length = line_length
        self._is_exact = is_exact
        self._full = (1 << line_length) - 1
        worth = [0] + [WORTH.get(line_length - count, FIRST_STONE) for count in range(1, line_length)]
        self._worth = [*worth, worth[-1]]
        self._masks: dict[int, Mask] = {}
        self._lanes: dict[int, int] = {}
        self.bytes = 0
        """The approximate bytes of masks, lanes and pairs."""

    def forget(self) -> None:
        """Discard the computed tables."""
        self._masks.clear()
        self._lanes.clear()
        self.bytes = 0

    def _mask(self, places: int) -> Mask:
        """Return the squares of some places of the track."""
        mask = self._masks.get(places)
        if mask is None:
            mask = 0
            for place, offset in enumerate(self.offsets):
                if places >> place & 1:
                    mask |= 1 << offset
            self._masks[places] = mask
            self.bytes += FULL_SLOT + int_bytes(LONGEST) + getsizeof(mask)
        return mask

    def _windows(self, mine: int, theirs: int) -> list[tuple[int, int]]:
        """Return the lines that a side can still complete: its number of stones, and the missing places."""
        length, full, found = self._length, self._full, []
        for start in range(len(self.offsets) - length + 1):
            if theirs >> start & full:
                continue
            if self._is_exact and mine & (1 << start >> 1 | 1 << start + length):
                continue
            held = mine >> start & full
            found.append((held.bit_count(), (held ^ full) << start))
        return found

    def needs(self, player: int, first: int, second: int) -> tuple[Mask, ...]:
        """Return the needs of a player's threats, except supersets of others."""
        mine, theirs = (second, first) if player else (first, second)
        least = self._length - 2
        if mine.bit_count() < least:
            return ()
        lacking = {lacks for count, lacks in self._windows(mine, theirs) if least <= count < self._length}
        return tuple(
            self._mask(need)
            for need in lacking
            if not any(other != need and other & need == other for other in lacking)
        )

    def describe(self, first: int, second: int) -> tuple[tuple[int, int], tuple[int, int], tuple[Mask, Mask]]:
        """Return, by player, the worth of lines, the gains of squares, and the squares that make a threat."""
        values, gains, ones = [0, 0], [0, 0], [0, 0]
        worth, length = self._worth, self._length
        for player, (mine, theirs) in enumerate(((first, second), (second, first))):
            value = gain = one = 0
            for count, lacks in self._windows(mine, theirs):
                if count == length:
                    continue
                value += worth[count]
                gain += self._lane(lacks) * (worth[count + 1] - worth[count] + 1)
                if count == length - 3:
                    one |= lacks
            values[player], gains[player], ones[player] = value, gain, self._mask(one)
        return (values[0], values[1]), (gains[0], gains[1]), (ones[0], ones[1])

    def makers(self, player: int, first: int, second: int) -> Makers:
        """Return the pairs of squares that make a threat of a line lacking four, as a `TrackState` does."""
        mine, theirs = (second, first) if player else (first, second)
        pairs = set()
        for count, lacks in self._windows(mine, theirs):
            if count == self._length - 4:
                places = [place for place in range(lacks.bit_length()) if lacks >> place & 1]
                pairs |= {1 << a | 1 << b for i, a in enumerate(places) for b in places[:i]}
        strong: list[Mask] = []
        weak: list[Mask] = []
        for pair in pairs:
            after = mine | pair
            needs = self.needs(player, *((theirs, after) if player else (after, theirs)))
            (strong if fewest_hitting(needs) > 1 else weak).append(self._mask(pair))
        self.bytes += tuple_bytes(2) + tuple_bytes(len(strong)) + tuple_bytes(len(weak))
        return tuple(strong), tuple(weak)

    def _lane(self, places: int) -> int:
        """Return a number with 1 in the lane of each of the places."""
        lanes = self._lanes.get(places)
        if lanes is None:
            lanes = 0
            for place, offset in enumerate(self.offsets):
                if places >> place & 1:
                    lanes += 1 << LANE * offset
            self._lanes[places] = lanes
            self.bytes += FULL_SLOT + int_bytes(LONGEST) + getsizeof(lanes)
        return lanes


class TrackStates(dict[int, TrackState]):
    """The states that were met, by keys that `Tracks` makes. All are forgotten when there are too many."""

    def __init__(self, kinds: list[TrackKind], megabytes: float) -> None:
        super().__init__()
        self._kinds = kinds
        self._most = int(megabytes * 1_000_000)
        self._states_bytes = 0

    @property
    def bytes(self) -> int:
        """The approximate bytes in use."""
        return self._states_bytes + sum([kind.bytes for kind in self._kinds])

    def __missing__(self, key: int) -> TrackState:
        if self.bytes > self._most:
            self.clear()
            self._states_bytes = 0
            for kind in self._kinds:
                kind.forget()
        full = (1 << _BITS) - 1
        state = TrackState(self._kinds[key >> 2 * _BITS], (key & full, key >> _BITS & full))
        self[key] = state
        tuples = 6 * tuple_bytes(2) + sum(map(tuple_bytes, map(len, state.needs)))
        integers = getsizeof(key) + getsizeof(state.value) + sum(map(getsizeof, (*state.gains, *state.ones)))
        self._states_bytes += FULL_SLOT + getsizeof(state) + getsizeof([None] * 2) + tuples + integers
        return state


Step = tuple[int, int, int]
"""A track, the change of its key by a stone, and its shift on the board."""


class Tracks:
    """All tracks of a board, and their known states."""

    def __init__(self, geometry: Geometry, megabytes: float) -> None:
        self.geometry = geometry
        self.bits = geometry.board.bit_length()
        is_exact = geometry.rules.line is LineRule.EXACTLY
        kinds: dict[tuple[int, ...], int] = {}
        made: list[TrackKind] = []
        self.empty: list[int] = []
        """The keys of all tracks without a stone."""
        steps: tuple[dict[Square, dict[int, int]], ...] = tuple(
            {s: {} for s in geometry.squares} for _ in "01"
        )
        self._first: list[Square] = []
        for squares in _tracks_of(geometry):
            first = min(squares)
            offsets = tuple(square - first for square in squares)
            if offsets not in kinds:
                kinds[offsets] = len(made)
                made.append(TrackKind(offsets, geometry.line_length, is_exact))
            track = len(self.empty)
            self.empty.append(kinds[offsets] << 2 * _BITS)
            self._first.append(first)
            for place, square in enumerate(squares):
                for player in (0, 1):
                    added = steps[player][square]
                    added[track] = added.get(track, 0) | 1 << place + _BITS * player
        self.steps: tuple[dict[Square, tuple[Step, ...]], ...] = tuple(
            {
                square: tuple((track, added, self._first[track]) for track, added in tracks.items())
                for square, tracks in each.items()
            }
            for each in steps
        )
        """For each player and square, the changes by a stone there."""
        self.through = {square: sum(1 << track for track in tracks) for square, tracks in steps[0].items()}
        """For each square its tracks, as bits."""
        self.states = TrackStates(made, megabytes)
        self.shifts = tuple(self._first)
        """How far each track is shifted on the board."""


def _tracks_of(geometry: Geometry) -> list[tuple[Square, ...]]:
    """Return tracks that contain every line exactly once."""
    length = geometry.line_length
    if not geometry.rules.wrap:
        found = []
        for step in geometry.directions:
            for square in geometry.squares:
                if square - step in geometry:
                    continue
                squares = [square]
                while squares[-1] + step in geometry:
                    squares.append(squares[-1] + step)
                if len(squares) >= length:
                    found.append(tuple(squares))
        return found
    found = []
    for cycle in geometry.torus.cycles:
        period = len(cycle)
        if period < length:
            continue
        laid = cycle if period == length else cycle + cycle[: length - 1]
        part = max(1, LONGEST - length + 1)  # lines of a track
        found += [laid[start : start + part + length - 1] for start in range(0, len(laid) - length + 1, part)]
    return found
