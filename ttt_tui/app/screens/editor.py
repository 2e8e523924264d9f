"""The editor of positions: stones are put on the board of a set-up, and games start there."""

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from ttt_tui.analysis.verdict import standing
from ttt_tui.app.play.background import judge_queue
from ttt_tui.app.screens.board_screen import BoardScreen, arrow_bindings, go_to_binding, panel_binding
from ttt_tui.app.screens.position_dialogs import PasteScreen, UseScreen
from ttt_tui.app.widgets.bars import ScreenHeader, StatusText, mode, quiet
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.app.widgets.brushes import ERASER, IN_TURN, Brush, BrushBar, BrushList, BrushView, BrushWidget
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.views import BoardAndPanel
from ttt_tui.computer import Stop
from ttt_tui.engine import Geometry, IllegalMove, Limit, Placement, Position, Setup, Square
from ttt_tui.engine.names import skeleton
from ttt_tui.errors import ActionUnavailable, RecordError
from ttt_tui.session import wording
from ttt_tui.session.position_editor import PositionEditor
from ttt_tui.session.session import Session
from ttt_tui.session.typed_squares import typed_square

if TYPE_CHECKING:
    from ttt_tui.analysis.judge import AnyJudge, Judgement

JUDGING = Limit(seconds=2.0)
"""The search for what is known of a position."""

JUDGED_AFTER = 0.3
"""Seconds without an edit after which it begins."""

DIGITS = 9
"""The stones that have a digit as their key."""

LEFT_HERE = "U brings back the position that you left here"


class EditorScreen(BoardScreen):
    """Edits the start of a set-up: is dismissed with the set-up that starts there, or with None."""

    BINDING_GROUP_TITLE = "Editing a position"
    BINDINGS = [
        Binding("enter", "use", "use", key_display="↵", id="editor.use",
                tooltip="Use the position: start a game or a study, or make a puzzle"),
        Binding("space", "in_turn", "in turn", key_display="Space", id="editor.turns",
                tooltip="Place a stone of the player to move, as in a game"),
        *(Binding(str(digit), f"stone({digit - 1})", "stone", show=False, id=f"editor.stone{digit}",
                  tooltip="Put the stone of the player with this number at the cursor")
          for digit in range(1, DIGITS + 1)),
        Binding("x", "symbol('x')", "X", show=False, id="editor.x",
                tooltip="Put an X at the cursor, or the first player's stone"),
        Binding("o", "symbol('o')", "O", show=False, id="editor.o",
                tooltip="Put an O at the cursor, or the second player's stone"),
        Binding("full_stop,delete,backspace", "erase", "erase", key_display=".", id="editor.erase",
                tooltip="Erase the stone at the cursor"),
        Binding("plus", "next_brush(1)", "next stone", show=False, id="editor.next",
                tooltip="Choose the next stone, as that of the tenth player"),
        Binding("minus", "next_brush(-1)", "previous stone", show=False, id="editor.previous",
                tooltip="Choose the previous stone"),
        Binding("p", "place", "put", show=False, id="editor.put",
                tooltip="Put the chosen stone at the cursor"),
        Binding("t", "pass_turn", "turn", key_display="t", id="editor.turn",
                tooltip="Change whose turn it is"),
        Binding("b", "due", "board due", id="editor.due",
                tooltip="In Ultimate: play on the small board at the cursor, again on any"),
        Binding("f", "flip", "flip", id="editor.flip",
                tooltip="Turn or mirror the position; again for each other way"),
        Binding("v", "paste", "paste", id="editor.paste",
                tooltip="Paste or type a diagram, a record or moves"),
        Binding("c", "clear", "clear", id="editor.clear", tooltip="Take all stones off the board"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u", id="editor.undo",
                tooltip="Undo the latest edit"),
        Binding("U,ctrl+y", "redo", "redo", show=False, key_display="U", id="editor.redo",
                tooltip="Redo the edit that was undone last"),
        Binding("question_mark", "app.help", "help", key_display="?", id="editor.help",
                tooltip="Help: keys, rules and levels"),
        Binding("q,escape", "leave", "leave", key_display="q", id="editor.leave",
                tooltip="Leave without using the position"),
        go_to_binding("editor", is_shown=False),
        panel_binding("editor"),
        *arrow_bindings("editor"),
    ]  # fmt: skip

    def __init__(self, session: Session, setup: Setup) -> None:
        """Edit the start of a set-up, or make it one."""
        left, session.left_position = session.left_position, None
        is_ours = left is not None and (left.geometry, len(left.players)) == (
            setup.geometry.without_opening,
            len(setup.players),
        )
        self.editor = PositionEditor(setup, left.start if left is not None and is_ours else None)
        self.editor.show_by(session.settings.coordinates)
        shown = self.editor.result
        self.header, self.list, self.bar = ScreenHeader(), BrushList(), BrushBar()
        super().__init__(session, BoardAndPanel(shown, (self.list,)))
        self.board.is_drawn_on = True
        stones = shown.drawn_players[: len(self.editor.marks)]
        keys = [str(number) if number <= DIGITS else "" for number in range(1, len(stones) + 1)]
        self._brushes = (
            *(Brush(key, player.name, player) for key, player in zip(keys, stones, strict=True)),
            ERASER,
            IN_TURN,
        )
        self._chosen = IN_TURN
        self._is_erasing = False  # by the mouse, whose first square had the chosen stone
        self._verdict = ""
        self._judge = judge_queue(session)
        self._worker: Worker[Judgement] | None = None
        self._soon: Timer | None = None
        if opening := str(setup.geometry.rules.opening) * (setup.geometry != shown.geometry):
            self.notice = f"Without the opening {opening}, which begins on the empty board"
        elif left is not None and is_ours:
            self.notice = LEFT_HERE

    def compose(self) -> ComposeResult:
        """Yield the title, the board with its panel, the brushes, the status line and the footer."""
        yield self.header
        yield self.board_area
        yield self.bar
        yield self.status
        yield self.go_to
        yield KeyHints(self.is_in_footer)

    def on_mount(self) -> None:
        self.show_symbols(self.editor.result.players)
        self._show()

    def on_unmount(self) -> None:
        self._worker = None
        self._judge.close()

    def on_resize(self) -> None:
        self._show_brushes()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.board.show_numbers(self.board.geometry.rules.kept_stones is not None)  # the stones' ages

    def action_numbers(self) -> None:
        """Do nothing: no moves placed these stones."""

    # --- what is edited ----------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.editor.position

    @property
    def result(self) -> Setup:
        """The set-up that starts in the position."""
        return self.editor.result

    @property
    def _geometry(self) -> Geometry:
        return self.editor.geometry

    def follow_coordinates(self) -> None:
        self.editor.show_by(self.session.settings.coordinates)
        self.board.show_by(self._geometry)
        self.go_to.show_by(self._geometry)
        if self.is_mounted:
            self._show()

    def typed_square(self, text: str) -> Placement:
        """Return any square that a text names; raises `NotASquare`."""
        return typed_square(Position(self._geometry, 2), text, self.session.settings)

    @property
    def takes_digits(self) -> bool:
        return not self.is_typing

    # --- display -----------------------------------------------------------------------------------------

    def _show_edited(self) -> None:
        """Show the position after an edit, and find out soon what it is worth."""
        self._verdict, self._worker = "", None
        self._judge.end()
        if self._soon is not None:
            self._soon.stop()
        self._soon = self.set_timer(JUDGED_AFTER, self._ask)
        self._show()

    def _show(self) -> None:
        position, geometry = self.position, self._geometry
        has_ages = geometry.rules.kept_stones is not None
        ages = {square: age for squares in self.editor.start.stones for age, square in enumerate(squares, 1)}
        view = BoardView.of(position)._replace(
            last=None,
            numbers=ages if has_ages else {},
            forbidden=0 if self.editor.problem else position.forbidden,
        )
        self.board.show(view)
        self.header.show([*map(quiet, wording.board_titles(geometry)), ()], [mode("Editor")])
        self._show_brushes()
        self.show_status()
        self.refresh_bindings()

    def _show_brushes(self) -> None:
        setup, start = self.editor.result, self.editor.start
        due = ""
        if self._geometry.block_side is not None:
            from ttt_tui.engine.nine_boards import BOARD_NAMES  # only Ultimate needs it

            due = "on any open board" if start.board is None else f"on the {BOARD_NAMES[start.board]} board"
        about = [each for each in (self.editor.problem, self._verdict, self.editor.note) if each]
        mover = setup.players[start.to_move]
        view = BrushView(self._brushes, self._chosen, self.editor.counts, mover, due, about)
        self.bar.display = not self.board_area.shows_panel
        self.list.show(view)
        self.bar.show(view)
        is_stone = self._chosen.player is not None and self._geometry.block_side is None
        self.board.previewed = self._brushes.index(self._chosen) if is_stone else None

    def show_status(self) -> None:
        """Show a refusal, else why no game can start, else what is known of the position."""
        if self.status_message:
            self.status.show(StatusText(self.status_message))
            return
        if problem := self.editor.problem:
            self.status.show(StatusText(wording.sentence(problem), colour="bad"))
            return
        mover = self.editor.result.players[self.editor.start.to_move]
        turn = f"{mover.symbol} to move"
        note = self.editor.note and wording.sentence(self.editor.note)
        self.status.show(StatusText(self._verdict or turn, note))

    def show_anew(self) -> None:
        self._show()

    def show_colours(self) -> None:
        self._show()

    def action_panel(self) -> None:
        super().action_panel()
        self._show_brushes()

    # --- the worth of the position -----------------------------------------------------------------------

    def _ask(self) -> None:
        """Begin the search for the worth of the position, if a game can start there."""
        self._soon = None
        position = self.position
        if self.editor.problem or not position.occupied:
            return

        def ask(judge: "AnyJudge", stop: Stop) -> "Judgement":
            return judge.judge(position, JUDGING, stop)

        self._worker = self._judge.ask(self, ask)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker is not self._worker or event.state is not WorkerState.SUCCESS:
            return
        found = event.worker.result
        assert found is not None
        better, words = standing(self.position, found.verdict, found.chances)
        symbol = "" if better is None else f"{self.editor.result.players[better].symbol} "
        self._verdict = f"{symbol}{words}"
        self._show_brushes()
        self.show_status()

    # --- brushes -----------------------------------------------------------------------------------------

    def choose(self, square: Placement) -> None:
        """Use the chosen brush on a square. Raises `ActionUnavailable`."""
        self._draw(self._geometry.square_of(square))

    def _draw(self, square: Square, *, joins: bool = False) -> None:
        if self._chosen == ERASER:
            self.editor.erase(square, joins=joins)
        elif self._chosen == IN_TURN:
            self.editor.play(square)
        else:
            self.editor.put(square, self._brushes.index(self._chosen), joins=joins)
        self._show_edited()

    def _use(self, brush: Brush) -> None:
        """Choose a brush, and use it at the cursor."""
        self._chosen = brush
        self._show_brushes()
        self.action_place()

    def action_in_turn(self) -> None:
        self._use(IN_TURN)

    def action_erase(self) -> None:
        self._use(ERASER)

    def action_stone(self, number: int) -> None:
        """Put the stone with this number, from 0, at the cursor."""
        if number >= len(self.editor.marks):
            self.refuse(f"only these stones are in the game: {', '.join(self.editor.marks)}")
        else:
            self._use(self._brushes[number])

    def action_symbol(self, letter: str) -> None:
        """Put the stone that looks like this letter; without one the first or second player's."""
        alike = [skeleton(mark) for mark in self.editor.marks]
        self.action_stone(alike.index(letter) if letter in alike else "xo".index(letter))

    def action_next_brush(self, by: int = 1) -> None:
        """Choose the next brush, or with -1 the previous one."""
        place = (self._brushes.index(self._chosen) + by) % len(self._brushes)
        self._choose(self._brushes[place])

    def _choose(self, brush: Brush) -> None:
        self._chosen = brush
        self._show_brushes()
        self.show_notice(f"Brush: {brush.player.symbol if brush.player is not None else brush.words}")

    def on_brush_widget_chosen(self, event: BrushWidget.Chosen) -> None:
        self._choose(event.brush)

    async def on_brush_widget_pressed(self, event: BrushWidget.Pressed) -> None:
        await self.run_action(event.action)

    def on_board_grid_drawn(self, event: BoardGrid.Drawn) -> None:
        """Draw with the mouse: what the first square needs decides whether stones are put or erased."""
        self.clear_notice()
        if event.is_first:
            self.close_go_to()
            self.board.cursor = event.square
            chosen = self._brushes.index(self._chosen)
            self._is_erasing = self.editor.stone_at(event.square) == chosen
        before = self._chosen
        try:
            if self._is_erasing:
                self._chosen = ERASER
            self._draw(event.square, joins=not event.is_first)
        except (ActionUnavailable, IllegalMove) as refusal:
            if event.is_first:
                self.refuse(str(refusal))
        finally:
            self._chosen = before
            self._show_brushes()

    # --- other edits -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the key for the board due where there are no small boards."""
        if action == "due" and self._geometry.block_side is None:
            return False
        return super().check_action(action, parameters)

    def action_pass_turn(self) -> None:
        self.editor.pass_turn()
        self._show_edited()

    def action_due(self) -> None:
        """Have the next stone be due on the small board at the cursor, or on any if it is already."""
        from ttt_tui.engine.nine_boards import BOARD_OF  # only Ultimate needs it

        board = BOARD_OF[self.board.cursor]
        self.editor.send_to(None if self.editor.start.board == board else board)
        self._show_edited()

    def action_flip(self) -> None:
        self.editor.turn()
        self._show_edited()

    def action_clear(self) -> None:
        self.editor.clear()
        self._show_edited()
        if self.editor.is_changed:
            self.show_notice("Cleared: u undoes it")

    def action_undo(self) -> None:
        self._undo_or_refuse(is_redo=False)

    def action_redo(self) -> None:
        self._undo_or_refuse(is_redo=True)

    def _undo_or_refuse(self, *, is_redo: bool) -> None:
        try:
            (self.editor.redo if is_redo else self.editor.undo)()
        except IllegalMove as refusal:
            self.refuse(str(refusal))
        else:
            self._show_edited()

    def action_paste(self) -> None:
        def typed(text: str | None) -> None:
            if text:
                self.call_later(self._paste, text)  # after this screen has resumed, which clears notices

        self.app.push_screen(PasteScreen(self._geometry), typed)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._paste(event.text)

    def _paste(self, text: str) -> None:
        try:
            notes = self.editor.paste(text)
        except RecordError as error:
            self.refuse(str(error))
            return
        self._show_edited()
        self.show_notice(wording.sentence("; ".join(("pasted: u undoes it", *notes))))

    # --- the end -----------------------------------------------------------------------------------------

    def check_possible(self, action: str) -> None:
        if action == "use" and self.editor.problem:
            raise ActionUnavailable(self.editor.problem)

    def action_use(self) -> None:
        """Ask what the position is for."""
        from ttt_tui.engine.records.tree import Tree  # only studies need it

        def chosen(use: str | None) -> None:
            if use == "game":
                self.call_later(self._finish)
            elif use == "study":
                self.call_later(self.app.open_study, Tree(self.result), None)
            elif use == "puzzle":
                self.call_later(self.app.make_puzzle, self.position, self.result)

        self.app.push_screen(UseScreen(self._verdict), chosen)

    def _finish(self) -> None:
        """Close with the set-up; a screen must not wait for its own end."""
        self.dismiss(self.result)

    def action_leave(self) -> None:
        """Leave; the next editor of such a board can bring the position back."""
        if self.editor.is_changed:
            self.session.left_position = self.result
        self.dismiss(None)
