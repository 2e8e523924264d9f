"""`ttt-tui serve`: run a server of one's own, or administer the one that runs.

Its libraries are an extra, and imported here alone.
"""

import asyncio
import getpass
import math
import os
import signal
import socket
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from ttt_tui.errors import CannotStart, ConnectionUnavailable, StoreError, UsageError
from ttt_tui.process.paths import NO_HOME, history_path
from ttt_tui.process.signals import FAILED
from ttt_tui.process.streams import print_error
from ttt_tui.serving.limits import Limits

if TYPE_CHECKING:
    from ttt_tui.serving.server import GameServer
    from ttt_tui.serving.web import WebSite

USUAL_ADDRESS = ("127.0.0.1", 2222)

LEAST_IDLE = 2
"""Minutes: a warning comes one before the end, and keys are known up to one later."""

NEEDED = "needs more libraries: pip install 'ttt-tui[serve]'"


def run(options: Namespace) -> int:
    """Serve until a signal comes, or send a command to the server; return the exit status."""
    folder = _folder(options)
    try:
        if options.words[:1] == ["backup"]:
            return _back_up(folder, options.words[1:])
        if options.words:
            from ttt_tui.serving import admin

            lines, status = admin.ask(folder, options.words)
            print("\n".join(lines))
            return status
        if options.local:
            if given := [name for name in ("ssh", "web", "proxy") if getattr(options, name) is not None]:
                raise UsageError("not allowed with --local", f"--{given[0]}")
            return asyncio.run(_serve_locally(options, folder))
        if options.proxy is not None and options.web is None:
            raise UsageError("only allowed with --web", "--proxy")
        if options.idle < LEAST_IDLE:
            raise UsageError(f"{options.idle} is too few; choose at least {LEAST_IDLE}", "--idle")
        try:
            import asyncssh  # noqa: F401 - only whether it is there

            if options.web is not None:
                import textual_serve  # noqa: F401 - as well
        except ImportError:
            raise UsageError(NEEDED, "serve") from None
        return asyncio.run(_serve(options, folder))
    except (CannotStart, StoreError) as error:
        print_error(str(error))
        return FAILED


def _back_up(folder: Path, words: list[str]) -> int:
    """Write a backup, whether the server runs or not."""
    from ttt_tui.serving.backup import write_backup

    if len(words) != 1:
        raise UsageError("backup needs the name of a file after it", "serve")
    path = Path(words[0])
    write_backup(folder, path)
    print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


def _folder(options: Namespace) -> Path:
    if options.folder is not None:
        return Path(options.folder).absolute()
    if (history := history_path()) is None:
        raise UsageError(NO_HOME, "--folder")
    return history.parent / "server"


async def _serve_locally(options: Namespace, folder: Path) -> int:
    """Open the server for the users of this machine, say how to reach it, and wait for a signal."""
    from ttt_tui.multiplayer.sockets import own_login
    from ttt_tui.serving import admin
    from ttt_tui.serving.local import LocalVisits
    from ttt_tui.serving.server import GameServer

    limits = Limits(visitors=options.visitors, from_address=options.per_address, idle=math.inf)
    login = own_login()
    server = GameServer(folder, options.name or f"{login}@{socket.gethostname()}", limits, forks=False)
    ended = _end_by_signal()
    visits: LocalVisits | None = None
    try:
        visits = LocalVisits(server)
        administering = await admin.listen(server)
        print(f"Serving: ttt-tui lobby {login}", flush=True)
        await ended.wait()
        administering.close()
        with suppress(OSError):
            (folder / admin.SOCKET).unlink()
        return 0
    except ConnectionUnavailable as refusal:
        raise CannotStart(str(refusal)) from None
    finally:
        await server.close()
        if visits is not None:
            await visits.close()


def _end_by_signal() -> asyncio.Event:
    """Return an event that is set when a signal is to end the server."""
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    return ended


async def _serve(options: Namespace, folder: Path) -> int:
    """Open the server, say how to reach it, and wait for a signal."""
    from ttt_tui.serving import admin, ssh
    from ttt_tui.serving.server import GameServer

    limits = Limits(
        visitors=options.visitors,
        guests=options.guests,
        from_address=options.per_address,
        idle=60.0 * options.idle,
    )
    server = GameServer(folder, options.name or socket.gethostname(), limits)
    ended = _end_by_signal()
    site: WebSite | None = None
    try:
        administering = await admin.listen(server)
        host, port = ssh_address = options.ssh or USUAL_ADDRESS
        with _refused(host, port):
            listening = await ssh.listen(server, host, port, ssh.host_key(folder))
        port = listening.get_port()  # port 0 is any that is free
        print(f"Serving: ssh -p {port} {getpass.getuser()}@{_shown(host)}", flush=True)
        if options.web is not None:
            site, port = await _open_site(server, options)
            page = options.proxy or f"http://{_shown(options.web[0])}:{port}/"
            print(f"Serving: {page} for guests with a browser", flush=True)
        if not all(_is_loopback(host) for host, _ in (ssh_address, options.web or ssh_address)):
            print("Anybody who reaches this address can come in and play.", flush=True)
        waiting = [asyncio.create_task(event.wait()) for event in (ended, server.has_failed)]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        listening.close()
        administering.close()
        with suppress(OSError):
            (folder / admin.SOCKET).unlink()
        if server.has_failed.is_set():
            raise CannotStart("the process for visitors does not start any more")
        return 0
    finally:
        await server.close()
        if site is not None:
            await site.close()  # after the visits, whose pages say why they end


async def _open_site(server: "GameServer", options: Namespace) -> "tuple[WebSite, int]":
    """Return the pages, and their port. Raises `CannotStart`."""
    from ttt_tui.serving.web import WebSite

    site = WebSite(server, options.proxy)
    with _refused(*options.web):
        return site, await site.listen(*options.web)


@contextmanager
def _refused(host: str, port: int) -> Iterator[None]:
    """Turn an `OSError` of listening there into a `CannotStart`."""
    try:
        yield
    except OSError as error:
        raise CannotStart(f"cannot listen on {host}:{port}: {os.strerror(error.errno or 0)}") from None


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _shown(host: str) -> str:
    return "localhost" if _is_loopback(host) else socket.gethostname() if host in ("0.0.0.0", "::") else host
