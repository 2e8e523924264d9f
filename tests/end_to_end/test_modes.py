"""What a terminal can show, asked for by option or environment: looked for in the bytes that are written."""

import re
import subprocess

import pytest

from tests.end_to_end.test_terminals import colours
from tests.support.boards import find_board
from tests.support.reading import board, cursor, places, stones
from tests.support.sampling import sampled
from tests.support.terminal import CTRL_Q, DOWN, ENTER, ESCAPE, LEFT, PROGRAM, RIGHT, UP, Terminal

PEOPLE = ("--board", "3", "--player", "human,name=Ada", "--player", "human,name=Bob")
NO_COLOURS: tuple[set[int], set[int], bool] = (set(), set(), False)
DEFAULT = {39, 49}


def with_players(terminal: Terminal) -> None:
    """Wait for the game of Ada and Bob."""
    terminal.wait_for("to move")
    terminal.wait_for(lambda: len(board(terminal)) == 9)


def leave(terminal: Terminal) -> None:
    terminal.send(CTRL_Q)
    assert terminal.wait_exit() == 0


# --- ASCII -----------------------------------------------------------------------------------------------


WALK = (
    *(("?", "Playing"), ("q", "no Playing"), ("\x10", "Search"), (ESCAPE, "no Search")),
    *(("s", "no Moves"), ("s", "Moves"), (":z9", "z9 is not"), (ESCAPE, "no z9 is not")),
    *(("n", "Abandon this game"), ("n", "no Abandon this game"), ("q", "You v computer"), ("e", "Symbol")),
    *(
        (ESCAPE, "no Symbol"),
        ("h", "unfinished"),
        ("v", "Start of the game"),
        ("q", "no Start of the game"),
        ("q", "You v computer"),
    ),
)
"""Keys, and what is then on the screen or not on it any more."""

SHORT_WALK = (
    *(("?", "Playing"), ("q", "no Playing"), ("n", "Abandon this game"), ("n", "no Abandon this game")),
    *(("q", "You v computer"), ("e", "Symbol"), (ESCAPE, "no Symbol"), ("h", "unfinished")),
)


def test_nothing_beyond_ascii_is_written_on_any_screen() -> None:
    players = ("--player", "human,symbol=●,name=Zoë", "--player", "human,symbol=你,name=Đỗ")
    with Terminal("--ascii", "--board", "5", *players) as terminal:
        terminal.wait_for("to move")
        terminal.send(":b2\r")
        terminal.wait_for(lambda: stones(terminal).get("b2") == "X")
        terminal.send(":c3\r")
        terminal.wait_for(lambda: stones(terminal).get("c3") == "O")
        for keys, shown in sampled(WALK, SHORT_WALK):
            terminal.send(keys)
            there = str.removeprefix(shown, "no ")
            terminal.wait_for(lambda there=there, no=there != shown: (there in str(terminal)) != no)
        leave(terminal)
        beyond = sorted({chr(byte) for byte in terminal.raw if byte > 0x7E})
        assert beyond == []


def test_ascii_and_no_colours_together_play_a_game() -> None:
    with Terminal("--ascii", "--color", "none", *PEOPLE) as terminal:
        with_players(terminal)
        terminal.send("14253")
        terminal.wait_for("Ada (X) wins with three in a row")
        terminal.wait_for(
            lambda: all(terminal.cell(*places(terminal)[s]).reverse for s in ("a1", "b1", "c1"))
        )
        leave(terminal)
        assert max(terminal.raw) <= 0x7E
        few, many, true = colours(bytes(terminal.raw))
        assert (few - DEFAULT, many, true) == NO_COLOURS


# --- colours ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "variables"),
    [
        (("--color", "none"), {}),
        (("--color", "none"), {"COLORTERM": "truecolor"}),
        ((), {"NO_COLOR": "1"}),
        ((), {"NO_COLOR": ""}),
        (("--color", "none"), {"term": "dumb"}),
        (("--color", "none", "--theme", "ansi-light"), {}),
        (("--color", "none", "--theme", "high-contrast"), {}),
    ],
)
def test_without_colours_there_is_none(arguments: tuple[str, ...], variables: dict[str, str]) -> None:
    with Terminal(*PEOPLE, *arguments, **variables) as terminal:  # type: ignore[arg-type]
        with_players(terminal)
        terminal.send("5?")
        terminal.wait_for("Playing")
        terminal.send("q")
        terminal.wait_for(lambda: stones(terminal) == {"b2": "X"})
        terminal.send("1")
        terminal.wait_for(lambda: len(stones(terminal)) == 2)
        few, many, true = colours(bytes(terminal.raw))
        assert (few - DEFAULT, many, true) == NO_COLOURS
        sight = find_board(terminal)
        assert sight is not None
        assert terminal.cell(sight.columns["a"], sight.letters_line).bold, "the cursor's letter is lit"
        leave(terminal)


@pytest.mark.slow
def test_the_themes_of_the_terminal_can_be_chosen_without_colours() -> None:
    with Terminal(*PEOPLE, "--color", "none") as terminal:
        with_players(terminal)
        terminal.send("\x1bOQ")  # F2
        terminal.wait_for("● walnut")
        terminal.send(DOWN + DOWN + ENTER)
        terminal.wait_for(lambda: "Esc cancel" not in str(terminal) and len(board(terminal)) == 9)
        terminal.send("\x1bOQ")
        terminal.wait_for("● ansi-dark")
        terminal.send(ESCAPE)
        terminal.wait_for(lambda: "Esc cancel" not in str(terminal) and len(board(terminal)) == 9)
        terminal.send("5")
        terminal.wait_for(lambda: stones(terminal) == {"b2": "X"})
        few, many, true = colours(bytes(terminal.raw))
        assert (few - DEFAULT, many, true) == NO_COLOURS
        leave(terminal)


@pytest.mark.sample(every=8)
@pytest.mark.parametrize(
    ("wanted", "term", "variables", "kind"),
    [
        ("16", "xterm-256color", {}, "few"),
        ("16", "xterm-256color", {"COLORTERM": "truecolor"}, "few"),
        ("256", "xterm", {}, "many"),
        ("truecolor", "vt100", {}, "true"),
        ("256", "dumb", {}, "many"),
        ("256", "xterm-256color", {"NO_COLOR": "1"}, "many"),
        ("auto", "xterm", {}, "few"),
        ("auto", "screen-256color", {}, "many"),
        ("auto", "xterm-256color", {"COLORTERM": "truecolor"}, "true"),
    ],
)
def test_the_option_says_how_many_colours(
    wanted: str, term: str, variables: dict[str, str], kind: str
) -> None:
    with Terminal(*PEOPLE, "--color", wanted, term=term, **variables) as terminal:
        with_players(terminal)
        few, many, true = colours(bytes(terminal.raw))
        assert {"few": bool(few - DEFAULT), "many": bool(many), "true": true}[kind]
        assert [bool(few - DEFAULT), bool(many), true].count(True) == 1
        leave(terminal)


# --- themes ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_themes_are_listed_and_each_one_listed_starts() -> None:
    listed = subprocess.run(
        [PROGRAM, "--theme", "list"], capture_output=True, text=True, check=True, timeout=60
    )
    names = listed.stdout.split()
    assert names[:2] == ["walnut", "kaya"]
    assert {"okabe-ito", "high-contrast", "textual-dark", "ansi-light"} <= {*names}
    grounds = set()
    for name in ("okabe-ito", "high-contrast", "textual-light"):
        with Terminal(*PEOPLE, "--theme", name, "--color", "truecolor") as terminal:
            with_players(terminal)
            grounds.add(terminal.cell(0, 10).background)
            leave(terminal)
    assert len(grounds) == 3


# --- mouse and cursor ------------------------------------------------------------------------------------


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("arguments", [("--no-mouse",), ()])
def test_the_mouse_is_asked_for_unless_it_is_not_wanted(arguments: tuple[str, ...]) -> None:
    with Terminal(*PEOPLE, *arguments) as terminal:
        with_players(terminal)
        leave(terminal)
        asked = any(f"\x1b[?{mode}h".encode() in terminal.raw for mode in (1000, 1002, 1003, 1006, 1015))
        assert asked == (not arguments)


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("place", [("--board", "3"), ("--board", "9"), ("--board", "20", "--line", "5")])
def test_the_terminals_own_cursor_is_where_the_boards_is(place: tuple[str, str]) -> None:
    with Terminal(*place, *PEOPLE[2:]) as terminal:
        terminal.wait_for("to move")
        terminal.wait_for(lambda: cursor(terminal) is not None)
        for key in (RIGHT, DOWN, LEFT, UP, "5", RIGHT):
            before = cursor(terminal)
            terminal.send(key if key != "5" or place[1] == "3" else ENTER)
            if key not in ("5",):
                terminal.wait_for(lambda before=before: cursor(terminal) not in (None, before))
            x, y = places(terminal)[cursor(terminal) or ""]
            terminal.wait_for(lambda x=x, y=y: terminal.cursor_place == (x, y), timeout=5)
        leave(terminal)


# --- animation -------------------------------------------------------------------------------------------


@pytest.mark.sample(every=2)
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
        leave(terminal)


# --- together, and by themselves -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [("--theme", "walnut", "--color", "16"), ("--color", "16", "--theme", "walnut")],
    ids=["theme first", "colours first"],
)
def test_a_theme_and_few_colours_go_together_in_either_order(arguments: tuple[str, ...]) -> None:
    with Terminal(*PEOPLE, *arguments, COLORTERM="truecolor") as terminal:
        with_players(terminal)
        terminal.send("5")
        terminal.wait_for(lambda: stones(terminal) == {"b2": "X"})
        leave(terminal)
        few, many, true = colours(bytes(terminal.raw))
        assert (many, true) == (set(), False)
        assert few


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_where_signs_cannot_be_encoded_the_screen_is_drawn_in_ascii_by_itself(encoding: str) -> None:
    people = ("--board", "3", "--player", "human,name=Zoë,symbol=●", "--player", "human,name=Bob,symbol=○")
    with Terminal(*people, PYTHONUTF8="0", PYTHONIOENCODING=encoding) as terminal:
        terminal.wait_for("to move")
        terminal.send("5")
        terminal.wait_for(lambda: len(stones(terminal)) == 1)
        leave(terminal)
        written = bytes(terminal.raw).decode(encoding)
        assert "|" in written
        assert ("Zoë" in written) == (encoding == "latin-1")
        shown = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", written)
        assert "?" not in re.sub(r"\? help|Zo\?|\x1b\[\?2026\$p", "", shown)
