r"""Reads libraries of RenLib (`.lib`): a tree of moves on 15×15, with comments.

A header of 20 bytes is followed by two bytes for each node, its place and its flags, then its comment, which
ends with a zero byte and is padded to an even length:

>>> nodes = bytes([0x78, 0, 0x79, 0xC8]) + b"to i8\0" + bytes([0x68, 0x40])
>>> record = from_renlib(HEADER + bytes([3, 0]) + b"\xff" * 10 + nodes)
>>> [(node.move.square, node.comment) for node in record.tree.root.children[0].children]
[(120, 'to i8'), (103, '')]

A place is 16 × row + column, with the row from 0 at the top and the column from 1; 0 is the root, and a move
elsewhere a pass. The highest bit of the flags says that a sibling of the node follows once its own lines have
ended, the next one that the node is the last of its line. So any bytes are a tree: there are no references
that could be cycles.

The reader is safe for hostile bytes: an error names the byte, nothing else is raised, and the size is bounded
before anything is parsed.
"""

from ttt_tui.engine.game import Move
from ttt_tui.engine.geometry import Geometry
from ttt_tui.engine.records import Record, check_readable
from ttt_tui.engine.records.tree import LONGEST_COMMENT, Cursor, Node, Tree
from ttt_tui.engine.rules import USUAL, Rules
from ttt_tui.engine.setup import Setup
from ttt_tui.errors import ForbiddenPoint, GameOver, IllegalMove, RecordError

HEADER = b"\xffRenLib\xff"
"""The first bytes of every library."""

_LENGTH_OF_HEADER = 20
_NEWEST = 3, 4
"""The newest version of the format."""

_SIDE = 15
_HAS_SIBLING, _IS_LAST, _OLD_COMMENT, _COMMENT, _NO_MOVE, _EXTENSION = 0x80, 0x40, 0x20, 0x08, 0x02, 0x01
_BOARD_TEXT = 0x01
"""In the second byte of an extension."""

_BETWEEN_LINES = "\b"
"""What stands between the first line of a comment and the others."""


def from_renlib(content: bytes, rules: Rules | None = None) -> Record:
    """Return the tree in a library as one record; raises `RecordError`.

    Without `rules` it is taken for five in a row. Lines end, with a note, where a player has won or
    may not go.
    """
    check_readable(rules or USUAL, "a RenLib library")
    if not content.startswith(HEADER) or len(content) < _LENGTH_OF_HEADER:
        raise RecordError("a RenLib library begins with a header of 20 bytes")
    version = content[8], content[9]
    if version > _NEWEST:
        raise RecordError(f"version {version[0]}.{version[1]} of RenLib's format is not read, only up to 3.4")
    return _LibraryReader(content, rules).read()


class _LibraryReader:
    def __init__(self, content: bytes, rules: Rules | None) -> None:
        self._content, self._place = content, _LENGTH_OF_HEADER
        self._cursor = Cursor(Tree(Setup(Geometry(_SIDE, _SIDE, 5, rules or USUAL))))
        self._notes = [] if rules else ["assuming five in a row; --rules renju sets another"]
        self._texts = 0

    def read(self) -> Record:
        """Return the record; raises `RecordError`."""
        cursor = self._cursor
        node: Node | None = cursor.node
        """The latest node, None behind a move that was left out."""
        parents: list[Node | None] = []
        while self._place < len(self._content):
            begun = self._place
            place, flags = self._pair()
            extension = self._pair() if flags & _EXTENSION else (0, 0)
            parent = node
            if begun > _LENGTH_OF_HEADER or place:
                node = self._placed(parent, place, flags, begun)
            comment = self._comment(flags)
            if extension[1] & _BOARD_TEXT:
                self._text()
                self._texts += 1
            if comment and node is not None:
                try:
                    node.add_comment(comment)
                except RecordError as error:
                    raise self._wrong(str(error), begun) from None
            if flags & _HAS_SIBLING:
                parents.append(parent)
            if flags & _IS_LAST and parents:
                node = parents.pop()
        return self._finished()

    def _wrong(self, reason: str, place: int) -> RecordError:
        return RecordError(f"byte {place + 1}: {reason}")

    def _pair(self) -> tuple[int, int]:
        pair = self._content[self._place : self._place + 2]
        if len(pair) < 2:
            raise self._wrong("the library ends within a move", self._place)
        self._place += 2
        return pair[0], pair[1]

    def _placed(self, parent: Node | None, place: int, flags: int, begun: int) -> Node | None:
        """Return the node of a move behind another, None if the line ends before it."""
        if parent is None:
            return None
        cursor = self._cursor
        row, column = divmod(place, 16)
        if flags & _NO_MOVE or not place:
            self._leave_out("passes and what follows them were left out")
            return None
        if not column or row >= _SIDE:
            raise self._wrong(f"{place} is not a square", begun)
        cursor.go_to(parent)
        geometry = cursor.tree.setup.geometry
        try:
            return cursor.push(Move(cursor.game.position.to_move, geometry.at(column - 1, row)))
        except GameOver:
            self._leave_out("moves after the end of a game were left out")
            return None
        except ForbiddenPoint:
            self._leave_out("forbidden moves and what follows them were left out")
            return None
        except (IllegalMove, RecordError) as error:
            raise self._wrong(str(error), begun) from None

    def _leave_out(self, note: str) -> None:
        if note not in self._notes:
            self._notes.append(note)

    def _comment(self, flags: int) -> str:
        """Return the comment that follows, empty without one."""
        if flags & _OLD_COMMENT:  # its last byte has the highest bit
            start = self._place
            while self._place < len(self._content) and self._content[self._place] < 0x80:
                self._place += 1
            last = self._content[self._place : self._place + 1]
            text = self._content[start : self._place] + bytes(byte & 0x7F for byte in last)
            self._place += 1 + (self._place + 1 - start) % 2
            return _decoded(text)
        return _decoded(self._text()) if flags & _COMMENT else ""

    def _text(self) -> bytes:
        """Return the text that follows up to a zero byte, and skip that and what pads it."""
        start = self._place
        end = self._content.find(b"\0", start)
        if end < 0:
            raise self._wrong("a comment does not end", start)
        self._place = end + 1 + (end + 1 - start) % 2
        return self._content[start:end]

    def _finished(self) -> Record:
        cursor, tree = self._cursor, self._cursor.tree
        line = tree.main_line
        cursor.go_to(line[-1] if line else tree.root)
        cursor.game.undone.clear()
        tree.played = len(line)
        if self._texts:
            self._notes.append(f"{self._texts} texts on the board were left out")
        return Record(cursor.game, None, tuple(self._notes), None, None if tree.is_plain else tree)


def _decoded(text: bytes) -> str:
    """Return a comment, which is in UTF-8 or in the encoding of Windows."""
    text = text[: 4 * LONGEST_COMMENT + 4]
    try:
        found = text.decode()
    except UnicodeDecodeError:
        found = text.decode("cp1252", "replace")
    return found.replace(_BETWEEN_LINES, "\n", 1).strip()
