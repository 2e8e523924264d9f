"""The server: its folder, the visitors who are inside, and what ends their visits.

Everything is in one folder: the host key, the accounts, the games, a home for each account, a log. Only the
user who runs the server can read it.
"""

import asyncio
import fcntl
import os
import shutil
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from ttt_tui.errors import CannotStart, VisitRefused
from ttt_tui.multiplayer.connection import Connection
from ttt_tui.multiplayer.limits import GUEST_PACE
from ttt_tui.multiplayer.lobby_messages import Told, ranking_lines
from ttt_tui.process.paths import make_private_directory, open_private
from ttt_tui.process.visit_log import rotate
from ttt_tui.serving.forks import Forks, VisitRequest
from ttt_tui.serving.limits import Admission, Limits
from ttt_tui.serving.lobby import Lobby
from ttt_tui.serving.visitor import FILE_BYTES
from ttt_tui.serving.visitors import Visitor
from ttt_tui.store.accounts import Account, Accounts
from ttt_tui.store.thread import StoreThread

LEAST_FREE = 4 * FILE_BYTES
"""Bytes of the disk that are kept for those who have accounts: guests and new accounts are refused before."""

IDLE_CHECK_SECONDS = 5.0

OPENING_SECONDS = 5.0
"""Time for the file of the games to be opened."""

KILLING_SECONDS = 5.0
"""Time for a visitor's program to end after the visit."""

ENDING_SECONDS = 3.0
"""Time for the visitors' programs to end when the server does."""


@dataclass(eq=False)
class Inside:
    """A visit that goes on."""

    number: int
    name: str
    address: str
    is_guest: bool
    home: Path
    ended: Callable[[int], object]
    """Called with the exit status of the visitor's program."""
    end: Callable[[str], object]
    """Ends the visit, with a reason."""
    signal: Callable[[int], object]
    """Sends a signal to the visitor's program."""
    visitor: Visitor | None = None
    """The visitor in the lobby, None at first."""
    active: float = field(default_factory=time.monotonic)
    """Monotonic time of the latest key that came over SSH; those of a browser are in `visitor`."""
    is_warned: bool = False

    def hang_up(self, which: int) -> None:
        """Send a signal that ends the program, and kill it if that does not help."""
        self.signal(which)
        asyncio.get_running_loop().call_later(KILLING_SECONDS, self.signal, signal.SIGKILL)

    def was_active(self) -> None:
        """Note that a key has arrived."""
        self.active = time.monotonic()

    def idle_since(self) -> float:
        """Return the monotonic time of the latest key."""
        return max(self.active, 0.0 if self.visitor is None else self.visitor.active)


class GameServer:
    """A server in this folder. Raises `CannotStart` and `StoreError`."""

    def __init__(self, folder: Path, name: str, limits: Limits, *, forks: bool = True) -> None:
        """Open the server; only one that `forks` starts programs for its visitors."""
        self.has_failed = asyncio.Event()
        """Set when nobody can come in any more."""
        try:
            make_private_directory(folder)
            folder.chmod(0o700)
            self._lock = _lock(folder)
            for home in ("homes", "guests"):
                make_private_directory(folder / home)
            for left in (folder / "guests").iterdir():  # from before a crash
                shutil.rmtree(left, ignore_errors=True)
        except OSError as error:
            raise CannotStart(f"cannot use {folder}: {error.strerror}") from None
        self.folder, self.limits = folder, limits
        self.accounts = Accounts(folder / "accounts.db")
        self.history = StoreThread(folder / "games.db")
        self.history.wait_until_open(OPENING_SECONDS)
        self.history.set_max_wait(0.0)  # everybody would wait
        self.lobby = Lobby(name, self.accounts, self.history)
        self.inside: dict[int, Inside] = {}
        self._admission = Admission(limits)
        self._numbers, self._guests = count(1), count(1)
        self._cores = os.open(folder / "cores", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        os.ftruncate(self._cores, os.cpu_count() or 1)
        self._forks = Forks(self._visit_ended, self.has_failed.set, self._cores) if forks else None
        self._is_closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        for work in (self.lobby.tick(), self._watch_idle()):
            self._run(work)

    def _run(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- coming ------------------------------------------------------------------------------------------

    def connect(self, address: str) -> None:
        """Count a connection. Raises `VisitRefused`."""
        if self._is_closing:
            raise VisitRefused("the server is closing")
        if (ban := self.accounts.ban_of(address)) is not None:
            raise VisitRefused(f"you may not come in: {ban.reason}")
        self._admission.connect(address, time.monotonic())

    def disconnect(self, address: str) -> None:
        """Note the end of a connection that was counted."""
        self._admission.disconnect(address)

    def account_of(self, key: str, wanted: str, address: str) -> Account | None:
        """Return the account of a key, None for "". Raises `VisitRefused` for somebody who is banned."""
        if not key:
            return None
        known = self.accounts.of_key(key)
        ban = self.accounts.ban_of(key, address, *([known.name] if known is not None else []))
        if ban is not None:
            raise VisitRefused(f"you may not come in: {ban.reason}")
        if known is None:
            self._check_disk()
            self._admission.create_account(address, time.monotonic())
        return self.accounts.enter(key, wanted)

    def _check_disk(self) -> None:
        """Raise `VisitRefused` if somebody who is new could fill the disk."""
        if shutil.disk_usage(self.folder).free < LEAST_FREE:
            raise VisitRefused("the server's disk is almost full: its administrator has to make room")

    def check_room(self, address: str, *, is_guest: bool = False) -> None:
        """Raise `VisitRefused` unless there is room for somebody from this address."""
        now_inside = [(one.address, one.is_guest) for one in self.inside.values()]
        self._admission.enter(address, is_guest=is_guest, inside=now_inside)

    def enter(
        self,
        account: Account | None,
        key: str,
        address: str,
        *,
        words: list[str],
        terminal: str | None,
        files: Sequence[int],
        ended: Callable[[int], object],
        end: Callable[[str], object],
        environment: dict[str, str] | None = None,
        round_trip: Callable[[], float] = lambda: 0.0,
    ) -> Inside:
        """Start the program of a visitor with these files. Raises `VisitRefused` or `OSError`.

        `terminal` is the kind of the terminal, None without one; `ended` is called with the exit status, and
        `end` ends the visit with a reason; `round_trip` returns the seconds to the visitor and back.
        """
        forks = self._forks
        assert forks is not None, "the server starts programs"
        if account is None:
            self._check_disk()
        self.check_room(address, is_guest=account is None)
        number = next(self._numbers)
        name = f"guest {next(self._guests)}" if account is None else account.name
        home = self.folder / ("guests" if account is None else "homes")
        home /= str(number if account is None else account.id)
        make_private_directory(home)
        messages, their_messages = socket.socketpair()
        games, their_games = socket.socketpair()
        messages.setblocking(False)
        games.setblocking(False)
        log = self.folder / "visits.log"
        rotate(log)
        request = VisitRequest(
            number,
            name,
            account is None,
            str(home),
            (environment or {}) | _environment(home, terminal),
            words,
            terminal is not None,
            str(log),
        )
        try:
            with their_messages, their_games:
                forks.start(request, [*files, their_messages.fileno(), their_games.fileno()])
        except OSError:
            messages.close()
            games.close()
            if account is None:
                shutil.rmtree(home, ignore_errors=True)
            raise
        inside = Inside(
            number,
            name,
            address,
            account is None,
            home,
            ended,
            end,
            lambda which: forks.signal(number, which),
        )
        self.inside[number] = inside

        def ended_early(_: object) -> None:
            if inside.visitor is None:  # who would close them
                messages.close()
                games.close()

        visit = self._run(self._serve(inside, account, key, messages, games, round_trip))
        visit.add_done_callback(ended_early)
        return inside

    async def _serve(
        self,
        inside: Inside,
        account: Account | None,
        key: str,
        messages: socket.socket,
        games: socket.socket,
        round_trip: Callable[[], float],
    ) -> None:
        """Let a visitor into the lobby."""
        connection = await Connection.over(messages, GUEST_PACE)
        visitor = Visitor(
            inside.number,
            inside.name,
            account,
            key,
            inside.address,
            connection,
            games,
            inside.end,
            round_trip,
        )
        inside.visitor = visitor
        await self.lobby.serve(visitor)

    def _visit_ended(self, number: int, status: int) -> None:
        """Clear away after a visitor's program has ended."""
        inside = self.inside.pop(number, None)
        if inside is None:
            return
        if inside.is_guest:
            shutil.rmtree(inside.home, ignore_errors=True)
        inside.ended(status)

    async def _watch_idle(self) -> None:
        """End visits without a key for long, after a warning."""
        while True:
            await asyncio.sleep(IDLE_CHECK_SECONDS)
            now = time.monotonic()
            for inside in [*self.inside.values()]:
                idle = now - inside.idle_since()
                if idle >= self.limits.idle:
                    inside.end(f"no key for {self.limits.idle / 60:.0f} minutes; your games are kept")
                elif idle < self.limits.idle - self.limits.warning:
                    inside.is_warned = False
                elif not inside.is_warned and inside.visitor is not None:
                    inside.is_warned = True
                    inside.visitor.tell(Told("Press a key: in a minute you are sent away"))

    # --- answers without a program -----------------------------------------------------------------------

    def answer(self, command: str, account: Account | None) -> Iterator[str]:
        """Yield the lines of the answer to a command of a visitor."""
        if command == "leaderboard":
            yield from ranking_lines(self.lobby.ratings.ranking())
            return
        games = [] if account is None else self.lobby.games.games_of(account.id)
        turns = [game for game in games if account is not None and game.to_move == account.name]
        for game in turns:
            yield f"{game.number}: {' v '.join(game.players)}, move {game.moves + 1}"

    # --- the end -----------------------------------------------------------------------------------------

    async def close(self) -> None:
        """End all visits, and close everything; games that go on are kept."""
        self._is_closing = True
        for inside in [*self.inside.values()]:
            inside.end("the server is closing; your games are kept")
        deadline = time.monotonic() + ENDING_SECONDS
        while self.inside and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        for inside in self.inside.values():
            inside.signal(signal.SIGKILL)
        self.lobby.games.close("the server is closing")
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._forks is not None:
            self._forks.close()
        os.close(self._cores)
        for inside in self.inside.values():
            if inside.is_guest:
                shutil.rmtree(inside.home, ignore_errors=True)
        self.history.close()
        self.accounts.close()
        os.close(self._lock)


def _lock(folder: Path) -> int:
    """Return the locked file of a server's folder. Raises `CannotStart` if another server runs there."""
    lock = open_private(folder / "lock", os.O_WRONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise CannotStart(f"a server runs in {folder} already") from None
    return lock


def _environment(home: Path, terminal: str | None) -> dict[str, str]:
    """Return the environment of a visitor's program; nothing of it is the visitor's but the terminal."""
    return {
        "HOME": str(home),
        "TTT_TUI_HOME": str(home),
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TERM": terminal or "dumb",
        "TMPDIR": str(home),
    }
