"""Openings in plain mode: what is to be placed or chosen is said, and choices are words or numbers."""

import pytest

from tests.plain.talks import MatchTalk, seats
from ttt_tui.engine import Geometry, Rules, Setup


def by_opening(words: str, *levels: str, board: tuple[int, int, int] = (15, 15, 5)) -> Setup:
    names = [f"{level},name={name}" for level, name in zip(levels, ("Ada", "Bob"), strict=False)]
    setup = seats(*names)
    return Setup(Geometry(*board, Rules.parse(words)), setup.players, setup.rules)


def test_swap2_is_talked_through(talk: MatchTalk) -> None:
    said = talk(
        "h8\ni8\nhint\nh9\na1\nswp\n3\nj10\nj11\ntwo-more\nswap\nmoves\nundo\nundo\nstay\nstay\nk11\n",
        by_opening("swap2", "human", "human"),
    ).splitlines()
    assert said[2:] == [
        "X plays h8. Ada (X) places X, O, X: now O (2 of 3).",
        "X places O on i8. Ada (X) places X, O, X: now X (3 of 3).",
        "Hints and analysis begin after the opening.",
        "X plays h9. Bob (O), take a side. "
        "Type 1 or stay (O moves), 2 or swap (X moves), 3 or two-more (X chooses).",
        "No stone now: choose stay, swap or two-more.",
        "Unknown command 'swp'; try swap.",
        "O chooses to place two more. Bob (O) places O, X: now O (1 of 2).",
        "O plays j10. Bob (O) places O, X: now X (2 of 2).",
        "O places X on j11. Ada (X), take a side. Type 1 or stay (O moves), 2 or swap (X moves).",
        "No stone now: choose stay or swap.",
        "X swaps: stones change sides; X is second to move now. Ada (X) to move.",
        "Moves: O h8, X i8, O h9, O two-more, X j10, O j11, X swap.",
        "Undone: X swap. Ada (X), take a side. Type 1 or stay (O moves), 2 or swap (X moves).",
        "Undone: X j11. Bob (O) places O, X: now X (2 of 2).",
        "No choice is due: place a stone.",
        "No choice is due: place a stone.",
        "O places X on k11. Ada (X), take a side. Type 1 or stay (O moves), 2 or swap (X moves).",
    ]
    assert "Rules: swap2. One player places three stones;" in said[0]


@pytest.mark.parametrize("words", ["pie", "drop, pie"])
def test_a_number_is_a_choice_where_one_is_due_and_a_square_elsewhere(talk: MatchTalk, words: str) -> None:
    setup = by_opening(words, "human", "human", board=(3, 3, 3))
    said = talk("1\n2\n2\nrow 3\n", setup).splitlines()
    assert said[3].startswith("O swaps: the stone changes sides; X is second to move now. Ada (X) to move")
    assert said[4].startswith("X plays column 2" if "drop" in words else "X plays b")


def test_a_computer_that_moves_at_random_places_and_chooses(talk: MatchTalk) -> None:
    said = talk("1\n", by_opening("swap2", "random", "human")).splitlines()
    assert said[1].startswith("X plays ")
    assert said[2].startswith("X places O on ")
    assert said[3].endswith(
        "Take a side. Type 1 or stay (you move), 2 or swap (X moves), 3 or two-more (X chooses)."
    )
    assert said[4].startswith("O stays. Your move")
