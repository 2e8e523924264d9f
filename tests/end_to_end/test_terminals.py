"""Terminals of many kinds and sizes: the program starts, a stone can be placed, and it leaves cleanly."""

import re
from random import Random

import pytest

from tests.support.reading import (
    agree,
    board,
    cursor,
    keys,
    moves,
    place_and_see,
    place_with_arrows,
    place_with_go_to,
    play_on,
    status,
    stones,
    winner,
)
from tests.support.restored import assert_restored
from tests.support.sampling import sampled
from tests.support.terminal import CTRL_Q, ENTER, PROGRAM, Terminal

THE_16 = {*range(30, 38), *range(40, 48), *range(90, 98), *range(100, 108)}
"""Codes of colours; 39 and 49 are the terminal's own, which has them anyway."""


def colours(raw: bytes) -> tuple[set[int], set[int], bool]:
    """Return the colours used: codes of the 16, numbers of the 256, and whether any of the 16 million."""
    few: set[int] = set()
    many: set[int] = set()
    true = False
    for sequence in re.findall(rb"\x1b\[([\d;]*)m", raw):
        codes = [int(code or 0) for code in sequence.split(b";")]
        while codes:
            code = codes.pop(0)
            if code not in (38, 48):
                few |= {code} & THE_16
            elif codes.pop(0) == 5:
                many.add(codes.pop(0))
            else:
                true = True
                del codes[:3]
    return few, many, true


def start_place_and_quit(terminal: Terminal) -> None:
    """Start the first game, place two stones with the computer's in between, and quit."""
    terminal.wait_for("play")
    terminal.send(ENTER)
    terminal.wait_for("Your move")
    terminal.wait_for(lambda: len(board(terminal)) == 9 and cursor(terminal) == "b2")
    place_and_see(terminal, "a3", place=place_with_arrows)
    terminal.wait_for(lambda: sorted(stones(terminal).values()) == ["O", "X"])
    terminal.wait_for("Your move")
    free = next(square for square, mark in board(terminal).items() if mark == "·")
    place_and_see(terminal, free, place=place_with_go_to)
    terminal.send(CTRL_Q)
    assert terminal.wait_exit() == 0


@pytest.mark.sample(every=5)
@pytest.mark.parametrize("term", ["xterm", "xterm-256color", "screen-256color", "linux", "vt100"])
def test_a_game_is_played_on_every_kind_of_terminal_in_the_colours_that_it_has(term: str) -> None:
    with Terminal("--seed", "7", term=term) as terminal:
        terminal.wait_for("play")
        terminal.send(ENTER)
        terminal.wait_for(lambda: len(board(terminal)) == 9 and cursor(terminal) == "b2")
        placed = play_on(terminal, place_with_arrows)
        assert [square for symbol, square in moves(terminal) if symbol == "X"] == placed
        assert winner(moves(terminal)) is not None
        assert agree(terminal)
        assert re.search("win|draw", status(terminal))
        assert "Game 1" in terminal.text()[0]
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
        assert_restored(terminal)
        few, many, true = colours(bytes(terminal.raw))
        assert not true
        assert bool(many) == ("256" in term)
        assert few or many


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(("term", "value"), [("xterm-256color", "1"), ("xterm", ""), ("vt100", "1")])
def test_with_no_color_nothing_is_coloured(term: str, value: str) -> None:
    with Terminal(term=term, NO_COLOR=value) as terminal:
        start_place_and_quit(terminal)
        assert colours(bytes(terminal.raw)) == (set(), set(), False)


@pytest.mark.sample(every=5)
@pytest.mark.parametrize(("columns", "rows"), [(20, 8), (30, 12), (40, 16), (60, 20), (200, 50)])
def test_the_game_is_played_in_a_window_of_any_size(columns: int, rows: int) -> None:
    with Terminal(columns=columns, rows=rows) as terminal:
        start_place_and_quit(terminal)


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), [(40, 16), (80, 24)])
def test_the_largest_board_can_be_played_on_in_a_window_smaller_than_it(columns: int, rows: int) -> None:
    with Terminal(
        "--board", "20", "--player", "human", "--player", "human", columns=columns, rows=rows
    ) as terminal:
        terminal.wait_for(lambda: cursor(terminal) == "k11")
        for square, symbol in (("t20", "X"), ("a1", "O"), ("t1", "X"), ("a20", "O")):
            place_with_go_to(terminal, square)
            terminal.wait_for(lambda square=square: cursor(terminal) == square)
            terminal.wait_for(lambda square=square, symbol=symbol: board(terminal).get(square) == symbol)


def test_the_game_goes_on_when_the_window_changes_its_size() -> None:
    rng = Random("sizes")
    sizes = [(20, 8), (40, 16), (120, 40), (60, 20), (59, 24), (240, 70)]
    sizes += [(rng.randint(20, 200), rng.randint(8, 60)) for _ in range(6)]
    sizes = sampled(sizes, sizes[:1] + sizes[-3:])
    with Terminal("--board", "7", "--player", "human", "--player", "human") as terminal:
        terminal.wait_for(lambda: len(board(terminal)) == 49)
        place_and_see(terminal, "c3")
        for columns, rows in sizes:
            terminal.resize(100, 30)  # and at once, before anything was painted for that
            terminal.resize(columns, rows)
            terminal.wait_for(
                lambda lines=2 if columns < 60 else 1: (
                    board(terminal).get("c3") == "X"
                    and cursor(terminal) == "c3"
                    and status(terminal, lines).endswith("to move")
                    and "place" in keys(terminal)
                    and "Game 1" in terminal.text()[0]
                )
            )
        terminal.resize(80, 24)
        terminal.wait_for(lambda: len(board(terminal)) == 49 and agree(terminal))
        place_and_see(terminal, "g7", "O")


def test_what_a_window_cut_off_while_it_was_smaller_for_a_moment_is_painted_again() -> None:
    with Terminal("--board", "7", "--player", "human", "--player", "human", columns=40, rows=16) as terminal:
        terminal.wait_for(lambda: len(board(terminal)) == 49)
        for columns, rows in [(47, 15), (39, 16), (20, 8)]:
            terminal.resize(columns, rows)
            terminal.clear()  # as some terminals do
            terminal.resize(40, 16)
            terminal.wait_for(lambda: len(board(terminal)) == 49 and "place" in keys(terminal))


def test_with_stdout_redirected_the_screen_is_drawn_all_the_same() -> None:
    shell = ("/bin/sh", "-c", 'exec "$0" "$@" > output', PROGRAM)
    with Terminal("--preset", "computer", program=shell) as terminal:
        terminal.wait_for(lambda: cursor(terminal) == "b2")
        place_and_see(terminal, "b2")
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0


@pytest.mark.slow
@pytest.mark.parametrize("keys_there", [":", "P", "\x10"], ids=["a square", "a name", "a command"])
def test_a_line_that_waits_for_something_to_be_typed_writes_nothing(keys_there: str) -> None:
    arguments = ("--preset", "two-players") if keys_there == ":" else ()
    with Terminal(*arguments) as terminal:
        terminal.wait_for("help")
        terminal.send(keys_there)
        while terminal.read(0.4):
            pass
        written = len(terminal.raw)
        terminal.read(1.2)  # a cursor that blinks does so twice a second
        assert len(terminal.raw) == written
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 16), (120, 40), (200, 50)], ids=str)
def test_a_game_is_painted_at_once_as_it_stays(size: tuple[int, int]) -> None:
    people = ("--player", "human") * 2
    with Terminal("--board", "3", *people, columns=size[0], rows=size[1]) as terminal:
        shown = []
        while len(shown) < 2 or terminal.read(0.5):
            terminal.read(0.05)
            if "place" in terminal.text()[-1]:  # the last line has begun: all above it has been painted
                shown.append(terminal.text())
        assert shown[0][:-1] == shown[-1][:-1]
        assert shown[-1][-1].startswith(shown[0][-1].rstrip()), "what has come of it stays"
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
