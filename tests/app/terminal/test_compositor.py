"""What moved on the screen since it was painted is painted anew, whatever Textual remembers of it."""

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Static

from tests.support.driving import a_setup
from tests.support.recording import Recorded, run
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.terminal.patches import PatchedScreen
from ttt_tui.app.widgets.setup_page import SetupPage


class Labels(PatchedScreen[None]):
    """Two lines, one below the other."""

    def compose(self) -> ComposeResult:
        yield Static("one")
        yield Static("two", id="moving")


class LabelsApp(App[None]):
    def get_default_screen(self) -> Screen[None]:
        return Labels()


async def test_what_moved_is_marked_once_if_the_map_was_brought_up_to_date_before() -> None:
    async with LabelsApp().run_test(size=(20, 6)) as pilot:
        screen = pilot.app.screen
        compositor = screen._compositor
        await pilot.pause()
        screen.query_one("#moving").styles.offset = (0, 2)
        screen._clear_arrangement_cache()
        compositor._full_map_invalidated = True
        _ = compositor.full_map  # as by whoever looks where a widget is
        compositor._dirty_regions.clear()
        compositor.reflow(screen, screen.size)
        assert compositor._dirty_regions == {Region(0, 1, 20, 1), Region(0, 3, 20, 1)}
        compositor._dirty_regions.clear()
        compositor.reflow(screen, screen.size)
        assert not compositor._dirty_regions, "nothing has moved since"


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("is_asked", [False, True])
@pytest.mark.parametrize(("down", "up"), [(19, 0), (7, 2), (3, 0)])
def test_scrolling_back_while_something_is_laid_out(down: int, up: int, is_asked: bool) -> None:
    async def play(recorded: Recorded) -> None:
        forms = recorded.app.screen.query_one(SetupPage)
        compositor = recorded.app.screen._compositor
        for _ in range(2):  # the first time everything is new to Textual
            forms.scroll_to(y=up, animate=False, immediate=True)
            await recorded.settle()
            forms.scroll_to(y=down, animate=False, immediate=True)
            await recorded.settle()
            forms.scroll_to(y=up, animate=False, immediate=True)
            if is_asked:
                await asyncio.sleep(0)
                _ = compositor.full_map  # as by whoever looks where a widget is
            recorded.app.screen.query_one("#status").refresh(layout=True)
            await recorded.settle()
            recorded.assert_right("scrolling back")

    run(play, None, (28, 16))


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("moment", [0, 1, 5])
def test_what_changes_right_after_the_whole_screen_was_painted(moment: int) -> None:
    async def play(recorded: Recorded) -> None:
        screen = recorded.app.screen
        assert isinstance(screen, PlayScreen)
        for square in ("b2", "c2", "a1"):
            recorded.app.action_repaint()
            for _ in range(moment):
                await asyncio.sleep(0)
            assert not screen.choose(screen.match.game.position.geometry.parse(square))
            await recorded.settle()
            recorded.assert_right(square)

    run(play, a_setup(), animations=False)
