"""The rows of the history on the screen: the text of each column, and which columns fit.

Whole columns are left out where there is no room, the least useful first. Names are cut, with an ellipsis,
only where they do not fit beside the day, the board and the result.
"""

from collections.abc import Callable, Sequence
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from rich.cells import cell_len

from ttt_tui.analysis.words import counted, line_words, rules_title
from ttt_tui.engine import Player
from ttt_tui.session import wording
from ttt_tui.session.history_tables import (
    LEAST_PLAYERS,
    LONGEST_NAME,
    MOST_NAMED,
    READABLE_NAME,
    board_of,
    came_from,
    started,
)
from ttt_tui.session.layout import fitted
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry


class GameSign(StrEnum):
    """A game from the view of the people at this computer, as the list shows it."""

    WON = "W"
    DRAWN = "D"
    LOST = "L"
    UNFINISHED = "…"
    WATCHED = "–"
    """Finished, and nobody at this computer played."""


def sign_of(entry: Entry, names: Names) -> GameSign:
    """Return the sign for the person with these `names`, else for everybody at this computer."""
    if not entry.is_finished:
        return GameSign.UNFINISHED
    seats = names.own_seats(entry.setup)
    if not seats:
        return GameSign.WATCHED
    if entry.winner is None:
        return GameSign.DRAWN
    return GameSign.WON if entry.winner in seats else GameSign.LOST


DAYS_OF_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
"""English in every locale."""


def day_words(day: date, today: date) -> str:
    """Return a day as people say it: `today`, `yesterday`, `Saturday` within a week, else `2026-11-21`."""
    ago = (today - day).days
    if ago in (0, 1):
        return ("today", "yesterday")[ago]
    return DAYS_OF_WEEK[day.weekday()] if 0 < ago < len(DAYS_OF_WEEK) else day.isoformat()


def brief_day(day: date, today: date) -> str:
    """Return a day in at most 5 cells: `today`, `Wed` within a week, `11-21` within a year, else `2025`."""
    ago = (today - day).days
    if ago == 0:
        return "today"
    if 0 < ago < len(DAYS_OF_WEEK):
        return DAYS_OF_WEEK[day.weekday()][:3]
    return f"{day:%m-%d}" if day.year == today.year else f"{day.year}"


def about(entry: Entry) -> list[str]:
    """Return the details that the list has no room for, the most important first."""
    rules = entry.setup.geometry.rules
    unusual = "" if rules.are_usual else rules_title(rules)
    parts = unusual, moves_words(entry), f"id {entry.id}", came_from(entry)
    return [part for part in (*parts, started(entry)) if part]


def moves_words(entry: Entry) -> str:
    """Return the number of moves: `7 moves`."""
    return counted(len(entry.moves), "move")


def board_and_length(entry: Entry) -> str:
    """Return the rules and the length of a game: `exactly five in a row, 7 moves`."""
    return f"{line_words(entry.setup.geometry)}, {moves_words(entry)}"


# --- players ---------------------------------------------------------------------------------------------


class NamedPlayer(NamedTuple):
    """A player in a row of the list."""

    player: Player
    name: str
    """The name on screen: the present one, cut if necessary."""
    is_winner: bool


class PlayersInRow(NamedTuple):
    """The players that a row names, and how many more there are."""

    named: tuple[NamedPlayer, ...]
    more: int = 0

    @property
    def rest(self) -> str:
        """How many are not named: `3 more`."""
        return f"{self.more} more" if self.more else ""

    @property
    def cells(self) -> int:
        texts = [f"{each.player.symbol} {each.name}" for each in self.named]
        return sum(cell_len(text) + GAP for text in [*texts, *filter(None, [self.rest])]) - GAP


GAP = 2
"""Cells between two columns, and between two players."""


def players_in_row(entry: Entry, names: Names, most: int = LONGEST_NAME) -> PlayersInRow:
    """Return the players of a game, two of more than three, with names of at most `most` cells."""
    called, everybody = names.seats(entry.setup), entry.setup.players
    shown = everybody if len(everybody) <= MOST_NAMED else everybody[: MOST_NAMED - 1]
    named = (
        NamedPlayer(player, fitted(called.get(seat, player.name), most), seat == entry.winner)
        for seat, player in enumerate(shown)
    )
    return PlayersInRow(tuple(named), len(everybody) - len(shown))


def players_within(entry: Entry, names: Names, room: int) -> PlayersInRow:
    """Return the players in at most `room` cells; longer names are cut before shorter ones."""
    ways = (players_in_row(entry, names, most) for most in range(LONGEST_NAME, -1, -1))
    return next((way for way in ways if way.cells <= room), players_in_row(entry, names, 0))


# --- columns ---------------------------------------------------------------------------------------------

Cell = Callable[[Entry, date], str]
"""Makes the text of a cell of a game and today's date."""


class Columns(NamedTuple):
    """The columns before the players and the standing, and whether the number of moves ends a row."""

    day: Cell | None
    time: Cell | None
    board: Cell | None
    has_moves: bool = False

    def before(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in (self.day, self.time, self.board) if cell is not None)


def _day(entry: Entry, today: date) -> str:
    return day_words(entry.started.date(), today)


def _brief_day(entry: Entry, today: date) -> str:
    return brief_day(entry.started.date(), today)


def _time(entry: Entry, today: date) -> str:
    """Return when on its day a game started, empty if only the day is known."""
    return f"{entry.started:%H:%M}" if entry.has_time else ""


def _board(entry: Entry, today: date) -> str:
    return board_of(entry)


def _size(entry: Entry, today: date) -> str:
    return wording.briefest_title(entry.setup.geometry)


FOR_WHOLE_NAMES = (
    Columns(_day, _time, _board, has_moves=True),
    Columns(_day, _time, _board),
    Columns(_day, _time, _size),
    Columns(_day, None, _size),
    Columns(_brief_day, None, _size),
)
FOR_CUT_NAMES = (
    Columns(_day, _time, _size),
    Columns(_day, None, _size),
    Columns(_brief_day, None, _size),
    Columns(None, None, _size),
    Columns(None, None, None),
)
"""Choices of columns, the widest first: for whole names, and for names that may be cut."""


class Layout(NamedTuple):
    """The columns of the list in a window."""

    cells: tuple[Cell, ...]
    """The cell functions of the columns before the standing."""
    widths: tuple[int, ...]
    """The width of each of these columns, in cells."""
    players: int
    """Cells for the players."""
    moves: int
    """Cells for the number of moves, 0 without it."""


def layout(entries: Sequence[Entry], names: Names, today: date, room: int) -> Layout:
    """Return the columns that fit into `room` cells."""
    made: dict[Cell, int] = {}
    found = None
    for most, choices in ((LONGEST_NAME, FOR_WHOLE_NAMES), (READABLE_NAME, FOR_CUT_NAMES)):
        longest = max((players_in_row(entry, names, most).cells for entry in entries), default=0)
        for columns in choices:
            for cell in columns.before():
                if cell not in made:
                    made[cell] = max((cell_len(cell(entry, today)) for entry in entries), default=0)
            cells = tuple(cell for cell in columns.before() if made[cell])
            widths = tuple(made[cell] for cell in cells)
            moves = max((len(moves_words(entry)) for entry in entries), default=0) * columns.has_moves
            taken = sum(width + GAP for width in widths) + 1 + GAP + (moves + GAP) * columns.has_moves
            found = Layout(cells, widths, max(room - taken, LEAST_PLAYERS), moves)
            if room - taken >= longest:
                return found
    assert found is not None
    return found
