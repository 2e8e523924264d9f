"""Ultimate at several terminals: whole games, the board due, takebacks, a host who resumes, old versions."""

from pathlib import Path
from random import Random

import pytest

from tests.multiplayer.test_guest import changed, greeted, leave, played
from tests.multiplayer.test_resuming import opened, resumed
from tests.support.fake_host import FakeHost
from tests.support.terminals import AtOnce, GuestBench, HostBench, kept, play, same, seated, two, until
from tests.support.ultimate import VARIANTS, NineBoards, name_of
from ttt_tui.engine import Geometry, Rules, Setup
from ttt_tui.engine import rules as rules_module
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.discovery import DiscoveredGame, UnavailableGame, _parsed, discover_games
from ttt_tui.multiplayer.host import HostSession
from ttt_tui.multiplayer.protocol import UNDO, VERSION, Offer, write

OWN = sockets.own_login()


def ultimate(words: str = "ultimate") -> Setup:
    return Setup(Geometry(9, 9, 3, Rules.parse(words)), two().players)


def random_moves(words: str, seed: int) -> tuple[list[str], str | None]:
    """Return the squares of a whole game, and its result, as the slow boards have it."""
    dice, boards, names = Random(f"{words} {seed}"), NineBoards.by(words), []
    while boards.result() is None:
        stone = dice.choice(boards.legal())
        boards.play(stone)
        names.append(name_of(stone))
    return names, boards.result()


@pytest.mark.slow
@pytest.mark.parametrize("words", VARIANTS)
def test_a_whole_game_is_played_watched_left_and_kept_at_both_ends(words: str, place: Path) -> None:
    names, result = random_moves(words, 1)
    host, guest = seated(place, ultimate(words))
    play(host, guest, " ".join(names[:20]))
    watcher = GuestBench(place / "eve", "Eve", watches=True)
    until(lambda: watcher.multiplayer.setup is not None and same(host.match, watcher.match), host, watcher)
    due = [one.match.game.position.board_due for one in (host, guest, watcher)]
    assert len({*due}) == 1, "all are sent to the same board"
    guest.cut()
    until(lambda: host.multiplayer.seats.away == [1], host)
    guest.come()
    until(lambda: guest.multiplayer.setup is not None, host, guest)
    assert same(host.match, guest.match)
    play(host, guest, " ".join(names[20:]))
    until(lambda: same(host.match, watcher.match), host, watcher)
    for one in (host, guest, watcher):
        outcome = one.match.game.outcome
        assert outcome is not None
        assert (outcome.winner is None, str(outcome.winner)) in ((True, "None"), (False, result))
    host.close()
    guest.close()
    for (entry,) in (kept(place / "ada"), kept(place / "bob")):
        assert list(entry.moves) == names
        assert entry.setup.geometry == ultimate(words).geometry


def test_the_host_refuses_the_wrong_board_and_a_takeback_sends_back(place: Path) -> None:
    host, guest = seated(place, ultimate())
    play(host, guest, "e5")
    guest.place("a1")
    until(lambda: "a1 is not on the middle board, where you have to play" in guest.said, host, guest)
    assert len(host.match.game.moves) == 1
    play(host, guest, "d4")
    guest.multiplayer.propose(UNDO)
    until(lambda: host.multiplayer.poll.proposal is not None, host, guest)
    host.multiplayer.vote(True)
    until(lambda: len(guest.match.game.moves) == 1, host, guest)
    assert guest.match.game.position.board_due == 4
    play(host, guest, "f6 g7")
    host.close()
    guest.close()


def test_a_hosted_game_is_resumed_on_the_board_that_was_due(place: Path) -> None:
    shared = HostSession(opened(place), ultimate("open-until-full"))
    bob = GuestBench(place / "bob")
    until(lambda: shared.receive() or shared.is_ready, bob)
    controller = shared.controller(shared.begin_match(), AtOnce())
    controller.place(controller.match.setup.geometry.parse("f4"))
    shared.close()
    again = resumed(place)
    back = GuestBench(place / "eve", "Bob")
    until(lambda: again.receive() or again.is_ready, back)
    match = again.controller(again.begin_match(), AtOnce()).match
    until(lambda: back.multiplayer.setup is not None and same(match, back.match), back)
    assert back.match.game.position.board_due == 2
    again.close()
    bob.close()
    back.close()


# --- versions without it ---------------------------------------------------------------------------------


@pytest.fixture
def is_older(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this program be a version that knows nothing of Ultimate."""
    known = {word: changes for word, changes in rules_module.WORDS.items() if "game" not in changes}
    monkeypatch.setattr(rules_module, "WORDS", known)


@pytest.mark.parametrize("words", ["ultimate", "ultimate, most-boards"])
@pytest.mark.usefixtures("is_older")
def test_an_older_guest_leaves_such_a_game_with_a_sentence(
    words: str, fake_host: FakeHost, place: Path
) -> None:
    guest = greeted(fake_host, place / "bob")
    kind, fields = changed(board=[9, 9, words])
    fake_host.say(kind, **fields)
    until(lambda: guest.multiplayer.end_reason is not None, guest)
    assert guest.multiplayer.end_reason == f"this version does not know the game's rules “{words}”"
    leave(guest)
    assert played(place / "bob") == []


@pytest.mark.usefixtures("is_older")
def test_an_older_list_of_games_says_why_it_cannot_be_joined() -> None:
    offer = write(Offer(VERSION, 9, 9, 3, "ultimate, most-boards", ["O"], ["Ada"]))
    reason = "this version does not know the game's rules “ultimate, most-boards”"
    assert _parsed("ada", offer) == UnavailableGame("ada", reason)


def test_the_list_of_games_has_it_by_its_name(place: Path) -> None:
    host = HostBench(ultimate("most-boards"), place / "ada")
    (found,) = discover_games()
    assert isinstance(found, DiscoveredGame)
    assert (found.host, found.game) == (OWN, "Ultimate · most boards")
    host.close()
