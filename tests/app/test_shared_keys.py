"""A game that people play at several terminals: which keys its last line shows, and what is asked first."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.app.gathered import hearing, homes, hosting, joined, with_company
from tests.support.driving import USUAL, Ui, at_setup
from tests.support.stores import patient
from tests.support.terminals import meeting_place
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens import join as join_screen
from ttt_tui.app.screens.dialog import ConfirmScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.engine import HUMAN, OPEN, Geometry, Player, Setup
from ttt_tui.multiplayer import meeting
from ttt_tui.multiplayer.door import Server
from ttt_tui.multiplayer.hosted import HostSession
from ttt_tui.multiplayer.looking import DiscoveredGame
from ttt_tui.session.session import Session


def shown(ui: Ui) -> list[str]:
    """What the line of keys shows."""
    return [key.description for key in ui.app.screen.query_one(KeyHints).keys]


def possible(ui: Ui) -> bool:
    """Whether all of it can be done."""
    return all(key.enabled for key in ui.app.screen.query_one(KeyHints).keys)


# --- the line of keys ------------------------------------------------------------------------------------


async def test_a_spectator_sees_the_keys_of_a_spectator() -> None:
    async with joined(watches=True) as (ui, ada):
        assert shown(ui) == ["help", "leave"]
        ada.place("b2")
        await hearing(ui, ada, lambda: len(ui.play.match.game.moves) == 1, "the stone")
        assert shown(ui) == ["help", "leave"]
        assert ada.controller is not None
        ada.controller.resign(1)
        await hearing(ui, ada, lambda: "Ada wins" in ui.text, "the end")
        await ui.until(lambda: "review" in shown(ui), "the review")
        assert shown(ui) == ["review", "help", "leave"]


async def test_a_spectator_of_computers_cannot_pause_them() -> None:
    players = [Player("Rex", level="random"), Player("Guest", level=OPEN), Player("Max", level="random")]
    async with joined(Setup(Geometry(7, 7, 4), players), watches=True) as (ui, _):
        assert shown(ui) == ["help", "leave"]
        assert possible(ui)


async def test_a_guest_sees_what_is_possible_in_each_turn() -> None:
    async with joined() as (ui, ada):
        assert shown(ui) == ["help", "leave", "resign"]
        ada.place("b2")
        await hearing(ui, ada, lambda: ui.moves == ["b2"], "the stone")
        await ui.until(lambda: shown(ui) == ["place", "help", "leave", "resign", "go to"], "the keys")
        await ui.press("1")
        await hearing(ui, ada, lambda: ui.moves == ["b2", "a1"], "the stone")
        await ui.until(
            lambda: shown(ui) == ["takeback", "help", "leave", "resign"], "the keys after the stone"
        )
        assert possible(ui)


async def test_a_host_sees_what_is_possible_in_each_turn() -> None:
    async with hosting() as (ui, bob):
        assert shown(ui) == ["place", "help", "leave", "resign", "go to"]
        await ui.press("5")
        assert shown(ui) == ["takeback", "help", "leave", "resign"]
        await hearing(ui, bob, lambda: len(bob.match.game.moves) == 1, "the stone, told")
        bob.place("a1")
        await ui.moved("b2", "a1")
        await ui.until(
            lambda: shown(ui) == ["place", "takeback", "help", "leave", "resign", "go to"],
            "the keys after it",
        )
        assert possible(ui)


async def test_when_the_host_has_gone_joining_again_is_what_is_left() -> None:
    async with joined() as (ui, ada):
        ada.door.close("")
        await ui.until(lambda: f"Host Ada ({meeting.own_name()}) disconnected" in ui.status, "the news")
        await ui.until(lambda: shown(ui) == ["rejoin", "help", "leave"], "the keys that are left")
        ada.door = Server(lambda: None)  # that which is closed at the end


# --- keys of computers -----------------------------------------------------------------------------------


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("p", "this game has no computer players"),
        ("m", "no computer is thinking"),
        ("full_stop", "it is not a computer's turn"),
    ],
)
async def test_on_a_guests_turn_nothing_pauses(key: str, reason: str) -> None:
    async with hosting() as (ui, _):
        await ui.press("5", key)
        assert reason in ui.status.lower()
        await ui.press("left")
        assert "Bob" in ui.status
        assert not ui.play.controller.paused


async def test_computers_that_pause_are_told_of_on_their_turn_alone() -> None:
    players = [Player("Ada", level=HUMAN), Player("Guest", level=OPEN), Player("Rex", level="random")]
    async with hosting(Setup(Geometry(5, 5, 4), players)) as (ui, bob):
        await ui.press("enter", "p")
        assert "Bob" in ui.status
        assert "Paused" not in ui.status
        await hearing(ui, bob, lambda: len(bob.match.game.moves) == 1, "the stone, told")
        bob.place("a1")
        await ui.until(lambda: len(ui.moves) == 2, "the stone")
        await ui.until(lambda: "Paused" in ui.status, "the pause")


# --- what is asked first ---------------------------------------------------------------------------------


async def test_who_hosts_is_asked_before_they_resign() -> None:
    async with hosting() as (ui, bob):
        await ui.press("R")
        assert isinstance(ui.app.screen, ConfirmScreen)
        assert (
            ui.app.screen.consequence
            == "Bob gets the point: score 0–1. You can undo this only if Bob agrees."
        )
        await ui.press("enter")
        assert ui.play.match.game.outcome is None
        await ui.press("R", "y")
        await hearing(ui, bob, lambda: bob.match.game.outcome is not None, "the end, told")


async def test_who_is_a_guest_is_asked_before_they_resign() -> None:
    async with joined() as (ui, ada):
        await ui.press("R")
        assert isinstance(ui.app.screen, ConfirmScreen)
        await ui.press("n")
        assert isinstance(ui.app.screen, PlayScreen)
        ada.hear()
        assert ada.match.game.outcome is None
        await ui.press("R", "y")
        await hearing(ui, ada, lambda: ada.match.game.outcome is not None, "the end, told")


# --- hosting for spectators, and names -------------------------------------------------------------------


@pytest.mark.usefixtures("soon_read")
async def test_who_hosts_with_no_open_seat_plays_at_once_and_reads_how_others_watch() -> None:
    with meeting_place() as place:
        ada, *_ = homes(place)
        session = Session(1, patient(ada / "history.db"))
        setup = Setup(Geometry(3, 3, 3), [Player("Ada"), Player("Rex", level="random")])
        async with with_company(session, HostSession(session, setup)) as ui:
            await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
            await ui.until(lambda: f"ttt-tui --watch {meeting.own_name()}" in ui.text, "how others watch")
            await ui.until(lambda: "Your move" in ui.status, "the turn again")


async def test_the_name_of_who_opens_their_own_seat_does_not_stay_on_it() -> None:
    session = Session()
    session.person.rename("Ada")
    async with setting_up(session) as (ui, screen):
        assert screen.current.players[0].name == "Ada"
        screen.player_list.highlighted = 0
        await ui.press("e", "tab", "tab", "tab", "right", "enter")
        assert name_and_level(screen) == ("Guest", OPEN)
        await ui.press("e", "tab", "tab", "tab", "left", "enter")
        assert name_and_level(screen) == ("Ada", HUMAN)


async def test_a_name_that_was_typed_for_an_open_seat_stays() -> None:
    async with setting_up(Session()) as (ui, screen):
        screen.player_list.highlighted = 0
        await ui.press("e", "ctrl+u", *"Bob", "tab", "tab", "tab", "right", "enter")
        assert name_and_level(screen) == ("Bob", OPEN)


def name_and_level(screen: SetupScreen) -> tuple[str, str]:
    """The name and the level of the first player."""
    player = screen.current.players[0]
    return player.name, player.level


@asynccontextmanager
async def setting_up(session: Session) -> AsyncIterator[tuple[Ui, SetupScreen]]:
    """Start the program on its first page."""
    app = TttApp(session=session)
    async with app.run_test(size=USUAL) as pilot:
        ui = Ui(app, pilot)
        await ui.until(lambda: "play" in ui.footer, "the setup screen")
        await ui.settle()
        assert isinstance(app.screen, SetupScreen)
        yield ui, app.screen


# --- the list of games -----------------------------------------------------------------------------------


def test_the_end_of_the_program_does_not_wait_for_hosts_that_do_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_answer, answered = threading.Event(), threading.Event()

    def ask() -> list[DiscoveredGame]:
        may_answer.wait(5)
        answered.set()
        return []

    monkeypatch.setattr(join_screen, "discover_games", ask)

    async def look_and_quit() -> None:
        async with at_setup() as ui:
            await ui.press("J")
            await ui.until(lambda: "Looking" in ui.text, "the list")

    asyncio.run(look_and_quit())
    assert not answered.is_set()
    may_answer.set()
