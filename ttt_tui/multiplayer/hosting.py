"""The host's side of a match at several terminals: who sits where, and what becomes of what guests want.

It knows no socket and no screen: a `Door` brings events and takes messages, and the front end's controller
plays. Every change of the match is told to all guests at once, whole: to come, to come back and to go on are
the same to them.
"""

import time
from collections.abc import Callable, Hashable, Sequence
from typing import Protocol

from ttt_tui.engine import Change, Game, IllegalMove, Match, NotASquare, Setup
from ttt_tui.engine.records.json import to_data
from ttt_tui.multiplayer.agreement import ConsentPoll, PendingProposal
from ttt_tui.multiplayer.door import Connected, Disconnected, Event, Guest, Received, Unreachable
from ttt_tui.multiplayer.earlier import FinishedGames, Past
from ttt_tui.multiplayer.messages import (
    NEXT,
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
from ttt_tui.multiplayer.offered import GameListing
from ttt_tui.multiplayer.table import SeatAssignments
from ttt_tui.multiplayer.wire import TokenBucket
from ttt_tui.session.controller import Controller

COMINGS, MOST_COMINGS = 0.1, 3.0
"""How often in a second in the long run, and how often at once, all are told that somebody came or went: who
is on a bad line, or wants to be a nuisance, does so again and again. Who is away is seen at their seat."""

BACK = "you rejoined from another terminal"


class Reception(Protocol):
    """What hosting needs of a `Door`."""

    def events(self) -> Sequence[Event]:
        """Return what has happened since this was asked last, in order."""

    def send(self, guest: Guest, message: Message) -> None:
        """Say something to a guest, who may have gone."""

    def dismiss(self, guest: Guest, reason: str) -> None:
        """Show a guest out, and say why."""

    def tell_earlier(self, games: FinishedGames) -> None:
        """Tell these games from now on to who asks for earlier ones."""

    def offer(self, offer: GameListing) -> None:
        """Tell this from now on to who looks for a game."""


class GameServer:
    """Hosts one match after the other with the same players.

    `setup` is what is going to be played; its open seats are filled by who comes first, those of a match that
    `is_resumed` if possible by those who had them. `say` is called with each sentence for whoever is here.
    `host_name` is what they have told to be called, nothing if they have not.
    """

    def __init__(
        self,
        setup: Setup,
        door: Reception,
        say: Callable[[str], object],
        *,
        host_name: str = "",
        is_resumed: bool = False,
    ) -> None:
        self.table = SeatAssignments(setup, keeps_names=is_resumed)
        """Who sits where."""
        self.agreement = ConsentPoll(self.table, self, self._do_agreed)
        """What is asked at the moment."""
        self._door = door
        self._say = say
        self._host_name = host_name
        self._controller: Controller | None = None
        self._started: Callable[[], str] = str
        self._game_id: Callable[[], str | None] = lambda: None
        self._earlier = FinishedGames()
        self._current: Past | None = None  # the current game as it was told last
        self._offered: GameListing | None = None  # what the door tells to who looks
        self._told = self._note_state()  # how things stood when all were told last
        self._comings: dict[Hashable, TokenBucket] = {}  # by seats, and by the logins of who looks on

    # --- the match ---------------------------------------------------------------------------------------

    def begin(
        self,
        controller: Controller,
        started: Callable[[], str],
        game_id: Callable[[], str | None] = lambda: None,
        earlier: Sequence[Past] = (),
    ) -> None:
        """Play the match of this controller from now on.

        `started` tells when its current game did, as the store writes it, `game_id` its id in the store, None
        if it is not kept; `earlier` are the games before it.
        """
        self._controller, self._started, self._game_id = controller, started, game_id
        self._begin_match(FinishedGames(earlier))

    @property
    def has_begun(self) -> bool:
        """Whether a match is played."""
        return self._controller is not None

    @property
    def is_match_over(self) -> bool:
        """Whether the match that is played has ended."""
        return self._controller is not None and self._controller.match.is_over

    def _begin_match(self, earlier: FinishedGames) -> None:
        """Follow the players to the seats where they sit in this match, and tell all guests of it."""
        assert self._controller is not None
        self.table.turn(self._controller.match.setup)
        self._earlier = earlier
        self._door.tell_earlier(earlier)
        self._note_state()
        for guest in self.table.guests():
            self._welcome(guest)

    def follow(self, match: Match, change: Change) -> None:
        """Tell all guests of a change of the match."""
        if self._controller is None or match is not self._controller.match:
            return  # a new one, which begins when its controller has it
        if change is Change.RESEATED:
            self.table.setup = match.setup
        if change is Change.STARTED and self._current is not None and len(match.earlier) > len(self._earlier):
            self._earlier.add(self._current)
        self._tell_state()
        self.agreement.game_changed()

    def _tell_state(self) -> None:
        self.tell_all(self._note_state())

    def _note_state(self) -> State:
        """Take it that things stand otherwise now, and return how."""
        self._current = Past(self._started(), self._game, self._game_id())
        match = None if self._controller is None else self._controller.match
        self._told = State(
            game=1 if match is None else match.game_number,
            started=self._started(),
            record=to_data(self._current.record),
            away=self.table.away,
            waits=match is None,
        )
        if (offer := self.table.on_offer) != self._offered:
            self._door.offer(offer)
            self._offered = offer
        return self._told

    def tell_all(self, message: Message) -> None:
        """Say something to all guests."""
        for guest in self.table.guests():
            self._door.send(guest, message)

    @property
    def _game(self) -> Game:
        """The current game, or one with the players so far that has not begun."""
        return Game(self.table.setup) if self._controller is None else self._controller.match.game

    def _welcome(self, guest: Guest) -> None:
        """Tell a guest all that there is to know."""
        seed = 0 if self._controller is None else self._controller.match.seed
        self._door.send(guest, Welcome(VERSION, self._host_name, self.table.seat_of(guest), seed))
        self._door.send(guest, self._told)
        self._door.send(guest, Watched(self.table.who_watches))
        self.agreement.ask(guest)

    # --- what happens at the door ------------------------------------------------------------------------

    def hear(self) -> bool:
        """Take what has happened at the door; return whether anything has."""
        events = self._door.events()
        for event in events:
            if isinstance(event, Connected):
                self._came(event.guest, event.hello)
            elif isinstance(event, Received):
                self._said(event.guest, event.message)
            elif isinstance(event, Unreachable):
                self._say(
                    f"Players can't join now: {event.reason}" if event.reason else "Players can join again"
                )
            else:
                self._left(event)
        return bool(events)

    def _came(self, guest: Guest, hello: Hello) -> None:
        if hello.watches:
            self.table.watchers.append(guest)
            self._announce_of(guest.login, f"{guest.display_name} is watching")
            self._welcome(guest)
            self.tell_all(Watched(self.table.who_watches))
            return
        number = self.table.free_seat(guest, hello)
        if isinstance(number, str):
            self._door.dismiss(guest, number)
            return
        seat = self.table.seats[number]
        if seat.guest is not None:
            self._door.dismiss(seat.guest, BACK)
        is_back, seat.user, seat.guest = seat.user is not None, guest.user, guest
        if self._controller is None:
            self.table.call(number, hello.name, guest.login)
        self._announce_of(number, f"{self.table.name(number)} {'rejoined' if is_back else 'joined'}")
        state = self._note_state()
        self._welcome(guest)
        self.tell_all(state)

    def _left(self, event: Disconnected) -> None:
        guest = event.guest
        if guest in self.table.watchers:
            self.table.watchers.remove(guest)
            self._announce_of(guest.login, f"{guest.display_name} stopped watching")
            self.tell_all(Watched(self.table.who_watches))
            return
        number = self.table.seat_of(guest)
        if number is None:
            return  # dismissed before
        self.table.seats[number].guest = None
        how = "left" if event.is_on_purpose else "disconnected"
        self._announce_of(
            number, f"{self.table.name(number)} {how}" + (f": {event.reason}" if event.reason else "")
        )
        self._tell_state()
        self.agreement.left(number)

    def send(self, guest: Guest, message: Message) -> None:
        """Say something to a guest, who may have gone."""
        self._door.send(guest, message)

    def announce(self, text: str, seat: int | None = None, to_seat: str = "") -> None:
        """Say something to everybody, here and elsewhere, but `to_seat` to the player of this seat."""
        self._say(to_seat if seat in self.table.here() else text)
        addressed = self.table.seats[seat].guest if seat in self.table.seats else None
        for guest in self.table.guests():
            self._door.send(guest, Notice(to_seat if guest is addressed else text))

    def _announce_of(self, who: Hashable, text: str) -> None:
        """Say that somebody came or went, unless that has been said of them too often of late."""
        now = time.monotonic()
        if who not in self._comings:
            self._comings[who] = TokenBucket(COMINGS, MOST_COMINGS, now)
        if self._comings[who].takes(1, now):
            self.announce(text)

    # --- what guests want --------------------------------------------------------------------------------

    def _said(self, guest: Guest, message: Message) -> None:
        seat = self.table.seat_of(guest)
        if seat is None:
            return  # dismissed before
        if self._controller is None:
            self._door.send(guest, Refusal("the match has not started"))
        elif isinstance(message, Vote):
            self.agreement.vote(message.number, seat, message.yes)
        elif isinstance(message, Place | Resign | Proposal) and (
            reason := self._do(self._controller, seat, message)
        ):
            self._door.send(guest, Refusal(reason))
            self._door.send(guest, self._told)

    def _do(self, controller: Controller, seat: int, message: Place | Resign | Proposal) -> str:
        """Do what the player of a seat wants, and return why not if that is not possible."""
        match = controller.match
        game = match.game
        if (message.game, message.ply) != (match.game_number, len(game.moves)):
            return "the position has changed"
        try:
            if isinstance(message, Resign):
                controller.resign(seat)
            elif isinstance(message, Proposal):
                return self.agreement.wish(match, seat, message.what)
            elif game.outcome is None and game.position.to_move != seat:
                return "it is not your turn"
            else:
                controller.place(game.setup.geometry.parse(message.square))
        except (IllegalMove, NotASquare) as refusal:
            return str(refusal)
        return ""

    # --- what all have to agree to -----------------------------------------------------------------------

    def vote(self, yes: bool) -> None:
        """The people at this terminal answer what is asked."""
        here, question = self.table.here(), self.agreement.question
        if here and question is not None:
            self.agreement.vote(question.number, here[0], yes)

    def _do_agreed(self, question: PendingProposal) -> None:
        """Do what all have agreed to."""
        assert self._controller is not None
        controller = self._controller
        if question.what == NEXT:
            match = controller.match
            controller.start_next_game()
            if controller.match is not match:
                self._begin_match(FinishedGames())
            return
        moves = controller.match.game.moves
        controller.undo_to(max(ply for ply, move in enumerate(moves) if move.player == question.seat))
