"""Checks a puzzle from nothing but the rules: what it says is true, is false, or is undecided within a limit.

On small boards the `Truth` tells what each move is worth. On large ones

- a *win* in n is right if one move alone wins within n stones of the player's, the answers to the defender's
  fours among them, against every defence, and none wins with fewer (`full_width`: all moves are tried);
- a *stop* is right if every move but one is proved to lose, by one of two searches: by any moves with few
  stones (`full_width`), or by continuous threats with any number (`continuous_threats`). After the right move
  the other side has no win by any moves with `STOP_MOVES` stones, as the task says; with how many more it has
  none, and whether it has none by continuous threats, is looked for and reported. That the right move never
  loses is not proved.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tests.puzzles.attack_board import AttackBoard, AttackPosition
from tests.puzzles.continuous_threats import ContinuousThreats
from tests.puzzles.full_width import FullWidth
from tests.support.truth import TooHard, Truth, singles
from ttt_tui.puzzles.puzzle import STOP_MOVES, Goal, Puzzle

SMALL = 36
"""Squares up to which every move's exact value is meant."""

MOST_POSITIONS = 6_000_000
"""How many positions may be looked at for a puzzle: about a minute on a large board, more on a small one."""

MOST_FOR_A_MOVE = 1_000_000
"""How many of them for whether one move wins in time, and how many for one move's bound."""

MOST_FOR_THREATS = 500_000
"""How many of them for whether one move loses to continuous threats."""

MOST_NAMED = 6
"""How many undecided moves are named; more are counted."""

MOST_STONES = 10
"""With how many stones, in a stop, the other side's wins by any moves are looked for at most."""


class Bound(NamedTuple):
    """What is certain that the other side cannot do after the right move of a stop."""

    stones: int
    """It has no win with so many stones by any moves."""
    is_exhausted: bool = False
    """It has no win by continuous threats, however long."""


class Finding(NamedTuple):
    """What was found about a puzzle: no fault and nothing undecided if it is proved."""

    fault: str | None = None
    undecided: str | None = None
    solution: int = 0
    """The only right move on a large board, a mask."""
    bound: Bound | None = None
    """Of a stop, what is certain after the right move."""


def check(puzzle: Puzzle, most_positions: int = MOST_POSITIONS) -> Finding:
    """Check a puzzle; at most so many positions are looked at."""
    if puzzle.geometry.columns * puzzle.geometry.rows <= SMALL:
        try:
            return Finding(_fault_of_small(puzzle, most_positions))
        except TooHard:
            return Finding(undecided=f"takes more than {most_positions:,} positions")
    checker = _LargeChecker(puzzle, most_positions)
    if checker.position.completes or checker.position.their_completes:
        return Finding("a line lacks one square")
    return checker.check_stop() if puzzle.goal is Goal.STOP else checker.check_win()


def _fault_of_small(puzzle: Puzzle, most_positions: int) -> str | None:
    geometry = puzzle.geometry
    values = Truth(geometry.columns, geometry.rows, geometry.line_length, most_positions)
    mine, theirs = stones(puzzle)
    if values.completing(mine, theirs) | values.completing(theirs, mine):
        return "a line lacks one square"
    found = [values.value(mine, theirs, move) for move in singles(values.board & ~mine & ~theirs)]
    counts = found.count(1), found.count(0), found.count(-1)
    if puzzle.goal is Goal.HOLD:
        is_so = counts[:2] == (0, 1) and counts[2] > 0
        return None if is_so else "{} moves win, {} draw, {} lose".format(*counts)
    if counts[0] != 1 or sum(counts) == 1:
        return "{} moves win, {} draw, {} lose".format(*counts)
    shortest = next(stones for stones in range(1, 36) if values.wins(mine, theirs, stones))
    return None if shortest == puzzle.moves else f"the win takes {shortest} moves"


class _LargeChecker:
    def __init__(self, puzzle: Puzzle, most_positions: int) -> None:
        self.puzzle = puzzle
        self.left = most_positions
        geometry = puzzle.geometry
        board = AttackBoard(geometry.columns, geometry.rows, geometry.line_length)
        self.full_width, self.threats = FullWidth(board), ContinuousThreats(board)
        mine, theirs = stones(puzzle)
        attacker, defender = (theirs, mine) if puzzle.goal is Goal.STOP else (mine, theirs)
        self.position = board.position(attacker, defender)

    # --- win

    def check_win(self) -> Finding:
        moves, position = self.puzzle.moves, self.position
        winning: list[int] = []
        undecided: list[int] = []
        for move in singles(position.empty):
            wins = self._wins_after(position.with_attacker(move), moves - 1)
            if wins:
                winning.append(move)
            elif wins is None:
                undecided.append(move)
        if len(winning) > 1:
            return Finding(f"{len(winning)} moves win in {moves}: {self._names(winning)}")
        if undecided:
            which = self._names(undecided) if len(undecided) <= MOST_NAMED else f"{len(undecided)} moves"
            return Finding(undecided=f"may win in {moves}: {which}")
        if not winning:
            return Finding(f"no move wins in {moves}")
        after = position.with_attacker(winning[0])
        shortest = 1 + next(stones for stones in range(moves) if self.full_width.has_won(after, stones))
        if shortest < moves:
            return Finding(f"the win takes {shortest} moves")
        return Finding(solution=winning[0])

    def _within(
        self, search: FullWidth | ContinuousThreats, most: int, ask: Callable[[], bool]
    ) -> bool | None:
        """Return a search's answer; None if it takes more positions than it is granted."""
        search.left = granted = min(self.left, most)
        try:
            return ask()
        except TooHard:
            return None
        finally:
            self.left -= granted - max(search.left, 0)

    def _wins_after(self, position: AttackPosition, stones: int) -> bool | None:
        """Whether the attacker wins with so many stones, the defender to move; None if that is undecided."""
        search = self.full_width
        return self._within(search, MOST_FOR_A_MOVE, lambda: search.has_won(position, stones) > 0)

    # --- stop

    def check_stop(self) -> Finding:
        """Find out after which moves the other side, the attacker, has a win."""
        withstand: list[tuple[int, Bound]] = []
        undecided: list[int] = []
        threatened = self._threatened()
        if not threatened:
            return Finding("the other side has no win by threats, wherever the player moves")
        for move in singles(self.position.empty & threatened):
            bound = self._bound(self.position.with_defender(move))
            if bound is None:
                continue
            if bound.is_exhausted or bound.stones >= STOP_MOVES:
                withstand.append((move, bound))
            else:
                undecided.append(move)
        # A move that withstands for now may lose later, even the right one.
        later = [(move, self._later(move, bound)) for move, bound in withstand]
        withstand = [(move, bound) for move, bound in later if bound is not None]
        if sum(bound.is_exhausted for _, bound in withstand) > 1:
            names = self._names(move for move, bound in withstand if bound.is_exhausted)
            return Finding(f"after {names} alike the other side has no win by threats")
        if not withstand and not undecided:
            return Finding("every move loses")
        if undecided or len(withstand) > 1:
            open_moves = [*undecided, *(move for move, _ in withstand)]
            return Finding(undecided=f"may lose: {self._names(open_moves)}")
        ((solution, bound),) = withstand
        return Finding(solution=solution, bound=bound)

    def _threatened(self) -> int:
        """Return squares outside which every move loses; none if not even a pass does."""
        for stones in range(1, 5):
            if zone := self.full_width.wins(self.position, stones, extra=1):
                return zone
        if zone := self.threats.fours(self.position):
            return zone
        return 0 if self._loses_to_threats(self.position) is False else -1

    def _bound(self, position: AttackPosition) -> Bound | None:
        """Return what is certain that the attacker, to move, cannot do; None if it wins."""
        bound = self._bound_of_stones(position, 0, STOP_MOVES)
        if bound is None:
            return None
        loses = self._loses_to_threats(position)
        return None if loses else Bound(bound.stones, is_exhausted=loses is False)

    def _later(self, move: int, bound: Bound) -> Bound | None:
        """Return the same for more stones, after a move that withstands as long as it has to."""
        position = self.position.with_defender(move)
        more = self._bound_of_stones(position, bound.stones, MOST_STONES)
        return more and Bound(more.stones, bound.is_exhausted)

    def _bound_of_stones(self, position: AttackPosition, refuted: int, most_stones: int) -> Bound | None:
        """Return with how many stones at least the attacker, to move, does not win; None if it wins."""
        known = [refuted]

        def wins() -> bool:
            for stones in range(refuted + 1, most_stones + 1):
                if self.full_width.wins(position, stones):
                    return True
                known.append(stones)
            return False

        return None if self._within(self.full_width, MOST_FOR_A_MOVE, wins) else Bound(known[-1])

    def _loses_to_threats(self, position: AttackPosition) -> bool | None:
        """Whether the attacker, to move, wins by continuous threats; None if that is undecided."""
        return self._within(self.threats, MOST_FOR_THREATS, lambda: self.threats.wins(position))

    def _names(self, moves: Iterable[int]) -> str:
        geometry = self.puzzle.geometry
        found = set(moves)
        return " ".join(
            geometry.name(square) for square in geometry.squares if 1 << geometry.number(square) - 1 in found
        )


def stones(puzzle: Puzzle) -> tuple[int, int]:
    """The stones of the player to move and the other side's, a bit for each square in reading order."""
    geometry = puzzle.geometry
    both = [0, 0]
    for ply, square in enumerate(puzzle.played):
        both[ply % 2] |= 1 << geometry.number(square) - 1
    return both[len(puzzle.played) % 2], both[1 - len(puzzle.played) % 2]
