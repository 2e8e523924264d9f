"""How a window is divided: margins come first, then the board is as large as it can be."""

import pytest
from textual.geometry import Size

from ttt_tui.app.widgets.board.cell_size import CellSize, best_size, drawing_in
from ttt_tui.app.widgets.views import LEFT, RIGHT, Division, divide, least_panel, usual_panel
from ttt_tui.engine import Geometry, Rules

BOARDS = [Geometry(side, side, 3) for side in range(3, 21)] + [Geometry(7, 6, 4), Geometry(20, 3, 3)]
ULTIMATE = Geometry(9, 9, 3, Rules.parse("ultimate"))
WINDOWS = [(80, 24), (100, 30), (120, 40), (160, 45), (200, 50), (200, 80), (240, 67), (300, 30)]


def divided(geometry: Geometry, window: tuple[int, int]) -> tuple[Division, CellSize]:
    """Return how a window with so many columns and lines is divided, and the size of the squares."""
    room = Size(window[0], window[1] - 3)
    division = divide(room, geometry, 1, has_panel=True)
    return division, best_size(geometry, 1, division.board)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_table_is_left_of_the_board_between_and_right_of_the_panel(window: tuple[int, int]) -> None:
    for geometry in [*BOARDS, ULTIMATE]:
        division, _ = divided(geometry, window)
        assert division.left >= LEFT
        assert division.gap > 0
        end = division.left + division.board.width + division.gap + division.panel.width
        assert end + RIGHT == window[0], "the panel ends where the top line's text ends"
        assert division.panel.width >= least_panel(window[0])
        assert division.top + division.panel.height <= division.board.height <= window[1] - 3
        assert drawing_in(geometry, 1, division.board).width == division.board.width


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_squares_are_the_largest_beside_a_panel_with_its_columns(window: tuple[int, int]) -> None:
    room = Size(window[0] - LEFT - 1 - RIGHT - usual_panel(window[0]), window[1] - 3)
    for geometry in BOARDS:
        division, cell = divided(geometry, window)
        fits = best_size(geometry, 1, room)
        down = room.height - fits.core(geometry.columns, geometry.rows, 1).height - 1
        if down < 2:  # a smaller one leaves half a line of table above and below, where stones stay large
            assert cell == fits or (cell.stone.height >= 3 and cell.has_drawn_stones)
        elif window[0] >= 120 and division.panel.width >= usual_panel(window[0]):
            assert cell == fits, geometry


@pytest.mark.parametrize(
    ("board", "window", "cell", "panel"),
    [
        (Geometry(7, 6, 4), (80, 24), "6×2", 25),
        (Geometry(7, 6, 4), (120, 40), "9×4", 38),
        (Geometry(7, 6, 4), (200, 80), "19×9", 50),
        (Geometry(9, 9, 5), (120, 40), "6×3", 40),
        (Geometry(15, 15, 5), (200, 50), "6×3", 72),
        (Geometry(19, 19, 5), (120, 40), "3×1", 46),
        (ULTIMATE, (120, 40), "7×3", 34),
    ],
)
def test_a_panel_gives_few_columns_and_takes_empty_ones(
    board: Geometry, window: tuple[int, int], cell: str, panel: int
) -> None:
    division, size = divided(board, window)
    assert (f"{size.width}×{size.height}", division.panel.width) == (cell, panel)


def test_the_panel_of_a_large_window_is_wide_and_high_unless_the_board_needs_its_columns() -> None:
    for geometry in BOARDS:
        panel = divided(geometry, (200, 50))[0].panel
        assert panel.width >= 56 or geometry.columns > 2 * geometry.rows
        assert panel.height >= 44


@pytest.mark.parametrize("side", [19, 20])
def test_a_low_board_is_not_at_the_top_of_an_empty_window_and_its_panel_goes_on_below_it(side: int) -> None:
    geometry = Geometry(side, side, 5)
    division, _ = divided(geometry, (120, 40))
    assert division.is_low
    assert division.board.height == 37
    board = drawing_in(geometry, 1, Size(division.board.width, 37)).height
    above, below = division.top, 37 - division.top - board
    assert above >= 5
    assert above <= below <= 2 * above
    assert division.panel.height == 37 - above - 1


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_board_and_panel_begin_on_one_line_and_the_board_fits_below_it(window: tuple[int, int]) -> None:
    for geometry in [*BOARDS, ULTIMATE]:
        division, cell = divided(geometry, window)
        below = Size(division.board.width, division.board.height - division.top)
        assert drawing_in(geometry, 1, below).height <= below.height, geometry
        assert best_size(geometry, 1, below) == cell
