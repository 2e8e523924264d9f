"""Makes a puzzle of a position that somebody set up, or says in a sentence why it is none.

>>> from ttt_tui.engine import Geometry, Setup, Start, start_position
>>> setup = Setup(Geometry(3, 3, 3))
>>> start = Start.named(setup.geometry, "b2 a3", "a1 c1", to_move=0)
>>> position = start_position(setup.geometry, start=start)
>>> puzzle_of(position, setup).sentence
'O threatens to complete a line on b1, so the answer is forced'
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import NamedTuple

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER, Deadline
from ttt_tui.engine import Position, Setup, Square, squares_of
from ttt_tui.errors import OutOfTime
from ttt_tui.puzzles.making import LONGEST_WIN, no_puzzles_sentence, puzzle_in
from ttt_tui.puzzles.prover import MOST_EMPTY, prover_of
from ttt_tui.puzzles.puzzle import Goal, Prover, Puzzle, Task, has_exact_values

SECONDS = 60.0
"""Seconds for the proof, on a slow machine; usually node limits end it."""

MOST_NAMED = 3
"""The most squares that a sentence names."""


class OwnPuzzle(NamedTuple):
    """What was found about a position."""

    puzzle: Puzzle | None
    sentence: str
    """Why it is none, or the task, as a clause without a full stop."""


def puzzle_of(position: Position, setup: Setup, stop: Stop = NEVER, seconds: float = SECONDS) -> OwnPuzzle:
    """Return the puzzle that a position of a set-up's game is.

    Exactly one move has to reach the goal of the player to move. A puzzle's text has its stones as moves in
    turn, so the numbers of stones have to be those of a game. Searches for at most `seconds`.
    """
    if sentence := no_puzzles_sentence(position.geometry):
        return OwnPuzzle(None, sentence)
    if len(setup.players) != 2:
        return OwnPuzzle(None, "puzzles are for two players")
    played = in_turn(position)
    if played is None:
        return OwnPuzzle(
            None,
            "the stones of a puzzle are placed in turn, so the player to move needs as many as the other one,"
            " or one fewer",
        )
    mover, other = position.in_turn()
    symbols = setup.players[mover].symbol, setup.players[other].symbol
    if sentence := _plain_reason(position, symbols, mover, other):
        return OwnPuzzle(None, sentence)
    prover = prover_of(position.geometry)
    try:
        return _proved(prover, position, played, symbols, Deadline(stop, seconds))
    except OutOfTime:
        return OwnPuzzle(
            None, "nothing is proved here in the time for it: no move is known to be the only one"
        )
    finally:
        prover.close()


def in_turn(position: Position) -> tuple[Square, ...] | None:
    """Return the stones of two players as moves in turn that end with the player to move; None if they are
    too many for one of them.
    """
    mover, other = position.in_turn()
    mine, theirs = (tuple(squares_of(position.stones[player])) for player in (mover, other))
    if len(theirs) - len(mine) not in (0, 1):
        return None
    first, second = (mine, theirs) if len(mine) == len(theirs) else (theirs, mine)
    pairs = chain.from_iterable(zip_longest(first, second))
    return tuple(square for square in pairs if square is not None)


def _plain_reason(position: Position, symbols: tuple[str, str], mover: int, other: int) -> str:
    """Return why a position is no puzzle, as far as that takes no search; "" if it may be one."""
    if any(position.geometry.has_line(stones) for stones in position.stones) or position.is_dead():
        return "the game is over here"
    if squares := [*squares_of(position.completing(mover))]:
        names = named(position, squares)
        return f"{symbols[0]} completes a line on {names}: a puzzle takes at least two moves"
    if squares := [*squares_of(position.completing(other))]:
        names = named(position, squares)
        return f"{symbols[1]} threatens to complete a line on {names}, so the answer is forced"
    empty = position.empty.bit_count()
    if has_exact_values(position.geometry) and empty > MOST_EMPTY:
        return (
            f"{empty} squares are empty; on a board of this size a puzzle is proved with at most {MOST_EMPTY}"
        )
    return ""


def _proved(
    prover: Prover, position: Position, played: tuple[Square, ...], symbols: tuple[str, str], stop: Stop
) -> OwnPuzzle:
    """Ask a prover about a position without a plain reason. May raise `OutOfTime`."""
    mover, other = symbols
    is_exact = has_exact_values(position.geometry)
    found = prover.goal(position, LONGEST_WIN, stop)
    if found is None:
        if is_exact:
            return OwnPuzzle(None, f"every move loses: {other} wins")
        return OwnPuzzle(
            None,
            f"no forced win was found for {mover}, and none of {other}'s to stop: nothing is proved here",
        )
    goal, moves = found
    task = Task(position, goal, moves)
    if (puzzle := puzzle_in(prover, position, played, stop)) is not None:
        return OwnPuzzle(puzzle, "exactly one move is right, proved")
    keeping = prover.keeping(replace(task, moves=position.empty.bit_count()) if is_exact else task, stop)
    does = {Goal.WIN: "wins", Goal.HOLD: "holds the draw", Goal.STOP: f"stops {other}'s attack"}[goal]
    if not keeping:
        return OwnPuzzle(None, f"no move {does}")
    if len(keeping) == len(position.moves):
        return OwnPuzzle(None, f"every move {does}")
    if len(keeping) == 1:
        return OwnPuzzle(
            None, f"{named(position, keeping)} {does}, but it is not proved that no other move does"
        )
    does = does.replace("wins", "win").replace("holds", "hold").replace("stops", "stop")
    all_ = "both" if len(keeping) == 2 else "all"
    return OwnPuzzle(None, f"{named(position, keeping)} {all_} {does}: a puzzle has one right move")


def named(position: Position, squares: Sequence[Square]) -> str:
    """Return squares as `b1, c3 and 4 more`."""
    names = [position.geometry.shown(square) for square in squares]
    if len(names) > MOST_NAMED:
        names = [*names[:MOST_NAMED], f"{len(names) - MOST_NAMED} more"]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
