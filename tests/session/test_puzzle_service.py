"""The desk: what is handed out, in which order, and what is kept of it, whatever the store does."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from tests.support.stores import edit, patient
from ttt_tui.puzzles.collection import Collection, Difficulty
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text, key, to_text
from ttt_tui.session.puzzle_service import AssignedPuzzle, PuzzleService
from ttt_tui.session.session import Session
from ttt_tui.store.history import History
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.puzzle_shelf import MOST_COUNTED

TODAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, 0, 0, 123_456, UTC)
COLLECTION = Collection(
    from_text(
        "\n".join(
            f"{number}: 15x15, 5 in a row, win in 3, rated {rating}: h8 {'abcdefghijklmno'[number]}1"
            for number, rating in enumerate([800, 900, 1000, 1400, 1500, 1600, 1800, 1850, 2000, 2400], 1)
        )
    )
)
EASY, MEDIUM, HARD = (COLLECTION.of_difficulty(difficulty) for difficulty in Difficulty)
OWN = from_text("\n".join(f"15x15, 5 in a row, win in 2, rated 1500: h8 {column}15" for column in "abcdef"))


@dataclass
class AnAttempt:
    puzzle: Puzzle
    began: datetime = NOON
    wrong: int = 0
    hints: int = 0
    is_shown: bool = False
    is_solved: bool = False


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "history.db"


@pytest.fixture
def keeper(path: Path) -> Iterator[StoreThread]:
    keeper = patient(path)
    yield keeper
    keeper.close()


def a_desk(keeper: StoreThread | None = None, seed: int = 0, today: date = TODAY) -> PuzzleService:
    return PuzzleService(keeper, lambda: today, COLLECTION, Random(seed))


def solve(desk: PuzzleService, handed: AssignedPuzzle, began: datetime = NOON, *, wrong: int = 0) -> None:
    desk.note(AnAttempt(handed.puzzle, began, wrong=wrong, is_solved=True), handed)


# --- handing out -----------------------------------------------------------------------------------------


def test_the_daily_puzzle_is_that_of_the_date() -> None:
    assert a_desk().daily() == AssignedPuzzle(COLLECTION.daily(TODAY), TODAY)
    tomorrow = TODAY + timedelta(days=1)
    assert a_desk(today=tomorrow).daily() == AssignedPuzzle(COLLECTION.daily(tomorrow), tomorrow)


def test_the_daily_puzzle_is_that_however_it_was_found() -> None:
    number = COLLECTION.daily(TODAY).number
    assert a_desk().by_number(number) == a_desk().daily()
    assert a_desk().by_number(number % 10 + 1).day is None
    with pytest.raises(KeyError):
        a_desk().by_number(11)


def test_without_another_collection_the_one_of_the_program_is_used() -> None:
    assert PuzzleService(None).by_number(1).puzzle.number == 1


def test_a_difficulty_of_which_there_is_nothing_gives_nothing() -> None:
    desk = PuzzleService(None, lambda: TODAY, Collection(EASY))
    assert desk.of_difficulty(Difficulty.HARD) is None


def test_what_was_never_tried_comes_first_each_once_before_one_comes_again() -> None:
    desk = a_desk()
    first = [desk.of_difficulty(Difficulty.HARD) for _ in HARD]
    assert Counter(handed.puzzle for handed in first if handed) == Counter(HARD)
    again = desk.of_difficulty(Difficulty.HARD)
    assert again is not None
    desk = a_desk()
    for number in (7, 8, 9):
        solve(desk, desk.by_number(number))
    handed = desk.of_difficulty(Difficulty.HARD)
    assert handed is not None
    assert handed.puzzle.number == 10


def test_then_come_those_that_were_not_solved_and_those_that_are_longest_ago() -> None:
    desk, missed = a_desk(), COLLECTION.by_number(9)
    for days, number in ((1, 7), (3, 8), (9, 10)):
        solve(desk, AssignedPuzzle(COLLECTION.by_number(number)), NOON - timedelta(days=days))
    desk.note(AnAttempt(missed, wrong=1), AssignedPuzzle(missed))
    for _ in range(2):
        handed = desk.of_difficulty(Difficulty.HARD)
        assert handed is not None
        assert handed.puzzle == missed, "until it is solved"
    solve(desk, handed, NOON + timedelta(minutes=1))
    numbers = [handed.puzzle.number for _ in range(3) if (handed := desk.of_difficulty(Difficulty.HARD))]
    assert numbers == [10, 8, 7]


def test_those_near_to_the_rating_come_first_and_not_always_the_same() -> None:
    """The rating is 1500: of 1800, 1850, 2000 and 2400 one of the first two is near."""
    met = Counter[int]()
    for seed in range(30):
        handed = a_desk(seed=seed).of_difficulty(Difficulty.HARD)
        assert handed is not None
        met[handed.puzzle.rating] += 1
    assert set(met) == {1800, 1850}


def test_own_puzzles_are_handed_out_while_they_are_due() -> None:
    desk = a_desk()
    assert desk.mine() is None
    desk.add_own(OWN[:3], None)
    assert desk.count_due() == 3
    handed = [desk.mine() for _ in range(4)]
    assert handed == [AssignedPuzzle(puzzle, None, True) for puzzle in (*OWN[:3], OWN[0])]
    for each in handed[:3]:
        assert each is not None
        solve(desk, each)
    assert (desk.count_due(), desk.mine()) == (0, None)
    desk.note(AnAttempt(OWN[1], NOON + timedelta(hours=1), wrong=1), AssignedPuzzle(OWN[1], None, True))
    again = desk.mine()
    assert again is not None
    assert again.puzzle == OWN[1], "what failed today, since nothing else is due"


def test_an_own_puzzle_that_is_forgotten_comes_back_only_if_it_is_added_again(keeper: StoreThread) -> None:
    desk = a_desk(keeper)
    desk.add_own(OWN[:2], 3)
    desk.add_own([replace(OWN[0], rating=1700)], 3)
    desk.forget_own(OWN[0])
    assert desk.count_due() == 1
    assert [own.puzzle for own in keeper.ask(lambda h: h.puzzles.own())] == [to_text(OWN[1])]
    assert a_desk(keeper).count_due() == 1
    desk.forget_own(OWN[5])
    desk.add_own([OWN[0]], 3)
    assert desk.count_due() == a_desk(keeper).count_due() == 2


# --- keeping ---------------------------------------------------------------------------------------------


def test_what_is_noted_is_known_to_the_next_run(keeper: StoreThread, path: Path) -> None:
    desk = a_desk(keeper)
    daily = desk.daily()
    attempt = AnAttempt(daily.puzzle)
    desk.note(attempt, daily)
    assert desk.progress().tried == 0, "who only looks has not tried"
    attempt.hints = 1
    desk.note(attempt, daily)
    assert (desk.progress().tried, desk.progress().solved, desk.progress().streak) == (1, 0, 0)
    attempt.is_solved = True
    desk.note(attempt, daily)
    progress = desk.progress()
    assert (progress.tried, progress.solved, progress.streak) == (1, 1, 1)
    assert progress.rating.rating < 1500
    (tried,) = keeper.ask(lambda history: history.puzzles.tries())
    assert (tried.puzzle, tried.day, tried.rating) == (key(daily.puzzle), TODAY, daily.puzzle.rating)
    assert a_desk(keeper).progress() == progress
    assert keeper.close() is None
    with_another = patient(path)
    assert a_desk(with_another).progress() == progress
    with_another.close()


def test_what_is_done_again_after_the_solution_takes_nothing_back() -> None:
    desk = a_desk()
    handed = desk.by_number(1)
    solve(desk, handed)
    progress = desk.progress()
    solve(desk, handed, wrong=3)
    assert desk.progress() == progress
    assert progress.rating.rating > 1500


def test_a_time_without_an_offset_is_local_time(keeper: StoreThread) -> None:
    desk = a_desk(keeper)
    desk.note(AnAttempt(HARD[0], datetime(2026, 11, 20, 12), wrong=1), AssignedPuzzle(HARD[0]))
    (tried,) = keeper.ask(lambda history: history.puzzles.tries())
    assert tried.began.tzinfo is not None


def test_what_another_terminal_keeps_is_known_here(keeper: StoreThread, path: Path) -> None:
    desk, elsewhere = a_desk(keeper), a_desk(patient(path))
    assert desk.progress().tried == 0
    solve(elsewhere, elsewhere.by_number(1))
    elsewhere.add_own(OWN[:1], 1)
    solve(desk, desk.by_number(2))
    assert desk.progress().tried == 2
    assert desk.mine() == AssignedPuzzle(OWN[0], None, True)
    assert elsewhere._keeper is not None
    elsewhere._keeper.close()


def test_own_puzzles_that_cannot_be_read_are_left_out(keeper: StoreThread) -> None:
    texts = ["nonsense", "\n".join(map(to_text, OWN[:2])), "# nothing", to_text(OWN[2])]
    keeper.keep("texts", lambda history: history.puzzles.add_own(texts, None))
    desk = a_desk(keeper)
    assert desk.count_due() == 1
    assert desk.mine() == AssignedPuzzle(OWN[2], None, True)


def test_own_puzzles_have_no_number(keeper: StoreThread) -> None:
    desk = a_desk(keeper)
    desk.add_own([replace(OWN[0], number=4), OWN[0]], 2)
    assert [own.puzzle for own in keeper.ask(lambda history: history.puzzles.own())] == [to_text(OWN[0])]
    handed = desk.mine()
    assert handed is not None
    assert handed.puzzle.number == 0


def play(desk: PuzzleService) -> None:
    """Do what is done with puzzles, and find that this run knows it."""
    daily = desk.daily()
    solve(desk, daily)
    desk.add_own(OWN[:2], None)
    desk.forget_own(OWN[1])
    assert desk.mine() == AssignedPuzzle(OWN[0], None, True)
    assert desk.of_difficulty(Difficulty.EASY) is not None
    progress = desk.progress()
    assert (progress.solved, progress.tried, progress.streak) == (1, 1, 1)


def test_without_a_store_this_run_is_known() -> None:
    play(a_desk())
    assert a_desk().progress().tried == 0


def test_with_a_store_that_cannot_be_used_this_run_is_known(path: Path) -> None:
    path.mkdir(parents=True)
    keeper = patient(path)
    play(a_desk(keeper))
    keeper.close()


def test_with_a_store_that_is_locked_this_run_is_known_and_the_rest_comes_later(path: Path) -> None:
    history = History(path)
    before = a_desk(keeper := patient(path))
    other_number = COLLECTION.daily(TODAY).number % 10 + 1
    solve(before, before.by_number(other_number), NOON - timedelta(days=1))
    keeper.close()
    history.close()
    edit(path, "PRAGMA journal_mode=DELETE")  # with a log beside the file, readers do not wait for writers
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")  # before it is opened, which would begin such a log
    desk = a_desk(keeper := StoreThread(path, patience=0.01))
    play(desk)
    other.execute("ROLLBACK")
    other.close()
    keeper.ask(lambda history: history.puzzles.tries(), in_order=True, seconds=30)
    desk.progress()
    keeper.ask(lambda history: history.puzzles.tries(), in_order=True, seconds=30)
    assert desk.progress().tried == 2
    assert keeper.close() is None


def test_a_count_that_nobody_reaches_spoils_nothing(keeper: StoreThread) -> None:
    desk = a_desk(keeper)
    desk.note(AnAttempt(HARD[0], wrong=MOST_COUNTED + 1), AssignedPuzzle(HARD[0]))
    assert desk.progress().tried == 1
    assert a_desk(keeper).progress().tried == 0


def test_a_session_has_one_desk(keeper: StoreThread) -> None:
    session = Session(history=keeper)
    handed = session.puzzles.by_number(1)
    solve(session.puzzles, handed)
    assert session.puzzles.progress().tried == 1
    assert Session(history=keeper).puzzles.progress().tried == 1


def test_whose_own_puzzle_is_asked_for_waits_until_the_store_answers(keeper: StoreThread) -> None:
    desk = Session(history=keeper).puzzles
    desk.add_own(OWN[:1], None)
    slow = StoreThread(keeper.path, patience=0.0)
    other = Session(history=slow).puzzles
    other.load(30.0)
    assert other.mine() == AssignedPuzzle(OWN[0], is_mine=True)
    slow.close()


def test_another_one_is_another_one() -> None:
    desk = a_desk()
    for puzzle in EASY[1:]:
        solve(desk, AssignedPuzzle(puzzle))
    handed = desk.of_difficulty(Difficulty.EASY, besides=EASY[0])
    assert handed is not None
    assert handed.puzzle in EASY[1:], "though the first one alone was never tried"
    desk.add_own(OWN[:1], None)
    assert desk.mine() == AssignedPuzzle(OWN[0], is_mine=True)
    assert desk.mine(besides=OWN[0]) is None
