"""Pairing strategies: the breaker holds on their squares alone, by brute force."""

from itertools import islice

import pytest

from tests.computer.expert.solver.breaker_game import Size, breaker_holds, endings, family
from tests.support.sampling import sampled
from ttt_tui.computer.expert.solver.reductions import Pairing
from ttt_tui.computer.expert.solver.residuals import Residuals
from ttt_tui.engine import Geometry, mask_of


@pytest.mark.parametrize("size", [(5, 5, 4), (6, 5, 4), (6, 6, 5)])
def test_the_breaker_holds_on_the_squares_of_a_pairing_alone(size: Size) -> None:
    tables = Residuals(Geometry(*size))
    pairing, squares = Pairing(tables), tables.geometry.squares
    found = 0
    for made, empty, needs in islice(endings(size, 13), sampled(12_000, 5_000)):
        if any(len(line) < 2 for line in needs):
            continue
        own, free = (mask_of(squares[i] for i in some) for some in (made, empty))
        zone = pairing.zone(tables.reach(own, tables.geometry.board ^ own ^ free), free)
        if zone is None or not needs:
            continue
        found += 1
        held = {i for i in empty if zone >> squares[i] & 1}
        assert breaker_holds(family(size, made | empty - held, held), False), (made, empty, held)
    assert found >= 400
    breaker_holds.cache_clear()
