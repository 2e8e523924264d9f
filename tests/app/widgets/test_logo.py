"""The logo, in every window."""

import pytest
from rich.color import Color

from tests.support.showing import seen, showing
from ttt_tui.app.themes import player_colour
from ttt_tui.app.widgets.pictures import Logo
from ttt_tui.engine import COLOURS
from ttt_tui.process.terminal import Terminal

LARGE = """
▄▄▖   ▗▄▄  ▗▄▄▄▄▄▖  ▄▄▖   ▗▄▄
▝▜█▙▄▟█▛▘ ▐█▛▀▀▀▜█▌ ▝▜█▙▄▟█▛▘
  ▐███▌   ██     ██   ▐███▌
▗▟█▛▀▜█▙▖ ▐█▙▄▄▄▟█▌ ▗▟█▛▀▜█▙▖
▀▀▘   ▝▀▀  ▝▀▀▀▀▀▘  ▀▀▘   ▝▀▀
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


def lines(picture: str) -> list[str]:
    return picture.split("\n")[1:-1]


@pytest.mark.parametrize(
    ("window", "picture"),
    [
        ((200, 50), LARGE),
        ((120, 40), LARGE),
        ((100, 30), SMALL),
        ((80, 24), SMALL),
        ((200, 20), LETTERS),
        ((40, 16), LETTERS),
        ((20, 8), LETTERS),
    ],
    ids=str,
)
async def test_it_is_as_large_as_the_window_allows(window: tuple[int, int], picture: str) -> None:
    logo = Logo()
    async with showing(logo, size=window) as ui:
        assert seen(ui, logo) == lines(picture)
        assert logo.region.width == max(map(len, lines(picture)))


async def test_it_follows_the_window() -> None:
    logo = Logo()
    async with showing(logo) as ui:
        await ui.pilot.resize_terminal(120, 40)
        await ui.settle()
        assert seen(ui, logo) == lines(LARGE)
        await ui.pilot.resize_terminal(40, 16)
        await ui.settle()
        assert seen(ui, logo) == lines(LETTERS)


@pytest.mark.parametrize(
    ("width", "height", "picture"),
    [(40, 5, LARGE), (28, 9, SMALL), (29, 4, SMALL), (16, 3, LETTERS), (3, 1, LETTERS)],
)
async def test_a_style_sheet_may_leave_it_less(width: int, height: int, picture: str) -> None:
    logo = Logo()
    logo.styles.width, logo.styles.height = width, height
    async with showing(logo, size=(120, 40)) as ui:
        assert [line for line in seen(ui, logo) if line] == lines(picture)


async def test_its_stones_have_the_colours_of_the_first_two_players_in_every_theme(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")
    logo = Logo()
    async with showing(logo) as ui:
        for name in ("textual-dark", "textual-light", "high-contrast"):
            ui.app.theme = name
            await ui.settle()
            for x, colour in ((0, COLOURS[0]), (7, COLOURS[1]), (16, COLOURS[0])):
                assert ui.style_at(x, 0).color == Color.parse(player_colour(ui.app.current_theme, colour))


async def test_it_is_drawn_in_ascii_where_there_is_nothing_else() -> None:
    logo = Logo()
    async with showing(logo, terminal=Terminal(is_ascii=True)) as ui:
        assert seen(ui, logo) == lines(OF_ASCII)
