"""The app on the event loop that it really has, with a terminal that draws the bytes written to it.

What is compared is exact: between the drawing of the last byte and a fresh paint of the same state no time
passes for the app.
"""

import asyncio
import io
from collections.abc import Awaitable, Callable
from functools import cache

import pyte
import pyte.screens
from rich.console import Console
from textual import events
from textual._compositor import LayoutUpdate
from textual.drivers.headless_driver import HeadlessDriver

from tests.support.driving import LONGEST_WAIT, key_event
from tests.support.terminal import Drawing, Stream
from ttt_tui.app.app import TttApp
from ttt_tui.app.play.reading_time import READING_SECONDS
from ttt_tui.app.terminal.event_loop import idle_aware_loop_factory, is_idle
from ttt_tui.engine import Setup
from ttt_tui.multiplayer import StartRequest

Size = tuple[int, int]


class DrawingDriver(HeadlessDriver):
    """A driver whose terminal is pyte's."""

    def __init__(
        self, app: TttApp, *, debug: bool = False, mouse: bool = True, size: Size | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert size is not None
        self.drawn = Drawing(*size)
        self.stream = Stream(self.drawn)

    @property
    def is_headless(self) -> bool:
        return False  # else nothing would be written

    def write(self, data: str) -> None:
        self.stream.feed(data)


class Recorded:
    """An app that runs, and its terminal."""

    def __init__(self, app: TttApp) -> None:
        self.app = app
        self._rest: asyncio.Future[None] | None = None

    def before_waiting(self) -> bool:
        """Give out what was typed, or note that all of it has been taken; the loop has nothing else to do."""
        if self.app.input_queue.deliver_next():
            return True
        if self._rest is None or self._rest.done():
            return False
        has_quit = self.app.return_code is not None
        if has_quit or (not self.app.input_queue.is_waiting and is_idle(self.app)):
            self._rest.set_result(None)
        return self._rest.done()

    def send(self, *keys: str) -> None:
        """Press keys at once, as they arrive in one packet; a key is named as in a binding."""
        for key in keys:
            self.app.post_message(key_event(key))

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click on a cell of the screen."""
        for kind in (events.MouseDown, events.MouseUp):
            self.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))

    async def settle(self) -> None:
        """Wait until all that was sent has been taken and painted."""
        self._rest = asyncio.get_running_loop().create_future()
        await asyncio.wait_for(self._rest, LONGEST_WAIT)

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each when what came of the one before has been read."""
        for key in keys:
            event = key_event(key)
            event.time += READING_SECONDS
            self.app.post_message(event)
            await self.settle()

    @property
    def drawn(self) -> list[list[pyte.screens.Char]]:
        """What the terminal shows: for each cell its character, colours and attributes."""
        assert isinstance(self.app._driver, DrawingDriver)
        return _cells(self.app._driver.drawn)

    @property
    def fresh(self) -> list[list[pyte.screens.Char]]:
        """What a terminal would show on which all of it were painted now."""
        screen = Drawing(*self.app.size)
        for widget in self.app.screen.walk_children(with_self=True):
            widget._styles_cache.clear()  # what was kept of it is no fresh paint
        behind = self.app._background_screens
        update = self.app.screen._compositor.render_update(full=True, screen_stack=behind)
        assert isinstance(update, LayoutUpdate)
        Stream(screen).feed(update.render_segments(self.app.console))
        return _cells(screen)

    @property
    def text(self) -> str:
        """The text that the terminal shows."""
        return "\n".join("".join(cell[0] for cell in line).rstrip() for line in self.drawn)

    def assert_right(self, after: object) -> None:
        """Assert that the terminal shows what a fresh paint would, and say where it does not."""
        drawn, fresh = self.drawn, self.fresh
        wrong = [
            f"line {y}, column {x}: {drawn[y][x]} instead of {fresh[y][x]}"
            for y in range(len(fresh))
            for x in range(len(fresh[y]))
            if drawn[y][x] != fresh[y][x]
        ]
        assert not wrong, f"after {after}: " + "\n".join(wrong[:10]) + f"\n{self.text}"


def _cells(screen: pyte.Screen) -> list[list[pyte.screens.Char]]:
    lines = (screen.buffer[y] for y in range(screen.lines))
    return [[_seen(line[x]) for x in range(screen.columns)] for line in lines]


@cache
def _seen(cell: pyte.screens.Char) -> pyte.screens.Char:
    """Return what can be seen of a cell: in which colour nothing is written on a blank cannot."""
    if cell.data != " " or cell.reverse or cell.underscore or cell.strikethrough:
        return cell
    return cell._replace(fg="default", bold=False, italics=False)


def run(
    play: Callable[[Recorded], Awaitable[None]],
    setup: Setup | None,
    size: Size = (80, 24),
    animations: bool = True,
    app: TttApp | None = None,
    driver: type[DrawingDriver] = DrawingDriver,
) -> TttApp:
    """Run the app with this set-up, None for the setup screen, while `play` plays; then quit."""
    app = app or TttApp(StartRequest(setup), seed=1)
    app.driver_class = driver
    app.animation_level = "full" if animations else "none"
    app.console = Console(color_system="truecolor", file=io.StringIO(), force_terminal=True)

    async def whole() -> None:
        task = asyncio.create_task(app.run_async(headless=False, size=size))
        while not (app.is_running and app.screen_stack and app.screen.is_mounted):
            await asyncio.sleep(0.001)
            if task.done():
                break
        await recorded.settle()
        try:
            if not task.done():
                await play(recorded)
        finally:
            app.exit()
            await task

    recorded = Recorded(app)
    loops = idle_aware_loop_factory(
        app.session.screen_is_idle, recorded.before_waiting, app.input_queue.add_idle
    )
    with asyncio.Runner(loop_factory=loops) as runner:
        app.input_queue.loop = runner.get_loop()
        runner.run(whole())
    if app.crash is not None:
        raise app.crash
    return app


BOARDS = (
    ((3, 3), 3, (200, 50)),
    ((3, 3), 3, (120, 40)),
    ((3, 3), 3, (80, 24)),
    ((3, 3), 3, (40, 16)),
    ((3, 3), 3, (20, 8)),
    ((4, 4), 3, (120, 40)),
    ((4, 4), 3, (80, 24)),
    ((5, 5), 4, (80, 24)),
    ((7, 6), 4, (80, 24)),
    ((9, 9), 5, (80, 24)),
    ((9, 9), 5, (120, 40)),
    ((3, 9), 3, (80, 24)),
    ((12, 12), 5, (120, 40)),
    ((15, 15), 5, (80, 24)),
    ((15, 15), 5, (40, 16)),
    ((20, 20), 5, (80, 24)),
    ((20, 20), 5, (20, 8)),
)
"""Boards, the length of their lines, and windows in which their cells have every size there is."""
