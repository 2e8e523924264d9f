"""What a screen takes of its parts: objects with keys and actions of their own.

A part, such as `Hints`, lists its keys in `BINDINGS`, which the screen adds to its own, and implements
them in `action_…` methods, which the screen lists as `part_action`s.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any


def part_action(part: str, action: Callable[..., None]) -> Callable[..., None]:
    """Return a screen's action that calls the action of a part, the attribute `part` of the screen.

    It does nothing if there is no such part.
    """

    @wraps(action)
    def act(screen: Any, *parameters: object) -> None:
        if (owner := getattr(screen, part)) is not None:
            action(owner, *parameters)

    return act
