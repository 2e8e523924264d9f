"""Curves: the chances of a game."""

import pytest

from tests.support.driving import a_setup
from tests.support.showing import seen, showing
from ttt_tui.app.widgets.curve import Curve, levels_of
from ttt_tui.process.terminal import Terminal

TWO = a_setup().players
WIDTH = 46
"""Columns of the window: 40 cells of curve."""


def pairs(*chances: float | None) -> list[tuple[float, float] | None]:
    """Return the chances of two players from those of the first."""
    return [None if chance is None else (chance, 1 - chance) for chance in chances]


def a_curve(rows: int = 4) -> Curve:
    curve = Curve(TWO)
    curve.rows, curve.is_card = rows, False
    return curve


def dots(cell: str) -> int:
    """Return how many dots a braille cell has."""
    return 0 if cell == " " else (ord(cell) - 0x2800).bit_count()


async def test_what_the_first_player_has_stands_above_the_middle_and_the_rest_below() -> None:
    curve = a_curve()
    async with showing(curve, size=(WIDTH, 10)) as ui:
        curve.show(pairs(0.5, 1.0, 1.0, 0.0, 0.0), {}, 0)
        await ui.settle()
        above, below = seen(ui, curve)[:2], seen(ui, curve)[2:4]
        at_two, at_four = 4 + curve.place(2, 40), 4 + curve.place(4, 40)
        assert all(dots(line[at_two]) >= 7 for line in above), "its neighbours come down at once"
        assert [line[at_two : at_two + 1].strip() for line in below] == ["", ""]
        assert [line[at_four : at_four + 1].strip() for line in above] == ["", ""]
        assert all(dots(line[at_four]) >= 7 for line in below)
        assert above[0][2] == "X"
        assert below[1][2] == "O"


async def test_the_height_is_in_proportion_to_what_somebody_is_ahead() -> None:
    curve = a_curve(rows=8)
    async with showing(curve, size=(WIDTH, 12)) as ui:
        for chance, expected in ((0.5, 0), (0.75, 8), (1.0, 16), (0.53, 1)):
            curve.show(pairs(chance, chance), {}, 1)
            await ui.settle()
            column = [line[4:5] for line in seen(ui, curve)[:8]]
            assert sum(dots(cell) for cell in column if cell) == 2 * expected, chance


async def test_what_is_not_known_is_left_blank() -> None:
    curve = a_curve()
    async with showing(curve, size=(WIDTH, 10)) as ui:
        curve.show(pairs(None, None, 1.0, 1.0), {}, 0)
        await ui.settle()
        line = seen(ui, curve)[0]
        begins = curve.place(2, 40)
        assert {dots(cell) for cell in line[5 : 4 + begins - 1]} == {0}
        assert dots(line[4 + begins + 1]) == 8


async def test_the_upright_is_at_the_position_that_is_shown_and_only_its_cells_change() -> None:
    curve = a_curve()
    async with showing(curve, size=(WIDTH, 10)) as ui:
        curve.show(pairs(*[0.5] * 11), {}, 3)
        await ui.settle()
        before = seen(ui, curve)
        assert all(line[4 + curve.place(3, 40)] == "│" for line in before[:4])
        curve.show(pairs(*[0.5] * 11), {}, 8)
        await ui.settle()
        for old, new in zip(before[:4], seen(ui, curve)[:4], strict=True):
            old, new = old.ljust(WIDTH), new.ljust(WIDTH)
            changed = [x for x in range(WIDTH) if old[x] != new[x]]
            assert changed == [4 + curve.place(3, 40), 4 + curve.place(8, 40)]


async def test_signs_stand_under_their_moves_and_the_worst_wins_where_two_meet() -> None:
    curve = a_curve()
    async with showing(curve, size=(WIDTH, 10)) as ui:
        curve.show(pairs(*[0.5] * 21), {5: "?", 14: "??"}, 0)
        await ui.settle()
        signs = seen(ui, curve)[4]
        assert signs.index("?") == 4 + curve.place(5, 40)
        assert signs.index("??") == 4 + curve.place(14, 40)
        curve.show(pairs(*[0.5] * 200), {100: "?!", 101: "??", 102: "?"}, 0)
        await ui.settle()
        assert seen(ui, curve)[4].split() == ["??"]


async def test_every_bad_move_has_a_mark_where_signs_are_close_together() -> None:
    curve = a_curve()
    signs = {4: "?!", 6: "??", 7: "?", 8: "?"}
    async with showing(curve, size=(WIDTH, 10)) as ui:
        curve.show(pairs(*[0.5] * 22), signs, 0)
        await ui.settle()
        assert seen(ui, curve)[4].split() == ["?!", "??", "?", "?"]
    narrow = a_curve()
    async with showing(narrow, size=(26, 10)) as ui:
        narrow.show(pairs(*[0.5] * 22), signs, 0)
        await ui.settle()
        marks = seen(ui, narrow)[4]
        assert [x for x, mark in enumerate(marks) if mark == "▲"] == [
            4 + narrow.place(ply, 20) for ply in signs
        ]


@pytest.mark.parametrize("last", [1, 2, 9, 60, 224, 400])
async def test_there_are_numbers_below_which_never_touch(last: int) -> None:
    curve = a_curve()
    async with showing(curve, size=(WIDTH, 10)) as ui:
        for ply in {0, 1, last // 2, last}:
            curve.show(pairs(*[0.5] * (last + 1)), {}, ply)
            await ui.settle()
            numbers = [int(number) for number in seen(ui, curve)[5].split()]
            assert numbers == sorted(set(numbers)) != []
            assert set(numbers) <= set(range(1, last + 1)), "no two of them ran together"
            assert ply in numbers or not ply


async def test_in_ascii_it_is_drawn_with_what_there_is() -> None:
    curve = a_curve()
    async with showing(curve, size=(WIDTH, 10), terminal=Terminal(is_ascii=True)) as ui:
        curve.show(pairs(0.5, 1.0, 1.0, 0.0, 0.0), {3: "??"}, 0)
        await ui.settle()
        lines = seen(ui, curve)
        assert all(line.isascii() for line in lines)
        assert [line[4 + curve.place(2, 40)] for line in lines[:2]] == ["#", "#"]
        assert "?" not in "".join(lines[:4]), "nothing stands for what could not be spelled"


async def test_of_more_players_each_has_a_line() -> None:
    players = a_setup(*["scorer"] * 3, board=(5, 5)).players
    curve = Curve(players)
    curve.rows, curve.is_card = 3, False
    async with showing(curve, size=(WIDTH, 10)) as ui:
        curve.show([(0.0, 0.25, 0.75)] * 2, {}, 0)
        await ui.settle()
        lines = seen(ui, curve)[:3]
        assert [line[2] for line in lines] == [player.symbol for player in players]
        assert [dots(line.ljust(WIDTH)[43]) for line in lines] == [0, 2, 6], "each dot is a quarter"


def test_between_two_positions_it_goes_in_proportion() -> None:
    def level(chance: float) -> int:
        return round(100 * chance)

    assert levels_of(pairs(0.0, 1.0), 0, 5, level) == [0, 25, 50, 75, 100]
    assert levels_of(pairs(0.25), 0, 3, level) == [25, 25, 25]
    assert levels_of(pairs(0.2, None, 0.6), 0, 3, level) == [20, 0, 60]
