"""A match that is hosted here, with seats for people at other terminals."""

from collections.abc import Callable, Collection, Sequence

from ttt_tui.engine import IllegalMove, Match, Move, NothingToRedo, NothingToUndo, Setup
from ttt_tui.multiplayer import meeting
from ttt_tui.multiplayer.company import NO_REDO
from ttt_tui.multiplayer.door import Server
from ttt_tui.multiplayer.earlier import Past
from ttt_tui.multiplayer.hosting import GameServer
from ttt_tui.multiplayer.messages import NEXT, UNDO, requested, wanted
from ttt_tui.multiplayer.people import display_name
from ttt_tui.session.controller import Controller
from ttt_tui.session.presets import YOU, renamed
from ttt_tui.session.seats import SearchRunner
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat


class HostSession:
    """A match that is hosted here, with the open seats of `setup` for whoever comes, or for these logins.

    With `resume` it is not a new one, but that which this returns. Raises `NoMeeting` if nobody can come.
    """

    def __init__(
        self,
        session: Session,
        setup: Setup,
        only: Collection[str] | None = None,
        resume: Callable[[], Match] | None = None,
    ) -> None:
        self._session = session
        self._only = only
        self._resume = resume
        self._controller: Controller | None = None
        self._said: list[str] = []
        self._is_over = False
        self.wake: Callable[[], object] | None = None
        self._door = Server(self._wake, only)
        named = renamed(setup, self.host)  # to the others "You" is somebody else
        self._name = _own_name(session, named)
        self.hosting = GameServer(
            named, self._door, self._said.append, host_name=self._name, is_resumed=resume is not None
        )
        if not has_open_seat(named):
            self._said.append(f"No open seats; others can watch with ttt-tui --watch {self.host}")

    def _wake(self) -> None:
        if self.wake is not None:
            self.wake()

    @property
    def setup(self) -> Setup:
        """What is played."""
        return self.hosting.table.setup

    @property
    def host(self) -> str:
        """The login of this user."""
        return meeting.own_name()

    @property
    def host_name(self) -> str:
        """What the others call this user."""
        return display_name(self._name, self.host)

    @property
    def watchers(self) -> Sequence[str]:
        """What the guests are called who look on."""
        return self.hosting.table.who_watches

    @property
    def is_host(self) -> bool:
        """It is."""
        return True

    @property
    def watches(self) -> bool:
        """Whether the people who play all are guests."""
        return not self.hosting.table.here()

    @property
    def has_guests(self) -> bool:
        """Whether anybody plays or looks on from elsewhere."""
        return any(True for _ in self.hosting.table.guests())

    @property
    def away(self) -> Collection[int]:
        """The open seats at which nobody sits."""
        return self.hosting.table.away

    @property
    def is_ready(self) -> bool:
        """Whether somebody sits at every open seat, or has."""
        return self.hosting.has_begun or self.hosting.table.is_complete

    @property
    def asked(self) -> str:
        """What a guest wants."""
        agreement = self.hosting.agreement
        if agreement.question is None or not agreement.awaits_here:
            return ""
        name = self.hosting.table.name(agreement.question.seat)
        return wanted(name, agreement.question.what, is_match_over=self.hosting.is_match_over)

    @property
    def wished(self) -> str:
        """What the people here want."""
        question = self.hosting.agreement.question
        is_ours = question is not None and question.seat in self.hosting.table.here()
        if question is None or not is_ours:
            return ""
        return requested(question.what, is_match_over=self.hosting.is_match_over)

    @property
    def ended(self) -> str | None:
        """Never, for the host."""
        return None

    def hear(self) -> bool:
        """Take what guests do, and what they have not done in time."""
        self.hosting.agreement.tick()
        return self.hosting.hear()

    def take_said(self) -> list[str]:
        """Return who came, went, and so on."""
        said = [*self._said]
        self._said.clear()
        return said

    def take_refusals(self) -> list[str]:
        """Return none: what is refused here is refused at once."""
        return []

    def vote(self, yes: bool) -> None:
        """Answer for all who are at this terminal."""
        self.hosting.vote(yes)

    def match(self) -> Match:
        """Begin the match, or take it up."""
        match = self._session.new_match(self.setup) if self._resume is None else self._resume()
        self._session.invite(self._only)
        return match

    def controller(self, match: Match, thinker: SearchRunner, guests: int) -> Controller:
        """Return what plays the match, which all guests are told of from now on."""
        session = self._session
        controller = self._controller = HostController(session, match, thinker, guests, self.hosting)
        earlier = [Past(started, told.game, told.game_id) for started, told in session.earlier_games()]
        session.change_listener = self.hosting.follow
        self.hosting.begin(controller, session.started, session.game_id, earlier)
        return controller

    def close(self, reason: str = "") -> None:
        """Send all guests home."""
        if self._is_over:
            return
        self._is_over = True
        self._session.change_listener = None
        if self._controller is not None and self._controller.match is self._session.match:
            self._session.leave_match()  # unless another match is played here by now
        self._door.close(reason)


def _own_name(session: Session, setup: Setup) -> str:
    """Return under which name somebody hosts; nothing if they have told none."""
    here = [player.name for player in setup.players if player.is_human]
    if len(here) == 1:
        return here[0]
    return "" if session.profile.name == YOU else session.profile.name


class HostController(Controller):
    """Plays a match that others follow: what they have to agree to, they are asked for."""

    def __init__(
        self, session: Session, match: Match, thinker: SearchRunner, guests: int, hosting: GameServer
    ) -> None:
        super().__init__(session, match, thinker, guests)
        self._hosting = hosting

    def undo(self) -> list[Move]:
        """Ask for the latest move of somebody here to be taken back; nothing is yet."""
        here = self._hosting.table.here()
        movers = [move.player for move in self.match.game.moves if move.player in here]
        if not movers:
            raise NothingToUndo("you have no move to take back")
        self._wish(movers[-1], UNDO)
        return []

    def redo(self) -> list[Move]:
        """Nothing is played again: that would have to be agreed to as well."""
        raise NothingToRedo(NO_REDO)

    def next_game(self) -> None:
        """Ask for the next game."""
        here = self._hosting.table.here()
        if here:
            self._wish(here[0], NEXT)
        else:
            self.start_next_game()

    def start_next_game(self) -> None:
        """Go on to the next game, or to another match for the same invited users."""
        invited = self._session.invited
        super().start_next_game()
        self._session.invite(invited)

    def _wish(self, seat: int, what: str) -> None:
        if refusal := self._hosting.agreement.wish(self.match, seat, what):
            raise IllegalMove(refusal)
