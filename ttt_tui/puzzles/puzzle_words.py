"""What is said of a puzzle: its task, and clues to its solution."""

from ttt_tui.engine import Square
from ttt_tui.puzzles.difficulty import is_forcing
from ttt_tui.puzzles.puzzle import STOP_MOVES, Goal, Puzzle, Task


def counted(number: int, thing: str) -> str:
    """Return so many things in words: `3 moves`.

    >>> counted(1, "move")
    '1 move'
    """
    return f"{number} {thing}{'s' * (number != 1)}"


def headline(goal: Goal, moves: int) -> tuple[str, str]:
    """Return a task as a headline of two lines.

    >>> headline(Goal.WIN, 3)
    ('Find the win', 'in 3 moves')
    """
    match goal:
        case Goal.WIN:
            return "Find the win", f"in {counted(moves, 'move')}"
        case Goal.HOLD:
            return "Hold the draw", f"for {counted(moves, 'move')}"
        case Goal.STOP:
            return "Stop the threat", f"for {counted(STOP_MOVES, 'move')}"


def task_told(puzzle: Puzzle, symbol: str, moves: int | None = None) -> str:
    """Return a task as a sentence, of what is left of it if the moves that may still be made are given."""
    what, how_long = headline(puzzle.goal, puzzle.moves if moves is None else moves)
    return f"{symbol} to move: {what[0].lower()}{what[1:]} {how_long}"


def meaning(puzzle: Puzzle, *, is_unique: bool = True) -> str:
    """Return what is proved of the right moves, and so of the wrong ones, as sentences.

    With `is_unique` there is only one right move at the beginning; a mistake of somebody's own may have left
    several.
    """
    one = "One move alone" if is_unique else "At least one move"
    match puzzle.goal, puzzle.is_settled:
        case Goal.WIN, True:
            return f"{one} wins. That is proved of every move, whatever the other side does."
        case Goal.WIN, False:
            others = "each of the others" if is_unique else "the one that you played"
            return f"{one} wins in time, and {others} is proved not to, whatever you play next."
        case Goal.HOLD, _:
            return f"{one} holds the draw: after every one that does not the other side wins, proved."
        case _:
            others = "every other one" if is_unique else "the one that you played"
            moves = counted(STOP_MOVES, "move")
            return (
                f"{one} leaves the other side no win within {moves}; after {others} it wins by force, proved."
            )


def clue(task: Task, line: tuple[Square, ...], step: int) -> str:
    """Return a step of a hint, from 1: how it begins, about where, which square. `line` solves the task."""
    geometry, square = task.position.geometry, line[0]
    name = geometry.name(square)
    if step == 2:
        return f"Look along column {name.rstrip('0123456789')}"
    if step > 2:
        return f"It is {name}"
    match task.goal:
        case Goal.WIN if is_forcing(task.position, square):
            return "It begins with a move that has to be answered at once"
        case Goal.WIN:
            return "It begins quietly, with a move that makes a greater threat"
        case Goal.HOLD:
            return "Look for the line that the other side could force"
        case Goal.STOP:
            return "Look for the square that spoils the most of what is threatened"
