"""The study of a game: its lines are walked through, and variations, comments and signs are added."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding

from ttt_tui.app.look.room import NARROW
from ttt_tui.app.screens.board_screen import (
    BoardScreen,
    arrow_bindings,
    digit_bindings,
    go_to_binding,
    mark_bindings,
    numbers_binding,
    share_binding,
)
from ttt_tui.app.screens.sharing import Shareable, shared_game
from ttt_tui.app.widgets.bars import ScreenHeader, StatusText, mode, quiet
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.game_views import StudyView
from ttt_tui.app.widgets.tree_log import TreeLog
from ttt_tui.engine import Game, IllegalMove, Move, Placement, Position
from ttt_tui.engine.records.tree import Node, Tree
from ttt_tui.errors import ActionUnavailable, RecordError
from ttt_tui.session import wording
from ttt_tui.session.session import Session
from ttt_tui.session.study import Study
from ttt_tui.store.stored_game import GameRef

IN_NARROW_FOOTER = ("walk", "panel", "leave")
"""The actions that the footer of a narrow window names."""


class StudyScreen(BoardScreen):
    """Shows a study. Arrows walk while its list of moves has the focus, else they move the board's cursor."""

    board_area: StudyView

    BINDING_GROUP_TITLE = "Studying"
    BINDINGS = [
        Binding("enter,space", "place", "place", key_display="↵", id="study.place",
                tooltip="Place a stone at the cursor; another move opens a variation"),
        Binding("tab", "walk", "moves/board", priority=True, id="study.walk",
                tooltip="Go to the list of moves, where ↑ and ↓ walk, or to the board"),
        Binding("comma", "step(-1)", "back", show=False, key_display=",", id="study.previous",
                tooltip="Go to the previous move"),
        Binding("full_stop", "step(1)", "next", show=False, key_display=".", id="study.next",
                tooltip="Go to the next move of this line"),
        Binding("left_square_bracket", "switch(-1)", "previous variation", show=False, key_display="[",
                id="study.earlier", tooltip="Go to the previous move in the place of this one"),
        Binding("right_square_bracket", "switch(1)", "next variation", show=False, key_display="]",
                id="study.later", tooltip="Go to the next move in the place of this one"),
        Binding("home,pageup,0", "jump(0)", "first", show=False, key_display="Home", id="study.start",
                tooltip="Go to the start of the game"),
        Binding("end,pagedown", "jump(-1)", "last", show=False, key_display="End", id="study.end",
                tooltip="Go to the end of this line"),
        Binding("d,delete", "delete", "delete", key_display="d", id="study.delete",
                tooltip="Delete this move and all that follow it; u brings them back"),
        Binding("plus", "promote", "promote", key_display="+", id="study.promote",
                tooltip="Make this variation one place more important"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u", id="study.undo",
                tooltip="Undo the latest change of the study"),
        Binding("question_mark", "app.help", "help", key_display="?", id="study.help",
                tooltip="Help: keys, rules and levels"),
        Binding("q,escape", "leave", "leave", key_display="q", id="study.leave",
                tooltip="Leave the study, which is saved"),
        Binding("U,ctrl+y", "redo", "redo", show=False, key_display="U", id="study.redo",
                tooltip="Redo the change that you undid"),
        share_binding("study"),
        Binding("p", "panel", "side panel", show=False, id="study.panel",
                tooltip="Show or hide the list of moves"),
        numbers_binding("study"),
        *mark_bindings("study"),
        go_to_binding("study", is_shown=False),
        *arrow_bindings("study"),
        *digit_bindings("study", "place at"),
    ]  # fmt: skip

    def __init__(self, session: Session, tree: Tree, stored: GameRef | None = None) -> None:
        """`stored` names the game in the store, None if it is not there."""
        view = StudyView(tree)
        super().__init__(session, view)
        self.study = Study(session, tree, stored)
        self.study.game.show_by(session.settings.coordinates)
        self._header = ScreenHeader()
        self.board.show_by(self.study.game.setup.geometry)
        self.go_to.show_by(self.study.game.setup.geometry)

    def compose(self) -> ComposeResult:
        """Yield the title, the board with the tree beside it, the status line and the footer."""
        yield self._header
        yield self.board_area
        yield self.status
        yield self.go_to
        yield KeyHints(self.is_in_footer)

    def on_mount(self) -> None:
        """Begin with the list of moves, or on the board of an empty study."""
        setup = self.study.game.setup
        self.show_symbols(setup.players)
        self._header.show([*map(quiet, wording.setup_titles(setup)), ()], [mode("Study")])
        self.show_tree()
        if self.study.tree.root.children:
            self.set_focus(self.board_area.tree_log)

    def go_to_node(self, node: Node) -> None:
        """Go to a move of the tree."""
        self.study.go_to(node)
        self.show_node()

    # --- display -----------------------------------------------------------------------------------------

    def show_tree(self) -> None:
        """Show everything after a change of the tree."""
        self.board_area.tree_log.show(self.study.game.setup, self.study.node)
        self.show_node()

    def show_node(self) -> None:
        """Show the move at the cursor."""
        game = self.study.game
        self.board.show(BoardView.after(game, len(game.moves)))
        is_running = game.outcome is None
        self.board.previewed = game.position.to_move if is_running and not game.position.has_marks else None
        if game.moves and (stone := game.moves[-1].stone) is not None:
            self.board.cursor = self.board.geometry.square_of(stone)
        self.board_area.tree_log.select(self.study.node)
        self.board_area.show_place(game)
        self.show_status()
        self.refresh_bindings()

    @property
    def shown_game(self) -> Game:
        return self.study.game

    def show_anew(self) -> None:
        self.show_tree()

    def shareable(self) -> Shareable:
        return shared_game(self.study.game, self.app.current_theme, is_ascii=self.is_ascii)

    def show_status(self) -> None:
        """Show a refusal or an announcement, else the move at the cursor."""
        state, message = self.state(), self.status_message
        if message:
            both = state._replace(more=message, is_notice=True)
            state = both if self.status.has_room_for(both) else StatusText(message)
        self.status.show(state)

    def state(self) -> StatusText:
        """Return the move at the cursor, its comment in brief, and how many variations there are."""
        game, node = self.study.game, self.study.node
        moves = len(game.moves)
        text = wording.move_in_game(game, game.moves[-1]) if moves else ""
        statement = f"Move {moves}: {text}{node.sign}" if moves else wording.place_in_game(game, 0)
        return StatusText(statement, node.comment.split("\n")[0])

    def is_in_footer(self, binding: Binding) -> bool:
        if self.app.size.width < NARROW and not self.go_to.display:
            return binding.action in IN_NARROW_FOOTER
        return super().is_in_footer(binding)

    # --- walking -----------------------------------------------------------------------------------------

    def action_walk(self) -> None:
        """Focus the list of moves, or the board."""
        self.begin_key(())  # keys that go before all others have not been noted
        is_walking = self.focused is self.board_area.tree_log
        self.close_go_to()
        self.set_focus(None if is_walking else self.board_area.tree_log)

    def on_tree_log_walked(self, event: TreeLog.Walked) -> None:
        self.action_step(event.by)

    def on_tree_log_pointed(self, event: TreeLog.Pointed) -> None:
        self.go_to_node(event.node)

    def on_tree_log_left_for_board(self) -> None:
        self.board_area.see_board()
        self.set_focus(None)
        position = self.study.game.position
        last = position.last_square
        if last is not None and (empty := position.nearest_empty(last)) is not None:
            self.board.cursor = empty

    def action_step(self, by: int) -> None:
        """Go back (-1) or on in this line (1)."""
        if by < 0:
            self.study.back()
        else:
            self.study.forward()
        self.show_node()

    def action_jump(self, end: int) -> None:
        """Go to the start (0), or to the end of this line (-1)."""
        line = self.study.node.line()
        self.go_to_node(self.study.tree.root if end == 0 else line[-1] if line else self.study.node)

    def action_switch(self, by: int) -> None:
        """Go to another move in the place of this one."""
        before = self.study.node
        self.study.switch(by)
        if self.study.node is before:
            self.refuse("no other move here" if by < 0 else "no more variations here")
        else:
            self.show_node()

    # --- editing -----------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.study.game.position

    def choose(self, square: Placement) -> None:
        position, before = self.position, self.study.node
        count = len(before.children)
        try:
            self.study.push(Move(position.to_move, position.landing(square)))
        except RecordError as error:
            raise ActionUnavailable(str(error)) from error
        if len(before.children) > count:
            self.show_tree()
        else:
            self.show_node()

    def check_possible(self, action: str) -> None:
        """Raise `ActionUnavailable` for stones after the end of a game."""
        if action in ("place", "mark", "go_to") and self.study.game.outcome is not None:
            raise ActionUnavailable("the game is over here: go back to try another move")

    def change(self, edit: Callable[[], object], notice: str = "") -> None:
        """Change the study and show it with a notice, or say why that is not possible."""
        try:
            edit()
        except (ActionUnavailable, IllegalMove, RecordError) as refusal:
            self.refuse(str(refusal))
            return
        self.show_tree()
        if notice:
            self.show_notice(notice)

    def action_delete(self) -> None:
        self.change(self.study.delete, "Deleted; u brings it back")

    def action_promote(self) -> None:
        self.change(self.study.promote)

    def action_undo(self) -> None:
        self.change(self.study.undo)

    def action_redo(self) -> None:
        self.change(self.study.redo)
