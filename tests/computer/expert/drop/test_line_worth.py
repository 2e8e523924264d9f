"""What the look ahead judges positions by where stones fall: carried along it is what counting anew gives."""

from random import Random

import pytest

from tests.computer.expert.solver.test_drop import CONNECT_FOUR, DROP
from ttt_tui.computer.expert.drop.line_tables import BIAS, LineTables
from ttt_tui.computer.expert.drop.player import MOST, evaluation, filling
from ttt_tui.engine import Geometry, Mask, Position, mask_of


@pytest.mark.parametrize("size", [(7, 6, 4), (6, 7, 4), (9, 8, 5), (5, 5, 3)])
def test_what_moves_change_adds_up_to_the_lines_and_threats_of_the_board(size: tuple[int, int, int]) -> None:
    geometry = Geometry(*size, DROP)
    tables, rng = LineTables(geometry), Random(f"{size}")
    for _ in range(5):
        position, both, score, threats = Position(geometry, 2), 0, 0, [0, 0]
        first = len(geometry.squares) % 2  # the side of the player who begins
        while (position.moves and not position.is_dead()) and max(threats) >= 0:
            side = (first + position.to_move) % 2
            move = rng.choice(position.moves)
            change, bit = tables.change(side, 1 << move, both)
            position.play(move)
            if position.winner_by_line(1 - position.to_move) is not None:
                break
            both |= bit
            gain = (change >> tables.shift) - 4 * BIAS
            score += -gain if side else gain
            threats[side] |= change & geometry.board
            stones = position.stones[first], position.stones[1 - first]
            assert score == tables.score(*stones)
            for threatened, mine in zip(threats, stones, strict=True):
                assert threatened & position.empty == geometry.completing(mine) & position.empty


def filled_slowly(
    heights: list[int], threats: tuple[set[tuple[int, int]], ...], side: int
) -> tuple[int, int]:
    """Fill the columns square by square; return who wins, 1 for side 0 and -1 for side 1, and the plies."""
    plies = 0
    while open_columns := [column for column, height in enumerate(heights) if height < 6]:
        mine, theirs = threats[side], threats[1 - side]
        wins = [column for column in open_columns if (column, heights[column]) in mine]
        stops = [column for column in open_columns if (column, heights[column]) in theirs]
        safe = [column for column in open_columns if (column, heights[column] + 1) not in theirs]
        free = [column for column in safe if (column, heights[column] + 1) not in mine]
        if wins:
            return 1 - 2 * side, plies
        if len(stops) > 1 or not (stops or safe):
            return 2 * side - 1, plies
        heights[(stops or free or sorted(safe))[0]] += 1
        side, plies = 1 - side, plies + 1
    return 0, plies


def test_filling_up_square_by_square_has_the_same_winner() -> None:
    rng, fill, geometry = Random("fill"), filling(CONNECT_FOUR), CONNECT_FOUR
    seen = set()
    for _ in range(400):
        heights = [rng.randint(0, 6) for _ in range(7)]
        squares = [(column, row) for column in range(7) for row in range(heights[column] + 1, 6)]
        threats: tuple[set[tuple[int, int]], ...] = tuple(
            set(rng.sample(squares, min(len(squares), rng.randint(0, 2)))) for _ in range(2)
        )

        def mask(chosen: set[tuple[int, int]]) -> Mask:
            return mask_of(geometry.at(column, 5 - row) for column, row in chosen)

        empty = mask({(column, row) for column in range(7) for row in range(heights[column], 6)})
        found = fill(empty, mask(threats[0]), mask(threats[1]))
        # Which threat of one's own is given away first is open, so the order of columns must not matter here.
        expected = filled_slowly(heights[:], threats, 0)
        mirrored = filled_slowly(heights[::-1], tuple({(6 - c, r) for c, r in side} for side in threats), 0)
        if expected == mirrored:
            assert found == expected
            seen.add(expected[0])
    assert seen == {1, 0, -1}


def test_odd_threats_win_for_the_first_player_and_even_ones_for_the_second() -> None:
    """Allis's rule, with two empty columns and one threat."""
    fill, evaluate, geometry = filling(CONNECT_FOUR), evaluation(CONNECT_FOUR), CONNECT_FOUR
    empty = mask_of(geometry.at(column, row) for column in (0, 1) for row in range(6))
    for height in (3, 4, 5, 6):
        threat = 1 << geometry.at(0, 6 - height)
        winners = fill(empty, threat, 0)[0], fill(empty, 0, threat)[0]
        assert winners == ((1, 0) if height % 2 else (0, -1))
        assert -MOST <= evaluate(empty, 0, threat, 0, 30) < evaluate(empty, threat, 0, 0, 30) <= MOST
