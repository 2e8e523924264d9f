"""The host's side of a match at several terminals: who sits where, and what becomes of what guests want.

It knows no socket and no screen: a `Door` brings events and takes messages, and the front end's controller
plays. Every change of the match is told to all guests at once, whole: to come, to come back and to go on are
the same to them.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ttt_tui.engine import Change, Game, IllegalMove, Match, NotASquare, Setup
from ttt_tui.engine.record import Record
from ttt_tui.engine.record_json import to_data
from ttt_tui.session.controller import Controller
from ttt_tui.session.remote.door import Came, Event, Guest, Said
from ttt_tui.session.remote.messages import (
    NEXT,
    UNDO,
    VERSION,
    WISHES,
    Ask,
    Earlier,
    Finished,
    Hello,
    Message,
    Place,
    Refused,
    Resign,
    Settled,
    State,
    Told,
    Vote,
    Welcome,
    Wish,
)
from ttt_tui.session.remote.table import Table

ASKING_SECONDS = 30
"""How long the others may think about a wish; then silence is a no."""

MOST_EARLIER = 100
"""Games that are told at once to who asks for earlier ones."""

BACK = "you came back at another terminal"


class Reception(Protocol):
    """What hosting needs of a `Door`."""

    def events(self) -> Sequence[Event]:
        """Return what has happened since this was asked last, in order."""

    def send(self, guest: Guest, message: Message) -> None:
        """Say something to a guest, who may have gone."""

    def dismiss(self, guest: Guest, reason: str) -> None:
        """Show a guest out, and say why."""


@dataclass(frozen=True, slots=True)
class Past:
    """A game of the match, and when it was started, as the store writes it."""

    started: str
    game: Game


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody wants, and the others are asked about."""

    number: int
    seat: int
    what: str
    ends: float
    """The monotonic time, in seconds, after which silence is a no."""


class Hosting:
    """Hosts one match after the other with the same players.

    `setup` is what is going to be played; its open seats are filled by who comes first. `say` is called with
    each sentence for whoever is here.
    """

    def __init__(self, setup: Setup, door: Reception, say: Callable[[str], object]) -> None:
        self.table = Table(setup)
        """Who sits where."""
        self.question: Question | None = None
        """What is asked at the moment."""
        self._door = door
        self._say = say
        self._controller: Controller | None = None
        self._started: Callable[[], str] = str
        self._earlier: list[Past] = []
        self._current: Past | None = None  # the current game as it was told last
        self._agreed: set[int] = set()  # the seats that have said yes to the question
        self._count = 0  # of questions

    # --- the match ---------------------------------------------------------------------------------------

    def begin(self, controller: Controller, started: Callable[[], str], earlier: Sequence[Past] = ()) -> None:
        """Play the match of this controller from now on.

        `started` tells when its current game did, as the store writes it; `earlier` are those before it.
        """
        self._controller, self._started, self._earlier = controller, started, list(earlier)
        self._begin_match()

    def _begin_match(self) -> None:
        """Follow the players to the seats where they sit in this match, and tell all guests of it."""
        assert self._controller is not None
        self.table.turn(self._controller.match.setup)
        self._current = Past(self._started(), self._game)
        for guest in self.table.guests():
            self._welcome(guest)

    def follow(self, match: Match, change: Change) -> None:
        """Tell all guests of a change of the match."""
        if self._controller is None or match is not self._controller.match:
            return  # a new one, which begins when its controller has it
        if self.question is not None:
            self._settle("")
        if change is Change.STARTED and self._current is not None and len(match.earlier) > len(self._earlier):
            self._earlier.append(self._current)
        self._tell_state()

    def _tell_state(self) -> None:
        self._current = Past(self._started(), self._game)
        self.tell_all(self._state())

    def tell_all(self, message: Message) -> None:
        """Say something to all guests."""
        for guest in self.table.guests():
            self._door.send(guest, message)

    def _state(self) -> State:
        match = None if self._controller is None else self._controller.match
        return State(
            game=1 if match is None else match.game_number,
            started=self._started(),
            record=to_data(Record(self._game)),
            away=self.table.away,
            waits=match is None,
        )

    @property
    def _game(self) -> Game:
        """The current game, or one with the players so far that has not begun."""
        return Game(self.table.setup) if self._controller is None else self._controller.match.game

    def _welcome(self, guest: Guest) -> None:
        """Tell a guest all that there is to know."""
        seed = 0 if self._controller is None else self._controller.match.seed
        self._door.send(guest, Welcome(VERSION, self.table.seat_of(guest), seed))
        self._door.send(guest, self._state())
        if self.question is not None:
            self._ask(guest, self.question)

    # --- what happens at the door ------------------------------------------------------------------------

    def hear(self) -> bool:
        """Take what has happened at the door; return whether anything has."""
        events = self._door.events()
        for event in events:
            if isinstance(event, Came):
                self._came(event.guest, event.hello)
            elif isinstance(event, Said):
                self._said(event.guest, event.message)
            else:
                self._left(event.guest, event.reason)
        return bool(events)

    def _came(self, guest: Guest, hello: Hello) -> None:
        if hello.watches:
            self.table.watchers.append(guest)
            self._announce(f"{guest.login} looks on")
            self._welcome(guest)
            return
        number = self.table.free_seat(guest, hello.seat)
        if isinstance(number, str):
            self._door.dismiss(guest, number)
            return
        seat = self.table.seats[number]
        if seat.guest is not None:
            self._door.dismiss(seat.guest, BACK)
        is_back, seat.user, seat.guest = seat.user is not None, guest.user, guest
        if self._controller is None:
            self.table.call(number, hello.name, guest.login)
        self._announce(f"{self.table.name(number)} is {'back' if is_back else 'here'}")
        self._welcome(guest)
        self._tell_state()

    def _left(self, guest: Guest, reason: str) -> None:
        if guest in self.table.watchers:
            self.table.watchers.remove(guest)
            self._announce(f"{guest.login} no longer looks on")
            return
        number = self.table.seat_of(guest)
        if number is None:
            return  # dismissed before
        self.table.seats[number].guest = None
        self._announce(f"{self.table.name(number)} is away" + (f": {reason}" if reason else ""))
        self._tell_state()
        if self.question is not None and self.question.seat == number:
            self._settle("who wanted it has left")
        elif self.question is not None:
            self._decide()

    def _announce(self, text: str) -> None:
        self._say(text)
        self.tell_all(Told(text))

    # --- what guests want --------------------------------------------------------------------------------

    def _said(self, guest: Guest, message: Message) -> None:
        seat = self.table.seat_of(guest)
        if isinstance(message, Earlier):
            first = max(1, message.first)
            for number, past in enumerate(self._earlier[first - 1 :][:MOST_EARLIER], first):
                self._door.send(guest, Finished(number, past.started, to_data(Record(past.game))))
        elif seat is None:
            self._door.send(guest, Refused("who looks on cannot do that"))
        elif self._controller is None:
            self._door.send(guest, Refused("the match has not begun"))
        elif isinstance(message, Vote):
            self._vote(message.number, seat, message.yes)
        elif isinstance(message, Place | Resign | Wish) and (
            reason := self._do(self._controller, seat, message)
        ):
            self._door.send(guest, Refused(reason))
            self._door.send(guest, self._state())

    def _do(self, controller: Controller, seat: int, message: Place | Resign | Wish) -> str:
        """Do what the player of a seat wants, and return why not if that is not possible."""
        match = controller.match
        game = match.game
        if (message.game, message.ply) != (match.game_number, len(game.moves)):
            return "the game has gone on meanwhile"
        try:
            if isinstance(message, Resign):
                controller.resign(seat)
            elif isinstance(message, Wish):
                return self.wish(seat, message.what)
            elif game.outcome is None and game.position.to_move != seat:
                return "it is not your turn"
            else:
                controller.place(game.setup.geometry.parse(message.square))
        except (IllegalMove, NotASquare) as refusal:
            return str(refusal)
        return ""

    # --- what all have to agree to -----------------------------------------------------------------------

    def wish(self, seat: int, what: str) -> str:
        """Ask the others about the wish of a seat's player; return why that is not possible, or nothing."""
        assert self._controller is not None
        match = self._controller.match
        if what == UNDO and not any(move.player == seat for move in match.game.moves):
            return "there is no move of yours to take back"
        if what == NEXT and match.game.outcome is None:
            return "the game is not over"
        if what not in WISHES:
            return f"nobody can agree to {what:.20}"
        if self.question is not None:
            if self.question.what == what == NEXT:
                self._vote(self.question.number, seat, True)
                return ""
            return f"{self.table.name(self.question.seat)}'s question comes first"
        self._count += 1
        self.question = Question(self._count, seat, what, time.monotonic() + ASKING_SECONDS)
        self._agreed = {seat}
        for number, other in self.table.seats.items():
            if number != seat and other.guest is not None:
                self._ask(other.guest, self.question)
        self._decide()
        return ""

    def _ask(self, guest: Guest, question: Question) -> None:
        seconds = max(1, round(question.ends - time.monotonic()))
        self._door.send(guest, Ask(question.number, self.table.name(question.seat), question.what, seconds))

    def vote(self, yes: bool) -> None:
        """The people at this terminal answer the question."""
        if self.question is not None:
            for seat in self.table.here():
                self._vote(self.question.number, seat, yes)
                if self.question is None:
                    return

    def _vote(self, number: int, seat: int, yes: bool) -> None:
        if self.question is None or self.question.number != number:
            return
        if not yes:
            self._settle(f"{self.table.name(seat)} says no")
            return
        self._agreed.add(seat)
        self._decide()

    def _decide(self) -> None:
        """Do what is asked about if all who are here agree."""
        assert self.question is not None
        assert self._controller is not None
        if not self.table.present() <= self._agreed:
            return
        question, controller = self.question, self._controller
        self._settle("")
        if question.what == NEXT:
            match = controller.match
            controller.next_game()
            if controller.match is not match:
                self._earlier = []
                self._begin_match()
            return
        moves = controller.match.game.moves
        latest = max(ply for ply, move in enumerate(moves) if move.player == question.seat)
        controller.undo_to(latest)

    def tick(self) -> None:
        """Look whether a question has been asked for too long; called every now and then."""
        if self.question is not None and time.monotonic() > self.question.ends:
            self._settle("nobody has answered in time")

    def _settle(self, why_not: str) -> None:
        """Ask no more. `why_not` is why what was wished is not done, nothing if it is."""
        assert self.question is not None
        question, self.question = self.question, None
        self.tell_all(Settled(question.number))
        if why_not:
            self._announce(f"{self.table.name(question.seat)} cannot {WISHES[question.what]}: {why_not}")
