"""Stones, against pictures that were typed in by hand; and in all sizes of squares there are."""

from itertools import combinations, product

import pytest
from rich.cells import cell_len

from ttt_tui.app.terminal.filters import AsciiFilter
from ttt_tui.app.widgets.board.stones import LETTERS, Line, chip, pixel_letter, stone
from ttt_tui.engine import SYMBOLS, Player

SQUARES = ((6, 2), (7, 3), (9, 4), (11, 5), (15, 7), (19, 9), (27, 13))
POINTS = ((7, 3), (5, 3))
ODD_ONES = ((5, 2), (6, 3), (8, 4), (10, 4), (10, 5), (13, 6), (12, 5), (40, 5), (5, 30), (60, 25))

KINDS = {"drawn": "XO●○", "letters": "ABZ07", "small letters": "axo", "signs": "☠✖①#~ß", "wide": "你❌⭕"}


def text(line: Line) -> str:
    return "".join(text for text, _ in line)


def texts(symbol: str, width: int, height: int, *, is_ascii: bool = False) -> list[str]:
    return [text(line) for line in stone(symbol, width, height, is_ascii=is_ascii).lines]


def bare(lines: list[str]) -> list[str]:
    """Lines without what is blank on their right, to be compared with what a person types."""
    return [line.rstrip() for line in lines]


def side_by_side(symbols: str, width: int, height: int, *, is_ascii: bool = False) -> list[str]:
    """Stones next to each other, with a blank between them."""
    stones = (texts(symbol, width, height, is_ascii=is_ascii) for symbol in symbols)
    return bare([" ".join(lines) for lines in zip(*stones, strict=True)])


def picture(drawn: str) -> list[str]:
    """The lines of a picture typed in by hand: whole, but for the line break it starts and ends with."""
    return bare(drawn.split("\n")[1:-1])


# --- against pictures ------------------------------------------------------------------------------------

PICTURES = {
    (5, 3): """
▗▄ ▄▖  ▄▄▄   ▄▄▄  ▗▄▄▄▖
 ▐█▌  ▐▌ ▐▌ ▐███▌   A
▝▀ ▀▘  ▀▀▀   ▀▀▀  ▝▀▀▀▘
""",
    (6, 2): """
 ▝▙▟▘   ▟▀▀▙   ▟██▙    A
 ▗▛▜▖   ▜▄▄▛   ▜██▛   ▀▀▀▀
""",
    (7, 3): """
 ▜▄ ▄▛   ▗▛▀▜▖   ▗███▖   ▗▄▄▄▖
  ▐█▌    █   █   █████     A
 ▟▀ ▀▙   ▝▙▄▟▘   ▝███▘   ▝▀▀▀▘
""",
    (9, 4): """
 ▜▙▖ ▗▟▛   ▗▟▀▀▀▙▖   ▗▟███▙▖   ▗▄▄▄▄▄▖
  ▀█▄█▀    █▌   ▐█   ███████      A
  ▄█▀█▄    █▌   ▐█   ███████
 ▟▛▘ ▝▜▙   ▝▜▄▄▄▛▘   ▝▜███▛▘   ▝▀▀▀▀▀▘
""",
    (11, 5): """
 ▄▄▖   ▗▄▄    ▗▄▄▄▄▄▖     ▗▄▄▄▄▄▖    ▗▄▄▄▄▄▄▄▖
 ▝▜█▙▄▟█▛▘   ▐█▛▀▀▀▜█▌   ▐███████▌     ▄▀▀▀▄
   ▐███▌     ██     ██   █████████     █▄▄▄█
 ▗▟█▛▀▜█▙▖   ▐█▙▄▄▄▟█▌   ▐███████▌     █   █
 ▀▀▘   ▝▀▀    ▝▀▀▀▀▀▘     ▝▀▀▀▀▀▘    ▝▀▀▀▀▀▀▀▘
""",
    (15, 7): """
 ▗▄▄       ▄▄▖      ▄▄▄▄▄▄▄         ▄▄▄▄▄▄▄      ▗▄▄▄▄▄▄▄▄▄▄▄▖
 ▝███▄   ▄███▘    ▄███▀▀▀███▄     ▄█████████▄
   ▀███▄███▀     ▐██▘     ▝██▌   ▐███████████▌       ▄▀▀▀▄
     █████       ▐██       ██▌   ▐███████████▌       █▄▄▄█
   ▄███▀███▄     ▐██▖     ▗██▌   ▐███████████▌       █   █
 ▗███▀   ▀███▖    ▀███▄▄▄███▀     ▀█████████▀
 ▝▀▀       ▀▀▘      ▀▀▀▀▀▀▀         ▀▀▀▀▀▀▀      ▝▀▀▀▀▀▀▀▀▀▀▀▘
""",
}

LARGE = """
 ▗▄▄▖         ▗▄▄▖         ▄▄▄▄▄         ▗▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖
 ▝███▙▖     ▗▟███▘     ▗▟█████████▙▖          ██████
  ▝▜███▙▖ ▗▟███▛▘     ▗███▀▘   ▝▀███▖       ██      ██
    ▝▜███████▛▘       ███▘       ▝███       ██      ██
      ▐█████▌        ▐██▌         ▐██▌      ██████████
    ▗▟███████▙▖       ███▖       ▗███       ██      ██
  ▗▟███▛▘ ▝▜███▙▖     ▝███▄▖   ▗▄███▘       ██      ██
 ▗███▛▘     ▝▜███▖     ▝▜█████████▛▘
 ▝▀▀▘         ▝▀▀▘         ▀▀▀▀▀         ▝▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▘
"""


@pytest.mark.parametrize("size", PICTURES, ids=str)
def test_stones_are_as_in_the_pictures(size: tuple[int, int]) -> None:
    assert side_by_side("XO●A", *size) == picture(PICTURES[size])


def test_the_large_ones_too() -> None:
    assert side_by_side("XOA", 19, 9) == picture(LARGE)


def test_a_ring_is_an_o() -> None:
    for size in SQUARES:
        assert stone("○", *size) == stone("O", *size)


ASCII_PICTURES = {
    (6, 2): r"""
  \/    /--\   |A |
  /\    \--/   '--'
""",
    (7, 3): r"""
 \   /   /---\   .---.
   X     |   |   | A |
 /   \   \---/   '---'
""",
    (11, 5): r"""
 \\     //     .---.     .-------.
   \\ //      /     \    |       |
    XXX      |       |   |   A   |
   // \\      \     /    |       |
 //     \\     '---'     '-------'
""",
    (15, 7): r"""
 \\         //      .-----.      .-----------.
   \\     //       /       \     |           |
     \\ //        /         \    |           |
      XXX        |           |   |     A     |
     // \\        \         /    |           |
   //     \\       \       /     |           |
 //         \\      '-----'      '-----------'
""",
}


@pytest.mark.parametrize("size", ASCII_PICTURES, ids=str)
def test_stones_of_ascii_are_as_in_the_pictures(size: tuple[int, int]) -> None:
    assert side_by_side("XOA", *size, is_ascii=True) == picture(ASCII_PICTURES[size])


# --- sizes -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("is_ascii", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_every_stone_takes_exactly_its_cells(kind: str, is_ascii: bool) -> None:
    for symbol, (width, height) in product(KINDS[kind], SQUARES + POINTS + ODD_ONES):
        lines = texts(symbol, width, height, is_ascii=is_ascii)
        assert [cell_len(line) for line in lines] == [width] * height, (symbol, width, height)


def test_a_size_between_two_has_the_stone_of_the_smaller_one_in_its_middle() -> None:
    for symbol in "XO●A你":
        smaller = texts(symbol, 9, 4)
        larger = texts(symbol, 11, 4)
        assert larger == [f" {line} " for line in smaller]
        assert texts(symbol, 9, 6) == [" " * 9, *smaller, " " * 9]


@pytest.mark.parametrize("size", [(4, 2), (5, 1), (0, 0)])
def test_what_no_stone_fits_in_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a stone needs 5×2 cells"):
        stone("X", *size)


# --- shapes ----------------------------------------------------------------------------------------------

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def quarters(symbol: str, width: int, height: int) -> list[list[bool]]:
    """Whether each quarter of a cell is filled."""
    rows = []
    for line in texts(symbol, width, height):
        numbers = [QUARTERS.index(c) for c in line]
        rows += [[bool(n >> bit & 1) for n in numbers for bit in bits] for bits in ((0, 1), (2, 3))]
    return rows


@pytest.mark.parametrize("size", SQUARES + POINTS, ids=str)
@pytest.mark.parametrize("symbol", "XO●")
def test_stones_are_symmetric(symbol: str, size: tuple[int, int]) -> None:
    rows = quarters(symbol, *size)
    assert rows == [row[::-1] for row in rows]
    assert rows == rows[::-1]


@pytest.mark.parametrize("size", SQUARES + POINTS, ids=str)
def test_a_disc_is_an_o_without_its_hole(size: tuple[int, int]) -> None:
    ring, disc = quarters("O", *size), quarters("●", *size)
    assert disc == [[any(row[: x + 1]) and any(row[x:]) for x in range(len(row))] for row in ring], (
        "everything between the ends of a row"
    )
    assert ring != disc


@pytest.mark.parametrize("size", SQUARES, ids=str)
def test_no_stone_reaches_the_corners_of_its_square_where_marks_are(size: tuple[int, int]) -> None:
    for symbol in "XO●A你":
        first, *_, last = stone(symbol, *size).lines
        for line in (first, last):
            assert text(line)[0] == text(line)[-1] == " "
            assert not line[0][1]
            assert not line[-1][1]


@pytest.mark.parametrize("symbol", "XO●○")
def test_on_a_filled_square_of_three_lines_a_stone_has_a_margin_on_all_sides(symbol: str) -> None:
    lines = [text(line) for line in stone(symbol, 7, 3, is_won=True).lines]
    assert lines == [f" {line} " for line in texts(symbol, 5, 3)]
    assert {line[0] + line[-1] for line in lines} == {"  "}
    assert not {*lines[0]} & {*"▀▘▝▛▜█▌▐"}, "the upper half of the first line is free"
    assert not {*lines[-1]} & {*"▄▖▗▙▟█▌▐"}, "so is the lower half of the last one"


@pytest.mark.parametrize("symbol", "XO●○")
def test_on_a_filled_square_of_four_lines_a_stone_has_a_margin_on_all_sides(symbol: str) -> None:
    lines = [text(line) for line in stone(symbol, 9, 4, is_won=True).lines]
    assert {line[0] + line[-1] for line in lines} == {"  "}
    assert not {*lines[0]} & {*"▀▘▝▛▜█▌▐"}, "the upper half of the first line is free"
    assert not {*lines[-1]} & {*"▄▖▗▙▟█▌▐"}, "so is the lower half of the last one"


# --- tiles and what is filled ----------------------------------------------------------------------------


def test_drawn_stones_are_not_filled_and_one_piece_a_line() -> None:
    for symbol, size in product("XO●○", SQUARES + POINTS):
        assert all(len(line) == 1 and not line[0][1] for line in stone(symbol, *size).lines)


def test_a_tile_is_filled_where_the_players_colour_is_its_ground() -> None:
    top, middle, bottom = stone("A", 7, 3).lines
    assert top == ((" ▗▄▄▄▖ ", False),)
    assert middle == ((" ", False), ("  A  ", True), (" ", False))
    assert bottom == ((" ▝▀▀▀▘ ", False),)
    assert stone("A", 6, 2).lines == (((" ", False), (" A  ", True), (" ", False)), ((" ▀▀▀▀ ", False),))


def test_a_symbol_that_is_no_letter_is_written_in_the_middle_of_its_tile() -> None:
    for symbol, size in product("a☠你ß", SQUARES):
        lines = texts(symbol, *size)
        (y,) = [y for y, line in enumerate(lines) if symbol in line]
        before, after = lines[y].split(symbol)
        assert 0 <= cell_len(after) - cell_len(before) <= 1
        assert y == (size[1] - 1) // 2


@pytest.mark.parametrize("symbol", ["X", "O", "A", "7"])
def test_a_chip_has_half_blocks_beside_its_symbol(symbol: str) -> None:
    assert chip(symbol) == (("▐", False), (symbol, True), ("▌", False))


def test_a_chip_takes_three_cells_whatever_its_symbol() -> None:
    for symbol in "".join(KINDS.values()):
        line = chip(symbol)
        assert cell_len(text(line)) == 3
        assert symbol in text(line)


# --- letters ---------------------------------------------------------------------------------------------


def test_there_is_a_letter_for_every_usual_symbol_that_is_not_drawn() -> None:
    assert {*SYMBOLS} - {*"XO"} < {*LETTERS}
    assert {*LETTERS} == {*"ABCDEFGHIJKLMNPQRSTUVWYZ0123456789"}
    for letter, lines in LETTERS.items():
        assert [len(line) for line in lines] == [5, 5, 5], letter
        assert {*"".join(lines)} <= {*" ▀▄█"}, letter


def test_letters_are_told_apart_by_three_pixels_at_least() -> None:
    pixels = {
        letter: [c in filled for line in lines for filled in ("▀█", "▄█") for c in line]
        for letter, lines in LETTERS.items()
    }
    for one, other in combinations(LETTERS, 2):
        different = sum(a != b for a, b in zip(pixels[one], pixels[other], strict=True))
        assert different >= 3, (one, other)


def test_a_letter_is_as_large_as_fits() -> None:
    assert pixel_letter("L", 9, 2) is None
    assert pixel_letter("L", 4, 3) is None
    assert pixel_letter("l", 20, 20) is None
    assert pixel_letter("L", 9, 5) == ("█    ", "█    ", "█▄▄▄▄")
    assert pixel_letter("L", 10, 6) == (*["██        "] * 5, "██████████")
    assert pixel_letter("L", 17, 9) == (
        *["███            "] * 7,
        "███▄▄▄▄▄▄▄▄▄▄▄▄",
        "███████████████",
    )


# --- ASCII -----------------------------------------------------------------------------------------------


def test_what_is_drawn_in_ascii_is_ascii() -> None:
    for symbol, size in product("XOAz7#", SQUARES + POINTS + ODD_ONES):
        lines = stone(symbol, *size, is_ascii=True).lines
        assert all(text(line).isascii() for line in lines)
        assert not any(is_filled for line in lines for _, is_filled in line), "shape tells, not the ground"


def test_a_symbol_beyond_ascii_is_the_only_thing_that_is_left_to_spell() -> None:
    players = (Player("Ada", "你"), Player("Bob", "●"), Player("Cyd", "☠"))
    spelling = AsciiFilter()
    spelling.show_symbols(players)
    for (player, letter), (width, height) in product(zip(players, "XOA", strict=True), SQUARES + POINTS):
        lines = texts(player.symbol, width, height, is_ascii=True)
        assert [c for line in lines for c in line if not c.isascii()] == [player.symbol]
        spelt = [spelling.spelt(line) for line in lines]
        assert all(line.isascii() and len(line) == width for line in spelt)
        assert letter in "".join(spelt)


@pytest.mark.parametrize("size", SQUARES + POINTS, ids=str)
def test_in_ascii_too_every_stone_has_a_look_of_its_own(size: tuple[int, int]) -> None:
    for is_ascii in (False, True):
        drawn = [tuple(texts(symbol, *size, is_ascii=is_ascii)) for symbol in SYMBOLS + ("●",)]
        assert len({*drawn}) == len(drawn)
