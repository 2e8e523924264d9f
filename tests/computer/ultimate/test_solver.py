"""The exact solver of Ultimate: values, lengths and keeping moves against plain negamax; honest limits."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.computer.ultimate.test_levels import every_variant, start
from tests.computer.ultimate.test_search import late_game
from tests.support.sampling import sampled
from tests.support.truth import sign
from tests.support.ultimate import NineBoards
from tests.support.ultimate_truth import CERTAIN, after, worth_of
from ttt_tui.computer import Value
from ttt_tui.computer.base import NEVER, Proof
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.solving import ProofMaps, can_be_solved, make_solver
from ttt_tui.computer.ultimate.solver import UltimateSolver
from ttt_tui.engine import Limit, Square
from ttt_tui.engine.nine_boards import BOARD_OF, PLACE_OF, square_at
from ttt_tui.engine.ultimate import UltimatePosition
from ttt_tui.errors import OutOfTime

VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}


def endless() -> Budget:
    return Budget(Limit(), NEVER)


def stone_of(square: Square) -> tuple[int, int]:
    return BOARD_OF[square], PLACE_OF[square]


Case = tuple[UltimatePosition, NineBoards, dict[Square, int]]


def late_games(words: str, count: int, room: int) -> Iterator[Case]:
    """Random late positions on both kinds of boards, with what each move is worth."""
    dice = Random(f"late {words}")
    while count:
        game = late_game(dice, words, room)
        if game is not None:
            position, board = game
            seen: dict[object, int] = {}
            moves = position.moves
            yield position, board, {square: worth_of(board, stone_of(square), seen) for square in moves}
            count -= 1


@pytest.mark.slow
@every_variant
def test_values_lengths_and_moves_are_those_of_plain_negamax(words: str) -> None:
    met = set()
    for position, board, worths in late_games(words, sampled(200, 12), sampled(10, 8)):
        best = max(worths.values())
        met.add(sign(best))
        solver = UltimateSolver(position.geometry, 10)
        one = solver.solve(position, endless())
        every = solver.solve(position, endless(), all_moves=True)
        for solution in (one, every):
            assert solution.value is VALUES[sign(best)]
            assert solution.plies == (CERTAIN - abs(best) if best else None)
            assert solution.is_exact is (best != 0)
            assert best == worths[solution.best[0]] if best else worths[solution.best[0]] == 0
        assert len(one.best) == 1
        keeping = {square for square, value in worths.items() if sign(value) == sign(best)}
        assert set(every.best) == keeping
        assert len(every.best) == len(keeping)
        if best:
            assert len(every.pv) == every.plies
            for square in every.pv:
                board = after(board, stone_of(square))
            assert board.result() == str(position.to_move if best > 0 else 1 - position.to_move)
    assert len(met) > 1


@pytest.mark.slow
@every_variant
def test_a_map_has_the_value_and_the_exact_length_of_each_move(words: str) -> None:
    for position, _, worths in late_games(words, sampled(200, 12), sampled(10, 8)):
        found = UltimateSolver(position.geometry, 10).proof_map(position)
        reported: dict[Square, Proof] = {}
        found.extend(endless(), reported.__setitem__)
        assert found.is_complete
        assert found.proofs == reported
        for square, value in worths.items():
            plies = CERTAIN - abs(value) if value else None
            assert found.proofs[square] == Proof(VALUES[sign(value)], plies, is_exact=value != 0)


@pytest.mark.sample(every=4)
@every_variant
def test_a_map_that_ran_out_of_time_goes_on_from_there_and_is_right_all_the_time(words: str) -> None:
    for position, _, worths in late_games(words, sampled(30, 5), sampled(10, 8)):
        found = UltimateSolver(position.geometry, 10).proof_map(position)
        rounds = 0
        while not found.is_complete:
            rounds += 1
            budget = Budget(Limit(nodes=20 * rounds), NEVER)
            try:
                found.extend(budget)
            except OutOfTime:
                assert budget.nodes >= 20 * rounds
            for square, proof in found.proofs.items():
                assert proof.value is VALUES[sign(worths[square])]
                if proof.plies is not None:
                    exact = CERTAIN - abs(worths[square])
                    assert proof.plies == exact if proof.is_exact else proof.plies >= exact


@pytest.mark.slow
def test_with_little_memory_the_answers_are_the_same() -> None:
    for position, _, worths in late_games("ultimate", sampled(40, 8), 9):
        solution = UltimateSolver(position.geometry, 0.001).solve(position, endless())
        best = max(worths.values())
        assert (solution.value, solution.plies) == (VALUES[sign(best)], CERTAIN - abs(best) if best else None)


@every_variant
def test_positions_with_more_room_are_won_as_the_solver_says(words: str) -> None:
    """The solver plays both sides: each answer has to follow from the one before."""
    dice, games = Random(words), 0
    while games < sampled(20, 3):
        game = late_game(dice, words, 18)
        if game is None:
            continue
        games += 1
        position, _ = game
        solver = make_solver(position.geometry, 20)
        solution = solver.solve(position, endless())
        while True:
            mover = position.to_move
            position.play(solution.best[0])
            if position.winner_by_line(mover) is not None or position.is_dead():
                break
            following = solver.solve(position, endless())
            opposite = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN, Value.DRAW: Value.DRAW}
            assert following.value is opposite[solution.value]
            if solution.plies is not None:
                assert following.plies == solution.plies - 1
            solution = following
        winner = position.winner_by_line(mover)
        assert solution.value is VALUES[0 if winner is None else 1 if winner == mover else -1]


@pytest.mark.slow
def test_an_early_position_of_the_usual_game_is_not_solved_in_time() -> None:
    position = start()
    assert not can_be_solved(position)
    for words in ("ultimate", "most-boards"):
        with pytest.raises(OutOfTime):
            make_solver(start(words).geometry).solve(start(words), Budget(Limit(nodes=20_000), NEVER))


def test_a_game_that_is_over_is_refused() -> None:
    position = start()
    for board in (0, 1, 2):
        for place in (0, 1, 2):
            position.to_move = 0
            position.play(square_at(board, place))
    solver = make_solver(position.geometry)
    with pytest.raises(ValueError, match="over"):
        solver.solve(position, endless())
    with pytest.raises(ValueError, match="over"):
        solver.proof_map(position)


def test_maps_of_positions_with_the_same_stones_are_apart() -> None:
    """The same stones in another order send to another board, so the moves differ."""

    one, other = start(), start()
    for name in ("e5", "f4", "h2", "d4", "a2", "b5"):
        one.play(one.geometry.parse(name))
    for name in ("e5", "d4", "a2", "b5", "h2", "f4"):
        other.play(other.geometry.parse(name))
    assert one.stones == other.stones
    assert one.legal != other.legal
    maps = ProofMaps(10)
    for position in (one, other):
        found = maps._map(position)
        assert set(found._position.moves) == set(position.moves)  # type: ignore[attr-defined]
