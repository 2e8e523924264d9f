"""No mark breaks a stone: at every size, for every symbol, mark, number and hint, with or without cursor."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.app.widgets.test_painter import COLOURS, GLYPHS, a_painter
from tests.app.widgets.test_rack import a_rack
from ttt_tui.app.widgets.board.cell_size import BLOCKS, POINTS, RACKS, SQUARES, CellSize
from ttt_tui.app.widgets.board.painter import BoardPainter
from ttt_tui.app.widgets.board.stones import is_tile
from ttt_tui.engine import Square

SYMBOLS = ["XO", "OX", "●○", "○●", "ZQ", "你Z"]
SIZES = [*SQUARES, *POINTS, *RACKS]
Cell = tuple[str, str | None, str | None]
"""A character, its colour and its ground."""


def a_stone(size: CellSize, symbols: str, *, is_ascii: bool) -> tuple[BoardPainter, Square]:
    """Return a painter without marks and cursor, and the square of the first player's stone."""
    if size.is_rack:
        rack = a_rack(size, symbols, is_ascii=is_ascii)
        return rack, rack.layout.geometry.parse("a6")
    painter = replace(a_painter(size, symbols, is_ascii=is_ascii), cursor=None)
    return painter, painter.layout.geometry.parse("a1")


def marked(bare: BoardPainter, square: Square) -> Iterator[tuple[str, BoardPainter]]:
    """Yield the marks of a stone, each by its name."""
    latest, new = bare.view._replace(last=square), bare.view._replace(new=1 << square)
    yield "latest", replace(bare, view=latest)
    yield "new", replace(bare, view=new)
    for name, view in (("no mark", bare.view), ("latest", latest), ("new", new)):
        yield f"cursor on {name}", replace(bare, view=view, cursor=square, labelled=square)


def cells(painter: BoardPainter, square: Square) -> dict[tuple[int, int], Cell]:
    """Return the cells of a stone."""
    region, found = painter.layout.stone(square), {}
    if not painter.layout.cell.has_drawn_stones:  # a chip is its symbol; marks are its sides
        x, y = painter.layout.anchor(square)
        region = region.intersection(type(region)(x, y, painter.layout.mark_width, 1))
    for y in range(region.y, region.bottom):
        line = painter.line(y)
        for x in range(region.x, region.right):
            text, style = line[x]
            colour, ground = (each.name if each else None for each in (style.color, style.bgcolor))
            found[x, y] = text, colour, ground
    return found


def is_intact(before: Cell, after: Cell) -> bool:
    """Whether a cell of a stone is as it was, is wood or line beside it, or is wholly on the stone's colour.

    In a cell that is drawn as the wood around a stone, the wood may be lit.
    """
    text, colour, ground = before
    if before == after or (ground == COLOURS[0] and (text, ground) == (after[0], after[2])):
        return True
    is_beside = COLOURS[0] not in (colour, ground) or (text == " " and ground != COLOURS[0])
    is_solid = ground == COLOURS[0] or text == "█"
    return is_beside or (is_solid and text in (" ", "█") and after[2] == COLOURS[0])


@pytest.mark.parametrize("is_ascii", GLYPHS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_mark_and_no_cursor_breaks_a_stone(size: CellSize, is_ascii: bool) -> None:
    for symbols in SYMBOLS:
        bare, square = a_stone(size, symbols, is_ascii=is_ascii)
        whole = cells(bare, square)
        for name, painter in marked(bare, square):
            for place, after in cells(painter, square).items():
                if size.width == 2 and "cursor" in name:  # there the cursor is the ground itself
                    assert whole[place][0] == after[0], (symbols, name)
                    continue
                if size.touches_above and whole[place][0] in symbols:  # there the last stone has a ground
                    assert whole[place][0] == after[0], (symbols, name)
                    continue
                assert is_intact(whole[place], after), (symbols, name, place, whole[place], after)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_number_is_in_a_hole_or_wholly_on_the_stones_colour(size: CellSize) -> None:
    for symbols in SYMBOLS:
        for number in (7, 42, 142):
            bare, square = a_stone(size, symbols, is_ascii=False)
            numbered = replace(
                bare, view=bare.view._replace(numbers={square: number}, last=square), shows_numbers=True
            )
            if not size.has_drawn_stones:
                continue
            drawn = cells(numbered, square)
            text = "".join(cell[0] for cell in drawn.values())
            assert str(number) in text, (symbols, text)
            shape, row = cells(bare, square), numbered.layout.anchor(square).y
            written = [place for place, cell in drawn.items() if cell[0].isdigit() and place[1] == row]
            is_shape = not is_tile(symbols[0]) and symbols[0] not in text
            for place in written if is_shape else ():
                is_blank = shape[place][0] == " " and shape[place][2] != COLOURS[0]
                assert is_blank or drawn[place][2] == COLOURS[0], (symbols, number, place)


@pytest.mark.parametrize("size", [size for size in BLOCKS if size.has_drawn_stones], ids=str)
def test_squares_of_small_boards_are_among_these_sizes(size: CellSize) -> None:
    assert any((size.width, size.height) == (each.width, each.height) for each in SQUARES)
