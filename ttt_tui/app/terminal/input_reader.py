"""Turns the bytes of a terminal into events, and drops what cannot be read: nothing that arrives ends it.

Textual's own parser knows the keys, but an unforeseen sequence leaves it in the middle of something, or
raises an exception. So it is asked for each piece of input anew, and only what the screens can use is passed
on.

Relied on: a new `XTermParser` gives by `feed` the events of one character or sequence.
"""

from codecs import getincrementaldecoder
from collections.abc import Iterator
from functools import lru_cache

from textual import events
from textual._xterm_parser import XTermParser  # there is no public way to the keys' names
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from ttt_tui.app.terminal.escape_codes import ALT_KEYS, ESC, EscapeCodes, InputKind, InputPiece
from ttt_tui.app.terminal.kitty_keys import is_alt, without_protocol
from ttt_tui.app.terminal.typed_ahead import QUIT_KEYS

ESCAPE_SECONDS = 0.1
"""How long after ESC a sequence may begin; else the key was pressed."""

SEQUENCE_SECONDS = 1.0
"""How long a sequence may be interrupted, by a slow line. Nobody types its beginning by hand."""

PASTE_SECONDS = 1.0
"""After so long a silence a few bytes are no part of a paste any more: its end was lost."""

FEW_BYTES = 16
"""What a key takes at most; of a paste that was interrupted more arrives, or its end."""

KNOWN_KEYS = 512
"""How many characters and sequences of keys are remembered."""

MOUSE = "\x1b[<"
"""How a report of the mouse begins; no two are alike."""

ENTER, TYPED_EARLY = "\r", "\n"
"""What the key Enter sends, and what the terminal makes of it until keys are read one by one: of an Enter
that was typed while the program was just starting, or was stopped."""

UNREADABLE = "\N{REPLACEMENT CHARACTER}"

USED = (events.Key, events.MouseEvent, events.AppFocus, events.AppBlur, TerminalSupportsSynchronizedOutput)
"""What is passed on. Reports of sizes, which may be wrong, and of the cursor's place are not asked for."""


class InputReader:
    """Reads the keys, clicks and pastes of one terminal. Times are monotonic, in seconds."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._codes = EscapeCodes()
        self._latest = 0.0

    def feed(self, data: bytes, now: float) -> Iterator[Message]:
        """Give the events of the bytes that arrived now: those that quit before all others."""
        is_late = now - self._latest >= PASTE_SECONDS
        if self._codes.is_in_paste and is_late and len(data) <= FEW_BYTES and not data.endswith(b"1~"):
            yield from self._events(self._codes.end())
        yield from self.tick(now)
        self._latest = now
        pieces = list(self._pieces(data))
        yield from self._events(piece for piece in pieces if _is_quit(piece))
        yield from self._events(piece for piece in pieces if not _is_quit(piece))

    def _pieces(self, data: bytes) -> Iterator[InputPiece]:
        """Give the pieces of the bytes that arrived together. Two may be a key that was held with Alt."""
        text = self._decode(data)
        is_begun = self._codes.is_incomplete or self._codes.is_in_paste
        if is_alt(text) and len(data) == len(text) and not is_begun:
            yield InputPiece(InputKind.SEQUENCE, text)
        else:
            yield from self._codes.feed(text)

    def tick(self, now: float) -> Iterator[Message]:
        """Give the events that the time brings: that of an Esc which no sequence has followed."""
        wait = ESCAPE_SECONDS if self._codes.is_escape else SEQUENCE_SECONDS
        if self._codes.is_incomplete and now - self._latest >= wait:
            yield from self._events(self._codes.end())

    @property
    def waits(self) -> bool:
        """Whether `tick` is to be called soon."""
        return self._codes.is_incomplete

    def _events(self, pieces: Iterator[InputPiece]) -> Iterator[Message]:
        for kind, text in pieces:
            if kind is InputKind.PASTE:
                yield events.Paste("".join(c for c in text if is_readable(c) and (c >= " " or c in "\n\r\t")))
            elif kind is InputKind.SEQUENCE or is_readable(text):
                yield from _parsed(ENTER if text == TYPED_EARLY else text)


def is_readable(character: str) -> bool:
    """Whether a character is a letter or a key, and no remainder of bytes that were no text."""
    return character != UNREADABLE and (character.isprintable() or character <= "\x7f")


def _is_quit(piece: InputPiece) -> bool:
    """Whether a piece of input is a key that quits; what is pasted is text."""
    return piece.kind is not InputKind.PASTE and any(key in QUIT_KEYS for key, _ in _keys(piece.text))


def _parsed(text: str) -> list[Message]:
    """Return the events of one character or sequence; none if it is not known."""
    if keys := _keys(text):
        return [events.Key(key, character) for key, character in keys]
    return _messages(text)


def _keys(text: str) -> tuple[tuple[str, str | None], ...]:
    """Return the name and the character of each key that a character or sequence stands for."""
    return () if text.startswith(MOUSE) else _parsed_keys(text)


@lru_cache(KNOWN_KEYS)
def _parsed_keys(text: str) -> tuple[tuple[str, str | None], ...]:
    """Return the same, and remember it: to parse thousands of keys anew takes a quarter of a second."""
    text = without_protocol(text)
    if text == ESC:
        return (("escape", ESC),)
    if is_alt(text) and text[1] not in ALT_KEYS:
        is_capital = text[1].isupper()
        return ((f"alt+{'shift+' * is_capital}{_parsed_keys(text[1].lower())[0][0]}", None),)
    return tuple((event.key, event.character) for event in _messages(text) if isinstance(event, events.Key))


def _messages(text: str) -> list[Message]:
    try:
        return [event for event in XTermParser().feed(text) if isinstance(event, USED)]
    except Exception:  # whatever the parser makes of it, it is one sequence that means nothing
        return []
