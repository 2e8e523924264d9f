"""A game from a position at several terminals: the guest gets the stones, and keeps them."""

from dataclasses import replace
from pathlib import Path

from tests.support.terminals import kept, play, same, seated, two
from ttt_tui.engine import Start


def test_a_guest_gets_the_start(place: Path) -> None:
    setup = two()
    setup = replace(setup, start=Start.named(setup.geometry, "a1", "b2"))
    host, guest = seated(place, setup)
    assert guest.match.setup.start == setup.start
    assert same(host.match, guest.match)
    play(host, guest, "c3 a3")
    assert host.match.game.position == guest.match.game.position
    assert host.match.game.position.ply == 4
    host.close()
    guest.close()
    for (entry,) in (kept(place / "ada"), kept(place / "bob")):
        assert entry.setup.start == setup.start
