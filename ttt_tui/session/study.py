"""A study: the lines of a game, walked and edited with undo, and stored with the game after each edit."""

from dataclasses import replace
from typing import NamedTuple

from ttt_tui.engine import Game, Move, Player, Position, Setup
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.tree import Cursor, Node, Tree, cleaned
from ttt_tui.engine.start import start_of
from ttt_tui.errors import ActionUnavailable, NothingToRedo, NothingToUndo, RecordError
from ttt_tui.session.presets import MEDIUM, YOU, fair_times, new_player, with_usual_names
from ttt_tui.session.session import Session
from ttt_tui.store.games import History, Lines
from ttt_tui.store.stored_game import GameRef, Origin, StoredGame

GAME_DELETED = "The game was deleted meanwhile; its study is kept in the history as a study of its own"

CHANGED_ELSEWHERE = (
    "Another terminal changed this study; your lines are kept in the history as a study of their own"
)

PLAYED_STAYS = "the game as played stays what it is; other lines can be changed"


def tree_of(session: Session, game: Game, stored: GameRef | None) -> Tree:
    """Return all lines of a game, with those that are stored with it.

    Raises `RecordError` if these are damaged, and `StoreError`.
    """
    entry = None if stored is None or session.history is None else session.history.find(stored)
    return Tree.of(game) if entry is None else entry.tree()


def setup_from(position: Position, setup: Setup) -> Setup:
    """Return a set-up that goes on from a position of a game: its mover is you, the others are computers.

    Raises `InvalidStart` if no game can start there.
    """
    first = 0 if position.has_marks else position.first
    start, seats = start_of(position), (*setup.players[first:], *setup.players[:first])
    players = [
        Player(YOU, player.symbol, player.colour)
        if side == start.to_move
        else replace(new_player(MEDIUM, (), len(seats)), symbol=player.symbol, colour=player.colour)
        for side, player in enumerate(seats)
    ]
    geometry = setup.geometry.without_opening
    return Setup(geometry, fair_times(with_usual_names(players), len(seats)), start=start)


class _Edit(NamedTuple):
    """What an edit has changed: one node, which had this content, and where the cursor was."""

    node: Node
    comment: str
    nags: tuple[int, ...]
    children: tuple[Node, ...]
    cursor: Node

    @classmethod
    def about(cls, node: Node, cursor: Node) -> "_Edit":
        return cls(node, node.comment, node.nags, tuple(node.children), cursor)


class Study:
    """The lines of a game with a cursor. Every edit can be undone, and none changes the game as played."""

    def __init__(self, session: Session, tree: Tree, stored: GameRef | None = None) -> None:
        """`stored` names the game, or the study, in the store; None if it is not there yet."""
        self._session = session
        self._stored = stored
        start = Game(tree.setup, tree.first)
        self._own = StoredGame.of_game(start, origin=Origin.STUDY, number=1, seed=0)
        self._key = "study", self._own.uid
        self.tree = tree
        self._kept = Lines.of(tree)
        """The lines as this study stored them last, or found them. Only the store's thread changes it, and
        `_stored`."""
        self._cursor = Cursor(tree)
        self._done: list[_Edit] = []
        self._undone: list[_Edit] = []

    @property
    def game(self) -> Game:
        """The game up to the cursor, to look at."""
        return self._cursor.game

    @property
    def node(self) -> Node:
        """The node at the cursor."""
        return self._cursor.node

    def record(self) -> Record:
        """Return the game as played with all lines."""
        return Record(self.tree.played_game, tree=self.tree)

    # --- walking -----------------------------------------------------------------------------------------

    def go_to(self, node: Node) -> None:
        """Go to a node of the tree."""
        self._cursor.go_to(node)

    def forward(self) -> None:
        """Go on in this line; do nothing at its end."""
        if self.node.next is not None:
            self.go_to(self.node.next)

    def back(self) -> None:
        """Go back by one move; do nothing at the start."""
        self._cursor.back()

    def switch(self, by: int) -> None:
        """Go to another move in the place of this one, `by` variations further; stay at the last one."""
        parent = self.node.parent
        if parent is not None:
            place = parent.children.index(self.node) + by
            self.go_to(parent.children[min(max(place, 0), len(parent.children) - 1)])

    # --- edits -------------------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Go on by a move, which opens a variation if it is new. Raises `IllegalMove` and `RecordError`."""
        before = _Edit.about(self.node, self.node)
        is_new = self.node.child(move) is None
        self._cursor.push(move)
        if is_new:
            self._note(before)

    def comment(self, text: str) -> None:
        """Replace the comment on the move, at the start that on the game. Raises `RecordError`."""
        self._comment(self.node, text)

    def _comment(self, node: Node, text: str) -> None:
        if cleaned(text) == node.comment:
            return
        before = _Edit.about(node, self.node)
        node.comment = ""
        try:
            node.add_comment(text)
        except RecordError:
            node.comment = before.comment
            raise
        self._note(before)

    @property
    def heading(self) -> str:
        """The first line of the comment on the game, which names the study."""
        return self.tree.root.comment.partition("\n")[0]

    def rename(self, name: str) -> None:
        """Replace the first line of the comment on the game. Raises `RecordError`."""
        rest = self.tree.root.comment.removeprefix(self.heading)
        self._comment(self.tree.root, name.strip() + rest)

    def comment_undone(self, text: str) -> None:
        """Leave the comment as it is, so that `redo` makes it this one. Raises `RecordError`."""
        if cleaned(text) != self.node.comment:
            self.comment(text)
            self.undo()

    def sign(self, nag: int | None) -> None:
        """Give the move a sign by its number, or none. Raises `ActionUnavailable` at the start."""
        if self.node.parent is None:
            raise ActionUnavailable("go to a move first")
        before = _Edit.about(self.node, self.node)
        self.node.nags = () if nag is None else (nag,)
        if self.node.nags != before.nags:
            self._note(before)

    def delete(self) -> None:
        """Delete the move and all that follows it. Raises `ActionUnavailable` in the game as played."""
        node = self._own_move()
        assert node.parent is not None, "the start is not a move"
        before = _Edit.about(node.parent, node)
        self.back()
        self.node.children.remove(node)
        self._cursor.recount()
        self._note(before)

    def promote(self) -> None:
        """Make the line one place more important. Raises `ActionUnavailable` where the game was played on.

        The variation at the cursor is the nearest move before it that is not the first of its choices.
        """
        node = self._own_move()
        while node.parent is not None and node.parent.next is node:
            node = node.parent
        parent = node.parent
        if parent is None:
            raise ActionUnavailable("this is the main line already")
        place = parent.children.index(node)
        first = parent.children[0]
        if place == 1 and self.tree.is_played(first):
            raise ActionUnavailable(PLAYED_STAYS)
        before = _Edit.about(parent, self.node)
        parent.children[place - 1 : place + 1] = [node, parent.children[place - 1]]
        self._note(before)

    def undo(self) -> None:
        """Undo the latest edit, and go where it was made. Raises `NothingToUndo`."""
        if not self._done:
            raise NothingToUndo("nothing to undo")
        self._undone.append(self._restore(self._done.pop()))

    def redo(self) -> None:
        """Redo the edit undone last. Raises `NothingToRedo`."""
        if not self._undone:
            raise NothingToRedo("nothing to redo")
        self._done.append(self._restore(self._undone.pop()))

    def _own_move(self) -> Node:
        """Return the move at the cursor; raises `ActionUnavailable` for a played one and at the start."""
        if self.node.parent is None:
            raise ActionUnavailable("go to a move first")
        if self.tree.is_played(self.node):
            raise ActionUnavailable(PLAYED_STAYS)
        return self.node

    def _note(self, before: _Edit) -> None:
        self._done.append(before)
        self._undone.clear()
        self._store()

    def _restore(self, edit: _Edit) -> _Edit:
        """Give a node its earlier content, and return the edit that takes this back."""
        node, comment, nags, children, cursor = edit
        inverse = _Edit.about(node, self.node)
        self.go_to(node)
        node.comment, node.nags, node.children[:] = comment, nags, children
        self._cursor.recount()
        self.go_to(cursor)
        self._store()
        return inverse

    # --- the store ---------------------------------------------------------------------------------------

    def _store(self) -> None:
        """Store all lines: with the game, or as a study of their own if there is none."""
        store = self._session.history
        if store is None:
            return
        lines = Lines.of(self.tree)

        def keep(history: History) -> None:
            ref = self._own.uid if self._stored is None else self._stored
            kept = history.keep_study(ref, lines, self._kept, self._own)
            if kept.is_changed:
                self._session.warnings.append(CHANGED_ELSEWHERE)
            elif kept.ref != ref:
                self._session.warnings.append(GAME_DELETED)
            self._stored, self._kept = kept.ref, lines

        store.write(self._key, keep, "the study")

    def close(self) -> None:
        """Stop storing it again in other files: what was edited is stored, or waits for the store."""
        if self._session.history is not None:
            self._session.history.forget(self._key)
