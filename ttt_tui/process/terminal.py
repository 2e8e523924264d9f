"""What the terminal can show: how many colours, which letters, whether there is a mouse.

Textual reads its environment when it is imported, so this is settled before, and knows nothing of it.
"""

from collections.abc import MutableMapping
from typing import NamedTuple

from ttt_tui.process.colours import Colours

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
    """Whether nothing beyond ASCII may be shown."""
    has_mouse: bool = True


def settle(
    colours: Colours, is_ascii: bool, has_mouse: bool, environment: MutableMapping[str, str]
) -> Terminal:
    """Return what to show, and put what Textual has to know into the environment.

    An option counts more than `NO_COLOR` (which counts even when empty) and than the kind of terminal; a dumb
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
    return Terminal(colours, is_ascii, has_mouse)
