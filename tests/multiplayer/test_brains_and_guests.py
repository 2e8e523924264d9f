"""A brain at a host's table: guests see who plays, are told no command, and give no seats."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.brains import SOON, brain, no_process_is_left
from tests.support.terminals import GuestBench, HostBench, until
from ttt_tui.computer import ComputerFault
from ttt_tui.engine import HUMAN, OPEN, Geometry, Player, Setup
from ttt_tui.errors import PlayerFailed
from ttt_tui.multiplayer.guest import GuestController
from ttt_tui.multiplayer.protocol import NEXT, UNDO, Message
from ttt_tui.multiplayer.server import Guest
from ttt_tui.session.engines import Engines
from ttt_tui.session.seats import Answer
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.games import History


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    with no_process_is_left():
        yield


def against(name: str) -> Setup:
    """Somebody elsewhere, who begins, and a brain."""
    players = Player("open", level=OPEN), Player(name, level=f"brain:{name}", limit=SOON)
    return Setup(Geometry(7, 7, 5), players)


def seated(place: Path, name: str, **known: EngineCommand) -> tuple[HostBench, GuestBench, list[Message]]:
    """A host with a brain, a guest, and all that the guest is told."""
    host = HostBench(against(name), place / "ada")
    host.session.engines = Engines(known, host.session.history)
    told: list[Message] = []
    send = host.multiplayer.server.send

    def note(guest: Guest, message: Message) -> None:
        told.append(message)
        send(guest, message)

    host.multiplayer.server.send = note  # type: ignore[method-assign]
    guest = GuestBench(place / "bob")
    until(lambda: host.multiplayer.seats.is_complete, host, guest)
    host.begin()
    until(lambda: guest.multiplayer.match is not None and not guest.multiplayer.replica.waits, host, guest)
    return host, guest, told


def names(guest: GuestBench) -> list[str]:
    return [player.name for player in guest.match.setup.players]


def kept_levels(home: Path) -> list[list[str]]:
    history = History(home / "history.db")
    levels = [[player.level for player in entry.setup.players] for entry in history.entries()]
    history.close()
    return levels


def test_a_guest_plays_against_the_hosts_brain_and_hears_no_command(place: Path) -> None:
    host, guest, told = seated(place, "Good", Good=brain("good"))
    guest.place("d4")
    until(lambda: len(guest.match.game.moves) == 2, host, guest)
    guest.place("e4")
    until(lambda: len(guest.match.game.moves) == 4, host, guest)
    assert names(guest) == ["Bob", "Good"]
    assert len(told) > 4
    assert "good.py" not in repr(told)
    guest.close()
    host.close()
    assert "brain:Good" in kept_levels(place / "ada")[0]


def test_a_guest_sees_who_goes_on_for_a_brain_and_cannot_give_seats(place: Path) -> None:
    host, guest, told = seated(place, "Lost", Good=brain("good"))
    assert host.controller is not None
    assert host.controller.failed_seat == 1
    guest.multiplayer.place(guest.match.setup.geometry.parse("d4"))
    until(lambda: host.multiplayer.receive() or len(host.match.game.moves) == 1, guest)
    assert host.thinker.asked is not None
    (_, question), host.thinker.asked = host.thinker.asked, None
    with pytest.raises(PlayerFailed):
        host.controller.accept(Answer(question, error=ComputerFault("unknown engine 'Lost'")))
    shown = GuestController(guest.session, guest.match, host.thinker, 0, guest.multiplayer)
    assert shown.failed_seat is None
    with pytest.raises(ValueError, match="only the host can replace a player"):
        shown.give_seat(1, "expert")
    host.controller.give_seat(1, "brain:Good")
    until(lambda: names(guest) == ["Bob", "Good"], host, guest)
    until(lambda: len(guest.match.game.moves) == 2, host, guest)
    host.controller.give_seat(1, HUMAN)
    until(lambda: names(guest)[1] not in ("Lost", "Good"), host, guest)
    assert host.multiplayer.seats.here() == [1], "the host plays now, and can be asked"
    guest.place("e4")
    until(lambda: len(guest.match.game.moves) == 3, host, guest)
    host.place("g7")
    until(lambda: len(guest.match.game.moves) == 4, host, guest)
    guest.multiplayer.propose(UNDO)
    until(lambda: host.multiplayer.poll.proposal is not None, host, guest)
    host.multiplayer.vote(True)
    until(lambda: len(guest.match.game.moves) == 2, host, guest)
    guest.multiplayer.resign()
    until(lambda: guest.match.game.outcome is not None, host, guest)
    guest.multiplayer.propose(NEXT)
    until(lambda: host.multiplayer.poll.proposal is not None, host, guest)
    host.multiplayer.vote(True)
    until(lambda: guest.match.game_number == 2, host, guest)
    assert names(guest) == [player.name for player in host.match.setup.players]
    assert guest.match.points == host.match.points == [0, 1]
    assert "good.py" not in repr(told)
    guest.close()
    host.close()
    levels = kept_levels(place / "ada")
    assert all(level[1] == HUMAN for level in levels)
    assert kept_levels(place / "bob"), "the guest has kept it too"


def test_a_guest_who_comes_back_sees_who_plays_now(place: Path) -> None:
    host, guest, _ = seated(place, "Lost")
    assert host.controller is not None
    host.controller.give_seat(1, "rules")
    until(lambda: names(guest)[1] != "Lost", host, guest)
    before = names(guest)
    guest.cut()
    until(lambda: 0 in host.multiplayer.seats.away, host)
    guest.come()
    until(lambda: guest.multiplayer.match is not None and 0 not in host.multiplayer.seats.away, host, guest)
    assert names(guest) == before
    guest.place("d4")
    until(lambda: len(guest.match.game.moves) == 2, host, guest)
    guest.close()
    host.close()
