"""Who sits where: the seats of a match that are open to people at other terminals.

A seat belongs to the user who has taken it, also while the line to them is down.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ttt_tui.engine import Player, Setup, is_valid_setup
from ttt_tui.multiplayer.door import Guest
from ttt_tui.multiplayer.messages import Hello
from ttt_tui.multiplayer.offered import EmptySeat, GameListing


@dataclass
class SharedSeat:
    """A seat that is open to people elsewhere."""

    user: int | None = None
    """The user whose seat it is, None as long as nobody has taken it."""
    guest: Guest | None = None
    """Who sits there, None while nobody does."""


class SeatAssignments:
    """The players of a set-up, and the guests among them and around them.

    If it `keeps_names` the players have their names already, and get their seats by them.
    """

    def __init__(self, setup: Setup, *, keeps_names: bool = False) -> None:
        self._keeps_names = keeps_names
        self.setup = setup
        """Who plays, by the names that they gave."""
        self.seats = {seat: SharedSeat() for seat, player in enumerate(setup.players) if player.is_open}
        """The open seats, by their numbers."""
        self.watchers: list[Guest] = []

    @property
    def is_complete(self) -> bool:
        """Whether somebody sits at every open seat."""
        return all(seat.guest is not None for seat in self.seats.values())

    @property
    def away(self) -> list[int]:
        """The open seats at which nobody sits now."""
        return [number for number, seat in self.seats.items() if seat.guest is None]

    def name(self, seat: int) -> str:
        """What the player of a seat is called."""
        return self.setup.players[seat].name

    def guests(self) -> Iterator[Guest]:
        """Give all guests, players first."""
        yield from (seat.guest for seat in self.seats.values() if seat.guest is not None)
        yield from self.watchers

    @property
    def who_watches(self) -> list[str]:
        """What those are called who look on, in the order in which they came."""
        return [guest.display_name for guest in self.watchers]

    @property
    def on_offer(self) -> GameListing:
        """What can be joined here."""
        players = self.setup.players
        here = tuple(players[seat].name for seat in sorted(self.present()))
        empty = tuple(EmptySeat(players[number].symbol, self.seats[number].user) for number in self.away)
        return GameListing(self.setup.geometry, here, empty)

    def here(self) -> list[int]:
        """The seats of people at this terminal."""
        return [seat for seat, player in enumerate(self.setup.players) if player.is_human]

    def present(self) -> set[int]:
        """The seats of all people who are here now, at any terminal."""
        return {*self.here(), *(number for number, seat in self.seats.items() if seat.guest is not None)}

    def seat_of(self, guest: Guest) -> int | None:
        """Return the number of a guest's seat, None for who looks on."""
        return next((number for number, seat in self.seats.items() if seat.guest is guest), None)

    def turn(self, setup: Setup) -> None:
        """Follow the players to the seats where they sit in this set-up: marks by lot let others begin."""
        before, self.setup = self.setup.players, setup
        count, turned = len(before), _turned(before, setup.players)
        self.seats = {(number - turned) % count: seat for number, seat in self.seats.items()}

    def free_seat(self, guest: Guest, hello: Hello) -> int | str:
        """Return the number of the seat that a guest gets, or why there is none."""
        players, wanted = self.setup.players, hello.seat
        if wanted:
            numbers = [n for n in self.seats if players[n].symbol.casefold() == wanted.casefold()]
            if not numbers:
                for_guest = (n for n in self.away if self.seats[n].user in (None, guest.user))
                free = ", ".join(players[number].symbol for number in for_guest)
                return f"no open seat {wanted:.8}" + (f"; choose from {free}" if free else "")
            if self.seats[numbers[0]].user not in (None, guest.user):
                return f"seat {players[numbers[0]].symbol} belongs to {self.name(numbers[0])}"
            return numbers[0]
        away = [number for number in self.away if self.seats[number].user == guest.user]
        new = [number for number, seat in self.seats.items() if seat.user is None]
        own = [number for number, seat in self.seats.items() if seat.user == guest.user]
        if not (away or new or own):
            return "all seats are taken; you can watch instead"
        # Who plays at two terminals comes back to each seat by its name, as those of a resumed match do.
        called = (hello.name.casefold(), guest.login.casefold())
        for numbers in (away, new) if self._keeps_names else (away,):
            numbers.sort(key=lambda number: self.name(number).casefold() not in called)
        return [*away, *new, *own][0]

    def call(self, number: int, name: str, login: str) -> None:
        """Give a seat the name that its guest has, or else the login, as far as that can be."""
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


def _turned(before: Sequence[Player], after: Sequence[Player]) -> int:
    """Return by how many seats players have moved up: marks by lot let others begin."""
    count = len(before)
    who = [(player.name, player.colour, player.level) for player in before]
    now = [(player.name, player.colour, player.level) for player in after]
    return next(by for by in range(count) if all(who[(i + by) % count] == now[i] for i in range(count)))
