"""Which parts of a board have to be painted again: those that differ, and no others."""

from collections.abc import Iterator

from textual.geometry import Region

from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment
from ttt_tui.app.widgets.board.painter import joints
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Square, squares_of

Shown = tuple[BoardView, Moment]


def changed_cells(drawn: BoardLayout, before: Shown, after: Shown) -> Iterator[Region]:
    """Give the parts of the squares, and of what is between them, that are drawn otherwise."""
    (old_view, old), (view, new) = before, after
    changed = old_view.changed(view) | old.filled ^ new.filled
    if old.is_dimmed != new.is_dimmed:
        for stones in view.stones:
            changed |= stones & ~new.filled
    for square in squares_of(changed):
        yield drawn.box(square).union(drawn.stone(square))
    if old.is_hollow != new.is_hollow and view.last is not None:
        yield drawn.latest(view.last)
    for _, region in set(joints(drawn, *before)) ^ set(joints(drawn, *after)):
        yield region


def changed_labels(drawn: BoardLayout, before: Square, after: Square) -> Iterator[Region]:
    """Give the letters and numbers of two squares, as far as they are not the same."""
    geometry = drawn.geometry
    for square in (before, after):
        if geometry.column(before) != geometry.column(after):
            yield Region(drawn.centre(geometry.column(square)), drawn.letters_line, 1, 1)
        if geometry.row(before) != geometry.row(after):
            yield drawn.number(geometry.row(square))
