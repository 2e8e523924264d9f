"""Makes puzzles from games, rates their difficulty, and recognises those that are alike.

A position is a puzzle if exactly one move keeps the goal and it is not obvious. `puzzle_at` asks a prover
for that, `own_puzzles` asks about the mistakes of a reviewed game.

A win is as difficult as its own moves: how many there are, how many of them force nothing at once, and how
many other moves look better to a player who looks one stone ahead, as the level `scorer` does. To stop a
threat or to hold a draw, the other side's win has to be seen: its length after the most tempting wrong moves
counts, and how many moves look better than the right one. Judging by the levels' results, long refutations
make a win no harder to find, and holding a draw for longer is no harder. `python -m tests.puzzle_levels`
prints how well the rating predicts their results.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log2

from ttt_tui.analysis.review import GameReview, mistakes
from ttt_tui.analysis.words import rules_title
from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER, Deadline
from ttt_tui.computer.one_ply import points
from ttt_tui.engine import Geometry, Mask, Position, Rules, Square, mask_of, squares_of
from ttt_tui.errors import OutOfTime
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, MoveEffect, Prover, Puzzle, Task, is_forcing, solution

LONGEST_WIN = 8
"""The player's moves in a win, at most."""

LONGEST_HOLD = 4
"""The most moves for which a draw has to be held."""

OWN_SECONDS = 2.0
"""Time for the proof that a mistake makes a puzzle."""

BASE, MOVE, QUIET, TEMPTING, CHOICE = 500, 90, 90, 70, 60
"""Rating points: of the easiest puzzle, and for each fact as in `rating`."""

DEFENCE, REFUTATION = 200, 50
"""Points of a defence beyond the easiest puzzle's, and for each stone of the refutation. They make a defence
and a win of the same rating equally hard for the levels: fitted to 70 defences and 82 wins on 2026-11-25. On
126 other puzzles the rank correlation of ratings and failures was .83; without these two it had been .76."""

MOST_REFUTED = 6
"""The most wrong moves whose refutations are compared, the best-looking to the level `scorer`."""


# --- finding puzzles -------------------------------------------------------------------------------------


def no_puzzles_sentence(geometry: Geometry) -> str:
    """Return why games on a board make no puzzles, "" if they do.

    A puzzle's text has no rules, and its words are about lines that win.
    """
    rules = geometry.rules
    if rules.are_usual:
        return ""
    if rules.only_board:
        return f"Games of {rules_title(Rules(game=rules.game))} make no puzzles"
    return "Games with unusual rules make no puzzles"


def puzzle_at(
    prover: Prover,
    geometry: Geometry,
    played: Sequence[Square],
    stop: Stop = NEVER,
    *,
    seconds: float,
    missed: Square | None = None,
    goals: Container[Goal] = frozenset(Goal),
) -> Puzzle | None:
    """Return the puzzle that the position after these moves of a game is, None if it is none.

    Exactly one move has to keep the goal, one of `goals`; with `missed` it is enough that this move does not.
    The game must not be over. A position not proved within `seconds` or before `stop`, or of a game with
    unusual rules, is no puzzle.
    """
    if not geometry.rules.are_usual:
        return None
    position = Position(geometry, players=2)
    for square in played:
        position.play(square)
    if any(map(position.completing, (0, 1))):  # a win in one, or a forced answer: nothing to look for
        return None
    try:
        return puzzle_in(prover, position, played, Deadline(stop, seconds), missed, goals)
    except OutOfTime:
        return None


def puzzle_in(
    prover: Prover,
    position: Position,
    played: Sequence[Square],
    stop: Stop,
    missed: Square | None = None,
    goals: Container[Goal] = frozenset(Goal),
) -> Puzzle | None:
    """Return the puzzle in a position after these moves, None without one; see `puzzle_at`.

    May raise `OutOfTime`.
    """
    found = prover.goal(position, LONGEST_WIN, stop)
    if found is None or found[0] not in goals:
        return None
    goal, moves = found
    task = Task(position, goal, moves)
    is_one = prover.only(task, stop) is not None if missed is None else _is_missed(prover, task, missed, stop)
    if not is_one:
        return None
    if goal is Goal.HOLD:
        task = replace(task, moves=_length_of_hold(prover, task, stop))
    return Puzzle(position.geometry, tuple(played), goal, task.moves, facts(prover, task, stop).rating)


def _is_missed(prover: Prover, task: Task, square: Square, stop: Stop) -> bool:
    """Whether a move does not keep the goal, and some other does."""
    return prover.judge(task, square, stop).effect is MoveEffect.LOSES and bool(
        prover.keeping(task, stop, most=0)
    )


def _length_of_hold(prover: Prover, task: Task, stop: Stop) -> int:
    """Return for how many moves there is a choice to make, the first one included."""
    task = replace(task, moves=LONGEST_HOLD + 1)
    for moves in range(1, LONGEST_HOLD):
        square = prover.keeping(task, stop, most=0)[0]
        answer = prover.judge(task, square, stop)
        if not answer.line:
            return moves
        task = task.after(square).after_reply(answer.line[0])
        _, other = task.position.in_turn()
        kept = len(prover.keeping(task, stop))
        if task.position.completing(other) or kept == len(task.position.moves):
            return moves
    return LONGEST_HOLD


def own_puzzles(review: GameReview, stop: Stop = NEVER) -> list[Puzzle]:
    """Return the puzzles in the mistakes that humans at this terminal made in a reviewed game of two, none by
    unusual rules.

    There may be several right moves; the move that was played is proved not to be one. When `stop` is set,
    the puzzles found so far are returned.
    """
    setup = review.setup
    if len(setup.players) != 2:
        return []
    prover = prover_of(setup.geometry)
    try:
        found = (
            puzzle_at(prover, setup.geometry, played, stop, missed=missed, seconds=OWN_SECONDS)
            for played, missed in _human_mistakes(review)
        )
        return [puzzle for puzzle in found if puzzle is not None]
    finally:
        prover.close()


def _human_mistakes(review: GameReview) -> Iterator[tuple[tuple[Square, ...], Square]]:
    """Yield the moves before each mistake of a human's, and the mistake.

    The number of stones tells who is to move in a position, so the first player is the one who moved first.
    """
    for move in mistakes(review):
        if move.square is not None and review.setup.players[move.player].is_human:
            before = [each.square for each in review.moves[: move.number - 1]]
            yield tuple(square for square in before if square is not None), move.square


# --- difficulty ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SolutionFacts:
    """Facts that rate a puzzle, about its solution and the refutations of wrong moves."""

    moves: int
    """The player's moves."""
    quiet: int
    """The number of them that neither completes a line nor threatens to with the next stone."""
    tempting: tuple[int, ...]
    """For each of the player's moves, how many other moves look at least as good."""
    empty: int
    """The empty squares at the start."""
    refutation: int | None = None
    """The most stones that the other side needs for its line after a tempting wrong move; None for a win."""

    @property
    def rating(self) -> int:
        """The difficulty in points: each doubling of the tempting moves, or of the choice, adds as much."""
        first, *later = (log2(1 + others) for others in self.tempting)
        points = BASE + TEMPTING * first + CHOICE * log2(max(1, self.empty))
        if self.refutation is not None:
            return round(points + DEFENCE + REFUTATION * self.refutation)
        average = sum(later) / len(later) if later else 0.0
        return round(points + MOVE * self.moves + QUIET * self.quiet + TEMPTING * average)


def facts(prover: Prover, task: Task, stop: Stop = NEVER) -> SolutionFacts:
    """Return the facts about a puzzle; raises `OutOfTime` once `stop` is set."""
    line = solution(prover, task, stop)
    position = task.position.copy()
    quiet, tempting = 0, []
    for number, square in enumerate(line):
        if number % 2 == 0:
            quiet += not is_forcing(position, square)
            worth, others = points(position, square), (other for other in position.moves if other != square)
            tempting.append(sum(points(position, other) >= worth for other in others))
        position.play(square)
    refutation = None if task.goal is Goal.WIN else _longest_refutation(prover, task, line[0], stop)
    return SolutionFacts(len(tempting), quiet, tuple(tempting), task.position.empty.bit_count(), refutation)


def _longest_refutation(prover: Prover, task: Task, right: Square, stop: Stop) -> int:
    """Return the stones of the longest win by which the other side beats a tempting move, 0 without any."""
    position = task.position
    others = [square for square in position.moves if square != right]
    tempting = sorted(others, key=lambda square: (-points(position, square), square))[:MOST_REFUTED]
    answers = [prover.judge(task, square, stop) for square in tempting]
    return max(((len(answer.line) + 1) // 2 for answer in answers if answer.is_lost), default=0)


# --- likeness --------------------------------------------------------------------------------------------

Cell = tuple[int, int]
Shape = tuple[tuple[Cell, ...], ...]
"""Sets of cells, sorted."""

Likeness = tuple[str, int, int, Shape]
"""The goal, the line length, the moves (0 on a small board), and the essence of the position."""


def likeness(puzzle: Puzzle, prover: Prover) -> Likeness:
    """Return a value equal for puzzles that look alike to a human: shifted, turned or mirrored.

    It consists of the lines that both sides can still complete: stones that leave the same lines with the
    same squares to fill leave the same game. On a small board all lines count; on a large one the attack, and
    the lines on which a three or a four can be made (for a win those that the attack touches). Searches for
    the attack on a large board, and may raise `OutOfTime`.
    """
    geometry, task = puzzle.geometry, puzzle.task()
    mine, theirs = task.stones
    lines = _open_lines(geometry, mine, theirs), _open_lines(geometry, theirs, mine)
    if puzzle.has_exact_values:
        return puzzle.goal, geometry.line_length, 0, _smallest_shape(geometry, lines)
    attacker = puzzle.goal is Goal.STOP
    attack = prover.attack(task)
    touched = geometry.board if attacker else mask_of(attack)
    near = [
        [line for line in lines[player] if len(line) <= most and touched & mask_of(line)]
        for player, most in ((attacker, 3), (not attacker, 2))
    ]
    shape = _smallest_shape(geometry, [*near, [tuple(attack[::2])]])
    return puzzle.goal, geometry.line_length, puzzle.moves, shape


def _open_lines(geometry: Geometry, mine: Mask, theirs: Mask) -> list[tuple[Square, ...]]:
    """Return the squares missing from each line that a side can still complete, without supersets."""
    missing = {line & ~mine for line in geometry.lines if not line & theirs}
    return [
        tuple(squares_of(line))
        for line in missing
        if not any(other != line and other & line == other for other in missing)
    ]


def _smallest_shape(geometry: Geometry, groups: Sequence[Iterable[Iterable[Square]]]) -> Shape:
    """Return sets of squares, kept apart by group, in the one of the eight orientations that sorts first."""
    cells = [
        [[(geometry.column(square), geometry.row(square)) for square in each] for each in group]
        for group in groups
    ]
    signs = product((False, True), (1, -1), (1, -1))
    return min(_in_corner(cells, turned, across, down) for turned, across, down in signs)


def _in_corner(groups: list[list[list[Cell]]], turned: bool, across: int, down: int) -> Shape:
    """Return sets of cells turned, mirrored and shifted to the corner; an empty set ends a group."""
    laid = [
        [[(y * across, x * down) if turned else (x * across, y * down) for x, y in each] for each in group]
        for group in groups
    ]
    every = [cell for group in laid for each in group for cell in each]
    left, top = min((x for x, _ in every), default=0), min((y for _, y in every), default=0)
    shape: list[tuple[Cell, ...]] = []
    for group in laid:
        shape += sorted(tuple(sorted((x - left, y - top) for x, y in each)) for each in group)
        shape.append(())
    return tuple(shape)
