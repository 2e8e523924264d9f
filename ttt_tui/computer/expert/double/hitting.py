"""Which stones stop all threats: sets of squares that hit every need.

A need is the set of at most two squares that a threat lacks. A turn stops it with a stone on one of them, and
a stone can stop several; so squares are counted, not threats.
"""

from collections.abc import Sequence

from ttt_tui.engine import Mask

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
