"""Terminal input: bytes become keys, clicks and pastes, whatever arrives; also keys with modifiers."""

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from tests.support.driving import a_setup
from tests.support.recording import Recorded, run
from ttt_tui.app.app import TttApp
from ttt_tui.app.terminal.input import PASTE_SECONDS, InputReader, TruecolorReported

STRANGE = {
    "a byte of Latin-1": b"\xe9",
    "a byte of no encoding": b"\xff",
    "half a character": b"\xe4\xbd",
    "an old mouse report": b"\x1b[M\xff\xe0\x90",
    "an old mouse report of letters": b"\x1b[M qq",
    "a number beyond all": b"\x1b[999999999999999999999~",
    "a key that is none": b"\x1b[57344;1:3u",
    "a key of four thousand digits": b"\x1b[" + b"9" * 5000 + b"u",
    "a size of no pixels": b"\x1b[48;24;80;0;0t",
    "a place": b"\x1b[5;7R",
    "a title": b"\x1b]0;quit\x07",
    "a title with its other end": b"\x1b]0;quit\x1b\\",
    "an answer": b"\x1bP1$r0q\x1b\\",
    "who the terminal is": b"\x1b[?62;1;6c",
    "a negative click": b"\x1b[<0;-5;-5M",
    "a click of the older kind": b"\x1b[32;5;5M",
    "a control of eight bits": b"\xc2\x9b5q",
    "the end of a paste": b"\x1b[201~",
    "nothing": b"\x00",
}


def keys(*chunks: bytes, pause: float = 0.001) -> list[str]:
    """Return the keys that come out when these chunks arrive with so many seconds between them."""
    reader, now = InputReader(), 100.0
    found = []
    for chunk in (*chunks, None):
        now += pause if chunk is not None else 10
        arrived = reader.tick(now) if chunk is None else reader.feed(chunk, now)
        found += [event.key for event in arrived if isinstance(event, events.Key)]
    return found


@pytest.mark.parametrize("name", STRANGE)
def test_what_is_no_key_is_dropped_and_the_next_one_is_read(name: str) -> None:
    found = keys(STRANGE[name], b"\x03", b"u")
    if name == "nothing":
        assert found.pop(0) == "ctrl+@"
    if name == "a control of eight bits":
        assert found[:2] == ["5", "q"], "in UTF-8 nobody sends them, so what follows was typed"
        found = found[2:]
    assert found == ["ctrl+c", "u"]


@pytest.mark.parametrize(
    "cut", [b"\x1b[", b"\x1b[1", b"\x1b[1;5", b"\x1b[<0;3", b"\x1b]0;ti", b"\x1bPxx", b"\x1b[M "]
)
def test_a_sequence_that_was_cut_off_takes_no_ctrl_c_with_it(cut: bytes) -> None:
    assert keys(cut, b"\x03")[-1:] == ["ctrl+c"]
    assert keys(cut, b"\x1b[A") == ["up"]
    assert keys(cut, b"q", pause=2) == ["q"], "after a while nothing is left of it"


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"\x1b[A\x1b[B\x1bOC\x1b[1~\x1b[3~", ["up", "down", "right", "home", "delete"]),
        (b"\x1b[Z\x1b[1;5D\x1b[15~\x1b[[A", ["shift+tab", "ctrl+left", "f5", "f1"]),
        (b"\x1b[99;5u\x1b[113;1;113u\x1b[13u", ["ctrl+c", "q", "enter"]),
        (b"\x1b", ["escape"]),
        (b"\x1b\x1b", ["escape", "escape"]),
        (b"\x1bq\x1b\r\x1b\x1b[A", ["escape", "q", "escape", "enter", "escape", "up"]),
        (b"\x1b\x7f\x1bb\x1bf", ["ctrl+w", "ctrl+left", "ctrl+right"]),
        ("é你".encode(), ["é", "你"]),
        (b"\n\r", ["enter", "enter"]),
    ],
)
def test_keys_are_the_same_in_one_piece_and_byte_by_byte(sent: bytes, expected: list[str]) -> None:
    assert keys(sent) == expected
    if b"\x1b\x1b" not in sent[:2] or len(sent) != 2:
        assert keys(*(sent[i : i + 1] for i in range(len(sent)))) == expected


def test_a_sequence_survives_a_slow_line_but_esc_alone_is_a_key() -> None:
    assert keys(b"\x1b[", b"A", pause=0.5) == ["up"]
    assert keys(b"\x1b", b"A", pause=0.5) == ["escape", "A"]


def pastes(reader: InputReader, data: bytes, now: float) -> list[str]:
    return [event.text for event in reader.feed(data, now) if isinstance(event, events.Paste)]


def test_a_paste_is_one_event_without_what_cannot_be_read() -> None:
    reader = InputReader()
    assert pastes(reader, b"\x1b[200~caf\xe9 \x1b[A\x07q\x1b[20", 1.0) == []
    assert pastes(reader, b"1~", 1.1) == ["caf [Aq"]


def test_a_large_paste_keeps_its_beginning() -> None:
    reader = InputReader()
    (text,) = pastes(reader, b"\x1b[200~" + b"ab" * 100_000 + b"\x1b[201~", 1.0)
    assert len(text) <= 30_000
    assert ("ab" * 100_000).startswith(text)


def test_a_paste_that_never_ends_does_not_swallow_ctrl_c_for_ever() -> None:
    reader, found = InputReader(), []
    for now, data in ((1.0, b"\x1b[200~abc"), (1.5, b"\x03"), (1.6 + PASTE_SECONDS, b"\x03")):
        found += list(reader.feed(data, now))
    assert [type(event) for event in found] == [events.Paste, events.Key]
    assert found[1].key == "ctrl+c"


def test_a_paste_that_a_slow_line_interrupts_stays_one() -> None:
    reader = InputReader()
    assert pastes(reader, b"\x1b[200~abc", 1.0) == []
    assert pastes(reader, b"d" * 100, 5.0) == []
    assert pastes(reader, b"ef\x1b[201~", 9.0) == ["abc" + "d" * 100 + "ef"]


PIECES = st.sampled_from(
    [*STRANGE.values(), b"\x1b", b"\x1b[", b"\x1b[200~", b"a", b"7", b"\x03", b"\x1b[<0;3;3M"]
)


@pytest.mark.slow
@given(st.lists(st.tuples(PIECES | st.binary(max_size=20), st.sampled_from([0.0, 0.05, 0.2, 2.0]))))
def test_ctrl_c_is_always_heard_in_the_end(arriving: list[tuple[bytes, float]]) -> None:
    reader, now = InputReader(), 1.0
    for data, pause in arriving:
        now += pause
        list(reader.feed(data, now))
    last = [event.key for event in reader.feed(b"\x03", now + 10) if isinstance(event, events.Key)]
    assert last[-1] == "ctrl+c"


@pytest.mark.slow
def test_megabytes_of_anything_are_read_and_nothing_is_kept() -> None:
    reader = InputReader()
    reader.feed(b"", 0.0)
    noise = random.Random(1)
    for i in range(100):
        for _ in reader.feed(b"\x1b[" + bytes(noise.choices(range(0x20, 0x40), k=10_000)), i / 1000):
            pass
    assert keys(b"\x1b]" + b"x" * 100_000, b"\x03") == ["ctrl+c"]


# --- Alt -------------------------------------------------------------------------------------------------

BOUND = {*"bf"}
"""With Alt a word back and on, in a text field."""

BEGIN_SEQUENCES = {*"[O"}


@pytest.mark.slow
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


# --- Shift and Ctrl --------------------------------------------------------------------------------------

PLAIN = {13: b"\r", 57414: b"\r", 27: b"\x1b", 9: b"\t", 127: b"\x7f", 32: b" "}
"""The number of each key in the protocol, and what it sends without it."""

SHIFT, CTRL = 1, 4
LOCKS = [0, 64, 128, 192]


@pytest.mark.slow
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


PROTOCOL = {
    b"\x1b[113;3u": "alt+q",
    b"\x1b[113;3;113u": "alt+q",
    b"\x1b[113;4;81u": "alt+shift+q",
    b"\x1b[113;67;113u": "alt+q",  # with Caps Lock
    b"\x1b[113;3;339u": "œ",  # Alt makes letters on some keyboards
    b"\x1b[98;3u": "ctrl+left",
    b"\x1b[102;3u": "ctrl+right",
    b"\x1b[127;3u": "ctrl+w",
    # details that change nothing
    b"\x1b[114:82;2;82u": "R",
    b"\x1b[99;5:1u": "ctrl+c",
    b"\x1b[1089:1057:99;2;1057u": keys("С".encode())[0],
    b"\x1b[13::13;2:1u": "enter",
    b"\x1b[114:82;1:1;114u": "r",
    # Ctrl and a letter of another script is that of its key
    b"\x1b[1089::99;5u": "ctrl+c",
    b"\x1b[1081::113;5u": "ctrl+q",
    b"\x1b[1089::99;69u": "ctrl+c",  # with Caps Lock
    b"\x1b[1089::99;5:1u": "ctrl+c",
    b"\x1b[968::99;5u": "ctrl+c",  # Greek
    b"\x1b[1079::112;5u": "ctrl+p",
    b"\x1b[1090::110;5u": "ctrl+n",
    b"\x1b[1103::122;5u": "ctrl+z",
    b"\x1b[1084::118;5u": "ctrl+v",
    b"\x1b[1100::109;5u": "enter",  # Ctrl+M
    b"\x1b[1089;5u": "ctrl+c",  # a terminal that does not report the Latin key
    b"\x1b[1081;5u": "ctrl+q",
    b"\x1b[27;5;1089~": "ctrl+c",
    b"\x1b[97::113;5u": "ctrl+a",  # a Latin layout has its own letters
}
"""What a terminal sends with the protocol → the key."""


@pytest.mark.parametrize("sent", PROTOCOL)
def test_a_key_is_named_by_the_protocol(sent: bytes) -> None:
    assert keys(sent) == [PROTOCOL[sent]]


@pytest.mark.parametrize("sent", [b"\x1b[1089:1057:99;6u", b"\x1b[1089::99;13u", b"\x1b[1089::99;7u"])
def test_with_more_than_ctrl_it_does_not_quit(sent: bytes) -> None:
    assert not {*keys(sent)} & {"ctrl+c", "ctrl+q"}


@pytest.mark.slow
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


# --- keys that quit --------------------------------------------------------------------------------------

QUIT_KEYS = ("ctrl+c", "ctrl+q")

QUITTING = {
    "Ctrl+C": b"\x03",
    "Ctrl+Q": b"\x11",
    "Ctrl+C of kitty": b"\x1b[99;5u",
    "Ctrl+Q of kitty": b"\x1b[113;5u",
}

BEFORE = {
    "letters": b"lkjh" * 1000,
    "arrows": b"\x1b[A\x1b[B" * 600,
    "the mouse": b"\x1b[<35;10;10M" * 300,
    "a paste": b"\x1b[200~" + b"x" * 3000 + b"\x1b[201~",
}


@pytest.mark.slow
@pytest.mark.parametrize("quitting", QUITTING)
@pytest.mark.parametrize("before", BEFORE)
def test_the_reader_gives_a_key_that_quits_before_the_others(before: str, quitting: str) -> None:
    found = list(InputReader().feed(BEFORE[before] + QUITTING[quitting] + b"x", 1.0))
    assert isinstance(found[0], events.Key)
    assert found[0].key in QUIT_KEYS
    assert len(found) > 2, "the others follow"
    assert [event.key for event in found[1:] if isinstance(event, events.Key)][-1] == "x"


@pytest.mark.parametrize("quitting", QUITTING)
def test_a_key_that_quits_is_text_in_a_paste(quitting: str) -> None:
    found = list(InputReader().feed(b"\x1b[200~ab" + QUITTING[quitting] + b"cd\x1b[201~", 1.0))
    assert [type(event) for event in found] == [events.Paste]


@pytest.mark.slow
@pytest.mark.parametrize("key", QUIT_KEYS)
def test_the_app_leaves_without_what_was_typed_before(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    handled = []
    on_event = TttApp.on_event

    async def counting(app: TttApp, event: events.Event) -> None:
        if isinstance(event, events.Key):
            handled.append(event.key)
        await on_event(app, event)

    monkeypatch.setattr(TttApp, "on_event", counting)

    async def play(recorded: Recorded) -> None:
        recorded.send("down", "enter")
        await recorded.settle()
        handled.clear()
        recorded.send(*["right"] * 200, "enter", key)
        await recorded.settle()

    assert run(play, a_setup(board=(20, 20), k=5)).return_code == 0
    assert handled == [key]


# --- replies about colours -------------------------------------------------------------------------------

YES = b"\x1bP1$r0;48:2::57:40:27m\x1b\\"


def arrived(*chunks: tuple[bytes, float], asked: float | None = 0.0) -> list[str]:
    """Return the keys and reports of chunks that arrive at these seconds."""
    reader, found = InputReader(asked), []
    for data, now in chunks:
        found += [*reader.tick(now), *reader.feed(data, now)]
    found += reader.tick(now + 10)
    return [event.key if isinstance(event, events.Key) else type(event).__name__ for event in found]


@pytest.mark.parametrize("cut", range(1, len(YES)))
@pytest.mark.parametrize("later", [0.5, 2.5])
def test_a_late_reply_in_two_pieces_comes_between_two_keys(cut: int, later: float) -> None:
    chunks = (b"a" + YES[:cut], later), (YES[cut:] + b"b", later + 0.5)
    assert arrived(*chunks) == ["a", TruecolorReported.__name__, "b"]


@pytest.mark.parametrize(
    ("reply", "is_yes"),
    [
        (YES, True),
        (b"\x1bP1$r48:2:57:40:27m\x1b\\", True),
        (b"\x1bP1$r0;48:2:0:57:40:27m\x1b\\", True),
        (b"\x1bP1$r0;48;2;57;40;27m\x1b\\", True),
        (b"\x1bP1$r0;1;48;2;57;40;27;4m\x07", True),
        (b"\x1bP1$r0;48;5;236m\x1b\\", False),
        (b"\x1bP1$r0;48:2::57:40:28m\x1b\\", False),
        (b"\x1bP1$r0;48:2::57:40:270m\x1b\\", False),
        (b"\x1bP1$r0m\x1b\\", False),
        (b"\x1bP0$r\x1b\\", False),
        (b"\x1b]0;48:2::57:40:27m\x07", False),
        (b"\x1bP1$r" + b"0;" * 5000 + b"48:2::57:40:27m\x1b\\", False),
    ],
)
def test_the_same_ground_alone_is_true_colour(reply: bytes, is_yes: bool) -> None:
    assert arrived((reply, 0.1)) == [TruecolorReported.__name__] * is_yes


def test_esc_is_quick_once_there_was_a_reply_and_for_those_who_were_not_asked() -> None:
    reader = InputReader(asked=0.0)
    assert [*reader.feed(b"\x1bP0$r\x1b\\\x1b", 0.1), *reader.tick(0.15)] == []
    assert [type(event) for event in reader.tick(0.25)] == [events.Key]
    assert (
        arrived((b"\x1b", 5.0), (b"P", 5.2))
        == ["escape", "P"]
        == arrived((b"\x1b", 1.0), (b"P", 1.2), asked=None)
    )
