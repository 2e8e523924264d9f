"""Capabilities of the terminal: colours, encoding, mouse.

Textual reads its environment when it is imported, so this is configured before, without Textual.
"""

from collections.abc import MutableMapping
from enum import StrEnum
from typing import NamedTuple

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


def configure_terminal(
    colours: Colours,
    is_ascii: bool,
    has_mouse: bool,
    environment: MutableMapping[str, str],
    encoding: str | None = None,
) -> Terminal:
    """Return the terminal's settings, and set what Textual reads from the environment.

    An `encoding` that lacks a sign of boards switches to ASCII; None lacks none. An option overrides
    `NO_COLOR`, which counts even if empty, and TERM; a dumb terminal has no colours.
    """
    if colours is Colours.AUTO and ("NO_COLOR" in environment or environment.get("TERM", "dumb") in DUMB):
        colours = Colours.NONE
    environment.pop("NO_COLOR", None)
    if colours is Colours.NONE:
        environment["NO_COLOR"] = "1"
    environment.setdefault("TEXTUAL_FPS", FRAMES)
    if colours is not Colours.AUTO:
        environment["TEXTUAL_COLOR_SYSTEM"] = _COLOUR_SYSTEMS[colours]
    if is_ascii or can_encode_board(encoding):
        return Terminal(colours, is_ascii, has_mouse)
    return Terminal(colours, True, has_mouse, encoding or "ascii")
