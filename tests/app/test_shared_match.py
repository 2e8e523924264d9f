"""People at several terminals, as those at one of them see it."""

import asyncio
import threading
import time
from unittest.mock import patch

import pytest

from tests.app.shared_match import hearing, homes, hosting, joined, waiting, with_company
from tests.support.driving import Ui, at_setup, running
from tests.support.stores import patient
from tests.support.terminals import GuestBench, meeting_place, two
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens import base
from ttt_tui.app.screens.dialog import ConfirmScreen
from ttt_tui.app.screens.join import JoinScreen, WaitingScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.app.widgets.scoreboard import Scoreboard
from ttt_tui.engine import HUMAN, OPEN, Geometry, MatchRules, Player, Setup
from ttt_tui.multiplayer import discovery, sockets
from ttt_tui.multiplayer.discovery import DiscoveredGame, UnavailableGame
from ttt_tui.multiplayer.host import HostSession
from ttt_tui.multiplayer.protocol import DRAW, NEXT, UNDO
from ttt_tui.multiplayer.server import Server
from ttt_tui.session.session import Session
from ttt_tui.session.wording import sentence

OWN = sockets.own_login()

# --- waiting ---------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_who_waits_reads_what_the_others_have_to_type() -> None:
    async with waiting() as (ui, _):
        await ui.press("enter", "enter")
        assert isinstance(ui.app.screen, WaitingScreen), "it waits on"
        for size in ((80, 24), (40, 16), (20, 8), (200, 50)):
            await ui.pilot.resize_terminal(*size)
            await ui.press(*["up"] * 8)
            seen = ui.text
            for _ in range(8):
                await ui.press("down")
                seen += ui.text
            flat = " ".join(seen.replace("▌", " ").split())
            for text in (f"ttt-tui --join {OWN}", " open", "Ada"):
                assert text in flat, size


async def test_who_has_no_name_is_you_here_and_a_login_to_the_others() -> None:
    players = Player("You", level=HUMAN), Player("Guest", level=OPEN)
    async with waiting(Setup(Geometry(3, 3, 3), players)) as (ui, _):
        assert f"You ({OWN})" in ui.text


@pytest.mark.slow
async def test_the_match_begins_when_all_seats_are_taken() -> None:
    players = Player("Ada", level=HUMAN), Player("Guest", level=OPEN), Player("Guest 2", level=OPEN)
    async with waiting(Setup(Geometry(4, 4, 3), players)) as (ui, home):
        bob = GuestBench(home)
        await hearing(ui, bob, lambda: "Bob joined" in ui.text, "Bob")
        assert isinstance(ui.app.screen, WaitingScreen)
        assert "waiting" in ui.text
        eve = GuestBench(home.parent / "eve", "Eve")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert [player.name for player in ui.match.setup.players] == ["Ada", "Bob", "Eve"]
        for guest in (bob, eve):
            guest.close()


# --- a game that is hosted here --------------------------------------------------------------------------


@pytest.mark.slow
async def test_what_changes_nothing_is_not_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosting() as (ui, bob):
        screen = ui.app.screen
        painted: list[None] = []
        monkeypatch.setattr(screen, "show_match", lambda: painted.append(None))
        for _ in range(3):
            bob.place("a1")
        await hearing(ui, bob, lambda: bob.said.count("it is not your turn") == 3, "the refusals")
        assert painted == []
        bob.cut()
        await ui.until(lambda: "Bob disconnected" in ui.text, "the news")
        assert painted == [None]
        bob.come()


async def test_undo_asks_the_guest() -> None:
    async with hosting() as (ui, bob):
        await ui.press("5", "u")
        assert ui.play.shared_match is not None
        assert ui.status == sentence(ui.play.shared_match.own_request) != ""
        assert ui.status_more == "expires after 30 s"
        assert ui.moves == ["b2"]
        await hearing(ui, bob, lambda: bob.multiplayer.ask is not None, "the question")
        bob.multiplayer.vote(True)
        await ui.moved()
        assert ui.status.startswith("Your move")


async def test_a_draw_is_offered_declined_and_agreed() -> None:
    async with hosting() as (ui, bob):
        await ui.press("5", "D")
        assert (ui.status, ui.status_more) == ("Draw offered", "expires after 30 s")
        await hearing(ui, bob, lambda: bob.multiplayer.incoming_request == "Ada offers a draw", "the offer")
        bob.multiplayer.vote(False)
        await ui.until(lambda: "Bob declined the draw" in ui.status, "the answer")
        await ui.press("D")
        assert "You have offered a draw already: wait for the next move" in ui.status
        await hearing(ui, bob, lambda: len(bob.match.game.moves) == 1, "the stone, told")
        bob.place("a1")
        await ui.moved("b2", "a1")
        await hearing(ui, bob, lambda: len(bob.match.game.moves) == 2, "both stones, told")
        bob.multiplayer.propose(DRAW)
        await ui.until(lambda: "Bob offers a draw" in ui.status, "the offer")
        assert "y accept" in ui.text
        assert "n decline" in ui.text
        await ui.press("y")
        await ui.until(lambda: ui.status == "Draw by agreement", "the end")
        await hearing(ui, bob, lambda: bob.match.game.outcome is not None, "the end, told")
        assert ui.moves == ["b2", "a1"]


async def test_a_move_declines_a_draw_and_a_guest_sees_one_that_was_agreed() -> None:
    async with joined() as (ui, ada):
        assert ada.controller is not None
        ada.place("b2")
        await ui.moved("b2")
        ada.controller.offer_draw()
        await ui.until(lambda: "Ada offers a draw" in ui.status, "the offer")
        await ui.press("1")
        await hearing(ui, ada, lambda: len(ada.match.game.moves) == 2, "the stone")
        assert ada.multiplayer.poll.proposal is None
        await ui.moved("b2", "a1")
        await ui.press("D")
        await hearing(ui, ada, lambda: ada.multiplayer.incoming_request, "the offer")
        ada.multiplayer.vote(True)
        await ui.until(lambda: ui.status == "Draw by agreement", "the end")


@pytest.mark.slow
async def test_after_a_game_both_go_on_and_nothing_of_it_is_left_on_the_screen() -> None:
    async with hosting() as (ui, bob):
        ui.play.controller.resign(0)
        ui.play.show_change()
        await ui.until(lambda: "Bob wins" in ui.text, "the result")
        await hearing(ui, bob, lambda: bob.match.game.outcome is not None, "the end, told")
        bob.multiplayer.propose(NEXT)
        await ui.until(lambda: "requests the next game" in ui.status, "the question")
        await ui.press("enter")
        await ui.until(lambda: ui.match.game_number == 2, "the next game")
        await ui.settle()
        assert "Bob wins" not in ui.text
        await hearing(ui, bob, lambda: bob.match.game_number == 2, "the next game, told")


@pytest.mark.slow
async def test_who_requests_the_next_game_hears_soon_that_it_was_declined_and_still_reads_the_score() -> None:
    async with hosting() as (ui, bob):
        ui.play.controller.resign(0)
        ui.play.show_change()
        await ui.rest()
        await hearing(ui, bob, lambda: bob.match.game.outcome is not None, "the end, told")
        assert ui.status == "You resigned"
        assert ui.text.count("score 0–1") == 1, "the card of the result has it"
        eve = GuestBench(bob.home.parent / "eve", "Eve", watches=True)
        news = f"You resigned Eve ({OWN}) is watching"
        await hearing(ui, eve, lambda: ui.status == news, "the spectator")
        await ui.press("enter")
        assert ui.status.startswith("Next game requested")
        await hearing(ui, bob, lambda: bob.multiplayer.ask is not None, "the question")
        declined = time.monotonic()
        bob.multiplayer.vote(False)
        await ui.until(lambda: ui.status == "You resigned Bob declined the next game", "no")
        assert ui.text.count("score 0–1") == 1
        assert time.monotonic() - declined < base.ANNOUNCED_SECONDS - 1, "it waited for older news"
        await hearing(ui, bob, lambda: bob.said[-1] == "You declined the next game", "the answer")
        await hearing(ui, eve, lambda: eve.said[-1] == "Bob declined the next game", "the answer")
        eve.close()


@pytest.mark.slow
async def test_what_happened_before_a_host_has_gone_is_not_said_any_more() -> None:
    async with joined() as (ui, ada):
        ada.multiplayer.announce("Eve declined the takeback")
        await ui.until(lambda: "Eve declined the takeback" in ui.text, "the news")
        ada.multiplayer.close("")
        await ui.until(lambda: ui.status == f"Host Ada ({OWN}) disconnected", "the end")
        assert ui.status_more == "the game is saved"
        await ui.until(lambda: shown(ui) == ["rejoin", "help", "leave"], "the keys that are left")


@pytest.mark.slow
async def test_a_spectator_is_not_asked_and_is_offered_only_what_is_possible_after_a_match() -> None:
    async with joined(two(rules=MatchRules(points=1)), watches=True) as (ui, ada):
        ada.place("b2")
        await ui.until(lambda: ui.play.match.game.moves, "the stone")
        ada.multiplayer.poll.propose(ada.match, 0, UNDO)
        assert isinstance(ui.app, TttApp)
        ui.app.join(OWN, watches=True)
        await hearing(ui, ada, lambda: ui.status.startswith("Ada requests a takeback"), "the request, seen")
        assert "accept" not in ui.footer
        ada.multiplayer.poll.expire(": the game went on")
        assert ada.controller is not None
        ada.controller.resign(1)
        await hearing(ui, ada, lambda: ui.one("MatchSummary").display, "the summary")
        await ui.until(lambda: "v review" in ui.text, "what is possible")
        await ui.rest()
        assert "rematch" not in ui.text
        assert "takeback" not in ui.text
        await ui.press("enter")
        assert isinstance(ui.app.screen, PlayScreen)


@pytest.mark.slow
async def test_nobody_is_helped_and_nothing_is_dropped() -> None:
    off = "hints and analysis are off"
    async with hosting() as (ui, _):
        await ui.press("5")
        before = ui.match.game
        reasons = {"i": off, "A": off, "n": "finish the shared game", "U": "redo is off"}
        reasons |= {"p": "this game has no computer players", "m": "no computer is thinking"}
        reasons |= {"full_stop": "it is not a computer's turn"}
        for key, reason in reasons.items():
            await ui.press("left", key)
            assert reason in ui.status.lower()
        await ui.press("left")
        assert "Bob" in ui.status
        assert not ui.play.controller.is_paused
        assert ui.match.game is before
        assert ui.moves == ["b2"]
        assert not before.hints
        assert not before.is_analysed


@pytest.mark.slow
@pytest.mark.usefixtures("soon_read")
async def test_who_goes_away_comes_back_to_the_same_seat() -> None:
    async with hosting() as (ui, bob):
        await ui.press("5")
        await hearing(ui, bob, lambda: len(bob.match.game.moves) == 1, "the stone, told")
        bob.cut()
        await ui.until(lambda: "Bob disconnected" in ui.text, "the news")
        await ui.until(lambda: "Bob can rejoin" in ui.text, "what can follow")
        assert ui.status == "Bob to move"
        assert ui.status_more == f"Bob can rejoin: ttt-tui --join {OWN}"
        bob.come()
        await hearing(ui, bob, lambda: "Bob rejoined" in ui.text, "the news")
        await hearing(ui, bob, lambda: bob.multiplayer.setup is not None, "the game, told again")
        assert bob.match.game.moves == ui.match.game.moves


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "size", "told"),
    [
        (
            ("Bartholomew the Patient",),
            (80, 24),
            f"Bartholomew the Patient can rejoin: ttt-tui --join {OWN}",
        ),
        (("Bartholomew the Patient",), (40, 16), "Bartholomew the Patient is away"),
        (("Bartholomew the Patient", "Evangeline"), (40, 16), "2 players are away"),
    ],
)
@pytest.mark.usefixtures("soon_read")
async def test_who_is_away_is_told_where_there_is_no_room_for_how_they_come_back(
    names: tuple[str, ...], size: tuple[int, int], told: str
) -> None:
    players = [Player("Ada", level=HUMAN), *(Player(f"Guest {n}", level=OPEN) for n in range(len(names)))]
    async with waiting(Setup(Geometry(5, 5, 4), players), size) as (ui, home):
        guests = [GuestBench(home, name) for name in names]
        await hearing(ui, guests[0], lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        await ui.until(lambda: ui.app.screen.query("KeyHints"), "the game's screen")
        for guest in guests:
            guest.cut()
        await ui.until(
            lambda: ui.play.shared_match is not None and len(ui.play.shared_match.away) == len(names), "all"
        )
        await ui.until(lambda: f" {told} " in " ".join((*ui.lines[-3:-1], "")), "who is away")


async def test_a_host_who_leaves_is_asked_and_the_game_goes_on_when_both_are_back() -> None:
    async with hosting() as (ui, bob):
        await ui.press("5", "q")
        assert isinstance(ui.app.screen, ConfirmScreen)
        await ui.press("y")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup")
        await hearing(ui, bob, lambda: bob.multiplayer.end_reason is not None, "the goodbye")
        await ui.press("r")
        await ui.until(lambda: isinstance(ui.app.screen, WaitingScreen), "the waiting screen")
        assert "Bob" in ui.text
        bob.multiplayer.client.close()
        bob.come()
        await hearing(ui, bob, lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.moves == ["b2"]
        await hearing(ui, bob, lambda: bob.multiplayer.setup is not None, "the game, told again")


@pytest.mark.slow
async def test_who_looks_on_and_who_is_away_is_to_be_seen_all_the_time() -> None:
    async with hosting() as (ui, bob):
        assert "watching" not in ui.text
        eve = GuestBench(bob.home.parent / "eve", "Eve", watches=True)
        await hearing(ui, eve, lambda: f"watching: Eve ({OWN})" in scores(ui), "who looks on")
        assert "away" not in scores(ui)
        bob.cut()
        await ui.until(lambda: "away" in scores(ui), "who is away")
        eve.close()
        await ui.until(lambda: "watching" not in scores(ui), "who looked on")
        bob.come()
        await hearing(ui, bob, lambda: "away" not in scores(ui), "who was away")


@pytest.mark.slow
async def test_those_who_look_on_are_named_as_far_as_there_is_room() -> None:
    async with hosting() as (ui, bob):
        height = ui.one("Scoreboard").size.height
        watching: list[GuestBench] = []
        for name, seen in (("Evangeline", "watching"), ("Josephine", "Josephine"), ("Zoe", "and 2 more")):
            watching.append(GuestBench(bob.home.parent / "eve", name, watches=True))
            await hearing(ui, watching[-1], lambda seen=seen: seen in scores(ui), f"{name}, who looks on")
        await ui.settle()
        assert f"Evangeline ({OWN})" in scores(ui)
        assert "Zoe" not in scores(ui)
        assert ui.one("Scoreboard").size.height == height + 2, "there are two lines for them"
        assert f"watching: Evangeline ({OWN})" in ui.text
        for one in watching:
            one.close()
        await ui.until(lambda: "watching" not in scores(ui), "who looked on")
        await ui.settle()
        assert ui.one("Scoreboard").size.height == height


async def test_of_many_players_those_who_are_away_are_named() -> None:
    players = [Player("Ada", level=HUMAN), Player("Guest", level=OPEN)]
    players += [Player(f"Rex {number}", level="random") for number in range(12)]
    async with hosting(Setup(Geometry(15, 15, 4), players)) as (ui, bob):
        assert "away" not in scores(ui)
        bob.cut()
        await ui.until(lambda: "away: O" in scores(ui), "who is away")
        bob.come()
        await hearing(ui, bob, lambda: "away" not in scores(ui), "who was away")


def card(ui: Ui) -> str:
    """What a dialog shows, without its scrollbar."""
    region = ui.one(".card .body").region
    return "\n".join(
        "".join(ui.cell(x, y) for x in range(region.x, region.right - 1))
        for y in range(region.y, region.bottom)
    )


def scores(ui: Ui) -> str:
    """What the card of the players says."""
    scores = ui.one("Scoreboard")
    assert isinstance(scores, Scoreboard)
    return " ".join("".join(text for text, _ in line) for line in scores.lines(scores.size.width))


# --- a game that somebody else hosts ---------------------------------------------------------------------


@pytest.mark.slow
async def test_a_spectator_is_told_so_and_changes_nothing() -> None:
    async with joined(watches=True) as (ui, ada):
        assert "Ada (X) to move   you are watching" in ui.text
        ada.place("b2")
        await ui.until(lambda: "Bob (O) to move   you are watching" in ui.text, "the stone")
        for key in ("1", "enter", "u", "R", "n"):
            await ui.press(key)
            assert "Spectators can't do that" in ui.status, key
        await ui.rest()
        assert len(ada.match.game.moves) == 1
        assert ui.app.session.match is None, "who only looks on keeps nothing"
        ada.multiplayer.close("")
        await ui.until(lambda: f"Host Ada ({OWN}) disconnected" in ui.status, "the news")
        assert ui.status_more == "spectators save no games"


@pytest.mark.slow
async def test_the_pace_is_the_hosts() -> None:
    players = Player("Ada", level=HUMAN), Player("Rex", level="rules"), Player("Guest", level=OPEN)
    async with joined(Setup(Geometry(4, 4, 3), players)) as (ui, ada):
        ada.place("a1")
        await ui.moved("a1")
        for key in ("m", "p", "full_stop", "plus"):
            await ui.press("left", key)
            assert "Only the host controls the computers" in ui.status, key
        await hearing(ui, ada, lambda: len(ui.moves) == 2, "the computer's stone")


@pytest.mark.slow
async def test_a_guest_whose_host_goes_joins_again_with_enter() -> None:
    async with joined() as (ui, ada):
        ada.place("b2")
        await ui.moved("b2")
        ada.multiplayer.close("")
        await ui.until(lambda: f"Host Ada ({OWN}) disconnected" in ui.status, "the news")
        await ui.press("1", "u", "enter")
        assert "is not hosting a game" in ui.status
        ada.multiplayer.server = again = Server(lambda: None)
        for seat in ada.multiplayer.seats.seats.values():
            seat.guest = None
        await ui.press("left", "enter")
        await ui.until(
            lambda: ada.hear() or (isinstance(ui.app.screen, PlayScreen) and "Your move" in ui.status),
            "the game",
        )
        assert ui.moves == ["b2"]
        again.close("")


GAMES = [
    DiscoveredGame("ada", Geometry(15, 15, 5), ("O",), ("Ada",)),
    DiscoveredGame(
        "bartholomew", Geometry(20, 20, 6), (), ("Bartholomew the Patient", *(f"Guest {n}" for n in range(9)))
    ),
    UnavailableGame("eve", "this game is invitation-only; root is not invited"),
]


@pytest.mark.slow
async def test_the_list_tells_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "discover_games", lambda: GAMES)
    async with at_setup() as ui:
        for size in ((80, 24), (60, 16), (40, 16), (30, 12)):
            await ui.pilot.resize_terminal(*size)
            await ui.press("J")
            await ui.until(lambda: isinstance(ui.app.screen, JoinScreen) and ui.app.screen.found, "the list")
            await ui.settle()
            seen = card(ui)
            for _ in range(2):
                await ui.press("down")
                seen += card(ui)
            assert ui.one("NameList").highlighted == 2
            await ui.press("enter", "w")
            assert isinstance(ui.app.screen, JoinScreen), "who cannot be joined is not"
            ui.app.screen.show([GAMES[0], GAMES[2]])
            assert ui.one("NameList").highlighted == 1, "the cursor stays with the host"
            ui.app.screen.show([GAMES[1]])
            assert ui.one("NameList").highlighted == 0
            assert {line[:2] for line in seen.splitlines()} <= {"", "  ", "▌ ", "Jo"}, seen
            assert {line[2:4] for line in seen.splitlines() if line.startswith("▌")} >= {"ad", "ba", "ev"}
            seen = seen.replace("▌", "")
            seen = " ".join(seen.split())
            for told in (
                *("ada 15×15 · five in a row", "open seats: O", "joined: Ada"),
                *("bartholomew 20×20 · six in a row", "no open seats"),
                "eve Can't be joined: this game is invitation-only; root is not",
            ):
                assert told in seen, size
            assert "joined: Bartholomew" in seen or "joined: 10" in seen
            assert "…" not in seen
            await ui.press("escape")


@pytest.mark.slow
async def test_the_chosen_game_of_many_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [DiscoveredGame(f"user{number}", Geometry(15, 15, 5), ("O",), ("Ada",)) for number in range(9)]
    monkeypatch.setattr(discovery, "discover_games", lambda: many)
    async with at_setup() as ui:
        for size in ((80, 24), (40, 16), (30, 12)):
            await ui.pilot.resize_terminal(*size)
            await ui.press("J")
            await ui.until(lambda: isinstance(ui.app.screen, JoinScreen) and ui.app.screen.found, "the list")
            for number in range(9):
                await ui.settle()
                assert "Join a game" in card(ui)
                assert f"user{number}" in card(ui), size
                await ui.press("down")
            await ui.press("escape")


async def test_where_nobody_hosts_it_is_said_how_to() -> None:
    async with waiting() as (ui, _):
        await ui.press("escape")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup")
        await ui.press("J")
        await ui.until(lambda: "No games are hosted" in ui.text and "then H." in ui.text, "the sentence")
        await ui.press("enter", "w")
        assert isinstance(ui.app.screen, JoinScreen)
        await ui.press("escape")
        assert isinstance(ui.app.screen, SetupScreen)


async def test_a_seat_that_is_left_at_the_last_moment_is_waited_for_again() -> None:
    async with waiting() as (ui, home):
        company = ui.app.multiplayer
        assert company is not None
        is_ready = [True, False]  # as the waiting screen sees it, and then the app
        seen = property(
            lambda _: is_ready.pop(0) if is_ready else False,
            lambda shared, value: shared.__dict__.update(is_ready=value),
        )
        with patch.object(type(company), "is_ready", seen, create=True):
            bob = GuestBench(home)
            await ui.until(lambda: not is_ready, "the guest")
            await ui.settle()
            assert isinstance(ui.app.screen, WaitingScreen)
        assert company.wake is not None
        company.wake()
        await hearing(ui, bob, lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        bob.close()


@pytest.mark.slow
async def test_the_review_of_a_game_that_was_watched_is_not_kept_with_another_game() -> None:
    async with joined(watches=True) as (ui, ada):
        ui.app.session.new_match(two())
        ada.place("b2")
        await ui.until(lambda: ui.play.match.game.moves, "the stone")
        assert ada.controller is not None
        ada.controller.resign(0)
        await ui.until(lambda: ui.play.match.game.outcome is not None, "the end")
        await ui.press("v")
        await ui.until(lambda: isinstance(ui.app.screen, ReviewScreen), "the review")
        assert ui.app.screen.work._stored is None


@pytest.mark.slow
async def test_a_guest_sees_who_goes_on_for_a_brain_and_is_not_asked() -> None:
    players = Player("open", level=OPEN), Player("Lost", level="brain:Lost")
    async with joined(Setup(Geometry(7, 7, 5), players)) as (ui, ada):
        assert "Lost" in ui.text
        await ui.rest()
        assert isinstance(ui.app.screen, PlayScreen), "that is the host's business"
        assert ada.controller is not None
        ada.controller.give_seat(1, "rules")
        await hearing(ui, ada, lambda: "Lost" not in ui.text, "another name")
        assert ada.match.setup.players[1].name in ui.text
        await ui.press("enter")
        await hearing(ui, ada, lambda: len(ui.moves) == 2, "the answer of the host's computer")
        assert isinstance(ui.app.screen, PlayScreen)


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("keys", ["end up enter", "H H", "H enter"])
async def test_a_game_is_hosted_with_two_keys(keys: str) -> None:
    with meeting_place() as place:
        ada, bob_home, _ = homes(place)
        async with running(TttApp(session=Session(1, patient(ada / "history.db")))) as ui:
            await ui.press(*keys.split())
            await ui.until(lambda: isinstance(ui.app.screen, WaitingScreen), "the waiting screen")
            if keys == "H enter":
                bob = GuestBench(bob_home)
                await hearing(ui, bob, lambda: isinstance(ui.app.screen, PlayScreen), "the game")
                assert [player.level for player in ui.match.setup.players] == [HUMAN, OPEN]
                bob.close()
            else:
                await ui.press("escape")
                await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
                assert "Host a game · 3×3" in ui.text


# --- which keys are shown, and what is asked first -------------------------------------------------------


def shown(ui: Ui) -> list[str]:
    """What the line of keys shows."""
    return [key.description for key in ui.app.screen.query_one(KeyHints).keys]


def possible(ui: Ui) -> bool:
    """Whether all of it can be done."""
    return all(key.enabled for key in ui.app.screen.query_one(KeyHints).keys)


@pytest.mark.slow
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
        assert shown(ui) == ["review", "share", "help", "leave"]
        await ui.pilot.resize_terminal(120, 40)
        await ui.until(lambda: shown(ui) == ["help", "leave"], "the others are in the panel")
        assert "v review   C share" in ui.text


async def test_a_spectator_of_computers_cannot_pause_them() -> None:
    players = [Player("Rex", level="random"), Player("Guest", level=OPEN), Player("Max", level="random")]
    async with joined(Setup(Geometry(7, 7, 4), players), watches=True) as (ui, _):
        assert shown(ui) == ["help", "leave"]
        assert possible(ui)


@pytest.mark.slow
async def test_a_guest_sees_what_is_possible_in_each_turn() -> None:
    async with joined() as (ui, ada):
        assert shown(ui) == ["help", "leave", "resign"]
        assert "Ada to move   you are ▐O▌" in ui.text
        ada.place("b2")
        await hearing(ui, ada, lambda: ui.moves == ["b2"], "the stone")
        await ui.until(lambda: shown(ui) == ["place", "help", "leave", "resign"], "the keys")
        assert "Your move   you are ▐O▌   arrows" in ui.text
        await ui.press("1")
        await hearing(ui, ada, lambda: ui.moves == ["b2", "a1"], "the stone")
        await ui.until(
            lambda: shown(ui) == ["takeback", "help", "leave", "resign"], "the keys after the stone"
        )
        assert possible(ui)


@pytest.mark.slow
async def test_a_host_sees_what_is_possible_in_each_turn() -> None:
    async with hosting() as (ui, bob):
        assert shown(ui) == ["place", "help", "leave", "resign"]
        assert "Your move   you are ▐X▌" in ui.text
        await ui.press("5")
        assert ui.status.startswith("Bob to move")
        assert shown(ui) == ["takeback", "help", "leave", "resign"]
        await hearing(ui, bob, lambda: len(bob.match.game.moves) == 1, "the stone, told")
        bob.place("a1")
        await ui.moved("b2", "a1")
        assert ui.status.startswith("Your move")
        assert ui.square("a1").strip("[]()") == "O"
        await ui.until(
            lambda: shown(ui) == ["place", "takeback", "help", "leave", "resign"],
            "the keys after it",
        )
        assert possible(ui)


@pytest.mark.slow
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


@pytest.mark.usefixtures("soon_read")
async def test_who_hosts_with_no_open_seat_plays_at_once_and_reads_how_others_watch() -> None:
    with meeting_place() as place:
        ada, *_ = homes(place)
        session = Session(1, patient(ada / "history.db"))
        setup = Setup(Geometry(3, 3, 3), [Player("Ada"), Player("Rex", level="random")])
        async with with_company(session, HostSession(session, setup)) as ui:
            await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
            await ui.until(lambda: f"ttt-tui --watch {OWN}" in ui.text, "how others watch")
            await ui.until(lambda: "Your move" in ui.status, "the turn again")


def test_the_end_of_the_program_does_not_wait_for_hosts_that_do_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_answer, answered = threading.Event(), threading.Event()

    def ask() -> list[DiscoveredGame | UnavailableGame]:
        may_answer.wait(5)
        answered.set()
        return []

    monkeypatch.setattr(discovery, "discover_games", ask)

    async def look_and_quit() -> None:
        async with at_setup() as ui:
            await ui.press("J")
            await ui.until(lambda: "Looking" in ui.text, "the list")

    asyncio.run(look_and_quit())
    assert not answered.is_set()
    may_answer.set()


@pytest.mark.slow
async def test_the_name_of_who_opens_their_own_seat_does_not_stay_on_it() -> None:
    app = TttApp(session=Session())
    app.session.profile.rename("Ada")
    async with running(app) as ui:
        for key, expected in (("right", ("Guest", OPEN)), ("left", ("Ada", HUMAN))):
            ui.setup.player_list.highlighted = 0
            await ui.press("e", "tab", "tab", "tab", key, "enter")
            player = ui.setup.current.players[0]
            assert (player.name, player.level) == expected
