"""The table of stored games."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding
from textual.widgets import DataTable

from ttt_tui.app.widgets.lines import fitted
from ttt_tui.session.history_tables import brief_result, came_from
from ttt_tui.store.stored_game import Entry

LEAST_PLAYERS = 12
"""Cells for the players, even where they do not fit."""

LONGEST_NAME = 24
"""Cells of the longest name that a player can have."""

MOST_NAMED = 3
"""Of how many players the names are given."""


def _players(entry: Entry, most: int = LONGEST_NAME) -> Text:
    """Return who played, as many as can be read, who won in bold; no name takes more than so many cells."""
    players = entry.setup.players
    shown = players if len(players) <= MOST_NAMED else players[: MOST_NAMED - 1]
    names = Text(", ").join(
        Text(f"{player.symbol} {fitted(player.name, most)}", "bold" if seat == entry.winner else "")
        for seat, player in enumerate(shown)
    )
    return names.append(f", +{len(players) - len(shown)}") if len(shown) < len(players) else names


def _players_in(entry: Entry, room: int) -> Text:
    """Return the same in so many cells, with longer names cut before shorter ones."""
    ways = (_players(entry, most) for most in range(LONGEST_NAME, 0, -1))
    return next((way for way in ways if way.cell_len <= room), _players(entry, 1))


def _with_origin(result: str, entry: Entry) -> str:
    """Return a result with where the game came from, if it was not played here."""
    origin = came_from(entry)
    return result if origin in ("", "here") else f"{result}, {origin}"


def board_of(entry: Entry) -> str:
    """Return the board of a game, as `15×15 · 5`."""
    return f"{entry.setup.geometry} · {entry.setup.geometry.line_length}"


Columns = dict[str, Callable[[Entry], Text]]


def without(columns: Columns, name: str) -> Columns:
    """Return the other columns."""
    return {each: cell for each, cell in columns.items() if each != name}


COLUMNS: Columns = {
    "Id": lambda entry: Text(str(entry.id)),
    "Started": lambda entry: Text(f"{entry.started:%Y-%m-%d %H:%M}"),
    "Board": lambda entry: Text(board_of(entry)),
    "Moves": lambda entry: Text(str(len(entry.moves))),
    "From": lambda entry: Text(came_from(entry)),
    "Result": lambda entry: Text(brief_result(entry)),
    "Players": _players,
}
"""What a game's row tells, by its heading."""

THIS_YEAR: Columns = COLUMNS | {"Started": lambda entry: Text(f"{entry.started:%m-%d %H:%M}")}
DAY: Columns = COLUMNS | {"Started": lambda entry: Text(f"{entry.started:%m-%d}")}
"""The same with less of when it was started."""

BRIEF: Columns = {"Day": DAY["Started"]} | {
    name: COLUMNS[name] for name in ("Board", "From", "Result", "Players")
}
"""What a row tells where names are long."""

BRIEFER: Columns = BRIEF | {"Board": lambda entry: Text(str(entry.setup.geometry))}
BRIEFEST: Columns = without(BRIEFER, "Day")

NARROW: Columns = without(BRIEF, "From") | {
    "Result": lambda entry: Text(_with_origin(brief_result(entry), entry))
}
"""What a row of a narrow window tells."""

LEAST: Columns = NARROW | {"Board": BRIEFER["Board"]}
PLAIN: Columns = LEAST | {"Result": COLUMNS["Result"]}
"""The least that a row tells."""

WAYS = (
    COLUMNS,
    THIS_YEAR,
    DAY,
    without(DAY, "Moves"),
    BRIEF,
    BRIEFER,
    BRIEFEST,
    BRIEFER,
)
NARROW_WAYS = (NARROW, LEAST, without(LEAST, "Day"), PLAIN, without(PLAIN, "Day"), PLAIN)
"""The columns that a table may have, the most that there is room for: the players have to be read.

In the last one names are cut if need be: nothing else is left out for those that do not fit anyway.
"""

USUAL_WIDTH = 60
"""Columns of a window from which on there is room for more than the least."""


class GameTable(DataTable[Text], inherit_bindings=False):
    """The list of games; Enter is left to the screen."""

    BINDINGS = [
        Binding("down,j", "cursor_down", "down", show=False, id="games.down"),
        Binding("up,k", "cursor_up", "up", show=False, id="games.up"),
        Binding("pagedown", "page_down", "page down", show=False, id="games.page_down"),
        Binding("pageup", "page_up", "page up", show=False, id="games.page_up"),
        Binding("home", "scroll_top", "first", show=False, id="games.first"),
        Binding("end", "scroll_bottom", "last", show=False, id="games.last"),
    ]
    DEFAULT_CSS = """
    GameTable {
        height: 1fr;
        background: $ground;
        color: $role-text;
        padding: 0 1;
        scrollbar-size: 0 1;
        &:focus { background-tint: transparent; }
        & > .datatable--header {
            background: $ground;
            color: $faint;
            text-style: none;
        }
        & > .datatable--cursor {
            background: $raised;
            color: $muted;
            text-style: none;
        }
        &:focus > .datatable--cursor {
            background: $raised;
            color: $role-text;
            text-style: bold;
        }
    }
    """

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Go nowhere in an empty list: the base class would go to its heading."""
        return bool(self.row_count)

    def __init__(self) -> None:
        super().__init__(cursor_type="row", zebra_stripes=False, show_row_labels=False)
        self._entries: Sequence[Entry] = ()
        self._fitted = 0  # the width for which it was shown last

    def on_resize(self) -> None:
        """Leave out what has no room: who played is more than when, to the minute."""
        if self._fitted != self.size.width:
            self.show(self._entries)

    def show(self, entries: Sequence[Entry]) -> None:
        """List these games; the cursor stays in its row, as far as there are so many."""
        row = self.cursor_row
        self._entries, self._fitted = entries, self.size.width
        self.clear(columns=True)
        columns, cells = self._cells(entries)
        for heading, told in zip(columns, cells, strict=True):
            # The base class measures them after they may have been painted.
            self.add_column(heading, width=_width(heading, told))
        for each in zip(*cells, strict=True):
            self.add_row(*each)
        self.move_cursor(row=min(row, max(0, len(entries) - 1)))

    def _cells(self, entries: Sequence[Entry]) -> tuple[Columns, list[list[Text]]]:
        """Return the columns for which there is room, and what stands in each of them."""
        made: dict[Callable[[Entry], Text], list[Text]] = {}
        for columns in WAYS if self._fitted >= USUAL_WIDTH else NARROW_WAYS:
            for cell in columns.values():
                if cell not in made:
                    made[cell] = [cell(entry) for entry in entries]
            cells = [made[cell] for cell in columns.values()]
            widths = [_width(heading, told) for heading, told in zip(columns, cells, strict=True)]
            over = sum(widths) + 2 * self.cell_padding * len(widths) - self._fitted
            if over <= 0:
                return columns, cells
        if self._fitted:
            room = max(LEAST_PLAYERS, widths[-1] - over)
            cells[-1] = [_players_in(entry, room) for entry in entries]
        return columns, cells


def _width(heading: str, cells: Sequence[Text]) -> int:
    return max(cell_len(heading), *(cell.cell_len for cell in cells), 0)
