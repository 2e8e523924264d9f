"""The small boards of Ultimate, as they are drawn around and below their stones.

A board to play on is raised: it has a ground of its own (see `tints`), or a frame where colours cannot be
mixed. A board that is won is taken over by a large stone of its winner: nothing else is in it, and the mark
of the latest stone is beside the large one. While stones are still placed there the large one is pale and the
small ones are on it; where they touch each other it is just a bar with its symbol beside them. A board that
is drawn loses its rules, and its stones are dimmed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import pairwise
from operator import or_

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Offset, Region

from ttt_tui.app.widgets.board.cell_size import FIELD_MARGIN
from ttt_tui.app.widgets.board.ground import Glyphs
from ttt_tui.app.widgets.board.joints import DrawnJoint, Part, bridge, drawn_joints
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment, Shown
from ttt_tui.app.widgets.board.stones import stone
from ttt_tui.app.widgets.board.styles import BOLD, BoardStyles, DrawnText
from ttt_tui.app.widgets.board.view import BoardView, SmallBoards
from ttt_tui.engine import Mask, Player, Square, squares_of
from ttt_tui.engine.nine_boards import BOARD_OF, BOARD_SQUARES, NINE_LINES, SIDE


@dataclass(frozen=True)  # without slots: it has cached properties
class NinePainter:
    """Draws the small boards of one view; made for one paint."""

    layout: BoardLayout
    view: BoardView
    boards: SmallBoards
    moment: Moment
    players: Sequence[Player]
    glyphs: Glyphs
    inks: BoardStyles
    keeps_stones: bool
    """Whether all small stones are needed, since their numbers are shown."""

    def pieces(self, y: int) -> Iterator[DrawnText]:
        """Yield the texts below the stones in a line, over the ground."""
        core = self.layout.core
        for board, field in self._fields:
            if field.y <= y < field.bottom:
                for x, text, style in self._pieces(board, field, y):
                    yield from _within(core, x, text, style)
        for region, text, style in self._joints:
            if region.y <= y < region.bottom:
                yield from _within(core, region.x, text * region.width, style)

    def _pieces(self, board: int, field: Region, y: int) -> Iterator[DrawnText]:
        it, owner = 1 << board, self._owners[board]
        is_lit, is_receding = bool(self.lit & it), bool(self._receding & it)
        if is_lit or is_receding:
            blank = self._lit_style(owner) if is_lit else self.inks.grid
            yield field.x, " " * field.width, blank
        if self._frame is not None and self.boards.playable & it:
            part = 0 if y == field.y else 2 if y == field.bottom - 1 else 1
            yield field.x, self.glyphs.frame[0][part], self._frame
            yield field.right - 1, self.glyphs.frame[1][part], self._frame
        if owner is None or (is_lit and self.keeps_stones):
            return
        is_pale = not is_lit and not is_receding
        is_bar = is_pale and not self.layout.cell.has_rules
        is_dimmed = (is_pale and not is_bar) or (self.moment.is_dimmed and not is_lit)
        line, filled = self.inks.stone(owner, is_dimmed=is_dimmed, is_won=is_lit)
        symbol, (width, height) = self.players[owner].symbol, self.layout.cell.block
        if is_bar:  # there is no room between the small stones
            is_named = y == field.y + height // 2 and cell_len(symbol) == FIELD_MARGIN
            yield field.right - FIELD_MARGIN, symbol if is_named else " " * FIELD_MARGIN, filled
            return
        drawn = stone_pieces(symbol, width, height, is_ascii=self.glyphs.is_ascii)
        for x, text, is_filled in drawn[y - field.y]:
            yield field.x + FIELD_MARGIN + x, text, filled if is_filled else line
        yield from self._mark(board, y)

    def _mark(self, board: int, y: int) -> Iterator[DrawnText]:
        """Yield the mark of a covered board's latest or new stone beside the large stone."""
        marked = self.view.new | self.view.latest if self._covered & ~self.lit & 1 << board else 0
        for square in squares_of(marked & BOARD_SQUARES[board]):
            x, line = mark_place(self.layout, square)
            if line == y:
                owner = next(seat for seat, stones in enumerate(self.view.stones) if stones >> square & 1)
                is_full = self.view.latest >> square & 1 and not self.moment.is_hollow
                mark = self.glyphs.latest if is_full else self.glyphs.new
                yield x, mark, self.inks.stone(owner).line + BOLD

    @cached_property
    def _frame(self) -> Style | None:
        """The style of the frame of a board to play on, None if it has another ground instead."""
        has_ground = self.inks.wood is not None and not self.glyphs.is_ascii
        return None if has_ground else self.inks.part("cursor")

    def _lit_style(self, owner: int | None) -> Style:
        """Return the style of the ground of a board in a winning line."""
        assert owner is not None, "the boards of a line have been won"
        return self.inks.stone(owner, is_won=True).line

    # --- the states of the boards ------------------------------------------------------------------------

    @cached_property
    def _fields(self) -> list[tuple[int, Region]]:
        """The visible boards, each with its cells."""
        fields = ((board, self.layout.field(board)) for board in range(SIDE * SIDE))
        return [(board, field) for board, field in fields if field.overlaps(self.layout.core)]

    @cached_property
    def _owners(self) -> list[int | None]:
        """Board → its owner."""
        won = self.boards.won
        return [
            next((p for p, boards in enumerate(won) if boards >> b & 1), None) for b in range(SIDE * SIDE)
        ]

    @cached_property
    def lit(self) -> int:
        """The boards that are shown as part of a winning line."""
        return lit_boards(self.moment.filled)

    @cached_property
    def _covered(self) -> int:
        """The boards over which a large stone is drawn."""
        return 0 if self.keeps_stones else self.boards.owned & self.boards.closed

    @cached_property
    def _receding(self) -> int:
        """The boards without rules, whose stones are dimmed."""
        return self.boards.drawn | self._covered

    @cached_property
    def dimmed(self) -> Mask:
        """The squares whose stones are dimmed."""
        return _squares(self._receding)

    @cached_property
    def hidden(self) -> Mask:
        """The squares whose stones are not drawn: a large stone replaces them."""
        return 0 if self.keeps_stones else _squares(self.lit | self._covered)

    @cached_property
    def _joints(self) -> list[DrawnJoint]:
        """The parts of strong lines between boards that are lit."""
        parts = (
            (owner, part)
            for board, part in joints_of_boards(self.layout, self.view, self.moment)
            if (owner := self._owners[board]) is not None
        )
        return drawn_joints(parts, self.inks, is_ascii=self.glyphs.is_ascii)


def joints_of_boards(layout: BoardLayout, view: BoardView, moment: Moment) -> Iterator[tuple[int, Part]]:
    """Yield the parts that join the lit boards of each winning line, with one of the boards."""
    lit, won = lit_boards(moment.filled), lit_boards(view.winning)
    for line in NINE_LINES if lit else ():
        for board, other in pairwise(squares_of(line)) if won & line == line else ():
            if lit >> board & lit >> other & 1:
                for part in bridge(layout.field(board), layout.field(other)):
                    yield board, part


def mark_place(layout: BoardLayout, square: Square) -> Offset:
    """Return the cell of a stone's mark beside the large stone that covers it."""
    return Offset(layout.field(BOARD_OF[square]).right - 1, layout.anchor(square).y)


def start_of_turn(layout: BoardLayout, boards: SmallBoards, stones: Mask, cursor: Square) -> Square:
    """Return where the cursor begins a turn: on the nearest empty square of a board to play on.

    If only one board is due and the cursor is not on it, nearest to the middle of that board.
    """
    geometry, playable = layout.geometry, boards.playable_squares
    if boards.due is not None and not playable >> cursor & 1:
        cursor = layout.first_square(boards.due) + geometry.at(1, 1)

    def distance(square: Square) -> int:
        across = geometry.column(square) - geometry.column(cursor)
        return across**2 + (geometry.row(square) - geometry.row(cursor)) ** 2

    return min(squares_of(playable & ~stones), key=distance)


def changed_fields(layout: BoardLayout, before: Shown, after: Shown) -> Iterator[Region]:
    """Yield the small boards that are drawn differently as a whole, and strong lines between them."""
    (old_view, old), (view, new) = before, after
    assert old_view.boards is not None, "both are of Ultimate"
    assert view.boards is not None, "both are of Ultimate"
    lit = lit_boards(old.filled), lit_boards(new.filled)
    changed = lit[0] ^ lit[1] | old_view.boards.changed(view.boards)
    if old.is_dimmed != new.is_dimmed:
        changed |= view.boards.owned
    for board in squares_of(changed):
        yield layout.field(board)
    for _, part in {*joints_of_boards(layout, *before)} ^ {*joints_of_boards(layout, *after)}:
        yield part.region
    marked = old_view.latest ^ view.latest | old_view.new ^ view.new
    for square in squares_of(marked | (view.latest if old.is_hollow != new.is_hollow else 0)):
        yield Region(*mark_place(layout, square), 1, 1)


def lit_boards(filled: Mask) -> int:
    """Return the boards, a nine, that are shown as part of a winning line."""
    return sum(1 << board for board, squares in enumerate(BOARD_SQUARES) if filled & squares)


def _squares(boards: int) -> Mask:
    return reduce(or_, (BOARD_SQUARES[board] for board in squares_of(boards)), 0)


def _within(core: Region, x: int, text: str, style: Style) -> Iterator[DrawnText]:
    """Yield a text, cut to the visible squares."""
    first, last = max(core.x - x, 0), core.right - x
    if text[first:last]:
        yield x + first, text[first:last], style


StonePieces = tuple[tuple[tuple[int, str, bool], ...], ...]
"""Lines of texts, each with its x and whether it is filled."""


@lru_cache(64)
def stone_pieces(symbol: str, width: int, height: int, *, is_ascii: bool) -> StonePieces:
    """Return the lines of a stone without its blanks."""
    lines = []
    for line in stone(symbol, width, height, is_ascii=is_ascii).lines:
        x, pieces = 0, []
        for run, is_filled in line:
            for character in run:
                if is_filled or character != " ":
                    pieces.append((x, character, is_filled))
                x += cell_len(character)
        lines.append(tuple(pieces))
    return tuple(lines)
