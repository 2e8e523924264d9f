"""The board of what is chosen as a small picture, with the latest game on it."""

from textual.app import ComposeResult
from textual.containers import Center, VerticalGroup
from textual.widgets import Static

from ttt_tui.app.widgets.miniature import Miniature
from ttt_tui.engine import Game, Geometry
from ttt_tui.session import wording


class LastGame(VerticalGroup):
    """A miniature, and below it how that game ended."""

    DEFAULT_CSS = """
    LastGame {
        & > Static { color: $muted; text-align: center; margin-top: 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._miniature = Miniature()
        self._words = Static(markup=False)

    def compose(self) -> ComposeResult:
        """Give the picture and the words."""
        yield Center(self._miniature)
        yield self._words

    def show(self, geometry: Geometry, game: Game | None) -> None:
        """Show this board, with the stones of a game that was played on it and how that ended."""
        if game is None:
            self._miniature.show(geometry)
        else:
            self._miniature.show(geometry, game.position.stones, game.setup.players)
        self._words.update(wording.last_time(game) if game is not None else "")
