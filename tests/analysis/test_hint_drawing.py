"""What a hint draws: the stones that its reason names, in their order, and the lines that it means."""

import pytest

from tests.analysis.known import values_of
from tests.analysis.positions import played
from tests.analysis.test_hint import read_thought
from tests.analysis.test_reasons import GOMOKU, THREE_AND_TWO, TIC_TAC_TOE
from tests.support.sure import sure
from ttt_tui.analysis.hint import hint
from ttt_tui.engine import squares_of

TABLE = [
    # board, moves, what is thought as in `test_hint`, the stones by number and player, the lines by player
    (TIC_TAC_TOE, "a1 b1 a2 b2", "values", "1X a3", "X a1 a2 a3"),
    (TIC_TAC_TOE, "a1 b1 a2", "values", "1O a3", "X a1 a2 a3"),
    (TIC_TAC_TOE, "a1 b2 c3 a3 c1", "values", "1O b1 2X c2", "X c1 c2 c3"),
    (TIC_TAC_TOE, "a1 b1 a2 a3", "values", "1X b2 2X c2 2X c3", "X a2 b2 c2 | X a1 b2 c3"),
    (TIC_TAC_TOE, "a1 b1", "values", "1X a2 2O a3 3X b2", ""),
    (TIC_TAC_TOE, "a1", "values", "1O b2 2X b1 3O c1 4X a3", ""),
    (GOMOKU, f"{THREE_AND_TWO} a3", "expert", "1X h8 2O i8 3X j6", ""),
    (GOMOKU, "h8 a1 i8 a3 j8", "k8 i7", "1O k8 2X i7", "X g8 h8 i8 j8 k8"),
    (GOMOKU, "h8 a1 i8 a3", "j8", "1X j8", "X g8 h8 i8 j8 k8"),
    (GOMOKU, "h8 g8 i8 a3 j8 o1", "k8", "1X k8 2X l8", "X h8 i8 j8 k8 l8"),
    (GOMOKU, "e8 d8 f8 o1 g8 o3 i7 h13", "k5", "1X k5 2X h8 3X j6", ""),
    (GOMOKU, "h8", "i9 g7", "1O i9 2X g7", ""),
    ((5, 5, 5), "", "c3", "1X c3", ""),
]  # fmt: skip


@pytest.mark.parametrize(("board", "moves", "known", "stones", "lines"), TABLE)
def test_a_hint_draws_what_its_reason_names(
    board: tuple[int, int, int], moves: str, known: str, stones: str, lines: str
) -> None:
    game = played(board, moves)
    values = values_of(game) if known == "values" else None
    drawing = hint(game.position, game.setup, sure(read_thought(game, known)), values).drawing
    name, symbols = game.setup.geometry.name, [player.symbol for player in game.setup.players]
    drawn = [f"{move.number}{symbols[move.player]} {name(move.square)}" for move in drawing.moves]
    assert " ".join(drawn) == stones
    meant = [
        f"{symbols[line.player]} {' '.join(map(name, squares_of(line.squares)))}" for line in drawing.lines
    ]
    assert sorted(meant) == sorted(filter(None, lines.split(" | ")))
    assert drawing.moves[0].square == hint(game.position, game.setup, sure(read_thought(game, known))).square
    assert all(game.position.empty >> move.square & 1 for move in drawing.moves)
