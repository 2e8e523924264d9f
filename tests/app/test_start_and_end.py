"""The start and the end of the app: the first paint, and what fails while the program ends."""

from collections.abc import Callable
from importlib.util import find_spec

import pytest
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.worker import WorkerFailed

from tests.support.driving import a_setup
from ttt_tui.app.app import TttApp
from ttt_tui.app.navigator import PRELOADED
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.engine import Game
from ttt_tui.engine.records import Record
from ttt_tui.multiplayer import StartRequest
from ttt_tui.process.signals import FAILED

STARTS: dict[str, Callable[[], TttApp]] = {
    "the setup": TttApp,
    "a game": lambda: TttApp(StartRequest(a_setup())),
    "a replay": lambda: TttApp(StartRequest(record=Record(Game(a_setup())))),
}


@pytest.mark.sample(every=2)
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


HANGUP = 129


def test_a_worker_that_finds_its_widgets_gone_while_the_program_ends_is_no_failure() -> None:
    app = TttApp(seed=1)
    app.exit(return_code=HANGUP)
    app.caught(WorkerFailed(NoMatches("the list has gone")))
    assert app.crash is None
    assert app.return_code == HANGUP


def test_the_same_before_and_any_other_failure_then_ends_it_with_a_crash() -> None:
    before, other = TttApp(seed=1), TttApp(seed=1)
    before.caught(WorkerFailed(NoMatches("the list has gone")))
    other.exit(return_code=HANGUP)
    other.caught(WorkerFailed(RuntimeError("broken")))
    for app in (before, other):
        assert app.crash is not None
        assert app.return_code == FAILED
