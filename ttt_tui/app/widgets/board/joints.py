"""The joints of winning lines: the ground between their squares, which makes one bar of each line.

Between two squares in a row or a column everything is filled that lies between their stones. On a diagonal it
is the crossing between them, with three quarters of the cells around it; stones that touch at their corners
leave room for half a cell on either side. In ASCII a diagonal is joined by a slash. Where a line continues at
the opposite edge, it is filled up to the edge of the wood on both sides.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment, direction_of, winning_lines
from ttt_tui.app.widgets.board.stones import QUADRANTS
from ttt_tui.app.widgets.board.styles import BOLD, BoardStyles
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Square

FULL = QUADRANTS.index("█")

WIDE = 25
"""Cells of a square or a small board from which the bar on a diagonal is wider."""


class Part(NamedTuple):
    """Cells of a joint that look the same."""

    region: Region
    quarters: int = FULL
    """The filled quarters of each cell: an index of `QUADRANTS`."""
    slash: str = ""
    """The character in ASCII, empty for filled cells."""
    is_beside: bool = False
    """Whether it is beside a crossing, so that ASCII leaves it out."""


DrawnJoint = tuple[Region, str, Style]
"""Cells, their character and its style."""


def joints(layout: BoardLayout, view: BoardView, moment: Moment) -> Iterator[tuple[Square, Part]]:
    """Yield the joints between filled squares, with the square at which each begins.

    Small boards have joints of their own: see `nine`.
    """
    geometry, filled = layout.geometry, moment.filled
    for line in winning_lines(geometry, view.winning) if filled and not view.boards else ():
        across, down = direction_of(geometry, line)
        following = line[1:] + line[:1] if geometry.rules.wrap else line[1:]
        for square, other in zip(line, following, strict=False):
            if not filled >> square & filled >> other & 1:
                continue
            ahead = layout.ahead(square, across, down)
            if layout.stone(other) == ahead:
                yield from (
                    (square, part) for part in _within(layout.core, bridge(layout.stone(square), ahead))
                )
            elif direction_of(geometry, [square, other]) == (across, down):
                for end, sign in (square, 1), (other, -1):
                    for part in _to_edge(layout, end, sign * across, sign * down):
                        yield end, part


def _to_edge(layout: BoardLayout, square: Square, across: int, down: int) -> Iterator[Part]:
    """Yield the joint between a visible square and the edge of the wood in a direction."""
    if not layout.is_visible(square):
        return
    one, wood = layout.stone(square), layout.surface
    if across and down:
        yield from _within(wood, bridge(one, layout.ahead(square, across, down)))
    elif across:
        left, right = (one.right, wood.right) if across > 0 else (wood.x + 1, one.x)
        yield Part(Region.from_corners(left, one.y, right, one.bottom))
        if across < 0:  # half a cell stays free beside the row's number
            yield Part(Region(wood.x, one.y, 1, one.height), QUADRANTS.index("▐"), is_beside=True)
    else:
        top, bottom = (one.bottom, wood.bottom) if down > 0 else (wood.y, one.y)
        yield Part(Region.from_corners(one.x, top, one.right, bottom))


def bridge(one: Region, other: Region) -> Iterator[Part]:
    """Yield the parts that join two equally large regions in a row, in a column or on a diagonal."""
    upper, lower = sorted((one, other), key=lambda region: region.y)
    left, right = sorted((one, other), key=lambda region: region.x)
    gap = Region.from_corners(left.right, upper.bottom, right.x, lower.y)
    if one.y == other.y:
        yield Part(Region(gap.x, one.y, gap.width, one.height))
    elif one.x == other.x:
        yield Part(Region(one.x, gap.y, one.width, gap.height))
    else:
        yield from _diagonal(upper, lower, gap, is_falling=upper is left)


def _diagonal(upper: Region, lower: Region, gap: Region, *, is_falling: bool) -> Iterator[Part]:
    """Yield the parts that join two regions at their corners; a line that `is_falling` is a backslash."""
    slash = "\\" if is_falling else "/"
    beside_upper, beside_lower = ("▙", "▜") if is_falling else ("▟", "▛")
    below_upper = upper.right - 1 if is_falling else upper.x
    above_lower = lower.x if is_falling else lower.right - 1
    cells = [((x, upper.bottom - 1), beside_upper) for x in gap.column_range]
    cells += [((x, lower.y), beside_lower) for x in gap.column_range]
    cells += [((below_upper, y), beside_lower) for y in gap.line_range]
    cells += [((above_lower, y), beside_upper) for y in gap.line_range]
    if not cells:
        halves = "▌▐" if is_falling else "▐▌"
        cells = [((above_lower, upper.bottom - 1), halves[0]), ((below_upper, lower.y), halves[1])]
    if gap:
        yield Part(gap, FULL, slash)
        if upper.width >= WIDE:
            sign = 1 if is_falling else -1
            cells = [((gap.x + sign * x, gap.y + y), shape) for (x, y), shape in _WIDE_CROSSING.items()]
    for (x, y), shape in cells:
        yield Part(Region(x, y, 1, 1), QUADRANTS.index(shape), slash, is_beside=bool(gap))


_WIDE_CROSSING = {
    (0, -1): "█", (1, -1): "▄",
    (-3, 0): "▀", (-2, 0): "█", (-1, 0): "█", (1, 0): "█", (2, 0): "█", (3, 0): "▄",
    (-1, 1): "▀", (0, 1): "█",
}  # fmt: skip
"""The shapes around the crossing of a falling line between large squares, by columns and lines from there."""


def _within(region: Region, parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the parts as far as they are in a region."""
    for part in parts:
        if seen := part.region.intersection(region):
            yield part._replace(region=seen)


def drawn_joints(parts: Iterable[tuple[int, Part]], inks: BoardStyles, *, is_ascii: bool) -> list[DrawnJoint]:
    """Return joints as they are drawn, each with the player whose line it is; filled cells come last.

    Where joints meet, each quarter is filled that one of them fills.
    """
    merged: dict[Region, tuple[int, Part]] = {}
    for owner, part in parts:
        if is_ascii and part.is_beside:
            continue
        _, before = merged.get(part.region, (owner, part))
        slashes = {before.slash, part.slash}
        slash = "" if "" in slashes else "X" if len(slashes) > 1 else part.slash
        merged[part.region] = owner, Part(part.region, before.quarters | part.quarters, slash)
    drawn: list[DrawnJoint] = []
    for owner, (region, quarters, slash, _) in sorted(merged.values(), key=lambda each: each[1].quarters):
        if is_ascii and slash:
            drawn.append((region, slash, inks.stone(owner).line + BOLD))
        elif quarters == FULL:
            drawn.append((region, " ", inks.stone(owner, is_won=True).line))
        else:
            drawn.append((region, QUADRANTS[quarters], inks.stone(owner).line))
    return drawn
