"""The app: themes, size, input and the end of the program, and the keys that work on every screen."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from textual import events, widgets
from textual.actions import ActionParseResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES, Theme
from textual.types import IgnoreReturnCallbackType
from textual.widget import Widget
from textual.worker import WorkerFailed

from ttt_tui import __version__
from ttt_tui.app.navigator import Navigator, preload_modules
from ttt_tui.app.play.store_answers import answering
from ttt_tui.app.screens.base import LEAST_SIZE, BaseScreen, TooSmallScreen
from ttt_tui.app.terminal.driver import AskingDriver, TerminalDriver, terminal_driver
from ttt_tui.app.terminal.event_loop import QUIT_KEYS, SEARCH_GROUP, Input, InputQueue
from ttt_tui.app.terminal.filters import Filters
from ttt_tui.app.terminal.input import LayoutKey, TruecolorReported, key_typing
from ttt_tui.app.terminal.output import paint_whole_screen
from ttt_tui.app.terminal.patches import CatchingApp, ClickFilter, bindings_of, forget_lines, lowest
from ttt_tui.app.themes import DEFAULT_THEME, OWN_THEMES, of_16, roles_of
from ttt_tui.errors import NotPermitted, SettingNotSaved
from ttt_tui.multiplayer import NO_REQUEST, StartRequest
from ttt_tui.process.clipboard import Clipboard
from ttt_tui.process.layouts import us_key
from ttt_tui.process.memory import collect_now, resume_gc
from ttt_tui.process.signals import FAILED, ending_signals
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.session import Session
from ttt_tui.session.wording import sentence

if TYPE_CHECKING:
    from ttt_tui.app.screens.palette import Command

ASCII_KEYS = {"↵": "Enter", "⇥": "Tab", "→": "Right", "←": "Left", "↑": "Up", "↓": "Down"}
"""The footer's words for keys whose signs cannot be shown."""

STARTED_SECONDS = 1.0
"""Seconds after which the first screen has surely been painted, with all the objects that it needs."""

WARNING_SECONDS = 0.5
"""Seconds between two checks for warnings of the store."""

MOST_INPUTS = 250
"""Keys and events of the mouse between two collections of garbage: each can leave some kilobytes of it."""

LEFT_SECONDS = 0.3
"""Seconds after which a screen that was left is surely removed, and another one painted."""


class TttApp(CatchingApp, Navigator):
    """The full-screen program. `seed` decides random choices; `terminal` what may be shown."""

    TITLE = "ttt-tui"
    SUB_TITLE = __version__
    CSS_PATH = "app.tcss"
    LATER_CSS_PATH = Path(__file__).with_name("later.tcss")
    """Styles that no first screen needs."""
    sizes_seen = 0
    """How often the terminal reported its size, also if it was the same as before."""
    window_has_focus: bool | None = None
    """Whether the terminal's window has the focus, None as long as the terminal has not said so."""
    has_explained_layout = False
    """Whether the note on keyboard layouts has been shown."""
    # Textual reads the theme and its variables before it knows the terminal and the themes.
    _has_theme = False
    BINDING_GROUP_TITLE = "Everywhere"
    BINDINGS = [
        Binding("question_mark,f1", "help", "help", show=False, key_display="?", id="app.help",
                tooltip="Help: keys, rules and levels"),
        Binding("f2", "change_theme", "theme", show=False, id="app.theme", tooltip="Choose a theme"),
        Binding("ctrl+p", "command_palette", "commands", show=False, key_display="Ctrl+P", id="app.commands",
                tooltip="Search all commands, games and themes"),
        Binding("ctrl+l", "repaint", "redraw", show=False, priority=True, id="app.repaint",
                tooltip="Redraw the whole screen"),
        Binding(",".join(QUIT_KEYS), "quit", "quit", show=False, priority=True, id="app.quit",
                tooltip="Quit ttt-tui from any screen"),
    ]  # fmt: skip

    def __init__(
        self,
        start_request: StartRequest = NO_REQUEST,
        seed: int = 0,
        session: Session | None = None,
        terminal: Terminal | None = None,
        theme: str | None = None,
    ) -> None:
        self.terminal = terminal or Terminal()
        if self.terminal.colours is Colours.NONE:
            os.environ["NO_COLOR"] = "1"
        # Without colours an ANSI theme that is chosen later would otherwise be painted black on black.
        without = self.terminal.colours is Colours.NONE
        super().__init__(_driver_for(self.terminal), ansi_color=True if without else None)
        if without:
            del os.environ["NO_COLOR"]  # only this app is to see it
        colours = self.console.color_system
        self._own_filters = Filters(
            colours,
            has_colours=not without,
            is_ascii=self.terminal.is_ascii,
            encoding=self.terminal.encoding,
        )
        self._register_themes(is_of_16=colours == "standard")
        self.set_reactive(TttApp.theme, DEFAULT_THEME)
        self._has_theme = True
        self.stylesheet.set_variables(self.get_css_variables())  # nothing has been read yet
        self.start_request = start_request
        self.first_theme = theme
        self.session = session or Session(seed)
        self.session.when_recalled = answering(self)
        self.input_queue = InputQueue(self)
        self._clicks = ClickFilter(self)
        self._collects_soon = False
        self._inputs = 0  # since garbage was collected
        self.crash: BaseException | None = None
        """The exception that ended the program."""

    def get_default_screen(self) -> Screen[None]:
        """Return the first screen, in the theme that was chosen last.

        Textual would also paint an empty screen below it.
        """
        self._start_theme()
        return lowest(self.first_screen(), self)

    def on_mount(self) -> None:
        """Subscribe to the theme, and poll the store for warnings."""
        self.theme_changed_signal.subscribe(self, self._theme_changed)
        self.set_timer(STARTED_SECONDS, resume_gc)
        self.set_interval(WARNING_SECONDS, self._show_warnings)

    def on_ready(self) -> None:
        """Load the remaining styles and modules once the first screen is painted."""
        self.stylesheet.read(self.LATER_CSS_PATH)
        self.stylesheet.parse()
        preload_modules(self, self._show_streak)
        self.on_lobby_update()  # what has come before
        if self.start_request.multiplayer is not None:
            self.open_multiplayer(self.start_request.multiplayer)

    def _show_streak(self) -> None:
        """Show the puzzle streak on the setup screen, also below a dialog, and repaint nothing else.

        A timer of that screen's own would repaint everything there.
        """
        from ttt_tui.app.screens.setup import SetupScreen

        for screen in self.screen_stack:
            if isinstance(screen, SetupScreen):
                screen.show_streak()

    def _show_warnings(self) -> None:
        """Announce warnings of the store, also while no key is pressed."""
        on_top = next(reversed(self.screen_stack), None)  # none is left when the program ends
        if isinstance(on_top, BaseScreen) and on_top.SHOWS_STATUS and (news := self.session.take_warnings()):
            on_top.show_warnings(news)

    def pop_screen(self) -> AwaitComplete:
        """Pop the screen on top, and collect its parts, which refer to one another."""
        self._collect_garbage_soon()
        return super().pop_screen()

    def switch_screen(self, screen: Screen[Any] | str) -> AwaitComplete:
        """Replace the screen on top by another one."""
        self._collect_garbage_soon()
        return super().switch_screen(screen)

    def _collect_garbage_soon(self) -> None:
        if not self._collects_soon:
            self._collects_soon = True
            self.set_timer(LEFT_SECONDS, self._collect_garbage)

    def _count_input(self) -> None:
        """Collect garbage after many inputs, unless a search runs: then that would hold up the screen."""
        self._inputs += 1
        if self._inputs >= MOST_INPUTS and not any(each.group == SEARCH_GROUP for each in self.workers):
            self._collect_garbage_soon()

    def _collect_garbage(self) -> None:
        self._collects_soon, self._inputs = False, 0
        forget_lines()
        collect_now()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Stop text cursors from blinking, which would write to the terminal as long as the user thinks."""
        if isinstance(event.widget, widgets.Input):
            event.widget.cursor_blink = False

    def on_resize(self, event: events.Resize) -> None:
        """Cover the screen before it is laid out in a terminal that is too small."""
        self.check_size(event.size)

    def check_size(self, size: Size) -> None:
        """Cover the screen while this size of the terminal is too small for it, and uncover it afterwards."""
        is_too_small = size.width < LEAST_SIZE.width or size.height < LEAST_SIZE.height
        if is_too_small and not self.is_covered():
            self.push_screen(TooSmallScreen())
        elif not is_too_small and self.is_covered():
            self.pop_screen()

    def is_covered(self) -> bool:
        """Return whether the terminal is too small, so that only the notice about this is visible."""
        return bool(self.screen_stack) and isinstance(self.screen, TooSmallScreen)

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables of the style sheets: Textual's, and the roles of the theme's colours."""
        if not self._has_theme:
            return {}
        return super().get_css_variables() | roles_of(self.current_theme).variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that every line passes on its way to the terminal."""
        theme = self.current_theme
        return self._own_filters.of(theme.ansi, theme.dark, tuple(super().get_line_filters()))

    def get_key_display(self, binding: Binding) -> str:
        """Return how the footer shows a key."""
        shown = super().get_key_display(binding)
        return ASCII_KEYS.get(shown, shown) if self.terminal.is_ascii else shown

    def _start_theme(self) -> None:
        """Set the theme of the command line, else of the settings, else the one chosen last."""
        wanted = self.first_theme or self.session.settings.theme
        if wanted is not None and wanted not in self.available_themes:
            known = ", ".join(sorted(self.available_themes))
            self.session.warnings.append(f"Unknown theme {wanted!r}; choose from {known}")
            wanted = None
        wanted = wanted or self.session.recall("theme")
        if wanted in self.available_themes:
            self.theme = wanted

    def on_store_answered(self) -> None:
        """Apply the theme, and the choices of the main menu, with which the store was late."""
        from ttt_tui.app.screens.setup import SetupScreen

        if self.session.is_unanswered("theme"):
            theme = self.session.recall("theme")
            if theme in self.available_themes:
                self.theme = theme
        for screen in self.screen_stack:
            if isinstance(screen, SetupScreen):
                screen.load_choices()

    def _theme_changed(self, theme: Theme) -> None:
        """Show the new colours on every screen. A screen that subscribed by itself would never be freed."""
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.show_colours()

    def choose_theme(self, name: str) -> None:
        """Set a theme, and save it unless the command line or the settings determine it."""
        self.theme = name
        if name not in (self.first_theme, self.session.settings.theme):
            self.session.remember("theme", name)

    def action_command_palette(self) -> None:
        """Open the command palette, unless it is open."""
        from ttt_tui.app.palette import commands
        from ttt_tui.app.screens.palette import GamePalette

        if not isinstance(self.screen, GamePalette):
            self.show_commands("Commands", commands(self.screen))

    def show_commands(self, heading: str, listed: "Sequence[Command]") -> None:
        """Let the user choose one of the commands, and run it."""
        from ttt_tui.app.screens.palette import GamePalette

        def run(command: IgnoreReturnCallbackType | None) -> None:
            if command is not None:
                self.call_later(command)

        self.push_screen(GamePalette(listed, heading), run)

    def copy(self, text: str) -> Clipboard:
        """Copy a text to the terminal's clipboard, and return its kind; `NONE` copies nothing."""
        if (driver := terminal_driver(self)) is not None:
            driver.copy(text, self.terminal.clipboard)
        return self.terminal.clipboard

    def show_settings(self) -> None:
        """Open the settings."""
        from ttt_tui.app.screens.settings import SettingsScreen

        below = self.screen
        unused = below.unused_settings if isinstance(below, BaseScreen) else {}
        self.push_screen(SettingsScreen(self.session, unused))

    def change_coordinates(self) -> None:
        """Name squares in the next way from now on, also on the present screen, and save that."""
        from ttt_tui.app.screens.board_screen import BoardScreen
        from ttt_tui.session.coordinates import COORDINATES, next_coordinates

        coordinates = next_coordinates(self.session.settings.coordinates)
        try:
            self.session.change_setting("coordinates", coordinates)
            notice = f"Coordinates: {COORDINATES[coordinates]}"
        except SettingNotSaved as error:
            notice = sentence(str(error))
        if isinstance(screen := self.screen, BoardScreen):
            screen.follow_coordinates()
        if isinstance(screen, BaseScreen):
            screen.show_notice(notice)

    def action_change_theme(self) -> None:
        """Choose a theme from a list that previews it."""
        from ttt_tui.app.screens.settings import ThemeScreen

        if not isinstance(self.screen, ThemeScreen):
            self.push_screen(ThemeScreen())

    # --- ending ------------------------------------------------------------------------------------------

    def handle_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        """Exit cleanly on signals: a dropped line sends SIGHUP, a shutdown SIGTERM."""
        for number in ending_signals():
            loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))

    def give_terminal_back(self) -> None:
        """Restore the terminal, unless that has been done."""
        if (driver := terminal_driver(self)) is not None:
            driver.stop_application_mode()

    def restore_terminal_at_once(self) -> None:
        """Restore the terminal before the process dies, without waiting for anything."""
        if (driver := terminal_driver(self)) is not None:
            driver.restore_at_once()

    def explains(self, error: Exception) -> bool:
        """Say that something is not permitted, wherever that was noticed."""
        failure = error.error if isinstance(error, WorkerFailed) else error
        if not isinstance(failure, NotPermitted):
            return False
        if self.screen_stack and isinstance(screen := self.screen, BaseScreen):
            screen.explain(failure)
        return True

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run the action of a key, a button or a click; one that is not permitted says so."""
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except NotPermitted as error:
            return self.explains(error)

    def caught(self, error: Exception) -> None:
        """Exit cleanly after an unexpected error; the traceback goes to the log."""
        if self.crash is None and not self.is_late(error):
            self.crash = error.error if isinstance(error, WorkerFailed) else error
            self.exit(return_code=FAILED)

    def on_unmount(self) -> None:
        """Disconnect from other terminals, however the program ends."""
        if self.multiplayer is not None:
            self.multiplayer.close()
        if self.start_request.lobby is not None:
            self.start_request.lobby.close()

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Exit with a status; the first one that is not 0 counts, but a crash overrides it."""
        if self.crash is not None:
            return_code = FAILED
        super().exit(result, return_code or self.return_code or 0, message)

    # --- events ------------------------------------------------------------------------------------------

    def post_message(self, message: Message) -> bool:
        """Post a message; input is held back until its turn, so that it fills no queue."""
        if isinstance(message, Input) and not (message.is_forwarded or self.input_queue.admits(message)):
            return True
        return super().post_message(message)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, after noting when the user pressed a key or the mouse."""
        if isinstance(event, events.Resize):
            self.sizes_seen += 1
            self.painted.forget()  # a smaller window cuts lines off, if only for a moment
        if isinstance(event, Input) and not event.is_forwarded:
            self._count_input()
            if isinstance(event, events.AppFocus | events.AppBlur):
                self.window_has_focus = isinstance(event, events.AppFocus)
            if isinstance(event, events.Key | events.MouseDown):
                self.session.key_pressed = event.time
                if self.window_has_focus is False:
                    self.window_has_focus = True
                self.tell_of_keys()
            if isinstance(event, events.MouseEvent) and not self.size.contains(event.x, event.y):
                return  # a terminal that reports this is wrong
            if not self._clicks.admits(event):
                return
        await super().on_event(self._meant(event) if isinstance(event, events.Key) else event)

    def _meant(self, event: events.Key) -> events.Key:
        """Return a key by its place on the keyboard, or in a text field by its character.

        ASCII characters keep their meaning, except that digit keys are digits where digits choose squares, or
        where the character has no meaning.
        """
        typed = event.character or ""
        us = event.us_character if isinstance(event, LayoutKey) else ""
        meant = events.Key(event.key, event.character) if us else event
        if not typed.isprintable() or (self.screen_stack and _takes_text(self.focused)):
            return meant
        if not typed.isascii():
            us = us or us_key(typed)
        elif not (us.isdigit() and self._is_digit_key(event.key)):
            us = ""
        if us and us != typed:
            meant = key_typing(us)
            meant.time = event.time
        return meant

    def _is_digit_key(self, key: str) -> bool:
        """Return whether a digit key counts as a digit although it types another character."""
        screen = self.screen
        if isinstance(screen, BaseScreen) and screen.takes_digits:
            return True
        nodes = (screen, self.focused) if self.focused is not None else (screen,)
        return not any(bindings_of(node, key) for node in nodes)

    def _register_themes(self, *, is_of_16: bool) -> None:
        """Register all themes, or with `is_of_16` the theme of the terminal's 16 colours under each name."""
        for theme in (*BUILTIN_THEMES.values(), *OWN_THEMES):
            self.register_theme(replace(of_16(theme), name=theme.name) if is_of_16 else theme)

    def on_truecolor_reported(self, event: TruecolorReported) -> None:
        """Repaint everything in true colour, which the terminal supports after all."""
        if self.console.color_system != "truecolor":
            self.console = Console(  # the rest is as Textual makes it
                color_system="truecolor",
                file=self.console.file,
                highlight=False,
                emoji=False,
                legacy_windows=False,
                force_terminal=True,
                safe_box=False,
            )
            self._own_filters.use_truecolor()
            self._register_themes(is_of_16=False)
            self.mutate_reactive(TttApp.theme)
            self.call_after_refresh(self.action_repaint)

    def action_repaint(self) -> None:
        """Repaint the whole screen, nothing of it from a cache."""
        paint_whole_screen(self)

    on_repaint = action_repaint

    def action_help(self) -> None:
        """Show the help."""
        from ttt_tui.app.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())


def _driver_for(terminal: Terminal) -> type[TerminalDriver]:
    if terminal.is_browser:
        from ttt_tui.app.terminal.web import BrowserDriver  # no terminal needs it

        return BrowserDriver
    return AskingDriver if terminal.asks_colours else TerminalDriver


def _takes_text(widget: Widget | None) -> bool:
    """Return whether keys are text for a widget: an `Input`, or one that says so, which is imported late."""
    return isinstance(widget, widgets.Input) or bool(getattr(widget, "TAKES_TEXT", False))
