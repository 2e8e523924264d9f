"""Keys held with Alt, Shift and Ctrl, as terminals with and without the kitty keyboard protocol send them."""

import string

import pytest
from textual import events

from ttt_tui.app.terminal.input import InputReader


def keys(*reads: bytes) -> list[str]:
    """Return the keys that come of what is read in these pieces."""
    reader, found = InputReader(), []
    for number, read in enumerate(reads):
        found += [*reader.feed(read, 1 + number / 100)]
    found += [*reader.tick(10)]
    return [event.key for event in found if isinstance(event, events.Key)]


# --- Alt -------------------------------------------------------------------------------------------------

BOUND = {*"bf"}
"""With Alt a word back and on, in a text field."""

BEGIN_SEQUENCES = {*"[O"}


@pytest.mark.parametrize("sign", sorted({*string.printable[:95], "\r"} - BOUND - BEGIN_SEQUENCES))
def test_esc_and_one_byte_in_one_read_are_alt(sign: str) -> None:
    (key,) = keys(b"\x1b" + sign.encode())
    assert key.startswith("alt+")
    assert keys(b"\x1b" + sign.encode(), b"x")[1:] == ["x"], "what follows is read"


@pytest.mark.parametrize("sent", [b"\x1bq", b"\x1b\r", b"\x1b[113;3u", b"\x1b[113;3;113u", b"\x1b[13;3u"])
def test_nothing_is_typed_by_it(sent: bytes) -> None:
    (key,) = InputReader().feed(sent, 1.0)
    assert isinstance(key, events.Key)
    assert key.key in ("alt+q", "alt+enter")
    assert not key.is_printable


@pytest.mark.parametrize(
    ("reads", "expected"),
    [
        ([b"\x1b", b"q"], ["escape", "q"]),
        ([b"\x1b", b"\r"], ["escape", "enter"]),
        ([b"\x1b\r\r"], ["escape", "enter", "enter"]),
        ([b"\x1bqq"], ["escape", "q", "q"]),
        ([b"q\x1bq"], ["q", "escape", "q"]),
        ([b"\x1b\x1b"], ["escape", "escape"]),
        ([b"\x1b\x03"], ["escape", "ctrl+c"]),
        ([b"\x1b\n"], ["escape", "enter"]),
        ([b"\x1b"], ["escape"]),
        ([b"\x1bb"], ["ctrl+left"]),
        ([b"\x1b\x7f"], ["ctrl+w"]),
        ([b"\x1b[27u\x1b[113u"], ["escape", "q"]),
        ([b"\x1b[27u", b"\x1b[13u"], ["escape", "enter"]),
    ],
)
def test_esc_alone_and_before_more_stays_esc(reads: list[bytes], expected: list[str]) -> None:
    found = keys(*reads)
    assert sorted(found) == sorted(expected) if "ctrl+c" in expected else found == expected


def test_in_a_paste_it_is_text() -> None:
    reader = InputReader()
    found = [*reader.feed(b"\x1b[200~a", 1.0), *reader.feed(b"\x1bq", 1.1), *reader.feed(b"\x1b[201~", 1.2)]
    assert [type(event) for event in found] == [events.Paste]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"\x1b[113;3u", ["alt+q"]),
        (b"\x1b[113;3;113u", ["alt+q"]),
        (b"\x1b[113;4;81u", ["alt+shift+q"]),
        (b"\x1b[113;67;113u", ["alt+q"]),  # with Caps Lock
        (b"\x1b[113;3;339u", ["œ"]),  # Alt makes letters on some keyboards
        (b"\x1b[98;3u", ["ctrl+left"]),
        (b"\x1b[102;3u", ["ctrl+right"]),
        (b"\x1b[127;3u", ["ctrl+w"]),
    ],
)
def test_alt_is_told_by_the_protocol(sent: bytes, expected: list[str]) -> None:
    assert keys(sent) == expected


# --- Shift and Ctrl --------------------------------------------------------------------------------------

PLAIN = {13: b"\r", 57414: b"\r", 27: b"\x1b", 9: b"\t", 127: b"\x7f", 32: b" "}
"""The number of each key in the protocol, and what it sends without it."""

SHIFT, CTRL = 1, 4
LOCKS = [0, 64, 128, 192]


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("held", [0, SHIFT, CTRL, SHIFT | CTRL])
@pytest.mark.parametrize("key", PLAIN)
def test_a_key_of_one_byte_does_what_it_does_without_the_protocol(key: int, held: int, lock: int) -> None:
    elsewhere = PLAIN[key]
    if held & CTRL:
        elsewhere = {127: b"\x08", 32: b"\x00"}.get(key, elsewhere)
    if held & SHIFT and key == 9:
        elsewhere = b"\x1b[Z"
    text = b";32" if key == 32 and not held & CTRL else b""
    assert keys(b"\x1b[%d;%d%su" % (key, 1 + held + lock, text)) == keys(elsewhere)
    if not text:
        assert keys(b"\x1b[27;%d;%d~" % (1 + held + lock, key)) == keys(elsewhere), "as xterm may say it"


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(
    ("letter", "elsewhere"), [("m", b"\r"), ("j", b"\n"), ("i", b"\t"), ("h", b"\x08"), ("[", b"\x1b")]
)
def test_a_letter_with_ctrl_that_is_the_byte_of_a_key_is_that_key(
    letter: str, elsewhere: bytes, lock: int
) -> None:
    assert keys(b"\x1b[%d;%du" % (ord(letter), 1 + CTRL + lock)) == keys(elsewhere)


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"\x1b[114:82;2;82u", ["R"]),
        (b"\x1b[99;5:1u", ["ctrl+c"]),
        (b"\x1b[1089:1057:99;2;1057u", keys("С".encode())),
        (b"\x1b[13::13;2:1u", ["enter"]),
        (b"\x1b[114:82;1:1;114u", ["r"]),
    ],
)
def test_what_else_is_told_of_a_key_changes_nothing(sent: bytes, expected: list[str]) -> None:
    assert keys(sent) == expected


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"\x1b[1089::99;5u", "ctrl+c"),
        (b"\x1b[1081::113;5u", "ctrl+q"),
        (b"\x1b[1089::99;69u", "ctrl+c"),  # with Caps Lock
        (b"\x1b[1089::99;5:1u", "ctrl+c"),
        (b"\x1b[968::99;5u", "ctrl+c"),  # Greek
        (b"\x1b[1079::112;5u", "ctrl+p"),
        (b"\x1b[1090::110;5u", "ctrl+n"),
        (b"\x1b[1103::122;5u", "ctrl+z"),
        (b"\x1b[1084::118;5u", "ctrl+v"),
        (b"\x1b[1100::109;5u", "enter"),  # Ctrl+M
        (b"\x1b[1089;5u", "ctrl+c"),  # a terminal that does not tell the Latin key
        (b"\x1b[1081;5u", "ctrl+q"),
        (b"\x1b[27;5;1089~", "ctrl+c"),
    ],
)
def test_ctrl_and_a_letter_of_another_script_is_that_of_its_key(sent: bytes, expected: str) -> None:
    assert keys(sent) == [expected]


@pytest.mark.parametrize("sent", [b"\x1b[1089:1057:99;6u", b"\x1b[1089::99;13u", b"\x1b[1089::99;7u"])
def test_with_more_than_ctrl_it_does_not_quit(sent: bytes) -> None:
    assert not {*keys(sent)} & {"ctrl+c", "ctrl+q"}


def test_a_latin_layout_has_its_own_letters() -> None:
    assert keys(b"\x1b[97::113;5u") == ["ctrl+a"], "where the US layout has Q"


@pytest.mark.parametrize("held", [0, SHIFT, CTRL, 128])
@pytest.mark.parametrize(("number", "sign"), [*enumerate("0123456789./*-+\r=,")])
def test_the_keypad_sends_its_signs(number: int, sign: str, held: int) -> None:
    assert keys(b"\x1b[%d;%du" % (57399 + number, 1 + held)) == keys(sign.encode())


@pytest.mark.parametrize(
    "sent", [b"\x1b[13;9u", b"\x1b[32;33u", b"\x1b[13;7u", b"\x1b[27;3u", b"\x1b[9;4u", b"\x1b[13;2:3u"]
)
def test_what_has_no_byte_elsewhere_is_no_plain_key(sent: bytes) -> None:
    """Super, Meta, Ctrl+Alt, and a key that is let go."""
    assert not {*keys(sent)} & {"enter", "space", "escape", "tab", "shift+tab"}


@pytest.mark.parametrize("sent", [b"\x1b[9999999;3u", b"\x1b[1114112;3u", b"\x1b[113;3;9999999u", b"\x1b[;u"])
def test_numbers_beyond_all_letters_are_no_fault(sent: bytes) -> None:
    assert keys(sent, b"x")[-1] == "x"
