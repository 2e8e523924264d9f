"""The games of a match as dots, one below the other whoever won them: how it went is seen at a glance."""

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.stone_text import symbol_text
from ttt_tui.engine import Match

PITCHES = (4, 3, 2, 1)
"""Cells from one game to the next: the most that there is room for."""

MOST_NAME = 10
"""Cells of a name; what does not fit is cut off."""

NAMED = 34
"""Columns from which on players are named, not only their symbols shown."""

GAP = 3
"""Cells between symbol, name and dots."""


def run_of_games(match: Match, theme: Theme, width: int) -> Text:
    """Return a line of numbers, and one for each player who won a game, in `width` cells.

    The draws stand between two players, else below them. Where there is no room for all games the latest ones
    are shown.
    """
    players, roles = match.setup.players, roles_of(theme)
    winners = [game.outcome.winner for game in match.finished]
    seats: list[int | None] = [s for s in range(len(players)) if len(players) == 2 or s in winners]
    if None in winners:
        seats.insert(1 if len(players) == 2 else len(seats), None)
    names = {seat: _short("draw" if seat is None else players[seat].name) for seat in seats}
    is_named = width >= NAMED
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
            sign, symbol = "●", symbol_text(players[seat], theme)
        name_style = roles.faint if seat is None else roles.text
        run.append("\n").append(symbol).append(" " * (GAP - symbol.cell_len))
        run.append(set_cell_size(names[seat], name_width) if is_named else "", name_style)
        dots = "".join((sign if winner == seat else " ").ljust(pitch) for winner in shown)
        run.append(dots.rstrip(), Style(color=colour, bold=True))
    return run


def _short(name: str) -> str:
    """Return a name's first word, as far as there is room for it."""
    word = (name.split() or [""])[0]
    return set_cell_size(word, min(cell_len(word), MOST_NAME))


def _numbers(skipped: int, count: int, pitch: int, room: int) -> str:
    """Return the games' numbers, each above its dot: all of them, or the first, the fifth and so on."""
    line = ""
    for index in range(count):
        x, number = index * pitch, skipped + index + 1
        is_wanted = index == 0 or number % 5 == 0 or len(str(skipped + count)) < pitch
        if is_wanted and (not line or len(line) < x) and x + len(str(number)) <= room:
            line = line.ljust(x) + str(number)
    return line
