"""Wins, draws and losses as one table: rows in groups, a bar for each, and its numbers."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, fitted, padded
from ttt_tui.session.history_tables import LEVELS, tally_groups
from ttt_tui.store.statistics import Statistics, Tally

GROUND = "panel"
TEXT, MUTED, FAINT = (TextStyle(role, GROUND) for role in ("text", "muted", "faint"))
WON = TextStyle("good", GROUND)
LOST = TextStyle("bad", GROUND)

GAP = 2
"""Cells between two columns."""

LEAST_NAME, LEAST_BAR, LONGEST_BAR = 12, 6, 16
"""The least cells of a name and of a bar, and the most of a bar, which yields to names and numbers."""

HEADINGS = ("won", "drawn", "lost")
LETTERS = ("W", "D", "L")
"""The headings where there is room only for the numbers."""

TURNS = ("first", "later")
LEGEND = "first, later: won–drawn–lost when moving first, and when not"


class _Row(NamedTuple):
    """A row with its numbers as texts."""

    name: str
    tally: Tally
    numbers: tuple[str, ...]
    turns: tuple[str, ...]


class TallyTable(Lines):
    """Shows the tallies of all finished games by player, level and board."""

    GROUND = GROUND
    DEFAULT_CSS = """
    TallyTable { height: auto; background: $role-panel; }
    """

    def __init__(self, counted: Statistics) -> None:
        super().__init__()
        self._groups = {
            title: [_row(name, tally) for name, tally in tallies] for title, tallies in tally_groups(counted)
        }

    def lines(self, width: int) -> list[Line]:
        """Return the rows with as many columns as fit: the turns are omitted first, the bar last but one."""
        rows = [row for group in self._groups.values() for row in group]
        widest = max((cell_len(row.name) for row in rows), default=0)
        for headings, turns, least in (
            (HEADINGS, TURNS, LEAST_BAR),
            (HEADINGS, (), LEAST_BAR),
            (LETTERS, (), 0),
        ):
            columns = _columns(headings, [row.numbers for row in rows]) + _columns(
                turns, [row.turns for row in rows]
            )
            room = width - sum(cells + GAP for cells in columns)
            name = min(widest, max(LEAST_NAME, room - GAP - least))
            if least == 0 or room - name - GAP >= least:
                break
        bar = min(room - name - GAP, LONGEST_BAR) if least else 0
        name = room - (bar + GAP) * bool(bar)
        blank = ((" " * bar, MUTED),) if bar else ()
        texts: list[Line] = []
        for title, group in self._groups.items():
            shown = (*headings, *turns) if not texts else ()
            texts += [(), _line(title, FAINT, blank, shown, columns, FAINT, name)][not texts :]
            looks = (TEXT, FAINT) if title == LEVELS else (WON, LOST)
            for row in group:
                numbers = (*row.numbers, *(row.turns if turns else ()))
                texts.append(
                    _line(row.name, TEXT, _bar(row.tally, bar, *looks), numbers, columns, TEXT, name)
                )
        return [*texts, (), ((fitted(LEGEND, width), FAINT),)] if turns else texts


def _row(name: str, tally: Tally) -> _Row:
    all_games = (tally.wins, tally.draws, tally.losses)
    first = (tally.first_wins, tally.first_draws, tally.first_losses)
    later = (total - started for total, started in zip(all_games, first, strict=True))
    turns = tuple("–".join(map(str, part)) for part in (first, later))
    return _Row(name, tally, tuple(map(str, all_games)), turns)


def _columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the cells of each column."""
    return [max(cell_len(heading), *(len(row[at]) for row in rows), 0) for at, heading in enumerate(headings)]


def _line(
    name: str,
    look: TextStyle,
    bar: Line,
    numbers: Sequence[str],
    columns: Sequence[int],
    number_look: TextStyle,
    room: int,
) -> Line:
    cells = zip(numbers, columns, strict=False)
    right = "".join(" " * GAP + " " * (cells - cell_len(number)) + number for number, cells in cells)
    left: Line = ((padded(fitted(name, room), room), look), *(((" " * GAP, MUTED),) if bar else ()), *bar)
    return (*left, (right, number_look))


def _bar(tally: Tally, cells: int, won_look: TextStyle, lost_look: TextStyle) -> Line:
    """Return wins, draws and losses as parts of a bar, with thick wins."""
    if not cells:
        return ()
    won, lost = (_share(part, tally.games, cells) for part in (tally.wins, tally.losses))
    if won + lost > cells or (tally.draws and won + lost == cells):
        won, lost = (won - 1, lost) if won > lost else (won, lost - 1)
    return (("━" * won, won_look), ("─" * (cells - won - lost), MUTED), ("─" * lost, lost_look))


def _share(part: int, whole: int, cells: int) -> int:
    """Return the cells of a part: at least one, and not all of them unless there is nothing else."""
    if part in (0, whole):
        return cells * bool(part)
    return min(max(round(cells * part / whole), 1), cells - 1)


def are_counted(counted: Statistics) -> bool:
    """Return whether there is anything to show."""
    return bool(counted.players or counted.levels)
