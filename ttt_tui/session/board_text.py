"""The board as lines of text."""

from collections.abc import Mapping

from rich.cells import cell_len

from ttt_tui.engine import Game
from ttt_tui.engine.diagram import diagram


def board_text(game: Game, letters: Mapping[int, str] | None = None) -> str:
    """Return the board with its letters and numbers; symbols that are two cells wide stay under theirs.

    `letters` are written instead of some symbols, as `str.translate` takes them.
    """
    symbols = [player.symbol.translate(letters or {}) for player in game.setup.players]
    return diagram(game.setup.geometry, game.position.stones, symbols, empty=".", cells=cell_len)
