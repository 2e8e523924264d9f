"""Text that fits: names and rows in a number of cells, and the board as lines."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap

from rich.cells import cell_len, set_cell_size

from ttt_tui.engine import SYMBOLS, Game, Mask, Player
from ttt_tui.engine.diagram import diagram
from ttt_tui.process.text import can_encode, set_replacements

FORBIDDEN_MARK = "×"
"""The mark of a square where renju forbids the player to move to place."""


def listing(words: Sequence[str]) -> str:
    """Return `a1, b2 and c3`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def some(names: Sequence[str], most: int) -> str:
    """Return the first `most` names, and how many more there are.

    >>> some(["Ada", "Bob", "Eve"], 3), some(["Ada", "Bob", "Eve"], 1), some(["Ada", "Bob", "Eve"], 0)
    ('Ada, Bob and Eve', 'Ada and 2 more', '3')
    """
    more = len(names) - most
    if more <= 0:
        return listing(names)
    return listing([*names[:most], f"{more} more"]) if most else str(more)


def fitted(text: str, cells: int) -> str:
    """Return a text cut to `cells` cells; an ellipsis ends a cut text."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, cells - 1).rstrip() + "…" if cells > 0 else ""


def watching(names: Sequence[str], most: int) -> str:
    """Return that these people are watching, naming at most `most` of them; empty for none."""
    return f"{some(names, most)} {'is' if len(names) == 1 else 'are'} watching" if names else ""


def fitting(text: Callable[[int], str], most: int, cells: int) -> str:
    """Return the text for `most` items, or for fewer if only that fits, or for 0 if nothing does."""
    return "\n".join(in_rows(text, most, cells, 1)) or text(0)


def in_rows(text: Callable[[int], str], most: int, cells: int, rows: int) -> list[str]:
    """Return the text for at most `most` items that fits in `rows` rows of `cells` cells, else nothing."""
    for count in range(most, -1, -1):
        found = wrap(text(count), max(cells, 1), break_long_words=False) if rows > 1 else [text(count)]
        if len(found) <= rows and all(cell_len(row) <= cells for row in found):
            return found
    return []


def board_text(game: Game, letters: Mapping[int, str] | None = None, forbidden: Mask = 0) -> str:
    """Return the board with its letters and numbers; symbols that are two cells wide stay under theirs.

    `letters` replace some symbols, in the form of `str.translate`; `forbidden` squares have their mark.
    """
    symbols = [mark.translate(letters or {}) for mark in game.setup.marks]
    masks = (*game.position.stones, forbidden)
    return diagram(game.setup.geometry, masks, (*symbols, FORBIDDEN_MARK), empty=".", cells=cell_len)


def letters_for(players: Iterable[Player], encoding: str | None) -> dict[int, str]:
    """Return a free letter for each symbol that an encoding lacks, for `str.translate`."""
    symbols = dict.fromkeys(player.symbol for player in players)
    lacking = [ord(symbol) for symbol in symbols if not can_encode(symbol, encoding)]
    taken = {symbol.upper() for symbol in symbols}
    free = (symbol for symbol in SYMBOLS if symbol not in taken)
    return dict(zip(lacking, free, strict=False))


def print_symbols_of(players: Iterable[Player]) -> None:
    """Replace, in all later output, these players' symbols that standard output cannot encode by letters."""
    set_replacements(letters_for(players, sys.stdout.encoding))
