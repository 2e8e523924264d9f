"""Kills clients, programs and the server at random moments of rated games, and looks whether a move is lost.

    python -m tests.serving.kill --times 60

Two clients of OpenSSH play, and where Chromium is installed a window of it watches. After each kill everybody
has to be back with one key, and to see every move that somebody had seen. At the end each finished game has
counted once. The moments follow from `--seed`.
"""

import argparse
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

from tests.serving.load import children
from tests.serving.test_chromium import Window
from tests.support.chromium import Chromium, find_chromium
from tests.support.reading import agree, moves
from tests.support.serving import PATIENCE, ServerProcess
from tests.support.terminal import ENTER, Terminal

LATEST = 0.3
"""Seconds from a key to a kill, at most."""

SHARE = 0.4
"""Of the moves, after which something is killed."""

GAMES_OF_A_PAIR = 8
"""More than ten games a day of the same two do not count."""

OPTIONS = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "IdentitiesOnly=yes")

Move = tuple[str, str]
"""A symbol and a square."""


class Client:
    """Somebody at a client of OpenSSH."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self._key = name, folder / name
        subprocess.run(["ssh-keygen", "-qt", "ed25519", "-N", "", "-f", self._key], check=True)
        self._terminal: Terminal | None = None
        self._number, self._visits = 1 + sum(name.encode()) % 200, 0

    @property
    def terminal(self) -> Terminal:
        """The terminal of the present visit."""
        assert self._terminal is not None
        return self._terminal

    @property
    def text(self) -> str:
        """What the terminal shows."""
        return str(self.terminal)

    @property
    def is_in_lobby(self) -> bool:
        """Whether the lobby is shown."""
        return "Games to watch" in self.text

    def wait_for(self, pattern: str) -> None:
        """Wait until the screen shows this."""
        self.terminal.wait_for(lambda: re.search(pattern, self.text))

    def come(self, server: ServerProcess) -> None:
        """Visit the server, unless the visit before goes on."""
        if self._terminal is not None and self._terminal.process.poll() is not None:
            self.leave()
        if self._terminal is None:
            options = [word for option in OPTIONS for word in ("-o", option)]
            self._visits += 1
            here = (
                f"127.{self._number}.{self._visits // 200 + 1}.{self._visits % 200 + 1}"  # few logins of each
            )
            where = "-b", here, "-tp", str(server.port), "-i", str(self._key), f"{self.name}@127.0.0.1"
            self._terminal = Terminal(*options, *where, program=("ssh",))
        self.wait_for("Games to watch|Moves")

    def enter(self) -> None:
        """Return to the game with one key."""
        if self.is_in_lobby:
            self.wait_for("Your games")
            self.terminal.send(ENTER)
        self.terminal.wait_for(
            lambda: re.search("Your move|to move|wins|You win|Draw", self.text) and agree(self.terminal)
        )

    def seen(self) -> list[Move]:
        """Return the moves on the screen, after reading what has arrived."""
        with suppress(OSError):
            while self.terminal.read(0.05):
                pass
        return [] if self.is_in_lobby else moves(self.terminal)

    def wait_for_moves(self, count: int) -> None:
        """Wait until this many moves are shown."""
        self.terminal.wait_for(lambda: len(moves(self.terminal)) >= count)

    def leave(self) -> None:
        """End the visit, if there is one."""
        if self._terminal is not None:
            self._terminal.close()
        self._terminal = None


class Killer:
    """Lets two people play, and kills something now and then."""

    def __init__(self, server: ServerProcess, folder: Path, chance: random.Random) -> None:
        self._server, self._folder, self._chance = server, folder, chance
        self._pair: list[Client] = []
        self.games = self.kills = self.moves = 0
        """Games, kills, and moves that were on the screens before them."""
        chromium = find_chromium()
        self._browser = None if chromium is None else Chromium(chromium, scale=1)
        self._window: Window | None = None

    def close(self) -> None:
        """End all visits."""
        for client in self._pair:
            client.leave()
        if self._browser is not None:
            self._browser.__exit__(None, None, None)

    def query(self, query: str) -> int:
        """Return the number that the server's database has for a query."""
        with closing(sqlite3.connect(self._server.folder / "accounts.db")) as connection:
            return int(connection.execute(query).fetchone()[0])

    def _is_counted(self) -> bool:
        """Return whether the present game has counted for the ratings, which is soon after its end."""
        return self.query("SELECT count(*) FROM rated") == self.games

    def play(self) -> None:
        """Play a game to its end, with kills."""
        if self.games % GAMES_OF_A_PAIR == 0:
            for client in self._pair:
                client.leave()
            number = self.games // GAMES_OF_A_PAIR
            self._pair = [Client(f"{name}{number}", self._folder) for name in ("ada", "bob")]
        self.games += 1
        self._begin()
        squares = self._chance.sample("123456789", 9)
        while squares and not self._is_counted():
            mover = self._mover()
            if mover is None:
                break
            before = mover.seen()
            mover.terminal.send(squares[-1])
            if self._chance.random() < SHARE:
                time.sleep(self._chance.uniform(0, LATEST))
                self._kill_something()
                if len(self._pair[0].seen()) > len(before):
                    squares.pop()
            else:
                squares.pop()
                for client in self._pair:
                    client.wait_for_moves(len(before) + 1)
        for client in self._pair:
            client.leave()
        deadline = time.monotonic() + PATIENCE
        while not self._is_counted():
            if time.monotonic() > deadline:
                raise AssertionError("the game has not counted")
            time.sleep(0.05)

    def _begin(self) -> None:
        """Begin a rated game on 3×3."""
        ada, bob = self._pair
        for client in self._pair:
            client.come(self._server)
        ada.terminal.send("c")
        ada.wait_for("Rated")
        ada.terminal.send("\x1b[D" + ENTER)
        bob.wait_for("· rated")
        bob.terminal.send("\x1b[H" + ENTER)
        for client in self._pair:
            client.wait_for("Your move|to move")
        self._watch()

    def _watch(self) -> None:
        """Watch the game in a browser, afresh."""
        if self._browser is None:
            return
        if self._window is not None:
            self._window.leave()
        self._window = Window(self._browser, self._server.page)
        self._window.wait_for("· (move|over)")
        self._window.press("Enter")
        self._window.wait_for("watching")

    def _mover(self) -> Client | None:
        """Return whose move it is, None after the end."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for client in self._pair:
                client.seen()
                if "Your move" in client.text:
                    return client
                if re.search("You win|You lose|Draw|wins", client.text):
                    return None
        raise AssertionError("nobody is to move\n" + "\n".join(client.text for client in self._pair))

    def _kill_something(self) -> None:
        """Kill a client, a program or the server, and let everybody come back to all moves that were seen."""
        seen = max((client.seen() for client in self._pair), key=len)
        self.kills += 1
        self.moves += len(seen)
        victim = self._chance.choice([*self._pair, "program", "server"])
        if isinstance(victim, Client):
            os.kill(victim.terminal.process.pid, signal.SIGKILL)
            victim.terminal.process.wait()
        elif victim == "program":
            os.kill(self._chance.choice(children(children(self._server.pid)[0])), signal.SIGKILL)
            time.sleep(0.5)
        else:
            self._server.kill()
            self._server.start()
            for client in self._pair:
                client.terminal.process.wait(PATIENCE)
        for client in self._pair:
            client.come(self._server)
        if self._is_counted():
            return  # it was the last move
        for client in self._pair:
            client.enter()
        self._watch()
        for client in self._pair:
            listed = client.seen()
            if listed[: len(seen)] != seen:
                why = f"{seen} had been seen, and after a kill of {victim} {listed}"
                raise AssertionError(f"{why}\n{client.text}")


def main() -> int:
    """Kill as often as was asked for, and tell how it went."""
    parser = argparse.ArgumentParser(prog="python -m tests.serving.kill", description=__doc__)
    parser.add_argument("--times", type=int, default=60, help="how often (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="what the moments follow from (%(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with ServerProcess(folder / "server", web=True) as server:
            killer = Killer(server, folder, random.Random(options.seed))
            try:
                while killer.kills < options.times:
                    killer.play()
            finally:
                killer.close()
            rated = killer.query("SELECT count(*) FROM rated")
    print(f"{killer.games} games, {rated} rated, {killer.kills} kills, {killer.moves} moves seen before them")
    return 0 if rated == killer.games else 1


if __name__ == "__main__":
    sys.exit(main())
