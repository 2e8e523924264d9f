"""Draws by agreement at several terminals: who is asked, what ends an offer, and what both ends keep."""

import random
from contextlib import suppress
from pathlib import Path

import pytest

from tests.multiplayer.test_host import Evening
from tests.support.sampling import sampled
from tests.support.terminals import AtOnce, GuestBench, HostBench, kept, play, same, seated, two, until
from ttt_tui.engine import Geometry, IllegalMove, Match, MatchRules, Player, Rules, Setup, Termination
from ttt_tui.errors import DrawDeclined
from ttt_tui.multiplayer import consent
from ttt_tui.multiplayer import host as host_module
from ttt_tui.multiplayer.host import HostSession
from ttt_tui.multiplayer.protocol import DRAW, UNDO, Ask, Notice, Refusal, Resign
from ttt_tui.multiplayer.server import Disconnected, Received
from ttt_tui.session.session import Session


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Ada hosts a game of three, and Bob and Eve have joined."""
    from tests.multiplayer.test_host import FakeServer

    monkeypatch.setattr(host_module, "Server", FakeServer)
    return Evening()


def agreed(match: Match) -> bool:
    outcome = match.game.outcome
    return outcome is not None and outcome.termination is Termination.AGREEMENT


# --- requests --------------------------------------------------------------------------------------------


def test_a_draw_needs_everybody_and_ends_the_game(evening: Evening) -> None:
    evening.propose(evening.bob, DRAW)
    assert evening.latest(evening.bob, Refusal).reason == "a draw can be offered after the first move"
    evening.play("a1 b1 c1")
    evening.propose(evening.bob, DRAW)
    assert evening.host.incoming_request == "Bob offers a draw"
    assert evening.latest(evening.eve, Ask).what == DRAW
    evening.vote(evening.eve, yes=True)
    assert not agreed(evening.controller.match)
    evening.host.vote(True)
    assert agreed(evening.controller.match)
    assert evening.controller.match.points == [0, 0, 0]
    evening.propose(evening.bob, DRAW)
    assert evening.latest(evening.bob, Refusal).reason == "the game is over"


def test_a_declined_draw_is_said_to_everybody_and_offered_again_only_after_a_move(evening: Evening) -> None:
    evening.play("a1 b1 c1")
    evening.controller.offer_draw()
    assert evening.host.own_request == "Draw offered"
    with pytest.raises(IllegalMove, match="wait for the answer to your request"):
        evening.controller.offer_draw()
    evening.vote(evening.bob, yes=False)
    assert evening.said == "Bob declined the draw"
    assert evening.latest(evening.eve, Notice) == Notice("Bob declined the draw")
    with pytest.raises(IllegalMove, match="you have offered a draw already: wait for the next move"):
        evening.controller.offer_draw()
    evening.propose(evening.eve, DRAW)
    evening.host.vote(False)
    for _ in range(5):
        evening.propose(evening.eve, DRAW)
        assert evening.host.poll.proposal is None
    evening.play("d1")
    evening.propose(evening.eve, DRAW)
    assert evening.host.poll.proposal is not None


def test_a_draw_offer_expires_without_an_answer(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.play("a1 b1 c1")
    monkeypatch.setattr(consent, "ANSWER_SECONDS", -1)
    evening.controller.offer_draw()
    evening.host.receive()
    assert evening.said == "Your draw offer expired"
    assert not agreed(evening.controller.match)


def test_two_who_offer_at_the_same_time_agree(evening: Evening) -> None:
    evening.play("a1 b1 c1")
    for guest in (evening.bob, evening.eve):
        evening.propose(guest, DRAW)
    evening.controller.offer_draw()
    assert agreed(evening.controller.match)


def test_somebody_who_is_away_has_agreed_to_nothing(evening: Evening) -> None:
    evening.play("a1 b1 c1")
    evening.happens(Disconnected(evening.eve, ""))
    evening.controller.offer_draw()
    evening.vote(evening.bob, yes=True)
    assert not agreed(evening.controller.match)
    eve = evening.come(2, "eve", "Eve")
    assert evening.latest(eve, Ask).what == DRAW
    evening.vote(eve, yes=True)
    assert agreed(evening.controller.match)


def test_somebody_who_leaves_while_asked_has_agreed_to_nothing(evening: Evening) -> None:
    evening.play("a1 b1 c1")
    evening.controller.offer_draw()
    evening.vote(evening.bob, yes=True)
    evening.happens(Disconnected(evening.eve, ""))
    assert not agreed(evening.controller.match)
    assert evening.host.poll.proposal is not None


def test_who_is_out_has_no_say(evening: Evening) -> None:
    evening.play("a1 b1 c1")
    match = evening.controller.match
    evening.happens(Received(evening.eve, Resign(match.game_number, 3)))
    evening.propose(evening.eve, DRAW)
    assert "you are out" in evening.latest(evening.eve, Refusal).reason
    evening.controller.offer_draw()
    assert evening.latest(evening.eve, Ask) is None
    evening.vote(evening.eve, yes=False)
    evening.vote(evening.bob, yes=True)
    assert agreed(match)


def test_computers_in_a_shared_game_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.multiplayer.test_host import FakeServer

    monkeypatch.setattr(host_module, "Server", FakeServer)
    players = [Player("Ada"), Player("Rex", level="random")]
    host = HostSession(Session(1), Setup(Geometry(4, 4, 4), players))
    controller = host.controller(host.begin_match(), AtOnce())
    controller.place(0)
    with pytest.raises(DrawDeclined, match="Rex is a computer: only people can agree to a draw here"):
        controller.offer_draw()


@pytest.mark.parametrize("seed", range(sampled(60, 12)))
def test_an_offer_never_survives_a_move(seed: int, evening: Evening) -> None:
    """Whatever happens in any order, a move, a takeback or a resignation leaves no offer open."""
    rng = random.Random(seed)
    controller, match = evening.controller, evening.controller.match
    evening.play("a1 b1 c1")
    for _ in range(60):
        state = match.game, [*match.game.moves], match.game.outcome
        poll = evening.host.poll
        before = poll.proposal
        guest = rng.choice((evening.bob, evening.eve))
        match rng.randrange(6):
            case 0 if match.game.outcome is None:
                evening.play(match.setup.geometry.name(rng.choice(match.game.position.moves)))
            case 1:
                evening.propose(guest, rng.choice((DRAW, DRAW, UNDO)))
            case 2 if before is not None:
                evening.vote(guest, yes=rng.random() < 0.7, number=before.number)
            case 3:
                evening.host.vote(rng.random() < 0.7)
            case 4 if match.game.outcome is None:
                number = match.game_number, len(match.game.moves)
                if rng.random() < 0.1:
                    evening.happens(Received(guest, Resign(*number)))
            case _:
                with suppress(IllegalMove):
                    controller.offer_draw()
        if (match.game, match.game.moves, match.game.outcome) != state:
            assert poll.proposal is None
            assert evening.host.incoming_request == evening.host.own_request == ""
            if agreed(match) and before is not None:
                assert (before.what, state[1]) == (DRAW, match.game.moves)
        if agreed(match):
            return


# --- over sockets ----------------------------------------------------------------------------------------


def test_both_keep_a_draw_and_who_comes_later_sees_it(place: Path) -> None:
    host, guest = seated(place)
    watcher = GuestBench(place / "eve", "Eve", watches=True)
    play(host, guest, "b2 a1 c1")
    assert host.controller is not None
    host.controller.offer_draw()
    until(lambda: guest.multiplayer.incoming_request, host, guest, watcher)
    assert guest.multiplayer.incoming_request == "Ada offers a draw"
    guest.multiplayer.vote(True)
    until(lambda: agreed(guest.match) and agreed(watcher.match), host, guest, watcher)
    assert same(host.match, guest.match)
    host.controller.start_next_game()
    until(lambda: guest.match.game_number == 2 and watcher.match.game_number == 2, host, guest, watcher)
    play(host, guest, "b2")
    guest.cut()
    until(lambda: host.multiplayer.seats.away == [1], host)
    guest.come()
    until(lambda: guest.multiplayer.setup is not None and same(host.match, guest.match), host, guest)
    assert [outcome.termination for outcome in guest.match.outcomes] == [Termination.AGREEMENT]
    assert guest.match.draws_in_a_row == 1
    for one in (watcher, guest, host):
        one.close()
    for name in ("ada", "bob"):
        first, second = kept(place / name)
        assert (first.moves, first.result) == (("b2", "a1", "c1"), "draw: agreement")
        assert second.result == "unfinished"


def test_a_takeback_after_a_draw_goes_on_with_the_game(place: Path) -> None:
    host, guest = seated(place)
    play(host, guest, "b2 a1 c1")
    assert host.controller is not None
    host.controller.agree_draw()
    until(lambda: agreed(guest.match), host, guest)
    guest.multiplayer.propose(UNDO)
    until(lambda: host.multiplayer.incoming_request, host, guest)
    host.multiplayer.vote(True)
    until(lambda: not agreed(guest.match) and same(host.match, guest.match), host, guest)
    play(host, guest, "c3")


@pytest.mark.parametrize("seed", range(sampled(6, 2)))
def test_random_draws_moves_and_takebacks_are_the_same_at_both_ends(seed: int, place: Path) -> None:
    rng = random.Random(seed)
    host, guest = seated(place, two((4, 4, 4), MatchRules(points=None)))
    for _ in range(25):
        assert host.controller is not None
        number, plies = host.match.game_number, len(host.match.game.moves)
        if host.match.game.outcome is not None:
            host.controller.start_next_game()
        elif plies and rng.random() < 0.15:
            host.controller.agree_draw()
        elif plies > 2 and rng.random() < 0.2:
            host.controller.undo_to(plies - 2)
        else:
            host.controller.place(rng.choice(host.match.game.position.moves))
        until(lambda: guest.match.game_number >= number and same(host.match, guest.match), host, guest)  # noqa: B023


def test_a_host_of_three_needs_both_guests_over_sockets(place: Path) -> None:
    players = Player("Ada"), Player("open", level="open"), Player("open", level="open")
    host = HostBench(Setup(Geometry(4, 4, 3, Rules()), players), place / "ada")
    bob, eve = GuestBench(place / "bob"), GuestBench(place / "eve", "Eve")
    until(lambda: host.multiplayer.is_ready, host, bob, eve)
    host.begin()
    until(lambda: bob.multiplayer.is_ready and eve.multiplayer.is_ready, host, bob, eve)
    host.place("a1")
    until(lambda: len(bob.match.game.moves) == len(eve.match.game.moves) == 1, host, bob, eve)
    bob.multiplayer.propose(DRAW)
    until(lambda: eve.multiplayer.ask is not None and host.multiplayer.incoming_request, host, bob, eve)
    eve.multiplayer.vote(True)
    until(lambda: len(host.multiplayer.poll._agreed) == 2, host, bob, eve)
    assert not agreed(host.match)
    host.multiplayer.vote(True)
    until(lambda: agreed(bob.match) and agreed(eve.match), host, bob, eve)
