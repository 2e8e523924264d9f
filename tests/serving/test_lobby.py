"""The lobby, without processes: visitors are ends of sockets, and games are joined as programs do."""

import asyncio
import re
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.lobby import people_of
from ttt_tui.engine import Termination
from ttt_tui.multiplayer import host as host_module
from ttt_tui.multiplayer.connection import Connection
from ttt_tui.multiplayer.guest import GuestSession
from ttt_tui.multiplayer.limits import GUEST_PACE
from ttt_tui.multiplayer.lobby import Lobby as LobbyOfVisitor
from ttt_tui.multiplayer.lobby import Visit
from ttt_tui.multiplayer.lobby_messages import (
    Accept,
    Active,
    AddKey,
    Challenge,
    Decline,
    Doing,
    Find,
    Greet,
    Join,
    Mute,
    Rename,
    ShowRanking,
    Withdraw,
)
from ttt_tui.multiplayer.protocol import DRAW
from ttt_tui.serving import lobby as lobby_module
from ttt_tui.serving import pairing, ratings, rooms
from ttt_tui.serving.lobby import Lobby
from ttt_tui.serving.ratings import PeopleRatings
from ttt_tui.serving.visitors import Visitor
from ttt_tui.session import wording
from ttt_tui.session.session import Session
from ttt_tui.store.accounts import Accounts
from ttt_tui.store.thread import StoreThread

THREE = (3, 3, 3, "usual")


class Person:
    """A visitor's program in this process."""

    def __init__(self, lobby: Lobby, accounts: Accounts, number: int, name: str) -> None:
        self.lobby = lobby
        messages, theirs = socket.socketpair()
        games, their_games = socket.socketpair()
        for end in (messages, theirs, games):
            end.setblocking(False)
        account = None if name.startswith("guest") else accounts.enter(f"key of {name}", name)
        self.ended: list[str] = []
        self.here = LobbyOfVisitor(Visit(name, account is None, theirs, their_games))
        self._ends = (messages, games, account, number, name)
        self.guests: list[GuestSession] = []

    async def come(self) -> None:
        messages, games, account, number, name = self._ends
        connection = await Connection.over(messages, GUEST_PACE)
        self.visitor = Visitor(
            number, name, account, f"key of {name}", "127.0.0.1", connection, games, self.ended.append
        )
        self.serving = asyncio.create_task(self.lobby.serve(self.visitor))

    async def until(self, wanted: Callable[[], object]) -> None:
        for _ in range(1000):
            self.here.receive()
            for guest in self.guests:
                guest.receive()
            if wanted():
                return
            await asyncio.sleep(0.005)
        raise AssertionError(
            f"{self.here.name} waits in vain; {self.here.notices} {self.here.offers} {self.here.games}"
        )

    async def told(self, text: str) -> None:
        await self.until(lambda: any(text in notice for notice in self.here.notices))
        self.here.take_notices()

    async def game(self) -> GuestSession:
        """Take the seat in the game that has begun."""
        await self.until(lambda: self.here.seats)
        seat = self.here.seats.pop()
        guest = GuestSession(Session(1), seat.server, watches=seat.watches, connected=seat.connected)
        self.guests.append(guest)
        await self.until(lambda: guest.is_ready)
        return guest

    async def go(self) -> None:
        for guest in self.guests:
            await asyncio.to_thread(guest.close)
        await asyncio.to_thread(self.here.close)
        await self.serving


Come = Callable[[str], Any]


@pytest.fixture(autouse=True)
def quick_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "TICK_SECONDS", 0.02)


@asynccontextmanager
async def a_lobby(folder: Path) -> AsyncIterator[Come]:
    """Open a lobby, into which a function lets people."""
    accounts, history = Accounts(folder / "accounts.db"), StoreThread(folder / "games.db")
    history.wait_until_open(5.0)
    lobby = Lobby("box", accounts, history)
    ticking = asyncio.create_task(lobby.tick())
    people: list[Person] = []

    async def come(name: str) -> Person:
        person = Person(lobby, accounts, len(people) + 1, name)
        people.append(person)
        await person.come()
        await person.until(lambda: name in person.here.people)
        return person

    try:
        yield come
    finally:
        for person in people:
            if not person.serving.done():
                await person.go()
        ticking.cancel()
        lobby.games.close("closing")
        history.close()
        accounts.close()


def hold_up(history: StoreThread) -> threading.Event:
    """Let a store do nothing until the event that is returned is set."""
    free = threading.Event()
    history.submit(lambda history: free.wait(30.0))
    return free


async def begun(
    ada: Person, bob: Person, game: tuple[int, int, int, str] = THREE, *, clock: str = ""
) -> tuple[Person, Person]:
    """Begin a rated game, and return the players in turn order."""
    ada.here.send(Challenge(*game, True, "", clock=clock))
    await bob.until(lambda: bob.here.offers)
    bob.here.send(Accept(next(iter(bob.here.offers))))
    games = {id(person): await person.game() for person in (ada, bob)}
    setup = games[id(ada)].setup
    assert setup is not None
    return (ada, bob) if setup.players[0].name == ada.here.name else (bob, ada)


async def play(first: Person, second: Person, squares: str, *, after: int = 0) -> None:
    """Play these squares in turn, `after` so many moves."""
    for count, name in enumerate(squares.split(), after):
        mover = (first, second)[count % 2].guests[-1]
        match = mover.begin_match()
        mover.place(match.setup.geometry.parse(name))
        for person in (first, second):
            guest = person.guests[-1]
            await person.until(lambda guest=guest, count=count: len(guest.begin_match().game.moves) > count)


async def test_a_challenge_is_seen_withdrawn_declined_and_accepted(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob, eve = await come("ada"), await come("bob"), await come("eve")
        ada.here.send(Challenge(*THREE, True, "bob"))
        await bob.until(lambda: bob.here.offers)
        await eve.until(lambda: "bob" in eve.here.people)
        assert not eve.here.offers, "it is for bob alone"
        [number] = bob.here.offers
        eve.here.send(Accept(number))
        await eve.told("this challenge is for bob")
        ada.here.send(Accept(number))
        await ada.told("this is your own challenge")
        bob.here.send(Decline(number))
        await ada.told("bob declines")
        ada.here.send(Challenge(*THREE, True, ""))
        await eve.until(lambda: eve.here.offers)
        ada.here.send(Withdraw())
        await eve.until(lambda: not eve.here.offers)
        eve.here.send(Accept(number))
        await eve.told("no longer open")


async def test_what_cannot_be_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, guest = await come("ada"), await come("guest 1")
        for message, reason in (
            (Challenge(99, 3, 3, "usual", False, ""), "20"),
            (Challenge(3, 3, 3, "nonsense", False, ""), "nonsense"),
            (Challenge(*THREE, False, "nobody"), "nobody is not here"),
            (Challenge(*THREE, False, "ada"), "you can't challenge yourself"),
            (Challenge(*THREE, True, "guest 1"), "guests play unrated"),
            (Challenge(*THREE, False, "", clock="nan"), "unknown clock"),
            (Challenge(*THREE, False, "", clock="-5m"), "unknown clock"),
            (Challenge(*THREE, False, "", clock="9" * 200 + "d"), "unknown clock"),
            (Challenge(*THREE, False, "", clock="11d/move"), "at most 10d"),
            (Find(*THREE, False, clock="0s"), "needs some time"),
            (Join(99), "this game is over"),
            (Greet("guest 1", 9), "unknown greeting"),
            (Mute("ada"), "you can't mute yourself"),
            (Rename("../x"), "a name has letters"),
            (AddKey("1"), "unknown, used or too old"),
        ):
            ada.here.send(message)  # type: ignore[arg-type]  # all of them are requests
            await ada.told(reason)
        for message, reason in (
            (Challenge(*THREE, True, ""), "guests play unrated"),
            (Challenge(*THREE, False, "", clock="1d/move"), "choose less than a day"),
            (Rename("eve"), "guests have no name of their own"),
            (AddKey(""), "guests have no account"),
        ):
            guest.here.send(message)  # type: ignore[arg-type]  # all of them are requests
            await guest.told(reason)
        for _ in range(lobby_module.MOST_CHALLENGES + 1):
            ada.here.send(Challenge(*THREE, False, ""))
        await ada.told("withdraw them first")


async def test_a_rated_game_changes_both_ratings_and_is_watched(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob, eve = await come("ada"), await come("bob"), await come("eve")
        first, second = await begun(ada, bob)
        await eve.until(lambda: eve.here.games)
        eve.here.send(Join(next(iter(eve.here.games))))
        watching = await eve.game()
        assert watching.is_spectator
        await play(first, second, "a1 a2 b1 b2 c1")
        await eve.until(lambda: watching.begin_match().game.outcome is not None)
        stored = first.lobby._accounts.leaderboard(400.0, 5)["three in a row"]
        assert [(rank.name, round(rank.rating.rating)) for rank in stored] == [
            (first.here.name, 1662),
            (second.here.name, 1338),
        ], "as in the example of Glicko-2 for two new players"
        eve.here.send(ShowRanking())
        assert eve.lobby.ratings.ranking() == [], "both are too uncertain"


async def test_a_challenge_may_have_a_clock_which_the_room_runs(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        ada.here.send(Challenge(*THREE, False, "", clock=" 0.3S/move "))
        await bob.until(lambda: bob.here.offers)
        [offer] = bob.here.offers.values()
        assert offer.clock == "0.3s/move"
        bob.here.send(Accept(offer.number))
        for person in (ada, bob):
            setup = (await person.game()).begin_match().setup
            assert setup.rules.clock == offer.time_control
        [room] = ada.lobby.games.rooms.values()
        first, second = (ada, bob) if room.match.setup.players[0].name == "ada" else (bob, ada)
        await play(first, second, "b2")
        for person in (ada, bob):
            await asyncio.to_thread(person.guests[-1].close, "")
        assert room.is_open, "a clock that runs keeps the room open"
        await ada.until(lambda: not room.is_open)
        outcome = room.match.game.outcome
        assert outcome is not None
        assert (outcome.termination, outcome.winner) == (Termination.TIME, 0)


async def test_the_way_to_a_visitor_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_module, "MOST_CREDIT", 1e6)
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        bob.visitor.round_trip = ada.visitor.round_trip = lambda: 1e6
        first, second = await begun(ada, bob, clock="1m")
        await play(first, second, "b2")
        await play(first, second, "a1", after=1)
        times = [move.milliseconds for move in first.guests[-1].begin_match().game.moves]
        assert times == [None, 0], "the whole move was on the way"


async def test_opponents_are_paired_by_their_clocks(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob, eve = await come("ada"), await come("bob"), await come("eve")
        ada.here.send(Find(*THREE, True, clock="3m+2s"))
        bob.here.send(Find(*THREE, True))
        eve.here.send(Find(*THREE, True, clock="3m+2s"))
        await ada.game()
        assert (await eve.game()).begin_match().setup.rules.clock is not None
        assert not bob.here.seats


async def test_players_return_to_their_game(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        first, second = await begun(ada, bob)
        await play(first, second, "b2 a1")
        for person in (ada, bob):
            [game] = person.lobby.games.games_of(person.visitor.user)
            assert (game.to_move, game.moves) == (first.here.name, 2), "also while its room is open"
        names = first.here.name, second.here.name
        await ada.go()
        await bob.go()
        again, other = await come(names[0]), await come(names[1])
        await again.until(lambda: again.here.games)
        [(number, game)] = again.here.games.items()
        assert (game.moves, game.to_move) == (2, names[0])
        again.here.send(Join(number))
        other.here.send(Join(number))
        await again.game()
        await other.game()
        assert len(again.guests[0].begin_match().game.moves) == 2
        await play(again, other, "c1")  # the players are in turn order
        await again.until(lambda: len(again.guests[0].begin_match().game.moves) == 3)
        again.guests[0].resign()
        await again.until(
            lambda: again.guests[0].take_refusals() or again.guests[0].begin_match().game.outcome
        )
        await other.until(lambda: other.guests[0].begin_match().game.outcome is not None)


async def test_opponents_are_found_by_rating_and_a_computer_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "COMPUTER_SECONDS", 0.0)
    async with a_lobby(tmp_path) as come:
        ada, bob, eve = await come("ada"), await come("bob"), await come("eve")
        ada.here.send(Find(*THREE, True))
        bob.here.send(Find(15, 15, 5, "usual", True))
        await ada.until(lambda: ada.here.offers_computer)
        eve.here.send(Find(*THREE, True))
        await ada.game()
        await eve.game()
        assert not ada.here.offers_computer
        assert not bob.here.seats


async def test_muted_people_are_not_heard(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        bob.here.send(Greet("ada", 0))
        await ada.told("bob: good luck")
        ada.here.send(Mute("bob"))
        await ada.told("bob is muted")
        bob.here.send(Greet("ada", 1))
        bob.here.send(Challenge(*THREE, True, ""))
        bob.here.send(Doing("alone"))
        await ada.until(lambda: people_of(ada.here).get("bob") == "alone")
        assert not ada.here.offers
        assert not ada.here.notices


async def test_a_name_is_changed_for_everybody(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        ada.here.send(Rename("Lady.Ada"))
        await bob.until(lambda: [*sorted(bob.here.people)] == ["Lady.Ada", "bob"])
        await ada.until(lambda: ada.here.name == "Lady.Ada")
        ada.here.send(AddKey(""))
        await ada.told("Come with the other key within 10 minutes")


async def test_a_guest_who_leaves_resigns(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, guest = await come("ada"), await come("guest 1")
        guest.here.send(Challenge(*THREE, False, "ada"))
        await ada.until(lambda: ada.here.offers)
        ada.here.send(Accept(next(iter(ada.here.offers))))
        await ada.game()
        await guest.game()
        await guest.go()
        await ada.until(lambda: ada.guests[0].begin_match().game.outcome is not None)
        await ada.until(lambda: "guest 1" not in people_of(ada.here))


async def test_who_comes_later_sees_challenges_and_games_and_old_challenges_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        await begun(ada, bob)
        ada.here.send(Challenge(*THREE, False, ""))
        ada.here.send(Active())
        await bob.until(lambda: bob.here.offers)
        eve = await come("eve")
        await eve.until(lambda: eve.here.offers and eve.here.games)
        eve.here.send(Decline(99))
        monkeypatch.setattr(lobby_module, "CHALLENGE_SECONDS", 0.0)
        await eve.until(lambda: not eve.here.offers)


async def test_a_code_gives_the_account_to_another_key(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, eve = await come("ada"), await come("eve")
        other = ada.lobby._accounts.enter("another key of eve", "somebody")
        ada.lobby._accounts.use_code(ada.lobby._accounts.make_code(eve.visitor.account), "another key of eve")
        assert ada.lobby._accounts.by_id(other.id) is not None
        ada.here.send(AddKey(""))
        await ada.until(lambda: ada.here.notices)
        code = ada.here.take_notices()[0].split(" type ")[1].split()[0]
        eve.here.send(AddKey(code))
        await ada.until(lambda: eve.ended)
        assert eve.ended[0].startswith("this key belongs to ada")


async def test_limits_of_games_and_of_rated_games_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        monkeypatch.setattr(ratings, "MOST_RATED", 0)
        ada.here.send(Challenge(*THREE, True, ""))
        await bob.until(lambda: bob.here.offers)
        bob.here.send(Accept(next(iter(bob.here.offers))))
        await bob.until(lambda: bob.here.take_notices() or bob.here.seats)
        monkeypatch.setattr(lobby_module, "MOST_GAMES", 0)
        ada.here.send(Challenge(*THREE, False, ""))
        await ada.told("finish or resign one first")
        ada.here.send(Find(*THREE, False))
        await ada.told("finish or resign one first")


async def test_names_change_during_a_game_which_goes_on_with_another_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "CERTAIN", 400.0)
    async with a_lobby(tmp_path) as come:
        ada, bob, eve = await come("ada"), await come("bob"), await come("eve")
        first, second = await begun(ada, bob)
        ada.here.send(Rename("lady"))
        await eve.until(lambda: "lady" in eve.here.people)
        await play(first, second, "a1 a2 b1 b2 c1")
        eve.here.send(ShowRanking())
        await eve.until(lambda: len(eve.here.ranking) == 2)
        eve.here.send(ShowRanking())
        first.guests[0].propose("next")
        await second.until(lambda: second.guests[0].incoming_request)
        second.guests[0].vote(True)
        for person in (first, second):
            await person.until(lambda person=person: person.guests[0].begin_match().game_number == 2)
        await play(second, first, "b2")
        first.guests[0].resign()
        await second.until(lambda: second.guests[0].begin_match().game.outcome is not None)
        for person in (first, second):
            await asyncio.to_thread(person.guests.pop().close)
        await eve.until(lambda: not eve.here.games)
        assert eve.lobby._accounts.kept_games() == []


async def test_guests_mute_and_are_heard_again(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, guest = await come("ada"), await come("guest 1")
        guest.here.send(Mute("ada"))
        await guest.told("ada is muted")
        guest.here.send(Challenge(*THREE, False, ""))
        await ada.until(lambda: ada.here.offers)
        ada.here.send(Accept(next(iter(ada.here.offers))))
        await ada.told("guest 1 does not play you")
        guest.here.send(Mute("ada"))
        await guest.told("ada is no longer muted")


async def test_both_are_told_what_a_rated_game_did_to_their_ratings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wording, "LEAST_SHOWN", 0)
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        first, second = await begun(ada, bob)
        await play(first, second, "a1 a2 b1 b2 c1")
        for player in (first, second):
            told = player.guests[0].notices
            await player.until(lambda told=told: sum("rating" in text for text in told) == 2)
            winner, loser = (next(text for text in told if sign in text) for sign in "▲▼")
            assert re.fullmatch(rf"{first.here.name}: rating 1500 → 1[56]\d\d ▲ \d+", winner)
            assert re.fullmatch(rf"{second.here.name}: rating 1500 → 1[34]\d\d ▼ \d+", loser)


async def test_a_draw_by_agreement_is_saved_and_rated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wording, "LEAST_SHOWN", 0)
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        first, second = await begun(ada, bob)
        await play(first, second, "a1 a2 b1")
        first.guests[0].propose(DRAW)
        await second.until(lambda: second.guests[0].incoming_request)
        second.guests[0].vote(True)
        for player in (first, second):
            game = player.guests[0].begin_match().game
            await player.until(lambda game=game: game.outcome is not None)
            assert game.outcome is not None
            assert game.outcome.is_agreed
            told = player.guests[0].notices
            await player.until(lambda told=told: sum("rating 1500 → 1500" in text for text in told) == 2)


async def test_more_than_ten_games_a_day_with_one_person_are_not_rated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        first, second = await begun(ada, bob)
        monkeypatch.setattr(ratings, "MOST_RATED", 0)
        await play(first, second, "a1 a2 b1 b2 c1")
        await first.until(lambda: any("Unrated" in text for text in first.guests[0].notices))
        assert ada.lobby._accounts.leaderboard(400.0, 5) == {}
        [room] = ada.lobby.games.rooms.values()
        room.close()
        room.receive()
        room.resign_for(room.users[0])


async def test_a_kept_game_that_is_not_in_the_store_is_over(tmp_path: Path) -> None:
    async with a_lobby(tmp_path) as come:
        ada, bob = await come("ada"), await come("bob")
        users = ada.visitor.user, bob.visitor.user
        number = ada.lobby._accounts.keep_game("0" * 32, users, rated=True)
        ada.lobby.games._update_kept()
        eve = await come("eve")
        eve.here.send(Join(number))
        await eve.told("this game is over")
        ada.here.send(Join(number))
        await ada.told("this game is over")
        assert ada.lobby._accounts.kept_games() == []


async def test_a_game_counts_once_both_have_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_lobby(tmp_path) as come:
        first, second = await begun(await come("ada"), await come("bob"))
        await play(first, second, "b2")
        second.guests[0].resign()
        await first.until(lambda: any("both have moved" in text for text in first.guests[0].notices))
        assert first.lobby._accounts.leaderboard(400.0, 5) == {}


async def test_a_game_whose_end_was_stored_and_not_counted_counts_when_the_server_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PeopleRatings, "count", lambda *its_game: None)  # the server is killed before that
    async with a_lobby(tmp_path) as come:
        first, second = await begun(await come("ada"), await come("bob"))
        [kept] = first.lobby._accounts.kept_games()
        await play(first, second, "a1 a2 b1 b2 c1")
        names = first.here.name, second.here.name
    monkeypatch.undo()
    accounts = Accounts(tmp_path / "accounts.db")
    accounts.keep_game(kept.uid, kept.players, rated=True)
    accounts.close()
    async with a_lobby(tmp_path) as come:
        eve = await come("eve")
        [ranked] = eve.lobby._accounts.leaderboard(400.0, 5).values()
        assert tuple(person.name for person in ranked) == names, "the winner is first"
        assert eve.lobby._accounts.kept_games() == []


async def test_only_a_room_waits_for_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SAVING_SECONDS", 60.0)
    async with a_lobby(tmp_path) as come:
        ada, bob, eve = await come("ada"), await come("bob"), await come("eve")
        first, second = await begun(ada, bob)
        free = hold_up(ada.lobby.games._history)
        first.guests[0].place(4)
        await eve.until(
            lambda: (eve.here.send(Greet("ada", 0)), ada.here.receive(), ada.here.take_notices())[2]
        )
        second.guests[0].receive()
        assert not second.guests[0].begin_match().game.moves, "it is not stored yet"
        free.set()
        await second.until(lambda: second.guests[0].begin_match().game.moves)
        await play(second, first, "a1")


async def test_a_game_goes_on_although_the_store_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SAVING_SECONDS", 0.05)
    async with a_lobby(tmp_path) as come:
        first, second = await begun(await come("ada"), await come("bob"))
        free = hold_up(first.lobby.games._history)
        await play(first, second, "b2 a1")
        assert any("could not save" in text for text in second.guests[0].notices)
        free.set()
