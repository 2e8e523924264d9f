"""`ttt-tui lobby` and `ttt-tui turns`: servers of users of this machine."""

from argparse import Namespace
from typing import TYPE_CHECKING

from ttt_tui.errors import ConnectionUnavailable, UsageError
from ttt_tui.multiplayer import local_server, sockets
from ttt_tui.process.signals import FAILED
from ttt_tui.process.streams import print_error
from ttt_tui.process.text import printable

if TYPE_CHECKING:
    from ttt_tui.multiplayer.lobby import Visit


def enter(options: Namespace) -> "Visit":
    """Return the visit at the requested server. Raises `UsageError`."""
    from ttt_tui.multiplayer.lobby import visit_server  # turns are printed without it

    if options.plain:
        raise UsageError("the lobby needs a screen", "--plain")
    try:
        return visit_server(local_server.server_of(options.server))
    except ConnectionUnavailable as refusal:
        raise UsageError(str(refusal)) from None


def print_turns() -> int:
    """Print the games that wait for the user; return 0 if there are any, else 1."""
    known = local_server.known_servers()
    try:
        games = local_server.waiting_games(known)
    except ConnectionUnavailable as refusal:
        print_error(str(refusal))
        return FAILED
    for game in games:
        at = printable(sockets.login_of(game.server))
        print(f"{game} (ttt-tui lobby {at})" if len(known) > 1 else game)
    return 0 if games else FAILED
