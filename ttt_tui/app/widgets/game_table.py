"""The table of stored games."""

from collections.abc import Sequence

from rich.text import Text
from textual.binding import Binding
from textual.widgets import DataTable

from ttt_tui.session.history_tables import SCREEN_WAYS, fit, width
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry

WITHOUT_SIZE = 1000
"""Cells of a table that is not laid out yet: nothing is left out."""


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
        self._names = Names()
        self._fitted = 0  # the width for which it was shown last

    def on_resize(self) -> None:
        """Leave out what has no room: who played is more than when, to the minute."""
        if self._fitted != self.size.width:
            self.show(self._entries, self._names)

    def show(self, entries: Sequence[Entry], names: Names) -> None:
        """List these games; the cursor stays in its row, as far as there are so many.

        `names` are those of the person at this terminal, who is called as now.
        """
        row = self.cursor_row
        self._entries, self._names, self._fitted = entries, names, self.size.width
        self.clear(columns=True)
        room = self._fitted or WITHOUT_SIZE
        headings, cells = fit(entries, names, SCREEN_WAYS, room, 2 * self.cell_padding)
        for heading, told in zip(headings, cells, strict=True):
            # The base class measures them after they may have been painted.
            self.add_column(heading, width=width(heading, told))
        for each in zip(*cells, strict=True):
            self.add_row(*each)
        self.move_cursor(row=min(row, max(0, len(entries) - 1)))
