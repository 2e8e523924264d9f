"""A match that somebody else hosts, and that is played or watched here."""

from collections.abc import Callable, Collection, Sequence

from ttt_tui.engine import IllegalMove, Match, Move, NothingToRedo, NothingToUndo, Setup, Square
from ttt_tui.multiplayer import meeting
from ttt_tui.multiplayer.company import NO_REDO, ONLY_WATCHES
from ttt_tui.multiplayer.following import MatchReplica
from ttt_tui.multiplayer.messages import NEXT, UNDO, VERSION, Hello, requested, wanted
from ttt_tui.multiplayer.people import display_name
from ttt_tui.multiplayer.visit import Client
from ttt_tui.session.controller import Controller
from ttt_tui.session.presets import YOU
from ttt_tui.session.seats import SearchRunner
from ttt_tui.session.session import Session


class GuestSession:
    """A match that the user of this login hosts. Raises `NoMeeting` if they do not.

    `seat` is the symbol of the seat that is wanted, nothing for any; who `watches` gets none.
    """

    def __init__(self, session: Session, host: str, seat: str = "", *, watches: bool = False) -> None:
        self._host = host
        self._watches = watches
        self._said: list[str] = []
        self._refusals: list[str] = []
        self._is_over = False
        self.wake: Callable[[], object] | None = None
        name = session.profile.name
        hello = Hello(VERSION, "" if name == YOU else name, seat, watches)
        number = meeting.number_of(host)
        self._visit = Client(self._wake, number, hello)
        self.following = MatchReplica(
            session, self._visit, self._said.append, self._refusals.append, meeting.name_of(number)
        )
        self._session = session
        self._controller: Controller | None = None

    def _wake(self) -> None:
        if self.wake is not None:
            self.wake()

    @property
    def setup(self) -> Setup | None:
        """What is played."""
        return None if self.following.match is None else self.following.match.setup

    @property
    def host(self) -> str:
        """The login of who hosts."""
        return self._host

    @property
    def host_name(self) -> str:
        """What the host is called, as far as that was told."""
        return display_name(self.following.host_name, self._host)

    @property
    def watchers(self) -> Sequence[str]:
        """What those are called who look on, whoever is here among them."""
        return self.following.watchers

    @property
    def is_host(self) -> bool:
        """It is not."""
        return False

    @property
    def watches(self) -> bool:
        """Whether the guest only looks on."""
        return self._watches

    @property
    def has_guests(self) -> bool:
        """Nobody is a guest of a guest."""
        return False

    @property
    def away(self) -> Collection[int]:
        """The seats at which nobody sits."""
        return self.following.away

    @property
    def is_ready(self) -> bool:
        """Whether the match has begun."""
        return self.following.match is not None and not self.following.waits

    @property
    def asked(self) -> str:
        """What somebody else wants."""
        asked = self.following.asked
        return "" if asked is None else wanted(asked.who, asked.what, is_match_over=self._is_match_over)

    @property
    def wished(self) -> str:
        """What was wished here and is not settled."""
        return requested(self.following.wished, is_match_over=self._is_match_over)

    @property
    def _is_match_over(self) -> bool:
        return self.following.match is not None and self.following.match.is_over

    @property
    def ended(self) -> str | None:
        """Why the visit is over."""
        return self.following.ended

    def hear(self) -> bool:
        """Take what the host says. Each game is told as another copy of the match."""
        heard = self.following.hear()
        if self.following.ended is not None and not self._is_over:
            self._visit.hang_up()
        if self._controller is not None and self.following.match is not None:
            self._controller.match = self.following.match
        return heard

    def take_said(self) -> list[str]:
        """Return what the host has told."""
        said = [*self._said]
        self._said.clear()
        return said

    def take_refusals(self) -> list[str]:
        """Return why the host has refused something."""
        refusals = [*self._refusals]
        self._refusals.clear()
        return refusals

    def vote(self, yes: bool) -> None:
        """Answer for the guest."""
        self.following.vote(yes)

    def match(self) -> Match:
        """Return the copy of the host's match."""
        assert self.following.match is not None
        return self.following.match

    def controller(self, match: Match, thinker: SearchRunner, guests: int) -> Controller:
        """Return what shows the match, and the matches that follow it."""
        self._controller = GuestController(self._session, match, thinker, guests, self.following)
        return self._controller

    def close(self, reason: str = "") -> None:
        """Leave. The game is the host's: nothing is left here that could be returned to."""
        if self._is_over:
            return
        self._is_over = True
        self._visit.close(reason)
        while self.following.ended is None and self.following.hear():
            pass  # what the host has said before it heard of this is kept, too
        if self._session.match is self.following.match:
            self._session.release()
            self._session.match = None


class GuestController(Controller):
    """Shows a match that is played elsewhere: what is wanted here, the host is asked for."""

    def __init__(
        self, session: Session, match: Match, thinker: SearchRunner, guests: int, following: MatchReplica
    ) -> None:
        super().__init__(session, match, thinker, guests)
        self._following = following

    @property
    def failed_seat(self) -> int | None:
        """None: what the host's brains are is no business of who follows."""
        return None

    def give_seat(self, seat: int, level: str) -> None:
        """Refuse it."""
        raise ValueError("only the host can replace a player")

    def go_on(self) -> None:
        """Nothing: whoever is to move, the host asks them."""

    def place(self, square: Square) -> None:
        """Ask for a stone. Raises `IllegalMove`."""
        if not self.is_human_turn:
            raise IllegalMove("it is not your turn")
        if refusal := self.match.game.check(square):
            raise refusal
        self._following.place(square)

    def resign(self, seat: int) -> None:
        """Ask for the end of the game."""
        self._following.resign()

    def undo(self) -> list[Move]:
        """Ask for the latest move to be taken back; nothing is yet."""
        seat = self._following.seat
        if not any(move.player == seat for move in self.match.game.moves):
            raise NothingToUndo("you have no move to take back")
        self._following.wish(UNDO)
        return []

    def redo(self) -> list[Move]:
        """Nothing is played again: that would have to be agreed to as well."""
        raise NothingToRedo(NO_REDO)

    def next_game(self) -> None:
        """Ask for the next game. Raises `IllegalMove`."""
        if self._following.seat is None:
            raise IllegalMove(ONLY_WATCHES)
        self._following.wish(NEXT)
