"""In which colours and attributes a board's things are drawn, with all colours, with few and with none."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

from ttt_tui.app.themes import dimmed
from ttt_tui.app.widgets.board.view import Label

BOLD, DIM, ITALIC = Style(bold=True), Style(dim=True), Style(italic=True)
REVERSE, UNDERLINE = Style(reverse=True), Style(underline=True)

OWN = "default"
"""The ground of the terminal's own colour, which cannot be mixed."""


class Ink(NamedTuple):
    """How a player's stone is drawn."""

    line: Style
    """What is not filled: in the player's colour on the ground."""
    fill: Style
    """What is filled: in ink on the player's colour."""


@dataclass(frozen=True)  # without slots: what is worked out is kept
class BoardStyles:
    """The styles of a board, for one paint."""

    part: Callable[[str], Style]
    """Returns the style of a part of the board: `label`, `grid` and so on."""
    colours: tuple[tuple[str, str], ...]
    """Each player's colour and the ink on it, as `rich` calls them."""
    has_colours: bool

    @cached_property
    def grid(self) -> Style:
        """How lines and rules are drawn, and the blanks between them."""
        return self.part("grid") if self.has_colours else self.part("grid") + DIM

    @cached_property
    def is_wooden(self) -> bool:
        """Whether the board has a ground of its own, so that its edges can be seen."""
        ground = self.grid.bgcolor
        return self.has_colours and ground is not None and not ground.is_default

    def stone(self, player: int, *, is_dimmed: bool = False, is_won: bool = False) -> Ink:
        """Return how a player's stone is drawn; on a square that has won the styles trade their grounds."""
        if not self.has_colours:
            bare, filled = (DIM if is_dimmed else Style()), REVERSE + BOLD
            return Ink(REVERSE, BOLD) if is_won else Ink(bare, filled + bare)
        ground = self.grid.bgcolor
        name, ink = self.colours[player]
        colour = Color.parse(name)
        attribute = Style()
        if is_dimmed:
            pale = dimmed(name, ground.triplet.hex if ground and ground.triplet else OWN)
            colour, attribute = pale.color or colour, Style(dim=pale.dim)
        on_colour = Style(color=ink, bgcolor=colour) + attribute
        if is_won:
            return Ink(on_colour, Style(color=colour, bgcolor=ink, bold=True))
        return Ink(Style(color=colour, bgcolor=ground) + attribute, on_colour + BOLD)

    def label(self, label: Label) -> Ink:
        """Return how something written on a square is drawn, plain and on a ground of its colour."""
        if label.player is not None:
            return self.stone(label.player)
        line = self.part(label.role)
        if not self.has_colours:
            return Ink(line, REVERSE + BOLD)
        return Ink(line, Style(color=self.part("cursor-filled").color, bgcolor=line.color, bold=True))
