"""The clipboard of the terminal's own machine, reached by an escape sequence (OSC 52), also over ssh.

A terminal does not say whether it has copied. `clipboard_of` knows by name the terminals that ignore the
sequence, and those that obey it by default. Multiplexers need more: tmux takes it with
`set-clipboard on` and passes it on with `allow-passthrough on`, so it gets both forms; GNU screen passes on
what is wrapped in short device control strings.
"""

import re
from binascii import b2a_base64
from collections.abc import Mapping
from enum import Enum, auto

LARGEST_COPY = 6_000
"""Most bytes of UTF-8 that can be copied: the largest board takes less, and tmux and xterm accept more."""

SCREEN_CHUNK = 240
"""Characters of a device control string: old versions of GNU screen keep 256."""

WITHOUT = ("dumb", "unknown", "linux", "vt", "cons", "ansi", "sun", "wyse", "eterm", "putty")
"""Beginnings of TERM of terminals that ignore the sequence, or may print it."""

SURE = frozenset({"kitty", "ghostty", "alacritty", "foot", "wezterm"})
"""Words of TERM that name a terminal which copies by default."""

_BEL, _DCS, _ST = "\x07", "\x1bP", "\x1b\\"


class Clipboard(Enum):
    """How the clipboard is reached."""

    NONE = auto()
    """Not at all."""
    SURE = auto()
    """By the sequence, which this terminal obeys."""
    PLAIN = auto()
    """By the sequence, if this terminal obeys it."""
    TMUX = auto()
    """Through tmux."""
    SCREEN = auto()
    """Through GNU screen, or a tmux that calls itself so and is on another machine."""


def clipboard_of(environment: Mapping[str, str]) -> Clipboard:
    """Return how the clipboard is reached from a terminal with these variables."""
    term = environment.get("TERM", "").lower()
    if environment.get("TMUX") or term.startswith("tmux"):
        return Clipboard.TMUX
    if environment.get("STY") or term.startswith("screen"):
        return Clipboard.SCREEN
    if not term or term.startswith(WITHOUT):
        return Clipboard.NONE
    if environment.get("VTE_VERSION") or environment.get("TERM_PROGRAM") == "Apple_Terminal":
        return Clipboard.NONE
    return Clipboard.SURE if not SURE.isdisjoint(re.split(r"[^a-z]+", term)) else Clipboard.PLAIN


def copying(text: str, clipboard: Clipboard) -> str:
    """Return the sequence that copies a text, empty for `NONE`.

    Whatever the text holds is encoded: only the characters of Base64 stand between the sequence's ends.
    Raises `ValueError` for a text of more than `LARGEST_COPY` bytes.
    """
    content = text.encode("utf-8", "replace")
    if len(content) > LARGEST_COPY:
        raise ValueError(f"at most {LARGEST_COPY:,} bytes can be copied, not {len(content):,}")
    plain = f"\x1b]52;c;{b2a_base64(content, newline=False).decode()}{_BEL}"
    if clipboard is Clipboard.NONE:
        return ""
    passed = passed_on(plain, clipboard)
    return plain if passed == plain else plain + passed


def passed_on(sequence: str, clipboard: Clipboard) -> str:
    """Return what makes a multiplexer pass a sequence on to its terminal; the sequence itself without one."""
    match clipboard:
        case Clipboard.TMUX:
            doubled = sequence.replace("\x1b", "\x1b\x1b")
            return f"{_DCS}tmux;{doubled}{_ST}"
        case Clipboard.SCREEN:
            chunks = (sequence[i : i + SCREEN_CHUNK] for i in range(0, len(sequence), SCREEN_CHUNK))
            return "".join(f"{_DCS}{chunk}{_ST}" for chunk in chunks)
    return sequence
