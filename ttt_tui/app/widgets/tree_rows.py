"""The rows of a tree of moves: a line of the list each, drawn only when it is seen.

The main line has a round in a row. Variations flow in rows of their own, indented below the move that they
replace, and comments are wrapped below their move.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ttt_tui.analysis.words import end_word
from ttt_tui.app.widgets.lines import MUTED, Line, TextStyle, cells_of, wrapped_comment
from ttt_tui.app.widgets.move_log import INDENT, NUMBER_CELLS, entry_line, lit_up, longest_entry
from ttt_tui.engine import Setup
from ttt_tui.engine.records.tree import Node, Tree

STEP = 2
"""Cells by which a variation is indented further than its line."""

LEAST_ROOM = 16
"""Cells that the deepest variation keeps."""

GAP = 2
"""Blanks between two moves of a variation."""

MOST_SIGN = 2
"""Cells of the longest sign after a move, as `longest_entry` counts it."""


class TreeRow(NamedTuple):
    """Moves side by side, or a line of a comment on the last of `nodes`."""

    nodes: tuple[Node, ...]
    indent: int
    comment: str = ""
    is_main: bool = False
    """Whether the moves stand in the columns of the main line."""


class TreeRows:
    """All rows of a tree for a width, and the row of each move."""

    def __init__(self, tree: Tree, setup: Setup, width: int) -> None:
        """`setup` is the tree's with the coordinates that are shown."""
        self._setup = setup
        self._width = width
        self._deepest = max(width - LEAST_ROOM, INDENT)
        self._round = 2 if len(setup.players) == 2 else len(setup.players)
        self._entry = longest_entry(setup, has_signs=True) + MOST_SIGN
        room = width - INDENT - NUMBER_CELLS
        if self._round > 2:
            self._round = max(min(self._round, room // (self._entry + 1)), 1)
        self._pitch = max(room // 2, self._entry + 1) if self._round == 2 else self._entry + 1
        self._offset = int(setup.geometry.rules.per_turn > 1)  # the first turn has one stone
        self._widths: dict[tuple[int | None, int], int] = {}
        self.rows: list[TreeRow] = []
        self._lines: dict[Node, int] = {}
        self._fill(tree.root)

    # --- dividing ----------------------------------------------------------------------------------------

    def _fill(self, root: Node) -> None:
        self._comment(root, INDENT)
        waiting: list[tuple[Node, int, bool]] = [(root, INDENT, False)]
        """Nodes whose line goes on, each with its indentation, and whether it has to be listed itself."""
        while waiting:
            node, indent, is_start = waiting.pop()
            is_main = indent == INDENT
            row: list[Node] = []
            used = 0
            if is_start:
                row, used = [node], self._number_cells(node) + self._cells(node)
                row = self._end(row, indent, is_main) if node.comment else row
            while node.children:
                first, *variations = node.children
                cells = self._cells(first) + GAP
                is_full = self._slot(first) == 0 if is_main else indent + used + cells > self._width
                if row and is_full:
                    row = self._end(row, indent, is_main)
                used = used + cells if row else self._number_cells(first) + self._cells(first)
                row.append(first)
                node = first
                if first.comment or variations:
                    row = self._end(row, indent, is_main)
                if variations:
                    deeper = min(indent + STEP, self._deepest)
                    waiting.append((first, indent, False))
                    waiting += [(each, deeper if deeper > INDENT else INDENT + 1, True)
                                for each in reversed(variations)]  # fmt: skip
                    break
            self._end(row, indent, is_main)

    def _end(self, nodes: list[Node], indent: int, is_main: bool) -> list[Node]:
        """End a row, add the comment on its last move, and return an empty row."""
        if nodes:
            number = len(self.rows)
            self._lines.update((node, number) for node in nodes)
            self.rows.append(TreeRow(tuple(nodes), indent, is_main=is_main))
            self._comment(nodes[-1], indent + NUMBER_CELLS * is_main)
        return []

    def _comment(self, node: Node, indent: int) -> None:
        if node.comment:
            lines = wrapped_comment(node.comment, max(self._width - indent - 1, 8))
            self.rows += [TreeRow((node,), indent, line) for line in lines]

    def _slot(self, node: Node) -> int:
        """Return the place of a move in its round."""
        return (node.ply - 1 + self._offset) % self._round

    def _number_cells(self, node: Node) -> int:
        return len(str(node.ply)) + 1

    def _cells(self, node: Node) -> int:
        """Return the cells of a move with its symbol and sign."""
        assert node.move is not None, "the root is not listed"
        key = node.move.square, node.move.player
        cells = self._widths.get(key)
        if cells is None:
            cells = self._widths[key] = cells_of(self._move(node, ""))
        return cells + len(node.sign) if node.nags else cells

    def _move(self, node: Node, sign: str) -> Line:
        """Return a move as text: symbol, square and sign."""
        assert node.move is not None, "the root is not listed"
        square = node.move.square
        name = end_word(node.move) if square is None else self._setup.geometry.shown(square)
        return entry_line(self._setup.players[node.move.player], name, sign)

    # --- showing -----------------------------------------------------------------------------------------

    def of(self, node: Node) -> int:
        """Return the row of a move, the first one for the root."""
        return self._lines.get(node, 0)

    def end_of(self, node: Node) -> int:
        """Return the row after those of a move and the comment on it."""
        end = self.of(node) + (node.move is not None)
        while end < len(self.rows) and self.rows[end].comment and self.rows[end].nodes[-1] is node:
            end += 1
        return end

    def after(self, node: Node) -> Node:
        """Return the move that is listed after a node, or the node itself behind the last one."""
        number = self._lines.get(node, -1)
        row = self.rows[number].nodes if number >= 0 else ()
        if node in row[:-1]:
            return row[row.index(node) + 1]
        later = (row.nodes[0] for row in islice(self.rows, number + 1, None) if not row.comment)
        return next(later, node)

    def before(self, node: Node) -> Node:
        """Return the move that is listed before a node, the root before the first one."""
        number = self._lines.get(node, 0)
        row = self.rows[number].nodes if self.rows else ()
        if node in row[1:]:
            return row[row.index(node) - 1]
        while number > 0:
            number -= 1
            if not self.rows[number].comment:
                return self.rows[number].nodes[-1]
        return node if node.parent is None else node.path()[0].parent or node

    def places(self, row: TreeRow) -> Iterator[tuple[Node, int, Line]]:
        """Yield the moves of a row, each with its x and its text."""
        x = row.indent + (NUMBER_CELLS if row.is_main else self._number_cells(row.nodes[0]))
        for node in row.nodes:
            line = self._move(node, node.sign)
            if row.is_main:
                yield node, x + self._slot(node) * self._pitch, line
            else:
                yield node, x, tuple((text, _quieter(style)) for text, style in line)
                x += cells_of(line) + GAP

    def drawn(self, row: TreeRow, lit: Node) -> Line:
        """Return a row's text, with the move `lit` highlighted."""
        if row.comment:
            return ((" " * row.indent, MUTED), (row.comment, MUTED))
        number = f"{row.nodes[0].ply}"
        if row.is_main:
            number = number.rjust(NUMBER_CELLS - GAP)
        line: Line = ((" " * row.indent, TextStyle()), (number, TextStyle("faint")))
        for node, x, entry in self.places(row):
            is_lit = node is lit
            gap = x - cells_of(line) - is_lit
            line = (*line, (" " * gap, TextStyle()), *(lit_up(entry) if is_lit else entry))
        return line


def _quieter(style: TextStyle) -> TextStyle:
    return style._replace(colour="muted") if style.colour == "text" else style._replace(bold=False)
