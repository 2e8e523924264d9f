"""Named sizes of windows and panels: the columns and lines from which they show more.

What is measured against them is the whole window, or the whole panel. Limits of a single widget, by its own
cells, stand in its module.
"""

from textual.geometry import Size


def is_within(size: Size, room: Size) -> bool:
    return size.width <= room.width and size.height <= room.height


# --- windows ---------------------------------------------------------------------------------------------

SLIM = 40
"""Columns below which cards have no margins, and no column for keys."""

NARROW = 60
"""Columns below which only one of two parts fits, such as board and panel, texts are short and keys stand
close together."""

USUAL = 80
"""Columns from which nothing covers the board at the end of a game: its result and keys are beside it."""

ROOMY = 24
"""Lines from which a computer's thoughts have a place in the panel."""

WIDE = 120
"""Columns from which the panel has its full width."""

LARGE = 200
"""Columns from which the panel is wide and nearly as high as the window."""

LOW = 12
"""Lines below which the main part gets as many lines as possible: a narrow status line takes its second line
only for a text that needs it, and the history shows one filter at a time."""

LOW_FOR_CARDS = 14
"""Lines below which cards have no blank lines."""

# --- panels ----------------------------------------------------------------------------------------------

LOW_PANEL = 8
"""Lines below which no line is left blank."""

TALL_PANEL = 20
"""Lines from which a panel has a blank line above, and below its last card."""

AIRY_PANEL = 36
"""Lines from which two blank lines follow the players."""
