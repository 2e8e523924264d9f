"""Let OpenSpiel play random games of Ultimate, and keep its answers.

    python -m venv /tmp/spiel && /tmp/spiel/bin/pip install open-spiel==2.0.2
    PYTHONPATH=. /tmp/spiel/bin/python -m tests.tools.ultimate_games

OpenSpiel's `ultimate_tic_tac_toe` plays by the usual rules: a board is closed when it is won or full, whoever
is sent to a closed board chooses an open one, and without a line of boards the game is drawn. It plays on
until every board is closed, also where no line is possible any more.

The file is text, compressed by LZMA and written in base 85. It has a line for each game: the moves as two
digits each, the small board and the place there, from 1; for each ply a letter that is the checksum of the
moves that were legal; and the result, `x`, `o` or `=`.
"""

import base64
import lzma
import string
from importlib import import_module
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any
from zlib import crc32

from tests.support.tool import parser_of

GAMES = 2_000
PATH = Path(__file__).parents[1] / "engine" / "ultimate_games.txt"
LETTERS = string.ascii_letters + string.digits + "+-"
WIDTH = 110


def checksum(moves: list[str]) -> str:
    """The letter for moves of two digits."""
    return LETTERS[crc32(" ".join(sorted(moves)).encode()) % len(LETTERS)]


def read() -> list[tuple[list[str], str, str]]:
    """The moves, checksums and results of the games in the file."""
    text = lzma.decompress(base64.b85decode("".join(PATH.read_text("ascii").split()))).decode()
    games = (line.split() for line in text.splitlines())
    return [(wrap(moves, 2), letters, result) for moves, letters, result in games]


def board_due(state: Any) -> str:
    """The board on which the next stone is placed, from 0, or `any` if it is to be chosen first."""
    return str(state).splitlines()[-1].partition("Forced board: ")[2]


def legal(state: Any) -> list[str]:
    """The legal moves; if the player chooses a board first, those of every board."""
    if (due := board_due(state)) != "any":
        return [f"{int(due) + 1}{place + 1}" for place in state.legal_actions()]
    found = []
    for board in state.legal_actions():
        after = state.child(board)
        assert after.current_player() == state.current_player()
        found += legal(after)
    return found


def play(state: Any, rng: Random) -> str:
    """A game, as a line of the file."""
    moves, letters = [], []
    while not state.is_terminal():
        possible = legal(state)
        letters.append(checksum(possible))
        moves.append(move := rng.choice(possible))
        board, place = (int(digit) - 1 for digit in move)
        if board_due(state) == "any":
            state.apply_action(board)
        state.apply_action(place)
    result = {1.0: "x", -1.0: "o", 0.0: "="}[state.returns()[0]]
    return f"{''.join(moves)} {''.join(letters)} {result}"


def main() -> None:
    """Write the file."""
    game = import_module("pyspiel").load_game("ultimate_tic_tac_toe")
    rng = Random("ultimate")
    text = "\n".join(play(game.new_initial_state(), rng) for _ in range(GAMES))
    code = base64.b85encode(lzma.compress(text.encode(), preset=9)).decode()
    PATH.write_text("\n".join(wrap(code, WIDTH, break_on_hyphens=False)) + "\n", "ascii")
    print(f"{GAMES} games, {PATH.stat().st_size:,} bytes")


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    main()
