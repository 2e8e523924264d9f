"""`ttt-tui puzzle`: which puzzle is asked for, and what is refused."""

from argparse import Namespace
from datetime import date
from random import Random

import pytest

from ttt_tui.cli.main import main
from ttt_tui.cli.puzzle import handed_for
from ttt_tui.errors import UsageError
from ttt_tui.puzzles.collection import Collection
from ttt_tui.puzzles.text import from_text
from ttt_tui.session.puzzle_service import AssignedPuzzle, PuzzleService
from ttt_tui.session.session import Session
from ttt_tui.store.settings import Settings

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
    nothing = {"daily": False, "mine": False, "difficulty": None, "id": None}
    return handed_for(Namespace(**nothing | options), session(own))


def test_each_option_names_a_puzzle() -> None:
    daily = COLLECTION.daily(TODAY)
    assert asked(daily=True) == AssignedPuzzle(daily, TODAY)
    assert asked(mine=True, own=True) == AssignedPuzzle(OWN, is_mine=True)
    assert asked(difficulty="medium").puzzle.number == 7
    assert asked(id=9).puzzle.number == 9
    assert asked() == AssignedPuzzle(daily, TODAY), "it is not solved yet"


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
def test_what_is_not_there_is_refused_with_what_is(options: dict[str, object], reason: str) -> None:
    with pytest.raises(UsageError) as refusal:
        asked(**options)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("puzzle --daily --mine", "argument --mine: not allowed with argument --daily"),
        ("puzzle --id 5 --difficulty easy", "argument --difficulty: not allowed with argument --id"),
        ("puzzle --mine --id 5", "argument --id: not allowed with argument --mine"),
        ("puzzle --id five", "argument --id: invalid whole number 'five'; try --id 17"),
        (
            "puzzle --difficulty hell",
            "argument --difficulty: unknown difficulty 'hell'; choose from easy, medium, hard\n",
        ),
        ("puzzle --dail", "unrecognized arguments: --dail; did you mean --daily?\n"),
        ("puzzle today", "unknown action 'today'; see `ttt-tui puzzle --help`"),
        ("puzzle --plain --id 999999", "argument --id: no puzzle 999999; choose from 1 to "),
        ("puzzle --plain --mine", "argument --mine: no mistake to review"),
        ("--board 3 puzzle", "argument --board: not allowed before puzzle; see `ttt-tui puzzle --help`"),
        ("--seed=3 puzzle --id 5", "argument --seed: not allowed before puzzle; see `ttt-tui puzzle --help`"),
        ("--resume puzzle", "--resume"),
        (
            "--plain puzzle make x --board 3",
            "argument --plain: not allowed before make; see `ttt-tui puzzle make -",
        ),
        (
            "puzzle --id 5 make x --board 3",
            "argument --id: not allowed before make; see `ttt-tui puzzle make -",
        ),
        (
            "puzzle make --board 3",
            "the following arguments are required: FILE; see `ttt-tui puzzle make --help`",
        ),
        ("puzzle make x", "the following arguments are required: --board; see `ttt-tui puzzle make --help`"),
        ("puzzle make x --board 3 --count -1", "argument --count: invalid whole number '-1'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(
    words: str,
    reason: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path_factory.mktemp("home")))
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert reason in err


@pytest.mark.parametrize(
    "words", ["--theme=kaya puzzle", "--ascii --plain puzzle --daily", "--color 16 --no-mouse puzzle --id 5"]
)
def test_how_it_looks_may_be_said_before_the_command(
    words: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path_factory.mktemp("home")))
    assert main([*words.split(), "--plain"]) == 0
    out, err = capfd.readouterr()
    assert (out.count(" to move: "), err) == (1, "")
    assert ("×" in out) != ("--ascii" in words)
