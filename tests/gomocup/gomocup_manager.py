"""The manager's side of the Gomocup protocol, and games of the brain against a manager who plays at random.

`python -m tests.gomocup.gomocup_manager --games 100` plays as many and says how they went; it fails at the
first answer that the protocol does not know or that is no legal move.
"""

import argparse
import os
import re
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from types import TracebackType

from tests.support.reference import Board

PATIENCE = 20.0
"""Seconds to wait for an answer; much more than it takes, for a machine that is busy."""

ANSWER = re.compile(r"\d+,\d+( \d+,\d+){0,2}|SWAP|OK|ERROR .+|UNKNOWN .+|MESSAGE .+|DEBUG .+|name=\".+")
"""Every line that a brain may write."""


class Manager:
    """A brain in a process of its own. Use it in a `with` statement."""

    def __init__(self, program: Sequence[str] = (sys.executable, "-m", "ttt_tui", "brain"), end: str = "\n"):
        self.end = end
        self.process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._read = b""

    def __enter__(self) -> "Manager":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()  # that ends it
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()

    def send(self, *commands: str) -> None:
        self.write("".join(command + self.end for command in commands).encode())

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def hear(self, seconds: float = PATIENCE) -> str | None:
        """Return the next line, None if there is none within so many seconds or the brain has ended."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + seconds
        while b"\n" not in self._read:
            left = deadline - time.monotonic()
            if not select.select([self.process.stdout], [], [], max(0.0, left))[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 4096)
            if not data:
                assert not self._read, f"the last line {self._read!r} has no end"
                return None
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        answer = line.decode("ascii").removesuffix("\r")
        assert ANSWER.fullmatch(answer), f"{answer!r} is not of the protocol"
        return answer

    def ask(self, *commands: str) -> str:
        self.send(*commands)
        answer = self.hear()
        assert answer is not None, f"no answer to {commands}"
        return answer

    def ask_move(self, *commands: str) -> tuple[int, int]:
        """Send commands whose answer has to be a move, and return that."""
        answer = self.ask(*commands)
        assert re.fullmatch(r"\d+,\d+", answer), answer
        column, row = map(int, answer.split(","))
        return column, row


def play(manager: Manager, rng: Random, columns: int, rows: int) -> str:
    """Play a game at random against the brain, to a five or a full board; return who won."""
    is_square = columns == rows
    assert manager.ask(f"START {columns}" if is_square else f"RECTSTART {columns},{rows}") == "OK"
    manager.send("INFO rule 0", f"INFO timeout_turn {rng.choice([0, 20, 60])}", "INFO game_type 1")
    board = Board(columns, rows, 5, [0, 1], 0)
    command = "BEGIN"
    brain = 0
    if rng.random() < 0.5:
        brain = 1
        first = rng.choice(board.empty())
        board.place(first)
        command = f"TURN {first[0]},{first[1]}"
    while True:
        move = manager.ask_move(command)
        assert move in board.empty(), f"{move} is no legal move"
        board.place(move)
        if board.completed(move):
            return "brain"
        if not board.empty():
            return "nobody"
        mine = rng.choice(board.empty())
        board.place(mine)
        if board.completed(mine):
            return "manager"
        if not board.empty():
            return "nobody"
        assert board.to_move == brain
        command = f"TURN {mine[0]},{mine[1]}"


def play_games(count: int, seed: int) -> Counter[str]:
    """Play so many games on boards of all sizes with one brain; return who won how often."""
    rng = Random(seed)
    won: Counter[str] = Counter()
    with Manager(end=rng.choice(["\n", "\r\n"])) as manager:
        for _ in range(count):
            columns = rng.choice([5, 6, 8, 15, 20])
            won[play(manager, rng, columns, rng.choice([columns, columns, 5, 19]))] += 1
        manager.send("END")
        assert manager.hear() is None
        assert manager.process.wait(PATIENCE) == 0
    return won


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play the brain against a manager who plays at random.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(dict(play_games(options.games, options.seed)))
