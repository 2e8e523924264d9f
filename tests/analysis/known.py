"""What a perfect player knows of a position of a small board: values and thoughts by trying everything."""

from tests.analysis.positions import played, worth_of_move
from tests.support.sure import sure
from tests.support.truth import CERTAIN, sign
from ttt_tui.analysis.reason_kinds import Reason
from ttt_tui.analysis.reasons import reasons
from ttt_tui.computer import LEVELS, Proof, Thought, Value
from ttt_tui.engine import Game, Limit, Square

EXPERT = LEVELS["expert"].make()
VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}


def values_of(game: Game) -> dict[Square, Proof]:
    """What every move is worth to the player to move, two playing."""
    worths = {square: worth_of_move(game.position, square) for square in game.position.moves}
    return {
        square: Proof(VALUES[sign(worth)], CERTAIN - abs(worth) if worth else None)
        for square, worth in worths.items()
    }


def thought_of(game: Game) -> Thought | None:
    """What a perfect player thinks of a position, with a line to the end; None if the game is over."""
    if game.outcome is not None:
        return None
    values = values_of(game)
    best = max(values, key=lambda square: worth_of_move(game.position, square))
    game.place(best)
    rest = thought_of(game)
    game.pop()
    return Thought(best, proof=values[best], pv=(best, *(rest.pv if rest else ())))


def expert_thought(game: Game) -> Thought | None:
    return None if game.outcome else EXPERT.think(game.position, Limit(nodes=20_000))


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
    square = sure(game.pop().square)
    before = think(game) if think else None
    values = values_of(game) if known == "values" else None
    return game, square, reasons(game.position, square, before, after, values)
