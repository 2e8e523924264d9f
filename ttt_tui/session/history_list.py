"""The list of stored games in columns, for the screen and for the command line alike.

Where there is no room for everything whole columns are left out, the least useful first, and never the number
by which a game is called on the command line. Names are cut only where they do not fit beside the day, the
board and the result; what is cut ends in an ellipsis.
"""

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.text import Text

from ttt_tui.session.history_tables import brief_result, came_from, result
from ttt_tui.session.listing import fitted
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry

LONGEST_NAME = 24
"""Cells of the longest name that a player can have."""

READABLE_NAME = 10
"""To so many cells names are cut before the day, the board or the result is left out."""

MOST_NAMED = 3
"""Of how many players the names are given where there is little room."""

LEAST_PLAYERS = 12
"""Cells for the players, even where they do not fit."""

Columns = dict[str, Callable[[Entry], str]]
"""What a row tells beside the players, by its heading."""

Ways = tuple[Sequence[Columns], Sequence[Columns]]
"""Choices of columns, the widest first: for whole names, and for names that may be cut."""


def board_of(entry: Entry) -> str:
    """Return the board of a game, as `15×15 · 5`."""
    return f"{entry.setup.geometry} · {entry.setup.geometry.line_length}"


def started(entry: Entry, date: str = "%Y-%m-%d") -> str:
    """Return when a game started, without the time where only the day is known: `2026-11-25 22:20`."""
    return f"{entry.started:{date} %H:%M}" if entry.has_time else f"{entry.started:{date}}"


def without(columns: Columns, *names: str) -> Columns:
    """Return the other columns."""
    return {each: cell for each, cell in columns.items() if each not in names}


def _started_this_year(entry: Entry) -> str:
    return started(entry, "%m-%d")


def _day(entry: Entry) -> str:
    return f"{entry.started:%m-%d}"


def _fewer(columns: Columns, *names: str) -> tuple[Columns, ...]:
    """Return these columns, then without the first of these names, then without the first two, and so on."""
    return tuple(without(columns, *names[:count]) for count in range(len(names) + 1))


ON_SCREEN: Columns = {
    "Id": lambda entry: str(entry.id),
    "Started": started,
    "Board": board_of,
    "Moves": lambda entry: str(len(entry.moves)),
    "Source": came_from,
    "Result": brief_result,
}
_THIS_YEAR = ON_SCREEN | {"Started": _started_this_year}
_BRIEF: Columns = {
    "Id": ON_SCREEN["Id"],
    "Day": _day,
    "Board": lambda entry: str(entry.setup.geometry),
    "Result": brief_result,
}
_DAILY = _BRIEF | {"Board": board_of}
SCREEN_WAYS: Ways = (
    (ON_SCREEN, *_fewer(_THIS_YEAR, "Source", "Moves"), _DAILY),
    (*_fewer(_DAILY, "Day"), *_fewer(_BRIEF, "Day", "Board")),
)

PRINTED: Columns = {
    "id": lambda entry: str(entry.id),
    "started": started,
    "board": lambda entry: str(entry.setup.geometry),
    "line": lambda entry: str(entry.setup.geometry.line_length),
    "moves": lambda entry: str(len(entry.moves)),
    "source": lambda entry: came_from(entry) if entry.host is None else f"joined {entry.host}",
    "result": result,
}
PRINTED_WAYS: Ways = (
    _fewer(PRINTED, "source", "moves", "line"),
    _fewer(without(PRINTED, "source", "moves", "line"), "started", "board"),
)


def players(entry: Entry, names: Names, most: int = LONGEST_NAME, most_named: int = MOST_NAMED) -> Text:
    """Return who played, who won in bold; of more players than `most_named` two and how many more.

    No name takes more than `most` cells. Whoever changed their name is called as now.
    """
    called = names.seats(entry.setup)
    everybody = entry.setup.players
    shown = everybody if len(everybody) <= most_named else everybody[: MOST_NAMED - 1]
    text = Text(", ").join(
        Text(
            f"{player.symbol} {fitted(called.get(seat, player.name), most)}",
            "bold" if seat == entry.winner else "",
        )
        for seat, player in enumerate(shown)
    )
    more = len(everybody) - len(shown)
    return text.append(f", {more} more") if more else text


def players_in(entry: Entry, names: Names, room: int) -> Text:
    """Return the same in so many cells, with longer names cut before shorter ones."""
    ways = (players(entry, names, most) for most in range(LONGEST_NAME, 0, -1))
    return next((way for way in ways if way.cell_len <= room), players(entry, names, 1))


def fit(
    entries: Sequence[Entry], names: Names, ways: Ways, room: int, gap: int
) -> tuple[list[str], list[list[Text]]]:
    """Return the headings of the columns for which there is room, and what is in each; the players are last.

    `gap` is how many cells each column takes beside its text.
    """
    made: dict[Callable[[Entry], str], list[Text]] = {}
    for most, choices in zip((LONGEST_NAME, READABLE_NAME), ways, strict=True):
        longest = max((players(entry, names, most).cell_len for entry in entries), default=0)
        for columns in choices:
            for cell in columns.values():
                if cell not in made:
                    made[cell] = [Text(cell(entry)) for entry in entries]
            cells = [made[cell] for cell in columns.values()]
            taken = sum(width(heading, told) + gap for heading, told in zip(columns, cells, strict=True))
            left = room - taken - gap
            if left >= max(longest, len("Players")):
                return _with_players(columns, cells, entries, names, left)
    return _with_players(columns, cells, entries, names, max(left, LEAST_PLAYERS))


def _with_players(
    columns: Columns, cells: list[list[Text]], entries: Sequence[Entry], names: Names, room: int
) -> tuple[list[str], list[list[Text]]]:
    return [*columns, "Players"], [*cells, [players_in(entry, names, room) for entry in entries]]


def width(heading: str, cells: Sequence[Text]) -> int:
    """Return how many cells a column takes."""
    return max(cell_len(heading), *(cell.cell_len for cell in cells), 0)
