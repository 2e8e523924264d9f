"""A game has one id at its host and at all guests, so that it counts once wherever records of it go."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.fake_host import STARTED, FakeHost, game_record
from tests.support.stores import record_of
from tests.support.terminals import GuestBench, HostBench, kept, play, two, until
from ttt_tui.engine.record import Record
from ttt_tui.engine.record_text import from_text, to_text
from ttt_tui.errors import AlreadyStored
from ttt_tui.session.session import find_resumable
from ttt_tui.store.games import History
from ttt_tui.store.statistics import statistics
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

GAME_ID = "0123456789abcdef0123456789abcdef"
BY_X = "a1 b1 a2 b2 a3"


def played(place: Path, host_home: str, guest_home: str, moves: str = BY_X) -> None:
    host = HostBench(two(), place / host_home)
    guest = GuestBench(place / guest_home, "Bob")
    until(lambda: host.hosting.table.is_complete, host, guest)
    host.begin()
    until(lambda: guest.following.match is not None and not guest.following.waits, host, guest)
    play(host, guest, moves)
    guest.close()
    host.close()


def add(home: Path, record: Record, *, again: bool = False) -> int:
    with closing(History(home / "history.db")) as history:
        return history.add(from_text(to_text(record)), again=again)


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


def test_who_hosts_and_joins_with_one_account_has_one_game_and_resumes_as_the_host(place: Path) -> None:
    played(place, "ada", "ada")
    played(place, "ada", "ada", "b2 a1")
    entries = kept(place / "ada")
    assert len(entries) == 4
    assert len({entry.uid for entry in entries}) == 4
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
    with FakeHost() as host:
        guest = GuestBench(place / "bob")
        host.greet()
        host.state("a1", record=game_record("a1") | {"game_id": GAME_ID})
        until(lambda: guest.following.match is not None, guest)
        guest.close()
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
    with FakeHost() as host:
        guest = GuestBench(place / "bob")
        host.greet()
        host.state(BY_X, record=game_record(BY_X) | {"game_id": GAME_ID})
        until(lambda: guest.following.match is not None, guest)
        guest.close()
    own, copy = kept(place / "bob")
    assert own == before
    assert copy.uid != GAME_ID


@pytest.mark.parametrize("game_id", ["short", "x" * 65, "\x1b]0;title\x07 and more letters", 7])
def test_what_is_no_id_is_not_stored(place: Path, game_id: object) -> None:
    with FakeHost() as host:
        guest = GuestBench(place / "bob")
        host.greet()
        host.say(
            "state", game=1, started=STARTED, record=game_record("a1") | {"game_id": game_id}, away=[],
            waits=False,
        )  # fmt: skip
        until(lambda: guest.following.ended is not None, guest)
        guest.close()
    assert kept(place / "bob") == []
