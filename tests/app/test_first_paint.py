"""What is left for after the first paint is not missed by it."""

from collections.abc import Callable
from importlib.util import find_spec

import pytest
from textual.widget import Widget

from tests.support.driving import a_setup
from ttt_tui.app.app import TttApp
from ttt_tui.app.navigator import PRELOADED
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.engine import Game
from ttt_tui.engine.records import Record
from ttt_tui.multiplayer import StartRequest

STARTS: dict[str, Callable[[], TttApp]] = {
    "the setup": TttApp,
    "a game": lambda: TttApp(StartRequest(a_setup())),
    "a replay": lambda: TttApp(StartRequest(record=Record(Game(a_setup())))),
}


@pytest.mark.parametrize("start", STARTS)
async def test_nothing_is_there_at_once_that_is_told_later_how_it_looks(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: dict[Widget, str] = {}
    app, go_on = STARTS[start](), TttApp.on_ready

    def note(app: TttApp) -> None:
        looks.update({widget: widget.styles.base.css for widget in app.screen.query("*")})
        go_on(app)

    monkeypatch.setattr(TttApp, "on_ready", note)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.stylesheet.has_source(str(TttApp.LATER_CSS_PATH))
        app.stylesheet.update(app.screen)
        assert looks == {widget: widget.styles.base.css for widget in looks}
    assert any(isinstance(widget, KeyHints) for widget in looks)


def test_modules_to_be_imported_ahead_are_there() -> None:
    assert all(find_spec(name) for name in PRELOADED)
