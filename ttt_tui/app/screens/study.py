"""The study of a game: its lines are walked through, and variations, comments and signs are added."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.worker import Worker

from ttt_tui.app.look.room import NARROW
from ttt_tui.app.play.explorer import Explorer
from ttt_tui.app.play.solving import Solving
from ttt_tui.app.play.study_analysis import StudyAnalysis
from ttt_tui.app.screens.base import part_action
from ttt_tui.app.screens.board_screen import (
    BoardScreen,
    arrow_bindings,
    digit_bindings,
    go_to_binding,
    numbers_binding,
    share_binding,
)
from ttt_tui.app.screens.sharing import Shareable, shared_game
from ttt_tui.app.screens.study_editing import StudyEditing
from ttt_tui.app.screens.study_saving import StudySaving
from ttt_tui.app.widgets.analysis_panel import AnalysisPanel
from ttt_tui.app.widgets.bars import ScreenHeader, StatusText, mode, quiet
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.game_views import StudyView
from ttt_tui.app.widgets.tree_log import TreeLog
from ttt_tui.engine import Game, Move, Placement, Position, Setup
from ttt_tui.engine.records.tree import Node, Tree
from ttt_tui.errors import ActionUnavailable, InvalidStart, RecordError
from ttt_tui.session import wording
from ttt_tui.session.layout import fitted
from ttt_tui.session.session import Session
from ttt_tui.session.study import Study, setup_from
from ttt_tui.store.stored_game import GameRef

LONGEST_SHOWN = 40
"""Cells of a name in the header."""

IN_NARROW_FOOTER = ("walk", "panel", "leave")
"""The actions that the footer of a narrow window names."""


class StudyScreen(BoardScreen):
    """Shows a study. Arrows walk while its list of moves has the focus, else they move the board's cursor."""

    board_area: StudyView

    BINDING_GROUP_TITLE = "Studying"
    BINDINGS = [
        Binding("X", "mark(0)", "place X", show=False, key_display="X", id="study.x",
                tooltip="With rules wild: place X at the cursor"),
        Binding("O", "mark(1)", "place O", show=False, key_display="O", id="study.o",
                tooltip="With rules wild: place O at the cursor"),
        Binding("enter,space", "place", "place", key_display="↵", id="study.place",
                tooltip="Place a stone at the cursor; another move opens a variation"),
        Binding("tab", "walk", "moves/board", key_display="Tab", priority=True, id="study.walk",
                tooltip="Go to the list of moves, where ↑ and ↓ walk, or to the board"),
        Binding("comma", "step(-1)", "back", show=False, key_display=",", id="study.previous",
                tooltip="Go to the previous move"),
        Binding("full_stop", "step(1)", "next", show=False, key_display=".", id="study.next",
                tooltip="Go to the next move of this line"),
        Binding("left_square_bracket", "switch(-1)", "previous variation", show=False, key_display="[",
                id="study.earlier", tooltip="Go to the previous move in the place of this one"),
        Binding("right_square_bracket", "switch(1)", "next variation", show=False, key_display="]",
                id="study.later", tooltip="Go to the next move in the place of this one"),
        Binding("home,0", "jump(0)", "first", show=False, key_display="Home", id="study.start",
                tooltip="Go to the start of the game"),
        Binding("end", "jump(-1)", "last", show=False, key_display="End", id="study.end",
                tooltip="Go to the end of this line"),
        Binding("pageup", "turn_page(-1)", "page up", show=False, key_display="PgUp", id="study.page_up",
                tooltip="Go a page up in the list, or in a long comment"),
        Binding("pagedown", "turn_page(1)", "page down", show=False, key_display="PgDn", id="study.page_down",
                tooltip="Go a page down in the list, or in a long comment"),
        Binding("c", "comment", "comment", id="study.comment",
                tooltip="Comment on this move, at the start on the game"),
        Binding("exclamation_mark", "sign", "sign", key_display="!", id="study.sign",
                tooltip="Give this move a sign: good move, mistake, …"),
        Binding("d,delete", "delete", "delete", key_display="d", id="study.delete",
                tooltip="Delete this move and all that follow it; u brings them back"),
        Binding("plus", "promote", "promote", key_display="+", id="study.promote",
                tooltip="Make this variation one place more important"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u", id="study.undo",
                tooltip="Undo the latest change of the study"),
        Binding("n", "rename", "name", show=False, id="study.name",
                tooltip="Name the study: the first line of the comment on the game"),
        Binding("g", "play_from", "play from here", id="study.from",
                tooltip="Play on from this position: choose against whom in the main menu"),
        Binding("E", "edit_position", "edit position", show=False, key_display="E", id="study.edit",
                tooltip="Edit this position, to begin a game, a study or a puzzle from it"),
        Binding("P", "make_puzzle", "make a puzzle", show=False, key_display="P", id="study.puzzle",
                tooltip="Make a puzzle of this position, if exactly one move is right"),
        Binding("A", "analysis", "analyse", key_display="A", id="study.analysis",
                tooltip="Turn analysis on or off: the best moves and their values"),
        Binding("e", "explore", "explorer", id="study.explorer",
                tooltip="Show or hide which moves the stored games went on with here, and who won"),
        Binding("x", "solve", "solve", id="study.solve",
                tooltip="Prove the value of this position"),
        Binding("s", "save", "save", id="study.save",
                tooltip="Save the study in a file"),
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
        go_to_binding("study", is_shown=False),
        *arrow_bindings("study"),
        *digit_bindings("study", "place at"),
    ]  # fmt: skip

    action_comment = part_action("editing", StudyEditing.action_comment)
    action_rename = part_action("editing", StudyEditing.action_rename)
    action_sign = part_action("editing", StudyEditing.action_sign)
    action_delete = part_action("editing", StudyEditing.action_delete)
    action_promote = part_action("editing", StudyEditing.action_promote)
    action_undo = part_action("editing", StudyEditing.action_undo)
    action_redo = part_action("editing", StudyEditing.action_redo)
    action_save = part_action("saving", StudySaving.action_save)

    def __init__(self, session: Session, tree: Tree, stored: GameRef | None = None, ply: int = 0) -> None:
        """Begin after `ply` moves of the main line. `stored` names the game in the store, None if it is not
        there.
        """
        view = StudyView(tree)
        super().__init__(session, view)
        self.study = Study(session, tree, stored)
        if ply:
            self.study.go_to(tree.main_line[ply - 1])
        self.study.game.show_by(session.settings.coordinates)
        self.explorer, self.solving = Explorer(self), Solving(session)
        self.analysis = StudyAnalysis(self)
        self.editing, self.saving = StudyEditing(self), StudySaving(self)
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
        self.show_symbols(self.study.game.setup.players)
        self.show_tree()
        if self.study.tree.root.children and self.board_area.shows_panel:
            self.set_focus(self.board_area.tree_log)

    def go_to_node(self, node: Node) -> None:
        """Go to a move of the tree."""
        self.study.go_to(node)
        self.show_node()

    # --- display -----------------------------------------------------------------------------------------

    def show_tree(self) -> None:
        """Show everything after a change of the tree."""
        setup, name = self.study.game.setup, fitted(self.study.tree.name, LONGEST_SHOWN)
        titles = [*map(quiet, wording.setup_titles(setup)), ()]
        self._header.show(titles, [*[mode(f"Study: {name}")] * bool(name), mode("Study")])
        self.board_area.tree_log.show(setup, self.study.node)
        self.show_node()

    def show_node(self) -> None:
        """Show the move at the cursor."""
        game = self.study.game
        self.analysis.follow(game)
        view = BoardView.after(game, len(game.moves))
        self.board.show(view._replace(labels=self.analysis.labels))
        is_running = game.outcome is None
        self.board.previewed = game.position.to_move if is_running and not game.position.has_marks else None
        if game.moves and (stone := game.moves[-1].stone) is not None:
            self.board.cursor = self.board.geometry.square_of(stone)
        self.board_area.tree_log.select(self.study.node)
        self.board_area.show_place(game)
        self.solving.follow(game.position)
        self.explorer.follow(game)
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
        statement = "Start of the game" if game.setup.start is None else "Start position"
        if moves:
            statement = f"Move {moves}: {self.move_words}{node.sign}"
        more = self.solving.words or " ".join(node.comment.split())
        key = "" if self.board_area.shows_panel else " (p)"
        return StatusText(statement, more, less=self.status.beginning(statement, more, key))

    def is_in_footer(self, binding: Binding) -> bool:
        if self.app.size.width < NARROW and not self.go_to.display:
            return binding.action in IN_NARROW_FOOTER
        return super().is_in_footer(binding)

    # --- walking -----------------------------------------------------------------------------------------

    def action_walk(self) -> None:
        """Focus the list of moves, or the board."""
        self.begin_key(())  # keys that go before all others have not been noted
        area, is_walking = self.board_area, self.focused is self.board_area.tree_log
        self.close_go_to()
        if is_walking == area.shows_panel and (area.is_narrow or not is_walking):
            area.turn(not area.is_turned)  # what gets the focus has to be in sight
        self.set_focus(None if is_walking else area.tree_log)

    def action_panel(self) -> None:
        """Show or hide the list of moves; arrows are for what is shown."""
        super().action_panel()
        area = self.board_area
        self.set_focus(area.tree_log if area.shows_panel and area.is_narrow else None)

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

    def action_turn_page(self, by: int) -> None:
        """Go a page up (-1) or down (1) in the list of moves, which is shown first."""
        if self.board_area.shows_panel:
            self.board_area.tree_log.turn_page(by)
        else:
            self.action_panel()

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

    @property
    def move_words(self) -> str:
        game = self.study.game
        return wording.move_in_game(game, game.moves[-1])

    # --- from here ---------------------------------------------------------------------------------------

    def action_play_from(self) -> None:
        """Set up a game from this position in the main menu."""
        self._go_on(self.app.set_up)

    def action_edit_position(self) -> None:
        """Edit this position; the study stays as it is."""
        self._go_on(self.app.edit_position)

    def action_make_puzzle(self) -> None:
        """Find out whether this position is a puzzle."""
        self.app.make_puzzle(self.study.game.position, self.study.game.setup)

    def _go_on(self, act: Callable[[Setup], object]) -> None:
        """Do something with a set-up that starts from this position, or say why there is none."""
        game = self.study.game
        if game.outcome is not None:
            self.refuse("the game is over here: go back first")
            return
        try:
            act(setup_from(game.position, game.setup))
        except InvalidStart as error:
            self.refuse(str(error))

    def action_solve(self) -> None:
        """Prove the value of this position, as long as no other is shown."""
        if self.study.game.outcome is not None:
            self.refuse("the game is over here")
            return
        self.solving.start(self, self.study.game)
        self.show_status()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if self.solving.take(event):
            self.show_status()
        if self.analysis.take_failure(event):
            self.on_search_update()

    def action_analysis(self) -> None:
        self.analysis.turn()
        self.show_node()

    def on_search_update(self) -> None:
        """Show what the analysis has found."""
        self.analysis.show(self.study.game)
        self.board.show(self.board.view._replace(labels=self.analysis.labels))

    def on_analysis_panel_pointed(self, event: AnalysisPanel.Pointed) -> None:
        self.board_area.see_board()
        self.board.cursor = event.square

    def action_explore(self) -> None:
        """Show or hide what the stored games went on with."""
        self.explorer.turn()
        self.show_node()

    def on_store_answered(self) -> None:
        self.explorer.look()

    def on_unmount(self) -> None:
        """Stop the work that is about this study."""
        self.solving.close()
        self.analysis.close()
        self.explorer.close()
        self.study.close()
