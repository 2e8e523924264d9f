"""The user's choices of coordinates, in words."""

from ttt_tui.engine import Coordinates, Geometry
from ttt_tui.engine.coordinates import TOP

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


def coordinates_note(geometry: Geometry) -> str:
    """Return how squares are named, for texts that may be read elsewhere; empty if as in records."""
    return "" if geometry.style is TOP else f"Squares are named {geometry.style.words}"
