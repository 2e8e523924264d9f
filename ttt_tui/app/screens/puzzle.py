"""A puzzle on the screen: moves are tried and proved right or wrong, and refutations are played out."""

import time
from datetime import datetime

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from ttt_tui.app.look.room import NARROW
from ttt_tui.app.play.background import TaskQueue
from ttt_tui.app.play.reading_time import ReadingTime
from ttt_tui.app.screens.board_screen import STEP_SECONDS, BoardScreen, go_to_binding, square_bindings
from ttt_tui.app.screens.sharing import Shareable
from ttt_tui.app.widgets.bars import StatusText, hint_dots
from ttt_tui.app.widgets.board.view import BoardView, hint_label, move_numbers
from ttt_tui.app.widgets.footer import KeyHints, key_words
from ttt_tui.app.widgets.puzzle_panel import PuzzlePanel, PuzzleTop
from ttt_tui.app.widgets.views import BoardAndPanel
from ttt_tui.engine import Game, IllegalMove, Position, Square
from ttt_tui.errors import ActionUnavailable, RecordError
from ttt_tui.puzzles.attempt import ProverAnswer, PuzzleAttempt, Stage
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.puzzles.progress import DayState, Progress
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Prover
from ttt_tui.puzzles.sharing import NOT_SHAREABLE, share_text
from ttt_tui.session import wording
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session

SOON_SECONDS = 0.2
"""Seconds within which an answer is shown without a notice of waiting for it."""

LONG_SECONDS = 2.0
"""Seconds after which the status line says that the answer may take a while, and how long it has taken."""

STATUS_MARGIN = 4
"""Cells beside the text of the status line."""

HINT_WORDS = ("which line", "which square")
"""The words of the key for a hint after its first step and after its second."""


DAY_CHECK_SECONDS = 30.0
"""Seconds between two checks of the date, after which a daily puzzle is no longer today's."""


class PuzzleScreen(BoardScreen):
    """Tries moves in a puzzle; a prover answers them. Each puzzle has a screen of its own."""

    BINDING_GROUP_TITLE = "Puzzles"
    BINDINGS = [
        Binding("enter,space", "place", "place", key_display="↵", id="puzzle.place",
                tooltip="Try a stone at the cursor"),
        Binding("i", "hint", "hint", id="puzzle.hint",
                tooltip="Get a hint; each one says more, and any hint lowers your rating"),
        Binding("u,ctrl+z", "again", "take back", key_display="u", id="puzzle.again",
                tooltip="Take back the move that you tried"),
        Binding("u,ctrl+z", "restart", "restart", key_display="u", id="puzzle.restart",
                tooltip="Restart the puzzle"),
        Binding("S", "show", "solution", key_display="S", id="puzzle.show",
                tooltip="Show the solution move by move"),
        Binding("n", "another", "next", id="puzzle.another",
                tooltip="Go to another puzzle of this kind"),
        Binding("p", "choose", "choose", id="puzzle.choose",
                tooltip="Choose today's puzzle, one of your mistakes, or a difficulty"),
        Binding("C", "share", "share", key_display="C", id="puzzle.share",
                tooltip="Copy how you solved the puzzle, without its solution; again: show the text"),
        Binding("question_mark", "app.help", "help", key_display="?", id="puzzle.help",
                tooltip="Help: keys, rules and levels"),
        Binding("q,escape", "leave", "leave", key_display="q", id="puzzle.leave",
                tooltip="Leave the puzzle; your progress is saved"),
        go_to_binding("puzzle", is_shown=False),
        *square_bindings("puzzle"),
    ]  # fmt: skip

    def __init__(self, session: Session, assigned: AssignedPuzzle, *, is_first: bool = True) -> None:
        """`is_first` unless another puzzle was on the screen before."""
        puzzle = assigned.puzzle
        self.attempt = PuzzleAttempt(puzzle, datetime.now().astimezone())
        self.attempt.game.show_by(session.settings.coordinates)
        self.assigned = assigned
        self.top, self.panel = PuzzleTop(), PuzzlePanel()
        super().__init__(session, BoardAndPanel(self.attempt.setup, (self.panel,)))
        self._prover: TaskQueue[Prover] = TaskQueue(prover_of(puzzle.geometry), session.screen_is_idle)
        self._worker: Worker[ProverAnswer] | None = None
        self._timer: Timer | None = None
        self._clock: Timer | None = None
        self._asked_at = 0.0
        self._news = self._daily_notice(is_first)
        self._progress: Progress | None = None
        self._reading = ReadingTime()

    def _daily_notice(self, is_first: bool) -> str:
        """Return that the daily puzzle is solved, if this is the daily puzzle or replaces it."""
        if self.assigned.made or DayState.TODAY in self.session.puzzles.progress().week:
            return ""
        if self.assigned.day:
            return "you have solved it already"
        return "today's puzzle is solved" if is_first else ""

    def compose(self) -> ComposeResult:
        """Yield the title, the board and the parts beside it, the status line and the footer."""
        yield self.top
        yield self.board_area
        yield self.status
        yield self.go_to
        yield KeyHints(self.is_in_footer, self.key_words)

    def on_mount(self) -> None:
        """Begin with the cursor on the latest stone: its threats come first."""
        self.show_symbols(self.attempt.setup.players)
        played = self.attempt.puzzle.played
        if played:
            self.board.cursor = played[-1]
        self.set_interval(DAY_CHECK_SECONDS, self._show_top)
        self._go_on()

    @property
    def shown_game(self) -> Game:
        return self.attempt.game

    def show_anew(self) -> None:
        if self._progress is not None:
            self._show()

    def on_unmount(self) -> None:
        self._worker = None
        self._prover.close()

    def _cancel(self) -> None:
        """Discard the pending answer and the line that is being played out."""
        self._worker = None
        self._prover.end()
        self._stop_clock()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        """Ask the prover or play out a line, whichever is next, and show the position."""
        attempt = self.attempt
        if attempt.stage is Stage.LINE and self._timer is None:
            self._timer = self.set_interval(STEP_SECONDS, self._step)
        self.session.puzzles.note(attempt, self.assigned)
        self._progress = self.session.puzzles.progress()
        if attempt.stage is Stage.CHECKING:
            self._worker = self._prover.ask(self, attempt.question())
            self._stop_clock()
            self._asked_at = time.monotonic()
            self._clock = self.set_interval(1.0, self.show_status)
            self._show_board()
            self.set_timer(SOON_SECONDS, self._show)
        else:
            self._show()

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _step(self) -> None:
        if self.attempt.stage is not Stage.LINE:
            return
        self.attempt.step()
        if self.attempt.stage is not Stage.LINE:
            self._cancel()
            self.notice = ""  # what was refused meanwhile is possible now
        self._show()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker is not self._worker or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return
        self._worker, self.notice = None, ""
        self._stop_clock()
        if event.state is WorkerState.ERROR:
            self.attempt.again()
            self._go_on()
            self.refuse(f"the search failed: {event.worker.error!r:.100}")
            return
        found = event.worker.result
        assert isinstance(found, ProverAnswer)
        self.attempt.take(found)
        self._go_on()

    # --- display -----------------------------------------------------------------------------------------

    def _show(self) -> None:
        attempt, progress = self.attempt, self._progress
        assert progress is not None
        self._show_board()
        self.panel.show(attempt, progress)
        self._show_top()
        self.show_status()
        self.refresh_bindings()
        if attempt.stage is Stage.OVER:
            self._reading.start()
        else:
            self._reading.reset()

    def _show_top(self) -> None:
        """Show which puzzle it is: after midnight a daily puzzle is no longer today's."""
        if self._progress is not None:
            title = self.session.puzzles.title(self.assigned)
            tells_task = not self.board_area.shows_panel
            self.top.show(self.attempt.puzzle, title, self._progress.streak, tells_task=tells_task)

    def _show_board(self) -> None:
        """Show the position; stones that a line has added to the puzzle's position are marked as new."""
        attempt, game = self.attempt, self.attempt.game
        view = BoardView.after(game, len(game.moves))
        if attempt.is_refuted or attempt.walked:
            new = [move.square for move in game.moves[attempt.task.position.ply :]]
            view = view._replace(new=sum(1 << square for square in new if square is not None))
        labels = {} if attempt.hinted is None else {attempt.hinted: hint_label(attempt.player)}
        lines = () if attempt.meant is None else (attempt.meant,)
        numbers = move_numbers(game.setup.geometry, game.moves[len(attempt.puzzle.played) :])
        view = view._replace(numbers=numbers, labels=labels, lines=lines)
        is_over = attempt.stage is Stage.OVER
        self.board.show(view._replace(is_over=is_over, can_place=not attempt.is_walk, is_drawn=False))
        self.board.previewed = attempt.player if attempt.stage is Stage.TURN else None

    def show_status(self) -> None:
        """Show a refusal, else the state of the attempt."""
        if self.status_message:
            self.status.show(StatusText(self.status_message))
            return
        attempt = self.attempt
        text = wording.sentence(attempt.message)
        colour = "good" if attempt.has_reached or (attempt.right and not attempt.is_walk) else "text"
        if attempt.is_refuted:
            text, colour = self._with_line(text), "bad"
        step = attempt.hint_step
        dots = hint_dots(step, is_ascii=self.is_ascii) if step else ()
        self.status.show(StatusText(text, self._more, colour, lead=dots))

    @property
    def _more(self) -> str:
        """The text beside the state of the attempt."""
        attempt = self.attempt
        match attempt.stage:
            case Stage.CHECKING:
                seconds = time.monotonic() - self._asked_at
                return f"may take a while, {seconds:.0f} s" if seconds >= LONG_SECONDS else ""
            case Stage.TURN if not (attempt.right or attempt.wrong or attempt.hints):
                return self._news
        return ""

    def _with_line(self, text: str) -> str:
        """Return the text about a wrong move with as many of the moves on the board as fit."""
        attempt = self.attempt
        line = attempt.game.moves[attempt.task.position.ply + 2 :]  # the reply is in the text already
        room = (self.size.width - STATUS_MARGIN) * (1 + (self.size.width < NARROW))
        joint = ", then"
        for move in line:
            longer = f"{text}{joint} {wording.move_words(attempt.setup, move)}"
            if cell_len(longer) + len(" …") > room:
                return f"{text} …"
            text, joint = longer, ","
        return text

    def is_in_footer(self, binding: Binding) -> bool:
        """Return whether the footer names a key: the most important ones, as many as fit."""
        if not super().is_in_footer(binding):
            return False
        attempt = self.attempt
        is_ended = attempt.is_walk or attempt.stage is Stage.OVER
        match (binding.id or "").removeprefix("puzzle."):
            case "place":
                return attempt.stage is Stage.OVER or not attempt.is_walk
            case "show":
                return not is_ended
            case "share":
                return is_ended and attempt.has_ended
            case "hint":
                return not (is_ended or attempt.is_refuted)
            case "again":
                return attempt.is_refuted
            case "restart":
                return is_ended or bool(attempt.right)
            case "another":
                return attempt.stage is not Stage.OVER and (attempt.is_walk or not attempt.right)
        return True

    def key_words(self, binding: Binding) -> str:
        """Return the footer's words for a key, which depend on the state of the attempt."""
        if binding.action == "hint":
            return key_words(self.attempt.hint_step, HINT_WORDS)
        if binding.action == "place" and self.attempt.stage is Stage.OVER:
            return "next puzzle"
        return binding.description

    def show_colours(self) -> None:
        self.panel.refresh()
        self.top.refresh()

    # --- actions -----------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.attempt.game.position

    def choose(self, square: Square) -> None:
        attempt = self.attempt
        if attempt.seeks_hint:
            self._take_back()  # the hint is not waited for
        if attempt.is_refuted:  # another square means another try
            if square == attempt.tried:
                raise IllegalMove(f"{attempt.setup.geometry.worded(square)[0]} is wrong: try another square")
            self._take_back()
        try:
            attempt.place(square)
        except IllegalMove:
            self._show()  # what beat the last try may have been taken back
            self.check_possible("go_to")  # which says more
            raise
        self._go_on()

    def check_possible(self, action: str) -> None:
        attempt = self.attempt
        is_over = attempt.stage is Stage.OVER
        if action == "share" and not attempt.has_ended:
            raise ActionUnavailable(NOT_SHAREABLE)
        if action in ("place", "go_to") and (attempt.is_refuted or attempt.seeks_hint):
            return
        if action == "place" and is_over:
            return  # it goes on to another puzzle
        if action == "show" and is_over:
            raise ActionUnavailable("the puzzle is over: u restarts it")
        if action in ("place", "go_to", "hint") or (action == "show" and attempt.is_walk):
            try:
                attempt.check_turn()
            except IllegalMove as refusal:
                more = {Stage.MISSED: " (u)", Stage.OVER: ": Enter next puzzle"}
                raise ActionUnavailable(f"{refusal}{more.get(attempt.stage, '')}") from None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the one of two keys that does not take back what was tried last."""
        attempt = self.attempt
        has_tried = attempt.is_refuted or (attempt.stage is Stage.CHECKING and not attempt.is_walk)
        if action in ("again", "restart") and has_tried != (action == "again"):
            return False
        return super().check_action(action, parameters)

    def action_place(self) -> None:
        """Try a move at the cursor; after the end go on to another puzzle, as after a game."""
        if self.attempt.stage is Stage.OVER:
            if self._reading.has_passed(self.session.key_pressed):
                self.action_another()
        else:
            super().action_place()

    def shareable(self) -> Shareable:
        """Return how the puzzle was solved, without its solution."""
        assigned, progress = self.assigned, self._progress
        streak = progress.streak if progress is not None and assigned.day else 0
        text = share_text(
            self.attempt, assigned.day, streak, is_made=bool(assigned.made), is_ascii=self.is_ascii
        )
        return Shareable(text)

    def action_hint(self) -> None:
        """Advance the hint by one step."""
        self.attempt.hint()
        self._go_on()

    def action_again(self) -> None:
        self._take_back()
        self._go_on()

    action_restart = action_again

    def _take_back(self) -> None:
        self._cancel()
        self.attempt.again()

    def action_show(self) -> None:
        self._cancel()
        self.attempt.show()
        self._go_on()

    def action_another(self) -> None:
        service, puzzle = self.session.puzzles, self.attempt.puzzle
        try:
            if self.assigned.is_mine:
                assigned = service.mine(besides=puzzle)
            elif self.assigned.made:
                assigned = service.after(self.assigned)
            else:
                assigned = service.of_difficulty(Difficulty.of(puzzle), besides=puzzle)
        except RecordError as error:
            self.refuse(f"can't read your puzzles: {error}")
            return
        if assigned is None:
            whose = "puzzles in this file" if self.assigned.file is not None else "puzzles of yours"
            what = whose if self.assigned.made else "mistakes to review"
            self.refuse(f"no more {what}: p chooses another puzzle")
        else:
            self.replace_by(assigned)

    def replace_by(self, assigned: AssignedPuzzle) -> None:
        """Replace this puzzle by another one."""
        if self.is_active:
            self.app.switch_screen(PuzzleScreen(self.session, assigned, is_first=False))

    def action_choose(self) -> None:
        from ttt_tui.app.screens.which_puzzle import WhichPuzzleScreen

        def chosen(assigned: AssignedPuzzle | None) -> None:
            if assigned is not None:
                self.call_later(self.replace_by, assigned)

        self.app.push_screen(WhichPuzzleScreen(self.session.puzzles), chosen)

    def action_panel(self) -> None:
        """Hide or show the panel; without it the title says the task."""
        super().action_panel()
        self._show()
