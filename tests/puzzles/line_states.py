"""The states of one line of the board, and what each side can do there.

A line is a row, a column or a diagonal. A *window* is k squares in a row on it; it is *open* to a side while
it has no stone of the other's, and *lacks* its empty squares. Everything here follows from what the open
windows lack. Each state is worked out once; adding a stone leads to the next one.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tests.support.truth import singles


class SideFeatures(NamedTuple):
    """What one side can do on a line, as sets of its squares, a bit each."""

    completes: int
    """Squares that complete a window."""
    ends: dict[int, int]
    """For each square that leaves a window lacking one square, the squares that windows then lack."""
    doubles: int
    """Squares that leave windows that lack one square each, two different ones."""
    starts: int
    """Squares after which there is a double square that was none."""
    feeds: dict[int, int]
    """For each square of a window that lacks three, the squares that make it a four square."""
    near: int
    """Squares of windows that have a stone."""
    threes: int
    """Squares of windows that lack three."""


@lru_cache(maxsize=200_000)
def side_features(length: int, k: int, mine: int, theirs: int) -> SideFeatures:
    """Return what the side with the first stones can do on a line of so many squares."""
    completes = near = 0
    ends: dict[int, int] = defaultdict(int)  # of a four square, the squares that then complete a window
    next_ends: dict[tuple[int, int], int] = defaultdict(
        int
    )  # the same after another stone, which comes first
    for start in range(length - k + 1):
        window = (1 << k) - 1 << start
        if window & theirs:
            continue
        lacked = window & ~mine
        count = lacked.bit_count()
        if count < k:
            near |= lacked
        if count == 1:
            completes |= lacked
        elif count == 2:
            for square in singles(lacked):
                ends[square] |= lacked & ~square
        elif count == 3:
            for first in singles(lacked):
                for second in singles(lacked & ~first):
                    next_ends[first, second] |= lacked & ~first & ~second
    starts = threes = 0
    feeds: dict[int, int] = defaultdict(int)
    for (first, second), last in next_ends.items():
        feeds[second] |= first
        threes |= second
        if (last | ends.get(second, 0) & ~first).bit_count() > 1:
            starts |= first
    doubles = sum(square for square, last in ends.items() if last & last - 1)
    return SideFeatures(completes, ends, doubles, starts, feeds, near, threes)


@lru_cache(maxsize=200_000)
def guarded(length: int, k: int, mine: int, theirs: int, extra: int) -> int:
    """Return squares of which every open window of a side has two if it lacks at most `extra` + 1 squares.

    The side cannot have a window that lacks one square by so many extra stones while it has none of these.
    """
    windows = []
    for start in range(length - k + 1):
        window = (1 << k) - 1 << start
        lacked = window & ~mine
        if not window & theirs and 2 <= lacked.bit_count() <= extra + 1:
            windows.append(lacked)
    guard = 0
    for lacked in sorted(windows, key=int.bit_count):
        for square in sorted(singles(lacked & ~guard), key=lambda s: -sum(1 for w in windows if w & s)):
            if (lacked & guard).bit_count() >= 2:
                break
            guard |= square
    return guard


class Line:
    """A line of the board, and the states of it that have been met."""

    def __init__(self, squares: Sequence[int], k: int) -> None:
        """`squares` are masks on the board, in their order on the line."""
        self.squares, self.k = squares, k
        self._states: dict[tuple[int, int], LineState] = {}

    def state(self, attacker: int = 0, defender: int = 0) -> "LineState":
        found = self._states.get((attacker, defender))
        if found is None:
            found = self._states[attacker, defender] = LineState(self, attacker, defender)
        return found

    def spread(self, places: int) -> int:
        found = 0
        for place, square in enumerate(self.squares):
            if places >> place & 1:
                found |= square
        return found


class LineState:
    """The stones on one line, and what they let the attacker and the defender do, as squares of the board."""

    def __init__(self, line: Line, attacker: int, defender: int) -> None:
        self._line, self._attacker, self._defender = line, attacker, defender
        length, k, spread = len(line.squares), line.k, line.spread
        self.guards: list[int | None] = [0] + [None] * (k - 1)
        mine = side_features(length, k, attacker, defender)
        theirs = side_features(length, k, defender, attacker)
        self.completes, self.doubles = spread(mine.completes), spread(mine.doubles)
        self.their_completes, self.their_doubles = spread(theirs.completes), spread(theirs.doubles)
        self.ends, self.their_ends = self._spread(mine.ends), self._spread(theirs.ends)
        self.fours, self.their_fours = sum(self.ends), sum(self.their_ends)
        self.starts, self.their_starts, self.near = map(spread, (mine.starts, theirs.starts, mine.near))
        self.feeds, self.threes = self._spread(mine.feeds), spread(mine.threes)
        self.is_hot = bool(
            self.completes | self.fours | self.their_completes | self.their_fours or self.feeds
        )

    def _spread(self, places: dict[int, int]) -> dict[int, int]:
        return {self._line.spread(place): self._line.spread(others) for place, others in places.items()}

    def with_attacker(self, place: int) -> "LineState":
        return self._line.state(self._attacker | 1 << place, self._defender)

    def with_defender(self, place: int) -> "LineState":
        return self._line.state(self._attacker, self._defender | 1 << place)

    def guard(self, extra: int) -> int:
        """Work out the defender's squares that `guarded` names, on the board, and keep them in `guards`."""
        line = self._line
        found = line.spread(guarded(len(line.squares), line.k, self._defender, self._attacker, extra))
        self.guards[extra] = found
        return found
