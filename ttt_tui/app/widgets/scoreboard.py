"""The players of a match beside its board: their points in turn order, and the stones placed since your move.

Points are dots, `●●●○○`, which also say how many win the match; if not all names fit beside that many dots,
they are numbers. Many players stand side by side with their points: stones in turn order, above their names
if there is room.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from ttt_tui.app.widgets.board.stones import chip
from ttt_tui.app.widgets.board.view import new_stones, viewer_of
from ttt_tui.app.widgets.lines import (
    CARD,
    CHIP_CELLS,
    HEADING,
    MUTED,
    Line,
    Lines,
    TextStyle,
    card,
    cells_of,
    chip_of,
    fitted,
    padded,
    spread,
)
from ttt_tui.engine import Match, Move, Player
from ttt_tui.session.clocks import ShownClock
from ttt_tui.session.layout import fitting, in_rows, some
from ttt_tui.session.wording import only_human

MOST_LISTED = 8
"""The most players with a line each; more are drawn side by side."""

FAINT, PLAIN = TextStyle("faint", CARD), TextStyle(ground=CARD)
RAISED = TextStyle(ground="raised", stands_out=True)
"""The style of the player to move among many."""


class Around(NamedTuple):
    """Players and spectators at other terminals of a shared match."""

    away: Collection[int]
    """The seats whose players are disconnected."""
    watchers: Sequence[str]
    """Names of the spectators."""


AWAY = ("away", TextStyle("accent", CARD))

DOT, EMPTY_DOT = "●○"
MOST_DOTS = 10
"""The most points that are dots: more are not counted at a glance."""

SYMBOL_CELLS = 4
"""Cells from the bar to a player's name."""

BESIDE_NAME, END = 6, 2
"""Cells of a line without name and points, and those of them after the points."""

INDENT = 2
"""Cells before the lines about disconnected players and spectators."""


class ScoreRow(NamedTuple):
    """A player's standing in a match."""

    player: Player
    points: int
    is_to_move: bool
    has_resigned: bool
    clock: ShownClock | None = None

    @property
    def ground(self) -> TextStyle:
        """The style of the card there."""
        return RAISED if self.is_to_move else PLAIN


class Scoreboard(Lines):
    """The players in turn order with their points, and a bar at the one to move."""

    DEFAULT_CSS = """
    Scoreboard { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._standings: tuple[ScoreRow, ...] = ()
        self._goal: int | None = None
        self.most_lines = MOST_LISTED
        """The most lines inside the card."""
        self.has_edges = True
        """Whether half a line of ground is above and below."""
        self.around: Around | None = None
        """The other terminals, shown from the next `show` on; None for a match at this terminal."""

    def show(self, match: Match, unlit: int | None = None, clocks: Sequence[ShownClock] = ()) -> None:
        """Show a match; the latest point of the player `unlit` is hidden at the moment."""
        position, points = match.game.position, match.points
        self._goal = match.setup.rules.points
        mover = position.to_move if match.game.outcome is None else None
        self._standings = tuple(
            ScoreRow(
                player,
                points[seat] - (seat == unlit),
                seat == mover,
                seat not in position.active,
                clocks[seat] if clocks else None,
            )
            for seat, player in enumerate(match.setup.players)
        )
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return a line for each player, or their stones side by side if they are many."""
        if not self._standings:
            return []
        listed = len(self._standings) <= max(min(self.most_lines, MOST_LISTED), 2)
        seats = range(len(self._standings))
        if listed:
            rows = [self._listed(seat, width) for seat in seats]
        else:
            rows = score_grid(self._standings, width, self.most_lines)
        if self.around is not None:
            rows += self._presence(self.around, width, shows_away=not listed)
        lines = card(rows, width)
        return lines if self.has_edges else lines[1:-1]

    @property
    def has_presence(self) -> bool:
        """Whether disconnected players or spectators are shown."""
        return self.around is not None and bool(self.around.away or self.around.watchers)

    def _points(self, row: ScoreRow, width: int) -> Line:
        """Return a player's points: as dots if all names fit beside those of a whole match."""
        goal, longest = self._goal, max(cell_len(row.player.name) for row in self._standings)
        clocks = [row.clock for row in self._standings if row.clock is not None]
        beside = max((cell_len(clock.text) + 3 for clock in clocks), default=0)
        room = width - BESIDE_NAME - END - longest - beside
        if goal is None or goal > min(room, MOST_DOTS):
            return ((str(row.points), (PLAIN if row.points else FAINT)._replace(bold=True)),)
        return (
            (DOT * row.points, TextStyle(row.player.colour, CARD)),
            (EMPTY_DOT * (goal - row.points), FAINT),
        )

    def _listed(self, seat: int, width: int) -> Line:
        player, _, is_to_move, has_resigned, clock = self._standings[seat]
        points: Line = (*self._points(self._standings[seat], width), (" " * END, PLAIN))
        if clock is not None:
            style = TextStyle("bad" if clock.is_short else "text", CARD, bold=is_to_move)
            points = ((f"{clock.text}   ", style), *points)
        room = width - BESIDE_NAME - cells_of(points)
        away: Line = ()
        if self.around is not None and seat in self.around.away:
            away = ((" ", PLAIN), AWAY)
            if cell_len(player.name) > room - cells_of(away):  # being away is more important than the points
                points, away = (AWAY, (" " * END, PLAIN)), ()
                room = width - BESIDE_NAME - cells_of(points)
        colour = "faint" if has_resigned else "text"
        style = TextStyle(colour, CARD, bold=is_to_move, is_struck=has_resigned)
        before = before_name(player, is_to_move, len(self._standings))
        left: Line = (*before, (fitted(player.name, room), style), *away)
        return spread(left, points, width, PLAIN)

    def _presence(self, around: Around, width: int, *, shows_away: bool) -> list[Line]:
        """Return lines with the disconnected players, if `shows_away`, and the spectators."""
        room = width - INDENT - 1
        rows: list[tuple[str, TextStyle]] = []
        away = [self._standings[seat].player.symbol for seat in around.away]
        if away and shows_away:
            rows.append((fitting(lambda most: f"away: {some(away, most)}", len(away), room), AWAY[1]))
        if around.watchers:
            watching, most = around.watchers, max(1, self.most_lines // 3)
            names = in_rows(lambda named: f"watching: {some(watching, named)}", len(watching), room, most)
            rows += [(row, FAINT) for row in names or [f"watching: {len(watching)}"]]
        return [((" " * INDENT, PLAIN), (fitted(text, room), style)) for text, style in rows]


def before_name(player: Player, is_to_move: bool, players: int) -> Line:
    """Return a bar, filled for the player to move, and the symbol; among more than two `players` a chip."""
    bar = ("▌" if is_to_move else " ", TextStyle(player.colour, CARD))
    if players > 2:
        return (bar, *chip_of(player, CARD), (" ", PLAIN))
    return bar, (padded(f" {player.symbol}", SYMBOL_CELLS), TextStyle(player.colour, CARD, bold=True))


# --- many players ------------------------------------------------------------------------------------------

NAMED = 38
"""Cells from which names stand below the stones."""

NAME_CELLS = 7
"""The least cells of a name."""


def score_grid(rows: Sequence[ScoreRow], width: int, most_lines: int) -> list[Line]:
    """Return the stones with their points, in at most `most_lines` lines if names take more than that."""
    digits = max(len(str(row.points)) for row in rows)
    least = CHIP_CELLS + digits
    if width >= NAMED:
        groups = -(-len(rows) // max((width - 1) // (1 + NAME_CELLS), 1))
        across = -(-len(rows) // groups)
        cells = min((width - 1) // across - 1, 2 * NAME_CELLS)
        for gap in (1, 0):
            if (2 + gap) * groups - gap <= most_lines:
                return _in_lines(rows, across, cells, digits, gap)
    return _in_lines(rows, max((width - 1) // (1 + least), 1), least, digits)


def _in_lines(
    rows: Sequence[ScoreRow], across: int, cells: int, digits: int, gap: int | None = None
) -> list[Line]:
    """Return the stones, `across` in a line; with a `gap` in lines also names.

    Without names between the lines, chips would run together: there a stone is its bold symbol.
    """
    lines: list[Line] = []
    are_chips = gap is not None or len(rows) <= across
    for start in range(0, len(rows), across):
        group = rows[start : start + across]
        if gap is not None and start:
            lines += [()] * gap
        lines.append(_joined(group, [_stone(row, digits, is_chip=are_chips) for row in group], cells))
        if gap is not None:
            lines.append(_joined(group, [_name(row, cells) for row in group], cells))
    return lines


def _joined(rows: Sequence[ScoreRow], parts: Sequence[Line], cells: int) -> Line:
    """Return parts of `cells` cells, each between blanks, which have the ground of the player to move."""
    line: Line = ()
    was_to_move = False
    for row, part in zip(rows, parts, strict=True):
        blank = row.ground
        line = (*line, (" ", blank if row.is_to_move or not was_to_move else RAISED))
        line = (*line, *part, (" " * (cells - cells_of(part)), blank))
        was_to_move = row.is_to_move
    return (*line, (" ", RAISED)) if was_to_move else line


def _stone(row: ScoreRow, digits: int, *, is_chip: bool) -> Line:
    ground, colour = row.ground, row.player.colour
    symbol = ground._replace(colour=colour, bold=True)
    drawn: Line = ((f" {row.player.symbol}".ljust(CHIP_CELLS), symbol),)
    if is_chip:
        ink = TextStyle("ink", colour, bold=True, stands_out=row.is_to_move)
        edge = ground._replace(colour=colour, is_edge=True)
        drawn = tuple((text, ink if is_filled else edge) for text, is_filled in chip(row.player.symbol))
    is_faint = row.has_resigned or not (row.points or row.is_to_move)
    style = ground._replace(
        colour="faint" if is_faint else "text", bold=row.points > 0, is_struck=row.has_resigned
    )
    return (*drawn, (padded(str(row.points), digits), style))


def _name(row: ScoreRow, cells: int) -> Line:
    colour = "text" if row.is_to_move else "faint" if row.has_resigned else "muted"
    style = row.ground._replace(colour=colour, bold=row.is_to_move, is_struck=row.has_resigned)
    return ((fitted(row.player.name, cells), style),)


# --- new stones --------------------------------------------------------------------------------------------

MOST_NEW_LISTED = 6
"""The most other players with a line each; more share lines."""

ENTRY_CELLS, GAP = 9, 3
"""Cells of a stone in a shared line, and the blanks among them."""


class NewStones(Lines):
    """Lists the stones that the board marks as new, with a place for each of the other players."""

    DEFAULT_CSS = """
    NewStones { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._match: Match | None = None

    def show(self, match: Match) -> None:
        self._match = match
        self.follow()

    @property
    def shares_lines(self) -> bool:
        """Whether more stones than one are in a line, as in the list of moves."""
        return self._match is not None and len(self._match.setup.players) - 1 > MOST_NEW_LISTED

    def lines(self, width: int) -> list[Line]:
        """Return a heading and a constant number of lines, which are blank without a new stone."""
        if (match := self._match) is None:
            return []
        others = len(match.setup.players) - 1
        new, square_of = new_stones(match), match.setup.geometry.square_of
        moves = [
            move
            for move in match.game.moves
            if (stone := move.stone) is not None and new >> square_of(stone) & 1
        ][-others:]
        heading: Line = ((fitted(f"  {_since(match)}", width), HEADING),) if moves else ()
        if not self.shares_lines:
            rows = [_listed(match, move, move is moves[-1], width) for move in moves]
            return [heading, *rows, *[()] * (others - len(rows))]
        across = max((width - 2 + GAP) // ENTRY_CELLS, 1)
        entries = [_entry(match, move, move is moves[-1]) for move in moves]
        lines: list[Line] = [
            (("  ", MUTED), *(run for entry in entries[i : i + across] for run in entry))
            for i in range(0, len(entries), across)
        ]
        return [heading, *lines, *[()] * (-(-others // across) - len(lines))]


def _listed(match: Match, move: Move, is_last: bool, width: int) -> Line:
    player = match.setup.players[move.player]
    row: Line = (
        ("  ", MUTED),
        ("◆ " if is_last else "◇ ", TextStyle(player.colour)),
        *chip_of(player, "ground"),
        (f" {padded(_square(match, move), 4)}", TextStyle(bold=True)),
    )
    return (*row, (fitted(player.name, width - cells_of(row) - 1), MUTED))


def _entry(match: Match, move: Move, is_last: bool) -> Line:
    player = match.setup.players[move.player]
    symbol = (padded(player.symbol, 2), TextStyle(player.colour, bold=True))
    return (symbol, (padded(_square(match, move), ENTRY_CELLS - 2), TextStyle(bold=is_last)))


def _square(match: Match, move: Move) -> str:
    assert move.square is not None, "it is a stone"
    return match.setup.geometry.shown(move.square)


def _since(match: Match) -> str:
    viewer = viewer_of(match)
    if viewer is None:
        return "Latest stone"
    if viewer == only_human(match):
        return "Since your move"
    return f"Since {match.setup.players[viewer].name}'s move"
