"""What a single line of the board tells: which squares of it are threats, and what it is worth.

A line is a whole row, column or diagonal. For a player, each opponent's stone in it is an end like the edge,
so it falls into *segments* of own and empty squares; what a segment tells depends on nothing but its length
and its stones, and is worked out once.

Everything is said in terms of how many stones a window of k squares is short of: one is a *four* (whatever
k is), two is a *three*, three is a *two*. So it holds for every line length.
"""

from dataclasses import dataclass

from ttt_tui.engine import Mask, squares_of

PLANES = 5
"""Masks that a line gives for each player: `FIVE`, `FOUR`, `OPEN`, `THREE`, `BUILD`, in this order."""

FIVE, FOUR, OPEN, THREE, BUILD = range(PLANES)
"""Empty squares where one stone … completes a line; makes a four; makes a four that can be completed on two
squares, hence not be stopped; makes a three from which such a four can be made next; makes a four, or makes
one possible."""

WORTH_BITS = 24
"""Room for the sum of what a player's lines are worth."""

MOST_PATTERNS = 5_000
"""Patterns that are remembered, at about 600 bytes each: 3 MB. There can be a million of a line of 20."""

# What a segment is worth, by its best shape. The numbers are log-odds of winning in hundredths, fitted by
# logistic regression to what a strong engine thought of 14,000 quiet positions on 15×15 with k = 5.
_WORTH_FOUR = 180
_WORTH_OPEN_THREE = (130, 170)  # the open four can be made on one square, or on more
_WORTH_THREE = (59, 84)  # without and with another square that makes it an open three
_WORTH_OPEN_TWO = (0, 52, 52, 70, 90)  # by the squares that make it an open three; the last holds for more
_WORTH_TWO = 19
_WORTH_ONE = (0, 3, 9, 12, 16, 23)  # by the windows it is part of

# How promising a square is, for the order in which moves are tried: sums over the windows it is part of.
_GAIN_SHORT_OF = (0, 6, 4, 2, 1)
_GAIN_FIVE, _GAIN_OPEN, _GAIN_FOUR, _GAIN_THREE = 31, 31, 12, 12
_MOST_GAIN = 31  # two players, four lines through a square: the sum has to fit a byte


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a segment tells its player. Bit i of a mask and byte i of `gains` are of its i-th square."""

    planes: tuple[Mask, ...]
    worth: int
    gains: bytes


class Patterns:
    """The patterns of segments for one line length, worked out when first asked for."""

    def __init__(self, line_length: int) -> None:
        self.line_length = line_length
        self._known: dict[tuple[int, int], Pattern] = {}

    def of(self, length: int, stones: Mask) -> Pattern:
        """Return the shape of a segment of `length` squares, at least k, with these stones."""
        key = (length, stones)
        pattern = self._known.get(key)
        if pattern is None:
            if len(self._known) >= MOST_PATTERNS:
                self._known.clear()
            pattern = self._known[key] = self._work_out(length, stones)
        return pattern

    def _work_out(self, length: int, stones: Mask) -> Pattern:
        k = self.line_length
        window = (1 << k) - 1
        short_of: dict[int, set[Mask]] = {1: set(), 2: set(), 3: set()}
        gains = [0] * length
        ones = 0
        for start in range(length - k + 1):
            empty = ~(stones >> start) & window
            missing = empty.bit_count()
            if missing in short_of:
                # a set: two windows can lack the same squares, and it is squares that count
                short_of[missing].add(empty << start)
            if 0 < missing < k and missing < len(_GAIN_SHORT_OF):
                ones += missing == 4
                for square in squares_of(empty << start):
                    gains[square] += _GAIN_SHORT_OF[missing]
        fives = union(short_of[1])
        pairs = short_of[2]
        fours = union(pairs)
        opens = shared(pairs)
        threes = self._threes(pairs, short_of[3], opens)
        if fives:
            worth = _WORTH_FOUR
        elif opens:
            worth = _WORTH_OPEN_THREE[opens.bit_count() > 1]
        elif fours:
            worth = _WORTH_THREE[threes > 0]
        elif threes:
            worth = _WORTH_OPEN_TWO[min(threes.bit_count(), len(_WORTH_OPEN_TWO) - 1)]
        elif short_of[3]:
            worth = _WORTH_TWO
        else:
            worth = _WORTH_ONE[min(ones, len(_WORTH_ONE) - 1)]
        for mask, gain in (
            (fives, _GAIN_FIVE),
            (opens, _GAIN_OPEN),
            (fours, _GAIN_FOUR),
            (threes, _GAIN_THREE),
        ):
            for square in squares_of(mask):
                gains[square] += gain
        builds = fours | union(short_of[3])
        planes = (fives, fours, opens, threes, builds)
        return Pattern(planes, worth, bytes(min(gain, _MOST_GAIN) for gain in gains))

    def _threes(self, pairs: set[Mask], triples: set[Mask], opens: Mask) -> Mask:
        """Return the squares after which there is a new square for a four that cannot be stopped."""
        found = 0
        for square in squares_of(union(triples)):
            bit = 1 << square
            after = {pair for pair in pairs if not pair & bit}
            after.update(triple ^ bit for triple in triples if triple & bit)
            if shared(after) & ~opens:
                found |= bit
        return found


def union(masks: set[Mask]) -> Mask:
    """Return the squares that are in any of the masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def shared(masks: set[Mask]) -> Mask:
    """Return the squares that are in two or more of the masks."""
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    return twice


Description = tuple[int, int, int]
"""The planes of a line that begins on the board's first square, its gains, and what it is worth to both."""


class LineKind:
    """What lines of one direction and length have in common: all but where on the board they begin."""

    def __init__(self, length: int, step: int, bits: int, patterns: Patterns) -> None:
        self.length = length
        self.step = step
        self.bits = bits
        self.patterns = patterns

    def describe(self, stones: tuple[Mask, Mask]) -> Description:
        """Work out the planes, gains and worth of such a line that begins on the board's first square."""
        k, length, step, bits = self.patterns.line_length, self.length, self.step, self.bits
        planes = gains = worth = 0
        for player in (0, 1):
            mine = stones[player]
            room = ~stones[1 - player] & ((1 << length) - 1)
            for start, end in runs(room, length):
                if end - start < k:
                    continue
                pattern = self.patterns.of(end - start, mine >> start & ((1 << end - start) - 1))
                for plane, mask in enumerate(pattern.planes, player * PLANES):
                    for place in squares_of(mask):
                        planes |= 1 << (start + place) * step + plane * bits
                squares = bytearray(bits)
                squares[start * step : (end - 1) * step + 1 : step] = pattern.gains
                gains += int.from_bytes(squares, "little")
                worth += pattern.worth << (1 - player) * WORTH_BITS
        return planes, gains, worth


def runs(mask: Mask, length: int) -> list[tuple[int, int]]:
    """Return the first and one past the last place of each unbroken run of bits."""
    found = []
    start = None
    for place in range(length + 1):
        if mask >> place & 1:
            if start is None:
                start = place
        elif start is not None:
            found.append((start, place))
            start = None
    return found
