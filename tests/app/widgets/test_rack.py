"""Boards where stones fall: holes, discs, capsules and marks, at every size and with every kind of symbol."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from rich.style import Style
from textual.geometry import Offset, Size

from tests.app.widgets.test_painter import COLOURED, COLOURS, GLYPHS, STYLES, picture, seen
from tests.support.boards import EMPTY, Look, find_board
from tests.support.driving import a_setup, playing
from tests.support.sampling import of_each_pair_some
from ttt_tui.app.contrast import mixed
from ttt_tui.app.widgets.board.cell_size import RACKS, CellSize, best_size
from ttt_tui.app.widgets.board.discs import disc, hole
from ttt_tui.app.widgets.board.ground import glyphs_for
from ttt_tui.app.widgets.board.labels import GHOST_SHARE
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment, rest
from ttt_tui.app.widgets.board.painter import changed_cells
from ttt_tui.app.widgets.board.rack import AROUND, RackPainter
from ttt_tui.app.widgets.board.styles import BoardStyles
from ttt_tui.app.widgets.board.view import BoardView, Label, hint_label
from ttt_tui.app.widgets.lines import stone_of
from ttt_tui.engine import Coordinates, Geometry, Player, Rules, mask_of

CONNECT_FOUR = Geometry(7, 6, 4, Rules(drop=True), Coordinates.GAME)
SYMBOLS = ["●○", "XO", "ZQ", "你X", "7●"]
DRAWN = [size for size in RACKS if size.has_holes]

STYLED = STYLES | {
    name: Style.parse(text)
    for name, text in {
        "hole": "#1c130c on #39281b", "text": "#f1e8da on #39281b", "muted": "#b7a995 on #39281b",
        "good": "#93d68b on #39281b", "accent": "#f4c152 on #39281b",
    }.items()
}  # fmt: skip


def a_rack(
    size: CellSize,
    symbols: str = "●○",
    *,
    is_ascii: bool = False,
    has_colours: bool = True,
    geometry: Geometry = CONNECT_FOUR,
) -> RackPainter:
    """Return the painter of a rack in a room with margins: a disc on a6, a ring on b6, no cursor."""
    mark_width = 2 if "你" in symbols else 1
    core = size.core(geometry.columns, geometry.rows, mark_width)
    room = Size(core.width + 5, core.height + 3)
    layout = BoardLayout(geometry, mark_width, room, size, Offset(0, 0))
    view = BoardView(masks("a6", "b6"))
    players = tuple(
        Player(str(seat), symbol, colour)
        for seat, (symbol, colour) in enumerate(zip(symbols, ("blue", "red"), strict=True))
    )
    styles = STYLED if has_colours else {name: style.without_color for name, style in STYLED.items()}
    inks = BoardStyles(styles.__getitem__, tuple((colour, "#15110d") for colour in COLOURS), has_colours)
    lit = geometry.parse("d6")
    return RackPainter(layout, view, rest(view), players, None, lit, None, glyphs_for(size, is_ascii), inks)


def masks(*names: str) -> tuple[int, ...]:
    """Return the squares of each player."""
    return tuple(mask_of(map(CONNECT_FOUR.parse, each.split())) for each in names)


def states(bare: RackPainter) -> dict[str, RackPainter]:
    """Return what a stone on a6 and the hole of d6 may look like."""
    a6, c6 = (CONNECT_FOUR.parse(name) for name in ("a6", "d6"))
    won = bare.view._replace(stones=masks("a6 a5 a4 a3", "b6"), winning=masks("a6 a5 a4 a3")[0], is_over=True)
    return {
        "a stone": bare,
        "the latest": replace(bare, view=bare.view._replace(last=a6)),
        "a new one": replace(bare, view=bare.view._replace(new=1 << a6)),
        "one that has won": replace(bare, view=won, moment=rest(won)),
        "one that is dimmed": replace(bare, moment=Moment(is_dimmed=True)),
        "a hole with the cursor": replace(bare, cursor=c6, labelled=c6),
        "a preview": replace(bare, preview=(1 << c6, 0)),
        "a preview of another": replace(bare, preview=(1 << c6, 1)),
    }


@pytest.mark.parametrize(
    ("size", "symbols", "is_ascii"), of_each_pair_some(RACKS, SYMBOLS, GLYPHS, every=2), ids=str
)
def test_all_that_a_hole_can_show_is_told_apart_without_colours(
    size: CellSize, symbols: str, is_ascii: bool
) -> None:
    painter = a_rack(size, symbols, is_ascii=is_ascii, has_colours=False)
    pictures = [(name, picture(state)) for name, state in states(painter).items()]
    assert [f"{one} and {two}" for (one, a), (two, b) in combinations(pictures, 2) if a == b] == []


@pytest.mark.parametrize(
    ("size", "symbols", "is_ascii", "has_colours"),
    of_each_pair_some(RACKS, SYMBOLS, GLYPHS, COLOURED, every=3),
    ids=str,
)
def test_other_eyes_read_what_is_drawn(
    size: CellSize, symbols: str, is_ascii: bool, has_colours: bool
) -> None:
    painter = a_rack(size, symbols, is_ascii=is_ascii, has_colours=has_colours)
    for name, state in states(painter).items():
        sight = find_board(seen(state))
        assert sight is not None, f"{name}\n{seen(state)}"
        assert (len(sight.columns), len(sight.rows)) == (7, 6), f"{name}\n{seen(state)}"
        looks = sight.looks()
        shown = read_as(painter)
        is_latest = "latest" in name
        wanted = Look(shown[0], False, is_latest, is_latest or "new" in name, "won" in name)
        assert looks["a6"] == wanted, f"{name}\n{seen(state)}"
        assert looks["b6"].symbol == shown[1]
        assert looks["c6"] == looks["d1"] == Look(), name
        if "preview" in name:
            assert looks["d6"] == Look(shown["another" in name], is_preview=True)
        elif "cursor" in name:
            assert looks["d6"] == Look(EMPTY, is_cursor=True)


def read_as(painter: RackPainter) -> list[str]:
    """Return as what the symbols are read: ASCII has letters for what is beyond it."""
    symbols = [player.symbol for player in painter.players]
    if not painter.glyphs.is_ascii:
        return symbols
    spare = iter("XO" if all(not symbol.isascii() for symbol in symbols) else "XOAH")
    taken = {symbol for symbol in symbols if symbol.isascii()}
    return [s if s.isascii() else next(letter for letter in spare if letter not in taken) for s in symbols]


# --- shapes ----------------------------------------------------------------------------------------------

PICTURE = """
   1     2     3     4     5     6     7
 ▗▄▄▄▖ ▗▄▄▄▖ ▗▄▄▄▖ ▗▄▄▄▖ ▗▄▄▄▖ ▗▄▄▄▖ ▗▄▄▄▖
 █████ █████ █████[█████]█████ █████ █████
 ▝▀▀▀▘ ▝▀▀▀▘ ▝▀▀▀▘ ▝▀▀▀▘ ▝▀▀▀▘ ▝▀▀▀▘ ▝▀▀▀▘
 ▗▄▄▄▖ ▗▄▄▄▖
 █████ █▌ ▐█
 ▝▀▀▀▘ ▝▀▀▀▘
"""
"""The columns' figures, the first row with the cursor, and the last one with a disc and a ring."""


def shapes(painter: RackPainter, y: int) -> str:
    """Return a line with discs as they look, though they are drawn as the wood around them."""
    whole = {around: shape for shape, around in AROUND.items()}
    wood = STYLED["hole"].bgcolor
    return "".join(
        whole.get(text, text) if style.color == wood or (text == " " and style.bgcolor != wood) else text
        for text, style in painter.line(y)
    )


def test_a_rack_has_holes_without_lines_and_figures_above_them() -> None:
    top = CONNECT_FOUR.parse("d1")
    painter = replace(a_rack(CellSize(5, 3, is_rack=True)), cursor=top, labelled=top)
    lines = PICTURE.strip("\n").split("\n")
    left = painter.layout.core.x
    assert [shapes(painter, y)[left:].rstrip() for y in range(1, 5)] == [line.rstrip() for line in lines[:4]]
    below = painter.layout.core.bottom - 3
    assert [shapes(painter, y)[left : left + 12].rstrip() for y in range(below, below + 3)] == lines[4:]
    accent = STYLED["label-lit"].color
    lit = [text for text, style in painter.line(painter.layout.letters_line) if style.color == accent]
    assert lit == ["4"]


CAPSULES = {
    "down": ("a6 a5 a4 a3", ["▗▄▄▄▖", *["█████"] * 10, "▝▀▀▀▘"]),
    "across": ("a6 b6 c6 d6", [f"▗{'▄' * 21}▖", "█" * 23, f"▝{'▀' * 21}▘"]),
}


@pytest.mark.parametrize("name", CAPSULES)
def test_the_stones_of_a_winning_line_melt_into_one_capsule(name: str) -> None:
    squares, drawn = CAPSULES[name]
    stones = masks(squares, "")
    view = BoardView(stones, winning=stones[0], is_over=True)
    bare = a_rack(CellSize(5, 3, is_rack=True))
    painter = replace(bare, view=view, moment=rest(view))
    assert cells_of(painter, len(drawn), len(drawn[0])) == [
        line.replace("█", " ") for line in inverted(drawn)
    ]


def inverted(lines: list[str]) -> list[str]:
    """Return shapes as they are drawn: as the wood around them."""
    return ["".join(AROUND[character] for character in line) for line in lines]


def cells_of(painter: RackPainter, height: int, width: int) -> list[str]:
    """Return the lowest cells on the left."""
    core = painter.layout.core
    lines = ["".join(text for text, _ in painter.line(y)) for y in range(core.bottom - height, core.bottom)]
    return [line[core.x + 1 :][:width] for line in lines]


def test_in_a_winning_line_only_the_latest_stone_has_a_mark_and_it_is_beside_the_letter() -> None:
    stones = masks("a6 a5 a4 a3", "")
    view = BoardView(stones, last=CONNECT_FOUR.parse("a3"), winning=stones[0], is_over=True)
    for size, place in (CellSize(5, 3, is_rack=True), 1), (CellSize(9, 5, is_rack=True), 3):
        painter = replace(a_rack(size, "XO"), view=view, moment=rest(view))
        cells = [painter.line(y) for y in range(painter.layout.room.height)]
        x, y = painter.layout.anchor(CONNECT_FOUR.parse("a3"))
        marks = [(x, y) for y, line in enumerate(cells) for x, (text, _) in enumerate(line) if text == "◆"]
        assert marks == [(x + place, y)], "not on the edge of the disc"


@pytest.mark.parametrize("is_ascii", GLYPHS)
@pytest.mark.parametrize("size", DRAWN, ids=str)
def test_on_a_diagonal_there_is_a_bar_between_two_discs(size: CellSize, is_ascii: bool) -> None:
    box = tuple(size.stone)
    alone = disc("●", box, is_ascii=is_ascii).lines
    for step in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        linked = disc("●", box, frozenset({step}), is_ascii=is_ascii).lines
        beside = 0 if step[0] < 0 else -1
        half = slice(size.height // 2, None) if step[1] > 0 else slice(None, (size.height + 1) // 2)
        reached = [line[beside][0] for line in linked[half]]
        if not is_ascii or step[1] > 0 or size.height > 2:
            assert any(text != " " for text in reached), step
        assert [line[beside][0] for line in alone] == [" "] * size.height


@pytest.mark.parametrize("size", RACKS, ids=str)
def test_only_what_changes_is_painted_while_a_line_fills(size: CellSize) -> None:
    stones = masks("a6 b5 c4 d3", "b6 c6 c5 d6 d5 d4")
    view = BoardView(stones, winning=stones[0], is_over=True)
    bare = a_rack(size)
    order = [mask_of(map(CONNECT_FOUR.parse, names)) for names in (["a6"], ["a6", "b5"], ["a6", "b5", "c4"])]
    moments = [Moment(), *map(Moment, order), rest(view)]
    for one, other in pairwise(moments):
        before, after = (replace(bare, view=view, moment=moment) for moment in (one, other))
        regions = list(changed_cells(bare.layout, (view, one), (view, other)))
        for y in range(bare.layout.room.height):
            for x, (old, new) in enumerate(zip(before.line(y), after.line(y), strict=True)):
                assert old == new or any(region.contains(x, y) for region in regions), (x, y)


def test_a_falling_stone_is_one_line_of_its_disc() -> None:
    square = CONNECT_FOUR.parse("d2")
    view = BoardView((1 << square, 0))
    for size in DRAWN:
        bare = a_rack(size)
        falling = replace(bare, view=view, moment=Moment(falling=square))
        empty = replace(bare, view=view._replace(stones=(0, 0)))
        differing = [y for y in range(bare.layout.room.height) if falling.line(y) != empty.line(y)]
        assert differing == [bare.layout.anchor(square).y]


# --- advice and labels -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", DRAWN, ids=str)
def test_advice_stands_in_its_hole_and_a_ghost_is_mixed_with_it(size: CellSize) -> None:
    square = CONNECT_FOUR.parse("d6")
    bare = a_rack(size)
    plain = replace(bare, view=bare.view._replace(labels={square: hint_label(0)._replace(ghost=None)}))
    x, y = bare.layout.anchor(square)
    text, style = plain.line(y)[x]
    assert (text, style.bgcolor) == ("1", STYLED["hole"].color)
    proved = Label(("W 5",), "good", heat=0.35)
    tinted = replace(bare, view=bare.view._replace(labels={square: proved})).line(y)
    assert tinted[x - size.width // 2][1].color != STYLED["hole"].color, "the hole itself"
    ghost = replace(bare, view=bare.view._replace(labels={square: hint_label(0)}))
    colours = {style.bgcolor.name for _, style in ghost.line(y) if style.italic and style.bgcolor}
    assert colours == {mixed(STYLED["hole"].color.name, COLOURS[0], GHOST_SHARE)}  # type: ignore[union-attr]


def test_figures_of_two_digits_that_would_touch_make_room_for_the_highlighted_one() -> None:
    wide = Geometry(20, 6, 4, Rules(drop=True), Coordinates.GAME)
    painter = a_rack(RACKS[-1], geometry=wide)
    for name, shown in (("a6", "1 2 3 4 5 6 7 8 9 10  12  14  16  18  20"),
                        ("k6", "1 2 3 4 5 6 7 8 9   11    14  16  18  20")):  # fmt: skip
        line = replace(painter, labelled=wide.parse(name)).line(painter.layout.letters_line)
        assert "".join(text for text, _ in line).strip() == shown


# --- sizes -----------------------------------------------------------------------------------------------

ROOMS = {(51, 21): (5, 3), (81, 37): (9, 5), (143, 47): (13, 7), (40, 12): (4, 2), (20, 5): (2, 1)}
"""Cells for a board → the size of a rack of 7×6."""


@pytest.mark.parametrize("room", ROOMS)
def test_the_largest_holes_that_fit_are_taken(room: tuple[int, int]) -> None:
    size = best_size(CONNECT_FOUR, 1, Size(*room))
    assert (size.width, size.height) == ROOMS[room]


def test_holes_are_discs_and_edges_where_they_would_look_like_stones() -> None:
    assert hole((5, 3), is_filled=True, is_ascii=False) == ("▗▄▄▄▖", "█████", "▝▀▀▀▘")
    assert hole((5, 3), is_filled=False, is_ascii=False) == ("╭───╮", "│   │", "╰───╯")
    assert hole((5, 3), is_filled=False, is_ascii=True) == (" .-. ", "(   )", " '-' ")
    assert hole((3, 2), is_filled=False, is_ascii=True) == ("( )", "   ")


async def test_a_click_beside_a_hole_is_in_its_column() -> None:
    async with playing(replace(a_setup(), geometry=CONNECT_FOUR)) as ui:
        x, y = ui.place_of("b3")
        await ui.click_at(x + 3, y)  # the wood right of the hole
        assert ui.moves == ["b6"]


def test_every_symbol_has_its_place_on_a_disc() -> None:
    for size in DRAWN:
        for symbol in "●○XOZ7你":
            for text in ("", "7", "42"):
                drawn = disc(symbol, tuple(size.stone), text=text, is_ascii=False)
                assert {len(line) for line in drawn.lines} == {size.width + 2}
                written = "".join(cell for line in drawn.lines for cell, _ in line)
                assert text in written


@pytest.mark.parametrize("size", [(7, 3), (11, 5), (15, 7)])
@pytest.mark.parametrize("symbol", "●○")
def test_a_disc_on_a_card_is_round_as_on_the_board(size: tuple[int, int], symbol: str) -> None:
    rows = stone_of(Player("Ada", symbol), "board", size, is_ascii=False, is_disc=True)
    lines = ["".join(text for text, _ in row) for row in rows]
    drawn = [half for line in lines for half in (set(line) - set(" ▄▖▗"), set(line) - set(" ▀▘▝"))]
    high, wide = sum(map(bool, drawn)), max(len(line.strip()) for line in lines)
    assert {len(line) for line in lines} == {size[0]}
    assert high <= wide <= 1.5 * high, "half a line is as high as a cell is wide"
