"""What a square shows is told by shape and attributes alone, at every size, and read back by other eyes."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Offset, Size
from textual.strip import Strip

from tests.support.boards import EMPTY, Look, find_board
from tests.support.driving import Seen
from tests.support.sampling import of_each_pair_some
from ttt_tui.app.terminal.filters import AsciiFilter
from ttt_tui.app.widgets.board.cell_size import POINTS, SQUARES, CellSize
from ttt_tui.app.widgets.board.ground import glyphs_for
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment, motion, rest, winning_lines
from ttt_tui.app.widgets.board.painter import BoardPainter, changed_cells
from ttt_tui.app.widgets.board.styles import BoardStyles
from ttt_tui.app.widgets.board.view import BoardView, Label
from ttt_tui.engine import Geometry, Player, mask_of

COLOURS = ("#6fc1ff", "#ff8c6b")
SIZES = SQUARES + POINTS
SYMBOLS = ["XO", "●A", "○7", "ZQ", "你X", "x["]
GLYPHS = [False, True]
"""Whether they are ASCII."""
COLOURED = [False, True]

STYLES = {
    name: Style.parse(text)
    for name, text in {
        "label": "#b7a995 on #39281b", "label-lit": "bold #f4c152 on #39281b", "grid": "#8d6a48 on #39281b",
        "star": "#dba867 on #39281b", "cursor": "bold #f4c152 on #39281b",
        "cursor-filled": "bold #15110d on #f4c152", "rim": "#39281b on #14110e", "edge": "#39281b on #22170f",
    }.items()
}  # fmt: skip


def a_painter(
    size: CellSize, symbols: str = "XO", *, is_ascii: bool = False, has_colours: bool = True
) -> BoardPainter:
    """Return the painter of a board that is drawn in these sizes, with the cursor on none of the stones."""
    side = 3 if not size.is_points else 4
    geometry = Geometry(side, side, 3)
    mark_width = 2 if "你" in symbols else 1
    core = size.core(side, side, mark_width)
    layout = BoardLayout(geometry, mark_width, Size(core.width + 7, core.height + 3), size, Offset(0, 0))
    view = BoardView((mask_of([geometry.parse("a1")]), mask_of([geometry.parse("c3")])))
    players = tuple(
        Player(str(i), symbol, colour)
        for i, (symbol, colour) in enumerate(zip(symbols, ("blue", "red"), strict=True))
    )
    styles = STYLES if has_colours else {name: style.without_color for name, style in STYLES.items()}
    inks = BoardStyles(styles.__getitem__, tuple((colour, "#15110d") for colour in COLOURS), has_colours)
    cursor = geometry.parse("b2")
    glyphs = glyphs_for(size, is_ascii)
    return BoardPainter(layout, view, rest(view), players, cursor, cursor, None, glyphs, inks)


def states(painter: BoardPainter) -> dict[str, BoardPainter]:
    """Return what a stone and an empty square may look like, beside each other."""
    a1, b2 = (painter.layout.geometry.parse(name) for name in ("a1", "b2"))
    bare, view = replace(painter, cursor=None), painter.view
    new, latest = view._replace(new=1 << a1), view._replace(last=a1)
    return {
        "a stone": bare,
        "the latest": replace(bare, view=latest),
        "a new one": replace(bare, view=new),
        "with the cursor": replace(bare, cursor=a1, labelled=a1),
        "the latest with the cursor": replace(bare, view=latest, cursor=a1, labelled=a1),
        "a new one with the cursor": replace(bare, view=new, cursor=a1, labelled=a1),
        "one that has won": replace(bare, moment=Moment(filled=1 << a1)),
        "one that has stepped back": replace(bare, moment=Moment(is_dimmed=True)),
        "nothing with the cursor": replace(bare, cursor=b2),
        "a preview": replace(bare, preview=(1 << b2, 0)),
        "a preview of another": replace(bare, preview=(1 << b2, 1)),
    }


def picture(painter: BoardPainter) -> list[list[tuple[str, ...]]]:
    """Return every cell with what can be seen of it without colours."""
    return [
        [
            (text, *(str(bool(on)) for on in (s.bold, s.underline, s.reverse, s.dim, s.italic)))
            for text, s in painter.line(y)
        ]
        for y in range(painter.layout.room.height)
    ]


def seen(painter: BoardPainter) -> Seen:
    """Return the board as it is on a screen, above a status line and the keys."""
    lines = [painter.line(y) for y in range(painter.layout.room.height)]
    strips = [Strip(Segment(text, style) for text, style in line) for line in lines]
    if painter.glyphs.is_ascii:
        spelling = AsciiFilter()
        spelling.show_symbols(painter.players)
        strips = [strip.apply_filter(spelling, Color(0, 0, 0)) for strip in strips]
    width = painter.layout.room.width + 60
    padded = [strip.adjust_cell_length(width) for strip in [*strips, *[Strip([])] * 2]]
    return Seen(padded, (width, len(padded)))


def read_as(painter: BoardPainter) -> list[str]:
    """Return as what the symbols are read: `○` is drawn as O, and ASCII has letters for what is beyond it."""
    symbols = [player.symbol for player in painter.players]
    if painter.glyphs.is_ascii:
        spelling = AsciiFilter()
        spelling.show_symbols(painter.players)
        return [spelling.spelt(symbol).strip() for symbol in symbols]
    return ["O" if symbol == "○" and painter.layout.cell.has_drawn_stones else symbol for symbol in symbols]


def differing(pictures: Iterable[tuple[str, list[list[tuple[str, ...]]]]]) -> list[str]:
    """Return the pairs of pictures that do not differ."""
    return [f"{one} and {other}" for (one, a), (other, b) in combinations(pictures, 2) if a == b]


@pytest.mark.sample(every=5)
@pytest.mark.parametrize(
    ("size", "symbols", "is_ascii"), of_each_pair_some(SIZES, SYMBOLS, GLYPHS, every=2), ids=str
)
def test_all_that_a_square_can_show_is_told_apart_without_colours(
    size: CellSize, symbols: str, is_ascii: bool
) -> None:
    painter = a_painter(size, symbols, is_ascii=is_ascii, has_colours=False)
    pictures = [(name, picture(state)) for name, state in states(painter).items()]
    assert differing(pictures) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "symbols", "is_ascii", "has_colours"),
    of_each_pair_some(SIZES, SYMBOLS, GLYPHS, COLOURED, every=3),
    ids=str,
)
def test_other_eyes_read_what_is_drawn(
    size: CellSize, symbols: str, is_ascii: bool, has_colours: bool
) -> None:
    painter = a_painter(size, symbols, is_ascii=is_ascii, has_colours=has_colours)
    shown = read_as(painter)
    for name, state in states(painter).items():
        sight = find_board(seen(state))
        assert sight is not None
        looks = sight.looks()
        is_latest, is_new = "latest" in name, "latest" in name or "new" in name
        cursor, won = "cursor" in name, "won" in name
        on_stone = cursor and not name.startswith("nothing")
        wanted = Look(shown[0], on_stone, is_latest, is_new, won)
        assert looks["a1"] == wanted, f"{name}\n{seen(state)}"
        assert looks["c3"].symbol == shown[1]
        if not name.startswith(("nothing", "a preview")):
            assert looks["b2"] == Look(), name
        elif cursor:
            assert looks["b2"] == Look(EMPTY, is_cursor=True)
        else:
            assert looks["b2"] == Look(shown[name.endswith("another")], is_preview=True)


def test_a_line_that_wins_fills_square_by_square_and_then_the_rest_steps_back() -> None:
    geometry = Geometry(5, 5, 4)
    stones = mask_of(geometry.parse(name) for name in ("a1", "b2", "c3", "d4"))
    before = BoardView((stones & ~(1 << geometry.parse("c3")), 0))
    after = BoardView((stones, 0), geometry.parse("c3"), winning=stones, is_over=True)
    moments = motion(geometry, before, after)
    assert [round(seconds, 2) for seconds, _ in moments] == [0, 0.09, 0.18, 0.27, 0.47]
    assert [moment.filled.bit_count() for _, moment in moments] == [1, 2, 3, 4, 4]
    assert [moment.is_dimmed for _, moment in moments] == [False] * 4 + [True]
    assert moments[-1][1] == rest(after)
    assert motion(geometry, after, after) == ((0.0, rest(after)),)


def test_two_lines_at_once_fill_together() -> None:
    geometry = Geometry(5, 5, 3)
    names = ("a1", "b1", "c1", "c2", "c3")
    winning = mask_of(geometry.parse(name) for name in names)
    assert [[geometry.name(s) for s in line] for line in winning_lines(geometry, winning)] == [
        ["a1", "b1", "c1"],
        ["c1", "c2", "c3"],
    ]
    moments = motion(geometry, BoardView((0, 0)), BoardView((winning, 0), winning=winning))
    first = mask_of(geometry.parse(name) for name in ("a1", "c1"))
    assert moments[0][1].filled == first


def test_a_stone_appears_in_two_frames_and_only_news_blinks() -> None:
    geometry = Geometry(3, 3, 3)
    before, own = BoardView((0, 0)), BoardView((1, 0), 0)
    pale, blink = Moment(pale=1), Moment(is_hollow=True)
    assert motion(geometry, before, own) == ((0.0, pale), (0.06, Moment()))
    news = motion(geometry, before, own._replace(new=1))
    assert news == ((0.0, pale), (0.06, Moment()), (0.12, blink), (0.24, Moment()))
    assert motion(geometry, own, before) == ((0.0, Moment()),), "a stone that is taken back is gone at once"
    assert motion(geometry, before, BoardView((3, 4), 0)) == ((0.0, Moment()),), "a position is there at once"


def test_a_draw_dims_column_by_column_until_all_stones_are_pale() -> None:
    geometry = Geometry(3, 3, 3)
    all_but_last, board = mask_of(geometry.squares[:8]), mask_of(geometry.squares)
    before = BoardView((all_but_last, 0))
    after = BoardView((board, 0), geometry.squares[8], is_over=True, is_drawn=True)
    moments = motion(geometry, before, after)
    assert [(round(s, 2), m.dimmed(after).bit_count()) for s, m in moments] == [
        (0, 0), (0.2, 3), (0.38, 6), (0.56, 9),
    ]  # fmt: skip
    assert moments[-1][1] == rest(after)
    regions = a_painter(SQUARES[-1]).layout
    lit = [
        set(changed_cells(regions, (after, one), (after, two))) for (_, one), (_, two) in pairwise(moments)
    ]
    assert [len(cells) for cells in lit] == [3, 3, 3], "only what changes is painted"


# --- the cursor and the numbers of moves -------------------------------------------------------------------


def drawn(painter: BoardPainter, *squares: str) -> list[str]:
    """Return what is on these squares, line by line, without the lines of the board around it."""
    geometry = painter.layout.geometry
    boxes = [painter.layout.numbered(geometry.parse(square)) for square in squares]
    lines = range(min(box.y for box in boxes), max(box.bottom for box in boxes))
    start, end = min(box.x for box in boxes) - 1, max(box.right for box in boxes) + 1
    return ["".join(text for text, _ in painter.line(y))[start:end].strip(" ─│┬") for y in lines]


@pytest.mark.parametrize("is_ascii", GLYPHS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cursor_is_whole_on_the_latest_stone(size: CellSize, is_ascii: bool) -> None:
    painter = states(a_painter(size, is_ascii=is_ascii))["the latest with the cursor"]
    layout, cells = painter.layout, [painter.line(y) for y in range(painter.layout.room.height)]
    accent = STYLES["cursor"].color
    assert painter.cursor is not None
    if size.has_drawn_stones:
        corners = [cells[y][x] for x, y in layout.corners(painter.cursor)]
        assert "".join(text for text, _ in corners) == painter.glyphs.corners
        assert {style.color for _, style in corners} == {accent}
    elif size.has_brackets:
        line = cells[layout.anchor(painter.cursor).y]
        around = [(text, style) for text, style in line if text in "[]"]
        assert [text for text, _ in around] == ["[", "]"]
        assert all(accent in (style.color, style.bgcolor) for _, style in around)


def test_brackets_are_outside_of_a_chip_where_there_is_room() -> None:
    wide, low = (states(a_painter(size))["the latest with the cursor"] for size in POINTS[2:4])
    assert drawn(wide, "a1") == ["[(X)]"]
    assert drawn(low, "a1") == ["[X]"]
    assert drawn(states(a_painter(POINTS[2]))["with the cursor"], "a1") == ["[▐X▌]"]


@pytest.mark.parametrize(
    ("label", "shown"),
    [(Label(("3",), player=0, is_marked=True), "[‹3›]"), (Label(("!",), player=0), "[ ! ]")],
)
def test_no_line_of_the_net_is_between_the_brackets_around_a_label(label: Label, shown: str) -> None:
    painter = a_painter(POINTS[2])
    assert painter.cursor is not None
    painter = replace(painter, view=painter.view._replace(labels={painter.cursor: label}))
    assert shown in "".join(text for text, _ in painter.line(painter.layout.anchor(painter.cursor).y))


@pytest.mark.parametrize("size", POINTS[:2], ids=str)
def test_no_line_of_the_net_ends_between_the_arms_of_a_stone(size: CellSize) -> None:
    painter = replace(a_painter(size), cursor=None)
    for name in "a1", "c3":
        region = painter.layout.stone(painter.layout.geometry.parse(name))
        rows = [
            "".join(text for text, _ in painter.line(y))[region.x : region.right] for y in region.line_range
        ]
        assert not set("".join(rows)) & set("─│┌┼"), rows


def test_where_rows_touch_a_stone_has_one_shape_whatever_is_around_it() -> None:
    low = replace(a_painter(POINTS[3]), cursor=None)
    geometry = low.layout.geometry
    square, *around = (
        geometry.parse(name) for name in ("b2", "a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")
    )
    seen = set()
    for owners in product((None, 0, 1), repeat=len(around)):
        stones = [
            mask_of(other for other, who in zip(around, owners, strict=True) if who == seat)
            for seat in (0, 1)
        ]
        view = low.view._replace(stones=(stones[0] | 1 << square, stones[1]), last=None)
        (x, y), line = low.layout.anchor(square), replace(low, view=view).line(low.layout.anchor(square).y)
        seen.add(tuple((text, style.color, style.bgcolor, style.bold) for text, style in line[x - 1 : x + 2]))
        assert y == low.layout.middles[1]
    assert [text for text, *_ in seen.pop()] == [" ", "X", " "]
    assert not seen


def test_where_rows_touch_only_the_last_stone_and_the_winners_have_a_ground() -> None:
    low = replace(a_painter(POINTS[3]), cursor=None)
    a1, a2, a3, b3 = (low.layout.geometry.parse(name) for name in ("a1", "a2", "a3", "b3"))
    stones, wood = (mask_of([a1, a2, a3]), mask_of([b3])), low.inks.grid.bgcolor
    view = low.view._replace(stones=stones, last=a3, turn=mask_of([a2, a3]))

    def grounds(painter: BoardPainter) -> list[bool]:
        places = (painter.layout.anchor(square) for square in (a1, a2, a3, b3))
        return [painter.line(y)[x][1].bgcolor != wood for x, y in places]

    assert grounds(replace(low, view=view)) == [False, False, True, False]
    won = replace(low, view=view._replace(winning=stones[0]), moment=Moment(filled=stones[0]))
    assert grounds(won) == [True, True, True, False]
    assert drawn(replace(low, view=view), "a1", "a3") == ["X", "(X)", "(X)"]
    before = view._replace(stones=(mask_of([a1, a2]), stones[1]), last=a2, turn=mask_of([a2]))
    regions = {*changed_cells(low.layout, (before, rest(before)), (view, rest(view)))}
    assert low.layout.numbered(a2) in regions, "it loses its ground to the second stone of the turn"


NUMBERED = {
    "7×3 XO": ["▜▄ ▄▛", "▐42", "▟▀ ▀▙"],
    "7×3 OX": ["▗▛▀▜▖", "█ 42█", "▝▙▄▟▘"],
    "7×3 A7": ["▗▄▄▄▖", "A 42", "▝▀▀▀▘"],
    "6×2 XO": ["X 42", "▀▀▀▀"],
    "4×2 XO": ["▐42"],
    "3×1 XO": ["42"],
    "2×1 XO": ["42"],
}
"""A stone that was placed by move 42, by the size of the cells and the players' symbols."""


@pytest.mark.parametrize("case", NUMBERED)
def test_a_stone_of_every_size_shows_the_number_of_its_move(case: str) -> None:
    name, symbols = case.split()
    size = next(size for size in SIZES if name == f"{size.width}×{size.height}")
    painter = replace(a_painter(size, symbols), cursor=None, shows_numbers=True)
    square = painter.layout.geometry.parse("a1")
    numbered = replace(painter, view=painter.view._replace(numbers={square: 42}))
    assert drawn(numbered, "a1") == NUMBERED[case]


@pytest.mark.parametrize(
    ("size", "shown"), [(POINTS[2], "142"), (POINTS[3], "142"), (POINTS[4], "42")], ids=str
)
@pytest.mark.parametrize("has_colours", COLOURED)
def test_neighbours_with_numbers_that_fill_their_squares_are_told_apart(
    size: CellSize, shown: str, has_colours: bool
) -> None:
    painter = replace(a_painter(size, has_colours=has_colours), cursor=None, shows_numbers=True)
    a1, b1 = (painter.layout.geometry.parse(name) for name in ("a1", "b1"))
    view = painter.view._replace(stones=(1 << a1 | 1 << b1, 0), numbers={a1: 142, b1: 42})
    line = replace(painter, view=view).line(painter.layout.anchor(a1).y)
    text = "".join(text for text, _ in line)
    if has_colours:
        assert shown in text
    elif size.has_brackets:
        assert "X42" in text, "the symbol, and the last two digits of the latest hundred"
    if size == POINTS[4]:
        assert "42X" in text, "move 42 is more than a hundred moves ago"
        x = text.index("42X")
        assert line[x + 1][1] != line[x + 2][1]


@pytest.mark.parametrize(
    ("scrolled", "letters", "numbers"),
    [
        (Offset(0, 0), "→", ["↓"]),
        (Offset(3, 4), "←→", ["↑", "↓"]),
        (Offset(20, 20), "←", ["↑"]),
    ],
    ids=str,
)
def test_a_board_that_scrolls_has_signs_that_there_is_more(
    scrolled: Offset, letters: str, numbers: list[str]
) -> None:
    painter = a_painter(POINTS[-1])
    layout = BoardLayout(Geometry(20, 20, 5), 1, Size(20, 9), POINTS[-1], scrolled)
    lines = ["".join(text for text, _ in replace(painter, layout=layout).line(y)) for y in range(9)]
    assert "".join(c for c in lines[0] if c in "←→") == letters
    assert [c for line in lines[1:] for c in line if c in "↑↓"] == numbers


def test_a_stone_is_dimmed_by_mixing_colours_or_by_the_terminal_where_they_are_few() -> None:
    colours = tuple((colour, "#15110d") for colour in COLOURS)
    mixed, by_attribute = (
        BoardStyles(STYLES.__getitem__, colours, True, mixes).stone(0, is_dimmed=True).line
        for mixes in (True, False)
    )
    whole = BoardStyles(STYLES.__getitem__, colours, True).stone(0).line
    assert mixed.color != whole.color
    assert not mixed.dim
    assert (by_attribute.color, by_attribute.dim) == (whole.color, True)
