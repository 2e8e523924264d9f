"""What arrives from a terminal becomes keys, clicks and pastes, or nothing; it never stops being read."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from ttt_tui.app.terminal.input import PASTE_SECONDS, InputReader

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
    assert len(text) < 5000
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
