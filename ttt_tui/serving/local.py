"""`ttt-tui serve --local`: the users of this machine come in through a socket, with programs of their own.

The kernel tells who they are: an account belongs to a user as elsewhere to a key. Their programs are not
forked or confined here; what they send is bounded and checked as that of any visitor.
"""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from ttt_tui.errors import ConnectionClosed, NameRefused, StoreError, VisitRefused
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.connection import Connection
from ttt_tui.multiplayer.door import SocketDoor
from ttt_tui.multiplayer.lobby_messages import Told
from ttt_tui.multiplayer.local_server import LOBBY, REFUSED, TURNS, WELCOME, WaitingGame, line_of
from ttt_tui.multiplayer.protocol import VERSION
from ttt_tui.serving.server import GameServer, Inside
from ttt_tui.serving.visitors import Visitor
from ttt_tui.store.accounts import Account

FIRST_LINE_SECONDS = 5.0
"""Time for a program to say what it wants."""


class LocalVisits:
    """The door for the users of this machine. Raises `ConnectionUnavailable` if it cannot be opened."""

    def __init__(self, server: GameServer) -> None:
        self._server = server
        self._numbers = count(1)
        self._door = SocketDoor(sockets.SERVER)
        self._tasks = {asyncio.create_task(self._door.admit(self._admit, lambda problem: None))}

    def _admit(self, connection: Connection, user: int, login: str) -> None:
        task = asyncio.create_task(self._serve(connection, user, login))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: Connection, user: int, login: str) -> None:
        """Answer the first line of a program."""
        try:
            async with asyncio.timeout(FIRST_LINE_SECONDS):
                what, *rest = (await connection.read_line()).split(maxsplit=1) or [b""]
            if what == TURNS:
                self._door.count_as_discovery(user)
                for game in self.turns(user):
                    connection.send(line_of(game))
            elif what == LOBBY:
                await self._enter(connection, user, login, b"".join(rest))
        except (ConnectionClosed, TimeoutError):
            pass
        except (VisitRefused, NameRefused, StoreError) as refusal:
            connection.send(REFUSED + f"{refusal}\n".encode())
        finally:
            connection.close()

    def turns(self, user: int) -> Iterator[WaitingGame]:
        """Yield the games that wait for a user of this machine."""
        if (account := self._server.accounts.of_key(key_of(user))) is None:
            return
        for game in self._server.lobby.games.games_of(account.id):
            if game.to_move == account.name:
                opponent = next((name for name in game.players if name != account.name), account.name)
                yield WaitingGame(os.geteuid(), game.number, opponent, game.moves)

    async def _enter(self, connection: Connection, user: int, login: str, version: bytes) -> None:
        """Let a program into the lobby until it leaves.

        Raises `VisitRefused`, `NameRefused` or `StoreError`.
        """
        if version != b"%d" % VERSION:
            raise VisitRefused(f"the server has protocol version {VERSION}: use the same version of ttt-tui")
        self._server.connect(login)
        try:
            account = self._server.account_of(key_of(user), login, login)
            assert account is not None, "it has a key"
            self._server.check_room(login)
            games, theirs = socket.socketpair()
            with games:
                with theirs:
                    games.setblocking(False)
                    connection.send_file(WELCOME, theirs.fileno())
                await self._visit(connection, account, user, login, games)
        finally:
            self._server.disconnect(login)

    async def _visit(
        self, connection: Connection, account: Account, user: int, login: str, games: socket.socket
    ) -> None:
        """Serve a visitor in the lobby."""

        def end(reason: str) -> None:
            visitor.tell(Told(reason))
            connection.close()

        number = -next(self._numbers)  # no visit over SSH has such a one
        visitor = Visitor(number, account.name, account, key_of(user), login, connection, games, end)
        self._server.inside[number] = Inside(
            number,
            account.name,
            login,
            is_guest=False,
            home=Path(),
            ended=lambda status: None,
            end=end,
            signal=lambda which: None,
            visitor=visitor,
        )
        try:
            await self._server.lobby.serve(visitor)
        finally:
            del self._server.inside[number]

    async def close(self) -> None:
        """Let nobody in any more; whoever is inside goes when the server closes."""
        self._door.close()
        for task in [*self._tasks]:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)


def key_of(user: int) -> str:
    """Return what stands for the key of a user of this machine."""
    return f"user {user}"
