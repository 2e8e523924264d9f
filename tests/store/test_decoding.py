"""The encodings of strangers' files: found out, said, or named by the user."""

import codecs
from pathlib import Path

import pytest

from ttt_tui.errors import RecordError
from ttt_tui.store.files import decode, is_text_encoding, read_record, read_records

PSQ = "Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\nhomo-{}\r\nhomo-Bob\r\n-1\r\n"
TEXT = '[Board "3x3"]\n[Line "3"]\n[Player "X" "{}" "human"]\n[Player "O" "Bob" "human"]\nb2\n'


def first_name(path: Path, encoding: str | None = None) -> str:
    """The name of the first player of a recorded game."""
    return read_record(path, encoding=encoding).game.setup.players[0].name


@pytest.mark.parametrize("text", [PSQ, TEXT], ids=["psq", "text"])
@pytest.mark.parametrize(
    ("encoding", "mark", "is_said"),
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
def test_unicode_is_found_out(tmp_path: Path, text: str, encoding: str, mark: bytes, is_said: bool) -> None:
    path = tmp_path / "game"
    path.write_bytes(mark + text.format("Jiří").encode(encoding))
    assert first_name(path) == "Jiří"
    said = (f"assuming {encoding.upper()}: the file has no byte order mark; --encoding sets another",)
    assert read_record(path).notes == (said if is_said else ())


@pytest.mark.parametrize(
    ("file", "text", "encoding", "name"),
    [
        ("game.psq", PSQ, "cp1250", "Jiří Žižka"),
        ("game.txt", PSQ, "cp1250", "Jiří Žižka"),
        ("game.txt", TEXT, "cp1252", "Zoë Çelik"),
        ("game.md", "{}" + TEXT.replace("{}", "Ada"), "cp1252", ""),
    ],
)
def test_what_is_not_utf_8_is_read_as_windows_wrote_it(
    tmp_path: Path, file: str, text: str, encoding: str, name: str
) -> None:
    path = tmp_path / file
    comment = "" if name else "# Grüße\n"
    path.write_bytes(text.format(name or comment).encode(encoding))
    assert first_name(path) == (name or "Ada")
    assert read_record(path).notes == (
        f"assuming {encoding.upper()}: the text is not UTF-8; --encoding sets another",
    )


def test_the_user_names_an_encoding(tmp_path: Path) -> None:
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
        (b"\xffRenLib\xff\x03\x00", "a RenLib library (.lib) is not supported"),
        (b"PK\x03\x04\x14\x00", "a ZIP archive is not supported: unpack it first"),
        (b"\x1f\x8b\x08\x00", "a gzip archive is not supported"),
        (b"SQLite format 3\x00\x10", "an SQLite database is not supported"),
        (b"\x89PNG\r\n\x1a\n", "a picture is not supported"),
        (b"\xff\xfe[\x00B", "the text is not UTF-16 at byte 5"),
        (b"h8 h9\x00\x01", "not a text file: a zero byte follows “h8 h9”"),
        (b"\x81\x8d", "the text is neither UTF-8 nor CP1252; set its encoding with --encoding"),
    ],
)
def test_what_is_no_text_is_named(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        read_records(path)
    assert str(caught.value).startswith(f"game.txt: {reason}")


def test_the_end_mark_of_dos_is_no_part_of_a_text() -> None:
    assert decode(b"h8 h9\r\n\x1a", is_psq=False) == ("h8 h9\r\n", ())


@pytest.mark.parametrize("name", ["utf-8", "CP1250", "latin-1", "koi8-r", "gb18030", "utf-16-le", "euc_kr"])
def test_encodings_of_files_can_be_named(name: str) -> None:
    assert is_text_encoding(name)


@pytest.mark.parametrize(
    "name",
    ["", "nonsense", "hex", "zip", "rot13", "base64", "idna", "punycode", "unicode_escape", "undefined",
     "raw_unicode_escape", "../x", "x" * 5000, "é"],
)  # fmt: skip
def test_no_other_codec_of_python_can_be_named(name: str) -> None:
    assert not is_text_encoding(name)
