"""Vanishing at several terminals: a game that repeats squares, a takeback, a guest who comes back."""

from pathlib import Path

from tests.support.terminals import kept, play, same, seated, two, until
from ttt_tui.engine import Geometry, Rules, Setup, Termination
from ttt_tui.engine.vanishing import as_vanishing
from ttt_tui.multiplayer.protocol import UNDO

VANISHING = Setup(Geometry(3, 3, 3, Rules.parse("vanishing")), two().players)

ROUND = "a1 b1 b3 c3 c1 a3 c2 b2"


def test_a_whole_game_is_played_left_taken_back_and_kept_at_both_ends(place: Path) -> None:
    host, guest = seated(place, VANISHING)
    play(host, guest, ROUND)
    guest.cut()
    until(lambda: host.multiplayer.seats.away == [1], host)
    guest.come()
    until(lambda: guest.multiplayer.setup is not None, host, guest)
    assert same(host.match, guest.match)
    play(host, guest, "a1")
    guest.multiplayer.propose(UNDO)
    until(lambda: host.multiplayer.poll.proposal is not None, host, guest)
    host.multiplayer.vote(True)
    until(lambda: len(host.match.game.moves) < 9 and same(host.match, guest.match), host, guest)
    play(host, guest, " ".join((ROUND.split() * 3)[len(host.match.game.moves) : 22]))
    states = [as_vanishing(one.match.game.position).state for one in (host, guest)]
    assert states[0] == states[1]
    for one in (host, guest):
        assert one.match.game.outcome is not None
        assert one.match.game.outcome.termination is Termination.REPETITION
    names = (ROUND.split() * 3)[: len(host.match.game.moves)]
    host.close()
    guest.close()
    for (entry,) in (kept(place / "ada"), kept(place / "bob")):
        assert list(entry.moves) == names
        assert entry.setup.geometry == VANISHING.geometry
