"""A terminal too small to play in: one sentence, laid out once, and the screens below are left alone."""

import asyncio
from collections import Counter

import pytest
from textual import events
from textual.geometry import Size
from textual.screen import Screen

from tests.support.driving import Ui, at_setup
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.base import LEAST_SIZE, TooSmallScreen
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.setup import SetupScreen

MOST_LAYOUTS = 60
"""For one change of size; a loop goes beyond any limit."""

QUIET_ROUNDS = 5
"""For so many looks nothing is laid out when all is done."""

TINY = [(1, 24), (1, 1), (1, 2), (1, 8), (2, 1), (2, 2), (3, 5), (4, 1), (5, 8), (19, 8), (80, 1), (80, 7)]

SCREENS = {
    "setup": ("SetupScreen", ()),
    "palette": ("GamePalette", ("ctrl+p",)),
    "help": ("HelpScreen", ("?",)),
    "themes": ("ThemeScreen", ("f2",)),
    "history": ("HistoryScreen", ("h",)),
    "player": ("PlayerScreen", ("e",)),
    "puzzle": ("PuzzleScreen", ("p",)),
    "play": ("PlayScreen", ("enter",)),
    "dialog": ("ConfirmScreen", ("enter", "enter", "n")),
}


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often each kind of screen is laid out."""
    counted: Counter[str] = Counter()
    lay_out = Screen._refresh_layout

    def counting(self: Screen[None], size: Size | None = None, scroll: bool = False) -> None:
        counted[type(self).__name__] += 1
        there = size or self.outer_size
        fits = there.width >= LEAST_SIZE.width and there.height >= LEAST_SIZE.height
        assert fits or not there or isinstance(self, TooSmallScreen), f"{self} in {there}"
        lay_out(self, size, scroll)

    monkeypatch.setattr(Screen, "_refresh_layout", counting)
    return counted


async def resize(ui: Ui, size: tuple[int, int]) -> None:
    """Change the size of the window."""
    there = Size(*size)
    ui.app.post_message(events.Resize(there, there))
    await asyncio.sleep(0.02)


async def rest(layouts: Counter[str]) -> None:
    """Wait until nothing is laid out any more, or has been too often."""
    quiet, before = 0, -1
    while quiet < QUIET_ROUNDS and sum(layouts.values()) <= MOST_LAYOUTS:
        quiet = quiet + 1 if sum(layouts.values()) == before else 0
        before = sum(layouts.values())
        await asyncio.sleep(0.005)


async def walk(ui: Ui, sizes: list[tuple[int, int]], layouts: Counter[str]) -> None:
    """Go through these sizes: none of them lays anything out again and again."""
    for size in sizes:
        layouts.clear()
        await resize(ui, size)
        await rest(layouts)
        assert sum(layouts.values()) <= MOST_LAYOUTS, f"at {size}: {layouts}"
        if size[0] < LEAST_SIZE.width or size[1] < LEAST_SIZE.height:
            assert isinstance(ui.app.screen, TooSmallScreen)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
async def test_no_screen_is_laid_out_where_it_does_not_fit(name: str, layouts: Counter[str]) -> None:
    kind, keys = SCREENS[name]
    async with at_setup() as ui:
        await ui.press(*keys)
        assert type(ui.app.screen).__name__ == kind
        await walk(ui, TINY, layouts)
        await resize(ui, (80, 24))
        assert type(ui.app.screen).__name__ == kind
        assert ui.app.screen.size == (80, 24)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
async def test_no_size_is_laid_out_for_ever(name: str, layouts: Counter[str]) -> None:
    kind, keys = SCREENS[name]
    sizes = [(width, height) for width in range(1, 45) for height in (1, 2, 4, 8, 9, 10, 12, 16, 24)]
    if name != "setup":  # where no screen fits, all of them are covered by the same one
        sizes = [
            Size(*size) for size in sizes if size[0] >= LEAST_SIZE.width and size[1] >= LEAST_SIZE.height
        ]
    async with at_setup() as ui:
        await ui.press(*keys)
        assert type(ui.app.screen).__name__ == kind
        await walk(ui, sizes, layouts)


async def test_a_program_that_starts_in_one_column_comes_to_rest(layouts: Counter[str]) -> None:
    app = TttApp(seed=1)
    async with app.run_test(size=(1, 24)):
        await rest(layouts)
        assert isinstance(app.screen, TooSmallScreen)
        assert layouts["SetupScreen"] == 0
        assert layouts["TooSmallScreen"] <= MOST_LAYOUTS
        app.post_message(events.Resize(Size(80, 24), Size(80, 24)))
        await asyncio.sleep(0.1)
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.size == (80, 24)


async def test_a_screen_that_comes_up_while_the_window_is_tiny_is_covered_and_shown_afterwards() -> None:
    async with at_setup() as ui:
        await resize(ui, (10, 4))
        ui.app.push_screen(HelpScreen())
        await ui.until(lambda: [type(s) for s in ui.app.screen_stack][-2:] == [HelpScreen, TooSmallScreen])
        await resize(ui, (80, 24))
        await ui.until(lambda: isinstance(ui.app.screen, HelpScreen))
        await ui.press("escape")
        await ui.until(lambda: "You v computer" in ui.text, "the setup screen")
        assert not any(isinstance(screen, TooSmallScreen) for screen in ui.app.screen_stack)
