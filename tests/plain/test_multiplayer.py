"""Plain mode with people at other terminals, who are without a screen here."""

import io
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.stores import patient
from tests.support.terminals import PATIENCE, GuestBench, HostBench, meeting_place, two
from ttt_tui.engine import HUMAN, OPEN, Geometry, Player, Setup
from ttt_tui.multiplayer import meeting
from ttt_tui.multiplayer.company import MultiplayerSession
from ttt_tui.multiplayer.door import Server
from ttt_tui.multiplayer.hosted import HostSession
from ttt_tui.multiplayer.joined import GuestSession
from ttt_tui.multiplayer.messages import UNDO
from ttt_tui.plain.match import PlainMatch
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session.session import Session

OWN = meeting.own_name()


class Talk:
    """A dialogue in a thread of its own, in which lines are said one by one."""

    def __init__(
        self, session: Session, company: MultiplayerSession, *others: HostBench | GuestBench
    ) -> None:
        self.others = others
        self._out = io.StringIO()
        self._heard = 0
        reader, self._writer = os.pipe()
        self._reader = reader
        plain = PlainMatch(session, LineReader(reader), SentenceWriter(self._out), Signals())
        self._session = session
        self._thread = threading.Thread(target=plain.play, kwargs={"company": company})
        self._thread.start()

    def say(self, line: str) -> None:
        os.write(self._writer, f"{line}\n".encode())

    @property
    def all_heard(self) -> str:
        return self._out.getvalue()

    def hears(self, text: str) -> None:
        """Wait until this is said, after all that was waited for before."""
        self.until(lambda: text in self._out.getvalue()[self._heard :], text)
        self._heard = self._out.getvalue().index(text, self._heard) + len(text)

    def until(self, condition: Callable[[], object], what: str = "") -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"waited in vain for {what}: {self._out.getvalue()}"
            for other in self.others:
                other.hear()
            time.sleep(0.005)

    def ends(self) -> None:
        self.until(lambda: not self._thread.is_alive(), "the end")

    def close(self) -> None:
        os.close(self._writer)
        self._thread.join(PATIENCE)
        os.close(self._reader)
        self._session.close()


@pytest.fixture
def place() -> Iterator[Path]:
    with meeting_place() as place:
        for name in ("ada", "bob"):
            (place / name).mkdir()
        yield place


def hosts(place: Path, setup: Setup | None = None) -> Talk:
    session = Session(1, patient(place / "ada" / "history.db"))
    return Talk(session, HostSession(session, setup or two()))


@pytest.fixture
def hosting(place: Path) -> Iterator[tuple[Talk, GuestBench]]:
    """Ada, who hosts in plain mode, and Bob, her guest."""
    talk = hosts(place)
    bob = GuestBench(place / "bob")
    talk.others = (bob,)
    talk.hears("Bob joined.")
    talk.hears("Your move.")
    talk.until(lambda: bob.following.match is not None)
    yield talk, bob
    talk.close()
    bob.close()


@pytest.fixture
def visiting(place: Path) -> Iterator[tuple[Talk, HostBench]]:
    """Bob, who plays in plain mode as Ada's guest."""
    ada = HostBench(two(), place / "ada")
    session = Session(1, patient(place / "bob" / "history.db"))
    session.person.rename("Bob")
    talk = Talk(session, GuestSession(session, OWN), ada)
    talk.until(lambda: ada.hosting.table.is_complete)
    ada.begin()
    talk.hears("Ada to move.")
    yield talk, ada
    talk.close()
    ada.close()


def test_who_waits_is_told_how_the_others_come_and_may_leave(place: Path) -> None:
    talk = hosts(place)
    talk.hears(f"Waiting for players. Players join with ttt-tui --join {OWN}.")
    talk.say("b2")
    talk.hears("The match has not started. Type quit to leave.")
    talk.say("x" * 2000)
    talk.hears("The match has not started.")
    talk.say("quit")
    talk.ends()
    talk.close()
    with pytest.raises(meeting.ConnectionUnavailable):
        GuestBench(place / "bob")


def test_who_waits_may_ask_who_is_there(place: Path) -> None:
    players = [Player("Ada", level=HUMAN), Player("Rex", level="rules"), *[Player("Guest", level=OPEN)] * 2]
    players[-1] = Player("Guest 2", level=OPEN)
    talk = hosts(place, Setup(Geometry(4, 4, 3), players))
    bob, eve = GuestBench(place / "bob"), GuestBench(place / "bob", "Eve", watches=True)
    talk.others = (bob, eve)
    talk.hears("Eve (root) is watching." if OWN == "root" else "is watching.")
    talk.say(" WHO ")
    talk.hears(
        "The match has not started. Connected: you (X) and Bob (A). Waiting for: Guest 2 (H). "
        f"Computers: Rex (O). Eve ({OWN}) is watching. You are hosting. Type quit to leave."
    )
    talk.close()
    bob.close()
    eve.close()


def test_the_end_of_the_input_ends_the_waiting(place: Path) -> None:
    talk = hosts(place)
    talk.hears("Waiting for players")
    talk.close()


def test_who_joins_and_who_looks_on_are_told_who_they_are(place: Path) -> None:
    ada = HostBench(two(), place / "ada")
    session, other = Session(1), Session(2)
    talk = Talk(session, GuestSession(session, OWN), ada)
    looking = Talk(other, GuestSession(other, OWN, watches=True), ada)
    talk.until(lambda: ada.hosting.table.is_complete)
    ada.begin()
    talk.hears(f"O is {OWN} (human). You are O.")
    looking.hears("You are watching.")
    for one in (talk, looking):
        one.close()
    ada.close()


def test_moves_of_both_are_told(hosting: tuple[Talk, GuestBench]) -> None:
    talk, bob = hosting
    talk.say("b2")
    talk.hears("X plays b2. Bob to move.")
    talk.say("a1")
    talk.hears("It is Bob's turn.")
    talk.until(lambda: bob.match.game.moves)
    bob.place("a1")
    talk.hears("O plays a1. Your move.")


@pytest.mark.parametrize("word", ["yes", "no"])
def test_what_a_guest_wants_is_answered(hosting: tuple[Talk, GuestBench], word: str) -> None:
    talk, bob = hosting
    talk.say(word)
    talk.hears("No request is waiting for an answer.")
    talk.say("b2")
    talk.until(lambda: bob.match.game.moves)
    bob.place("a1")
    talk.hears("O plays a1.")
    talk.until(lambda: len(bob.match.game.moves) == 2)
    bob.following.wish(UNDO)
    talk.hears("Bob requests a takeback: type yes or no.")
    talk.say(word)
    talk.hears("Taken back: O a1. Bob to move." if word == "yes" else "You declined the takeback.")
    talk.until(lambda: len(bob.match.game.moves) == (1 if word == "yes" else 2))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hint", "Hints are off in shared games."),
        ("redo", "Redo is off in shared games: place the stone again."),
        ("new", "The shared game is not over."),
        ("undo", "Takeback requested, waiting for an answer."),
    ],
)
def test_what_needs_the_others_is_asked_for_or_refused(
    hosting: tuple[Talk, GuestBench], line: str, answer: str
) -> None:
    talk, _ = hosting
    talk.say("b2")
    talk.hears("X plays b2.")
    talk.say(line)
    talk.hears(answer)


def test_the_next_game_is_agreed_to(hosting: tuple[Talk, GuestBench]) -> None:
    talk, bob = hosting
    talk.say("resign")
    talk.hears("type resign again to confirm")
    talk.say("resign")
    talk.hears("Bob wins")
    talk.say("")
    talk.hears("requested, waiting for an answer")
    talk.until(lambda: bob.following.asked is not None)
    bob.following.vote(True)
    talk.hears("Game 2: O starts. Bob to move.")


def test_with_nobody_there_nobody_is_asked_and_what_is_done_is_told_once(
    hosting: tuple[Talk, GuestBench],
) -> None:
    talk, bob = hosting
    talk.say("b2")
    talk.until(lambda: bob.match.game.moves)
    bob.cut()
    talk.hears("Bob disconnected.")
    talk.say("undo")
    talk.hears("Taken back: X b2.")
    talk.say("resign")
    talk.hears("type resign again to confirm")
    talk.say("resign")
    talk.hears("Bob wins")
    talk.say("")
    talk.hears("Game 2: O starts.")
    talk.say("moves")
    talk.hears("No moves yet")
    assert "requested, waiting for an answer" not in talk.all_heard
    assert talk.all_heard.count("Game 2") == 1
    bob.come()
    talk.hears("Bob rejoined.")


def test_who_looks_on_is_not_asked_to_go_on(place: Path) -> None:
    ada = HostBench(two(), place / "ada")
    bob, session = GuestBench(place / "bob"), Session(2)
    looking = Talk(session, GuestSession(session, OWN, watches=True), ada, bob)
    looking.until(lambda: ada.hosting.table.is_complete)
    ada.begin()
    looking.hears("You are watching.")
    ada.controller.resign(0)
    looking.hears("Bob (O) wins: Ada (X) resigned. Score: Ada 0, Bob 1.\n")
    looking.say("")
    looking.hears("Spectators can't do that.")
    assert "requested, waiting for an answer" not in looking.all_heard
    for one in (looking, bob, ada):
        one.close()


def test_a_guest_who_comes_and_goes_is_told_of(hosting: tuple[Talk, GuestBench]) -> None:
    talk, bob = hosting
    bob.cut()
    talk.hears("Bob disconnected.")
    bob.come()
    talk.hears("Bob rejoined.")


def test_who_is_here_away_and_looking_on_is_told_when_asked(hosting: tuple[Talk, GuestBench]) -> None:
    talk, bob = hosting
    talk.say("who")
    talk.hears("Connected: you (X) and Bob (O). No spectators. You are hosting.\n")
    eve = GuestBench(bob.home, "Eve", watches=True)
    talk.others = (bob, eve)
    talk.hears("is watching.")
    bob.cut()
    talk.hears("Bob disconnected.")
    talk.say("who")
    talk.hears(
        f"Connected: you (X). Disconnected: Bob (O). Eve ({OWN}) is watching. You are hosting. "
        f"Players rejoin with ttt-tui --join {OWN}."
    )
    bob.come()
    talk.hears("Bob rejoined.")
    eve.close()


def test_a_guest_is_told_who_hosts_by_name_and_login(visiting: tuple[Talk, HostBench]) -> None:
    talk, _ = visiting
    talk.say("who")
    talk.hears(f"Connected: Ada (X) and you (O). No spectators. Ada ({OWN}) is hosting.")


def test_a_guest_plays_resigns_and_keeps_the_game(visiting: tuple[Talk, HostBench]) -> None:
    talk, ada = visiting
    talk.say("b2")
    talk.hears("It is Ada's turn.")
    ada.place("b2")
    talk.hears("X plays b2. Your move.")
    talk.say("b2")
    talk.hears("b2 is taken.")
    talk.say("c3")
    talk.hears("O plays c3. Ada to move.")
    talk.say("resign")
    talk.hears("type resign again to confirm")
    talk.say("resign")
    talk.hears("Ada wins")
    assert ada.match.game.outcome is not None


def test_a_host_who_goes_ends_the_dialogue_with_the_reason(visiting: tuple[Talk, HostBench]) -> None:
    talk, ada = visiting
    ada.place("b2")
    ada.door.close("")
    talk.hears(f"Host Ada ({OWN}) disconnected.")
    talk.ends()
    ada.door = Server(lambda: None)  # that which is closed at the end


def test_a_computer_of_the_hosts_moves_in_its_turn(place: Path) -> None:
    players = Player("Ada", level=HUMAN), Player("Rex", level="rules"), Player("Guest", level=OPEN)
    talk = hosts(place, Setup(Geometry(4, 4, 3), players))
    bob = GuestBench(place / "bob")
    talk.others = (bob,)
    talk.hears("Your move.")
    talk.say("a1")
    talk.hears("X plays a1.")
    talk.hears("O plays")
    talk.until(lambda: bob.following.match is not None and len(bob.match.game.moves) == 2)
    bob.place("d4" if bob.match.game.check("d4") is None else "d3")
    talk.hears("A plays")
    talk.close()
    bob.close()


def test_a_resignation_that_the_game_has_overtaken_is_asked_for_anew(
    hosting: tuple[Talk, GuestBench],
) -> None:
    talk, bob = hosting
    talk.say("b2")
    talk.until(lambda: len(bob.match.game.moves) == 1)
    talk.say("resign")
    talk.hears("Only a takeback can undo this: type resign again to confirm.")
    bob.place("a1")
    talk.hears("O plays a1")
    talk.say("resign")
    talk.until(lambda: talk.all_heard.count("type resign again") == 2)
    talk.say("moves")
    talk.hears("Moves: X b2, O a1.")
    talk.say("resign")
    talk.until(lambda: talk.all_heard.count("type resign again") == 3)
