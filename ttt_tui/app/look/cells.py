"""The cells of a text in a terminal: wide characters take two, and some characters none of their own."""

from rich.cells import cell_len


def cells_of_text(text: str) -> list[str]:
    """Return what each cell shows: a character with all that is drawn over it, "" for the rest of a wide one.

    There are as many as `cell_len` counts, also of characters that are joined to one.

    >>> cells_of_text("a你é\u0301😀")
    ['a', '你', '', 'é\u0301', '😀', '']
    """
    if text.isascii():
        return [*text]
    widths = {character: cell_len(character) for character in set(text)}
    is_joined = cell_len(text) != sum(map(widths.__getitem__, text))
    cells: list[str] = []
    ahead = ""  # what has no width and no character before it
    for place, character in enumerate(text, 1):
        width = cell_len(text[:place]) - len(cells) if is_joined else widths[character]
        if cells and (width <= 0 or not widths[character]):
            base = len(cells) - 1
            while not cells[base] and base:
                base -= 1
            cells[base] += character
            cells += [""] * width
        elif width > 0:
            cells += [ahead + character, *[""] * (width - 1)]
            ahead = ""
        else:
            ahead += character
    return cells
