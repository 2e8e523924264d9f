"""What keys and types of players need a permission, and what the keys do instead without it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from textual.binding import Binding, BindingType

from ttt_tui.process.permissions import Permission, Permissions


class Instead(NamedTuple):
    """A key's words where it does the part of its action that needs no permission."""

    description: str
    tooltip: str = ""


SHARE_TEXT = Instead("share", "Copy the game as text; again: show the text")

KEYS: Mapping[str, tuple[Permission, Instead | None]] = {
    "setup.host": (Permission.LOCAL_GAMES, None),
    "setup.join": (Permission.LOCAL_GAMES, None),
    "setup.watch": (Permission.LOCAL_GAMES, None),
    "setup.rename": (Permission.NAME, None),
    "setup.quit": (Permission.MACHINE, Instead("lobby", "Return to the lobby")),
    "play.opinion": (Permission.ENGINES, None),
    "text.share": (Permission.FILES, None),
    "setup.history": (
        Permission.FILES,
        Instead("history", "Stored games, statistics: resume, replay, review, copy or delete a game"),
    ),
    "history.export": (Permission.FILES, Instead("copy", "Copy the game as a record")),
    "study.save": (Permission.FILES, Instead("copy", "Copy the study with all lines as a record")),
    "own.save": (Permission.FILES, Instead("copy")),
    "play.share": (Permission.FILES, SHARE_TEXT),
    "replay.share": (Permission.FILES, SHARE_TEXT),
    "review.share": (Permission.FILES, SHARE_TEXT),
    "study.share": (Permission.FILES, SHARE_TEXT),
}
"""The id of a binding → what it needs, and its words without that; None if there is no such key then."""


def permitted(bindings: Iterable[BindingType], permissions: Permissions) -> list[BindingType]:
    """Return the bindings that there are with these permissions."""
    found = []
    for binding in bindings:
        needed = KEYS.get(binding.id or "") if isinstance(binding, Binding) else None
        if needed is None or permissions.allows(needed[0]):
            found.append(binding)
        elif isinstance(binding, Binding) and (instead := needed[1]) is not None:
            found.append(replace(binding, description=instead.description, tooltip=instead.tooltip))
    return found
