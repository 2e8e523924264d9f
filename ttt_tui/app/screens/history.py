"""The stored games: a list with filters and a search, and the selected game beside it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, HorizontalGroup, Vertical
from textual.widgets import Input
from textual.worker import Worker

from ttt_tui.analysis.words import counted
from ttt_tui.app.look.room import LOW, NARROW, USUAL, WIDE
from ttt_tui.app.play.game_pages import GamePages
from ttt_tui.app.play.store_answers import answering
from ttt_tui.app.play.stored_review import StoredReview
from ttt_tui.app.screens.base import BaseScreen, part_action
from ttt_tui.app.screens.game_viewer import BETWEEN
from ttt_tui.app.screens.history_actions import GameActions
from ttt_tui.app.widgets.bars import BAR, ScreenHeader, StatusLine, StatusText, quiet, title
from ttt_tui.app.widgets.day_calendar import CALENDAR_LINES, DayCalendar
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.game_filters import ANY, FIELD_CELLS, FILTER_GAP, HINT_CELLS, Filter, SearchHint
from ttt_tui.app.widgets.game_preview import GamePreview
from ttt_tui.app.widgets.game_table import COLOURS_OF_SIGNS, GameTable
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.app.widgets.lines import Line, TextStyle
from ttt_tui.errors import (
    ActionUnavailable,
    InvalidQuery,
    StillReading,
    StoreBusy,
    StoreError,
)
from ttt_tui.session.finding import search_wording
from ttt_tui.session.game_rows import about, is_resumable, length, outcome_words
from ttt_tui.session.session import Session, can_be_played
from ttt_tui.session.wording import game_name, sentence
from ttt_tui.store.games import History
from ttt_tui.store.listing import Games, GameSign, ListFilter, chosen, people_in, sign_of
from ttt_tui.store.search import GameQuery, Result, parse_query
from ttt_tui.store.statistics import CountedGame, Names
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import Job

SAVED_SECONDS = 0.3
"""Seconds after which a review is saved whose screen was left."""


WORDS_OF_SIGNS = {GameSign.WON: "won", GameSign.DRAWN: "drawn", GameSign.LOST: "lost"}

AIRY = 18
"""Lines from which there is a blank line above and below the filters."""

CALENDAR_GAP = 3
"""Blank lines between a short list and the calendar below it, at least."""

AROUND, AIRY_AROUND = 4, 7
"""Lines of the window beside the list: with one line of filters, and with blank lines around them."""


class HistoryScreen(BaseScreen[Entry | None]):
    """Lists the stored games, newest first; dismissed with a game to resume, or None."""

    BINDING_GROUP_TITLE = "History"
    SHOWS_STATUS = True
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-usual")]
    DEFAULT_CSS = """
    HistoryScreen #filters > * { margin-left: 2; }
    HistoryScreen #filters > Input { width: 1fr; padding: 0 1; background: $raised; color: $role-text; }
    HistoryScreen.-stacked #filters { layout: vertical; height: 3; }
    HistoryScreen.-low #filters { height: 1; overflow-y: scroll; }
    HistoryScreen.-airy #filters { margin: 1 0; }
    HistoryScreen.-searching #filters > Filter { display: none; }
    HistoryScreen.-searching #filters { height: 1; }
    HistoryScreen.-searching #filters > Input { margin-right: 2; }
    HistoryScreen.-airy #gallery { margin-bottom: 1; }
    HistoryScreen #gallery { height: 1fr; background: $ground; }
    HistoryScreen #list { width: 1fr; max-width: 76; height: 1fr; }
    HistoryScreen DayCalendar { padding: 0 0 0 2; }
    """
    AUTO_FOCUS = "GameTable"
    BINDINGS = [
        Binding("enter", "open", "open", key_display="↵", id="history.open",
                tooltip="Resume an unfinished game, or replay a finished one"),
        Binding("v", "review", "review", id="history.review",
                tooltip="Review the game: mistakes and better moves"),
        Binding("e", "study", "study", id="history.study",
                tooltip="Study the game: see and add variations, comments and signs"),
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
        Binding("slash", "search", "search", show=False, key_display="/", id="history.search",
                tooltip="Search the games for names, boards, days and comments"),
        Binding("p", "filter('by-player')", "player", show=False, id="history.player",
                tooltip="List the games of the next player"),
        Binding("b", "filter('by-board')", "board", show=False, id="history.board",
                tooltip="List the games on the next board"),
        Binding("r", "filter('by-result')", "result", show=False, id="history.result",
                tooltip="List the games with the next result"),
        Binding("tab", "app.focus_next", "filters", show=False, id="history.next",
                tooltip="Go to the filters; ← and → change them"),
        Binding("shift+tab", "app.focus_previous", "filters", show=False, id="history.previous",
                tooltip="Go to the previous filter"),
        Binding("down", "focus_line(1)", "next line", show=False, id="history.down",
                tooltip="Go to the next line; below the filters are the games"),
        Binding("up", "focus_line(-1)", "previous line", show=False, id="history.up",
                tooltip="Go to the previous line"),
    ]  # fmt: skip

    action_open = part_action("actions", GameActions.action_open)
    action_study = part_action("actions", GameActions.action_study)
    action_review = part_action("actions", GameActions.action_review)
    action_export = part_action("actions", GameActions.action_export)
    action_delete = part_action("actions", GameActions.action_delete)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.actions = GameActions(self)
        self._all: Games = ()
        self._shown: Games = ()
        self._names = Names()
        self._query = GameQuery()
        self._mistake = ""  # what is wrong with the query that is typed
        self._reading: Job[tuple[Games, Games]] | None = None  # until its games are shown
        self._indexing: Job[int] | None = None  # before games are searched for positions
        self._counting: Job[list[CountedGame]] | None = None  # until the statistics open
        self._pages = GamePages(session.history, answering(self))
        # Kept, not queried: the games may come before they are mounted or after they are removed.
        self._header, self._table, self._preview = ScreenHeader(), GameTable(), GamePreview()
        self._calendar = DayCalendar(["games played"])
        self._review = StoredReview(self, session, self._preview.show_chances)
        self._status = StatusLine(id="status")
        self._hint, self._field = SearchHint(), Input(placeholder="name, game or comment", compact=True)
        self._field.display = False

    def compose(self) -> ComposeResult:
        yield self._header
        with HorizontalGroup(id="filters") as filters:
            filters.styles.scrollbar_size_vertical = 0
            yield self._hint
            yield self._field
            yield Filter("p", "player", [], id="by-player")
            yield Filter("b", "board", [], id="by-board")
            yield Filter("r", "result", [(choice, choice) for choice in Result], id="by-result")
        with Horizontal(id="gallery"):
            yield Vertical(self._table, self._calendar, id="list")
            yield self._preview
        yield self._status
        yield KeyHints()

    def on_mount(self) -> None:
        self._header.show([title("History")])
        self._fit()
        self.read()

    def read(self) -> None:
        """Read the list of games; the table keeps its old ones meanwhile."""
        if self.session.history is None:
            self._show_games()
            return
        self.session.ratings.request()
        self._search()

    def _search(self) -> None:
        """Find the games that match the query and the filters, in place of an earlier search."""
        if self.session.history is None:
            self._fill()
            return
        self._cancel(self._reading, self._indexing)
        self._reading = self._indexing = None
        if any(self._query.moves):
            self._index()
        else:
            self._find()

    def _index(self) -> None:
        """Index a slice of the games, so that positions are found."""
        history = self.session.history
        assert history is not None, "there are games to search"
        self._indexing = history.submit(
            lambda history: history.finder.index_some(), after_writes=True, when_done=answering(self)
        )

    def _find(self) -> None:
        history = self.session.history
        assert history is not None, "there are games to search"
        query, names, wording = self._query, self.session.profile.names, search_wording(self.session.today())
        player, board, result = (
            self.query_one(f"#{id}", Filter).value for id in ("by-player", "by-board", "by-result")
        )
        choice = ListFilter(player, board, Result(result) if result else None)

        def find(history: History) -> tuple[Games, Games]:
            finder = history.finder
            everything = finder.search(GameQuery(), names, wording)
            return everything, chosen(finder.search(query, names, wording), choice, game_name)

        self._reading = history.submit(find, when_done=answering(self))
        self._take_games()

    def _cancel(self, *jobs: "Job[Any] | None") -> None:
        for job in jobs:
            if job is not None and self.session.history is not None:
                self.session.history.cancel(job)

    def on_store_answered(self) -> None:
        if self._indexing is not None and self._indexing.is_done:
            self._take_indexed(self._indexing)
        if self._reading is not None and self._reading.is_done:
            self.notice = ""
            self._take_games()
        if self._pages.look():
            self.clear_notice()  # it may be that the game was still being read
            self._table.follow()
            self.show_status()
            self._show_preview()
            self.refresh_bindings()
        if self._counting is not None and self._counting.is_done:
            self._show_statistics()
        self._review.look()

    def _take_indexed(self, job: Job[int]) -> None:
        self._indexing = None
        if job.error is None and job.result:
            self.show_notice(f"Reading positions: {job.result:,} games left")
            self._index()
        else:  # where the index cannot be written, the games are searched one by one
            self._find()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        self._review.take(event)

    def _take_games(self) -> None:
        history, reading = self.session.history, self._reading
        if history is None or reading is None:
            return
        try:
            everything, self._shown = history.result(reading)
        except StoreBusy as error:
            is_first = isinstance(error, StillReading) and not self._all
            self.show_notice("Reading the games…" if is_first else f"Can't read the games yet: {error}")
            return
        except StoreError as error:
            self.show_notice(f"Can't read the games: {error}")
        else:
            is_changed = everything is not self._all
            self._all = everything
            self._pages.show(self._shown, is_changed=is_changed)
            if is_changed:
                self._show_games()
            else:
                self._fill()
        self._reading = None

    def on_unmount(self) -> None:
        self._review.cancel()
        self._pages.cancel()
        self._cancel(self._reading, self._indexing, self._counting)

    def _show_games(self) -> None:
        """Fill the table and the choices of its filters."""
        self._names = Names(self.session.profile.names)
        players = people_in(self._all)
        boards = sorted({game_name(setup.geometry) for setup in {game.setup for game in self._all}})
        for id, choices in (("by-player", players), ("by-board", boards)):
            stepper = self.query_one(f"#{id}", Filter)
            value = stepper.value if stepper.value in choices else ANY
            stepper.offer([(ANY, "any"), *((choice, choice) for choice in choices)], value)
        self._place_filters()
        self._fill()

    def on_resize(self) -> None:
        self._fit()
        self._place_filters()
        self._show_preview()
        self.show_status()

    def on_screen_resume(self) -> None:
        """Show a review that was made just now, which is saved when its screen is gone, and a new study."""
        self.set_timer(SAVED_SECONDS, self._read_review)
        if self.is_mounted:
            self.read()

    def _fit(self) -> None:
        """Show the picture and blank lines where there is room for them."""
        columns, lines = self.app.size
        self.set_class(lines >= AIRY, "-airy")
        self.set_class(lines < LOW, "-low")
        self._status.styles.height = 1 if columns >= NARROW or lines < LOW else 2
        self._preview.fit(self.app.size, lines - (AIRY_AROUND if lines >= AIRY else AROUND))
        self._fit_calendar()

    def _fit_calendar(self) -> None:
        """Show the days of the listed games below a list that leaves the lines for them."""
        columns, lines = self.app.size
        left = lines - AIRY_AROUND - self._table.lines_needed
        has_room = columns >= WIDE and left >= CALENDAR_LINES + CALENDAR_GAP
        self._calendar.display = has_room and bool(self._shown)
        if self._calendar.display:
            self._calendar.show(Counter(game.day for game in self._shown), self.session.today())

    def _place_filters(self) -> None:
        """Show the filters in brief if their longest values do not fit into a line, else below one another.

        The hint of the search goes first; its field takes the place of filters that do not fit beside it.
        """
        width, searches, filters = self.app.size.width, self._field.display, [*self.query(Filter)]
        cells = sum(FILTER_GAP + each.most_cells for each in filters)
        in_brief = sum(FILTER_GAP + each.brief_cells for each in filters)
        is_brief = cells > width >= in_brief
        for each in filters:
            each.shorten(is_brief)
        cells = in_brief if is_brief else cells
        self._hint.display = not searches and cells + FILTER_GAP + HINT_CELLS <= width
        self.set_class(searches and cells + FILTER_GAP + FIELD_CELLS > width, "-searching")
        self.set_class(cells > width and not searches, "-stacked")

    def on_stepper_changed(self, event: Stepper.Changed) -> None:
        event.stop()
        self._place_filters()
        self._search()

    def _fill(self) -> None:
        today = self.session.today()
        self._table.show(self._shown, self._pages.entry, self._names, today, self.can_resume)
        self._fit_calendar()
        self._show_preview()
        self._header.show([title("History")], [*self._records(), ()])
        self.show_status()
        self.refresh_bindings()

    def _show_preview(self) -> None:
        self._preview.show(self.selected, self._names)
        self._read_review()

    def _read_review(self) -> None:
        if (reviewed := self._preview.reviewed) is not None:
            self._review.read(*reviewed)
        else:
            self._review.cancel()

    def _records(self) -> list[Line]:
        """Return the number of listed games with the user's results in them, and without."""
        if not self._all:
            return []
        games = counted(len(self._all), "game")
        count = games if len(self._shown) == len(self._all) else f"{len(self._shown)} of {games}"
        signs = Counter(game.sign for game in self._shown)
        record = [(signs[sign], word) for sign, word in WORDS_OF_SIGNS.items()]
        if not any(number for number, _ in record):
            return [quiet(count)]
        looks = [TextStyle(COLOURS_OF_SIGNS[sign], BAR) for sign in WORDS_OF_SIGNS]
        words = [(f"  {number} {word}", look) for (number, word), look in zip(record, looks, strict=True)]
        brief = [
            (f"  {sign} {number}", look)
            for sign, (number, _), look in zip(WORDS_OF_SIGNS, record, looks, strict=True)
        ]
        in_words = [(*quiet(count), *words)] if self.app.size.width > USUAL else []  # the title stands apart
        return [*in_words, (*quiet(count), *brief), quiet(count)]

    def show_status(self) -> None:
        """Show a refusal, else the details of the selected game that the list omits, as many as fit."""
        entry = self.selected
        if self.status_message:
            self._status.show(StatusText(self.status_message))
        elif self._mistake:
            self._status.show(StatusText(self._mistake))
        elif entry is None and self._shown:
            self._status.show(StatusText(sentence(self._why_unread)))
        elif entry is None:
            self._status.show(StatusText("No games match the filters" if self._all else "No games yet"))
        elif self._preview.display:  # it has all but this
            number, *parts = about(entry)
            self._status.show(StatusText(number, BETWEEN.join(parts)))
        else:
            how, parts = outcome_words(entry, self._names), [*length(entry), *about(entry)]
            colour = COLOURS_OF_SIGNS[sign_of(entry, self._names)].replace("muted", "text")
            texts = [StatusText(how, BETWEEN.join(parts[:n]), colour) for n in range(len(parts), 0, -1)]
            fitting = (text for text in texts if self._status.has_room_for(text))
            self._status.show(next(fitting, texts[-1]))

    # --- actions -----------------------------------------------------------------------------------------

    @property
    def selected(self) -> Entry | None:
        row = self._table.cursor_row
        return self._pages.entry(row) if 0 <= row < len(self._shown) else None

    @property
    def _why_unread(self) -> str:
        """Why the selected game is not there, though it is listed."""
        is_damaged = self._pages.is_damaged(self._table.cursor_row)
        return "this game can't be read: its record is damaged" if is_damaged else "reading the game…"

    def check_possible(self, action: str) -> None:
        if action in ("open", "review", "study", "export", "delete"):
            if not self._shown:
                raise ActionUnavailable("no games match the filters" if self._all else "the list is empty")
            if self.selected is None:
                raise ActionUnavailable(self._why_unread)
        if action == "review" and self.selected is not None and not self.selected.moves:
            raise ActionUnavailable("this game has no moves to review")

    def on_game_table_opened(self, event: GameTable.Opened) -> None:
        event.stop()
        self.actions.action_open()

    def on_game_table_moved(self, event: GameTable.Moved) -> None:
        """Clear the notice, which was about another game."""
        event.stop()
        self.clear_notice()

    def on_game_table_settled(self, event: GameTable.Settled) -> None:
        """Show the details of the selected game, and whether it can be reviewed."""
        event.stop()
        self.show_status()
        self._show_preview()
        self.refresh_bindings()

    def action_filter(self, id: str) -> None:
        """Step a filter to its next choice, after the last one to any."""
        self.query_one(f"#{id}", Filter).step_on()

    def action_search(self) -> None:
        """Open the field of the search."""
        self._field.display = True
        self._place_filters()
        self._field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search for what is typed; while that means nothing, say why and keep the games."""
        event.stop()
        try:
            query, self._mistake = parse_query(event.value), ""
        except InvalidQuery as error:
            self._mistake = sentence(str(error))
            self.show_status()
            return
        if query != self._query:
            self._query = query
            self._search()
        self.show_status()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the games that were found."""
        event.stop()
        self._table.focus()

    def can_resume(self, entry: Entry) -> bool:
        """Return whether a game can be resumed here and stored."""
        history = self.session.history
        is_kept = history is not None and history.read_only is None
        return is_kept and is_resumable(entry) and can_be_played(entry.setup)

    def action_statistics(self) -> None:
        history = self.session.history
        if history is None:
            self._open_statistics([])
            return
        self._cancel(self._counting)
        self._counting = history.submit(lambda history: history.finder.finished(), when_done=answering(self))
        self._show_statistics()

    def _show_statistics(self) -> None:
        """Open the statistics once the games are counted."""
        history, counting = self.session.history, self._counting
        assert history is not None
        assert counting is not None
        try:
            games = history.result(counting)
        except StoreBusy:
            self.show_notice("Counting the games…")
            return
        except StoreError as error:
            self.refuse(f"can't read the games: {error}")
        else:
            self.clear_notice()
            if self.is_current:
                self._open_statistics(games)
        self._counting = None

    def _open_statistics(self, games: Sequence[CountedGame]) -> None:
        from ttt_tui.app.screens.statistics import StatisticsScreen  # few look at them

        self.app.push_screen(StatisticsScreen(self.session, games))

    def action_leave(self) -> None:
        """Close the search, or leave the screen."""
        if not self._field.display:
            self.dismiss(None)
            return
        self._field.value = ""
        self._field.display = False
        self._place_filters()
        self._table.focus()
