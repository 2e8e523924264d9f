"""Records a game of the installed program in a terminal: `python -m tests.recording`, saved as
`screenshots/game.svg`.

What the program writes is timed and kept as an asciicast (https://docs.asciinema.org/manual/asciicast/v2/),
which `termtosvg` makes a moving picture of; it has to be on the path (`pipx install termtosvg`).
"""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.support.terminal import Terminal
from tests.support.tool import parser_of

PICTURE = Path(__file__).parent.parent / "screenshots" / "game.svg"
MOST_BYTES = 500_000

ENTER, TAB, RIGHT = "\r", "\t", "\x1b[C"

FORKS = {"a3": ("3", {"b1": "6", "c2": "2"}), "c1": ("7", {"a2": "8", "b3": "4"})}
"""The corner that O takes → the key that makes two threats, and the key that wins after each answer."""


class RecordedTerminal(Terminal):
    """A terminal that notes when everything was written."""

    answers = False  # who shows the recording knows no frames

    def __init__(self) -> None:
        self.written: list[tuple[float, bytes]] = []
        self.seen_after = 0.0
        """Seconds until the first picture."""
        self._began = time.monotonic()
        super().__init__(COLORTERM="truecolor")

    def draw(self, data: bytes) -> None:
        """Draw what was received, and note it."""
        if data:
            self.written.append((time.monotonic() - self._began, data))
        super().draw(data)

    def linger(self, seconds: float) -> None:
        """Let somebody look for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.read(until - time.monotonic())

    def press(self, key: str, seconds: float = 1.0) -> None:
        """Press a key, and look what comes of it."""
        self.send(key)
        self.linger(seconds)


def play(terminal: RecordedTerminal) -> None:
    """Choose a level, and win a game against it."""
    terminal.wait_for("history")
    terminal.seen_after = terminal.written[-1][0]
    terminal.linger(1.5)
    for key in (TAB, RIGHT, ENTER):
        terminal.press(key, 1.2)
    terminal.press("1", 2.0)
    terminal.press("9", 2.2)
    corner = next(square for square in FORKS if f"O {square}" in str(terminal))
    key, wins = FORKS[corner]
    terminal.press(key, 2.2)
    terminal.press(next(key for square, key in wins.items() if f"O {square}" in str(terminal)), 1.0)
    terminal.wait_for("You win")
    terminal.linger(1.0)


def asciicast(terminal: RecordedTerminal) -> str:
    """Return what was written from the first picture on, as an asciicast of version 2."""
    lines = [json.dumps({"version": 2, "width": terminal.columns, "height": terminal.rows})]
    held = b""
    for seconds, data in terminal.written:
        held += data
        seconds = max(0.0, seconds - terminal.seen_after)
        text = held.decode(errors="ignore")
        if text.encode() == held:
            lines.append(json.dumps([round(seconds, 3), "o", text]))
            held = b""
    return "\n".join(lines) + "\n"


def main() -> int:
    """Record a game; the status is 1 if the picture is too large."""
    if (termtosvg := shutil.which("termtosvg")) is None:
        print("termtosvg is needed: pipx install termtosvg", file=sys.stderr)
        return 2
    with RecordedTerminal() as terminal, tempfile.NamedTemporaryFile("w", suffix=".cast") as cast:
        play(terminal)
        cast.write(asciicast(terminal))
        cast.flush()
        subprocess.run([termtosvg, "render", cast.name, str(PICTURE), "-t", "gjm8", "-D", "4000"], check=True)
    size = PICTURE.stat().st_size
    print(f"{PICTURE.name}: {size:,} bytes, {MOST_BYTES:,} at most")
    return int(size > MOST_BYTES)


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    sys.exit(main())
