"""The solver of Vanishing against an independent fix-point iteration, and games that repeat positions."""

from functools import cache
from random import Random

import pytest

from tests.engine.test_vanishing import BOARD, ROUND, game_of, repeated
from tests.support import vanishing as reference
from tests.support.sampling import sampled
from ttt_tui.computer import Value
from ttt_tui.computer.base import NEVER, Proof
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.solving import ProofMaps, can_be_solved, make_solver
from ttt_tui.computer.vanishing.solver import VanishingSolver, _PlyTable
from ttt_tui.engine import Game, Limit, Setup, Start, Termination, start_position
from ttt_tui.engine.vanishing import State, VanishingPosition, as_vanishing
from ttt_tui.errors import OutOfTime


def endless() -> Budget:
    return Budget(Limit(), NEVER)


@cache
def solver() -> VanishingSolver:
    found = make_solver(BOARD)
    assert isinstance(found, VanishingSolver)
    return found


def start() -> VanishingPosition:
    return as_vanishing(start_position(BOARD))


def state_of(state: reference.State, mover: int = 0) -> State:
    mine, theirs = (tuple(BOARD.squares[square] for square in stones) for stones in state)
    return (theirs, mine, 1) if mover else (mine, theirs, 0)


@pytest.mark.slow
def test_every_position_has_the_value_and_the_length_of_the_fix_point() -> None:
    plies, values = solver().plies(start(), endless()), reference.values()
    assert len(values) == 73_450
    assert values[(), ()] == 13
    for state, expected in values.items():
        for mover in (0, 1):
            assert plies(state_of(state, mover)) == expected


UNUSUAL = [(((), (0, 4, 5)), 0), (((0, 4, 7), (1,)), 1)]
"""Stones by age that no game from the empty board leads to, of the player to move and of the other; and who
is to move."""


@pytest.mark.slow
@pytest.mark.parametrize(("stones", "mover"), UNUSUAL)
def test_every_position_after_an_unusual_start_has_the_value_of_the_fix_point(
    stones: reference.State, mover: int
) -> None:
    began = start_position(BOARD, 2, mover, Start(state_of(stones)[:2]))
    plies = solver().plies(as_vanishing(began), endless())
    expected = reference.values(stones)
    assert {state: plies(state_of(state, mover)) for state in expected} == expected


def test_an_unusual_start_is_solved_on_its_own() -> None:
    began = start_position(BOARD, 2, 0, Start.named(BOARD, "a1 b1", ""))
    found = solver().solve(began, endless())
    assert (found.value, found.plies, found.best) == (Value.WIN, 1, (BOARD.parse("c1"),))
    threatened = start_position(BOARD, 2, 0, Start.named(BOARD, "a1 b1 b2", "", to_move=1))
    assert solver().solve(threatened, endless()).value is Value.LOSS


def test_every_value_follows_from_those_after_it() -> None:
    """A fix-point has no other solution with exact lengths: the quick neighbour of the test above."""
    plies, rng = solver().plies(start(), endless()), Random("values")
    states = rng.sample(reference.reachable(), sampled(73_450, 8_000))
    for state in states:
        own = plies(state_of(state))
        if reference.is_lost(state):
            assert own == 0
            continue
        after = [plies(state_of(child)) for child in reference.moves(state)]
        lost = [end for end in after if end is not None and end % 2 == 0]
        won = [end for end in after if end is not None and end % 2 == 1]
        if lost:
            assert own == min(lost) + 1
        else:
            assert own == (max(won) + 1 if len(won) == len(after) else None)


def test_the_first_player_wins_from_an_edge_and_from_nowhere_else() -> None:
    solution = solver().solve(start(), endless(), all_moves=True)
    assert (solution.value, solution.plies, solution.is_exact) == (Value.WIN, 13, True)
    assert {*map(BOARD.name, solution.best)} == {"b1", "a2", "c2", "b3"}
    assert len(solution.pv) == 13
    game = Game(Setup(BOARD))
    for square in solution.pv:
        game.place(square)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (0, Termination.LINE)
    for name in ("b2", "a1"):
        answer = solver().solve(game_of(name).position, endless())
        assert (answer.value, answer.plies, len(answer.pv)) == (Value.DRAW, None, 1)


def values_by_search(game: Game, plies: int) -> int | None:
    """In how many plies a game is won (odd) or lost (even), by trying everything `plies` plies ahead."""
    if game.outcome is not None:
        return 0 if game.outcome.winner == 1 - game.position.to_move else None
    if plies == 0:
        return None
    found = []
    for square in game.position.moves:
        game.place(square)
        found.append(values_by_search(game, plies - 1))
        game.pop()
    if lost := [end for end in found if end is not None and end % 2 == 0]:
        return min(lost) + 1
    known = [end for end in found if end is not None]
    return max(known) + 1 if len(known) == len(found) else None


def test_repetitions_that_have_come_twice_count_as_draws() -> None:
    """Games on few squares, so that positions come again: compared with a search that plays by the rules."""
    rng, differs, met, deep = Random("repeated"), 0, 0, sampled(5, 4)
    for _ in range(sampled(2000, 40)):
        game, squares = Game(Setup(BOARD)), rng.sample(BOARD.squares, 7)
        while game.outcome is None and len(game.moves) < 60:
            moves = [square for square in game.position.moves if square in squares]
            game.place(rng.choice(moves or game.position.moves))
        while game.outcome is not None or (game.moves and rng.random() < 0.3):
            game.pop()
        position = as_vanishing(game.position)
        if not position.drawing:
            continue
        met += 1
        expected = values_by_search(game, deep)
        solution = solver().solve(position, endless())
        if solution.plies is None or solution.plies > deep:
            assert expected is None
        else:
            assert expected == solution.plies
            assert solution.value is (Value.WIN if expected % 2 else Value.LOSS)
        plain = solver().plies(start(), endless())(position.state)
        differs += plain != solution.plies
        assert (plain is None) <= (solution.plies is None), "fewer positions are won, not more"
    assert met > 5
    assert differs, "the cases are those that matter"


def test_a_map_has_the_proof_of_each_move_and_goes_on_where_time_ended() -> None:
    for moves in ("", ROUND, ROUND + " c2 b2"):
        position = game_of(moves).position
        found, reported = VanishingSolver(BOARD).proof_map(position), {}
        assert not found.is_complete
        found.extend(endless(), reported.__setitem__)
        assert found.is_complete
        assert found.proofs == reported
        assert found.proofs.keys() == {*position.moves}
        best = solver().solve(position, endless())
        assert Proof(best.value, best.plies, best.plies is not None) == found.proofs[best.best[0]]
    table, rounds = _PlyTable(BOARD), 0
    fresh = VanishingSolver(BOARD)
    fresh._table = table
    answer = None
    while answer is None:
        rounds += 1
        try:
            answer = fresh.solve(start(), Budget(Limit(nodes=5_000), NEVER))
        except OutOfTime:
            assert rounds < 10
    assert rounds > 2
    assert answer == solver().solve(start(), endless())


def test_maps_tell_positions_by_age_and_by_what_came_before() -> None:
    maps = ProofMaps()
    one, other = game_of("a1 b1 b3 c3 c1 a3").position, game_of("b3 b1 a1 c3 c1 a3").position
    assert one.key != other.key
    assert maps.of(one, Limit()) != maps.of(other, Limit())
    assert maps.bytes > 0
    maps.close()
    game = repeated()
    game.pop()
    assert as_vanishing(game.position).drawing
    assert game.position.key != game.position_after(len(game.moves) - 8).key


def test_a_game_that_is_over_is_refused() -> None:
    for game in (game_of("a1 a3 b1 b3 c1"), repeated()):
        with pytest.raises(ValueError, match="over"):
            solver().solve(game.position, endless())
    position = game_of(ROUND).position.copy()
    assert can_be_solved(position)
    position.resign(0)
    assert not can_be_solved(position)
    with pytest.raises(ValueError, match="two players"):
        solver().proof_map(position)
