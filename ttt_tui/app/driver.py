"""Textual's driver of the terminal, but for two things: how it ends, and sizes that were read too early."""

from textual import events
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size


class QuickDriver(LinuxDriver):
    """Ends without waiting for keys that nobody will press, and can be asked whether the size is still right.

    Textual's waits for its thread that reads the keys, which looks only ten times a second whether it is to
    end. When the whole process is about to end, nothing depends on that thread.
    """

    def disable_input(self) -> None:
        """Take no more keys."""
        is_end = self._app.return_code is not None
        if is_end:
            self._key_thread = None
        super().disable_input()
        if is_end:
            self.exit_event.set()  # for the thread, which nobody has waited for

    def look_again(self) -> None:
        """Tell the app of the terminal's size if it is another one than the app knows.

        Linux sends the signal for a new size before it has stored that size: who looks at once, from another
        processor, may still see the old one, and there is no second signal.
        """
        size = Size(*self._get_terminal_size())
        if size != self._app.size:
            self._app.post_message(events.Resize(size, size))
