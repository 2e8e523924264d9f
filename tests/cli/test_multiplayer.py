"""The options of shared matches: what they start, and which exclude each other."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.sure import sure
from tests.support.terminals import HostBench, meeting_place, two
from ttt_tui.cli import multiplayer as module
from ttt_tui.cli.multiplayer import check, list_hosts, multiplayer_session
from ttt_tui.engine import OPEN, Geometry
from ttt_tui.errors import UsageError
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.discovery import DiscoveredGame, UnavailableGame
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

OWN = sockets.own_login()
OPTIONS = "host only join seat watch preset board line rules player time clock start resume replay"


def options(**given: object) -> Namespace:
    return Namespace(**{name: given.get(name) for name in OPTIONS.split()})


@pytest.fixture
def place() -> Iterator[Path]:
    with meeting_place() as place:
        yield place


def test_options_go_together_or_not() -> None:
    """Most that do not are in `test_usage`; for these a game or a file has to be there first."""
    check(options(join="ada", seat="O"))
    check(options(watch="ada"))
    check(options(host=True, only={"bob"}, preset="gomoku"))
    check(options(only={"bob"}, resume="last"))
    with pytest.raises(UsageError, match="argument --resume: not allowed with argument --join"):
        check(options(join="ada", resume="3"))
    with pytest.raises(UsageError, match="argument --host: not allowed with argument --replay"):
        check(options(host=True, replay="game.txt"))


def test_hosted_games_are_listed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list_hosts() == 0
    assert capsys.readouterr().out == "No hosted games on this machine; host one with `ttt-tui --host`\n"
    (place / "ada").mkdir()
    ada = HostBench(two(), place / "ada")
    assert list_hosts() == 0
    told = "3×3 · three in a row · open seats: O · joined: Ada"
    assert capsys.readouterr().out == f"ttt-tui --join {OWN}   {told}\n"
    assert list_hosts(ascii=True) == 0
    told = "3x3 . three in a row . open seats: O . joined: Ada"
    assert capsys.readouterr().out == f"ttt-tui --join {OWN}   {told}\n"
    ada.close()


def test_the_list_has_the_command_for_each_game_or_the_reason_why_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [
        DiscoveredGame("ada", Geometry(15, 15, 5), ("O", "A"), ("Ada",)),
        DiscoveredGame("bobby", Geometry(7, 6, 4), (), tuple(f"Guest {n}" for n in range(2, 9))),
        UnavailableGame("eve", "no answer"),
    ]
    monkeypatch.setattr(module, "discover_games", lambda: found)
    assert list_hosts() == 0
    assert capsys.readouterr().out.splitlines() == [
        "ttt-tui --join ada      15×15 · five in a row · open seats: O, A · joined: Ada",
        "ttt-tui --watch bobby   7×6 · four in a row · no open seats · "
        "joined: Guest 2, Guest 3, Guest 4, Guest 5 and 3 more",
        "eve                     can't be joined: no answer",
    ]


def test_on_a_narrow_terminal_no_line_of_the_list_is_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [DiscoveredGame("ada", Geometry(15, 15, 5), ("O", "A"), ("Ada", "Bob"))]
    monkeypatch.setattr(module, "discover_games", lambda: found)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert list_hosts() == 0
    assert capsys.readouterr().out.splitlines() == [
        "ttt-tui --join ada",
        "  15×15 · five in a row",
        "  open seats: O, A · joined: Ada and Bob",
    ]


def test_the_session_follows_from_the_options(place: Path) -> None:
    session, alone = Session(1), PRESETS["computer"].make()
    assert multiplayer_session(options(), session, alone, None) is None
    assert multiplayer_session(options(host=True), session, None, None) is None, "the setup comes first"
    shared = sure(multiplayer_session(options(host=True), session, alone, None))
    assert shared.is_host
    assert shared.setup is not None
    assert [player.level for player in shared.setup.players][-1] == OPEN
    with pytest.raises(UsageError, match="you are already hosting a game"):
        multiplayer_session(options(host=True), session, alone, None)
    guest = sure(multiplayer_session(options(join=OWN), Session(2), None, None))
    assert not guest.is_host
    guest.close()
    shared.close()
    for given in ({"join": OWN}, {"watch": OWN}):
        with pytest.raises(UsageError, match=f"user {OWN} is not hosting a game"):
            multiplayer_session(options(**given), session, None, None)


def test_a_stored_game_is_hosted_if_it_has_an_open_seat(place: Path) -> None:
    keeper = StoreThread(place / "history.db", max_wait=20)
    session = Session(1, keeper)
    session.new_match(PRESETS["two-players"].make()).place("b2")
    session.release()
    entry = sure(keeper.last_unfinished(20))
    with pytest.raises(UsageError, match="has no open seat"):
        multiplayer_session(options(host=True), session, None, entry)
    shared = sure(multiplayer_session(options(), session, None, replace(entry, setup=two())))
    shared.close()
    session.close()
