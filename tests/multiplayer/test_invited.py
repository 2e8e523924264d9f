"""Who was invited to a hosted game is invited still when it is resumed, in whatever way."""

from argparse import Namespace
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from tests.support.driving import Ui
from tests.support.terminals import PATIENCE, AtOnce, GuestBench, two
from ttt_tui.app.app import TttApp
from ttt_tui.cli.together import company_of
from ttt_tui.engine import MatchRules
from ttt_tui.multiplayer import hosted, meeting
from ttt_tui.multiplayer.door import Server
from ttt_tui.multiplayer.hosted import HostSession
from ttt_tui.session.session import Session, find_resumable
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

OWN = meeting.own_name()
INVITED = [OWN, "zoe"]


class Doors(list[Collection[str] | None]):
    """Whom each door lets in, None for everybody."""


@pytest.fixture
def doors(monkeypatch: pytest.MonkeyPatch) -> Doors:
    opened = Doors()

    class NotedDoor(Server):
        def __init__(self, wake, only=None) -> None:  # type: ignore[no-untyped-def]
            opened.append(None if only is None else sorted(only))
            super().__init__(wake, only)

    monkeypatch.setattr(hosted, "Server", NotedDoor)
    return opened


@pytest.fixture
def session(place: Path) -> Iterator[Session]:
    session = Session(1, StoreThread(place / "ada" / "history.db", max_wait=PATIENCE))
    yield session
    session.close()


def another(place: Path) -> Session:
    return Session(2, StoreThread(place / "ada" / "history.db", max_wait=PATIENCE))


def play_a_move(session: Session, company: HostSession, place: Path, games: int = 1) -> None:
    """Play so many matches with a guest, the last one up to its first move."""
    bob = GuestBench(place / "bob")
    while not company.is_ready:
        company.hear()
        bob.hear()
    controller = company.controller(company.match(), AtOnce(), 0)
    for _ in range(games - 1):
        controller.resign(0)
        controller.start_next_game()
    controller.place(controller.match.game.position.empty.bit_length() - 1)
    company.close()
    bob.close()
    session.release()


def options(only: Collection[str] | None = None) -> Namespace:
    return Namespace(host=False, only=only, join=None, watch=None, seat=None, player=None, resume="last")


def left(session: Session) -> Entry:
    entry = find_resumable(session.history)
    assert isinstance(entry, Entry)
    return entry


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize("points", [1, 5])
def test_resuming_invites_the_same(
    place: Path, session: Session, doors: Doors, games: int, points: int
) -> None:
    setup = two(rules=MatchRules(points))
    play_a_move(session, HostSession(session, setup, INVITED), place, games)
    session.close()
    for _ in range(2):  # the invitation is kept by the resumed game, too
        again = another(place)
        company = company_of(options(), again, None, left(again))
        assert isinstance(company, HostSession)
        assert doors[-1] == INVITED
        play_a_move(again, company, place)
        again.close()


def test_others_can_be_invited_and_stay_invited(place: Path, session: Session, doors: Doors) -> None:
    play_a_move(session, HostSession(session, two(), ["zoe", OWN]), place)
    again = another(place)
    company = company_of(options([OWN]), again, None, left(again))
    assert isinstance(company, HostSession)
    assert doors[-1] == [OWN]
    play_a_move(again, company, place)
    again.close()
    later = another(place)
    company = company_of(options(), later, None, left(later))
    assert doors[-1] == [OWN]
    assert company is not None
    company.close()
    later.close()


def test_everybody_who_could_come_still_can(place: Path, session: Session, doors: Doors) -> None:
    play_a_move(session, HostSession(session, two()), place)
    again = another(place)
    company = company_of(options(), again, None, left(again))
    assert doors[-1] is None
    assert company is not None
    company.close()
    again.close()


@pytest.mark.parametrize("keys", [["r"], ["h", "enter"]])
async def test_so_does_the_first_page(place: Path, session: Session, doors: Doors, keys: list[str]) -> None:
    play_a_move(session, HostSession(session, two(), INVITED), place)
    again = another(place)
    app = TttApp(session=again)
    async with app.run_test(size=(80, 24)) as pilot:
        ui = Ui(app, pilot)
        await ui.settle()
        for key in keys:
            await ui.press(key)
            await ui.settle()
        await ui.until(lambda: len(doors) == 2, "the door")
        assert doors[-1] == INVITED
        await ui.press("escape")
    again.close()
