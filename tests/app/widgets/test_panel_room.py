"""How a window is divided: the board is as large as it can be, and the panel takes what is left."""

import pytest
from textual.geometry import Size

from ttt_tui.app.widgets.board.cell_size import CellSize, best_size
from ttt_tui.app.widgets.views import LEAST_PANEL, Division, divide, usual_panel
from ttt_tui.engine import Geometry

BOARDS = [Geometry(side, side, 3) for side in range(3, 21)] + [Geometry(7, 6, 4), Geometry(20, 3, 3)]
WINDOWS = [(80, 24), (100, 30), (120, 40), (160, 45), (200, 50), (200, 80), (240, 67), (300, 30)]


def divided(geometry: Geometry, window: tuple[int, int]) -> tuple[Division, CellSize]:
    """Return how a window with so many columns and lines is divided, and the size of the squares."""
    room = Size(window[0], window[1] - 3)
    division = divide(room, geometry, 1, has_panel=True)
    return division, best_size(geometry, 1, division.board)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_no_board_is_smaller_than_beside_the_narrowest_panel(window: tuple[int, int]) -> None:
    for geometry in BOARDS:
        division, cell = divided(geometry, window)
        assert cell == best_size(geometry, 1, Size(window[0] - LEAST_PANEL - 1, window[1] - 3)), geometry
        assert division.left + division.board.width + division.gap + division.panel.width <= window[0]
        assert division.top + division.panel.height <= division.board.height <= window[1] - 3
        assert division.gap > 0


def test_the_panel_of_a_large_window_is_wide_and_high_unless_the_board_needs_its_columns() -> None:
    for geometry in BOARDS:
        panel = divided(geometry, (200, 50))[0].panel
        assert panel.width >= 56 or geometry.columns > 2 * geometry.rows
        assert panel.height >= 44


@pytest.mark.parametrize(("window", "width"), [((80, 24), 26), ((120, 40), 29), ((200, 80), 54)])
def test_a_panel_gives_columns_for_larger_squares_and_for_margins(
    window: tuple[int, int], width: int
) -> None:
    division, cell = divided(Geometry(7, 6, 4), window)
    assert division.panel.width == width
    beside = division.board.width - cell.core(7, 6, 1).width
    assert beside >= 5, "wood left and right of the squares, and the numbers"
    assert width < usual_panel(window[0]) <= divided(Geometry(4, 4, 4), window)[0].panel.width
