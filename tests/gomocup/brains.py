"""Brains, most of which misbehave: `brains.py NAME [ARGUMENT …]` is the one that a row of `BRAINS` describes.

`good` does all that it is asked to, and plays the first free square. With the name of a file a brain writes
there what it is told, unless its row says that the arguments mean something else.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

NAME, *ARGUMENTS = sys.argv[1:]


def for_ever() -> None:
    while True:
        time.sleep(60)


def wait_for_file(name: str) -> None:
    while not os.path.exists(name):
        time.sleep(0.005)


class Good:
    """Serves a manager until END or the end of input."""

    has_log = True
    takes_back = "OK"
    restarts = "OK"
    about = 'name="Good", version="1.0", author="us"'
    begins = "OK"
    end = "\n"

    def __init__(self) -> None:
        self.size = (0, 0)
        self.stones: dict[tuple[int, int], int] = {}
        self.log = ARGUMENTS[0] if ARGUMENTS and self.has_log else os.devnull
        self.milliseconds = 0
        self.is_listing = False
        self.is_opening = False

    def serve(self) -> None:
        while line := self.read():
            with open(self.log, "a") as log:
                log.write(repr(line)[1:-1] + "\n")
            if not self.obey(line.strip()):
                break

    def read(self) -> str:
        return sys.stdin.readline()

    def say(self, text: str) -> None:
        os.write(1, f"{text}{self.end}".encode())

    def obey(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        numbers = [int(part) for part in (rest or line).split(",") if part.lstrip("-").isdigit()]
        if word == "END":
            return False
        if word in ("START", "RECTSTART"):
            self.size = (numbers[0], numbers[-1])
            self.say(self.begins)
        elif word == "RESTART":
            if self.restarts == "OK":
                self.stones.clear()
            self.say(self.restarts)
        elif word == "TAKEBACK":
            if self.takes_back == "OK":
                del self.stones[numbers[0], numbers[1]]
            self.say(self.takes_back)
        elif word == "ABOUT":
            self.tell()
        elif line.startswith("INFO timeout_turn"):
            self.milliseconds = int(line.split()[-1])
        elif word == "SWAP2BOARD":
            self.say("UNKNOWN command")
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

    def tell(self) -> None:
        self.say(self.about)

    def choose(self) -> tuple[int, int]:
        columns, rows = self.size
        squares = ((i % columns, i // columns) for i in range(columns * rows))
        return next(square for square in squares if square not in self.stones)

    def move(self) -> None:
        self.answer(*self.choose())

    def answer(self, x: int, y: int) -> None:
        self.stones[x, y] = 1
        self.say(f"{x},{y}")


# --- instead of a move, or before it ---------------------------------------------------------------------


def saying(*lines: str, then: Callable[[], object] = lambda: None) -> Callable[[Good], None]:
    """Return a `move` that says these lines instead, and then does something."""

    def move(brain: Good) -> None:
        for line in lines:
            brain.say(line)
        then()

    return move


def flood(line: str, end: str) -> Callable[[Good], None]:
    """Return a `move` that says megabytes."""

    def move(brain: Good) -> None:
        while True:
            os.write(1, f"{line}{end}".encode() * 20)

    return move


def move_late(brain: Good) -> None:
    time.sleep(brain.milliseconds / 1000 + 0.1)
    Good.move(brain)


def move_when_told(brain: Good) -> None:
    """Say the second argument, if any, and move when there is a file."""
    if len(ARGUMENTS) > 1:
        brain.say(("MESSAGE depth 3 pv " if NAME == "waits" else "MESSAGE ") + ARGUMENTS[1])
    wait_for_file(brain.log + ".go")
    Good.move(brain)


def move_with_score(brain: Good) -> None:
    x, y = brain.choose()
    brain.say(f"MESSAGE depth 7 ev {(*ARGUMENTS, '100')[0]} n 12K pv {chr(65 + x)}{y + 1}")
    brain.answer(x, y)


def suggest(brain: Good) -> None:
    brain.say("SUGGEST {},{}".format(*brain.choose()))


# --- with the lines --------------------------------------------------------------------------------------


def answer_info_and_play(brain: Good, line: str) -> bool:
    if line.startswith("INFO"):
        brain.say("OK")
    elif line.startswith("PLAY "):
        x, y = line.removeprefix("PLAY ").split(",")
        brain.answer(int(x), int(y))
    return Good.obey(brain, line)


def refuse_rule(brain: Good, line: str) -> bool:
    if line.startswith("INFO rule") and line != "INFO rule 0":
        brain.say("ERROR unknown rule")
    return Good.obey(brain, line)


def open_as_told(brain: Good, line: str) -> bool:
    """Answer SWAP2BOARD by the arguments after the first, one after the other, or not if they are over."""
    if line == "SWAP2BOARD":
        brain.is_opening = True
    elif line == "DONE" and brain.is_opening:
        brain.is_opening = False
        if len(ARGUMENTS) > 1:
            brain.say(ARGUMENTS.pop(1))
    elif not brain.is_opening:
        return Good.obey(brain, line)
    return True


def read_bytes_up_to_crlf(brain: Good) -> str:
    read = b""
    while not read.endswith(b"\r\n"):
        byte = sys.stdin.buffer.read(1)
        if not byte:
            return ""
        read += byte
    return read.decode()


def read_one_of_several(brain: Good, rest: list[str] = []) -> str:  # noqa: B006 -- what is left stays
    if rest:
        return rest.pop(0)
    lines = os.read(0, 65536).decode().splitlines(keepends=True)
    if lines and lines[0].strip() == "BOARD":
        rest += lines[1:]
    return lines[0] if lines else ""


def read_again_and_again(brain: Good) -> str:
    while not (line := Good.read(brain)):
        pass
    return line


def say_in_two_writes(brain: Good, text: str) -> None:
    os.write(1, f"{text}\r".encode())
    time.sleep(0.02)
    os.write(1, b"\n")


def tell_when_told(brain: Good) -> None:
    wait_for_file(ARGUMENTS[0])
    brain.say(brain.about)


# --- before a word is said -------------------------------------------------------------------------------


def start_child() -> dict[str, Any]:
    """Start another program, which outlives this one, and return a brain that tells its number."""
    if (child := os.fork()) == 0:
        for_ever()

    def move(brain: Good) -> None:
        brain.say(f"MESSAGE {child}")
        Good.move(brain)

    return {"move": move}


def tick() -> None:
    while True:
        os.write(1, b"MESSAGE tick\n")
        time.sleep(0.02)


BRAINS: dict[str, Callable[[], object]] = {
    "good": dict,
    # it ends, or its output does
    "dies": lambda: {"move": saying(then=lambda: sys.exit(3))},
    "dies_at_once": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "closes_output": lambda: {"move": saying(then=lambda: (os.close(1), for_ever()))},
    # it does not end
    "stubborn": lambda: (signal.signal(signal.SIGTERM, signal.SIG_IGN), Good().serve(), for_ever()),
    "spins": lambda: {
        "read": read_again_and_again,
        "obey": lambda brain, line: line == "END" or Good.obey(brain, line),
    },
    "has_child": start_child,
    # it is silent or late
    "hangs": for_ever,
    "overruns": lambda: {"move": saying("MESSAGE Depth 4-9 | Eval 17 | Time 5ms | C3 D4", then=for_ever)},
    "late": lambda: {"move": move_late},
    "waits": lambda: {"move": move_when_told},
    "tells_late": lambda: {"has_log": False, "tell": tell_when_told},
    # it moves where it cannot
    "negative": lambda: {"choose": lambda brain: (-1, 0)},
    "off_board": lambda: {"choose": lambda brain: brain.size},
    "on_stone": lambda: {"choose": lambda brain: next(iter(brain.stones), (0, 0))},
    # it says what is no move; `nonsense` would disturb a terminal
    "nonsense": lambda: {"move": saying("my \x1b[31m lucky\u202e square")},
    "chatters": lambda: {"move": saying(*(f"thought {number}" for number in range(100)))},
    "floods": lambda: {"move": flood("MESSAGE depth 3 " + "x" * 3000, "\n")},
    "floods_without_end": lambda: {"move": flood("x" * 3000, "")},
    # it refuses
    "refuses_start": lambda: {"begins": "ERROR no such board"},
    "refuses_moves": lambda: {"move": saying("UNKNOWN command")},
    "cannot_go_back": lambda: {"takes_back": "UNKNOWN", "restarts": "ERROR not here"},
    "shy": lambda: {"about": "who knows"},
    # it talks, which is right
    "mutters": lambda: {"move": lambda brain: (brain.say("7,7 8,8"), brain.say("swap"), Good.move(brain))},
    "says": lambda: {"move": move_when_told},
    "says_score": lambda: {"has_log": False, "about": 'name="Sayer"', "move": move_with_score},
    "ticks": lambda: threading.Thread(target=tick, daemon=True).start(),
    "suggests": lambda: os.write(1, b"Welcome!\n\n") and {"obey": answer_info_and_play, "move": suggest},
    "refuses_rule": lambda: {"obey": refuse_rule},
    # it knows SWAP2BOARD
    "opens": lambda: {"obey": open_as_told},
    # its lines end otherwise
    "ends_lines_by_cr": lambda: {"end": "\r"},
    "ends_lines_by_crlf": lambda: {"end": "\r\n"},
    "ends_lines_in_two_writes": lambda: {"say": say_in_two_writes},
    "wants_crlf": lambda: {"read": read_bytes_up_to_crlf},
    "loses_commands": lambda: {"read": read_one_of_several},
}
"""What each does before it serves a manager, and what it returns of that it does otherwise, if anything."""

if __name__ == "__main__":
    type(NAME, (Good,), BRAINS[NAME]() or {})().serve()
