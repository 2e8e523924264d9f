"""The maker-breaker game by brute force, and random positions of it: lines and stones, no certificates."""

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random

from tests.support.reference import lines

Size = tuple[int, int, int]
"""Columns, rows, line length."""

Family = frozenset[frozenset[int]]
"""The squares that the maker still needs on each line."""


@lru_cache(20_000)  # more takes more memory than it saves time
def breaker_holds(family: Family, breaker_first: bool) -> bool:
    squares = frozenset().union(*family)
    if frozenset() in family or not squares:
        return frozenset() not in family
    if breaker_first:
        return any(breaker_holds(frozenset(f for f in family if s not in f), False) for s in squares)
    return all(breaker_holds(frozenset(f - {s} for f in family), True) for s in squares)


@cache
def every_line(size: Size) -> list[frozenset[int]]:
    return [frozenset(row * size[0] + column for column, row in line) for line in lines(*size)]


def family(size: Size, made: set[int], empty: set[int]) -> Family:
    """The lines without a stone of the breaker's, by what the maker needs there."""
    left = made | empty
    return frozenset(line - made for line in every_line(size) if line <= left)


def endings(size: Size, most_empty: int) -> Iterator[tuple[set[int], set[int], Family]]:
    """Give random positions for ever: the maker's squares, five to so many empty ones, and what he needs."""
    random = Random(str(size))
    squares = range(size[0] * size[1])
    while True:
        order = random.sample(squares, len(squares))
        empties = random.randint(5, most_empty)
        made = set(order[empties : empties + random.randint(1, len(order) - empties)])
        empty = set(order[:empties])
        yield made, empty, family(size, made, empty)
