"""News of people at other terminals: their thread says that there is some, and the screen then hears it."""

from typing import TYPE_CHECKING

from textual.message import Message
from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from ttt_tui.multiplayer.company import MultiplayerSession


class RemoteUpdate(Message, bubble=False):
    """There is something to be heard from other terminals."""


def listen(screen: MessagePump, company: "MultiplayerSession") -> None:
    """Post `RemoteUpdate` to this screen whenever something arrives, and once now."""

    def wake() -> None:
        screen.post_message(RemoteUpdate())

    company.wake = wake
    wake()
