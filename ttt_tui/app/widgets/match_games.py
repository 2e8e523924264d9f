"""The earlier games of a match as small pictures: the last position of each, with its number and winner."""

from collections.abc import Sequence

from rich.cells import cell_len

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.lines import (
    HEADING,
    PALE,
    TEXT,
    Line,
    Lines,
    Run,
    TextStyle,
    cells_of,
    padded,
    spread,
)
from ttt_tui.engine import FinishedGame, Geometry, Match, Player, Setup

INDENT, GAP, LEAST_GAP = 2, 3, 2
"""Cells before the pictures, and between pictures: usually, and where not all games fit in a row."""

LEAST_IN_ROW = 3
"""Pictures in a row from which their symbols have blanks between them."""

LARGEST_WITH_SYMBOLS = 7
"""The longer side of the largest board whose stones are symbols; on larger ones they are half cells."""

BOARD = TextStyle("grid", "board")
DRAW = "─"


class MatchGames(Lines):
    """Shows the latest of the earlier games: as pictures if they fit, else their winners in one line."""

    DEFAULT_CSS = """
    MatchGames { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._setup: Setup | None = None
        self._games: Sequence[FinishedGame] = ()
        self.has_pictures = True
        """Whether there is room for pictures."""
        self.most_rows = 1
        """The most rows of games."""

    def take(self, match: Match) -> None:
        """Set the match whose earlier games the next `follow` shows."""
        self._setup, self._games = match.setup, tuple(match.earlier)

    def lines(self, width: int) -> list[Line]:
        """Return a heading and the games, empty for a first game."""
        if self._setup is None or not self._games:
            return []
        captions = [_caption(number, game, self._setup.players) for number, game in enumerate(self._games, 1)]
        room, geometry = width - 2 * INDENT, self._setup.geometry
        has_few_glyphs = self.app.no_color or only_ascii(self.app)  # half cells need colours and Unicode
        with_pictures = self.has_pictures and (has_symbols(geometry) or not has_few_glyphs)
        widest = max(map(cells_of, captions))
        wide = max(picture_cells(geometry, is_wide=True), widest)
        gap = GAP if len(captions) * (wide + GAP) <= room + GAP else LEAST_GAP
        is_wide = (room + gap) // (wide + gap) >= min(LEAST_IN_ROW, len(captions))
        is_wide |= any(cell_len(player.symbol) > 1 for player in self._setup.drawn_players)
        across = max(picture_cells(geometry, is_wide=is_wide) * with_pictures, widest) + gap
        in_row, count = max((room + gap) // across, 1), len(captions)
        most = min(in_row * self.most_rows, count)
        words = "Earlier games" if count == most else f"Latest {most} of {count} games"
        lines: list[Line] = [((" " * INDENT + words, HEADING),)]
        for first in range(count - most, count, in_row):
            games = self._games[first : first + in_row]
            lines += [()] * (first > count - most)
            if with_pictures:
                pictures = [picture(self._setup, game, is_wide=is_wide) for game in games]
                lines += [_row(parts, across) for parts in zip(*pictures, strict=True)]
            lines.append(_row(captions[first : first + in_row], across))
        return lines


def has_symbols(geometry: Geometry) -> bool:
    """Return whether the stones of a picture are symbols."""
    return max(geometry.columns, geometry.rows) <= LARGEST_WITH_SYMBOLS


def picture_cells(geometry: Geometry, *, is_wide: bool) -> int:
    """Return the cells of a picture across."""
    return 1 + 2 * geometry.columns if is_wide and has_symbols(geometry) else geometry.columns


def picture(setup: Setup, game: FinishedGame, *, is_wide: bool) -> list[Line]:
    """Return the last position of a game: a square of a small board has a cell, or two; else half a cell."""
    geometry = setup.geometry
    if has_symbols(geometry):
        before: Line = ((" ", BOARD),) if is_wide else ()
        return [
            (
                *before,
                *(run for x in range(geometry.columns) for run in _symbol(setup, game, x, y, 1 + is_wide)),
            )
            for y in range(geometry.rows)
        ]
    rows = range(0, geometry.rows, 2)
    return [tuple(_halves(setup, game, column, row) for column in range(geometry.columns)) for row in rows]


def _owner(game: FinishedGame, square: int) -> int | None:
    return next((seat for seat, stones in enumerate(game.stones) if stones >> square & 1), None)


def _colour(setup: Setup, game: FinishedGame, square: int) -> str:
    """Return the colour of a square: its player's, a pale one beside a winning line, or the board's."""
    if (seat := _owner(game, square)) is None:
        return "board"
    is_pale = game.outcome.squares and not game.outcome.squares >> square & 1
    return PALE * bool(is_pale) + setup.drawn_players[seat].colour


def _symbol(setup: Setup, game: FinishedGame, column: int, row: int, cells: int) -> Line:
    """Return a square, in one or two cells."""
    square = setup.geometry.at(column, row)
    if (seat := _owner(game, square)) is None:
        return ((padded("·", cells), BOARD),)
    player, has_won = setup.drawn_players[seat], bool(game.outcome.squares >> square & 1)
    symbol = player.symbol
    style = TextStyle(
        player.colour, "board", bold=has_won, stands_out=has_won
    )  # a pale letter is hard to read
    return ((symbol, style), (" " * (cells - cell_len(symbol)), BOARD))


def _halves(setup: Setup, game: FinishedGame, column: int, row: int) -> Run:
    """Return the cell of two squares, one above the other."""
    geometry = setup.geometry
    upper = _colour(setup, game, geometry.at(column, row))
    if row + 1 == geometry.rows:
        return ("▀", TextStyle(upper, "ground", is_edge=True))
    lower = _colour(setup, game, geometry.at(column, row + 1))
    if upper == lower:
        return (" ", TextStyle(ground=upper)) if upper == "board" else ("█", TextStyle(upper, "board"))
    return ("▄", TextStyle(lower, upper)) if upper == "board" else ("▀", TextStyle(upper, lower))


def _caption(number: int, game: FinishedGame, players: Sequence[Player]) -> Line:
    start = (f"{number} ", HEADING)
    if game.outcome.winner is None:
        return (start, (DRAW, TextStyle("muted")))
    winner = players[game.outcome.winner]
    return (start, (winner.symbol, TextStyle(winner.colour, bold=True)))


def _row(parts: Sequence[Line], across: int) -> Line:
    """Return texts side by side, each in `across` cells."""
    return ((" " * INDENT, TEXT), *(run for part in parts for run in spread(part, (), across)))
