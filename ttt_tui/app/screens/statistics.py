"""Statistics: wins, losses and draws in all stored games, hints, and ratings in games and puzzles."""

from collections.abc import Sequence
from datetime import date

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.widgets.curve import RatingCurve
from ttt_tui.app.widgets.tally_table import TallyTable, are_counted
from ttt_tui.puzzles.progress import Progress
from ttt_tui.session.history_tables import hints_line, puzzles_line, rating_line
from ttt_tui.session.rated_games import RatingTrack
from ttt_tui.store.statistics import statistics
from ttt_tui.store.stored_game import Entry

CLOSE = Binding("escape,q,enter,s", "leave", "close", key_display="Esc", id="statistics.close")


class StatisticsScreen(Dialog[None]):
    """Wins, draws, losses and hints of the finished games; ratings of games and puzzles, if there are any."""

    WIDTH = 76
    BINDINGS = [CLOSE]

    def __init__(
        self,
        entries: list[Entry],
        progress: Progress | None = None,
        names: Sequence[str] = (),
        tracks: Sequence[RatingTrack] = (),
        today: date | None = None,
    ) -> None:
        """Count these games; `names` are all names of the user, `tracks` their ratings, as of `today`."""
        super().__init__("Statistics")
        self.entries = entries
        self.progress = progress
        self.names = names
        self.tracks = tracks
        self._today = today or date.today()
        self._counted = statistics(entries, names)

    def compose_body(self) -> ComposeResult:
        counted = self._counted
        yield TallyTable(counted) if are_counted(counted) else Static("No finished games yet")
        if counted.hints:
            yield Static(Text(f"\n{hints_line(counted.hints)}"))
        for track in self.tracks:
            yield Static(Text(f"\n{rating_line(track, self._today)}"))
            yield RatingCurve(() if track.left else track.curve)
        if self.progress is not None and self.progress.tried:
            yield Static(Text(f"\n{puzzles_line(self.progress)}"))
            yield RatingCurve(() if self.progress.left else self.progress.curve)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return (AnswerButton(CLOSE, is_default=True),)
