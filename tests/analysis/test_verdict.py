"""Verdicts: how they are written, turned and compared; those by the rules alone against trying everything."""

from itertools import product
from random import Random

import pytest

from tests.analysis.positions import scattered, worth_of
from tests.analysis.test_at_once import each_position, random_games
from tests.support.reference import MaxN
from tests.support.sampling import sampled
from tests.support.strategies import make_setup, play
from tests.support.sure import sure
from tests.support.truth import CERTAIN, text
from ttt_tui.analysis.verdict import (
    LONGEST_SEEN,
    Verdict,
    immediate_verdict,
    is_shortest,
    only_move,
    replaces,
)
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Position, Termination

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


@pytest.mark.parametrize(
    ("verdict", "written"),
    [
        (Verdict.proved(WIN, 5, is_exact=True), "W5"),
        (Verdict.proved(WIN, 9), "W≤9"),
        (Verdict.proved(DRAW), "D"),
        (Verdict.proved(LOSS, 8, is_exact=True), "L8"),
        (Verdict.proved(LOSS, 8), "L≤8"),
        (Verdict.proved(LOSS), "L"),
        (Verdict.judged(0.63), "63%"),
    ],
)
def test_a_verdict_is_written_short(verdict: Verdict, written: str) -> None:
    assert str(verdict) == written


def test_what_is_judged_is_never_certain() -> None:
    for chance in (-1.0, 0.0, 0.001, 0.999, 1.0, 7.0):
        assert str(Verdict.judged(chance)) in ("1%", "99%")
        assert not Verdict.judged(chance).is_proved


def test_the_other_player_has_the_rest_of_the_chance_and_the_same_length() -> None:
    for value, plies, is_exact in product(Value, (None, 3), (False, True)):
        verdict = Verdict.proved(value, plies, is_exact)
        turned = verdict.turned()
        assert turned.turned() == verdict
        assert turned.chance + verdict.chance == 1
        assert (turned.plies, turned.is_exact) == (verdict.plies, verdict.is_exact)
    assert Verdict.proved(WIN, 3).turned().value is LOSS
    assert Verdict.judged(0.7).turned().chance == pytest.approx(0.3)


def test_a_draw_is_shared_by_all_players() -> None:
    assert Verdict.proved(DRAW).chance == 0.5
    assert Verdict.proved(DRAW, players=4).chance == 0.25
    assert (Verdict.proved(WIN, players=4).chance, Verdict.proved(LOSS, players=4).chance) == (1, 0)


@pytest.mark.parametrize(
    ("chance", "shown"), [(0.0, "1%"), (0.004, "1%"), (0.62, "62%"), (0.996, "99%"), (1.0, "99%")]
)
def test_a_judged_share_is_written_as_1_to_99_per_cent(chance: float, shown: str) -> None:
    assert str(Verdict.judged(chance)) == shown


def test_a_judged_verdict_never_replaces_a_proved_one() -> None:
    for value in Value:
        for chance in (0.0, 0.5, 1.0):
            assert not replaces(Verdict.judged(chance), Verdict.proved(value, 5))
            assert replaces(Verdict.proved(value, 5), Verdict.judged(chance))
            assert replaces(Verdict.judged(chance), Verdict.judged(0.4)), "the later one holds"


def test_a_proved_value_never_becomes_another() -> None:
    kinds = product(Value, (3, 9), (False, True))
    proved = [Verdict.proved(value, plies, is_exact) for value, plies, is_exact in kinds]
    for new, old in product(proved, proved):
        if replaces(new, old):
            assert new.value is old.value


@pytest.mark.parametrize("value", [WIN, LOSS])
def test_of_two_lengths_the_exact_or_the_shorter_bound_tells_more(value: Value) -> None:
    exact = Verdict.proved(value, 7, is_exact=True)
    short, long = Verdict.proved(value, 7), Verdict.proved(value, 9)
    assert replaces(exact, short)
    assert replaces(short, long)
    assert replaces(exact, long)
    for less, more in ((short, exact), (long, short), (long, exact), (exact, exact)):
        assert not replaces(less, more)


# --- by the rules alone ----------------------------------------------------------------------------------

BOARDS = [(3, 3, 3), (4, 3, 3), (5, 3, 3), (4, 4, 3)]


def positions(board: tuple[int, int, int], count: int = 200) -> list[Position]:
    rng = Random(f"sight {board}")
    most = min(12, board[0] * board[1])
    return [scattered(*board, rng.randint(most // 3, most), rng) for _ in range(count)]


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("board", BOARDS)
def test_what_is_at_sight_is_true_and_all_of_its_kind(board: tuple[int, int, int]) -> None:
    found = 0
    for position in positions(board):
        seen, truth = immediate_verdict(position), text(worth_of(position))
        if seen is not None:
            found += 1
            assert str(seen) == truth
        else:
            assert truth not in ("W1", "L2")
    assert found > 20


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_all_moves_but_an_only_one_lose_at_once(board: tuple[int, int, int]) -> None:
    found = 0
    for position in positions(board):
        if immediate_verdict(position) is not None or (move := only_move(position)) is None:
            continue
        found += 1
        assert position.empty >> move & 1
        for square in position.moves:
            if square != move:
                child = position.copy()
                child.play(square)
                assert worth_of(child) == CERTAIN - 1
    assert found > 5


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("board", BOARDS)
def test_a_length_is_called_the_shortest_if_it_is_and_is_found_up_to_five_plies(
    board: tuple[int, int, int],
) -> None:
    found = 0
    for position in positions(board):
        worth = worth_of(position)
        if not worth:
            continue
        value, plies = Value.WIN if worth > 0 else Value.LOSS, CERTAIN - abs(worth)
        assert is_shortest(position, value, plies) == (plies <= LONGEST_SEEN)
        assert not is_shortest(position, value, plies + 2)
        found += plies > 2
    assert found > 5


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    "words", ["misere, double", "wild, double", "torus, double", "double", "drop, double", "notakto, double"]
)
def test_by_turns_of_two_no_length_is_called_the_shortest_that_is_not(words: str) -> None:
    truth, found = MaxN(), 0
    for whole in random_games(words, 2, sampled(120, 8), (4, 3, 3)):
        for game, board, _ in each_position(whole):
            worth = truth.worth(board)[board.to_move] if len(board.empty()) <= 8 else 0
            if worth:
                value, plies = WIN if worth > 0 else LOSS, CERTAIN - abs(worth) - len(board.cells)
                found += is_shortest(game.position, value, plies)
                for longer in (1, 2):
                    assert not is_shortest(game.position, value, plies + longer), game
    assert found


def test_a_dead_board_of_three_players_is_shared() -> None:
    game = play(Game(make_setup(3, 3, 3, players=3)), "a3 b3 a1 a2 c3 c2")
    assert game.outcome is not None
    assert game.outcome.termination is Termination.DEAD_BOARD
    seen = sure(immediate_verdict(game.position))
    assert (str(seen), seen.chance) == ("D", 1 / 3)


def test_with_more_players_two_threats_of_the_next_one_are_no_proof() -> None:
    game = play(Game(make_setup(5, 5, 3, players=3)), "a1 c3 e5 b4 d3 e1")
    assert game.position.completing(1).bit_count() == 2
    assert immediate_verdict(game.position) is None
