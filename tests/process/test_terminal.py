"""What a terminal can do, as far as its variables tell."""

import pytest

from ttt_tui.process.terminal import Colours, configure_terminal


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
        ("vt100", "", Colours.AUTO, False),
        ("dumb", "", Colours.NONE, False),
        ("", "", Colours.NONE, False),
    ],
)
def test_true_colour_is_known_by_name_or_asked_for(
    term: str, colorterm: str, colours: Colours, asks: bool
) -> None:
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
