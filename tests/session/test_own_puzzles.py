"""The file of the user's own puzzles: it grows, is never overwritten, and says what is wrong with it."""

from pathlib import Path

import pytest

from ttt_tui.errors import RecordError
from ttt_tui.puzzles.text import from_text
from ttt_tui.session.own_puzzles import LARGEST_FILE, add_puzzle, read_puzzles

ONE, OTHER = from_text(
    "3x3, 3 in a row, win in 2, rated 800: a1 b1 a2 a3\n3x3, 3 in a row, hold for 1, rated 900: c1 c2 c3"
)


def test_puzzles_are_numbered_and_none_is_added_twice(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    assert read_puzzles(path) == []
    assert [add_puzzle(each, path).number for each in (ONE, OTHER, ONE)] == [1, 2, 1]
    assert [puzzle.played for puzzle in read_puzzles(path)] == [ONE.played, OTHER.played]


def test_a_file_without_a_last_newline_and_with_comments_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("# mine\n7: 3x3, 3 in a row, win in 2, rated 800: a1 b1 a2 a3")
    assert add_puzzle(OTHER, path).number == 8
    assert path.read_text().startswith("# mine\n7: 3x3")
    assert len(read_puzzles(path)) == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"Dear Ada\n", "the file it.txt has other text than puzzles: "),
        (b"\xff\xfe\x00", "the file it.txt is not UTF-8 text"),
        (b"#" * (LARGEST_FILE + 1), "the file it.txt is too large"),
    ],
)
def test_other_files_are_refused_and_stay_as_they_are(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "it.txt"
    path.write_bytes(content)
    with pytest.raises(RecordError) as refused:
        add_puzzle(ONE, path)
    assert str(refused.value).startswith(reason)
    assert path.read_bytes() == content


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        add_puzzle(ONE, tmp_path / "none" / "it.txt")
    with pytest.raises(RecordError):
        read_puzzles(tmp_path)
