"""Records in files: read in any encoding, written whole or not at all, replacing nothing."""

import codecs
import errno
import os
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.stores import record_of
from tests.support.strategies import make_setup, play
from ttt_tui.engine import Game
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import RecordError
from ttt_tui.store.files import (
    LARGEST_DATABASE,
    append,
    decode,
    is_text_encoding,
    read_record,
    read_records,
    write_beside,
    write_content,
    write_record,
)
from ttt_tui.store.settings import TEMPLATE, load_settings

RECORD = Record(play(Game(make_setup()), "a1 a2 b1 b2 c1"), "2026-11-21")


@contextmanager
def disk_with_room_for(size: int) -> Iterator[None]:
    """Let no file become larger than so many bytes; SIGXFSZ is ignored by Python."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 10])
def test_an_export_that_fails_leaves_nothing_and_may_be_repeated(tmp_path: Path, room: int) -> None:
    file = tmp_path / "game.txt"
    with disk_with_room_for(room), pytest.raises(OSError, match="too large") as refused:
        write_record(RECORD, file)
    assert refused.value.filename == str(file)
    assert list(tmp_path.iterdir()) == []
    write_record(RECORD, file)
    assert file.read_text() == to_text(RECORD)
    assert list(tmp_path.iterdir()) == [file]


def test_an_export_has_the_mode_of_the_users_new_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_record(RECORD, tmp_path / "game.txt")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "game.txt").stat().st_mode) == 0o640


@pytest.mark.parametrize("kind", ["file", "link", "dangling link", "directory"])
def test_an_export_replaces_nothing_and_leaves_nothing_beside_it(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "game.txt"
    mine = tmp_path / "mine"
    if kind == "file":
        place.write_text("mine")
    elif kind == "directory":
        place.mkdir()
    else:
        place.symlink_to(mine)
    if kind == "link":
        mine.write_text("mine")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(FileExistsError):
        write_record(RECORD, place)
    assert sorted(tmp_path.iterdir()) == before
    assert kind not in ("file", "link") or place.read_text() == "mine"


@pytest.mark.parametrize("name", [".", "..", "/", "", "./", "/dev", "/proc/self"])
def test_a_directory_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileExistsError):
        write_record(RECORD, Path(name))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("room", [None, 10])
def test_a_file_system_without_hard_links_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int | None
) -> None:
    def link(source: Path, target: Path) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM), str(source), None, str(target))

    monkeypatch.setattr(os, "link", link)
    file = tmp_path / "game.txt"
    if room is not None:
        with disk_with_room_for(room), pytest.raises(OSError, match="too large"):
            write_record(RECORD, file)
        assert list(tmp_path.iterdir()) == []
    write_record(RECORD, file)
    assert file.read_text() == to_text(RECORD)
    with pytest.raises(FileExistsError):
        write_record(RECORD, file)
    assert list(tmp_path.iterdir()) == [file]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_record(RECORD, pipe)
    reader.join(30)
    assert got == [to_text(RECORD)]
    assert list(tmp_path.iterdir()) == [pipe]


EXPORTS = """
import sys
from ttt_tui.cli.main import main
from tests.support.stores import record_of
from ttt_tui.process.paths import history_path
from ttt_tui.store.games import History
history = History(history_path())
history.add(record_of())
history.close()
sys.exit(main(["history", "export", "1", sys.argv[1]]))
"""


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("is_file", [False, True])
def test_standard_output_gets_only_the_record(tmp_path: Path, is_file: bool) -> None:
    environment = os.environ | {"TTT_TUI_HOME": str(tmp_path)}
    out = (tmp_path / "out").open("a") if is_file else subprocess.PIPE
    done = subprocess.run(
        [sys.executable, "-c", EXPORTS, "/dev/stdout"], stdout=out, stderr=subprocess.PIPE, text=True,
        env=environment, timeout=60,
    )  # fmt: skip
    if not isinstance(out, int):
        out.close()
    assert (done.returncode, done.stderr) == (0, "")
    written = (tmp_path / "out").read_text() if is_file else done.stdout
    assert from_text(written).game.moves == record_of().game.moves
    assert "written to" not in written


def test_text_is_appended_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    for _ in range(2):
        before = file.read_text() if file.exists() else None
        with disk_with_room_for(len(before or "") + 5), pytest.raises(OSError, match="too large"):
            append(file, "0123456789\n")
        assert (file.read_text() if file.exists() else None) == before
        append(file, "0123456789\n")
    assert file.read_text() == "0123456789\n" * 2


def test_settings_that_cannot_be_written_are_not_written_in_part(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    with disk_with_room_for(10):
        load_settings(file)
    assert not file.exists()
    load_settings(file)
    assert file.read_text() == TEMPLATE


# --- encodings -------------------------------------------------------------------------------------------

PSQ = "Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\nhomo-{}\r\nhomo-Bob\r\n-1\r\n"
TEXT = '[Board "3x3"]\n[Line "3"]\n[Player "X" "{}" "human"]\n[Player "O" "Bob" "human"]\nb2\n'


def first_name(path: Path, encoding: str | None = None) -> str:
    """The name of the first player of a recorded game."""
    return read_record(path, encoding=encoding).game.setup.players[0].name


@pytest.mark.parametrize("text", [PSQ, TEXT], ids=["psq", "text"])
@pytest.mark.parametrize(
    ("encoding", "mark", "has_note"),
    [
        ("utf-8", b"", False),
        ("utf-8", codecs.BOM_UTF8, False),
        ("utf-16-le", codecs.BOM_UTF16_LE, False),
        ("utf-16-be", codecs.BOM_UTF16_BE, False),
        ("utf-32-le", codecs.BOM_UTF32_LE, False),
        ("utf-32-be", codecs.BOM_UTF32_BE, False),
        ("utf-16-le", b"", True),
        ("utf-16-be", b"", True),
    ],
)
def test_unicode_is_detected(tmp_path: Path, text: str, encoding: str, mark: bytes, has_note: bool) -> None:
    path = tmp_path / "game"
    path.write_bytes(mark + text.format("Jiří").encode(encoding))
    assert first_name(path) == "Jiří"
    note = (f"assuming {encoding.upper()}: the file has no byte order mark; --encoding sets another",)
    assert read_record(path).notes == (note if has_note else ())


@pytest.mark.parametrize(
    ("file", "text", "encoding", "name"),
    [
        ("game.psq", PSQ, "cp1250", "Jiří Žižka"),
        ("game.txt", PSQ, "cp1250", "Jiří Žižka"),
        ("game.txt", TEXT, "cp1252", "Zoë Çelik"),
        ("game.md", "{}" + TEXT.replace("{}", "Ada"), "cp1252", ""),
    ],
)
def test_other_text_is_read_as_windows_wrote_it(
    tmp_path: Path, file: str, text: str, encoding: str, name: str
) -> None:
    path = tmp_path / file
    comment = "" if name else "# Grüße\n"
    path.write_bytes(text.format(name or comment).encode(encoding))
    assert first_name(path) == (name or "Ada")
    assert read_record(path).notes == (
        f"assuming {encoding.upper()}: the text is not UTF-8; --encoding sets another",
    )


def test_the_user_sets_an_encoding(tmp_path: Path) -> None:
    path = tmp_path / "game.psq"
    path.write_bytes(PSQ.format("Анна").encode("cp1251"))
    assert first_name(path) != "Анна"
    assert first_name(path, "cp1251") == "Анна"
    assert read_record(path, encoding="cp1251").notes == ()
    path.write_bytes(PSQ.format("Jiří").encode("utf-16-le"))
    assert first_name(path, "utf-16-le") == "Jiří"
    with pytest.raises(RecordError, match=r"game\.psq: the text is not UTF-8 at byte"):
        read_record(path, encoding="utf-8")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xffRenLib\xff\x03\x00", "a RenLib library begins with a header of 20 bytes"),
        (b"PK\x03\x04\x14\x00", "a ZIP archive is not supported: unpack it first"),
        (b"\x1f\x8b\x08\x00", "a gzip archive is not supported"),
        (b"SQLite format 3\x00\x10", "an SQLite database is not supported"),
        (b"\x89PNG\r\n\x1a\n", "a picture is not supported"),
        (b"\xff\xfe[\x00B", "the text is not UTF-16 at byte 5"),
        (b"h8 h9\x00\x01", "not a text file: a zero byte follows “h8 h9”"),
        (b"\x81\x8d", "the text is neither UTF-8 nor CP1252; set its encoding with --encoding"),
    ],
)
def test_other_files_are_named_in_the_error(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        read_records(path)
    assert str(caught.value).startswith(f"game.txt: {reason}")


def test_the_end_mark_of_dos_is_removed() -> None:
    assert decode(b"h8 h9\r\n\x1a", is_psq=False) == ("h8 h9\r\n", ())


TEXT_ENCODINGS = ["utf-8", "CP1250", "latin-1", "koi8-r", "gb18030", "utf-16-le", "euc_kr"]
OTHER_CODECS = [
    "", "nonsense", "hex", "zip", "rot13", "base64", "idna", "punycode", "unicode_escape", "undefined",
    "raw_unicode_escape", "../x", "x" * 5000, "é",
]  # fmt: skip


def test_only_encodings_of_text_can_be_set() -> None:
    assert [*filter(is_text_encoding, TEXT_ENCODINGS + OTHER_CODECS)] == TEXT_ENCODINGS


def test_a_file_beside_others_gets_a_free_name(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    names = [write_beside(b"x", folder, "game", ".svg").name for _ in range(2)]
    assert names == ["game.svg", "game-2.svg"]
    (folder / "game-3.svg").symlink_to("nowhere")
    assert write_beside(b"y", folder, "game", ".svg").name == "game-4.svg"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert (folder / "game.svg").read_bytes() == b"x"


def test_a_file_beside_others_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"exists|directory"):
        write_beside(b"x", tmp_path / "file", "game", ".svg")


@pytest.mark.parametrize("content", [b"\x00h8", b"\x01\x02\x00h8"])
def test_binary_data_without_words_is_called_that(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"game\.txt: not a text file: it begins with binary data"):
        read_records(path)


def test_a_file_is_replaced_only_while_it_is_what_was_written(tmp_path: Path) -> None:
    path, link = tmp_path / "study.sgf", tmp_path / "link.sgf"
    write_content(b"one", path)
    link.symlink_to(path)
    write_content(b"two", path, b"one")
    write_content(b"three", link, b"two")
    assert link.is_symlink()
    for before in (None, b"two", b"three and more"):
        with pytest.raises(FileExistsError):
            write_content(b"four", path, before)
    assert path.read_bytes() == b"three"
    path.unlink()
    write_content(b"five", path, b"three")
    assert path.read_bytes() == b"five"
    assert sorted(tmp_path.iterdir()) == [link, path]


@pytest.mark.parametrize("beginning", [b"1. b2 ", b"\xffRenLib\xff\x03\x00", b"\x00"])
def test_a_file_that_is_too_large_is_refused_in_a_sentence(tmp_path: Path, beginning: bytes) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(beginning)
    os.truncate(path, LARGEST_DATABASE)  # which takes no room, and would take long to read
    with pytest.raises(RecordError, match=r"^game\.txt: a record has at most 2,000,000 characters; this one"):
        read_records(path)


def test_a_large_database_is_read_in_parts_and_has_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = "".join(f'<game id="{number}"><move>h8 h9</move></game>' for number in range(20))
    path = tmp_path / "games.rif"
    path.write_text(f"<database><games>{games}</games></database>")
    monkeypatch.setattr("ttt_tui.store.files.LARGEST_FILE", 500)
    monkeypatch.setattr("ttt_tui.store.files.SIZE_OF_PART", 100)
    assert len(read_records(path)) == 20
    monkeypatch.setattr("ttt_tui.store.files.LARGEST_DATABASE", 500)
    with pytest.raises(RecordError, match=r"games\.rif: a database has at most 0 MiB"):
        read_records(path)
