"""A match that is hosted here, with seats for people at other terminals.

After every change the whole match is sent to all guests at once, so that joining, rejoining and continuing
work alike.
"""

import time
from collections import deque
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import NamedTuple

from ttt_tui.engine import Change, Game, IllegalMove, Match, Move, NothingToRedo, NothingToUndo, Setup
from ttt_tui.engine.game import turns
from ttt_tui.engine.records import LONGEST_TIME, Record
from ttt_tui.engine.records.json import to_data
from ttt_tui.errors import NoOpenSeat
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.connection import NetworkThread
from ttt_tui.multiplayer.consent import ConsentPoll, PendingProposal
from ttt_tui.multiplayer.door import Door
from ttt_tui.multiplayer.lag import MOST_CREDIT
from ttt_tui.multiplayer.limits import TokenBucket
from ttt_tui.multiplayer.protocol import (
    DRAW,
    NEXT,
    UNDO,
    VERSION,
    Hello,
    Message,
    Notice,
    Place,
    Proposal,
    Refusal,
    Resign,
    State,
    Vote,
    Watched,
    Welcome,
)
from ttt_tui.multiplayer.seats import SeatAssignments
from ttt_tui.multiplayer.server import (
    Connected,
    Disconnected,
    Event,
    FinishedGames,
    Guest,
    Received,
    Server,
)
from ttt_tui.multiplayer.session import NO_REDO, ONLY_WATCHES, MultiplayerSession, display_name
from ttt_tui.session.controller import Controller
from ttt_tui.session.draw_offers import check_draw_offer
from ttt_tui.session.presets import YOU, renamed
from ttt_tui.session.seats import SearchRunner
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat

ARRIVALS, MOST_ARRIVALS = 0.1, 3.0
"""The announcements a second, and at once, that the same guest came or went: one with a bad connection, or
who wants to be a nuisance, comes and goes again and again. Disconnected players are marked anyway."""

REJOINED_ELSEWHERE = "you rejoined from another terminal"


class RoomOfServer(NamedTuple):
    """What a match needs that a server hosts, at whose terminal nobody sits."""

    server: str
    """The name of the server."""
    door: Door
    network: NetworkThread
    owners: Mapping[int, int]
    """Seat → the number of the user to whom it belongs from the beginning."""
    lag: Callable[[int], float]
    """Returns the seconds that messages of a user travel to the user's program and back."""


class HostSession(MultiplayerSession):
    """A match that is hosted here, with the open seats of `setup` for whoever comes, or for these logins.

    With `resume` the match is the one that `resume` returns; its players get their seats back by name. With a
    `room` a server hosts it. Raises `ConnectionUnavailable` if nobody could connect.
    """

    is_host = True

    def __init__(
        self,
        session: Session,
        setup: Setup,
        only: Collection[str] | None = None,
        resume: Callable[[], Match] | None = None,
        room: RoomOfServer | None = None,
    ) -> None:
        super().__init__(session, sockets.own_login() if room is None else room.server)
        self._only = only
        self._resume = resume
        setup = renamed(setup, self.host)  # to the others "You" is somebody else
        here = [player.name for player in setup.players if player.is_human]
        name = here[0] if len(here) == 1 else session.profile.name
        self._name = "" if name == YOU else name
        self.host_name = display_name(self._name, self.host)
        keeps_names = resume is not None or room is not None
        self.seats = SeatAssignments(setup, room.owners if room else {}, keeps_names=keeps_names)
        self.server = Server(self._wake, only, room.door, room.network) if room else Server(self._wake, only)
        self.poll = ConsentPoll(self)
        self._earlier = FinishedGames()
        self._events: deque[Event] = deque()
        self.is_paused = False
        """Whether what guests have sent waits: somebody else has a change to finish first."""
        self._lag = (lambda user: 0.0) if room is None else room.lag
        self._arrived: float | None = None  # monotonic time of the message that is being processed
        self._arrivals: dict[Hashable, TokenBucket] = {}  # by seats, and by spectators' logins
        self._state = self._update_state()
        if not has_open_seat(setup):
            self.notices.append(f"No open seats; others can watch with ttt-tui --watch {self.host}")

    # --- the match ---------------------------------------------------------------------------------------

    def begin_match(self) -> Match:
        match = self._session.new_match(self.seats.setup) if self._resume is None else self._resume()
        self._session.invite(self._only)
        return match

    def controller(self, match: Match, runner: SearchRunner) -> Controller:
        self._controller = HostController(self._session, match, runner, self)
        self._session.change_listener = self._match_changed
        recorder = self._session.recorder
        self.show_match(match, FinishedGames(recorder.earlier_games() if recorder is not None else ()))
        return self._controller

    def show_match(self, match: Match, earlier: FinishedGames) -> None:
        """Move the guests to the seats of their players in this match, and send it to all."""
        self.seats.rotate(match.setup)
        self._earlier = self.server.earlier = earlier
        self._update_state()
        for guest in self.seats.guests():
            self._welcome(guest)

    def _match_changed(self, match: Match, change: Change) -> None:
        """Send a change of the match to all guests."""
        if self._controller is None or match is not self._controller.match:
            return  # a new match, which is shown when its controller has it
        if change is Change.RESEATED:
            self.seats.setup = match.setup
        if change is Change.STARTED and len(match.earlier) > len(self._earlier):
            self._earlier.add(*self._current)
        self._send_to_all(self._update_state())
        self._measure_lag()
        self.poll.expire(": the game went on")  # the request was about the previous position

    def _update_state(self) -> State:
        """Set and return the current state of the match."""
        match = None if self._controller is None else self._controller.match
        self.setup, self.away = self.seats.setup, self.seats.away
        self.is_ready = match is not None or not self.away
        self.is_spectator = not self.seats.here()
        recorder = None if match is None else self._session.recorder
        started = "" if recorder is None else recorder.started
        game_id = None if recorder is None else recorder.shared_id
        record = Record(Game(self.setup) if match is None else match.game, game_id=game_id)
        self._current = started, record
        number = 1 if match is None else match.game_number
        elapsed = 0 if self._controller is None else min(self._controller.elapsed, LONGEST_TIME)
        self._state = State(number, started, to_data(record), self.away, match is None, elapsed)
        self.server.listing = self.seats.listing
        return self._state

    def _welcome(self, guest: Guest) -> None:
        """Send a guest the whole state, with the clock as it is now."""
        self._update_state()
        seed = 0 if self._controller is None else self._controller.match.seed
        self.server.send(guest, Welcome(VERSION, self._name, self.seats.seat_of(guest), seed))
        self.server.send(guest, self._state)
        self.server.send(guest, Watched(self.seats.spectators))
        self.poll.ask(guest)
        self._measure_lag()

    def _send_to_all(self, message: Message) -> None:
        for guest in self.seats.guests():
            self.server.send(guest, message)

    def _measure_lag(self) -> None:
        """Measure how long messages to the player to move travel, if the player has a clock."""
        if self._controller is not None and self._controller.clock is not None:
            seat = self._controller.match.game.position.to_move
            if seat in self.seats.seats and (guest := self.seats.seats[seat].guest) is not None:
                self.server.ping(guest)

    def moved_at(self, seat: int) -> float:
        """Return the monotonic time at which a player counts as having moved, who moves now.

        It is when the message arrived, less the time that messages travel.
        """
        now = time.monotonic() if self._arrived is None else self._arrived
        guest = self.seats.seats[seat].guest if seat in self.seats.seats else None
        if guest is None:
            return now
        return now - min(MOST_CREDIT, guest.round_trips.shortest + self._lag(guest.user))

    @property
    def may_have_moved(self) -> bool:
        """Whether messages wait, of which one may be a move that was in time."""
        return self._arrived is None and (bool(self._events) or self.server.has_events)

    def announce(self, text: str, seat: int | None = None, to_seat: str = "") -> None:
        """Announce a sentence to everybody, here and elsewhere, but `to_seat` to the player of this seat."""
        self.notices.append(to_seat if seat in self.seats.here() else text)
        addressee = self.seats.seats[seat].guest if seat in self.seats.seats else None
        for guest in self.seats.guests():
            self.server.send(guest, Notice(to_seat if guest is addressee else text))

    # --- guests ------------------------------------------------------------------------------------------

    def receive(self) -> bool:
        self.poll.expire_late()
        self._events += self.server.events()
        has_news = False
        while self._events and not self.is_paused:
            has_news, event = True, self._events.popleft()
            if isinstance(event, Connected):
                self._joined(event.guest, event.hello)
            elif isinstance(event, Received):
                self._arrived = event.arrived
                self._requested(event.guest, event.message)
                self._arrived = None
            elif isinstance(event, Disconnected):
                self._left(event)
            elif event.reason:
                self.notices.append(f"Players can't join now: {event.reason}")
            else:
                self.notices.append("Players can join again")
        self.spectators, self.has_guests = self.seats.spectators, any(True for _ in self.seats.guests())
        return has_news

    def _joined(self, guest: Guest, hello: Hello) -> None:
        if hello.watches:
            self.seats.watchers.append(guest)
            self._announce_arrival(guest.login, f"{guest.display_name} is watching")
            self._welcome(guest)
            self._send_to_all(Watched(self.seats.spectators))
            return
        try:
            number = self.seats.choose(guest, hello)
        except NoOpenSeat as refusal:
            self.server.dismiss(guest, str(refusal))
            return
        seat = self.seats.seats[number]
        if seat.guest is not None:
            self.server.dismiss(seat.guest, REJOINED_ELSEWHERE)
        is_back, seat.user, seat.guest = seat.user is not None, guest.user, guest
        if self._controller is None:
            self.seats.rename(number, hello.name, guest.login)
        how = "rejoined" if is_back else "joined"
        self._announce_arrival(number, f"{self.seats.name(number)} {how}")
        state = self._update_state()
        self._welcome(guest)
        self._send_to_all(state)

    def _left(self, event: Disconnected) -> None:
        guest = event.guest
        if guest in self.seats.watchers:
            self.seats.watchers.remove(guest)
            self._announce_arrival(guest.login, f"{guest.display_name} stopped watching")
            self._send_to_all(Watched(self.seats.spectators))
            return
        number = self.seats.seat_of(guest)
        if number is None:
            return  # dismissed before
        self.seats.seats[number].guest = None
        how = "left" if event.is_on_purpose else "disconnected"
        why = f": {event.reason}" if event.reason else ""
        self._announce_arrival(number, f"{self.seats.name(number)} {how}{why}")
        self._send_to_all(self._update_state())
        self.poll.player_left(number)

    def _announce_arrival(self, who: Hashable, text: str) -> None:
        """Announce that somebody came or went, unless this was announced too often of late."""
        now = time.monotonic()
        if who not in self._arrivals:
            self._arrivals[who] = TokenBucket(ARRIVALS, MOST_ARRIVALS, now)
        if self._arrivals[who].takes(1, now):
            self.announce(text)

    def _requested(self, guest: Guest, message: Message) -> None:
        """Process a player's message, or send the reason for refusing it."""
        seat = self.seats.seat_of(guest)
        if seat is None:
            return  # dismissed before
        if self._controller is None:
            self.server.send(guest, Refusal("the match has not started"))
        elif isinstance(message, Vote):
            self.poll.vote(message.number, seat, message.yes)
        elif isinstance(message, Place | Resign | Proposal):
            try:
                self._do(self._controller, seat, message)
            except IllegalMove as refusal:
                self.server.send(guest, Refusal(str(refusal)))
                self.server.send(guest, self._state)

    def _do(self, controller: Controller, seat: int, message: Place | Resign | Proposal) -> None:
        """Process a message of a seat's player; raises `IllegalMove`."""
        match, game = controller.match, controller.match.game
        if (message.game, message.ply) != (match.game_number, len(game.moves)):
            raise IllegalMove("the position has changed")
        if isinstance(message, Resign):
            controller.resign(seat)
        elif isinstance(message, Proposal):
            self.poll.propose(match, seat, message.what)
        elif game.outcome is None and game.position.to_move != seat:
            raise IllegalMove("it is not your turn")
        else:
            controller.place(game.setup.geometry.parse(message.square))

    # --- requests ----------------------------------------------------------------------------------------

    @property
    def still_playing(self) -> set[int]:
        """The seats of the people who are in the current game, also of those who are away."""
        assert self._controller is not None
        match = self._controller.match
        return {seat for seat in match.game.position.active if not match.setup.players[seat].is_computer}

    def vote(self, yes: bool) -> None:
        here, proposal = self.seats.here(), self.poll.proposal
        if here and proposal is not None:
            self.poll.vote(proposal.number, here[0], yes)

    def grant(self, proposal: PendingProposal) -> None:
        """Carry out a request that all have agreed to."""
        assert self._controller is not None
        match = self._controller.match
        if proposal.what == UNDO:
            moves = match.game.moves
            starts = (turn.start for turn in turns(match.game) if moves[turn.start].player == proposal.seat)
            self._controller.undo_to(max(starts))
        elif proposal.what == DRAW:
            self._controller.agree_draw()
        else:
            self._controller.start_next_game()

    def close(self, reason: str = "") -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._session.change_listener = None
        if self._controller is not None and self._controller.match is self._session.match:
            self._session.leave_match()  # unless another match is played here by now
        self.server.close(reason)


class HostController(Controller):
    """Plays a hosted match: requests that the others have to agree to are proposed to them."""

    def __init__(
        self, session: Session, match: Match, runner: SearchRunner, multiplayer: HostSession
    ) -> None:
        super().__init__(session, match, runner)
        self._multiplayer = multiplayer

    def moved_at(self) -> float:
        """Return when the player to move counts as having moved: its lag is given back."""
        return self._multiplayer.moved_at(self.match.game.position.to_move)

    def check_clock(self) -> bool:
        """End the game of the player to move if that player's time is up and no message waits."""
        return not self._multiplayer.may_have_moved and super().check_clock()

    def undo(self) -> list[Move]:
        """Request a takeback of the latest move made here; nothing is undone yet."""
        here = self._multiplayer.seats.here()
        movers = [move.player for move in self.match.game.moves if move.player in here]
        if not movers:
            raise NothingToUndo("you have no move to take back")
        self._multiplayer.poll.propose(self.match, movers[-1], UNDO)
        return []

    def offer_draw(self) -> None:
        """Offer the others a draw for a player here, the one to move if that is one. Raises `IllegalMove`."""
        check_draw_offer(self.match)
        active = self.match.game.position.in_turn()
        if not (here := [seat for seat in active if seat in self._multiplayer.seats.here()]):
            raise IllegalMove(ONLY_WATCHES)
        self._multiplayer.poll.propose(self.match, here[0], DRAW)

    def redo(self) -> list[Move]:
        """Raise `NothingToRedo`: the others would have to agree to that as well."""
        raise NothingToRedo(NO_REDO)

    def next_game(self) -> None:
        """Request the next game."""
        if here := self._multiplayer.seats.here():
            self._multiplayer.poll.propose(self.match, here[0], NEXT)
        else:
            self.start_next_game()

    def start_next_game(self) -> None:
        """Start the next game, or another match, with the same invited users."""
        invited, previous = self._session.invited, self.match
        super().start_next_game()
        self._session.invite(invited)
        if self.match is not previous:
            self._multiplayer.show_match(self.match, FinishedGames())
