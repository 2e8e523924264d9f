"""The choice of a puzzle: today's, one from the user's own mistakes, or one of a difficulty."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.errors import RecordError
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.session.puzzle_service import AssignedPuzzle, PuzzleService

TODAY = Binding("t", "daily", "today's puzzle", key_display="t", id="which.today")
MINE = Binding("m", "mine", "your mistakes", key_display="m", id="which.mine")
MADE = Binding("y", "made", "your puzzles", key_display="y", id="which.made")
LEVELS = [
    Binding(level[0], f"level('{level}')", f"{level} puzzle", key_display=level[0], id=f"which.{level}")
    for level in (Difficulty.EASY, Difficulty.HARD)
]
MEDIUM = Binding("d", "level('medium')", "medium puzzle", key_display="d", id="which.medium")
CLOSE = Binding("escape,q", "leave", "cancel", key_display="Esc", id="which.close")


class WhichPuzzleScreen(Dialog[AssignedPuzzle]):
    """Is dismissed with the puzzle, or with None to keep the one on the screen."""

    BINDINGS = [TODAY, MINE, MADE, LEVELS[0], MEDIUM, LEVELS[1], CLOSE]

    def __init__(self, service: PuzzleService) -> None:
        super().__init__("Choose a puzzle")
        self._service = service
        self._due = service.count_due()
        self._problem = ""
        try:
            self._made = service.made()
        except RecordError as error:
            self._made, self._problem = None, f"Can't read your puzzles: {error}"

    def compose_body(self) -> ComposeResult:
        match self._due:
            case 0:
                text = (
                    "No mistakes of yours to practise. Review a game after its end: v finds the mistakes, "
                    "and each becomes a puzzle."
                )
            case due:
                text = f"Your mistakes: {due} to review."
        yield Static("\n".join(filter(None, (text, self._problem))), markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        mine = [AnswerButton(MINE)] if self._due else []
        mine += [AnswerButton(MADE)] if self._made is not None else []
        return (
            AnswerButton(TODAY, is_default=True), *mine,
            AnswerButton(LEVELS[0]), AnswerButton(MEDIUM), AnswerButton(LEVELS[1]), AnswerButton(CLOSE),
        )  # fmt: skip

    def action_daily(self) -> None:
        self.dismiss(self._service.daily())

    def action_mine(self) -> None:
        """Choose a puzzle from one of the user's mistakes, if one is due."""
        if (assigned := self._service.mine()) is not None:
            self.dismiss(assigned)

    def action_made(self) -> None:
        """Choose the latest of the puzzles that the user made, if there are any."""
        if self._made is not None:
            self.dismiss(self._made)

    def action_level(self, level: str) -> None:
        """Choose a puzzle of this difficulty, if there is one."""
        if (assigned := self._service.of_difficulty(Difficulty(level))) is not None:
            self.dismiss(assigned)
