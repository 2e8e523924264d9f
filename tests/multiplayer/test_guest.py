"""A guest and a host that says what the test wants: the copy of the match, requests, and ids of games."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.fake_host import STARTED, FakeHost, game_record
from tests.support.stores import record_of
from tests.support.terminals import GuestBench, HostBench, kept, play, two, until
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import AlreadyStored
from ttt_tui.multiplayer.guest import INVALID
from ttt_tui.multiplayer.protocol import UNDO
from ttt_tui.session.resuming import find_resumable
from ttt_tui.store.games import History
from ttt_tui.store.statistics import statistics
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

GAME_ID = "0123456789abcdef0123456789abcdef"
BY_X = "a1 b1 a2 b2 a3"

State = tuple[str, dict[str, Any]]


def state(moves: str = "", **fields: Any) -> State:
    return "state", {
        "game": 1,
        "started": "",
        "record": game_record(moves),
        "away": [],
        "waits": False,
    } | fields


def finished(game: int, moves: str) -> State:
    return "finished", {"game": game, "started": "", "record": game_record(moves)}


# --- the copy --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "messages",
    [
        [state(record={})],
        [state(record=game_record() | {"moves": ["a1", "a1"]})],
        [state(), state(game=7)],
        [state(), state(record=game_record() | {"first": 1})],
        [state(game=2), finished(1, "a1")],
        [state(game=2), finished(2, BY_X)],
        [state("a1"), state(game=2)],
        [state(away=[2])],
        [state(away=[-1])],
        [state(), ("ask", {"number": 1, "who": "Bob", "what": "money", "seconds": 30})],
    ],
    ids=[
        *("no record", "no game", "a jump", "another start", "not finished", "another one"),
        *("left unfinished", "nobody's seat", "no seat", "no request"),
    ],
)
def test_a_host_that_sends_something_impossible_is_left(messages: list[State], place: Path) -> None:
    with FakeHost() as host:
        guest = GuestBench(place / "bob")
        host.greet()
        until(guest.hear)
        for kind, fields in messages:
            assert guest.multiplayer.end_reason is None
            host.say(kind, **fields)
            until(guest.hear)
        assert guest.multiplayer.end_reason == INVALID
        guest.close()


def test_earlier_games_are_asked_for_by_the_hundred_and_nothing_is_shown_before(place: Path) -> None:
    with FakeHost() as host:
        guest = GuestBench(place / "bob", watches=True)
        host.greet(seat=None)
        host.state(game=252)
        for first in (1, 101, 201):
            until(lambda: host.is_asked, guest)
            assert host.hear() == {"say": "earlier", "first": first}
            assert guest.multiplayer.match is None
            for game in range(first, min(first + 100, 252)):
                host.say("finished", game=game, started=STARTED, record=game_record(BY_X))
            if first == 1:
                host.state("b2", game=252)  # the game has gone on meanwhile
        until(lambda: guest.multiplayer.match is not None, guest)
        assert guest.match.game_number == 252
        assert len(guest.match.game.moves) == 1
        assert guest.match.points == [251, 0]
        guest.close()


def test_a_request_is_open_until_it_is_settled_or_answered(place: Path) -> None:
    with FakeHost() as host:
        guest = GuestBench(place / "bob")
        host.greet()
        host.state()
        host.say("ask", number=4, who="Ada", what=UNDO, seconds=30)
        host.say("settled", number=3)
        host.say("told", text="Eve is here")
        until(lambda: guest.said, guest)
        assert guest.multiplayer.incoming_request == "Ada requests a takeback"
        guest.multiplayer.vote(True)
        guest.multiplayer.vote(True)
        guest.multiplayer.propose(UNDO)
        assert host.hear() == {"say": "vote", "number": 4, "yes": True}
        assert host.hear() == {"say": "wish", "game": 1, "ply": 0, "what": UNDO}
        assert guest.multiplayer.own_request == "Takeback requested"
        host.say("ask", number=5, who="Ada", what=UNDO, seconds=30)
        until(lambda: guest.multiplayer.ask is not None, guest)
        host.say("settled", number=5)
        until(lambda: guest.multiplayer.ask is None, guest)
        assert guest.multiplayer.own_request == ""
        guest.close()


@pytest.mark.parametrize("name", ["Ada", "", "x" * 25])
def test_a_host_is_called_by_the_name_that_it_gives(name: str, place: Path) -> None:
    with FakeHost() as host:
        guest = GuestBench(place / "bob")
        host.greet()
        host.say("welcome", version=host.version, host=name, seat=1, seed=7)
        host.state()
        until(lambda: guest.multiplayer.match is not None, guest)
        login = guest.multiplayer.host
        assert guest.multiplayer.host_name == (f"Ada ({login})" if name == "Ada" else login)
        guest.close()


# --- one id at the host and at all guests, so that a game counts once wherever records of it go -----------


def played(place: Path, host_home: str, guest_home: str, moves: str = BY_X) -> None:
    host = HostBench(two(), place / host_home)
    guest = GuestBench(place / guest_home, "Bob")
    until(lambda: host.multiplayer.is_ready, host, guest)
    host.begin()
    until(lambda: guest.multiplayer.is_ready, host, guest)
    play(host, guest, moves)
    guest.close()
    host.close()


def add(home: Path, record: Record, *, again: bool = False) -> int:
    with closing(History(home / "history.db")) as history:
        return history.add(from_text(to_text(record)), again=again)


def copied(home: Path, moves: str, game_id: object) -> GuestBench:
    """A guest who has been sent a game with this id, and has left or been disconnected."""
    with FakeHost() as host:
        guest = GuestBench(home)
        host.greet()
        host.state(moves, record=game_record(moves) | {"game_id": game_id})
        until(lambda: guest.multiplayer.match is not None or guest.multiplayer.end_reason is not None, guest)
        guest.close()
    return guest


def test_a_record_of_the_host_is_known_to_the_guest_and_the_other_way_round(place: Path) -> None:
    played(place, "ada", "bob")
    (hosted,), (copy,) = kept(place / "ada"), kept(place / "bob")
    assert hosted.uid != copy.uid, "the store tells them apart, also in one file"
    for home, record in (("bob", hosted.record()), ("ada", copy.record())):
        with pytest.raises(AlreadyStored, match=r"^already stored as game 1$"):
            add(place / home, record)
    assert add(place / "eve", hosted.record()) == 1
    with pytest.raises(AlreadyStored, match=r"^already stored as game 1$"):
        add(place / "eve", copy.record())


def test_a_user_who_hosts_and_joins_has_one_game_and_resumes_it_as_the_host(place: Path) -> None:
    played(place, "ada", "ada")
    played(place, "ada", "ada", "b2 a1")
    entries = kept(place / "ada")
    assert len({entry.uid for entry in entries}) == len(entries) == 4
    assert len({entry.game_id for entry in entries}) == 2
    counted = statistics(entries)
    assert {name: tally.games for name, tally in counted.players.items()} == {"Ada": 1, "Bob": 1}
    with closing(History(place / "ada" / "history.db")) as history:
        assert history.score(["Ada"]).wins == 1
        assert history.score(["Bob"]).latest == (), "Bob is at the other seat of the same game"
    with closing(StoreThread(place / "ada" / "history.db", max_wait=30)) as keeper:
        found = find_resumable(keeper)
        assert isinstance(found, Entry)
        assert found.host is None
    exported = next(entry for entry in entries if entry.host is not None).record()
    with pytest.raises(AlreadyStored):
        add(place / "ada", exported)


def test_a_copy_without_the_end_of_the_game_does_not_shut_out_the_whole_one(place: Path) -> None:
    copied(place / "bob", "a1", GAME_ID)
    (copy,) = kept(place / "bob")
    assert copy.game_id == GAME_ID
    whole = replace(Record(copy.game()), game_id=GAME_ID)
    for word in BY_X.split()[1:]:
        whole.game.place(word)
    with pytest.raises(AlreadyStored, match=r"game 1 is a copy of it with other moves; .* --again"):
        add(place / "bob", whole)
    assert add(place / "bob", whole, again=True) == 2
    with pytest.raises(AlreadyStored, match=r"^already stored as game 2$"):
        add(place / "bob", whole, again=True)


def test_a_host_that_uses_the_id_of_a_guests_own_game_changes_nothing_of_it(place: Path) -> None:
    with closing(History(place / "bob" / "history.db")) as history:
        history.add(from_text(to_text(replace(record_of(), game_id=GAME_ID))))
        before = history.find(1)
    copied(place / "bob", BY_X, GAME_ID)
    own, copy = kept(place / "bob")
    assert own == before
    assert copy.uid != GAME_ID


@pytest.mark.parametrize("game_id", ["short", "x" * 65, "\x1b]0;title\x07 and more letters", 7])
def test_an_invalid_id_is_not_stored(place: Path, game_id: object) -> None:
    guest = copied(place / "bob", "a1", game_id)
    assert guest.multiplayer.end_reason == INVALID
    assert kept(place / "bob") == []
