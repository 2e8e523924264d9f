"""Keys that arrive together, as over a slow line, do what they do one by one; what is no key does nothing."""

import re
import time
from collections.abc import Callable

import pytest

from tests.app.terminal.test_input import STRANGE
from tests.support.reading import (
    TWO_PEOPLE,
    answer_result,
    board,
    cursor,
    keys,
    move_cursor,
    moves,
    status,
    stones,
    wait_for_game,
)
from tests.support.restored import assert_quits_well, assert_restored, assert_terminal_restored
from tests.support.terminal import CTRL_C, ENTER, ESCAPE, Terminal

PALETTE, BACKSPACE = "\x10", "\x7f"
ON_5X5 = ("--board", "5", *TWO_PEOPLE[2:])
ALT = {"Alt+Enter": "\x1b\r", "Alt+q": "\x1bq", "Alt+q of kitty": "\x1b[113;3u", "Alt+P": "\x1bP"}

BURSTS: dict[str, tuple[tuple[str, ...], str, Callable[[Terminal], object]]] = {
    "the palette starts a game": ((), f"{PALETTE}seven{ENTER * 2}", lambda t: len(moves(t)) >= 1),
    "and places": (ON_5X5, f"{PALETTE}new{ENTER * 3}", lambda t: len(stones(t)) == 1),
    "a player is edited": ((), "e" + ENTER * 4, lambda t: len(board(t)) == 9),
    "and renamed": ((), f"e\x15Zoe{BACKSPACE}x{ENTER}", lambda t: re.search(r"X +Zox ", str(t))),
    "an end that was not seen": (TWO_PEOPLE, f"14253{ENTER}", lambda t: len(stones(t)) == 5),
    "no leaving by Alt": (ON_5X5, "".join(ALT.values()), lambda t: "leave" in keys(t) and not stones(t)),
    "Enter and Space with Shift": (
        *(ON_5X5, "\x1b[13;2u\x1b[A\x1b[32;2;32u"),
        lambda t: len(stones(t)) == 2,
    ),
    **{
        f"help {burst!r}": (ON_5X5, burst, lambda t: "?" in t.text()[-1] or "close" in keys(t))
        for burst in ("?q", "?qq", "???", f"?{ENTER}{ENTER}", f"?{ESCAPE}{ESCAPE}", "?jjq?kq")
    },
}
"""How the program is started, what is typed at once, and what is then on the screen."""


@pytest.mark.slow
@pytest.mark.parametrize("what", BURSTS)
def test_a_burst_does_what_its_keys_do(what: str) -> None:
    arguments, burst, is_so = BURSTS[what]
    with Terminal("--seed", "1", *arguments) as terminal:
        wait_for_game(terminal) if arguments else terminal.wait_for("quit")
        terminal.send(burst)
        terminal.wait_for(lambda: is_so(terminal))
        assert_quits_well(terminal)


PACKETS = {
    f":b2{BACKSPACE * 2}c3{ENTER}": {"c3": "X"},
    f":a1{ENTER}:b2{ENTER}": {"a1": "X", "b2": "O"},
    f":a1{ENTER}:b2{ENTER}:c3{ENTER}uu:d4{ENTER}": {"a1": "X", "d4": "O"},
    f":b2\x15c3{ENTER}": {"c3": "X"},
    f":b2\x1b[D\x0b2{ENTER}": {"b2": "X"},
    f":\x1b[200~b\xe92\x1b[201~{ENTER}": {"b2": "X"},
    f"{ENTER}h{ENTER}k{ENTER}": {"c3": "X", "b3": "O", "b2": "X"},
    f":z9{ENTER}{ESCAPE}{ENTER}": {"c3": "X"},
}
"""What is typed in a fresh game, with the cursor on c3 → the stones that are there then."""


@pytest.mark.slow
def test_squares_typed_in_one_packet() -> None:
    with Terminal(*ON_5X5) as terminal:
        for typed, placed in PACKETS.items():
            wait_for_game(terminal)
            move_cursor(terminal, "c3")
            terminal.send(typed.encode("latin-1"))  # in one of them is what is no UTF-8
            terminal.wait_for(lambda placed=placed: stones(terminal) == placed)
            terminal.send("n")
            terminal.wait_for("y start over")
            terminal.send("y")
            terminal.wait_for(lambda: cursor(terminal) is not None and not stones(terminal))
        assert_quits_well(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("burst", ["qqq", "rqrq", f"q{ENTER}q{ENTER}q", f"n{ENTER}nyny", "hqhqhq"])
def test_leaving_and_coming_back_in_one_packet(burst: str) -> None:
    with Terminal(*ON_5X5) as terminal:
        wait_for_game(terminal)
        terminal.send(ENTER + burst)
        if burst == "qqq":
            assert terminal.wait_exit() == 0
            assert_restored(terminal)
        else:
            terminal.wait_for(lambda: "quit" in keys(terminal) or "leave" in keys(terminal))
            assert_quits_well(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("gap", [0.0, 0.2])
def test_a_double_enter_on_the_winning_square_leaves_the_result(gap: float) -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        wait_for_game(terminal)
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
        assert_quits_well(terminal)


NARROW_BURSTS = (
    *PACKETS,
    *(burst for _, burst, _ in BURSTS.values() if burst.startswith("?")),
    *("qqq", "rqrq", f"q{ENTER}q{ENTER}q", f"n{ENTER}nyny", "hqhqhq", f"{PALETTE}new{ENTER}{ENTER}"),
)

KEYS_TO_GO = "quit|leave|close|Esc"


@pytest.mark.slow
@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("burst", NARROW_BURSTS)
def test_bursts_in_a_window_that_is_too_narrow(burst: str, columns: int) -> None:
    with Terminal(*ON_5X5) as terminal:
        wait_for_game(terminal)
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
            assert_quits_well(terminal)
        else:
            assert terminal.wait_exit() == 0
            assert_restored(terminal)


# --- what is no key ----------------------------------------------------------------------------------------

SENT = {**STRANGE, "a control of eight bits": b"\xc2\x9b5"}
"""The same, but without the `q` that is a key of its own after a control, and would leave the game."""


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("where", ["game", "text field"])
def test_the_program_survives_bytes_that_are_no_keys_and_a_paste_that_never_ends(where: str) -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        wait_for_game(terminal)
        for name in STRANGE:
            try:
                plays_on_after(terminal, SENT[name], where)
            except AssertionError as error:
                error.add_note(f"after {name}")
                raise
        terminal.send("\x1b[200~never")
        while terminal.process.poll() is None:  # as somebody does who wants to leave
            terminal.send(CTRL_C)
            terminal.read(0.7)
            if terminal.process.poll() is None:
                terminal.read(0.7)
        assert terminal.wait_exit() == 0
        assert_terminal_restored(terminal)  # a Ctrl+C too many is echoed


def plays_on_after(terminal: Terminal, strange: bytes, where: str) -> None:
    """Send what is strange, then place on the empty board, and take that back."""
    if where == "text field":
        terminal.send(":")
        terminal.wait_for("Go to")
    terminal.send(strange)
    terminal.send("\x1b[<0;1;1M\x1b[<0;1;1m")  # a click, after what may have been a report of a size
    terminal.send("\x15b2\r" if where == "text field" else "5")
    terminal.wait_for(lambda: stones(terminal).get("b2") == "X")
    terminal.send("u")
    terminal.wait_for(lambda: not stones(terminal) and "Ada (X) to move" in status(terminal))


@pytest.mark.slow
def test_no_key_of_a_packet_takes_a_side_before_the_question_is_there() -> None:
    players = TWO_PEOPLE[2:]
    with Terminal("--board", "15", "--line", "5", "--rules", "swap2", *players) as terminal:
        terminal.wait_for("places X, O, X")
        terminal.send(f":h8{ENTER}:i8{ENTER}:h9{ENTER}{ENTER}2{ENTER}?")
        terminal.wait_for("Place a stone at the cursor")  # all of them have arrived
        terminal.send(ESCAPE)
        terminal.wait_for("take a side")
        assert stones(terminal) == {"h8": "X", "i8": "O", "h9": "X"}
        terminal.send("2")
        terminal.wait_for("Bob (O) swaps")
        assert_quits_well(terminal)
