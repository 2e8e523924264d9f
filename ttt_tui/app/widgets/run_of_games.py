"""The games of a match as dots, a line for each winner."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.lines import fitted
from ttt_tui.app.widgets.pictures import symbol_text
from ttt_tui.engine import Match

PITCHES = (4, 3, 2, 1)
"""Cells from one game to the next; the largest that fits is used."""

LEAST_NAME = 10
"""Cells that a name may always take; a longer one is shortened."""

NAMED = 34
"""Columns from which names stand beside the symbols."""

GAP = 3
"""Cells between symbol, name and dots."""


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
            sign, symbol = "●", symbol_text(players[seat], theme)
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
