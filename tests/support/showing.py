"""Shows widgets alone, on a screen of the app that has nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget

from tests.support.driving import USUAL, Ui
from ttt_tui.app.app import TttApp
from ttt_tui.process.terminal import Terminal


class Alone(Screen[None]):
    """A screen of some widgets, one below the other."""

    CSS = "Alone { background: $ground; }"

    def __init__(self, widgets: tuple[Widget, ...]) -> None:
        super().__init__()
        self._widgets = widgets

    def compose(self) -> ComposeResult:
        yield from self._widgets


@asynccontextmanager
async def showing(
    *widgets: Widget, size: tuple[int, int] = USUAL, terminal: Terminal | None = None
) -> AsyncIterator[Ui]:
    """Start the app with nothing but these widgets."""
    app = TttApp(seed=1, terminal=terminal)
    app.first_screen = lambda: Alone(widgets)  # type: ignore[method-assign]
    async with app.run_test(size=size) as pilot:
        ui = Ui(app, pilot)  # without a line of keys to wait for
        await ui.until(lambda: isinstance(app.screen, Alone) and widgets[-1].is_mounted, "the widgets")
        await ui.settle()
        yield ui


def seen(ui: Ui, widget: Widget) -> list[str]:
    """The lines of a widget on the screen, without what is blank on their right."""
    region = widget.region
    return [ui.cell(region.x, y, region.width).rstrip() for y in range(region.y, region.bottom)]
