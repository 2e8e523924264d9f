"""The exact solver of Vanishing: works backwards from all positions that are won (retrograde analysis).

A position is lost for the player to move if the other player has a line. A position from which a move leads
to a lost one is won, and one whose moves all lead to won ones is lost. When nothing new is found, all others
are drawn: neither player can force a win, however long the game goes on. Positions that a symmetry of the
board maps to each other are one.

The third occurrence of a position ends the game. A shortest win visits no position twice, so only positions
that have come twice already can spoil one: they count as drawn.

>>> from ttt_tui.computer.base import NEVER
>>> from ttt_tui.engine import Limit, Rules, start_position
>>> geometry = Geometry(3, 3, 3, Rules.parse("vanishing"))
>>> solution = VanishingSolver(geometry).solve(start_position(geometry), Budget(Limit(), NEVER))
>>> solution.value, solution.plies, geometry.name(solution.best[0])
(<Value.WIN: 'win'>, 13, 'b1')
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from threading import Lock

from ttt_tui.computer.base import Proof, Value, merit
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.proof_map import ReportProof, ignore_proof
from ttt_tui.computer.expert.solver.solution import SOLVER_MEGABYTES, Solution
from ttt_tui.engine import Geometry, Position, Square, mask_of
from ttt_tui.engine.vanishing import State, VanishingPosition, as_vanishing

Plies = dict[State, int]
"""Position → the plies until it is won (odd) or lost (even) with best play. A drawn one is not in it."""

STATE_BYTES = 500


def backwards(
    starts: Iterable[State],
    after: Callable[[State], Sequence[State]],
    is_lost: Callable[[State], bool],
    plies: Plies,
) -> Iterator[None]:
    """Put the plies of all positions that come from `starts` into `plies`, and yield at each position.

    `after` returns the position after each move, none where the game is drawn.
    """
    before: dict[State, list[State]] = {start: [] for start in starts}
    waiting, decided, moves = [*before], deque[State](), dict[State, int]()
    while waiting:
        yield
        state = waiting.pop()
        if is_lost(state):
            plies[state] = 0
            decided.append(state)
            continue
        later = after(state)
        moves[state] = len(later)
        for child in later:
            if child not in before:
                before[child] = []
                waiting.append(child)
            before[child].append(state)
    while decided:  # the shortest first
        yield
        state = decided.popleft()
        for earlier in before[state]:
            if earlier not in plies:
                moves[earlier] -= 1  # those that are left do not lose
                if plies[state] % 2 == 0 or not moves[earlier]:
                    plies[earlier] = plies[state] + 1
                    decided.append(earlier)


class VanishingSolver:
    """Solves positions of Vanishing. All positions are analysed for the first one."""

    def __init__(self, geometry: Geometry, megabytes: float = SOLVER_MEGABYTES) -> None:
        """The table, one for all solvers, takes a few megabytes, whatever the most is."""
        self.geometry = geometry
        self._table = _table(geometry)

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return STATE_BYTES * len(self._table.plies)

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position, with `all_moves` all moves that keep it.

        The plies are those of the shortest win and of the longest resistance. Raises `OutOfTime` if the
        budget is used up first, and `ValueError` if the game is over.
        """
        position = checked(position)
        plies = self.plies(position, budget)
        proofs = proofs_of_moves(position, plies)
        best = best_move(proofs)
        value, length = proofs[best].value, proofs[best].plies
        keeping = [move for move, proof in proofs.items() if proof.value is value and move != best]
        pv = best_line(position, best, length, plies)
        return Solution(value, length, (best, *keeping * all_moves), pv, length is not None)

    def proof_map(self, position: Position) -> "VanishingMap":
        """Return an empty map of the values of a position's moves, to be extended. Raises `ValueError`."""
        return VanishingMap(self, checked(position))

    def plies(self, position: VanishingPosition, budget: Budget) -> Callable[[State], int | None]:
        """Return a function that looks up the plies of positions after this one, None for drawn ones.

        Raises `OutOfTime` if the budget is used up; another call goes on then.
        """
        table, drawing = self._table, position.drawing
        table.complete(budget)
        if not table.has(position.state):  # a game can start with stones that no moves lead to
            table = _table(self.geometry, position.state)
            table.complete(budget)
        if not drawing:
            return table.plies_of

        def after(state: State) -> list[State]:
            return [] if state in drawing else table.deciding(state)

        found: Plies = {}
        for _ in backwards(table.after(position.state), after, table.is_lost, found):
            budget.tick()
        return found.get


EMPTY_BOARD: State = (), (), 0


class _PlyTable:
    """The plies of all positions that moves from `start` lead to, for all threads."""

    def __init__(self, geometry: Geometry, start: State = EMPTY_BOARD) -> None:
        self._geometry = geometry
        self._images = _least_images(geometry)
        self.plies: Plies = {}
        self._analysed: set[State] = set()
        self._work = backwards([self._image(start)], self._images_after, self.is_lost, self.plies)
        self._one_at_a_time = Lock()

    def complete(self, budget: Budget) -> None:
        """Analyse all positions; raises `OutOfTime`, and another call goes on then."""
        while self._extend():
            budget.tick()

    def _extend(self) -> bool:
        """Analyse one more position, and return whether there was one."""
        with self._one_at_a_time:
            return next(self._work, self) is not self

    def has(self, state: State) -> bool:
        """Whether a position, which nobody has won, is one of those analysed."""
        return self._image(state) in self._analysed

    def plies_of(self, state: State) -> int | None:
        """Return the plies until a position is won or lost, None for a draw, once all are analysed."""
        return self.plies.get(self._image(state))

    def deciding(self, state: State) -> list[State]:
        """Return the positions after moves that may decide the game where some positions count as drawn.

        A draw stays one, and a player who wins does so by moves that also win where none does.
        """
        plies = self.plies_of(state)
        if plies is None:
            return []
        is_lost = plies % 2 == 0
        return [
            each for each in self.after(state) if is_lost or self.plies.get(self._image(each), 1) % 2 == 0
        ]

    def after(self, state: State) -> list[State]:
        """Return the position after each move."""
        first, second, mover = state
        mine = second if mover else first
        found: list[State] = []
        for square in self._geometry.squares:
            if square not in first and square not in second:
                stones = (*mine, square)[-self._geometry.line_length :]
                found.append((first, stones, 0) if mover else (stones, second, 1))
        return found

    def is_lost(self, state: State) -> bool:
        """Whether the last move made a line, so that the player to move has lost."""
        return self._geometry.has_line(mask_of(state[0] if state[2] else state[1]))

    def _images_after(self, state: State) -> list[State]:
        self._analysed.add(state)
        return [self._image(after) for after in self.after(state)]

    def _image(self, state: State) -> State:
        """Return the position that stands for all with the same value: the first player is to move."""
        first, second, mover = state
        mine, theirs = (second, first) if mover else (first, second)
        if not (mine or theirs):
            return mine, theirs, 0
        images = self._images[(mine or theirs)[0]]
        return min((tuple(map(image, mine)), tuple(map(image, theirs)), 0) for image in images)


_table = lru_cache(maxsize=8)(_PlyTable)
"""Makes or finds the table of a board and a start; starts other than the empty board are rare."""


def _least_images(geometry: Geometry) -> dict[Square, list[Callable[[Square], Square]]]:
    """Return for each square the symmetries of the board that map it to the least square possible."""
    symmetries = _symmetries(geometry)
    least = {square: min(image(square) for image in symmetries) for square in geometry.squares}
    return {square: [image for image in symmetries if image(square) == least[square]] for square in least}


def _symmetries(geometry: Geometry) -> list[Callable[[Square], Square]]:
    """Return the functions that map a square to its image by each symmetry of a square board."""
    last, found = geometry.columns - 1, []
    for flips_column, flips_row, turns in product((False, True), repeat=3):
        image = {}
        for square in geometry.squares:
            column, row = geometry.column(square), geometry.row(square)
            place = (last - column if flips_column else column), (last - row if flips_row else row)
            image[square] = geometry.at(*(place[::-1] if turns else place))
        found.append(image.__getitem__)
    return found


class VanishingMap:
    """The values of the moves of one position, all of them proved at once."""

    def __init__(self, solver: VanishingSolver, position: VanishingPosition) -> None:
        self._solver = solver
        self._position = position
        self.proofs: dict[Square, Proof] = {}

    @property
    def is_complete(self) -> bool:
        """Whether every value is proved; lengths are always exact."""
        return bool(self.proofs)

    def extend(self, budget: Budget, report: ReportProof = ignore_proof) -> None:
        """Prove all values, and report each; raises `OutOfTime`, and another call goes on then."""
        if not self.proofs:
            self.proofs = proofs_of_moves(self._position, self._solver.plies(self._position, budget))
            for square, proof in self.proofs.items():
                report(square, proof)


def proofs_of_moves(position: VanishingPosition, plies: Callable[[State], int | None]) -> dict[Square, Proof]:
    """Return the value of each move to its player; the position is unchanged afterwards."""
    found = {}
    for square in position.moves:
        position.play(square)
        after = plies(position.state)
        position.undo()
        if after is None:
            found[square] = Proof(Value.DRAW)
        else:
            found[square] = Proof(Value.LOSS if after % 2 else Value.WIN, after + 1, is_exact=True)
    return found


def best_move(proofs: Mapping[Square, Proof]) -> Square:
    """Return the move that wins soonest, draws or resists longest, the first one of several."""
    return max(proofs, key=lambda square: merit(proofs[square]))


def best_line(
    position: VanishingPosition, move: Square, length: int | None, plies: Callable[[State], int | None]
) -> tuple[Square, ...]:
    """Return the moves to the end of a game won or lost in `length` plies; of a drawn one the move alone."""
    after, line = position.copy(), [move]
    while len(line) < (length or 1):
        after.play(line[-1])
        line.append(best_move(proofs_of_moves(after, plies)))
    return tuple(line)


def checked(position: Position) -> VanishingPosition:
    """Return a copy of a position; raises `ValueError` if its game is over."""
    position = as_vanishing(position.copy())
    if len(position.active) != 2:
        raise ValueError("two players have to be in the game")
    if position.is_dead() or any(map(position.geometry.has_line, position.stones)):
        raise ValueError("the game is over")
    return position
