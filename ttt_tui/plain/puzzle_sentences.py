"""What plain mode says of puzzles besides their tasks."""

from collections.abc import Iterator

from ttt_tui.puzzles.progress import Progress
from ttt_tui.session import wording
from ttt_tui.session.puzzle_desk import Handed

HELP = """\
A square, such as h9: try a stone there. What was wrong before it is taken back.
hint: hear how it begins; said again, about where, and then which square.
again: take back a wrong move with what beats it, or begin the puzzle anew.
show: hear the solution, move by move.
next, or Enter after a puzzle: another one of this kind.
today: the daily puzzle. mine: a mistake of your own. easy, medium, hard: one that is as difficult.
stats: your streak, how many you solved, your rating.
board: print the board. board always: print it after every move. board off: no more.
row 3: what is in row 3. where O: where the stones of O are. moves: what led there.
quit, exit, or the end of input: leave. What you tried is kept."""


def title(handed: Handed) -> str:
    """Return which puzzle it is: `Puzzle 5`, `Today's puzzle, number 5`."""
    if handed.is_mine:
        return "Your own puzzle"
    return (
        f"Today's puzzle, number {handed.puzzle.number}" if handed.day else f"Puzzle {handed.puzzle.number}"
    )


def progress(reached: Progress) -> Iterator[str]:
    """Give what somebody has reached with puzzles."""
    yield f"Streak {wording.plural(reached.streak, 'day')}, the best {reached.best_streak}"
    yield f"Solved {reached.solved} of {reached.tried} tried"
    yield wording.sentence(rating(reached))


def rating(reached: Progress) -> str:
    """Return how well somebody solves puzzles, with how uncertain that is: `rating 1523 ± 80`."""
    if not reached.curve:
        return "no rating yet"
    return f"rating {reached.rating.rating:.0f} ± {reached.rating.deviation:.0f}"
