"""The service: what is assigned out, in which order, and what is kept of it, whatever the store does."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from tests.support.stores import locked, patient, use_rollback_journal
from ttt_tui.puzzles.collection import Collection, Difficulty
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text, key, to_text
from ttt_tui.session.puzzle_service import AssignedPuzzle, PuzzleService
from ttt_tui.session.session import Session
from ttt_tui.store.puzzles import MOST_COUNTED
from ttt_tui.store.thread import StoreThread

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


def a_service(history: StoreThread | None = None, seed: int = 0, today: date = TODAY) -> PuzzleService:
    return PuzzleService(history, lambda: today, COLLECTION, Random(seed))


def solve(
    service: PuzzleService, assigned: AssignedPuzzle, began: datetime = NOON, *, wrong: int = 0
) -> None:
    service.note(AnAttempt(assigned.puzzle, began, wrong=wrong, is_solved=True), assigned)


def assigned_of(service: PuzzleService, difficulty: Difficulty = Difficulty.HARD) -> Puzzle:
    assigned = service.of_difficulty(difficulty)
    assert assigned is not None
    return assigned.puzzle


# --- handing out -----------------------------------------------------------------------------------------


def test_the_daily_puzzle_is_that_of_the_date_however_it_was_found() -> None:
    for day in (TODAY, TODAY + timedelta(days=1)):
        assert a_service(today=day).daily() == AssignedPuzzle(COLLECTION.daily(day), day)
    number = COLLECTION.daily(TODAY).number
    assert a_service().by_number(number) == a_service().daily()
    assert a_service().by_number(number % 10 + 1).day is None
    with pytest.raises(KeyError):
        a_service().by_number(11)


def test_without_another_collection_the_one_of_the_program_is_used() -> None:
    assert PuzzleService(None).by_number(1).puzzle.number == 1


def test_a_difficulty_of_which_there_is_nothing_gives_nothing() -> None:
    service = PuzzleService(None, lambda: TODAY, Collection(EASY))
    assert service.of_difficulty(Difficulty.HARD) is None


def test_what_was_never_tried_comes_first_each_once_before_one_comes_again() -> None:
    service = a_service()
    assert Counter(assigned_of(service) for _ in HARD) == Counter(HARD)
    assert assigned_of(service) in HARD
    service = a_service()
    for number in (7, 8, 9):
        solve(service, service.by_number(number))
    assert assigned_of(service).number == 10


def test_then_come_those_that_were_not_solved_and_those_that_are_longest_ago() -> None:
    service, missed = a_service(), COLLECTION.by_number(9)
    for days, number in ((1, 7), (3, 8), (9, 10)):
        solve(service, AssignedPuzzle(COLLECTION.by_number(number)), NOON - timedelta(days=days))
    service.note(AnAttempt(missed, wrong=1), AssignedPuzzle(missed))
    assert [assigned_of(service) for _ in range(2)] == [missed] * 2, "until it is solved"
    solve(service, AssignedPuzzle(missed), NOON + timedelta(minutes=1))
    assert [assigned_of(service).number for _ in range(3)] == [10, 8, 7]


def test_those_near_to_the_rating_come_first_and_not_always_the_same() -> None:
    """The rating is 1500: of 1800, 1850, 2000 and 2400 one of the first two is near."""
    assert {assigned_of(a_service(seed=seed)).rating for seed in range(30)} == {1800, 1850}


def test_another_one_is_another_one() -> None:
    service = a_service()
    for puzzle in EASY[1:]:
        solve(service, AssignedPuzzle(puzzle))
    assigned = service.of_difficulty(Difficulty.EASY, besides=EASY[0])
    assert assigned is not None
    assert assigned.puzzle in EASY[1:], "though the first one alone was never tried"
    service.add_own(OWN[:1], None)
    assert service.mine() == AssignedPuzzle(OWN[0], is_mine=True)
    assert service.mine(besides=OWN[0]) is None


def test_own_puzzles_are_handed_out_while_they_are_due() -> None:
    service = a_service()
    assert service.mine() is None
    service.add_own(OWN[:3], None)
    assert service.count_due() == 3
    own = [AssignedPuzzle(puzzle, None, True) for puzzle in OWN]
    assert [service.mine() for _ in range(4)] == [*own[:3], own[0]]
    for each in own[:3]:
        solve(service, each)
    assert (service.count_due(), service.mine()) == (0, None)
    service.note(AnAttempt(OWN[1], NOON + timedelta(hours=1), wrong=1), own[1])
    assert service.mine() == own[1], "what failed today, since nothing else is due"


def test_an_own_puzzle_that_is_forgotten_comes_back_only_if_it_is_added_again(history: StoreThread) -> None:
    service = a_service(history)
    service.add_own(OWN[:2], 3)
    service.add_own([replace(OWN[0], rating=1700)], 3)
    service.forget_own(OWN[0])
    assert service.count_due() == 1
    assert [own.puzzle for own in history.run(lambda stored: stored.puzzles.own())] == [to_text(OWN[1])]
    assert a_service(history).count_due() == 1
    service.forget_own(OWN[5])
    service.add_own([OWN[0]], 3)
    assert service.count_due() == a_service(history).count_due() == 2


# --- keeping ---------------------------------------------------------------------------------------------


def test_what_is_noted_is_known_to_the_next_run(history: StoreThread) -> None:
    service = a_service(history)
    daily = service.daily()
    attempt = AnAttempt(daily.puzzle)
    service.note(attempt, daily)
    assert service.progress().tried == 0, "who only looks has not tried"
    attempt.hints = 1
    service.note(attempt, daily)
    assert (service.progress().tried, service.progress().solved, service.progress().streak) == (1, 0, 0)
    attempt.is_solved = True
    service.note(attempt, daily)
    progress = service.progress()
    assert (progress.tried, progress.solved, progress.streak) == (1, 1, 1)
    assert progress.rating.rating < 1500
    (tried,) = history.run(lambda stored: stored.puzzles.tries())
    assert (tried.puzzle, tried.day, tried.rating) == (key(daily.puzzle), TODAY, daily.puzzle.rating)
    assert a_service(history).progress() == progress
    assert history.close() is None
    with_another = patient(history.path)
    assert a_service(with_another).progress() == progress
    with_another.close()


def test_what_is_done_again_after_the_solution_takes_nothing_back() -> None:
    service = a_service()
    assigned = service.by_number(1)
    solve(service, assigned)
    progress = service.progress()
    solve(service, assigned, wrong=3)
    assert service.progress() == progress
    assert progress.rating.rating > 1500


def test_a_time_without_an_offset_is_local_time(history: StoreThread) -> None:
    service = a_service(history)
    service.note(AnAttempt(HARD[0], datetime(2026, 11, 20, 12), wrong=1), AssignedPuzzle(HARD[0]))
    (tried,) = history.run(lambda stored: stored.puzzles.tries())
    assert tried.began.tzinfo is not None


def test_what_another_terminal_keeps_is_known_here(history: StoreThread) -> None:
    service, elsewhere = a_service(history), a_service(patient(history.path))
    assert service.progress().tried == 0
    solve(elsewhere, elsewhere.by_number(1))
    elsewhere.add_own(OWN[:1], 1)
    solve(service, service.by_number(2))
    assert service.progress().tried == 2
    assert service.mine() == AssignedPuzzle(OWN[0], None, True)
    assert elsewhere._store is not None
    elsewhere._store.close()


def test_own_puzzles_have_no_number_and_those_that_cannot_be_read_are_left_out(history: StoreThread) -> None:
    a_service(history).add_own([replace(OWN[2], number=4), OWN[2]], 2)
    texts = ["nonsense", "\n".join(map(to_text, OWN[:2])), "# nothing"]
    history.write("texts", lambda stored: stored.puzzles.add_own(texts, None))
    service = a_service(history)
    assert service.count_due() == 1
    assert service.mine() == AssignedPuzzle(OWN[2], None, True)


def play(service: PuzzleService) -> None:
    """Do what is done with puzzles, and find that this run knows it."""
    daily = service.daily()
    solve(service, daily)
    service.add_own(OWN[:2], None)
    service.forget_own(OWN[1])
    assert service.mine() == AssignedPuzzle(OWN[0], None, True)
    assert service.of_difficulty(Difficulty.EASY) is not None
    progress = service.progress()
    assert (progress.solved, progress.tried, progress.streak) == (1, 1, 1)


@pytest.mark.parametrize("has_store", [False, True])
def test_without_a_store_that_can_be_used_this_run_is_known(has_store: bool, tmp_path: Path) -> None:
    store = patient(tmp_path) if has_store else None  # a folder, not a file
    play(a_service(store))
    if store is not None:
        store.close()


def test_with_a_store_that_is_locked_this_run_is_known_and_the_rest_comes_later(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    before = a_service(store := patient(path))
    other_number = COLLECTION.daily(TODAY).number % 10 + 1
    solve(before, before.by_number(other_number), NOON - timedelta(days=1))
    use_rollback_journal(store)  # with a log beside the file, readers do not wait for writers
    store.close()
    with locked(path):  # before it is opened, which would begin such a log
        service = a_service(store := StoreThread(path, max_wait=0.01))
        play(service)
    for _ in range(2):
        store.run(lambda stored: stored.puzzles.tries(), after_writes=True, seconds=30)
        progress = service.progress()
    assert progress.tried == 2
    assert store.close() is None


def test_a_count_that_nobody_reaches_spoils_nothing(history: StoreThread) -> None:
    service = a_service(history)
    service.note(AnAttempt(HARD[0], wrong=MOST_COUNTED + 1), AssignedPuzzle(HARD[0]))
    assert service.progress().tried == 1
    assert a_service(history).progress().tried == 0


def test_whose_own_puzzle_is_asked_for_waits_until_the_store_answers(
    history: StoreThread, session: Session
) -> None:
    service = session.puzzles
    service.add_own(OWN[:1], None)
    slow = StoreThread(history.path, max_wait=0.0)
    other = Session(history=slow).puzzles
    other.load(30.0)
    assert other.mine() == AssignedPuzzle(OWN[0], is_mine=True)
    slow.close()
