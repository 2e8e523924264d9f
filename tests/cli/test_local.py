"""`ttt-tui serve --local`, `lobby` and `turns`, as commands."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.shell import Shell, shell
from tests.support.terminals import meeting_place
from ttt_tui.multiplayer import local_server, sockets
from ttt_tui.multiplayer.lobby import Lobby, visit_server
from ttt_tui.process.memory import OLD_THRESHOLD

__all__ = ["shell"]

LOGIN = sockets.own_login()

WITHOUT_SCREENS = """
import sys
from ttt_tui.cli.main import main
status = main(["turns"])
assert not {name for name in sys.modules if name.startswith(("textual", "rich", "ttt_tui.app"))}
sys.exit(status)
"""


@pytest.fixture
def place() -> Iterator[Path]:
    with meeting_place() as place:
        yield place


def environment(place: Path) -> dict[str, str]:
    return {**os.environ, "TMPDIR": str(place), "TTT_TUI_HOME": str(place / "home")}


def serving(place: Path) -> "subprocess.Popen[str]":
    """Start a server, and wait until it can be entered."""
    command = [sys.executable, "-m", "ttt_tui", "serve", "--local", "--folder", str(place / "server")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(place), text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == f"Serving: ttt-tui lobby {LOGIN}\n"
    return process


def turns(place: Path) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_SCREENS], env=environment(place), capture_output=True, text=True
    )
    return done.returncode, done.stdout, done.stderr


def test_a_server_is_entered_killed_and_started_again(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTT_TUI_HOME", str(place / "home"))
    nobody = (1, "", "ttt-tui: no server runs in which you have been; ttt-tui lobby enters one\n")
    assert turns(place) == nobody
    with serving(place) as process:
        assert turns(place) == nobody, "the user has not been there"
        lobby = Lobby(visit_server(local_server.server_of(None)))
        assert local_server.known_servers() == [os.geteuid()]
        assert turns(place) == (1, "", ""), "no game waits"
        process.kill()
    lobby.close()
    assert turns(place) == nobody
    with serving(place) as process:
        Lobby(visit_server(local_server.server_of(LOGIN))).close()
        process.terminate()
        assert process.wait(20) == 0
    assert not sockets.own_address(sockets.SERVER).exists()


def test_waiting_games_are_printed_with_their_server_if_there_are_several(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = [os.geteuid()]
    games = [local_server.WaitingGame(os.geteuid(), 3, "Bob", 4)]
    monkeypatch.setattr(local_server, "known_servers", lambda: known)
    monkeypatch.setattr(local_server, "waiting_games", lambda servers: games)
    assert shell.fine("turns") == "Bob has moved: game 3, move 5\n"
    known.append(12345)
    assert shell.fine("turns") == f"Bob has moved: game 3, move 5 (ttt-tui lobby {LOGIN})\n"


def test_what_does_not_go_is_one_sentence(shell: Shell, place: Path) -> None:
    for words, reason in (
        (("serve", "--local", "--ssh", "0"), "argument --ssh: not allowed with --local"),
        (("serve", "--local", "--web", "0"), "argument --web: not allowed with --local"),
        (("lobby",), "no server runs on this machine: ttt-tui serve --local starts one"),
        (("lobby", "nobody-here"), "no user of this machine has the login name nobody-here"),
        (("lobby", LOGIN), f"user {LOGIN} is not running a server"),
        (("--plain", "lobby"), "argument --plain: the lobby needs a screen"),
        (("--board", "3", "lobby"), "argument --board: not allowed before lobby"),
        (("turns", "now"), "unrecognized arguments: now"),
    ):
        assert reason in shell.refused(*words)


def test_a_server_collects_its_garbage_and_a_search_does_not_wait_for_that(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def run(options: object) -> int:
        seen.append(gc.get_threshold()[2])
        return 0

    monkeypatch.setattr("ttt_tui.cli.serve.run", run)
    monkeypatch.setattr("ttt_tui.cli.bench.run", run)
    shell.fine("serve", "--local")
    shell.fine("bench")
    assert seen == [gc.get_threshold()[2], OLD_THRESHOLD]
