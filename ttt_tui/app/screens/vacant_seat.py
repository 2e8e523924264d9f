"""Who goes on in a seat whose player cannot: the same once more, a computer, a person, another brain."""

import time
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.play.game_end import ReadingTime
from ttt_tui.app.play.seat_replacement import VacantSeat
from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.engine import BRAIN, HUMAN
from ttt_tui.session import wording
from ttt_tui.session.session import Session

AGAIN = Binding("t", "again", "try again", key_display="t", id="vacant.again")
EXPERT = Binding("e", "take('expert')", "expert", key_display="e", id="vacant.expert")
PERSON = Binding("p", f"take('{HUMAN}')", "human", key_display="p", id="vacant.person")
BRAINS = [
    Binding(str(number), f"brain({number})", key_display=str(number), show=False, id=f"vacant.brain{number}")
    for number in range(1, 10)
]
LATER = Binding("escape,q", "later", "decide later", key_display="Esc", id="vacant.later")


class VacantSeatScreen(Dialog[str]):
    """Asks, and is dismissed with a level: that of the player to let them try again; None to decide later.

    It appears unannounced: keys that were pressed before were meant for the board, and
    so was an Enter that was pressed before it could be read.
    """

    BINDINGS = [AGAIN, EXPERT, PERSON, *BRAINS, LATER]

    def __init__(self, session: Session, vacant: VacantSeat) -> None:
        super().__init__(f"Choose a player for {vacant.player.symbol}")
        self.session = session
        self._vacant = vacant
        self._came = time.monotonic()
        self._reading = ReadingTime()
        self._brains = vacant.engines[: len(BRAINS)]

    def on_mount(self) -> None:
        """Start the time for reading when this is painted."""
        self.call_after_refresh(self._reading.start)

    def on_key(self, event: events.Key) -> None:
        """Ignore an Enter that was pressed before this could be read."""
        if event.key == "enter" and not self._reading.has_passed(self.session.key_pressed):
            event.stop()

    def compose_body(self) -> ComposeResult:
        """Say what is wrong, and that nothing is lost."""
        yield Static(f"{wording.sentence(self._vacant.reason)}. The game is saved.", markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        """Return who can play, the one that changes least first."""
        again = [AnswerButton(AGAIN, is_default=True)] if self._vacant.can_try_again else []
        brains = [
            AnswerButton(binding, level.removeprefix(BRAIN))
            for binding, level in zip(BRAINS, self._brains, strict=False)
        ]
        return (
            *again,
            AnswerButton(EXPERT, is_default=not again),
            AnswerButton(PERSON),
            *brains,
            AnswerButton(LATER),
        )

    def action_again(self) -> None:
        """Let the same player try once more."""
        if self._vacant.can_try_again:
            self.action_take(self._vacant.player.level)

    def action_take(self, level: str) -> None:
        """Give the seat to somebody of this level."""
        if self.session.key_pressed >= self._came:
            self.dismiss(level)

    def action_brain(self, number: int) -> None:
        """Give the seat to one of the brains."""
        if number <= len(self._brains):
            self.action_take(self._brains[number - 1])

    def action_later(self) -> None:
        """Leave it open; the match waits."""
        self.dismiss(None)
