"""The key on the main menu that watches a hosted game: at once, from a list, or why there is none."""

from threading import Event

import pytest

from tests.support.driving import Ui, at_setup
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.join import WatchScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import Geometry
from ttt_tui.errors import ConnectionUnavailable
from ttt_tui.multiplayer import discovery
from ttt_tui.multiplayer.discovery import DiscoveredGame, Discovery, UnavailableGame

ADA = DiscoveredGame("ada", Geometry(15, 15, 5), ("O",), ("Ada",))
CEM = DiscoveredGame("cem", Geometry(7, 7, 4), (), ("Cem", "Dana"))
EVE = UnavailableGame("eve", "this game is invitation-only; root is not invited")

Joined = list[tuple[str, bool]]


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> Joined:
    """Give the games that are joined, by host, and whether they are only watched."""
    seen: Joined = []
    monkeypatch.setattr(TttApp, "join", lambda _, host, watches=False: seen.append((host, watches)))
    return seen


def hosts(monkeypatch: pytest.MonkeyPatch, *games: Discovery) -> None:
    monkeypatch.setattr(discovery, "discover_games", lambda: [*games])


async def looked(ui: Ui) -> None:
    """Press the key, and wait for what comes of it."""
    await ui.press("W")
    await ui.until(lambda: "Looking" not in ui.text, "what there is")
    await ui.settle()


async def test_the_only_game_is_watched_with_one_key(joined: Joined, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts(monkeypatch, ADA, EVE)
    async with at_setup() as ui:
        await ui.press("end")
        assert "W watch at once" in ui.footer, "beside the list for joining"
        await looked(ui)
        assert joined == [("ada", True)]


async def test_of_several_games_the_first_is_watched_with_two_keys_and_any_other_with_the_arrows(
    joined: Joined, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts(monkeypatch, EVE, ADA, CEM)
    async with at_setup() as ui:
        for keys, host in ((["enter"], "ada"), (["down", "enter"], "cem"), (["down", "w"], "cem")):
            await looked(ui)
            assert isinstance(ui.app.screen, WatchScreen)
            assert "Watch a game" in ui.text
            assert "↵ watch" in ui.text
            await ui.press(*keys)
            assert isinstance(ui.app.screen, SetupScreen)
            assert joined.pop() == (host, True)


async def test_where_there_is_no_game_the_status_line_says_so(
    joined: Joined, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts(monkeypatch)
    async with at_setup() as ui:
        await looked(ui)
        assert ui.status == "No games are hosted on this machine; H hosts one"
        hosts(monkeypatch, EVE)
        await looked(ui)
        reason = "can't be joined: this game is invitation-only; root is not invited"
        assert ui.status == f"No game to watch: that of eve {reason}"

        def unsupported() -> list[Discovery]:
            raise ConnectionUnavailable("shared games need Unix sockets")

        monkeypatch.setattr(discovery, "discover_games", unsupported)
        await looked(ui)
        assert ui.status == "Shared games need Unix sockets"
        assert joined == []


async def test_another_key_cancels(joined: Joined, monkeypatch: pytest.MonkeyPatch) -> None:
    is_asked, may_answer = Event(), Event()

    def slow() -> list[Discovery]:
        is_asked.set()
        may_answer.wait(30)
        return [ADA]

    monkeypatch.setattr(discovery, "discover_games", slow)
    async with at_setup() as ui:
        await ui.press("W")
        assert ui.status == "Looking for games to watch"
        await ui.press("down")
        assert is_asked.is_set()
        may_answer.set()
        ui.app.screen.starts._finder._thread.join()  # type: ignore[attr-defined]
        await ui.rest()
        assert joined == []
