"""The length of a proved win is told in moves of its player's own."""

import pytest

from tests.support.driving import a_setup
from tests.support.showing import showing
from ttt_tui.analysis.analysis import Analysis, Candidate
from ttt_tui.analysis.judge import Judgement
from ttt_tui.analysis.verdict import Verdict, in_own_moves
from ttt_tui.app.widgets.analysis_panel import AnalysisPanel, AnalysisShown, brief
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


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (40, ["X wins in at most 27, proved", "in at most 14 of your moves"]),
        (28, ["X wins, proved", "in ≤ 14 of your moves"]),
    ],
)
async def test_a_narrow_panel_counts_a_bound_in_one_way_only(width: int, said: list[str]) -> None:
    setup = a_setup(HUMAN, HUMAN, board=(15, 5))
    position = Position(setup.geometry, players=2)
    analysis = Analysis(position, judgement=Judgement(0, Verdict.proved(Value.WIN, 27), (1.0, 0.0)))
    panel = AnalysisPanel(setup)
    async with showing(panel):
        panel.show(AnalysisShown(analysis))
        shown = ["".join(text for text, _ in line).strip() for line in panel.lines(width)]
    assert shown[1:3] == said


@pytest.mark.parametrize(
    ("width", "first", "meant"),
    [
        (60, "‹1› c3   wins in at most 27 moves  d4 e5", "‹1› to ‹2› on the board, with likely replies"),
        (40, "‹1› c3   wins in at most 27  d4 e5", "with likely replies"),
        (28, "‹1› c3   wins  d4 e5", "with likely replies"),
    ],
)
async def test_replies_have_room_beside_a_long_value(width: int, first: str, meant: str) -> None:
    setup = a_setup(HUMAN, HUMAN, board=(15, 15))
    geometry, position = setup.geometry, Position(setup.geometry, players=2)
    line = tuple(geometry.parse(name) for name in ("c3", "d4", "e5"))
    won, even = Verdict.proved(Value.WIN, 27), Verdict.judged(0.5)
    candidates = (Candidate(line[0], won, line), Candidate(line[1], even, line[1:]))
    analysis = Analysis(position, Judgement(0, even, (0.5, 0.5)), candidates)
    panel = AnalysisPanel(setup)
    async with showing(panel):
        panel.show(AnalysisShown(analysis))
        shown = ["".join(text for text, _ in line).strip() for line in panel.lines(width)]
    assert first in shown
    assert meant in shown
