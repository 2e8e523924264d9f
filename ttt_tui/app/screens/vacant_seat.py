"""The choice of a player for a vacant seat: the same one again, a computer, a human or another engine."""

import time
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.play.reading_time import ReadingTime
from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.engine import HUMAN, Player, engine_name
from ttt_tui.session import wording
from ttt_tui.session.session import Session

TRY_AGAIN = Binding("t", "again", "try again", key_display="t", id="vacant.again")
EXPERT = Binding("e", "take('expert')", "expert", key_display="e", id="vacant.expert")
HUMAN_PLAYER = Binding("p", f"take('{HUMAN}')", "human", key_display="p", id="vacant.person")
ENGINES = [
    Binding(str(number), f"engine({number})", key_display=str(number), show=False, id=f"vacant.brain{number}")
    for number in range(1, 10)
]
LATER = Binding("escape,q", "leave", "decide later", key_display="Esc", id="vacant.later")


class VacantSeatScreen(Dialog[str]):
    """Is dismissed with a level: the vacant player's own to try again; None to decide later.

    It appears by itself: keys that were pressed before were meant for the board, and so was an Enter that was
    pressed before the question could be read.
    """

    BINDINGS = [TRY_AGAIN, EXPERT, HUMAN_PLAYER, *ENGINES, LATER]

    def __init__(
        self, session: Session, player: Player, reason: str, engines: Sequence[str], *, can_try_again: bool
    ) -> None:
        """Ask about the seat of a player who cannot go on, for a `reason`.

        `engines` are the levels of the engines that may take it.
        """
        super().__init__(f"Choose a player for {player.symbol}")
        self.session = session
        self._player = player
        self._reason = reason
        self._can_try_again = can_try_again
        self._appeared = time.monotonic()
        self._reading = ReadingTime()
        self._engines = engines[: len(ENGINES)]

    def on_mount(self) -> None:
        """Start the reading time with the first paint."""
        self.call_after_refresh(self._reading.start)

    def on_key(self, event: events.Key) -> None:
        """Ignore an Enter that was pressed before the question could be read."""
        if event.key == "enter" and not self._reading.has_passed(self.session.key_pressed):
            event.stop()

    def compose_body(self) -> ComposeResult:
        yield Static(f"{wording.sentence(self._reason)}. The game is saved.", markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        """Return the players to choose from, the one that changes least first."""
        again = [AnswerButton(TRY_AGAIN, is_default=True)] if self._can_try_again else []
        engines = [
            AnswerButton(binding, engine_name(level))
            for binding, level in zip(ENGINES, self._engines, strict=False)
        ]
        return (
            *again,
            AnswerButton(EXPERT, is_default=not again),
            AnswerButton(HUMAN_PLAYER),
            *engines,
            AnswerButton(LATER),
        )

    def action_again(self) -> None:
        if self._can_try_again:
            self.action_take(self._player.level)

    def action_take(self, level: str) -> None:
        if self.session.key_pressed >= self._appeared:
            self.dismiss(level)

    def action_engine(self, number: int) -> None:
        if number <= len(self._engines):
            self.action_take(self._engines[number - 1])
