"""The contract between the screen of a match and its parts: objects with keys and actions of their own.

A part, such as `Hints`, lists its keys in `BINDINGS`, which the screen adds to its own, and implements
them in `action_…` methods, which `with_actions_of` adds to the screen. The parts do not import
the screen: `MatchScreen` declares what they need of it.
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from textual.app import App
from textual.message import Message
from textual.timer import Timer
from textual.worker import Worker

if TYPE_CHECKING:  # the main menu has parts, too, and does not wait for those of a match
    from ttt_tui.app.play.availability import Availability


class WorkerHost(Protocol):
    """A screen or widget that runs searches in workers and receives their results."""

    def run_worker(
        self, work: Callable[[], Any], *, thread: bool, exit_on_error: bool, group: str
    ) -> Worker[Any]: ...

    def call_later(self, callback: Callable[[], object]) -> bool: ...

    def set_timer(self, delay: float, callback: Callable[[], object] | None = None) -> Timer: ...

    def post_message(self, message: Message) -> bool: ...


class MatchScreen(WorkerHost, Protocol):
    """The screen of a match, as its parts see it."""

    notice: str
    """The text in the status line instead of the state, until the next key."""
    availability: "Availability"
    """The possible actions when the match was last shown."""

    @property
    def app(self) -> App[object]: ...

    @property
    def is_active(self) -> bool:
        """Whether nothing covers the screen."""

    def call_after_refresh(self, callback: Callable[[], object]) -> bool: ...

    def leave(self) -> None: ...

    def refuse(self, reason: str) -> None: ...

    def show_notice(self, text: str) -> None: ...

    def announce(self, text: str, *, is_news: bool = False) -> None: ...

    def show_status(self) -> None: ...

    def leave_past(self) -> None: ...

    def action_share(self) -> None: ...

    def action_undo(self) -> None: ...

    def on_remote_update(self) -> None: ...

    def show_match(self) -> None:
        """Paint the match as it is now."""

    def show_change(self) -> None:
        """Paint the game after a change, and begin what follows its end."""

    def show_next_game(self) -> None:
        """Paint another game, perhaps of another match or with another player."""

    def show_advice(self) -> None:
        """Paint what hints and analysis have found."""


S = TypeVar("S")


def with_actions_of(**parts: type) -> Callable[[type[S]], type[S]]:
    """Return a decorator that adds the actions of its parts to a screen, each by attribute and class.

    A part that is None has no actions.
    """

    def complete(screen: type[S]) -> type[S]:
        for attribute, part in parts.items():
            for name, method in vars(part).items():
                if name.startswith("action_"):
                    setattr(screen, name, _delegated(attribute, method))
        return screen

    return complete


def _delegated(attribute: str, method: Callable[..., None]) -> Callable[..., None]:
    @wraps(method)
    def act(screen: object, *parameters: object) -> None:
        part = getattr(screen, attribute)
        if part is not None:
            getattr(part, method.__name__)(*parameters)

    return act
