"""The statistics of a person: figures, the rating against the steps of the ladder, results, and days."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size

from ttt_tui.app.look.room import LOW, NARROW
from ttt_tui.app.play.store_answers import answering
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.widgets.bars import ScreenHeader, StatusLine, StatusText, quiet, title
from ttt_tui.app.widgets.day_calendar import DayCalendar
from ttt_tui.app.widgets.figure_cards import FigureCards
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.rating_chart import AROUND_CURVE, LEAST_ROWS, MOST_ROWS, USUAL_ROWS, RatingChart
from ttt_tui.app.widgets.tally_table import TallyTable
from ttt_tui.errors import ActionUnavailable
from ttt_tui.session.person_statistics import (
    RatingView,
    bar_groups,
    by_turn,
    cards,
    hints_words,
    rating_views,
    since,
)
from ttt_tui.session.session import Session
from ttt_tui.store.statistics import (
    CountedGame,
    Names,
    PersonStatistics,
    people,
    person_statistics,
    watched,
)

WIDE = 76
"""Columns from which the parts stand side by side, in two columns."""

AIRY = 30
"""Lines from which blank lines separate the parts."""

BESIDE_HIGH_CHART = 32
"""Lines of the window without a high curve, where a few results are below it."""

BESIDE_CHART = 21
"""Lines of the window without the curve, where the results are below it."""

BESIDE_RESULTS = 22
"""Lines of the window without the results, where all parts have blank lines between them."""


class StatisticsScreen(BaseScreen[None]):
    """Shows the statistics of one person at a time, first those of the user."""

    BINDING_GROUP_TITLE = "Statistics"
    SHOWS_STATUS = True
    DEFAULT_CSS = """
    StatisticsScreen #page { height: 1fr; background: $ground; padding: 0 0 0 2; }
    StatisticsScreen #page { scrollbar-gutter: stable; scrollbar-size-vertical: 1; }
    StatisticsScreen #page > FigureCards { margin-right: 1; }
    StatisticsScreen #parts { layout: vertical; height: auto; padding-right: 1; }
    StatisticsScreen #parts > Vertical { height: auto; }
    StatisticsScreen #parts Lines { margin-top: 1; }
    StatisticsScreen.-wide #parts { layout: horizontal; }
    StatisticsScreen.-wide #parts > Vertical { width: 1fr; }
    StatisticsScreen.-wide #days { margin-left: 2; }
    StatisticsScreen.-airy #page { padding: 1 0 0 2; }
    StatisticsScreen.-airy #parts Lines { margin-top: 2; }
    """
    AUTO_FOCUS = ""
    BINDINGS = [
        Binding("right", "rating(1)", "other ratings", key_display="← →", id="statistics.next",
                tooltip="Show the rating of the next kind of games"),
        Binding("left", "rating(-1)", "previous rating", show=False, id="statistics.previous",
                tooltip="Show the rating of the previous kind of games"),
        Binding("p", "player", "player", id="statistics.player",
                tooltip="Show the next player's statistics"),
        Binding("question_mark", "app.help", "help", key_display="?", id="statistics.help",
                tooltip="Help: keys, rules and levels"),
        Binding("escape,q,s,enter", "leave", "history", key_display="Esc", id="statistics.close",
                tooltip="Return to the history"),
        Binding("down,j", "scroll_page(1)", "scroll", key_display="↑ ↓", id="statistics.down",
                tooltip="Scroll down"),
        Binding("up,k", "scroll_page(-1)", "up", show=False, id="statistics.up",
                tooltip="Scroll up"),
        Binding("pagedown,space", "scroll_page(12)", "page down", show=False, id="statistics.page_down",
                tooltip="Scroll down a page"),
        Binding("pageup", "scroll_page(-12)", "page up", show=False, id="statistics.page_up",
                tooltip="Scroll up a page"),
    ]  # fmt: skip

    def __init__(self, session: Session, entries: Sequence[CountedGame]) -> None:
        super().__init__()
        self.session = session
        self._entries = entries
        self._names = Names(session.profile.names)
        user = session.profile.name
        known = people(entries, self._names)
        self._people = [name for name in known if name == user] + [name for name in known if name != user]
        self._person, self._rating = 0, 0
        self._ratings: Sequence[RatingView] = ()
        self._solved = Counter[date]()  # the puzzles of each day
        self._watched = watched(entries)
        self._header, self._cards, self._chart = ScreenHeader(), FigureCards(), RatingChart()
        self._page = VerticalScroll(id="page", can_focus=False)
        self._against, self._games, self._calendar = TallyTable(), TallyTable(), DayCalendar()
        self._status = StatusLine(id="status")
        self._shown = PersonStatistics()

    def compose(self) -> ComposeResult:
        yield self._header
        with self._page:
            yield self._cards
            with Horizontal(id="parts"):
                yield Vertical(self._chart, self._against, id="ratings")
                yield Vertical(self._calendar, self._games, id="days")
        yield self._status
        yield KeyHints(self.is_in_footer)

    def on_mount(self) -> None:
        self._fit(self.app.size)
        for attribute in ("virtual_size", "size"):
            self.watch(self._page, attribute, self.refresh_bindings, init=False)
        self._read()
        self._show_person()
        self.session.ratings.request(answering(self))  # games may have ended at another terminal

    def on_store_answered(self) -> None:
        self._read()
        self._show_person()

    def _read(self) -> None:
        """Take ratings and puzzles as far as the store has answered."""
        self._ratings = rating_views(self.session)
        self._solved = self.session.puzzles.solved_by_day()
        self._rating = min(self._rating, max(len(self._ratings) - 1, 0))

    def on_resize(self) -> None:
        self._fit(self.app.size)
        self._show_rating()

    def _fit(self, window: Size) -> None:
        """Place the parts side by side where there is room, and size the curve to it."""
        is_wide, is_airy = window.width >= WIDE, window.height >= AIRY
        self.set_class(is_wide, "-wide")
        self.set_class(is_airy, "-airy")
        self._status.styles.height = 1 if window.width >= NARROW or window.height < LOW else 2
        rows = min(max(window.height - BESIDE_CHART, LEAST_ROWS), USUAL_ROWS)
        if is_wide:
            rows = min(max(window.height - BESIDE_HIGH_CHART, rows), MOST_ROWS)
        self._chart.rows = rows
        beside = BESIDE_RESULTS + rows - USUAL_ROWS
        for table in (self._against, self._games):
            table.most_lines = window.height - beside if is_wide and is_airy else 0
        for part in (self._chart, self._calendar):
            part.styles.min_height = rows + AROUND_CURVE if is_wide and is_airy else None

    # --- what is shown -----------------------------------------------------------------------------------

    @property
    def _is_user(self) -> bool:
        """Whether the statistics are the user's, who alone has ratings and puzzles."""
        return not self._people or self._people[self._person] == self.session.profile.name

    def _show_person(self) -> None:
        person = self._people[self._person] if self._people else self.session.profile.name
        self._shown = person_statistics(self._entries, self._names, person)
        today = self.session.today()
        name = "" if self._is_user else f" · {person}"
        right = since(self._days, today)
        self._header.show([title(f"Statistics{name}"), title("Statistics")], [quiet(right), ()])
        groups = bar_groups(self._shown, self._watched if self._is_user else {})
        against = {title: groups.pop(title) for title in ("Against",) if title in groups}
        self._against.show(against)
        self._games.show(groups, hints_words(self._shown))
        self._calendar.show(self._days, today)
        self._show_rating()
        self.show_status()
        self.refresh_bindings()

    @property
    def _days(self) -> Counter[date]:
        """The games and puzzles of each day."""
        return self._shown.days + self._solved if self._is_user else self._shown.days

    def _show_rating(self) -> None:
        views = self._ratings if self._is_user else ()
        view = views[self._rating] if views else None
        today = self.session.today()
        place = f"{self._rating + 1} of {len(views)}" if len(views) > 1 else ""
        self._chart.show(view, place, today)
        is_rated = self._is_user and self.session.ratings.is_on
        self._cards.show(cards(self._shown, view, self._days, today, is_rated=is_rated or view is not None))

    def show_status(self) -> None:
        """Show a refusal, else the results by who moved first."""
        if self.status_message:
            self._status.show(StatusText(self.status_message))
        elif not self._shown.total.games:
            self._status.show(StatusText("No finished games yet"))
        else:
            turns = by_turn(self._shown)
            self._status.show(StatusText(turns[0], brief=turns[-1]))

    # --- actions -----------------------------------------------------------------------------------------

    def is_in_footer(self, binding: Binding) -> bool:
        """Return whether the footer names a key: ratings and players only if there are several."""
        if binding.id == "statistics.down":
            return self._page.max_scroll_y > 0
        return binding.show and self.check_action(binding.action.split("(")[0], ()) is True

    def check_possible(self, action: str) -> None:
        if action == "rating" and (not self._is_user or len(self._ratings) < 2):
            raise ActionUnavailable("no other game has a rating")
        if action == "player" and len(self._people) < 2:
            raise ActionUnavailable("no other human has played")

    def action_rating(self, by: int) -> None:
        self._rating = (self._rating + by) % len(self._ratings)
        self._show_rating()

    def action_player(self) -> None:
        self._person = (self._person + 1) % len(self._people)
        self._show_person()

    def action_scroll_page(self, by: int) -> None:
        """Scroll by lines."""
        self._page.scroll_to(y=self._page.scroll_y + by, animate=False)

    def action_leave(self) -> None:
        self.leave()
