"""The fast reference of what positions are worth is that of plain minimax."""

from random import Random

import pytest

from tests.analysis.positions import scattered, stones_of
from tests.support.reference import Board, MaxN
from tests.support.sampling import sampled
from tests.support.strategies import cells_of
from tests.support.truth import Truth, sign


@pytest.mark.slow
@pytest.mark.parametrize("sides", [(3, 3, 3), (4, 3, 3), (4, 3, 4), (4, 4, 3), (4, 4, 4), (5, 4, 3)], ids=str)
def test_the_truth_is_that_of_plain_minimax(sides: tuple[int, int, int]) -> None:
    rng, truth, plain = Random(f"truth {sides}"), Truth(*sides), MaxN()
    for empty in (2, 3, 4, 5, 6, 7, *sampled((7, 8, 8, 8, 8, 8, 8, 8), ())):
        position = scattered(*sides, empty, rng)
        owners = {cell: p for p in (0, 1) for cell in cells_of(position.geometry, position.stones[p])}
        board = Board(*sides, [0, 1], position.to_move, owners)
        found = []
        for cell in board.empty():
            worth = plain.worth_of_move(board, cell)[board.to_move]
            move = *stones_of(position), truth.bit(cell)
            found.append(truth.worth_of_move(*move))
            assert found[-1] == worth + sign(worth) * len(owners)
            assert truth.value(*move) == sign(worth)
        assert truth.worth(*stones_of(position)) == max(found)
