"""Leaves the terminal without waiting for keys that nobody will press."""

from textual.drivers.linux_driver import LinuxDriver


class QuickDriver(LinuxDriver):
    """Textual's own driver, but for how it ends.

    That one waits for its thread that reads the keys, which looks only ten times a second whether it is to
    end. When the whole process is about to end, nothing depends on that thread.
    """

    def disable_input(self) -> None:
        """Take no more keys."""
        if self._app.return_code is not None:
            self._key_thread = None
        super().disable_input()
