"""`ttt-tui puzzle`: the puzzle that is requested, and `make`: what it adds to a file and what it refuses."""

from argparse import Namespace
from datetime import date
from pathlib import Path
from random import Random

import pytest

from tests.support.busy import interrupted, wait_until
from tests.support.shell import Shell, shell
from ttt_tui.cli import puzzle as puzzle_command
from ttt_tui.cli.play import requested_puzzle
from ttt_tui.errors import UsageError
from ttt_tui.puzzles.collection import Collection
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text, puzzles_text, same_position_key
from ttt_tui.session.puzzle_service import AssignedPuzzle, PuzzleService
from ttt_tui.session.session import Session
from ttt_tui.store.settings import Settings

__all__ = ["shell"]

COMMAND = ("puzzle", "make")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "more.txt"


def check_apart(puzzles: list[Puzzle]) -> None:
    """Fail if one puzzle is another one, turned or mirrored."""
    assert len({same_position_key(puzzle) for puzzle in puzzles}) == len(puzzles)


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(("board", "count"), [(("3",), 6), (("4", "--line", "3"), 6)])
def test_puzzles_are_added_to_a_new_file(
    shell: Shell, path: Path, board: tuple[str, ...], count: int
) -> None:
    assert shell(path, "--board", *board, "--count", count) == (
        0,
        f"Added {count} puzzle{'s' * (count != 1)} to more.txt\n",
        "",
    )
    puzzles = from_text(path.read_text())
    assert [puzzle.number for puzzle in puzzles] == [*range(1, count + 1)]
    assert {puzzle.geometry.columns for puzzle in puzzles} == {int(board[0])}
    assert all(puzzle.geometry.line_length == 3 for puzzle in puzzles)
    kinds = [(puzzle.goal, puzzle.moves) for puzzle in puzzles]
    assert max(map(kinds.count, kinds)) <= 2, "no kind is most of them"
    check_apart(puzzles)


@pytest.mark.slow
def test_the_same_seed_makes_the_same_and_another_one_others(shell: Shell, tmp_path: Path) -> None:
    texts = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        assert shell(tmp_path / name, "--board", "3", "--count", 4, "--seed", seed)[0] == 0
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.slow
def test_puzzles_are_added_to_those_that_there_are_without_doubles(shell: Shell, path: Path) -> None:
    mine = "# mine\n\n41: 3x3, 3 in a row, win in 3, rated 1049: c2 a1"  # without an end of the line
    path.write_text(mine)
    assert shell(path, "--board", "3", "--count", 4) == (0, "Added 4 puzzles to more.txt\n", "")
    assert path.read_text().startswith(f"{mine}\n42: ")
    assert shell(path, "--board", "4", "--line", "3", "--count", 3)[0] == 0
    assert shell(path, "--board", "3", "--count", 2)[0] == 0
    text = path.read_text()
    puzzles = from_text(text)
    assert [puzzle.number for puzzle in puzzles] == [*range(41, 51)]
    assert text.endswith("\n")
    assert "\n\n4" not in text.removeprefix(mine), "no line is left empty"
    check_apart(puzzles)


def test_the_end_of_new_puzzles_is_reported(
    shell: Shell, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_command, "DRY_GAMES", 60)
    status, out, err = shell(path, "--board", "3", "--count", 1000)
    made = len(from_text(path.read_text()))
    assert (status, err) == (0, "")
    assert out == f"Added {made} puzzles to more.txt; no new puzzle in the last 60 games\n"
    assert 0 < made < 1000
    check_apart(from_text(path.read_text()))


@pytest.mark.slow
def test_large_boards_have_wins_by_fours_and_threes(shell: Shell, path: Path) -> None:
    assert shell(path, "--board", "9", "--count", 1)[0] == 0
    [puzzle] = from_text(path.read_text())
    assert (puzzle.geometry.columns, puzzle.geometry.line_length, puzzle.has_exact_values) == (9, 5, False)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            b"garbage\n",
            "argument FILE: more.txt: line 1, column 1: write a puzzle with its moves after a colon",
        ),
        (
            b"# fine\n\n1: 3x3, 3 in a row, win in 3, rated 1049: c2 z1\n",
            "argument FILE: more.txt: line 3, column 46: ",
        ),
        (b"\x7fELF\xff\xfe", "argument FILE: more.txt is not UTF-8 text"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_place_and_kept(
    shell: Shell, path: Path, content: bytes, reason: str
) -> None:
    path.write_bytes(content)
    assert reason in shell.refused(path, "--board", "3")
    assert path.read_bytes() == content


def test_a_path_that_cannot_be_a_file_is_refused(shell: Shell, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "more.txt"
    for path, reason in ((tmp_path, "is a directory"), (nowhere, "no such file or directory")):
        said = shell.refused(path, "--board", "3", "--count", "1")
        assert said == f"ttt-tui puzzle make: error: argument FILE: '{path}': {reason}\n"


def test_ctrl_c_keeps_the_puzzles_found(path: Path) -> None:
    words = ("puzzle", "make", str(path), "--board", "4", "--line", "3", "--count", "5000")
    status, out, err = interrupted(
        *words, when=lambda _: wait_until(lambda: path.exists() and path.read_text().count("\n") >= 3)
    )
    assert (status, err) == (130, "")
    made = from_text(path.read_text())
    assert out == f"Added {len(made)} puzzles to more.txt\n"
    assert 3 <= len(made) < 5000


# --- the requested puzzle ----------------------------------------------------------------------------------

TODAY = date(2026, 11, 20)
COLLECTION = Collection(
    from_text("""
        4: 3x3, 3 in a row, win in 2, rated 819: c1 a3 a1 b1
        7: 5x3, 3 in a row, win in 3, rated 1350: e2 e3 b2
        9: 4x3, 3 in a row, win in 2, rated 918: d1 c1 b1 c2 c3
    """)
)
[OWN] = from_text("4x3, 3 in a row, hold for 1, rated 850: d3 c2 b2")


def session(own: bool = False) -> Session:
    session = Session(1, None, Settings())
    session.puzzles = PuzzleService(None, lambda: TODAY, COLLECTION, Random(1))
    if own:
        session.puzzles.add_own([OWN], None)
    return session


def asked(own: bool = False, **options: object) -> AssignedPuzzle:
    nothing = {"daily": False, "mine": False, "difficulty": None, "id": None, "file": None}
    return requested_puzzle(Namespace(**nothing | options), session(own))


def test_each_option_names_a_puzzle() -> None:
    daily = COLLECTION.daily(TODAY)
    assert asked(daily=True) == AssignedPuzzle(daily, TODAY)
    assert asked(mine=True, own=True) == AssignedPuzzle(OWN, is_mine=True)
    assert asked(difficulty="medium").puzzle.number == 7
    assert asked(id=9).puzzle.number == 9
    assert asked() == AssignedPuzzle(daily, TODAY), "it is not solved yet"


def test_the_puzzles_of_a_file_follow_one_another(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(puzzles_text([*COLLECTION.puzzles[:2], OWN]), encoding="utf-8")
    service, first = session().puzzles, asked(file=str(file))
    seen = [first]
    for _ in range(3):
        following = service.after(seen[-1])
        assert following is not None
        seen.append(following)
    assert [each.puzzle for each in seen] == [*COLLECTION.puzzles[:2], OWN, COLLECTION.puzzles[0]]
    assert [service.title(each) for each in seen[:3]] == ["Puzzle 1 of 3", "Puzzle 2 of 3", "Puzzle 3 of 3"]
    file.write_text(puzzles_text([OWN]), encoding="utf-8")
    assert service.after(asked(file=str(file))) is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no such file"),
        (b"", "no puzzles in"),
        (b"h8 h9", "other text than puzzles"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_a_file_without_puzzles_is_refused(content: bytes | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UsageError, match=f"argument --file: .*{said}"):
        asked(file=str(file))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"mine": True}, "argument --mine: no mistake to review; find some with `ttt-tui history review ID`"),
        ({"difficulty": "hard"}, "argument --difficulty: no hard puzzles"),
        ({"id": 5}, "argument --id: no puzzle 5; choose from 4 to 9"),
        ({"id": 562}, "argument --id: puzzle 562 was removed; omit --id for another"),
        ({"id": 0}, "argument --id: no puzzle 0; choose from 4 to 9"),
    ],
)
def test_a_missing_puzzle_is_refused_with_a_hint(options: dict[str, object], reason: str) -> None:
    with pytest.raises(UsageError) as refusal:
        asked(**options)
    assert str(refusal.value) == reason
