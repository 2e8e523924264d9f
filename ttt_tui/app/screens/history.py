"""The stored games: a list with filters, to resume, replay, review or delete a game, and their statistics."""

from collections.abc import Sequence
from functools import partial

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, HorizontalGroup
from textual.widgets import Static

from ttt_tui.analysis.words import counted
from ttt_tui.app.look.room import LOW, NARROW
from ttt_tui.app.play.store_answers import answering
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.screens.dialog import AnswerButton, Dialog, confirm
from ttt_tui.app.screens.game_viewer import BETWEEN
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.sharing import saved_as
from ttt_tui.app.widgets.bars import ScreenHeader, StatusLine, StatusText, quiet, title
from ttt_tui.app.widgets.curve import RatingCurve
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.game_table import GamePreview, GameTable
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.app.widgets.tally_table import TallyTable, are_counted
from ttt_tui.engine import Game
from ttt_tui.engine.records.text import to_text
from ttt_tui.errors import ActionUnavailable, RecordError, StillWriting, StoreBusy, StoreError
from ttt_tui.session import wording
from ttt_tui.session.game_rows import GameSign, about, sign_of
from ttt_tui.session.history_tables import board_of, hints_line, puzzles_line, rating_line, result, started
from ttt_tui.session.session import Session, can_be_played
from ttt_tui.store.files import write_beside
from ttt_tui.store.statistics import Names, statistics
from ttt_tui.store.stored_game import Entry, Origin
from ttt_tui.store.thread import Job

ANY = ""
"""The value of a filter that matches all games."""

FILTER_GAP = 2
"""Cells between two filters, and beside them."""

RESULTS = {
    "won": (GameSign.WON,),
    "drawn": (GameSign.DRAWN,),
    "lost": (GameSign.LOST,),
    "finished": (GameSign.WON, GameSign.DRAWN, GameSign.LOST, GameSign.WATCHED),
    "unfinished": (GameSign.UNFINISHED,),
}
"""A choice of the filter → the games that match it."""

WITH_PICTURE, WITH_WIDE_PICTURE = 120, 140
"""Columns from which a picture of the game is beside the list, and from which the picture fits any board."""

PICTURE, WIDE_PICTURE = 41, 47
"""Columns of the picture with its margins."""

AIRY = 18
"""Lines from which there is a blank line above and below the filters."""


class HistoryScreen(BaseScreen[Entry | None]):
    """Lists the stored games, newest first; dismissed with a game to resume, or None."""

    BINDING_GROUP_TITLE = "History"
    SHOWS_STATUS = True
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-usual")]
    DEFAULT_CSS = """
    HistoryScreen #filters { padding: 0 2; }
    HistoryScreen #filters > Stepper { margin-right: 2; }
    HistoryScreen.-narrow #filters, HistoryScreen.-stacked #filters { layout: vertical; height: 3; }
    HistoryScreen.-low #filters { height: 1; overflow-y: scroll; }
    HistoryScreen.-airy #filters { margin: 1 0; }
    HistoryScreen.-airy #gallery { margin-bottom: 1; }
    HistoryScreen #gallery { height: 1fr; background: $ground; }
    """
    AUTO_FOCUS = "GameTable"
    BINDINGS = [
        Binding("enter", "open", "open", key_display="↵", id="history.open",
                tooltip="Resume an unfinished game, or replay a finished one"),
        Binding("v", "review", "review", id="history.review",
                tooltip="Review the game: mistakes and better moves"),
        Binding("question_mark", "app.help", "help", key_display="?", id="history.help",
                tooltip="Help: keys, rules and levels"),
        Binding("q,escape", "leave", "leave", key_display="q", id="history.leave",
                tooltip="Leave the history"),
        Binding("x", "export", "export", id="history.export",
                tooltip="Export the game to a text file in the current directory"),
        Binding("d,delete", "delete", "delete", key_display="d", id="history.delete",
                tooltip="Delete the game"),
        Binding("s", "statistics", "statistics", id="history.statistics",
                tooltip="Show wins, draws and losses"),
        Binding("tab", "app.focus_next", "filters", show=False, id="history.next",
                tooltip="Go to the filters; ← and → change them"),
        Binding("shift+tab", "app.focus_previous", "filters", show=False, id="history.previous",
                tooltip="Go to the previous filter"),
        Binding("down", "focus_line(1)", "next line", show=False, id="history.down",
                tooltip="Go to the next line; below the filters are the games"),
        Binding("up", "focus_line(-1)", "previous line", show=False, id="history.up",
                tooltip="Go to the previous line"),
    ]  # fmt: skip

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._all: list[Entry] = []
        self._shown: list[Entry] = []
        self._names = Names()
        self._reading: Job[list[Entry]] | None = None  # until its games are shown
        # Kept, not queried: the games may come before they are mounted or after they are removed.
        self._header, self._table, self._preview = ScreenHeader(), GameTable(), GamePreview()
        self._status = StatusLine(id="status")

    def compose(self) -> ComposeResult:
        yield self._header
        with HorizontalGroup(id="filters") as filters:
            filters.styles.scrollbar_size_vertical = 0
            yield Stepper("Player", [(ANY, "any")], ANY, id="by-player")
            yield Stepper("Board", [(ANY, "any")], ANY, id="by-board")
            yield Stepper("Result", [(ANY, "any"), *((r, r) for r in RESULTS)], ANY, id="by-result")
        with Horizontal(id="gallery"):
            yield self._table
            yield self._preview
        yield self._status
        yield KeyHints()

    def on_mount(self) -> None:
        self._fit()
        self._read()

    def _read(self) -> None:
        """Read the games; the table keeps its old ones meanwhile."""
        history = self.session.history
        if history is None:
            self._show_games()
            return
        self.session.ratings.request()
        self._reading = history.submit(lambda history: history.entries(), when_done=answering(self))
        self._take_games()

    def on_store_answered(self) -> None:
        if self._reading is not None and self._reading.is_done:
            self.notice = ""
            self._take_games()

    def _take_games(self) -> None:
        history, reading = self.session.history, self._reading
        if history is None or reading is None:
            return
        try:
            self._all = history.result(reading)
        except StoreBusy as error:
            self.show_notice(f"Can't read the games yet: {error}")
            return
        except StoreError as error:
            self.show_notice(f"Can't read the games: {error}")
        else:
            self._show_games()
        self._reading = None

    def on_unmount(self) -> None:
        if self.session.history is not None and self._reading is not None:
            self.session.history.cancel(self._reading)

    def _show_games(self) -> None:
        """Fill the table and the choices of its filters."""
        self._names = Names(self.session.profile.names)
        players = sorted(
            {self._names.of(p) for entry in self._all for p in entry.setup.players if p.is_human}
        )
        titles = {board_of(entry): wording.board_title(entry.setup.geometry) for entry in self._all}
        boards = [(board, titles[board]) for board in sorted(titles)]
        for id, choices in (("by-player", [(name, name) for name in players]), ("by-board", boards)):
            stepper = self.query_one(f"#{id}", Stepper)
            value = stepper.value if stepper.value in dict(choices) else ANY
            stepper.offer([(ANY, "any"), *choices], value)
        self._place_filters()
        self._fill()

    def on_resize(self) -> None:
        self._fit()
        self._place_filters()
        self._preview.show(self._selected)
        self.show_status()

    def _fit(self) -> None:
        """Show the picture and blank lines where there is room for them."""
        columns, lines = self.app.size
        self.set_class(lines >= AIRY, "-airy")
        self.set_class(lines < LOW, "-low")
        self._status.styles.height = 1 if columns >= NARROW or lines < LOW else 2
        self._preview.display = columns >= WITH_PICTURE
        self._preview.styles.width = WIDE_PICTURE if columns >= WITH_WIDE_PICTURE else PICTURE

    def _place_filters(self) -> None:
        """Stack the filters if their longest values do not fit into a line."""
        cells = sum(stepper.most_cells + FILTER_GAP for stepper in self.query(Stepper))
        self.set_class(cells > self.app.size.width - FILTER_GAP, "-stacked")

    def on_stepper_changed(self, event: Stepper.Changed) -> None:
        event.stop()
        self._fill()

    def _fill(self) -> None:
        self._shown = [entry for entry in self._all if self._matches(entry)]
        self._table.show(self._shown, self._names, self.session.today())
        self._preview.show(self._selected)
        games = counted(len(self._all), "game")
        is_filtered = len(self._shown) != len(self._all)
        count = f"{len(self._shown)} of {games}" if is_filtered else games
        self._header.show([title("History")], [quiet(count)] if self._all else [()])
        self.show_status()
        self.refresh_bindings()

    def _matches(self, entry: Entry) -> bool:
        player, board, wanted = (
            self.query_one(f"#{id}", Stepper).value for id in ("by-player", "by-board", "by-result")
        )
        if player and all(self._names.of(p) != player for p in entry.setup.players):
            return False
        if board and board_of(entry) != board:
            return False
        return not wanted or sign_of(entry, self._names) in RESULTS[wanted]

    def show_status(self) -> None:
        """Show a refusal, else the details of the selected game that the list omits, as many as fit."""
        entry = self._selected
        if self.status_message:
            self._status.show(StatusText(self.status_message))
        elif entry is None:
            self._status.show(StatusText("No games match the filters" if self._all else "No games yet"))
        else:
            how, parts = wording.sentence(result(entry)), about(entry)
            texts = [StatusText(how, BETWEEN.join(parts[:n])) for n in range(len(parts), 0, -1)]
            fitting = (text for text in texts if self._status.has_room_for(text))
            self._status.show(next(fitting, texts[-1]))

    # --- actions -----------------------------------------------------------------------------------------

    @property
    def _selected(self) -> Entry | None:
        row = self._table.cursor_row
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def check_possible(self, action: str) -> None:
        if action in ("open", "review", "export", "delete") and not self._shown:
            raise ActionUnavailable("no games match the filters" if self._all else "the list is empty")
        if action == "review" and self._selected is not None and not self._selected.moves:
            raise ActionUnavailable("this game has no moves to review")

    def on_game_table_opened(self, event: GameTable.Opened) -> None:
        event.stop()
        self.action_open()

    def on_game_table_moved(self, event: GameTable.Moved) -> None:
        """Clear the notice, which was about another game."""
        event.stop()
        self.clear_notice()

    def on_game_table_settled(self, event: GameTable.Settled) -> None:
        """Show the details of the selected game, and whether it can be reviewed."""
        event.stop()
        self.show_status()
        self._preview.show(self._selected)
        self.refresh_bindings()

    def action_open(self) -> None:
        """Resume an unfinished game of this machine; replay any other."""
        entry = self._selected
        if entry is None:
            return
        if entry.is_finished or entry.host is not None or not self._can_resume(entry):
            if (game := self._read_game(entry)) is not None:
                self.app.push_screen(ReplayScreen(self.session, game, _known(entry), stored=entry.uid))
        elif entry.open_since is None:
            self.dismiss(entry)
        else:
            where = f"Another terminal has had it open since {entry.open_since:%H:%M}."
            take_over = partial(self.dismiss, entry)
            confirm(self, take_over, "Take over this game?", where, yes="take over", no="cancel")

    def _can_resume(self, entry: Entry) -> bool:
        """Return whether an unfinished game can be resumed here and stored."""
        history = self.session.history
        is_kept = history is not None and history.read_only is None
        return entry.origin is not Origin.IMPORTED and can_be_played(entry.setup) and is_kept

    def action_review(self) -> None:
        if (entry := self._selected) is not None and (game := self._read_game(entry)) is not None:
            from ttt_tui.app.screens.review import ReviewScreen  # it imports the searches

            self.app.push_screen(ReviewScreen(self.session, game, BETWEEN.join(_known(entry)), entry.uid))

    def _read_game(self, entry: Entry) -> Game | None:
        """Return a stored game; None after a refusal if it is damaged."""
        try:
            return entry.game()
        except RecordError as error:
            self.refuse(str(error))
            return None

    def action_export(self) -> None:
        """Write the selected game to a new file beside the history, where pictures are saved, too."""
        entry = self._selected
        if entry is None:
            return
        history = self.session.history
        folder = None if history is None or history.path is None else history.path.parent
        assert folder is not None, "the game is stored there"
        try:
            path = write_beside(to_text(entry.record()).encode(), folder, f"ttt-tui-{entry.id}", ".txt")
        except (OSError, RecordError) as error:
            self.refuse(f"can't export the game: {error}")
        else:
            self.show_notice(saved_as(path))

    def action_delete(self) -> None:
        entry, history = self._selected, self.session.history
        if entry is None or history is None:
            return

        def delete() -> None:
            try:
                history.delete(entry.uid)
            except StillWriting:
                pass  # the list is read after that
            except StoreError as error:
                self.refuse(f"can't delete the game: {error}")
                return
            self.session.forget(entry.uid)
            self._read()

        question = f"Delete game {entry.id} ({counted(len(entry.moves), 'move')})?"
        confirm(self, delete, question, "This can't be undone.", yes="delete", no="keep")

    def action_statistics(self) -> None:
        self.app.push_screen(StatisticsScreen(self.session, self._all))

    def action_leave(self) -> None:
        self.dismiss(None)


def _known(entry: Entry) -> tuple[str, ...]:
    return result(entry), started(entry), f"id {entry.id}"


CLOSE = Binding("escape,q,enter,s", "leave", "close", key_display="Esc", id="statistics.close")


class StatisticsScreen(Dialog[None]):
    """Wins, draws, losses and hints of the finished games; ratings of games and puzzles, if there are any."""

    WIDTH = 76
    BINDINGS = [CLOSE]

    def __init__(self, session: Session, entries: list[Entry]) -> None:
        super().__init__("Statistics")
        self.session = session
        self._counted = statistics(entries, session.profile.names)

    def compose_body(self) -> ComposeResult:
        counted, session = self._counted, self.session
        yield TallyTable(counted) if are_counted(counted) else Static("No finished games yet")
        if counted.hints:
            yield Static(Text(f"\n{hints_line(counted.hints)}"))
        for track in session.ratings.tracks:
            yield Static(Text(f"\n{rating_line(track, session.today())}"))
            yield RatingCurve(() if track.left else track.curve)
        progress = session.puzzles.progress()
        if progress.tried:
            yield Static(Text(f"\n{puzzles_line(progress)}"))
            yield RatingCurve(() if progress.left else progress.curve)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return (AnswerButton(CLOSE, is_default=True),)
