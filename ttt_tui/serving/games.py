"""The games of a server: rooms that are open, and games that are kept until their players come again."""

import secrets
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count

from ttt_tui.engine import Game, Setup
from ttt_tui.engine.clock import Clock
from ttt_tui.engine.records import UNFINISHED
from ttt_tui.errors import RecordError, StoreError, Unrated, VisitRefused
from ttt_tui.multiplayer.connection import NetworkThread
from ttt_tui.multiplayer.lobby_messages import GameKind, Running, RunningEnded, Seated
from ttt_tui.serving.ratings import PeopleRatings
from ttt_tui.serving.rooms import Room, setup_of, waited
from ttt_tui.serving.visitors import Visitor, Visitors
from ttt_tui.store.accounts import Accounts
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

RETRY_SECONDS = 60.0
"""Seconds until a game whose time is up is looked at again if the store did not answer."""

READING_SECONDS = 1.0
"""Seconds that the store may take to find a game."""


class Games:
    """All games of people on the server `server`; visitors are told which there are."""

    def __init__(
        self,
        server: str,
        visitors: Visitors,
        accounts: Accounts,
        history: StoreThread,
        ratings: PeopleRatings,
    ) -> None:
        self.rooms: dict[int, Room] = {}
        """Open rooms, by the numbers of their games."""
        self._server, self._visitors = server, visitors
        self._accounts, self._history, self._ratings = accounts, history, ratings
        self._network = NetworkThread("rooms")
        self._guest_games = count(-1, -1)  # games of guests are not kept
        self._kept = {game.number: game for game in accounts.kept_games()}
        self._shown: dict[int, Running] = {}  # games in everybody's list
        self._due: dict[int, float] = {}  # kept games → when somebody's time is up, in seconds since 1970
        for number in [*self._kept]:
            self._waiting(number)

    def unfinished_of(self, user: int) -> int:
        """Return how many games of an account are not over."""
        return sum(user in kept.players for kept in self._kept.values())

    # --- rooms -------------------------------------------------------------------------------------------

    def begin(self, game: GameKind, one: Visitor, two: Visitor) -> None:
        """Begin a game between two visitors, who move first by lot. Raises what the store raises."""
        players = [one, two]
        if secrets.randbelow(2):
            players.reverse()
        setup = setup_of(game.setup, [player.name for player in players])
        room = Room(
            self._server,
            self._history,
            self._network,
            (players[0].user, players[1].user),
            setup,
            self._changed,
            self._visitors.lag_of,
            rated=game.rated,
            seed=secrets.randbits(32),
        )
        is_kept = None not in (one.account, two.account)
        room.number = next(self._guest_games)
        if is_kept:
            try:
                room.number = self._accounts.keep_game(room.uid, room.users, rated=room.rated)
            except StoreError:
                room.close()
                raise
            self._update_kept()
            room.keep()
        self.rooms[room.number] = room
        for player in players:
            self._seat(player, room, watches=False)
        self._changed(room)

    def join(self, visitor: Visitor, number: int) -> None:
        """Let a visitor return to a game, or watch one. Raises `VisitRefused` if it is over."""
        room = self.rooms.get(number)
        if room is None:
            kept = self._kept.get(number)
            if kept is None or visitor.user not in kept.players:
                raise VisitRefused("this game is over")
            room = self._reopen(number)
        self._seat(visitor, room, watches=visitor.user not in room.users)

    def leave(self, visitor: Visitor) -> None:
        """Go on without a visitor: a guest's games are resigned, rooms in which nobody is are closed."""
        if visitor.account is None:
            for room in [*self.rooms.values()]:
                room.resign_for(visitor.user)
        here = {other.user for other in self._visitors}
        for room in [*self.rooms.values()]:
            if room.may_close and here.isdisjoint(room.users):  # nobody of those who began it has entered
                self._close_room(room)

    def close(self, reason: str) -> None:
        """Close all rooms; their games are kept."""
        for room in [*self.rooms.values()]:
            room.close(reason)
        self.rooms.clear()
        self._network.stop()

    def _seat(self, visitor: Visitor, room: Room, *, watches: bool) -> None:
        """Connect a visitor to a room."""
        connected = room.enter(visitor.user, visitor.name)
        with connected, suppress(OSError):
            socket.send_fds(visitor.games, [b"g"], [connected.fileno()])
            visitor.tell(Seated(room.number, watches, self._server, room.rated))

    def end_on_time(self) -> None:
        """End a kept game in which somebody's time is up, if there is one, while nobody is in its room."""
        now = time.time()
        number = next((number for number, due in self._due.items() if due <= now), None)
        if number is None:
            return
        self._due[number] = now + RETRY_SECONDS
        with suppress(StoreError, RecordError, VisitRefused):
            self._reopen(number).receive()

    def _reopen(self, number: int) -> Room:
        """Open the room of a kept game again. Raises `VisitRefused` if it is over, or a `StoreError`."""
        kept, entry = self._kept[number], self._find(number)
        if entry is None:
            raise VisitRefused("this game is over")
        room = Room(
            self._server,
            self._history,
            self._network,
            kept.players,
            entry.setup,
            self._changed,
            self._visitors.lag_of,
            rated=kept.rated,
            entry=entry,
        )
        room.number = number
        self.rooms[number] = room
        self._due.pop(number, None)
        return room

    def _changed(self, room: Room) -> None:
        """Follow a change of a room: ratings, the list of games, and the end."""
        if room.number not in self.rooms:
            return
        game = room.match.game
        kept = self._kept.get(room.number)
        if kept is not None and (kept.uid, kept.players) != (room.uid, room.users) and room.uid:
            self._accounts.update_game(room.number, room.uid, room.users)
            self._update_kept()
            room.rated = kept.rated and not self._ratings.have_played_enough(*room.users)
        if game.outcome is not None and room.rated and room.uid not in ("", room.counted):
            self._rate(room)
        if room.may_close and (room.was_entered or game.outcome is not None):
            self._close_room(room)
            return
        running = self._running(room)
        if self._shown.get(room.number) != running:
            self._shown[room.number] = running
            self._visitors.tell_soon(running)

    def _rate(self, room: Room) -> None:
        """Count a finished game, and tell everybody the new ratings."""
        room.counted = room.uid
        try:
            changes = self._ratings.count(room.match.game, room.uid, room.users)
        except Unrated as why:
            room.host.announce(f"Unrated: {why}")
        else:
            for change in changes:
                room.host.announce(change)
        for visitor in self._visitors.of(room.users):
            self._visitors.tell_soon(self._visitors.person(visitor))

    def _close_room(self, room: Room) -> None:
        del self.rooms[room.number]
        is_over = room.match.game.outcome is not None
        self._shown.pop(room.number, None)
        room.close()
        self._visitors.drop_news(room.number)
        self._visitors.tell_all(RunningEnded(room.number))
        if room.number not in self._kept:
            return
        if is_over:
            self._drop(room.number)
        elif (running := self._waiting(room.number)) is not None:
            for visitor in self._visitors.of(self._kept[room.number].players):
                visitor.tell(running)

    def _find(self, number: int) -> Entry | None:
        """Return a kept game from the store; None if it is over, which it is then for everybody.

        A server that was killed after the last move and before it counted for the ratings counts it now.
        Raises `StoreError` or `RecordError`.
        """
        kept = self._kept[number]
        entry = self._history.run(
            lambda history: history.find(kept.uid), after_writes=True, seconds=READING_SECONDS
        )
        if entry is not None and entry.result == UNFINISHED:
            return entry
        if entry is not None and kept.rated:
            with suppress(Unrated):
                self._ratings.count(entry.game(), kept.uid, kept.players)
        self._drop(number)
        self._visitors.tell_all(RunningEnded(number))
        return None

    def _drop(self, number: int) -> None:
        """Forget a game that is over."""
        self._accounts.drop_game(number)
        self._due.pop(number, None)
        self._update_kept()

    def _update_kept(self) -> None:
        self._kept = {game.number: game for game in self._accounts.kept_games()}

    # --- lists -------------------------------------------------------------------------------------------

    def shown_to(self, visitor: Visitor) -> list[Running]:
        """Return the games in a visitor's list."""
        return [*self._shown.values(), *self._waiting_for(visitor.user)]

    def games_of(self, user: int) -> list[Running]:
        """Return the games of an account, whether their rooms are open or not."""
        rooms = [self._running(room) for room in self.rooms.values() if user in room.users]
        return [*rooms, *self._waiting_for(user)]

    def rename(self, user: int) -> None:
        """Show games of an account under its new name."""
        for room in [*self.rooms.values()]:
            if user in room.users:
                self._changed(room)
        for running in self._waiting_for(user):
            for visitor in self._visitors.of(self._kept[running.number].players):
                visitor.tell(running)

    def _waiting_for(self, user: int) -> Iterator[Running]:
        """Yield the games of an account whose rooms are closed."""
        numbers = [n for n, game in self._kept.items() if user in game.players and n not in self.rooms]
        return (running for running in map(self._waiting, numbers) if running is not None)

    def _running(self, room: Room) -> Running:
        match, setup = room.match, room.match.setup
        over, names = match.game.outcome is not None, self._names(room.users, setup)
        return Running(
            *GameKind.fields_of(setup.geometry),
            room.rated,
            room.number,
            names,
            len(match.game.moves),
            len(room.host.spectators),
            "" if over else names[match.game.position.to_move],
            clock=_clock_of(setup),
        )

    def _waiting(self, number: int) -> Running | None:
        """Return the line of a kept game whose room is closed."""
        kept = self._kept[number]
        try:
            entry = self._find(number)
            if entry is None:
                return None
            game = entry.game()
        except (StoreError, RecordError):
            return None
        if (seconds := seconds_to_flag(entry, game)) is not None:
            self._due[number] = time.time() + seconds
        names = self._names(kept.players, game.setup)
        fields = GameKind.fields_of(game.setup.geometry)
        to_move = names[game.position.to_move]
        clock = _clock_of(game.setup)
        return Running(*fields, kept.rated, number, names, len(game.moves), 0, to_move, clock=clock)

    def _names(self, users: Iterable[int], setup: Setup) -> list[str]:
        """Return the names of players as they are now."""
        accounts = [self._accounts.by_id(user) for user in users]
        return [
            player.name if account is None else account.name
            for account, player in zip(accounts, setup.players, strict=True)
        ]


def seconds_to_flag(entry: Entry, game: Game) -> float | None:
    """Return when the player to move loses a kept game that nobody opens, None if that does not happen."""
    control = game.setup.rules.clock
    if control is None or not control.is_correspondence or game.outcome is not None:
        return None
    clock = Clock(control, len(game.setup.players))
    clock.update(game.moves, game.position.to_move, 0.0, elapsed=waited(entry))
    return clock.seconds_to_flag(0.0)


def _clock_of(setup: Setup) -> str:
    """Return the clock of a set-up as messages have it."""
    return "" if setup.rules.clock is None else str(setup.rules.clock)
