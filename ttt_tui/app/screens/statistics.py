"""How often who won, lost and drew, in all games that are stored, and what was reached with puzzles."""

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.widgets.rating_curve import RatingCurve
from ttt_tui.puzzles.progress import Progress
from ttt_tui.session.history_tables import hints_line, puzzles_line, tally_table
from ttt_tui.session.wording import level_title
from ttt_tui.store.statistics import statistics
from ttt_tui.store.stored_game import Entry

CLOSE = Binding("escape,q,enter,s", "close", "close", key_display="Esc", id="statistics.close")


class StatisticsScreen(Dialog[None]):
    """Wins, draws, losses and hints of the finished games; puzzles, if any was tried."""

    WIDTH = 76
    BINDINGS = [CLOSE]

    def __init__(
        self, entries: list[Entry], progress: Progress | None = None, names: Sequence[str] = ()
    ) -> None:
        """`names` are all those of the person at this terminal."""
        super().__init__("Statistics")
        self.entries = entries
        self.progress = progress
        self.names = names

    def compose_body(self) -> ComposeResult:
        """Give a table for players, levels and boards, the hints, and the puzzles."""
        counted = statistics(self.entries, self.names)
        levels = {level_title(level): tally for level, tally in counted.levels.items()}
        groups = (("Players", counted.players), ("Levels", levels), ("Boards", counted.boards))
        tables = [tally_table(title, tallies) for title, tallies in groups if tallies]
        spaced = [part for table in tables for part in ("", table)][1:]
        yield Static(Group(*spaced) if tables else Text("No finished games yet"))
        if counted.hints:
            yield Static(Text(hints_line(counted.hints)))
        if self.progress is not None and self.progress.tried:
            yield Static(Text(f"\n{puzzles_line(self.progress)}"))
            yield RatingCurve(self.progress.curve)

    def compose_answers(self) -> Sequence[AnswerButton]:
        """Return the way out."""
        return (AnswerButton(CLOSE, is_default=True),)

    def action_close(self) -> None:
        """Return to the list of games."""
        self.dismiss(None)
