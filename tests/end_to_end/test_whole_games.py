"""A match as a person plays it in an 80×24 terminal; and while a computer thinks, the screen obeys."""

import re
from collections.abc import Callable, Iterator

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
from tests.support.restored import assert_restored
from tests.support.terminal import ENTER, RIGHT, Screen, Terminal
from ttt_tui.session.presets import PRESETS


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(
    ("place", "seed"), [(place_with_digit, 3), (place_with_arrows, 1), (place_with_go_to, 2)]
)
def test_a_match_is_played_left_resumed_and_quit(place: Callable[[Terminal, str], None], seed: int) -> None:
    with Terminal("--seed", str(seed)) as terminal:
        terminal.wait_for("You v computer")
        terminal.wait_for(lambda: "quit" in keys(terminal))
        for part in (*(preset.title for preset in [*PRESETS.values()][:5]), "Board", "Players", "first to"):
            assert part in str(terminal)
        terminal.send(ENTER)
        terminal.wait_for(lambda: status(terminal) == "Your move" and len(board(terminal)) == 9)
        assert "Game 1" in terminal.text()[0]
        placed = play_on(terminal, place)
        listed = moves(terminal)
        assert [square for symbol, square in listed if symbol == "X"] == placed
        assert [symbol for symbol, _ in listed] == ["X", "O"] * (len(listed) // 2) + ["X"] * (len(listed) % 2)
        won = winner(listed)
        assert won is not None, f"the game is not over, but it says: {status(terminal)}"
        terminal.wait_for({"X": "You win!", "O": "Easy 2 wins"}.get(won, "Draw: "))
        points = [dots * "●" + (5 - dots) * "○" for dots in (won == "X", won == "O")]
        terminal.wait_for(
            lambda: re.findall("[XO]  (?:You|easy 2) +([●○]+) *$", str(terminal), re.M) == points
        )

        answer_result(terminal)
        terminal.wait_for("Game 2")  # the computer starts it
        terminal.wait_for(lambda: status(terminal) == "Your move" and len(stones(terminal)) == 1)
        assert moves(terminal)[0][0] == "O"
        free = next(square for square, mark in board(terminal).items() if mark == "·")
        place_and_see(terminal, free, place=place)
        terminal.wait_for(lambda: len(moves(terminal)) == 3 and agree(terminal))
        before = moves(terminal)
        terminal.send("u")
        terminal.wait_for(lambda: len(moves(terminal)) == 1 and agree(terminal))
        terminal.send("U")
        terminal.wait_for(lambda: moves(terminal) == before and status(terminal) == "Your move")

        header = terminal.text()[0]
        terminal.send("q")
        terminal.wait_for(" r resume")
        assert board(terminal) == {}
        terminal.send("r")
        terminal.wait_for(lambda: moves(terminal) == before and agree(terminal))
        terminal.wait_for(lambda: terminal.text()[0] == header and status(terminal) == "Your move")
        terminal.send("qq")
        assert terminal.wait_exit() == 0
        assert_restored(terminal)


def frames(terminal: Terminal, start: int) -> Iterator[Screen]:
    """Draw all that was written anew, sequence by sequence, and give the screen each time from `start` on.

    So what was painted first is known, however late the test came to read it.
    """
    raw = bytes(terminal.raw)
    screen = Screen(terminal.columns, terminal.rows)
    screen.feed(raw[:start])
    for piece in re.findall(rb"\x1b?[^\x1b]*", raw[start:]):
        screen.feed(piece)
        yield screen


def first(terminal: Terminal, start: int, wanted: Callable[[Screen], bool]) -> int:
    """Return the number of the first frame that is as wanted."""
    return next(number for number, frame in enumerate(frames(terminal, start)) if wanted(frame))


@pytest.mark.slow
def test_the_cursor_moves_before_the_computer_answers_and_the_answer_comes() -> None:
    players = ("--player", "human", "--player", "minimax", "--time", "0.5")
    with Terminal("--board", "15", *players, "--seed", "1") as terminal:
        terminal.wait_for(lambda: status(terminal) == "Your move" and cursor(terminal) == "h8")
        start = len(terminal.raw)
        terminal.send(ENTER)
        terminal.send(RIGHT)
        terminal.wait_for(lambda: len(moves(terminal)) == 2 and agree(terminal) and cursor(terminal) == "i8")
        assert moves(terminal)[0] == ("X", "h8")
        assert moves(terminal)[1][0] == "O"
        moved = first(terminal, start, lambda screen: cursor(screen) == "i8")
        answered = first(terminal, start, lambda screen: "O" in stones(screen).values())
        assert moved < answered
        terminal.wait_for(lambda: status(terminal) == "Your move")
        assert cursor(terminal) == "i8", "it stays where it was brought to"
