"""Wins by continuous fours: found where there are some, and told from other lines of moves."""

import pytest

from tests.analysis.positions import played
from ttt_tui.analysis import forced_wins as module
from ttt_tui.analysis.forced_wins import FoursSearch, fours_of
from ttt_tui.engine import Game

GOMOKU = 15, 15, 5
THREE_AND_TWO = "e8 d8 f8 o1 g8 o3 i7 h13 k5 a1"


def found(game: Game, player: int) -> str | None:
    fours = FoursSearch(game.setup.geometry).win(game.position, player)
    return None if fours is None else " ".join(map(game.setup.geometry.name, fours))


def told(game: Game, line: str) -> str:
    geometry = game.setup.geometry
    fours = fours_of(game.position, tuple(map(geometry.parse, line.split())))
    return " ".join(map(geometry.name, fours))


def test_a_win_is_found_for_either_player() -> None:
    game = played(GOMOKU, THREE_AND_TWO)
    assert found(game, 0) == "h8 j6"
    assert found(game, 1) == ""
    game.place("a3")
    assert found(game, 0) == "h8 j6"  # as if it were to move


def test_a_stone_in_the_way_is_in_the_way_whoever_has_resigned() -> None:
    moves = "e8 d8 o5 f8 o1 o7 g8 o3 o9 i7 h13 o11 k5 a1 A!"
    game = played(GOMOKU, moves, players=3)
    assert found(game, 0) == "h8 j6"
    game = played(GOMOKU, moves.replace("o5", "h8"), players=3)
    assert found(game, 0) == ""


def test_what_takes_too_long_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_NODES", 1)
    assert found(played(GOMOKU, THREE_AND_TWO), 0) is None


@pytest.mark.parametrize(
    ("line", "fours"),
    [
        ("h8 i8 j6 l4 g9", "h8 j6"),
        ("h8 i8 j6", "h8 j6"),  # what follows does not count
        ("h8 i8", ""),  # it breaks off
        ("h8 a15 j6 l4 g9", ""),  # this answer is not needed
        ("j6 i8 h8", ""),  # the first is no four
        ("h8 i8 i8", ""),  # the square is taken
        ("e8", ""),
        ("", ""),
    ],
)
def test_a_line_is_one_by_fours_if_every_stone_is_needed(line: str, fours: str) -> None:
    assert told(played(GOMOKU, THREE_AND_TWO), line) == fours


def test_a_four_that_leaves_the_other_side_a_line_is_none() -> None:
    game = played(GOMOKU, "e8 d8 f8 o1 g8 o2 i7 o3 k5 o4")
    assert told(game, "h8 i8 j6") == ""
    assert found(game, 0) == ""


def test_who_can_complete_a_line_needs_no_four() -> None:
    game = played(GOMOKU, "e8 d8 f8 a1 g8 a3 h8 a5")
    assert told(game, "i8") == ""
    assert found(game, 0) == ""
