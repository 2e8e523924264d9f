"""The user's choices of coordinates, in words."""

from ttt_tui.engine import Coordinates

COORDINATES = {
    Coordinates.GAME: "by game",
    Coordinates.TOP: "rows from the top",
    Coordinates.BOTTOM: "rows from the bottom",
    Coordinates.GO: "without i, from the bottom",
    Coordinates.NUMBERS: "column, row",
}
"""The choices in their order, with their words on the settings screen."""

_CHOICES = tuple(COORDINATES)


def next_coordinates(latest: Coordinates) -> Coordinates:
    """Return the choice that follows another one, the first after the last."""
    return _CHOICES[(_CHOICES.index(latest) + 1) % len(_CHOICES)]
