"""Tests for large figures."""

import pytest

from ttt_tui.app.widgets.digits import DIGIT_LINES, digits_width, large_digits


@pytest.mark.parametrize(
    ("text", "is_ascii", "lines"),
    [
        ("5–1", False, ["█▀▀     ▀█ ", "▀▀█ ▀▀▀  █ ", "▀▀▀     ▀▀▀"]),
        ("61%", False, ["█▀▀ ▀█  ▀ █", "█▀█  █  ▄▀ ", "▀▀▀ ▀▀▀ ▀ ▀"]),
        ("5–1", True, [" _         ", "|_   -    |", " _|       |"]),
        ("61%", True, [" _      o /", "|_    |  / ", "|_|   | / o"]),
    ],
)
def test_figures_are_drawn_of_half_blocks_or_of_ascii(text: str, is_ascii: bool, lines: list[str]) -> None:
    assert large_digits(text, is_ascii=is_ascii) == lines


@pytest.mark.parametrize("is_ascii", [False, True])
def test_figures_differ_and_have_one_size(is_ascii: bool) -> None:
    drawn = [large_digits(figure, is_ascii=is_ascii) for figure in "0123456789%–"]
    assert len({*map(tuple, drawn)}) == len(drawn)
    for text in ("0123456789%–", "7"):
        lines = large_digits(text, is_ascii=is_ascii)
        assert [len(line) for line in lines] == [digits_width(text)] * DIGIT_LINES
    assert not is_ascii or all(line.isascii() for figure in drawn for line in figure)
