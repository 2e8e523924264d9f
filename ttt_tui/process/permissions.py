"""What a run of the program may do beyond playing: a list of what is allowed, asked before it is done.

A run on a user's own machine may do everything. A visitor of a server, whose run is *served*, may do nothing
that reaches the machine or other people's things. Screens ask `allows` before they offer something, and the
code that does it calls `check`, so that no other way leads there.
"""

from enum import Enum

from ttt_tui.errors import NotPermitted
from ttt_tui.process.visit_log import VisitLog


class Permission(Enum):
    """Something that needs to be permitted; the value is the reason for a refusal, without a full stop."""

    ENGINES = "engines can't be run on a server"
    """Run programs that the user names: engines, and computers of the user's own."""
    FILES = "files can't be read or written on a server; copy the text instead"
    """Read and write files that the user names, or that the user is to find outside the program."""
    LOCAL_GAMES = "on a server, games with others start in the lobby"
    """Host and join games of the users of this machine, and see who they are."""
    NAME = "on a server, P in the lobby changes your name"
    """Change the user's name."""
    MACHINE = "this command isn't available on a server"
    """Know the machine: the paths of the program's own files, and the commands that do more in a shell."""


class Permissions:
    """The permissions of a run: those that are `allowed`, and no others.

    `log` is where a visitor's program tells the administrator what its visitor may not know, such as the
    traceback of a crash; None on a user's own machine.
    """

    def __init__(self, *allowed: Permission, log: VisitLog | None = None) -> None:
        self._allowed = frozenset(allowed)
        self.log = log

    def allows(self, permission: Permission) -> bool:
        return permission in self._allowed

    def check(self, permission: Permission) -> None:
        """Raise `NotPermitted` with the reason unless this is allowed."""
        if permission not in self._allowed:
            raise NotPermitted(permission.value)


EVERYTHING = Permissions(*Permission)
"""The permissions of somebody who runs the program on a machine of their own."""

SERVED = Permissions()
"""The permissions of a visitor of a server."""
