"""Line filters: 256 colours, 16, none, and ASCII."""

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tests.support.driving import a_setup
from tests.support.strategies import any_text
from ttt_tui.app.contrast import PALETTE_OF_256, contrast, contrast_of_16, luminance
from ttt_tui.app.roles import KAYA_ROLES, LINE_CONTRAST, TEXT_CONTRAST, WALNUT_ROLES, ink_of_16
from ttt_tui.app.terminal.filters import AnsiFilter, AsciiFilter, PaletteFilter, nearest_of_256
from ttt_tui.engine import HUMAN, SYMBOLS

BLACK = Color.parse("black")
COLOURS = st.builds(RichColor.from_rgb, *[st.integers(0, 255)] * 3)
NUMBERS = st.integers(0, 15)


def through(line_filter: AnsiFilter | PaletteFilter, style: Style, text: str = "x") -> Style:
    """Return what becomes of a text's style."""
    (segment,) = line_filter.apply([Segment(text, style)], BLACK)
    assert segment.style is not None
    assert cell_len(segment.text) == cell_len(text)
    return segment.style


def number(colour: RichColor | None) -> int:
    assert colour is not None
    assert colour.number is not None
    return colour.number


# --- 256 -------------------------------------------------------------------------------------------------


def test_wood_stays_wood_and_its_lines_are_dark() -> None:
    assert PALETTE_OF_256[nearest_of_256(WALNUT_ROLES.board)] == "#875f00"
    assert PALETTE_OF_256[nearest_of_256(KAYA_ROLES.board)] == "#d7af87"
    for roles in WALNUT_ROLES, KAYA_ROLES:
        shown = through(PaletteFilter(), Style(color=roles.grid, bgcolor=roles.board), "─")
        lines, wood = PALETTE_OF_256[number(shown.color)], PALETTE_OF_256[number(shown.bgcolor)]
        assert contrast(lines, wood) >= LINE_CONTRAST
        assert luminance(lines) < luminance(wood)


@pytest.mark.parametrize("board", [KAYA_ROLES.board, WALNUT_ROLES.board])
def test_with_256_wood_around_a_disc_is_that_of_the_board(board: str) -> None:
    for disc in ("#546e80", "#96604a", "#70c0ff"):
        shown = through(PaletteFilter(), Style.parse(f"{board} on {disc}"), "▐")
        assert number(shown.color) == nearest_of_256(board)


def test_a_colour_that_is_one_of_256_stays() -> None:
    assert all(nearest_of_256(colour) == number for number, colour in PALETTE_OF_256.items() if number != 16)


@given(COLOURS, COLOURS)
def test_with_256_what_can_be_read_still_can(text: RichColor, ground: RichColor) -> None:
    shown = through(PaletteFilter(), Style(color=text, bgcolor=ground, bold=True))
    assert text.triplet
    assert ground.triplet
    before = contrast(text.triplet.hex, ground.triplet.hex)
    after = contrast(PALETTE_OF_256[number(shown.color)], PALETTE_OF_256[number(shown.bgcolor)])
    assert after >= min(before, TEXT_CONTRAST)
    assert number(shown.bgcolor) == nearest_of_256(ground.triplet.hex), "the ground is what is like it"
    assert shown.bold


def test_with_256_the_terminals_own_colours_stay() -> None:
    style = Style(color="bright_red", bgcolor="default")
    assert through(PaletteFilter(), style) == style
    assert through(PaletteFilter(), Style(bold=True)) == Style(bold=True)


# --- 16 --------------------------------------------------------------------------------------------------

DARK = AnsiFilter(is_dark=True, has_colours=True)
LIGHT = AnsiFilter(is_dark=False, has_colours=True)
WITHOUT = AnsiFilter(is_dark=True, has_colours=False)


@pytest.mark.parametrize("own", ["default", "bright_red", "black"])
@pytest.mark.parametrize(("line_filter", "raised"), [(DARK, "blue"), (LIGHT, "white"), (WITHOUT, "blue")])
def test_what_is_raised_is_reversed(line_filter: AnsiFilter, raised: str, own: str) -> None:
    shown = through(line_filter, Style(color=own, bgcolor=raised, bold=True))
    assert shown == Style(color="default", bgcolor="default", reverse=True, bold=True)
    assert through(line_filter, Style(bgcolor=raised), " ").reverse, "blanks between words are, too"


@given(NUMBERS, st.booleans())
def test_texts_on_the_terminals_own_ground_can_be_read(colour: int, is_dark: bool) -> None:
    style = Style(color=RichColor.from_ansi(colour), bgcolor="default")
    shown = through(AnsiFilter(is_dark=is_dark, has_colours=True), style)
    assert shown.color is not None
    if not shown.color.is_default:
        assert number(shown.color) == colour
        assert contrast_of_16(colour, 0 if is_dark else 15) >= TEXT_CONTRAST


def test_shapes_need_less_contrast_than_letters() -> None:
    blue = Style(color="bright_blue", bgcolor="default")
    assert through(DARK, blue, "▐█▌ ●") == blue
    assert through(DARK, blue, "▐X▌").color == RichColor.parse("default")


def test_lines_keep_their_colour() -> None:
    lines = Style(color="bright_black", bgcolor="default")
    assert through(DARK, lines, "├──┼──┤") == lines
    assert through(LIGHT, lines, "├──┼──┤") == lines


@given(NUMBERS, st.none() | NUMBERS, st.booleans())
def test_on_a_colour_stands_what_can_be_read_or_the_better_ink(
    ground: int, text: int | None, is_dark: bool
) -> None:
    colour = "default" if text is None else RichColor.from_ansi(text)
    line_filter = AnsiFilter(is_dark=is_dark, has_colours=True)
    shown = through(line_filter, Style(color=colour, bgcolor=RichColor.from_ansi(ground)))
    if shown.reverse:
        assert ground == (4 if is_dark else 7), "what is raised"
        return
    if ground == (0 if is_dark else 15):
        assert shown.bgcolor == RichColor.parse("default"), "the table"
        return
    assert number(shown.bgcolor) == ground
    least = max(contrast_of_16(ground, ink) for ink in (0, 15))
    assert contrast_of_16(number(shown.color), ground) >= min(TEXT_CONTRAST, least)


@pytest.mark.parametrize(("ground", "ink"), [(14, "black"), (9, "black"), (3, "black"), (1, "bright_white")])
def test_the_ink_is_the_better_one_in_the_worst_palette(ground: int, ink: str) -> None:
    assert ink_of_16(ground) == ink


def test_colours_that_are_reversed_already_are_looked_at_as_they_are_seen() -> None:
    shown = through(DARK, Style(color="bright_yellow", bgcolor="bright_white", reverse=True))
    assert number(shown.bgcolor) == 11
    assert number(shown.color) == 0
    own = Style(color="default", bgcolor="default", reverse=True)
    assert through(DARK, own) == own


@pytest.mark.parametrize(
    ("line_filter", "own"), [(DARK, "black"), (LIGHT, "bright_white"), (WITHOUT, "black")]
)
def test_grounds_are_the_terminals_own_and_halves_of_lines_in_them_blanks(
    line_filter: AnsiFilter, own: str
) -> None:
    for ground in (own, "default"):
        (half,) = line_filter.apply([Segment("▄▄", Style(color=own, bgcolor=ground))], BLACK)
        assert half.text == "  "
        assert half.style is not None
        assert half.style.bgcolor == RichColor.parse("default")
    (stone,) = line_filter.apply([Segment("▄▄", Style(color="magenta", bgcolor=own))], BLACK)
    assert stone.text == "▄▄"
    (card,) = line_filter.apply([Segment("▄▄", Style(color=own, bgcolor="magenta"))], BLACK)
    assert card.text == "▄▄", "half a line of the table on a player's card"
    (bar,) = line_filter.apply([Segment("▄", Style(color=own, bgcolor="bright_black"))], BLACK)
    assert bar.style is not None
    assert bar.style.reverse or bar.style.color == RichColor.parse(own), "no ink: the end of a scrollbar"


@pytest.mark.parametrize("ground", ["bright_yellow", "blue", "black", "default"])
@pytest.mark.parametrize("text", ["black", "bright_yellow", "default"])
def test_without_colours_what_is_reversed_already_is_not_turned_back(text: str, ground: str) -> None:
    shown = through(WITHOUT, Style(color=text, bgcolor=ground, reverse=True))
    assert shown == Style(color="default", bgcolor="default", reverse=True)


def test_without_colours_grounds_are_reversed_and_lines_are_dim() -> None:
    assert through(WITHOUT, Style(color="black", bgcolor="bright_yellow")).reverse
    assert through(WITHOUT, Style(color="bright_black", bgcolor="default"), "───").dim
    assert not through(WITHOUT, Style(color="default", bgcolor="default"), "a text").dim


def spelling(symbols: str) -> AsciiFilter:
    """Return a filter that knows players with these symbols."""
    spelling = AsciiFilter()
    spelling.show_symbols(a_setup(*[HUMAN] * len(symbols), symbols=symbols).players)
    return spelling


@given(any_text().map(lambda text: "".join(sign for sign in text if unicodedata.category(sign) != "Cc")))
def test_every_text_becomes_ascii_of_the_same_width(text: str) -> None:
    spelt = AsciiFilter().spelt(text)
    assert spelt.isascii()
    assert cell_len(spelt) == cell_len(text)


@given(st.text(string.printable))
def test_what_is_ascii_stays_as_it_is(text: str) -> None:
    assert AsciiFilter().spelt(text) == text


@pytest.mark.parametrize(
    ("symbols", "spelt"),
    [
        ("XO", "XO"),
        ("●X", "OX"),
        ("xo●", "xoA"),
        ("●○", "XO"),
        ("你X", "O X"),
        ("❌⭕", "X O "),
        ("Ж●ü", "XOA"),
    ],
)
def test_symbols_become_letters_that_no_player_has(symbols: str, spelt: str) -> None:
    assert "".join(spelling(symbols).spelt(symbol) for symbol in symbols) == spelt


def test_fifteen_players_keep_symbols_of_their_own() -> None:
    for foreign in range(16):
        symbols = "●○◆◇■□▲△▼▽★☆♠♣♥"[:foreign] + "".join(SYMBOLS)[: 15 - foreign]
        filtered = [spelling(symbols).spelt(symbol) for symbol in symbols]
        assert len(set(filtered)) == 15, symbols
        assert all(len(symbol) == 1 and symbol.isascii() for symbol in filtered)


def test_styles_and_controls_stay() -> None:
    segments = [Segment("a·b", Style(bold=True)), Segment("c", None, [])]
    assert AsciiFilter().apply(segments, BLACK) == [Segment("a.b", Style(bold=True)), Segment("c", None, [])]
