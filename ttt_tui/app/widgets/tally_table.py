"""Wins, draws and losses in groups: for each row a bar and its numbers, under a heading."""

from collections.abc import Mapping

from rich.cells import cell_len

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, fitted, padded
from ttt_tui.session.person_statistics import Bars
from ttt_tui.store.statistics import Tally

TEXT, MUTED, FAINT = (TextStyle(role) for role in ("text", "muted", "faint"))
LOOKS = (TextStyle("good"), TextStyle("muted"), TextStyle("bad"))

GAP = 2
"""Cells between two columns."""

INDENT = 2

LEAST_NAME, LEAST_BAR = 12, 6
"""The least cells of a name and of a bar, which yields to names and numbers."""

HEADINGS, LETTERS = ("won", "drawn", "lost"), ("W", "D", "L")
"""The headings, and those where there is room only for the numbers."""

THICK, SHAPES, ASCII_SHAPES = "━━━", "━─┄", "=-."
"""The characters of wins, draws and losses: with colours, without, and in ASCII."""


class TallyTable(Lines):
    """Shows groups of tallies, with a blank line above each row where there is room for all of them."""

    DEFAULT_CSS = """
    TallyTable { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._groups: Mapping[str, Bars] = {}
        self._note = ""
        self.most_lines = 0
        """The lines that are free: each row has a blank line above it if they fit."""

    def show(self, groups: Mapping[str, Bars], note: str = "") -> None:
        """Show groups by their titles, and a note below them, if there is one."""
        self._groups, self._note = groups, note
        self.follow()

    def lines(self, width: int) -> list[Line]:
        rows = [row for group in self._groups.values() for row in group]
        if not rows:
            return []
        widest = max(cell_len(name) for name, _ in rows)
        headings, columns, name, bar = self._fitting(width, widest, rows)
        texts = self._texts(headings, columns, name, bar, is_airy=False)
        blank = sum(len(group) for group in self._groups.values())
        if len(texts) + blank <= self.most_lines:
            return self._texts(headings, columns, name, bar, is_airy=True)
        return texts

    def _fitting(self, width: int, widest: int, rows: Bars) -> tuple[tuple[str, ...], list[int], int, int]:
        """Return the headings, and the cells of the columns, of the names and of the bars, 0 for no bars."""
        for headings, least in ((HEADINGS, LEAST_BAR), (LETTERS, LEAST_BAR), (LETTERS, 0)):
            columns = [
                max(len(heading), *(len(str(number)) for number in numbers))
                for heading, numbers in zip(headings, zip(*map(_numbers, rows), strict=True), strict=True)
            ]
            room = width - 2 * INDENT - sum(cells + GAP for cells in columns)
            name = min(widest, max(LEAST_NAME, room - GAP - least))
            bar = room - name - GAP
            if least == 0 or bar >= least:
                break
        if least == 0 or bar < LEAST_BAR:
            return headings, columns, max(room, 1), 0
        return headings, columns, name, bar

    def _texts(
        self, headings: tuple[str, ...], columns: list[int], name: int, bar: int, *, is_airy: bool
    ) -> list[Line]:
        """Return all lines; where `is_airy` each row has a blank line above it."""
        start = " " * INDENT
        texts: list[Line] = []
        for title, group in self._groups.items():
            shown = headings if not texts else ("",) * len(headings)
            texts += [()] if texts else []
            head = padded(fitted(title, name + bar), name + (GAP + bar) * bool(bar))
            texts.append(((start + head, TEXT._replace(bold=True)), *_right(shown, columns, FAINT, FAINT)))
            for words, tally in group:
                if is_airy:
                    texts.append(())
                left: Line = ((start + padded(fitted(words, name), name), TEXT),)
                drawn = ((" " * GAP, TEXT), *self._bar(tally, bar)) if bar else ()
                numbers = [str(number) for number in _numbers((words, tally))]
                texts.append((*left, *drawn, *_right(numbers, columns, TEXT._replace(bold=True), MUTED)))
        if self._note:
            room = name + bar + GAP * bool(bar) + sum(cells + GAP for cells in columns)
            texts += [(), ((f"{start}{fitted(self._note, room)}", MUTED),)]
        return texts

    def _bar(self, tally: Tally, cells: int) -> Line:
        """Return wins, draws and losses as parts of a bar."""
        has_colours = not (self.app.no_color or self.app.native_ansi_color)
        shapes = ASCII_SHAPES if only_ascii(self.app) else THICK if has_colours else SHAPES
        won, lost = (_share(part, tally.games, cells) for part in (tally.wins, tally.losses))
        if won + lost > cells or (tally.draws and won + lost == cells):
            won, lost = (won - 1, lost) if won > lost else (won, lost - 1)
        parts = (won, cells - won - lost, lost)
        return tuple((shape * part, look) for shape, part, look in zip(shapes, parts, LOOKS, strict=True))


def _numbers(row: tuple[str, Tally]) -> tuple[int, int, int]:
    return row[1].wins, row[1].draws, row[1].losses


def _right(
    texts: tuple[str, ...] | list[str], columns: list[int], first_look: TextStyle, look: TextStyle
) -> Line:
    """Return the texts of the columns, flush right."""
    return tuple(
        (f"{' ' * GAP}{text:>{cells}}", look if place else first_look)
        for place, (text, cells) in enumerate(zip(texts, columns, strict=True))
    )


def _share(part: int, whole: int, cells: int) -> int:
    """Return the cells of a part: at least one, and not all of them unless there is nothing else."""
    if part in (0, whole):
        return cells * bool(part)
    return min(max(round(cells * part / whole), 1), cells - 1)
