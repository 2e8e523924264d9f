"""The visitors who are inside, and what the server tells them."""

import socket
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ttt_tui.analysis.rating import LEAST_SHOWN
from ttt_tui.errors import VisitRefused
from ttt_tui.multiplayer.connection import Connection
from ttt_tui.multiplayer.lobby_messages import DOINGS, FromLobby, Person, PersonLeft, Running, Told
from ttt_tui.multiplayer.protocol import write
from ttt_tui.store.accounts import Account, Accounts


@dataclass(eq=False)
class Visitor:
    """Somebody who is here; `account` is None for a guest."""

    number: int
    name: str
    account: Account | None
    key: str
    """The fingerprint of the key, "" for a guest."""
    address: str
    connection: Connection
    games: socket.socket
    """The channel over which connections to games are passed."""
    end: Callable[[str], object]
    """Ends the visit, with the reason."""
    round_trip: Callable[[], float] = lambda: 0.0
    """Returns the seconds that messages travel between the visitor's program and the visitor, and back."""
    doing: str = DOINGS[0]
    active: float = field(default_factory=time.monotonic)
    """Monotonic time of the latest key."""
    muted: set[int] = field(default_factory=set)

    @property
    def user(self) -> int:
        """The number in games: the account's, or for a guest one below 0."""
        return -self.number if self.account is None else self.account.id

    def tell(self, message: FromLobby) -> None:
        """Send a message."""
        self.connection.send(write(message))


class Visitors:
    """Everybody who is inside. Lines about people and games wait for a moment, see `tell_soon`."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._inside: dict[int, Visitor] = {}
        self._news: dict[str | int, Person | Running] = {}  # lines to be sent, by people and games

    def __iter__(self) -> Iterator[Visitor]:
        return iter([*self._inside.values()])

    def add(self, visitor: Visitor) -> None:
        """Let somebody in."""
        self._inside[visitor.number] = visitor

    def remove(self, visitor: Visitor) -> None:
        """Let somebody go, and tell the others, unless they are here at another terminal as well."""
        self._inside.pop(visitor.number, None)
        visitor.connection.close()
        visitor.games.close()
        if all(other.name != visitor.name for other in self):
            self.forget(visitor.name)

    def forget(self, name: str) -> None:
        """Tell everybody that nobody of this name is here any more."""
        self._news.pop(name, None)
        self.tell_all(PersonLeft(name))

    def named(self, name: str) -> Visitor:
        """Return the visitor of this name. Raises `VisitRefused`."""
        for visitor in self:
            if visitor.name.casefold() == name.casefold():
                return visitor
        raise VisitRefused(f"{name:.40} is not here")

    def of(self, users: Iterable[int]) -> list[Visitor]:
        """Return the visits of these users; somebody may be here at several terminals."""
        return [visitor for visitor in self if visitor.user in users]

    def lag_of(self, user: int) -> float:
        """Return the shortest round trip to a user, who may be here at several terminals."""
        return min((visitor.round_trip() for visitor in self.of([user])), default=0.0)

    def person(self, visitor: Visitor) -> Person:
        """Return the line about a visitor in everybody's list."""
        rating, games = 0.0, 0
        if visitor.account is not None:
            rating, games = self._accounts.best_known_rating(visitor.account)
        return Person(visitor.name, round(rating) if games >= LEAST_SHOWN else None, visitor.doing, games)

    def people(self) -> list[Person]:
        """Return everybody's list, a line a name."""
        return [self.person(visitor) for visitor in {visitor.name: visitor for visitor in self}.values()]

    # --- telling -----------------------------------------------------------------------------------------

    def tell_all(self, message: FromLobby) -> None:
        """Send a message to everybody at once."""
        line = write(message)
        for visitor in self:
            visitor.connection.send(line)

    def tell_soon(self, message: Person | Running) -> None:
        """Send a line within a second, unless a newer one replaces it: each makes all programs paint."""
        self._news[message.name if isinstance(message, Person) else message.number] = message

    def drop_news(self, number: int) -> None:
        """Send no line about a game that waits: the game has ended."""
        self._news.pop(number, None)

    def send_news(self) -> None:
        """Send all lines that wait."""
        lines = b"".join(map(write, self._news.values()))
        self._news.clear()
        if lines:
            for visitor in self:
                visitor.connection.send(lines)

    def announce(self, text: str) -> None:
        """Show a sentence of the administrator to everybody."""
        self.tell_all(Told(text))
