"""The expert where stones fall: it keeps what others proved, and what it claims is true."""

import threading
from contextlib import suppress
from random import Random

import pytest

from tests.computer.expert.solver.test_drop import CONNECT_FOUR, DROP, known_positions
from tests.support.sampling import sampled
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.drop.line_tables import LineTables
from ttt_tui.computer.expert.drop.player import PROVED, DropPlayer, Lookahead, make_known
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.expert.solver.drop import DropSolver
from ttt_tui.computer.expert.solver.solution import WIN
from ttt_tui.engine import Game, Geometry, Limit, Position, Setup
from ttt_tui.errors import OutOfTime


def value_for_mover(solver: DropSolver, position: Position, move: int) -> Value:
    """What a move is worth to its player."""
    after = position.copy()
    after.play(move)
    if after.winner_by_line(position.to_move) is not None:
        return Value.WIN
    value = solver.solve(after, Budget(Limit(), NEVER)).value
    return {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN}.get(value, value)


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(("fewest", "most", "nodes"), [(20, 27, 60_000), (28, 42, 10_000)])
def test_it_keeps_every_win_and_draw_of_the_second_half_of_a_game(fewest: int, most: int, nodes: int) -> None:
    expert, solver = Expert(), DropSolver(CONNECT_FOUR)
    for position, truth in known_positions(fewest, most, sampled(4, 60)):
        thought = expert.think(position, Limit(nodes=nodes))
        expected = Value.WIN if truth > 0 else Value.LOSS if truth < 0 else Value.DRAW
        assert value_for_mover(solver, position, thought.move) is expected
        assert thought.proof is not None
        assert thought.proof.value is expected
        assert thought.proof.plies is None or thought.proof.plies >= abs(truth)


def test_it_wins_what_is_won_within_20_plies_against_the_longest_resistance() -> None:
    positions = [entry for entry in known_positions(14, 26, 1) if 9 <= entry[1] <= 20]
    for position, _ in positions[:: sampled(4, 60)]:
        expert, solver, me = Expert(), DropSolver(CONNECT_FOUR), position.to_move
        while position.winner_by_line(me) is None:
            assert position.winner_by_line(1 - me) is None
            if position.to_move == me:
                position.play(expert.think(position, Limit(nodes=150_000)).move)
            else:
                position.play(solver.solve(position, Budget(Limit(), NEVER)).best[0])


def test_a_look_ahead_claims_no_win_that_is_none() -> None:
    rng, solver, tables = Random("claims"), DropSolver(CONNECT_FOUR), LineTables(CONNECT_FOUR)
    for position, truth in known_positions(18, 30, sampled(4, 80)):
        exact = DropSolver(CONNECT_FOUR, 1.0)
        with suppress(OutOfTime):  # what it proves until then is known to the look ahead
            exact.solve(position, Budget(Limit(nodes=300), NEVER))
        ahead = Lookahead(exact.search, tables, position, make_known(CONNECT_FOUR, 1.0))
        for depth in range(1, 6):
            values = ahead.values(depth, Budget(Limit(), NEVER))
            best = max(values.values())
            assert (truth > 0) >= (best > PROVED)
            assert (truth < 0) >= (best < -PROVED)
            if best > PROVED:
                assert WIN - best - position.ply >= truth
        move = rng.choice([square for square in ahead.order if values[square] == best])
        if best > PROVED:
            assert value_for_mover(solver, position, move) is Value.WIN


def test_it_takes_a_win_and_stops_one_whatever_the_limit() -> None:
    for columns, wanted in (("dcdcdc", "d3"), ("dcdcbc", "c3"), ("abacad", "a3")):
        game = Game(Setup(CONNECT_FOUR))
        for column in columns:
            game.place(column)
        for limit in (Limit(nodes=1), Limit(depth=2), Limit(nodes=3000)):
            thought = Expert().think(game.position, limit)
            assert CONNECT_FOUR.name(thought.move) == wanted


def test_the_first_stone_goes_to_the_middle_column() -> None:
    thought = Expert().think(Position(CONNECT_FOUR, 2), Limit(nodes=4000))
    assert CONNECT_FOUR.name(thought.move) == "d6"
    assert thought.proof is None


def test_a_stop_ends_it_with_a_move_and_another_board_begins_anew() -> None:
    expert, stop = Expert(), threading.Event()
    stop.set()
    for geometry in (CONNECT_FOUR, Geometry(6, 5, 4, DROP)):
        position = Position(geometry, 2)
        thought = expert.think(position, Limit(seconds=30), stop)
        assert thought.move in position.moves
        assert thought.nodes < 1000


@pytest.mark.slow
def test_what_it_proved_is_kept_for_its_next_move_under_a_limit_of_time_alone() -> None:
    position = next(position for position, truth in known_positions(20, 20, 1) if abs(truth) > 10)
    player = DropPlayer(CONNECT_FOUR, 10.0)
    for limit in (Limit(seconds=60), Limit(nodes=100_000)):
        costs = []
        for _ in range(2):
            budget = Budget(limit, NEVER)
            player.think(position, limit, budget, lambda _: None, Random(0))
            costs.append(budget.nodes)
        assert (costs[1] < costs[0]) == (limit.nodes is None)
    assert player.bytes > 0


@pytest.mark.slow
def test_it_beats_negamax() -> None:
    rng, won, games = Random("beats"), 0, 0
    for _ in range(6):
        game = Game(Setup(CONNECT_FOUR))
        opening = [rng.choice("bcdef") for _ in range(2)]
        for side in (0, 1):
            game = Game(Setup(CONNECT_FOUR))
            for column in opening:
                game.place(column)
            players = [LEVELS["negamax"].make(), LEVELS["negamax"].make()]
            players[side] = Expert()
            while game.outcome is None:
                game.place(
                    players[game.position.to_move].think(game.position.copy(), Limit(nodes=40_000)).move
                )
            won += game.outcome.winner == side
            games += 1
    assert won >= 0.75 * games
