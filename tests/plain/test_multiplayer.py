"""Plain mode with other terminals, which have no screen here."""

import io
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.stores import patient
from tests.support.terminals import PATIENCE, GuestBench, HostBench, meeting_place, two
from ttt_tui.engine import HUMAN, OPEN, Geometry, Player, Rules, Setup
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.guest import GuestSession
from ttt_tui.multiplayer.host import HostSession
from ttt_tui.multiplayer.protocol import DRAW, UNDO
from ttt_tui.multiplayer.session import MultiplayerSession
from ttt_tui.plain.match import PlainMatch
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session.session import Session

OWN = sockets.own_login()


class Talk:
    """A loop in a thread of its own, into which lines are entered one by one."""

    def __init__(
        self, session: Session, company: MultiplayerSession, *others: HostBench | GuestBench
    ) -> None:
        self.others = others
        self._out = io.StringIO()
        self._read = 0
        reader, self._writer = os.pipe()
        self._reader = reader
        plain = PlainMatch(session, LineReader(reader), SentenceWriter(self._out), Signals())
        self._session = session
        self._thread = threading.Thread(target=plain.play, kwargs={"multiplayer": company}, daemon=True)
        self._thread.start()

    def enter(self, line: str) -> None:
        os.write(self._writer, f"{line}\n".encode())

    def ask(self, line: str, answer: str) -> None:
        self.enter(line)
        self.expect(answer)

    @property
    def output(self) -> str:
        return self._out.getvalue()

    def expect(self, text: str) -> None:
        """Wait until this is answered, after all that was expected before."""
        self.until(lambda: text in self._out.getvalue()[self._read :], text)
        self._read = self._out.getvalue().index(text, self._read) + len(text)

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
        assert not self._thread.is_alive(), "the end of input ends it"
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
    talk.expect("Bob joined.")
    talk.expect("Your move.")
    talk.until(lambda: bob.multiplayer.setup is not None)
    yield talk, bob
    talk.close()
    bob.close()


@pytest.fixture
def visiting(place: Path) -> Iterator[tuple[Talk, HostBench]]:
    """Bob, who plays in plain mode as Ada's guest."""
    ada = HostBench(two(), place / "ada")
    session = Session(1, patient(place / "bob" / "history.db"))
    session.profile.rename("Bob")
    talk = Talk(session, GuestSession(session, OWN), ada)
    talk.until(lambda: ada.multiplayer.is_ready)
    ada.begin()
    talk.expect("Ada to move.")
    yield talk, ada
    talk.close()
    ada.close()


def test_a_waiting_host_is_told_how_to_be_joined_and_may_leave(place: Path) -> None:
    talk = hosts(place)
    talk.expect(f"Waiting for players. Players join with ttt-tui --join {OWN}.")
    talk.ask("b2", "The match has not started. Type quit to leave.")
    talk.ask("x" * 2000, "The match has not started.")
    talk.enter("quit")
    talk.ends()
    talk.close()
    with pytest.raises(sockets.ConnectionUnavailable):
        GuestBench(place / "bob")


def test_who_lists_the_people_while_waiting(place: Path) -> None:
    players = [Player("Ada", level=HUMAN), Player("Rex", level="rules"), *[Player("Guest", level=OPEN)] * 2]
    players[-1] = Player("Guest 2", level=OPEN)
    talk = hosts(place, Setup(Geometry(4, 4, 3), players))
    bob, eve = GuestBench(place / "bob"), GuestBench(place / "bob", "Eve", watches=True)
    talk.others = (bob, eve)
    talk.expect("Eve (root) is watching." if OWN == "root" else "is watching.")
    talk.enter(" WHO ")
    talk.expect(
        "The match has not started. Connected: you (X) and Bob (A). Waiting for: Guest 2 (H). "
        f"Computers: Rex (O). Eve ({OWN}) is watching. You are hosting. Type quit to leave."
    )
    talk.close()
    bob.close()
    eve.close()


def test_guests_and_spectators_are_told_their_seat_and_a_spectator_is_offered_no_game(place: Path) -> None:
    ada = HostBench(two(), place / "ada")
    session, other = Session(1), Session(2)
    talk = Talk(session, GuestSession(session, OWN), ada)
    looking = Talk(other, GuestSession(other, OWN, watches=True), ada)
    talk.until(lambda: ada.multiplayer.is_ready)
    ada.begin()
    talk.expect(f"O is {OWN} (human). You are O.")
    looking.expect("You are watching.")
    ada.controller.resign(0)
    looking.expect(f"{OWN} (O) wins: Ada (X) resigned. Score: Ada 0, {OWN} 1.\n")
    looking.ask("", "Spectators can't do that.")
    assert "requested, waiting for an answer" not in looking.output
    for one in (talk, looking, ada):
        one.close()


def test_moves_refusals_and_requests_are_told(hosting: tuple[Talk, GuestBench]) -> None:
    talk, bob = hosting
    talk.ask("b2", "X plays b2. Bob to move.")
    talk.ask("a1", "It is Bob's turn.")
    talk.until(lambda: bob.match.game.moves)
    bob.place("a1")
    talk.expect("O plays a1. Your move.")
    for line, answer in (
        ("hint", "Hints are off in shared games."),
        ("redo", "Redo is off in shared games: place the stone again."),
        ("new", "The shared game is not over."),
        ("yes", "No request is waiting for an answer."),
        ("c3", "X plays c3."),
        ("undo", "Takeback requested, waiting for an answer."),
    ):
        talk.ask(line, answer)


@pytest.mark.parametrize("word", ["yes", "no"])
def test_a_guests_request_is_answered(hosting: tuple[Talk, GuestBench], word: str) -> None:
    talk, bob = hosting
    talk.enter("b2")
    talk.until(lambda: bob.match.game.moves)
    bob.place("a1")
    talk.expect("O plays a1.")
    talk.until(lambda: len(bob.match.game.moves) == 2)
    bob.multiplayer.propose(UNDO)
    talk.expect("Bob requests a takeback: type yes or no.")
    talk.ask(word, "Taken back: O a1. Bob to move." if word == "yes" else "You declined the takeback.")
    talk.until(lambda: len(bob.match.game.moves) == (1 if word == "yes" else 2))


def test_a_draw_is_offered_and_agreed(hosting: tuple[Talk, GuestBench]) -> None:
    talk, bob = hosting
    talk.ask("draw", "A draw can be offered after the first move.")
    talk.enter("b2")
    talk.until(lambda: bob.match.game.moves)
    talk.ask("draw", "Draw offered, waiting for an answer.")
    talk.until(lambda: bob.multiplayer.incoming_request == "Ada offers a draw")
    bob.multiplayer.vote(False)
    talk.expect("Bob declined the draw.")
    bob.multiplayer.propose(DRAW)
    talk.expect("Bob offers a draw: type yes or no.")
    talk.ask("yes", "The draw was accepted. Draw by agreement. Score: Ada 0, Bob 0.")
    talk.until(lambda: bob.match.game.outcome is not None)


def test_a_resignation_is_confirmed_anew_after_a_move_and_the_next_game_needs_consent(
    hosting: tuple[Talk, GuestBench],
) -> None:
    talk, bob = hosting
    talk.enter("b2")
    talk.until(lambda: len(bob.match.game.moves) == 1)
    talk.ask("resign", "Only a takeback can undo this: type resign again to confirm.")
    bob.place("a1")
    talk.expect("O plays a1")
    talk.enter("resign")
    talk.until(lambda: talk.output.count("type resign again") == 2)
    talk.ask("moves", "Moves: X b2, O a1.")
    talk.enter("resign")
    talk.until(lambda: talk.output.count("type resign again") == 3)
    talk.ask("resign", "Bob wins")
    talk.ask("", "requested, waiting for an answer")
    talk.until(lambda: bob.multiplayer.ask is not None)
    bob.multiplayer.vote(True)
    talk.expect("Game 2: O starts. Bob to move.")


def test_who_is_there_is_listed_and_without_guests_no_consent_is_needed(
    hosting: tuple[Talk, GuestBench],
) -> None:
    talk, bob = hosting
    talk.ask("who", "Connected: you (X) and Bob (O). No spectators. You are hosting.\n")
    eve = GuestBench(bob.home, "Eve", watches=True)
    talk.others = (bob, eve)
    talk.expect("is watching.")
    talk.enter("b2")
    talk.until(lambda: bob.match.game.moves)
    bob.cut()
    talk.expect("Bob disconnected.")
    talk.enter("who")
    talk.expect(
        f"Connected: you (X). Disconnected: Bob (O). Eve ({OWN}) is watching. You are hosting. "
        f"Players rejoin with ttt-tui --join {OWN}."
    )
    talk.ask("undo", "Taken back: X b2.")
    talk.ask("resign", "type resign again to confirm")
    talk.ask("resign", "Bob wins")
    talk.ask("", "Game 2: O starts.")
    talk.ask("moves", "No moves yet")
    assert "requested, waiting for an answer" not in talk.output
    assert talk.output.count("Game 2") == 1, "changes are told once"
    bob.come()
    talk.expect("Bob rejoined.")
    eve.close()


def test_a_guest_plays_resigns_and_keeps_the_game(visiting: tuple[Talk, HostBench]) -> None:
    talk, ada = visiting
    talk.ask("who", f"Connected: Ada (X) and you (O). No spectators. Ada ({OWN}) is hosting.")
    talk.ask("b2", "It is Ada's turn.")
    ada.place("b2")
    talk.expect("X plays b2. Your move.")
    talk.ask("b2", "b2 is taken.")
    talk.ask("c3", "O plays c3. Ada to move.")
    talk.ask("resign", "type resign again to confirm")
    talk.ask("resign", "Ada wins")
    assert ada.match.game.outcome is not None


def test_a_host_who_disconnects_ends_the_loop_with_the_reason(visiting: tuple[Talk, HostBench]) -> None:
    talk, ada = visiting
    ada.place("b2")
    ada.multiplayer.close("")
    talk.expect(f"Host Ada ({OWN}) disconnected.")
    talk.ends()


def test_a_computer_of_the_hosts_moves_in_its_turn(place: Path) -> None:
    players = Player("Ada", level=HUMAN), Player("Rex", level="rules"), Player("Guest", level=OPEN)
    talk = hosts(place, Setup(Geometry(4, 4, 3), players))
    bob = GuestBench(place / "bob")
    talk.others = (bob,)
    talk.expect("Your move.")
    talk.ask("a1", "X plays a1.")
    talk.expect("O plays")
    talk.until(lambda: bob.multiplayer.setup is not None and len(bob.match.game.moves) == 2)
    bob.place("d4" if bob.match.game.check("d4") is None else "d3")
    talk.expect("A plays")
    talk.close()
    bob.close()


def test_a_game_of_ultimate_says_the_board_due_at_both_ends(place: Path) -> None:
    setup = Setup(Geometry(9, 9, 3, Rules.parse("ultimate")), two().players)
    talk, bob = hosts(place, setup), GuestBench(place / "bob")
    talk.others = (bob,)
    talk.expect("Your move on any board.")
    talk.until(lambda: bob.multiplayer.setup is not None)
    talk.ask("19", "X plays c3. Bob to move on the bottom right board.")
    talk.until(lambda: bob.match.game.moves)
    bob.place("g7")
    talk.expect("O plays g7. Your move on the top left board.")
    talk.ask("e5", "e5 is not on the top left board, where you have to play.")
    talk.ask("5", "X plays b2. Bob to move on the middle board.")
    talk.until(lambda: len(bob.match.game.moves) == 3)
    bob.place("d4")
    talk.expect("O plays d4. Your move on the top left board.")
    talk.ask("1", "X plays a1 and wins the top left board. Bob to move on any open board.")
    talk.ask("boards", "X has won the top left board.")
    talk.close()
    bob.close()
