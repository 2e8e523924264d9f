"""The picture of a game on its board, as in play but without letters and numbers; it takes no input."""

from functools import cached_property

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Offset, Size
from textual.strip import Strip
from textual.widget import Widget

from ttt_tui.app.look.room import is_within
from ttt_tui.app.widgets.board.cell_size import LEFT, LETTERS, sizes_of
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment, rest
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Game, Mask, Setup, Square

LARGEST = Size(61, 29)
"""The usual most cells of the squares: 15×15 and 20×20 points of 4×2 and 3×1 cells, 3×3 squares of 19×9."""

MARGIN, MOST_MARGIN = 2, 6
"""Cells of wood left and right of the squares; a wider room is filled up to the most."""

FOR_LINES = 3
"""Cells of wood beside the squares from which there is a line of wood above and below them, where it fits."""


class BoardPicture(BoardGrid):
    """Shows the end of a game, or the players' stones, in the largest squares that fit `most` cells."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup.geometry, setup.drawn_players)
        self.set_reactive(Widget.disabled, True)  # the mouse has nothing to do here
        self.most = LARGEST
        """The most cells of the squares."""
        self.least_margin = MARGIN
        """The least cells of wood left and right of the squares."""
        self.most_above = 0
        """The lines of wood above and below the squares where there is room for them: 0 or 1."""

    def grow(self, most: Size) -> None:
        """Draw squares of at most `most` cells from now on."""
        if most != self.most:
            self.most = most
            self.__dict__.pop("drawn", None)
            self.refresh(layout=True)

    def show_game(self, setup: Setup, game: Game | None) -> None:
        """Show a game, or without one some stones of a set-up's players, dimmed."""
        setup = setup if game is None else game.setup
        view = example(setup) if game is None else BoardView.after(game, len(game.moves))
        view = view._replace(is_over=True)  # so that there is no cursor
        if (setup.geometry, setup.drawn_players, view) == (self.geometry, self.players, self.view):
            return
        self.geometry, self.players, self.view = setup.geometry, setup.drawn_players, view
        self.set_reactive(BoardGrid.cursor, 0)
        self.mark_width = max(cell_len(player.symbol) for player in self.players)
        self._shown = view, rest(view) if game is not None else Moment(is_dimmed=True)
        self.__dict__.pop("drawn", None)
        self.refresh(layout=True)

    @cached_property
    def drawn(self) -> BoardLayout:
        for cell in sizes_of(self.geometry):
            width, height = cell.core(self.geometry.columns, self.geometry.rows, self.mark_width)
            if is_within(Size(width, height), self.most):
                break  # else it is the smallest
        room = Size(width + 2 * LEFT, height + LETTERS + 2)
        return BoardLayout(self.geometry, self.mark_width, room, cell, Offset(0, 0))

    @property
    def fits(self) -> bool:
        """Whether the squares have room."""
        return is_within(self.drawn.core.size, self.most)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.drawn.core.width + 2 * self._margin

    @property
    def _margin(self) -> int:
        least = self.least_margin
        return least + max(0, min((self.most.width - self.drawn.core.width) // 2, MOST_MARGIN - least))

    @property
    def _above(self) -> int:
        """The lines of wood above the squares, and below them, without the half lines at the edges."""
        has_room = self.drawn.core.height + 2 <= self.most.height and self._margin >= FOR_LINES
        is_open = self.geometry.rules.wrap  # lines run on to the edge of the wood
        return self.most_above * (has_room and not is_open)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.drawn.core.height + 2 * self._above + 2

    def place_hardware_cursor(self) -> None:
        """Leave the terminal's cursor in its place."""

    def render_line(self, y: int) -> Strip:
        """Draw a line of the squares between blanks, or one of wood above or below them, or half of one."""
        core, width = self.drawn.core, self.size.width
        place, is_wood = y - 1 - self._above, 0 < y < self.size.height - 1
        line = core.y + min(max(place, 0), core.height - 1) if is_wood else core.bottom if y else 0
        edge, *cells = self._painter.line(line)[core.x - 1 : core.right]
        if is_wood:
            edge = " ", edge[1]
            cells = cells if 0 <= place < core.height else [edge] * core.width
        beside = [edge] * self._margin
        cells = [*beside, *cells, *beside]
        strip = Strip([Segment(text, style) for text, style in cells]).simplify()
        return strip.adjust_cell_length(width, self.rich_style)


EXAMPLE = "b3 e8 f5 i4 i1 g1 c3 h9 f7 i3 i9 g7 a3 c9 i8 i6 i7 h2"
"""A game of small boards: two that are won lie on a line with the middle one, to which its moves lead."""


def example(setup: Setup) -> BoardView:
    """Return a view with an example of a set-up's game."""
    if setup.geometry.block_side is None:
        return one_stone_each(setup)
    game = Game(Setup(setup.geometry, 2))  # the set-up may have more players, which is told elsewhere
    for name in EXAMPLE.split():
        game.place(name)
    return BoardView.of(game.position)


def one_stone_each(setup: Setup) -> BoardView:
    """Return a view with a stone of each player, in turn order around the middle of the board.

    Where stones fall, they have fallen from there.
    """
    geometry = setup.geometry
    columns, rows = (geometry.columns - 1) // 2, (geometry.rows - 1) // 2

    def place(square: Square) -> tuple[float, ...]:
        """Rank a square by its ring around the middle, corners first, then from the upper right on."""
        x, y = geometry.column(square) - columns, geometry.row(square) - rows
        return max(abs(x), abs(y)), -min(abs(x), abs(y)), -x, y

    stones: list[Mask] = []
    for square in sorted(geometry.squares, key=place):
        landing = geometry.landing(square, sum(stones))
        if landing is not None and len(stones) < len(setup.players):
            stones.append(1 << landing)
    return BoardView(tuple(stones))
