"""The parts of a game's picture (SVG): the wood, its lines, stones as shapes, players and result.

Everything that touches overlaps instead of ending at the same edge, so that no zoom of a browser shows a gap.
Names, the only untrusted text, are bounded and escaped: the picture is well-formed whatever they are.
"""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from rich.cells import cell_len
from textual.theme import Theme

from ttt_tui.app.roles import Roles
from ttt_tui.app.themes import ink_on, player_colour, roles_of
from ttt_tui.app.widgets.board.cell_size import is_hash
from ttt_tui.app.widgets.board.ground import star_points
from ttt_tui.app.widgets.board.motion import direction_of, straight_parts, winning_lines
from ttt_tui.app.widgets.board.view import latest_turn
from ttt_tui.engine import Game, Mask, Player, Square, squares_of
from ttt_tui.process.text import printable
from ttt_tui.session.sharing import name_of, summary
from ttt_tui.session.wording import board_title, move_in_game, sentence

BOARD_SIDE, LARGEST_SQUARE, SMALLEST_SQUARE = 600, 112, 30
"""Units of a board's longer side, unless squares would be larger or smaller than these."""

MARGIN, LABELS, BORDER = 28, 40, 26
"""Units around the wood, from its edge to the squares beside the labels, and on the other sides."""

LEAST_WIDTH = 460
"""The least width in units, for the texts below a small board."""

RIM, EDGE, CORNER = 3, 9, 5
"""Units of light above the wood, of shadow below it, and the radius of its corners."""

DISC, BAR = 0.43, 0.3
"""Radius of the discs under a winning line, and width of the bar between them, in squares."""

ON_NET = 1.15
"""The size of stones on the crossings of a net, compared with stones between rules."""

FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
TITLE, TEXT, LABEL = 20, 16, 14
"""Sizes of texts in units."""

PROGRAM = "ttt-tui"

WIDTH_OF_CELL = 0.58
"""A generous width of a letter in a text of size 1; wide characters count as two."""

LINE = 30
"""Units from one line of text to the next."""


Point = tuple[float, float]
"""Units to the right and down from the corner of the wood."""


class _Entry(NamedTuple):
    """A player below the board."""

    x: float
    row: int
    player: Player


class GamePicture:
    """The parts of one picture."""

    def __init__(self, game: Game, theme: Theme, ply: int, date: str | None) -> None:
        geometry = game.setup.geometry
        self.game = game
        self.geometry = geometry
        self.theme = theme
        self.roles: Roles = roles_of(theme)
        self.ply = ply
        self.date = date
        self.position = game.position_after(ply)
        side = max(geometry.columns, geometry.rows)
        self.square = max(SMALLEST_SQUARE, min(LARGEST_SQUARE, BOARD_SIDE // side // 2 * 2))
        self.wood = (
            self.start(geometry.columns - 1) + self.square + LABELS + BORDER,
            self.start(geometry.rows - 1) + self.square + LABELS + BORDER,
        )
        self.width = max(self.wood[0] + 2 * MARGIN, LEAST_WIDTH)
        self.left, self.top = (self.width - self.wood[0]) // 2, MARGIN + LINE
        is_end = ply == len(game.moves) and game.outcome is not None
        self.winning = game.outcome.squares if is_end and game.outcome else 0

    def lines(self) -> Iterator[str]:
        """Yield the file, line by line."""
        entries = list(self._entries())
        rows = entries[-1].row + 1
        below = self.top + self.wood[1] + EDGE + LINE
        result, last = sentence(summary(self.game, self.ply)), below + rows * LINE + 4
        room = self.width - 2 * MARGIN - _width(PROGRAM, TEXT) - LINE
        height = below + (rows + 1 + (_width(result, TITLE) > room)) * LINE
        title = f"{self.geometry}: {summary(self.game, self.ply)}"
        size = f'viewBox="0 0 {self.width} {height}" width="{self.width}" height="{height}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}">'
        yield f"<title>{_escaped(title)}</title>"
        moves = (move_in_game(self.game, move, plies=self.ply) for move in self.game.moves[: self.ply])
        yield f"<desc>{_escaped(', '.join(moves))}</desc>"
        yield f'<rect width="{self.width}" height="{height}" fill="{self.roles.ground}"/>'
        yield self._text(MARGIN, MARGIN + 6, board_title(self.geometry), self.roles.muted, TEXT)
        if self.date:
            yield self._text(self.width - MARGIN, MARGIN + 6, self.date, self.roles.muted, TEXT, "end")
        yield f'<g transform="translate({self.left} {self.top})">'
        yield from self._wood()
        yield from self._labels()
        yield from self.grid()
        yield from self.winning_lines()
        yield from self.stones()
        yield from self._last()
        yield "</g>"
        for entry in entries:
            yield from self._entry(entry, below)
        yield self._text(MARGIN, last, result, self.roles.text, TITLE, weight="bold")
        yield self._text(self.width - MARGIN, height - LINE + 4, PROGRAM, self.roles.muted, TEXT, "end")
        yield "</svg>"

    # --- the board ---------------------------------------------------------------------------------------

    def _wood(self) -> Iterator[str]:
        width, height = self.wood
        sides = f'x="0" width="{width}" rx="{CORNER}"'
        yield f'<rect {sides} y="{height - 2 * EDGE}" height="{3 * EDGE}" fill="{self.roles.edge}"/>'
        yield f'<rect {sides} y="0" height="{4 * RIM}" fill="{self.roles.rim}"/>'
        yield f'<rect {sides} y="{RIM}" height="{height - RIM}" fill="{self.roles.board}"/>'

    def _labels(self) -> Iterator[str]:
        geometry, roles = self.geometry, self.roles
        for column in range(geometry.columns):
            x, _ = self.middle(geometry.at(column, 0))
            yield self._text(x, LABELS - 14, geometry.column_label(column), roles.muted, LABEL, "middle")
        for row in range(geometry.rows):
            _, y = self.middle(geometry.at(0, row))
            yield self._text(
                LABELS - 12, y + LABEL * 0.35, str(geometry.row_label(row)), roles.muted, LABEL, "end"
            )

    def grid(self) -> Iterator[str]:
        """Yield rules between the squares of a small board, for others a net with star points.

        Where lines continue at the opposite edge they extend to the edge of the wood.
        """
        geometry, square = self.geometry, self.square
        columns, rows = geometry.columns, geometry.rows
        if is_hash(geometry):
            start, beyond = (RIM, LABELS - RIM + BORDER) if geometry.rules.wrap else (LABELS, 0)
            width, height = columns * square + beyond, rows * square + beyond
            paths = [f"M{LABELS + i * square} {start}v{height}" for i in range(1, columns)]
            paths += [f"M{start} {LABELS + i * square}h{width}" for i in range(1, rows)]
            yield f'<path d="{"".join(paths)}" stroke="{self.roles.grid}" stroke-width="3"/>'
            return
        first = LABELS + square // 2
        start, beyond = (LABELS, square + BORDER) if geometry.rules.wrap else (first, 0)
        width, height = (columns - 1) * square + beyond, (rows - 1) * square + beyond
        paths = [f"M{first + i * square} {start}v{height}" for i in range(columns)]
        paths += [f"M{start} {first + i * square}h{width}" for i in range(rows)]
        grid = f'stroke="{self.roles.grid}" stroke-width="1.5" stroke-linecap="square"'
        yield f'<path d="{"".join(paths)}" {grid}/>'
        for column, row in sorted(star_points(columns, rows)):
            x, y = self.middle(geometry.at(column, row))
            yield f'<circle cx="{x}" cy="{y}" r="4" fill="{self.roles.star}"/>'

    def winning_lines(self) -> Iterator[str]:
        """Yield discs in the winner's colour under each winning line, joined by a bar."""
        if not self.winning or self.game.outcome is None or self.game.outcome.winner is None:
            return
        colour = self.colour(self.winner)
        for start, end in self._bars():
            yield bar(start, end, colour, self.square * BAR)
        for square in squares_of(self.winning):
            x, y = self.middle(square)
            yield f'<circle cx="{x}" cy="{y}" r="{short(self.square * DISC)}" fill="{colour}"/>'

    @property
    def winner(self) -> Player:
        """The player whose stones the winning lines have."""
        players = zip(self.game.setup.drawn_players, self.position.stones, strict=True)
        return next(player for player, stones in players if stones & self.winning)

    def _bars(self) -> Iterator[tuple[Point, Point]]:
        """Yield both ends of each straight part of the winning lines; a part ends at the board's edge."""
        geometry, half = self.geometry, self.square // 2
        for line in winning_lines(geometry, self.winning):
            parts, (across, down) = straight_parts(geometry, line), direction_of(geometry, line)
            is_endless = geometry.rules.wrap and direction_of(geometry, [line[-1], line[0]]) == (across, down)
            for number, part in enumerate(parts):
                first, last = self.middle(part[0]), self.middle(part[-1])
                if number or is_endless:
                    first = first[0] - across * half, first[1] - down * half
                if number + 1 < len(parts) or is_endless:
                    last = last[0] + across * half, last[1] + down * half
                yield first, last

    def stones(self) -> Iterator[str]:
        is_net = not is_hash(self.geometry)
        for player, mask in zip(self.game.setup.drawn_players, self.position.stones, strict=True):
            for square in squares_of(mask):
                x, y = self.middle(square)
                is_won = bool(self.winning >> square & 1)
                colour = self.colour(player)
                if not is_won and is_net and player.symbol in "XO○":
                    radius = short(self.square * DISC)
                    yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{self.roles.board}"/>'
                ink = ink_on(self.theme, player.colour)
                front, ink = (ink, colour) if is_won else (colour, ink)
                yield drawn_stone(player.symbol, x, y, self.square * (ON_NET if is_net else 1), front, ink)

    @property
    def marked(self) -> Mask:
        """The stones of the latest turn."""
        last = self.position.last_square
        return latest_turn(self.game, self.ply) or (0 if last is None else 1 << last)

    def _last(self) -> Iterator[str]:
        """Yield the marks of the latest turn's stones: a diamond at the bottom of each square."""
        for square in squares_of(self.marked):
            size = max(4, self.square * 0.07)
            path = diamond(*self.mark_place(square, size), size)
            outline = f'stroke="{self.roles.board}" stroke-width="2" paint-order="stroke"'
            yield f'<path d="{path}" fill="{self.roles.text}" {outline}/>'

    def mark_place(self, square: Square, size: float) -> Point:
        """Return the middle of a stone's mark, which is `size` units high above and below it."""
        x, y = self.middle(square)
        return x, y + self.square / 2 - size * 0.6

    def start(self, number: int) -> int:
        """Return the units from the first column or row to another one."""
        return number * self.square

    def middle(self, square: Square) -> tuple[int, int]:
        """Return the middle of a square, from the corner of the wood."""
        first = LABELS + self.square // 2
        column, row = self.geometry.column(square), self.geometry.row(square)
        return first + self.start(column), first + self.start(row)

    def colour(self, player: Player) -> str:
        return player_colour(self.theme, player.colour)

    # --- below the board ---------------------------------------------------------------------------------

    def _entries(self) -> Iterator[_Entry]:
        """Yield the players, as many in a row as fit."""
        x, row = float(MARGIN), 0
        for player in self.game.setup.players:
            width = TITLE + 10 + _width(name_of(player), TEXT)
            if x > MARGIN and x + width > self.width - MARGIN:
                x, row = float(MARGIN), row + 1
            yield _Entry(x, row, player)
            x += width + 24

    def _entry(self, entry: _Entry, top: int) -> Iterator[str]:
        y = top + entry.row * LINE
        colour, ink = self.colour(entry.player), ink_on(self.theme, entry.player.colour)
        yield drawn_stone(entry.player.symbol, entry.x + TITLE / 2, y - TEXT * 0.35, 24, colour, ink)
        yield self._text(entry.x + TITLE + 8, y, name_of(entry.player), self.roles.text, TEXT)

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        colour: str,
        size: int,
        anchor: str = "start",
        weight: str = "normal",
    ) -> str:
        """Return a line of text, squeezed if it is wider than the picture."""
        room = self.width - 2 * MARGIN
        squeezed = ""
        if _width(text, size) > room:
            squeezed = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"'
        place = f'x="{short(x)}" y="{short(y)}" text-anchor="{anchor}"'
        look = f'font-size="{size}" font-weight="{weight}" fill="{colour}"'
        return f"<text {place} {look}{squeezed}>{_escaped(text)}</text>"


def bar(start: Point, end: Point, colour: str, width: float) -> str:
    """Return the bar under a winning line."""
    ends = " ".join(
        f'x{number}="{short(x)}" y{number}="{short(y)}"' for number, (x, y) in enumerate((start, end), 1)
    )
    return f'<line {ends} stroke="{colour}" stroke-width="{short(width)}"/>'


def drawn_stone(symbol: str, x: float, y: float, square: float, colour: str, ink: str) -> str:
    """Return a stone in the middle of a square: a cross, a ring, a disc, or a disc with its symbol."""
    at = f'cx="{short(x)}" cy="{short(y)}"'
    if symbol == "X":
        arm = square * 0.25
        cross = f"M{short(x - arm)} {short(y - arm)}l{short(2 * arm)} {short(2 * arm)}" + (
            f"m0 {short(-2 * arm)}l{short(-2 * arm)} {short(2 * arm)}"
        )
        width = short(square * 0.15)
        return (
            f'<path d="{cross}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" fill="none"/>'
        )
    if symbol in "O○":
        width = short(square * 0.13)
        radius = short(square * 0.26)
        return f'<circle {at} r="{radius}" stroke="{colour}" stroke-width="{width}" fill="none"/>'
    disc = f'<circle {at} r="{short(square * 0.37)}" fill="{colour}"/>'
    if symbol == "●":
        return disc
    return disc + symbol_on_disc(symbol, x, y, square, ink)


def symbol_on_disc(symbol: str, x: float, y: float, square: float, ink: str) -> str:
    """Return the symbol of a stone, in the middle of its square."""
    size = square * 0.46
    place = f'x="{short(x)}" y="{short(y + size * 0.36)}" text-anchor="middle"'
    look = f'font-size="{short(size)}" font-weight="bold" fill="{ink}"'
    return f"<text {place} {look}>{_escaped(symbol)}</text>"


def diamond(x: float, y: float, size: float) -> str:
    """Return the path of a diamond around a place; `size` is from its middle to a corner."""
    right, left = short(size), short(-size)
    return f"M{short(x)} {short(y - size)}l{right} {right}{left} {right}{left} {left}z"


def _escaped(text: str) -> str:
    """Return a text for XML, with unprintable characters as escape sequences of Python."""
    return escape(printable(text))


def short(number: float) -> str:
    """Return a number with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")


def _width(text: str, size: float) -> float:
    return cell_len(text) * WIDTH_OF_CELL * size
