"""Small pictures: a board with its stones, and the logo."""

from collections.abc import Iterator
from itertools import product

import pytest
from rich.cells import cell_len
from rich.color import Color

from tests.support.driving import Ui, a_setup
from tests.support.showing import seen, showing
from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.cell_picture import CellPicture
from ttt_tui.app.widgets.pictures import Logo, Miniature
from ttt_tui.engine import COLOURS, HUMAN, Geometry, Mask, Player, mask_of
from ttt_tui.process.terminal import Colours, Terminal

GOMOKU = Geometry(15, 15, 5)
BLACK, WHITE = "h6 g7 i7 f8 g8 h8", "j7 e8 i8 g9 i9"
TWO = a_setup().players
LARGE = (120, 40)

GOMOKU_PICTURE = """
▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
  ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
  ├─┼─┼─•─┼─┼─┼─┼─┼─┼─┼─•─┼─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
  ├─┼─┼─┼─┼─┼─┼─X─┼─┼─┼─┼─┼─┼─┤
  ├─┼─┼─┼─┼─┼─X─┼─X─O─┼─┼─┼─┼─┤
  ├─┼─┼─┼─O─X─X─X─O─┼─┼─┼─┼─┼─┤
  ├─┼─┼─┼─┼─┼─O─┼─O─┼─┼─┼─┼─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
  ├─┼─┼─•─┼─┼─┼─┼─┼─┼─┼─•─┼─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
  └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘
▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
"""

NINE_PICTURE = """
▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
  ┌─┬─┬─┬─┬─┬─┬─┬─┐
  ├─┼─┼─┼─┼─┼─┼─┼─┤
  ├─┼─•─┼─┼─┼─•─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┼─┤
  ├─┼─┼─┼─•─┼─┼─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┼─┤
  ├─┼─•─┼─┼─┼─•─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┼─┤
  └─┴─┴─┴─┴─┴─┴─┴─┘
▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
"""

HASH_PICTURE = """
▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
   X │   │
  ───┼───┼───
     │ X │
  ───┼───┼───
     │   │ O
▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
"""

WIDE_PICTURE = """
▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
  你┬─┬─┬─┬─┬─┬─┐
  ├─┼─┼─┼─┼─┼─┼─┤
  ├─┼─•─X─┼─•─┼─┤
  ├─┼─┼─你┼─┼─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┤
  ├─┼─•─┼─┼─•─┼─┤
  ├─┼─┼─┼─┼─┼─┼─┤
  └─┴─┴─┴─┴─┴─┴─你
▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
"""

ASCII_PICTURE = """

  . . . . . . . .
  . . . . . . . .
  . . + X . + . .
  . . . O . . . .
  . . . . . . . .
  . . + . . + . .
  . . . . . . . .
  . . . . . . . .

"""


def lines(picture: str) -> list[str]:
    return picture.split("\n")[1:-1]


def masks(geometry: Geometry, *names: str) -> tuple[Mask, ...]:
    return tuple(mask_of(map(geometry.parse, each.split())) for each in names)


EIGHT = Geometry(8, 8, 5)
ONE_IS_WIDE = (Player("Ada", "X", "blue"), Player("Bob", "你", "red"))

DRAWN = {
    "a net with star points and the last game": (GOMOKU, (BLACK, WHITE), TWO, GOMOKU_PICTURE),
    "without a game": (Geometry(9, 9, 5), (), TWO, NINE_PICTURE),
    "an open hash": (Geometry(3, 3, 3), ("a1 b2", "c3"), TWO, HASH_PICTURE),
    "wide symbols": (EIGHT, ("d3", "a1 d4 h8"), ONE_IS_WIDE, WIDE_PICTURE),
    "ASCII": (EIGHT, ("d3", "d4"), TWO, ASCII_PICTURE),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", DRAWN)
async def test_a_board_is_drawn_as_in_the_picture(name: str) -> None:
    geometry, stones, players, drawn = DRAWN[name]
    picture = Miniature()
    async with showing(picture, size=LARGE, terminal=Terminal(is_ascii=name == "ASCII")) as ui:
        picture.show(geometry, masks(geometry, *stones), players)
        await ui.settle()
        assert seen(ui, picture) == lines(drawn)
        if not stones:
            picture.show(geometry)
            await ui.settle()
            assert seen(ui, picture) == lines(drawn)


async def test_another_board_takes_another_room() -> None:
    picture = Miniature()
    async with showing(picture, size=LARGE) as ui:
        for geometry in (GOMOKU, Geometry(3, 3, 3), Geometry(20, 9, 5), Geometry(7, 7, 4)):
            picture.show(geometry)
            await ui.settle()
            inside = CellPicture(geometry).size
            assert picture.region.size == (inside.width + 4, inside.height + 2)


# --- room ------------------------------------------------------------------------------------------------


async def test_where_it_is_narrow_first_the_margins_go_then_the_distances_then_the_picture() -> None:
    picture = Miniature()
    async with showing(picture, size=LARGE) as ui:
        for width, left, drawn in [(33, 2, 29), (31, 1, 29), (29, 0, 29), (28, 2, 15), (15, 0, 15)]:
            picture.styles.width = width
            picture.show(GOMOKU)
            await ui.settle()
            line = seen(ui, picture)[1]
            assert line == " " * left + line.strip(), width
            assert len(line.strip()) == drawn
        picture.styles.width = 14
        await ui.settle()
        assert not any(seen(ui, picture))


def pictures() -> Iterator[CellPicture]:
    """Every board, with narrow and wide symbols on all of its squares."""
    for (columns, rows), players in product(product(range(3, 21), repeat=2), (TWO, ONE_IS_WIDE)):
        geometry = Geometry(columns, rows, 3)
        stones = (mask_of(geometry.squares[::2]), mask_of(geometry.squares[1::2]))
        yield CellPicture(geometry, stones, players)


@pytest.mark.slow
def test_every_picture_takes_exactly_its_cells() -> None:
    for picture in pictures():
        assert len(picture.lines) == picture.size.height
        for line in picture.lines:
            assert len(line) == picture.size.width
            assert cell_len("".join(text for text, _ in line)) == picture.size.width
        drawn = [text for line in picture.lines for text, _ in line]
        for player, stones in zip(picture.players, picture.stones, strict=True):
            assert drawn.count(player.symbol) == stones.bit_count()


def test_fifteen_players_have_their_stones_in_it() -> None:
    players = a_setup(*[HUMAN] * 15, board=(15, 15)).players
    picture = CellPicture(GOMOKU, tuple(1 << square for square in GOMOKU.squares[:15]), players)
    shown = "".join(text for text, _ in picture.lines[0])
    assert shown.strip() == "─".join(player.symbol for player in players)


# --- colours ---------------------------------------------------------------------------------------------


def colours_at(ui: Ui, x: int, y: int) -> tuple[Color | None, Color | None]:
    style = ui.style_at(x, y)
    return style.color, style.bgcolor


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
async def test_its_wood_lines_and_stones_have_the_themes_colours(
    theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")
    picture = Miniature()
    async with showing(picture, size=LARGE) as ui:
        ui.app.theme = theme
        picture.show(GOMOKU, masks(GOMOKU, BLACK, WHITE), TWO)
        await ui.settle()
        now = ui.app.current_theme
        roles = roles_of(now)
        wood = Color.parse(roles.board)
        x, y = picture.region.offset
        assert colours_at(ui, x, y) == (Color.parse(roles.rim), Color.parse(roles.ground)), "the upper edge"
        assert colours_at(ui, x, y + 16) == (wood, Color.parse(roles.edge)), "the front edge"
        assert colours_at(ui, x + 2, y + 1) == (Color.parse(roles.grid), wood)
        assert colours_at(ui, x + 8, y + 4) == (Color.parse(roles.star), wood)
        assert colours_at(ui, x + 16, y + 6) == (Color.parse(player_colour(now, "blue")), wood)
        assert colours_at(ui, x + 20, y + 7) == (Color.parse(player_colour(now, "red")), wood)
        assert ui.style_at(x + 16, y + 6).bold


async def test_without_colours_there_are_no_edges_and_the_lines_are_dim() -> None:
    picture = Miniature()
    async with showing(picture, size=LARGE, terminal=Terminal(Colours.NONE)) as ui:
        picture.show(GOMOKU, masks(GOMOKU, BLACK, WHITE), TWO)
        await ui.settle()
        first, *net, last = seen(ui, picture)
        assert first == last == ""
        assert net == lines(GOMOKU_PICTURE)[1:-1]
        x, y = picture.region.offset
        assert ui.style_at(x + 2, y + 1).dim
        assert not ui.style_at(x + 16, y + 6).dim


LARGE_LOGO = """
▄▄▖   ▗▄▄  ▗▄▄▄▄▄▖  ▄▄▖   ▗▄▄
▝▜█▙▄▟█▛▘ ▐█▛▀▀▀▜█▌ ▝▜█▙▄▟█▛▘
  ▐███▌   ██     ██   ▐███▌
▗▟█▛▀▜█▙▖ ▐█▙▄▄▄▟█▌ ▗▟█▛▀▜█▙▖
▀▀▘   ▝▀▀  ▝▀▀▀▀▀▘  ▀▀▘   ▝▀▀
"""

HUGE_LOGO = """
▗▄▄▖         ▗▄▄▖       ▄▄▄▄▄       ▗▄▄▖         ▗▄▄▖
▝███▙▖     ▗▟███▘   ▗▟█████████▙▖   ▝███▙▖     ▗▟███▘
 ▝▜███▙▖ ▗▟███▛▘   ▗███▀▘   ▝▀███▖   ▝▜███▙▖ ▗▟███▛▘
   ▝▜███████▛▘     ███▘       ▝███     ▝▜███████▛▘
     ▐█████▌      ▐██▌         ▐██▌      ▐█████▌
   ▗▟███████▙▖     ███▖       ▗███     ▗▟███████▙▖
 ▗▟███▛▘ ▝▜███▙▖   ▝███▄▖   ▗▄███▘   ▗▟███▛▘ ▝▜███▙▖
▗███▛▘     ▝▜███▖   ▝▜█████████▛▘   ▗███▛▘     ▝▜███▖
▝▀▀▘         ▝▀▀▘       ▀▀▀▀▀       ▝▀▀▘         ▝▀▀▘
"""

SMALL = """
▜▄ ▄▛ ▗▛▀▜▖ ▜▄ ▄▛
 ▐█▌  █   █  ▐█▌
▟▀ ▀▙ ▝▙▄▟▘ ▟▀ ▀▙
"""

LETTERS = """
XOX
"""

OF_ASCII = r"""
\   / /---\ \   /
  X   |   |   X
/   \ \---/ /   \
"""


async def test_the_logo_is_as_large_as_the_window_and_its_style_allow() -> None:
    logo = Logo()
    windows = [
        ((200, 50), HUGE_LOGO),
        ((184, 48), LARGE_LOGO),
        ((120, 40), LARGE_LOGO),
        ((100, 30), SMALL),
        ((80, 26), SMALL),
    ]
    windows += [((80, 24), LETTERS)]
    windows += [((200, 20), LETTERS), ((40, 16), LETTERS), ((20, 8), LETTERS)]
    styles = [
        ((40, 5), LARGE_LOGO),
        ((28, 9), SMALL),
        ((29, 4), SMALL),
        ((16, 3), LETTERS),
        ((3, 1), LETTERS),
    ]
    async with showing(logo) as ui:
        for size, picture in windows:
            await ui.pilot.resize_terminal(*size)
            await ui.settle()
            assert seen(ui, logo) == lines(picture), size
            assert logo.region.width == max(map(len, lines(picture)))
        await ui.pilot.resize_terminal(120, 40)
        for (width, height), picture in styles:
            logo.styles.width, logo.styles.height = width, height
            await ui.settle()
            assert [line for line in seen(ui, logo) if line] == lines(picture), (width, height)


async def test_its_stones_have_the_colours_of_the_first_two_players_in_every_theme(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")
    logo = Logo()
    async with showing(logo, size=(80, 30)) as ui:
        for name in ("textual-dark", "textual-light", "high-contrast"):
            ui.app.theme = name
            await ui.settle()
            for x, colour in ((0, COLOURS[0]), (7, COLOURS[1]), (16, COLOURS[0])):
                assert ui.style_at(x, 0).color == Color.parse(player_colour(ui.app.current_theme, colour))


async def test_the_logo_is_drawn_in_ascii_where_there_is_nothing_else() -> None:
    logo = Logo()
    async with showing(logo, size=(80, 30), terminal=Terminal(is_ascii=True)) as ui:
        assert seen(ui, logo) == lines(OF_ASCII)
