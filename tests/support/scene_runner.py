"""Shows scenes in the real app, without a terminal, and returns what is on the screen."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from pathlib import Path
from unittest import mock

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from rich.segment import Segment
from rich.style import Style
from textual._compositor import LayoutUpdate

from tests.support.sample_review import sample_review
from tests.support.scenes import EVENINGS, HOSTED, Scene
from tests.support.stores import edit, patient
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.engine import Match, Setup
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

TRUE_COLOURS = Terminal(Colours.TRUECOLOR)

Lines = list[list[Segment]]
"""What is on the screen, line by line."""

TODAY = date(2026, 11, 21)
"""The day of every scene."""

PAUSE = 0.3
"""Seconds until what comes by itself is there, as the preview of a falling stone."""

THINKING = 3.0
"""Seconds that a search may take."""

UNDER_WAY = (Stage.CHECKING, Stage.LINE)
"""When the next key of a puzzle waits."""

SHORT_GAMES = {  # by whether the first player starts and who wins
    (True, "X"): "a1 a2 b1 b2 c1",
    (False, "X"): "a2 a1 b2 b1 c3 c1",
    (True, "O"): "a1 a2 b1 b2 c3 c2",
    (False, "O"): "a1 a2 b1 b2 c1",
    (True, "-"): "b2 a1 c1 a3 a2 c2 b1 b3",
    (False, "-"): "b2 a1 c1 a3 a2 c2 b1 b3",
}

SYSTEMS = {Colours.TRUECOLOR: "truecolor", Colours.MANY: "256"}
"""What Textual calls a number of colours; all others are `standard`."""


async def show(
    scene: Scene,
    size: tuple[int, int] = (80, 24),
    theme: str = "walnut",
    terminal: Terminal = TRUE_COLOURS,
) -> Lines:
    """Return what the program shows in a scene, in the colours that such a terminal has."""
    system = SYSTEMS.get(terminal.colours, "standard")
    with (
        mock.patch("textual.constants.COLOR_SYSTEM", system),
        mock.patch.dict(os.environ, {"HOME": "/home/ada"}),
        mock.patch("socket.gethostname", return_value="box"),
        mock.patch("ttt_tui.multiplayer.discovery.discover_games", return_value=HOSTED),
        _store(scene) as history,
    ):
        session = Session(7, history)
        session.today = lambda: TODAY
        if history is not None:
            session.profile.rename("Ada")
        app = TttApp(session=session, theme=theme, terminal=terminal)
        app.animation_level = "none"
        app._display = app._display  # type: ignore[method-assign]  # so that tests, too, paint it at each change
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            if scene.setup is not None:
                match = _played(session, scene.setup, scene.earlier, scene.moves)
                session.latest_review = sample_review(match.game) if scene.is_reviewed else None
                app.push_screen(PlayScreen(session, match))
                await pilot.pause()
            if scene.opens is not None:
                app.push_screen(scene.opens(session))
                await pilot.pause()
            for key in scene.keys.split():
                await pilot.press(key)
                while isinstance(screen := app.screen, PuzzleScreen) and screen.attempt.stage in UNDER_WAY:
                    await pilot.pause(0.1)
            if scene.thinks:
                for _ in range(round(THINKING / PAUSE)):
                    if not any(worker.is_running for worker in app.workers):
                        break
                    await pilot.pause(PAUSE)
            await pilot.pause(PAUSE)
            return _painted(app, COLOR_SYSTEMS[system])


def _played(session: Session, setup: Setup, earlier: str, moves: str) -> Match:
    """Return a match with earlier games and the moves of the current one."""
    match = session.new_match(setup)
    for winner in earlier:
        _place(match, SHORT_GAMES[match.game.first == 0, winner])
        match.next_game()
    _place(match, moves)
    return match


def _place(match: Match, moves: str) -> None:
    for square in moves.split():
        match.place(square)


@contextmanager
def _store(scene: Scene) -> Iterator[StoreThread | None]:
    """Yield the store of a scene: with the games of some evenings, or none."""
    if not scene.has_history:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="ttt-tui-pictures-") as folder:
        history = patient(Path(folder, "history.db"))
        for number, (setup, moves, started) in enumerate(EVENINGS):
            _store_game(Session(number, history), setup, moves, started)
        yield history
        history.close()


def _store_game(session: Session, setup: Setup, moves: str, started: str) -> None:
    """Store a game of Ada's as it was played then, with a few seconds for each move."""
    session.today = lambda: date.fromisoformat(started[:10])
    session.profile.rename("Ada")
    _place(session.new_match(setup), moves)
    assert session.recorder is not None
    assert session.history is not None
    uid, path = session.recorder.row_uid, session.history.path
    assert path is not None
    session.release()
    session.history.run(lambda _: None, after_writes=True)
    seconds = [1200 * (1 + index % 5) for index, _ in enumerate(moves.split())]
    edit(path, "UPDATE games SET started = ?, changed = ?, times = ? WHERE uid = ?",
         (started, started, str(seconds), uid))  # fmt: skip


def _painted(app: TttApp, system: ColorSystem) -> Lines:
    """Return what is on the screen, with what is dimmed behind a dialog."""
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    return [
        [Segment(text, _reduced(style or Style.null(), system)) for strip in line for text, style, _ in strip]
        for line in update.strips
    ]


@cache
def _reduced(style: Style, system: ColorSystem) -> Style:
    """Return a style in the colours that a terminal has."""
    front, ground = (colour and colour.downgrade(system) for colour in (style.color, style.bgcolor))
    return style.without_color + Style(color=front, bgcolor=ground)
