"""The list of a study's moves: main line, variations, comments and signs; only rows in sight are drawn."""

from textual import events
from textual.binding import Binding
from textual.message import Message

from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import Line, cells_of, changed_regions
from ttt_tui.app.widgets.move_log import MoveList
from ttt_tui.app.widgets.tree_rows import TreeRows
from ttt_tui.engine import Setup
from ttt_tui.engine.records.tree import Node, Tree

COMMENT_LINES = 3
"""Lines of the comment on the selected move that are kept in sight, if it has so many."""


class TreeLog(MoveList):
    """Shows a tree with one move selected. A step of it costs what it costs in a small tree."""

    BINDING_GROUP_TITLE = "Studying: the moves"
    BINDINGS = [
        Binding("up,k", "go_up", "up", show=False, key_display="↑", id="study.above",
                tooltip="In the list: go to the move above, also of a variation"),
        Binding("down,j", "go_down", "down", show=False, key_display="↓", id="study.below",
                tooltip="In the list: go to the move below, also of a variation"),
        Binding("left,h", "walk(-1)", "back", show=False, key_display="←", id="study.back",
                tooltip="In the list: go to the previous move of this line"),
        Binding("right,l", "walk(1)", "next", show=False, key_display="→", id="study.on",
                tooltip="In the list: go to the next move of this line"),
        Binding("enter,space", "play_on", "place", show=False, key_display="↵", id="study.board",
                tooltip="In the list: go to the board, to place a stone"),
    ]  # fmt: skip

    class Walked(Message):
        """The user wants to go back (-1) or on (1)."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    class Pointed(Message):
        """The user clicked a move, or chose one by a key."""

        def __init__(self, node: Node) -> None:
            super().__init__()
            self.node = node

    class LeftForBoard(Message):
        """The user wants to place a stone."""

    def __init__(self, tree: Tree) -> None:
        super().__init__()
        self._tree = tree
        self._selected = tree.root
        self._setup: Setup | None = None
        self._rows: TreeRows | None = None
        self._fitted_to = 0
        self._seen: list[Line] = []
        self._seen_from = 0

    def show(self, setup: Setup, selected: Node) -> None:
        """Show the tree after a change; `setup` is the tree's with the coordinates that are shown."""
        self._setup, self._selected, self._rows = setup, selected, None
        self._follow()

    def select(self, node: Node) -> None:
        """Show another move of the same tree as selected."""
        self._selected = node
        self._follow()

    def _follow(self) -> None:
        """Divide the tree into rows if need be, scroll to the selected move and repaint what changed."""
        if self._setup is None or not self.size:
            return
        if self._rows is None or self._fitted_to != self.size.width:
            self._fitted_to = self.size.width
            self._rows = TreeRows(self._tree, self._setup, self.size.width)
            self.hold(len(self._rows.rows))
        first, end = self._rows.of(self._selected), self._rows.end_of(self._selected)
        top, height = round(self.scroll_offset.y), max(self.scrollable_content_region.height, 1)
        end = min(end, first + 1 + COMMENT_LINES)
        y = min(max(top, end - height), first)
        self._scroll_and_draw(y)

    def _scroll_and_draw(self, y: int) -> None:
        """Make a row the first one in sight, and repaint what changed."""
        height = max(self.scrollable_content_region.height, 1)
        if y != round(self.scroll_offset.y):
            self.scroll_to(y=y, animate=False, force=True, immediate=True)
        before, start = self._seen, self._seen_from
        self._seen_from = round(self.scroll_offset.y)
        self._seen = [self._line(self._seen_from + row) for row in range(height)]
        if start == self._seen_from and (regions := changed_regions(before, self._seen)):
            self.refresh(*regions)

    def _line(self, y: int) -> Line:
        rows = self._rows
        return rows.drawn(rows.rows[y], self._selected) if rows is not None and y < len(rows.rows) else ()

    def drawn(self, y: int) -> Line:
        row = y - self._seen_from
        return self._seen[row] if 0 <= row < len(self._seen) else self._line(y)

    def on_resize(self) -> None:
        self._seen = []
        self._follow()

    def action_walk(self, by: int) -> None:
        self.post_message(self.Walked(by))

    def action_go_up(self) -> None:
        if self._rows is not None:
            self.post_message(self.Pointed(self._rows.before(self._selected)))

    def action_go_down(self) -> None:
        if self._rows is not None:
            self.post_message(self.Pointed(self._rows.after(self._selected)))

    def action_page_up(self) -> None:
        self.turn_page(-1)

    def action_page_down(self) -> None:
        self.turn_page(1)

    def turn_page(self, by: int) -> None:
        """Scroll a page up (-1) or down (1) in the comment on the selected move.

        Where it ends, go to the move a page further.
        """
        if self._rows is None or not self._rows.rows:
            return
        rows, top = self._rows, round(self.scroll_offset.y)
        height = max(self.scrollable_content_region.height, 1)
        first, end = rows.of(self._selected), rows.end_of(self._selected)
        if (by > 0 and end > top + height) or (by < 0 and first < top):
            step = max(height - 1, 1)
            self._scroll_and_draw(min(top + step, end - height) if by > 0 else max(top - step, first))
            return
        place = min(max((end - 1 if by > 0 else first) + by * height, 0), len(rows.rows) - 1)
        row = rows.rows[place]
        self.post_message(self.Pointed(row.nodes[-1] if by > 0 or row.comment else row.nodes[0]))

    def action_play_on(self) -> None:
        self.post_message(self.LeftForBoard())

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked move; a comment means its move."""
        place = event.get_content_offset(self)
        if place is None or self._rows is None or event.button != LEFT_BUTTON:
            return
        y = place.y + round(self.scroll_offset.y)
        if y >= len(self._rows.rows):
            return
        row = self._rows.rows[y]
        if row.comment:
            self.post_message(self.Pointed(row.nodes[-1]))
            return
        for node, x, line in self._rows.places(row):
            if x - 1 <= place.x <= x + cells_of(line):
                self.post_message(self.Pointed(node))
                return
