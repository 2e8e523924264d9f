"""What a visitor's program tells the lobby of a server by itself."""

import asyncio
import json
import socket

import pytest
from textual.widgets import Static

from tests.support.lobby import FakeLobby
from ttt_tui.app.app import TttApp
from ttt_tui.app.play.game_finder import TurnsFound
from ttt_tui.app.screens.people import PeopleScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.errors import ConnectionUnavailable
from ttt_tui.multiplayer import StartRequest, lobby_messages, local_server
from ttt_tui.multiplayer import lobby as lobby_module
from ttt_tui.multiplayer.lobby import Visit
from ttt_tui.multiplayer.lobby_messages import (
    Accept,
    Active,
    Challenge,
    Decline,
    Doing,
    Join,
    Offered,
    Person,
    Rank,
    Running,
    Withdraw,
)


def told(lobby: FakeLobby) -> int:
    return lobby.sent.count(Active())


async def test_the_lobby_learns_of_keys_at_most_once_a_minute() -> None:
    lobby = FakeLobby()
    async with TttApp(StartRequest(lobby=lobby)).run_test() as pilot:
        assert told(lobby) == 0, "nothing has been pressed"
        for _ in range(3):
            await pilot.press("down")
        assert told(lobby) == 1


async def test_the_lobby_learns_of_later_keys_and_not_of_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_messages, "ACTIVE_SECONDS", 0.2)
    lobby = FakeLobby()
    async with TttApp(StartRequest(lobby=lobby)).run_test() as pilot:
        await pilot.press("down", "up", "down")
        async with asyncio.timeout(20):
            while told(lobby) < 2:
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.4)
        before = told(lobby)
        await asyncio.sleep(0.4)
        assert told(lobby) == before, "nothing is said while no key is pressed"
        await pilot.press("up")
        assert told(lobby) == before + 1, "at once after a silence"


class News(FakeLobby):
    """A lobby from which something arrives when the test says so."""

    has_news = False

    def receive(self) -> bool:
        news, self.has_news = self.has_news, False
        return news


async def test_what_arrives_is_shown_on_every_screen_and_the_end_ends_the_program() -> None:
    lobby = News()
    app = TttApp(StartRequest(lobby=lobby))
    async with app.run_test() as pilot:
        screen = app.screen
        assert isinstance(screen, PeopleScreen)
        await pilot.pause()
        lobby.people["dora"] = Person("dora", None, "alone", 0)
        lobby.notices.append("dora: good luck")
        lobby.has_news = True
        app.on_lobby_update()
        await pilot.pause()
        assert screen.announcements.current == "dora: good luck", "her name stays as it is"
        assert any(isinstance(entry, Person) and entry.name == "dora" for entry in screen._entries)
        await pilot.press("m")
        assert lobby.sent[-1] == Doing("alone")
        del lobby.people["dora"]
        lobby.has_news = True
        app.on_lobby_update()
        assert any(isinstance(entry, Person) and entry.name == "dora" for entry in screen._entries), "hidden"
        await pilot.press("q")
        await pilot.pause()
        assert app.screen is screen
        assert not any(isinstance(entry, Person) and entry.name == "dora" for entry in screen._entries)
        await pilot.press("L")
        lobby.ranking = [Rank("five in a row", 1, "eve", 1700, 60, 20), Rank("misere", 1, "bob", 1500, 50, 9)]
        lobby.has_news = True
        app.on_lobby_update()
        await pilot.pause()
        ranks = app.screen.query_one("#ranks", Static)
        assert "Misere" in str(ranks.render())
        await pilot.press("escape")
        lobby.offers_computer = True
        screen.show_status()
        lobby.has_news = lobby.has_ended = True
        app.on_lobby_update()
        await pilot.pause()
    assert app.return_code == 0


async def test_enter_returns_to_the_game_only_where_the_status_line_says_so() -> None:
    lobby = FakeLobby()
    three = (3, 3, 3, "usual")
    lobby.games[3] = Running(*three, True, 3, ["eve", "ada"], 2, 0, "eve")
    lobby.games = dict(sorted(lobby.games.items()))
    app = TttApp(StartRequest(lobby=lobby))
    async with app.run_test() as pilot:
        screen = app.screen
        assert isinstance(screen, PeopleScreen)

        def status() -> str:
            return "".join(segment.text for segment in screen._status.render_line(0))

        await pilot.press("end")
        assert "Your turn: Home ↵ returns to the game" in status()
        await pilot.press("home")
        assert "Your turn: ↵ returns to the game" in status()
        await pilot.press("enter")
        assert lobby.sent[-1] == Join(4), "the game in which it is her turn comes first"
        await pilot.press("down")
        assert "Your turn: Home ↵ returns to the game" in status()


async def test_a_challenge_is_told_once() -> None:
    lobby = FakeLobby()
    for to in ("", "ada", "ada"):
        lobby._process(Offered(3, 3, 3, "usual", False, 8 + bool(to), "eve", 1700, to))
    assert lobby.notices == ["eve challenges you"]


async def test_the_status_line_tells_of_a_challenge_that_may_be_out_of_sight() -> None:
    lobby = FakeLobby()
    lobby.games.clear()
    lobby.people |= {f"bob{n}": Person(f"bob{n}", None, "in the lobby", 0) for n in range(60)}
    app = TttApp(StartRequest(lobby=lobby))
    async with app.run_test() as pilot:
        screen = app.screen
        assert isinstance(screen, PeopleScreen)
        lobby.offers.clear()
        lobby.offers[8] = Offered(3, 3, 3, "usual", True, 8, "eve", 1700, "")
        await pilot.press("end")
        screen.show()
        assert "eve challenges all: Home shows it" in "".join(s.text for s in screen._status.render_line(0))
        await pilot.press("home")
        assert "eve challenges all: ↵ accepts" in "".join(s.text for s in screen._status.render_line(0))
        await pilot.press("enter")
        assert lobby.sent[-1] == Accept(8)


@pytest.mark.parametrize(
    ("rating", "games", "said"), [(1512, 12, "rating 1512"), (None, 2, "rating after 3 more")]
)
async def test_the_visitors_own_rating_is_in_the_header(rating: int | None, games: int, said: str) -> None:
    lobby = FakeLobby()
    lobby.people["ada"] = Person("ada", rating, "in the lobby", games)
    app = TttApp(StartRequest(lobby=lobby))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, PeopleScreen)
        assert said in "".join(segment.text for segment in app.screen._header.render_line(0))


async def test_the_choice_of_a_game_begins_with_the_latest_one() -> None:
    lobby = FakeLobby()
    lobby.games.clear()
    app = TttApp(StartRequest(lobby=lobby))
    async with app.run_test() as pilot:
        await pilot.press("c", "enter")
        first = lobby.sent[-1]
        assert isinstance(first, Challenge)
        assert (first.columns, first.rated) == (15, True)
        await pilot.press("c", "right", "down", "right", "enter", "c", "enter")
        second, third = lobby.sent[-2:]
        assert second == third != first


@pytest.mark.parametrize("is_guest", [False, True])
async def test_keys_that_need_an_account_or_a_person_say_so(is_guest: bool) -> None:
    lobby = FakeLobby(is_guest=is_guest)
    app = TttApp(StartRequest(lobby=lobby))
    async with app.run_test(size=(40, 16)) as pilot:
        screen = app.screen
        assert isinstance(screen, PeopleScreen)
        lobby.games.clear()
        lobby.offers[8] = Offered(3, 3, 3, "usual", False, 8, "ada", 1512, "")
        lobby.offers[9] = Offered(99, 3, 3, "nonsense", False, 9, "eve", 1700, "ada")
        screen.show()
        await pilot.press("end", "home", "down", "g")
        assert screen.notice == "Put the cursor on another person first"
        await pilot.press("enter")
        assert lobby.sent[-1] == Withdraw()
        await pilot.press("down", "w")
        assert lobby.sent[-1] == Decline(9)
        await pilot.press("P")
        assert (screen.notice == "Guests have no account: come with an SSH key") == is_guest


async def test_a_challenge_has_a_clock_which_may_be_typed() -> None:
    lobby = FakeLobby()
    three = (3, 3, 3, "usual")
    lobby.offers[9] = Offered(*three, False, 9, "eve", 1700, "ada", clock="5m+3s")
    lobby.games[11] = Running(*three, False, 11, ["eve", "ada"], 2, 0, "ada", clock="3d/move")
    lobby.games[12] = Running(*three, False, 12, ["eve", "ada"], 2, 0, "eve", clock="nonsense")
    lobby.offers[10] = Offered(*three, False, 10, "eve", 1700, "ada", clock="nonsense")
    async with TttApp(StartRequest(lobby=lobby)).run_test() as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, PeopleScreen)
        shown = [str(option.prompt) for option in screen._list.options]
        assert any("5 min + 3 s · unrated" in line for line in shown)
        assert any("3×3 · three in a row · 3 d a move · your turn" in line for line in shown)
        await pilot.press("c", "down", "right", "enter")
        assert lobby.sent[-1] == Challenge(15, 15, 5, "usual", True, "", clock="1m+1s")
        await pilot.press("c", "down", "end", "enter", *"soon", "enter")
        await pilot.pause()
        explanation = pilot.app.screen.query_one("#explanation", Static)
        assert "Unknown clock “soon”" in str(explanation.render())
        await pilot.press(*["backspace"] * 4, *"2d/move", "enter", "enter")
        assert lobby.sent[-1] == Challenge(15, 15, 5, "usual", True, "", clock="2d/move")
        await pilot.press("c", "enter")
        assert lobby.sent[-1] == Challenge(15, 15, 5, "usual", True, "", clock="2d/move"), "as before"


# --- from the main menu ----------------------------------------------------------------------------------

WAITING = local_server.WaitingGame(12345, 7, "Bob", 3)


def status(screen: SetupScreen) -> str:
    """What the main menu says of a game to resume, on its button or in its status line."""
    room = screen.app.size.width
    return screen.starts.to_resume(room)


async def test_the_main_menu_asks_whose_turn_it_is_and_r_goes_to_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours, theirs = socket.socketpair()
    games, their_games = socket.socketpair()
    theirs.setblocking(False)
    entered: list[int] = []

    def visit(server: int) -> Visit:
        entered.append(server)
        return Visit("ada", False, theirs, their_games, is_local=True)

    asked: list[list[int]] = []
    monkeypatch.setattr(local_server, "known_servers", lambda: [12345])
    monkeypatch.setattr(local_server, "waiting_games", lambda servers: asked.append([*servers]) or [WAITING])
    monkeypatch.setattr(lobby_module, "visit_server", visit)
    app = TttApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        name = app.session.profile.name
        async with asyncio.timeout(20):
            while not status(screen):
                await pilot.pause(0.01)
        assert status(screen) == "r: Bob has moved"
        assert asked[0] == [12345]
        await pilot.press("r")
        people = app.screen
        assert isinstance(people, PeopleScreen)
        assert entered == [12345]
        ours.settimeout(20)
        assert json.loads(ours.makefile("rb").readline()) == {"say": "join", "number": 7}
        assert app.session.profile.name == name, "the user's own name stays"
        await pilot.press("m")
        assert isinstance(app.screen, SetupScreen)
        assert "lobby" in app.screen._named_keys()["setup.quit"]
        assert not status(app.screen), "in the lobby nobody asks"
        await pilot.press("q")
        assert app.screen is people
        ours.sendall(b'{"say": "told", "text": "see you"}\n')
        ours.close()
        async with asyncio.timeout(20):
            while not isinstance(app.screen, SetupScreen):
                await pilot.pause(0.01)
        await pilot.pause()
        assert app.start_request.lobby is None
        assert app.screen.status_message == "see you"
    games.close()


async def test_a_server_that_has_gone_is_a_sentence_in_the_main_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    def visit(server: int) -> Visit:
        raise ConnectionUnavailable("user eve is not running a server")

    monkeypatch.setattr(lobby_module, "visit_server", visit)
    app = TttApp()
    async with app.run_test() as pilot:
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.on_turns_found(TurnsFound([WAITING]))
        await pilot.press("r")
        assert app.screen is screen
        assert screen.status_message.lower() == "user eve is not running a server"
        assert not screen.starts.can_resume, "it is not offered again"


async def test_on_a_server_for_others_nobody_asks_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(local_server, "known_servers", lambda: asked.append(1) or [])
    async with TttApp(StartRequest(lobby=FakeLobby())).run_test() as pilot:
        await pilot.press("m")
        await pilot.pause(0.05)
    assert not asked
