"""The games of a match: the earlier ones as small pictures beside the board, and all as dots for each winner.

A picture is the last position of a game, with its number and winner below it.
"""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.lines import (
    HEADING,
    PALE,
    TEXT,
    Line,
    Lines,
    Run,
    TextStyle,
    cells_of,
    fitted,
    spread,
)
from ttt_tui.engine import FinishedGame, Geometry, Match, Player, Setup

INDENT, GAP = 2, 3
"""Cells before the pictures, and between pictures, or between symbol, name and dots."""

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

    def take(self, match: Match) -> None:
        """Set the match whose earlier games the next `follow` shows."""
        self._setup, self._games = match.setup, tuple(match.earlier)

    def lines(self, width: int) -> list[Line]:
        """Return a heading and the games, empty for a first game."""
        if self._setup is None or not self._games:
            return []
        heading: Line = ((" " * INDENT + "Match", HEADING),)
        numbered = list(enumerate(self._games, 1))
        captions = [_caption(number, game, self._setup.players) for number, game in numbered]
        has_few_glyphs = self.app.no_color or only_ascii(self.app)  # half cells need colours and Unicode
        can_draw = has_symbols(self._setup.geometry) or not has_few_glyphs
        with_pictures = self.has_pictures and can_draw
        columns = self._setup.geometry.columns
        cells = 1 + 2 * columns if has_symbols(self._setup.geometry) else columns
        across = max(cells * with_pictures, *map(cells_of, captions)) + GAP
        most = max((width - 2 * INDENT + GAP) // across, 1)
        rows = [_row(captions[-most:], across)]
        if with_pictures:
            pictures = [picture(self._setup, game) for game in self._games[-most:]]
            rows = [*(_row(lines, across) for lines in zip(*pictures, strict=True)), *rows]
        return [heading, *rows]


def has_symbols(geometry: Geometry) -> bool:
    """Return whether the stones of a picture are symbols."""
    return max(geometry.columns, geometry.rows) <= LARGEST_WITH_SYMBOLS


def picture(setup: Setup, game: FinishedGame) -> list[Line]:
    """Return the last position of a game: two cells for a square of a small board, else half a cell."""
    geometry = setup.geometry
    if has_symbols(geometry):
        return [
            ((" ", BOARD), *(run for x in range(geometry.columns) for run in _symbol(setup, game, x, y)))
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


def _symbol(setup: Setup, game: FinishedGame, column: int, row: int) -> Line:
    """Return the two cells of a square."""
    square = setup.geometry.at(column, row)
    if (seat := _owner(game, square)) is None:
        return (("· ", BOARD),)
    symbol, has_won = setup.drawn_players[seat].symbol, bool(game.outcome.squares >> square & 1)
    style = TextStyle(_colour(setup, game, square), "board", bold=has_won, stands_out=has_won)
    return ((symbol, style), (" " * (2 - cell_len(symbol)), BOARD))


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


# --- dots ------------------------------------------------------------------------------------------------

PITCHES = (4, 3, 2, 1)
"""Cells from one game to the next; the largest that fits is used."""

LEAST_NAME = 10
"""Cells that a name may always take; a longer one is shortened."""

NAMED = 34
"""Cells from which names stand beside the symbols."""


def run_of_games(match: Match, theme: Theme, width: int) -> Text:
    """Return a line of numbers, and one for each player who won a game, in `width` cells.

    Draws are between two players, or below several. If not all games fit, the latest are shown.
    """
    players, roles = match.setup.players, roles_of(theme)
    winners = [game.outcome.winner for game in match.finished]
    seats: list[int | None] = [s for s in range(len(players)) if len(players) == 2 or s in winners]
    if None in winners:
        seats.insert(1 if len(players) == 2 else len(seats), None)
    is_named = width >= NAMED
    most_name = max(LEAST_NAME, width - 2 * GAP - min(2 * len(winners) - 1, width // 2))
    labels = ["draw" if seat is None else players[seat].name for seat in seats]
    names = dict(zip(seats, short_names(labels, most_name), strict=True))
    name_width = max(map(cell_len, names.values())) + GAP if is_named and names else 0
    room = width - GAP - name_width
    pitch = next((p for p in PITCHES if len(winners) * p - p + 1 <= room), 1)
    skipped = max(0, len(winners) - room)
    shown = winners[skipped:]
    head = "game" if is_named else ""
    run = Text(head.ljust(GAP + name_width), roles.faint, no_wrap=True, overflow="crop")
    run.append(_numbers(skipped, len(shown), pitch, room))
    for seat in seats:
        if seat is None:
            colour, sign, symbol = roles.muted, "─", Text("" if is_named else "─", roles.faint)
        else:
            colour = player_colour(theme, players[seat].colour)
            sign, symbol = "●", Text(players[seat].symbol, Style(color=colour, bold=True))
        name_style = roles.faint if seat is None else roles.text
        run.append("\n").append(symbol).append(" " * (GAP - symbol.cell_len))
        run.append(set_cell_size(names[seat], name_width) if is_named else "", name_style)
        dots = "".join((sign if winner == seat else " ").ljust(pitch) for winner in shown)
        run.append(dots.rstrip(), Style(color=colour, bold=True))
    return run


def short_names(names: Sequence[str], room: int) -> list[str]:
    """Return the names fitted in `room` cells: whole, their first words, or cut; different if possible."""
    ways = (
        list(names),
        [(name.split() or [""])[0] for name in names],
        [fitted(name, room) for name in names],
    )
    for way in ways:
        if max(map(cell_len, way), default=0) <= room and len(set(way)) == len(set(names)):
            return way
    return [_cut_inside(name, room) for name in names]


def _cut_inside(name: str, room: int) -> str:
    """Return a name cut in the middle, since two names may differ at the beginning or the end."""
    if cell_len(name) <= room:
        return name
    end = ""
    for character in reversed(name):
        if cell_len(character + end) > (room - 1) // 2:
            break
        end = character + end
    return fitted(name, room - cell_len(end)) + end


def _numbers(skipped: int, count: int, pitch: int, room: int) -> str:
    """Return the numbers of games above their dots: all, or the first, the fifth and so on."""
    line = ""
    for index in range(count):
        x, number = index * pitch, skipped + index + 1
        is_wanted = index == 0 or number % 5 == 0 or len(str(skipped + count)) < pitch
        if is_wanted and (not line or len(line) < x) and x + len(str(number)) <= room:
            line = line.ljust(x) + str(number)
    return line
