"""Parts of a visit: how a process becomes a visitor's, and a channel without a program."""

import os
import signal
import socket
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from ttt_tui.cli.parser import make_parser
from ttt_tui.errors import VisitRefused
from ttt_tui.serving import forks
from ttt_tui.serving.commands import parse_command
from ttt_tui.serving.forks import NOT_STARTED, VisitRequest
from ttt_tui.serving.ssh import VisitSession


@pytest.mark.parametrize("has_terminal", [False, True])
def test_a_process_becomes_a_visitors_with_its_files_and_no_others(
    has_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[Any, ...]] = []

    def ends(status: int) -> NoReturn:
        raise SystemExit(status)

    monkeypatch.setattr(os, "setsid", lambda: done.append(("setsid",)))
    monkeypatch.setattr(os, "dup2", lambda file, target: done.append(("dup2", file, target)))
    monkeypatch.setattr(os, "close", lambda file: done.append(("close", file)))
    monkeypatch.setattr(os, "listdir", lambda path: ["0", "1", "2", "7", "11", "12", "40"])
    monkeypatch.setattr(os, "_exit", ends)
    library = SimpleNamespace(prctl=lambda *values: done.append(("prctl", *values)))
    monkeypatch.setattr(forks.ctypes, "CDLL", lambda name: library)
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    monkeypatch.setattr(signal, "set_wakeup_fd", lambda file: -1)
    monkeypatch.setattr(forks.fcntl, "ioctl", lambda file, request, value: done.append(("ioctl", file)))
    request = VisitRequest(1, "ada", False, "/", {}, [], has_terminal, "/")

    def visit(asked: VisitRequest, files: Sequence[int]) -> int:
        done.append(("visit", [*files]))
        return 5

    channel = SimpleNamespace(close=lambda: done.append(("channel",)))
    with pytest.raises(SystemExit) as end:
        forks._become(request, [8, 9, 10, 11, 12], 7, visit, channel)  # type: ignore[arg-type]  # of a socket
    assert end.value.code == 5
    assert [each for each in done if each[0] == "dup2"] == [("dup2", 8, 0), ("dup2", 9, 1), ("dup2", 10, 2)]
    assert ("close", 40) in done
    assert not any(("close", file) in done for file in (0, 1, 2, 7, 11, 12))
    assert (("ioctl", 0) in done) == has_terminal
    assert done[-1] == ("visit", [11, 12])


class Channel:
    """The channel of a session, as far as it is used."""

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self.statuses: list[int] = []

    def write_stderr(self, text: bytes) -> None:
        self.said.append(text)

    def exit(self, status: int) -> None:
        self.statuses.append(status)


def test_a_session_without_a_program_bears_everything() -> None:
    client = SimpleNamespace(close=lambda: None)
    session = VisitSession(SimpleNamespace(), client)  # type: ignore[arg-type]  # as far as they are used
    channel = Channel()
    session.connection_made(channel)  # type: ignore[arg-type]  # as far as it is used
    assert not session.subsystem_requested("sftp")
    assert session.eof_received()
    session.data_received(b"x", None)
    session.terminal_size_changed(0, 2**31, 0, 0)
    session.signal_received("INT")
    session.pause_writing()
    session.resume_writing()
    session._write()
    session._end("go")
    session._ended(NOT_STARTED)
    session._ended(0)
    session.connection_lost(None)
    assert len(channel.statuses) == 1


class ClosedChannel(Channel):
    """A channel that the client has closed, of which the session does not know yet."""

    def write(self, text: bytes) -> None:
        raise BrokenPipeError

    def write_stderr(self, text: bytes) -> None:
        raise BrokenPipeError


async def test_output_for_a_client_that_is_going_is_dropped() -> None:
    client, channel = SimpleNamespace(close=lambda: None), ClosedChannel()
    session = VisitSession(SimpleNamespace(), client)  # type: ignore[arg-type]  # as far as they are used
    session.connection_made(channel)  # type: ignore[arg-type]  # as far as it is used
    program_files, ours = session._open_pipes()
    session._files = ours
    for file in program_files[1:]:
        os.write(file, b"text")
    for file in [*ours]:
        session._read(file)
    session.refuse("nobody hears it")
    assert channel.statuses == [1]
    session.connection_lost(None)
    for file in program_files:
        os.close(file)


def test_a_socket_pair_is_not_needed_for_nothing() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    theirs.close()
    with ours:
        assert not forks._take(ours, 0, {}, lambda request, files: 0)
        forks._reap(ours, {})


@pytest.mark.parametrize(
    "text",
    ["history list", "history list won after:2026-11 --count 5", "history list --json", "history show 12",
     "history show 12 --json", "history show 12 --moves", "history export 3,7-9 -", "history export all -",
     "puzzle", "puzzle --daily"],
)  # fmt: skip
def test_what_a_visitor_may_ask_for_is_known_to_the_program(text: str) -> None:
    _, words = parse_command(text)
    assert words == text.split()
    make_parser(words).parse_args(words)  # which exits with an error


@pytest.mark.parametrize(
    "text",
    ["history list --limit 5", "history show 1 --ascii", "history export 1 - --format sgf",
     "history export 1", "history export all /tmp/x", "history export -- -",
     "history show -1", "puzzle make 3"],
)  # fmt: skip
def test_nothing_else_is(text: str) -> None:
    with pytest.raises(VisitRefused, match="unknown command; choose from history list, history show"):
        parse_command(text)
