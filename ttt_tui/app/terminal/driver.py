"""The terminal's driver: its modes while the program runs, its input and its output.

It differs from Textual's in what bad lines need: invalid bytes are dropped, the program never waits for the
line, signals are handled between two events, and every end of the program restores the terminal. In Textual's
a byte that is not UTF-8 ends the thread that reads (a strict decoder; `test_batches`), the 31st write to
a blocked line blocks the program, and the handlers of SIGTSTP and SIGCONT run between any two instructions,
as in the middle of a paint (`test_signals`). A public interface of drivers would replace the private
names.

Relied on: `LinuxDriver` calls nothing but what is overridden here; it has `fileno`, `attrs_before` and
`exit_event`, `_patch_lflag`, `_patch_iflag` and `_get_terminal_size`, and knows `_app`, `_loop`, `_mouse` and
`_key_thread`. `App._driver` is the one that the app has made.
"""

import os
import select
import signal
import sys
import termios
import threading
import time
import tty
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from textual import constants, events
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from ttt_tui.app.terminal.input import ASK_COLOURS, InputReader
from ttt_tui.app.terminal.notification import TITLE_BEFORE, notification, title
from ttt_tui.app.terminal.output import LineWriter
from ttt_tui.process.clipboard import Clipboard, copying
from ttt_tui.process.terminal import CANCEL, KEYBOARD_BEFORE, MOUSE_BEFORE, SCREEN_BEFORE

if TYPE_CHECKING:
    from textual.app import App

POLL_SECONDS = 0.05
"""Seconds between two checks of an incomplete key."""

CHUNK = 4096
"""Bytes read at a time."""

SCREEN_WITHOUT_FOCUS = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?2026$p"
"""The alternate screen, no cursor, no wrapping, bracketed pastes; and the query whether synchronized output
is supported."""

SCREEN = f"{SCREEN_WITHOUT_FOCUS}\x1b[?1004h"
"""The same with reports of the focus."""

MOUSE = "\x1b[?1000h\x1b[?1003h\x1b[?1006h"

KEYBOARD = 0b11101
"""Flags of kitty's keyboard protocol: unambiguous codes, for all keys, with their text, and with the key of
the US layout, which identifies Ctrl+C on other layouts.
"""

KEYBOARD_PUSHED, KEYBOARD_SET = f"\x1b[>{KEYBOARD}u", f"\x1b[={KEYBOARD};1u"

RESTORE_SECONDS = 0.5
"""Seconds that a blocked line may take to become ready before the process ends."""

RECHECK_SECONDS = 0.05
"""Seconds after a resize until the size is read once more."""


class Repaint(Message):
    """The terminal does not show what was painted: repaint everything."""


class TerminalDriver(LinuxDriver):
    """Drives the terminal at standard input, drawing on standard error."""

    asks_colours = False
    """Whether the terminal is asked for its colours before the first paint, which covers what it prints."""

    def __init__(
        self,
        app: "App[Any]",
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        self._ignores_stop = signal.getsignal(signal.SIGTSTP) is signal.SIG_IGN
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._line = self._open_line()
        self._is_on = False
        self._has_ended = False
        self._has_title = False  # whether the window's title is the program's
        self._asked: float | None = None  # when the terminal was asked for its colours
        # The base class handles these two between any two instructions.
        signal.signal(signal.SIGTSTP, signal.SIG_IGN if self._ignores_stop else signal.SIG_DFL)
        signal.signal(signal.SIGCONT, signal.SIG_DFL)

    def _open_line(self) -> LineWriter:
        """Return the writer of all output."""
        stream = sys.__stderr__
        assert stream is not None, "the command line has checked that it is a terminal"
        return LineWriter(stream.fileno(), stream.encoding or "utf-8", self._caught_up)

    # --- on and off --------------------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Take over the terminal and start both threads."""
        if self.attrs_before is None:
            with suppress(termios.error):
                self.attrs_before = termios.tcgetattr(self.fileno)
        self._loop.add_signal_handler(signal.SIGWINCH, self._resized)
        self._loop.add_signal_handler(signal.SIGCONT, self._continue)
        if not self._ignores_stop:
            self._loop.add_signal_handler(signal.SIGTSTP, self._stop)
        self._line.start()
        self._switch_on()
        if self.asks_colours:
            self._asked = time.monotonic()
            self._line.write(ASK_COLOURS, is_frame=False)
        self._key_thread = threading.Thread(target=self._read_input, name="input", daemon=True)
        self._key_thread.start()
        size = Size(*self._get_terminal_size())
        self.send_message(events.Resize(size, size))

    def _switch_on(self) -> None:
        """Switch the terminal to the program's modes."""
        with suppress(termios.error):
            new: list[Any] = termios.tcgetattr(self.fileno)
            new[tty.LFLAG] = self._patch_lflag(new[tty.LFLAG])
            new[tty.IFLAG] = self._patch_iflag(new[tty.IFLAG])
            new[tty.CC][termios.VMIN] = 1
            termios.tcsetattr(self.fileno, termios.TCSANOW, new)
        keyboard = KEYBOARD_SET if self._is_on else KEYBOARD_PUSHED
        self._is_on = True
        text = SCREEN + MOUSE * self._mouse + keyboard * (not constants.DISABLE_KITTY_KEY)
        self._line.write(text, is_frame=False)

    def _switch_off(self) -> None:
        """Switch the terminal back to its former modes."""
        if not self._is_on:
            return
        self._line.clear()
        self._line.write(self._restoring, is_frame=False)
        self._is_on = self._has_title = False
        self._line.drain()
        if self._line.has_ended:
            with suppress(OSError):
                os.write(self._line.descriptor, self._restoring.encode())
        self._restore_settings()

    @property
    def _restoring(self) -> str:
        """The sequences that restore the terminal."""
        keyboard = KEYBOARD_BEFORE * (not constants.DISABLE_KITTY_KEY)  # kept for each screen: first this
        window = TITLE_BEFORE * self._has_title
        return "\x1b[?2026l\x1b[0m" + window + MOUSE_BEFORE * self._mouse + keyboard + SCREEN_BEFORE

    def _restore_settings(self) -> None:
        with suppress(termios.error):
            termios.tcflush(self.fileno, termios.TCIFLUSH)  # what the mouse has sent is no command of a shell
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)

    def restore_at_once(self) -> None:
        """Restore the terminal ahead of everything that waits to be written, without any lock."""
        if not self._is_on:
            return
        self._is_on = False
        self._line.abandon()
        with suppress(OSError):
            if select.select([], [self._line.descriptor], [], RESTORE_SECONDS)[1]:
                os.write(self._line.descriptor, (CANCEL + self._restoring).encode())
        self._restore_settings()

    def disable_input(self) -> None:
        self.exit_event.set()

    def stop_application_mode(self) -> None:
        self.disable_input()
        self._switch_off()

    def close(self) -> None:
        """Do nothing: both threads end with the process, and nothing waits for them."""

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return columns and lines of the output terminal; Textual asks standard output."""
        with suppress(OSError):
            columns, lines = os.get_terminal_size(self._line.descriptor)
            if columns and lines:
                return columns, lines
        return super()._get_terminal_size()

    # --- signals, handled by the event loop ----------------------------------------------------------------

    def _stop(self) -> None:
        """Restore the terminal, then stop as every program does on SIGTSTP."""
        self._switch_off()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _continue(self) -> None:
        """Take over the terminal again, which a shell may have used, and repaint everything."""
        if not self.exit_event.is_set():
            self._switch_on()
            self._check_size()
            self._repaint()

    def _resized(self) -> None:
        """Post the new size; if it is the old one, repaint, since a briefly smaller window cuts lines off.

        Linux sends the signal before it has stored the new size, so that another processor may still read the
        old one, and sends no second signal. So the size is read once more a little later.
        """
        if not self._check_size():
            self._repaint()
        self._loop.call_later(RECHECK_SECONDS, self._check_size)

    def _check_size(self) -> bool:
        """Post the terminal's size if it differs from the app's; return whether it does."""
        size = Size(*self._get_terminal_size())
        if size == self._app.size:
            return False
        self._app.post_message(events.Resize(size, size))
        return True

    # --- out -----------------------------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Write to the terminal unless it is switched off; never waits."""
        if self._is_on:
            self._line.write(data)

    def copy(self, text: str, clipboard: Clipboard) -> None:
        """Copy a text to the terminal's clipboard; unlike a frame it is never dropped.

        Raises `ValueError` if the text is too long.
        """
        sequence = copying(text, clipboard)
        if self._is_on:
            self._line.write(sequence, is_frame=False)

    @property
    def _environment(self) -> Mapping[str, str]:
        """The variables by which the terminal is known."""
        return os.environ

    def call_user(self, text: str, window_title: str) -> None:
        """Ring the bell, notify a user who looks elsewhere, and set the window's title until `end_call`."""
        if self._is_on and not self._has_title:
            named = title(window_title, self._environment)
            self._has_title = bool(named)
            self._line.write(f"\a{notification(text, self._environment)}{named}", is_frame=False)

    def end_call(self) -> None:
        """Set the window's title back, if it was set."""
        if self._is_on and self._has_title:
            self._line.write(TITLE_BEFORE, is_frame=False)
        self._has_title = False

    def lend_mouse(self, is_lent: bool) -> None:
        """Lend the mouse to the terminal, whose own selection needs it, or take it back."""
        if self._is_on and self._mouse:
            self._line.write(MOUSE_BEFORE if is_lent else MOUSE, is_frame=False)

    @property
    def is_behind(self) -> bool:
        """Whether the line is too slow for the painted frames."""
        return self._line.is_behind

    def flush(self) -> None:
        """Do nothing: what was written is on its way."""

    def _caught_up(self) -> None:
        """Repaint: the line is free again after frames were dropped."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._repaint)

    def _repaint(self) -> None:
        if self._is_on and self._app.is_running:
            self._app.post_message(Repaint())

    # --- in ------------------------------------------------------------------------------------------------

    def send_message(self, message: Message) -> None:
        """Post a message to the app from any thread."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._app.post_message, message)

    def _read_input(self) -> None:
        """Read until the program or the terminal ends; runs in a thread."""
        reader = InputReader(self._asked)
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], POLL_SECONDS if reader.waits else None)
            try:
                data = os.read(self.fileno, CHUNK) if ready else None
            except OSError:  # like the end of input: the terminal is closed
                data = b""
            if data == b"":
                self._end()
                return
            now = time.monotonic()
            try:
                for event in reader.tick(now) if data is None else self._events(data, reader, now):
                    if not self.exit_event.is_set():
                        self.process_message(event)
            except EOFError:
                self._end()
                return

    def _events(self, data: bytes, reader: InputReader, now: float) -> Iterator[Message]:
        """Yield the events in a piece of input; raises `EOFError` if it says that the terminal is closed."""
        return reader.feed(data, now)

    def _end(self) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._terminal_closed)

    def _terminal_closed(self) -> None:
        """Exit as for SIGHUP, which may not come although the terminal is closed."""
        self._app.exit(return_code=128 + signal.SIGHUP)


class AskingDriver(TerminalDriver):
    """A driver that asks the terminal for its colours."""

    asks_colours = True


def terminal_driver(app: "App[Any]") -> TerminalDriver | None:
    """Return the driver of an app, None before it has one and without a terminal, as in tests."""
    return app._driver if isinstance(app._driver, TerminalDriver) else None
