"""Statistics: wins, losses and draws in all stored games, hints, and results of puzzles."""

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.widgets.curve import RatingCurve
from ttt_tui.puzzles.progress import Progress
from ttt_tui.session.history_tables import (
    TURNS_LEGEND,
    has_turn_columns,
    hints_line,
    puzzles_line,
    tally_tables,
)
from ttt_tui.store.statistics import Statistics, statistics
from ttt_tui.store.stored_game import Entry


def _is_counted(counted: Statistics) -> bool:
    return bool(counted.players or counted.levels)


CLOSE = Binding("escape,q,enter,s", "close", "close", key_display="Esc", id="statistics.close")


class StatisticsScreen(Dialog[None]):
    """Wins, draws, losses and hints of the finished games; puzzles, if any was tried."""

    WIDTH = 76
    BINDINGS = [CLOSE]

    def __init__(
        self, entries: list[Entry], progress: Progress | None = None, names: Sequence[str] = ()
    ) -> None:
        """Count these games; `names` are all names of the user."""
        super().__init__("Statistics")
        self.entries = entries
        self.progress = progress
        self.names = names
        self._counted = statistics(entries, names)

    def compose_body(self) -> ComposeResult:
        counted = self._counted
        yield Static("" if _is_counted(counted) else Text("No finished games yet"), id="tallies")
        if counted.hints:
            yield Static(Text(hints_line(counted.hints)))
        if self.progress is not None and self.progress.tried:
            yield Static(Text(f"\n{puzzles_line(self.progress)}"))
            yield RatingCurve(self.progress.curve)

    def fit(self) -> None:
        """Leave out the columns without room."""
        super().fit()
        if _is_counted(self._counted):
            legend = [f"\n{TURNS_LEGEND}"] if has_turn_columns(self.inner_width) else []
            tables = tally_tables(self._counted, self.inner_width)
            spaced = [part for table in tables for part in ("", table)][1:]
            self.query_one("#tallies", Static).update(Group(*spaced, *legend))

    def compose_answers(self) -> Sequence[AnswerButton]:
        return (AnswerButton(CLOSE, is_default=True),)

    def action_close(self) -> None:
        self.dismiss(None)
