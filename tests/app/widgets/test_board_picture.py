"""The large picture of the last game beside the set-up."""

from dataclasses import replace
from itertools import product

import pytest
from textual.geometry import Size

from tests.screens.scenes import game_of
from tests.support.driving import HUMAN, Ui, a_setup, at_setup
from tests.support.showing import seen, showing
from ttt_tui.app.widgets.board.picture import LARGEST, BoardPicture, one_stone_each
from ttt_tui.engine import Geometry, Rules, Setup
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.presets import PRESETS

GOMOKU = a_setup(board=(15, 15), k=5)
WON = "h8 i9 g8 i8 f8 g9 e8 e9 d8"
HUGE = (200, 50)


def lines(ui: Ui, picture: BoardPicture) -> list[str]:
    return [line.rstrip() for line in seen(ui, picture)]


async def test_a_game_has_real_stones_between_blanks_and_no_letters() -> None:
    picture = BoardPicture(GOMOKU)
    async with showing(picture, size=HUGE) as ui:
        picture.show_game(GOMOKU, game_of(GOMOKU, WON.split()))
        await ui.settle()
        drawn = lines(ui, picture)
        assert picture.region.size == picture.drawn.core.size + (4, 2)
        assert drawn[0] == "▄" * picture.region.width
        assert drawn[-1] == "▀" * picture.region.width
        assert drawn[1].strip().startswith("┌───┬───")
        assert "▐O▌" in drawn[17]
        assert "h" not in "".join(drawn)
        assert not any(character.isdigit() for character in "".join(drawn))
        x, y = picture.region.offset
        assert ui.style_at(x + drawn[15].index("X"), y + 15).bgcolor != ui.style_at(x + 1, y + 15).bgcolor, (
            "the line that won"
        )


@pytest.mark.parametrize("preset", ["computer", "connect-four", "ultimate", "torus"])
@pytest.mark.parametrize("room", [LARGEST, LARGEST + (40, 10)], ids=str)
async def test_the_wood_has_straight_edges_in_every_room(preset: str, room: Size) -> None:
    setup = replace(GOMOKU, geometry=PRESETS[preset].geometry)
    picture = BoardPicture(setup)
    picture.grow(room)
    async with showing(picture, size=HUGE) as ui:
        await ui.settle()
        (x, y), (width, height) = picture.region.offset, picture.region.size
        for line, half in ((y, "▄"), (y + height - 1, "▀")):
            assert [ui.text.splitlines()[line][x + i] for i in range(width)] == [half] * width
            assert len({ui.style_at(x + i, line).bgcolor for i in range(width)}) == 1


@pytest.mark.parametrize(
    ("room", "above"), [(Size(31, 24), 1), (Size(31, 15), 0), (Size(29, 24), 0)], ids=str
)
async def test_where_there_is_room_the_squares_have_a_line_of_wood_above_and_below(
    room: Size, above: int
) -> None:
    picture = BoardPicture(a_setup())
    picture.most_above = 1
    picture.grow(room)
    async with showing(picture, size=HUGE) as ui:
        await ui.settle()
        assert picture.region.height == picture.drawn.core.height + 2 * above + 2
        drawn = lines(ui, picture)
        assert [not line.strip() for line in (drawn[1], drawn[-2])] == [bool(above)] * 2


async def test_without_a_game_each_player_has_a_stone() -> None:
    three = a_setup(HUMAN, "rules", "rules", board=(5, 5), k=4)
    picture = BoardPicture(GOMOKU)
    async with showing(picture, size=HUGE, terminal=Terminal(Colours.NONE)) as ui:
        picture.show_game(three, None)
        await ui.settle()
        stones = one_stone_each(three).stones
        assert [stone.bit_count() for stone in stones] == [1, 1, 1]
        x, y = picture.region.offset
        assert ui.style_at(x + 31, y + 15).dim, "they are no game"


def test_without_a_game_stones_have_fallen_where_they_do() -> None:
    setup = replace(a_setup(), geometry=Geometry(7, 6, 4, Rules(drop=True)))
    assert one_stone_each(setup).stones == tuple(1 << setup.geometry.parse(name) for name in ("d6", "e6"))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 15])
def test_every_board_fits_and_every_player_has_a_square(players: int) -> None:
    for columns, rows in product(range(3, 21), repeat=2):
        if players <= columns * rows:
            setup = Setup(Geometry(columns, rows, 3), a_setup(*[HUMAN] * players, board=(15, 15)).players)
            picture = BoardPicture(setup)
            core = picture.drawn.core
            assert core.width <= LARGEST.width
            assert core.height <= LARGEST.height
            assert len({*one_stone_each(setup).stones}) == players


@pytest.mark.slow
async def test_it_comes_and_goes_with_the_size_of_the_window() -> None:
    async with at_setup(size=(120, 40)) as ui:
        for size, is_beside in ((HUGE, True), ((100, 30), False), ((120, 40), True), (HUGE, True)):
            await ui.pilot.resize_terminal(*size)
            await ui.rest()
            pictures = [*ui.app.screen.query(BoardPicture)]
            assert any(picture.region for picture in pictures) == is_beside
            assert not ui.one("Miniature").region, "3×3 has room for drawn stones"
        top = ui.one("#presets").region.y
        await ui.press("down")
        assert "┼───┼" not in ui.text, "another key may follow"
        await ui.until(lambda: "┼───┼" in ui.text, "the other board")
        await ui.press(*["down"] * (list(PRESETS).index("connect-four") - 1))
        [picture] = ui.app.screen.query(BoardPicture)
        await ui.until(lambda: picture.geometry.rows == 6 and picture.region.height < 30, "a lower board")
        assert ui.one("#presets").region.y == top, "the list stays where it is"
