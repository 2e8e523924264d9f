"""A game with its variations: a tree of moves with comments and signs, and a cursor that walks and edits it.

The first child of a node continues its line, the others are variations in the order in which they were
entered. The line of first children is the main line.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> cursor = Cursor(Tree(Setup(Geometry(3, 3, 3))))
>>> for name in ("b2", "a1", "c1"):
...     _ = cursor.place(name)
>>> cursor.go_to(cursor.node.parent.parent)
>>> _ = cursor.place("b1")
>>> cursor.node.comment, cursor.node.nags = "loses by force", (2,)
>>> to_movetext(cursor.tree)
'1. b2 2. a1 (2. b1? {loses by force}) 3. c1'
>>> cursor.game
<Game on 3×3, 3 in a row: 2 moves, X is to move>
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ttt_tui.engine.game import Game, Move
from ttt_tui.engine.geometry import Placement
from ttt_tui.engine.records import move_word
from ttt_tui.engine.setup import Setup
from ttt_tui.errors import RecordError

MOST_NODES = 100_000
"""Moves of one tree."""

LONGEST_COMMENT = 20_000
"""Characters of the comment on one move."""

LARGEST_MOVETEXT = 4_000_000
"""Characters of all lines of one game; a move without a comment takes about eight."""

SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Signs of moves → their numeric annotation glyphs (NAG), as in PGN."""

MOST_NAG = 255

_SIGN_OF_NAG = {nag: sign for sign, nag in SIGNS.items()}

_COMMENT = re.compile(r"(?<!\. )\{((?:[^}\\]|\\.)*+)", re.DOTALL)

_WHOLE_COMMENT = re.compile(_COMMENT.pattern + r"\}", re.DOTALL)
_NUMBER_OR_END = re.compile(r"(?<!\S)\(?[0-9]+\. |(?<!\. )\)")
"""A move's number, with the parenthesis of a variation that it begins, or the end of one.

A player's symbol can be a parenthesis or a brace; it stands behind a number."""

_LINE_WIDTH = 100
"""Characters from which a line of movetext is broken."""


class Node:
    """A move in a tree, with what is said of it. The root has no move: it is the position at the start."""

    __slots__ = ("children", "comment", "move", "nags", "parent", "ply")

    def __init__(self, parent: "Node | None" = None, move: Move | None = None) -> None:
        self.parent = parent
        self.move = move
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.comment = ""
        self.nags: tuple[int, ...] = ()
        """Numeric annotation glyphs, as in PGN: 1 is `!`."""
        self.children: list[Node] = []

    @property
    def sign(self) -> str:
        """The signs of the move as text: `!?`, empty without any."""
        return "".join(_SIGN_OF_NAG.get(nag, "") for nag in self.nags)

    @property
    def next(self) -> "Node | None":
        """The next node of this line, None at its end."""
        return self.children[0] if self.children else None

    def child(self, move: Move) -> "Node | None":
        """Return the child with this move, None without one."""
        player, square = move.player, move.square  # comparing moves would take longer than all the rest
        for child in self.children:
            assert child.move is not None, "only the root has no move"
            if child.move.square == square and child.move.player == player:
                return child
        return None

    def path(self) -> list["Node"]:
        """Return the nodes from the root to this one, without the root."""
        found: list[Node] = []
        node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def line(self) -> list["Node"]:
        """Return the nodes that follow in this node's line."""
        found: list[Node] = []
        node = self.next
        while node is not None:
            found.append(node)
            node = node.next
        return found

    def add_comment(self, text: str) -> None:
        """Add a text behind the comment, cleaned; raises `RecordError` if it becomes too long."""
        joined = "\n".join(filter(None, (self.comment, cleaned(text))))
        if len(joined) > LONGEST_COMMENT:
            raise RecordError(f"a comment has at most {LONGEST_COMMENT:,} characters")
        self.comment = joined

    def add_nag(self, nag: int) -> None:
        """Add a sign, unless the move has it; raises `RecordError` if there is none of this number."""
        if not 0 < nag <= MOST_NAG:
            raise RecordError(f"signs are numbered from $1 to ${MOST_NAG}")
        if nag not in self.nags:
            self.nags += (nag,)


def cleaned(comment: str) -> str:
    """Return a comment as it is kept: lines end in newlines, and none controls a terminal."""
    text = re.sub(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]", "\n", comment).replace("\t", " ")
    return re.sub("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", "", text).strip()


class Counts(NamedTuple):
    """How much a tree has."""

    moves: int
    """Moves of the main line alone."""
    variations: int
    comments: int


class Tree:
    """All lines of a game. `first` is the seat that begins; `played` moves of the main line are the game."""

    def __init__(self, setup: Setup, first: int = 0) -> None:
        self.setup = setup
        self.first = first
        self.root = Node()
        self.played = 0
        """Plies of the main line that were played, which no study changes; 0 if nobody played this game."""
        self.is_agreed = False
        """Whether the players agreed to a draw after these."""

    @classmethod
    def of(cls, game: Game) -> "Tree":
        """Return the tree of a game's moves."""
        tree = cls(game.setup, game.first)
        tree.set_game(game)
        return tree

    def set_game(self, game: Game) -> None:
        """Make this the game as played: its moves begin the main line, whatever that was before."""
        node = self.root
        for move in game.moves:
            child = node.child(move)
            if child is None:
                child = Node(node, move)
            else:
                child.move = move  # with its time
                node.children.remove(child)
            node.children.insert(0, child)
            node = child
        self.end_game(game)

    def end_game(self, game: Game) -> None:
        """Note how far the main line is the game as played, and whether that was drawn by agreement."""
        self.played = len(game.moves)
        self.is_agreed = game.outcome is not None and game.outcome.is_agreed

    @property
    def played_game(self) -> Game:
        """The game as played."""
        game = self._game(self.main_line[: self.played])
        if self.is_agreed:
            game.agree_draw()
        return game

    @property
    def main_game(self) -> Game:
        """The game with all moves of the main line."""
        return self.played_game if self.played == len(self.main_line) else self._game(self.main_line)

    def _game(self, nodes: Iterable[Node]) -> Game:
        game = Game(self.setup, self.first)
        for node in nodes:
            assert node.move is not None, "only the root has no move"
            game.push(node.move)
        return game

    @property
    def main_line(self) -> list[Node]:
        """The nodes of the main line."""
        return self.root.line()

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing but the game: no comment, no sign, no variation."""
        node: Node | None = self.root
        plies = -1
        while node is not None:
            if node.comment or node.nags or len(node.children) > 1:
                return False
            node = node.next
            plies += 1
        return plies == self.played

    @property
    def counts(self) -> Counts:
        """The moves of the main line, and all variations and comments."""
        nodes = [self.root, *self.nodes()]
        variations = sum(max(len(node.children) - 1, 0) for node in nodes)
        return Counts(len(self.main_line), variations, sum(bool(node.comment) for node in nodes))

    @property
    def name(self) -> str:
        """The first line of the first comment, empty without any: what a study is called."""
        return next((name_in(part) for part in _parts(self) if part.startswith("{")), "")

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes but the root, each after its parent and with its line before its variations."""
        waiting = self.root.children[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def is_played(self, node: Node) -> bool:
        """Whether a node is part of the game as played, which includes the root."""
        if node.ply > self.played:
            return False
        path = node.path()
        return all(each.parent is not None and each.parent.next is each for each in path)

    def __eq__(self, other: object) -> bool:
        """Whether the same moves and annotations are in the same order."""
        if not isinstance(other, Tree):
            return NotImplemented
        if (self.setup, self.first, self.played, self.is_agreed) != (
            other.setup, other.first, other.played, other.is_agreed,
        ):  # fmt: skip
            return False
        pairs = [(self.root, other.root)]
        while pairs:
            mine, theirs = pairs.pop()
            if (mine.move, mine.comment, mine.nags, len(mine.children)) != (
                theirs.move, theirs.comment, theirs.nags, len(theirs.children),
            ):  # fmt: skip
                return False
            pairs += zip(mine.children, theirs.children, strict=True)
        return True

    __hash__ = None  # type: ignore[assignment]  # a tree changes


class Cursor:
    """A place in a tree, with the game up to there. Moves that are placed open variations."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.node = tree.root
        self.game = Game(tree.setup, tree.first)
        self.count = 0
        """The number of moves in the tree, which `MOST_NODES` bounds."""
        self.recount()

    def recount(self) -> None:
        """Count the moves again, after lines were taken out or put in."""
        self.count = sum(1 for _ in self.tree.nodes())

    def go_to(self, node: Node) -> None:
        """Go to a node of the tree."""
        forward: list[Node] = []
        common = node
        while self.node is not common:
            if self.node.ply < common.ply:
                forward.append(common)
                assert common.parent is not None, "the root has no ply before it"
                common = common.parent
            else:
                self.back()
        for each in reversed(forward):
            assert each.move is not None, "only the root has no move"
            self.game.push(each.move)
        self.node = node

    def back(self) -> None:
        """Go back by one move; does nothing at the root."""
        if self.node.parent is not None:
            self.game.pop()
            self.node = self.node.parent

    def push(self, move: Move) -> Node:
        """Go on by a move, which becomes a variation if it is new; raises `IllegalMove` and `RecordError`."""
        child = self.node.child(move)
        if child is None and self.count >= MOST_NODES:
            raise RecordError(f"a tree has at most {MOST_NODES:,} moves")
        self.game.push(move)
        if child is None:
            child = Node(self.node, self.game.moves[-1])
            self.node.children.append(child)
            self.count += 1
        self.node = child
        return child

    def place(self, square: Placement | str) -> Node:
        """Place a stone of the player to move, as `Game.place` does; raises as `push` does."""
        position, geometry = self.game.position, self.tree.setup.geometry
        placement = geometry.parse(square) if isinstance(square, str) else square
        return self.push(Move(position.to_move, position.landing(placement)))


# --- movetext ---------------------------------------------------------------------------------------------


def to_movetext(tree: Tree) -> str:
    """Return the moves of a tree as text like that of PGN: each with its number, variations in parentheses.

    Comments are in braces, where a backslash stands before a closing one and before another backslash.
    """
    lines = [""]
    for part in _parts(tree):
        gap = " " if lines[-1] else ""
        if gap and len(lines[-1]) + len(part) >= _LINE_WIDTH:
            lines.append(part)
        else:
            lines[-1] += gap + part
    return "\n".join(lines)


def comments_in(movetext: str) -> Iterator[str]:
    """Yield the comments in a movetext as they are written there, whether or not it can be read."""
    for match in _COMMENT.finditer(movetext):
        comment = match[1]
        yield re.sub(r"\\(.)", r"\1", comment) if "\\" in comment else comment


def counts_in(movetext: str) -> Counts:
    """Return the counts of a movetext as `to_movetext` writes it, without reading a move: lists have many.

    >>> counts_in("1. b2 {the corner (a1) loses} (1. a1 2. b2) (1. c3) 2. a1 {other}")
    Counts(moves=2, variations=2, comments=2)
    """
    lines, comments = _WHOLE_COMMENT.subn(" ", movetext)
    depth = moves = variations = 0
    for match in _NUMBER_OR_END.finditer(lines):
        if match[0] == ")":
            depth -= 1
            continue
        if match[0][0] == "(":
            depth += 1
            variations += 1
        moves += not depth
    return Counts(moves, variations, comments)


def name_in(movetext: str) -> str:
    r"""Return the first line of the first comment in a movetext, empty without any.

    >>> name_in("1. b2 {the corner\nloses} 2. a1 {other}")
    'the corner'
    """
    return cleaned(next(comments_in(movetext), "")).partition("\n")[0]


def _parts(tree: Tree) -> Iterator[str]:
    """Yield the parts of a movetext between which a line can be broken; no part begins like a tag."""
    if tree.root.comment:
        yield _braces(tree.root.comment)
    part = ""
    waiting: list[tuple[Node | None, int, str | None]] = [(tree.root, 0, None)]
    """What is left to do, the next one last: to write a node behind a text, or without one, to go on behind a
    node, whose ply it is; without a node, to end a variation."""
    while waiting:
        node, ply, lead = waiting.pop()
        if node is None:
            part += ")"
        elif lead is not None:
            if part:
                yield part
            part = f"{lead}{ply}. {_annotated(tree.setup, node)}"
            if node.comment:
                yield part
                part = _braces(node.comment)
        elif node.children:
            first, *variations = node.children
            waiting.append((first, ply + 1, None))
            for variation in reversed(variations):
                waiting += [(None, 0, None), (variation, ply + 1, None), (variation, ply + 1, "(")]
            waiting.append((first, ply + 1, ""))
    if part:
        yield part


def _annotated(setup: Setup, node: Node) -> str:
    """Return a move with its signs: `h8!`, `h8 $10`."""
    assert node.move is not None, "the root is not written"
    word, nags = move_word(setup, node.move), node.nags
    if node.move.is_stone and nags and nags[0] in _SIGN_OF_NAG:
        word, nags = word + _SIGN_OF_NAG[nags[0]], nags[1:]
    return " ".join([word, *(f"${nag}" for nag in nags)])


def _braces(comment: str) -> str:
    return "{" + re.sub(r"([\\}])", r"\\\1", comment) + "}"
