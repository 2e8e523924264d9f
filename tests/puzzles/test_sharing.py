"""The result of a puzzle as a text, which does not give the solution away."""

from datetime import UTC, date, datetime
from threading import Event

import pytest

from tests.support.puzzles import OWN, WIN
from ttt_tui.puzzles.attempt import PuzzleAttempt, Stage
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.sharing import MOST_SIGNS, share_text

DAY = date(2026, 11, 26)


def attempted(words: str, puzzle: Puzzle = WIN) -> PuzzleAttempt:
    """Return an attempt after these squares, and after `hint`, `show` and `again`."""
    attempt, prover = PuzzleAttempt(puzzle, datetime.now(UTC)), prover_of(puzzle.geometry)
    for word in words.split():
        if word in ("hint", "show", "again"):
            getattr(attempt, word)()
        else:
            attempt.place(puzzle.geometry.parse(word))
        if attempt.stage is Stage.CHECKING:
            attempt.take(attempt.question()(prover, Event()))
        while attempt.stage is Stage.LINE:
            attempt.step()
    return attempt


SOLVED = "c1 b2 a3"


@pytest.mark.parametrize(
    ("words", "how", "signs"),
    [
        (SOLVED, "solved at the first try", "■■■"),
        (f"hint {SOLVED}", "solved at the first try, 1 hint", "?■■■"),
        (f"c3 again hint hint {SOLVED}", "solved in 2 tries, 2 hints", "□??■■■"),
        ("c1 b1 again b2 a3", "solved in 2 tries", "■□■■"),
        ("show", "gave up", ""),
        ("c3 again show", "gave up after 1 try", "□"),
        (f"{SOLVED} again c3", "solved at the first try", "■■■"),
        (f"show again {SOLVED}", "gave up", ""),
    ],
)
def test_it_tells_tries_and_hints_in_their_order_until_the_end(words: str, how: str, signs: str) -> None:
    first, *rest = share_text(attempted(words), DAY).split("\n")
    assert first == f"ttt-tui puzzle 2026-11-26 · {how}"
    assert rest == [*filter(None, [signs]), "3×3 · find the win in 3 moves"]


def test_it_names_no_square_of_the_solution() -> None:
    text = share_text(attempted(f"c3 again hint {SOLVED}"), DAY, streak=5)
    assert not any(square in text for square in ("c3", "c1", "b2", "a3"))
    assert text.endswith("3×3 · find the win in 3 moves · streak 5 days")


def test_other_puzzles_have_their_number_and_own_ones_none() -> None:
    assert share_text(attempted(SOLVED)).startswith("ttt-tui puzzle 1 · solved")
    assert share_text(attempted("show", OWN)).startswith("ttt-tui my mistake · gave up")


def test_it_is_ascii_if_that_is_all_there_is_and_bounded() -> None:
    text = share_text(attempted(f"c3 again {'hint ' * 5}{SOLVED}"), DAY, is_ascii=True)
    assert text.isascii()
    assert "\nx???###\n" in text
    many = share_text(attempted(f"{'c3 again ' * 60}{SOLVED}"), DAY).split("\n")[1]
    assert len(many) == MOST_SIGNS
    assert (many[0], many[-3:]) == ("…", "■■■")
