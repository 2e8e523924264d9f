"""Tests read a game from the screen as a person does."""

import pytest

from tests.support.driving import HUMAN, Seen, a_setup, playing
from tests.support.reading import agree, moves
from ttt_tui.engine import Rules


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_moves_that_the_list_names_by_column_are_read_as_squares(size: tuple[int, int]) -> None:
    setup = a_setup(HUMAN, HUMAN, board=(7, 6), k=4, rules=Rules(drop=True), symbols="●○")
    played = ["d6", "d5", "c6", "e6", "c5", "b6", "d4", "d3"]
    async with playing(setup, moves=played, size=size) as ui:
        seen = Seen(ui.strips, ui.app.size)
        assert [square for _, square in moves(seen)] == played
        assert agree(seen)
