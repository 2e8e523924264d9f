"""The driver of a browser's terminal, at the other end of two pipes to textual-serve.

It speaks the protocol of Textual's `WebDriver`, in whose place it is used, and is otherwise like the
terminal's: frames that a slow line cannot take are dropped, unreadable input is, too, and the end of the
input ends the program. Textual's blocks the program in `os.write`, and goes on for ever after the end of the
input, so that a server that was killed leaves the program behind (`test_browser`). What only a terminal can
do is left out: kitty's keys, the modes of the line, stopping by Ctrl+Z.

Relied on: the packets of `textual.drivers.web_driver`: a letter, four bytes with the length, most significant
first, and the payload: `D` has what a terminal sends or is sent, `M` a JSON object with a `type`.
`LinuxDriver` knows `_mouse`, and asks `_get_terminal_size`.
"""

import json
import os
import select
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from textual import events
from textual.geometry import Size

from ttt_tui.app.terminal.driver import (
    MOUSE,
    RESTORE_SECONDS,
    SCREEN_WITHOUT_FOCUS,
    TerminalDriver,
)
from ttt_tui.app.terminal.input import InputReader
from ttt_tui.app.terminal.output import LineWriter
from ttt_tui.process.terminal import MOST_CELLS, MOUSE_BEFORE, SCREEN_BEFORE

PRELUDE = b"__GANGLION__\n"
"""The line by which textual-serve knows that a program speaks this protocol."""

DATA, META = b"D", b"M"

HEADER = 5
"""Bytes before the payload of a packet."""

MOST_BYTES = 1 << 20
"""The longest packet that is read; a paste of the most that is taken is far shorter."""

USUAL_SIZE = Size(80, 24)


def packet(kind: bytes, payload: bytes) -> bytes:
    """Return a packet of a kind, `DATA` or `META`."""
    return kind + len(payload).to_bytes(4, "big") + payload


class Packet(NamedTuple):
    """A packet that was received."""

    kind: bytes
    payload: bytes


class PacketReader:
    """Takes bytes apart into packets, whose pieces may come one by one."""

    def __init__(self) -> None:
        self._pending = b""

    def feed(self, data: bytes) -> Iterator[Packet]:
        """Yield the packets that are complete now. Raises `EOFError` if one is too long to be meant."""
        self._pending += data
        while len(self._pending) >= HEADER:
            size = int.from_bytes(self._pending[1:HEADER], "big")
            if size > MOST_BYTES:
                raise EOFError
            end = HEADER + size
            if len(self._pending) < end:
                return
            yield Packet(self._pending[:1], self._pending[HEADER:end])
            self._pending = self._pending[end:]


class PacketWriter(LineWriter):
    """Writes each text as a packet."""

    def encoded(self, text: str) -> bytes:
        return packet(DATA, super().encoded(text))


class BrowserDriver(TerminalDriver):
    """Drives a browser's terminal by packets on standard input and output."""

    _packets: PacketReader
    _reported: Size | None = None

    @property
    def is_web(self) -> bool:
        return True

    def _open_line(self) -> LineWriter:
        return PacketWriter(1, "utf-8", self._caught_up)

    @property
    def _environment(self) -> Mapping[str, str]:
        """No variables: the program's are those of the server's terminal."""
        return {}

    # --- on and off --------------------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Say that this is such a program, and start as in a terminal."""
        self._packets = PacketReader()
        os.write(1, PRELUDE)
        super().start_application_mode()

    def _switch_on(self) -> None:
        self._is_on = True
        self._line.write(SCREEN_WITHOUT_FOCUS + MOUSE * self._mouse, is_frame=False)

    def _switch_off(self) -> None:
        """Say that the program ends, once everything before is written."""
        if not self._is_on:
            return
        self._line.clear()
        self._line.write(MOUSE_BEFORE * self._mouse + SCREEN_BEFORE, is_frame=False)
        self._is_on = False
        self._line.drain()
        self._say_end()

    def restore_at_once(self) -> None:
        """Say that the program ends, without waiting for what is not written."""
        if self._is_on:
            self._is_on = False
            self._line.abandon()
            self._say_end()

    def _say_end(self) -> None:
        with suppress(OSError):
            if select.select([], [1], [], RESTORE_SECONDS)[1]:
                os.write(1, packet(META, b'{"type": "exit"}'))

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return the size that the browser reported, at first by the environment."""
        if self._reported is None:
            columns, lines = os.environ.get("COLUMNS"), os.environ.get("ROWS")
            self._reported = _size(columns, lines) or USUAL_SIZE
        return self._reported.width, self._reported.height

    # --- in ----------------------------------------------------------------------------------------------

    def _events(self, data: bytes, reader: InputReader, now: float) -> Iterator[Any]:
        """Yield the events in a piece of input; raises `EOFError` if the server ends the program."""
        for kind, payload in self._packets.feed(data):
            if kind == DATA:
                yield from reader.feed(payload, now)
            elif kind == META:
                yield from self._meta(payload)

    def _meta(self, payload: bytes) -> Iterator[Any]:
        """Yield the events of a message about the browser's window."""
        try:
            message = json.loads(payload)
        except (ValueError, RecursionError):
            return
        match message:
            case {"type": "resize", "width": width, "height": height} if size := _size(width, height):
                self._reported = size
                yield events.Resize(size, size)
            case {"type": "focus"}:
                yield events.AppFocus()
            case {"type": "blur"}:
                yield events.AppBlur()
            case {"type": "quit" | "exit"}:
                raise EOFError


def _size(columns: object, lines: object) -> Size | None:
    """Return a size that makes sense, None for any other values."""
    with suppress(TypeError, ValueError):
        size = Size(int(columns), int(lines))  # type: ignore[call-overload]  # a `TypeError` is caught
        if min(size) >= 1 and max(size) <= MOST_CELLS:
            return size
    return None
