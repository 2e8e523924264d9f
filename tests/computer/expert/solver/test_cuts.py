"""Boards cut in two, against the brute force of the maker-breaker game, which knows nothing of cuts."""

from itertools import islice

import pytest

from tests.computer.expert.solver.breaker_game import Size, breaker_holds, endings, family
from tests.computer.expert.solver.brute_force import budget, position
from tests.support.sampling import sampled
from ttt_tui.computer.base import Value
from ttt_tui.computer.expert.solver.cuts import Cuts, cut, shortest
from ttt_tui.computer.expert.solver.fours import Fours
from ttt_tui.computer.expert.solver.maker_breaker import MakerBreaker
from ttt_tui.computer.expert.solver.residuals import Residuals
from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.engine import Geometry, mask_of

FEW = 100
"""Positions after which the reference forgets all that it has worked out, lest it take all memory."""

SIZES: list[Size] = [(4, 4, 3), (6, 3, 3), (3, 6, 3), (6, 4, 4), (8, 4, 4), (10, 5, 5)]


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("size", SIZES)
def test_what_a_cut_holds_is_held_on_its_zone_alone(size: Size) -> None:
    geometry = Geometry(*size)
    tables = Residuals(geometry)
    cuts = Cuts(MakerBreaker(tables, Fours(tables, 1.0), 1.0))
    squares = geometry.squares
    found = lost = 0
    for number, (made, empty, here) in enumerate(islice(endings(size, 11), sampled(3_000, 500))):
        if number % FEW == 0:
            breaker_holds.cache_clear()
        if frozenset() in here:
            continue
        own, free = mask_of(squares[i] for i in made), mask_of(squares[i] for i in empty)
        verdict = cuts.verdict(tables.reach(own, geometry.board ^ own ^ free), free, 10_000, budget())
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


def test_a_board_too_long_to_be_searched_is_held_in_its_halves() -> None:
    solver = Solver(Geometry(12, 5, 5))
    here = budget(nodes=30_000)
    assert solver.solve(position((12, 5, 5), "." * 60, "X"), here).value is Value.DRAW
