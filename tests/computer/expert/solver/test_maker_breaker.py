"""The maker-breaker game against a brute force that knows lines and stones, and nothing of certificates."""

from collections.abc import Iterator
from itertools import islice, permutations

import pytest

from tests.computer.expert.solver.brute_force import (
    Family,
    Size,
    breaker_holds,
    budget,
    endings,
    family,
    position,
)
from tests.support.sampling import sampled
from ttt_tui.computer.base import Value
from ttt_tui.computer.expert.solver.fours import Fours
from ttt_tui.computer.expert.solver.maker_breaker import MakerBreaker
from ttt_tui.computer.expert.solver.questions import Cuts, cut, shortest
from ttt_tui.computer.expert.solver.reductions import Pairing, closure, dominated, refuted_alike
from ttt_tui.computer.expert.solver.residuals import Reach, Residuals, Rows
from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.engine import Geometry, Mask, mask_of, squares_of


def shown(tables: Residuals, made: set[int], empty: set[int]) -> tuple[Reach, Mask]:
    """Return a position as the package sees it: what the maker reaches, and the empty squares."""
    own, free = (mask_of(tables.geometry.squares[i] for i in some) for some in (made, empty))
    return tables.reach(own, tables.geometry.board ^ own ^ free), free


@pytest.mark.slow
@pytest.mark.parametrize("size", [(4, 4, 3), (6, 3, 3), (5, 4, 4), (6, 4, 4), (5, 5, 4), (8, 4, 4)])
def test_verdicts_and_zones_are_those_of_brute_force(size: Size) -> None:
    tables = Residuals(Geometry(*size))
    maker_breaker = MakerBreaker(tables, Fours(tables, 1.0), 1.0)
    squares = tables.geometry.squares
    seen = {True: 0, False: 0}
    for made, empty, here in endings(size, 10):
        if min(seen.values()) >= sampled(400, 120):
            break
        if frozenset() in here:
            continue
        reach, free = shown(tables, made, empty)
        for breaker_first in (False, True):
            verdict = maker_breaker.verdict(reach, free, breaker_first, 10_000, budget())
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
    for made, empty, here in endings(size, most_empty):
        if all(len(line) > 1 for line in here):
            reach, free = shown(tables, made, empty)
            yield made, empty, here, tables.open(reach), free


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


# --- pairing strategies: the breaker holds on their squares alone ----------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("size", [(5, 5, 4), (6, 5, 4), (6, 6, 5)])
def test_the_breaker_holds_on_the_squares_of_a_pairing_alone(size: Size) -> None:
    tables = Residuals(Geometry(*size))
    pairing, squares = Pairing(tables), tables.geometry.squares
    found = 0
    for made, empty, needs in islice(endings(size, 13), sampled(12_000, 5_000)):
        if any(len(line) < 2 for line in needs):
            continue
        zone = pairing.zone(*shown(tables, made, empty))
        if zone is None or not needs:
            continue
        found += 1
        held = {i for i in empty if zone >> squares[i] & 1}
        assert breaker_holds(family(size, made | empty - held, held), False), (made, empty, held)
    assert found >= 400
    breaker_holds.cache_clear()


# --- what is remembered ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_game_that_took_long_is_not_played_again_for_any_image_however_little_is_remembered() -> None:
    geometry = Geometry(7, 4, 4)
    tables = Residuals(geometry)
    maker_breaker = MakerBreaker(tables, Fours(tables, 0.05), 0.05)

    def ask(maker: str, breaker: str, turns: int) -> tuple[bool | None, int, Mask]:
        """Return whether the breaker holds against a stone, the turns that it took, and the zone."""
        own, strange = 1 << geometry.parse(maker), 1 << geometry.parse(breaker)
        reach, empty = tables.reach(own, strange), geometry.board ^ own ^ strange
        verdict = maker_breaker.verdict(reach, empty, False, turns, budget())
        used = turns - max(0, maker_breaker.turns_left)
        return verdict and verdict.held, used, verdict.zone if verdict else 0

    assert ask("b2", "c3", 300) == (None, 300, 0)
    assert ask("b2", "c3", 300) == ask("b2", "c3", 200) == (None, 0, 0)
    held, used, zone = ask("b2", "c3", 5000)
    assert held
    assert used > 300
    assert ask("b2", "c3", 300) == (True, 0, zone)
    reflected = mask_of(
        geometry.at(6 - geometry.column(square), geometry.row(square)) for square in squares_of(zone)
    )
    assert reflected != zone
    assert ask("f2", "e3", 300) == (True, 0, reflected)


# --- boards cut in two -----------------------------------------------------------------------------------


FEW = 100
"""Positions after which the reference forgets all that it has worked out, lest it take all memory."""

SIZES: list[Size] = [(4, 4, 3), (6, 3, 3), (3, 6, 3), (6, 4, 4), (8, 4, 4), (10, 5, 5)]


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("size", SIZES)
def test_what_a_cut_holds_is_held_on_its_zone_alone(size: Size) -> None:
    tables = Residuals(Geometry(*size))
    cuts = Cuts(MakerBreaker(tables, Fours(tables, 1.0), 1.0))
    squares = tables.geometry.squares
    found = lost = 0
    for number, (made, empty, here) in enumerate(islice(endings(size, 11), sampled(3_000, 500))):
        if number % FEW == 0:
            breaker_holds.cache_clear()
        if frozenset() in here:
            continue
        verdict = cuts.verdict(*shown(tables, made, empty), 10_000, budget())
        if verdict is None:
            lost += not breaker_holds(here, False)
            continue
        found += 1
        assert verdict.held
        assert verdict.move is None  # so the breaker, if he is to move, holds with any
        zone = {i for i in empty if verdict.zone >> squares[i] & 1}
        assert breaker_holds(here, False), (made, empty)
        assert breaker_holds(family(size, made | (empty - zone), zone), False), (made, empty, zone)
    assert min(found, lost) >= sampled(40, 10)
    breaker_holds.cache_clear()


def test_each_line_is_left_to_one_part_with_what_it_needs_there() -> None:
    tables = Residuals(Geometry(7, 1, 4))
    squares = tables.geometry.squares
    first, board = mask_of(squares[:3]), tables.geometry.board
    reach = tables.reach(0, 0)
    for ties_to_first, needed in ((False, ([0b0000111], [0b0011000])), (True, ([0b0000110], [0b0111000]))):
        parts = cut(tables, reach, board, first, ties_to_first)
        assert parts is not None
        for (part, empty), needs in zip(parts, needed, strict=True):
            rows = tables.open(part)
            assert [
                sum(1 << i for i, square in enumerate(squares) if left >> square & 1)
                for left in tables.left(rows, empty)
            ] == needs
            assert part >> (needs[0].bit_count() - 1) * tables.width == rows
    assert cut(tables, reach, board, mask_of(squares[:0]), False) is None  # it crosses no line
    one_left = tables.reach(mask_of(squares[:3]), 0)
    assert cut(tables, one_left, board ^ mask_of(squares[:3]), first, False) is None


def test_of_lines_that_contain_each_other_the_shortest_is_left() -> None:
    tables = Residuals(Geometry(6, 1, 3))
    squares = tables.geometry.squares
    # X on b: abc needs ac, bcd needs cd, cde needs cde, def needs def.
    reach = tables.reach(1 << squares[1], 0)
    left = shortest(tables, reach, tables.geometry.board ^ 1 << squares[1])
    assert tables.open(left).bit_count() == 3
    dropped = tables.open(reach ^ left)
    assert list(tables.left(dropped, tables.geometry.board)) == [mask_of(squares[2:5])]


def test_of_lines_that_need_the_same_one_is_left() -> None:
    tables = Residuals(Geometry(5, 1, 4))
    a, b, c, d, e = tables.geometry.squares
    reach = tables.reach(mask_of((a, d, e)), 0)
    assert tables.open(reach).bit_count() == 2
    assert tables.open(shortest(tables, reach, mask_of((b, c)))).bit_count() == 1


@pytest.mark.slow
def test_a_board_too_long_to_be_searched_is_held_in_its_halves() -> None:
    solver = Solver(Geometry(12, 5, 5))
    here = budget(nodes=30_000)
    assert solver.solve(position((12, 5, 5), "." * 60, "X"), here).value is Value.DRAW
