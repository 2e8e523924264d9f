"""In which sizes boards are drawn: the largest that fit, all of it in sight or a sign that there is more."""

import pytest
from textual.geometry import Offset, Size

from ttt_tui.app.widgets.board.cell_size import best_size, drawing_in, sizes_of
from ttt_tui.app.widgets.board.ground import glyphs_for, ground_line, star_points
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.views import usual_panel
from ttt_tui.engine import Geometry

AROUND = 3
"""Lines of a screen that are not the board's: on top, the status, the keys."""

TABLE = {
    (80, 24): "11×5 9×4 7×3 6×2 6×2 4×2 4×2 4×2 3×1 3×1 3×1 3×1 3×1 3×1 2×1 2×1 2×1 2×1",
    (120, 40): "19×9 15×7 11×5 11×5 9×4 8×4 8×4 6×3 6×3 6×3 4×2 4×2 4×2 4×2 4×2 4×2 3×1 3×1",
    (200, 50): "27×13 19×9 15×7 11×5 11×5 8×4 8×4 8×4 8×4 6×3 6×3 6×3 6×3 4×2 4×2 4×2 4×2 4×2",
}
"""Windows with a panel → the sizes of the boards from 3×3 to 20×20."""

ALONE = {
    (40, 16): "7×3 6×2 4×2 4×2 3×1 3×1 3×1 3×1 3×1 3×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1",
    (20, 8): "3×1 3×1 3×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1 2×1",
}
"""Windows without; the status has two lines there."""

WINDOWS = [*TABLE, *ALONE, (60, 20), (100, 30), (160, 45), (30, 60), (240, 14)]


def room(window: tuple[int, int]) -> Size:
    """Return what is left for a board in a window."""
    columns, rows = window
    return Size(columns - usual_panel(columns), rows - AROUND) if columns >= 60 else Size(columns, rows - 4)


def square_board(side: int) -> Geometry:
    return Geometry(side, side, 3)


def laid_out(geometry: Geometry, window: tuple[int, int], mark_width: int = 1) -> BoardLayout:
    """Return the layout of a board as large as it makes itself in a window."""
    wanted, most = drawing_in(geometry, mark_width, room(window)), room(window)
    size = Size(min(wanted.width, most.width), min(wanted.height, most.height))
    return BoardLayout(geometry, mark_width, size, best_size(geometry, mark_width, size), Offset(0, 0))


@pytest.mark.parametrize("window", [*TABLE, *ALONE], ids=str)
def test_each_board_has_the_size_that_is_planned_for_it(window: tuple[int, int]) -> None:
    planned = (TABLE | ALONE)[window].split()
    sizes = [best_size(square_board(side), 1, room(window)) for side in range(3, 21)]
    assert [f"{size.width}×{size.height}" for size in sizes] == planned


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_a_board_of_3x3_takes_four_fifths_of_the_height(window: tuple[int, int]) -> None:
    most = room(window)
    drawing = drawing_in(square_board(3), 1, most)
    is_wide_enough = most.width >= 2 * most.height
    assert not is_wide_enough or most.height > 50 or drawing.height >= 0.8 * most.height


BOARDS = [square_board(side) for side in range(3, 21)] + [
    Geometry(3, 9, 3), Geometry(7, 12, 4), Geometry(20, 3, 5), Geometry(7, 6, 4), Geometry(3, 20, 3),
]  # fmt: skip


@pytest.mark.parametrize("mark_width", [1, 2])
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_the_largest_size_that_fits_is_taken_and_fits(window: tuple[int, int], mark_width: int) -> None:
    for geometry in BOARDS:
        layout, most = laid_out(geometry, window, mark_width), room(window)
        assert best_size(geometry, mark_width, most) == layout.cell, f"{geometry} in its own room"
        fitting = [size for size in sizes_of(geometry) if size.fits(geometry, mark_width, most)]
        if fitting:
            assert layout.cell == fitting[0]
            assert layout.shown == Size(geometry.columns, geometry.rows)
            drawn = layout.core.grow(layout.wood)
            assert drawn.size == layout.room, "nothing is left over"
            assert drawn.offset == Offset(0, 0)
        else:
            assert layout.shown.width * layout.shown.height < geometry.columns * geometry.rows


def test_the_longer_side_decides_between_squares_and_points() -> None:
    large = Size(400, 150)
    for columns, rows in ((3, 9), (9, 3), (7, 12), (8, 8), (7, 8)):
        assert best_size(Geometry(columns, rows, 3), 1, large).is_points
    for columns, rows in ((3, 3), (7, 7), (7, 3)):
        assert not best_size(Geometry(columns, rows, 3), 1, large).is_points


@pytest.mark.sample(every=20)
@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("mark_width", [1, 2])
def test_every_square_in_sight_is_hit_by_its_cells_and_lies_on_the_board(
    window: tuple[int, int], mark_width: int
) -> None:
    for geometry in BOARDS:
        layout = laid_out(geometry, window, mark_width)
        for square in geometry.squares:
            if geometry.column(square) in layout.columns and geometry.row(square) in layout.rows:
                assert layout.square_at(*layout.anchor(square)) == square
                assert layout.core.contains_region(layout.box(square))
                assert layout.rows_by_y[layout.anchor(square).y] == geometry.row(square)
                middle = layout.stone(square)
                for x in range(middle.x, middle.right) if mark_width == 1 else ():
                    assert layout.square_at(x, layout.anchor(square).y) == square


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_what_is_no_square_is_nobodys(window: tuple[int, int]) -> None:
    for geometry in BOARDS:
        layout = laid_out(geometry, window)
        for y in range(layout.room.height):
            for x in range(layout.room.width):
                square = layout.square_at(x, y)
                assert square is None or layout.core.contains(x, y)
                if square is not None:
                    assert geometry.column(square) in layout.columns
                    assert geometry.row(square) in layout.rows


def test_the_wood_gives_up_its_half_lines_first_and_then_its_margins() -> None:
    board = square_board(5)
    size = next(each for each in sizes_of(board) if each.width == 7)
    least = size.core(5, 5, 1)
    woods = []
    for more in range(3):
        layout = BoardLayout(
            board,
            1,
            Size(60, least.height + 1 + more),
            best_size(board, 1, Size(60, 20 + more)),
            Offset(0, 0),
        )
        woods.append((layout.wood.top, layout.wood.bottom))
    assert woods == [(1, 0), (1, 1), (2, 1)], (
        "the lower half line stays longest: above the board is the header"
    )
    widths = [(3, 0), (4, 0), (4, 1), (4, 2), (4, 3), (4, 3)]
    for more, (left, right) in enumerate(widths):
        wood = size.wood(least, Size(least.width + 3 + more, 30))
        assert (wood.left, wood.right) == (left, right)


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ((3, 3), set()),
        ((8, 8), {(2, 2), (2, 5), (5, 2), (5, 5)}),
        ((9, 9), {(2, 2), (2, 6), (6, 2), (6, 6), (4, 4)}),
        ((15, 15), {(3, 3), (3, 11), (11, 3), (11, 11), (7, 7)}),
        ((20, 20), {(3, 3), (3, 16), (16, 3), (16, 16)}),
        ((3, 9), {(1, 4)}),
    ],
)
def test_star_points(board: tuple[int, int], points: set[tuple[int, int]]) -> None:
    assert star_points(*board) == points


def test_a_net_has_its_corners_edges_and_crossings() -> None:
    layout = laid_out(square_board(8), (80, 24))
    lines = [
        "".join(text for text, _ in ground_line(layout, glyphs_for(layout.cell, False), y))
        for y in range(layout.core.y, layout.core.y + 6)
    ]
    assert lines == [
        "  ┌───┬───┬───┬───┬───┬───┬───┐  ",
        "  │   │   │   │   │   │   │   │  ",
        "  ├───┼───┼───┼───┼───┼───┼───┤  ",
        "  │   │   │   │   │   │   │   │  ",
        "  ├───┼───•───┼───┼───•───┼───┤  ",
        "  │   │   │   │   │   │   │   │  ",
    ]
