"""What is said of a puzzle: its task, and clues to its solution."""

from ttt_tui.engine import Mask, Setup, Square, mask_of, squares_of
from ttt_tui.puzzles.puzzle import STOP_MOVES, Goal, Puzzle, Task, is_forcing


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
            return "Stop the threat", "with one move"


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
    match puzzle.goal, puzzle.has_exact_values:
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


def clue(task: Task, line: tuple[Square, ...], step: int, attack: tuple[Square, ...] = ()) -> str:
    """Return a step of a hint, from 1: what to find, along which line, which square.

    `line` solves the task; `attack` is what the other side threatens, as far as that is known.
    """
    name = task.position.geometry.name(line[0])
    match step, task.goal:
        case 1, Goal.WIN:
            return f"The right move {_what_it_does(task, line[0])}"
        case 1, Goal.HOLD:
            return "Find how the other side would win"
        case 1, Goal.STOP:
            return "Find the square that blocks the most threats"
        case 2, _:
            return _along(task, line, attack)
    return f"The move is {name}"


def _what_it_does(task: Task, square: Square) -> str:
    position = task.position
    if position.completing(position.to_move) >> square & 1:
        return "completes a line"
    return "threatens a line" if is_forcing(position, square) else "threatens no line yet"


def _along(task: Task, line: tuple[Square, ...], attack: tuple[Square, ...]) -> str:
    """Return which line the first move of a solution makes or stops: `Look along your diagonal a1 to e5`."""
    position, geometry = task.position, task.position.geometry
    _, other = position.in_turn()
    mine, theirs = _made(task, line), _stopped(task, line[0], attack)
    if theirs and (not mine or _is_defence(task, line[0], mine, theirs, attack)):
        found, whose = theirs, f"{Setup(geometry).players[other].symbol}'s"
    elif mine:
        found, whose = mine, "your"
    else:
        return f"The square is in column {geometry.name(line[0]).rstrip('0123456789')}"
    along_row, down_column, *_ = geometry.directions
    squares = [*squares_of(found)]
    direction = {along_row: "row", down_column: "column"}.get(squares[1] - squares[0], "diagonal")
    first, last = sorted((geometry.name(squares[0]), geometry.name(squares[-1])), key=lambda name: name[0])
    return f"Look along {whose} {direction} {first} to {last}"


def _made(task: Task, line: tuple[Square, ...]) -> Mask:
    """Return the line with the most stones that a move adds to, 0 if there is none.

    Among several the one with the reply to the move and with later moves of the player's counts.
    """
    mover, other = task.position.in_turn()
    mine, theirs = task.position.stones[mover], task.position.stones[other]
    reply, later = mask_of(line[1:2]), mask_of(line[2::2])
    lines = [
        each for each in task.position.geometry.lines_through[line[0]] if each & mine and not each & theirs
    ]

    def importance(each: Mask) -> tuple[int, int, int]:
        return (each & mine).bit_count(), (each & reply).bit_count(), (each & later).bit_count()

    return max(lines, key=importance, default=0)


def _stopped(task: Task, square: Square, attack: tuple[Square, ...]) -> Mask:
    """Return the line of the other side's that a move stops, 0 if there is none.

    It is the one that has the most stones once those of the attack stand, too.
    """
    mover, other = task.position.in_turn()
    mine, theirs = task.position.stones[mover], task.position.stones[other]
    lines = [
        each for each in task.position.geometry.lines_through[square] if each & theirs and not each & mine
    ]

    def importance(each: Mask) -> tuple[int, int]:
        return _with_attack(each, theirs, attack), (each & theirs).bit_count()

    return max(lines, key=importance, default=0)


def _with_attack(line: Mask, stones: Mask, attack: tuple[Square, ...]) -> int:
    return (line & (stones | mask_of(attack[::2]))).bit_count()


def _is_defence(task: Task, square: Square, made: Mask, stopped: Mask, attack: tuple[Square, ...]) -> bool:
    """Whether a move is rather made for the line that it stops than for the one that it makes."""
    position = task.position
    mover, other = position.in_turn()
    if position.completing(mover) >> square & 1:
        return False
    if position.completing(other):
        return True  # that line has to be stopped, or nothing else matters any more
    if task.goal is Goal.WIN:
        return False
    mine, theirs = position.stones[mover], position.stones[other]
    if attack and _with_attack(stopped, theirs, attack) >= position.geometry.line_length - 1:
        return True
    return (stopped & theirs).bit_count() >= (made & mine).bit_count()
