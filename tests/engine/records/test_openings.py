"""Openings of matches: lists from the centre, games of any format, and what cannot be played."""

import pytest

from tests.support.records import TAGS, refused
from ttt_tui.engine import Geometry, Rules, Setup
from ttt_tui.engine.records.openings import MOST_OPENINGS, read_openings

FIFTEEN, TWENTY = Setup(Geometry(15, 15, 5)), Setup(Geometry(20, 20, 5))
LARGE = TAGS.replace("3x3", "15x15")
FIVE = LARGE.replace('"3"', '"5"')


def named(text: str, setup: Setup = FIFTEEN, suffix: str = "") -> list[str]:
    return [" ".join(map(setup.geometry.name, squares)) for squares in read_openings(text, setup, suffix)]


@pytest.mark.parametrize("text", ["0,0,1,-2\n-7,7\n", "0, 0, 1, -2\r\n\r\n-7 7\r\n", "\ufeff0 0  1 -2\n-7;7"])
def test_a_list_counts_from_the_centre_to_the_right_and_down(text: str) -> None:
    assert named(text) == ["h8 i6", "a15"]
    assert named(text, TWENTY) == ["k11 l9", "d18"]


@pytest.mark.parametrize(
    "text", ["h8h9i10\nh8i9\n", '[["h8", "h9", "i10"], ["h8", "i9"]]', "1. h8 h9 2. i10\n1. h8 i9\n"]
)
def test_games_of_other_formats_are_openings(text: str) -> None:
    assert named(text) == ["h8 h7 i6", "h8 i7"], "row 1 is at the bottom"


def test_openings_fit_the_rules_of_the_match() -> None:
    assert named("44\n", Setup(Geometry(7, 6, 4, Rules.parse("connect4")))) == ["d6 d5"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0,0,1", "line 1: 3 numbers are not pairs"),
        ("0,0\n9,0", "line 2: 9,0 from the centre is not on a 15×15 board"),
        ("0,0,0,0", "line 1: h8 is taken"),
        ("0,0,0,1,1,0,1,1,2,0,2,1,3,0,3,1,4,0", "line 1: the game is over after it"),
        ("0,0\n" * (MOST_OPENINGS + 1), "at most 10,000 openings; the file has 10,001"),
        (f"{TAGS}\nb2", "the record is of a 3×3 board, not 15×15"),
        (f"{LARGE}\nb2", "opening 1 is of a game with 3 in a row, not 5"),
        (f"{FIVE}\nb2 X-resigns", "an opening has stones alone"),
        ("", "it is empty"),
    ],
)
def test_what_cannot_be_played_is_named(text: str, said: str) -> None:
    assert said in refused(text, read=lambda text: read_openings(text, FIFTEEN))
