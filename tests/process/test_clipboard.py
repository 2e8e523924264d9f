"""How the clipboard is reached from each terminal, and what is written for it."""

import re
from base64 import b64decode

import pytest

from ttt_tui.process.clipboard import LARGEST_COPY, Clipboard, clipboard_of, copying

AWKWARD = "a\x1b]0;evil\x07\x1b\\ Zoë ❌\n"


@pytest.mark.parametrize(
    ("variables", "clipboard"),
    [
        ("", Clipboard.NONE),
        ("TERM=dumb", Clipboard.NONE),
        ("TERM=linux", Clipboard.NONE),
        ("TERM=vt100", Clipboard.NONE),
        ("TERM=xterm-256color VTE_VERSION=7600", Clipboard.NONE),
        ("TERM=xterm-256color TERM_PROGRAM=Apple_Terminal", Clipboard.NONE),
        ("TERM=xterm-256color", Clipboard.PLAIN),
        ("TERM=xterm-kitty", Clipboard.SURE),
        ("TERM=foot", Clipboard.SURE),
        ("TERM=tmux-256color", Clipboard.TMUX),
        ("TERM=screen-256color TMUX=/tmp/tmux-0/default,1,0", Clipboard.TMUX),
        ("TERM=linux TMUX=/tmp/tmux-0/default,1,0", Clipboard.TMUX),
        ("TERM=screen", Clipboard.SCREEN),
        ("TERM=xterm STY=1.pts-0.box", Clipboard.SCREEN),
    ],
)
def test_a_terminal_is_known_by_its_variables(variables: str, clipboard: Clipboard) -> None:
    assert clipboard_of(dict(pair.split("=") for pair in variables.split())) is clipboard


def payloads(written: str) -> list[str]:
    """Return the texts of all copying sequences in what a terminal gets, without any wrapping."""
    return [b64decode(text).decode() for text in re.findall("\x1b]52;c;([A-Za-z0-9+/=]*)\x07", written)]


def test_what_is_copied_cannot_leave_its_sequence() -> None:
    plain = copying(AWKWARD, Clipboard.PLAIN)
    assert payloads(plain) == [AWKWARD]
    assert re.fullmatch("\x1b]52;c;[A-Za-z0-9+/=]+\x07", plain)
    assert copying(AWKWARD, Clipboard.SURE) == plain
    assert copying(AWKWARD, Clipboard.NONE) == ""


def test_tmux_gets_the_sequence_for_itself_and_to_pass_on() -> None:
    plain = copying(AWKWARD, Clipboard.PLAIN)
    rest = copying(AWKWARD, Clipboard.TMUX).removeprefix(plain)
    assert rest.startswith("\x1bPtmux;")
    assert rest.endswith("\x1b\\")
    assert rest[len("\x1bPtmux;") : -2].replace("\x1b\x1b", "\x1b") == plain


def test_screen_passes_on_short_strings_that_make_the_sequence() -> None:
    text = "x" * LARGEST_COPY
    plain = copying(text, Clipboard.PLAIN)
    chunks = re.findall("\x1bP(.*?)\x1b\\\\", copying(text, Clipboard.SCREEN).removeprefix(plain), re.DOTALL)
    assert max(map(len, chunks)) < 256
    assert "".join(chunks) == plain


def test_a_text_is_bounded_by_its_bytes() -> None:
    with pytest.raises(ValueError, match="at most 6,000 bytes"):
        copying("ë" * (LARGEST_COPY // 2 + 1), Clipboard.PLAIN)
    assert payloads(copying("\ud800", Clipboard.PLAIN)) == ["?"], "half a character is none"
