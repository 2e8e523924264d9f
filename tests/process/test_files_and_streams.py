"""Private files, the crash log, standard streams in any encoding, and garbage that is looked for seldom."""

import gc
import io
import json
import os
import stat
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ttt_tui.process.crash import log_crash
from ttt_tui.process.memory import OLD_THRESHOLD, collect_young, infrequent_gc, pause_gc, resume_gc
from ttt_tui.process.paths import make_private_directory, open_private
from ttt_tui.process.streams import print_json
from ttt_tui.process.text import LIKENESS, isolate


@pytest.fixture(params=[0, 0o777])
def mode_of(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], int]]:
    """The umask takes away nothing, or everything; tells the mode of a file."""
    before = os.umask(request.param)
    yield lambda name: stat.S_IMODE((tmp_path / name).stat().st_mode)
    os.umask(before)


def test_directories_and_files_are_made_for_their_owner_alone_and_what_is_there_stays_as_it_is(
    tmp_path: Path, mode_of: Callable[[str], int]
) -> None:
    for _ in range(2):
        make_private_directory(tmp_path / "a" / "b")
    assert (mode_of("a"), mode_of("a/b")) == (0o700, 0o700)
    assert log_crash(RuntimeError(), tmp_path / "log" / "ttt-tui.log").startswith("see ")
    assert (mode_of("log"), mode_of("log/ttt-tui.log")) == (0o700, 0o600)
    (tmp_path / "old").write_text("x")
    (tmp_path / "old").chmod(0o644)
    for name in ("new", "old"):
        os.close(open_private(tmp_path / name, os.O_RDWR))
    assert (mode_of("new"), mode_of("old")) == (0o600, 0o644)
    with pytest.raises(FileExistsError):
        make_private_directory(tmp_path / "old")


def test_a_directory_that_another_process_makes_at_the_same_moment_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Path.mkdir

    def make_first(self: Path, mode: int = 0o777) -> None:
        make(self)  # the other process
        make(self, mode)

    monkeypatch.setattr(Path, "mkdir", make_first)
    make_private_directory(tmp_path / "a")
    assert (tmp_path / "a").is_dir()


TEXTS = {"a lone surrogate": "a\udce9b", "every sign": "\x00\x1b\u202e\U0001f600", "wide": "日本語"}


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_in_an_exception_is_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / "log" / "ttt-tui.log"
    for _ in range(2):
        assert log_crash(RuntimeError(TEXTS[name]), path) == f"see {path} for details"
    assert path.read_text(encoding="utf-8").count("RuntimeError") == 2


def test_without_a_log_path_the_error_itself_is_returned() -> None:
    said = log_crash(RuntimeError("broken"), None)
    assert "broken" in said
    assert "TTT_TUI_HOME" in said


# --- streams ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii"])
def test_no_character_is_lost(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding, errors="replace"))
    print_json({"symbols": ["◆", "●", "😀"], "name": "Zoë"})
    sys.stdout.flush()
    written = raw.getvalue().decode(encoding)
    assert json.loads(written) == {"format": 1, "symbols": ["◆", "●", "😀"], "name": "Zoë"}
    assert ("◆" in written) == (encoding == "utf-8")


def test_what_cannot_be_encoded_is_replaced_by_its_likeness_and_bytes_are_not() -> None:
    assert "1–9 × 你".encode("ascii", errors=LIKENESS) == b"1-9 x ??"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", errors=LIKENESS)


# --- memory ----------------------------------------------------------------------------------------------


def test_garbage_is_looked_for_seldom_inside_and_as_before_outside() -> None:
    before = gc.get_threshold()
    with infrequent_gc():
        assert gc.get_threshold() == (*before[:2], OLD_THRESHOLD)
    assert gc.get_threshold() == before
    assert gc.isenabled()


def test_after_the_start_collections_resume_without_earlier_objects() -> None:
    frozen = gc.get_freeze_count()
    resume_gc()
    assert gc.get_freeze_count() <= frozen, "it was looked for all the time"  # some may have died meanwhile
    pause_gc()
    assert not gc.isenabled()
    kept = [object() for _ in range(1000)]
    resume_gc()
    assert gc.isenabled()
    assert gc.get_freeze_count() > frozen
    assert kept


def test_young_objects_are_collected() -> None:
    class Knot:
        def __init__(self) -> None:
            self.end = self

    collect_young()
    gone = weakref.ref(Knot())
    assert gone() is not None
    collect_young()
    assert gone() is None


@pytest.mark.parametrize(
    ("text", "isolated"),
    [
        ("Ada v Bob 3–1", "Ada v Bob 3–1"),
        ("שרה v דוד 3–1", "\u2068שרה\u2069 v \u2068דוד\u2069 3–1"),
        ("1 │ דוד בן-דוד │ 7", "1 │ \u2068דוד בן-דוד\u2069 │ 7"),
        ("علي  Zoë", "\u2068علي\u2069  Zoë"),
        ("שרה  דוד", "\u2068שרה\u2069  \u2068דוד\u2069"),
        ("שָׁרָה", "\u2068שָׁרָה\u2069"),
    ],
)
def test_words_from_right_to_left_are_isolated_a_cell_at_a_time(text: str, isolated: str) -> None:
    assert isolate(text) == isolated
