"""What the terminal can show: how many colours, which letters, whether there is a mouse.

Textual reads its environment when it is imported, so this is settled before, and knows nothing of it.
"""

from collections.abc import MutableMapping
from typing import NamedTuple

from ttt_tui.process.colours import Colours
from ttt_tui.process.encoding import draws_signs

_COLOUR_SYSTEMS = {
    Colours.AUTO: "auto",
    Colours.NONE: "standard",  # what is left of a style without its colours is the same in every system
    Colours.SIXTEEN: "standard",
    Colours.MANY: "256",
    Colours.TRUECOLOR: "truecolor",
}


DUMB = ("", "dumb", "unknown")
"""The kinds of terminal of which nothing is known. One whose kind is not named is as dumb."""

FRAMES = "1000"
"""How many times a second the screen may be painted: a key that is pressed right after the thinking panel was
would wait for the next of Textual's 60."""


class Terminal(NamedTuple):
    """What was asked for, or found out."""

    colours: Colours = Colours.AUTO
    """Never `AUTO` if there are to be none: then it is `NONE`."""
    is_ascii: bool = False
    """Whether everything is drawn in ASCII."""
    has_mouse: bool = True
    encoding: str = "ascii"
    """What letters there are all the same, as those of names, where everything is drawn in ASCII."""


def settle(
    colours: Colours,
    is_ascii: bool,
    has_mouse: bool,
    environment: MutableMapping[str, str],
    encoding: str | None = None,
) -> Terminal:
    """Return what to show, and put what Textual has to know into the environment.

    An `encoding` that lacks what is drawn with makes everything be drawn in ASCII; None lacks nothing. An
    option counts more than `NO_COLOR` (which counts even when empty) and than the kind of terminal; a dumb
    one has no colours.
    """
    if colours is Colours.AUTO and ("NO_COLOR" in environment or environment.get("TERM", "dumb") in DUMB):
        colours = Colours.NONE
    environment.pop("NO_COLOR", None)
    if colours is Colours.NONE:
        environment["NO_COLOR"] = "1"
    environment.setdefault("TEXTUAL_FPS", FRAMES)
    if colours is not Colours.AUTO:
        environment["TEXTUAL_COLOR_SYSTEM"] = _COLOUR_SYSTEMS[colours]
    if is_ascii or draws_signs(encoding):
        return Terminal(colours, is_ascii, has_mouse)
    return Terminal(colours, True, has_mouse, encoding or "ascii")
