"""Kills the program at random moments of a game, and looks whether anything that was on the screen is lost.

    python -m tests.end_to_end.kill --times 200

prints a summary and ends with status 1 if there was a loss. The moments follow from `--seed`.
"""

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.support.reading import agree, board, cursor, moves, places
from tests.support.terminal import DOWN, ENTER, LEFT, PROGRAM, RIGHT, UP, Terminal, environment

SIDE = 7
"""Of the board; as many in a row are needed, so that no game ends before it is killed."""

BATCH = 5
"""Squares that are typed at once."""

LONGEST_GAME = 8
"""Moves from which on another game is begun."""

LATEST = 0.6
"""When the program is killed at the latest after the first key: a share of the time that its start took. The
busier the machine is, the longer both take."""

PLAYERS = {
    "two people": ("human", "human"),
    "a person and a computer": ("human", "rules"),
}


class Loss(AssertionError):
    """Something that was on the screen is not there any more."""


def stored(home: Path) -> list[dict[str, Any]]:
    """Return the stored games, newest first, as `history list --json` tells them."""
    told = subprocess.run(
        [PROGRAM, "history", "list", "--json"],
        capture_output=True,
        env=environment(str(home), TTT_TUI_HOME=str(home)),
        timeout=60,
        check=True,
    )
    games: list[dict[str, Any]] = json.loads(told.stdout)["games"]
    return games


@dataclass
class Killer:
    """Plays one game after the other in a store of its own, each with a kill after every few moves."""

    home: Path
    players: tuple[str, ...]
    rng: Random
    seen: list[tuple[str, str]] = field(default_factory=list)
    """The moves, each as (symbol, square), that the screen had shown before the latest kill."""
    kills: int = 0
    stones: int = 0
    """How many moves were on the screens that were looked at after a kill."""

    def __post_init__(self) -> None:
        (self.home / "settings.toml").write_text("delay = 0\n")

    def kill(self) -> None:
        """Start or resume a game, play on, kill the program, and look for what was on the screen."""
        started = time.monotonic()
        with self._start() as terminal:
            terminal.wait_for(lambda: len(board(terminal)) == SIDE * SIDE and agree(terminal))
            whole = time.monotonic() - started
            if self.seen:
                self._expect(terminal)
            before = moves(terminal)
            empty = places(terminal).keys() - {square for _, square in before}
            keys = self._keys(cursor(terminal) or "a1", self.rng.sample(sorted(empty), BATCH))
            deadline = time.monotonic() + self.rng.uniform(0, LATEST) * whole
            terminal.send(keys)
            while (left := deadline - time.monotonic()) > 0:
                terminal.read(left)
            os.kill(terminal.process.pid, signal.SIGKILL)
            if terminal.process.wait() != -signal.SIGKILL:
                raise Loss(f"the program ended by itself\n{terminal}")
            while terminal.read():  # what it had written by then was on the screen
                pass
            self.seen = moves(terminal)
        self.kills += 1
        self.stones += len(self.seen)
        games = stored(self.home)  # none if it was killed before the first move
        listed, undone = (games[0]["moves"], self._undone()) if games else ([], [])
        line = [("XO"[ply % 2], square) for ply, square in enumerate([*listed, *reversed(undone)])]
        if line[: len(self.seen)] != self.seen:
            raise Loss(f"the screen had shown {self.seen}, but stored is {line}")

    def _keys(self, here: str, squares: list[str]) -> str:
        """Return what places on these squares, one after the other."""
        keys = ""
        for there in squares:
            right, down = ord(there[0]) - ord(here[0]), int(there[1:]) - int(here[1:])
            keys += (
                (RIGHT if right > 0 else LEFT) * abs(right) + (DOWN if down > 0 else UP) * abs(down) + ENTER
            )
            here = there
        return keys + "uuU" * (set(self.players) == {"human"})  # what is taken back is kept as well

    def _start(self) -> Terminal:
        wanted = ["--resume"]
        if not self.seen or len(self.seen) >= LONGEST_GAME:
            self.seen = []
            wanted = ["--board", str(SIDE), "--line", str(SIDE), "--seed", str(self.rng.randrange(1000))]
            for player in self.players:
                wanted += ["--player", player]
        return Terminal(*wanted, rows=40, TTT_TUI_HOME=str(self.home))

    def _undone(self) -> list[str]:
        """Return what was taken back in the latest game; `history list` tells the moves only."""
        with closing(sqlite3.connect(self.home / "history.db")) as store:
            rows = store.execute("SELECT undone FROM games ORDER BY started DESC, id DESC LIMIT 1")
            undone: list[str] = json.loads(rows.fetchone()[0])
            return undone

    def _expect(self, terminal: Terminal) -> None:
        """Expect a resumed game to show all that had been shown; what was taken back can be redone."""
        listed: list[tuple[str, str]] = []
        for _ in range(3):
            listed = moves(terminal)
            if listed[: len(self.seen)] == self.seen:
                return
            terminal.send("U")
            terminal.wait_for(lambda listed=listed: moves(terminal) != listed and agree(terminal), 5)
        raise Loss(f"the screen had shown {self.seen}, and shows {listed} after --resume\n{terminal}")


def main() -> int:
    """Kill as often as was asked for, and tell how it went."""
    parser = argparse.ArgumentParser(prog="python -m tests.end_to_end.kill", description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how often (200)")
    parser.add_argument("--seed", type=int, default=1, help="what the moments follow from (1)")
    options = parser.parse_args()
    losses, stones, started = 0, 0, time.monotonic()
    share = [len(range(i, options.times, len(PLAYERS))) for i in range(len(PLAYERS))]
    for (who, players), times in zip(PLAYERS.items(), share, strict=True):
        with tempfile.TemporaryDirectory(prefix="ttt-tui-kill-") as home:
            killer = Killer(Path(home), players, Random(f"{options.seed} {who}"))
            for time_ in range(1, times + 1):
                try:
                    killer.kill()
                except AssertionError as loss:
                    losses += 1
                    killer.seen = []
                    print(f"{who}, kill {time_}: {loss}", file=sys.stderr)
            stones += killer.stones
    seconds = time.monotonic() - started
    print(
        f"{options.times} kills, {stones} moves on the screens before them, {losses} losses, {seconds:.0f} s"
    )
    return 1 if losses or not stones else 0


if __name__ == "__main__":
    sys.exit(main())
