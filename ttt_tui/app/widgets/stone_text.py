"""A drawn stone or a symbol as a text with colours, for cards and dialogs."""

from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.board.stones import stone
from ttt_tui.engine import Player


def stone_text(symbol: str, colour: str, columns: int, lines: int, theme: Theme, *, is_ascii: bool) -> Text:
    """Return the stone of a symbol and a player's colour, in so many cells and in the colours of a theme."""
    drawn = stone(symbol, columns, lines, is_ascii=is_ascii)
    shown = player_colour(theme, colour)
    styles = {
        False: Style(color=shown),
        True: Style(color=roles_of(theme).ink, bgcolor=shown, bold=True),
    }
    rows = (Text().join(Text(text, styles[filled]) for text, filled in line) for line in drawn.lines)
    return Text("\n", no_wrap=True).join(rows)


def symbol_text(player: Player, theme: Theme) -> Text:
    """Return a player's symbol in its colour."""
    return Text(player.symbol, Style(color=player_colour(theme, player.colour), bold=True))
