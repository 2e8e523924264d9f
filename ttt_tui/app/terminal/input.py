"""Terminal input: turns bytes into events, and drops what is unreadable: no input ends it.

Textual's own parser knows the keys, but an unforeseen sequence leaves it in an intermediate state, or
raises an exception. So each piece of input (`escape_codes`) goes to a new parser, and only what the
screens can use is passed on. Keys that the kitty protocol
(https://sw.kovidgoyal.net/kitty/keyboard-protocol/) names with their modifiers become the bytes that they
send without it ("Legacy text keys" there): one byte for Enter, Shift+Enter, Ctrl+Enter and the keypad's
Enter, and Esc before the byte for Alt. Screens know those.

Without it a cut-off sequence swallows the keys that follow, until Textual's parser resets itself after a
pause, and an unforeseen one raises an exception (`test_input`). A public parser of keys would replace
the import.

Relied on: `feed` of a new `XTermParser` yields the events of one character or sequence.
"""

import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from functools import lru_cache

from textual import events
from textual._xterm_parser import XTermParser  # there is no public way to the keys' names
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from ttt_tui.app.terminal.escape_codes import ALT_KEYS, ESC, EscapeCodes, InputKind, InputPiece
from ttt_tui.app.terminal.event_loop import QUIT_KEYS
from ttt_tui.process.layouts import us_key, with_shift

SHIFT, ALT, CTRL = 1, 2, 4
OTHERS = 8 | 16 | 32
"""Super, Hyper and Meta; the bits above, Caps Lock and Num Lock, are ignored."""

LAST_ASCII, FIRST_FUNCTIONAL = 127, 57344
"""Bounds of the letters of other layouts; above them are keys without a letter, such as the keypad."""

_SEQUENCE = re.compile(
    r"\x1b\[(?:(?P<key>\d{1,6})(?::\d*(?::(?P<base>\d{1,6}))?)?"
    r"(?:;(?P<held>\d{0,4})(?::[12]?)?(?:;(?P<text>\d{0,7}))?)?u"
    r"|27;(?P<other_held>\d{1,4});(?P<other_key>\d{1,6})~)"
)
"""The key, the key of the US layout in its place, the modifiers and the text; or xterm's older form with key
and modifiers."""

_PLAIN = {9: "\t", 13: "\r", 27: ESC, 32: " ", 127: "\x7f"} | {
    57399 + number: sign for number, sign in enumerate("0123456789./*-+\r=,")
}
"""Keys that send one byte, and from 57399 on those of the keypad."""

_WITH_CTRL = {32: "\x00", 127: "\x08"}
_LETTERS_WITH_CTRL = {ord("h"): "\x08", ord("i"): "\t", ord("j"): "\r", ord("m"): "\r", ord("["): ESC}
"""Letters that with Ctrl send the byte of another key; Ctrl+J, a line feed, is read as Enter."""

_DETAILS = re.compile(r"(?<=\d):[\d:]*")
"""The key on other layouts and the kind of event, which some terminals report unrequested."""

_WITH_SHIFT = {9: "\x1b[Z"}


def is_alt(text: str) -> bool:
    """Return whether this is Alt with a key: Esc and a byte that begins no sequence."""
    return len(text) == 2 and text[0] == ESC and _goes_with_alt(text[1])


def without_protocol(sequence: str) -> str:
    """Return the bytes of a key without the protocol; the bare sequence if there are none."""
    match = _SEQUENCE.fullmatch(sequence)
    if match is None:
        return sequence
    key = int(match["key"] or match["other_key"])
    held = max(int(match["held"] or match["other_held"] or 1) - 1, 0)
    if held & CTRL and LAST_ASCII < key < FIRST_FUNCTIONAL:  # a letter of another layout
        latin = int(match["base"] or ord(us_key(chr(key)) or "\0"))
        if 0 < latin <= LAST_ASCII:
            return without_protocol(f"{ESC}[{latin};{held + 1}u")
    plain = _PLAIN.get(key)
    bare = _DETAILS.sub("", sequence)
    if held & OTHERS or key > sys.maxunicode:
        return bare
    if held & ALT:
        plain = plain or _letter_with_alt(chr(key), int(match["text"] or key), is_capital=bool(held & SHIFT))
        return bare if held & CTRL or not _goes_with_alt(plain) else ESC + plain
    if plain is None:
        is_ctrl_alone = held & (SHIFT | CTRL) == CTRL
        return _LETTERS_WITH_CTRL.get(key, bare) if is_ctrl_alone else bare
    if held & SHIFT:
        plain = _WITH_SHIFT.get(key, plain)
    return _WITH_CTRL.get(key, plain) if held & CTRL else plain


class LayoutKey(events.Key):
    """A key of a layout other than US, with the character of that key in the US layout."""

    __slots__ = ("us_character",)

    def __init__(self, key: str, character: str | None, us_character: str) -> None:
        super().__init__(key, character)
        self.us_character = us_character


@lru_cache(512)
def us_character(sequence: str) -> str:
    """Return what the key of a sequence types with the US layout, empty if that is not reported."""
    match = _SEQUENCE.fullmatch(sequence)
    if match is None or not match["base"] or int(match["base"]) > LAST_ASCII:
        return ""
    key, base = int(match["key"]), chr(int(match["base"]))
    held = max(int(match["held"] or 1) - 1, 0)
    if held & (CTRL | ALT | OTHERS) or not base.isprintable() or key > sys.maxunicode:
        return ""
    typed = chr(min(int(match["text"] or key), sys.maxunicode))
    return with_shift(base) if held & SHIFT or (typed.isupper() and base.isalpha()) else base


def key_typing(character: str) -> events.Key:
    """Return the key that types an ASCII character."""
    ((key, typed),) = _parsed_keys(character)
    return events.Key(key, typed)


def _goes_with_alt(plain: str) -> bool:
    """Return whether Esc before this byte means Alt, not the key Esc or a sequence."""
    return plain in ("\r", "\x7f") or (len(plain) == 1 and " " <= plain <= "~" and plain not in "[O")


def _letter_with_alt(letter: str, text: int, *, is_capital: bool) -> str:
    """Return the letter pressed with Alt; empty if Alt produced another letter, which is text."""
    is_itself = text <= sys.maxunicode and chr(text).casefold() == letter.casefold()
    return "" if not is_itself else letter.upper() if is_capital else letter


ESCAPE_SECONDS = 0.1
"""Seconds after ESC within which a sequence may begin; else the key was pressed."""

SEQUENCE_SECONDS = 1.0
"""Seconds for which a slow line may interrupt a sequence."""

PASTE_SECONDS = 1.0
"""Seconds of silence after which a few bytes do not belong to a paste: its end was lost."""

FEW_BYTES = 16
"""The most bytes of a key; of an interrupted paste more arrive, or its end."""

KNOWN_KEYS = 512
"""Size of the cache of parsed keys."""

MOUSE = "\x1b[<"
"""Prefix of mouse reports, which are not cached: no two are alike."""

ENTER, TYPED_EARLY = "\r", "\n"
"""The byte of Enter, and the byte that the terminal makes of it while it reads lines: for an Enter typed
while the program was starting or stopped.
"""

ASK_COLOURS = "\x1b[48:2::57:40:27m\x1bP$qm\x1b\\\x1b[0m"
"""Sets a ground in true colour and asks which one is set (DECRQSS); a terminal with fewer names another."""

HAS_TRUECOLOR = re.compile(r"P1\$r(.*[:;])?48[:;]2[:;]([01]?[:;])?57[:;]40[:;]27([:;].*)?m")
"""Matches the reply that the ground is the one that was set."""

REPLY_SECONDS = 3.0
"""Seconds after the request within which a lone ESC may be the start of the reply."""

UNREADABLE = "\N{REPLACEMENT CHARACTER}"

USED = (events.Key, events.MouseEvent, events.AppFocus, events.AppBlur, TerminalSupportsSynchronizedOutput)
"""Events that are passed on. Reports of sizes and of the cursor were not requested."""


class TruecolorReported(Message):
    """The terminal has true colour."""


class InputReader:
    """Reads keys, clicks and pastes of a terminal. Times are monotonic, in seconds.

    `asked` is when the terminal was asked for its colours, if ever.
    """

    def __init__(self, asked: float | None = None) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._codes = EscapeCodes()
        self._latest = 0.0
        self._reply_until = 0.0 if asked is None else asked + REPLY_SECONDS

    def feed(self, data: bytes, now: float) -> Iterator[Message]:
        """Yield the events of the bytes that arrived at `now`, keys that quit first."""
        is_late = now - self._latest >= PASTE_SECONDS
        if self._codes.is_in_paste and is_late and len(data) <= FEW_BYTES and not data.endswith(b"1~"):
            yield from self._events(self._codes.end())
        yield from self.tick(now)
        self._latest = now
        text = self._decode(data)
        is_begun = self._codes.is_incomplete or self._codes.is_in_paste
        is_one_key = is_alt(text) and len(data) == len(text) and not is_begun
        pieces = [InputPiece(InputKind.SEQUENCE, text)] if is_one_key else [*self._codes.feed(text)]
        yield from self._events(piece for piece in pieces if _is_quit(piece))
        yield from self._events(piece for piece in pieces if not _is_quit(piece))

    def tick(self, now: float) -> Iterator[Message]:
        """Yield the event of an Esc that no sequence followed in time."""
        is_key = self._codes.is_escape and self._latest > self._reply_until
        wait = ESCAPE_SECONDS if is_key else SEQUENCE_SECONDS
        if self._codes.is_incomplete and now - self._latest >= wait:
            yield from self._events(self._codes.end())

    @property
    def waits(self) -> bool:
        """Whether `tick` has to be called soon."""
        return self._codes.is_incomplete

    def _events(self, pieces: Iterator[InputPiece]) -> Iterator[Message]:
        for kind, text in pieces:
            if kind is InputKind.REPLY:
                self._reply_until = 0.0
                if HAS_TRUECOLOR.fullmatch(text):
                    yield TruecolorReported()
            elif kind is InputKind.PASTE:
                yield events.Paste("".join(c for c in text if is_readable(c) and (c >= " " or c in "\n\r\t")))
            elif kind is InputKind.SEQUENCE or is_readable(text):
                yield from _parsed(ENTER if text == TYPED_EARLY else text)


def is_readable(character: str) -> bool:
    """Return whether a character is printable or a key, and not a replacement of invalid bytes."""
    return character != UNREADABLE and (character.isprintable() or character <= "\x7f")


def _is_quit(piece: InputPiece) -> bool:
    """Return whether a piece is a key that quits; a paste is text."""
    return piece.kind is not InputKind.PASTE and any(key in QUIT_KEYS for key, _ in _keys(piece.text))


def _parsed(text: str) -> list[Message]:
    """Return the events of a character or sequence, none if unknown."""
    if keys := _keys(text):
        if us := us_character(text):
            return [LayoutKey(key, character, us) for key, character in keys]
        return [events.Key(key, character) for key, character in keys]
    return _messages(text)


def _keys(text: str) -> tuple[tuple[str, str | None], ...]:
    """Return name and character of each key in a character or sequence."""
    return () if text.startswith(MOUSE) else _parsed_keys(text)


@lru_cache(KNOWN_KEYS)
def _parsed_keys(text: str) -> tuple[tuple[str, str | None], ...]:
    """Return names and characters of keys from a cache: parsing thousands anew takes a quarter second."""
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
    except Exception:  # whatever the parser makes of it, it is one sequence without meaning
        return []
