"""Capabilities of the terminal: colours, encoding, mouse.

Textual reads its environment when it is imported, so this is configured before, without Textual.
"""

import re
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple

from ttt_tui.process.clipboard import Clipboard, clipboard_of
from ttt_tui.process.text import SIGNS, can_encode


class Colours(StrEnum):
    """The number of colours used."""

    AUTO = "auto"
    NONE = "none"
    SIXTEEN = "16"
    MANY = "256"
    TRUECOLOR = "truecolor"


_COLOUR_SYSTEMS = {
    Colours.AUTO: "auto",
    Colours.NONE: "standard",  # without colours, styles look the same in every system
    Colours.SIXTEEN: "standard",
    Colours.MANY: "256",
    Colours.TRUECOLOR: "truecolor",
}

DUMB = ("", "dumb", "unknown")
"""Values of TERM for terminals of which nothing is known; without TERM a terminal counts as dumb."""

TRUECOLOR_TERMS = frozenset({"direct", "kitty", "ghostty", "alacritty", "foot", "wezterm"})
"""Words of TERM that name a terminal with true colour, also over ssh, which does not pass COLORTERM on."""

OLD_TERMS = ("linux", "vt", "cons", "screen", "ansi", "sun", "wyse", "eterm", "putty")
"""Beginnings of TERM of terminals that may print a sequence they do not know instead of ignoring it."""

COLOUR_TERMS = ("xterm", "screen", "tmux", "linux", "rxvt", "konsole", "gnome", "vte", "st", "iterm")
"""Values of TERM, up to the first hyphen, whose colours need no look into terminfo."""

MONOCHROME = frozenset({"m", "mono"})
"""Words of TERM after its first hyphen that name a terminal without colours, as in `xterm-mono`."""

SCREEN_BEFORE = "\x1b[?2004l\x1b[?1004l\x1b[?7h\x1b[?1049l\x1b[?25h"
MOUSE_BEFORE, KEYBOARD_BEFORE = "\x1b[?1006l\x1b[?1003l\x1b[?1000l", "\x1b[<u"
"""What gives a terminal back: its screen and cursor, its mouse, and kitty's keyboard protocol."""

CANCEL = "\x18"
"""Ends a partly written sequence."""

AFTER_KILL = f"{CANCEL}\x1b[?2026l\x1b[0m{MOUSE_BEFORE}{KEYBOARD_BEFORE}{SCREEN_BEFORE}"
"""What gives a terminal back if the program on it could not."""

FRAMES = "1000"
"""Paints per second at most. With Textual's 60, a key pressed right after the thinking panel was painted
would wait for the next frame."""


DRIVER_VARIABLE = "TEXTUAL_DRIVER"

WEB_DRIVER = "textual.drivers.web_driver:WebDriver"
"""The value of that variable by which textual-serve says that the program is shown in a browser."""


MOST_CELLS = 1000
"""The most columns, and lines, of a terminal that are believed."""


class Terminal(NamedTuple):
    """The settings and capabilities of a terminal."""

    colours: Colours = Colours.AUTO
    """`NONE`, never `AUTO`, for a terminal without colours."""
    is_ascii: bool = False
    """Whether everything is drawn in ASCII."""
    has_mouse: bool = True
    encoding: str = "ascii"
    """The encoding of letters, for example in names, when everything else is drawn in ASCII."""
    asks_colours: bool = False
    """Whether only the terminal itself can tell if it has true colour."""
    clipboard: Clipboard = Clipboard.PLAIN
    """How the clipboard is reached."""
    is_browser: bool = False
    """Whether it is a browser's, at the other end of two pipes."""


def configure_terminal(
    colours: Colours,
    is_ascii: bool,
    has_mouse: bool,
    environment: MutableMapping[str, str],
    encoding: str | None = None,
) -> Terminal:
    """Return the terminal's settings, and set what Textual reads from the environment.

    An `encoding` that lacks a sign of boards switches to ASCII (None lacks none), and so does a terminal that
    may not show UTF-8. An option overrides `NO_COLOR`, which counts even if empty, COLORTERM and TERM; a dumb
    terminal has no colours, and some are known by their TERM to have all or none. A browser's terminal is
    known by Textual's variable: the others are the server's.
    """
    if environment.get(DRIVER_VARIABLE) == WEB_DRIVER:
        environment.setdefault("TEXTUAL_FPS", FRAMES)
        if colours is Colours.AUTO:
            colours = Colours.NONE if "NO_COLOR" in environment else Colours.TRUECOLOR
        environment["TEXTUAL_COLOR_SYSTEM"] = _COLOUR_SYSTEMS[colours]
        return Terminal(colours, is_ascii, has_mouse, clipboard=Clipboard.PLAIN, is_browser=True)
    term = environment.get("TERM", "dumb").lower()
    if colours is Colours.AUTO and ("NO_COLOR" in environment or term in DUMB):
        colours = Colours.NONE
    if colours is Colours.AUTO and not environment.get("COLORTERM") and not _has_colours(term):
        colours = Colours.NONE
    if colours is Colours.AUTO and not TRUECOLOR_TERMS.isdisjoint(re.split(r"[^a-z]+", term)):
        colours = Colours.TRUECOLOR
    environment.pop("NO_COLOR", None)
    if colours is Colours.NONE:
        environment["NO_COLOR"] = "1"
    environment.setdefault("TEXTUAL_FPS", FRAMES)
    if colours is not Colours.AUTO:
        environment["TEXTUAL_COLOR_SYSTEM"] = _COLOUR_SYSTEMS[colours]
    has_truecolor = environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit")
    if is_old := term.startswith(OLD_TERMS):
        environment.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")
    lacks_signs = not can_encode(SIGNS, encoding)
    return Terminal(
        colours,
        is_ascii or lacks_signs or not _shows_utf8(term, environment),
        has_mouse,
        encoding=encoding if lacks_signs and encoding else "ascii",
        asks_colours=colours is Colours.AUTO and not has_truecolor and not is_old,
        clipboard=clipboard_of(environment),
    )


def _has_colours(term: str) -> bool:
    """Return whether a terminal has colours, as far as terminfo or its name tell."""
    family, *words = term.split("-")
    if not MONOCHROME.isdisjoint(words):
        return False
    if family in COLOUR_TERMS or "color" in term:
        return True
    with suppress(ImportError):  # some builds of Python lack it
        import curses  # costs 6 ms, so only for the few other terminals

        with suppress(curses.error):
            curses.setupterm(term, fd=2)  # only the first call in a process counts
            return curses.tigetnum("colors") != -1
    return re.fullmatch(r"vt[1-4]\d\d", family) is None


def _shows_utf8(term: str, environment: Mapping[str, str]) -> bool:
    """Return whether a terminal can be trusted to show UTF-8.

    In the C locale Python writes UTF-8, as most terminals understand it. GNU screen does not if that was its
    locale, too, and neither does an old terminal. Python itself may have replaced LC_CTYPE (PEP 538).
    """
    if "STY" not in environment and not term.startswith("vt"):
        return True
    coerced = environment.get("LC_CTYPE") in ("C.UTF-8", "C.utf8", "UTF-8")
    names = ("LC_ALL", "LANG") if coerced else ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((value for name in names if (value := environment.get(name))), "C")
    return locale not in ("C", "POSIX")
