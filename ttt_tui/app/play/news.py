"""News of people at other terminals: their thread says that there is some, and the screen then hears it."""

from typing import TYPE_CHECKING

from textual.message import Message
from textual.message_pump import MessagePump

if TYPE_CHECKING:
    from ttt_tui.multiplayer.company import Company


class News(Message, bubble=False):
    """There is something to be heard from other terminals."""


def listen(screen: MessagePump, company: "Company") -> None:
    """Have this screen told by `News` when there is something to be heard, now as well."""

    def wake() -> None:
        screen.post_message(News())

    company.wake = wake
    wake()
