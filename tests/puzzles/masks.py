"""Sets of squares as integers, a bit for each square in reading order."""

from collections.abc import Iterable


def singles(mask: int) -> list[int]:
    """The bits of a mask, each as a mask."""
    found = []
    while mask:
        found.append(mask & -mask)
        mask &= mask - 1
    return found


def union(masks: Iterable[int]) -> int:
    """The bits that are in any of the masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found
