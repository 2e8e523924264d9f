"""The exact solver for games with unusual rules: an alpha-beta search to the end that omits nothing.

It uses the rules only through a position's methods: who wins by a stone, and which stones complete a line. It
does not rely on strategy stealing, pairings or dominated moves, none of which need hold under other rules. Of
all images of a position, turned and reflected, one is remembered.

>>> from ttt_tui.computer.base import NEVER
>>> from ttt_tui.computer.budget import Budget
>>> from ttt_tui.computer.expert.solver.any_rules import AnyRulesSolver
>>> from ttt_tui.engine import Geometry, Limit, Position, Rules
>>> geometry = Geometry(3, 3, 3, Rules(misere=True))
>>> budget = Budget(Limit(), NEVER)
>>> solution = AnyRulesSolver(geometry).solve(Position(geometry, players=2), budget, all_moves=True)
>>> solution.value, [geometry.name(square) for square in solution.best]
(<Value.DRAW: 'draw'>, ['b2'])
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property

from ttt_tui.computer.base import Proof, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.proof_map import ReportProof, ignore_proof
from ttt_tui.computer.expert.solver.solution import SOLVER_MEGABYTES, WIN, Bounds, MoveMap, Solution
from ttt_tui.computer.expert.solver.symmetry import Image, images_of
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Geometry, Marks, Mask, Placement, Position, Square
from ttt_tui.engine.rules import Shortcut
from ttt_tui.errors import OutOfTime

Key = tuple[Mask, Mask, Mask]
"""The stones of the side to move, of the other side, and of players who have left."""


class AnyRulesSolver:
    """Solves positions of one geometry, and keeps its proofs within `megabytes`."""

    def __init__(self, geometry: Geometry, megabytes: float = SOLVER_MEGABYTES) -> None:
        self.geometry = geometry
        bits = geometry.board.bit_length()
        self._known: TwoGenerationCache[Key, Bounds] = TwoGenerationCache(
            megabytes, tuple_bytes(3) + 3 * int_bytes(bits) + tuple_bytes(2) + 2 * int_bytes(20)
        )
        lines = geometry.lines_through
        self._order = sorted(geometry.placements, key=lambda move: -len(lines[geometry.square_of(move)]))

    @cached_property
    def _images(self) -> "list[ByteImage]":
        return [_by_byte(image) for image in images_of(self.geometry)]  # a search may never ask for them

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._known.bytes

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position of two players, with `all_moves` all moves that keep it.

        The plies are those of the shortest win and of the longest resistance. Raises `OutOfTime` if the
        budget is used up first, and `ValueError` if the game is over or the number of active players is not
        two.
        """
        position = checked(position)
        value = self._value(position, -WIN, WIN, budget)
        moves = self._moves(position)
        first = next((square for square in moves if self._is_worth(position, square, value, budget)), None)
        if first is None:  # the board is full
            return Solution(Value.DRAW, None, (), ())
        best = [first]
        if all_moves:
            least = min(value, 1) if value >= 0 else -WIN
            best += [
                square
                for square in position.moves
                if square != first and self._is_worth(position, square, least, budget)
            ]
        plies = WIN - abs(value) - position.ply if value else None
        pv = self._variation(position, first, value, budget)
        return Solution(value_of(value), plies, tuple(best), pv, is_exact=plies is not None)

    def proof_map(self, position: Position) -> "WorthMap":
        """Return an empty map of the values of a position's moves, to be extended. Raises `ValueError`."""
        return WorthMap(self.worth, checked(position))

    def worth(self, position: Position, square: Square, budget: Budget) -> int:
        """Return the value of a move to its player: 0, `WIN` less the stones at the end, or its negative."""
        return self._after(position, square, -WIN, WIN, budget)

    def _is_worth(self, position: Position, square: Square, value: int, budget: Budget) -> bool:
        return self._after(position, square, value - 1, value, budget) >= value

    def _variation(self, position: Position, first: Square, value: int, budget: Budget) -> tuple[Square, ...]:
        """Return the moves of both sides that keep the exact value, as far as time allows."""
        found = [first]
        position = position.copy()
        with suppress(OutOfTime):
            while value:
                mover = position.to_move
                position.play(found[-1])
                if position.winner_by_line(mover) is not None:
                    break
                value = value if position.to_move == mover else -value
                moves = self._moves(position)
                found.append(next(s for s in moves if self._is_worth(position, s, value, budget)))
        return tuple(found)

    # --- the search --------------------------------------------------------------------------------------

    def _after(self, position: Position, square: Square, alpha: int, beta: int, budget: Budget) -> int:
        """Return the value of a move to its player; a bound if it is outside alpha … beta."""
        mover = position.to_move
        budget.tick()
        position.play(square)
        try:
            winner = position.winner_by_line(mover)
            if winner is not None:
                return WIN - position.ply if winner == mover else position.ply - WIN
            if position.is_dead():
                return 0
            if position.to_move == mover:  # another stone of the same turn
                return self._value(position, alpha, beta, budget)
            return -self._value(position, -beta, -alpha, budget)
        finally:
            position.undo()

    def _value(self, position: Position, alpha: int, beta: int, budget: Budget) -> int:
        """Return the value to the side to move; a bound if it is outside alpha … beta."""
        key = self._key(position)
        low, high = self._known.get(key) or (-WIN, WIN)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        best, floor = -WIN, alpha
        for square in self._moves(position):
            best = max(best, self._after(position, square, max(alpha, best), beta, budget))
            if best >= beta:
                break
        if best == -WIN:
            best = 0  # the board is full
        self._known.keep(key, (low if best <= floor else best, high if best >= beta else best))
        return best

    def _moves(self, position: Position) -> list[Square]:
        """Return the moves, the likely best first, without moves that another one certainly equals or beats.

        A line that wins at once is the quickest win; otherwise a square where the other side would complete
        one has to be taken; a line that loses at once is the quickest loss.
        """
        mover, other = position.in_turn()
        rules, moves = self.geometry.rules, position.legal
        if rules.allows(Shortcut.LINE_DECIDES):
            mine = position.completing(mover)
            if rules.misere:
                moves = moves & ~mine or moves
            elif mine:
                moves = mine & -mine
            elif rules.allows(Shortcut.LINE_WINS):
                moves = position.completing(other) or moves
        return [square for square in self._order if moves >> square & 1]

    def _key(self, position: Position) -> Key:
        """Return the smallest key of all images of a position.

        Where marks are not the players' own, the marks of the stones matter, but not who is to move, and
        where each player may place both, the marks can be exchanged as well.
        """
        if self.geometry.rules.marks is Marks.OWN:
            mover, other = position.in_turn()
        else:
            mover, other = 0, 1
        mine, theirs = position.stones[mover], position.stones[other]
        rest = position.occupied ^ (mine | theirs)
        key = self._least(mine, theirs, rest)
        return min(key, self._least(theirs, mine, rest)) if self.geometry.is_wild else key

    def _least(self, mine: Mask, theirs: Mask, rest: Mask) -> Key:
        key = mine, theirs, rest
        for image in self._images:
            turned = _turned(image, mine)
            if turned <= key[0]:
                key = min(key, (turned, _turned(image, theirs), _turned(image, rest)))
        return key


class WorthMap(MoveMap):
    """The values of each move of one position, as far as proved; all are exact.

    `worth` returns the value of a move to its player: 0, `WIN` less the stones at the end, or its negative.
    """

    def __init__(self, worth: Callable[[Position, Placement, Budget], int], position: Position) -> None:
        super().__init__(position)
        self._worth = worth

    def extend(self, budget: Budget, report: ReportProof = ignore_proof) -> None:
        """Prove what is left, and report each proof; raises `OutOfTime`, and another call goes on then."""
        position = self._position
        for square in position.moves:
            if square not in self.proofs:
                value = self._worth(position, square, budget)
                plies = WIN - abs(value) - position.ply if value else None
                self._prove(square, Proof(value_of(value), plies, is_exact=plies is not None), report)


def value_of(value: int) -> Value:
    """Return the `Value` of a number."""
    return Value.WIN if value > 0 else Value.LOSS if value < 0 else Value.DRAW


def checked(position: Position) -> Position:
    """Return a copy of a position; raises `ValueError` if its game is over, or not of two players."""
    if len(position.active) != 2:
        raise ValueError("two players have to be in the game")
    if position.stage is not None:
        raise ValueError("the opening is not over")
    if any(position.geometry.has_line(position.stones[player]) for player in position.active):
        raise ValueError("somebody has a line")
    return position.copy()


ByteImage = list[list[Mask]]
"""For each byte of a mask, the image of each of its values."""


def _by_byte(image: Image) -> ByteImage:
    tables = []
    for start in range(0, len(image), 8):
        table = [0]
        for target in image[start : start + 8]:  # each bit doubles the table: without it, and with it
            table += [squares | target for squares in table]
        tables.append(table)
    return tables


def _turned(image: ByteImage, squares: Mask) -> Mask:
    found = 0
    for table in image:
        found |= table[squares & 255]
        squares >>= 8
    return found
