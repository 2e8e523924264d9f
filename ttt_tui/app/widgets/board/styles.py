"""The styles of a board: of its parts, and of stones and labels in the players' colours.

Without colours only attributes remain; 16 colours are the terminal's own, which cannot be mixed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

from ttt_tui.app.contrast import readable
from ttt_tui.app.roles import TEXT_CONTRAST
from ttt_tui.app.themes import dimmed
from ttt_tui.app.widgets.board.view import Label

BOLD, DIM = Style(bold=True), Style(dim=True)
REVERSE = Style(reverse=True)


DrawnText = tuple[int, str, Style]
"""A text in a line with the x of its first cell."""


class Ink(NamedTuple):
    """The styles of a player's stone."""

    line: Style
    """The style of lines: the player's colour on the ground."""
    fill: Style
    """The style of filled parts: ink on the player's colour."""


@dataclass(frozen=True)  # without slots: it has cached properties
class BoardStyles:
    """The styles of a board, for one paint."""

    part: Callable[[str], Style]
    """Returns the style of a part of the board: `label`, `grid` and so on."""
    colours: Sequence[tuple[str, str]]
    """Each player's colour and the ink on it, as `rich` names them."""
    has_colours: bool
    mixes_colours: bool = True
    """Whether there are enough colours to mix a stone's with the board's; else the terminal dims it."""

    @cached_property
    def grid(self) -> Style:
        """The style of lines, rules and the blanks between them."""
        return self.part("grid") if self.has_colours else self.part("grid") + DIM

    @cached_property
    def forbidden(self) -> Style:
        """The style of a forbidden square's mark, unlike any stone's even without colours."""
        return self.part("text") + (BOLD if self.has_colours else DIM)

    @cached_property
    def is_wooden(self) -> bool:
        """Whether the board has a ground of its own, so that it has visible edges."""
        ground = self.grid.bgcolor
        return self.has_colours and ground is not None and not ground.is_default

    def stone(self, player: int, *, is_dimmed: bool = False, is_won: bool = False) -> Ink:
        """Return the styles of a player's stone; on a winning square they swap their grounds."""
        if self.has_colours:
            towards = self.grid.bgcolor if self.mixes_colours else None
            return coloured_stone(*self.colours[player], self.grid.bgcolor, towards, is_dimmed, is_won)
        bare, filled = (DIM if is_dimmed else Style()), REVERSE + BOLD
        return Ink(REVERSE, BOLD) if is_won else Ink(bare, filled + bare)

    @cached_property
    def wood(self) -> str | None:
        """The colour of the board, None where there are no colours to mix it with."""
        ground = self.grid.bgcolor
        return ground.triplet.hex if self.has_colours and ground is not None and ground.triplet else None

    def label(self, label: Label) -> Ink:
        """Return the styles of a label, plain and filled."""
        if label.player is not None:
            return self.stone(label.player)
        line = self.part(label.role)
        if not self.has_colours:
            return Ink(line, REVERSE + BOLD)
        return Ink(line, Style(color=self.part("cursor-filled").color, bgcolor=line.color, bold=True))


@lru_cache(256)
def coloured_stone(
    name: str, ink: str, ground: Color | None, towards: Color | None, is_dimmed: bool, is_won: bool
) -> Ink:
    """Return the styles of a stone in a colour, with `ink` on it; both as `rich` names them.

    A dimmed stone is mixed with the colour `towards`; without one, the terminal dims it.
    """
    colour, attribute = Color.parse(name), Style()
    if is_dimmed and colour.triplet and towards and towards.triplet:
        pale = dimmed(name, towards.triplet.hex)
        colour, ink = Color.parse(pale), readable(name, pale, TEXT_CONTRAST)
    elif is_dimmed:
        attribute = DIM
    on_colour = Style(color=ink, bgcolor=colour) + attribute
    if is_won:
        return Ink(on_colour, Style(color=colour, bgcolor=ink, bold=True))
    return Ink(Style(color=colour, bgcolor=ground) + attribute, on_colour + BOLD)
