"""The host without a socket: its seats, its announcements, and requests that all have to agree to."""

from collections.abc import Callable, Collection
from typing import Any

import pytest

from tests.session.test_clocks import Watch
from tests.support.terminals import AtOnce
from ttt_tui.engine import HUMAN, OPEN, Geometry, IllegalMove, MatchRules, Player, Rules, Setup
from ttt_tui.engine.clock import TimeControl
from ttt_tui.multiplayer import consent
from ttt_tui.multiplayer import host as host_module
from ttt_tui.multiplayer.host import REJOINED_ELSEWHERE, HostSession
from ttt_tui.multiplayer.lag import RECENT
from ttt_tui.multiplayer.protocol import (
    NEXT,
    UNDO,
    VERSION,
    Ask,
    Hello,
    Message,
    Notice,
    Place,
    Proposal,
    ProposalClosed,
    Refusal,
    Resign,
    State,
    Vote,
    Watched,
)
from ttt_tui.multiplayer.server import Connected, Disconnected, Event, GameListing, Guest, Received
from ttt_tui.session import controller as controller_module
from ttt_tui.session.session import Session

UNDONE = "a1 b1 c1"
"""Moves of all three, the last one Eve's."""

WON = "a1 a4 b4 b1 c4 d4 c1"


class FakeServer:
    """A server at which nothing happens but what the test wants."""

    def __init__(self, wake: Callable[[], object], only: Collection[str] | None = None) -> None:
        self.waiting: list[Event] = []
        self.sent: list[tuple[Guest, Message]] = []
        self.dismissed: list[tuple[Guest, str]] = []
        self.listing: GameListing | None = None
        self.pinged: list[Guest] = []

    def events(self) -> list[Event]:
        events, self.waiting = self.waiting, []
        return events

    def send(self, guest: Guest, message: Message) -> None:
        self.sent.append((guest, message))

    @property
    def has_events(self) -> bool:
        return bool(self.waiting)

    def ping(self, guest: Guest) -> None:
        self.pinged.append(guest)

    def dismiss(self, guest: Guest, reason: str) -> None:
        self.dismissed.append((guest, reason))


class Evening:
    """Ada hosts a game of three, and Bob and Eve have joined; or a game of two, and Bob has."""

    def __init__(
        self, *, begun: bool = True, rules: MatchRules | None = None, board: Geometry | None = None
    ) -> None:
        """`board` is that of a game of two."""
        players = [Player("Ada", level=HUMAN), *[Player("open", level=OPEN)] * (1 if board else 2)]
        self.host = HostSession(Session(1), Setup(board or Geometry(4, 4, 3), players, rules))
        self.server: Any = self.host.server
        self.bob = self.come(1, "bob", "Bob")
        if not board:
            self.eve = self.come(2, "eve", "Eve")
        if begun:
            self.controller = self.host.controller(self.host.begin_match(), AtOnce())

    def come(self, user: int, login: str, name: str, seat: str = "", *, watches: bool = False) -> Guest:
        guest = Guest(user, login, Hello(VERSION, name, seat, watches))
        assert guest.hello is not None
        self.happens(Connected(guest, guest.hello))
        return guest

    def happens(self, *events: Event) -> None:
        self.server.waiting += events
        self.host.receive()

    def play(self, names: str) -> None:
        for name in names.split():
            self.controller.place(self.controller.match.setup.geometry.parse(name))

    def propose(self, guest: Guest, what: str) -> None:
        match = self.controller.match
        self.happens(Received(guest, Proposal(match.game_number, len(match.game.moves), what)))

    def vote(self, guest: Guest, yes: bool, number: int = 1) -> None:
        self.happens(Received(guest, Vote(number, yes)))

    def latest(self, guest: Guest, kind: type) -> Any:
        return next((m for g, m in reversed(self.server.sent) if g is guest and isinstance(m, kind)), None)

    @property
    def said(self) -> str:
        return self.host.notices[-1]

    @property
    def plies(self) -> int:
        return len(self.controller.match.game.moves)


@pytest.fixture(autouse=True)
def _without_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_module, "Server", FakeServer)


# --- seats -----------------------------------------------------------------------------------------------


def test_guests_get_the_next_open_seat_and_their_names() -> None:
    evening = Evening(begun=False)
    assert [player.name for player in evening.host.setup.players] == ["Ada", "Bob", "Eve"]
    assert evening.host.is_ready
    late = evening.come(3, "joe", "Joe")
    assert evening.server.dismissed == [(late, "all seats are taken; you can watch instead")]
    evening.happens(Received(evening.bob, Place(1, 0, "a1")))
    assert evening.latest(evening.bob, Refusal).reason == "the match has not started"


@pytest.mark.parametrize(
    ("login", "name", "called"),
    [
        *(("bob", name, "bob") for name in ("Ada", "ada", "\x1b[31m", "", "x" * 25, "\u200b")),
        ("ada", "Ada", "Bob"),  # neither name nor login can be used: the seat keeps its own
    ],
)
def test_a_guest_whose_name_cannot_be_used_is_called_by_the_login(login: str, name: str, called: str) -> None:
    evening = Evening(begun=False)
    evening.happens(Disconnected(evening.bob, ""))
    evening.come(1, login, name)
    assert evening.host.seats.name(1) == called


def test_a_seat_can_be_chosen_and_is_kept_for_its_user() -> None:
    evening = Evening()
    evening.happens(Disconnected(evening.bob, "a message did not end"))
    assert evening.said == "Bob disconnected: a message did not end"
    assert evening.host.away == [1]
    for user, login, seat, reason in (
        (3, "joe", "o", "seat O belongs to Bob"),
        (3, "joe", "#", "no open seat #"),
        (1, "bob", "#", "no open seat #; choose from O"),
    ):
        guest = evening.come(user, login, login.title(), seat)
        assert evening.server.dismissed[-1] == (guest, reason)
    back = evening.come(1, "bob", "Robert", "o")
    assert evening.host.seats.seat_of(back) == 1
    assert evening.said == "Bob rejoined"


def test_a_user_who_joins_twice_takes_the_seat_from_the_first_terminal() -> None:
    evening = Evening()
    again = evening.come(1, "bob", "Bob")
    assert evening.server.dismissed == [(evening.bob, REJOINED_ELSEWHERE)]
    assert evening.host.seats.seat_of(again) == 1
    evening.happens(Disconnected(evening.bob, ""))
    assert evening.host.away == [], "the first had no seat any more"


def test_the_listing_follows_the_seats() -> None:
    evening = Evening(begun=False)
    geometry = Geometry(4, 4, 3)
    assert evening.server.listing == GameListing(geometry, ("Ada", "Bob", "Eve"), ())
    evening.happens(Disconnected(evening.bob, ""))
    assert evening.server.listing == GameListing(geometry, ("Ada", "Eve"), (("O", 1),))
    assert [evening.server.listing.offer_to(user).free for user in (1, 2)] == [["O"], []]


def test_spectators_are_listed_for_everybody_while_they_watch() -> None:
    evening = Evening()
    zoe = evening.come(4, "zoe", "Zoe", watches=True)
    assert evening.said == "Zoe is watching"
    fox = evening.come(5, "fox", "Ada", watches=True)
    assert evening.said == "Ada (fox) is watching", "whatever name they give"
    for guest in (evening.bob, zoe, fox):
        assert evening.latest(guest, Watched) == Watched(["Zoe", "Ada (fox)"])
    evening.happens(Disconnected(zoe, ""))
    assert evening.said == "Zoe stopped watching"
    assert evening.latest(evening.eve, Watched) == Watched(["Ada (fox)"])
    again = evening.come(1, "bob", "Bob")
    assert evening.latest(again, Watched) == Watched(["Ada (fox)"])


def test_a_guest_who_says_goodbye_has_left_and_one_who_does_not_is_disconnected() -> None:
    evening = Evening()
    evening.happens(Disconnected(evening.bob, "", is_on_purpose=True))
    assert evening.said == "Bob left"
    evening.happens(Disconnected(evening.eve, ""))
    assert evening.said == "Eve disconnected"


def test_a_guest_who_comes_and_goes_all_the_time_is_announced_a_few_times() -> None:
    evening = Evening()
    before = len(evening.host.notices)
    for _ in range(10):
        evening.happens(Disconnected(evening.come(4, "zoe", "Zoe", watches=True), ""))
    assert evening.host.notices[before:] == ["Zoe is watching", "Zoe stopped watching", "Zoe is watching"]
    evening.happens(Disconnected(evening.bob, ""))
    assert evening.said == "Bob disconnected", "others are announced as ever"


# --- requests --------------------------------------------------------------------------------------------


def test_a_request_is_granted_when_all_who_are_connected_agree() -> None:
    evening = Evening()
    evening.play(UNDONE)
    evening.propose(evening.bob, UNDO)
    assert evening.latest(evening.eve, Ask) == Ask(1, "Bob", UNDO, 30)
    assert evening.latest(evening.bob, Ask) is None
    assert evening.host.incoming_request == "Bob requests a takeback"
    watcher = evening.come(4, "zoe", "Zoe", watches=True)
    assert evening.latest(watcher, Ask) is not None, "a spectator who comes later sees it"
    evening.vote(watcher, yes=True)
    evening.vote(evening.eve, yes=True)
    evening.vote(evening.eve, yes=False, number=7)
    assert evening.host.poll.proposal is not None
    evening.host.vote(True)
    assert evening.host.poll.proposal is None
    assert evening.plies == 1
    assert not any("expired" in said for said in evening.host.notices)
    evening.host.vote(True)  # nothing is asked any more


def test_a_takeback_goes_back_to_where_the_turn_of_two_stones_began() -> None:
    evening = Evening(board=Geometry(5, 5, 5, Rules.parse("double")))
    evening.play("a1 b1 b2 c1")
    evening.controller.undo()
    evening.vote(evening.bob, yes=True)
    assert evening.plies == 3, "Ada had placed the first stone of her turn"
    evening.play("c1 c2 d1")
    evening.controller.undo()
    evening.vote(evening.bob, yes=True, number=2)
    assert evening.plies == 3, "Bob has begun the next turn"
    evening.play("c1")
    evening.propose(evening.bob, UNDO)
    evening.host.vote(True)
    assert evening.plies == 1


def test_one_no_is_enough_and_each_reads_who_declined() -> None:
    evening = Evening()
    evening.play(UNDONE)
    evening.propose(evening.bob, UNDO)
    evening.vote(evening.eve, yes=False)
    assert evening.said == "Eve declined the takeback"
    assert evening.latest(evening.bob, Notice) == Notice("Eve declined the takeback")
    assert evening.latest(evening.eve, Notice) == Notice("You declined the takeback")
    assert evening.latest(evening.bob, ProposalClosed) == ProposalClosed(1)
    watcher = evening.come(4, "zoe", "Zoe", watches=True)
    evening.propose(evening.bob, UNDO)
    evening.host.vote(False)
    assert evening.said == "You declined the takeback"
    for guest in (evening.bob, evening.eve, watcher):
        assert evening.latest(guest, Notice) == Notice("Ada declined the takeback")
    assert evening.plies == 3


def test_a_request_expires_without_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    evening.play(UNDONE)
    monkeypatch.setattr(consent, "ANSWER_SECONDS", -1)
    evening.controller.undo()
    assert evening.host.own_request == "Takeback requested"
    evening.host.receive()
    assert evening.said == "Your takeback request expired"
    assert evening.latest(evening.bob, Notice) == Notice("Ada's takeback request expired")
    assert evening.host.own_request == ""
    assert evening.plies == 3


def test_a_request_that_the_game_leaves_behind_expires() -> None:
    evening = Evening()
    evening.play(UNDONE)
    evening.propose(evening.bob, UNDO)
    evening.play("d1")
    assert evening.said == "Bob's takeback request expired: the game went on"
    assert evening.latest(evening.bob, Notice) == Notice("Your takeback request expired: the game went on")
    sent = [type(message) for guest, message in evening.server.sent if guest is evening.bob]
    assert sent[-3:] == [State, ProposalClosed, Notice], "the news is about the stone"


def test_a_player_who_leaves_is_no_longer_asked_and_their_request_is_cancelled() -> None:
    evening = Evening()
    evening.play(UNDONE)
    evening.controller.undo()
    evening.vote(evening.bob, yes=True)
    evening.happens(Disconnected(evening.eve, ""))
    assert evening.plies == 0
    evening.play(UNDONE)
    evening.propose(evening.bob, UNDO)
    evening.happens(Disconnected(evening.bob, ""))
    assert evening.said == "Bob's takeback request was cancelled"
    assert evening.plies == 3


def test_an_impossible_move_is_refused_with_the_reason() -> None:
    evening = Evening()
    for place, reason in {
        Place(1, 0, "b1"): "it is not your turn",
        Place(1, 1, "b1"): "the position has changed",
        Place(2, 0, "b1"): "the position has changed",
    }.items():
        evening.happens(Received(evening.bob, place))
        assert evening.latest(evening.bob, Refusal).reason == reason
    evening.play("a1")
    for square, reason in {"a1": "a1 is taken", "q99": "q99 is not on a 4×4 board"}.items():
        evening.happens(Received(evening.bob, Place(1, 1, square)))
        assert evening.latest(evening.bob, Refusal).reason == reason
    assert evening.plies == 1


def test_an_impossible_request_is_refused_with_the_reason() -> None:
    evening = Evening()
    for what, reason in {
        UNDO: "you have no move to take back",
        NEXT: "the game is not over",
        "money": "unknown request 'money'",
    }.items():
        evening.propose(evening.bob, what)
        assert evening.latest(evening.bob, Refusal).reason == reason
    evening.play(UNDONE)
    evening.controller.undo()
    with pytest.raises(IllegalMove, match="wait for the answer to your request"):
        evening.controller.undo()
    evening.propose(evening.bob, UNDO)
    assert evening.latest(evening.bob, Refusal).reason == "Ada's request is still open"
    evening.happens(Received(evening.bob, Place(1, 3, "q99")))
    assert evening.host.poll.proposal is not None, "the game has not gone on"


@pytest.mark.parametrize(("points", "name"), [(1, "a rematch"), (2, "the next game")])
def test_the_next_game_after_a_match_is_called_a_rematch(points: int, name: str) -> None:
    evening = Evening(rules=MatchRules(points=points))
    evening.play(WON)
    evening.propose(evening.bob, NEXT)
    assert evening.host.incoming_request == f"Bob requests {name}"
    evening.vote(evening.eve, yes=False)
    assert evening.said == f"Eve declined the {name.split(' ', 1)[1]}"


def test_players_who_request_the_same_next_game_agree_and_follow_their_symbols() -> None:
    evening = Evening(rules=MatchRules(points=1, marks_by_lot=True))
    evening.play(WON)
    over = evening.controller.match
    evening.propose(evening.bob, NEXT)
    evening.propose(evening.eve, NEXT)
    evening.controller.next_game()
    assert over.is_over
    assert evening.controller.match is not over
    assert evening.plies == 0
    names = [player.name for player in evening.controller.match.setup.players]
    for guest, name in ((evening.bob, "Bob"), (evening.eve, "Eve")):
        assert evening.host.seats.seat_of(guest) == names.index(name)
        assert evening.latest(guest, State).record["moves"] == []


# --- clocks ----------------------------------------------------------------------------------------------


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    found = Watch()
    monkeypatch.setattr(controller_module, "time", found)
    monkeypatch.setattr(host_module, "time", found)
    return found


def clocked(watch: Watch, trip: float) -> Evening:
    """Begin a game of 10 s with Bob, whose messages travel for `trip` seconds, and let Ada move."""
    evening = Evening(board=Geometry(3, 3, 3), rules=MatchRules(clock=TimeControl.parse("10s")))
    evening.play("b2")
    assert evening.server.pinged[-1] is evening.bob
    answer(evening.bob, trip)
    return evening


def answer(guest: Guest, *trips: float) -> None:
    """Answer pings, each after so many seconds."""
    for trip in trips:
        ping = guest.round_trips.ping(50.0)
        guest.round_trips.answered(ping.number, 50.0 + trip)


def taken(evening: Evening) -> int | None:
    return evening.controller.match.game.moves[-1].milliseconds


@pytest.mark.parametrize(("trip", "credit"), [(0.0, 0), (0.2, 200), (0.5, 500), (1e9, 500), (-5.0, 0)])
def test_what_a_players_messages_travel_is_given_back_up_to_half_a_second(
    trip: float, credit: int, watch: Watch
) -> None:
    evening = clocked(watch, trip)
    watch.now += 4.0
    evening.happens(Received(evening.bob, Place(1, 1, "a1"), watch.now))
    assert taken(evening) == 4000 - credit
    watch.now += 3.0
    evening.play("c1")
    assert taken(evening) == 3000, "the host has no lag"


def test_a_guest_who_is_late_only_at_times_gets_no_more_than_the_shortest_trip(watch: Watch) -> None:
    evening = clocked(watch, 0.1)
    answer(evening.bob, *[0.5] * (RECENT - 1))
    assert evening.bob.round_trips.shortest == pytest.approx(0.1)
    ping = evening.bob.round_trips.ping(60.0)
    evening.bob.round_trips.answered(ping.number - 1, 60.0)
    evening.bob.round_trips.answered(ping.number + 1, 60.0)
    assert evening.bob.round_trips.shortest == pytest.approx(0.1), "only the latest ping can be answered"
    evening.bob.round_trips.answered(ping.number, 60.2)
    evening.bob.round_trips.answered(ping.number, 60.0)
    assert evening.bob.round_trips.shortest == pytest.approx(0.2), "and only once"


def test_a_move_that_arrived_in_time_counts_though_it_is_looked_at_later(watch: Watch) -> None:
    evening = clocked(watch, 0.0)
    arrived = watch.now + 9.9
    watch.now += 10.5
    evening.server.waiting.append(Received(evening.bob, Place(1, 1, "a1"), arrived))
    assert not evening.controller.check_clock(), "a message waits"
    evening.host.receive()
    assert (evening.plies, taken(evening)) == (2, 9900)


def test_a_flag_waits_for_the_credit_and_no_longer(watch: Watch) -> None:
    evening = clocked(watch, 7.0)
    watch.now += 10.49
    assert not evening.controller.check_clock()
    watch.now += 0.02
    assert evening.controller.check_clock()
    outcome = evening.controller.match.game.outcome
    assert outcome is not None
    assert outcome.winner == 0


def test_the_resignation_of_another_player_gives_no_time_back(watch: Watch) -> None:
    evening = Evening(rules=MatchRules(clock=TimeControl.parse("10s")))
    evening.play("a1")
    watch.now += 8.0
    evening.happens(Received(evening.eve, Resign(1, 1), watch.now))
    assert evening.plies == 2
    assert evening.controller.elapsed == 8000
