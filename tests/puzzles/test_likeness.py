"""Which puzzles are the same: shifted, turned, mirrored, or with other stones that do not matter."""

import pytest

from ttt_tui.puzzles.collection import removed, shipped
from ttt_tui.puzzles.making import likeness
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text, same_position_key

SMALL = "3x3, 3 in a row, win in 2, rated 819: c1 a3 a1 b1"
LARGE = "15x15, 5 in a row, win in 3, rated 1500: g7 a1 h8 c1 i7 e1 h6 a15 i5 c15"


def moved(text: str, across: int, down: int, *, turned: bool = False, mirrored: bool = False) -> str:
    """Return a puzzle's text with its stones turned, mirrored in their columns of 15, and shifted."""
    head, moves = text.rsplit(": ", 1)
    names = []
    for name in moves.split():
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        if turned:
            column, row = row, column
        if mirrored:
            column = 14 - column
        names.append(f"{chr(ord('a') + (column + across) % 15)}{(row + down) % 15 + 1}")
    return f"{head}: {' '.join(names)}"


def puzzle(text: str) -> Puzzle:
    (found,) = from_text(text)
    return found


def key(text: str) -> object:
    found = puzzle(text)
    return likeness(found, prover_of(found.geometry))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SMALL, "3x3, 3 in a row, win in 2, rated 819: a1 c3 c1 b1"),
        (SMALL, "3x3, 3 in a row, win in 2, rated 819: a1 c3 a3 a2"),
    ],
)
def test_turned_and_mirrored_ones_are_alike_on_a_small_board(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), [(4, 26), (223, 518), (258, 409), (423, 537), (532, 533)])
def test_some_of_the_first_set_were_the_same_among_other_stones(one: int, other: int) -> None:
    first, second = shipped().by_number(one), removed().by_number(other)
    assert same_position_key(first) != same_position_key(second)
    assert likeness(first, prover_of(first.geometry)) == likeness(second, prover_of(second.geometry))


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(("turned", "mirrored"), [(False, False), (True, False), (False, True), (True, True)])
def test_shifted_ones_are_alike_on_a_large_board(turned: bool, mirrored: bool) -> None:
    shifted = moved(LARGE, 1, 1, turned=turned, mirrored=mirrored)
    assert shifted != LARGE
    assert key(shifted) == key(LARGE)


def test_stones_far_away_do_not_matter_on_a_large_board() -> None:
    assert key(LARGE.replace("a15", "a13")) == key(LARGE)


def test_another_combination_is_not_alike() -> None:
    assert key(LARGE) != key("15x15, 5 in a row, win in 2, rated 1500: g7 a1 h8 c1 i9 e1")


def test_other_tasks_are_not_alike() -> None:
    assert key(SMALL) != key("3x3, 3 in a row, win in 2, rated 819: c2 a1 c3 c1 b1")
