"""The truth about late positions of Ultimate: negamax without any cut on the tests' own boards."""

from dataclasses import replace

from tests.support.ultimate import NineBoards, Stone

CERTAIN = 1000
"""More than any game has plies: a win in n plies is worth `CERTAIN - n`, a loss the negative of that."""


def after(board: NineBoards, stone: Stone) -> NineBoards:
    """The boards after one more stone."""
    twin = replace(board, stones=board.stones.copy(), owners=board.owners.copy())
    twin.play(stone)
    return twin


def worth(board: NineBoards, seen: dict[object, int]) -> int:
    """What a position is worth to the player to move if both win as soon, and lose as late, as they can."""
    result = board.result()
    if result is not None:
        return 0 if result == "draw" else CERTAIN if result == str(board.to_move) else -CERTAIN
    key = (frozenset(board.stones.items()), board.due, frozenset(board.owners.items()))
    if key not in seen:
        seen[key] = max(worth_of(board, stone, seen) for stone in board.legal())
    return seen[key]


def worth_of(board: NineBoards, stone: Stone, seen: dict[object, int]) -> int:
    """What a move is worth to its player."""
    value = -worth(after(board, stone), seen)
    return value - (value > 0) + (value < 0)
