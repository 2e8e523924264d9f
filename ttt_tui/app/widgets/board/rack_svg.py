"""The rack in the picture of a game (SVG), as `rack` draws it on the screen."""

from collections.abc import Iterator

from ttt_tui.app.themes import ink_on
from ttt_tui.app.widgets.board.discs import BAR, DISC, RING
from ttt_tui.app.widgets.board.svg_parts import LABEL, LABELS, GamePicture, diamond, short, symbol_on_disc
from ttt_tui.engine import Player, squares_of

RADIUS, INSIDE = 0.42, 0.2
"""Radii of a hole, and of the hole in a ring, in squares."""

BELOW_SYMBOL = 0.3
"""How far the mark is below the middle of a disc with a symbol, in squares."""


class RackGamePicture(GamePicture):
    """The parts of a picture of a rack."""

    def _labels(self) -> Iterator[str]:
        """Yield the figures of the columns."""
        for column in range(self.geometry.columns):
            x, _ = self.middle(self.geometry.at(column, 0))
            yield self._text(
                x, LABELS - 14, self.geometry.column_label(column), self.roles.muted, LABEL, "middle"
            )

    def grid(self) -> Iterator[str]:
        """Yield the holes."""
        for square in self.geometry.squares:
            yield self._circle(*self.middle(square), RADIUS, self.roles.hole)

    def winning_lines(self) -> Iterator[str]:
        """Yield a capsule in the winner's colour for each winning line."""
        if not self.winning or self.game.outcome is None or self.game.outcome.winner is None:
            return
        colour = self.colour(self.winner)
        for (x, y), (to_x, to_y) in self._bars():
            ends = f'x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}"'
            width = 2 * RADIUS * self.square * (1 if x == to_x or y == to_y else BAR)
            yield f'<line {ends} stroke="{colour}" stroke-width="{short(width)}"/>'

    def stones(self) -> Iterator[str]:
        """Yield discs and rings."""
        for player, mask in zip(self.game.setup.drawn_players, self.position.stones, strict=True):
            for square in squares_of(mask):
                yield from self._stone(player, *self.middle(square))

    def _stone(self, player: Player, x: int, y: int) -> Iterator[str]:
        yield self._circle(x, y, RADIUS, self.colour(player))
        if player.symbol == RING:
            yield self._circle(x, y, INSIDE, self.roles.board)
        elif player.symbol != DISC:
            yield symbol_on_disc(player.symbol, x, y, self.square, ink_on(self.theme, player.colour))

    def _last(self) -> Iterator[str]:
        """Yield a diamond on each stone of the latest turn and of the winning lines."""
        for player, mask in zip(self.game.setup.drawn_players, self.position.stones, strict=True):
            colour = self.colour(player) if player.symbol == RING else ink_on(self.theme, player.colour)
            for square in squares_of(mask & (self.winning | self.marked)):
                x, y = self.middle(square)
                if player.symbol not in (DISC, RING):
                    y += round(BELOW_SYMBOL * self.square)
                yield f'<path d="{diamond(x, y, max(4, self.square * 0.07))}" fill="{colour}"/>'

    def _circle(self, x: int, y: int, radius: float, colour: str) -> str:
        return f'<circle cx="{x}" cy="{y}" r="{short(radius * self.square)}" fill="{colour}"/>'
