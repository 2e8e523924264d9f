"""The board of what is chosen as a small picture, with the latest game on it."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Center, VerticalGroup
from textual.widgets import Static

from ttt_tui.app.themes import player_colour
from ttt_tui.app.widgets.miniature import Miniature
from ttt_tui.engine import Game, Player, Setup
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

    def show(self, setup: Setup, game: Game | None, duel: tuple[int, int] | None) -> None:
        """Show this board, with the stones of a game that was played on it and how that ended.

        `duel` is how often the person has won and lost on it against the other player, None if they have not.
        """
        geometry = setup.geometry
        if game is None:
            self._miniature.show(geometry)
        else:
            self._miniature.show(geometry, game.position.stones, game.setup.players)
        told = [] if game is None else [Text(wording.last_time(game))]
        if duel is not None:
            told.append(self._score(setup.players, duel))
        self._words.update(Text("\n").join(told))

    def _score(self, players: Sequence[Player], duel: tuple[int, int]) -> Text:
        """Return `you 3–9 expert`, the numbers in the players' colours."""
        (you,) = (player for player in players if not player.is_computer)
        (computer,) = (player for player in players if player.is_computer)
        theme = self.app.current_theme
        won, lost = (
            (str(points), Style(color=player_colour(theme, player.colour), bold=True))
            for points, player in zip(duel, (you, computer), strict=True)
        )
        return Text.assemble("you ", won, "–", lost, f" {wording.level_title(computer.level)}")
