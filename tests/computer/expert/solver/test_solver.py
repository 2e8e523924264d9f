"""The exact solver against a brute force that knows nothing of it, on thousands of positions."""

import inspect
import sys
from random import Random

import pytest

from tests.computer.expert.solver.brute_force import (
    Size,
    budget,
    drawn,
    has_line,
    images,
    indices,
    plies_to_win,
    position,
    random_boards,
    tiny_memory,
    value_of,
    worth_of_moves,
)
from tests.support.sampling import sampled
from ttt_tui.computer.base import Proof, Value
from ttt_tui.computer.expert.solver.attack import Attack, AttackState
from ttt_tui.computer.expert.solver.fours import Fours
from ttt_tui.computer.expert.solver.maker_breaker import MakerBreaker
from ttt_tui.computer.expert.solver.residuals import Residuals
from ttt_tui.computer.expert.solver.solver import Solution, Solver
from ttt_tui.computer.memory import TwoGenerationCache
from ttt_tui.engine import Geometry
from ttt_tui.errors import OutOfTime


def solve(solver: Solver, size: Size, board: str, mover: str, all_moves: bool = False) -> Solution:
    return solver.solve(position(size, board, mover), budget(), all_moves)


# --- agreement

SAMPLES = [
    ((3, 3, 3), 9, 600),
    ((4, 3, 3), 9, 500),
    ((4, 4, 3), 9, 600),
    ((4, 4, 4), 8, 500),
    ((5, 4, 4), 8, 500),
]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "most_empty", "count"), SAMPLES)
def test_values_plies_and_moves_are_those_of_brute_force(size: Size, most_empty: int, count: int) -> None:
    plies_to_win.cache_clear()
    solver = Solver(Geometry(*size))
    for board, mover in random_boards(size, most_empty, sampled(count, count // 6), seed=1):
        truth = plies_to_win(size, board, mover)
        found = solve(solver, size, board, mover, all_moves=True)
        assert found.value is value_of(truth), (board, mover)
        if found.value is Value.DRAW:
            assert found.plies is None
        else:
            assert found.plies is not None
            assert found.plies >= abs(truth), (board, mover)
        worth = worth_of_moves(size, board, mover)
        keeping = [index for index in worth if value_of(worth[index]) is found.value]
        assert sorted(indices(size, found.best)) == keeping, (board, mover)
        assert found.pv[0] == found.best[0]
        one = solve(Solver(Geometry(*size)), size, board, mover)
        assert one.best
        assert set(one.best) <= set(found.best), (board, mover)


def most_plies(solver: Solver, size: Size, board: str, mover: str, known: dict[str, int]) -> int:
    """The plies until the mover has won by the solver's moves, whatever the other player does."""
    if board in known:
        return known[board]
    found = solve(solver, size, board, mover)
    assert found.value is Value.WIN
    assert found.plies is not None
    index = indices(size, found.best)[0]
    child = board[:index] + mover + board[index + 1 :]
    longest = 1
    if not has_line(size, child, index):
        other = "XO"[mover == "X"]
        for answer, square in enumerate(child):
            if square == ".":
                after = child[:answer] + other + child[answer + 1 :]
                assert not has_line(size, after, answer), board
                longest = max(longest, 2 + most_plies(solver, size, after, mover, known))
    assert longest <= found.plies, (board, mover)
    known[board] = longest
    return longest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "most_empty"), [((4, 4, 3), 16), ((4, 4, 4), 9), ((5, 4, 4), 11), ((5, 5, 4), 14)]
)
def test_a_win_is_kept_against_every_defence(size: Size, most_empty: int) -> None:
    solver = Solver(Geometry(*size))
    won = 0
    for board, mover in random_boards(size, most_empty, 60, seed=2):
        if solve(solver, size, board, mover).value is Value.WIN:
            most_plies(solver, size, board, mover, {})
            won += 1
    assert won >= 10


@pytest.mark.parametrize(("size", "plies"), [((4, 3, 3), 7), ((4, 4, 3), 5), ((5, 5, 3), 5)])
def test_the_win_from_the_empty_board_is_kept(size: Size, plies: int) -> None:
    assert most_plies(Solver(Geometry(*size)), size, "." * (size[0] * size[1]), "X", {}) == plies


@pytest.mark.slow
@pytest.mark.parametrize("size", [(6, 5, 4), (6, 6, 4), (7, 7, 4)])
def test_promised_plies_only_shrink(size: Size) -> None:
    """Games too long to walk through every defence: the loser plays by chance, or blocks and builds."""
    dice = Random(6)
    solver = Solver(Geometry(*size))
    for _ in range(sampled(25, 8)):
        board, promised = "." * (size[0] * size[1]), 99
        while True:
            found = solve(solver, size, board, "X")
            assert found.value is Value.WIN
            assert found.plies is not None
            assert found.plies <= promised, board
            index = indices(size, found.best)[0]
            board = board[:index] + "X" + board[index + 1 :]
            if has_line(size, board, index):
                break
            assert found.plies > 2
            lost = solve(solver, size, board, "O")
            assert lost.value is Value.LOSS
            answers = [index for index, square in enumerate(board) if square == "."]
            answer = dice.choice(answers) if dice.random() < 0.4 else indices(size, lost.best)[0]
            board = board[:answer] + "O" + board[answer + 1 :]
            promised = found.plies - 2


@pytest.mark.slow
@pytest.mark.parametrize("size", [(4, 3, 3), (4, 4, 3), (6, 5, 4), (6, 6, 4)])
def test_the_line_of_a_win_is_played_to_its_end(size: Size) -> None:
    found = solve(Solver(Geometry(*size)), size, "." * (size[0] * size[1]), "X")
    board = ["."] * (size[0] * size[1])
    for ply, index in enumerate(indices(size, found.pv)):
        assert board[index] == "."
        board[index] = "XO"[ply % 2]
        assert has_line(size, "".join(board), index) == (ply == len(found.pv) - 1)
    assert len(found.pv) % 2 == 1
    assert found.plies is not None
    assert len(found.pv) <= found.plies


# --- known values


THREES = {(columns, rows, 3) for columns in range(3, 7) for rows in range(3, 7)} - {(3, 3, 3)}
WON = [*sorted(THREES), (6, 5, 4), (5, 6, 4), (6, 6, 4), (7, 7, 4)]
DRAWN = [(3, 3, 3), (4, 4, 4), (5, 4, 4), (4, 5, 4), (6, 4, 4), (6, 6, 5), (5, 5, 4), (7, 6, 5), (8, 8, 6)]


@pytest.mark.slow
@pytest.mark.parametrize("size", [*WON, *DRAWN])
def test_known_values(size: Size) -> None:
    found = solve(Solver(Geometry(*size)), size, "." * (size[0] * size[1]), "X")
    assert found.value is (Value.WIN if size in WON else Value.DRAW)
    if size in THREES:
        assert found.plies == (5 if min(size[:2]) > 3 else 7)


# --- symmetry


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("size", [(4, 4, 4), (5, 4, 4), (5, 5, 4)])
def test_images_and_exchanged_players_have_the_same_value(size: Size) -> None:
    solvers = {here: Solver(Geometry(*here)) for here in (size, (size[1], size[0], size[2]))}
    for board, mover in random_boards(size, 14, 60, seed=3):
        values = {solve(solvers[here], here, image, mover).value for here, image in images(size, board)}
        exchanged = board.translate(str.maketrans("XO", "OX"))
        values.add(solve(Solver(Geometry(*size)), size, exchanged, "XO"[mover == "X"]).value)
        assert len(values) == 1, (board, mover)


# --- traps


def test_a_line_that_one_stone_completes_is_a_win_however_many_others_there_are() -> None:
    # So many chances that a look whether the breaker has any hope comes first.
    size, board, mover = drawn("X..OOO.X X..OOO.. X.X.OXOX ..OOXX.X", 4, "X")
    found = solve(Solver(Geometry(*size)), size, board, mover)
    assert (found.value, found.plies) == (Value.WIN, 1)


@pytest.mark.parametrize(
    ("text", "k", "mover"),
    [
        ("XX..XX OOXXOO XXOOXX OOXXOO", 4, "O"),  # two windows that share their two empties are one threat
        ("XX..X OOXXO XXOOX OOXXO", 4, "X"),
        ("XOX. OXO. OXO. XOX.", 4, "O"),  # a defender without a live square has not lost
        ("XOXX OXO. OXO. XOX.", 4, "O"),
        ("XOX OXO OX.", 3, "O"),
    ],
)
def test_traps_are_seen(text: str, k: int, mover: str) -> None:
    size, board, mover = drawn(text, k, mover)
    found = solve(Solver(Geometry(*size)), size, board, mover, all_moves=True)
    assert found.value is value_of(plies_to_win(size, board, mover))
    assert [index for index in indices(size, found.best) if board[index] == "."]


def test_a_finished_game_is_refused_and_a_full_board_has_an_empty_map() -> None:
    solver = Solver(Geometry(3, 3, 3))
    full = solver.proof_map(position((3, 3, 3), "XOXXOOOXX", "O"))
    full.extend(budget(nodes=0))
    assert (full.is_complete, full.proofs) == (True, {})
    for ask in (solver.proof_map, lambda finished: solver.solve(finished, budget())):
        with pytest.raises(ValueError, match="the game is over"):
            ask(position((3, 3, 3), "XXXOO....", "O"))


def test_nobody_makes_a_line_where_no_line_is_open() -> None:
    lines = Residuals(Geometry(3, 3, 3))
    for empty in (0, lines.geometry.board):
        for breaker_first in (False, True):
            verdict = MakerBreaker(lines, Fours(lines, 1.0), 1.0).verdict(
                0, empty, breaker_first, 100, budget()
            )
            assert verdict is not None
            assert verdict.held
        assert Attack(lines, 1.0).attack(0, 0, empty, 9, budget()).fate is AttackState.HELD
        assert Attack(lines, 1.0).defend(0, 0, empty, 9, budget()).fate is AttackState.HELD


@pytest.mark.slow
def test_remembered_positions_are_told_apart_by_more_than_their_hash() -> None:
    # hash(int) is taken modulo 2^61 − 1: masks that differ only in bits 61 apart share it.
    size = (8, 8, 5)
    squares = Geometry(*size).squares
    twins = [(i, squares.index(square + 61)) for i, square in enumerate(squares) if square + 61 in squares]
    solver = Solver(Geometry(*size))
    unlike = 0
    for board, mover in random_boards(size, 7, sampled(150, 60), seed=5):
        truths = []
        for one, other in twins:
            if board[one] + board[other] in ("XO", "OX"):
                cells = list(board)
                cells[one], cells[other] = cells[other], cells[one]
                if has_line(size, "".join(cells), one) or has_line(size, "".join(cells), other):
                    continue
                for twin in (board, "".join(cells)):
                    truths.append(value_of(plies_to_win(size, twin, mover)))
                    assert solve(solver, size, twin, mover).value is truths[-1], (twin, mover)
        unlike += len(set(truths)) > 1
    assert unlike >= sampled(5, 2)


# --- manners


def test_out_of_time_is_raised_and_what_was_proved_is_kept() -> None:
    solver = Solver(Geometry(5, 4, 4))
    empty = position((5, 4, 4), "." * 20, "X")
    with pytest.raises(OutOfTime):
        solver.solve(empty, budget(nodes=50))
    assert solver.solve(empty, budget()).value is Value.DRAW
    again = budget()
    assert solver.solve(empty, again).value is Value.DRAW
    assert again.nodes < 50


@pytest.mark.parametrize("is_map", [False, True])
def test_a_search_too_deep_for_the_stack_is_out_of_time(is_map: bool) -> None:
    size = columns, rows, _ = sampled((5, 5, 4), (5, 4, 4))
    solver, empty = Solver(Geometry(*size)), position(size, "." * columns * rows, "X")
    proofs = solver.proof_map(empty)

    def deeper(frames: int) -> None:
        if frames:
            deeper(frames - 1)
        elif is_map:
            proofs.extend(budget())
        else:
            solver.solve(empty, budget())

    used = len(inspect.stack(0))
    with pytest.raises(OutOfTime):
        deeper(sys.getrecursionlimit() - used - 20)
    if is_map:
        proofs.extend(budget())
        assert set(proofs.proofs.values()) == {Proof(Value.DRAW)}
    else:
        assert solver.solve(empty, budget()).value is Value.DRAW


def test_values_are_right_with_hardly_any_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TwoGenerationCache, "__init__", tiny_memory)
    plies_to_win.cache_clear()
    size = (4, 4, 3)
    solver = Solver(Geometry(*size))
    for board, mover in random_boards(size, 9, 150, seed=7):
        assert solve(solver, size, board, mover).value is value_of(plies_to_win(size, board, mover))
