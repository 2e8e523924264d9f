"""Every reader of what others wrote: a bound in bytes, and at the bound twice the input takes twice the time.

A hostile text of each kind is measured at its bound and at half of it, in one run (`growth`).
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
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
from ttt_tui.engine.records.moves import are_moves, from_moves
from ttt_tui.engine.records.psq import from_psq
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
from ttt_tui.session.profile import EARLIER_NAMES, LARGEST_VALUE, LAST_SETUP, Profile, ProfileBackend
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
    half, whole = (filled(unit, size // part, head, tail) for part in (2, 1))
    assert growth(quietly(parse), half, whole) <= MOST_GROWTH


# --- engines ---------------------------------------------------------------------------------------------


def read_search(line: str) -> None:
    """Read a line of an engine as one that tells of its search."""
    read_search_info(line, Position(BOARD, 2))


@pytest.mark.parametrize(
    ("unit", "head", "tail"),
    [
        (",111", "|1", "!"),
        ("1,1", "|", "!"),
        ("a11", "|", "!"),
        ("[1,1]", "|", "!"),
        ("1,1 ", "|", "!"),
        ("|a1", "", "!"),
        (" ", "|", "!"),
        ("1,11", "pv 1", "!"),
        ("- ", "pv a1", "!"),
        ("pv ", "", ""),
        ("depth ", "", ""),
        ("ev ", "", "x"),
    ],
)
def test_search_info_of_an_engine(unit: str, head: str, tail: str) -> None:
    check_growth(read_search, LONGEST_BRAIN_LINE, unit, head, tail)


@pytest.mark.parametrize("unit", ["7,", "7 ", " ", "-7", "ERROR", 'a="', '"', "\x1b"])
@pytest.mark.parametrize("read", [read_brain_line, read_about])
def test_the_lines_of_an_engine(unit: str, read: Parse) -> None:
    check_growth(read, LONGEST_BRAIN_LINE, unit, "", "!")


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

    check_growth(serve, 1000 * len(unit), unit, "START 15\nBOARD\n", "DONE\n")
    assert max(kept) <= 401


class Out:
    """A text stream that remembers."""

    def __init__(self, out: BytesIO) -> None:
        self.out = out

    def write(self, text: str) -> None:
        self.out.write(text.encode())

    def flush(self) -> None:
        pass


# --- records and puzzles ---------------------------------------------------------------------------------


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    ("parse", "unit", "head", "tail"),
    [
        (from_text, "a", '[Player "', ""),
        (from_text, '"a" ', "[Player ", "!"),
        (from_text, " ", "[Player ", "!"),
        (from_text, '\\"', '[Player "', ""),
        (from_text, "[Line\n", "", ""),
        (from_text, '[Player "X" "Ada" "human"]\n', PLAYERS, ""),
        (from_text, "#\n", PLAYERS, ""),
        (from_text, "a ", PLAYERS, ""),
        (from_text, "1. ", PLAYERS, ""),
        (from_psq, "1,1\n", PSQ, ""),
        (from_psq, "1", PSQ, "!"),
        (from_psq, " ", "Piskvorky 15x15", "!"),
        (from_psq, " \n", PSQ, "1"),
        (from_psq, "#\n", PSQ, "!"),
        (from_moves, "h8", "", ""),
        (are_moves, "h8", "", "!"),
        (from_json, "[", "", ""),
        (from_json, '"a1",', '{"board": [15, 15], "line": 5, "moves": [', '"a1"]}'),
        (from_json, "1", "", ""),
        (from_json, '{"a":1},', '{"board": [15, 15], "line": 5, "players": [', "{}]}"),
    ],
)
def test_records(parse: Parse, unit: str, head: str, tail: str) -> None:
    check_growth(parse, LARGEST_RECORD, unit, head, tail)
    with pytest.raises(RecordError, match="at most 200,000 characters"):
        parse(filled("x", LARGEST_RECORD + 1))


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

    assert growth(read, files.LARGEST_FILE // 2, files.LARGEST_FILE) <= MOST_GROWTH


@pytest.mark.parametrize(
    ("unit", "head"),
    [
        ("#\n", ""),
        (":", ""),
        ("x" * 2000 + "\n", ""),
        (" " * 1999 + "\n", ""),
        (" g9", "7: 15x15, 5 in a row, win in 3, rated 1430: h8"),
    ],
)
def test_puzzles(unit: str, head: str) -> None:
    check_growth(puzzles_from_text, LARGEST_TEXT, unit, head)


@pytest.mark.slow
def test_as_many_puzzles_as_there_can_be() -> None:
    check_growth(puzzles_from_text, LARGEST_TEXT, "3x3, 3 in a row, win in 2, rated 800: a1 b1 a2 a3\n")


def test_a_file_of_puzzles_has_a_bound(tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_bytes(b"#" * LARGEST_PUZZLES + "é".encode())
    with pytest.raises(
        UsageError, match=r"argument FILE: puzzles: file too large \(at most 2,000,000 bytes\)"
    ):
        read_puzzles(path)


# --- settings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "head"),
    [
        ("a.", ""),
        ("a.", "["),
        ("'a' . ", "x = {"),
        ('"a".', "[["),
        ("[a]\n", ""),
        ("[[a]]\n", ""),
        ("a = 1\n", ""),
        ("[", "a = "),
        ("{a=", "a = "),
        ("'', ", "a = ["),
        ("\\\\", 'a = "'),
        (".".join("a" * MOST_DOTS) + " = 1\n", ""),
    ],
)
def test_settings(unit: str, head: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"

    def load(text: str) -> None:
        path.write_text(text)
        assert load_settings(path).warnings

    check_growth(load, LARGEST_SETTINGS, unit, head)


def test_dots_that_are_no_keys_are_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'# {". " * 500}\ntheme = "walnut"  # {"." * 500}\nbrains.A = "{"../" * 300}a.b.c"\n')
    settings = load_settings(path)
    assert settings.theme == "walnut"
    assert not settings.warnings
    path.write_text(f"bell = true\n{'a.' * MOST_DOTS}a.b = 1\n")
    assert load_settings(path).warnings == ("The settings are ignored: line 2 has more than 100 dots",)


# --- games with others -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "head", "tail"),
    [
        ("[", "", ""),
        ("a", '{"say": "bye", "reason": "', '"}'),
        ('"a",', '{"say": "watched", "by": [', '"a"]}'),
        ("\\ud800", '{"say": "bye", "reason": "', '"}'),
        ("1", '{"say": "settled", "number": ', "}"),
        ('"a":1,', '{"say": "state", ', '"b":2}'),
    ],
)
@pytest.mark.parametrize("kinds", [FROM_GUESTS, FROM_HOSTS])
def test_messages(unit: str, head: str, tail: str, kinds: tuple[type, ...]) -> None:
    check_growth(lambda text: read_message(text.encode(), kinds), MOST_BYTES, unit, head, tail)


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

    assert growth(receive, MOST_BYTES // 2, MOST_BYTES) <= MOST_GROWTH


# --- what was saved --------------------------------------------------------------------------------------

PLAN = Plan(Setup(Geometry(3, 3, 3), [Player(level="random"), Player(level="rules")]), 2, 1)


@pytest.mark.parametrize(
    ("unit", "head"), [("[", ""), ('"a",', '{"match": 1, "players": ["'), ("x", '{"match": 1, "x": "')]
)
def test_a_line_of_a_saved_match(unit: str, head: str, tmp_path: Path) -> None:
    path = tmp_path / "match"
    path.mkdir()

    def read(text: str) -> None:
        (path / MATCH_FILE).write_text(f"{text}\n")
        assert saved_seed(path) is None
        folder = Folder(path)
        try:
            folder.begin(PLAN, None)
        finally:
            folder.close()

    check_growth(read, LONGEST_MATCH_LINE, unit, head)


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


@pytest.mark.parametrize(
    ("unit", "head", "tail"),
    [("[", "", ""), ('"\\u0301",', "[", '""]'), ('"a":1,', '{"setup": {', '"b":1}}')],
)
@pytest.mark.parametrize("key", [EARLIER_NAMES, LAST_SETUP])
def test_a_remembered_person(unit: str, head: str, tail: str, key: str) -> None:
    class Remembers:
        text = ""

        def recall(self, wanted: str) -> str | None:
            return self.text if wanted == key else None

    memory = Remembers()

    def read(text: str) -> None:
        memory.text = text
        person = Profile(cast(ProfileBackend, memory))
        assert person.last() is None
        assert person.names == ["You"]

    check_growth(read, LARGEST_VALUE, unit, head, tail)
    read(json.dumps(["Ada", "x" * LARGEST_VALUE]))


def check_review_growth(unit: str, head: str, tail: str) -> None:
    game = Game(Setup(Geometry(3, 3, 3)))
    check_growth(lambda text: review_json.from_json(text, game), review_json.LARGEST, unit, head, tail)


@pytest.mark.parametrize(
    ("unit", "head", "tail"),
    [
        ("[", "", ""),
        ("1", "", ""),
        ("a", '["', '"]'),
        pytest.param('"a1",', '{"format": 1, "moves": [', '"a1"]}', marks=pytest.mark.slow),
        pytest.param('{"a":1},', "[", "1]", marks=pytest.mark.slow),
    ],
)
def test_a_review_that_was_kept(unit: str, head: str, tail: str) -> None:
    if "," in unit:  # a million objects at once: in a process whose memory is gone afterwards
        program = f"from {__name__} import check_review_growth as check; check({unit!r}, {head!r}, {tail!r})"
        subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[1], check=True)
    else:
        check_review_growth(unit, head, tail)
    game = Game(Setup(Geometry(3, 3, 3)))
    with pytest.raises(ValueError, match="a review has at most 5,000,000 characters"):
        review_json.from_json("x" * (review_json.LARGEST + 1), game)
