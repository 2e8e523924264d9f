"""The result of a puzzle as a small text: which puzzle, how it went, and no word about its solution."""

from datetime import date

from ttt_tui.analysis.words import counted
from ttt_tui.process.text import to_ascii
from ttt_tui.puzzles.attempt import PuzzleAttempt, TryMark
from ttt_tui.puzzles.wording import headline

SIGNS = {TryMark.RIGHT: "■", TryMark.WRONG: "□", TryMark.HINT: "?"}
ASCII_SIGNS = {TryMark.RIGHT: "#", TryMark.WRONG: "x", TryMark.HINT: "?"}
"""The signs of tried moves and of hints."""

NOT_SHAREABLE = "results can be shared once the puzzle is solved"

MOST_SIGNS = 40
"""Signs in a line; the earliest are left out."""


def share_text(
    attempt: PuzzleAttempt,
    day: date | None = None,
    streak: int = 0,
    *,
    is_made: bool = False,
    is_ascii: bool = False,
) -> str:
    """Return how a puzzle was solved, or that it was not.

    `day` is the date whose daily puzzle it was, None for another puzzle; `streak` is in days. With `is_made`
    the user made the puzzle, whose number says nothing to others.
    """
    puzzle = attempt.puzzle
    which = (
        f"puzzle {day.isoformat()}" if day else f"puzzle {puzzle.number}" if puzzle.number else "my mistake"
    )
    which = "my puzzle" if is_made else which
    signs = ASCII_SIGNS if is_ascii else SIGNS
    marks = "".join(signs[mark] for mark in attempt.marks)
    if len(marks) > MOST_SIGNS:
        marks = f"…{marks[1 - MOST_SIGNS :]}"
    task = " ".join(headline(puzzle.goal, puzzle.moves))
    parts = [f"{puzzle.geometry}", f"{task[0].lower()}{task[1:]}"]
    parts += [f"streak {counted(streak, 'day')}"] if streak else []
    lines = [f"ttt-tui {which} · {_how(attempt)}", marks, " · ".join(parts)]
    text = "\n".join(filter(None, lines))
    return to_ascii(text) if is_ascii else text


def _how(attempt: PuzzleAttempt) -> str:
    """Return `solved at the first try`, `solved in 2 tries, 1 hint` or `gave up after 3 tries`."""
    wrong, hints = (attempt.marks.count(mark) for mark in (TryMark.WRONG, TryMark.HINT))
    help_used = f", {counted(hints, 'hint')}" if hints else ""
    if attempt.is_shown:
        tries = f" after {wrong} {'try' if wrong == 1 else 'tries'}" if wrong else ""
        return f"gave up{tries}{help_used}"
    tries = f"in {wrong + 1} tries" if wrong else "at the first try"
    return f"solved {tries}{help_used}"
