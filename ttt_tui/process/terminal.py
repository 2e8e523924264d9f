"""Capabilities of the terminal: colours, encoding, mouse.

Textual reads its environment when it is imported, so this is configured before, without Textual.
"""

import re
from collections.abc import MutableMapping
from enum import StrEnum
from typing import NamedTuple

from ttt_tui.process.clipboard import Clipboard, clipboard_of
from ttt_tui.process.text import can_encode_board


class Colours(StrEnum):
    """How many colours are used."""

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

NEVER_ASKED = ("linux", "vt", "cons", "screen", "ansi", "sun", "wyse", "eterm", "putty")
"""Beginnings of TERM of terminals that may print a request for their colours instead of answering it."""

FRAMES = "1000"
"""Paints per second at most. With Textual's 60, a key pressed right after the thinking panel was painted
would wait for the next frame."""


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


def configure_terminal(
    colours: Colours,
    is_ascii: bool,
    has_mouse: bool,
    environment: MutableMapping[str, str],
    encoding: str | None = None,
) -> Terminal:
    """Return the terminal's settings, and set what Textual reads from the environment.

    An `encoding` that lacks a sign of boards switches to ASCII; None lacks none. An option overrides
    `NO_COLOR`, which counts even if empty, and TERM; a dumb terminal has no colours, and some are known by
    their TERM to have all.
    """
    term = environment.get("TERM", "dumb").lower()
    if colours is Colours.AUTO and ("NO_COLOR" in environment or term in DUMB):
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
    asks = colours is Colours.AUTO and not has_truecolor and not term.startswith(NEVER_ASKED)
    clipboard = clipboard_of(environment)
    if is_ascii or can_encode_board(encoding):
        return Terminal(colours, is_ascii, has_mouse, asks_colours=asks, clipboard=clipboard)
    return Terminal(colours, True, has_mouse, encoding or "ascii", asks, clipboard)
