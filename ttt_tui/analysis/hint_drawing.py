"""What a hint draws on the board: the stones that its reason names, and the lines of squares that it means.

>>> from ttt_tui.engine import Geometry, Position
>>> position = Position(Geometry(3, 3, 3), players=2)
>>> for name in ("a1", "b3", "b1", "c3"):
...     position.play(position.geometry.parse(name))
>>> c1 = position.geometry.parse("c1")
>>> [[*map(position.geometry.name, squares_of(line.squares))] for line in completed(position, 0, c1)]
[['a1', 'b1', 'c1']]
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ttt_tui.analysis.reason_kinds import Reason, ReasonKind
from ttt_tui.analysis.threats import is_too_long
from ttt_tui.engine import Mask, Position, Square, mask_of, squares_of


class PlannedMove(NamedTuple):
    """A move that a hint names."""

    square: Square
    player: int
    number: int
    """The move's place in the order, from 1; alternative moves share one number."""


class MeantLine(NamedTuple):
    """Squares in a straight line, next to each other, that a hint is about."""

    squares: Mask
    player: int
    """The player who has or would have the line."""


class HintDrawing(NamedTuple):
    """The drawing of a hint's last step. No square is in two moves."""

    moves: tuple[PlannedMove, ...] = ()
    """The moves, the hint's own first."""
    lines: tuple[MeantLine, ...] = ()


NOTHING_DRAWN = HintDrawing()


def drawing_of(
    position: Position, move: Square, reason: Reason | None, expected: Sequence[Square] = ()
) -> HintDrawing:
    """Return the drawing of a move and the reason for it.

    `expected` are the moves after it that the reason's sentence names, by all players in turn.
    """
    mover = position.to_move
    if expected:
        return HintDrawing(_in_turn(position, (move, *expected)), _lines(position, move, reason))
    later: tuple[PlannedMove, ...] = ()
    if reason is not None:
        match reason.kind:
            case ReasonKind.FORKS | ReasonKind.THREATENS_LINE | ReasonKind.THREATENS_BOARD:
                later = tuple(PlannedMove(square, mover, 2) for square in reason.squares)
            case ReasonKind.WINS_BY_FOURS:
                return HintDrawing(_in_turn(position, _answered(position, reason.squares)))
            case ReasonKind.THREATENS_FOURS:
                later = tuple(
                    PlannedMove(square, mover, number) for number, square in enumerate(reason.squares, 2)
                )
    return HintDrawing((PlannedMove(move, mover, 1), *later), _lines(position, move, reason))


def drawing_of_lost(position: Position, move: Square) -> HintDrawing:
    """Return the drawing of a move that stops only one of several threats: the others are left."""
    _, other, *_ = position.in_turn()
    threats = [square for square in squares_of(position.completing(other)) if square != move]
    moves = (PlannedMove(move, position.to_move, 1), *(PlannedMove(square, other, 2) for square in threats))
    lines = [line for square in threats for line in completed(position, other, square)]
    return HintDrawing(moves, _once(lines))


def completed(position: Position, player: int, square: Square, also: Mask = 0) -> list[MeantLine]:
    """Return the lines that a stone on a square completes; `also` are further stones of the player's."""
    geometry = position.geometry
    mark, square = geometry.mark_by(player, square), geometry.square_of(square)
    stones = position.stones[mark] | also | 1 << square
    lines = (line for line in geometry.lines_through[square] if not line & ~stones)
    return [MeantLine(line, player) for line in lines if not is_too_long(geometry, line, stones)]


def _lines(position: Position, move: Square, reason: Reason | None) -> tuple[MeantLine, ...]:
    if reason is None:
        return ()
    match reason.kind:
        case ReasonKind.OPENS_LINE:
            return (MeantLine(reason.line, reason.player),)
        case ReasonKind.WINS | ReasonKind.LOSES_LINE | ReasonKind.BLOCKS if reason.line:
            # a stone of another line may have left, or leave
            return _once(
                line for line in completed(position, reason.player, move) if not line.squares & ~reason.line
            )
        case ReasonKind.WINS | ReasonKind.LOSES_LINE | ReasonKind.BLOCKS:
            return _once(completed(position, reason.player, move))
        case ReasonKind.TAKES_BOARD | ReasonKind.KEEPS_BOARD | ReasonKind.BLOCKS_ON_BOARD:
            return _once(completed(position, reason.player, move))
        case ReasonKind.DENIES_GAME:
            return _once(line for player in (0, 1) for line in completed(position, player, move))
        case ReasonKind.FORKS | ReasonKind.THREATENS_LINE | ReasonKind.THREATENS_BOARD:
            lines = (completed(position, reason.player, each, 1 << move) for each in reason.squares)
            meant = reason.line or position.geometry.board
            return _once(line for found in lines for line in found if not line.squares & ~meant)
        case ReasonKind.MAKES_RUN | ReasonKind.STOPS_RUN:
            return (MeantLine(reason.line, reason.player),)
    return ()


def _once(lines: Iterable[MeantLine]) -> tuple[MeantLine, ...]:
    return tuple(dict.fromkeys(lines))


def _in_turn(position: Position, line: Sequence[Square]) -> tuple[PlannedMove, ...]:
    """Return moves that are made in turn."""
    return tuple(
        PlannedMove(square, player, number)
        for number, (player, square) in enumerate(zip(position.movers(), line, strict=False), 1)
    )


def _answered(position: Position, fours: Sequence[Square]) -> list[Square]:
    """Return fours with the answers to them, all of which but those to the last one are forced."""
    position, line = position.copy(), list[Square]()
    mover = position.to_move
    for four in fours:
        position.play(four)
        line.append(four)
        answers = [*squares_of(position.completing(mover))]
        if len(answers) != 1 or mask_of(fours) >> answers[0] & 1:
            break
        position.play(answers[0])
        line.append(answers[0])
    return line
