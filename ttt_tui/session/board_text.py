"""The board as lines of text."""

from collections.abc import Mapping

from rich.cells import cell_len

from ttt_tui.engine import Game


def board_text(game: Game, letters: Mapping[int, str] | None = None) -> str:
    """Return the board with its letters and numbers; symbols that are two cells wide stay under theirs.

    `letters` are written instead of some symbols, as `str.translate` takes them.
    """
    geometry, position = game.setup.geometry, game.position
    symbols = [player.symbol.translate(letters or {}) for player in game.setup.players]
    cells = max(map(cell_len, symbols))

    def line(label: object, words: list[str]) -> str:
        return f"{label:>2} {' '.join(word + ' ' * (cells - cell_len(word)) for word in words)}".rstrip()

    top = geometry.squares[: geometry.columns]
    lines = [line("", [geometry.name(square).rstrip("0123456789") for square in top])]
    for row in range(geometry.rows):
        owners = [position.owner(geometry.at(column, row)) for column in range(geometry.columns)]
        marks = ["." if owner is None else symbols[owner] for owner in owners]
        lines.append(line(row + 1, marks))
    return "\n".join(lines)
