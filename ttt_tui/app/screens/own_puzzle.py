"""The dialogs that make a puzzle of a position: what the prover says, and the file to share it in."""

from collections.abc import Sequence
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, Static
from textual.worker import Worker, WorkerState

from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.screens.sharing import ShareTextScreen, copied, saved_as
from ttt_tui.engine import Position, Setup
from ttt_tui.errors import RecordError
from ttt_tui.process.paths import LONGEST_PATH
from ttt_tui.process.permissions import Permission
from ttt_tui.puzzles.own import OwnPuzzle, puzzle_of
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import to_text
from ttt_tui.puzzles.wording import whole_task
from ttt_tui.session.own_puzzles import add_puzzle
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session
from ttt_tui.session.wording import sentence

PLAY = Binding("enter,p", "play", "solve", key_display="↵", id="own.play")
SAVE = Binding("s", "save", "save to file", key_display="s", id="own.save")
CLOSE = Binding("escape,q", "leave", "close", key_display="Esc", id="own.leave")


class OwnPuzzleScreen(Dialog[AssignedPuzzle]):
    """Proves a position in the background, and keeps the puzzle that it is.

    Is dismissed with the puzzle to solve it, or with None.
    """

    BINDINGS = [PLAY, SAVE, CLOSE]

    def __init__(self, session: Session, position: Position, setup: Setup) -> None:
        super().__init__("A puzzle of your own")
        self.session = session
        self._position, self._setup = position.copy(), setup
        self._work: BackgroundWork[OwnPuzzle] = BackgroundWork(session.screen_is_idle)
        self._assigned: AssignedPuzzle | None = None

    def compose_body(self) -> ComposeResult:
        yield Static("Proving which moves are right…", id="found", markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(PLAY), AnswerButton(SAVE), AnswerButton(CLOSE, is_default=True)

    def on_mount(self) -> None:
        self._show_answers()
        super().on_mount()
        position, setup = self._position, self._setup
        self._work.start(self, lambda stop: puzzle_of(position, setup, stop))

    def on_unmount(self) -> None:
        self._work.end()

    def _show_answers(self) -> None:
        for answer in self.query(AnswerButton):
            answer.display = answer.binding is CLOSE or self._assigned is not None

    def _say(self, text: str) -> None:
        self.query_one("#found", Static).update(text)
        self._show_answers()
        self.fit()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if not self._work.is_news(event) or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return
        found = event.worker.result
        if not isinstance(found, OwnPuzzle):
            self._say(f"The search failed: {event.worker.error!r:.100}")
        elif found.puzzle is None:
            self._say(sentence(f"no puzzle: {found.sentence}."))
        else:
            self._keep(found.puzzle, found.sentence)

    def _keep(self, puzzle: Puzzle, proof: str) -> None:
        """Keep a puzzle, and say so; one that cannot be kept can still be solved and saved."""
        try:
            self._assigned = self.session.puzzles.make(puzzle)
            kept = f"It is your puzzle {self._assigned.puzzle.number}; p in Puzzles finds it."
        except RecordError as error:
            self._assigned = AssignedPuzzle(puzzle, made=(puzzle,))
            kept = f"It is not kept: {error}."
        self._say(f"{whole_task(puzzle)}: {proof}.\n{kept}")
        play = next(answer for answer in self.query(AnswerButton) if answer.binding is PLAY)
        self.set_focus(play)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the keys for a puzzle as long as there is none."""
        if action in ("play", "save") and self._assigned is None:
            return False
        return super().check_action(action, parameters)

    def action_play(self) -> None:
        self.dismiss(self._assigned)

    def action_save(self) -> None:
        assert self._assigned is not None, "the key is hidden until there is a puzzle"
        puzzle = self._assigned.puzzle
        if not self.session.permissions.allows(Permission.FILES):
            self._hand_out(to_text(puzzle))
            return

        def saved(path: Path | None) -> None:
            if path is not None:
                self._say(f"{saved_as(path)}. The file has the position and the task, not the solution.")

        self.app.push_screen(SavePuzzleScreen(puzzle), saved)

    def _hand_out(self, text: str) -> None:
        """Copy the puzzle where no file may be written."""
        if what := copied(self.app, text):
            self._say(f"{what}. The text has the position and the task, not the solution.")
        else:
            self.app.push_screen(ShareTextScreen(text, None, can_copy=False))


WRITE = Binding("enter", "write", "save", key_display="↵", id="save.write")
CANCEL = Binding("escape", "leave", "cancel", key_display="Esc", id="save.leave")


class SavePuzzleScreen(Dialog[Path]):
    """Asks for a file of puzzles, and adds a puzzle to it: is dismissed with its path, or with None."""

    AUTO_FOCUS = "Input"
    BINDINGS = [WRITE, CANCEL]

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__("Save the puzzle")
        self._puzzle = puzzle

    def compose_body(self) -> ComposeResult:
        yield Input("~/puzzles.txt", max_length=LONGEST_PATH, compact=True)
        yield Static("A new file, or one with puzzles, to which it is added.", id="wrong", markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(WRITE), AnswerButton(CANCEL)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_write()

    def action_write(self) -> None:
        """Write the file, or say why that is not possible."""
        self.app.session.permissions.check(Permission.FILES)
        try:
            path = Path(self.query_one(Input).value.strip()).expanduser()
            add_puzzle(self._puzzle, path)
        except (RecordError, RuntimeError, ValueError) as error:  # no home, or a zero byte
            self.query_one("#wrong", Static).update(f"{sentence(str(error))}.")
            self.fit()
        else:
            self.dismiss(path)
