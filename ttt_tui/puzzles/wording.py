"""Tasks of puzzles as sentences, and the clues of a hint."""

from ttt_tui.analysis.hint_drawing import MeantLine
from ttt_tui.analysis.threats import direction_of
from ttt_tui.analysis.words import counted
from ttt_tui.engine import Geometry, Mask, Setup, Square, mask_of, squares_of
from ttt_tui.puzzles.puzzle import STOP_MOVES, Goal, Puzzle, Task, is_forcing


def headline(goal: Goal, moves: int) -> tuple[str, str]:
    """Return a task as the two lines of a headline.

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


def whole_task(puzzle: Puzzle) -> str:
    """Return a task with the length of a win as verdicts count it, in the moves of both players.

    >>> from ttt_tui.puzzles.text import from_text
    >>> whole_task(from_text("5x5, 4 in a row, win in 3, rated 900: c3 b2 c2 a1")[0])
    'Find the win in 5 moves, 3 of them yours'
    """
    if puzzle.goal is Goal.WIN:
        return f"Find the win in {counted(2 * puzzle.moves - 1, 'move')}, {puzzle.moves} of them yours"
    return " ".join(headline(puzzle.goal, puzzle.moves))


def task_sentence(puzzle: Puzzle, symbol: str, moves: int | None = None) -> str:
    """Return a task as a sentence; `moves` are those left, all of the puzzle's by default."""
    what, how_long = headline(puzzle.goal, puzzle.moves if moves is None else moves)
    return f"{symbol} to move: {what[0].lower()}{what[1:]} {how_long}"


def meaning(puzzle: Puzzle, *, is_unique: bool = True) -> str:
    """Return sentences about the proofs of the right moves, and so of the wrong ones.

    With `is_unique` there is exactly one right move at the start; in a user's mistake there may be several.
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


def clue(
    task: Task,
    line: tuple[Square, ...],
    step: int,
    attack: tuple[Square, ...] = (),
    geometry: Geometry | None = None,
) -> str:
    """Return a step of a hint, from 1: the goal, then the line, then the square.

    `line` solves the task; `attack` is the other side's threat, as far as it is known. `geometry` names the
    squares, by default the task's.
    """
    geometry = geometry or task.position.geometry
    (name,) = geometry.worded(line[0])
    match step, task.goal:
        case 1, Goal.WIN:
            return f"The right move {_purpose(task, line[0])}"
        case 1, Goal.HOLD:
            return "Find how the other side would win"
        case 1, Goal.STOP:
            return "Find the square that blocks the most threats"
        case 2, _:
            return _along(task, line, attack, geometry)
    return f"The move is {name}"


def _purpose(task: Task, square: Square) -> str:
    position = task.position
    if position.completing(position.to_move) >> square & 1:
        return "completes a line"
    return "threatens a line" if is_forcing(position, square) else "threatens no line yet"


def meant_line(task: Task, line: tuple[Square, ...], attack: tuple[Square, ...] = ()) -> MeantLine | None:
    """Return the line that the first move of a solution makes or stops, None if there is none.

    `line` and `attack` are as in `clue`.
    """
    mover, other = task.position.in_turn()
    mine, theirs = _made(task, line), _stopped(task, line[0], attack)
    if theirs and (not mine or _is_defence(task, line[0], mine, theirs, attack)):
        return MeantLine(theirs, other)
    return MeantLine(mine, mover) if mine else None


def _along(task: Task, line: tuple[Square, ...], attack: tuple[Square, ...], geometry: Geometry) -> str:
    """Return the line that the first move of a solution makes or stops: `Look along your row a1 to e1`."""
    meant = meant_line(task, line, attack)
    if meant is None:
        return f"The square is in column {geometry.column_label(geometry.column(line[0]))}"
    found, is_own = meant.squares, meant.player == task.position.to_move
    whose = "your" if is_own else f"{Setup(geometry).players[meant.player].symbol}'s"
    squares = [*squares_of(found)]
    first, last = map(geometry.located, sorted((squares[0], squares[-1]), key=geometry.column))
    return f"Look along {whose} {direction_of(geometry, found)} {first} to {last}"


def _made(task: Task, line: tuple[Square, ...]) -> Mask:
    """Return the player's line with the most stones through the first move, 0 if there is none.

    Ties go to the line with the reply, then to the one with the player's later moves.
    """
    mine, theirs = task.stones
    reply, later = mask_of(line[1:2]), mask_of(line[2::2])
    lines = [
        each for each in task.position.geometry.lines_through[line[0]] if each & mine and not each & theirs
    ]

    def importance(each: Mask) -> tuple[int, int, int]:
        return (each & mine).bit_count(), (each & reply).bit_count(), (each & later).bit_count()

    return max(lines, key=importance, default=0)


def _stopped(task: Task, square: Square, attack: tuple[Square, ...]) -> Mask:
    """Return the other side's line that a move stops, 0 if there is none.

    Of several, the line that would have the most stones after the attack.
    """
    mine, theirs = task.stones
    lines = [
        each for each in task.position.geometry.lines_through[square] if each & theirs and not each & mine
    ]

    def importance(each: Mask) -> tuple[int, int]:
        return _with_attack(each, theirs, attack), (each & theirs).bit_count()

    return max(lines, key=importance, default=0)


def _with_attack(line: Mask, stones: Mask, attack: tuple[Square, ...]) -> int:
    return (line & (stones | mask_of(attack[::2]))).bit_count()


def _is_defence(task: Task, square: Square, made: Mask, stopped: Mask, attack: tuple[Square, ...]) -> bool:
    """Whether the line that a move stops matters more than the one that it makes."""
    position = task.position
    mover, other = position.in_turn()
    if position.completing(mover) >> square & 1:
        return False
    if position.completing(other):
        return True  # otherwise the other side wins at once
    if task.goal is Goal.WIN:
        return False
    mine, theirs = task.stones
    if attack and _with_attack(stopped, theirs, attack) >= position.geometry.line_length - 1:
        return True
    return (stopped & theirs).bit_count() >= (made & mine).bit_count()
