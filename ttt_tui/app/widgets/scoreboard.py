"""Who plays and who has how many points: a line if it fits, else a list."""

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.theme import Theme
from textual.widgets import Static

from ttt_tui.app.themes import player_colour
from ttt_tui.engine import Match, Player
from ttt_tui.session import wording

MOST_LISTED = 8
"""Players that get a line of their own; more are drawn side by side, by symbol."""

A_LINE = 5
"""Players drawn side by side."""


class Scoreboard(Static):
    """The list of players in turn order, for the panel, with a mark at who is to move."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Scoreboard { height: auto; }
    """

    def show(self, match: Match) -> None:
        """Show this match's players and points: a line each, or symbols side by side if they are many."""
        self.border_title = "Players"
        seats, theme = range(len(match.points)), self.app.current_theme
        if len(seats) <= MOST_LISTED:
            lines = [_seat(match, seat, player_text(match, seat, theme)) for seat in seats]
        else:
            cells = [_seat(match, seat, symbol_text(match.setup.players[seat], theme)) for seat in seats]
            lines = [Text().join(cells[i : i + A_LINE]) for i in range(0, len(cells), A_LINE)]
        self.update(Text("\n", no_wrap=True).join(lines))


def _seat(match: Match, seat: int, who: Text) -> Text:
    """Return a player's entry: a mark if it is to move, who it is, and its points."""
    position = match.game.position
    to_move = seat == position.to_move and match.game.outcome is None
    text = Text("▸" if to_move else " ") + who
    text.append(f" {match.points[seat]:<2}", "bold")
    if seat not in position.active:
        text.stylize("strike dim")
    return text


class ScoreLine(Static):
    """The top line: scores if they fit, the board, the number of the game."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    ScoreLine { height: 1; text-wrap: nowrap; background: $panel; padding: 0 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._line = Text()

    def show(self, match: Match, width: int) -> bool:
        """Show this match in so many cells; return whether all the scores found room."""
        room = width - 2
        right = f"Game {match.game_number}"
        title = wording.board_title(match.setup.geometry)
        scores = Text("   ").join(
            player_text(match, seat, self.app.current_theme).append(f" {points}", "bold")
            for seat, points in enumerate(match.points)
        )
        # Names and points of two are worth more than the title; those of more are listed in the panel.
        for middle in (title, str(match.setup.geometry), "") if len(match.points) == 2 else (title,):
            if scores.cell_len + len(middle) + len(right) + 4 <= room:
                self._update(_spread(scores, middle, right, room))
                return True
        self._update(_spread(Text(), title if len(title) + len(right) + 4 <= room else "", right, room))
        return False

    def _update(self, line: Text) -> None:
        """Repaint the line if it is another one."""
        if line != self._line or line.spans != self._line.spans:
            self._line = line
            self.update(line, layout=False)


def player_text(match: Match, seat: int, theme: Theme) -> Text:
    """Return a player's symbol, in its colour, and name."""
    player = match.setup.players[seat]
    return symbol_text(player, theme).append(f" {player.name}", Style(bold=False))


def symbol_text(player: Player, theme: Theme) -> Text:
    """Return a player's symbol in its colour."""
    return Text(player.symbol, Style(color=player_colour(theme, player.colour), bold=True))


def _spread(left: Text, middle: str, right: str, room: int) -> Text:
    """Return a line with one part at its left end, one at its right, and one in the middle between them."""
    free = room - left.cell_len - cell_len(middle) - cell_len(right)
    before = free // 2 if left.cell_len else 0
    return left + Text(" " * before + middle + " " * (free - before) + right)
