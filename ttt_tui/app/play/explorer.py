"""The opening explorer of a study: which moves the stored games went on with, and how those games ended."""

from typing import TYPE_CHECKING

from ttt_tui.app.play.store_answers import answering
from ttt_tui.engine import Game
from ttt_tui.store.query import Query

if TYPE_CHECKING:
    from ttt_tui.app.screens.study import StudyScreen
    from ttt_tui.app.widgets.explorer_panel import ExplorerPanel
    from ttt_tui.store.games import History
    from ttt_tui.store.position_index import ExplorerMove

READING = "Reading the games…"


class Explorer:
    """Asks the store about the position on the board, in the background, while it is shown."""

    def __init__(self, screen: "StudyScreen") -> None:
        self._screen = screen
        self._query: Query[tuple[int, list[ExplorerMove]]] = Query()
        self._asked: Game | None = None
        self.is_on = False

    @property
    def _panel(self) -> "ExplorerPanel":
        return self._screen.board_area.explorer

    def turn(self) -> None:
        """Show the explorer, or hide it."""
        self.is_on = not self.is_on
        self._screen.board_area.show_explorer(self.is_on)
        if not self.is_on:
            self._query.cancel()

    def follow(self, game: Game) -> None:
        """Ask about the position after a game, which is on the board."""
        if not self.is_on:
            return
        self._panel.show(game.setup, None, READING)
        self._ask(game)

    def _ask(self, game: Game) -> None:
        from ttt_tui.store.positions import reached_in

        store = self._screen.session.history
        if store is None:
            self._panel.show(game.setup, None, "No games are stored here")
            return
        self._asked = game
        geometry, position = game.setup.geometry, reached_in(game)

        def explore(history: "History") -> "tuple[int, list[ExplorerMove]]":
            left = history.finder.index_some()
            return left, [] if left else history.finder.explorer(geometry, position)

        self._query.ask(store, explore, answering(self._screen), after_writes=True)

    def look(self) -> None:
        """Show an answer of the store; while games are indexed, ask again."""
        if not self._query.has_news or self._asked is None:
            return
        game = self._asked
        if not self._query.take() or self._query.answer is None:
            self._panel.show(game.setup, None, "The games can't be read")
            return
        left, moves = self._query.answer
        if left:
            self._panel.show(game.setup, None, f"Reading positions: {left:,} games left")
            self._ask(game)
        else:
            self._panel.show(game.setup, moves, "No game went on from here")

    def close(self) -> None:
        """Withdraw the question."""
        self._query.cancel()
