"""Steps of the ladder err like people: the mistakes that `tests.tools.ladder_mistakes` counts."""

from statistics import mean

import pytest

from tests.support.sampling import sampled
from tests.support.strategies import position_after
from tests.tools.ladder_mistakes import (
    BOARDS,
    EARLY,
    REVIEWED,
    RULES,
    VARIANTS,
    Gifts,
    Mistakes,
    UltimateMistakes,
    accuracies,
    completing,
    is_far,
    measure_gifts,
    measure_mistakes,
    not_lost,
)
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import STEPS
from ttt_tui.engine import Geometry, Limit, Rules
from ttt_tui.engine.nine_boards import square_at
from ttt_tui.engine.ultimate import UltimatePosition

SMALL = ("Connect Four", "5×5 four", "7×6 four")


def test_what_counts_as_a_mistake() -> None:
    geometry = Geometry(5, 5, 4)
    position = position_after(geometry, "a1 a5 b1 e5 c1")
    names = {geometry.name(square) for square in completing(position, 0)}
    assert names == {"d1"}
    counted = Mistakes()
    assert counted._count(position, geometry.parse("d1")) == (False, False)
    assert counted._count(position, geometry.parse("c5")) == (True, False)
    position.play(geometry.parse("c5"))
    assert counted._count(position, geometry.parse("d4")) == (False, True)


def test_a_stone_is_far_if_no_line_joins_it_to_another() -> None:
    position = position_after(Geometry(15, 15, 5), "h8 h9")
    assert is_far(position, position.geometry.parse("a1"))
    assert not is_far(position, position.geometry.parse("l8"))


@pytest.mark.parametrize("step", STEPS[2:-1])
@pytest.mark.parametrize(("columns", "k"), [(9, 5), (6, 4)])
def test_wins_in_one_are_taken_and_blocked(step: str, columns: int, k: int) -> None:
    """X has all but one of a row at an edge; then X is to move, or O is, which has a stone less."""
    geometry = Geometry(columns, columns, k)
    row = [geometry.at(column, 0) for column in range(k)]
    away = [geometry.at(2 * column, columns - 1 - column % 2) for column in range(k)]
    for stones in (2 * k - 3, 2 * k - 2):
        for seed in range(sampled(30, 6)):
            position = position_after(geometry, "")
            for ply in range(stones):
                position.play((row if ply % 2 == 0 else away)[ply // 2])
            assert LEVELS[step].make(seed).think(position, Limit(nodes=300)).move == row[-1]


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS[:-1:2])
def test_no_stone_stands_away_from_all_others(step: str) -> None:
    for seed in range(sampled(20, 3)):
        position, computer = position_after(Geometry(15, 15, 5), "h8 h9"), LEVELS[step].make(seed)
        for _ in range(20):
            move = computer.think(position, Limit(nodes=60)).move
            assert position.ply <= EARLY or not is_far(position, move)
            position.play(move)
            if position.winner_by_line(1 - position.to_move) is not None:
                break


def test_what_counts_as_a_mistake_in_ultimate() -> None:
    position = UltimatePosition(BOARDS["Ultimate"])
    mine, theirs = ("00 01 02 10 11 12 20 21", "30 41 35 43 50 57 61")
    for number in range(15):  # X has the first two boards of the top row, and two squares of the third
        board, place = map(int, (theirs if number % 2 else mine).split()[number // 2])
        position.play(square_at(board, place))
    counted = UltimateMistakes()
    position.sent = 6
    assert counted._count(position, square_at(6, 3)) == (False, False)
    assert counted._count(position, square_at(6, 2)) == (True, False), "the third board is due after it"
    position.play(square_at(6, 2))
    assert counted._count(position, square_at(2, 2)) == (False, False)
    assert counted._count(position, square_at(2, 5)) == (False, True)


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS[2:-1:3])
def test_no_game_of_ultimate_is_lost_by_overlooking_a_line_in_one(step: str) -> None:
    found = measure_mistakes(BOARDS["Ultimate"], step, sampled(10, 1))
    assert found.unblocked == found.passed_up == 0


def test_what_counts_as_a_gift() -> None:
    shared = position_after(Geometry(5, 5, 4, Rules.parse("shared")), "a1 b1")
    counted = Gifts()
    counted.watch(shared, shared.geometry.parse("c1"))
    counted.watch(shared, shared.geometry.parse("e5"))
    assert (counted.given, counted.choices) == (1, 2)
    shared.play(shared.geometry.parse("c1"))
    counted.watch(shared, shared.geometry.parse("e5"))
    assert counted.choices == 2, "d1 wins"
    misere = position_after(Geometry(5, 5, 3, Rules.parse("misere")), "a1 e5 b1 e3")
    counted.watch(misere, misere.geometry.parse("c1"))
    counted.watch(misere, misere.geometry.parse("c3"))
    assert (counted.given, counted.choices) == (2, 4)
    double = position_after(Geometry(7, 7, 5, Rules.parse("double")), "a7 a1 b1 g7 f7 c1 d6")
    counted.watch(double, double.geometry.parse("g6"))
    assert counted.choices == 4, "the second stone of the turn still stops the row"
    double.play(double.geometry.parse("g6"))
    counted.watch(double, double.geometry.parse("e1"))
    counted.watch(double, double.geometry.parse("e6"))
    assert (counted.given, counted.choices) == (3, 6)


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("rules", ["shared", "wild", "shared, drop", "wild, torus"])
def test_who_sees_lines_hands_none_over_where_marks_are_shared(rules: str) -> None:
    for step in sampled(STEPS[2:-1], STEPS[2:5:2]):
        found = measure_gifts(rules, step, sampled(10, 2))
        assert found.choices > 4
        assert found.given == 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*RULES])
def test_gifts_grow_rarer_from_step_to_step(rules: str) -> None:
    shares = [measure_gifts(rules, level, 30).share for level in ("random", *STEPS[:4])]
    assert shares[0] > shares[2] + 3
    assert shares[1] >= shares[2] - 8
    assert shares[2] > shares[3] >= shares[4] - 4 or shares[2:] == [0.0] * 3
    assert shares[3] == 0 or rules == "drop (Connect Four)"


@pytest.mark.slow
@pytest.mark.parametrize("board", [*BOARDS, *VARIANTS])
def test_random_moves_are_less_accurate_than_a_novice(board: str) -> None:
    """From as many games as `docs/levels.md` has."""
    games = {"3×3": 60, "15×15 five": 24, "until full": 160, "both": 100}.get(board, 25)
    random, novice = (
        mean(accuracies((BOARDS | VARIANTS)[board], level, level, games, 300)) for level in REVIEWED[:2]
    )
    assert random < novice


@pytest.mark.slow
@pytest.mark.parametrize("board", SMALL)
@pytest.mark.parametrize("step", STEPS[2:-1])
def test_hardly_a_game_is_lost_by_overlooking_a_line_in_one(board: str, step: str) -> None:
    found = measure_mistakes(BOARDS[board], step, 10)
    assert found.unblocked + found.passed_up == 0 or found.share < 2
    assert found.let_be <= found.stones / 50


@pytest.mark.slow
def test_on_three_by_three_the_perfect_player_is_held_more_often_by_higher_steps() -> None:
    shares = [not_lost(step, 200) / 200 for step in STEPS]
    assert shares[-1] == 1
    assert shares[0] < shares[4] < shares[8]
