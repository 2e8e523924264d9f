"""Computers as users write them: one that plays, and one for each thing that can be wrong."""

import os
import time

from ttt_tui.computer import Thought
from ttt_tui.engine import Limit, Position


class First:
    def think(self, position, limit):
        return Thought(position.moves[0])


class Seeded:
    def __init__(self, seed):
        self.seed = seed

    def think(self, position, limit):
        print("seed", self.seed)
        return Thought(position.moves[self.seed % len(position.moves)], pv=(1, 2), score=float("nan"))


class Changes(First):
    """Plays on the position that it gets, which is its own copy."""

    def think(self, position, limit):
        square = position.moves[-1]
        for move in position.moves:
            position.play(move)
        return Thought(square)


class Stops:
    def think(self, position: Position, limit: Limit, stop, report):
        report(Thought(position.moves[1]))
        while not stop.is_set():
            time.sleep(0.001)
        return Thought(position.moves[2])


class Stubborn:
    def think(self, position, limit):
        while True:
            time.sleep(0.001)


class ReportsOnly(Stubborn):
    def think(self, position, limit, stop, report):
        report(Thought(position.moves[1]))
        super().think(position, limit)


class Raises:
    def think(self, position, limit):
        raise ValueError("no\nidea \x1b[31m")


class ReturnsNone:
    def think(self, position, limit):
        return None


class ReturnsSquare:
    def think(self, position, limit):
        return position.moves[0]


class OnStone:
    def think(self, position, limit):
        return Thought(position.geometry.parse("a1"))


class OffBoard:
    def think(self, position, limit):
        return Thought(9999)


class Leaves:
    def think(self, position, limit):
        os._exit(3)


class Exits:
    def think(self, position, limit):
        raise SystemExit(4)


class Reads:
    def think(self, position, limit):
        input()


class Prints(First):
    def think(self, position, limit):
        for number in range(100_000):
            print("noise", number)
        os.write(1, b'{"thought": 1}\n')
        return super().think(position, limit)


class WrongSignature:
    def think(self, position):
        return Thought(position.moves[0])


class NoThink:
    pass


class NeedsMore(First):
    def __init__(self, path):
        pass


class Closes(First):
    def close(self):
        with open(os.environ["OWN_CLOSED"], "w") as file:
            file.write("closed")


number = 3
