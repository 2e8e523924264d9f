"""Escape codes: splits the text from a terminal into characters, sequences and pastes.

Sequences are recognised by their grammar (ECMA-48, "Control Functions for Coded Character Sets", 1991, §5.4),
not by a list, so that letters and digits of an unknown sequence are no keys. An incomplete sequence ends
at the first character that cannot be part of it.

Relied on: nothing of Textual.
"""

from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

ESC = "\x1b"

LONGEST_SEQUENCE = 32
"""The most characters of a sequence; a longer one belongs to no key or mouse and is dropped."""

LONGEST_REPLY = 128
"""The most characters kept of a string that the terminal sends."""

LONGEST_PASTE = 30_000
"""The most characters kept of a paste; the longest text, a comment, has 20,000, and says what is too much."""

ALT_KEYS = frozenset("bf\x7f")
"""Keys after ESC that mean Alt: in a text field a word back, a word on, and delete a word. Before any other
key ESC is the key Esc, which a slow line has delivered together with the next key.
"""

PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"


class InputKind(Enum):
    """Kinds of input."""

    CHARACTER = auto()
    SEQUENCE = auto()
    PASTE = auto()
    REPLY = auto()
    """A string that the terminal sends, such as the reply to a request."""


class InputPiece(NamedTuple):
    """A piece of input: of a paste the text between its brackets, of a reply the text of the string."""

    kind: InputKind
    text: str


class _State(Enum):
    GROUND = auto()
    ESCAPE = auto()
    """After ESC, which may have been the key or the start of a sequence."""
    SEQUENCE = auto()
    """After ESC [ or ESC O: parameters, and at the end a letter."""
    REST = auto()
    """In the fixed number of bytes that some old sequences have after their letter."""
    STRING = auto()
    """In a reply of text: ESC ] and others, up to BEL or ESC \\."""
    PASTE = auto()


_STRINGS = frozenset("]PX^_")
_REST = {"\x1b[M": 3, "\x1b[[": 1}
"""An old mouse report has three bytes after its letter, a function key of the Linux console one."""


class EscapeCodes:
    """A parser that takes text in parts of any length and yields the complete pieces."""

    def __init__(self) -> None:
        self._state = _State.GROUND
        self._text = ""
        """The incomplete piece."""
        self._rest = 0
        self._paste: list[str] = []

    @property
    def is_escape(self) -> bool:
        """Whether ESC was the last character, so that only time shows whether it was the key."""
        return self._state is _State.ESCAPE

    @property
    def is_in_paste(self) -> bool:
        """Whether a paste has begun and not ended."""
        return self._state is _State.PASTE

    @property
    def is_incomplete(self) -> bool:
        """Whether a sequence has begun and not ended; a paste is not a sequence."""
        return self._state not in (_State.GROUND, _State.PASTE)

    def feed(self, text: str) -> Iterator[InputPiece]:
        """Yield the pieces that end within the text."""
        for character in text:
            yield from self._take(character)

    def end(self) -> Iterator[InputPiece]:
        """Yield an Esc or an incomplete paste, and drop any other incomplete piece."""
        if self._state is _State.ESCAPE:
            yield InputPiece(InputKind.SEQUENCE, ESC)
        elif self._state is _State.PASTE:
            yield self._pasted()
        self._state = _State.GROUND

    def _take(self, character: str) -> Iterator[InputPiece]:
        match self._state:
            case _State.GROUND:
                if character == ESC:
                    self._state = _State.ESCAPE
                else:
                    yield InputPiece(InputKind.CHARACTER, character)
            case _State.ESCAPE:
                yield from self._after_escape(character)
            case _State.SEQUENCE:
                yield from self._in_sequence(character)
            case _State.REST:
                self._text += character
                self._rest -= 1
                if character < " ":
                    yield from self._anew(character)
                elif not self._rest:
                    yield self._complete()
            case _State.STRING:
                yield from self._in_string(character)
            case _State.PASTE:
                yield from self._in_paste(character)

    def _after_escape(self, character: str) -> Iterator[InputPiece]:
        if character in "[O":
            self._state, self._text = _State.SEQUENCE, ESC + character
        elif character in _STRINGS:
            self._state, self._text = _State.STRING, character
        elif character in ALT_KEYS:
            self._text = ESC + character
            yield self._complete()
        else:
            yield InputPiece(InputKind.SEQUENCE, ESC)
            yield from self._anew(character)

    def _in_sequence(self, character: str) -> Iterator[InputPiece]:
        if not " " <= character <= "~":  # not part of a sequence: the sequence was cut off
            yield from self._anew(character)
            return
        self._text = (self._text + character)[: LONGEST_SEQUENCE + 1]
        is_key_of_rxvt = character == "$" and self._text[2:-1].isdigit()
        if self._text in _REST:
            self._state, self._rest = _State.REST, _REST[self._text]
        elif self._text == PASTE_START:
            self._state, self._text = _State.PASTE, ""
        elif character >= "@" or is_key_of_rxvt:
            complete = self._complete()
            if len(complete.text) <= LONGEST_SEQUENCE:
                yield complete

    def _in_string(self, character: str) -> Iterator[InputPiece]:
        may_end = self._text.endswith(ESC)
        if character == "\x07" or (character == "\\" and may_end):
            self._state = _State.GROUND
            yield InputPiece(InputKind.REPLY, self._text.removesuffix(ESC))
        elif may_end:
            self._state = _State.ESCAPE
            yield from self._take(character)
        elif character == ESC:
            self._text += ESC
        elif character < " ":
            yield from self._anew(character)
        elif len(self._text) < LONGEST_REPLY:
            self._text += character

    def _in_paste(self, character: str) -> Iterator[InputPiece]:
        self._text = (self._text + character)[-len(PASTE_END) :]
        if self._text == PASTE_END:
            yield self._pasted()
            self._state = _State.GROUND
        elif len(self._paste) < LONGEST_PASTE:
            self._paste.append(character)

    def _pasted(self) -> InputPiece:
        text = "".join(self._paste).removesuffix(PASTE_END[:-1])
        self._paste.clear()
        return InputPiece(InputKind.PASTE, text)

    def _complete(self) -> InputPiece:
        self._state = _State.GROUND
        return InputPiece(InputKind.SEQUENCE, self._text)

    def _anew(self, character: str) -> Iterator[InputPiece]:
        """Drop the incomplete piece and start with this character."""
        self._state = _State.GROUND
        yield from self._take(character)
