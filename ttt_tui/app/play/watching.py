"""The main menu's key for watching: without a list if only one hosted game can be watched."""

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.message import Message

from ttt_tui.errors import ConnectionUnavailable

if TYPE_CHECKING:
    from ttt_tui.app.screens.setup import SetupScreen
    from ttt_tui.app.screens.starts import Starts
    from ttt_tui.multiplayer.discovery import Discovery

LOOKING = "Looking for games to watch"
NO_GAMES = "no games are hosted on this machine; H hosts one"


class GamesFound(Message, bubble=False):
    """All hosts have been asked for games to watch."""

    def __init__(self, found: "list[Discovery]", problem: str) -> None:
        super().__init__()
        self.found = found
        self.problem = problem
        """Why no game can be found here at all."""


class Watching:
    """Finds the hosted games, and watches the only one or lists them. Any other key cancels."""

    BINDINGS = [
        Binding("W", "watch", "watch a game", show=False, key_display="W", id="setup.watch",
                tooltip="Watch the game that is hosted on this machine; choose one if there are several"),
    ]  # fmt: skip

    def __init__(self, screen: "SetupScreen", opener: "Starts") -> None:
        self._screen = screen
        self._opener = opener
        self._asking: threading.Thread | None = None

    def look(self) -> None:
        """Ask every host in a thread, so that a hanging host delays only this thread."""
        self._screen.show_notice(LOOKING)
        if self._asking is None or not self._asking.is_alive():
            self._asking = threading.Thread(target=self._ask, name="watching", daemon=True)
            self._asking.start()

    def _ask(self) -> None:
        from ttt_tui.multiplayer.discovery import discover_games

        found: list[Discovery] = []
        problem = ""
        try:
            found = discover_games()
        except ConnectionUnavailable as error:
            problem = str(error)
        except Exception:  # whatever it is, there is no game to watch
            problem = NO_GAMES
        with suppress(RuntimeError):  # the program is ending
            self._screen.post_message(GamesFound(found, problem))

    def show(self, answer: GamesFound) -> None:
        """Watch the only game, list several, or say that there is none."""
        from ttt_tui.multiplayer.discovery import DiscoveredGame

        screen = self._screen
        if not screen.is_active or screen.notice != LOOKING:
            return
        games = [game for game in answer.found if isinstance(game, DiscoveredGame)]
        if len(games) == 1:
            screen.show_notice("")
            self._opener.join(games[0].host, watches=True)
        elif games:
            screen.show_notice("")
            self._opener.choose_watched(answer.found)
        elif answer.found:
            screen.refuse(f"no game to watch: that of {answer.found[0].host} {answer.found[0]}")
        else:
            screen.refuse(answer.problem or NO_GAMES)
