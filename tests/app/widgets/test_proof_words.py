"""The length of a proved win is told in moves of its player's own."""

import pytest

from tests.support.driving import a_setup
from ttt_tui.analysis.verdict import Verdict, in_own_moves
from ttt_tui.app.widgets.analysis_panel import brief
from ttt_tui.computer import Value
from ttt_tui.engine import HUMAN, Position


@pytest.mark.parametrize(
    ("levels", "value", "plies", "is_exact", "words"),
    [
        ((HUMAN, HUMAN), Value.WIN, 1, True, "with your next move"),
        ((HUMAN, HUMAN), Value.WIN, 3, True, "in 2 of your moves"),
        ((HUMAN, HUMAN), Value.WIN, 9, False, "in at most 5 of your moves"),
        ((HUMAN, HUMAN), Value.LOSS, 2, True, "with O's next move"),
        ((HUMAN, HUMAN), Value.LOSS, 10, True, "in 5 of O's moves"),
        (("rules", HUMAN), Value.LOSS, 4, True, "in 2 of your moves"),
        (("rules", HUMAN), Value.WIN, 3, True, "in 2 of X's moves"),
        ((HUMAN, HUMAN), Value.DRAW, None, True, ""),
        ((HUMAN, HUMAN), Value.WIN, None, False, ""),
        ((HUMAN, HUMAN, HUMAN), Value.WIN, 4, True, ""),
    ],
)
def test_a_win_is_so_many_moves_away(
    levels: tuple[str, ...], value: Value, plies: int | None, is_exact: bool, words: str
) -> None:
    setup = a_setup(*levels, board=(4, 4))
    position = Position(setup.geometry, players=len(levels))
    assert in_own_moves(position, Verdict.proved(value, plies, is_exact), setup) == words


@pytest.mark.parametrize(("room", "words"), [(24, "wins in at most 27 moves"), (23, "wins in ≤ 27 moves")])
def test_where_there_is_little_room_a_sign_says_at_most(room: int, words: str) -> None:
    assert brief("wins in at most 27 moves", room) == words
    assert brief("wins in at most 27 moves", room, is_ascii=True) == words.replace("≤ ", "<=")
