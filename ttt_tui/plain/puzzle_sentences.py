"""What plain mode says of puzzles besides their tasks."""

from collections.abc import Iterator

from ttt_tui.puzzles.progress import Progress
from ttt_tui.session import wording
from ttt_tui.session.puzzle_service import AssignedPuzzle

HELP = """\
A square, such as h9: try a move there. A wrong move is taken back first.
hint: how it begins; again for where to look, and again for the square.
again: take back a wrong move, or restart the puzzle.
show: show the solution, move by move.
next, or Enter after a puzzle: another puzzle of this kind.
today: the daily puzzle. mine: one of your mistakes. easy, medium, hard: a puzzle of that difficulty.
stats: your streak, your solved puzzles and your rating.
board: print the board. board always: print it after every move. board off: stop that.
row 3: list the stones in row 3. where O: list the stones of O. moves: list the moves so far.
help, ?: this list.
quit, exit, or end of input: leave. Your attempts are saved."""


def title(handed: AssignedPuzzle) -> str:
    """Return which puzzle it is: `Puzzle 5`, `Today's puzzle, number 5`."""
    if handed.is_mine:
        return "One of your mistakes"
    return (
        f"Today's puzzle, number {handed.puzzle.number}" if handed.day else f"Puzzle {handed.puzzle.number}"
    )


def progress(reached: Progress) -> Iterator[str]:
    """Give what somebody has reached with puzzles."""
    yield f"Streak {wording.plural(reached.streak, 'day')}, best {reached.best_streak}"
    yield f"Solved {reached.solved} of {reached.tried}"
    yield wording.sentence(rating(reached))


def rating(reached: Progress) -> str:
    """Return how well somebody solves puzzles, with how uncertain that is: `rating 1523 ± 80`."""
    if not reached.curve:
        return "no rating yet"
    return f"rating {reached.rating.rating:.0f} ± {reached.rating.deviation:.0f}"
