"""The list of moves: a line for each pair of two players, or a round of more, in one column or several.

Where a turn has two stones, each turn has a line. The number before a line is its first move's, counted
as reviews and results count: every stone, choice and resignation is a move.

Columns are side by side as on a score sheet: down the first, then the second. A move keeps its place until
the last column is full. Then the first column leaves, and returns when a move in it is shown.

With the focus it steps back and forth through the game; meanwhile the board shows the past.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ttt_tui.analysis.words import end_word
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import Line, LineStyles, TextStyle, cells_of, changed_regions
from ttt_tui.engine import Choice, Game, Opening, Player, Setup
from ttt_tui.engine.game import rounds, turns

INDENT = 2
NUMBER_CELLS = 4
"""Cells of a number with the blanks after it."""

AFTER_NUMBER = 2
"""Blanks between a number and its first move."""

SIGN_CELLS = 2
"""Cells of the longest sign after a move."""

OUT_SIGN = "×"
"""The sign after a move that puts its player out, where the game goes on without them."""

NO_SIGNS: Mapping[int, str] = {}


class ListedMove(NamedTuple):
    """A move in a line of the list."""

    ply: int
    x: int
    """The x of its symbol."""
    line: Line
    """The symbol and the square."""
    number: str = ""
    """The number before it, empty for none."""

    @property
    def end(self) -> int:
        """The x after its last cell."""
        return self.x + cells_of(self.line)


MoveRow = tuple[ListedMove, ...]
"""A line of the list."""


class MoveList(ScrollView, can_focus=True):
    """A list of moves that scrolls, of which only the rows in sight are drawn."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    MoveList {
        height: 1fr;
        background: $ground;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        scrollbar-background: $ground;
        scrollbar-background-hover: $ground;
        scrollbar-background-active: $ground;
        scrollbar-color: $raised;
        scrollbar-color-hover: $faint;
        scrollbar-color-active: $faint;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._inks: LineStyles | None = None

    def drawn(self, y: int) -> Line:
        """Return a row of the list, empty behind the last one."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        if self._inks is None or self._inks.theme is not self.app.current_theme:
            self._inks = LineStyles(self.app)
        return self._inks.strip(self.drawn(y + round(self.scroll_offset.y)), self.size.width)

    def hold(self, rows: int) -> None:
        """Make room for so many rows. Set the virtual size only if it changes: that repaints everything."""
        fits = rows <= self.scrollable_content_region.height
        self.virtual_size = Size(1, 0 if fits else rows)  # it never scrolls sideways


class MoveLog(MoveList):
    """Shows a game's moves and keeps the latest visible; repaints only what changed."""

    BINDING_GROUP_TITLE = "Move list"
    BINDINGS = [
        Binding("up,left,k,h", "walk(-1)", "back", key_display="↑", id="log.back",
                tooltip="Go to the previous position"),
        Binding("down,right,j,l", "walk(1)", "next", key_display="↓", id="log.on",
                tooltip="Go to the next position"),
        Binding("home,pageup", "walk(-1000)", "start", show=False, id="log.start",
                tooltip="Go to the start of the game"),
        Binding("end,pagedown", "walk(1000)", "end", show=False, id="log.end",
                tooltip="Go to the end of the game"),
        Binding("enter", "continue", "play on", key_display="↵", id="log.continue",
                tooltip="Play on from this position"),
        Binding("escape,q,shift+tab", "leave", "return", key_display="q", id="log.leave",
                tooltip="Return to the board"),
    ]  # fmt: skip

    class Walked(Message):
        """The user wants to see the position after `ply` moves."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    class Continued(Message):
        """The user wants to continue from the position after `ply` moves."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    class ReturnedToGame(Message):
        """The user wants to see the current position again."""

    def __init__(self, *, has_signs: bool = False) -> None:
        """`has_signs` leaves room for signs after the moves."""
        super().__init__()
        self._has_signs = has_signs
        self._game: Game | None = None
        self._rows: list[MoveRow] = []
        self._first_column = 0
        self._drawn: list[Line] = []
        self._fitted_to = Size(0, 0)
        self._plies = 0
        self._marked: int | None = None
        self._signs = NO_SIGNS

    def show(self, game: Game) -> None:
        count = len(self._rows)
        self._game, self._plies = game, len(game.moves)
        self._list()
        self.hold(len(self._rows))
        self._follow()
        if len(self._rows) != count and self._marked is None:
            self.call_after_refresh(self._scroll_to_latest)

    def sign(self, signs: Mapping[int, str]) -> None:
        """Show signs such as `??` after moves, counted from 1."""
        if signs != self._signs:
            self._signs, self._has_signs = signs, self._has_signs or bool(signs)
            self._list()
            self._follow()

    def _list(self) -> None:
        """Compute the lines of the list for the present size."""
        if (game := self._game) is None:
            return
        self._fitted_to = width, height = self.size
        packing = packing_in(game.setup, width, height, has_signs=self._has_signs)
        if packing is None:
            self._rows = move_rows(game, width, self._signs, self._marked)
            return
        shown = self._plies if self._marked is None else self._marked
        room = width - INDENT - packing.columns * packing.pitch + packing.pitch - packing.places()[-1]
        lines = move_lines(game, self._signs, room, self._marked)
        self._rows, self._first_column = packed_rows(lines, packing, self._first_column, shown, rounds(game))

    def _follow(self) -> None:
        """Repaint the cells that changed."""
        lit = self._plies if self._marked is None else self._marked
        before, self._drawn = (
            self._drawn,
            [drawn_row(row, lit if any(entry.ply == lit for entry in row) else 0) for row in self._rows],
        )
        if regions := changed_regions(before, self._drawn, top=round(self.scroll_offset.y)):
            self.refresh(*regions)

    def _scroll_to_latest(self) -> None:
        """Scroll to the end of a list that is laid out by now, unless another move is marked."""
        if self._marked is None:  # a list that has just become too long has no scrollbar yet
            self.scroll_to(y=self.max_scroll_y, animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        if self._game is not None and self._fitted_to != self.size:
            self.show(self._game)
        self.hold(len(self._rows))
        if self._marked is None:
            self.call_after_refresh(self._scroll_to_latest)

    def mark(self, ply: int | None) -> None:
        """Highlight move `ply` and scroll to it; None for the latest one."""
        self._marked = ply
        self._list()
        self._follow()
        if ply is not None:
            y = next((y for y, row in enumerate(self._rows) if any(entry.ply == ply for entry in row)), 0)
            top, height = round(self.scroll_offset.y), self.scrollable_content_region.height
            self.scroll_to(y=min(max(top, y - height + 1), y), animate=False)

    def drawn(self, y: int) -> Line:
        return self._drawn[y] if y < len(self._drawn) else ()

    def action_walk(self, by: int) -> None:
        """Show the position `by` moves later."""
        ply = self._plies if self._marked is None else self._marked
        self.mark(min(max(ply + by, 0), self._plies))
        self.post_message(self.Walked(self._marked or 0))

    def action_continue(self) -> None:
        self.post_message(self.Continued(self._plies if self._marked is None else self._marked))

    def action_leave(self) -> None:
        self.post_message(self.ReturnedToGame())

    def on_click(self, event: events.Click) -> None:
        """Show the position after the clicked move."""
        place = event.get_content_offset(self)
        if place is None or not self.has_focus or event.button != LEFT_BUTTON:
            return
        y = place.y + round(self.scroll_offset.y)
        row = self._rows[y] if y in range(len(self._rows)) else ()
        if ply := next((entry.ply for entry in row if entry.x - 1 <= place.x <= entry.end), 0):
            self.mark(ply)
            self.post_message(self.Walked(ply))

    def on_blur(self) -> None:
        """Show the current position again when the list loses the focus."""
        self.mark(None)
        self.post_message(self.ReturnedToGame())


@lru_cache(1024)
def drawn_row(row: MoveRow, lit: int) -> Line:
    """Return the line of a row; the move `lit`, 0 for none, is highlighted.

    It has a blank on each side where the moves of the row are far enough from each other.
    """
    line: Line = ()
    blank = int(all(after.x - before.end > 1 for before, after in pairwise(row)))
    for entry in row:
        if entry.number:
            before = entry.x - AFTER_NUMBER - cells_of(line)
            line = (*line, (entry.number.rjust(before), TextStyle("faint")))
        is_lit = entry.ply == lit
        gap = entry.x - blank * is_lit - cells_of(line)
        line = (*line, (" " * gap, TextStyle()), *(lit_up(entry.line, blank) if is_lit else entry.line))
    return line


def lit_up(line: Line, blank: int = 1) -> Line:
    """Return a highlighted move with some blanks on each side."""
    around = (" " * blank, TextStyle())
    return tuple(
        (text, style._replace(ground="raised", bold=True, stands_out=True))
        for text, style in (around, *line, around)
    )


# --- moves and their rows ----------------------------------------------------------------------------------


def move_rows(
    game: Game, width: int, signs: Mapping[int, str] = NO_SIGNS, shown: int | None = None
) -> list[MoveRow]:
    """Return the lines of the list: a pair of moves each; with more than two players a round, if it fits.

    `signs` follow their moves, counted from 1; the board shows the first `shown` moves, None for all.
    """
    players, names = game.setup.players, list(move_lines(game, signs, shown=shown))
    is_by_turn = game.setup.geometry.rules.per_turn > 1
    if is_by_turn or len(players) == 2:
        half = (width - 2 * INDENT - NUMBER_CELLS) // 2
        first = INDENT + NUMBER_CELLS
        second = first + (longest_entry(game.setup, bool(signs)) + 1 if is_by_turn else half)
        return [
            tuple(
                ListedMove(ply + 1, x, names[ply], "" if ply > each.start else f"{ply + 1}")
                for ply, x in zip(each, (first, second), strict=False)
            )
            for each in rounds(game)
        ]
    across = 1 + max((cells_of(line) for line in names), default=1)
    count = min(max((width - INDENT) // across, 1), len(players))
    if len(players) % count and count > 2 and len(players) % (count - 1) == 0:
        count -= 1  # each round fills its lines, and the moves stand further apart
        across = (width - INDENT) // count
    places = [ListedMove(i + 1, INDENT + i % count * across, line) for i, line in enumerate(names)]
    return [tuple(places[start : start + count]) for start in range(0, len(places), count)]


def move_lines(
    game: Game, signs: Mapping[int, str] = NO_SIGNS, room: int = 99, shown: int | None = None
) -> Iterator[Line]:
    """Yield the moves with their signs; the end of a player's game is one word that fits in `room` cells.

    The second stone of a turn has no symbol. The stones have the symbols of the board after the first `shown`
    moves: after a swap the stones of the opening are the other player's.
    """
    players, geometry = game.setup.players, game.setup.geometry
    second = {turn.start + 2 for turn in turns(game) if len(turn) > 1}
    eliminating = eliminating_moves(game)
    for ply, move in enumerate(game.moves, 1):
        player = players[game.owner_on_board(move, shown)]
        word = end_word(move)
        fits = cell_len(player.symbol) + 1 + len(word) <= room
        leaves = word if len(players) == 2 and fits else "out"
        sign = signs.get(ply) or (OUT_SIGN if ply in eliminating else "")
        name = leaves if move.square is None else geometry.shown(move.square)
        line = entry_line(player, name, sign)
        yield ((line[1][0].lstrip(), line[1][1]), *line[2:]) if ply in second else line


def marks_elimination(setup: Setup) -> bool:
    """Return whether a move can put its player out without ending the game."""
    return setup.geometry.rules.misere and len(setup.players) > 2


def eliminating_moves(game: Game) -> Collection[int]:
    """Return the moves, counted from 1, that put their player out of a misère game of three or more."""
    if not marks_elimination(game.setup):
        return ()
    latest = {move.player: ply for ply, move in enumerate(game.moves, 1)}
    return {
        ply
        for player, ply in latest.items()
        if player not in game.position.active and game.moves[ply - 1].is_stone
    }


@lru_cache(1024)
def entry_line(player: Player, name: str, sign: str) -> Line:
    """Return the player's symbol, the name of the move, and the sign after it."""
    line: Line = ((player.symbol, TextStyle(player.colour, bold=True)), (f" {name}", TextStyle()))
    return (*line, (sign, sign_style(sign))) if sign else line


def sign_style(sign: str, ground: str = "ground") -> TextStyle:
    """Return the style of the sign of a bad move."""
    return TextStyle("bad" if sign in ("??", OUT_SIGN) else "accent", ground, bold=True)


# --- several columns ---------------------------------------------------------------------------------------


class Packing(NamedTuple):
    """The places of rounds in columns. A round is a move of each player, or a turn of two stones."""

    columns: int
    pitch: int
    """Cells from one column to the next."""
    rows: int
    players: int
    entry: int
    """Cells of the longest move."""
    is_by_turn: bool = False
    """Whether a round is a turn of two stones."""

    def places(self) -> Sequence[int]:
        """Return the x of each move of a round, from the start of its column."""
        if self.is_by_turn:
            return (NUMBER_CELLS, NUMBER_CELLS + self.entry + 1)
        if self.players == 2:
            return (NUMBER_CELLS, NUMBER_CELLS + max((self.pitch - NUMBER_CELLS) // 2, self.entry + 1))
        return range(0, self.players * (self.entry + 1), self.entry + 1)


def packing_in(setup: Setup, width: int, height: int, *, has_signs: bool) -> Packing | None:
    """Return the packing of moves into `width` × `height` cells, None if only a single column fits.

    `has_signs` leaves room for a sign after each move.
    """
    players, entry = len(setup.players), longest_entry(setup, has_signs)
    is_by_turn = setup.geometry.rules.per_turn > 1
    if is_by_turn:
        gap, cells = 2, NUMBER_CELLS + 2 * entry  # the second stone has no symbol, which leaves a blank
    elif players == 2:
        gap, cells = 2, NUMBER_CELLS + 2 * entry + 2
    else:
        gap, cells = 3, players * (entry + 1) - 1
    room = width - 2 * INDENT + gap
    columns = room // (cells + gap)
    if columns < 2:
        return None
    return Packing(columns, room // columns, max(height, 1), players, entry, is_by_turn)


def longest_entry(setup: Setup, has_signs: bool) -> int:
    """Return the cells of the longest move, with a sign after it if there are signs."""
    geometry, opening = setup.geometry, setup.geometry.rules.opening
    choices: Sequence[Choice] = tuple(Choice) if opening is Opening.SWAP2 else (Choice.STAY, Choice.SWAP)
    last = geometry.placements[-1], geometry.placements[geometry.columns - 1]
    moves = *last, *(choices if opening is not Opening.FREE else ())
    symbol = max(cell_len(player.symbol) for player in setup.players)
    sign = SIGN_CELLS if has_signs else len(OUT_SIGN) * marks_elimination(setup)
    return symbol + 1 + max(len(geometry.shown(move)) for move in moves) + sign


def packed_rows(
    moves: Iterable[Line],
    packing: Packing,
    first: int,
    shown: int,
    rounds: Sequence[range],
) -> tuple[list[MoveRow], int]:
    """Return the lines of the list, and the number of its first visible column.

    `first` is the previous first column. The move `shown`, counted from 1, will be visible. `rounds` has the
    indexes of each round's moves.
    """
    listed = list(moves)
    needed = -(-len(rounds) // packing.rows)
    column = next((number for number, each in enumerate(rounds) if shown - 1 in each), 0) // packing.rows
    first = min(max(first, column - packing.columns + 1), column, max(needed - packing.columns, 0))
    rows: list[list[ListedMove]] = [[] for _ in range(min(packing.rows, len(rounds)))]
    start, places = first * packing.rows, packing.places()
    for number, each in enumerate(rounds[start : start + packing.columns * packing.rows], start):
        column, y = divmod(number, packing.rows)
        for seat, index in enumerate(each):
            x = INDENT + (column - first) * packing.pitch + places[seat]
            named = f"{index + 1}" if packing.players == 2 and not seat else ""
            rows[y].append(ListedMove(index + 1, x, listed[index], named))
    return [tuple(row) for row in rows], first
