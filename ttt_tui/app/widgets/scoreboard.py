"""Who plays, whose turn it is, and who has how many points: a card of the panel."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, card, cells_of, chip_of, fitted, spread
from ttt_tui.engine import Match, Player
from ttt_tui.session.layout import fitting, in_rows, some

MOST_LISTED = 8
"""Players that get a line of their own; more are drawn side by side, by symbol."""

CARD = "panel"
FAINT, PLAIN = TextStyle("faint", CARD), TextStyle(ground=CARD)
CHIP_CELLS = 3


class Around(NamedTuple):
    """Who else is at a match that is played at several terminals."""

    away: Collection[int]
    """The seats at which nobody sits now."""
    watchers: Sequence[str]
    """What those are called who look on."""


AWAY = ("away", TextStyle("accent", CARD))

INDENT = 2
"""Cells before what is told of others: where the players' symbols begin."""


class Scoreboard(Lines):
    """The players in turn order with their points, and a bar at the one to move."""

    DEFAULT_CSS = """
    Scoreboard { height: auto; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._match: Match | None = None
        self._unlit: int | None = None
        self.most_lines = MOST_LISTED
        """How many lines there is room for inside the card."""
        self.has_edges = True
        """Whether there is room for half a line above and below."""
        self.around: Around | None = None
        """Who else is there from the next `show` on, None if all are at this terminal."""

    def show(self, match: Match, unlit: int | None = None) -> None:
        """Show this match. The latest point of the player `unlit` is not shown yet, or just now not."""
        self._match, self._unlit = match, unlit
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return a line for each player, or their stones side by side if they are many."""
        if self._match is None:
            return []
        seats = range(len(self._match.setup.players))
        listed = len(seats) <= max(min(self.most_lines, MOST_LISTED), 2)
        rows = [self._listed(seat, width) for seat in seats] if listed else self._grid(width)
        if self.around is not None:
            rows += self._who_else(self.around, width, is_away_told=not listed)
        lines = card(rows, width, CARD)
        return lines if self.has_edges else lines[1:-1]

    def _points(self, seat: int) -> int:
        assert self._match is not None
        return self._match.points[seat] - (seat == self._unlit)

    def _turn_bar(self, seat: int) -> Line:
        """Return the cell before a player: filled if it is to move."""
        assert self._match is not None
        game, player = self._match.game, self._match.setup.players[seat]
        to_move = game.outcome is None and game.position.to_move == seat
        return (("▌" if to_move else " ", TextStyle(player.colour, CARD)),)

    def _has_resigned(self, seat: int) -> bool:
        assert self._match is not None
        return seat not in self._match.game.position.active

    def _listed(self, seat: int, width: int) -> Line:
        """Return a player's line."""
        assert self._match is not None
        match, player = self._match, self._match.setup.players[seat]
        bar = self._turn_bar(seat)
        if len(match.setup.players) > 2:
            mark: Line = (*chip_of(player, CARD), (" ", PLAIN))
        else:
            cells = 1 + cell_len(player.symbol)
            mark = ((" " + player.symbol + " " * (4 - cells), TextStyle(player.colour, CARD, bold=True)),)
        points = (*self._score(seat), ("  ", PLAIN))
        room = width - 6 - cells_of(points)
        away: Line = ()
        if self.around is not None and seat in self.around.away:
            away = ((" ", PLAIN), AWAY)
            if cell_len(player.name) > room - cells_of(away):  # then who is away counts more than the points
                points, away = (AWAY, ("  ", PLAIN)), ()
                room = width - 6 - cells_of(points)
        gone = self._has_resigned(seat)
        look = TextStyle("faint" if gone else "text", CARD, bold=bar[0][0] != " ", is_struck=gone)
        return spread((*bar, *mark, (fitted(player.name, room), look), *away), points, width, PLAIN)

    def _who_else(self, around: Around, width: int, *, is_away_told: bool) -> list[Line]:
        """Return who is away, if no player's line tells that, and who looks on, if anybody is either."""
        assert self._match is not None
        players, room = self._match.setup.players, width - INDENT - 1
        rows: list[tuple[str, TextStyle]] = []
        away = [players[seat].symbol for seat in around.away]
        if away and is_away_told:
            rows.append((fitting(lambda most: f"away: {some(away, most)}", len(away), room), AWAY[1]))
        if around.watchers:
            watching, most = around.watchers, max(1, self.most_lines // 3)
            names = in_rows(lambda named: f"watching: {some(watching, named)}", len(watching), room, most)
            rows += [(row, FAINT) for row in names or [f"watching: {len(watching)}"]]
        return [((" " * INDENT, PLAIN), (fitted(text, room), look)) for text, look in rows]

    def _score(self, seat: int) -> Line:
        """Return the points of a player; the top line says how many win the match."""
        points = self._points(seat)
        return ((str(points), (PLAIN if points else FAINT)._replace(bold=True)),)

    def _grid(self, width: int) -> list[Line]:
        """Return the players' stones with their points, in the order of their turns, line by line."""
        assert self._match is not None
        players = self._match.setup.players
        digits = max(len(str(points)) for points in self._match.points)
        across = max((width - 1) // (1 + CHIP_CELLS + digits), 1)
        entries = [self._entry(seat, player, digits) for seat, player in enumerate(players)]
        start: Line = ((" ", PLAIN),)
        return [
            start + tuple(run for entry in entries[i : i + across] for run in entry)
            for i in range(0, len(entries), across)
        ]

    def _entry(self, seat: int, player: Player, digits: int) -> Line:
        points, gone = self._points(seat), self._has_resigned(seat)
        look = TextStyle("faint" if gone else "text", CARD, bold=points > 0, is_struck=gone)
        return (
            *self._turn_bar(seat),
            *chip_of(player, CARD),
            (str(points), look),
            (" " * (digits - len(str(points))), PLAIN),
        )
