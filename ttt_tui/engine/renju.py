"""The forbidden points of renju, where the first player may not make an overline, two fours or two threes.

The definitions are those of the Renju International Federation ("The International Rules of Renju", 1996 and
1998, sections 3 and 9). *Five* is an unbroken row of five stones, an *overline* one of six or more. A *four*
is a row of four stones to which one more can be added for five; it is *straight* if that can be done in two
ways and the stones are unbroken. A *three* is a row of three stones to which one more can be added for a
straight four, on a point where that makes no five at the same time and is not itself forbidden: so whether a
point is forbidden can depend on others, and on what would be forbidden then. A stone that makes five is
never forbidden, whatever else it makes.

>>> from ttt_tui.engine import Game, Geometry, Rules, Setup
>>> game = Game(Setup(Geometry(15, 15, 5, Rules.parse("renju"))))
>>> for name in ("h8", "a1", "i8", "a15", "g6", "o1", "g7", "o15"):
...     game.place(name)
>>> game.place("g8")
Traceback (most recent call last):
ttt_tui.errors.ForbiddenPoint: g8 is forbidden: it makes two open threes
"""

from functools import cache, lru_cache
from typing import NamedTuple

from ttt_tui.engine.rules import RENJU_LENGTH as FIVE

REACH = 5
"""The distance, along a line, of the squares that decide the effect of a stone."""

MOST_REMEMBERED = 1024
"""Positions whose forbidden points are kept, at about half a kilobyte each."""


class Making(NamedTuple):
    """The effect of a stone along one line."""

    run: int
    """The length of the stone's unbroken row."""
    fours: int
    """How many fours it makes, which are two at most; none if it makes five or an overline."""
    straight: tuple[int, ...]
    """How far away the squares are where one more stone makes a straight four of a three."""


class Renju:
    """The bans on one board. Masks are those of `Geometry`; `mine` are the stones of the first player."""

    def __init__(self, directions: tuple[int, int, int, int]) -> None:
        """`directions` are the distances to the next square in the four directions."""
        self._directions = directions

    def forbidden(self, mine: int, empty: int) -> int:
        """Return the empty squares where the first player may not place."""
        return _forbidden(self, mine, empty)

    def has_legal(self, mine: int, empty: int) -> bool:
        """Whether a square is empty and not forbidden."""
        return bool(empty & ~self._suspects(mine, empty)) or empty != self.forbidden(mine, empty)

    def reason(self, mine: int, empty: int, square: int) -> str:
        """Return what a stone on a forbidden square makes, `two open threes`; "" if it is not forbidden."""
        makes = self._makes(mine, empty, square)
        if self._is_allowed(makes, mine, empty, square):
            return ""
        longest, fours = max(made.run for made in makes), sum(made.fours for made in makes)
        if longest > FIVE:
            return f"{longest} in a row"
        if fours > 1:
            return f"{_COUNTS[fours]} fours"
        return f"{_COUNTS[self._threes(makes, mine, empty, square)]} open threes"

    def is_forbidden(self, mine: int, empty: int, square: int) -> bool:
        """Whether one empty square is forbidden."""
        return not self._is_allowed(self._makes(mine, empty, square), mine, empty, square)

    def _suspects(self, mine: int, empty: int) -> int:
        """Return empty squares with all that are forbidden among them, by how full the fives around are.

        Two threes, or a three and a four, are in two directions, and each needs two stones near the square
        where there is room for five. Two fours and an overline can be in one, with three stones.
        """
        free = mine | empty
        some = several = many = 0
        for step in self._directions:
            room = free
            once = twice = thrice = 0
            for i in range(FIVE):
                if i:
                    room &= free >> i * step
                stones = mine >> i * step
                thrice |= twice & stones
                twice |= once & stones
                once |= stones
            two = three = 0
            for i in range(FIVE):
                two |= (room & twice) << i * step
                three |= (room & thrice) << i * step
            several |= some & two
            some |= two
            many |= three
        return (several | many) & empty

    def _is_allowed(self, makes: list[Making], mine: int, empty: int, square: int) -> bool:
        """Whether a stone is allowed that makes this."""
        runs = [made.run for made in makes]
        if FIVE in runs:
            return True
        if max(runs) > FIVE or sum(made.fours for made in makes) > 1:
            return False
        return self._threes(makes, mine, empty, square) < 2

    def _threes(self, makes: list[Making], mine: int, empty: int, square: int) -> int:
        """Return the number of threes that a stone makes, which depends on what is allowed after it.

        With possible threes along fewer than two lines this is not examined.
        """
        possible = [
            (made.straight, step) for made, step in zip(makes, self._directions, strict=True) if made.straight
        ]
        if len(possible) < 2:
            return len(possible)
        mine |= 1 << square
        empty &= ~(1 << square)
        return sum(
            any(self._can_become_four(mine, empty, square + place * step) for place in places)
            for places, step in possible
        )

    def _can_become_four(self, mine: int, empty: int, square: int) -> bool:
        """Whether a stone that makes a straight four is allowed and makes no five."""
        makes = self._makes(mine, empty, square)
        return all(made.run != FIVE for made in makes) and self._is_allowed(makes, mine, empty, square)

    def _makes(self, mine: int, empty: int, square: int) -> list[Making]:
        """Return the effect of a stone in each direction."""
        makes = []
        for step in self._directions:
            stones = room = 1 << REACH
            for sign in (1, -1):
                for i in range(1, REACH + 1):
                    at = square + sign * i * step
                    if at < 0:
                        break
                    place = 1 << REACH + sign * i
                    if mine >> at & 1:
                        stones |= place
                    elif not empty >> at & 1:
                        break
                    room |= place
            makes.append(making(stones, room))
        return makes


@lru_cache(MOST_REMEMBERED)
def _forbidden(renju: Renju, mine: int, empty: int) -> int:
    found, suspects = 0, renju._suspects(mine, empty)
    while suspects:
        bit = suspects & -suspects
        suspects ^= bit
        if renju.is_forbidden(mine, empty, bit.bit_length() - 1):
            found |= bit
    return found


_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


@cache  # of 59,049 lines at most
def making(stones: int, room: int) -> Making:
    """Return the effect of the middle stone along a line of 2 × `REACH` + 1 squares.

    `stones` are its player's, including the middle one, `room` has these and the empty squares; bit i is the
    i-th square.
    """
    run = 1
    for sign in (1, -1):
        i = 1
        while i <= REACH and stones >> REACH + sign * i & 1:
            run, i = run + 1, i + 1
    if run >= FIVE:
        return Making(run, 0, ())

    fours, straight = set(), set()
    for start in range(1, REACH + 1):  # fives with the middle in them, and a square on both sides
        window = 0b11111 << start
        if window & ~room or stones >> start - 1 & 1 or stones >> start + FIVE & 1:
            continue
        if (stones & window).bit_count() == FIVE - 1:
            fours.add(stones & window)
    for start in range(2, REACH + 1):  # unbroken fours with the middle in them, and two squares on both sides
        window = 0b1111 << start
        open_ends = 1 << start - 1 | 1 << start + 4
        too_long = 1 << start - 2 | 1 << start + 5
        if (window | open_ends) & ~room or stones & (open_ends | too_long):
            continue
        lacking = window & ~stones
        if lacking.bit_count() == 1:
            straight.add(lacking.bit_length() - 1 - REACH)
    return Making(run, len(fours), tuple(sorted(straight)))
