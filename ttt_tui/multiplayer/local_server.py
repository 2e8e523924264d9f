"""Servers of this machine, as the programs of their visitors reach them.

A server waits at a socket in its user's directory, as a host of a game does, and the kernel tells it who
comes. The first line says what a program wants: `LOBBY`, to come in, or `TURNS`, the games that wait.
Only servers in which the user has been are asked for turns: anybody may run one, and say anything.
"""

import asyncio
import json
import os
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ttt_tui.errors import ConnectionUnavailable, HostBusy
from ttt_tui.multiplayer import sockets
from ttt_tui.process.paths import history_path, make_private_directory, open_own, open_private
from ttt_tui.process.signals import new_event_loop
from ttt_tui.process.text import printable

LOBBY, TURNS = b"lobby", b"turns"

WELCOME, REFUSED = b"\x01", b"\x00"
"""The first byte of the answer to `LOBBY`: with it comes the channel of sockets, or after it a sentence."""

ANSWER_SECONDS = 1.0
"""Time for the answer of a server."""

MOST_ANSWERED = 32 * 1024
"""Bytes of an answer."""

MOST_GAMES, MOST_NAME = 20, 60
"""Games that are read of one server, and characters of a name in them."""

MOST_KNOWN = 10
"""Servers that are remembered."""


class WaitingGame(NamedTuple):
    """A game in which it is the user's turn."""

    server: int
    """The number of the user who runs the server."""
    number: int
    opponent: str
    moves: int

    def __str__(self) -> str:
        return f"{self.opponent} has moved: game {self.number}, move {self.moves + 1}"


def line_of(game: WaitingGame) -> bytes:
    """Return the line by which a server tells a program of a game."""
    return json.dumps([game.number, game.opponent, game.moves]).encode() + b"\n"


# --- which servers there are ------------------------------------------------------------------------------


def _known_path() -> Path | None:
    history = history_path()
    return None if history is None else history.parent / "servers"


def known_servers() -> list[int]:
    """Return the users in whose servers this user has been, the latest first."""
    if (path := _known_path()) is None:
        return []
    try:
        with open(open_own(path, os.O_RDONLY), "rb") as file:
            words = file.read(MOST_KNOWN * 12).split()
    except OSError:
        return []
    return [int(word) for word in words if word.isdigit() and len(word) < 11][:MOST_KNOWN]


def remember(server: int) -> None:
    """Remember a server that lets this user in, if that is possible."""
    path, known = _known_path(), known_servers()
    if path is None or known[:1] == [server]:
        return
    users = [server, *(user for user in known if user != server)][:MOST_KNOWN]
    with suppress(OSError):
        make_private_directory(path.parent)
        with open(open_private(path, os.O_WRONLY | os.O_TRUNC), "wb") as file:
            file.write(b"".join(b"%d\n" % user for user in users))


def server_of(login: str | None) -> int:
    """Return the number of the user with this login.

    Without a login it is the user in whose server this user was latest, or the only one who runs a server.
    Raises `ConnectionUnavailable`.
    """
    sockets.check_support()
    if login is not None:
        return sockets.user_of(login)
    running = [user for user in sockets.hosting_users() if _runs_server(user)]
    if not running:
        raise ConnectionUnavailable("no server runs on this machine: ttt-tui serve --local starts one")
    known = [user for user in known_servers() if user in running]
    if len(running) > 1 and not known:
        logins = ", ".join(sorted(printable(sockets.login_of(user)) for user in running)[:MOST_KNOWN])
        raise ConnectionUnavailable(f"several users run a server; name one: {logins}")
    return (known or running)[0]


def _runs_server(user: int) -> bool:
    try:
        sockets.connect(user, meeting=sockets.SERVER).close()
    except ConnectionUnavailable as refusal:
        return isinstance(refusal, HostBusy)
    return True


# --- asking them ------------------------------------------------------------------------------------------


def waiting_games(servers: Iterable[int]) -> list[WaitingGame]:
    """Return the games that wait for this user. Raises `ConnectionUnavailable` if no server runs."""
    sockets.check_support()
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        answers = runner.run(_ask_all([*servers]))
    if all(answer is None for answer in answers):
        raise ConnectionUnavailable("no server runs in which you have been; ttt-tui lobby enters one")
    return [game for answer in answers for game in answer or ()]


async def _ask_all(servers: Sequence[int]) -> list[list[WaitingGame] | None]:
    return await asyncio.gather(*map(_ask, servers))


async def _ask(server: int) -> list[WaitingGame] | None:
    """Return the games on a server, None if it does not answer as one."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            connected = sockets.connect(server, meeting=sockets.SERVER)
            reader, writer = await asyncio.open_unix_connection(sock=connected, limit=MOST_ANSWERED)
            try:
                writer.write(TURNS + b"\n")
                answer = b""
                while len(answer) <= MOST_ANSWERED and (data := await reader.read(MOST_ANSWERED)):
                    answer += data
            finally:
                writer.close()
        return [_game(server, line) for line in answer.splitlines()[:MOST_GAMES]]
    except (OSError, ValueError, TypeError, RecursionError, ConnectionUnavailable):
        return None


def _game(server: int, line: bytes) -> WaitingGame:
    """Return the game of a line. Raises `ValueError` or `TypeError`."""
    number, opponent, moves = json.loads(line)
    if type(number) is not int or type(moves) is not int or type(opponent) is not str:
        raise TypeError(line)
    if not (0 <= number < 2**53 and 0 <= moves < 10_000 and opponent):
        raise ValueError(line)
    return WaitingGame(server, number, printable(opponent[:MOST_NAME]), moves)


def enter(server: int, version: int) -> tuple[socket.socket, socket.socket]:
    """Return the sockets of a visit: for messages, and that over which connections to games come.

    Raises `ConnectionUnavailable` with the reason.
    """
    who = f"the server of {printable(sockets.login_of(server))}"
    messages = sockets.connect(server, ANSWER_SECONDS, sockets.SERVER)
    try:
        messages.settimeout(ANSWER_SECONDS)
        messages.sendall(LOBBY + b" %d\n" % version)
        first, files, _, _ = socket.recv_fds(messages, 1, 1)
        games = socket_of(files)
        if first == WELCOME and games is not None:
            games.settimeout(ANSWER_SECONDS)
            messages.setblocking(False)
            remember(server)
            return messages, games
        if games is not None:
            games.close()
        if first != REFUSED:
            raise ConnectionUnavailable(f"{who} does not answer as a server does")
        reason = printable(messages.recv(1000).decode(errors="replace").strip())
        raise ConnectionUnavailable(reason or f"{who} no longer lets you in")
    except OSError as error:
        messages.close()
        raise ConnectionUnavailable(f"{who} does not answer: {error.strerror or error}") from None
    except ConnectionUnavailable:
        messages.close()
        raise


def socket_of(files: Sequence[int]) -> socket.socket | None:
    """Return the socket among files that were passed, None if there is none; the files are closed then."""
    for file in files[:1]:
        try:
            return socket.socket(fileno=file)
        except OSError:
            os.close(file)
    return None
