"""A lobby without a server: what is asked of it is kept, and what is there is set by the test."""

from collections.abc import Callable

from ttt_tui.multiplayer.lobby import Lobby, SeatInGame
from ttt_tui.multiplayer.lobby_messages import IN_LOBBY, FromVisitor, Offered, Person, Rank, Running


class FakeLobby(Lobby):
    """The lobby of *ada*, where *bob* and *eve* are, a challenge by bob, and two games."""

    def __init__(self, *, is_guest: bool = False) -> None:
        # Nothing of the class above is opened: there is no connection.
        self.name, self.is_guest, self.server = "ada", is_guest, "box"
        self.wake: Callable[[], object] | None = None
        self.people = {
            "ada": Person("ada", 1512, "in the lobby", 12),
            "bob": Person("bob", None, "alone", 0),
            "eve": Person("eve", 1700, "watching", 30),
        }
        three, five = (3, 3, 3, "usual"), (15, 15, 5, "usual")
        self.games = {
            4: Running(*three, True, 4, ["bob", "ada"], 3, 0, "ada"),
            5: Running(*five, False, 5, ["carl", "dora"], 8, 1, "carl"),
        }
        self.offers = {7: Offered(*five, True, 7, "bob", None, "")}
        self.ranking: list[Rank] = []
        self.seats: list[SeatInGame] = []
        self.notices: list[str] = []
        self.offers_computer = self.has_ended = False
        self._doing = IN_LOBBY
        self.sent: list[FromVisitor] = []
        """The requests, in order."""

    def send(self, message: FromVisitor) -> None:
        self.sent.append(message)

    def receive(self) -> bool:
        return False

    def close(self) -> None:
        """Do nothing."""


def people_of(lobby: Lobby) -> dict[str, str]:
    """Return what the people here do, by their names."""
    return {person.name: person.doing for person in lobby.people.values()}
