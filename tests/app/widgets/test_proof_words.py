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
        (40, ["X wins, proved", "in at most 14 of your moves"]),
        (28, ["X wins, proved", "in ≤ 14 of your moves"]),
    ],
)
async def test_the_panel_counts_a_bound_in_one_way_only(width: int, said: list[str]) -> None:
    setup = a_setup(HUMAN, HUMAN, board=(15, 5))
    position = Position(setup.geometry, players=2)
    analysis = Analysis(position, judgement=Judgement(0, Verdict.proved(Value.WIN, 27), (1.0, 0.0)))
    assert (await panel_lines(analysis, width))[1:3] == said


async def panel_lines(analysis: Analysis, width: int) -> list[str]:
    """Return what the panel of two people shows of an analysis."""
    panel = AnalysisPanel(a_setup(HUMAN, HUMAN, board=(15, 15)))
    async with showing(panel):
        panel.show(AnalysisShown(analysis))
        return ["".join(text for text, _ in line).strip() for line in panel.lines(width)]


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (
            60,
            [
                "Best moves  X's chances               then",
                "‹1› c3      wins                      d4 e5",
                "‹2› d4      wins in at most 31 moves  e5",
                "‹3› e5      50 %",
            ],
        ),
        (
            40,
            [
                "Best moves",
                "X's chances         then",
                "‹1› c3  wins                d4 e5",
                "‹2› d4  wins in at most 31  e5",
                "‹3› e5  50 %",
            ],
        ),
        (
            28,
            [
                "Best moves",
                "chances  then",
                "‹1› c3  wins     d4 e5",
                "‹2› d4  wins     e5",
                "‹3› e5  50 %",
            ],
        ),
    ],
)
async def test_columns_of_best_moves_have_names_and_the_verdict_is_not_said_again(
    width: int, shown: list[str]
) -> None:
    geometry = a_setup(HUMAN, HUMAN, board=(15, 15)).geometry
    line = tuple(geometry.parse(name) for name in ("c3", "d4", "e5"))
    verdicts = Verdict.proved(Value.WIN, 27), Verdict.proved(Value.WIN, 31), Verdict.judged(0.5)
    candidates = tuple(Candidate(line[at], verdict, line[at:]) for at, verdict in enumerate(verdicts))
    analysis = Analysis(Position(geometry, players=2), Judgement(0, verdicts[0], (1.0, 0.0)), candidates)
    assert (await panel_lines(analysis, width))[-len(shown) :] == shown
