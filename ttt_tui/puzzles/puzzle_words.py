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
    one = "Only one move" if is_unique else "At least one move"
    match puzzle.goal, puzzle.is_settled:
        case Goal.WIN, True:
            return f"{one} wins. That is proved for every move, whatever the other side plays."
        case Goal.WIN, False:
            others = "every other move" if is_unique else "the move that you played"
            return f"{one} wins in time; {others} is proved not to, whatever you play next."
        case Goal.HOLD, _:
            return f"{one} holds the draw; every move that does not is proved to lose."
        case _:
            others = "every other move" if is_unique else "the move that you played"
            moves = counted(STOP_MOVES, "move")
            return f"{one} leaves the other side no win within {moves}; {others} is proved to lose by force."


def clue(task: Task, line: tuple[Square, ...], step: int) -> str:
    """Return a step of a hint, from 1: how it begins, about where, which square. `line` solves the task."""
    geometry, square = task.position.geometry, line[0]
    name = geometry.name(square)
    if step == 2:
        return f"Look along column {name.rstrip('0123456789')}"
    if step > 2:
        return f"The move is {name}"
    match task.goal:
        case Goal.WIN if is_forcing(task.position, square):
            return "The first move has to be answered at once"
        case Goal.WIN:
            return "The first move is quiet, but makes a bigger threat"
        case Goal.HOLD:
            return "Find the line that the other side could force"
        case Goal.STOP:
            return "Find the square that blocks the most threats"
