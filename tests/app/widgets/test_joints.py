"""Lines that win are one bar in every direction, at every size, and each step of their motion is painted."""

from dataclasses import replace
from itertools import pairwise

import pytest
from rich.style import Style
from textual.geometry import Offset, Size

from tests.app.widgets.test_painter import COLOURS, STYLES
from tests.support.sampling import sampled
from ttt_tui.app.widgets.board.cell_size import POINTS, SQUARES, CellSize
from ttt_tui.app.widgets.board.ground import glyphs_for
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import motion, rest
from ttt_tui.app.widgets.board.painter import BoardPainter, changed_cells
from ttt_tui.app.widgets.board.stones import QUADRANTS
from ttt_tui.app.widgets.board.styles import BoardStyles
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Geometry, Player, Rules, mask_of, squares_of

SIZES = SQUARES + POINTS
FIVE, TORUS = Geometry(5, 5, 3), Geometry(5, 5, 4, Rules(wrap=True))

LINES = {
    "row": "b2 c2 d2",
    "column": "b2 b3 b4",
    "falling": "b2 c3 d4",
    "rising": "b4 c3 d2",
    "overline": "a1 b2 c3 d4 e5",
    "two that cross": "b2 c3 d4 b4 d2",
    "two with a corner": "a1 b1 c1 a2 a3",
    "row and falling": "a1 b1 c1 b2 c3",
}
OVER_THE_EDGE = {
    "row": "d2 e2 a2 b2",
    "column": "c4 c5 c1 c2",
    "falling": "d4 e5 a1 b2",
    "rising": "b1 a2 e3 d4",
    "endless": "a3 b4 c5 d1 e2",
}


def a_win(
    size: CellSize, geometry: Geometry, names: str, *, is_ascii: bool = False, has_colours: bool = True
) -> BoardPainter:
    """Return the painter of a full board with these squares as the winning lines."""
    winning = mask_of(map(geometry.parse, names.split()))
    rest_of = mask_of(geometry.squares) & ~winning
    own = mask_of(square for number, square in enumerate(squares_of(rest_of)) if number % 3 == 0)
    view = BoardView((winning | own, rest_of & ~own), winning=winning, is_over=True)
    core = size.core(geometry.columns, geometry.rows, 1)
    layout = BoardLayout(geometry, 1, Size(core.width + 7, core.height + 3), size, Offset(0, 0))
    players = Player("0", "X", "blue"), Player("1", "O", "red")
    styles = STYLES if has_colours else {name: style.without_color for name, style in STYLES.items()}
    inks = BoardStyles(styles.__getitem__, [(colour, "#15110d") for colour in COLOURS], has_colours)
    glyphs = glyphs_for(size, is_ascii)
    return BoardPainter(layout, view, rest(view), players, None, None, None, glyphs, inks)


def text_of(painter: BoardPainter) -> list[str]:
    return ["".join(text for text, _ in painter.line(y)) for y in range(painter.layout.room.height)]


def filled_quarters(painter: BoardPainter) -> set[tuple[int, int]]:
    """Return the quarters of cells in the winner's full colour, and all of the squares that won.

    There are two across and two down for each cell.
    """

    def is_winners(style: Style, *, is_ground: bool) -> bool:
        colour = style.bgcolor if is_ground else style.color
        return colour is not None and colour.name == COLOURS[0]

    found = set()
    for y in range(painter.layout.room.height):
        for x, (text, style) in enumerate(painter.line(y)):
            shape = QUADRANTS.index(text) if text in QUADRANTS else 0
            for quarter in range(4):
                if is_winners(style, is_ground=not shape >> quarter & 1):
                    found.add((2 * x + quarter % 2, 2 * y + quarter // 2))
    for square in squares_of(painter.view.winning):
        x, y, width, height = painter.layout.stone(square)
        found |= {(2 * x + i, 2 * y + j) for i in range(2 * width) for j in range(2 * height)}
    return found


def connected(quarters: set[tuple[int, int]], start: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the quarters that touch the first one, directly or through others."""
    found, coming = {start}, [start]
    while coming:
        x, y = coming.pop()
        new = ({(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & quarters) - found
        found |= new
        coming += new
    return found


def corner(painter: BoardPainter, square: int) -> tuple[int, int]:
    """Return a quarter in the ground of a square's stone."""
    x, y = painter.layout.stone(square).offset
    return 2 * x, 2 * y


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_squares_of_a_winning_line_are_joined(size: CellSize, name: str) -> None:
    painter = a_win(size, FIVE, LINES[name])
    first, *others = squares_of(painter.view.winning)
    bar = connected(filled_quarters(painter), corner(painter, first))
    assert all(corner(painter, square) in bar for square in others), "\n".join(text_of(painter))
    assert bar == filled_quarters(painter), "nothing else is in the winner's full colour"


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_line_of_the_board_is_seen_through_a_bar(size: CellSize, name: str) -> None:
    painter = a_win(size, FIVE, LINES[name])
    for y in range(painter.layout.room.height):
        for text, style in painter.line(y):
            if style.bgcolor is not None and style.bgcolor.name == COLOURS[0]:
                assert text not in "─│┼━┃╋├┤┬┴┌┐└┘•"


@pytest.mark.parametrize("name", OVER_THE_EDGE)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_line_over_the_edge_is_filled_up_to_it_on_both_sides(size: CellSize, name: str) -> None:
    painter = a_win(size, TORUS, OVER_THE_EDGE[name])
    wood, quarters = painter.layout.surface, filled_quarters(painter)
    core = painter.layout.core
    outside = {(x // 2, y // 2) for x, y in quarters if not core.contains(x // 2, y // 2)}
    assert all(wood.contains(*cell) for cell in outside), "the row numbers stay free"
    assert name != "row" or 2 * wood.x not in {x for x, _ in quarters}, "with half a cell beside them"
    if name == "row":
        assert {x for x, _ in outside} >= {wood.x, wood.right - 1}
    elif name == "column":
        assert {y for _, y in outside} == {painter.layout.letters_line, core.bottom}
        assert "c" in text_of(painter)[painter.layout.letters_line], "its letter stays"
    squares = [*squares_of(painter.view.winning)]
    parts = {frozenset(connected(quarters, corner(painter, square))) for square in squares}
    assert len(parts) == 2, "it is cut only at the edge"
    assert set().union(*parts) == quarters


@pytest.mark.parametrize(
    ("size", "is_ascii", "crossing"),
    [
        (SQUARES[1], False, ["▟", "▟█▛", "▛"]),
        (SQUARES[5], False, ["▟", "▟█▛", "▛"]),
        (POINTS[0], False, ["▟", "▟█▛", "▛"]),
        (POINTS[2], False, ["▟", "▟█▛", "▛"]),
        (SQUARES[3], True, ["|", "-/-", "|"]),
    ],
    ids=str,
)
def test_a_crossing_is_filled_with_three_quarters_around_it(
    size: CellSize, is_ascii: bool, crossing: list[str]
) -> None:
    painter = a_win(size, FIVE, LINES["rising"], is_ascii=is_ascii)
    parse, stone = FIVE.parse, painter.layout.stone
    x, y = stone(parse("c3")).right, stone(parse("c3")).y - 1
    lines = [
        text_of(painter)[y - 1][x],
        text_of(painter)[y][x - 1 : x + 2].replace(" ", "█")
        if not is_ascii
        else text_of(painter)[y][x - 1 : x + 2],
        text_of(painter)[y + 1][x],
    ]
    assert lines == crossing


@pytest.mark.sample(every=9)
@pytest.mark.parametrize("is_ascii", [False, True])
@pytest.mark.parametrize("has_colours", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_step_of_a_win_paints_all_that_differs(
    size: CellSize, is_ascii: bool, has_colours: bool
) -> None:
    wins = [(FIVE, names) for names in LINES.values()] + [(TORUS, names) for names in OVER_THE_EDGE.values()]
    for geometry, names in sampled(wins, wins[::2]):
        painter = a_win(size, geometry, names, is_ascii=is_ascii, has_colours=has_colours)
        before = painter.view._replace(winning=0, is_over=False)
        steps = [
            (before, rest(before)),
            *((painter.view, m) for _, m in motion(geometry, before, painter.view)),
        ]
        for one, two in pairwise([*steps, steps[0]]):
            painted = {
                (x, y)
                for region in changed_cells(painter.layout, one, two)
                for x in region.column_range
                for y in region.line_range
            }
            assert differing(painter, one, two) <= painted, names


def differing(painter: BoardPainter, *shown: tuple[BoardView, object]) -> set[tuple[int, int]]:
    """Return the cells in which two states of a board differ."""
    one, two = (replace(painter, view=view, moment=moment) for view, moment in shown)  # type: ignore[arg-type]
    return {
        (x, y)
        for y in range(painter.layout.room.height)
        for x, (a, b) in enumerate(zip(one.line(y), two.line(y), strict=True))
        if a != b
    }
