"""A hosted match that is left in the middle and taken up again: guests have all of its games."""

import time
from collections.abc import Callable, Collection
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.support.terminals import PATIENCE, AtOnce, GuestBench, two
from ttt_tui.multiplayer import hosted
from ttt_tui.multiplayer.door import Server
from ttt_tui.multiplayer.hosted import HostSession
from ttt_tui.session.session import Session
from ttt_tui.store.games import History
from ttt_tui.store.thread import StoreThread


class EagerDoor(Server):
    """A door at which somebody says hello before it is quite open."""

    def __init__(self, wake: Callable[[], None], only: Collection[str] | None = None) -> None:
        wake()
        super().__init__(wake, only)


def test_who_comes_before_the_host_is_ready_is_let_in(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted, "Server", EagerDoor)
    session = Session(1, StoreThread(place / "ada" / "history.db", max_wait=PATIENCE))
    company = HostSession(session, two())
    bob = GuestBench(place / "bob")
    gather(company, bob, lambda: company.is_ready)
    company.close()
    bob.close()
    session.close()


def gather(company: HostSession, bob: GuestBench, condition: Callable[[], object]) -> None:
    """Let both hear what is said until this is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        company.hear()
        bob.hear()
        time.sleep(0.005)


def test_the_games_before_are_told_too_after_the_host_was_away(place: Path) -> None:
    session = Session(1, StoreThread(place / "ada" / "history.db", max_wait=PATIENCE))
    company = HostSession(session, two())
    bob = GuestBench(place / "bob")
    gather(company, bob, lambda: company.is_ready)
    controller = company.controller(company.match(), AtOnce(), 0)
    controller.resign(0)
    controller.start_next_game()
    controller.place(controller.match.setup.geometry.parse("b2"))
    company.close()
    session.close()
    bob.close()

    session = Session(2, StoreThread(place / "ada" / "history.db", max_wait=PATIENCE))
    assert session.history is not None
    entry = session.history.last_unfinished(PATIENCE)
    assert entry is not None
    company = HostSession(session, entry.setup, None, partial(session.resume, entry, PATIENCE))
    bob = GuestBench(place / "eve", "Bob")  # with an empty store
    gather(company, bob, lambda: company.is_ready)
    controller = company.controller(company.match(), AtOnce(), 0)
    assert controller.match.game_number == 2
    gather(company, bob, lambda: bob.following.match is not None and bob.match.game_number == 2)
    assert bob.match.game.moves == controller.match.game.moves
    assert [game.outcome for game in bob.match.earlier] == [game.outcome for game in controller.match.earlier]
    company.close()
    bob.close()
    session.close()
    moves = []
    for home in ("eve", "ada"):
        with closing(History(place / home / "history.db")) as history:
            moves.append([entry.moves for entry in history.entries()])
    assert [len(each) for each in moves[0]] == [1, 1]
    assert moves[0] == moves[1]
