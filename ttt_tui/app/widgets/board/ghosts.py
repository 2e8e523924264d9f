"""Ghosts: the stones that a hint refers to, in their players' colours mixed with the wood of the board.

Several have numbers, in the order in which they would be placed. They need mixed colours, since otherwise
they would look like stones; without them a square keeps its label.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rich.style import Style

from ttt_tui.app.contrast import mixed
from ttt_tui.app.roles import ink_for
from ttt_tui.app.widgets.board.labels import DrawnText
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.tints import share_shown
from ttt_tui.app.widgets.board.view import Label
from ttt_tui.engine import Player, Square

ITALIC = Style(italic=True)

GHOST_SHARE = 0.45
"""The share of the player's colour in a ghost."""


@dataclass(frozen=True)  # without slots: it has cached properties
class Ghosts:
    """The ghosts of one view; made for one paint."""

    layout: BoardLayout
    labels: Mapping[Square, Label]
    colours: Sequence[tuple[str, str]]
    """Each player's colour and the ink on it, as `rich` names them."""
    wood: str | None
    """The colour of the board, None where there are no ghosts."""
    is_fine: bool = True
    """Whether the terminal has all colours."""

    @cached_property
    def owners(self) -> dict[Square, int]:
        """The squares with ghosts, and their players."""
        if self.wood is None:
            return {}
        return {square: label.ghost for square, label in self.labels.items() if label.ghost is not None}

    def symbol(self, square: Square, players: Sequence[Player]) -> str:
        """Return the symbol of a ghost: the player's, or the ghost's number where stones are symbols."""
        if self.labels[square].is_numbered and not self.layout.cell.has_drawn_stones:
            return self.labels[square].texts[0]
        return players[self.owners[square]].symbol

    def styles(self, square: Square) -> tuple[Style, Style]:
        """Return the styles of a ghost's lines and of its filled parts.

        They are italic, like those of every stone that has not been placed; a number is not.
        """
        assert self.wood is not None, "else there is none"
        lines, filled = ghost_styles(*self.colours[self.owners[square]], self.wood, self.is_fine)
        return lines + ITALIC, filled if self.labels[square].is_numbered else filled + ITALIC

    def numbers(self, y: int) -> Iterator[DrawnText]:
        """Yield the numbers in line `y` of drawn ghosts."""
        if not self.layout.cell.has_drawn_stones:
            return
        for square in self.owners:
            anchor = self.layout.anchor(square)
            is_here = anchor.y == y and self.layout.core.contains_point(anchor)
            if is_here and self.labels[square].is_numbered:
                yield anchor.x, self.labels[square].texts[0], self.styles(square)[1]


@lru_cache(256)
def ghost_styles(colour: str, ink: str, wood: str, is_fine: bool = True) -> tuple[Style, Style]:
    """Return the styles of a ghost's lines and of its filled parts; `ink` is on the player's `colour`."""
    pale = mixed(wood, colour, share_shown(GHOST_SHARE, is_fine))
    return Style(color=pale, bgcolor=wood), Style(color=ink_for(pale, ink), bgcolor=pale, bold=True)
