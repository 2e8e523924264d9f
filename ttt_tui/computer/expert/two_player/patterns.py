"""Patterns in a single line of the board: the squares that are threats, and the strength of each.

A line is a whole row, column or diagonal. For a player, each opponent's stone in it is an end like the edge,
so the line falls into *segments* of own and empty squares; the pattern of a segment depends only on its
length and its stones, and is computed once.

Everything is defined by how many stones a window of k squares lacks: one is a *four* (whatever k is), two is
a *three*, three is a *two*. So it holds for every line length.
"""

from dataclasses import dataclass

from ttt_tui.engine import Mask, squares_of
from ttt_tui.engine.renju import REACH, making
from ttt_tui.engine.rules import RENJU_LENGTH

PLANES = 5
"""The number of a line's masks for each player: `FIVE`, `FOUR`, `OPEN`, `THREE`, `BUILD`, in this order."""

FIVE, FOUR, OPEN, THREE, BUILD = range(PLANES)
"""Empty squares where one stone … completes a line; makes a four; makes a four that can be completed on two
squares, hence not be stopped; makes a three from which such a four can be made next; makes a four, or makes
one possible."""

BANNED, STRAIGHT = range(2)
"""In renju two planes more, above those of both players: where a stone of the first player's makes six or two
fours, and where it makes a possible three, which counts if the stone that turns it into a straight four is
allowed. `BansBoard` combines these on the whole board."""

MOST_PATTERNS = 5_000
"""Patterns that are remembered, at about 600 bytes each: 3 MB. There can be a million of a line of 20."""

# The strength of a square along a line, by the best that one stone there makes. The four lines through a
# square are added up to a byte, from which it can be told how many of each there were, but for a few sums
# that are rare: hence numbers as of a system with a base of a little more than three, and 63 at most.
_STRENGTH_OPEN, _STRENGTH_FOUR_AND_THREE, _STRENGTH_FOUR = 63, 56, 52
_STRENGTH_THREE = (18, 18, 18, 19)  # by the windows short of three that contain the square, here and below
_STRENGTH_BUILD = (0, 5, 5, 7)
_STRENGTH_ONE = (0, 1, 1, 2)  # by the windows short of four

LINE_STRENGTHS = (63, 56, 52, 19, 18, 7, 5, 2, 1)
"""All of them, the greatest first."""

STRENGTHS = 4 * _STRENGTH_OPEN + 1
"""More than the number of sums of four strengths: they fit a byte."""


Window = tuple[Mask, Mask]
"""The empty squares of a window, and the squares beside it on which one of its player's stones spoils it."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The threats of a segment for its player. Bit i of a mask and byte i of `strengths` are of its i-th
    square.
    """

    planes: tuple[Mask, ...]
    strengths: bytes


class Patterns:
    """The patterns of segments for one line length, computed on demand."""

    def __init__(self, line_length: int, is_exact: bool = False) -> None:
        """With `is_exact` a run longer than a line does not count."""
        self.line_length = line_length
        self._is_exact = is_exact
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
        short_of: dict[int, set[Window]] = {1: set(), 2: set(), 3: set()}
        triples, quadruples = [0] * length, [0] * length  # windows short of three and four, by square
        for start in range(length - k + 1):
            ends = self._is_exact * (1 << start + k | 1 << start >> 1) & ((1 << length) - 1)
            if ends & stones:
                continue
            empty = ~(stones >> start) & window
            missing = empty.bit_count()
            if missing in short_of:
                # a set: two windows can lack the same squares, and squares are counted
                short_of[missing].add((empty << start, ends))
            if missing in (3, 4) and missing < k:
                for square in squares_of(empty << start):
                    (triples if missing == 3 else quadruples)[square] += 1
        fives = union(squares(short_of[1]))
        pairs = squares(short_of[2])
        fours = union(pairs)
        opens = shared(pairs)
        threes = self._threes(short_of[2], short_of[3], opens)
        builds = fours | union(squares(short_of[3]))
        planes = (fives, fours, opens, threes, builds)
        strengths = bytes(
            _strength(square, planes, min(triples[square], 3), min(quadruples[square], 3))
            for square in range(length)
        )
        return Pattern(planes, strengths)

    def _threes(self, pairs: set[Window], triples: set[Window], opens: Mask) -> Mask:
        """Return the squares after which there is a new square for a four that cannot be stopped."""
        found = 0
        for square in squares_of(union(squares(triples))):
            bit = 1 << square
            after = {pair for pair, ends in pairs if not (pair | ends) & bit}
            after.update(triple ^ bit for triple, _ in triples if triple & bit)
            if shared(after) & ~opens:
                found |= bit
        return found


def squares(windows: set[Window]) -> set[Mask]:
    """Return the empty squares of each window."""
    return {empty for empty, _ in windows}


def _strength(square: int, planes: tuple[Mask, ...], triples: int, quadruples: int) -> int:
    """Return the strength of a square of a segment, 0 if it is occupied."""
    five, four, opening, three, build = (plane >> square & 1 for plane in planes)
    if five or opening:
        return _STRENGTH_OPEN
    if four:
        return _STRENGTH_FOUR_AND_THREE if three else _STRENGTH_FOUR
    if three:
        return _STRENGTH_THREE[triples]
    if build:
        return _STRENGTH_BUILD[triples]
    return _STRENGTH_ONE[quadruples]


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


def bans(length: int, stones: Mask) -> tuple[Mask, Mask]:
    """Return the planes of the bans in a segment of `length` squares without the second player's stones."""
    banned = straight = 0
    line = 1 << REACH + length
    room = (line - 1 >> REACH) << REACH
    stones <<= REACH
    window = (1 << 2 * REACH + 1) - 1
    for place in range(length):
        if stones >> place + REACH & 1:
            continue
        made = making((stones | 1 << place + REACH) >> place & window, room >> place & window)
        banned |= int(made.run > RENJU_LENGTH or made.fours > 1) << place
        straight |= int(bool(made.straight)) << place
    return banned, straight


Description = tuple[int, int]
"""The planes of a line that begins on the board's first square, and the strengths of its squares."""


class LineKind:
    """The common part of lines of one direction and length: all but where on the board they begin."""

    def __init__(
        self,
        length: int,
        step: int,
        bits: int,
        patterns: tuple[Patterns, Patterns],
        is_renju: bool = False,
    ) -> None:
        """`patterns` are each player's; in renju the planes of the bans are above theirs."""
        self.length = length
        self.step = step
        self.bits = bits
        self.patterns = patterns
        self.is_renju = is_renju

    def describe(self, stones: tuple[Mask, Mask]) -> Description:
        """Work out the planes and strengths of such a line that begins on the board's first square."""
        k, length, step, bits = self.patterns[0].line_length, self.length, self.step, self.bits
        planes = strengths = 0
        for player in (0, 1):
            mine = stones[player]
            room = ~stones[1 - player] & ((1 << length) - 1)
            for start, end in runs(room, length):
                if end - start < k:
                    continue
                on_segment = mine >> start & ((1 << end - start) - 1)
                pattern = self.patterns[player].of(end - start, on_segment)
                more = bans(end - start, on_segment) if self.is_renju and not player else ()
                numbered = (*enumerate(pattern.planes, player * PLANES), *enumerate(more, 2 * PLANES))
                for plane, mask in numbered:
                    for place in squares_of(mask):
                        planes |= 1 << (start + place) * step + plane * bits
                squares = bytearray(bits)
                squares[start * step : (end - 1) * step + 1 : step] = pattern.strengths
                strengths += int.from_bytes(squares, "little") << 8 * player * bits
        return planes, strengths


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
