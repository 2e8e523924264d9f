"""What a terminal can do, as far as its variables tell."""

import curses

import pytest

from ttt_tui.process.terminal import Colours, configure_terminal


def unknown(term: str, fd: int) -> None:
    """Answer as terminfo does that does not know a terminal."""
    raise curses.error


@pytest.mark.parametrize(
    ("term", "colorterm", "colours", "asks"),
    [
        ("xterm-direct", "", Colours.TRUECOLOR, False),
        ("alacritty-direct", "", Colours.TRUECOLOR, False),
        ("xterm-kitty", "", Colours.TRUECOLOR, False),
        ("xterm-ghostty", "", Colours.TRUECOLOR, False),
        ("alacritty", "", Colours.TRUECOLOR, False),
        ("foot-extra", "", Colours.TRUECOLOR, False),
        ("wezterm", "", Colours.TRUECOLOR, False),
        ("footprint", "", Colours.AUTO, True),
        ("xterm", "", Colours.AUTO, True),
        ("xterm-256color", "", Colours.AUTO, True),
        ("xterm-256color", "truecolor", Colours.AUTO, False),
        ("xterm-256color", "24bit", Colours.AUTO, False),
        ("xterm-256color", "yes", Colours.AUTO, True),
        ("tmux-256color", "", Colours.AUTO, True),
        ("screen-256color", "", Colours.AUTO, False),
        ("linux", "", Colours.AUTO, False),
        ("vt100", "", Colours.NONE, False),
        ("vt220", "", Colours.NONE, False),
        ("vt220-nonexistent", "", Colours.NONE, False),
        ("vt220", "truecolor", Colours.AUTO, False),
        ("xterm-mono", "", Colours.NONE, False),
        ("linux-m", "", Colours.NONE, False),
        ("dumb", "", Colours.NONE, False),
        ("", "", Colours.NONE, False),
    ],
)
def test_true_colour_is_known_by_name_or_asked_for(
    term: str, colorterm: str, colours: Colours, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        curses, "setupterm", unknown
    )  # in a process terminfo tells of the first terminal only
    variables = {"TERM": term, "COLORTERM": colorterm}
    terminal = configure_terminal(Colours.AUTO, False, True, variables)
    assert (terminal.colours, terminal.asks_colours) == (colours, asks)
    assert (variables.get("TEXTUAL_COLOR_SYSTEM") == "truecolor") == (colours is Colours.TRUECOLOR)


@pytest.mark.parametrize("colours", [each for each in Colours if each is not Colours.AUTO])
@pytest.mark.parametrize("term", ["xterm-kitty", "xterm-256color"])
def test_an_option_is_believed(colours: Colours, term: str) -> None:
    terminal = configure_terminal(colours, False, True, {"TERM": term})
    assert (terminal.colours, terminal.asks_colours) == (colours, False)


def test_no_color_is_believed() -> None:
    terminal = configure_terminal(Colours.AUTO, False, True, {"TERM": "xterm-kitty", "NO_COLOR": ""})
    assert (terminal.colours, terminal.asks_colours) == (Colours.NONE, False)


@pytest.mark.parametrize(
    ("term", "knows"), [("xterm", True), ("tmux-256color", True), ("vt220", False), ("screen", False)]
)
def test_old_terminals_get_no_sequence_of_the_keyboard_protocol(term: str, knows: bool) -> None:
    variables = {"TERM": term}
    configure_terminal(Colours.AUTO, False, True, variables)
    assert ("TEXTUAL_DISABLE_KITTY_KEY" not in variables) == knows


@pytest.mark.parametrize(
    ("variables", "is_ascii"),
    [
        ({"TERM": "screen", "STY": "1.pts", "LANG": "C"}, True),
        ({"TERM": "screen", "STY": "1.pts", "LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # set by Python
        ({"TERM": "screen", "STY": "1.pts", "LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, True),
        ({"TERM": "screen", "STY": "1.pts"}, True),
        ({"TERM": "screen", "STY": "1.pts", "LANG": "en_US.UTF-8"}, False),
        ({"TERM": "screen", "STY": "1.pts", "LC_ALL": "C.UTF-8"}, False),
        ({"TERM": "screen", "LANG": "C"}, False),  # what tmux may say, also over ssh
        ({"TERM": "xterm", "LANG": "C"}, False),
        ({"TERM": "vt220", "LANG": "C"}, True),
        ({"TERM": "vt220", "LANG": "de_DE.UTF-8"}, False),
    ],
)
def test_utf_8_is_not_written_where_the_terminal_may_not_show_it(
    variables: dict[str, str], is_ascii: bool
) -> None:
    terminal = configure_terminal(Colours.AUTO, False, True, variables, "utf-8")
    assert (terminal.is_ascii, terminal.encoding) == (is_ascii, "ascii")
