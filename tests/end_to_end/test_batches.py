"""Keys that arrive together, as over a slow line, do what they do one by one."""

import re
import time
from collections.abc import Iterator

import pytest

from tests.support.reading import answer_result, board, cursor, keys, move_cursor, moves, status, stones
from tests.support.restored import assert_restored
from tests.support.terminal import CTRL_Q, ENTER, ESCAPE, Terminal

PALETTE = "\x10"
BACKSPACE = "\x7f"
TWO_PEOPLE = ("--player", "human,name=Ada", "--player", "human,name=Bob")


def click(x: int, y: int, button: int = 0) -> str:
    """Return what a terminal sends for a click on the cell in column `x` and line `y`, from 0."""
    return f"\x1b[<{button};{x + 1};{y + 1}M\x1b[<{button};{x + 1};{y + 1}m"


def at_setup(terminal: Terminal) -> None:
    terminal.wait_for("You v computer")
    terminal.wait_for("quit")


def ends_well(terminal: Terminal) -> None:
    """The program still answers, and leaves the terminal as it was."""
    terminal.send(CTRL_Q)
    assert terminal.wait_exit() == 0
    assert_restored(terminal)


@pytest.fixture
def setup_screen() -> Iterator[Terminal]:
    with Terminal("--seed", "1") as terminal:
        at_setup(terminal)
        yield terminal


def a_game(board: str = "5") -> Terminal:
    return Terminal("--board", board, *TWO_PEOPLE)


def in_game(terminal: Terminal) -> None:
    terminal.wait_for(lambda: cursor(terminal) is not None and "Ada (X) to move" in status(terminal))


@pytest.mark.slow
@pytest.mark.parametrize("enters", [1, 2])
def test_the_palette_starts_a_game_and_enter_places(setup_screen: Terminal, enters: int) -> None:
    setup_screen.send(f"{PALETTE}seven{ENTER * enters}")
    setup_screen.wait_for("Game 1")
    setup_screen.wait_for(lambda: len(moves(setup_screen)) >= 1)  # seven computers play by themselves
    ends_well(setup_screen)


@pytest.mark.slow
@pytest.mark.parametrize("enters", [2, 3])
def test_a_new_game_from_the_palette(enters: int) -> None:
    with a_game() as terminal:
        in_game(terminal)
        terminal.send(f"{PALETTE}new{ENTER * enters}")
        terminal.wait_for(lambda: len(stones(terminal)) == 1)  # the next Enters find it taken
        ends_well(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("enters", [2, 3, 4])
def test_editing_a_player_and_going_on(setup_screen: Terminal, enters: int) -> None:
    setup_screen.send("e" + ENTER * enters)
    setup_screen.wait_for(lambda: len(board(setup_screen)) == 9)  # accepted, started, placed …
    ends_well(setup_screen)


@pytest.mark.slow
@pytest.mark.parametrize("clicks", [2, 3])
def test_clicks_beside_the_palette(setup_screen: Terminal, clicks: int) -> None:
    setup_screen.send(PALETTE)
    setup_screen.wait_for("Search for commands")
    setup_screen.send(click(70, 1) * clicks)
    setup_screen.wait_for(lambda: "Search for commands" not in str(setup_screen))
    ends_well(setup_screen)


@pytest.mark.slow
@pytest.mark.parametrize("burst", ["?q", "?qq", "???", f"?{ENTER}{ENTER}", f"?{ESCAPE}{ESCAPE}", "?jjq?kq"])
def test_bursts_after_help(burst: str) -> None:
    with a_game() as terminal:
        in_game(terminal)
        terminal.send(burst)
        terminal.wait_for(lambda: "?" in terminal.text()[-1] or "close" in keys(terminal))
        ends_well(terminal)


PACKETS = {
    f":b2{BACKSPACE * 2}c3{ENTER}": {"c3": "X"},
    f":a1{ENTER}:b2{ENTER}": {"a1": "X", "b2": "O"},
    f":a1{ENTER}:b2{ENTER}:c3{ENTER}uu:d4{ENTER}": {"a1": "X", "d4": "O"},
    f":b2\x15c3{ENTER}": {"c3": "X"},
    f":b2\x1b[D\x0b2{ENTER}": {"b2": "X"},
    f"{ENTER}h{ENTER}k{ENTER}": {"c3": "X", "b3": "O", "b2": "X"},
    f":z9{ENTER}{ESCAPE}{ENTER}": {"c3": "X"},
}
"""What is typed in a fresh game, with the cursor on c3 → the stones that are there then."""


@pytest.mark.slow
def test_squares_typed_in_one_packet() -> None:
    with a_game() as terminal:
        for typed, placed in PACKETS.items():
            in_game(terminal)
            move_cursor(terminal, "c3")
            terminal.send(typed)
            terminal.wait_for(lambda placed=placed: stones(terminal) == placed)
            terminal.send("n")
            terminal.wait_for("y start over")
            terminal.send("y")
            terminal.wait_for(lambda: cursor(terminal) is not None and not stones(terminal))
        ends_well(terminal)


@pytest.mark.slow
def test_a_name_typed_in_one_packet(setup_screen: Terminal) -> None:
    setup_screen.send(f"e\x15Zoe{BACKSPACE}x{ENTER}")
    setup_screen.wait_for(lambda: re.search(r"X +Zox ", str(setup_screen)))
    ends_well(setup_screen)


@pytest.mark.slow
def test_enter_pressed_before_the_result_is_seen_starts_no_game() -> None:
    with Terminal("--board", "3", *TWO_PEOPLE) as terminal:
        in_game(terminal)
        terminal.send("142536"[:4] + f"3{ENTER}")
        terminal.wait_for("Ada (X) wins")
        assert len(stones(terminal)) == 5
        ends_well(terminal)


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    "burst", ["qqq", "rqrq", "q" + ENTER + "q" + ENTER + "q", "n" + ENTER + "nyny", "hqhqhq"]
)
def test_leaving_and_coming_back_in_one_packet(burst: str) -> None:
    with a_game() as terminal:
        in_game(terminal)
        terminal.send(ENTER + burst)
        if burst == "qqq":
            assert terminal.wait_exit() == 0
            assert_restored(terminal)
        else:
            terminal.wait_for(lambda: "quit" in keys(terminal) or "leave" in keys(terminal))
            ends_well(terminal)


ALT = {"Alt+Enter": "\x1b\r", "Alt+q": "\x1bq", "Alt+q of kitty": "\x1b[113;3u", "Alt+P": "\x1bP"}


def test_a_key_held_with_alt_is_not_esc_and_the_key_and_enter_and_space_with_shift_place_stones() -> None:
    with a_game() as terminal:
        in_game(terminal)
        move_cursor(terminal, "c3")
        for typed in ALT.values():
            terminal.send(typed)
            time.sleep(0.1)  # each is read by itself
        terminal.send("\x1b[13;2u")  # as the keyboard protocol writes Enter with Shift
        terminal.wait_for(lambda: stones(terminal) == {"c3": "X"})
        assert "leave" in keys(terminal), "nothing has left the game"
        terminal.send("\x1b[A\x1b[32;2;32u")
        terminal.wait_for(lambda: len(stones(terminal)) == 2)
        ends_well(terminal)


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("gap", [0.0, 0.2])
def test_a_double_enter_on_the_winning_square_leaves_the_result(gap: float) -> None:
    with Terminal("--board", "3", *TWO_PEOPLE) as terminal:
        in_game(terminal)
        terminal.send("1425")
        terminal.wait_for(lambda: len(stones(terminal)) == 4)
        move_cursor(terminal, "c1")
        terminal.send(ENTER)
        if gap:
            terminal.wait_for("Ada (X) wins")
            time.sleep(gap)
        answer_result(terminal, ENTER, 0.0)
        terminal.wait_for("4 more points win the match")
        answer_result(terminal, "", 0.3)
        assert "Game 1" in str(terminal)
        answer_result(terminal)
        terminal.wait_for("Game 2")
        ends_well(terminal)


NARROW_BURSTS = (
    *PACKETS,
    *("?q", "?qq", "???", f"?{ENTER}{ENTER}", f"?{ESCAPE}{ESCAPE}", "?jjq?kq"),
    *("qqq", "rqrq", f"q{ENTER}q{ENTER}q", f"n{ENTER}nyny", "hqhqhq", f"{PALETTE}new{ENTER}{ENTER}"),
)


KEYS_TO_GO = "quit|leave|close|Esc"


@pytest.mark.slow
@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("burst", NARROW_BURSTS)
def test_bursts_in_a_window_that_is_too_narrow(burst: str, columns: int) -> None:
    with a_game() as terminal:
        in_game(terminal)
        for typed_before in (True, False):  # some of it is read before the window is narrow
            if typed_before:
                terminal.send(burst)
            terminal.resize(columns, 24)
            if not typed_before:
                terminal.send(burst)
            while terminal.read(0.1):
                pass
            if terminal.process.poll() is not None:
                break
            terminal.resize(80, 24)
            terminal.wait_for(
                lambda: terminal.process.poll() is not None or re.search(KEYS_TO_GO, str(terminal))
            )
        if terminal.process.poll() is None:
            ends_well(terminal)
        else:
            assert terminal.wait_exit() == 0
            assert_restored(terminal)
