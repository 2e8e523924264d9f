"""The rows of the history on the screen: their days, the text of each column, and which columns fit.

The user is in nearly every game, so a row names the opponents only. Whole columns are left out where there is
no room, the least useful first.
"""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from rich.cells import cell_len

from ttt_tui.analysis.words import counted
from ttt_tui.engine import Geometry
from ttt_tui.session import wording
from ttt_tui.session.history_tables import came_from, result_words, started, study_name, study_words
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry, Origin


def is_resumable(entry: Entry) -> bool:
    """Return whether a game is unfinished and was played here, so that it can go on here."""
    was_played_here = entry.host is None and entry.origin not in (Origin.IMPORTED, Origin.STUDY)
    return not entry.is_finished and was_played_here


# --- days ------------------------------------------------------------------------------------------------

DAYS_OF_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
"""English in every locale."""

ABBREVIATED = 3
"""Letters of a short name of a day or a month."""


def day_titles(day: date, today: date) -> tuple[str, ...]:
    """Return a day in words, the longest first: `Thursday 19 November`, `Thu 19 Nov`.

    Today and the day before are `today` and `yesterday`; days of other years, and future ones, have a year.
    """
    ago = (today - day).days
    if ago in (0, 1):
        return (("today", "yesterday")[ago],)
    has_year = day.year != today.year or ago < 0
    weekday, month = DAYS_OF_WEEK[day.weekday()], MONTHS[day.month - 1]
    after = f" {day.year}" if has_year else ""
    return tuple(
        f"{w} {day.day} {m}{after}"
        for w, m in ((weekday, month), (weekday[:ABBREVIATED], month[:ABBREVIATED]))
    )


def brief_day(day: date, today: date) -> str:
    """Return a day for the end of an axis: `today`, `18 Nov`, `18 Nov 2025`."""
    if day == today:
        return "today"
    return f"{day.day} {MONTHS[day.month - 1][:ABBREVIATED]}" + f" {day.year}" * (day.year != today.year)


# --- texts -----------------------------------------------------------------------------------------------


def moves_words(entry: Entry) -> str:
    """Return the number of moves: `7 moves`."""
    return counted(len(entry.moves), "move")


def end_of_row(entry: Entry, *, can_resume: bool) -> str:
    """Return the length of a game, or for one that can go on here: `resume`, `abandoned`, `elsewhere`."""
    if entry.is_free_study:
        return "study"
    if not can_resume:
        return moves_words(entry)
    return "elsewhere" if entry.open_since is not None else "abandoned" if entry.dropped else "resume"


def opponents(entry: Entry, names: Names) -> str:
    """Return whom the person with these names played: `v medium 4`, `v 4 others`.

    A game among others names them: `Ada v medium 4`, `Ada and 4 others`. Nobody plays a study: it has a name.
    """
    if entry.is_free_study:
        return study_name(entry)
    own, players = names.own_seat(entry.setup), entry.setup.players
    others = [player.name for seat, player in enumerate(players) if seat != own]
    if own is not None:
        return f"v {others[0]}" if len(others) == 1 else f"v {len(others)} others"
    first, *rest = others
    return f"{first} v {rest[0]}" if len(rest) == 1 else f"{first} and {len(rest)} others"


def outcome_words(entry: Entry, names: Names) -> str:
    """Return how a game ended for the person with these names: `You won`, `Medium 4 won by resignation`."""
    return "".join(outcome_parts(entry, names))


def outcome_parts(entry: Entry, names: Names) -> tuple[str, str]:
    """Return who won, or that nobody did, and how: `Draw` and `: no line possible`, `You won` and nothing."""
    if entry.is_free_study:
        return "Study", ""
    if not entry.is_finished:
        if entry.open_since is not None:
            return "Open elsewhere", f" since {entry.open_since:%H:%M}"
        return "Abandoned" if entry.dropped else "Unfinished", ""
    words = result_words(entry.result)
    if entry.winner is None:
        head, colon, how = words.partition(":")
        return wording.sentence(head), colon + how
    winner = entry.setup.players[entry.winner]
    is_own = entry.winner == names.own_seat(entry.setup)
    how = words.removeprefix(f"{winner.symbol} wins")
    return f"{'You' if is_own else wording.capitalised(winner.name)} won", how


def about(entry: Entry) -> list[str]:
    """Return what the list does not say of a game: its id, that it came from elsewhere, and when it began."""
    came = "" if entry.host is None and entry.origin is Origin.PLAYED else came_from(entry)
    return [part for part in (f"id {entry.id}", came, started(entry)) if part]


def length(entry: Entry) -> list[str]:
    """Return the number of moves, and how long they took if that is known: `7 moves`, `22 s`."""
    known = [time for time in entry.times[: len(entry.moves)] if time is not None]
    has_duration = bool(known) and len(known) == len(entry.moves)
    if entry.is_free_study:
        return study_words(entry)
    return [moves_words(entry), *([wording.duration(sum(known) / 1000)] if has_duration else [])]


# --- columns ---------------------------------------------------------------------------------------------

GAP = 2
"""Cells between two columns."""

TIME, SIGN, END = len("18:12"), 1, len("120 moves")
"""Cells of the columns with a width of their own."""

READABLE = 11
"""Cells for the opponents before a column beside them is left out: most names fit."""

LEAST_OPPONENTS = 8


class Columns(NamedTuple):
    """The columns of the list in a window; a column without cells is left out."""

    time: int
    game: int
    opponents: int
    end: int


def columns(boards: Iterable[Geometry], room: int, *, has_times: bool = True) -> Columns:
    """Return the columns that fit into `room` cells, for games on these boards.

    The length of the games is left out first, then the time, then the board. There is no time without
    `has_times`: if only the days of all games are known.
    """
    time = TIME * has_times
    game = max((cell_len(wording.game_name(board)) for board in boards), default=0)
    left = room - SIGN - GAP
    for began, board, end in ((time, game, END), (time, game, 0), (0, game, 0), (0, 0, 0)):
        rest = left - sum(cells + GAP for cells in (began, board, end) if cells)
        if rest >= READABLE:
            break
    return Columns(began, board, max(rest, LEAST_OPPONENTS), end)
