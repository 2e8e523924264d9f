"""The administrator's commands, over a Unix socket in the server's folder that only its owner can reach."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ttt_tui.errors import CannotStart, NameRefused, StoreError
from ttt_tui.process.text import printable
from ttt_tui.serving.server import GameServer

SOCKET = "admin"

MOST_BYTES = 64 * 1024
"""The longest command, and the longest answer."""

ANSWER_SECONDS = 30.0


def ask(folder: Path, words: Sequence[str]) -> tuple[list[str], int]:
    """Return the lines of the answer of the server in a folder, and an exit status. Raises `CannotStart`."""
    try:
        with socket.socket(socket.AF_UNIX) as connected:
            connected.settimeout(ANSWER_SECONDS)
            connected.connect(str(folder / SOCKET))
            connected.sendall(json.dumps(words).encode() + b"\n")
            answer = b"".join(iter(lambda: connected.recv(MOST_BYTES), b""))
        lines, status = json.loads(answer)
    except (OSError, ValueError):
        raise CannotStart(f"no server runs in {folder}") from None
    return lines, status


async def listen(server: GameServer) -> asyncio.Server:
    """Answer commands. Raises `OSError`, and `CannotStart` if another server runs in the folder."""
    path = server.folder / SOCKET

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            words = json.loads(await reader.readline())
            lines, status = [*run(server, words)], 0
        except (ValueError, TypeError, NameRefused, StoreError, CannotStart) as refusal:
            lines, status = [str(refusal)], 1
        writer.write(json.dumps((lines, status)).encode())
        writer.close()

    if path.exists():
        try:
            with socket.socket(socket.AF_UNIX) as other:
                other.connect(str(path))
        except OSError:
            path.unlink()
        else:
            raise CannotStart(f"a server runs in {server.folder} already")
    listening = await asyncio.start_unix_server(answer, str(path), limit=MOST_BYTES)
    path.chmod(0o600)
    return listening


def run(server: GameServer, words: Sequence[str]) -> Iterator[str]:
    """Carry out a command, and yield the lines of the answer. Raises what its parts raise."""
    command, *rest = words
    number, what = COMMANDS.get(command, (-1, _unknown))
    if command in COMMANDS and len(rest) < number:
        raise CannotStart(f"{command} needs {number} {'words' if number > 1 else 'word'} after it")
    yield from what(server, rest)


def _unknown(server: GameServer, words: Sequence[str]) -> Iterator[str]:
    raise CannotStart(f"choose from {', '.join(COMMANDS)}")
    yield


def _list(server: GameServer, words: Sequence[str]) -> Iterator[str]:
    for inside in server.inside.values():
        doing = "coming" if inside.visitor is None else inside.visitor.doing
        yield f"{inside.name:20} {inside.address:20} {doing}"
    yield f"{len(server.inside)} visitors, {len(server.lobby.games.rooms)} games"
    for ban in server.accounts.bans():
        yield f"banned: {ban.what}: {printable(ban.reason)}"


def _kick(server: GameServer, words: Sequence[str]) -> Iterator[str]:
    reason = " ".join(words[1:]) or "the administrator has ended your visit"
    found = [inside for inside in server.inside.values() if inside.name.casefold() == words[0].casefold()]
    for inside in found:
        inside.end(reason)
    yield f"{len(found)} visits ended"


def _ban(server: GameServer, words: Sequence[str]) -> Iterator[str]:
    reason = " ".join(words[1:])
    server.accounts.ban(words[0], reason)
    ended = 0
    for inside in [*server.inside.values()]:
        if words[0].casefold() in (inside.name.casefold(), inside.address):
            inside.end(f"you may not come in: {reason}")
            ended += 1
    yield f"{words[0]} is banned; {ended} visits ended"


def _unban(server: GameServer, words: Sequence[str]) -> Iterator[str]:
    if not server.accounts.unban(words[0]):
        raise CannotStart(f"{words[0]} is not banned")
    yield f"{words[0]} is no longer banned"


def _rename(server: GameServer, words: Sequence[str]) -> Iterator[str]:
    account = server.accounts.named(words[0])
    if account is None:
        raise CannotStart(f"unknown account {words[0]}")
    server.lobby.rename(account, words[1])
    yield f"{words[0]} is {words[1]} from now on"


def _message(server: GameServer, words: Sequence[str]) -> Iterator[str]:
    server.lobby.visitors.announce(f"Administrator: {' '.join(words)[:200]}")
    yield f"shown to {len(server.inside)} visitors"


COMMANDS: dict[str, tuple[int, Callable[[GameServer, Sequence[str]], Iterator[str]]]] = {
    "list": (0, _list),
    "kick": (1, _kick),
    "ban": (2, _ban),
    "unban": (1, _unban),
    "rename": (2, _rename),
    "message": (1, _message),
}
"""The commands, with the number of words that have to follow."""
