"""Lines from bytes that come in any pieces, with any of the ends that the Gomocup protocol knows."""

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.growth import MOST_GROWTH, growth
from ttt_tui.errors import LineTooLong
from ttt_tui.process.child import CHUNK, LONGEST_LINE
from ttt_tui.process.line_reader import LONGEST_LINE as LONGEST_COMMAND
from ttt_tui.process.line_reader import LineReader, LineSplitter


def lines_of(pieces: Sequence[bytes], longest: int = 100) -> list[bytes]:
    """Return the lines that have ended."""
    splitter = LineSplitter(longest)
    for piece in pieces:
        splitter.feed(piece)
    return [*splitter.lines]


@pytest.mark.slow
@given(st.text(alphabet="a\r\n", max_size=30), st.lists(st.integers(0, 30), max_size=5))
def test_lines_are_the_same_however_they_are_cut(text: str, cuts: list[int]) -> None:
    data = text.encode()
    places = [0, *sorted(cuts), len(data)]
    pieces = [data[start:end] for start, end in pairwise(places)]
    expected = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")[:-1]
    assert lines_of(pieces) == lines_of([data]) == expected


def test_a_line_ends_with_its_cr_before_anything_else_comes() -> None:
    assert lines_of([b"7,7\r"]) == [b"7,7"]
    assert lines_of([b"7,7\r", b"\nOK\r\n"]) == [b"7,7", b"OK"]
    assert lines_of([b"7,7\r", b"", b"\n", b"\n"]) == [b"7,7", b""]


def test_of_a_line_that_is_too_long_the_beginning_is_kept() -> None:
    assert lines_of([b"a" * 7, b"b" * 7, b"c\nd\n"], longest=10) == [b"aaaaaaabbb", b"d"]


@pytest.mark.slow
@pytest.mark.parametrize("unit", [b"\n", b"\r", b"x\n", b"x"])
def test_the_time_of_lines_grows_with_their_bytes(unit: bytes) -> None:
    whole = unit * (CHUNK // len(unit))

    def read(data: bytes) -> None:
        lines_of([data], LONGEST_LINE)

    assert growth(read, whole[: len(whole) // 4], whole) <= MOST_GROWTH


Pipe = tuple[LineReader, int]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """A reader, and the descriptor by which it is written to, which the test closes."""
    readable, writable = os.pipe()
    yield LineReader(readable), writable
    os.close(readable)


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_a_manager_may_end_its_lines_like_that(end: bytes, pipe: Pipe) -> None:
    reader, write = pipe
    os.write(write, b"START 15" + end)
    assert reader.is_ready()
    assert reader.next() == "START 15"
    os.write(write, b"END" + end + b"rest")
    os.close(write)
    assert [reader.next() for _ in range(4)] == ["END", "rest", None, None]


def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_read(pipe: Pipe) -> None:
    reader, write = pipe
    assert LONGEST_COMMAND == 1000
    os.write(write, b"x" * 5000 + b"\nb2\n" + b"x" * LONGEST_COMMAND + b"\n" + b"u" * 9000)
    os.close(write)
    with pytest.raises(LineTooLong, match="at most 1000 characters"):
        reader.next()
    assert reader.next() == "b2"
    assert reader.next() == "x" * LONGEST_COMMAND
    with pytest.raises(LineTooLong):
        reader.next()
    assert reader.next() is None


def test_a_character_that_a_read_cuts_is_whole_in_its_line(pipe: Pipe) -> None:
    reader, write = pipe
    os.write(write, "Zoë".encode()[:3])
    assert not reader.is_ready()
    os.write(write, "Zoë\n".encode()[3:])
    assert reader.next() == "Zoë"
    os.close(write)
