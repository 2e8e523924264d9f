"""Which bytes a key sends where there is no kitty keyboard protocol: the screens know keys by those.

The protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/) gives each key with its modifiers a
sequence of its own. A terminal without it sends one byte for Enter, Shift+Enter, Ctrl+Enter and the keypad's
Enter, and Esc before the byte for Alt. The table is that of the protocol, "Legacy text keys".

Relied on: nothing of Textual.
"""

import re
import sys

ESC = "\x1b"

SHIFT, ALT, CTRL = 1, 2, 4
OTHERS = 8 | 16 | 32
"""Super, Hyper and Meta. Caps Lock and Num Lock, the bits above, change nothing here."""

LAST_ASCII, FIRST_FUNCTIONAL = 127, 57344
"""Between them are the letters of layouts that are not Latin, after them keys of no letter, as the keypad."""

_SEQUENCE = re.compile(
    r"\x1b\[(?:(?P<key>\d{1,6})(?::\d*(?::(?P<base>\d{1,6}))?)?"
    r"(?:;(?P<held>\d{0,4})(?::[12]?)?(?:;(?P<text>\d{0,7}))?)?u"
    r"|27;(?P<other_held>\d{1,4});(?P<other_key>\d{1,6})~)"
)
"""The key, the one in its place on the US layout, what is held with it, and its text; or xterm's older way to
say the first and the third."""

_PLAIN = {9: "\t", 13: "\r", 27: ESC, 32: " ", 127: "\x7f"} | {
    57399 + number: sign for number, sign in enumerate("0123456789./*-+\r=,")
}
"""The keys that are one byte, and from 57399 on those of the keypad."""

_WITH_CTRL = {32: "\x00", 127: "\x08"}
_LETTERS_WITH_CTRL = {ord("h"): "\x08", ord("i"): "\t", ord("j"): "\r", ord("m"): "\r", ord("["): ESC}
"""Letters which, with Ctrl, send the byte of another key. Ctrl+J, a line feed, is read as Enter."""

_RUSSIAN = dict(
    zip(map(ord, "йцукенгшщзфывапролдячсмить"), map(ord, "qwertyuiopasdfghjklzxcvbnm"), strict=True)
)
"""The Latin letters on the keys of the Russian layout, for terminals that do not tell them."""

_DETAILS = re.compile(r"(?<=\d):[\d:]*")
"""The key on other layouts and the kind of event, which some terminals report without being asked."""

_WITH_SHIFT = {9: "\x1b[Z"}


def is_alt(text: str) -> bool:
    """Return whether this is Esc and one more byte that begins no sequence, as Alt and a key are sent."""
    return len(text) == 2 and text[0] == ESC and _goes_with_alt(text[1])


def without_protocol(sequence: str) -> str:
    """Return what a key sends without the protocol; the sequence, without details, if that is nothing."""
    match = _SEQUENCE.fullmatch(sequence)
    if match is None:
        return sequence
    key = int(match["key"] or match["other_key"])
    held = max(int(match["held"] or match["other_held"] or 1) - 1, 0)
    if held & CTRL and LAST_ASCII < key < FIRST_FUNCTIONAL and (latin := _latin(key, match["base"])):
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


def _latin(key: int, base: str | None) -> int:
    """Return the ASCII letter of a key whose layout has another there; 0 if it is not known."""
    latin = int(base) if base else _RUSSIAN.get(key, 0)
    return latin if latin <= LAST_ASCII else 0


def _goes_with_alt(plain: str) -> bool:
    """Return whether Esc before this byte is Alt; before others it is the key, or begins a sequence."""
    return plain in ("\r", "\x7f") or (len(plain) == 1 and " " <= plain <= "~" and plain not in "[O")


def _letter_with_alt(letter: str, text: int, *, is_capital: bool) -> str:
    """Return what is pressed with Alt; nothing if Alt has made another letter of it, which is text."""
    is_itself = text <= sys.maxunicode and chr(text).casefold() == letter.casefold()
    return "" if not is_itself else letter.upper() if is_capital else letter
