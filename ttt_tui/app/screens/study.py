"""The study of a game: its lines are walked through, and variations, comments and signs are added."""

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.worker import Worker

from ttt_tui.app.look.room import NARROW
from ttt_tui.app.play.explorer import Explorer
from ttt_tui.app.play.solving import Solving
from ttt_tui.app.play.study_analysis import StudyAnalysis
from ttt_tui.app.screens.board_screen import (
    BoardScreen,
    arrow_bindings,
    digit_bindings,
    go_to_binding,
    numbers_binding,
    share_binding,
)
from ttt_tui.app.screens.sharing import Shareable, hand_out, saved_as, shared_game
from ttt_tui.app.widgets.analysis_panel import AnalysisPanel
from ttt_tui.app.widgets.bars import ScreenHeader, StatusText, mode, quiet
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.game_views import StudyView
from ttt_tui.app.widgets.tree_log import TreeLog
from ttt_tui.engine import Game, IllegalMove, Move, Placement, Position, Setup
from ttt_tui.engine.records.text import to_text
from ttt_tui.engine.records.tree import Node, Tree
from ttt_tui.errors import ActionUnavailable, InvalidStart, RecordError
from ttt_tui.process.paths import LONGEST_PATH
from ttt_tui.process.permissions import Permission
from ttt_tui.session import wording
from ttt_tui.session.layout import fitted
from ttt_tui.session.session import Session
from ttt_tui.session.study import Study, setup_from
from ttt_tui.store.stored_game import GameRef

LONGEST_NAME = 200
"""Characters of a name that is typed."""

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
        self._written: dict[Path, bytes] = {}
        """What this study wrote to files."""
        self._saved_as = ""
        """The name of the file that it wrote last."""
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
            statement = f"Move {moves}: {self._move_words}{node.sign}"
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

    def action_comment(self) -> None:
        """Change the comment on this move."""
        from ttt_tui.app.screens.study_dialogs import CommentScreen, TypedComment

        study, node = self.study, self.study.node

        def commented(typed: TypedComment | None) -> None:
            if typed is None or study.node is not node:
                return
            if typed.is_saved:
                self.change(lambda: study.comment(typed.text))
            else:
                self.change(lambda: study.comment_undone(typed.text), "Not saved; U brings your text back")

        heading = f"Comment on {self._move_words}" if node.parent else "Comment on the game"
        self.app.push_screen(CommentScreen(heading, node.comment), commented)

    def action_rename(self) -> None:
        """Change the name of the study."""
        from ttt_tui.app.screens.study_dialogs import LineScreen

        study = self.study

        def named(name: str | None) -> None:
            if name is not None:
                self.change(lambda: study.rename(name))

        note = "It is the first line of the comment on the game."
        longest = max(LONGEST_NAME, len(study.heading))
        self.app.push_screen(LineScreen("Name of the study", study.heading, note, longest), named)

    def action_sign(self) -> None:
        """Choose the sign of this move."""
        from ttt_tui.app.screens.study_dialogs import NO_SIGN, SignScreen

        study, node = self.study, self.study.node

        def signed(nag: int | None) -> None:
            if nag is not None and study.node is node:
                self.change(lambda: study.sign(None if nag == NO_SIGN else nag))

        if node.parent is None:
            self.refuse("go to a move first")
        else:
            self.app.push_screen(SignScreen(self._move_words, node.nags), signed)

    @property
    def _move_words(self) -> str:
        game = self.study.game
        return wording.move_in_game(game, game.moves[-1])

    def action_delete(self) -> None:
        self.change(self.study.delete, "Deleted; u brings it back")

    def action_promote(self) -> None:
        self.change(self.study.promote)

    def action_undo(self) -> None:
        self.change(self.study.undo)

    def action_redo(self) -> None:
        self.change(self.study.redo)

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

    def action_save(self) -> None:
        """Ask for the name of a file, and save the study there; where no files may be written, copy it."""
        if not self.session.permissions.allows(Permission.FILES):
            hand_out(self, to_text(self.study.record()))
            return
        from ttt_tui.app.screens.study_dialogs import LineScreen

        geometry = self.study.game.setup.geometry
        name = self._saved_as or f"study-{geometry.columns}x{geometry.rows}.sgf"
        formats = ".sgf, .txt and .json keep all lines"
        screen = LineScreen("Save the study in a file", name, formats, LONGEST_PATH)
        self.app.push_screen(screen, self._save)

    def _save(self, name: str | None) -> None:
        """Write the study in a thread, for no screen waits for the disk: to a new file, or to the one that it
        wrote before, unless somebody has changed that.
        """
        if not name:
            return
        self.session.permissions.check(Permission.FILES)
        from ttt_tui.store.files import content_for, describe_os_error, write_content

        try:
            path = Path(name).expanduser()
            content = content_for([self.study.record()], path)
        except (OSError, RuntimeError, ValueError) as error:  # of a record, a name or a home
            self.refuse(f"can't save the study: {error}")
            return

        def save() -> None:
            try:
                write_content(content, path, self._written.get(path.absolute()))
                self._written[path.absolute()], self._saved_as = content, name
                tell = partial(self.show_notice, saved_as(path.absolute()))
            except FileExistsError:
                tell = partial(
                    self.refuse, f"can't save the study: {path.name} already exists; choose a new name"
                )
            except (OSError, ValueError) as error:
                why = describe_os_error(error) if isinstance(error, OSError) else str(error)
                tell = partial(self.refuse, f"can't save the study: {why}")
            with suppress(RuntimeError):  # the program is ending
                self.call_later(tell)

        threading.Thread(target=save, name="save", daemon=True).start()

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
