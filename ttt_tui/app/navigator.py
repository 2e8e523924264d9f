"""Navigation between screens: to the requested first screen, to matches, and back to the setup."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen

from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.terminal.patches import CoverableApp
from ttt_tui.engine import Game, Match, Position, Setup
from ttt_tui.errors import RecordError, StoreError
from ttt_tui.multiplayer import NO_REQUEST
from ttt_tui.process.permissions import Permission
from ttt_tui.session import wording
from ttt_tui.session.resuming import RESUMING_SECONDS
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.engine.records.tree import Tree
    from ttt_tui.multiplayer.lobby import Lobby, SeatInGame
    from ttt_tui.multiplayer.session import MultiplayerSession
    from ttt_tui.session.puzzle_service import AssignedPuzzle
    from ttt_tui.store.stored_game import GameRef

LOWEST = 1
"""The least number of screens."""

PRELOAD_SECONDS = 0.3
"""Seconds after the first paint before modules are imported ahead."""

PAUSE_SECONDS = 0.01
"""Seconds between two of these imports, for other work."""

PRELOADED = (
    "ttt_tui.app.palette",
    "ttt_tui.app.widgets.views",
    "ttt_tui.app.screens.play",
    "ttt_tui.app.screens.setup",
    "ttt_tui.app.screens.dialog",
    "ttt_tui.app.screens.match_over",
    "ttt_tui.session.puzzle_service",
    "ttt_tui.computer.expert.expert",
    "ttt_tui.analysis.analysis",
)
"""Modules that keys may need soon, in the order of their import, each of which takes a few milliseconds."""


def preload_modules(host: MessagePump, then: Callable[[], object]) -> None:
    """Import `PRELOADED` soon, in small steps, and then call `then`."""
    modules = iter(PRELOADED)
    host.set_timer(PRELOAD_SECONDS, lambda: _preload_next(host, modules, then))


def _preload_next(host: MessagePump, modules: Iterator[str], then: Callable[[], object]) -> None:
    if (name := next(modules, None)) is None:
        then()
        return
    import_module(name)
    host.set_timer(PAUSE_SECONDS, lambda: _preload_next(host, modules, then))


class LobbyUpdate(Message, bubble=False):
    """The server has sent something."""


class Navigator(CoverableApp):
    """An app that shows the setup, matches, puzzles and replays."""

    session: Session
    """The state that outlives the screens."""
    start_request = NO_REQUEST
    """The request that the program was started with."""
    multiplayer: "MultiplayerSession | None" = None
    """The network side of the latest match with players at other terminals."""
    _told_key = 0.0
    """When the latest key was pressed of which the server knows."""
    _is_telling = False
    """Whether the server was told within the last `ACTIVE_SECONDS`."""

    def first_screen(self) -> Screen[None]:
        """Return the screen of the start request, by default the setup."""
        if (lobby := self.start_request.lobby) is not None:
            if not lobby.is_local and self.session.profile.name != lobby.name:
                self.session.profile.rename(lobby.name)
            return self._lobby_screen(lobby)
        if self.start_request.record is not None:
            from ttt_tui.app.screens.replay import replay_of

            return replay_of(self.start_request.record, self.session)
        if self.start_request.puzzle is not None:
            from ttt_tui.app.screens.puzzle import PuzzleScreen

            return PuzzleScreen(self.session, self.start_request.puzzle)
        if self.start_request.entry is not None:
            try:
                return self.play_screen(self.session.resume(self.start_request.entry, RESUMING_SECONDS))
            except (RecordError, StoreError) as error:
                self.session.warnings.append(f"Can't resume the game: {error}")
                return self.setup_screen()
        if self.start_request.setup is not None:
            return self.play_screen(self.session.new_match(self.start_request.setup))
        return self.setup_screen(hosts=self.start_request.hosts)

    def _lobby_screen(self, lobby: "Lobby") -> Screen[None]:
        from ttt_tui.app.screens.people import PeopleScreen

        lobby.wake = lambda: self.post_message(LobbyUpdate())
        return PeopleScreen(lobby)

    def enter_server(self, server: int, number: int) -> None:
        """Go from the main menu to a game on the server of this user. Raises `ConnectionUnavailable`."""
        self.session.permissions.check(Permission.LOCAL_GAMES)
        from ttt_tui.multiplayer.lobby import Lobby, visit_server
        from ttt_tui.multiplayer.lobby_messages import Join

        lobby = Lobby(visit_server(server))
        self.start_request = self.start_request._replace(lobby=lobby)
        self.switch_screen(self._lobby_screen(lobby))
        lobby.send(Join(number))
        self.post_message(LobbyUpdate())  # what has come before

    def on_lobby_update(self) -> None:
        """Follow the lobby of the server: show what has changed, and go to the games that have begun."""
        from ttt_tui.app.screens.people import PeopleScreen
        from ttt_tui.app.screens.people_dialogs import RankingScreen

        lobby = self.start_request.lobby
        if lobby is None or not lobby.receive():
            return
        if lobby.has_ended:
            if lobby.is_local:
                self._leave_server(lobby)
            else:
                self.exit()
            return
        notices = lobby.take_notices()
        if notices and isinstance(screen := self.screen, BaseScreen):
            for notice in notices:
                begins_with_name = notice.split(maxsplit=1)[0].rstrip(":,") in lobby.people
                screen.announce(notice if begins_with_name else wording.sentence(notice), is_news=True)
        for shown in self.screen_stack:
            if isinstance(shown, PeopleScreen):
                if lobby.seats:
                    shown.stop_finding()
                if shown.is_active:  # else it is shown anew when it comes to the top
                    shown.show()
            elif isinstance(shown, RankingScreen):
                shown.show()
        while lobby.seats:
            self._take_seat(lobby.seats.pop(0))

    def _leave_server(self, lobby: "Lobby") -> None:
        """Return to the main menu, which says why the server of this machine ended the visit."""
        self.session.warnings.append(lobby.farewell)
        self.start_request = self.start_request._replace(lobby=None)
        lobby.close()
        while len(self.screen_stack) > LOWEST:
            self.pop_screen()
        self.switch_screen(self.setup_screen())

    def tell_of_keys(self) -> None:
        """Let the server know that keys are pressed, at most once in `ACTIVE_SECONDS`."""
        lobby = self.start_request.lobby
        if lobby is None or self._told_key == self.session.key_pressed or self._is_telling:
            return
        from ttt_tui.multiplayer.lobby_messages import ACTIVE_SECONDS, Active

        lobby.send(Active())
        self._told_key, self._is_telling = self.session.key_pressed, True
        self.set_timer(ACTIVE_SECONDS, self._tell_again)

    def _tell_again(self) -> None:
        self._is_telling = False
        self.tell_of_keys()

    def _take_seat(self, seat: "SeatInGame") -> None:
        """Go to a game of the server; what was left here is kept."""
        from ttt_tui.multiplayer.guest import GuestSession
        from ttt_tui.multiplayer.lobby_messages import IN_GAME, WATCHING

        if self.multiplayer is not None:
            self.multiplayer.close()
        while len(self.screen_stack) > LOWEST:
            self.pop_screen()
        if self.start_request.lobby is not None:
            self.start_request.lobby.tell(WATCHING if seat.watches else IN_GAME)
        guest = GuestSession(self.session, seat.server, watches=seat.watches, connected=seat.connected)
        if not seat.watches:
            guest.notices.append("This game is rated" if seat.rated else "This game is unrated")
        self.open_multiplayer(guest)

    def play(self, setup: Setup, *, matches_strength: bool = False) -> None:
        """Start a match from any screen; `matches_strength` is as in `Session.new_match`.

        The game that was left is kept.
        """
        self._show_match(self.session.new_match(setup, matches_strength=matches_strength))

    def play_from(self, game: Game, plies: int) -> None:
        """Start a match from the position after `plies` moves of a game."""
        self._show_match(self.session.match_from(game, plies))

    def join(self, host: str, *, watches: bool = False) -> None:
        """Join or watch the game that the user of this login hosts.

        Raises `ConnectionUnavailable` and `NotPermitted`.
        """
        self.session.permissions.check(Permission.LOCAL_GAMES)
        from ttt_tui.multiplayer.guest import GuestSession

        self.open_multiplayer(GuestSession(self.session, host, watches=watches))

    def host(self, setup: Setup, resume: Callable[[], Match] | None = None) -> None:
        """Wait for players at other terminals. Raises `ConnectionUnavailable` and `NotPermitted`.

        With `resume` they play the match that it returns, else a new one.
        """
        self.session.permissions.check(Permission.LOCAL_GAMES)
        from ttt_tui.multiplayer.host import HostSession

        only = self.session.only if resume is None else self.session.invited
        self.open_multiplayer(HostSession(self.session, setup, only, resume))

    def open_multiplayer(self, multiplayer: "MultiplayerSession") -> None:
        """Wait for a match with players at other terminals, and play it."""
        from ttt_tui.app.screens.join import WaitingScreen

        def decided(is_ready: bool | None) -> None:
            if not is_ready or not self.screen_stack:  # without screens the program is ending
                multiplayer.close()
            elif not multiplayer.is_ready:  # somebody has left just now
                self.open_multiplayer(multiplayer)
            else:
                self._play_with(multiplayer)

        self.multiplayer = multiplayer
        if multiplayer.is_host and multiplayer.is_ready:  # no seat is open, so the game starts at once
            self._play_with(multiplayer)
        else:
            self.push_screen(WaitingScreen(multiplayer), decided)

    def _play_with(self, multiplayer: "MultiplayerSession") -> None:
        try:
            match = multiplayer.begin_match()
        except (RecordError, StoreError) as error:
            self.session.warnings.append(f"Can't resume the game: {error}")
            multiplayer.close()
        else:
            self._show_match(match, multiplayer)

    def _show_match(self, match: Match, multiplayer: "MultiplayerSession | None" = None) -> None:
        self._show_above_setup(self.play_screen(match, multiplayer))

    def show_puzzle(self, assigned: "AssignedPuzzle") -> None:
        """Show a puzzle from any screen. The game that was left is kept."""
        from ttt_tui.app.screens.puzzle import PuzzleScreen

        self._show_above_setup(PuzzleScreen(self.session, assigned))

    def edit_position(self, setup: Setup) -> None:
        """Edit the start of a set-up above any screen; then the main menu has the set-up to start there."""
        from ttt_tui.app.screens.editor import EditorScreen

        def edited(result: Setup | None) -> None:
            if result is not None:
                self.set_up(result)

        self.push_screen(EditorScreen(self.session, setup), edited)

    def make_puzzle(self, position: Position, setup: Setup) -> None:
        """Find out above any screen whether a position is a puzzle, and keep it if it is."""
        from ttt_tui.app.screens.own_puzzle import OwnPuzzleScreen
        from ttt_tui.app.screens.puzzle import PuzzleScreen

        def made(assigned: "AssignedPuzzle | None") -> None:
            if assigned is not None:
                self.push_screen(PuzzleScreen(self.session, assigned))

        self.push_screen(OwnPuzzleScreen(self.session, position, setup), made)

    def set_up(self, setup: Setup) -> None:
        """Show the main menu with a set-up. The game that was left is kept."""
        from ttt_tui.app.screens.setup import SetupScreen

        while len(self.screen_stack) > LOWEST:
            self.pop_screen()
        if self.start_request.lobby is not None:
            self.push_screen(self.setup_screen())
        elif not isinstance(self.screen, SetupScreen):
            self.switch_screen(self.setup_screen())
        self.call_later(self._change_setup, setup)

    def _change_setup(self, setup: Setup) -> None:
        from ttt_tui.app.screens.setup import SetupScreen

        if isinstance(screen := self.screen, SetupScreen):
            screen.start_from(setup)

    def open_study(self, tree: "Tree", stored: "GameRef | None", ply: int = 0) -> None:
        """Study the lines of a game above this screen, after `ply` moves of the main line.

        `stored` names the game in the store, if any.
        """
        from ttt_tui.app.screens.study import StudyScreen

        self.push_screen(StudyScreen(self.session, tree, stored, ply))

    def _show_above_setup(self, screen: Screen[None]) -> None:
        while len(self.screen_stack) > LOWEST:
            self.pop_screen()
        from ttt_tui.app.screens.setup import SetupScreen

        if self.start_request.lobby is not None:
            self.push_screen(screen)
        elif isinstance(self.screen, SetupScreen):
            self.screen.starts.was_played = True
            self.push_screen(screen)
        else:
            self.switch_screen(screen)

    # What starts with the one screen does not wait for the other.

    def play_screen(self, match: Match, multiplayer: "MultiplayerSession | None" = None) -> Screen[None]:
        """Return the screen of a match, perhaps one with players at other terminals."""
        from ttt_tui.app.screens.play import PlayScreen

        return PlayScreen(self.session, match, multiplayer)

    def setup_screen(self, *, hosts: bool = False) -> Screen[None]:
        """Return the main menu; with `hosts` it begins with a seat for a player at another terminal."""
        from ttt_tui.app.screens.setup import SetupScreen

        return SetupScreen(self.session, hosts=hosts)

    def leave(self) -> None:
        """Leave the screen for the one below, or for the setup if there is none."""
        if len(self.screen_stack) > LOWEST:
            self.pop_screen()
        else:
            self.switch_screen(self.setup_screen())
