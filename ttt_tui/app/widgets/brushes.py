"""The brushes of the editor, with the player to move: a list in the panel, and a bar where there is none."""

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message

from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import (
    BOLD,
    HEADING,
    MUTED,
    TEXT,
    Line,
    Lines,
    TextStyle,
    cells_of,
    chip_of,
    fitted,
    spread,
)
from ttt_tui.app.widgets.panels import wrapped
from ttt_tui.engine import Player
from ttt_tui.session.wording import sentence

KEY, CHOSEN = TextStyle("accent"), TextStyle("accent", bold=True)

MARGIN, KEY_CELLS = 2, 2
"""Cells before a row's key, and of the key of a stone."""


class Brush(NamedTuple):
    """What a click or a key does to a square."""

    key: str
    """As it is shown, empty if no single key chooses the brush."""
    words: str
    player: Player | None = None
    """The player or mark whose stone is put, None for a brush that puts no certain stone."""


ERASER, IN_TURN = Brush(".", "erase"), Brush("Space", "in turn")


class BrushView(NamedTuple):
    """What the list and the bar show."""

    brushes: Sequence[Brush]
    """The stones by number, then `ERASER` and `IN_TURN`."""
    chosen: Brush
    counts: Sequence[int]
    """The number of stones on the board, of each brush with one."""
    mover: Player
    due: str
    """The small board due in Ultimate, "" in other games."""
    about: Sequence[str] = ()
    """Clauses about the position."""


class BrushWidget(Lines):
    """Shows brushes; a click chooses one, or does what the key of a line does."""

    class Chosen(Message):
        """A brush was clicked."""

        def __init__(self, brush: Brush) -> None:
            super().__init__()
            self.brush = brush

    class Pressed(Message):
        """A line with an action's key was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__()
        self._view: BrushView | None = None
        self._places: list[tuple[int, int, int, Brush | str]] = []  # line, first cell, end, brush or action

    def show(self, view: BrushView) -> None:
        self._view = view
        self.follow()

    def lines(self, width: int) -> list[Line]:
        self._places = []
        return [] if self._view is None else self.lines_of(self._view, width)

    def lines_of(self, view: BrushView, width: int) -> list[Line]:
        """Return the lines for a view, and note what can be clicked."""
        raise NotImplementedError

    def note(self, y: int, start: int, end: int, what: Brush | str) -> None:
        """Note what a click on these cells of a line means: a brush, or an action."""
        self._places.append((y, start, end, what))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or event.button != LEFT_BUTTON:
            return
        for y, start, end, what in self._places:
            if y == offset.y and start <= offset.x < end:
                self.post_message(self.Chosen(what) if isinstance(what, Brush) else self.Pressed(what))


class BrushList(BrushWidget):
    """A line for each brush, the player to move, and what is known of the position."""

    DEFAULT_CSS = """
    BrushList { height: 1fr; }
    """

    def lines_of(self, view: BrushView, width: int) -> list[Line]:
        lines: list[Line] = [(), ((f"{' ' * MARGIN}Stones", HEADING),)]
        for brush, count in zip(view.brushes, [*map(str, view.counts), "", ""], strict=True):
            self.note(len(lines), 0, width, brush)
            lines.append(self._row(brush, count, width, is_chosen=brush == view.chosen))
        turn: Line = (
            (" " * MARGIN, MUTED),
            (view.mover.symbol, TextStyle(view.mover.colour, bold=True)),
            (" to move", BOLD),
        )
        lines.append(())
        for action, key, line in (
            ("pass_turn", "t", turn),
            ("due", "b", ((f"{' ' * MARGIN}{view.due}", BOLD),) if view.due else ()),
        ):
            if line:
                self.note(len(lines), 0, width, action)
                lines.append(spread(line, ((key, KEY), (" " * MARGIN, MUTED)), width))
        room = width - 2 * MARGIN
        for clause in view.about:
            lines += [(), *(((" " * MARGIN + text, MUTED),) for text in wrapped([sentence(clause)], room))]
        return lines[: self.size.height]

    def _row(self, brush: Brush, count: str, width: int, *, is_chosen: bool) -> Line:
        bar = ("▌" if is_chosen else " ", CHOSEN)
        end: Line = ((count, MUTED), (" " * MARGIN, MUTED))
        start: Line = (bar, (" ", TEXT), (f"{brush.key:<{KEY_CELLS}} ", KEY))
        if brush.player is not None:
            start = (*start, *chip_of(brush.player, "ground"), (" ", TEXT))
        name = fitted(brush.words, width - cells_of(start) - cells_of(end) - 1)
        return spread((*start, (name, BOLD if is_chosen else TEXT)), end, width)


class BrushBar(BrushWidget):
    """The brushes in one line; where they have no room, the chosen one. The player to move is at its end."""

    DEFAULT_CSS = """
    BrushBar { height: 1; padding: 0 1; }
    """

    def lines_of(self, view: BrushView, width: int) -> list[Line]:
        turn: Line = (
            (view.mover.symbol, TextStyle(view.mover.colour, bold=True)), (" to move ", TEXT), ("t", KEY)
        )  # fmt: skip
        for with_words, shown in ((True, view.brushes), (False, view.brushes), (True, (view.chosen,))):
            parts = [
                self._part(brush, is_chosen=brush == view.chosen, with_word=with_words) for brush in shown
            ]
            if sum(map(cells_of, parts)) + cells_of(turn) + 1 <= width:
                break
        line: Line = ()
        for brush, part in zip(shown, parts, strict=True):
            self.note(0, cells_of(line), cells_of(line) + cells_of(part), brush)
            line = (*line, *part)
        self.note(0, width - cells_of(turn), width, "pass_turn")
        return [spread(line, turn, width)]

    def _part(self, brush: Brush, *, is_chosen: bool, with_word: bool) -> Line:
        """Return a brush: its stone, or its key, perhaps with a word; the chosen one between brackets."""
        if brush.player is not None:
            inner = chip_of(brush.player, "ground")
        else:
            word = f" {brush.words}" * with_word
            inner = ((brush.key, KEY), (word, CHOSEN if is_chosen else MUTED))
        left, right = "[]" if is_chosen else "  "
        return (left, CHOSEN), *inner, (right, CHOSEN)
