"""As many people as a game can have, each at a terminal of their own."""

import random
from pathlib import Path

import pytest

from tests.support.terminals import GuestBench, HostBench, kept, same, until
from ttt_tui.analysis.words import move_text
from ttt_tui.engine import HUMAN, OPEN, Geometry, Match, Player, Setup
from ttt_tui.multiplayer.protocol import NEXT

COUNT = 15


@pytest.mark.slow
def test_fifteen_people_play_and_one_goes_away_and_comes_back(place: Path) -> None:
    players = [Player("Ada", level=HUMAN), *(Player(f"Guest {n}", level=OPEN) for n in range(2, COUNT + 1))]
    host = HostBench(Setup(Geometry(8, 8, 4), players), place / "ada")
    guests = [GuestBench(home(place, number), f"Bob {number}") for number in range(2, COUNT + 1)]
    until(lambda: host.multiplayer.seats.is_complete, host, *guests)
    host.begin()
    everybody = (host, *guests)
    until(
        lambda: all(g.multiplayer.match is not None and not g.multiplayer.replica.waits for g in guests),
        *everybody,
    )
    assert {player.name for player in host.match.setup.players[1:]} == {
        g.session.profile.name for g in guests
    }
    guests.sort(key=lambda guest: guest.multiplayer.seat or 0)  # who knocks first need not be let in first

    rng = random.Random(15)
    play(rng, 20, host, guests)
    absent = guests[7]
    absent.cut()
    others = (host, *(guest for guest in guests if guest is not absent))
    until(lambda: all(guest.multiplayer.away == [8] for guest in guests if guest is not absent), *others)
    while host.match.game.position.to_move != 8:  # the game goes on without them up to their turn
        play(rng, 1, host, [guest for guest in guests if guest is not absent])
    absent.come()
    until(lambda: absent.multiplayer.match is not None and same(host.match, absent.match), *everybody)
    until(lambda: all(guest.multiplayer.away == [] for guest in guests), *everybody)
    play(rng, 64, host, guests)
    assert host.match.game.outcome is not None
    played = tuple(move_text(host.match.setup, move.square) for move in host.match.game.moves)

    guests[3].multiplayer.propose(NEXT)
    until(lambda: host.multiplayer.poll.proposal is not None, *everybody)
    until(lambda: all(g is guests[3] or g.multiplayer.ask is not None for g in guests), *everybody)
    for guest in guests:
        guest.multiplayer.vote(True)
    host.multiplayer.vote(True)
    until(lambda: all(guest.match.game_number == 2 for guest in guests), *everybody)
    for one in everybody[::-1]:
        one.close()
    games = [[entry.moves for entry in kept(one)] for one in (place / "ada", *(g.home for g in guests))]
    assert games == [[played]] * COUNT, "a next game without a move is not listed"


def home(place: Path, number: int) -> Path:
    """Make a home for the guest of this number."""
    made = place / f"bob{number}"
    made.mkdir()
    return made


def play(rng: random.Random, most: int, host: HostBench, guests: list[GuestBench]) -> None:
    """Let so many stones be placed, or as many as there can be, and see that all have the same game."""
    match: Match = host.match
    for _ in range(most):
        if match.game.outcome is not None:
            return
        ply, square = len(match.game.moves), rng.choice(match.game.position.moves)
        mover = match.game.position.to_move
        if mover == 0:
            assert host.controller is not None
            host.controller.place(square)
        else:
            next(guest for guest in guests if guest.multiplayer.seat == mover).multiplayer.place(square)
        until(lambda: all(len(g.match.game.moves) > ply for g in guests), host, *guests)  # noqa: B023
        assert all(same(match, guest.match) for guest in guests)
