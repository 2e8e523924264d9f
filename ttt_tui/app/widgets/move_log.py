"""The list of moves, one line for a pair with two players and one for each move with more."""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ttt_tui.app.themes import PLAYER_COLOURS
from ttt_tui.engine import Game, Move, Player

MOVE_CELLS = 12
"""What one of two players' moves takes in a line."""


NAME_CELLS = 14
"""What a player's name may take beside its move."""


class MoveLog(ScrollView, can_focus=False):
    """Shows a game's moves and keeps the latest in sight. Only lines that changed are painted again."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"move-log--number"}
    DEFAULT_CSS = """
    MoveLog {
        height: 1fr;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        & > .move-log--number { color: $text-muted; }
    }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[list[tuple[str, str]]] = []  # (text, colour name or "") for each piece of a line
        self.border_title = "Moves"

    def show(self, game: Game) -> None:
        """Show the moves of this game."""
        before, self._lines = self._lines, move_lines(game)
        self.virtual_size = Size(1, len(self._lines))  # it never scrolls sideways
        for y in range(min(len(before), len(self._lines))):
            if before[y] != self._lines[y]:
                self.refresh_line(y)
        if len(before) != len(self._lines):
            shorter, longer = sorted((len(before), len(self._lines)))
            self.refresh_lines(shorter, longer - shorter)
            self.scroll_end(animate=False)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the list."""
        y += round(self.scroll_offset.y)
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        number = self.get_component_rich_style("move-log--number")
        segments = [
            Segment(text, self.rich_style + Style(color=PLAYER_COLOURS[colour]) if colour else number)
            for text, colour in self._lines[y]
        ]
        return Strip(segments).simplify().adjust_cell_length(self.size.width, self.rich_style)


def move_lines(game: Game) -> list[list[tuple[str, str]]]:
    """Return the lines of the list, each as pieces of text with a player's colour name, or none."""
    players = game.setup.players
    lines: list[list[tuple[str, str]]] = []
    if len(players) > 2:
        for ply, move in enumerate(game.moves, 1):
            player = players[move.player]
            name = player.name if len(player.name) <= NAME_CELLS else f"{player.name[: NAME_CELLS - 1]}…"
            lines.append([(f"{ply:3} ", ""), (f"{_moved(game, move, player):<6} {name}", player.colour)])
        return lines
    for ply, move in enumerate(game.moves):
        player = players[move.player]
        if ply % 2 == 0:
            lines.append([(f"{ply // 2 + 1:3} ", "")])
        lines[-1].append((f"{_moved(game, move, player):<{MOVE_CELLS}}", player.colour))
    return lines


def _moved(game: Game, move: Move, player: Player) -> str:
    if move.square is None:
        return f"{player.symbol} resigns"
    return f"{player.symbol} {game.setup.geometry.name(move.square)}"
