"""A terminal for tests: a program runs in a real pty, and what it writes is drawn on a screen by pyte."""

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import NamedTuple
from unicodedata import combining

import pyte
import pyte.modes
from pyte.screens import wcwidth

PROGRAM = str(Path(sys.executable).with_name("ttt-tui"))
"""The installed script, beside the interpreter that runs the tests."""

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, ESCAPE = "\r", "\x1b"
CTRL_C, CTRL_Q = "\x03", "\x11"

PATIENCE = 30.0
"""Seconds to wait for something that has to come; much more than it takes, for a machine that is busy."""

_NOT_DRAWN = re.compile(rb"\x1b\[[<>=][\d;]*u|\x1b\[\?[\d;]*\$p")
"""Sequences of which pyte would draw the last letter: the keyboard protocol's, and questions for modes."""

_UNFINISHED = re.compile(rb"\x1b(\[[\d;:?<>=$]*)?$")
"""A sequence whose end is still to come."""

_SEQUENCE = re.compile(rf"\x1b\[(\??)([\d;]*)([{re.escape(''.join(pyte.Stream.csi))}])")
"""A whole control sequence: whether it is private, its numbers, and what it does."""

_FRAME_QUESTION, _FRAME_ANSWER = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
"""What asks whether frames can be shown at once, and what says that they can."""

_FRAME_BEGINS, _FRAME_ENDS = b"\x1b[?2026h", b"\x1b[?2026l"

_DRAWN_OTHERWISE = {pyte.modes.IRM}
"""Modes in which more changes than what is drawn over."""

_LEADER = '{ :; } <>"$0" || exit 129; exec "$@"'
"""Starts the program in a new session: its leader's first terminal, this one, is the controlling one. A shell
does that in a tenth of the time that Python takes. The status is that of a hangup if the terminal has gone
before there was anybody who could notice."""


Picture = list[list[pyte.screens.Char]]
"""Every cell of every line, with all its attributes."""


class Cell(NamedTuple):
    """One cell of the screen."""

    text: str
    bold: bool
    underline: bool
    reverse: bool
    foreground: str
    background: str
    italic: bool = False


@cache
def _blank(cell: pyte.screens.Char) -> pyte.screens.Char:
    """Return a cell without a symbol, and of its attributes those that can be seen without one."""
    if cell.underscore or cell.strikethrough:
        return cell._replace(data=" ")
    ground = cell.fg if cell.reverse else cell.bg
    return (
        pyte.screens.Char(" ", fg=ground, reverse=True) if cell.reverse else pyte.screens.Char(" ", bg=ground)
    )


@cache
def _char(symbol: str, attributes: tuple[object, ...]) -> pyte.screens.Char:
    return pyte.screens.Char(symbol, *attributes)


class Drawing(pyte.Screen):
    """Draws what pyte does, and in a fraction of the time where that is a piece of one line.

    But pyte leaves out all that follows a character of no width which combines with nothing, as a joiner; a
    terminal leaves out that character alone.
    """

    def draw(self, data: str) -> None:
        """Draw text at the cursor."""
        start, end = self.cursor.x, self.cursor.x + len(data)
        is_narrow = data.isascii() or all(wcwidth(symbol) == 1 for symbol in data)
        if end > self.columns or not is_narrow or not data.isprintable() or self.mode & _DRAWN_OTHERWISE:
            super().draw("".join(symbol for symbol in data if wcwidth(symbol) > 0 or combining(symbol)))
            return
        line, attributes = self.buffer[self.cursor.y], tuple(self.cursor.attrs[1:])
        for x, symbol in enumerate(data, start):
            line[x] = _char(symbol, attributes)
        self.cursor.x = end
        self.dirty.add(self.cursor.y)


class Stream(pyte.Stream):
    """Takes what a program writes as pyte does, but a control sequence at once, not letter by letter."""

    def feed(self, data: str) -> None:
        """Draw text, and do what the sequences in it say."""
        screen, end, at = self.listener, len(data), 0
        while at < end:
            if not self._taking_plain_text:  # in the middle of something
                self._taking_plain_text = self._send_to_parser(data[at])
                at += 1
            elif text := self._text_pattern.match(data, at):
                at = text.end()
                screen.draw(text[0])
            elif sequence := _SEQUENCE.match(data, at):
                at = sequence.end()
                is_private, numbers, kind = sequence.groups()
                values = [min(int(number or 0), 9999) for number in numbers.split(";")]
                do = getattr(screen, self.csi[kind])
                do(*values, private=True) if is_private else do(*values)
            else:
                self._taking_plain_text = False


class _ByteStream(pyte.ByteStream, Stream):
    """The same of bytes."""


class Screen:
    """What a terminal of `columns` × `rows` shows."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._drawn = Drawing(columns, rows)
        self._stream = _ByteStream(self._drawn)
        self._text: list[str] | None = None
        self._rest = b""  # the start of a sequence that is not finished yet

    def feed(self, data: bytes) -> None:
        """Draw what a program has written."""
        data = self._rest + data
        unfinished = _UNFINISHED.search(data)
        end = unfinished.start() if unfinished else len(data)
        self._rest = data[end:]
        self._stream.feed(_NOT_DRAWN.sub(b"", data[:end]))
        self._text = None

    def fit(self, columns: int, rows: int) -> None:
        """Change the size."""
        self.columns, self.rows = columns, rows
        self._drawn.resize(rows, columns)
        self._text = None

    def text(self) -> list[str]:
        """Return the lines of the screen."""
        if self._text is None:  # it takes pyte a while, and is asked for again and again
            self._text = list(self._drawn.display)
        return self._text

    def cell(self, x: int, y: int) -> Cell:
        """Return the cell in column `x` and line `y`, both from 0 at the top left."""
        char = self._drawn.buffer[y][x]
        return Cell(char.data, char.bold, char.underscore, char.reverse, char.fg, char.bg, char.italics)

    def clear(self) -> None:
        """Make every cell empty."""
        self._drawn.buffer.clear()
        self._text = None

    def picture(self) -> Picture:
        """Return every cell of every line, with all that can be seen of it.

        Of a wide symbol that was half written over nothing is left, as in a terminal.
        """
        lines = []
        for y in range(self.rows):
            line = self._drawn.buffer[y]
            cells = [line[x] for x in range(self.columns)]
            wide = [
                bool(cell.data) and not cell.data.isascii() and wcwidth(cell.data[0]) == 2 for cell in cells
            ]
            for x, cell in enumerate(cells):
                is_lost = wide[x] and (x + 1 == len(cells) or cells[x + 1].data)
                if is_lost or cell.data == " " or not (cell.data or (x and wide[x - 1])):
                    cells[x] = _blank(cell)
            lines.append(cells)
        return lines

    @property
    def cursor_place(self) -> tuple[int, int]:
        """Where the terminal's own cursor is: column and line, both from 0."""
        return self._drawn.cursor.x, self._drawn.cursor.y

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self.text())


def environment(home: str, **more: str) -> dict[str, str]:
    """Return the variables that a program under test gets: those of a fresh login in this home."""
    kept = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "COVERAGE_PROCESS_CONFIG")
    return {name: os.environ[name] for name in kept if name in os.environ} | {
        "HOME": home,
        "TMPDIR": home,  # where nobody else hosts a game
        "PYTHONUTF8": "1",
        **more,
    }


class Terminal(Screen):
    """A program in a pty of `columns` × `rows`, with a home of its own. Use it in a `with` statement.

    Of the program's questions one alone is answered, that for frames, which tells what is painted from what
    is being painted; to the others there is no answer, as from many a real terminal.
    """

    answers = True
    """Whether the question for frames is answered."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        term: str = "xterm-256color",
        program: Sequence[str] = (PROGRAM,),
        **variables: str,
    ) -> None:
        super().__init__(columns, rows)
        self.command = [*program, *arguments]
        self.raw = bytearray()
        """All that the program has written so far."""
        self._closed = False
        self._home = tempfile.TemporaryDirectory(prefix="ttt-tui-home-")
        self._master, self._slave = os.openpty()
        self.attributes_before = self.attributes
        self._set_size()
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", _LEADER, os.ttyname(self._slave), *self.command],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env=environment(self._home.name, TERM=term, **variables),
            cwd=self._home.name,
            start_new_session=True,
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()
        if error is not None:
            error.add_note(f"The screen of {self.command}:\n{self}")

    def close(self) -> None:
        """End the program, whatever it is doing, and give everything back."""
        if self._closed:
            return
        self._closed = True
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self._master >= 0:
            self.vanish()
        self._home.cleanup()

    # --- the program's side ------------------------------------------------------------------------------

    def send(self, keys: str | bytes) -> None:
        """Type these keys, or send these bytes, in one write; fail if the program does not take them."""
        data = keys.encode() if isinstance(keys, str) else keys
        deadline = time.monotonic() + PATIENCE
        while data:
            # It may have to be rid of what it writes before it reads on.
            _, ready, _ = select.select([], [self._master], [], 0.0)
            if ready:
                data = data[os.write(self._master, data[:4096]) :]
            elif not self.read(0.05) and (self.process.poll() is not None or time.monotonic() > deadline):
                raise AssertionError(f"nobody reads {data!r}\n{self}")

    @property
    def unread(self) -> int:
        """How many bytes have been typed that the program has not read yet."""
        return int.from_bytes(fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)), sys.byteorder)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window; the program gets the signal for it."""
        self.fit(columns, rows)
        self._set_size()

    def _set_size(self) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.columns, 0, 0))

    @property
    def attributes(self) -> list[object]:
        """The pty's line settings as they are now: echo, line mode and the rest."""
        return termios.tcgetattr(self._slave)

    @attributes.setter
    def attributes(self, attributes: list[object]) -> None:
        termios.tcsetattr(self._slave, termios.TCSANOW, attributes)

    def vanish(self) -> None:
        """Hang up, as a line does that is cut: nobody is there any more."""
        os.close(self._slave)
        os.close(self._master)
        self._slave = self._master = -1

    def receive(self, seconds: float = 0.0) -> bytes:
        """Wait so long for output, and return what there is without drawing it; nothing if there is none."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, seconds))
        return os.read(self._master, 65536) if ready else b""

    def draw(self, data: bytes) -> None:
        """Draw what was received."""
        self.raw += data
        self.feed(data)
        if self.answers and _FRAME_QUESTION in self.raw[-len(data) - len(_FRAME_QUESTION) + 1 :]:
            os.write(self._master, _FRAME_ANSWER)

    @property
    def is_in_a_frame(self) -> bool:
        """Whether the program has told of the beginning of a frame, and not yet of its end."""
        return self.answers and self.raw.rfind(_FRAME_BEGINS) > self.raw.rfind(_FRAME_ENDS)

    def read(self, seconds: float = 0.0) -> bool:
        """Wait so long for output, and draw what there is. Return whether there was any."""
        data = self.receive(seconds)
        self.draw(data)
        return bool(data)

    @property
    def home(self) -> Path:
        """The home directory that the program has."""
        return Path(self._home.name)

    @property
    def said_at_the_end(self) -> str:
        """What the program has written after it left the alternate screen, without the switches of modes."""
        _, _, after = bytes(self.raw).rpartition(b"\x1b[?1049l")
        return re.sub(rb"\x1b\[[?\d;<>]*[a-zA-Z]", b"", after).decode(errors="replace").strip()

    # --- waiting -----------------------------------------------------------------------------------------

    def wait_for(self, wanted: str | Callable[[], object], timeout: float = PATIENCE) -> None:
        """Wait until the screen shows this text, or until this returns true; fail if the time is over.

        Then what is on the screen is a whole frame, if the program tells of frames.
        """

        def is_there() -> bool:
            if self.is_in_a_frame and self.process.poll() is None:
                return False
            if isinstance(wanted, str):
                return any(wanted in line for line in self.text())
            return bool(wanted())

        deadline = time.monotonic() + timeout
        while not is_there():
            left = deadline - time.monotonic()
            gone = self.process.poll() is not None
            if not self.read(min(left, 0.05)) and (gone or left <= 0):
                why = f"ended with {self.process.returncode}" if gone else f"did not within {timeout:g} s"
                raise AssertionError(f"waited for {wanted!r}: the program {why}\n{self}")

    def wait_exit(self, timeout: float = PATIENCE) -> int:
        """Wait until the program has ended by itself, read what is left, and return its exit status."""
        deadline = time.monotonic() + timeout
        while self.process.poll() is None:
            self.read(0.02)
            if time.monotonic() > deadline:
                raise AssertionError(f"still running after {timeout:g} s\n{self}")
        while self.read():
            pass
        return self.process.returncode
