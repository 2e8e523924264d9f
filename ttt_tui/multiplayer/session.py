"""What front ends read of a shared match, which is hosted here or by another user.

People choose any name; the login, which the kernel knows, identifies them:

>>> display_name("Ada", "root"), display_name("Bob", "bob"), display_name("", "eve")
('Ada (root)', 'Bob', 'eve')
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from ttt_tui.engine import Match, Move, Setup, is_valid_name
from ttt_tui.session.controller import Controller
from ttt_tui.session.layout import listing, watching
from ttt_tui.session.seats import SearchRunner
from ttt_tui.session.session import Session

UNKNOWN_RULES = "this version does not know the game's rules {}"
"""Ends a connection; the rules are quoted and short: `“suicide”`."""

NO_REDO = "redo is off in shared games: place the stone again"
ONLY_WATCHES = "spectators can't do that"
"""The reason for refusing a spectator's action."""


class MultiplayerSession(ABC):
    """The state of a shared match that front ends read, filled by the `HostSession` or the `GuestSession`.

    A front end calls `receive` after each `wake`, shows the changes, and requests the match and its
    controller once `is_ready`. `host` is the login of the host.
    """

    is_host: bool

    def __init__(self, session: Session, host: str) -> None:
        self.host = host
        self.host_name = host
        """The host's name in sentences: `Ada (root)`, or the login alone."""
        self.wake: Callable[[], object] | None = None
        """Called by another thread when there is something to `receive`, if anything."""
        self.setup: Setup | None = None
        """The setup with the players known so far, None before the host has sent it."""
        self.is_ready = False
        """Whether the match can start, or has started."""
        self.away: list[int] = []
        """The open seats whose players are not connected."""
        self.spectators: list[str] = []
        """The names of all spectators."""
        self.is_spectator = False
        """Whether people at this terminal only watch."""
        self.has_guests = False
        """Whether `close` would disconnect others."""
        self.incoming_request = ""
        """The request that people here have to answer, as `Bob requests a takeback`, "" for none."""
        self.own_request = ""
        """The pending request of people here, as `Takeback requested`, "" for none."""
        self.end_reason: str | None = None
        """Why the connection to the host has ended, None while it lasts, "" if the host just went."""
        self.notices: list[str] = []
        self.refusals: list[str] = []
        self._session = session
        self._controller: Controller | None = None
        self._is_closed = False

    def _wake(self) -> None:
        if self.wake is not None:
            self.wake()

    @abstractmethod
    def receive(self) -> bool:
        """Process the messages that have arrived; return whether there were any."""

    @abstractmethod
    def vote(self, yes: bool) -> None:
        """Answer the incoming request."""

    @abstractmethod
    def begin_match(self) -> Match:
        """Return the match, which has to be ready, and make it the session's current one.

        Raises `RecordError` or `StoreError` if a stored one cannot be resumed.
        """

    @abstractmethod
    def controller(self, match: Match, runner: SearchRunner) -> Controller:
        """Return the controller of this match."""

    @abstractmethod
    def close(self, reason: str = "") -> None:
        """End the session: a guest leaves, a host disconnects all guests."""

    def take_notices(self) -> list[str]:
        """Return the sentences for the people here, and forget them."""
        notices, self.notices[:] = self.notices[:], []
        return notices

    def take_refusals(self) -> list[str]:
        """Return and clear the reasons why requests made here were refused."""
        refusals, self.refusals[:] = self.refusals[:], []
        return refusals


def display_name(name: str, login: str) -> str:
    """Return the name of a person in sentences: the chosen one, with the login if that differs.

    `name` is a stranger's: an invalid name is left out.
    """
    if not is_valid_name(name):
        return login
    return name if name.casefold() == login.casefold() else f"{name} ({login})"


def moves_in_common(moves: Sequence[Move], others: Sequence[Move]) -> int:
    """Return the number of moves with which both games begin."""
    pairs = enumerate(zip(moves, others, strict=False))
    return next((ply for ply, (move, other) in pairs if move != other), min(len(moves), len(others)))


def participant_lines(multiplayer: MultiplayerSession, *, has_begun: bool) -> list[str]:
    """Return sentences that say, as far as known, who plays and is connected, who is not, and who watches."""
    if multiplayer.setup is None:
        return []
    players = multiplayer.setup.players
    humans = [player for player in players if player.is_human]
    elsewhere = "Disconnected" if has_begun else "Waiting for"
    groups: dict[str, list[str]] = {"Connected": [], elsewhere: [], "Computers": []}
    for seat, player in enumerate(players):
        where = elsewhere if seat in multiplayer.away else "Computers" if player.is_computer else "Connected"
        name = "you" if humans == [player] else player.name
        groups[where].append(f"{name} ({player.symbol})")
    sentences = [f"{where}: {listing(names)}" for where, names in groups.items() if names]
    hosts = "You are hosting" if multiplayer.is_host else f"{multiplayer.host_name} is hosting"
    spectators = multiplayer.spectators
    return [*sentences, watching(spectators, len(spectators)) or "No spectators", hosts]
