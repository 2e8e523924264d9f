"""Looks which games can be joined on this machine: asks all who host at once, none of them for long.

Nobody who looks is anybody's guest, and what strangers answer is believed as little as what guests say.
"""

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from ttt_tui.engine import MOST_PLAYERS, Geometry, Setup, is_valid_name, is_valid_setup, is_valid_symbol
from ttt_tui.errors import ConnectionUnavailable, InvalidMessage, NoAnswer
from ttt_tui.multiplayer import meeting
from ttt_tui.multiplayer.messages import (
    MOST_BYTES,
    UNHEARD_OF,
    VERSION,
    Bye,
    Discover,
    Offer,
    read,
    write,
)
from ttt_tui.process.signals import new_event_loop
from ttt_tui.process.text import printable
from ttt_tui.session import wording
from ttt_tui.session.layout import some

LOOKING_SECONDS = 1.0
"""How long a host may take to answer."""

MOST_AT_ONCE = 100
"""How many hosts are asked at once; each takes a file that is open."""

SILENT = "no answer"
GONE = "the host closed the connection"
NO_GAME = "the answer is invalid"


@dataclass(frozen=True, slots=True)
class DiscoveredGame:
    """Somebody who hosts."""

    host: str
    """The login."""
    geometry: Geometry | None = None
    """What is played, None if nobody here can join."""
    free: tuple[str, ...] = ()
    """The symbols of the seats that can be had."""
    here: tuple[str, ...] = ()
    """What the people are called who play and are here."""
    why_not: str = ""
    """Why nobody here can join or look on, nothing if they can."""

    @property
    def game(self) -> str:
        """What is played: `15×15 · five in a row`."""
        return "" if self.geometry is None else wording.board_title(self.geometry)

    @property
    def seats(self) -> str:
        """Which seats can be had: `open seats: O`."""
        return f"open seats: {', '.join(self.free)}" if self.free else "no open seats"

    def people(self, most: int) -> str:
        """Who is there already, so many of them by name: `joined: Ada and Bob`."""
        return f"joined: {some(self.here, most)}" if self.here else "no players yet"

    @property
    def refusal(self) -> str:
        """Why nobody here can join, as a part of a sentence; nothing if they can."""
        return f"can't be joined: {self.why_not}" if self.why_not else ""


def discover_games() -> list[DiscoveredGame]:
    """Return who hosts a game, by login. It takes a second or so where a host does not answer."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(_ask_all(meeting.places()))


async def _ask_all(users: Sequence[int]) -> list[DiscoveredGame]:
    at_once = asyncio.Semaphore(MOST_AT_ONCE)

    async def ask(user: int) -> DiscoveredGame | None:
        async with at_once:
            return await _ask(user)

    found = await asyncio.gather(*map(ask, users))
    return sorted((one for one in found if one is not None), key=lambda one: one.host)


async def _ask(user: int) -> DiscoveredGame | None:
    """Return what this user hosts, None for nothing."""
    login = printable(meeting.name_of(user))
    try:
        async with asyncio.timeout(LOOKING_SECONDS):
            line = await _answer(await meeting.reach(user, LOOKING_SECONDS))
    except (NoAnswer, TimeoutError):
        return DiscoveredGame(login, why_not=SILENT)
    except ConnectionUnavailable:
        return None
    except (OSError, ValueError):  # the latter for a line that is too long
        return DiscoveredGame(login, why_not=GONE)
    return _understood(login, line)


async def _answer(connected: socket.socket) -> bytes:
    """Return the first line that a host answers, nothing if there is none."""
    reader, writer = await asyncio.open_unix_connection(sock=connected, limit=MOST_BYTES)
    try:
        writer.write(write(Discover(VERSION)))
        return await reader.readline()
    finally:
        writer.close()


def _understood(login: str, line: bytes) -> DiscoveredGame:
    """Return what a host has answered, as far as it is to be believed."""
    if not line:
        return DiscoveredGame(login, why_not=GONE)
    try:
        said = read(line, (Offer, Bye))
    except InvalidMessage as error:
        return DiscoveredGame(login, why_not=str(error))
    if isinstance(said, Bye):
        # That is what the first version says to a question that it does not know.
        reason = "the host uses protocol version 1" if said.reason == UNHEARD_OF else said.reason
        return DiscoveredGame(login, why_not=printable(reason) or GONE)
    geometry = Geometry(said.columns, said.rows, said.line)
    if (
        not is_valid_setup(Setup(geometry))
        or max(len(said.free), len(said.here)) > MOST_PLAYERS
        or not all(map(is_valid_symbol, said.free))
        or not all(map(is_valid_name, said.here))
    ):
        return DiscoveredGame(login, why_not=NO_GAME)
    return DiscoveredGame(login, geometry, tuple(said.free), tuple(said.here))
