"""The app: what is kept while screens come and go, and the keys that work everywhere."""

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from ttt_tui import __version__
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.session import Session
from ttt_tui.engine import Setup


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

    def __init__(self, setup: Setup | None = None, seed: int = 0) -> None:
        super().__init__()
        self.first_setup = setup
        self.session = Session(seed)

    def get_default_screen(self) -> Screen[None]:
        """Everything starts at, and returns to, the setup."""
        return SetupScreen(self.session)

    def on_mount(self) -> None:
        """Start the game that the command line asked for."""
        if self.first_setup is not None:
            self.push_screen(PlayScreen(self.session, self.session.new_match(self.first_setup)))

    async def on_event(self, event: events.Event) -> None:
        """Note when the user did something, before anything comes of it."""
        if isinstance(event, events.Key | events.MouseDown):
            self.session.key_pressed = event.time
        await super().on_event(event)

    def action_help(self) -> None:
        """Show the keys of the screen below and of the others."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())
