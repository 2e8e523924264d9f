"""Terminals of many kinds and sizes, and what they are asked to show: the program starts, plays and leaves.

What is shown is looked for in the bytes that are written.
"""

import re
import subprocess
from random import Random

import pytest

from tests.support.boards import find_board
from tests.support.reading import (
    TWO_PEOPLE,
    agree,
    board,
    cursor,
    keys,
    place_and_see,
    place_with_arrows,
    place_with_go_to,
    places,
    status,
    stones,
    wait_for_game,
    walk,
)
from tests.support.restored import TRACKING_MOUSE, assert_quits_well, modes_left
from tests.support.sampling import sampled
from tests.support.terminal import CTRL_Q, ENTER, ESCAPE, PROGRAM, Terminal, environment

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


def used(terminal: Terminal) -> tuple[bool, bool, bool]:
    """Whether colours of the 16, of the 256 and of the 16 million were used."""
    few, many, true = colours(bytes(terminal.raw))
    return bool(few), bool(many), true


def start_place_and_quit(terminal: Terminal) -> None:
    """Start the first game, place two stones with the computer's in between, and quit."""
    terminal.wait_for("play")
    terminal.send(ENTER)
    terminal.wait_for("Your move")
    terminal.wait_for(lambda: len(board(terminal)) == 9 and cursor(terminal) == "b2")
    place_and_see(terminal, "a3", place=place_with_arrows)
    terminal.wait_for(lambda: terminal.cursor_place == places(terminal)["a3"])  # the terminal's own
    terminal.wait_for(lambda: sorted(stones(terminal).values()) == ["O", "X"])
    terminal.wait_for("Your move")
    free = next(square for square, mark in board(terminal).items() if mark == "·")
    place_and_see(terminal, free, place=place_with_go_to)
    assert_quits_well(terminal)


# --- colours ---------------------------------------------------------------------------------------------

NONE, FEW, MANY, TRUE = (False,) * 3, (True, False, False), (False, True, False), (False, False, True)

COLOURS: list[tuple[str, str, dict[str, str], tuple[bool, ...]]] = [
    ("", "xterm", {}, FEW),
    ("", "xterm-256color", {"COLORTERM": "truecolor"}, TRUE),
    ("", "screen-256color", {}, MANY),
    ("", "linux", {}, FEW),
    ("", "vt100", {"LANG": "C.UTF-8"}, NONE),
    ("", "vt220", {"LANG": "C.UTF-8"}, NONE),
    ("", "xterm-mono", {}, NONE),
    ("--color 16 --theme walnut", "xterm-256color", {"COLORTERM": "truecolor"}, FEW),
    ("--color 256", "xterm-256color", {"NO_COLOR": "1"}, MANY),
    ("--color 256", "dumb", {}, MANY),
    ("--color truecolor", "vt100", {}, TRUE),
    ("--color none", "xterm-256color", {"COLORTERM": "truecolor"}, NONE),
    ("--color none", "dumb", {}, NONE),
    ("--color none --theme high-contrast", "xterm-256color", {}, NONE),
    ("", "xterm-256color", {"NO_COLOR": "1"}, NONE),
    ("", "xterm", {"NO_COLOR": ""}, NONE),
    ("", "vt100", {"NO_COLOR": "1"}, NONE),
]
"""Options, the kind of terminal, other variables, and the colours that are used then."""


@pytest.mark.sample(every=len(COLOURS))
@pytest.mark.parametrize(("words", "term", "variables", "kind"), COLOURS)
def test_a_game_is_played_on_every_kind_of_terminal_in_the_colours_that_it_has_or_shall_have(
    words: str, term: str, variables: dict[str, str], kind: tuple[bool, ...]
) -> None:
    with Terminal("--seed", "7", *words.split(), term=term, **variables) as terminal:
        start_place_and_quit(terminal)
        assert used(terminal) == kind


# --- ASCII -----------------------------------------------------------------------------------------------

WALK = (
    *(("?", "Playing"), ("q", "no Playing"), ("n", "Abandon this game"), ("n", "no Abandon this game")),
    *(("q", "You v computer"), ("e", "Symbol"), (ESCAPE, "no Symbol"), ("h", "Unfinished")),
    *(("v", "Start of the game"), ("q", "no Start of the game"), ("q", "You v computer"), ("r", "Moves")),
    *(("\x10", "Search"), (ESCAPE, "no Search"), ("s", "no Moves"), ("s", "Moves")),
    *((":z9", "z9 is not"), (ESCAPE, "no z9 is not")),
)
"""Keys, and what is then on the screen or not on it any more."""


@pytest.mark.slow
def test_nothing_beyond_ascii_is_written_on_any_screen() -> None:
    players = ("--player", "human,symbol=●,name=Zoë", "--player", "human,symbol=你,name=Đỗ")
    with Terminal("--ascii", "--board", "5", *players) as terminal:
        terminal.wait_for("to move")
        for square, symbol in (("b2", "X"), ("c3", "O")):
            terminal.send(f":{square}\r")
            terminal.wait_for(lambda square=square, symbol=symbol: stones(terminal).get(square) == symbol)
        walk(terminal, *sampled(WALK, WALK[:8]))
        assert_quits_well(terminal)
        beyond = sorted({chr(byte) for byte in terminal.raw if byte > 0x7E})
        assert beyond == []


@pytest.mark.slow
def test_ascii_and_no_colours_together_play_a_game() -> None:
    with Terminal("--ascii", "--color", "none", *TWO_PEOPLE) as terminal:
        wait_for_game(terminal)
        sight = find_board(terminal)
        assert sight is not None
        assert terminal.cell(sight.columns["b"], sight.letters_line).bold, "the cursor's letter is lit"
        terminal.send("14253")
        terminal.wait_for("Ada wins!")
        terminal.wait_for(
            lambda: all(terminal.cell(*places(terminal)[s]).reverse for s in ("a1", "b1", "c1"))
        )
        assert_quits_well(terminal)
        assert max(terminal.raw) <= 0x7E
        assert used(terminal) == NONE


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_where_signs_cannot_be_encoded_the_screen_is_drawn_in_ascii_by_itself(encoding: str) -> None:
    people = ("--board", "3", "--player", "human,name=Zoë,symbol=●", "--player", "human,name=Bob,symbol=○")
    with Terminal(*people, PYTHONUTF8="0", PYTHONIOENCODING=encoding) as terminal:
        terminal.wait_for("to move")
        terminal.send("5")
        terminal.wait_for(lambda: len(stones(terminal)) == 1)
        assert "?" not in re.sub(r"\? help|Zo\?", "", str(terminal))
        assert_quits_well(terminal)
        written = bytes(terminal.raw).decode(encoding)
        assert "|" in written
        assert ("Zoë" in written) == (encoding == "latin-1")


@pytest.mark.slow
def test_names_from_right_to_left_are_isolated_on_the_screen_and_in_tables() -> None:
    names = ("שרה", "علي")
    players = [word for name in names for word in ("--player", f"human,name={name}")]
    with Terminal("--board", "3", *players) as terminal:
        terminal.wait_for("to move")
        terminal.wait_for(lambda: all(name in str(terminal) for name in names))
        for key in "14253":
            terminal.send(key)
        terminal.wait_for("3 in a row, move 5")
        assert_quits_well(terminal)
        shown = bytes(terminal.raw).decode()
        tables = []
        for arguments in ("history list", "history list | cat"):
            done = subprocess.run(
                ["script", "-qec", f"{PROGRAM} {arguments}", "/dev/null"],
                capture_output=True,
                env=environment(str(terminal.home)),
                check=True,
            )
            tables.append(done.stdout.decode())
    for name in names:
        assert set(re.findall(f"(.?){name}(.?)", shown)) == {("\u2068", "\u2069")}
        assert f"\u2068{name}\u2069" in tables[0]
        assert name in tables[1]
    assert "\u2068" not in tables[1], "a pipe gets the names alone"


@pytest.mark.slow
def test_in_gnu_screen_without_a_locale_the_screen_is_drawn_in_ascii_by_itself() -> None:
    variables = {"STY": "1.pts-0.box", "LANG": "C", "LC_ALL": ""}
    with Terminal(*TWO_PEOPLE, term="screen", **variables) as terminal:
        wait_for_game(terminal)
        assert_quits_well(terminal)
        assert max(terminal.raw) <= 0x7E
        assert b"u" not in re.findall(rb"\x1b\[[<>=][\d;]*(\w)", terminal.raw), "no keyboard protocol"


# --- mouse and animation -------------------------------------------------------------------------


@pytest.mark.slow
def test_the_mouse_is_not_asked_for_if_it_is_not_wanted() -> None:
    with Terminal(*TWO_PEOPLE, "--no-mouse") as terminal:
        wait_for_game(terminal)
        assert_quits_well(terminal)
        assert not TRACKING_MOUSE & modes_left(bytes(terminal.raw)).keys()


@pytest.mark.slow
@pytest.mark.parametrize("level", ["full", "none"])
def test_the_mark_of_a_computers_stone_blinks_unless_animations_are_off(level: str) -> None:
    with Terminal("--preset", "computer", "--seed", "1", TEXTUAL_ANIMATIONS=level) as terminal:
        terminal.wait_for("Your move")
        before = len(terminal.raw)
        terminal.send("5")
        terminal.wait_for(lambda: "O" in stones(terminal).values())
        terminal.wait_for("Your move")
        if level == "full":
            terminal.wait_for(lambda: "◇" in bytes(terminal.raw[before:]).decode(errors="replace"))
        terminal.wait_for(lambda: any("◆" in line for line in terminal.text()))
        written = bytes(terminal.raw[before:]).decode(errors="replace")
        assert ("◇" in written) == (level == "full")
        assert_quits_well(terminal)


# --- sizes -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), [(20, 8), (30, 12), (40, 16), (60, 20), (200, 50)])
def test_the_game_is_played_in_a_window_of_any_size(columns: int, rows: int) -> None:
    with Terminal(columns=columns, rows=rows) as terminal:
        start_place_and_quit(terminal)


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), [(40, 16), (80, 24)])
def test_the_largest_board_can_be_played_on_in_a_window_smaller_than_it(columns: int, rows: int) -> None:
    with Terminal("--board", "20", *TWO_PEOPLE[2:], columns=columns, rows=rows) as terminal:
        terminal.wait_for(lambda: cursor(terminal) == "k11")
        for square, symbol in (("t20", "X"), ("a1", "O"), ("t1", "X"), ("a20", "O")):
            place_with_go_to(terminal, square)
            terminal.wait_for(lambda square=square: cursor(terminal) == square)
            terminal.wait_for(lambda square=square, symbol=symbol: board(terminal).get(square) == symbol)


@pytest.mark.slow
def test_the_game_goes_on_when_the_window_changes_its_size() -> None:
    rng = Random("sizes")
    sizes = [(20, 8), (40, 16), (120, 40), (60, 20), (59, 24), (240, 70)]
    sizes += [(rng.randint(20, 200), rng.randint(8, 60)) for _ in range(6)]
    sizes = sampled(sizes, sizes[:1] + sizes[-3:])
    with Terminal("--board", "7", *TWO_PEOPLE[2:]) as terminal:
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


@pytest.mark.slow
def test_what_a_window_cut_off_while_it_was_smaller_for_a_moment_is_painted_again() -> None:
    with Terminal("--board", "7", *TWO_PEOPLE[2:], columns=40, rows=16) as terminal:
        terminal.wait_for(lambda: len(board(terminal)) == 49)
        for columns, rows in [(47, 15), (39, 16), (20, 8)]:
            terminal.resize(columns, rows)
            terminal.clear()  # as some terminals do
            terminal.resize(40, 16)
            terminal.wait_for(lambda: len(board(terminal)) == 49 and "place" in keys(terminal))


@pytest.mark.slow
@pytest.mark.parametrize(("key", "shown"), [(":", "Go to"), ("P", "Your name"), ("\x10", "Commands")])
def test_a_line_that_waits_for_something_to_be_typed_writes_nothing(key: str, shown: str) -> None:
    arguments = ("--preset", "two-players") if key == ":" else ()
    with Terminal(*arguments) as terminal:
        walk(terminal, ("", "help"), (key, shown))
        while terminal.read(0.8):
            pass
        written = len(terminal.raw)
        terminal.read(1.2)  # a cursor that blinks does so twice a second
        assert len(terminal.raw) == written
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 16), (120, 40), (200, 50)], ids=str)
def test_a_game_is_painted_at_once_as_it_stays(size: tuple[int, int]) -> None:
    with Terminal(*TWO_PEOPLE, columns=size[0], rows=size[1]) as terminal:
        shown = []
        while len(shown) < 2 or terminal.read(0.5):
            while terminal.read(0.02):
                pass  # the cells of a frame come by style, not from the top
            if "place" in terminal.text()[-1]:
                shown.append(terminal.text())
        assert shown[0][:-1] == shown[-1][:-1]
        assert shown[-1][-1].startswith(shown[0][-1].rstrip()), "what has come of it stays"
        start = len(terminal.raw)
        terminal.send("\x0c")
        terminal.wait_for(lambda: len(terminal.raw) > start)
        while terminal.read(0.5):
            pass
        assert start < 1.2 * (len(terminal.raw) - start), "nothing was painted twice"
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
