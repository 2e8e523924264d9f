"""The table of stored games."""

from collections.abc import Sequence

from rich.text import Text
from textual.binding import Binding
from textual.widgets import DataTable

from ttt_tui.session.history_tables import result
from ttt_tui.store.stored_game import Entry


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
        scrollbar-size-vertical: 1;
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

    def on_mount(self) -> None:
        """Give it its columns."""
        for column in ("Id", "Started", "Board", "Moves", "Result", "Players"):
            self.add_column(column, key=column)

    def show(self, entries: Sequence[Entry]) -> None:
        """List these games; the cursor stays in its row, as far as there are so many."""
        row = self.cursor_row
        self.clear()
        for entry in entries:
            self.add_row(
                Text(str(entry.id)),
                Text(f"{entry.started:%Y-%m-%d %H:%M}"),
                Text(board_of(entry)),
                Text(str(len(entry.moves))),
                Text(result(entry)),
                Text(", ".join(f"{player.symbol} {player.name}" for player in entry.setup.players)),
            )
        self.move_cursor(row=min(row, max(0, len(entries) - 1)))


def board_of(entry: Entry) -> str:
    """Return the board of a game, as `15×15 · 5`."""
    return f"{entry.setup.geometry} · {entry.setup.geometry.line_length}"
