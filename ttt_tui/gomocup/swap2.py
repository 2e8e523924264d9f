"""The opening swap2 in the words of the protocol: questions by SWAP2BOARD, and what the answers mean.

The command is followed by the squares of all stones and by DONE. The answer says all that a player does until
it is the other player's turn:

| stones | answers |
|---|---|
| 0 | `7,7 8,7 9,9`: three stones |
| 3 | `SWAP`; `8,8`, the fourth stone, by a player who stays; `8,8 8,6`: two more stones |
| 5 | `SWAP`, or `6,8`, the sixth stone, by a player who takes the side that moves now |

So by `SWAP` a player takes the side that does not move now, and by one square the side that does. With five
stones that is the opposite of a `Choice`, which is about the sides that the players had.

>>> from ttt_tui.engine import Geometry
>>> from ttt_tui.gomocup.protocol import read_reply
>>> geometry = Geometry(15, 15, 5)
>>> position = opening_position(geometry, list(map(geometry.parse, "h8 i8 j10".split())), first=0)
>>> moves = moves_of(position, read_reply("8,8 8,6"))
>>> [geometry.name(move) for move in moves], answer_of(position, moves)
(['two-more', 'i9', 'i7'], '8,8 8,6')
>>> for move in moves:
...     position.play(move)
>>> [geometry.name(move) for move in moves_of(position, read_reply("SWAP"))]
['stay']
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from ttt_tui.computer import Computer
from ttt_tui.computer.base import Stop
from ttt_tui.engine import Choice, Geometry, Limit, Opening, Placement, Position, Square
from ttt_tui.errors import IllegalBrainMove, MeaninglessAnswer
from ttt_tui.gomocup.protocol import SWAP, SWAP2BOARD, Reply, ReplyKind, xy

QUESTIONS = {0: "three squares", 3: "SWAP, one square or two", 5: "SWAP or one square"}
"""The numbers of stones at which SWAP2BOARD asks → the possible answers."""

THREE_STONES = 3
"""The stones that the player who begins places at once, about which the other player is asked."""


def opening_position(geometry: Geometry, squares: Sequence[Square], first: int) -> Position:
    """Return the position about which SWAP2BOARD asks, with these stones; `first` is the player who began.

    Their number has to be one of `QUESTIONS`, and the squares have to be different ones of the board.
    """
    position = Position(replace(geometry, rules=replace(geometry.rules, opening=Opening.SWAP2)), 2, first)
    for square in squares:
        if position.choices:
            position.play(Choice.TWO_MORE)
        position.play(square)
    return position


def is_question(position: Position) -> bool:
    """Return whether SWAP2BOARD can ask about a position: not between two stones of one player."""
    return bool(position.choices) or not position.occupied


def moves_of(position: Position, reply: Reply) -> list[Placement]:
    """Return the moves that an answer to SWAP2BOARD means.

    Raises `MeaninglessAnswer`, or `IllegalBrainMove` for a stone that cannot be placed.
    """
    squares = ((reply.x, reply.y),) if reply.kind is ReplyKind.MOVE else reply.squares
    moves: list[Placement] = []
    if position.choices:
        later, now = _sides(position)
        moves += {0: [later], 1: [now], 2: [Choice.TWO_MORE]}.get(len(squares), ())
        is_answer = bool(moves) and moves[0] in position.choices
    else:
        is_answer = len(squares) == THREE_STONES
    if not is_answer or reply.kind not in (ReplyKind.MOVE, ReplyKind.OPENING):
        expected = QUESTIONS[position.ply]
        raise MeaninglessAnswer(f"answered {SWAP2BOARD} with “{reply.text:.60}” instead of {expected}")
    after = position.copy()
    for move in moves:
        after.play(move)
    geometry = position.geometry
    for x, y in squares:
        if not (0 <= x < geometry.columns and 0 <= y < geometry.rows):
            raise IllegalBrainMove(f"placed a stone on {x},{y}, which is not on the board")
        square = geometry.at(x, y)
        if not after.legal >> square & 1:
            raise IllegalBrainMove(f"placed a stone on {geometry.name(square)}, which is taken")
        after.play(square)
        moves.append(square)
    return moves


def answer_of(position: Position, moves: Sequence[Placement]) -> str:
    """Return the answer to SWAP2BOARD that means these moves."""
    return " ".join(xy(position.geometry, move) for move in moves if move >= 0) or SWAP


def _sides(position: Position) -> tuple[Choice, Choice]:
    """Return the choice after which the other player moves, and the one after which this player does."""
    after = position.copy()
    after.play(Choice.STAY)
    if after.to_move == position.to_move:
        return Choice.SWAP, Choice.STAY
    return Choice.STAY, Choice.SWAP


def think_of_moves(computer: Computer, position: Position, limit: Limit, stop: Stop) -> list[Placement]:
    """Return a computer's moves in an opening until it is the other player's turn.

    The moves share the seconds; each gets the seconds that those before have left over.
    """
    deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
    after = position.copy()
    moves: list[Placement] = []
    left = 2 if position.choices else THREE_STONES
    while after.to_move == position.to_move and (after.stage is not None or moves[-1] < 0):
        if deadline is not None:
            limit = replace(limit, seconds=max(0.001, (deadline - time.perf_counter()) / max(1, left)))
        moves.append(computer.think(after.copy(), limit, stop).move)
        after.play(moves[-1])
        left -= 1
    return moves
