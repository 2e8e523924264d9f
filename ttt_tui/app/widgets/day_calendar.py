"""A calendar of the last weeks: a column for each week, and a mark for each day by what was done on it."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.lines import MUTED, SHADES, Line, Lines, Run, TextStyle, longest_fitting
from ttt_tui.session.game_rows import ABBREVIATED, DAYS_OF_WEEK, MONTHS
from ttt_tui.session.person_statistics import depth_of

WEEKDAYS = (0, 2, 4, 6)
"""The days of the week that are named."""

BEFORE = 6
"""Cells before the first week, with the names of days."""

AFTER = 2
"""Cells after the last week, at least."""

PITCH = 2
"""Cells of a week."""

MARKS, PLAIN_MARKS, ASCII_MARKS = "·■■■", "·▫▪■", ".o*#"
"""No games, few, several, many: in depths of colour, without these, and in ASCII."""

DAYS = 7

LEAST_WEEKS = 25
"""The least weeks of a calendar, as far as they fit: half a year."""

CALENDAR_LINES = 3 + DAYS
"""Lines of a calendar with its headings."""


class DayCalendar(Lines):
    """Shows the last half year, or the weeks from the first month played, as many as fit."""

    DEFAULT_CSS = """
    DayCalendar { height: auto; }
    """

    def __init__(
        self, about: Sequence[str] = ("games played and puzzles solved", "games and puzzles")
    ) -> None:
        """`about` is what the days are counted by, at length and in brief."""
        super().__init__()
        self._about = about
        self._counts: Mapping[date, int] = {}
        self._today = date.min

    def show(self, counts: Mapping[date, int], today: date) -> None:
        """Show days with the number of games and puzzles on each."""
        self._counts, self._today = counts, today
        self.follow()

    def lines(self, width: int) -> list[Line]:
        fitting = (width - BEFORE - 1 - AFTER) // PITCH + 1
        if fitting < 2 or not self._counts:
            return []
        monday = self._today - timedelta(days=self._today.weekday())
        played = (monday - min(self._counts).replace(day=1)).days // DAYS + 2
        weeks = min(max(played, LEAST_WEEKS), fitting)
        first = monday - timedelta(weeks=weeks - 1)
        about = longest_fitting([*self._about, ""], width - 9)
        heading: Line = (("  Days ", TextStyle(bold=True)), (about, MUTED))
        rows = [self._row(weekday, first, weeks) for weekday in range(DAYS)]
        return [heading, (), self._months(first, weeks), *rows]

    def _months(self, first: date, weeks: int) -> Line:
        """Return the names of the months above the weeks in which they begin."""
        text, month = " " * BEFORE, 0
        for week in range(weeks):
            last = first + timedelta(days=DAYS * week + DAYS - 1)
            x = BEFORE + PITCH * week
            if last.month != month and last.day <= DAYS and len(text) <= x and week < weeks - 1:
                text = text.ljust(x) + MONTHS[last.month - 1][:ABBREVIATED] + " "
            month = last.month
        return ((text, TextStyle("faint")),)

    def _row(self, weekday: int, first: date, weeks: int) -> Line:
        name = DAYS_OF_WEEK[weekday][:2] if weekday in WEEKDAYS else ""
        runs: list[Run] = [(f"  {name:<{BEFORE - 2}}", TextStyle("faint"))]
        has_shades = not (self.app.no_color or self.app.native_ansi_color)
        marks = ASCII_MARKS if only_ascii(self.app) else MARKS if has_shades else PLAIN_MARKS
        shades = ("raised", *SHADES)
        for week in range(weeks):
            day = first + timedelta(days=DAYS * week + weekday)
            if day > self._today:
                break
            depth = depth_of(self._counts.get(day, 0))
            runs.append((f"{marks[depth]} ", TextStyle(shades[depth] if depth or has_shades else "faint")))
        return tuple(runs)
