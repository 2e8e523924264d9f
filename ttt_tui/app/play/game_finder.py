"""Games of others on this machine: hosts and servers are asked in a thread, and a message has the answer."""

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.message import Message
from textual.message_pump import MessagePump

from ttt_tui.errors import ConnectionUnavailable

if TYPE_CHECKING:
    from ttt_tui.multiplayer.discovery import Discovery
    from ttt_tui.multiplayer.local_server import WaitingGame


class GamesFound(Message, bubble=False):
    """All hosts have been asked for their games."""

    def __init__(self, found: "list[Discovery]", problem: str) -> None:
        super().__init__()
        self.found = found
        self.problem = problem
        """Why no game can be found here at all, empty if one could be."""


class GameFinder:
    """Finds the hosted games for a screen."""

    def __init__(self, screen: MessagePump) -> None:
        self._screen = screen
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Ask every host, unless that is being done; a `GamesFound` follows.

        A hanging host delays only this thread. The end of the program does not wait for the thread, as it
        would for a worker.
        """
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._ask, name="finder", daemon=True)
            self._thread.start()

    def _ask(self) -> None:
        from ttt_tui.multiplayer.discovery import discover_games

        found: list[Discovery] = []
        problem = ""
        try:
            found = discover_games()
        except ConnectionUnavailable as error:
            problem = str(error)
        except Exception:  # whatever it is, there is no game to show
            found = []
        with suppress(RuntimeError):  # the program is ending
            self._screen.post_message(GamesFound(found, problem))


class TurnsFound(Message, bubble=False):
    """The servers of this machine in which the user has been were asked for games that wait for a move."""

    def __init__(self, games: "list[WaitingGame]") -> None:
        super().__init__()
        self.games = games


def ask_for_turns(screen: MessagePump) -> None:
    """Ask the servers in a thread, if there are any; a `TurnsFound` follows."""

    def ask() -> None:
        from ttt_tui.multiplayer.local_server import known_servers, waiting_games

        games: list[WaitingGame] = []
        with suppress(Exception):  # whatever it is, no game waits
            if servers := known_servers():
                games = waiting_games(servers)
        with suppress(RuntimeError):  # the program is ending
            screen.post_message(TurnsFound(games))

    threading.Thread(target=ask, name="turns", daemon=True).start()
