"""Write positions of Connect Four with their exact values, which another program finds.

`python -m tests.tools.connect_four > tests/computer/expert/solver/connect_four.txt`, in an environment that
has `bitbully` from PyPI: that solver is written by others, in C++, and nothing of it is used here.

A line is a position: the columns of its moves, and its value for the side to move: `+7` if that wins in seven
plies, `-8` if the other side wins in eight, `0` for a draw. Both play their best. The moves are random;
positions in which the side to move wins at once are left out.
"""

from random import Random

from tests.support.tool import parser_of

COUNT = 2_000
FEWEST, MOST = 8, 38
"""Stones on the board."""


def main() -> None:
    """Print the positions."""
    from bitbully import BitBully, Board

    oracle, rng, seen = BitBully(), Random("connect four"), set[str]()
    while len(seen) < COUNT:
        board, columns = Board(), ""
        for _ in range(FEWEST + len(seen) % (MOST - FEWEST + 1)):
            column = rng.choice(board.legal_moves())
            board.play(column)
            columns += "abcdefg"[column]
            if board.is_game_over():
                break
        else:
            value = plies(oracle.mtdf(board), len(columns))
            if value != 1 and columns not in seen:
                seen.add(columns)
                print(columns, f"{value:+d}" if value else "0")


def plies(score: int, stones: int) -> int:
    """Return how soon the game ends, negative if the side to move loses; 0 for a draw.

    A score of n says that the winner's last stone but n - 1 of the 21 wins, with a sign for the side to move.
    """
    if score == 0:
        return 0
    first_wins = (stones % 2 == 0) == (score > 0)
    total = 2 * (22 - abs(score)) - first_wins
    return total - stones if score > 0 else stones - total


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    main()
