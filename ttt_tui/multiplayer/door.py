"""Where guests come in: the socket at which a user of this machine hosts, or the rooms of a server.

A door knows who comes without asking them; what they send is the business of the `Server` behind it.
"""

import asyncio
import os
from collections.abc import Callable
from typing import Protocol

from ttt_tui.errors import ConnectionUnavailable
from ttt_tui.multiplayer import limits, sockets
from ttt_tui.multiplayer.connection import Connection
from ttt_tui.multiplayer.limits import GUEST_PACE, ConnectionLimiter, TokenBucket
from ttt_tui.multiplayer.sockets import Meeting

CHECK_SECONDS = 1.0
"""Time between two checks of the socket, which a clean-up of temporary files may remove."""

BLOCKED_SECONDS = 15.0
"""Time between two attempts to replace a socket that has replaced ours: each counts as a connection there."""

Admit = Callable[[Connection, int, str], object]
"""Called for each guest with the connection, the user's number and the login."""

Report = Callable[[str], object]
"""Called with the reason when nobody can connect any more, and with "" when people can again."""


class Door(Protocol):
    """Admits guests, in the event loop of a server's network thread."""

    unlimited_user: int | None
    """The user who may connect any number of times, if there is one."""

    async def admit(self, admit: Admit, report: Report) -> None:
        """Admit guests until cancelled."""

    def count_as_discovery(self, user: int) -> None:
        """Note that the latest connection of this user was only for a look."""

    def close(self) -> None:
        """Stop admitting guests."""


class SocketDoor:
    """A socket at this user's address. Raises `ConnectionUnavailable` if it cannot be opened."""

    def __init__(self, meeting: Meeting = sockets.GAME) -> None:
        self._meeting = meeting
        self.unlimited_user: int | None = os.geteuid()  # who could end the game anyway
        self._limiter = ConnectionLimiter()
        self._address = sockets.own_address(meeting)
        self._listen()

    def _listen(self) -> None:
        """Listen, and note which socket is ours. Raises `ConnectionUnavailable`."""
        self._listening = sockets.listen(self._meeting)
        self._listening.setblocking(False)
        self._identity = sockets.identity(self._address)

    async def admit(self, admit: Admit, report: Report) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                self._accepting = tasks.create_task(self._accept(admit))
                tasks.create_task(self._check_socket(tasks, admit, report))
        finally:
            self._accepting.cancel()

    async def _accept(self, admit: Admit) -> None:
        """Accept connections one after the other, no faster than the screen can bear.

        Users who connect too often are refused before that, fast enough that nobody else waits for them.
        """
        loop = asyncio.get_running_loop()
        accepted = TokenBucket(limits.CONNECTIONS, limits.MOST_CONNECTIONS, loop.time())
        refused = TokenBucket(limits.REFUSALS, limits.MOST_REFUSALS, loop.time())
        while True:
            try:
                connected, _ = await loop.sock_accept(self._listening)
            except OSError:  # too many files are open, or the other side is gone
                await asyncio.sleep(1 / limits.CONNECTIONS)
                continue
            try:
                user = sockets.user_at(connected)
                if self._limiter.refuses(user, loop.time()):
                    connected.close()
                    is_early = refused.takes(1, loop.time())
                    await asyncio.sleep(0.0 if is_early else limits.MOST_REFUSALS / limits.REFUSALS)
                    continue
                while not accepted.takes(1, loop.time()):
                    await asyncio.sleep(1 / limits.CONNECTIONS)
                connection = await Connection.over(connected, GUEST_PACE)
            except OSError:  # the server stays open for the others
                connected.close()
                continue
            admit(connection, user, sockets.login_of(user))

    async def _check_socket(self, tasks: asyncio.TaskGroup, admit: Admit, report: Report) -> None:
        """Check regularly whether everybody can reach the socket, and replace it if not."""
        loop = asyncio.get_running_loop()
        problem, blocked, retry_at = "", self._identity, 0.0
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            before, found = problem, sockets.identity(self._address)
            if found == self._identity:
                problem = ""
                sockets.restore_modes(self._address)
            elif found != blocked or loop.time() > retry_at:
                blocked, retry_at = found, loop.time() + BLOCKED_SECONDS
                try:
                    self._listen_again(tasks, admit)
                    problem = ""
                except ConnectionUnavailable as refusal:
                    problem = str(refusal)
            if problem != before:
                report(problem)

    def _listen_again(self, tasks: asyncio.TaskGroup, admit: Admit) -> None:
        before = self._listening
        self._listen()
        self._accepting.cancel()
        before.close()
        self._accepting = tasks.create_task(self._accept(admit))

    def count_as_discovery(self, user: int) -> None:
        self._limiter.count_as_discovery(user, asyncio.get_running_loop().time())

    def close(self) -> None:
        sockets.remove(self._address, self._identity)  # while the socket is open, no other has its numbers
        self._listening.close()
