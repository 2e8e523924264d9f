"""What a perfect player knows of a position of a small board: values and thoughts from the slow reference."""

from functools import cache

from tests.analysis.positions import played
from tests.support.reference import CERTAIN, MaxN
from tests.support.strategies import cell_of, reference_of
from ttt_tui.analysis.reason_kinds import Reason
from ttt_tui.analysis.reasons import reasons
from ttt_tui.computer import LEVELS, Proof, Thought, Value
from ttt_tui.engine import Game, Geometry, Limit, Square

EXPERT = LEVELS["expert"].make()


@cache
def perfect(geometry: Geometry) -> MaxN:
    """Who knows what every position of a board is worth."""
    return MaxN()


def values_of(game: Game) -> dict[Square, Proof]:
    """What every move is worth to the player to move, two playing, until the board is full."""
    board, geometry = reference_of(game), game.setup.geometry
    found = {}
    for square in game.position.moves:
        worth = perfect(geometry).worth_of_move(board, cell_of(geometry, square))[board.to_move]
        plies = CERTAIN - abs(worth) - len(board.cells)
        if worth == 0:
            found[square] = Proof(Value.DRAW)
        else:
            found[square] = Proof(Value.WIN if worth > 0 else Value.LOSS, plies)
    return found


def thought_of(game: Game) -> Thought | None:
    """What a perfect player thinks of a position, with a line to the end; None if the game is over."""
    if game.outcome is not None:
        return None
    values = values_of(game)
    best = max(values, key=lambda square: goodness(values[square]))
    game.place(best)
    rest = thought_of(game)
    game.pop()
    return Thought(best, proof=values[best], pv=(best, *(rest.pv if rest else ())))


def expert_thought(game: Game) -> Thought | None:
    """What the expert thinks of a position, None if the game is over."""
    return None if game.outcome else EXPERT.think(game.position, Limit(nodes=20_000))


def goodness(proof: Proof) -> int:
    """A number that is the higher the better: quick wins, slow losses."""
    sign = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}[proof.value]
    return sign * (CERTAIN - (proof.plies or 0))


def why(
    board: tuple[int, int, int], moves: str, known: str = "", players: int = 2
) -> tuple[Game, Square, tuple[Reason, ...]]:
    """The position before the last of these moves, that move, and its reasons.

    `known` says what is known: `values` of all moves; the `thoughts` of a perfect player before and after the
    move, or those of the `expert`; or nothing.
    """
    think = {"thoughts": thought_of, "expert": expert_thought}.get(known)
    game = played(board, moves, players)
    after = think(game) if think else None
    square = game.pop().square
    assert square is not None
    before = think(game) if think else None
    values = values_of(game) if known == "values" else None
    return game, square, reasons(game.position, square, before, after, values)
