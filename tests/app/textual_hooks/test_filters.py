"""What every line becomes on its way to the terminal: in ASCII if need be, and readable with few colours."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tests.support.driving import a_setup
from ttt_tui.app.textual_hooks.filters import AsciiFilter, readable
from ttt_tui.engine import HUMAN, SYMBOLS

BLACK = Color.parse("black")
SYSTEMS = (ColorSystem.STANDARD, ColorSystem.EIGHT_BIT)


def spelling(symbols: str) -> AsciiFilter:
    """Return a filter that knows players with these symbols."""
    spelling = AsciiFilter()
    spelling.spell(a_setup(*[HUMAN] * len(symbols), symbols=symbols).players)
    return spelling


@given(st.text(st.characters(exclude_categories=("Cs", "Cc"))))
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


COLOURS = st.builds(RichColor.from_rgb, *[st.integers(0, 255)] * 3)


def number(colour: RichColor, system: ColorSystem) -> int | None:
    """The number of the terminal's colour that this one becomes; the objects differ by their names."""
    return colour.downgrade(system).number


def test_greys_that_a_terminal_cannot_tell_apart_are_not_used_together() -> None:
    style = Style(color="#62696f", bgcolor="#242f38")
    assert number(RichColor.parse("#62696f"), ColorSystem.STANDARD) == 8
    assert number(RichColor.parse("#242f38"), ColorSystem.STANDARD) == 8
    shown = readable(style, ColorSystem.STANDARD).color
    assert shown is not None
    assert number(shown, ColorSystem.STANDARD) not in (8, None)


@given(COLOURS, COLOURS, st.sampled_from(SYSTEMS))
def test_text_and_ground_never_come_out_the_same(
    text: RichColor, ground: RichColor, system: ColorSystem
) -> None:
    style = readable(Style(color=text, bgcolor=ground, bold=True), system)
    assert style.color is not None
    assert number(style.color, system) != number(ground, system)
    assert style.bgcolor == ground, "the ground stays"
    assert style.bold


@given(COLOURS, COLOURS, st.sampled_from(SYSTEMS))
def test_what_can_be_told_apart_stays(text: RichColor, ground: RichColor, system: ColorSystem) -> None:
    style = Style(color=text, bgcolor=ground)
    if number(text, system) != number(ground, system):
        assert readable(style, system) == style
