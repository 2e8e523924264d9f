"""Letters and digits of 5 × 6 pixels, half a cell high each, for tiles that have room for them."""

_PIXELS = {
    "ABCDEFGHIJKL": (
        "▄▀▀▀▄ █▀▀▀▄ ▄▀▀▀▀ █▀▀▀▄ █▀▀▀▀ █▀▀▀▀ ▄▀▀▀▀ █   █  ▀█▀    ▀█▀ █  ▄▀ █    ",
        "█▄▄▄█ █▀▀▀▄ █     █   █ █▀▀▀  █▀▀▀  █  ▀█ █▀▀▀█   █      █  █▀█   █    ",
        "█   █ █▄▄▄▀ ▀▄▄▄▄ █▄▄▄▀ █▄▄▄▄ █     ▀▄▄▄█ █   █  ▄█▄  ▀▄▄▀  █  ▀▄ █▄▄▄▄",
    ),
    "MNPQRSTUVWYZ": (
        "█▄ ▄█ █▄  █ █▀▀▀▄ ▄▀▀▀▄ █▀▀▀▄ ▄▀▀▀▀ ▀▀█▀▀ █   █ █   █ █   █ █   █ ▀▀▀▀█",
        "█ █ █ █ ▀▄█ █▄▄▄▀ █ ▄ █ █▀█▀   ▀▀▀▄   █   █   █ ▀▄ ▄▀ █ █ █  ▀▄▀    ▄▀ ",
        "█   █ █   █ █     ▀▄▄▀▄ █  ▀▄ ▄▄▄▄▀   █   ▀▄▄▄▀  ▀▄▀  ▀▄▀▄▀   █   ▄█▄▄▄",
    ),
    "0123456789": (
        "▄▀▀█▄  ▄█   ▄▀▀▀▄ ▀▀▀▀▄ █  █  █▀▀▀▀  ▄▀▀  ▀▀▀▀█ ▄▀▀▀▄ ▄▀▀▀▄",
        "█ █ █   █     ▄▄▀  ▀▀▀▄ █▄▄█▄ ▀▀▀▀▄ █▀▀▀▄   ▄▀  ▄▀▀▀▄ ▀▄▄▄█",
        "▀█▄▄▀  ▄█▄  ▄█▄▄▄ ▄▄▄▄▀    █  ▀▄▄▄▀ ▀▄▄▄▀   █   ▀▄▄▄▀  ▄▄▀ ",
    ),
}
"""All but X and O, which are never on a tile."""

_COLUMNS, _LINES = 5, 3
"""The cells of a letter whose pixels are a cell wide and half a cell high."""

LETTERS = {
    letter: tuple(line[6 * i : 6 * i + _COLUMNS] for line in lines)
    for letters, lines in _PIXELS.items()
    for i, letter in enumerate(letters)
}
"""The lines of each letter, drawn of half blocks."""


def pixel_letter(symbol: str, columns: int, lines: int) -> tuple[str, ...] | None:
    """Return a letter's lines, as large as fits into the cells, or None if it is none or too large."""
    scale = min(columns // _COLUMNS, lines // _LINES)
    if scale < 1 or symbol not in LETTERS:
        return None
    rows = [[c in pixels for c in line] for line in LETTERS[symbol] for pixels in ("▀█", "▄█")]
    large = [[pixel for pixel in row for _ in range(scale)] for row in rows for _ in range(scale)]
    return tuple(
        "".join(" ▀▄█"[upper + 2 * lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(large[::2], large[1::2], strict=True)
    )
