"""A hosted match that is left and resumed: guests get all of its games, and the same users are invited."""

from argparse import Namespace
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from tests.support.driving import Ui
from tests.support.terminals import PATIENCE, AtOnce, GuestBench, kept, two, until, until_the_end
from ttt_tui.app.app import TttApp
from ttt_tui.cli.multiplayer import multiplayer_session
from ttt_tui.engine import MatchRules
from ttt_tui.multiplayer import host as host_module
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.host import HostSession
from ttt_tui.multiplayer.server import Server
from ttt_tui.session.resuming import find_resumable
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

OWN = sockets.own_login()
INVITED = [OWN, "zoe"]


class Invitations(list[Collection[str] | None]):
    """The logins that each server lets in, None for all."""


@pytest.fixture
def invitations(monkeypatch: pytest.MonkeyPatch) -> Invitations:
    noted = Invitations()

    class NotedServer(Server):
        """A server whose guests may say hello before it is quite open."""

        def __init__(self, wake: Callable[[], object], only: Collection[str] | None = None) -> None:
            noted.append(None if only is None else sorted(only))
            wake()
            super().__init__(wake, only)

    monkeypatch.setattr(host_module, "Server", NotedServer)
    return noted


def opened(place: Path) -> Session:
    return until_the_end(Session(1, StoreThread(place / "ada" / "history.db", max_wait=PATIENCE)))


def play_a_move(shared: HostSession, place: Path, games: int = 1) -> None:
    """Play so many matches with a guest, the last one up to its first move, and leave."""
    bob = GuestBench(place / "bob")
    until(lambda: shared.receive() or shared.is_ready, bob)
    controller = shared.controller(shared.begin_match(), AtOnce())
    for _ in range(games - 1):
        controller.resign(0)
        controller.start_next_game()
    controller.place(controller.match.game.position.empty.bit_length() - 1)
    shared.close()
    bob.close()
    shared._session.close()


def host(place: Path, only: Collection[str] | None = None, points: int = 5, games: int = 1) -> None:
    """Host so many matches for these users, and leave."""
    play_a_move(HostSession(opened(place), two(rules=MatchRules(points)), only), place, games)


def resumed(place: Path, only: Collection[str] | None = None) -> HostSession:
    """Resume the latest game as the command line does."""
    session = opened(place)
    entry = find_resumable(session.history)
    assert isinstance(entry, Entry)
    options = Namespace(host=False, only=only, join=None, watch=None, seat=None, player=None, resume="last")
    shared = multiplayer_session(options, session, None, entry)
    assert isinstance(shared, HostSession)
    return shared


def test_the_games_before_are_sent_too(place: Path, invitations: Invitations) -> None:
    host(place, games=2)
    shared = resumed(place)
    bob = GuestBench(place / "eve", "Bob")  # with an empty store
    until(lambda: shared.receive() or shared.is_ready, bob)
    controller = shared.controller(shared.begin_match(), AtOnce())
    assert controller.match.game_number == 2
    until(lambda: bob.multiplayer.is_ready and bob.match.game_number == 2, bob)
    assert bob.match.game.moves == controller.match.game.moves
    assert [game.outcome for game in bob.match.earlier] == [game.outcome for game in controller.match.earlier]
    shared.close()
    bob.close()
    assert invitations == [None, None], "everybody who could join still can"
    moves = [[entry.moves for entry in kept(place / home)] for home in ("eve", "ada")]
    assert [len(each) for each in moves[0]] == [1, 1]
    assert moves[0] == moves[1]


@pytest.mark.slow
@pytest.mark.parametrize(("games", "points"), [(1, 5), (3, 1), (3, 5)])
def test_the_same_users_are_invited(place: Path, invitations: Invitations, games: int, points: int) -> None:
    host(place, INVITED, points, games)
    for _ in range(2):  # the resumed game keeps the invitation, too
        play_a_move(resumed(place), place)
        assert invitations[-1] == INVITED


def test_other_users_can_be_invited_and_stay_invited(place: Path, invitations: Invitations) -> None:
    host(place, ["zoe", OWN])
    play_a_move(resumed(place, [OWN]), place)
    resumed(place).close()
    assert invitations == [INVITED, [OWN], [OWN]]


@pytest.mark.slow
@pytest.mark.parametrize("keys", [["r"], ["h", "enter"]])
async def test_the_setup_screen_invites_the_same_users(
    place: Path, invitations: Invitations, keys: list[str]
) -> None:
    host(place, INVITED)
    app = TttApp(session=opened(place))
    async with app.run_test(size=(80, 24)) as pilot:
        ui = Ui(app, pilot)
        await ui.settle()
        for key in keys:
            await ui.press(key)
            await ui.settle()
        await ui.until(lambda: len(invitations) == 2, "the server")
        assert invitations[-1] == INVITED
        await ui.press("escape")
