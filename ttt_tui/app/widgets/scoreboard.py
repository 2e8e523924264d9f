"""Who plays and who has how many points: a line if it fits, else a list."""

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from ttt_tui.app import wording
from ttt_tui.app.themes import PLAYER_COLOURS
from ttt_tui.engine import Match


class Scoreboard(Static):
    """The list of players in turn order, for the panel, with a mark at who is to move."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Scoreboard { height: auto; max-height: 50%; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def show(self, match: Match) -> None:
        """Show this match's players and points."""
        self.border_title = "Players"
        position = match.game.position
        lines = []
        for seat, points in enumerate(match.points):
            line = Text(no_wrap=True)
            to_move = seat == position.to_move and match.game.outcome is None
            line.append("▸" if to_move else " ")
            line.append_text(player_text(match, seat))
            line.append(f" {points}", "bold")
            if seat not in position.active:
                line.stylize("strike dim")
            lines.append(line)
        self.update(Text("\n").join(lines))


class ScoreLine(Static):
    """The top line: scores if they fit, the board, the number of the game."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    ScoreLine { height: 1; text-wrap: nowrap; background: $panel; padding: 0 1; }
    """

    def show(self, match: Match, width: int) -> bool:
        """Show this match in so many cells; return whether all the scores found room."""
        room = width - 2
        right = f"Game {match.game_number}"
        title = wording.board_title(match.setup.geometry)
        scores = Text("   ").join(
            player_text(match, seat).append(f" {points}", "bold") for seat, points in enumerate(match.points)
        )
        for middle in (title, str(match.setup.geometry), ""):
            if scores.cell_len + len(middle) + len(right) + 4 <= room:
                self.update(_spread(scores, middle, right, room))
                return True
        self.update(_spread(Text(), title if len(title) + len(right) + 4 <= room else "", right, room))
        return False


def player_text(match: Match, seat: int) -> Text:
    """Return a player's symbol, in its colour, and name."""
    player = match.setup.players[seat]
    text = Text(player.symbol, Style(color=PLAYER_COLOURS[player.colour], bold=True))
    return text.append(f" {player.name}", Style(bold=False))


def _spread(left: Text, middle: str, right: str, room: int) -> Text:
    """Return a line with one part at its left end, one at its right, and one in the middle between them."""
    free = room - left.cell_len - cell_len(middle) - cell_len(right)
    before = free // 2 if left.cell_len else 0
    return left + Text(" " * before + middle + " " * (free - before) + right)
