"""A brain that does all that it is asked to, and plays the first free square from a corner on.

With the name of a file it writes there what it is told. The bad ones are made of it.
"""

import sys
import time


class Good:
    """Serves a manager until END or the end of input."""

    takes_back = "OK"
    restarts = "OK"
    first_square = 0

    def __init__(self) -> None:
        self.size = (0, 0)
        self.stones: dict[tuple[int, int], int] = {}
        self.log = sys.argv[1] if len(sys.argv) > 1 else None
        self.is_listing = False

    def serve(self) -> None:
        while line := self.read():
            if self.log is not None:
                with open(self.log, "a") as log:
                    log.write(repr(line)[1:-1] + "\n")
            if not self.obey(line.strip()):
                break

    def read(self) -> str:
        return sys.stdin.readline()

    def say(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def obey(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        numbers = [int(part) for part in (rest or line).split(",") if part.lstrip("-").isdigit()]
        if word == "END":
            return False
        if word in ("START", "RECTSTART"):
            self.size = (numbers[0], numbers[-1])
            self.start()
        elif word == "RESTART":
            if self.restarts == "OK":
                self.stones.clear()
            self.say(self.restarts)
        elif word == "TAKEBACK":
            if self.takes_back == "OK":
                del self.stones[numbers[0], numbers[1]]
            self.say(self.takes_back)
        elif word == "ABOUT":
            self.about()
        elif word == "BOARD":
            assert not self.stones
            self.is_listing = True
        elif self.is_listing and word != "DONE":
            self.stones[numbers[0], numbers[1]] = numbers[2]
        elif word in ("BEGIN", "TURN", "DONE"):
            self.is_listing = False
            assert word != "BEGIN" or not self.stones
            if word == "TURN":
                assert (numbers[0], numbers[1]) not in self.stones
                self.stones[numbers[0], numbers[1]] = 2
            self.move()
        return True

    def start(self) -> None:
        self.say("OK")

    def about(self) -> None:
        self.say('name="Good", version="1.0", author="us"')

    def choose(self) -> tuple[int, int]:
        columns, rows = self.size
        squares = ((i % columns, i // columns) for i in range(columns * rows))
        return [square for square in squares if square not in self.stones][self.first_square]

    def move(self) -> None:
        self.answer(*self.choose())

    def answer(self, x: int, y: int) -> None:
        self.stones[x, y] = 1
        self.say(f"{x},{y}")


def for_ever() -> None:
    while True:
        time.sleep(60)


if __name__ == "__main__":
    Good().serve()
