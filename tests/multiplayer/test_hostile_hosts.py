"""A host cannot rewrite a guest's history, spoil its list of games, or cost it without end."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.fake_host import STARTED, FakeHost, game_record, line
from tests.support.terminals import PATIENCE, GuestBench, kept, until
from ttt_tui.multiplayer import guest as guest_module
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.guest import GuestSession
from ttt_tui.session.session import Session
from ttt_tui.store.games import History
from ttt_tui.store.thread import StoreThread

BY_X, BY_O = "a1 b1 a2 b2 a3", "a1 b1 a2 b2 c3 b3"


def followed(host: FakeHost, home: Path, moves: str, **fields: object) -> GuestBench:
    """A guest who has been told a game with these moves."""
    guest = GuestBench(home)
    host.greet()
    host.state(moves, **fields)
    count = len(moves.split())
    until(lambda: guest.multiplayer.match is not None and len(guest.match.game.moves) == count, guest)
    return guest


def played(home: Path) -> list[tuple[str, str]]:
    """The moves and the result of all games in a store, oldest first."""
    return [(" ".join(entry.moves), entry.result) for entry in kept(home)]


def leave(guest: GuestBench) -> None:
    guest.cut()
    guest.session.close()


# --- games that have ended -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves", [BY_O, "a1", "", "a1 b1 a2 X-resigns"], ids=["other", "unfinished", "empty", "resigned"]
)
def test_a_game_that_ended_in_an_earlier_connection_is_not_rewritten(moves: str, place: Path) -> None:
    with FakeHost() as host:
        leave(followed(host, place / "bob", BY_X))
        (before,) = kept(place / "bob")
        leave(followed(host, place / "bob", moves))
    after = kept(place / "bob")
    assert after[0] == before
    assert [" ".join(entry.moves) for entry in after] in ([BY_X], [BY_X, moves])


def test_a_game_that_ended_is_not_rewritten_by_what_comes_after_it_was_told_again(place: Path) -> None:
    with FakeHost() as host:
        leave(followed(host, place / "bob", BY_X))
        (before,) = kept(place / "bob")
        guest = followed(host, place / "bob", BY_X)
        host.state("a1 b1 a2 b2")
        until(lambda: guest.match.game.outcome is None, guest)
        host.state(BY_O)
        until(lambda: guest.match.game.outcome is not None, guest)
        leave(guest)
    assert kept(place / "bob")[0] == before
    assert played(place / "bob")[1] == (BY_O, "O wins: line")


def test_an_earlier_game_that_is_told_otherwise_is_another_one(place: Path) -> None:
    with FakeHost() as host:
        leave(followed(host, place / "bob", BY_X))
        (before,) = kept(place / "bob")
        guest = GuestBench(place / "bob")
        host.greet()
        host.state("b2", game=2, started="2026-01-02T03:05:06+00:00")
        host.say("finished", game=1, started=STARTED, record=game_record(BY_O))
        until(lambda: guest.multiplayer.match is not None, guest)
        leave(guest)
    assert kept(place / "bob")[0] == before


def test_what_ended_and_is_told_again_is_in_the_history_once(place: Path) -> None:
    with FakeHost() as host:
        leave(followed(host, place / "bob", BY_X))
        (before,) = kept(place / "bob")
        for _ in range(3):
            leave(followed(host, place / "bob", BY_X))
    assert kept(place / "bob") == [before]


def test_a_game_that_did_not_end_goes_on_in_the_next_connection(place: Path) -> None:
    with FakeHost() as host:
        leave(followed(host, place / "bob", "a1 b1"))
        leave(followed(host, place / "bob", BY_X))
    assert played(place / "bob") == [(BY_X, "X wins: line")]


def test_the_guest_who_takes_back_the_end_in_the_same_connection_has_one_game(place: Path) -> None:
    with FakeHost() as host:
        guest = followed(host, place / "bob", BY_X)
        host.state("a1 b1 a2 b2")
        until(lambda: guest.match.game.outcome is None, guest)
        host.state(BY_O)
        until(lambda: guest.match.game.outcome is not None, guest)
        leave(guest)
    assert played(place / "bob") == [(BY_O, "O wins: line")]


def test_a_host_cannot_touch_a_game_that_the_guest_hosted(place: Path) -> None:
    """Who was a guest there knows its seed, its players and when it was started."""
    history = History(place / "bob" / "history.db")
    with FakeHost() as host:
        leave(followed(host, place / "bob", "a1 b1"))
    entry = history.find(1)
    assert entry is not None
    history._file.execute("UPDATE games SET host = NULL, owner = NULL")  # it is Bob's own game now
    before = history.find(1)
    with FakeHost() as host:
        leave(followed(host, place / "bob", BY_X))
    assert history.find(1) == before
    history.close()


def test_a_review_of_a_game_stays_when_the_host_tells_the_game_again(place: Path) -> None:
    with FakeHost() as host:
        leave(followed(host, place / "bob", BY_X))
        history = History(place / "bob" / "history.db")
        history.keep_review(1, "{}")
        leave(followed(host, place / "bob", BY_O))
        assert history.review(1) == "{}"
        assert history.review(2) is None
        history.close()


def test_another_player_in_a_computers_seat_is_the_same_game(place: Path) -> None:
    with FakeHost() as host:
        guest = followed(host, place / "bob", "a1")
        host.state("a1 b1", record=game_record("a1 b1", names=("Zoë", "Bob")))
        until(lambda: len(guest.match.game.moves) == 2, guest)
        leave(guest)
        leave(followed(host, place / "bob", "a1 b1 a2"))
    assert played(place / "bob") == [("a1 b1 a2", "unfinished")]


def test_a_host_that_changes_the_board_in_a_game_is_left(place: Path) -> None:
    with FakeHost() as host:
        guest = followed(host, place / "bob", "a1")
        host.state(record=game_record("a1") | {"board": [4, 4]})
        until(lambda: guest.multiplayer.end_reason is not None, guest)
        leave(guest)
    assert played(place / "bob") == [("a1", "unfinished")]


@pytest.mark.parametrize("seat", [-1, 2, 5, 2**53])
def test_a_host_that_gives_an_impossible_seat_is_left(seat: int, place: Path) -> None:
    with FakeHost() as host:
        guest = GuestBench(place / "bob")
        host.greet(seat=seat)
        host.state("a1")
        until(lambda: guest.multiplayer.end_reason is not None, guest)
        leave(guest)
    assert kept(place / "bob") == []


@pytest.mark.parametrize("game", [0, -1, -(2**53)])
def test_a_host_that_sends_an_impossible_game_number_is_left(game: int, place: Path) -> None:
    with FakeHost() as host:
        guest = GuestBench(place / "bob")
        host.greet()
        host.state("a1", game=game)
        until(lambda: guest.multiplayer.end_reason is not None, guest)
        leave(guest)
    assert kept(place / "bob") == []


# --- what a guest's copy is ------------------------------------------------------------------------------


def test_a_copy_says_whose_game_it_is_and_is_not_what_is_resumed(place: Path) -> None:
    with FakeHost() as host:
        leave(followed(host, place / "bob", "a1 b1"))
    (entry,) = kept(place / "bob")
    assert entry.host == sockets.own_login()
    history = History(place / "bob" / "history.db")
    assert history.last_unfinished() is None
    history.close()


# --- texts -----------------------------------------------------------------------------------------------

TITLE = "\x1b]0;gotcha\x07"


@pytest.mark.parametrize(
    "started",
    [
        TITLE,
        "yesterday",
        "2026-01-02",
        "20260102T030405+0000",
        "2026-01-02T03:04:05.000001+00:00",
        "2026-13-02T03:04:05+00:00",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "2026-01-02T03:04:05+00:00\n",
        " 2026-01-02T03:04:05+00:00",
        "٢٠٢٦-01-02T03:04:05+00:00",
        "x" * 300,
    ],
)
def test_an_invalid_time_is_not_stored(started: str, place: Path) -> None:
    with FakeHost() as host:
        for what in ("state", "finished"):
            guest = GuestBench(place / "bob")
            host.greet()
            if what == "state":
                host.state(started=started)
            else:
                host.state(game=2)
                host.say("finished", game=1, started=started, record=game_record(BY_X))
            until(lambda guest=guest: guest.multiplayer.end_reason is not None, guest)  # type: ignore[misc]
            assert "started" in (guest.multiplayer.end_reason or "")
            leave(guest)
    assert kept(place / "bob") == []


@pytest.mark.parametrize("started", ["", STARTED, "2026-01-02T03:04:05+05:45", "2026-01-02T00:00:00"])
def test_a_valid_time_or_none_is_stored(started: str, place: Path) -> None:
    with FakeHost() as host:
        leave(followed(host, place / "bob", "a1", started=started))
    assert played(place / "bob") == [("a1", "unfinished")]


def test_no_control_character_of_a_host_is_shown(place: Path) -> None:
    with FakeHost() as host:
        guest = followed(host, place / "bob", "a1")
        host.say("told", text=TITLE)
        host.say("refused", reason=TITLE)
        host.say("watched", by=[TITLE, "Eve"])
        host.say("ask", number=1, who=TITLE, what="undo", seconds=30)
        until(lambda: guest.multiplayer.ask is not None, guest)
        assert guest.multiplayer.ask is not None
        shown = [*guest.said, *guest.multiplayer.spectators, guest.multiplayer.ask.who]
        assert len(shown) == 5
        host.say("welcome", version=host.version, host=TITLE, seat=1, seed=7)
        host.say("bye", reason=TITLE)
        until(lambda: guest.multiplayer.end_reason is not None, guest)
        shown += [guest.multiplayer.host_name, guest.multiplayer.end_reason or ""]
        assert all(text.isprintable() for text in shown)
        leave(guest)


@pytest.mark.parametrize(
    "broken",
    [
        {"players": [{"name": TITLE, "symbol": "X"}, {"name": "Bob", "symbol": "O", "level": "open"}]},
        {"players": [{"name": "Ada", "symbol": "\x07"}, {"name": "Bob", "symbol": "O", "level": "open"}]},
        {"players": [{"name": "Ada", "symbol": "X", "level": TITLE}, {"name": "Bob", "symbol": "O"}]},
        {"players": [{"name": "Ada", "symbol": "X", "colour": TITLE}, {"name": "Bob", "symbol": "O"}]},
        {"rules": {"starts": TITLE}},
        {"moves": [TITLE]},
        {"result": TITLE},
        {"date": TITLE},
    ],
    ids=lambda broken: next(iter(broken)),
)
def test_a_record_with_such_a_text_is_not_stored(broken: dict[str, object], place: Path) -> None:
    with FakeHost() as host:
        guest = GuestBench(place / "bob")
        host.greet()
        host.state(record=game_record() | broken)
        until(lambda: guest.multiplayer.end_reason is not None, guest)
        leave(guest)
    assert kept(place / "bob") == []


# --- without end -----------------------------------------------------------------------------------------


def joined(host: FakeHost, home: Path) -> tuple[GuestSession, Session]:
    """A guest session that the host has welcomed."""
    session = Session(0, StoreThread(home / "history.db", max_wait=PATIENCE))
    shared = GuestSession(session, sockets.own_login())
    host.greet()
    return shared, session


def hear_until(shared: GuestSession, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Receive what comes until this is so, or for so long."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        if not shared.receive():
            time.sleep(0.001)
        shared.take_notices()


def endless(number: int) -> bytes:
    """Say that many games were played before."""
    return b"".join(
        line("finished", game=game, started=STARTED, record=game_record(BY_X))
        for game in range(number, number + 1000)
    )


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    "current", [1, 500, 10**6, 2**53], ids=["unasked", "asked", "a million", "as many as can be said"]
)
def test_a_host_that_sends_games_without_end_is_left(current: int, place: Path) -> None:
    with FakeHost() as host:
        shared, session = joined(host, place / "bob")
        host.state(game=current)
        flood = host.flood_meanwhile(b"".join(endless(1000 * k + 1) for k in range(20)), 50_000_000)
        hear_until(shared, lambda: flood.is_over and shared.end_reason is not None)
        assert shared.end_reason is not None
        assert flood.sent < 5_000_000
        shared.close()
        session.close()
    assert len(kept(place / "bob")) in (0, current - 1), "what was asked for, and no more"


def test_a_host_that_leaves_out_a_game_is_left(place: Path) -> None:
    with FakeHost() as host:
        shared, session = joined(host, place / "bob")
        host.state(game=3)
        host.say("finished", game=2, started=STARTED, record=game_record(BY_X))
        hear_until(shared, lambda: shared.end_reason is not None)
        assert shared.end_reason == guest_module.INVALID
        shared.close()
        session.close()
    assert kept(place / "bob") == []


@pytest.mark.slow
def test_games_of_which_one_follows_the_other_without_end_are_not_all_stored(place: Path) -> None:
    with FakeHost() as host:
        shared, session = joined(host, place / "bob")
        told = b""
        for game in range(1, 4000):
            told += line(
                "state", game=game, started=STARTED, record=game_record("X-resigns"), away=[], waits=False
            )
        flood = host.flood_meanwhile(told, len(told))
        hear_until(shared, lambda: flood.is_over and shared.end_reason is not None)
        shared.close()
        session.close()
    assert len(kept(place / "bob")) <= 2001


@pytest.mark.slow
def test_matches_that_are_told_one_after_the_other_are_not_all_stored(place: Path) -> None:
    with FakeHost() as host:
        shared, session = joined(host, place / "bob")
        told = b""
        for seed in range(4000):
            told += line("welcome", version=host.version, host="Ada", seat=1, seed=seed)
            told += line("state", game=1, started=STARTED, record=game_record("a1"), away=[], waits=False)
        flood = host.flood_meanwhile(told, len(told))
        hear_until(shared, lambda: flood.is_over, seconds=60.0)
        hear_until(shared, lambda: shared.end_reason is not None, seconds=30.0)
        assert shared.end_reason == guest_module.TOO_MANY
        shared.close()
        session.close()
    assert len(kept(place / "bob")) < 2200, "two thousand at once, and one in a second"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["state", "told", "watched", "finished", "settled"])
def test_a_host_that_sends_without_end_is_read_slowly_and_costs_no_memory(what: str, place: Path) -> None:
    said = {
        "state": line("state", game=1, started=STARTED, record=game_record("a1"), away=[], waits=False),
        "told": line("told", text="x" * 300),
        "watched": line("watched", by=["Eve"] * 100),
        "finished": line("finished", game=1, started=STARTED, record=game_record(BY_X)),
        "settled": line("settled", number=1),
    }[what]
    with FakeHost() as host:
        shared, session = joined(host, place / "bob")
        host.state()
        flood = host.flood_meanwhile(said * 100, 200_000_000)
        hear_until(shared, lambda: flood.is_over, seconds=8.0)
        assert len(shared.client._events) < 20_000
        shared.close()
        session.close()
        hear_until(shared, lambda: flood.is_over)
        assert flood.sent < 13_000_000, "four megabytes at once, and half of one in a second"
