"""The final position of a game in small, beside the list of games."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Center, Vertical

from ttt_tui.app.widgets.lines import MUTED, Line, Lines, TextStyle, fitted
from ttt_tui.app.widgets.pictures import Miniature
from ttt_tui.errors import RecordError
from ttt_tui.session.game_rows import board_and_length
from ttt_tui.session.history_tables import result
from ttt_tui.session.wording import sentence
from ttt_tui.store.stored_game import Entry

FULL = TextStyle(bold=True)


class Caption(Lines):
    """Two lines below the picture: the result, and what was played."""

    DEFAULT_CSS = """
    Caption { height: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._texts: Sequence[tuple[str, TextStyle]] = ()

    def show(self, texts: Sequence[tuple[str, TextStyle]]) -> None:
        self._texts = texts
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the lines, centred like the picture."""
        shown = ((fitted(text, width), style) for text, style in self._texts)
        return [
            ((" " * max(0, (width - cell_len(text)) // 2), MUTED), (text, style)) for text, style in shown
        ]


class GamePreview(Vertical):
    """Shows the final position of a game."""

    DEFAULT_CSS = """
    GamePreview {
        width: 47;
        height: 1fr;
        padding: 0 2 0 2;
        background: $ground;
        & > Caption { margin-top: 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._picture, self._caption = Miniature(), Caption()
        self._shown: Entry | None = None

    def compose(self) -> ComposeResult:
        yield Center(self._picture)
        yield self._caption

    def show(self, entry: Entry | None) -> None:
        """Show the end of this game, or nothing for None."""
        if not self.display or entry is self._shown:
            return
        self._shown = entry
        if entry is None:
            self._picture.display = False
            self._caption.show(())
            return
        try:
            position = entry.game().position
        except RecordError as error:
            self._picture.display = False
            self._caption.show(((str(error), MUTED),))
            return
        self._picture.display = True
        self._picture.show(entry.setup.geometry, position.stones, entry.setup.drawn_players)
        self._caption.show(((sentence(result(entry)), FULL), (board_and_length(entry), MUTED)))
