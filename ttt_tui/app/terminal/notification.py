r"""Notifications of the desktop, and the title of the window, as a terminal shows them on request.

A terminal does not say whether it can notify, so the sequence is chosen by its name: OSC 99 for kitty, OSC
777 for urxvt, foot and VTE, OSC 9, from iTerm2, for all others, which ignore what they do not know. Terminals
that could print it get nothing. A multiplexer gets it in a device control string, to pass it on: tmux does so
with `allow-passthrough on`.

>>> notification("Bob has moved", {"TERM": "xterm-kitty"})
'\x1b]99;i=ttt-tui;ttt-tui: Bob has moved\x07'
>>> notification("Bob has moved", {"TERM": "linux"})
''
"""

import re
from collections.abc import Mapping

from ttt_tui.process.clipboard import WITHOUT, Clipboard, clipboard_of, passed_on

MOST_CHARACTERS = 100
"""The most characters of a notification or a title; names come from other people."""

_OSC_9 = "\x1b]9;ttt-tui: {}\x07"
_OSC_99 = "\x1b]99;i=ttt-tui;ttt-tui: {}\x07"
_OSC_777 = "\x1b]777;notify;ttt-tui;{}\x07"

_BY_NAME = {"kitty": _OSC_99, "rxvt": _OSC_777, "foot": _OSC_777, "contour": _OSC_777}
"""Word of TERM or TERM_PROGRAM → sequence."""

_BY_VARIABLE = {"KITTY_WINDOW_ID": _OSC_99, "VTE_VERSION": _OSC_777}
"""Variable of a terminal, which also programs in a multiplexer see → sequence."""

TITLE_BEFORE = "\x1b]2;ttt-tui\x07\x1b[23;2t"
"""Takes back the title that was saved; where none could be saved, a neutral one stays."""


def notification(text: str, environment: Mapping[str, str]) -> str:
    """Return the sequence that shows a text on the desktop, empty for a terminal that may print it."""
    if not takes_sequences(environment):
        return ""
    names = f"{environment.get('TERM', '')} {environment.get('TERM_PROGRAM', '')}".lower()
    words = re.split(r"[^a-z]+", names)
    found = (sequence for name, sequence in _BY_NAME.items() if name in words)
    known = (sequence for name, sequence in _BY_VARIABLE.items() if environment.get(name))
    sequence = next(found, None) or next(known, _OSC_9)
    return passed_on(sequence.format(_harmless(text)), clipboard_of(environment))


def title(text: str, environment: Mapping[str, str]) -> str:
    """Return the sequence that saves the window's title and sets another one; `TITLE_BEFORE` takes it back.

    Empty for a terminal that may print it. A multiplexer has titles of its own.
    """
    return f"\x1b[22;2t\x1b]2;{_harmless(text)}\x07" if takes_sequences(environment) else ""


def takes_sequences(environment: Mapping[str, str]) -> bool:
    """Return whether a terminal, or a multiplexer on it, ignores the sequences that it does not know."""
    term = environment.get("TERM", "").lower()
    is_multiplexer = clipboard_of(environment) in (Clipboard.TMUX, Clipboard.SCREEN)
    return is_multiplexer or (bool(term) and not term.startswith(WITHOUT))


def _harmless(text: str) -> str:
    """Return a text in which nothing ends or divides a sequence: no control character, no semicolon."""
    return "".join(c if c.isprintable() and c != ";" else " " for c in text)[:MOST_CHARACTERS]
