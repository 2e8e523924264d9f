"""The table of stored games."""

from collections.abc import Callable, Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding
from textual.widgets import DataTable

from ttt_tui.session.history_tables import brief_result
from ttt_tui.store.stored_game import Entry

MOST_NAMED = 3
"""Of how many players the names are given."""


def _players(entry: Entry) -> Text:
    """Return who played, as many as can be read, who won in bold."""
    players = entry.setup.players
    shown = players if len(players) <= MOST_NAMED else players[: MOST_NAMED - 1]
    names = Text(", ").join(
        Text(f"{player.symbol} {player.name}", "bold" if seat == entry.winner else "")
        for seat, player in enumerate(shown)
    )
    return names.append(f", +{len(players) - len(shown)}") if len(shown) < len(players) else names


def board_of(entry: Entry) -> str:
    """Return the board of a game, as `15×15 · 5`."""
    return f"{entry.setup.geometry} · {entry.setup.geometry.line_length}"


COLUMNS: Mapping[str, Callable[[Entry], Text]] = {
    "Id": lambda entry: Text(str(entry.id)),
    "Started": lambda entry: Text(f"{entry.started:%Y-%m-%d %H:%M}"),
    "Board": lambda entry: Text(board_of(entry)),
    "Moves": lambda entry: Text(str(len(entry.moves))),
    "Result": lambda entry: Text(brief_result(entry)),
    "Players": _players,
}
"""What a game's row tells, by its heading."""

NARROW: Mapping[str, Callable[[Entry], Text]] = {
    "Day": lambda entry: Text(f"{entry.started:%m-%d}"),
    **{heading: COLUMNS[heading] for heading in ("Board", "Result", "Players")},
}
"""The same where there is little room."""

USUAL_WIDTH = 60
"""Columns from which on there is enough."""


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
        self._is_narrow: bool | None = None  # nothing was shown yet

    def on_resize(self) -> None:
        """Leave out what has no room: who won is more than when, to the minute."""
        if self._is_narrow != (self.size.width < USUAL_WIDTH):
            self.show(self._entries)

    def show(self, entries: Sequence[Entry]) -> None:
        """List these games; the cursor stays in its row, as far as there are so many."""
        row = self.cursor_row
        self._entries, self._is_narrow = entries, self.size.width < USUAL_WIDTH
        self.clear(columns=True)
        columns = NARROW if self._is_narrow else COLUMNS
        rows = [[cell(entry) for cell in columns.values()] for entry in entries]
        for heading, *cells in zip(columns, *rows, strict=True):
            # The base class measures them after they may have been painted.
            self.add_column(heading, width=max([cell_len(heading), *(cell.cell_len for cell in cells)]))
        for told in rows:
            self.add_row(*told)
        self.move_cursor(row=min(row, max(0, len(entries) - 1)))
