"""The seats of a hosted match that are open to people at other terminals.

A seat belongs to the user who has taken it, even while that user is disconnected.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from ttt_tui.engine import Setup, is_valid_setup
from ttt_tui.errors import NoOpenSeat
from ttt_tui.multiplayer.protocol import Hello
from ttt_tui.multiplayer.server import GameListing, Guest

NOBODY: Mapping[int, int] = MappingProxyType({})


@dataclass
class SharedSeat:
    """An open seat: the number of the user who owns it, if one does, and the guest if one is connected."""

    user: int | None = None
    guest: Guest | None = None


class SeatAssignments:
    """The players of a setup, the guests at its open seats, and the spectators.

    With `keeps_names` the players have their names already, and get their seats by name. `owners` are the
    users to whom seats belong from the beginning, by the numbers of the seats.
    """

    def __init__(
        self, setup: Setup, owners: Mapping[int, int] = NOBODY, *, keeps_names: bool = False
    ) -> None:
        self._keeps_names = keeps_names
        self.setup = setup
        """The setup, with the names that guests gave."""
        self.seats = {
            seat: SharedSeat(owners.get(seat)) for seat, player in enumerate(setup.players) if player.is_open
        }
        """The open seats, by their numbers."""
        self.watchers: list[Guest] = []
        """The spectators, in order of arrival."""

    @property
    def away(self) -> list[int]:
        """The open seats whose players are not connected."""
        return [number for number, seat in self.seats.items() if seat.guest is None]

    @property
    def spectators(self) -> list[str]:
        """The names of the spectators."""
        return [guest.display_name for guest in self.watchers]

    @property
    def listing(self) -> GameListing:
        """The game as shown to users who look for one."""
        players = self.setup.players
        here = tuple(players[seat].name for seat in sorted(self.present()))
        empty = tuple((players[number].symbol, self.seats[number].user) for number in self.away)
        return GameListing(self.setup.geometry, here, empty)

    def name(self, seat: int) -> str:
        """Return the name of the player of a seat."""
        return self.setup.players[seat].name

    def guests(self) -> Iterator[Guest]:
        """Yield all guests, players first."""
        yield from (seat.guest for seat in self.seats.values() if seat.guest is not None)
        yield from self.watchers

    def here(self) -> list[int]:
        """Return the seats of people at the host's terminal."""
        return [seat for seat, player in enumerate(self.setup.players) if player.is_human]

    def present(self) -> set[int]:
        """Return the seats of all people who are connected, at any terminal."""
        return {*self.here(), *(number for number, seat in self.seats.items() if seat.guest is not None)}

    def seat_of(self, guest: Guest) -> int | None:
        """Return the number of a guest's seat, None for a spectator and for a guest who has lost the seat."""
        return next((number for number, seat in self.seats.items() if seat.guest is guest), None)

    def rotate(self, setup: Setup) -> None:
        """Move the guests to the seats of their players in this setup: random symbols change who starts."""
        before, after = (
            [(player.name, player.colour, player.level) for player in one.players]
            for one in (self.setup, setup)
        )
        self.setup, count = setup, len(before)
        by = next(by for by in range(count) if before[by:] + before[:by] == after)
        self.seats = {(number - by) % count: seat for number, seat in self.seats.items()}

    def choose(self, guest: Guest, hello: Hello) -> int:
        """Return the number of the seat for a guest who has just connected; raises `NoOpenSeat`."""
        players, wanted = self.setup.players, hello.seat
        if wanted:
            numbers = [n for n in self.seats if players[n].symbol.casefold() == wanted.casefold()]
            if not numbers:
                for_guest = (n for n in self.away if self.seats[n].user in (None, guest.user))
                free = ", ".join(players[number].symbol for number in for_guest)
                raise NoOpenSeat(f"no open seat {wanted:.8}" + (f"; choose from {free}" if free else ""))
            if self.seats[numbers[0]].user not in (None, guest.user):
                raise NoOpenSeat(f"seat {players[numbers[0]].symbol} belongs to {self.name(numbers[0])}")
            return numbers[0]
        away = [number for number in self.away if self.seats[number].user == guest.user]
        new = [number for number, seat in self.seats.items() if seat.user is None]
        own = [number for number, seat in self.seats.items() if seat.user == guest.user]
        # A user who plays at two terminals gets each seat back by its name, as users of a resumed match do.
        names = (hello.name.casefold(), guest.login.casefold())
        for numbers in (away, new) if self._keeps_names else (away,):
            numbers.sort(key=lambda number: self.name(number).casefold() not in names)
        if not (seats := [*away, *new, *own]):
            raise NoOpenSeat("all seats are taken; you can watch instead")
        return seats[0]

    def rename(self, number: int, name: str, login: str) -> None:
        """Rename the player of a seat to its guest's name, or else the login, if possible."""
        if self._keeps_names:
            return
        players = self.setup.players
        taken = {player.name.casefold() for i, player in enumerate(players) if i != number}
        for wanted in (name, login):
            player = replace(players[number], name=wanted)
            setup = replace(self.setup, players=(*players[:number], player, *players[number + 1 :]))
            if is_valid_setup(setup) and wanted.casefold() not in taken:
                self.setup = setup
                return
