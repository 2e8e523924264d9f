"""Shapes of one player's stones: what a line still lacks, and runs that are open at both ends.

`k` is the length of a line. A *four* of five in a row is here, for any k, a line of k−1 stones that lacks one
square; an *open three* is an open run, k−2 stones next to each other from which one more makes two fours.
"""

from ttt_tui.engine import Geometry, Mask, mask_of, squares_of


def step_of(line: Mask) -> int:
    """Return the direction of squares in a straight line: how far the first two are apart."""
    first, second, *_ = squares_of(line)
    return second - first


def makes_four(geometry: Geometry, stones: Mask, empty: Mask) -> Mask:
    """Return the empty squares where one more of these stones gives a line that lacks one square."""
    found = 0
    k, free = geometry.line_length, stones | empty
    for line in geometry.lines:
        if not line & ~free and (line & stones).bit_count() == k - 2:
            found |= line
    return found & empty


def open_runs(geometry: Geometry, stones: Mask, empty: Mask, step: int) -> Mask:
    """Return the first squares of the runs of k−2 stones along `step` that are open at both ends.

    The squares at both ends are empty and so is one beyond, so that a stone between makes two ways to win.
    There is none for k = 3.
    """
    length = geometry.line_length - 2
    starts = _open_places(length, empty, step)
    for i in range(length):
        starts &= stones >> i * step
    return starts


def makes_open_run(geometry: Geometry, stones: Mask, empty: Mask) -> Mask:
    """Return the empty squares where one more of these stones makes a run one of `open_runs`."""
    length = geometry.line_length - 2
    found = 0
    for step in geometry.directions:
        places = _open_places(length, empty, step)
        for gap in range(length):
            starts = places & empty >> gap * step
            for i in range(length):
                if i != gap:
                    starts &= stones >> i * step
            found |= starts << gap * step
    return found


def _open_places(length: int, empty: Mask, step: int) -> Mask:
    """Return where a run of such a length could begin, as far as the squares around it are concerned."""
    if length < 2:  # one stone of three is no run
        return 0
    return empty << step & empty >> length * step & (empty << 2 * step | empty >> (length + 1) * step)


def run_of(geometry: Geometry, start: int, step: int) -> tuple[tuple[int, ...], Mask]:
    """Return the squares of an open run that begins there, and those with the squares at its ends."""
    length = geometry.line_length - 2
    squares = tuple(start + i * step for i in range(length))
    return squares, mask_of((start - step, *squares, start + length * step))
