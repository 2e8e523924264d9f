"""A match that another user hosts, played or watched here."""

import socket
import time
from dataclasses import replace

from ttt_tui.engine import IllegalMove, Match, Move, NothingToRedo, NothingToUndo, Outcome, Square
from ttt_tui.errors import TooManyGames, UnknownRules
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.client import Client, ConnectionEnded, Event
from ttt_tui.multiplayer.protocol import (
    DRAW,
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
    request_words,
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


MOST_APART = 2000
"""Milliseconds of a move by which the host's clock and the guest's may differ."""


class GuestSession(MultiplayerSession):
    """A match hosted by the user with this login. Raises `ConnectionUnavailable` if that user hosts none.

    `seat` is the symbol of the requested seat, "" for any; a guest who `watches` gets none. A server has
    connected its guests over the socket `connected`, and is `host` itself.
    """

    is_host = False

    def __init__(
        self,
        session: Session,
        host: str,
        seat: str = "",
        *,
        watches: bool = False,
        connected: socket.socket | None = None,
    ) -> None:
        super().__init__(session, host)
        self.is_spectator = watches
        self.ask: Ask | None = None
        """The request that the guest has to answer."""
        name = "" if session.profile.name == YOU else session.profile.name
        other_end = sockets.user_of(host) if connected is None else connected
        self.client = Client(self._wake, other_end, Hello(VERSION, name, seat, watches))
        login = sockets.login_of(other_end) if isinstance(other_end, int) else host
        self.replica = MatchReplica(session, login, lambda first: self.client.send(Earlier(first)))

    # --- messages of the host ----------------------------------------------------------------------------

    def receive(self) -> bool:
        events = self.client.events()
        for event in events:
            if self.end_reason is None:
                self._process(event)
        self._show()
        return bool(events)

    def _show(self) -> None:
        """Show the copy of the match, and the request to be answered."""
        match, ask = self.replica.match, self.ask
        if match is not None:
            self.setup, self.away, self.is_ready = match.setup, self.replica.away, not self.replica.waits
            if isinstance(self._controller, GuestController):
                self._controller.show(match, self.replica.elapsed)
        self.incoming_request = ""
        if ask is not None:
            words = request_words(ask.what, is_match_over=match is not None and match.is_over)
            self.incoming_request = f"{ask.who} {words.incoming}"

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
                self.host_name = display_name(name, self.host)
                self.replica.restart(seat, seed)
            case Watched(names):
                self.spectators = [*map(printable, names)]
            case Ask():
                if event.what not in PROPOSALS:
                    raise ValueError(event.what)
                self.ask = replace(event, who=printable(event.who))
            case ProposalClosed(number):
                self.own_request = ""
                if self.ask is not None and self.ask.number == number:
                    self.ask = None
            case Refusal(text):
                self.own_request = ""
                self.refusals.append(printable(text))
            case Notice(text):
                self.notices.append(printable(text))
            case ConnectionEnded(reason):
                self.end_reason = printable(reason)

    # --- what the guest wants ----------------------------------------------------------------------------

    def place(self, square: Square) -> None:
        """Ask the host for a move; it is on the board once the host says so."""
        match = self.begin_match()
        self.client.send(Place(match.game_number, len(match.game.moves), match.setup.geometry.name(square)))

    def resign(self) -> None:
        """Resign the game."""
        match = self.begin_match()
        self.client.send(Resign(match.game_number, len(match.game.moves)))

    def propose(self, what: str) -> None:
        """Request something that needs the others' consent, one of `PROPOSALS`."""
        match = self.begin_match()
        self.own_request = request_words(what, is_match_over=match.is_over).own
        self.client.send(Proposal(match.game_number, len(match.game.moves), what))

    def vote(self, yes: bool) -> None:
        if self.ask is not None:
            self.client.send(Vote(self.ask.number, yes))
            self.ask = None
            self.incoming_request = ""

    def begin_match(self) -> Match:
        assert self.replica.match is not None, "the host has sent it before anybody here can act"
        return self.replica.match

    def controller(self, match: Match, runner: SearchRunner) -> Controller:
        self._controller = GuestController(self._session, match, runner, self)
        return self._controller

    def close(self, reason: str = "") -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self.client.close(reason)
        while self.end_reason is None and self.receive():
            pass  # what the host has sent before the goodbye is kept, too
        if self._session.match is self.replica.match:
            self._session.release()  # the game is the host's: it cannot be resumed here
            self._session.match = None


class GuestController(Controller):
    """Shows a match that is played elsewhere: the user's actions are sent to the host."""

    def __init__(
        self, session: Session, match: Match, runner: SearchRunner, multiplayer: GuestSession
    ) -> None:
        super().__init__(session, match, runner)
        self._multiplayer = multiplayer
        self._clock_state: tuple[int, int, Outcome | None] = -1, -1, None
        """Milliseconds, plies and end of the latest state whose clock is shown."""
        self._has_doubted = False

    def show(self, match: Match, elapsed: int) -> None:
        """Show the copy of the match, which is another object for each game, with the host's clock.

        `elapsed` are the milliseconds of the move that is awaited.
        """
        self.match = match
        state = elapsed, len(match.game.moves), match.game.outcome
        if state != self._clock_state:
            self._compare_clocks(match, elapsed)
            self._clock_state = state
            self.follow_clock(elapsed)

    def _compare_clocks(self, match: Match, elapsed: int) -> None:
        """Tell the user once if the host's clock and the one here differ by `MOST_APART` or more."""
        clock, moves, (_, plies, _) = self.clock, match.game.moves, self._clock_state
        if clock is None or not clock.runs or self._clocked != (match.game, plies):
            return
        told: int | None = None
        if len(moves) == plies:
            told = elapsed
        elif len(moves) == plies + 1:
            told = moves[-1].milliseconds
        here = clock.elapsed(time.monotonic())
        if told is not None and abs(told - here) > MOST_APART and not self._has_doubted:
            self._has_doubted = True
            self._multiplayer.notices.append(
                f"The host's clock says {told / 1000:.1f} s for a move, the one here {here / 1000:.1f} s"
            )

    def check_clock(self) -> bool:
        """Return false: the host says whose time is up."""
        return False

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

    def offer_draw(self) -> None:
        """Offer the others a draw. Raises `IllegalMove`."""
        if self._multiplayer.replica.seat is None:
            raise IllegalMove(ONLY_WATCHES)
        self._multiplayer.propose(DRAW)

    def undo(self) -> list[Move]:
        """Request a takeback of the guest's latest move; nothing is undone yet."""
        if not any(move.player == self._multiplayer.replica.seat for move in self.match.game.moves):
            raise NothingToUndo("you have no move to take back")
        self._multiplayer.propose(UNDO)
        return []

    def redo(self) -> list[Move]:
        """Raise `NothingToRedo`: the others would have to agree to that as well."""
        raise NothingToRedo(NO_REDO)

    def next_game(self) -> None:
        """Request the next game. Raises `IllegalMove`."""
        if self._multiplayer.replica.seat is None:
            raise IllegalMove(ONLY_WATCHES)
        self._multiplayer.propose(NEXT)
