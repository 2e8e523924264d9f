"""The app: what is kept while screens come and go, and the keys that work everywhere."""

import asyncio
import signal
from functools import partial

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from ttt_tui import __version__, wording
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import Setup
from ttt_tui.engine.record import Record, result_text
from ttt_tui.session import Session
from ttt_tui.store.history import Entry


def replay_title(record: Record) -> str:
    """Return what stands above a record that is replayed."""
    game = record.game
    parts = (record.date, wording.board_title(game.setup.geometry), result_text(game))
    return " · ".join(part for part in parts if part)


class TttApp(App[None]):
    """The full-screen program. With a set-up the game starts at once, else the setup screen waits for Enter.

    `seed` decides names, lots and ties.
    """

    TITLE = "ttt-tui"
    SUB_TITLE = __version__
    CSS_PATH = "app.tcss"
    BINDING_GROUP_TITLE = "Everywhere"
    BINDINGS = [
        Binding("question_mark,f1", "help", "help", show=False, key_display="?", id="app.help",
                tooltip="This page"),
        Binding("f2", "change_theme", "theme", show=False, id="app.theme", tooltip="Choose how it all looks"),
        Binding("ctrl+q,ctrl+c", "quit", "quit", show=False, priority=True, id="app.quit",
                tooltip="Quit from anywhere"),
    ]  # fmt: skip

    def __init__(
        self,
        setup: Setup | None = None,
        seed: int = 0,
        session: Session | None = None,
        resume: Entry | None = None,
        replay: Record | None = None,
    ) -> None:
        super().__init__()
        self.first_setup = setup
        self.first_entry = resume
        self.first_replay = replay
        self.session = session or Session(seed)
        self.crash: BaseException | None = None
        """The exception that ended the program."""

    def get_default_screen(self) -> Screen[None]:
        """Everything starts at, and returns to, the setup."""
        return SetupScreen(self.session)

    def on_mount(self) -> None:
        """Start the game that the command line asked for."""
        self._start_theme()
        self._handle_signals()
        if self.first_replay is not None:
            self.push_screen(ReplayScreen(self.first_replay.game, replay_title(self.first_replay)))
        elif self.first_entry is not None:
            self.push_screen(PlayScreen(self.session, self.session.resume(self.first_entry)))
        elif self.first_setup is not None:
            self.push_screen(PlayScreen(self.session, self.session.new_match(self.first_setup)))

    def _start_theme(self) -> None:
        """Take the theme of the settings, else the one chosen last; and remember the next choice."""
        wanted = self.session.settings.theme
        if wanted is not None and wanted not in self.available_themes:
            known = ", ".join(sorted(self.available_themes))
            self.session.troubles.append(f"The theme {wanted!r} is not known: {known} are")
            wanted = None
        wanted = wanted or self.session.remembered("theme")
        if wanted in self.available_themes:
            self.theme = wanted
        self.theme_changed_signal.subscribe(self, lambda theme: self._remember_theme(theme.name))

    def _remember_theme(self, name: str) -> None:
        """Keep the theme that was chosen; the one of the settings was not, and is read anyway."""
        if name != self.session.settings.theme:
            self.session.remember("theme", name)

    def _handle_signals(self) -> None:
        """Leave cleanly when asked to from outside: a dropped line sends SIGHUP, a shutdown SIGTERM."""
        if self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))

    def _handle_exception(self, error: Exception) -> None:
        """Leave cleanly when something unforeseen happens on a screen; the traceback goes to the log.

        The method that this one overrides prints the traceback over the terminal. In tests it is kept, since
        it makes them fail.
        """
        if self.is_headless:
            super()._handle_exception(error)
        elif self.crash is None:
            self.crash = error
            self.exit(return_code=1)

    async def on_event(self, event: events.Event) -> None:
        """Note when the user did something, before anything comes of it."""
        if isinstance(event, events.Key | events.MouseDown):
            self.session.key_pressed = event.time
        await super().on_event(event)

    def action_help(self) -> None:
        """Show the keys of the screen below and of the others."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())
