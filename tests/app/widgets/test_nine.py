"""The small boards of Ultimate on the board: where they lie, how they look, and what is painted again."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product
from random import Random
from xml.etree import ElementTree

import pytest
from rich.style import Style
from textual.geometry import Offset, Region, Size

from tests.app.widgets.test_joints import connected, filled_quarters
from tests.app.widgets.test_layout import room
from tests.app.widgets.test_painter import COLOURS, STYLES
from tests.support.driving import a_setup, playing
from tests.support.sampling import sampled
from ttt_tui.app.contrast import contrast
from ttt_tui.app.roles import LINE_CONTRAST, RAISED_CONTRAST, SHAPE_CONTRAST, TEXT_CONTRAST
from ttt_tui.app.themes import THEME_NAMES, player_colour, roles_of
from ttt_tui.app.widgets.board.cell_size import BLOCKS, CellSize, best_size, drawing_in
from ttt_tui.app.widgets.board.ground import glyphs_for
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment, Shown, motion, rest
from ttt_tui.app.widgets.board.painter import BoardPainter, changed_cells
from ttt_tui.app.widgets.board.picture import example
from ttt_tui.app.widgets.board.stones import stone
from ttt_tui.app.widgets.board.styles import BoardStyles
from ttt_tui.app.widgets.board.svg import svg_of, theme_named
from ttt_tui.app.widgets.board.tints import on_tint, raised
from ttt_tui.app.widgets.board.view import BoardView, SmallBoards
from ttt_tui.app.widgets.cell_picture import STAR
from ttt_tui.app.widgets.nine_picture import NinePicture
from ttt_tui.engine import COLOURS as COLOUR_NAMES
from ttt_tui.engine import HUMAN, Game, Geometry, Mask, Player, Rules, Setup, mask_of, squares_of

ULTIMATE = Geometry(9, 9, 3, Rules.parse("ultimate"))
VARIANTS = ("ultimate", "open-until-full", "most-boards")

SIZES = {
    (80, 24): "3×1", (120, 30): "6×2", (120, 40): "7×3", (200, 50): "9×4", (240, 70): "11×5", (40, 16): "3×1",
}  # fmt: skip
"""Windows in which the whole board is in sight → the size of its squares."""

SCROLLED = [(20, 8), (30, 12), (24, 9)]

BLOCK_OF = {ULTIMATE.at(column, row): column // 3 + row // 3 * 3 for column in range(9) for row in range(9)}
"""Square → its small board, worked out here once more."""

STONE_STYLES = STYLES | {"strong": STYLES["star"], "text": Style.parse("#f1e8da on #39281b")}


def setup_of(words: str = "ultimate", symbols: str = "XO") -> Setup:
    return a_setup(HUMAN, HUMAN, board=(9, 9), rules=Rules.parse(words), symbols=symbols)


def played(words: str, seed: int, plies: int | None = None) -> Game:
    """Return a game of random moves, which win a small board where they can."""
    game, dice = Game(setup_of(words)), Random(seed)
    while game.outcome is None and len(game.moves) != plies:
        moves = [*game.position.moves]
        taking = game.position.taking(game.position.to_move)  # type: ignore[attr-defined]
        game.place(dice.choice([square for square in moves if taking >> square & 1] or moves))
    return game


def laid_out(window: tuple[int, int], mark_width: int = 1) -> BoardLayout:
    wanted, most = drawing_in(ULTIMATE, mark_width, room(window)), room(window)
    size = Size(min(wanted.width, most.width), min(wanted.height, most.height))
    return BoardLayout(ULTIMATE, mark_width, size, best_size(ULTIMATE, mark_width, size), Offset(0, 0))


def a_painter(
    cell: CellSize,
    view: BoardView,
    symbols: str = "XO",
    *,
    words: str = "ultimate",
    is_ascii: bool = False,
    has_colours: bool = True,
) -> BoardPainter:
    """Return the painter of a whole board in squares of a size, without a cursor."""
    geometry, mark_width = Geometry(9, 9, 3, Rules.parse(words)), 2 if "你" in symbols else 1
    core = cell.core(9, 9, mark_width)
    layout = BoardLayout(geometry, mark_width, Size(core.width + 7, core.height + 3), cell, Offset(0, 0))
    styles = (
        STONE_STYLES if has_colours else {name: each.without_color for name, each in STONE_STYLES.items()}
    )
    inks = BoardStyles(styles.__getitem__, tuple((colour, "#15110d") for colour in COLOURS), has_colours)
    players = tuple(
        Player(str(seat), symbol, colour)
        for seat, (symbol, colour) in enumerate(zip(symbols, ("blue", "red"), strict=True))
    )
    return BoardPainter(layout, view, rest(view), players, None, None, None, glyphs_for(cell, is_ascii), inks)


def text_of(painter: BoardPainter) -> list[str]:
    return ["".join(text for text, _ in painter.line(y)) for y in range(painter.layout.room.height)]


# --- where they lie --------------------------------------------------------------------------------------


@pytest.mark.parametrize("window", SIZES, ids=str)
def test_the_whole_board_is_in_sight_in_squares_as_large_as_fit(window: tuple[int, int]) -> None:
    layout = laid_out(window)
    assert f"{layout.cell.width}×{layout.cell.height}" == SIZES[window]
    assert layout.shown == Size(9, 9)
    assert layout.core.grow(layout.wood).size == layout.room, "nothing is left over"


@pytest.mark.slow
@pytest.mark.parametrize("cell", BLOCKS, ids=str)
@pytest.mark.parametrize("is_ascii", [False, True])
def test_what_is_drawn_between_squares_is_none(cell: CellSize, is_ascii: bool) -> None:
    painter = a_painter(cell, BoardView((0, 0)), is_ascii=is_ascii)
    layout = painter.layout
    hit = dict.fromkeys(ULTIMATE.squares, 0)
    for y, line in enumerate(text_of(painter)):
        for x, character in enumerate(line):
            square = layout.square_at(x, y)
            if square is not None:
                assert character in " ·.", "no square is on a line"
                assert layout.box(square).contains(x, y)
                hit[square] += 1
            elif layout.core.contains(x, y):
                assert character in " ─│┼━┃╋-|+=#"
    assert set(hit.values()) == {cell.width * cell.height}, "each has all of its cells"


@pytest.mark.parametrize("cell", BLOCKS, ids=str)
def test_strong_lines_lie_between_small_boards_and_nowhere_else(cell: CellSize) -> None:
    painter = a_painter(cell, BoardView((0, 0)))
    layout = painter.layout
    fields = [layout.field(board) for board in range(9)]
    for one, other in combinations(fields, 2):
        assert not one.overlaps(other)
    for y, line in enumerate(text_of(painter)):
        for x, character in enumerate(line):
            is_between = layout.core.contains(x, y) and not any(field.contains(x, y) for field in fields)
            assert (character in "━┃╋") == is_between
    for square, board in BLOCK_OF.items():
        assert fields[board].contains_region(layout.box(square))


@pytest.mark.slow
@pytest.mark.parametrize("window", [*SCROLLED, (10, 6), (14, 5)], ids=str)
def test_scrolling_to_a_square_brings_its_whole_board_in_sight_if_that_fits(window: tuple[int, int]) -> None:
    start = laid_out(window)
    assert start.shown != Size(9, 9)
    for before, after in product(ULTIMATE.squares[::7], ULTIMATE.squares):
        layout = replace(start, scrolled=replace(start, scrolled=start.scroll_for(before)).first)
        layout = replace(layout, scrolled=layout.scroll_for(after))
        board = [square for square in ULTIMATE.squares if BLOCK_OF[square] == BLOCK_OF[after]]
        shown = {
            square
            for square in ULTIMATE.squares
            if ULTIMATE.column(square) in layout.columns and ULTIMATE.row(square) in layout.rows
        }
        assert after in shown
        assert shown.issuperset(board) or window not in SCROLLED
        assert all(layout.core.contains_region(layout.box(square)) for square in shown)
        assert layout.core.grow(layout.wood).size.width <= layout.room.width
        again = replace(layout, scrolled=layout.scroll_for(after))
        assert again.first == layout.first


# --- how they look ---------------------------------------------------------------------------------------

COMPACT_CELL, USUAL_CELL = BLOCKS[-2], BLOCKS[-3]

COMPACT = r"""
▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
      a  b  c     d  e  f     g  h  i
  1    ▜▄ ▄▛   ┃  ·  ·  ·  ┃   ▗▛▀▜▖
  2     ▐█▌    ┃  ·  ·  ·  ┃   █   █  ◆
  3    ▟▀ ▀▙   ┃  ·  ·  ·  ┃   ▝▙▄▟▘
    ━━━━━━━━━━━╋━━━━━━━━━━━╋━━━━━━━━━━━
  4   ·  ·  ·  ┃  ·  ·  ·  ┃  ·  ·  O
  5   ·  ·  ·  ┃  ·  ·  X  ┃  ·  ·  ·
  6   ·  ·  ·  ┃  ·  ·  ·  ┃  ·  ·  O
    ━━━━━━━━━━━╋━━━━━━━━━━━╋━━━━━━━━━━━
  7   ·  ·  ·  ┃  ·  ·  X  ┃   ▜▄ ▄▛
  8   ·  ·  ·  ┃  ·  O  ·  ┃    ▐█▌
  9   ·  ·  O  ┃  ·  ·  ·  ┃   ▟▀ ▀▙
▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
"""

USUAL = r"""
▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
      a   b   c     d   e   f     g   h   i
  1   ▄▄▖   ▗▄▄  ┃    │   │    ┃   ▗▄▄▄▄▄▖
      ▝▜█▙▄▟█▛▘  ┃ ───┼───┼─── ┃  ▐█▛▀▀▀▜█▌
  2     ▐███▌    ┃    │   │    ┃  ██     ██ ◆
      ▗▟█▛▀▜█▙▖  ┃ ───┼───┼─── ┃  ▐█▙▄▄▄▟█▌
  3   ▀▀▘   ▝▀▀  ┃    │   │    ┃   ▝▀▀▀▀▀▘
    ━━━━━━━━━━━━━╋━━━━━━━━━━━━━╋━━━━━━━━━━━━━
  4     │   │    ┃    │   │    ┃    │   │▐O▌
     ───┼───┼─── ┃ ───┼───┼─── ┃ ───┼───┼───
  5     │   │    ┃    │   │▐X▌ ┃    │   │
     ───┼───┼─── ┃ ───┼───┼─── ┃ ───┼───┼───
  6     │   │    ┃    │   │    ┃    │   │▐O▌
    ━━━━━━━━━━━━━╋━━━━━━━━━━━━━╋━━━━━━━━━━━━━
  7     │   │    ┃    │   │▐X▌ ┃  ▄▄▖   ▗▄▄
     ───┼───┼─── ┃ ───┼───┼─── ┃  ▝▜█▙▄▟█▛▘
  8     │   │    ┃    │▐O▌│    ┃    ▐███▌
     ───┼───┼─── ┃ ───┼───┼─── ┃  ▗▟█▛▀▜█▙▖
  9     │   │▐O▌ ┃    │   │    ┃  ▀▀▘   ▝▀▀
▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
"""

IN_ASCII = r"""
      a   b   c     d   e   f     g   h   i
  1   \\     //  #    |   |    #    .---.
        \\ //    # ---+---+--- #   /     \
  2      XXX     #    |   |    #  |       | *
        // \\    # ---+---+--- #   \     /
  3   //     \\  #    |   |    #    '---'
    =============#=============#=============
  4     |   |    #{   |   |   }#    |   | O
     ---+---+--- #{---+---+---}# ---+---+---
  5     |   |    #{   |   | X }#    |   |
     ---+---+--- #{---+---+---}# ---+---+---
  6     |   |    #{   |   |   }#    |   | O
    =============#=============#=============
  7     |   |    #    |   | X  #  \\     //
     ---+---+--- # ---+---+--- #    \\ //
  8     |   |    #    | O |    #     XXX
     ---+---+--- # ---+---+--- #    // \\
  9     |   | O  #    |   |    #  //     \\
"""

UNTIL_FULL = r"""
      a   b   c     d   e   f     g   h   i
  1   A ▄ A ▄ A  ┃  O ▄ A ▄▖   ┃  A │ O │ O
     ─  ▄▀▀▀▄  ─ ┃ ─▐█▛▀▀▀▜█▌─ ┃ ───┼───┼───
  2     █ O █(O) ┃  O │ O │ A  ┃    │ A │
     ─  █   █  ─ ┃ ─▐█▙▄▄▄▟█▌─ ┃ ───┼───┼───
  3   ▝▀▀ O ▀ O  ┃  A ▀ O ▀ O  ┃    │ A │
    ━━━━━━━━━━━━━╋━━━━━━━━━━━━━╋━━━━━━━━━━━━━
  4   O │ A │    ┃  O ▄ O ▄ O  ┃┏  ▗▄▄▄▄▄▖  ┓
     ───┼───┼─── ┃ ─▐█▛▀▀▀▜█▌─ ┃┃─▐█▛▀▀▀▜█▌─┃
  5     │   │ A  ┃  ██│ A │ A  ┃┃ ██│   │██ ┃
     ───┼───┼─── ┃ ─▐█▙▄▄▄▟█▌─ ┃┃─▐█▙▄▄▄▟█▌─┃
  6     │   │ A  ┃  A ▀▀▀▀▀ A  ┃┗ O ▀ O ▀ O ┛
    ━━━━━━━━━━━━━╋━━━━━━━━━━━━━╋━━━━━━━━━━━━━
  7   A ▄ A ▄ A  ┃    │ A │    ┃  A ▄ O ▄ O
     ─  ▄▀▀▀▄  ─ ┃ ───┼───┼─── ┃ ─  ▄▀▀▀▄  ─
  8   O █ O █    ┃  A │ O │    ┃  O █ A █
     ─  █   █  ─ ┃ ───┼───┼─── ┃ ─  █   █  ─
  9   ▝▀▀▀▀▀▀▀▘  ┃  O │   │ A  ┃  O ▀ A ▀ A
"""

SCROLLING = r"""
     a b c    d e f    g h i
  1  A A A  ┃ O A ·  ┃ A O O
  2  · O O A┃ O O A O┃ · A ·
  3  · O O  ┃ A O O  ┃ · A ·
    ━━━━━━━━╋━━━━━━━━╋━━━━━━━━
  4  O A ·  ┃ O O O  ┃┏· · ·
  5  · · A  ┃ · A A O┃┃· · · O
  6  · · A  ┃ A · A  ┃┗O O O
    ━━━━━━━━╋━━━━━━━━╋━━━━━━━━
  7  A A A  ┃ · A ·  ┃ A O O
  8  O O · A┃ A O ·  ┃ O A · A
  9  · · ·  ┃ O · A  ┃ O A A
"""


def drawn(cell: CellSize, view: BoardView, *, is_ascii: bool = False) -> str:
    lines = text_of(a_painter(cell, view, is_ascii=is_ascii))
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def test_boards_that_are_won_are_taken_over_by_a_large_stone() -> None:
    view, golden = example(setup_of()), (COMPACT, USUAL)
    for cell, expected in zip((COMPACT_CELL, USUAL_CELL), golden, strict=True):
        assert drawn(cell, view) == expected.strip("\n")
    assert drawn(USUAL_CELL, view, is_ascii=True) == IN_ASCII.strip("\n")


def test_boards_that_are_won_but_open_have_the_large_stone_below_or_a_bar_beside_them() -> None:
    view = BoardView.after(played("open-until-full", 5, 52), 52)
    for cell, expected in ((USUAL_CELL, UNTIL_FULL), (BLOCKS[-1], SCROLLING)):
        painter = a_painter(cell, view, "AO", words="open-until-full", has_colours=False)
        assert "\n".join(line.rstrip() for line in text_of(painter)).strip("\n") == expected.strip("\n")


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("cell", BLOCKS, ids=str)
@pytest.mark.parametrize("symbol", ["X", "O", "A", "你"])
def test_a_large_stone_is_the_one_that_a_square_of_its_size_would_have(cell: CellSize, symbol: str) -> None:
    won = mask_of(map(ULTIMATE.parse, ("d4", "e5", "f6")))
    view = BoardView((won, 0), boards=SmallBoards((1 << 4, 0), 1 << 4, 0))
    painter = a_painter(cell, view, symbol + "O")
    field = painter.layout.field(4)
    picture = stone(symbol, *cell.block).lines
    for y, line in enumerate(picture):
        expected = "".join(text for text, _ in line)
        shown = "".join(text for text, _ in painter.line(field.y + y)[field.x + 1 : field.right - 1])
        if cell.has_rules:  # small stones may be left beside it
            assert all(there in (" ", is_there) for there, is_there in zip(expected, shown, strict=True))
        else:
            assert shown == expected


def state(boards: SmallBoards, stones: tuple[Mask, Mask]) -> BoardView:
    return BoardView(stones, boards=boards)


def states(words: str) -> dict[str, BoardView]:
    """Return what the middle board may be like, with the same stones as far as that is possible."""
    x, o = (mask_of(map(ULTIMATE.parse, names.split())) for names in ("d4 e5 f6", "d5 d6 e6"))
    full = (
        mask_of(map(ULTIMATE.parse, ["d4", "f4", "e5", "d5", "f6"])),
        mask_of(map(ULTIMATE.parse, ["e4", "f5", "d6", "e6"])),
    )
    it = 1 << 4
    closed = 0 if words == "open-until-full" else it
    found = {
        "open": state(SmallBoards((0, 0), 0, 1), (x, o)),
        "to play on": state(SmallBoards((0, 0), 0, it), (x, o)),
        "won by the first": state(SmallBoards((it, 0), closed, 1), (x, o)),
        "won by the second": state(SmallBoards((0, it), closed, 1), (x, o)),
        "full": state(SmallBoards((0, 0), 0, 1), full),
        "drawn": state(SmallBoards((0, 0), it, 1), full),
    }
    if words == "open-until-full":
        found["won by the first, to play on"] = state(SmallBoards((it, 0), 0, it), (x, o))
        found["won by the second, to play on"] = state(SmallBoards((0, it), 0, it), (x, o))
    return found


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("cell", BLOCKS, ids=str)
@pytest.mark.parametrize("words", ["ultimate", "open-until-full"])
@pytest.mark.parametrize(
    ("symbols", "is_ascii"), [("XO", False), ("AK", False), ("XO", True), ("你A", False)]
)
def test_the_states_of_a_board_are_told_apart_without_colours(
    cell: CellSize, words: str, symbols: str, is_ascii: bool
) -> None:
    looks = {}
    for name, view in states(words).items():
        painter = a_painter(cell, view, symbols, words=words, is_ascii=is_ascii, has_colours=False)
        field = painter.layout.field(4)
        looks[name] = [
            (text, style.bold, style.dim, style.reverse)
            for y in field.line_range
            for text, style in painter.line(y)[field.x : field.right]
        ]
    same = [pair for pair in combinations(looks, 2) if looks[pair[0]] == looks[pair[1]]]
    assert same in ([], [("won by the first", "won by the second")]) if symbols == "你A" else not same


@pytest.mark.slow
@pytest.mark.parametrize("has_colours", [False, True])
@pytest.mark.parametrize("cell", BLOCKS, ids=str)
def test_exactly_the_boards_to_play_on_are_raised_or_framed(cell: CellSize, has_colours: bool) -> None:
    for playable in (0, 1 << 4, 0b101_010_011, 0b111_111_111):
        view = BoardView((0, 0), boards=SmallBoards((0, 0), 0, playable))
        painter = a_painter(cell, view, has_colours=has_colours)
        for board in range(9):
            field = painter.layout.field(board)
            if has_colours:
                grounds = {
                    style.bgcolor.name  # type: ignore[union-attr]
                    for y in field.line_range
                    for _, style in painter.line(y)[field.x : field.right]
                }
                assert grounds == {raised("#39281b", "#f4c152") if playable >> board & 1 else "#39281b"}
            else:
                left = "".join(painter.line(y)[field.x][0] for y in field.line_range)
                right = "".join(painter.line(y)[field.right - 1][0] for y in field.line_range)
                inner = field.height - 2
                framed = ("┏" + "┃" * inner + "┗", "┓" + "┃" * inner + "┛")
                blank = " " * field.height
                assert (left, right) == (framed if playable >> board & 1 else (blank, blank))


@pytest.mark.parametrize("name", THEME_NAMES)
def test_a_raised_board_is_seen_and_what_is_on_it_can_be_read(name: str) -> None:
    theme = theme_named(name)
    roles = roles_of(theme)
    if theme.ansi:
        return
    ground = raised(roles.board, roles.accent)
    assert contrast(ground, roles.board) >= RAISED_CONTRAST
    for colour in COLOUR_NAMES:
        shown = player_colour(theme, colour)
        assert contrast(shown, ground) >= SHAPE_CONTRAST, colour
        text = on_tint(Style.parse(f"{shown} on {roles.board}"), ground, TEXT_CONTRAST)
        assert contrast(text.color.name, ground) >= TEXT_CONTRAST  # type: ignore[union-attr]
    line = on_tint(Style.parse(f"{roles.grid} on {roles.board}"), ground, LINE_CONTRAST)
    assert contrast(line.color.name, ground) >= LINE_CONTRAST  # type: ignore[union-attr]


def test_numbers_of_moves_are_read_on_boards_that_are_won() -> None:
    game = played("ultimate", 3)
    view = BoardView.after(game, len(game.moves))
    painter = replace(a_painter(USUAL_CELL, view), shows_numbers=True)
    for square, number in view.numbers.items():
        x, y = painter.layout.anchor(square)
        assert str(number) in "".join(text for text, _ in painter.line(y)[x - 1 : x + 2])


# --- what is painted again -------------------------------------------------------------------------------

PAINTED = [
    ("ultimate", USUAL_CELL, True),
    ("open-until-full", USUAL_CELL, False),
    ("most-boards", COMPACT_CELL, False),
    ("open-until-full", COMPACT_CELL, True),
]
LARGER = [
    pytest.param(words, cell, has_colours, marks=pytest.mark.slow)
    for words, cell, has_colours in product(VARIANTS, BLOCKS[3:5], (True, False))
]


def positions(words: str, seed: int) -> Iterator[BoardView]:
    game = played(words, seed)
    for ply in range(len(game.moves) + 1):
        yield BoardView.after(game, ply)


def cells_of(regions: list[Region]) -> set[tuple[int, int]]:
    return {(x, y) for region in regions for x in region.column_range for y in region.line_range}


@pytest.mark.slow
@pytest.mark.parametrize(("words", "cell", "has_colours"), [*PAINTED, *LARGER], ids=str)
def test_all_that_differs_is_painted_again(words: str, cell: CellSize, has_colours: bool) -> None:
    for before, after in pairwise(positions(words, seed=1)):
        moments = [(before, rest(before)), *((after, m) for _, m in motion(ULTIMATE, before, after))]
        for shown, other in [*pairwise(moments), (moments[-1], moments[0])]:
            assert_changes_are_painted(cell, words, shown, other, has_colours)


@pytest.mark.slow
@pytest.mark.parametrize("words", VARIANTS)
@pytest.mark.parametrize("cell", BLOCKS[3:], ids=str)
def test_all_that_differs_is_painted_again_after_a_jump(words: str, cell: CellSize) -> None:
    dice = Random(words)
    pairs = [
        pair
        for seed in range(sampled(20, 5))
        for pair in combinations(positions(words, seed), 2)
        if words != "open-until-full" or full_boards(pair[0]) != full_boards(pair[1])
    ]
    for pair in dice.sample(pairs, sampled(200, 8)):
        shown, other = ((view, rest(view)) for view in dice.sample(pair, 2))
        assert_changes_are_painted(cell, words, shown, other, has_colours=True)


def full_boards(view: BoardView) -> set[int]:
    taken = Counter(BLOCK_OF[square] for stones in view.stones for square in squares_of(stones))
    return {board for board, stones in taken.items() if stones == 9}


def assert_changes_are_painted(
    cell: CellSize, words: str, shown: Shown, other: Shown, has_colours: bool
) -> None:
    painters = [
        replace(a_painter(cell, view, words=words, has_colours=has_colours), moment=moment)
        for view, moment in (shown, other)
    ]
    layout = painters[0].layout
    lines = [[painter.line(y) for y in range(layout.room.height)] for painter in painters]
    differing = {
        (x, y)
        for y, (one, two) in enumerate(zip(*lines, strict=True))
        for x, (a, b) in enumerate(zip(one, two, strict=True))
        if a != b
    }
    assert differing <= cells_of([*changed_cells(layout, shown, other)])


def test_a_move_paints_only_the_boards_that_it_changes() -> None:
    layout = laid_out((80, 24))
    for before, after in pairwise(positions("ultimate", 1)):
        assert before.boards is not None
        assert after.boards is not None
        assert after.last is not None
        may_change = before.boards.playable ^ after.boards.playable | 1 << BLOCK_OF[after.last]
        may_change |= 1 << BLOCK_OF[before.last if before.last is not None else after.last]
        if after.is_over:
            continue
        painted = [*changed_cells(layout, (before, rest(before)), (after, rest(after)))]
        allowed = cells_of([layout.field(board) for board in squares_of(may_change)])
        assert cells_of(painted) <= allowed
        assert may_change.bit_count() <= 4 or before.boards.due is None or after.boards.due is None


# --- motion ----------------------------------------------------------------------------------------------


def test_the_boards_of_the_line_light_up_one_after_the_other_and_then_the_rest_dims() -> None:
    game = played("ultimate", 3)
    before, after = (BoardView.after(game, len(game.moves) - back) for back in (1, 0))
    moments = [moment for _, moment in motion(ULTIMATE, before, after)]
    lit = [{BLOCK_OF[square] for square in squares_of(moment.filled)} for moment in moments]
    assert lit == [{1}, {1, 4}, {1, 4, 7}, {1, 4, 7}]
    assert [moment.is_dimmed for moment in moments] == [False, False, False, True]
    painter = replace(a_painter(USUAL_CELL, after), moment=moments[2])
    for board in range(9):
        field = painter.layout.field(board)
        x, y = field.offset
        assert (painter.line(y)[x][1].bgcolor.name == COLOURS[0]) == (board in (1, 4, 7))  # type: ignore[union-attr]
    between = painter.layout.field(1)
    assert painter.line(between.bottom)[between.x][1].bgcolor.name == COLOURS[0], "a bar"  # type: ignore[union-attr]


@pytest.mark.parametrize("cell", BLOCKS, ids=str)
def test_boards_on_a_diagonal_are_joined_at_their_corners(cell: CellSize) -> None:
    boards = SmallBoards((0b001_010_100, 0), 0b001_010_100, 0)
    winning = mask_of(square for square, board in BLOCK_OF.items() if board in (2, 4, 6))
    painter = a_painter(cell, BoardView((winning, 0), winning=winning, is_over=True, boards=boards))
    quarters = filled_quarters(painter)
    corners = [(2 * field.x, 2 * field.y) for field in map(painter.layout.field, (2, 4, 6))]
    assert {*corners} <= connected(quarters, corners[0])


def test_a_win_by_most_boards_lights_nothing() -> None:
    for seed in range(200):
        game = played("most-boards", seed)
        if game.outcome and game.outcome.winner is not None and not game.outcome.squares:
            break
    before, after = (BoardView.after(game, len(game.moves) - back) for back in (1, 0))
    assert [moment.filled for _, moment in motion(ULTIMATE, before, after)] == [0] * len(
        motion(ULTIMATE, before, after)
    )
    assert rest(after) == Moment()
    assert after.boards is not None
    assert after.boards.playable == 0


# --- in play ---------------------------------------------------------------------------------------------


async def test_each_turn_begins_with_the_cursor_in_the_board_due() -> None:
    async with playing(setup_of()) as ui:
        assert ui.cursor == "e5"
        await ui.press("enter")
        assert ui.cursor == "e4", "it is in that board already, and its square is taken"
        await ui.press("down", "left", "enter")
        assert ui.moves == ["e5", "d5"]
        assert ui.cursor == "b5", "the middle of the left board"
        await ui.press("right", "up", "enter")
        assert (ui.moves[-1], ui.cursor) == ("c4", "h2")
        await ui.press("left", "left", "left")
        assert ui.cursor == "e2", "it may leave the board"
        await ui.press("i")
        assert ui.cursor == "e2", "and is not taken back before the next turn"
        await ui.press("u")
        assert (ui.moves, ui.cursor) == (["e5", "d5"], "c4"), "it is on the stone that was taken back"


async def test_the_cursor_begins_on_an_empty_square_near_the_middle() -> None:
    async with playing(setup_of()) as ui:
        await ui.place("e5", "e4", "e2")
        assert ui.cursor == "d5", "the middle of that board is taken"


async def test_with_any_board_to_play_on_the_cursor_leaves_only_a_closed_one() -> None:
    games = (played("ultimate", seed, plies) for seed in range(100) for plies in (20, 21))
    game = next(game for game in games if game.outcome is None and not boards_of(game).due)
    *moves, last = [ULTIMATE.name(move.square) for move in game.moves if move.square is not None]
    async with playing(setup_of(), moves=moves) as ui:
        await ui.place(last)
        assert boards_of(game).playable >> BLOCK_OF[ULTIMATE.parse(ui.cursor)] & 1


def boards_of(game: Game) -> SmallBoards:
    boards = BoardView.after(game, len(game.moves)).boards
    assert boards is not None
    return boards


@pytest.mark.slow
@pytest.mark.parametrize("size", SCROLLED, ids=str)
async def test_the_whole_board_due_is_in_sight(size: tuple[int, int]) -> None:
    async with playing(setup_of(), size=size) as ui:
        for _ in range(12):
            legal = ui.match.game.position.legal
            square = min(squares_of(legal), key=lambda square: square * 37 % 41)
            await ui.press(":", *ULTIMATE.name(square), "enter")
            boards = ui.board.view.boards
            assert boards is not None
            assert boards.due is not None
            due = [square for square, board in BLOCK_OF.items() if board == boards.due]
            assert {ULTIMATE.name(square) for square in due} <= set(ui.sight.places)
            assert BLOCK_OF[ULTIMATE.parse(ui.cursor)] == boards.due


async def test_the_mouse_previews_only_where_a_stone_may_be_placed() -> None:
    async with playing(setup_of(), moves=["e5"]) as ui:
        await ui.rest()
        await ui.point_at(*ui.place_of("d4"))
        assert ui.look("d4").is_preview
        await ui.point_at(*ui.place_of("a1"))
        assert not ui.look("a1").is_preview
        await ui.click_square("d4")
        assert ui.moves == ["e5", "d4"]
        x, y = ui.place_of("c1")
        await ui.click_at(x + 3, y)
        assert ui.moves == ["e5", "d4"], "the strong line is no square"


# --- pictures --------------------------------------------------------------------------------------------


def test_a_saved_picture_has_strong_lines_large_stones_and_lit_boards() -> None:
    walnut = theme_named("walnut")
    game = played("ultimate", 3)
    picture = svg_of(game, walnut)
    ElementTree.fromstring(picture)
    assert picture.count(f'stroke="{roles_of(walnut).star}" stroke-width="5"') == 1
    x = player_colour(walnut, "blue")
    assert picture.count(f'fill="{x}"/>') == 3, "the boards of the line"
    large = game.position.won[0].bit_count() + game.position.won[1].bit_count()  # type: ignore[attr-defined]
    assert large == 7
    radius = f'r="{0.26 * 1.3 * 3 * 66:.1f}"'
    assert picture.count(radius) == game.position.won[1].bit_count()  # type: ignore[attr-defined]
    under_way = svg_of(game, walnut, 25)
    assert under_way.count(raised(roles_of(walnut).board, roles_of(walnut).accent)) == 1


def test_the_small_picture_shows_boards_that_are_won() -> None:
    view, players = example(setup_of()), setup_of().players
    picture = NinePicture(ULTIMATE, view.stones, players)
    assert ["".join(text for text, _ in line) for line in picture.lines] == [
        "▚▄ ▄▞ ┃ · · · ┃  ▄▄▄ ",
        " ▐█▌  ┃ · · · ┃ ▐▌ ▐▌",
        "▞▀ ▀▚ ┃ · · · ┃  ▀▀▀ ",
        "━━━━━━╋━━━━━━━╋━━━━━━",
        "· · · ┃ · · · ┃ · · O",
        "· · · ┃ · · X ┃ · · ·",
        "· · · ┃ · · · ┃ · · O",
        "━━━━━━╋━━━━━━━╋━━━━━━",
        "· · · ┃ · · X ┃ ▚▄ ▄▞",
        "· · · ┃ · O · ┃  ▐█▌ ",
        "· · O ┃ · · · ┃ ▞▀ ▀▚",
    ]
    assert {text for line in picture.lines for text, colour in line if colour == STAR} == set("━┃╋")
    wide = replace(picture, players=setup_of(symbols="你O").players)
    assert all(sum(2 if text == "你" else len(text) for text, _ in line) == 22 for line in wide.lines)
    assert wide.size.width == 22
