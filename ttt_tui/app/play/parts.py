"""What a screen takes of its parts: objects with keys and actions of their own.

A part, such as `Hints`, lists its keys in `BINDINGS`, which the screen adds to its own, and implements
them in `action_…` methods, which `with_actions_of` adds to the screen.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

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
