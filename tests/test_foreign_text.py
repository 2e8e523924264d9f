"""Every reader of what others wrote: a bound in bytes, and up to it no time that grows faster than the input.

A hostile text of each kind is measured at its bound and at a quarter of it, in one run (`growth`).
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support.growth import MOST_GROWTH, growth
from ttt_tui.analysis import review_json
from ttt_tui.cli.puzzle import LARGEST_FILE as LARGEST_PUZZLES
from ttt_tui.cli.puzzle import _read as read_puzzles
from ttt_tui.engine import Game, Geometry, Player, Position, Setup
from ttt_tui.engine.records import LARGEST_RECORD
from ttt_tui.engine.records.json import from_json
from ttt_tui.engine.records.lists import lists_of_moves
from ttt_tui.engine.records.moves import are_moves, from_moves
from ttt_tui.engine.records.pgn import from_pgn
from ttt_tui.engine.records.psq import from_psq
from ttt_tui.engine.records.sgf import from_sgf
from ttt_tui.engine.records.text import from_text
from ttt_tui.errors import RecordError, UsageError
from ttt_tui.gomocup.dialogue import read_about
from ttt_tui.gomocup.protocol import read_reply as read_brain_line
from ttt_tui.gomocup.protocol import read_search_info
from ttt_tui.gomocup.server import BrainServer
from ttt_tui.multiplayer.connection import Connection
from ttt_tui.multiplayer.limits import HOST_PACE
from ttt_tui.multiplayer.protocol import FROM_GUESTS, FROM_HOSTS, MOST_BYTES
from ttt_tui.multiplayer.protocol import read as read_message
from ttt_tui.process.child import LONGEST_LINE as LONGEST_BRAIN_LINE
from ttt_tui.process.line_reader import LONGEST_LINE as LONGEST_COMMAND
from ttt_tui.process.signals import Signals
from ttt_tui.puzzles.text import LARGEST_TEXT
from ttt_tui.puzzles.text import from_text as puzzles_from_text
from ttt_tui.session.profile import EARLIER_NAMES, LARGEST_VALUE, LAST_SETUP, Profile
from ttt_tui.session.session import Session
from ttt_tui.store import files
from ttt_tui.store.settings import LARGEST_SETTINGS, MOST_DOTS, load_settings
from ttt_tui.tournament import folder as match_folder
from ttt_tui.tournament.folder import LARGEST_MATCH, MATCH_FILE, Folder, saved_seed
from ttt_tui.tournament.folder import LONGEST_LINE as LONGEST_MATCH_LINE
from ttt_tui.tournament.plan import Plan

BOARD = Geometry(15, 15, 5)

PLAYERS = '[Board "15x15"]\n[Line "5"]\n[Player "X" "Ada" "human"]\n[Player "O" "Bob" "human"]\n'
PSQ = "Piskvorky 15x15, 11:11, 0\n"

Parse = Callable[[str], object]


def filled(unit: str, size: int, head: str = "", tail: str = "") -> str:
    """Return a text of about that size: a unit as often as there is room."""
    return head + unit * ((size - len(head) - len(tail)) // len(unit)) + tail


def quietly(parse: Callable[[Any], object]) -> Callable[[Any], object]:
    """Return the parser, which may refuse what it reads."""

    def refused(text: Any) -> None:
        with suppress(ValueError, UsageError):
            parse(text)

    return refused


def check_growth(parse: Parse, size: int, unit: str, head: str = "", tail: str = "") -> None:
    quarter, whole = (filled(unit, size // part, head, tail) for part in (4, 1))
    assert growth(quietly(parse), quarter, whole) <= MOST_GROWTH


# --- readers ---------------------------------------------------------------------------------------------


def search_info(line: str) -> None:
    read_search_info(line, Position(BOARD, 2))


def settings(text: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "settings.toml")
        path.write_text(text)
        assert load_settings(path).warnings


def saved_match(text: str) -> None:
    with TemporaryDirectory() as path:
        Path(path, MATCH_FILE).write_text(f"{text}\n")
        assert saved_seed(Path(path)) is None
        folder = Folder(Path(path))
        try:
            folder.begin(PLAN, None)
        finally:
            folder.close()


PLAN = Plan(Setup(Geometry(3, 3, 3), [Player(level="random"), Player(level="rules")]), 2, 1)


def remembered(key: str, text: str) -> None:
    """Read what is remembered of a person."""
    session = SimpleNamespace(
        recall=lambda wanted: text if wanted == key else None, is_unanswered=lambda wanted: False
    )
    person = Profile(cast(Session, session))
    assert person.last() is None
    assert person.names == ["You"]


def review(text: str) -> None:
    review_json.from_json(text, Game(Setup(Geometry(3, 3, 3))))


def messages(kinds: tuple[type, ...], text: str) -> None:
    read_message(text.encode(), kinds)


ENGINE_LINES = [(unit, "", "!") for unit in ("7,", "7 ", " ", "-7", "ERROR", 'a="', '"', "\x1b")]

MESSAGES = [
    ("[", "", ""),
    ("a", '{"say": "bye", "reason": "', '"}'),
    ('"a",', '{"say": "watched", "by": [', '"a"]}'),
    ("\\ud800", '{"say": "bye", "reason": "', '"}'),
    ("1", '{"say": "settled", "number": ', "}"),
    ('"a":1,', '{"say": "state", ', '"b":2}'),
]

REMEMBERED = [("[", "", ""), ('"\\u0301",', "[", '""]'), ('"a":1,', '{"setup": {', '"b":1}}')]

TEXTS: list[tuple[Parse, int, list[tuple[str, ...]]]] = [
    (search_info, LONGEST_BRAIN_LINE, [
        (",111", "|1", "!"), ("1,1", "|", "!"), ("a11", "|", "!"), ("[1,1]", "|", "!"), ("1,1 ", "|", "!"),
        ("|a1", "", "!"), (" ", "|", "!"), ("1,11", "pv 1", "!"), ("- ", "pv a1", "!"), ("pv ",), ("depth ",),
        ("ev ", "", "x"),
    ]),
    (read_brain_line, LONGEST_BRAIN_LINE, ENGINE_LINES),
    (read_about, LONGEST_BRAIN_LINE, ENGINE_LINES),
    (from_text, LARGEST_RECORD, [
        ("a", '[Player "'), ('"a" ', "[Player ", "!"), (" ", "[Player ", "!"), ('\\"', '[Player "'),
        ("[Line\n",), ('[Player "X" "Ada" "human"]\n', PLAYERS), ("#\n", PLAYERS), ("a ", PLAYERS),
        ("1. ", PLAYERS),
    ]),
    (from_psq, LARGEST_RECORD, [
        ("1,1\n", PSQ), ("1", PSQ, "!"), (" ", "Piskvorky 15x15", "!"), (" \n", PSQ, "1"), ("#\n", PSQ, "!"),
    ]),
    (from_moves, LARGEST_RECORD, [("h8",)]),
    (are_moves, LARGEST_RECORD, [("h8", "", "!")]),
    (from_sgf, LARGEST_RECORD, [
        ("(", "(;GM[4]"), (";", "(;GM[4]"), ("(;)", "(;GM[4]SZ[15]", ")"), ("a", "(;C["), ("\\\\", "(;C["),
        ("[a]", "(;AB"), (" ", "(;AB[aa]"), ("A", "(;"), ("( ",), (";TR[aa]", "(;GM[4]SZ[15]", ")"),
    ]),
    (from_pgn, LARGEST_RECORD, [
        ("h8 ", '[Site "x"]\n\n', "!"), ('[A "b"]\n',), ("\n", '[Site "x"]\n'), ('[A "', ""),
        ("(", '[A "b"]\nh8 h9'),
    ]),
    (lists_of_moves, LARGEST_RECORD, [('"h8",', "["), ("[7,7],", "["), ("[",), ("[[7,7]],", "[")]),
    (from_json, LARGEST_RECORD, [
        ("[",), ('"a1",', '{"board": [15, 15], "line": 5, "moves": [', '"a1"]}'), ("1",),
        ('{"a":1},', '{"board": [15, 15], "line": 5, "players": [', "{}]}"),
    ]),
    (puzzles_from_text, LARGEST_TEXT, [
        ("#\n",), (":",), ("x" * 2000 + "\n",), (" " * 1999 + "\n",),
        (" g9", "7: 15x15, 5 in a row, win in 3, rated 1430: h8"),
    ]),
    (settings, LARGEST_SETTINGS, [
        ("a.",), ("a.", "["), ("'a' . ", "x = {"), ('"a".', "[["), ("[a]\n",), ("[[a]]\n",), ("a = 1\n",),
        ("[", "a = "), ("{a=", "a = "), ("'', ", "a = ["), ("\\\\", 'a = "'),
        (".".join("a" * MOST_DOTS) + " = 1\n",),
    ]),
    (partial(messages, FROM_GUESTS), MOST_BYTES, MESSAGES),
    (partial(messages, FROM_HOSTS), MOST_BYTES, MESSAGES),
    (saved_match, LONGEST_MATCH_LINE, [
        ("[",), ('"a",', '{"match": 1, "players": ["'), ("x", '{"match": 1, "x": "'),
    ]),
    (partial(remembered, EARLIER_NAMES), LARGEST_VALUE, REMEMBERED),
    (partial(remembered, LAST_SETUP), LARGEST_VALUE, REMEMBERED),
    (review, review_json.LARGEST, [("[",), ("1",), ("a", '["', '"]')]),
]  # fmt: skip
"""Readers, their bounds, and hostile texts: a unit that is repeated, what precedes and what follows it."""

CASES = [
    pytest.param(read, size, parts, marks=[pytest.mark.slow] if size == LARGEST_RECORD and number % 2 else [])
    for read, size, texts in TEXTS
    for number, parts in enumerate(texts)
]


@pytest.mark.sample(every=10)
@pytest.mark.parametrize(("read", "size", "parts"), CASES)
def test_the_time_grows_with_the_text(read: Parse, size: int, parts: tuple[str, ...]) -> None:
    check_growth(read, size, *parts)


@pytest.mark.slow
def test_as_many_puzzles_as_there_can_be() -> None:
    check_growth(puzzles_from_text, LARGEST_TEXT, "3x3, 3 in a row, win in 2, rated 800: a1 b1 a2 a3\n")


@pytest.mark.slow
@pytest.mark.parametrize("parts", [('"a1",', '{"format": 1, "moves": [', '"a1"]}'), ('{"a":1},', "[", "1]")])
def test_a_review_of_a_million_objects(parts: tuple[str, ...]) -> None:
    """In a process whose memory is gone afterwards."""
    names = f"from {__name__} import check_growth, review, review_json as it"
    program = f"{names}; check_growth(review, it.LARGEST, *{parts!r})"
    subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[1], check=True)


# --- what is longer is not read --------------------------------------------------------------------------


def test_texts_have_a_bound(tmp_path: Path) -> None:
    for parse in (from_text, from_psq, from_moves, from_json, from_sgf, from_pgn, lists_of_moves, are_moves):
        with pytest.raises(RecordError, match="at most 2,000,000 characters"):
            parse("x" * (LARGEST_RECORD + 1))
    with pytest.raises(ValueError, match="a review has at most 5,000,000 characters"):
        review("x" * (review_json.LARGEST + 1))
    path = tmp_path / "puzzles"
    path.write_bytes(b"#" * LARGEST_PUZZLES + "é".encode())
    too_large = r"argument FILE: puzzles: file too large \(at most 2,000,000 bytes\)"
    with pytest.raises(UsageError, match=too_large):
        read_puzzles(path)
    for key in (EARLIER_NAMES, LAST_SETUP):
        remembered(key, json.dumps(["Ada", "x" * LARGEST_VALUE]))


def test_a_saved_match_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def reason() -> str:
        folder = Folder(tmp_path)
        try:
            with pytest.raises(UsageError) as refused:
                folder.begin(PLAN, None)
        finally:
            folder.close()
        return str(refused.value)

    (tmp_path / MATCH_FILE).write_text("x" * (LONGEST_MATCH_LINE + 1))
    assert saved_seed(tmp_path) is None
    assert reason().endswith("line 1: line too long (at most 100,000 bytes)")
    monkeypatch.setattr(match_folder, "LARGEST_MATCH", 1000)
    assert reason().endswith("is too large: 100,001 bytes (at most 1,000)")
    assert LARGEST_MATCH > 1000 * LONGEST_MATCH_LINE


def test_dots_that_are_no_keys_are_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'# {". " * 500}\ntheme = "walnut"  # {"." * 500}\nbrains.A = "{"../" * 300}a.b.c"\n')
    settings = load_settings(path)
    assert settings.theme == "walnut"
    assert not settings.warnings
    path.write_text(f"bell = true\n{'a.' * MOST_DOTS}a.b = 1\n")
    assert load_settings(path).warnings == ("The settings are ignored: line 2 has more than 100 dots",)


# --- what comes in small pieces --------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["7,7,1\n", "x" * LONGEST_COMMAND + "\n"])
def test_the_stones_that_a_manager_lists(unit: str) -> None:
    class Lines:
        def __init__(self, text: str) -> None:
            self.lines = iter(text.splitlines())

        def next(self) -> str | None:
            return next(self.lines, None)

    kept = []

    def serve(text: str) -> None:
        out = BytesIO()
        brain = BrainServer(cast(Any, Lines(text)), cast(Any, Out(out)), Signals())
        brain.serve()
        kept.append(len(brain._list_lines))
        assert b"ERROR BOARD has at most 400 stones" in out.getvalue()

    check_growth(serve, 2000 * len(unit), unit, "START 15\nBOARD\n", "DONE\n")
    assert max(kept) <= 401


class Out:
    def __init__(self, out: BytesIO) -> None:
        self.out = out

    def write(self, text: str) -> None:
        self.out.write(text.encode())

    def flush(self) -> None:
        pass


def test_a_record_that_is_written_in_small_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Pieces:
        """A file that gives a few bytes at a time, as a pipe does."""

        def __init__(self, path: Path) -> None:
            self.file = path.open("rb")
            self.fileno = self.file.fileno

        def read(self, size: int) -> bytes:
            return self.file.read(min(size, 64))

        def __enter__(self) -> "Pieces":
            return self

        def __exit__(self, *error: object) -> None:
            self.file.close()

    path = tmp_path / "record"
    path.write_bytes(b"x" * files.LARGEST_FILE)
    monkeypatch.setattr(files, "open", lambda path, *rest, **more: Pieces(path), raising=False)

    def read(size: int) -> None:
        assert len(files.read_at_most(path, size)) == size

    assert growth(read, files.LARGEST_FILE // 4, files.LARGEST_FILE) <= MOST_GROWTH


@pytest.mark.slow
def test_a_message_that_comes_in_small_pieces() -> None:
    class Writer:
        transport = SimpleNamespace(is_closing=lambda: False)

    def receive(count: int) -> None:
        async def feed() -> None:
            reader = asyncio.StreamReader()
            reading = asyncio.create_task(Connection(reader, cast(Any, Writer()), HOST_PACE).read_line())
            for _ in range(count // 8 - 1):
                reader.feed_data(b"message ")
                await asyncio.sleep(0)
            reader.feed_data(b"\nand")
            assert await reading == b"message " * (count // 8 - 1)

        asyncio.run(feed())

    assert growth(receive, MOST_BYTES // 4, MOST_BYTES) <= MOST_GROWTH
