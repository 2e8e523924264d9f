"""A lobby without a server: what is asked of it is kept, and what is there is set by the test."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from ttt_tui.multiplayer.lobby import Lobby, Visit
from ttt_tui.multiplayer.lobby_messages import FromVisitor, Offered, Person, Running


class FakeLobby(Lobby):
    """The lobby of *ada*, where *bob* and *eve* are, a challenge by bob, and two games."""

    def __init__(self, *, is_guest: bool = False) -> None:
        self._ends = socket.socketpair(), socket.socketpair()
        for end, _ in self._ends:
            end.setblocking(False)
        super().__init__(Visit("ada", is_guest, self._ends[0][0], self._ends[1][0]))
        self.server = "box"
        self.sent: list[FromVisitor] = []
        """The requests, in order."""
        for person in (
            Person("ada", 1512, "in the lobby"),
            Person("bob", None, "alone"),
            Person("eve", 1700, "watching"),
        ):
            self.people[person.name] = person
        three, five = (3, 3, 3, "usual"), (15, 15, 5, "usual")
        self.games[4] = Running(*three, True, 4, ["bob", "ada"], 3, 0, "ada")
        self.games[5] = Running(*five, False, 5, ["carl", "dora"], 8, 1, "carl")
        self.offers[7] = Offered(*five, True, 7, "bob", None, "")

    def send(self, message: FromVisitor) -> None:
        self.sent.append(message)

    def close(self) -> None:
        super().close()
        for ours, theirs in self._ends:
            ours.close()
            theirs.close()


@contextmanager
def a_lobby(*, is_guest: bool = False) -> Iterator[FakeLobby]:
    """Open a lobby, and close it."""
    lobby = FakeLobby(is_guest=is_guest)
    try:
        yield lobby
    finally:
        lobby.close()


def people_of(lobby: Lobby) -> dict[str, str]:
    """Return what the people here do, by their names."""
    return {person.name: person.doing for person in lobby.people.values()}
