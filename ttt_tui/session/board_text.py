"""The board as lines of text."""

import sys
from collections.abc import Iterable, Mapping

from rich.cells import cell_len

from ttt_tui.engine import SYMBOLS, Game, Player
from ttt_tui.engine.diagram import diagram
from ttt_tui.process.text import can_encode, set_replacements


def board_text(game: Game, letters: Mapping[int, str] | None = None) -> str:
    """Return the board with its letters and numbers; symbols that are two cells wide stay under theirs.

    `letters` are written instead of some symbols, as `str.translate` takes them.
    """
    symbols = [player.symbol.translate(letters or {}) for player in game.setup.players]
    return diagram(game.setup.geometry, game.position.stones, symbols, empty=".", cells=cell_len)


def letters_for(players: Iterable[Player], encoding: str | None) -> dict[int, str]:
    """Return a letter that nobody has for each symbol that an encoding lacks, for `str.translate`."""
    symbols = dict.fromkeys(player.symbol for player in players)
    lacking = [ord(symbol) for symbol in symbols if not can_encode(symbol, encoding)]
    taken = {symbol.upper() for symbol in symbols}
    free = (symbol for symbol in SYMBOLS if symbol not in taken)
    return dict(zip(lacking, free, strict=False))


def print_symbols_of(players: Iterable[Player]) -> None:
    """From now on write letters for those symbols of these players that standard output cannot encode."""
    set_replacements(letters_for(players, sys.stdout.encoding))
