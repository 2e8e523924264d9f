"""How a match went, in lines: its length, the winner of each game, shortest win, longest game, rating."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from ttt_tui.analysis.words import counted
from ttt_tui.app.widgets.lines import (
    HEADING,
    INDENT,
    MUTED,
    TEXT,
    Line,
    Lines,
    Run,
    TextStyle,
    fitted,
    on,
    padded,
)
from ttt_tui.engine import Match, Outcome, Termination
from ttt_tui.engine.outcome import LEFT
from ttt_tui.session import wording

BETWEEN = " · "
LABEL_CELLS = 13
"""Cells of a label with the blank after it."""


class MatchSummary(Lines):
    """Shows a finished match in as many lines as it may have."""

    DEFAULT_CSS = """
    MatchSummary { height: auto; }
    """

    def __init__(self, *, ground: str = "ground", indent: int = INDENT) -> None:
        """Draw on a role's ground, with `indent` blank cells at both sides."""
        super().__init__()
        self.GROUND = ground
        self._indent = indent
        self._match: Match | None = None
        self._outcome: Outcome | None = None
        self._seconds: float | None = None
        self._rating = ""
        self.most_lines = 99
        """The most lines that it has."""

    def show(self, match: Match, seconds: float | None, rating: str = "") -> None:
        """Show a finished match that has taken `seconds`, None if unknown, with the change of the rating."""
        if match.game.outcome is not self._outcome:  # else the time goes on
            self._seconds = seconds
        self._match, self._outcome, self._rating = match, match.game.outcome, rating
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the groups with blank lines between them; where they do not fit, without, then fewer."""
        if (match := self._match) is None or match.game.outcome is None:
            return []
        room, most = width - 2 * self._indent, self.most_lines
        totals = packed(wording.match_totals(match, self._seconds).split(BETWEEN), room)
        table, facts = run_of_games(match, room), records(match, self._rating, room)
        needed = len(totals) + len(table) + len(facts)
        if needed > most:
            facts = facts[-1:] if self._rating else []
            table = run_of_games(match, room, most - len(totals) - len(facts))
        groups: list[list[Line]] = [[((text, MUTED),) for text in totals], table, facts]
        lines: list[Line] = []
        for group in filter(None, groups):
            lines += [()] * (bool(lines) and needed + len(groups) - 1 <= most)
            lines += group
        return [on(((" " * self._indent, TEXT), *line), self.GROUND) for line in lines[:most]]


def packed(parts: Sequence[str], room: int) -> list[str]:
    """Return the parts in lines, as many in each as fit in `room` cells."""
    lines: list[str] = []
    for part in parts:
        if lines and cell_len(lines[-1] + BETWEEN + part) <= room:
            lines[-1] += BETWEEN + part
        else:
            lines.append(part)
    return lines


def records(match: Match, rating: str, room: int) -> list[Line]:
    """Return the shortest win by a line and the longest game, where resigning is no move, and the rating.

    `rating` is in words: `rating 1500 → 1562 ▲ 62`.
    """
    ends = [(game.plies, game.outcome.termination) for game in match.finished]
    wins = [plies for plies, end in ends if end is Termination.LINE]
    losers = len(match.setup.players) - 1
    longest = max(plies - losers * (end in LEFT) for plies, end in ends)
    rows = [("shortest win", counted(min(wins), "move"))] if wins else []
    rows.append(("longest game", counted(longest, "move")))
    lines: list[Line] = [((padded(label, LABEL_CELLS), MUTED), (value, TEXT)) for label, value in rows]
    return [*lines, rating_line(rating, room)] if rating else lines


def rating_line(rating: str, room: int) -> Line:
    """Return the change of a rating, in the column of the other values if that fits in `room` cells."""
    label, _, value = rating.partition(" ")
    if not value[:1].isdigit():
        return ((fitted(rating, room), MUTED),)
    if LABEL_CELLS + cell_len(value) <= room:
        label = padded(label, LABEL_CELLS - 1)
    for sign, colour in (("▲", "good"), ("▼", "bad")):
        before, found, after = value.partition(sign)
        if found:
            return ((f"{label} ", MUTED), (before, TEXT), (sign + after, TextStyle(colour)))
    return ((f"{label} ", MUTED), (value, TEXT))


# --- the winner of each game -------------------------------------------------------------------------------

GAP = 3
"""Cells of a symbol with the blanks after it, and between name and dots; fewer if names fit only so."""

DRAW, DRAWN = "─", "draw"
"""The sign of a draw, and the name of its line."""

PITCHES = (4, 3, 2, 1)
"""Cells from one game to the next; the largest that fits is used."""

LEAST_NAME = 10
"""Cells that a name may always take; a longer one is shortened."""

NAMED = 34
"""Cells from which names stand beside the symbols even if they are shortened."""


def run_of_games(match: Match, width: int, most_lines: int = 99) -> list[Line]:
    """Return a line of numbers, and one for each player who won a game, in `width` cells.

    Draws are between two players, or below several. If not all games fit, the latest are shown; if not all
    players fit in `most_lines`, those who won most games.
    """
    players = match.setup.players
    winners = [game.outcome.winner for game in match.finished]
    seats: list[int | None] = [s for s in range(len(players)) if len(players) == 2 or s in winners]
    if None in winners:
        seats.insert(1 if len(players) == 2 else len(seats), None)
    if len(seats) >= most_lines:
        best = sorted(seats, key=winners.count, reverse=True)[: max(most_lines - 1, 0)]
        seats = [seat for seat in seats if seat in best]
    if not seats:
        return []
    labels = [DRAWN if seat is None else players[seat].name for seat in seats]
    cells = 2 * len(winners) - 1
    longest, symbol_width, after_name = max(map(cell_len, labels)), GAP, GAP
    if width < NAMED and longest + 2 * GAP + cells > width:
        symbol_width, after_name = max(cell_len(player.symbol) for player in players) + 1, 1
    is_named = width >= NAMED or longest + symbol_width + after_name + cells <= width
    most_name = max(LEAST_NAME, width - 2 * GAP - min(cells, width // 2))
    names = dict(zip(seats, short_names(labels, most_name), strict=True))
    name_width = max(map(cell_len, names.values())) + after_name if is_named else 0
    if not is_named:
        symbol_width = GAP if None not in seats else len(DRAWN) + 1
    room = width - symbol_width - name_width
    pitch = next((p for p in PITCHES if len(winners) * p - p + 1 <= room), 1)
    skipped = max(0, len(winners) - room)
    head = "game" if is_named else ""
    numbers = _numbers(skipped, len(winners) - skipped, pitch, room)
    lines: list[Line] = [((head.ljust(symbol_width + name_width) + numbers, HEADING),)]
    for seat in seats:
        style = TextStyle("muted" if seat is None else players[seat].colour, bold=True)
        sign, symbol = (DRAW, "" if is_named else DRAWN) if seat is None else ("●", players[seat].symbol)
        before: Run = (padded(symbol, symbol_width), HEADING if seat is None else style)
        name = set_cell_size(names[seat], name_width) if is_named else ""
        dots = "".join((sign if winner == seat else " ").ljust(pitch) for winner in winners[skipped:])
        lines.append((before, (name, HEADING if seat is None else TEXT), (dots.rstrip(), style)))
    return lines


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
