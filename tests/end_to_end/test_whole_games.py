"""Whole games, from the first key to the result, as a person plays them in an 80×24 terminal."""

import re
from collections.abc import Callable

import pytest

from tests.support.reading import (
    agree,
    answer_result,
    board,
    cursor,
    keys,
    moves,
    place_and_see,
    place_with_arrows,
    place_with_digit,
    place_with_go_to,
    play_on,
    status,
    stones,
    winner,
)
from tests.support.terminal import ENTER, ESCAPE, RIGHT, Terminal
from ttt_tui.session.presets import PRESETS


def start(terminal: Terminal) -> None:
    """Start the game that the setup screen offers, and wait until the first move can be made."""
    terminal.wait_for("You v computer")
    terminal.wait_for("play")
    terminal.send(ENTER)
    terminal.wait_for(lambda: status(terminal) == "Your move" and len(board(terminal)) == 9)


@pytest.mark.slow
def test_setup_opens_with_all_presets_and_what_enter_does() -> None:
    with Terminal() as terminal:
        terminal.wait_for(lambda: "play" in keys(terminal))
        shown = str(terminal)
        for preset in PRESETS.values():
            assert preset.title in shown
        for part in ("Board", "Players", "Match", "Level", "in a row", "first to"):
            assert part in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "seed"), [(place_with_arrows, 1), (place_with_go_to, 2), (place_with_digit, 3)]
)
def test_a_game_is_played_to_its_result_and_the_list_of_moves_is_what_the_board_shows(
    place: Callable[[Terminal, str], None], seed: int
) -> None:
    with Terminal("--seed", str(seed)) as terminal:
        start(terminal)
        placed = play_on(terminal, place)

        listed = moves(terminal)
        assert [square for symbol, square in listed if symbol == "X"] == placed
        assert [symbol for symbol, _ in listed] == ["X", "O"] * (len(listed) // 2) + ["X"] * (len(listed) % 2)
        assert agree(terminal)
        said = status(terminal)
        match winner(listed):
            case "X":
                assert said.startswith("You win with three in a row")
            case "O":
                assert said.startswith("Easy wins with three in a row")
            case "":
                assert said.startswith("Draw: ")
            case None:
                pytest.fail(f"the game is not over, but it says: {said}")


def test_a_square_typed_in_one_go_is_the_one_that_is_placed_on() -> None:
    # Over a slow line the keys typed one after the other arrive together.
    with Terminal("--board", "15", "--player", "human", "--player", "human") as terminal:
        terminal.wait_for(lambda: "to move" in status(terminal) and len(board(terminal)) == 225)
        for count, (typed, square) in enumerate([(":c9", "c9"), (":18", "c2"), ("17", "b2")], 1):
            terminal.send(typed + ENTER)
            terminal.wait_for(lambda count=count: len(moves(terminal)) == count and agree(terminal))
            assert moves(terminal)[-1][1] == square


@pytest.mark.slow
def test_keys_pressed_in_one_go_are_obeyed_in_their_order() -> None:
    with Terminal("--board", "5", "--player", "human", "--player", "human") as terminal:
        terminal.wait_for(lambda: cursor(terminal) == "c3" and "to move" in status(terminal))
        terminal.send(ENTER + RIGHT + ENTER + "j" + ENTER + "h" + " ")
        terminal.wait_for(lambda: len(moves(terminal)) == 4 and agree(terminal))
        assert moves(terminal) == [("X", "c3"), ("O", "d3"), ("X", "d4"), ("O", "c4")]


@pytest.mark.slow
def test_escape_leaves_the_typed_square_and_nothing_is_placed() -> None:
    with Terminal() as terminal:
        start(terminal)
        terminal.send(":")
        terminal.wait_for("Go to")
        terminal.send("a1")
        terminal.wait_for(lambda: cursor(terminal) == "a1")
        terminal.send(ESCAPE)
        terminal.wait_for(lambda: status(terminal) == "Your move")
        assert stones(terminal) == {}


@pytest.mark.slow
def test_what_is_not_possible_is_told_with_the_reason_and_the_game_goes_on() -> None:
    with Terminal("--board", "3", "--player", "human", "--player", "human") as terminal:
        terminal.wait_for(lambda: "to move" in status(terminal) and len(board(terminal)) == 9)
        place_and_see(terminal, "b2", place=place_with_digit)
        terminal.send("5")
        terminal.wait_for(lambda: "b2 is taken" in status(terminal))
        place_with_go_to(terminal, "z9")
        terminal.wait_for("z9 is not on a 3×3 board")
        terminal.send(ESCAPE)
        terminal.wait_for(lambda: "to move" in status(terminal))
        place_and_see(terminal, "a1", "O", place_with_digit)
        assert moves(terminal) == [("X", "b2"), ("O", "a1")]


@pytest.mark.slow
def test_undo_takes_back_to_before_your_latest_move_and_redo_plays_it_again() -> None:
    with Terminal("--seed", "4") as terminal:
        start(terminal)
        place_with_digit(terminal, "a1")
        terminal.wait_for(lambda: len(moves(terminal)) == 2 and agree(terminal))
        before = moves(terminal)
        terminal.send("u")
        terminal.wait_for(lambda: moves(terminal) == [] and stones(terminal) == {})
        terminal.send("U")
        terminal.wait_for(lambda: moves(terminal) == before and agree(terminal))


@pytest.mark.slow
def test_after_the_result_enter_starts_the_next_game_and_the_points_are_counted() -> None:
    with Terminal("--seed", "5") as terminal:
        start(terminal)
        assert "Game 1" in terminal.text()[0]
        play_on(terminal, place_with_digit)
        points = {"X": ["1", "0"], "O": ["0", "1"], "": ["0", "0"]}
        expected = points[winner(moves(terminal)) or ""]
        terminal.wait_for(lambda: re.findall(r"[XO]  (?:You|easy) +(\d) *$", str(terminal), re.M) == expected)

        answer_result(terminal)
        terminal.wait_for("Game 2")
        # The second game is the computer's to start: its stone comes, and then it is our move.
        terminal.wait_for(lambda: status(terminal) == "Your move" and len(stones(terminal)) == 1)
        assert moves(terminal)[0][0] == "O"
        assert agree(terminal)


@pytest.mark.slow
def test_the_game_that_was_left_is_the_one_that_r_returns_to_and_q_twice_quits() -> None:
    with Terminal("--seed", "6") as terminal:
        start(terminal)
        place_with_digit(terminal, "a1")
        terminal.wait_for(
            lambda: len(moves(terminal)) == 2 and agree(terminal) and status(terminal) == "Your move"
        )
        before, header = moves(terminal), terminal.text()[0]

        terminal.send("q")
        terminal.wait_for("r: resume")
        assert board(terminal) == {}
        terminal.send("r")
        terminal.wait_for(lambda: moves(terminal) == before and agree(terminal))
        terminal.wait_for(lambda: terminal.text()[0] == header and status(terminal) == "Your move")

        free = next(square for square, mark in board(terminal).items() if mark == "·")
        place_and_see(terminal, free, place=place_with_digit)
        terminal.send("q")
        terminal.wait_for("r: resume")
        terminal.send("q")
        assert terminal.wait_exit() == 0


@pytest.mark.slow
def test_q_q_in_one_go_quits_from_the_game() -> None:
    with Terminal() as terminal:
        start(terminal)
        terminal.send("qq")
        assert terminal.wait_exit() == 0
