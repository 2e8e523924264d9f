"""What every line becomes on its way to a terminal that has no letters beyond ASCII."""

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tests.support.driving import a_setup
from tests.support.strategies import any_text
from ttt_tui.app.terminal.filters import AsciiFilter
from ttt_tui.engine import HUMAN, SYMBOLS

BLACK = Color.parse("black")


def spelling(symbols: str) -> AsciiFilter:
    """Return a filter that knows players with these symbols."""
    spelling = AsciiFilter()
    spelling.spell(a_setup(*[HUMAN] * len(symbols), symbols=symbols).players)
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
