"""A match that another user hosts, played or watched here."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from ttt_tui.engine import IllegalMove, Match, Move, NothingToRedo, NothingToUndo, Setup, Square
from ttt_tui.errors import TooManyGames, UnknownRules
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.client import Client, ConnectionEnded, Event
from ttt_tui.multiplayer.protocol import (
    NEXT,
    PROPOSALS,
    UNDO,
    VERSION,
    Ask,
    Earlier,
    Finished,
    Hello,
    Notice,
    Place,
    Proposal,
    ProposalClosed,
    Refusal,
    Resign,
    State,
    Vote,
    Watched,
    Welcome,
    incoming_request,
    own_request,
)
from ttt_tui.multiplayer.replica import MatchReplica
from ttt_tui.multiplayer.session import (
    NO_REDO,
    ONLY_WATCHES,
    UNKNOWN_RULES,
    MultiplayerSession,
    display_name,
)
from ttt_tui.process.text import printable
from ttt_tui.session.controller import Controller
from ttt_tui.session.presets import YOU
from ttt_tui.session.seats import SearchRunner
from ttt_tui.session.session import Session

INVALID = "the host sent an impossible game"
TOO_MANY = "the host sent more games than a match can have"


class GuestSession(MultiplayerSession):
    """A match hosted by the user with this login. Raises `ConnectionUnavailable` if that user hosts none.

    `seat` is the symbol of the requested seat, "" for any; a guest who `watches` gets none.
    """

    is_host = False
    has_guests = False

    def __init__(self, session: Session, host: str, seat: str = "", *, watches: bool = False) -> None:
        super().__init__(host)
        self._session = session
        self._watches = watches
        self._controller: Controller | None = None
        self._name = ""  # the host's
        self._spectators: list[str] = []
        self.ask: Ask | None = None
        """The request that the guest has to answer."""
        self.proposal = ""
        """The guest's own request, one of `PROPOSALS`, until it is settled."""
        name, user = session.profile.name, sockets.user_of(host)
        self.client = Client(self._wake, user, Hello(VERSION, "" if name == YOU else name, seat, watches))
        self.replica = MatchReplica(
            session, sockets.login_of(user), lambda first: self.client.send(Earlier(first))
        )

    @property
    def match(self) -> Match | None:
        """The copy of the match, None before the host has sent it."""
        return self.replica.match

    @property
    def seat(self) -> int | None:
        """The guest's seat, None for a spectator."""
        return self.replica.seat

    @property
    def setup(self) -> Setup | None:
        return None if self.match is None else self.match.setup

    @property
    def host_name(self) -> str:
        return display_name(self._name, self.host)

    @property
    def spectators(self) -> Sequence[str]:
        return self._spectators

    @property
    def is_spectator(self) -> bool:
        return self._watches

    @property
    def away(self) -> Collection[int]:
        return self.replica.away

    @property
    def is_ready(self) -> bool:
        return self.match is not None and not self.replica.waits

    @property
    def incoming_request(self) -> str:
        if self.ask is None:
            return ""
        return incoming_request(self.ask.who, self.ask.what, is_match_over=self._is_match_over)

    @property
    def own_request(self) -> str:
        return own_request(self.proposal, is_match_over=self._is_match_over)

    @property
    def _is_match_over(self) -> bool:
        return self.match is not None and self.match.is_over

    # --- messages of the host ----------------------------------------------------------------------------

    def receive(self) -> bool:
        events = self.client.events()
        for event in events:
            if self.end_reason is None:
                self._process(event)
        if self._controller is not None and self.match is not None:
            self._controller.match = self.match  # the copy is another object for each game
        return bool(events)

    def _process(self, event: Event) -> None:
        """Process an event; a host whose messages make no sense is left."""
        try:
            self._take(event)
        except TooManyGames:
            self.end_reason = TOO_MANY
        except UnknownRules as error:
            self.end_reason = UNKNOWN_RULES.format(error.rules)
        except ValueError:  # a RecordError is one, too
            self.end_reason = INVALID
        if self.end_reason is not None:
            self.client.hang_up()

    def _take(self, event: Event) -> None:
        match event:
            case State():
                self.replica.update(event)
            case Finished():
                self.replica.add_finished(event)
            case Welcome(_, name, seat, seed):
                self._name = name
                self.replica.restart(seat, seed)
            case Watched(names):
                self._spectators = [*map(printable, names)]
            case Ask():
                if event.what not in PROPOSALS:
                    raise ValueError(event.what)
                self.ask = replace(event, who=printable(event.who))
            case ProposalClosed(number):
                self.proposal = ""
                if self.ask is not None and self.ask.number == number:
                    self.ask = None
            case Refusal(text):
                self.proposal = ""
                self.refusals.append(printable(text))
            case Notice(text):
                self.notices.append(printable(text))
            case ConnectionEnded(reason):
                self.end_reason = printable(reason)

    # --- what the guest wants ----------------------------------------------------------------------------

    def place(self, square: Square) -> None:
        """Ask the host for a move; it is on the board once the host says so."""
        match = self._begun
        self.client.send(Place(match.game_number, len(match.game.moves), match.setup.geometry.name(square)))

    def resign(self) -> None:
        """Resign the game."""
        match = self._begun
        self.client.send(Resign(match.game_number, len(match.game.moves)))

    def propose(self, what: str) -> None:
        """Request something that needs the others' consent, one of `PROPOSALS`."""
        match, self.proposal = self._begun, what
        self.client.send(Proposal(match.game_number, len(match.game.moves), what))

    def vote(self, yes: bool) -> None:
        if self.ask is not None:
            self.client.send(Vote(self.ask.number, yes))
            self.ask = None

    def begin_match(self) -> Match:
        return self._begun

    @property
    def _begun(self) -> Match:
        """The match: the host has sent it before anybody here can act."""
        assert self.match is not None
        return self.match

    def controller(self, match: Match, runner: SearchRunner, guests: int) -> Controller:
        self._controller = GuestController(self._session, match, runner, guests, self)
        return self._controller

    def close(self, reason: str = "") -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self.client.close(reason)
        while self.end_reason is None and self.receive():
            pass  # what the host has sent before the goodbye is kept, too
        if self._session.match is self.match:
            self._session.release()  # the game is the host's: it cannot be resumed here
            self._session.match = None


class GuestController(Controller):
    """Shows a match that is played elsewhere: the user's actions are sent to the host."""

    def __init__(
        self, session: Session, match: Match, runner: SearchRunner, guests: int, multiplayer: GuestSession
    ) -> None:
        super().__init__(session, match, runner, guests)
        self._multiplayer = multiplayer

    @property
    def failed_seat(self) -> int | None:
        """None: a guest does not see which engines the host lacks."""
        return None

    def give_seat(self, seat: int, level: str) -> None:
        """Raise `ValueError`."""
        raise ValueError("only the host can replace a player")

    def request_move(self) -> None:
        """Do nothing: the host asks the player to move."""

    def place(self, square: Square) -> None:
        """Request a move. Raises `IllegalMove`."""
        if not self.is_human_turn:
            raise IllegalMove("it is not your turn")
        square = self.match.game.position.landing(square)
        if refusal := self.match.game.check(square):
            raise refusal
        self._multiplayer.place(square)

    def resign(self, seat: int) -> None:
        """Request the end of the game."""
        self._multiplayer.resign()

    def undo(self) -> list[Move]:
        """Request a takeback of the guest's latest move; nothing is undone yet."""
        if not any(move.player == self._multiplayer.seat for move in self.match.game.moves):
            raise NothingToUndo("you have no move to take back")
        self._multiplayer.propose(UNDO)
        return []

    def redo(self) -> list[Move]:
        """Raise `NothingToRedo`: the others would have to agree to that as well."""
        raise NothingToRedo(NO_REDO)

    def next_game(self) -> None:
        """Request the next game. Raises `IllegalMove`."""
        if self._multiplayer.seat is None:
            raise IllegalMove(ONLY_WATCHES)
        self._multiplayer.propose(NEXT)
