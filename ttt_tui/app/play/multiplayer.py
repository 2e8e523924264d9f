"""The network side of a match on the screen: updates arrive as messages, and their changes are announced."""

from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.message import Message
from textual.message_pump import MessagePump

from ttt_tui.app.widgets.scoreboard import Around
from ttt_tui.engine import Game, Move, Outcome
from ttt_tui.errors import ConnectionUnavailable
from ttt_tui.multiplayer.session import MultiplayerSession

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen

MOST_NEWS = 3
"""The most news shown of those that arrive at once."""


class RemoteUpdate(Message, bubble=False):
    """Another terminal has sent something."""


def listen(screen: MessagePump, shared_match: MultiplayerSession) -> None:
    """Post a `RemoteUpdate` to `screen` now and whenever another terminal has sent something."""

    def wake() -> None:
        screen.post_message(RemoteUpdate())

    shared_match.wake = wake
    wake()


class Multiplayer:
    """Reports what other terminals have changed since the latest `note_shown`."""

    BINDINGS = (
        Binding("enter,space", "rejoin", "rejoin", key_display="↵", id="play.rejoin",
                tooltip="After the host disconnected: rejoin the game"),
        Binding("y", "agree(True)", "accept", id="play.agree", tooltip="Accept another player's request"),
        Binding("n", "agree(False)", "decline", id="play.refuse",
                tooltip="Decline another player's request"),
    )  # fmt: skip

    def __init__(self, screen: "PlayScreen", shared_match: MultiplayerSession) -> None:
        self._screen = screen
        self.shared_match = shared_match
        self._controller = screen.controller
        self._shown: tuple[Game, list[Move], Outcome | None] = self._controller.match.game, [], None
        self._shown_state: object = None

    @property
    def around(self) -> Around:
        """The disconnected players and the spectators, for the scoreboard."""
        return Around([*self.shared_match.away], [*self.shared_match.spectators])

    @property
    def _state(self) -> object:
        """The visible part of the session: many messages of other terminals change nothing here."""
        shared_match = self.shared_match
        return (
            shared_match.setup,
            [*shared_match.away],
            [*shared_match.spectators],
            shared_match.incoming_request,
            shared_match.own_request,
            shared_match.end_reason,
        )

    def note_shown(self) -> None:
        """Note the present state of the match as shown."""
        game = self._controller.match.game
        self._shown = game, [*game.moves], game.outcome
        self._shown_state = self._state

    def on_remote_update(self) -> None:
        """Process messages from other terminals, expire overdue requests, and show what changed."""
        has_news = self.shared_match.receive()
        screen, game, state = self._screen, self._controller.match.game, self._state
        is_other_state, self._shown_state = state != self._shown_state, state
        screen.board_area.show_around(self.around)
        if game is not self._shown[0]:
            screen.show_next_game()
        elif (game, game.moves, game.outcome) != self._shown:
            screen.engine_panel.forget()
            screen.show_change()
        elif is_other_state or screen.context != screen.availability.context:
            screen.show_match()
            screen.progress.show_request()
        for news in self.shared_match.take_notices()[-MOST_NEWS:]:
            screen.announce(news, is_news=True)
        for reason in self.shared_match.take_refusals():
            screen.refuse(reason)
        if has_news and self.shared_match.end_reason is not None:
            screen.announcements.drop_notices()
            screen.clear_notice()

    @property
    def request(self) -> str:
        """The request that players here have to answer, empty if there is none."""
        return "" if self.shared_match.is_spectator else self.shared_match.incoming_request

    @property
    def only_other(self) -> str:
        """The name of the one player at another terminal, "" if there are several."""
        names = [player.name for player in self._controller.match.setup.players if player.is_open]
        return names[0] if len(names) == 1 else ""

    # --- actions -----------------------------------------------------------------------------------------

    def action_agree(self, yes: bool) -> None:
        self.shared_match.vote(yes)
        self.on_remote_update()

    def action_rejoin(self) -> None:
        try:
            self._screen.app.join(self.shared_match.host, watches=self.shared_match.is_spectator)
        except ConnectionUnavailable as refusal:
            self._screen.refuse(str(refusal))
