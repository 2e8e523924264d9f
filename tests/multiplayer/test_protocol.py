"""Messages are read as they were written, and nothing else is taken for one."""

import doctest
import json
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_tui.engine import Game, Geometry, Setup
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import to_data
from ttt_tui.errors import InvalidMessage
from ttt_tui.multiplayer import protocol
from ttt_tui.multiplayer.protocol import (
    FROM_GUESTS,
    FROM_HOSTS,
    MOST_BYTES,
    VERSION,
    Ask,
    Bye,
    Discover,
    Earlier,
    Finished,
    Hello,
    Message,
    Notice,
    Offer,
    Ping,
    Place,
    Pong,
    Proposal,
    ProposalClosed,
    Refusal,
    Resign,
    State,
    Vote,
    Watched,
    Welcome,
    read,
    write,
)

RECORD = to_data(Record(Game(Setup(Geometry(3, 3, 3)))))

MESSAGES: list[Message] = [
    Hello(VERSION, "Bob", "", watches=False),
    Discover(VERSION),
    Place(1, 4, "b2"),
    Resign(2, 0),
    Proposal(1, 3, "undo"),
    Vote(7, yes=True),
    Earlier(1),
    Pong(8),
    Ping(8),
    Offer(VERSION, 15, 15, 5, "exactly", ["O", "你"], ["Ada", "Bob"]),
    Welcome(VERSION, "", None, 12),
    Welcome(VERSION, "Ada", 3, 12),
    Finished(1, "2026-11-22T17:00:00", RECORD),
    State(2, "2026-11-22T17:00:00", RECORD, [1, 2], False, 0),
    Watched(["Eve (root)", "zoe"]),
    Ask(1, "Bob", "undo", 30),
    ProposalClosed(1),
    Refusal("b2 is taken"),
    Notice("Bób is 你 here"),
    Bye(""),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_what_is_written_is_read_as_it_was(message: Message) -> None:
    kinds = FROM_GUESTS if isinstance(message, FROM_GUESTS) else FROM_HOSTS
    line = write(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert read(line, kinds) == message
    assert {type(each) for each in MESSAGES} == {*FROM_GUESTS, *FROM_HOSTS}, "every kind is tried"


def place(**fields: object) -> bytes:
    """Return a message to place a stone, with other fields."""
    return json.dumps({"say": "place", "game": 1, "ply": 0, "square": "a1"} | fields).encode()


NO_MESSAGES: list[tuple[bytes, str]] = [
    (b"", "not JSON"),
    (b"\xff\xfe", "not JSON"),
    (b"[" * 60_000, "not JSON"),
    (b"9" * 60_000, "not JSON"),
    (b"[]", "not a JSON object"),
    (b"{}", "nobody says that here"),
    (b'{"say": ["place"]}', "nobody says that here"),
    (b'{"say": "state"}', "nobody says that here"),
    (b'{"say": "place", "game": 1, "ply": 0}', "place lacks square"),
    (place(x=1), "unknown fields"),
    *((place(game=game), "game of place is invalid") for game in (True, 1e3, 99999999999999999999)),
    *((place(square=square), "square of place is invalid") for square in (None, "\ud800", "a" * 301)),
    (b'{"say": "vote", "number": 1, "yes": 1}', "yes of vote is invalid"),
    (b'{"say": "look", "version": 99, "more": 1}', f"version 99 is not supported; use version {VERSION}"),
    (b'{"say": "look", "version": "3"}', "version of look is invalid"),
    (b" " * MOST_BYTES + b"{}", "at most"),
]


@pytest.mark.parametrize(("line", "reason"), NO_MESSAGES)
def test_what_is_no_message_is_refused_with_a_reason(line: bytes, reason: str) -> None:
    with pytest.raises(InvalidMessage, match=reason):
        read(line, FROM_GUESTS)


@pytest.mark.parametrize("names", [["Eve"] * 101, ["x" * 301], [1], ["\\ud800"], "Eve"])
def test_a_list_of_names_is_no_longer_than_it_may_be_and_has_nothing_else(names: object) -> None:
    line = json.dumps({"say": "watched", "by": names}).replace("\\\\", "\\").encode()
    with pytest.raises(InvalidMessage, match="by of watched is invalid"):
        read(line, FROM_HOSTS)


@pytest.mark.parametrize(
    "time", ["NaN", "Infinity", "-1", "1e300", "1.5", "true", str(10**9), str(2**60), '"1"']
)
def test_a_time_that_no_clock_shows_is_refused(time: str) -> None:
    line = write(State(1, "", RECORD, [], False, 77)).replace(b"77", time.encode())
    with pytest.raises(InvalidMessage, match="elapsed of state is invalid"):
        read(line, FROM_HOSTS)


@given(st.binary(max_size=400))
def test_any_bytes_are_a_message_or_are_not_understood(line: bytes) -> None:
    for kinds in (FROM_GUESTS, FROM_HOSTS):
        with suppress(InvalidMessage):
            assert isinstance(read(line, kinds), kinds)


@pytest.mark.slow
def test_ten_thousand_mutated_messages_are_messages_or_are_not_understood() -> None:
    rng = random.Random(1)
    understood = 0
    for _ in range(10_000):
        line = bytearray(write(rng.choice(MESSAGES)))
        for _ in range(rng.randint(1, 4)):
            mutate(rng, line)
        for kinds in (FROM_GUESTS, FROM_HOSTS):
            with suppress(InvalidMessage):
                assert isinstance(read(bytes(line), kinds), kinds)
                understood += 1
    assert 100 < understood < 10_000


def mutate(rng: random.Random, line: bytearray) -> None:
    """Change, remove, repeat or exchange a few bytes, or a value."""
    where = rng.randrange(max(1, len(line) - 1))
    match rng.randrange(5):
        case 0:
            line[where : where + 1] = bytes([rng.randrange(256)])
        case 1:
            del line[where : where + rng.randint(1, 8)]
        case 2:
            line[where:where] = line[where : where + rng.randint(1, 20)]
        case 3:
            line[where:where] = rng.choice([b"null", b"-1", b'"', b"[", b"{", b"1e999", b"\\u0000", b"NaN"])
        case 4:
            try:
                data = json.loads(line)
                data[rng.choice([*data])] = rng.choice([None, -1, "", [], {}, True, 10**30, "x" * 1000])
                line[:] = json.dumps(data).encode()
            except (ValueError, TypeError, AttributeError, IndexError):
                return


def test_the_example_is_true() -> None:
    assert doctest.testmod(protocol) == (0, 4)


def test_what_would_be_too_long_is_not_written() -> None:
    with pytest.raises(ValueError, match="a message has at most"):
        write(Finished(1, "", {"moves": ["a1"] * 20_000}))
