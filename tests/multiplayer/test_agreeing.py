"""Who sits where, what all have to agree to, and what a guest does not believe: without a socket."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.support.terminals import AtOnce
from ttt_tui.engine import HUMAN, OPEN, Game, Geometry, MatchRules, Player, Setup
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import to_data
from ttt_tui.multiplayer import agreement as agreement_module
from ttt_tui.multiplayer.door import Connected, Disconnected, Event, Guest, Received
from ttt_tui.multiplayer.earlier import FinishedGames
from ttt_tui.multiplayer.following import NOT_UNDERSTOOD, MatchReplica
from ttt_tui.multiplayer.hosting import BACK, GameServer
from ttt_tui.multiplayer.messages import (
    NEXT,
    UNDO,
    VERSION,
    Ask,
    Earlier,
    Finished,
    Hello,
    Message,
    Notice,
    Place,
    Proposal,
    Refusal,
    Settled,
    State,
    Vote,
    Watched,
    Welcome,
    wanted,
)
from ttt_tui.multiplayer.offered import EmptySeat, GameListing
from ttt_tui.multiplayer.people import display_name
from ttt_tui.multiplayer.visit import ConnectionEnded
from ttt_tui.session.controller import Controller
from ttt_tui.session.session import Session


class Reception:
    """A door at which nothing happens but what the test wants."""

    def __init__(self) -> None:
        self.waiting: list[Event] = []
        self.sent: list[tuple[Guest, Message]] = []
        self.dismissed: list[tuple[Guest, str]] = []
        self.offers: list[GameListing] = []

    def events(self) -> Sequence[Event]:
        events, self.waiting = self.waiting, []
        return events

    def send(self, guest: Guest, message: Message) -> None:
        self.sent.append((guest, message))

    def dismiss(self, guest: Guest, reason: str) -> None:
        self.dismissed.append((guest, reason))

    def tell_earlier(self, games: FinishedGames) -> None:
        """Nothing: nobody asks for them here."""

    def offer(self, offer: GameListing) -> None:
        self.offers.append(offer)


class Evening:
    """Ada hosts a game of three, and Bob and Eve have come."""

    def __init__(self, *, begun: bool = True, rules: MatchRules | None = None) -> None:
        self.said: list[str] = []
        self.door = Reception()
        players = [Player("Ada", level=HUMAN), *[Player("open", level=OPEN)] * 2]
        self.hosting = GameServer(Setup(Geometry(4, 4, 3), players, rules), self.door, self.said.append)
        self.bob, self.eve = self.come(1, "bob", "Bob"), self.come(2, "eve", "Eve")
        self.session = Session(1)
        if begun:
            self.session.change_listener = self.hosting.follow
            match = self.session.new_match(self.hosting.table.setup)
            self.controller = Controller(self.session, match, AtOnce())
            self.hosting.begin(self.controller, str)

    def come(self, user: int, login: str, name: str, seat: str = "", *, watches: bool = False) -> Guest:
        guest = Guest(user, login, Hello(VERSION, name, seat, watches))
        assert guest.hello is not None
        self.happens(Connected(guest, guest.hello))
        return guest

    def happens(self, *events: Event) -> None:
        self.door.waiting += events
        self.hosting.hear()

    def play(self, names: str) -> None:
        for name in names.split():
            self.controller.place(self.controller.match.setup.geometry.parse(name))

    def latest(self, guest: Guest, kind: type) -> Any:
        return next((m for g, m in reversed(self.door.sent) if g is guest and isinstance(m, kind)), None)


def test_each_gets_the_next_open_seat_and_what_it_is_called() -> None:
    evening = Evening(begun=False)
    assert [player.name for player in evening.hosting.table.setup.players] == ["Ada", "Bob", "Eve"]
    assert evening.hosting.table.is_complete
    late = evening.come(3, "joe", "Joe")
    assert evening.door.dismissed == [(late, "all seats are taken; you can watch instead")]
    evening.happens(Received(evening.bob, Place(1, 0, "a1")))
    assert evening.latest(evening.bob, Refusal).reason == "the match has not started"


@pytest.mark.parametrize("name", ["Ada", "ada", "\x1b[31m", "", "x" * 25, "\u200b"])
def test_who_cannot_be_called_so_is_called_by_the_login(name: str) -> None:
    evening = Evening(begun=False)
    evening.happens(Disconnected(evening.bob, ""))
    evening.come(1, "bob", name)
    assert evening.hosting.table.name(1) == "bob"


def test_who_has_neither_a_name_nor_a_login_that_can_be_keeps_the_seats() -> None:
    evening = Evening(begun=False)
    evening.happens(Disconnected(evening.bob, ""))
    evening.come(1, "ada", "Ada")
    assert evening.hosting.table.name(1) == "Bob"


def test_a_seat_can_be_asked_for_and_is_kept_for_who_had_it() -> None:
    evening = Evening()
    evening.happens(Disconnected(evening.bob, "a message did not end"))
    assert evening.said[-1] == "Bob disconnected: a message did not end"
    assert evening.hosting.table.away == [1]
    joe = evening.come(3, "joe", "Joe", seat="o")
    assert evening.door.dismissed[-1] == (joe, "seat O belongs to Bob")
    joe = evening.come(3, "joe", "Joe", seat="#")
    assert evening.door.dismissed[-1] == (joe, "no open seat #"), "that of Bob is his"
    bob = evening.come(1, "bob", "Bob", seat="#")
    assert evening.door.dismissed[-1] == (bob, "no open seat #; choose from O")
    back = evening.come(1, "bob", "Robert", seat="o")
    assert evening.hosting.table.seat_of(back) == 1
    assert evening.said[-1] == "Bob rejoined"


def test_who_comes_twice_takes_the_seat_from_the_first() -> None:
    evening = Evening()
    again = evening.come(1, "bob", "Bob")
    assert evening.door.dismissed == [(evening.bob, BACK)]
    assert evening.hosting.table.seat_of(again) == 1
    evening.happens(Disconnected(evening.bob, ""))
    assert evening.hosting.table.away == [], "the one who left had no seat any more"


def test_a_wish_comes_true_when_all_who_are_here_agree() -> None:
    evening = Evening()
    evening.play("a1 b1 c1")
    evening.happens(Received(evening.bob, Proposal(1, 3, UNDO)))
    assert evening.latest(evening.eve, Ask) == Ask(1, "Bob", UNDO, 30)
    assert evening.latest(evening.bob, Ask) is None
    watcher = evening.come(4, "zoe", "Zoe", watches=True)
    assert evening.latest(watcher, Ask) is not None, "who comes later sees it"
    evening.happens(Received(watcher, Vote(1, yes=True)))
    evening.happens(Received(evening.eve, Vote(1, yes=True)))
    evening.happens(Received(evening.eve, Vote(7, yes=False)))
    assert evening.hosting.agreement.question is not None
    evening.hosting.vote(True)
    assert evening.hosting.agreement.question is None
    assert len(evening.controller.match.game.moves) == 1
    evening.hosting.vote(True)


def test_one_who_says_no_is_enough_and_silence_is_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    evening.play("a1 b1 c1")
    evening.happens(Received(evening.bob, Proposal(1, 3, UNDO)), Received(evening.eve, Vote(1, yes=False)))
    assert evening.said[-1] == "Eve declined the takeback"
    assert evening.latest(evening.bob, Notice) == Notice("Eve declined the takeback")
    assert evening.latest(evening.eve, Notice) == Notice("You declined the takeback")
    assert evening.latest(evening.bob, Settled) == Settled(1)
    evening.hosting.agreement.tick()
    monkeypatch.setattr(agreement_module, "ASKING_SECONDS", -1)
    assert evening.hosting.agreement.wish(evening.controller.match, 0, UNDO) == ""
    evening.hosting.agreement.tick()
    assert evening.said[-1] == "Your takeback request expired"
    assert evening.latest(evening.bob, Notice) == Notice("Ada's takeback request expired")
    assert evening.hosting.agreement.wish(evening.controller.match, 0, UNDO) == ""
    evening.happens(Received(evening.bob, Vote(3, yes=True)))
    evening.hosting.agreement.tick()
    assert evening.said[-1] == "Your takeback request expired"
    assert len(evening.controller.match.game.moves) == 3


def test_the_host_who_declines_reads_so_and_the_others_read_who_did() -> None:
    evening = Evening()
    evening.play("a1 b1 c1")
    watcher = evening.come(4, "zoe", "Zoe", watches=True)
    evening.happens(Received(evening.bob, Proposal(1, 3, UNDO)))
    evening.hosting.vote(False)
    assert evening.said[-1] == "You declined the takeback"
    for guest in (evening.bob, evening.eve, watcher):
        assert evening.latest(guest, Notice) == Notice("Ada declined the takeback")


def test_a_request_that_the_game_leaves_behind_is_said_to_have_expired() -> None:
    evening = Evening()
    evening.play("a1 b1 c1")
    evening.happens(Received(evening.bob, Proposal(1, 3, UNDO)))
    evening.play("d1")
    assert evening.said[-1] == "Bob's takeback request expired: the game went on"
    assert evening.latest(evening.bob, Notice) == Notice("Your takeback request expired: the game went on")
    told = [message for guest, message in evening.door.sent if guest is evening.bob]
    assert [type(message) for message in told[-3:]] == [State, Settled, Notice], "the news is about the stone"


def test_a_request_that_is_granted_does_not_expire() -> None:
    evening = Evening()
    evening.play("a1 b1 c1")
    evening.happens(Received(evening.bob, Proposal(1, 3, UNDO)), Received(evening.eve, Vote(1, yes=True)))
    evening.hosting.vote(True)
    assert len(evening.controller.match.game.moves) == 1
    assert not any("expired" in said for said in evening.said)


def test_the_next_game_after_a_match_is_called_a_rematch() -> None:
    for points, name in ((1, "rematch"), (2, "next game")):
        evening = Evening(rules=MatchRules(points=points))
        evening.play("a1 a4 b4 b1 c4 d4 c1")
        assert evening.controller.match.game.outcome is not None
        plies = len(evening.controller.match.game.moves)
        evening.happens(
            Received(evening.bob, Proposal(1, plies, NEXT)), Received(evening.eve, Vote(1, yes=False))
        )
        assert evening.said[-1] == f"Eve declined the {name}"
        assert wanted("Bob", NEXT, is_match_over=points == 1) == (
            "Bob requests a rematch" if points == 1 else "Bob requests the next game"
        )


def test_who_leaves_on_purpose_has_left_and_is_not_disconnected() -> None:
    evening = Evening()
    evening.happens(Disconnected(evening.bob, "", is_on_purpose=True))
    assert evening.said[-1] == "Bob left"
    evening.happens(Disconnected(evening.eve, ""))
    assert evening.said[-1] == "Eve disconnected"


def test_who_leaves_is_no_longer_asked_and_takes_the_wish_along() -> None:
    evening = Evening()
    evening.play("a1 b1 c1")
    evening.hosting.agreement.wish(evening.controller.match, 0, UNDO)
    evening.happens(Received(evening.bob, Vote(1, yes=True)), Disconnected(evening.eve, ""))
    assert evening.controller.match.game.moves == []
    evening.play("a1 b1 c1")
    evening.happens(Received(evening.bob, Proposal(1, 3, UNDO)), Disconnected(evening.bob, ""))
    assert evening.said[-1] == "Bob's takeback request was cancelled"
    assert len(evening.controller.match.game.moves) == 3


def test_what_cannot_be_wished_is_refused() -> None:
    evening = Evening()
    for what, reason in {
        UNDO: "you have no move to take back",
        NEXT: "the game is not over",
        "money": "unknown request 'money'",
    }.items():
        evening.happens(Received(evening.bob, Proposal(1, 0, what)))
        assert evening.latest(evening.bob, Refusal).reason == reason
    evening.play("a1 b1 c1")
    evening.hosting.agreement.wish(evening.controller.match, 0, UNDO)
    evening.happens(Received(evening.bob, Proposal(1, 3, UNDO)))
    assert evening.latest(evening.bob, Refusal).reason == "Ada's request is still open"
    evening.happens(Received(evening.bob, Place(1, 3, "q99")))
    assert evening.hosting.agreement.question is not None
    evening.play("d1")
    assert evening.hosting.agreement.question is None, "the game has gone on"


def test_all_who_want_the_next_game_have_agreed_to_it_and_another_match_is_told_anew() -> None:
    evening = Evening(rules=MatchRules(points=1, marks_by_lot=True))
    mover = {player.name: seat for seat, player in enumerate(evening.controller.match.setup.players)}
    evening.play("a1 a4 b4 b1 c4 d4 c1")
    plies = len(evening.controller.match.game.moves)
    over = evening.controller.match
    evening.happens(
        Received(evening.bob, Proposal(1, plies, NEXT)), Received(evening.eve, Proposal(1, plies, NEXT))
    )
    assert evening.hosting.agreement.wish(evening.controller.match, mover["Ada"], NEXT) == ""
    assert evening.controller.match.game.moves == []
    assert over.is_over
    assert evening.controller.match is not over
    names = [player.name for player in evening.controller.match.setup.players]
    for guest, name in ((evening.bob, "Bob"), (evening.eve, "Eve")):
        assert evening.hosting.table.seat_of(guest) == names.index(name)
        assert evening.latest(guest, State).record["moves"] == []


def test_who_looks_on_is_listed_for_all_as_long_as_they_do() -> None:
    evening = Evening()
    zoe = evening.come(4, "zoe", "Zoe", watches=True)
    assert evening.said[-1] == "Zoe is watching"
    fox = evening.come(5, "fox", "Ada", watches=True)
    assert evening.said[-1] == "Ada (fox) is watching", "whoever they say they are"
    for guest in (evening.bob, zoe, fox):
        assert evening.latest(guest, Watched) == Watched(["Zoe", "Ada (fox)"])
    evening.happens(Disconnected(zoe, ""))
    assert evening.said[-1] == "Zoe stopped watching"
    assert evening.latest(evening.eve, Watched) == Watched(["Ada (fox)"])
    again = evening.come(1, "bob", "Bob")
    assert evening.latest(again, Watched) == Watched(["Ada (fox)"]), "who comes back is told, too"


def test_what_is_on_offer_is_said_when_it_changes_and_only_then() -> None:
    evening = Evening(begun=False)
    geometry = Geometry(4, 4, 3)
    assert evening.door.offers == [
        GameListing(geometry, ("Ada",), (EmptySeat("O", None), EmptySeat("A", None))),
        GameListing(geometry, ("Ada", "Bob"), (EmptySeat("A", None),)),
        GameListing(geometry, ("Ada", "Bob", "Eve"), ()),
    ]
    evening.come(4, "zoe", "Zoe", watches=True)
    assert len(evening.door.offers) == 3
    evening.happens(Disconnected(evening.bob, ""))
    assert evening.door.offers[-1] == GameListing(geometry, ("Ada", "Eve"), (EmptySeat("O", 1),))


def test_a_host_is_called_by_the_name_they_play_under() -> None:
    for name, called in {"Ada": "Ada (root)", "Root": "Root", "": "root", "x" * 25: "root"}.items():
        line = Line()
        following = MatchReplica(Session(1), line, str, str)
        line.waiting = [Welcome(VERSION, name, 1, 5)]
        following.hear()
        assert display_name(following.host_name, "root") == called
        line.waiting = [Watched(["Eve\x07"])]
        following.hear()
        assert following.watchers == ["Eve\\x07"]


# --- what a guest believes -------------------------------------------------------------------------------


class Line:
    """A connection on which the test talks."""

    def __init__(self) -> None:
        self.waiting: list[Message | ConnectionEnded] = []
        self.sent: list[Message] = []

    def events(self) -> Sequence[Message | ConnectionEnded]:
        events, self.waiting = self.waiting, []
        return events

    def send(self, message: Message) -> None:
        self.sent.append(message)


def record(moves: str = "") -> dict[str, Any]:
    game = Game(Setup(Geometry(3, 3, 3), [Player("Ada"), Player("Bob")]))
    for name in moves.split():
        game.place(name)
    return to_data(Record(game))


def state(game: int, moves: str = "", **other: Any) -> State:
    return replace(State(game, "", record(moves), [], waits=False), **other)


WON = "a1 a2 b1 b2 c1"


@pytest.mark.parametrize(
    "said",
    [
        [state(1, record={})],
        [state(1, record=record() | {"moves": ["a1", "a1"]})],
        [state(1), state(7)],
        [state(1), state(1, record=record() | {"first": 1})],
        [state(2), Finished(1, "", record("a1"))],
        [state(2), Finished(2, "", record(WON))],
        [state(1, "a1"), state(2)],
        [state(1, away=[2])],
        [state(1, away=[-1])],
        [state(1), Ask(1, "Bob", "money", 30)],
    ],
    ids=[
        *("no record", "no game", "a jump", "another start", "not finished", "another one"),
        *("left unfinished", "nobody's seat", "no seat", "no wish"),
    ],
)
def test_a_host_who_tells_what_cannot_be_is_not_believed(said: list[Message]) -> None:
    line = Line()
    following = MatchReplica(Session(1), line, str, str)
    line.waiting = [Welcome(VERSION, "Ada", 1, 5), *said, state(1)]
    assert following.hear()
    assert following.ended == NOT_UNDERSTOOD
    assert not following.hear()


def test_who_comes_late_asks_for_the_games_before_and_shows_nothing_until_they_are_known() -> None:
    line = Line()
    following = MatchReplica(Session(1), line, str, str)
    line.waiting = [Welcome(VERSION, "Ada", 1, 5), state(3)]
    following.hear()
    assert line.sent == [Earlier(1)]
    assert following.match is None
    line.waiting = [Finished(1, "", record(WON)), state(3, "b2"), Finished(2, "", record(WON))]
    following.hear()
    assert following.match is not None
    assert following.match.points == [2, 0]
    assert len(following.match.game.moves) == 1
    assert line.sent == [Earlier(1)]


def test_a_hundred_games_at_a_time_are_asked_for() -> None:
    line = Line()
    following = MatchReplica(Session(1), line, str, str)
    line.waiting = [Welcome(VERSION, "Ada", None, 5), state(252)]
    line.waiting += [Finished(number, "", record(WON)) for number in range(1, 252)]
    following.hear()
    assert line.sent == [Earlier(1), Earlier(101), Earlier(201)]
    assert following.match is not None
    assert following.match.game_number == 252


def test_what_is_asked_is_asked_until_it_is_settled_or_answered() -> None:
    line = Line()
    said: list[str] = []
    following = MatchReplica(Session(1), line, said.append, said.append)
    line.waiting = [Welcome(VERSION, "Ada", 1, 5), state(1), Ask(4, "Ada", UNDO, 30), Settled(3)]
    following.hear()
    following.vote(True)
    assert line.sent == [Vote(4, yes=True)]
    following.vote(True)
    assert len(line.sent) == 1
    line.waiting = [Ask(5, "\x1b[2J", UNDO, 30)]
    following.hear()
    assert following.asked is not None
    assert following.asked.who == "\\x1b[2J"
    line.waiting = [Settled(5), Notice("\x1b[2J is here"), ConnectionEnded("\x07 gone")]
    following.hear()
    assert following.asked is None
    assert said == ["\\x1b[2J is here"]
    assert following.ended == "\\x07 gone"
