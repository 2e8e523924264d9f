"""A puzzle on the screen: stones are tried, what is proved of them is told, what beats them is played out."""

import time
from datetime import datetime

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from ttt_tui.app.play.answering import TaskQueue
from ttt_tui.app.play.ending import ReadingTime
from ttt_tui.app.play.puzzle_bindings import PUZZLE_BINDINGS
from ttt_tui.app.screens.square_screen import BoardScreen
from ttt_tui.app.screens.walking import STEP_SECONDS
from ttt_tui.app.widgets.bars import StatusText
from ttt_tui.app.widgets.board.view import BoardView, Label
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.puzzle_panel import PuzzlePanel, PuzzleTop
from ttt_tui.app.widgets.views import NARROW, BoardAndPanel
from ttt_tui.engine import IllegalMove, Square
from ttt_tui.puzzles.attempt import Attempt, ProverAnswer, Stage
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.puzzles.progress import DayState, Progress
from ttt_tui.puzzles.prover import Prover
from ttt_tui.puzzles.provers import prover_of
from ttt_tui.session import wording
from ttt_tui.session.puzzle_desk import AssignedPuzzle
from ttt_tui.session.session import Session

AT_ONCE_SECONDS = 0.2
"""What is answered sooner need not be announced: the next thing said is the answer."""

PATIENCE_SECONDS = 2.0
"""After so long it is said that the answer may take a while, and how long it has taken."""

STATUS_MARGIN = 4
"""Cells beside what the status line says."""

HINT = Label(("1",), "good", is_marked=True)
"""What is written on the square that a hint has told."""


class PuzzleScreen(BoardScreen):
    """Lets stones be tried in a puzzle; a prover answers them. Each puzzle has a screen of its own."""

    BINDING_GROUP_TITLE = "Puzzles"
    BINDINGS = PUZZLE_BINDINGS

    def __init__(self, session: Session, handed: AssignedPuzzle, *, is_first: bool = True) -> None:
        """`is_first` unless another puzzle was on the screen before."""
        puzzle = handed.puzzle
        self.attempt = Attempt(puzzle, datetime.now().astimezone())
        self.handed = handed
        self.top, self.panel = PuzzleTop(), PuzzlePanel()
        self.middle = BoardAndPanel(puzzle.geometry, self.attempt.setup.players, (self.panel,))
        super().__init__(session, self.middle)
        self._proving: TaskQueue[Prover] = TaskQueue(prover_of(puzzle.geometry), session.screen_is_idle)
        self._worker: Worker[ProverAnswer] | None = None
        self._timer: Timer | None = None
        self._clock: Timer | None = None
        self._asked_at = 0.0
        self._news = self._news_of_today(is_first)
        self._progress: Progress | None = None
        self._reading = ReadingTime()

    def _news_of_today(self, is_first: bool) -> str:
        """Return that the daily puzzle is solved, if this puzzle is it or stands in its place."""
        if DayState.TODAY in self.session.puzzles.progress().week:
            return ""
        if self.handed.day:
            return "you have solved it already"
        return "today's puzzle is solved" if is_first else ""

    def compose(self) -> ComposeResult:
        """Give the title, the board and what is beside it, the status line and the keys."""
        yield self.top
        yield self.middle
        yield self.status
        yield self.go_to
        yield KeyHints(self._is_shown)

    def on_mount(self) -> None:
        """Begin with the cursor on the latest stone: what it threatens comes first."""
        self.spell(self.attempt.setup.players)
        played = self.attempt.puzzle.played
        if played:
            self.board.cursor = played[-1]
        self._go_on()

    def on_unmount(self) -> None:
        """Nobody waits for an answer any more."""
        self._worker = None
        self._proving.close()

    def _forget(self) -> None:
        """What was looked at and what was being played out counts no more."""
        self._worker = None
        self._proving.stop()
        self._stop_clock()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        """Ask what there is to ask, play out what there is to play out, and show how it stands."""
        attempt = self.attempt
        if attempt.stage is Stage.LINE and self._timer is None:
            self._timer = self.set_interval(STEP_SECONDS, self._step)
        self.session.puzzles.note(attempt, self.handed)
        self._progress = self.session.puzzles.progress()
        if attempt.stage is Stage.ASKED:
            self._worker = self._proving.ask(self, attempt.question())
            self._stop_clock()
            self._asked_at = time.monotonic()
            self._clock = self.set_interval(1.0, self.show_status)
            self._show_board()
            self.set_timer(AT_ONCE_SECONDS, self._show)
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
            self._forget()
            self.notice = ""  # what was refused meanwhile is possible now
        self._show()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The prover has its answer."""
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

    # --- what is shown -----------------------------------------------------------------------------------

    def _show(self) -> None:
        attempt, progress = self.attempt, self._progress
        assert progress is not None
        self._show_board()
        self.panel.show(attempt, progress)
        self.top.show(attempt.puzzle, self._title(), progress.streak, tells_task=not self.middle.shows_panel)
        self.show_status()
        self.refresh_bindings()
        if attempt.stage is Stage.OVER:
            self._reading.start()
        else:
            self._reading.reset()

    def _show_board(self) -> None:
        """Show the position; what a line has added to that of the puzzle is marked as new."""
        attempt, game = self.attempt, self.attempt.game
        view = BoardView.after(game, len(game.moves))
        if attempt.is_refuted or attempt.walked:
            new = [move.square for move in game.moves[attempt.task.position.ply :]]
            view = view._replace(new=sum(1 << square for square in new if square is not None))
        labels = {} if attempt.hinted is None else {attempt.hinted: HINT}
        self.board.show(view._replace(labels=labels, is_over=attempt.stage is Stage.OVER))
        self.board.previewed = attempt.player if attempt.stage is Stage.TURN else None

    def _title(self) -> str:
        handed = self.handed
        if handed.is_mine:
            return "Your mistake"
        return "Today's puzzle" if handed.day else f"Puzzle {handed.puzzle.number}"

    def show_status(self) -> None:
        """Say why something was refused, else what came of it so far."""
        if self.said:
            self.status.show(StatusText(self.said))
            return
        attempt = self.attempt
        told = wording.sentence(attempt.told)
        if attempt.is_refuted:
            told = self._with_line(told)
        self.status.show(StatusText(told, self._more, self._colour))

    @property
    def _more(self) -> str:
        """What stands beside what came of it so far."""
        attempt = self.attempt
        match attempt.stage:
            case Stage.OVER:
                return "Enter next puzzle"
            case Stage.ASKED:
                seconds = time.monotonic() - self._asked_at
                return f"may take a while, {seconds:.0f} s" if seconds >= PATIENCE_SECONDS else ""
            case Stage.TURN if not (attempt.right or attempt.wrong or attempt.hints):
                return self._news
        return ""

    def _with_line(self, told: str) -> str:
        """Return why a move is wrong with all moves of both sides that the board shows, if there is room."""
        attempt = self.attempt
        line = attempt.game.moves[attempt.task.position.ply + 2 :]  # the reply is in what is told already
        room = (self.size.width - STATUS_MARGIN) * (1 + (self.size.width < NARROW))
        joint = ", then"
        for move in line:
            longer = f"{told}{joint} {wording.played(attempt.setup, move)}"
            if cell_len(longer) + len(" …") > room:
                return f"{told} …"
            told, joint = longer, ","
        return told

    @property
    def _colour(self) -> str:
        """The colour of what is said: how it stands."""
        attempt = self.attempt
        if attempt.is_refuted:
            return "bad"
        return "good" if attempt.has_reached or (attempt.right and not attempt.is_walk) else "text"

    def _is_shown(self, binding: Binding) -> bool:
        """Whether a key is named in the last line: what matters most now, as far as there is room."""
        if self.go_to.display:
            return binding.id == "goto.leave"
        if not binding.show:
            return False
        attempt = self.attempt
        is_ended = attempt.is_walk or attempt.stage is Stage.OVER
        match (binding.id or "").removeprefix("puzzle."):
            case "place" | "show":
                return not is_ended
            case "hint":
                return not (is_ended or attempt.is_refuted)
            case "again":
                return attempt.is_refuted
            case "restart":
                return is_ended or bool(attempt.right)
            case "another":
                return is_ended or not attempt.right
        return True

    def show_colours(self) -> None:
        """Draw what is drawn in the theme's colours anew."""
        self.panel.refresh()
        self.top.refresh()

    # --- what is done ------------------------------------------------------------------------------------

    def choose(self, square: Square) -> str:
        """Try a stone."""
        attempt = self.attempt
        if attempt.seeks_hint:
            self._take_back()  # the hint is not waited for
        if attempt.is_refuted:  # who tries something else means another try
            if square == attempt.tried:
                return f"{attempt.puzzle.geometry.name(square)} is wrong: try another square"
            self._take_back()
        try:
            attempt.place(square)
        except IllegalMove as refusal:
            self._show()  # what beat the last try may have been taken back
            return self.refusal("go_to") or str(refusal)
        self._go_on()
        return ""

    def refusal(self, action: str) -> str:
        """Return why an action is not possible now."""
        attempt = self.attempt
        if action in ("place", "go_to") and (attempt.is_refuted or attempt.seeks_hint):
            return ""
        if action == "place" and attempt.stage is Stage.OVER:
            return ""  # it goes on to another puzzle
        if action in ("place", "go_to", "hint"):
            more = {Stage.MISSED: " (u)", Stage.OVER: ": Enter next puzzle"}
            return attempt.refusal and attempt.refusal + more.get(attempt.stage, "")
        if action == "show" and attempt.stage is Stage.OVER:
            return "the puzzle is over: u restarts it"
        return attempt.refusal if action == "show" and attempt.is_walk else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is typed belongs to the line in which it is typed."""
        if self.go_to.display:
            return False
        attempt = self.attempt
        has_tried = attempt.is_refuted or (attempt.stage is Stage.ASKED and not attempt.is_walk)
        if action in ("again", "restart") and has_tried != (action == "again"):
            return False
        return super().check_action(action, parameters)

    def action_place(self) -> None:
        """Try a stone at the cursor; after the end go on to another puzzle, as after a game to the next."""
        if self.attempt.stage is Stage.OVER:
            if self._reading.has_passed(self.session.key_pressed):
                self.action_another()
        else:
            super().action_place()

    def action_hint(self) -> None:
        """Tell one thing more."""
        self.attempt.hint()
        self._go_on()

    def action_again(self) -> None:
        """Take back what was tried."""
        self._take_back()
        self._go_on()

    def action_restart(self) -> None:
        """Begin anew."""
        self.action_again()

    def _take_back(self) -> None:
        self._forget()
        self.attempt.again()

    def action_show(self) -> None:
        """Walk through the solution."""
        self._forget()
        self.attempt.show()
        self._go_on()

    def action_another(self) -> None:
        """Go on with another puzzle of this kind."""
        desk, puzzle = self.session.puzzles, self.attempt.puzzle
        if self.handed.is_mine:
            handed = desk.mine(besides=puzzle)
        else:
            handed = desk.of_difficulty(Difficulty.of(puzzle), besides=puzzle)
        if handed is None:
            self.refuse("no more mistakes to review: p chooses another puzzle")
        else:
            self.go_on_with(handed)

    def go_on_with(self, handed: AssignedPuzzle) -> None:
        """Show another puzzle in the place of this one."""
        if self.is_active:
            self.app.switch_screen(PuzzleScreen(self.session, handed, is_first=False))

    def action_choose(self) -> None:
        """Choose another kind of puzzle."""
        from ttt_tui.app.screens.which_puzzle import WhichPuzzleScreen

        def chosen(handed: AssignedPuzzle | None) -> None:
            if handed is not None:
                self.call_later(self.go_on_with, handed)

        self.app.push_screen(WhichPuzzleScreen(self.session.puzzles), chosen)

    def action_panel(self) -> None:
        """Hide what is beside the board, or bring it."""
        self.middle.turn(not self.middle.is_turned)
        self._show()

    def action_leave(self) -> None:
        """Leave for where it was begun."""
        self.leave()
