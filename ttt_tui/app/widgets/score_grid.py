"""Many players side by side with their points: stones in turn order, above their names if there is room."""

from collections.abc import Sequence
from typing import NamedTuple

from ttt_tui.app.widgets.board.stones import chip
from ttt_tui.app.widgets.lines import Line, TextStyle, cells_of, fitted, padded
from ttt_tui.engine import Player

CARD, RAISED = "panel", "raised"
"""The grounds of the card and of the player to move."""

CHIP_CELLS = 3
NAMED = 38
"""Cells from which names stand below the stones."""

NAME_CELLS = 7
"""The least cells of a name."""


class ScoreRow(NamedTuple):
    """A player's standing in a match."""

    player: Player
    points: int
    is_to_move: bool
    has_resigned: bool


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
                return _lines(rows, across, cells, digits, gap)
    return _lines(rows, max((width - 1) // (1 + least), 1), least, digits)


def _lines(
    rows: Sequence[ScoreRow], across: int, cells: int, digits: int, gap: int | None = None
) -> list[Line]:
    """Return the stones, `across` in a line; with a `gap` in lines also names."""
    lines: list[Line] = []
    for start in range(0, len(rows), across):
        group = rows[start : start + across]
        if gap is not None and start:
            lines += [()] * gap
        lines.append(_joined(group, [_stone(row, digits) for row in group], cells))
        if gap is not None:
            lines.append(_joined(group, [_name(row, cells) for row in group], cells))
    return lines


def _joined(rows: Sequence[ScoreRow], parts: Sequence[Line], cells: int) -> Line:
    """Return parts of `cells` cells, each between blanks, which have the ground of the player to move."""
    line: Line = ()
    was_to_move = False
    for row, part in zip(rows, parts, strict=True):
        blank = _ground(row)
        line = (*line, (" ", blank if row.is_to_move or not was_to_move else _RAISED))
        line = (*line, *part, (" " * (cells - cells_of(part)), blank))
        was_to_move = row.is_to_move
    return (*line, (" ", _RAISED)) if was_to_move else line


_RAISED = TextStyle(ground=RAISED, stands_out=True)


def _ground(row: ScoreRow) -> TextStyle:
    return _RAISED if row.is_to_move else TextStyle(ground=CARD)


def _stone(row: ScoreRow, digits: int) -> Line:
    ground = _ground(row)
    colour = row.player.colour
    drawn: Line = tuple(
        (
            text,
            TextStyle("ink", colour, bold=True, stands_out=row.is_to_move)
            if is_filled
            else ground._replace(colour=colour, is_edge=True),
        )
        for text, is_filled in chip(row.player.symbol)
    )
    style = ground._replace(
        colour="faint" if row.has_resigned else "text", bold=row.points > 0, is_struck=row.has_resigned
    )
    return (*drawn, (padded(str(row.points), digits), style))


def _name(row: ScoreRow, cells: int) -> Line:
    colour = "text" if row.is_to_move else "faint" if row.has_resigned else "muted"
    style = _ground(row)._replace(colour=colour, bold=row.is_to_move, is_struck=row.has_resigned)
    return ((fitted(row.player.name, cells), style),)
