"""The parts of a board that differ from one moment to another: only these are repainted."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from textual.geometry import Region

from ttt_tui.app.widgets.board.labels import values_drawn
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment
from ttt_tui.app.widgets.board.painter import joints
from ttt_tui.app.widgets.board.tints import joints_of
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Square, mask_of, squares_of

Shown = tuple[BoardView, Moment]


def changed_cells(drawn: BoardLayout, before: Shown, after: Shown) -> Iterator[Region]:
    """Yield the parts of squares and of joints between them that are drawn differently."""
    (old_view, old), (view, new) = before, after
    changed = old_view.changed(view) | old.filled ^ new.filled | old.dimmed(old_view) ^ new.dimmed(view)
    if values_drawn(old_view.labels, drawn.cell) != values_drawn(view.labels, drawn.cell):
        changed |= mask_of(view.labels)
    if drawn.cell.touches_above:  # a stone looks different below one of the same player
        changed |= changed << drawn.geometry.stride & reduce(or_, view.stones, 0)
    if old_view.boards and view.boards:
        from ttt_tui.app.widgets.board.nine import changed_fields  # only games of Ultimate need it

        yield from changed_fields(drawn, before, after)
    for square in squares_of(changed):
        yield drawn.numbered(square)
    for square in squares_of((old_view.marked_forbidden ^ view.marked_forbidden) & ~changed):
        yield Region(*drawn.anchor(square), 1, 1)
    for square in squares_of(view.latest if old.is_hollow != new.is_hollow else 0):
        yield drawn.latest(square)
    if old.filled or new.filled:
        for _, region in set(joints(drawn, *before)) ^ set(joints(drawn, *after)):
            yield region
    for line in {*old_view.lines} ^ {*view.lines}:
        yield from joints_of(drawn, line.squares)


def changed_labels(drawn: BoardLayout, before: Square | None, after: Square | None) -> Iterator[Region]:
    """Yield the cells of letters and numbers in which two squares differ; None has neither."""
    geometry = drawn.geometry
    columns, rows = (
        {place(square) for square in (before, after) if square is not None}
        for place in (geometry.column, geometry.row)
    )
    is_other = before is None or after is None
    for column in columns if before != after and (is_other or len(columns) > 1) else ():
        yield Region(drawn.centre(column), drawn.letters_line, 1, 1)
    for row in rows if before != after and (is_other or len(rows) > 1) else ():
        yield drawn.number(row)
