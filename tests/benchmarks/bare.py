"""The least that an app of Textual can be, to compare with: a header, a footer, and with `echo` one line.

    python tests/benchmarks/bare.py [echo]

The line names the arrow key that was pressed last.
"""

import sys

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Footer, Header, Static


class Bare(App[None]):
    """Header and footer, nothing else."""

    TITLE = "bare"

    def compose(self) -> ComposeResult:
        yield Header()
        yield Footer()


class Echo(Bare):
    """Shows each key's name."""

    def compose(self) -> ComposeResult:
        yield Header()
        yield Static("no key", id="key")
        yield Footer()

    def on_key(self, event: events.Key) -> None:
        self.query_one("#key", Static).update(event.key, layout=False)


if __name__ == "__main__":
    (Echo if "echo" in sys.argv else Bare)().run()
