"""Where a game starts: on the empty board, or in a position with stones.

The sides are the players in turn order from the one who begins: where players begin in turn, they also take
turns to have the stones of the first side.

>>> from ttt_tui.engine import Game, Geometry, Setup, Start
>>> geometry = Geometry(3, 3, 3)
>>> start = Start.named(geometry, "b2 a3", "a1", to_move=1)
>>> game = Game(Setup(geometry, start=start))
>>> print(game)
   a b c
 1 O · ·
 2 · X ·
 3 X · ·
>>> game.place("c1")
>>> start_of(game.position) == Start.named(geometry, "b2 a3", "a1 c1")
True
>>> Game(Setup(geometry, start=Start.named(geometry, "a1 b1 c1", "a2 b2")))
Traceback (most recent call last):
ttt_tui.errors.InvalidStart: a player has a line, so the game would be over
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ttt_tui.engine.geometry import Geometry, Square
from ttt_tui.engine.position import Position
from ttt_tui.engine.rules import GameName, Marks, Opening
from ttt_tui.errors import InvalidStart


@dataclass(frozen=True, slots=True)
class Start:
    """The stones on the board when a game starts, and the side to move."""

    stones: tuple[tuple[Square, ...], ...]
    """The squares of each side's stones in reading order, in Vanishing by age with the oldest first. Where
    marks are not the players' own, the squares of each mark."""
    to_move: int = 0
    """The side to move, from 0."""
    board: int | None = None
    """In Ultimate the small board, from 0, where the next stone has to be placed; None for any open one."""

    @property
    def squares(self) -> tuple[Square, ...]:
        """All squares with stones."""
        return tuple(square for side in self.stones for square in side)

    @classmethod
    def of(
        cls,
        geometry: Geometry,
        stones: Iterable[Iterable[Square]],
        to_move: int = 0,
        board: int | None = None,
    ) -> "Start":
        """Return the start with each side's stones, in any order unless their age matters."""
        by_age = geometry.rules.kept_stones is not None
        return cls(tuple(tuple(side) if by_age else tuple(sorted(side)) for side in stones), to_move, board)

    @classmethod
    def named(cls, geometry: Geometry, *stones: str, to_move: int = 0, board: int | None = None) -> "Start":
        """Return the start with each side's squares as names with blanks between. Raises `NotASquare`."""
        return cls.of(geometry, (map(geometry.parse, names.split()) for names in stones), to_move, board)


def start_position(
    geometry: Geometry, players: int = 2, first: int = 0, start: Start | None = None
) -> Position:
    """Return the position in which a game on this board begins, of the class that plays by its rules.

    `first` is the player of the first side. Raises `InvalidStart` if no game can start like this.
    """
    if geometry.rules.game is GameName.ULTIMATE:
        from ttt_tui.engine.ultimate import UltimatePosition  # no other game waits for its tables

        position: Position = UltimatePosition(geometry, players, first)
    elif geometry.rules.game is GameName.VANISHING:
        from ttt_tui.engine.vanishing import VanishingPosition

        position = VanishingPosition(geometry, players, first)
    else:
        position = Position(geometry, players, first)
    if start is not None:
        _set_up(position, start)
    return position


def start_of(position: Position) -> Start:
    """Return the start of a game that goes on as from this position.

    Raises `InvalidStart` if a player has left the game, or if the opening is not over.
    """
    players = len(position.stones)
    if len(position.active) < players or position.stage is not None:
        raise InvalidStart("a game can start only where all players take part and the opening is over")
    first = 0 if position.has_marks else position.first
    stones = position.squares_by_owner()
    to_move = (position.to_move - position.first) % players
    return Start.of(position.geometry, stones[first:] + stones[:first], to_move, position.board_due)


def _set_up(position: Position, start: Start) -> None:
    """Put the stones of a start on the empty board; raises `InvalidStart`."""
    geometry, players = position.geometry, len(position.stones)
    if position.opening is not Opening.FREE:
        raise InvalidStart(f"the opening {position.opening} begins on the empty board")
    if any(start.stones[players:]):
        raise InvalidStart(f"{len(start.stones)} players have stones, but {players} play")
    if geometry.rules.marks is Marks.SHARED and any(start.stones[1:]):
        raise InvalidStart("by these rules both players place the same mark")
    if not 0 <= start.to_move < players:
        raise InvalidStart(f"player {start.to_move + 1} cannot be to move: {players} play")
    seen = 0
    for square in start.squares:
        if square not in geometry:
            raise InvalidStart(f"a stone is not on the {geometry} board")
        if seen >> square & 1:
            raise InvalidStart(f"{geometry.name(square)} has two stones")
        seen |= 1 << square
    first = 0 if position.has_marks else position.first
    sides = [*start.stones[:players], *[()] * (players - len(start.stones))]
    position.set_up(sides[-first:] + sides[:-first], (position.first + start.to_move) % players, start.board)
    if position.has_no_move():
        raise InvalidStart("every empty square is forbidden, so the game would be a draw")
    if position.is_dead():
        raise InvalidStart("no line is possible any more, so the game would be a draw")
