"""The list of moves, one line for a pair with two players and one for each move with more.

With the focus it walks the game back and forth; what the board shows then is the past.
"""

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ttt_tui.app.themes import player_colour
from ttt_tui.app.widgets import mouse
from ttt_tui.engine import Game
from ttt_tui.session import wording

MOVE_CELLS = 12
"""What one of two players' moves takes in a line."""

NAME_CELLS = 14
"""What a player's name may take beside its move."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line: a move, or with ply 0 the line's number."""

    text: str
    ply: int = 0
    colour: str = ""
    """The name of the mover's colour."""


class MoveLog(ScrollView, can_focus=True):
    """Shows a game's moves and keeps the latest in sight. Only lines that changed are painted again."""

    ALLOW_SELECT = False
    BINDING_GROUP_TITLE = "The list of moves"
    BINDINGS = [
        Binding("up,left,k,h", "walk(-1)", "back", key_display="↑", id="log.back",
                tooltip="To the position before"),
        Binding("down,right,j,l", "walk(1)", "on", key_display="↓", id="log.on",
                tooltip="To the position after"),
        Binding("home,pageup", "walk(-1000)", "start", show=False, id="log.start",
                tooltip="To the start"),
        Binding("end,pagedown", "walk(1000)", "end", show=False, id="log.end",
                tooltip="To the end"),
        Binding("enter", "continue", "go on from here", key_display="↵", id="log.continue",
                tooltip="Go on with the game from there"),
        Binding("escape,q,shift+tab", "leave", "return", key_display="q", id="log.leave",
                tooltip="Return to the board"),
    ]  # fmt: skip
    COMPONENT_CLASSES = {"move-log--number"}
    DEFAULT_CSS = """
    MoveLog {
        height: 1fr;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        & > .move-log--number { color: $text-muted; }
    }
    """

    class Walked(Message):
        """The position after `ply` moves is to be shown."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    class Continued(Message):
        """The game is to go on from the position after `ply` moves."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    class Left(Message):
        """The present is to be shown again."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[list[Piece]] = []
        self._plies = 0
        self._marked: int | None = None
        self.border_title = "Moves"

    def show(self, game: Game) -> None:
        """Show the moves of this game."""
        before, self._lines = self._lines, move_lines(game)
        self._plies = len(game.moves)
        self._make_room()
        for y in range(min(len(before), len(self._lines))):
            if before[y] != self._lines[y]:
                self.refresh_line(y)
        if len(before) != len(self._lines):
            shorter, longer = sorted((len(before), len(self._lines)))
            self.refresh_lines(shorter, longer - shorter)
            if self._marked is None:
                self.scroll_end(animate=False)

    def _make_room(self) -> None:
        """Scroll as far as the lines need. A new size repaints everything, so there is none without need."""
        lines = len(self._lines)
        fits = lines <= self.scrollable_content_region.height
        self.virtual_size = Size(1, 0 if fits else lines)  # it never scrolls sideways

    def on_resize(self) -> None:
        """There may be more room than lines now, or less."""
        self._make_room()

    def mark(self, ply: int | None) -> None:
        """Mark the latest of the first `ply` moves and bring it into sight; None marks nothing."""
        for y in {self._line_of(self._marked), self._line_of(ply)} - {None}:
            self.refresh_line(y or 0)
        self._marked = ply
        y = self._line_of(ply)
        if y is not None:
            top, height = round(self.scroll_offset.y), self.scrollable_content_region.height
            self.scroll_to(y=min(max(top, y - height + 1), y), animate=False)

    def _line_of(self, ply: int | None) -> int | None:
        if ply is None:
            return None
        return next((y for y, line in enumerate(self._lines) if any(piece.ply == ply for piece in line)), 0)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the list."""
        y += round(self.scroll_offset.y)
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        segments = []
        for piece in self._lines[y]:
            if not piece.ply:
                segments.append(Segment(piece.text, self.get_component_rich_style("move-log--number")))
                continue
            text = piece.text.rstrip()
            style = self.rich_style + Style(color=player_colour(self.app.current_theme, piece.colour))
            segments.append(Segment(text, style + Style(reverse=piece.ply == self._marked)))
            segments.append(Segment(piece.text[len(text) :], self.rich_style))
        return Strip(segments).simplify().adjust_cell_length(self.size.width, self.rich_style)

    # --- walking -----------------------------------------------------------------------------------------

    def action_walk(self, by: int) -> None:
        """Show a position so many moves later, as far as there is one."""
        ply = self._plies if self._marked is None else self._marked
        self.mark(min(max(ply + by, 0), self._plies))
        self.post_message(self.Walked(self._marked or 0))

    def action_continue(self) -> None:
        """Go on with the game from the position that is shown."""
        self.post_message(self.Continued(self._plies if self._marked is None else self._marked))

    def action_leave(self) -> None:
        """Return to the present."""
        self.post_message(self.Left())

    def on_click(self, event: events.Click) -> None:
        """Show the position after the move that was clicked; the click has brought the focus here."""
        place = event.get_content_offset(self)
        ply = self._ply_at(place.x, place.y + round(self.scroll_offset.y)) if place is not None else 0
        if ply and self.has_focus and event.button == mouse.LEFT:
            self.mark(ply)
            self.post_message(self.Walked(ply))

    def _ply_at(self, x: int, y: int) -> int:
        """Return the move drawn at this place of the list, 0 if there is none."""
        if y in range(len(self._lines)):
            end = 0
            for piece in self._lines[y]:
                end += cell_len(piece.text)
                if x < end:
                    return piece.ply
        return 0

    def on_blur(self) -> None:
        """The present is shown again whenever the focus goes."""
        self.mark(None)
        self.post_message(self.Left())


def move_lines(game: Game) -> list[list[Piece]]:
    """Return the lines of the list."""
    players = game.setup.players
    lines: list[list[Piece]] = []
    for ply, move in enumerate(game.moves, 1):
        player = players[move.player]
        moved = wording.played(game.setup, move)
        if len(players) > 2:
            name = player.name
            if cell_len(name) > NAME_CELLS:
                name = set_cell_size(name, NAME_CELLS - 1).rstrip() + "…"
            lines.append([Piece(f"{ply:3} "), Piece(f"{padded(moved, 6)} {name}", ply, player.colour)])
            continue
        if ply % 2:
            lines.append([Piece(f"{ply // 2 + 1:3} ")])
        lines[-1].append(Piece(padded(moved, MOVE_CELLS), ply, player.colour))
    return lines


def padded(text: str, cells: int) -> str:
    """Return a text with blanks up to so many cells."""
    return text + " " * (cells - cell_len(text))
