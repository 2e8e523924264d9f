"""The evaluation of a position without a forced win, and the promise of each of its squares.

Both are sums over squares, by all four lines through a square together: a square where a stone makes two
threes is worth more than two where it makes one. The *strength* of a square for a player, a byte explained in
`patterns`, is looked up in a table of `weights`, one for the player to move and one for the other, and the
weights are added up over the board. The worth of the *initiative* is added: by how many squares make a four
and how many an open three for each player, and whether the other side threatens an open four, which has to be
answered. Strong programs use tables like the first (Rapfi by dhbloo, for one); theirs are for lines of five
only.
"""

from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.computer.expert.two_player.weights import INITIATIVE_MINE, INITIATIVE_YOURS, MINE, TURN, YOURS

MOST_FOURS, MOST_THREES = 4, 9
"""The most squares counted that make a four, and the most that make an open three."""

INITIATIVES = 2 * (MOST_FOURS + 1) * (MOST_THREES + 1)
"""How many places a table of the initiative has: half of them are of a side to move that is threatened."""

_MOST_SQUARES = 20 * 20
_FOURS = [(MOST_THREES + 1) * min(fours, MOST_FOURS) for fours in range(_MOST_SQUARES + 1)]
_THREES = [min(threes, MOST_THREES) for threes in range(_MOST_SQUARES + 1)]

_MIDDLE = 128  # a byte that stands for a weight of 0


def _bytes_of(weights: tuple[int, ...]) -> tuple[bytes, bytes]:
    """Return a translation of strengths to weights, `_MIDDLE` more each, and the strengths to be left out."""
    table = bytes(weight + _MIDDLE for weight in weights).ljust(256, bytes((_MIDDLE,)))
    return table, bytes(strength for strength, byte in enumerate(table) if byte == _MIDDLE)


_MINE, _NO_MINE = _bytes_of(MINE)
_YOURS, _NO_YOURS = _bytes_of(YOURS)


def evaluate(board: ThreatBoard, player: int, anywhere: int) -> int:
    """Return the value of a position for `player`, to move: log-odds of winning in hundredths.

    `anywhere` is the first that `board.threats()` returns.
    """
    mine, yours = board.strengths_of(player)
    weights = mine.translate(_MINE, _NO_MINE) + yours.translate(_YOURS, _NO_YOURS)
    at, their = initiatives(board, player, anywhere)
    return sum(weights) - _MIDDLE * len(weights) + INITIATIVE_MINE[at] + INITIATIVE_YOURS[their] + TURN


def initiatives(board: ThreatBoard, player: int, anywhere: int) -> tuple[int, int]:
    """Return the indices in the tables of the initiative, of the player to move and of the other side.

    An index encodes whether the other side threatens to make a four that cannot be stopped, on how many
    squares the index's player can make a four, and on how many an open three.
    """
    other = 1 - player
    four, three = board.four_squares, board.three_squares
    threatened = INITIATIVES // 2 if anywhere & board.open_squares[other] else 0
    return (
        threatened
        + _FOURS[(anywhere & four[player]).bit_count()]
        + _THREES[(anywhere & three[player]).bit_count()],
        threatened
        + _FOURS[(anywhere & four[other]).bit_count()]
        + _THREES[(anywhere & three[other]).bit_count()],
    )
