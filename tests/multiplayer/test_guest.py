"""A guest and a host that says what it likes: it cannot spoil the guest's history, or cost without end."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.fake_host import STARTED, FakeHost, game_record, line
from tests.support.stores import record_of
from tests.support.terminals import PATIENCE, AtOnce, GuestBench, HostBench, begin, kept, play, two, until
from ttt_tui.engine import rules as rules_module
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import AlreadyStored
from ttt_tui.multiplayer import guest as guest_module
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.guest import INVALID, TOO_MANY, GuestSession
from ttt_tui.multiplayer.protocol import UNDO
from ttt_tui.session.resuming import find_resumable
from ttt_tui.session.session import Session
from ttt_tui.store.games import History
from ttt_tui.store.statistics import statistics
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

GAME_ID = "0123456789abcdef0123456789abcdef"
BY_X, BY_O = "a1 b1 a2 b2 a3", "a1 b1 a2 b2 c3 b3"
TITLE = "\x1b]0;gotcha\x07"

Message = tuple[str, dict[str, Any]]


def state(moves: str = "", **fields: Any) -> Message:
    said = {
        "game": 1,
        "started": STARTED,
        "record": game_record(moves),
        "away": [],
        "waits": False,
        "elapsed": 0,
    }
    return "state", said | fields


def finished(game: int, moves: str, **fields: Any) -> Message:
    return "finished", {"game": game, "started": STARTED, "record": game_record(moves)} | fields


def changed(**fields: Any) -> Message:
    """A state whose record has other fields."""
    return state("a1", record=game_record("a1") | fields)


def players(**of_ada: str) -> Message:
    return changed(players=[{"name": "Ada", "symbol": "X"} | of_ada, {"name": "Bob", "symbol": "O"}])


def greeted(host: FakeHost, home: Path, **welcome: Any) -> GuestBench:
    guest = GuestBench(home)
    host.greet(**welcome)
    return guest


def told(host: FakeHost, home: Path, *games: str) -> GuestBench:
    """A guest who has been told these moves, one after the other as states of one game."""
    guest = greeted(host, home)
    for moves in games:
        host.state(moves)
        count = len(moves.split())
        until(lambda n=count: guest.multiplayer.setup is not None and len(guest.match.game.moves) == n, guest)  # type: ignore[misc]
    return guest


def leave(guest: GuestBench) -> None:
    guest.cut()
    guest.close()


def played(home: Path) -> list[str]:
    """The moves of all games in a store, oldest first."""
    return [" ".join(entry.moves) for entry in kept(home)]


# --- what cannot be --------------------------------------------------------------------------------------

TIMES = (
    *(TITLE, "yesterday", "2026-01-02", "20260102T030405+0000", "2026-01-02T03:04:05.000001+00:00"),
    *("2026-13-02T03:04:05+00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"),
    *("2026-01-02T03:04:05+00:00\n", " 2026-01-02T03:04:05+00:00", "٢٠٢٦-01-02T03:04:05+00:00", "x" * 300),
)

IMPOSSIBLE: dict[str, list[Message]] = {
    "no record": [state(record={})],
    "no game": [changed(moves=["a1", "a1"])],
    "a jump": [state(), state(game=7)],
    "another start": [state(), changed(first=1)],
    "another board": [state("a1"), changed(board=[4, 4])],
    "other rules": [state("a1"), changed(board=[3, 3, "misere"])],
    "a choice without an opening": [changed(moves=["a1", "swap"])],
    "a stone instead of a choice": [changed(board=[3, 3, "pie"], moves=["a1", "b1"])],
    "a number as rules": [changed(board=[3, 3, 7])],
    "a list as rules": [changed(board=[3, 3, ["misere"]])],
    "rules twice": [changed(board=[3, 3, "misere", "misere"])],
    "not finished": [state(game=2), finished(1, "a1")],
    "another one": [state(game=2), finished(2, BY_X)],
    "one left out": [state(game=3), finished(2, BY_X)],
    "left unfinished": [state("a1"), state(game=2)],
    "nobody's seat": [state(away=[2])],
    "no seat": [state(away=[-1])],
    "no request": [state(), ("ask", {"number": 1, "who": "Bob", "what": "money", "seconds": 30})],
    **{f"game {number}": [state("a1", game=number)] for number in (0, -1, -(2**53))},
    **{f"title as {name}": [players(**{name: TITLE})] for name in ("name", "level", "colour")},
    "a bell as symbol": [players(symbol="\x07")],
    "title as start": [changed(rules={"starts": TITLE})],
    "title as move": [changed(moves=[TITLE])],
    "title as result": [changed(result=TITLE)],
    "title as date": [changed(date=TITLE)],
    "a short id": [changed(game_id="short")],
    "a long id": [changed(game_id="x" * 65)],
    "title as id": [changed(game_id=f"{TITLE} and more letters")],
    "a number as id": [changed(game_id=7)],
    **{
        f"{time} as a move's time": [state("a1"), changed(times=[time])]
        for time in (-1, 1e300, float("nan"), 10**9, "1")
    },
    **{f"{clock} as clock": [changed(rules={"clock": clock})] for clock in ("nan", "-5m", "99d", 7)},
}
"""What a host says, of which the last message is impossible."""


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("messages", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_host_that_sends_something_impossible_is_left_and_nothing_of_it_is_kept(
    messages: list[Message], fake_host: FakeHost, place: Path
) -> None:
    guest = greeted(fake_host, place / "bob")
    until(guest.hear)
    before: list[str] = []
    for kind, fields in messages:
        assert guest.multiplayer.end_reason is None
        before = played(place / "bob")
        fake_host.say(kind, **fields)
        until(guest.hear)
    assert guest.multiplayer.end_reason == INVALID
    leave(guest)
    assert played(place / "bob") == before


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ("suicide", "“suicide”"),
        ("exactly, suicide", "“exactly, suicide”"),
        (TITLE, "“?]0;gotcha?”"),
        ("misere," * 8000, "“misere,misere,misere,mis…”"),
    ],
)
def test_a_host_whose_game_has_unknown_rules_is_left_with_a_sentence(
    rules: str, shown: str, fake_host: FakeHost, place: Path
) -> None:
    guest = greeted(fake_host, place / "bob")
    kind, fields = changed(board=[3, 3, rules])
    fake_host.say(kind, **fields)
    until(lambda: guest.multiplayer.end_reason is not None, guest)
    assert guest.multiplayer.end_reason == f"this version does not know the game's rules {shown}"
    leave(guest)
    assert played(place / "bob") == []


def test_a_guest_of_a_version_without_renju_leaves_such_a_game_with_a_sentence(
    fake_host: FakeHost, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {word: changes for word, changes in rules_module.WORDS.items() if word != "renju"}
    monkeypatch.setattr(rules_module, "WORDS", known)
    guest = greeted(fake_host, place / "bob")
    kind, fields = changed(board=[15, 15, "renju"])
    fake_host.say(kind, **fields)
    until(lambda: guest.multiplayer.end_reason is not None, guest)
    assert guest.multiplayer.end_reason == "this version does not know the game's rules “renju”"
    leave(guest)
    assert played(place / "bob") == []


@pytest.mark.parametrize("seat", [-1, 2, 5, 2**53])
def test_a_host_that_gives_an_impossible_seat_is_left(seat: int, fake_host: FakeHost, place: Path) -> None:
    guest = greeted(fake_host, place / "bob", seat=seat)
    fake_host.state("a1")
    until(lambda: guest.multiplayer.end_reason is not None, guest)
    leave(guest)
    assert kept(place / "bob") == []


@pytest.mark.sample(every=20)
@pytest.mark.parametrize("started", TIMES)
def test_an_invalid_time_is_not_stored(started: str, fake_host: FakeHost, place: Path) -> None:
    for messages in ([state(started=started)], [state(game=2), finished(1, BY_X, started=started)]):
        guest = greeted(fake_host, place / "bob")
        for kind, fields in messages:
            fake_host.say(kind, **fields)
        until(lambda guest=guest: guest.multiplayer.end_reason is not None, guest)  # type: ignore[misc]
        assert "started" in (guest.multiplayer.end_reason or "")
        leave(guest)
    assert kept(place / "bob") == []


@pytest.mark.parametrize("started", ["", STARTED, "2026-01-02T03:04:05+05:45", "2026-01-02T00:00:00"])
def test_a_valid_time_or_none_is_stored(started: str, fake_host: FakeHost, place: Path) -> None:
    guest = greeted(fake_host, place / "bob")
    fake_host.state("a1", started=started)
    until(lambda: guest.multiplayer.setup is not None, guest)
    leave(guest)
    assert played(place / "bob") == ["a1"]


def test_no_control_character_of_a_host_is_shown(fake_host: FakeHost, place: Path) -> None:
    guest = told(fake_host, place / "bob", "a1")
    fake_host.say("told", text=TITLE)
    fake_host.say("refused", reason=TITLE)
    fake_host.say("watched", by=[TITLE, "Eve"])
    fake_host.say("ask", number=1, who=TITLE, what="undo", seconds=30)
    until(lambda: guest.multiplayer.ask is not None, guest)
    assert guest.multiplayer.ask is not None
    shown = [*guest.said, *guest.multiplayer.spectators, guest.multiplayer.ask.who]
    assert len(shown) == 5
    fake_host.say("welcome", version=fake_host.version, host=TITLE, seat=1, seed=7)
    fake_host.say("bye", reason=TITLE)
    until(lambda: guest.multiplayer.end_reason is not None, guest)
    shown += [guest.multiplayer.host_name, guest.multiplayer.end_reason or ""]
    assert all(text.isprintable() for text in shown)


# --- the copy --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_earlier_games_are_asked_for_by_the_hundred_and_nothing_is_shown_before(
    fake_host: FakeHost, place: Path
) -> None:
    guest = GuestBench(place / "bob", watches=True)
    fake_host.greet(seat=None)
    fake_host.state(game=252)
    for first in (1, 101, 201):
        until(lambda: fake_host.is_asked, guest)
        assert fake_host.hear() == {"say": "earlier", "first": first}
        assert guest.multiplayer.setup is None
        for game in range(first, min(first + 100, 252)):
            fake_host.say("finished", game=game, started=STARTED, record=game_record(BY_X))
        if first == 1:
            fake_host.state("b2", game=252)  # the game has gone on meanwhile
    until(lambda: guest.multiplayer.setup is not None, guest)
    assert (guest.match.game_number, len(guest.match.game.moves)) == (252, 1)
    assert guest.match.points == [251, 0]


def test_a_request_is_open_until_it_is_settled_or_answered(fake_host: FakeHost, place: Path) -> None:
    guest = told(fake_host, place / "bob", "")
    fake_host.say("ask", number=4, who="Ada", what=UNDO, seconds=30)
    fake_host.say("settled", number=3)
    fake_host.say("told", text="Eve is here")
    until(lambda: guest.said, guest)
    assert guest.multiplayer.incoming_request == "Ada requests a takeback"
    guest.multiplayer.vote(True)
    guest.multiplayer.vote(True)
    guest.multiplayer.propose(UNDO)
    assert fake_host.hear() == {"say": "vote", "number": 4, "yes": True}
    assert fake_host.hear() == {"say": "wish", "game": 1, "ply": 0, "what": UNDO}
    assert guest.multiplayer.own_request == "Takeback requested"
    fake_host.say("ask", number=5, who="Ada", what=UNDO, seconds=30)
    until(lambda: guest.multiplayer.ask is not None, guest)
    fake_host.say("settled", number=5)
    until(lambda: guest.multiplayer.ask is None, guest)
    assert guest.multiplayer.own_request == ""


@pytest.mark.parametrize("name", ["Ada", "", "x" * 25])
def test_a_host_is_called_by_the_name_that_it_gives(name: str, fake_host: FakeHost, place: Path) -> None:
    guest = greeted(fake_host, place / "bob")
    fake_host.say("welcome", version=fake_host.version, host=name, seat=1, seed=7)
    fake_host.state()
    until(lambda: guest.multiplayer.setup is not None, guest)
    login = guest.multiplayer.host
    assert guest.multiplayer.host_name == (f"Ada ({login})" if name == "Ada" else login)


# --- a game that ended is not rewritten ------------------------------------------------------------------

AGAIN = "a1 b1 a2 b2"

CONNECTIONS: dict[str, tuple[list[list[str]], list[str]]] = {
    "told again": ([[BY_X]] * 4, [BY_X]),
    "with another end": ([[BY_X], [BY_O]], [BY_X, BY_O]),
    "unfinished": ([[BY_X], ["a1"]], [BY_X, "a1"]),
    "without a move": ([[BY_X], [""]], [BY_X]),
    "resigned": ([[BY_X], ["a1 b1 a2 X-resigns"]], [BY_X, "a1 b1 a2 X-resigns"]),
    "told again, then taken back": ([[BY_X], [BY_X, AGAIN, BY_O]], [BY_X, BY_O]),
    "taken back by the guest who saw it end": ([[BY_X, AGAIN, BY_O]], [BY_O]),
    "gone on with": ([["a1 b1"], [BY_X]], [BY_X]),
}
"""What a host tells of one game in several connections, and which games the guest has then."""


@pytest.mark.sample(every=10)
@pytest.mark.parametrize("what", CONNECTIONS)
def test_a_game_that_ended_in_an_earlier_connection_is_not_rewritten(
    what: str, fake_host: FakeHost, place: Path
) -> None:
    connections, games = CONNECTIONS[what]
    first: list[Entry] = []
    for states in connections:
        leave(told(fake_host, place / "bob", *states))
        first = first or kept(place / "bob")[:1]
    after = kept(place / "bob")
    assert [" ".join(entry.moves) for entry in after if entry.moves] == games
    if connections[0] == [BY_X]:
        assert after[:1] == first, "not a field of it has changed"


def test_an_earlier_game_that_is_told_otherwise_is_another_one(fake_host: FakeHost, place: Path) -> None:
    leave(told(fake_host, place / "bob", BY_X))
    (before,) = kept(place / "bob")
    guest = greeted(fake_host, place / "bob")
    fake_host.state("b2", game=2, started="2026-01-02T03:05:06+00:00")
    fake_host.say("finished", game=1, started=STARTED, record=game_record(BY_O))
    until(lambda: guest.multiplayer.setup is not None, guest)
    leave(guest)
    assert kept(place / "bob")[0] == before


def test_a_host_cannot_touch_a_game_that_the_guest_hosted(fake_host: FakeHost, place: Path) -> None:
    """Who was a guest there knows its seed, its players and when it was started."""
    leave(told(fake_host, place / "bob", "a1 b1"))
    with closing(History(place / "bob" / "history.db")) as history:
        history._file.execute("UPDATE games SET host = NULL, owner = NULL")  # it is Bob's own game now
        before = history.find(1)
        leave(told(fake_host, place / "bob", BY_X))
        assert history.find(1) == before


def test_a_review_of_a_game_stays_when_the_host_tells_the_game_again(
    fake_host: FakeHost, place: Path
) -> None:
    leave(told(fake_host, place / "bob", BY_X))
    with closing(History(place / "bob" / "history.db")) as history:
        history.keep_review(1, "{}")
        leave(told(fake_host, place / "bob", BY_O))
        assert (history.review(1), history.review(2)) == ("{}", None)


def test_another_player_in_a_computers_seat_is_the_same_game(fake_host: FakeHost, place: Path) -> None:
    guest = told(fake_host, place / "bob", "a1")
    fake_host.state("a1 b1", record=game_record("a1 b1", names=("Zoë", "Bob")))
    until(lambda: len(guest.match.game.moves) == 2, guest)
    leave(guest)
    leave(told(fake_host, place / "bob", "a1 b1 a2"))
    assert played(place / "bob") == ["a1 b1 a2"]


def test_a_copy_says_whose_game_it_is_and_is_not_what_is_resumed(fake_host: FakeHost, place: Path) -> None:
    leave(told(fake_host, place / "bob", "a1 b1"))
    (entry,) = kept(place / "bob")
    assert entry.host == sockets.own_login()
    with closing(History(place / "bob" / "history.db")) as history:
        assert history.last_unfinished() is None


# --- one id at the host and at all guests, so that a game counts once wherever records of it go -----------


def match(place: Path, host_home: str, guest_home: str, moves: str = BY_X) -> None:
    """Let two people play these moves, and leave."""
    host = HostBench(two(), place / host_home)
    guest = GuestBench(place / guest_home, "Bob")
    begin(host, guest)
    play(host, guest, moves)
    guest.close()
    host.close()


def add(home: Path, record: Record, *, again: bool = False) -> int:
    with closing(History(home / "history.db")) as history:
        return history.add(from_text(to_text(record)), again=again)


def copy_with_id(host: FakeHost, home: Path, moves: str) -> None:
    """Let a guest have a copy of a game with the id `GAME_ID`."""
    guest = greeted(host, home)
    host.state(moves, record=game_record(moves) | {"game_id": GAME_ID})
    until(lambda: guest.multiplayer.setup is not None, guest)
    leave(guest)


def test_a_user_who_hosts_and_joins_has_one_game_and_resumes_it_as_the_host(place: Path) -> None:
    match(place, "ada", "ada")
    match(place, "ada", "ada", "b2 a1")
    entries = kept(place / "ada")
    assert len({entry.uid for entry in entries}) == len(entries) == 4
    assert len({entry.game_id for entry in entries}) == 2
    counted = statistics(entries)
    assert {name: tally.games for name, tally in counted.players.items()} == {"Ada": 1, "Bob": 1}
    with closing(History(place / "ada" / "history.db")) as history:
        assert history.score(["Ada"]).wins == 1
        assert history.score(["Bob"]).latest == (), "Bob is at the other seat of the same game"
    with closing(StoreThread(place / "ada" / "history.db", max_wait=PATIENCE)) as store:
        found = find_resumable(store)
        assert isinstance(found, Entry)
        assert found.host is None
    with pytest.raises(AlreadyStored):
        add(place / "ada", next(entry for entry in entries if entry.host is not None).record())


def test_a_copy_without_the_end_of_the_game_does_not_shut_out_the_whole_one(
    fake_host: FakeHost, place: Path
) -> None:
    copy_with_id(fake_host, place / "bob", "a1")
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


def test_a_host_that_uses_the_id_of_a_guests_own_game_changes_nothing_of_it(
    fake_host: FakeHost, place: Path
) -> None:
    with closing(History(place / "bob" / "history.db")) as history:
        history.add(from_text(to_text(replace(record_of(), game_id=GAME_ID))))
        before = history.find(1)
    copy_with_id(fake_host, place / "bob", BY_X)
    own, copy = kept(place / "bob")
    assert own == before
    assert copy.uid != GAME_ID


# --- without end -----------------------------------------------------------------------------------------


class Joined:
    """A guest session that the host has welcomed."""

    def __init__(self, host: FakeHost, home: Path) -> None:
        self.session = Session(0, StoreThread(home / "history.db", max_wait=PATIENCE))
        self.shared = GuestSession(self.session, sockets.own_login())
        host.greet()

    def hear_until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Receive what comes until this is so, or for so long."""
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            if not self.shared.receive():
                time.sleep(0.001)
            self.shared.take_notices()

    @property
    def has_left(self) -> bool:
        return self.shared.end_reason is not None

    def close(self) -> None:
        self.shared.close()
        self.session.close()


@pytest.fixture
def joined(fake_host: FakeHost, place: Path) -> Iterator[Joined]:
    joined = Joined(fake_host, place / "bob")
    yield joined
    joined.close()


def said(kind: str, moves: str = "a1", game: int = 1) -> bytes:
    """Return what a host may send without end."""
    record = game_record(moves)
    return {
        "state": line("state", game=game, started=STARTED, record=record, away=[], waits=False, elapsed=0),
        "told": line("told", text="x" * 300),
        "watched": line("watched", by=["Eve"] * 100),
        "finished": line("finished", game=game, started=STARTED, record=record),
        "settled": line("settled", number=1),
    }[kind]


@pytest.mark.slow
@pytest.mark.parametrize(
    "current", [1, 500, 10**6, 2**53], ids=["unasked", "asked", "a million", "as many as can be said"]
)
def test_a_host_that_sends_games_without_end_is_left(
    current: int, fake_host: FakeHost, joined: Joined, place: Path
) -> None:
    fake_host.state(game=current)
    games = b"".join(said("finished", BY_X, game) for game in range(1, 20_001))
    flood = fake_host.flood(games, 50_000_000)
    joined.hear_until(lambda: flood.is_over and joined.has_left)
    assert joined.has_left
    assert flood.sent < 5_000_000
    joined.close()
    assert len(kept(place / "bob")) in (0, current - 1), "what was asked for, and no more"


@pytest.mark.slow
def test_games_of_which_one_follows_the_other_without_end_are_not_all_stored(
    fake_host: FakeHost, joined: Joined, place: Path
) -> None:
    games = b"".join(said("state", "X-resigns", game) for game in range(1, 4000))
    flood = fake_host.flood(games, len(games))
    joined.hear_until(lambda: flood.is_over and joined.has_left)
    joined.close()
    assert len(kept(place / "bob")) <= 2001


@pytest.mark.slow
def test_matches_that_are_told_one_after_the_other_are_not_all_stored(
    fake_host: FakeHost, joined: Joined, place: Path
) -> None:
    matches = b"".join(
        line("welcome", version=fake_host.version, host="Ada", seat=1, seed=seed) + said("state")
        for seed in range(4000)
    )
    flood = fake_host.flood(matches, len(matches))
    joined.hear_until(lambda: flood.is_over, seconds=60.0)
    joined.hear_until(lambda: joined.has_left, seconds=30.0)
    assert joined.shared.end_reason == TOO_MANY
    joined.close()
    assert len(kept(place / "bob")) < 2200, "two thousand at once, and one in a second"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["state", "told", "watched", "finished", "settled"])
def test_a_host_that_sends_without_end_is_read_slowly_and_costs_no_memory(
    what: str, fake_host: FakeHost, joined: Joined
) -> None:
    fake_host.state()
    flood = fake_host.flood(said(what) * 100, 200_000_000)
    joined.hear_until(lambda: flood.is_over, seconds=8.0)
    assert len(joined.shared.client._events) < 20_000
    joined.close()
    joined.hear_until(lambda: flood.is_over)
    assert flood.sent < 13_000_000, "four megabytes at once, and half of one in a second"


# --- clocks ----------------------------------------------------------------------------------------------


def clocked(moves: str, *times: int, elapsed: int = 0) -> Message:
    """A state of a game with a clock, and the times of its moves."""
    record = game_record(moves) | {"rules": {"clock": "5m"}, "times": [*times]}
    return state(moves, record=record, elapsed=elapsed)


def shown(guest: GuestBench) -> tuple[int, int]:
    """The moves of a guest's copy, and the milliseconds since."""
    return len(guest.match.game.moves), guest.multiplayer.replica.elapsed


JOINED = clocked("a1", 0, elapsed=300_000)


@pytest.mark.parametrize(
    ("states", "doubts"),
    [
        ([clocked("a1", 0), clocked("a1 b1", 0, 5000)], 0),
        ([clocked("a1", 0), clocked("a1 b1", 0, 600_000)], 1),
        ([clocked("a1", 0), clocked("a1", 0, elapsed=90_000)], 1),
        ([JOINED, clocked("a1 b1", 0, 10_000), clocked("a1 b1 a2", 0, 10_000, 90_000)], 1),
        ([JOINED, clocked("a1 b1", 0, 305_000)], 0),
        ([clocked("a1", 0), clocked("a1 b1 a2", 0, 600_000, 600_000)], 0),
    ],
    ids=["agreed", "a long move", "a jump", "once", "joined later", "two moves at once"],
)
def test_a_guest_says_once_that_the_hosts_clock_is_another(
    states: list[Message], doubts: int, fake_host: FakeHost, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_module, "MOST_APART", 20_000)  # a busy machine is late by less
    guest = greeted(fake_host, place / "bob")
    fake_host.say(states[0][0], **states[0][1])
    until(lambda: guest.multiplayer.is_ready, guest)
    controller = guest.multiplayer.controller(guest.match, AtOnce())
    controller.follow_clock(states[0][1]["elapsed"])
    for said in states[1:]:
        fake_host.say(said[0], **said[1])
        plies = len(said[1]["record"]["moves"]), said[1]["elapsed"]
        until(lambda plies=plies: shown(guest) == plies, guest)  # type: ignore[misc]
    said_of_clocks = [sentence for sentence in guest.said if sentence.startswith("The host's clock says")]
    assert len(said_of_clocks) == doubts, guest.said
    leave(guest)


def test_a_guests_program_answers_pings_by_itself(fake_host: FakeHost, place: Path) -> None:
    guest = greeted(fake_host, place / "bob")
    fake_host.say("ping", number=12)
    assert fake_host.hear() == {"say": "pong", "number": 12}
    leave(guest)
