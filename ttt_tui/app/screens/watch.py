"""The hosted games of this machine, one of which is watched."""

from collections.abc import Sequence

from ttt_tui.app.screens.dialog import AnswerButton
from ttt_tui.app.screens.join import JOIN, LEAVE, JoinScreen
from ttt_tui.multiplayer.discovery import Discovery


class WatchScreen(JoinScreen):
    """The list of hosted games in which Enter watches the marked one; `found` are the games at first."""

    def __init__(self, found: list[Discovery]) -> None:
        super().__init__()
        self.heading = "Watch a game"
        self._first = found

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(JOIN, "watch", is_default=True), AnswerButton(LEAVE)

    def on_mount(self) -> None:
        self.show(self._first)

    def action_join(self) -> None:
        """Watch the marked game."""
        self.action_watch()
