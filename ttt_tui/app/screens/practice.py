"""Practice after a bad move of a reviewed game: finding a better one, or an escape."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from ttt_tui.analysis.review import ReviewedMove
from ttt_tui.analysis.review_sentences import MARK_NAMES, mistake_sentence
from ttt_tui.app.look.room import NARROW
from ttt_tui.app.screens.board_screen import (
    STEP_SECONDS,
    BoardScreen,
    go_to_binding,
    mark_bindings,
    square_bindings,
)
from ttt_tui.app.widgets.bars import ScreenHeader, StatusText, mode, title
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.lines import MUTED, Heading, Paragraph, Paragraphs
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.views import BoardAndPanel
from ttt_tui.computer import Value
from ttt_tui.engine import Game, IllegalMove, Position, Square
from ttt_tui.errors import ActionUnavailable
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.puzzles.practice import JudgedLine, Practice
from ttt_tui.session import wording

if TYPE_CHECKING:
    from ttt_tui.app.screens.review import ReviewScreen


class PracticeScreen(BoardScreen):
    """Tries moves in a position of a review; a judge answers them."""

    BINDING_GROUP_TITLE = "Trying again"
    BINDINGS = [
        Binding("enter,space", "place", "try", key_display="↵", id="practice.place",
                tooltip="Try a stone at the cursor"),
        Binding("t,u,ctrl+z", "again", "start over", key_display="t", id="practice.again",
                tooltip="Go back to the start and try another move"),
        go_to_binding("practice"),
        Binding("question_mark", "app.help", "help", key_display="?", id="practice.help",
                tooltip="Help: keys, rules and levels"),
        Binding("q,escape", "leave", "back", key_display="Esc", id="practice.leave",
                tooltip="Return to the review"),
        *mark_bindings("practice"),
        *square_bindings("practice"),
    ]  # fmt: skip

    def __init__(self, reviewing: "ReviewScreen", move: ReviewedMove, *, is_escape: bool) -> None:
        """Practise at a bad move of the review, with its judge, or with `is_escape` after that move."""
        review = reviewing.found
        self.explanation, self.move_log = Paragraphs(), MoveLog()
        heading = Heading("Moves")
        heading.styles.margin = (1, 0, 0, 0)
        panel = self.explanation, heading, self.move_log
        super().__init__(reviewing.session, BoardAndPanel(review.setup, panel))
        self._header = ScreenHeader()
        self._review = review
        self._move = move
        self._judge = reviewing.judge
        self._when_idle = reviewing.resume_work  # the review works again whenever the judge has answered
        self._is_escape = is_escape
        self._worker: Worker[JudgedLine] | None = None
        self._timer: Timer | None = None
        self.practice = Practice(review, move, is_escape=is_escape)

    def compose(self) -> ComposeResult:
        """Yield the title, the board and the parts beside it, the status line and the footer."""
        yield self._header
        yield self.board_area
        yield self.status
        yield self.go_to
        yield KeyHints(self.is_in_footer)

    def is_in_footer(self, binding: Binding) -> bool:
        return super().is_in_footer(binding) and (binding.action != "go_to" or self.size.width >= NARROW)

    def on_mount(self) -> None:
        """Begin with the cursor on the square of the bad move."""
        self.show_symbols(self._review.setup.players)
        self.move_log.can_focus = False
        self._header.show([title(self._title), ()], [mode("Review")])
        assert self._move.square is not None
        self.board.cursor = self._move.square
        self._go_on()

    @property
    def shown_game(self) -> Game:
        return self.practice.game

    def show_anew(self) -> None:
        self._review.setup = self.practice.setup
        self._show()

    def on_unmount(self) -> None:
        if self._worker is not None and not self._worker.is_finished:
            self._judge.end()
        self._worker = None
        self._when_idle()

    def _cancel(self) -> None:
        """Discard the pending answer and the line that is being played out."""
        self._worker = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        """Ask the judge or play out a line, whichever is next, and show the position."""
        if self.practice.stage is Stage.CHECKING:
            self._worker = self._judge.ask(self, self.practice.question())
        elif self.practice.stage is Stage.LINE and self._timer is None:
            self._timer = self.set_interval(STEP_SECONDS, self._step)
        self._show()

    def _step(self) -> None:
        if self.practice.stage is not Stage.LINE:
            return
        self.practice.step()
        if self.practice.stage is not Stage.LINE:
            self._cancel()
        self._show()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker is not self._worker or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return
        self._worker = None
        if event.state is WorkerState.ERROR:
            self.refuse(f"the search failed: {event.worker.error!r:.100}")
        else:
            answer = event.worker.result
            assert isinstance(answer, JudgedLine)
            self.practice.take(answer)
            self._go_on()
        if self._worker is None:
            self._when_idle()

    @property
    def _is_lost(self) -> bool:
        return self._move.after.value is Value.LOSS

    @property
    def _title(self) -> str:
        if not self._is_escape:
            return "Try again"
        return "Why it loses" if self._is_lost else f"Why it is {MARK_NAMES[self._move.worth.mark]}"

    # --- display -----------------------------------------------------------------------------------------

    def _show(self) -> None:
        practice = self.practice
        game = practice.game
        can_place = practice.stage in (Stage.TURN, Stage.CHECKING)
        self.board.show(BoardView.after(game, len(game.moves))._replace(can_place=can_place))
        is_turn = practice.stage is Stage.TURN
        self.board.previewed = game.position.to_move if is_turn else None
        self.move_log.show(game)
        self.move_log.mark(None)
        self.explanation.show(self._instruction())
        self.show_status()
        self.refresh_bindings()

    def _instruction(self) -> list[Paragraph]:
        players = self._review.setup.players
        if self._is_escape:
            said = wording.sentence(mistake_sentence(self._review, self._move))
            task = f"{'Try to get out' if self._is_lost else 'Play on'}; the computer replies"
        else:
            task = "Find a better move"
            said = f"{players[self._move.player].symbol} to move. The board shows what follows a bad move."
        paragraphs = [Paragraph(words=task), Paragraph(words=said, look=MUTED, leaves_gap=True)]
        if self.practice.cost:
            paragraphs.append(Paragraph(words=wording.sentence(self.practice.cost), leaves_gap=True))
        if shown := self.practice.continuation:
            line = ", ".join(wording.move_words(self._review.setup, move) for move in shown)
            paragraphs.append(Paragraph(words=f"Expected: {line}", look=MUTED))
        return paragraphs

    def show_status(self) -> None:
        """Show a refusal, else the state of the attempt."""
        if self.status_message:
            self.status.show(StatusText(self.status_message))
            return
        practice = self.practice
        more = "analysing" if practice.stage is Stage.CHECKING else ""
        colour = "good" if practice.has_reached else "text"
        statement = wording.sentence(practice.message) or "Looking for the reply"
        self.status.show(StatusText(statement, more, colour))

    # --- actions -----------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.practice.game.position

    def choose(self, square: Square) -> None:
        self.practice.place(square)
        self._go_on()

    def check_possible(self, action: str) -> None:
        if action in ("place", "go_to"):
            try:
                self.practice.check_turn()
            except IllegalMove as refusal:
                raise ActionUnavailable(str(refusal)) from None

    def action_again(self) -> None:
        """Begin again."""
        self._cancel()
        self.practice = Practice(self._review, self._move, is_escape=self._is_escape)
        self._go_on()
