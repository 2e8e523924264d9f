"""The arithmetic of colours, by values from elsewhere and by what has to hold of any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_tui.app.contrast import (
    BLACK,
    PALETTE_OF_256,
    WHITE,
    contrast,
    contrast_of_16,
    distance,
    luminance,
    mixed,
    moved,
    oklab,
)

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#0000ff", "#ffffff", 8.59),
        ("#ff0000", "#000000", 5.25),
        ("#123456", "#123456", 1.0),
    ],
)
def test_contrasts_are_those_of_the_usual_checkers(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.005)
    assert contrast(other, one) == contrast(one, other)


def test_red_is_where_its_author_puts_it_in_oklab() -> None:
    assert oklab("#ff0000") == pytest.approx((0.62796, 0.22486, 0.12585), abs=1e-4)
    assert distance(BLACK, WHITE) == pytest.approx(1, abs=1e-3)


@given(COLOURS, COLOURS)
def test_a_mixture_is_between_its_parts(one: str, other: str) -> None:
    assert mixed(one, other, 0) == one
    assert mixed(one, other, 1) == other
    low, high = sorted((luminance(one), luminance(other)))
    if one[1:3] == one[3:5] == one[5:7] and other[1:3] == other[3:5] == other[5:7]:
        assert low <= luminance(mixed(one, other, 0.62)) <= high


@given(COLOURS, st.lists(COLOURS, min_size=1, max_size=3), st.sampled_from([3.0, 4.5]))
def test_a_colour_is_moved_only_if_it_has_to_be_and_no_further(
    colour: str, grounds: list[str], ratio: float
) -> None:
    def is_read(shown: str) -> bool:
        return all(contrast(shown, ground) >= ratio for ground in grounds)

    shown = moved(colour, grounds, ratio, WHITE)
    assert is_read(shown) or shown == WHITE
    if is_read(colour):
        assert shown == colour


def test_the_256_colours_are_numbered_as_terminals_do() -> None:
    assert list(PALETTE_OF_256) == list(range(16, 256))
    assert PALETTE_OF_256[16] == "#000000"
    assert PALETTE_OF_256[208] == "#ff8700"
    assert PALETTE_OF_256[231] == "#ffffff"
    assert (PALETTE_OF_256[232], PALETTE_OF_256[255]) == ("#080808", "#eeeeee")


def test_of_16_colours_the_worst_palette_counts() -> None:
    assert contrast_of_16(8, 0) == pytest.approx(2.82, abs=0.005), "VGA's, where xterm's is 5.24"
    assert contrast_of_16(3, 15) == pytest.approx(1.70, abs=0.005), "xterm's, where VGA's is brown"
