"""Large figures: digits three lines high, for a number that is seen at once."""

DIGIT_LINES = 3

_CELLS = 3
_GLYPHS = "0123456789%–"
_DRAWN = (
    "█▀█ ▀█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█ ▀ █    ",
    "█ █  █  █▀▀  ▀█ ▀▀█ ▀▀█ █▀█   █ █▀█ ▀▀█ ▄▀  ▀▀▀",
    "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀ ▀ ▀    ",
)
_ASCII = (
    " _       _   _       _   _   _   _   _  o /    ",
    "| |   |  _|  _| |_| |_  |_    | |_| |_|  /   - ",
    "|_|   | |_   _|   |  _| |_|   | |_|  _| / o    ",
)


def large_digits(text: str, *, is_ascii: bool = False) -> list[str]:
    """Return digits, `%` and `–` as three lines of equal width: three cells for each, and one between."""
    places = [(_CELLS + 1) * _GLYPHS.index(character) for character in text]
    return [
        " ".join(line[place : place + _CELLS] for place in places)
        for line in (_ASCII if is_ascii else _DRAWN)
    ]


def digits_width(text: str) -> int:
    """Return the cells of `large_digits` across."""
    return (_CELLS + 1) * len(text) - 1
