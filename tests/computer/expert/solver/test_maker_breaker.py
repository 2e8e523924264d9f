"""The maker-breaker game against a brute force that knows lines and stones, and nothing of certificates."""

import threading
from collections.abc import Iterator
from itertools import permutations

import pytest

from tests.computer.expert.solver.breaker_game import Family, Size, breaker_holds, endings, family
from tests.support.sampling import sampled
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.fours import Fours
from ttt_tui.computer.expert.solver.maker_breaker import MakerBreaker
from ttt_tui.computer.expert.solver.reductions import closure, dominated, refuted_alike
from ttt_tui.computer.expert.solver.residuals import Residuals, Rows
from ttt_tui.engine import Geometry, Limit, Mask, mask_of


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("size", [(4, 4, 3), (6, 3, 3), (5, 4, 4), (6, 4, 4), (5, 5, 4), (8, 4, 4)])
def test_verdicts_and_zones_are_those_of_brute_force(size: Size) -> None:
    geometry = Geometry(*size)
    tables = Residuals(geometry)
    maker_breaker = MakerBreaker(tables, Fours(tables, 1.0), 1.0)
    squares = geometry.squares
    seen = {True: 0, False: 0}
    for made, empty, here in endings(size, 10):
        if min(seen.values()) >= sampled(400, 120):
            break
        if frozenset() in here:
            continue
        own, free = mask_of(squares[i] for i in made), mask_of(squares[i] for i in empty)
        reach = tables.reach(own, geometry.board ^ own ^ free)
        for breaker_first in (False, True):
            budget = Budget(Limit(), threading.Event())
            verdict = maker_breaker.verdict(reach, free, breaker_first, 10_000, budget)
            if verdict is None:  # next to no hope: said without a search, and no proof
                assert not breaker_first
                continue
            assert verdict.held is breaker_holds(here, breaker_first), (made, empty, breaker_first)
            seen[verdict.held] += 1
            zone = {i for i in empty if verdict.zone >> squares[i] & 1}
            # The side that was proved to win does so whatever the other one has outside the zone.
            after = family(size, made | (empty - zone), zone) if verdict.held else family(size, made, zone)
            assert breaker_holds(after, breaker_first) is verdict.held, (made, empty, breaker_first, zone)


def undecided(
    size: Size, tables: Residuals, most_empty: int
) -> Iterator[tuple[set[int], set[int], Family, Rows, Mask]]:
    """Give such positions in which no line needs just one stone, with the open lines and empty squares."""
    geometry = tables.geometry
    for made, empty, here in endings(size, most_empty):
        if all(len(line) > 1 for line in here):
            own, free = (mask_of(geometry.squares[i] for i in some) for some in (made, empty))
            yield made, empty, here, tables.open(tables.reach(own, geometry.board ^ own ^ free)), free


@pytest.mark.parametrize("size", [(4, 4, 3), (5, 4, 4), (5, 5, 4), (8, 4, 4)])
def test_a_stone_on_a_dominated_square_wins_no_more_than_one_on_the_better_square(size: Size) -> None:
    tables = Residuals(Geometry(*size))
    squares = tables.geometry.squares
    held = lost = 0
    for made, empty, here, rows, free in undecided(size, tables, 10):
        if min(held, lost) >= 100:
            break
        numbers = {square: i for i, square in enumerate(squares)}
        found = {numbers[s]: numbers[t] for s, t in dominated(tables, rows, free).items()}
        through = {i: {line for line in here if i in line} for i in empty}
        assert not found.keys() & set(found.values())
        left = empty - found.keys()
        assert not any(through[one] <= through[other] for one in left for other in left if one != other)
        for square, better in found.items():
            after_better = breaker_holds(frozenset(line - {better} for line in here), True)
            held, lost = held + after_better, lost + (not after_better)
            if after_better:
                assert breaker_holds(frozenset(line - {square} for line in here), True), (made, empty)


def on(zone: set[int], lines: Family) -> Family:
    """What the maker needs there, having all other squares."""
    return frozenset(line & zone for line in lines)


@pytest.mark.parametrize("size", [(4, 4, 3), (5, 4, 4), (5, 5, 4), (8, 4, 4)])
def test_an_answer_that_refutes_a_stone_refutes_those_that_have_no_other_lines_left(size: Size) -> None:
    tables = Residuals(Geometry(*size))
    squares = tables.geometry.squares
    spared = needed = 0
    for made, empty, here, rows, free in undecided(size, tables, 9):
        if min(spared, needed) >= 200:
            break
        for stone, answer in permutations(empty, 2):
            left = frozenset(line for line in here if answer not in line)
            zone = empty - {stone, answer}
            if not breaker_holds(on(zone, left), False):
                continue
            for i in sorted(zone):  # as few as it takes
                if breaker_holds(on(zone - {i}, left), False):
                    zone -= {i}
            alike = refuted_alike(tables, rows, free, squares[stone], squares[answer])
            others = {i for i in empty if alike >> squares[i] & 1}
            elsewhere = frozenset().union(*(line for line in left if stone not in line))
            assert others == empty - elsewhere - {stone, answer}
            for other in others & zone:
                spared += 1
                assert breaker_holds(on(zone - {other} | {stone}, left), False), (made, empty, stone, other)
                needed += not breaker_holds(on(zone - {other}, left), False)


def test_a_zone_with_a_dominated_square_gets_the_better_one_too() -> None:
    assert closure(0b0110, {0: 3, 1: 4}) == 0b10110
