"""A position of Vanishing: each player keeps three stones, and the next one makes the oldest leave.

The oldest stone leaves after the new one is placed, so its square is still taken when that one is chosen.
Three stones in a row then win. A position that comes for the third time, with the same stones of the same
ages and the same player to move, is a draw.

>>> from ttt_tui.engine import Game, Geometry, Rules, Setup
>>> game = Game(Setup(Geometry(3, 3, 3, Rules.parse("vanishing"))))
>>> for name in "b2 a1 c1 a3 a2 c2".split():
...     game.place(name)
>>> game.place("b2")  # where X's oldest stone is
Traceback (most recent call last):
ttt_tui.errors.SquareTaken: b2 is taken
>>> game.place("b1")
>>> print(game)
   a b c
 1 O X X
 2 X · O
 3 O · ·
"""

from collections import Counter
from collections.abc import Sequence
from typing import Self

from ttt_tui.engine.geometry import Geometry, Mask, Placement, Square
from ttt_tui.engine.outcome import Outcome, Termination
from ttt_tui.engine.position import Position
from ttt_tui.errors import InvalidStart

Stones = tuple[Square, ...]
"""A player's stones on the board, the oldest first."""

State = tuple[Stones, Stones, int]
"""The stones of both players, and the player to move: what has to come again for a repetition."""

REPETITIONS = 3
"""How often a position comes until the game is drawn."""

MANY = 100
"""More stones than any search looks ahead."""


class VanishingPosition(Position):
    """A position that knows the order of its stones, and the positions before it."""

    __slots__ = ("_counts", "_states", "drawing")

    def __init__(self, geometry: Geometry, players: int = 2, first: int = 0) -> None:
        self._states: list[State] = [((), (), first)]  # before each stone, and the present one
        super().__init__(geometry, players, first)
        self._counts: Counter[State] = Counter()
        self.drawing: frozenset[State] = frozenset()
        """The positions whose next occurrence ends the game."""

    def set_up(self, stones: Sequence[Sequence[Square]], to_move: int, board: int | None) -> None:
        """Put each player's stones on the empty board, the oldest first. Raises `InvalidStart`."""
        super().set_up(stones, to_move, board)
        kept = self.geometry.line_length
        if any(len(squares) > kept for squares in stones):
            raise InvalidStart(f"a player has more than {kept} stones, which is all that one keeps")
        first, second = map(tuple, stones)
        self._states = [(first, second, to_move)]
        self._counts[self.state] = 1

    def squares_by_owner(self) -> tuple[Stones, Stones]:
        """Return the squares of each player's stones, the oldest first."""
        return self.state[:2]

    def copy(self) -> Self:
        """Return an independent copy, whose moves can be undone as well."""
        twin = super().copy()
        twin._states = self._states.copy()
        twin._counts = self._counts.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, VanishingPosition):
            return NotImplemented
        return super().__eq__(other) is True and self.key == other.key

    __hash__ = None  # as for every position

    @property
    def state(self) -> State:
        """The stones of both players by age, and the player to move unless somebody has resigned."""
        return self._states[-1]

    @property
    def key(self) -> tuple[State, frozenset[State]]:
        """The part of the position that decides its value.

        Positions that came once do not count: no shortest win visits a position twice.
        """
        return self._states[-1], self.drawing

    def leaving(self, player: int) -> Square | None:
        """Return the stone that leaves when the player places the next one, None if none has to."""
        first, second, _ = self._states[-1]
        stones = second if player else first
        return stones[0] if len(stones) == self.geometry.line_length else None

    # --- moving ------------------------------------------------------------------------------------------

    def play(self, square: Placement) -> None:
        """Put a stone of the player to move on a square of `legal`; a fourth one makes the oldest leave."""
        mover, (first, second, _) = self.to_move, self._states[-1]
        mine = (second if mover else first) + (square,)
        super().play(square)
        if len(mine) > self.geometry.line_length:
            self.stones[mover] ^= 1 << mine[0]
            self.occupied ^= 1 << mine[0]
            mine = mine[1:]
        state = (first, mine, self.to_move) if mover else (mine, second, self.to_move)
        self._states.append(state)
        self._counts[state] += 1
        if self._counts[state] == REPETITIONS - 1:
            self.drawing |= {state}

    def undo(self) -> None:
        """Undo the latest stone or resignation. There has to be one."""
        player, square, _ = self._past[-1]
        super().undo()
        if square is None:
            return
        state = self._states.pop()
        self._counts[state] -= 1
        if self._counts[state] == REPETITIONS - 2:
            self.drawing -= {state}
        if (oldest := self.leaving(player)) is not None:
            self.stones[player] |= 1 << oldest
            self.occupied |= 1 << oldest

    # --- looking -----------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """Number of stones placed, also of those that have left."""
        return len(self._states) - 1

    def completing(self, player: int) -> Mask:
        """Return the squares of `legal` where the player's next stone completes a line."""
        oldest = self.leaving(player)
        staying = self.stones[player] & ~(0 if oldest is None else 1 << oldest)
        return self.geometry.completing(staying) & self.legal

    def outcome_after(self, mover: int, placement: Placement | None) -> Outcome | None:
        """Return the outcome after `mover` has made the latest move, None if the game goes on."""
        outcome = super().outcome_after(mover, placement)
        if outcome is not None and outcome.termination is Termination.DEAD_BOARD:
            return Outcome(Termination.REPETITION)
        return outcome

    def is_dead(self) -> bool:
        """Return whether the position is drawn because it came for the third time."""
        return self._counts[self._states[-1]] >= REPETITIONS

    @property
    def live(self) -> Mask:
        """All empty squares: no stone stays in the way of a line."""
        return self.empty

    def can_win(self, player: int) -> bool:
        return True

    @property
    def squares_left(self) -> int:
        """How many more stones can be placed, at least: no number of them ends the game."""
        return MANY

    def turns_left(self, player: int) -> int:
        """Return how many more stones a player can place, at least."""
        return MANY


def as_vanishing(position: Position) -> VanishingPosition:
    """Return a position as one of Vanishing. Raises `TypeError` if it is of another game."""
    if not isinstance(position, VanishingPosition):
        raise TypeError(f"{position!r} is not a position of Vanishing")
    return position
