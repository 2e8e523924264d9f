"""Write lost games of Connect Four with the exact value of every position, which another program finds.

`python -m tests.tools.connect_four_games > tests/analysis/connect_four_games.txt`, in an environment that has
`bitbully` from PyPI: that solver is written by others, in C++, and nothing of it is used here.

A line is a game: the columns of its moves, then the value of the position before each of them, as
`connect_four` writes it. Two steps of the ladder play, the weaker of them in turn first and second, and the
games that the weaker one loses are written.
"""

from random import Random

from tests.support.tool import parser_of
from tests.tools.connect_four import plies
from ttt_tui.computer import LEVELS
from ttt_tui.engine import Game, Geometry, Limit, Rules, Setup

COUNT = 60
STEPS = ("expert 1", "expert 2", "expert 3", "expert 4")
"""Steps that lose; each plays against the one three steps higher."""

LIMIT = Limit(nodes=2_000)
CONNECT_FOUR = Geometry(7, 6, 4, Rules(drop=True))


def main() -> None:
    """Print the games."""
    from bitbully import BitBully, Board

    oracle, number, written = BitBully(), 0, 0
    while written < COUNT:
        number += 1
        columns = lost_game(number)
        if columns:
            board, values = Board(), list[str]()
            for stones, column in enumerate(columns):
                value = plies(oracle.mtdf(board), stones)
                values.append(f"{value:+d}" if value else "0")
                board.play("abcdefg".index(column))
            print(columns, *values, flush=True)
            written += 1


def lost_game(number: int) -> str:
    """Return the columns of a game that the weaker one of two steps loses, nothing if it does not."""
    rng = Random(f"lost game {number}")
    weak = number % len(STEPS)
    first = number // len(STEPS) % 2
    names = [STEPS[weak], f"expert {int(STEPS[weak][-1]) + 3}"]
    players = [LEVELS[name].make(rng.getrandbits(32)) for name in names]
    if first:
        players.reverse()
    game = Game(Setup(CONNECT_FOUR))
    while game.outcome is None:
        game.place(players[game.position.to_move].think(game.position.copy(), LIMIT).move)
    if game.outcome.winner in (None, first):
        return ""
    return "".join(
        "abcdefg"[CONNECT_FOUR.column(move.square)] for move in game.moves if move.square is not None
    )


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    main()
