"""A brain at a host's table: guests see who plays, are told no command, and give no seats."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.brains import SOON, brain, no_process_is_left
from tests.support.terminals import GuestBench, HostBench, begin, kept, until
from ttt_tui.computer import ComputerFault
from ttt_tui.engine import HUMAN, OPEN, Geometry, Player, Setup
from ttt_tui.errors import PlayerFailed
from ttt_tui.multiplayer.guest import GuestController
from ttt_tui.multiplayer.protocol import NEXT, UNDO, Message
from ttt_tui.multiplayer.server import Guest
from ttt_tui.session.engines import Engines
from ttt_tui.session.seats import Answer


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    with no_process_is_left():
        yield


def seated(place: Path, name: str) -> tuple[HostBench, GuestBench, list[Message]]:
    """A host who knows the brain `Good` and gives one of this name a seat, a guest, and all that is told."""
    players = Player("open", level=OPEN), Player(name, level=f"brain:{name}", limit=SOON)
    host = HostBench(Setup(Geometry(7, 7, 5), players), place / "ada")
    host.session.engines = Engines({"Good": brain("good")}, host.session.history)
    told: list[Message] = []
    send = host.multiplayer.server.send

    def note(guest: Guest, message: Message) -> None:
        told.append(message)
        send(guest, message)

    host.multiplayer.server.send = note  # type: ignore[method-assign]
    guest = GuestBench(place / "bob")
    begin(host, guest)
    return host, guest, told


def names(guest: GuestBench) -> list[str]:
    return [player.name for player in guest.match.setup.players]


def levels(home: Path) -> list[list[str]]:
    return [[player.level for player in entry.setup.players] for entry in kept(home)]


def until_moves(count: int, host: HostBench, guest: GuestBench) -> None:
    until(lambda: len(guest.match.game.moves) == count, host, guest)


def test_a_guest_plays_against_the_hosts_brain_and_hears_no_command(place: Path) -> None:
    host, guest, told = seated(place, "Good")
    guest.place("d4")
    until_moves(2, host, guest)
    guest.place("e4")
    until_moves(4, host, guest)
    assert names(guest) == ["Bob", "Good"]
    assert len(told) > 4
    assert "good.py" not in repr(told)
    guest.close()
    host.close()
    assert "brain:Good" in levels(place / "ada")[0]


def test_a_guest_sees_who_goes_on_for_a_brain_also_after_coming_back_and_cannot_give_seats(
    place: Path,
) -> None:
    host, guest, told = seated(place, "Lost")
    assert host.controller is not None
    assert host.controller.failed_seat == 1
    guest.multiplayer.place(guest.match.setup.geometry.parse("d4"))
    until(lambda: host.multiplayer.receive() or len(host.match.game.moves) == 1, guest)
    assert host.thinker.asked is not None
    (_, question), host.thinker.asked = host.thinker.asked, None
    with pytest.raises(PlayerFailed):
        host.controller.accept(Answer(question, error=ComputerFault("unknown engine 'Lost'")))
    shown = GuestController(guest.session, guest.match, host.thinker, guest.multiplayer)
    assert shown.failed_seat is None
    with pytest.raises(ValueError, match="only the host can replace a player"):
        shown.give_seat(1, "expert")

    host.controller.give_seat(1, "brain:Good")
    until(lambda: names(guest) == ["Bob", "Good"], host, guest)
    until_moves(2, host, guest)
    guest.cut()
    until(lambda: 0 in host.multiplayer.seats.away, host)
    guest.come()
    until(lambda: guest.multiplayer.setup is not None and 0 not in host.multiplayer.seats.away, host, guest)
    assert names(guest) == ["Bob", "Good"]

    host.controller.give_seat(1, HUMAN)
    until(lambda: names(guest)[1] not in ("Lost", "Good"), host, guest)
    assert host.multiplayer.seats.here() == [1], "the host plays now, and can be asked"
    guest.place("e4")
    until_moves(3, host, guest)
    host.place("g7")
    until_moves(4, host, guest)
    for what, is_granted in (
        (UNDO, lambda: len(guest.match.game.moves) == 2),
        (NEXT, lambda: guest.match.game_number == 2),
    ):
        if what == NEXT:
            guest.multiplayer.resign()
            until(lambda: guest.match.game.outcome is not None, host, guest)
        guest.multiplayer.propose(what)
        until(lambda: host.multiplayer.poll.proposal is not None, host, guest)
        host.multiplayer.vote(True)
        until(is_granted, host, guest)
    assert names(guest) == [player.name for player in host.match.setup.players]
    assert guest.match.points == host.match.points == [0, 1]
    assert "good.py" not in repr(told)
    guest.close()
    host.close()
    assert all(level[1] == HUMAN for level in levels(place / "ada"))
    assert levels(place / "bob"), "the guest has kept it too"
