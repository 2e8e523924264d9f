"""Finds the games that can be joined on this machine: asks all hosts at once, none of them for long.

A user who looks is nobody's guest, and the answers of strangers are trusted as little as messages of guests.
"""

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ttt_tui.engine import MOST_PLAYERS, Geometry, Setup, is_valid_name, is_valid_setup, is_valid_symbol
from ttt_tui.engine.records import read_rules
from ttt_tui.errors import ConnectionUnavailable, InvalidMessage, NoAnswer, UnknownRules
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.protocol import (
    MOST_BYTES,
    UNKNOWN_KIND,
    VERSION,
    Bye,
    Discover,
    Offer,
    read,
    write,
)
from ttt_tui.multiplayer.session import UNKNOWN_RULES
from ttt_tui.process.signals import new_event_loop
from ttt_tui.process.text import printable
from ttt_tui.session import wording
from ttt_tui.session.layout import some

ANSWER_SECONDS = 1.0
"""Time for a host to answer."""

MOST_AT_ONCE = 100
"""The most hosts asked at once; each takes an open file."""

SILENT = "no answer"
CLOSED = "the host closed the connection"
INVALID = "the answer is invalid"


@dataclass(frozen=True, slots=True)
class DiscoveredGame:
    """A game of the user with the login `host` that can be joined or watched."""

    host: str
    geometry: Geometry
    free: tuple[str, ...]
    """The symbols of the open seats."""
    here: tuple[str, ...]
    """The names of the players who are connected."""

    @property
    def game(self) -> str:
        """The title of the board, with its rules: `15×15 · exactly five in a row`."""
        return wording.board_title(self.geometry)

    @property
    def seats(self) -> str:
        """The open seats in words: `open seats: O`."""
        return f"open seats: {', '.join(self.free)}" if self.free else "no open seats"

    def people(self, most: int) -> str:
        """Return the connected players, at most `most` of them by name: `joined: Ada and Bob`."""
        return f"joined: {some(self.here, most)}" if self.here else "no players yet"


class UnavailableGame(NamedTuple):
    """A game of the user with the login `host` that nobody here can join or watch."""

    host: str
    reason: str
    """A part of a sentence, without a full stop."""

    def __str__(self) -> str:
        return f"can't be joined: {self.reason}"


Discovery = DiscoveredGame | UnavailableGame


def discover_games() -> list[Discovery]:
    """Return the hosted games, by login. It takes a second or so where a host does not answer.

    Raises `ConnectionUnavailable` if this system lacks what shared games need.
    """
    sockets.check_support()
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(_ask_all(sockets.hosting_users()))


async def _ask_all(users: Sequence[int]) -> list[Discovery]:
    at_once = asyncio.Semaphore(MOST_AT_ONCE)

    async def ask(user: int) -> Discovery | None:
        async with at_once:
            return await _ask(user)

    found = await asyncio.gather(*map(ask, users))
    return sorted((game for game in found if game is not None), key=lambda game: game.host)


async def _ask(user: int) -> Discovery | None:
    """Return the game of this user, None for none."""
    login = printable(sockets.login_of(user))
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            line = await _answer(await sockets.connect_queued(user, ANSWER_SECONDS))
    except (NoAnswer, TimeoutError):
        return UnavailableGame(login, SILENT)
    except ConnectionUnavailable:
        return None
    except (OSError, ValueError):  # ValueError: the line is too long
        return UnavailableGame(login, CLOSED)
    return _parsed(login, line)


async def _answer(connected: socket.socket) -> bytes:
    """Return the first line that a host answers, nothing if there is none."""
    reader, writer = await asyncio.open_unix_connection(sock=connected, limit=MOST_BYTES)
    try:
        writer.write(write(Discover(VERSION)))
        return await reader.readline()
    finally:
        writer.close()


def _parsed(login: str, line: bytes) -> Discovery:
    """Return the game in a host's answer, as far as the answer is valid."""
    if not line:
        return UnavailableGame(login, CLOSED)
    try:
        answer = read(line, (Offer, Bye))
    except InvalidMessage as error:
        return UnavailableGame(login, str(error))
    if isinstance(answer, Bye):
        # Version 1 does not know the question.
        reason = "the host uses protocol version 1" if answer.reason == UNKNOWN_KIND else answer.reason
        return UnavailableGame(login, printable(reason) or CLOSED)
    try:
        rules = read_rules(answer.rules)
    except UnknownRules as error:
        return UnavailableGame(login, UNKNOWN_RULES.format(error.rules))
    geometry = Geometry(answer.columns, answer.rows, answer.line, rules)
    if (
        not is_valid_setup(Setup(geometry))
        or max(len(answer.free), len(answer.here)) > MOST_PLAYERS
        or not all(map(is_valid_symbol, answer.free))
        or not all(map(is_valid_name, answer.here))
    ):
        return UnavailableGame(login, INVALID)
    return DiscoveredGame(login, geometry, tuple(answer.free), tuple(answer.here))
