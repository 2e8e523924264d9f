"""Proof maps and lengths against a brute force that knows nothing of them."""

from functools import cache

import pytest

from tests.computer.expert.solver.brute_force import (
    Size,
    budget,
    has_line,
    images,
    plies_to_win,
    position,
    random_boards,
    tiny_memory,
    value_of,
    worth_of_moves,
)
from tests.support.sampling import sampled
from ttt_tui.computer.base import Proof, Value
from ttt_tui.computer.expert.solver.attack import Attack
from ttt_tui.computer.expert.solver.proof_map import Lengths, ProofMap
from ttt_tui.computer.expert.solver.residuals import Residuals
from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.computer.memory import TwoGenerationCache
from ttt_tui.engine import Geometry, Square
from ttt_tui.errors import OutOfTime


def check(proof: Proof, worth: int) -> None:
    """A proof has to be true of a move that brute force says is worth so much."""
    assert proof.value is value_of(worth)
    if proof.value is Value.DRAW:
        assert (proof.plies, proof.is_exact) == (None, False)
        return
    assert proof.plies is not None
    assert proof.plies >= abs(worth)
    assert proof.plies % 2 == abs(worth) % 2
    assert not proof.is_exact or proof.plies == abs(worth)


def check_map(solver: Solver, size: Size, board: str, mover: str) -> list[Proof]:
    """A whole map, and every single report on the way, has to be true; return the reports."""
    worth = worth_of_moves(size, board, mover)
    squares = solver.geometry.squares
    reported: dict[Square, Proof] = {}
    every: list[Proof] = []

    def hear(square: Square, proof: Proof) -> None:
        check(proof, worth[squares.index(square)])
        assert reported.get(square) != proof
        reported[square] = proof
        every.append(proof)

    found = solver.proof_map(position(size, board, mover))
    found.extend(budget(), hear)
    assert found.is_complete
    assert found.proofs == reported
    assert set(found.proofs) == {squares[index] for index in worth}
    assert all(proof.is_exact != (proof.value is Value.DRAW) for proof in reported.values())
    return every


# --- agreement


@pytest.mark.slow
def test_every_map_of_3x3_is_that_of_brute_force() -> None:
    size = (3, 3, 3)
    solver = Solver(Geometry(*size))
    seen = set()
    waiting = [("." * 9, "X")]
    while waiting:
        board, mover = waiting.pop()
        if board in seen:
            continue
        if len(seen) % sampled(1, 4) == 0:
            check_map(solver, size, board, mover)
        seen.add(board)
        for index in worth_of_moves(size, board, mover):
            child = board[:index] + mover + board[index + 1 :]
            if not has_line(size, child, index):
                waiting.append((child, "XO"[mover == "X"]))
    assert len(seen) == 4536  # of the 5,478 positions, those without a line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "most_empty", "count"),
    [((4, 4, 3), 11, 300), ((4, 4, 4), 11, 60), ((5, 4, 4), 11, 60), ((4, 3, 3), 10, 100)],
)
def test_maps_are_those_of_brute_force(size: Size, most_empty: int, count: int) -> None:
    plies_to_win.cache_clear()
    shared = Solver(Geometry(*size))
    seen: set[Proof] = set()
    for number, (board, mover) in enumerate(
        random_boards(size, most_empty, sampled(count, count // 3), seed=21)
    ):
        solver = Solver(Geometry(*size)) if number % 2 else shared
        seen.update(check_map(solver, size, board, mover))
    values = {proof.value for proof in seen}
    assert values >= {Value.WIN, Value.LOSS}
    assert Value.DRAW in values or size == (4, 4, 3)
    assert max(proof.plies or 0 for proof in seen) >= 7
    assert any(proof.plies and not proof.is_exact for proof in seen), "an upper bound that became exact"


EMPTY: list[tuple[Size, str]] = [
    ((4, 3, 3), "............"),
    ((4, 4, 4), "X....O.....X...."),
    ((4, 3, 3), "......O...X."),
]
"""Boards with few stones or none; brute force takes four seconds for the second, a tenth for the last."""


@pytest.mark.parametrize(("size", "board"), sampled(EMPTY, EMPTY[2:]))
def test_maps_of_empty_boards_are_those_of_brute_force(size: Size, board: str) -> None:
    plies_to_win.cache_clear()
    check_map(Solver(Geometry(*size)), size, board, "X")


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    ("size", "most_empty", "count"),
    [((3, 3, 3), 9, 200), ((4, 3, 3), 12, 100), ((4, 4, 3), 9, 150), ((5, 4, 4), 9, 100)],
)
def test_so_many_stones_are_enough_where_brute_force_says_so(size: Size, most_empty: int, count: int) -> None:
    plies_to_win.cache_clear()
    lines = Residuals(Geometry(*size))
    lengths = Lengths(Attack(lines, 10.0), 10.0)
    seen = set()
    for board, mover in random_boards(size, most_empty, sampled(count, count // 3), seed=22):
        here = position(size, board, mover)
        mine, theirs = (
            lines.reach(here.stones[player], here.occupied ^ here.stones[player]) for player in here.in_turn()
        )
        plies = plies_to_win(size, board, mover)
        for stones in range(1, 6):
            attack = lengths.attack(mine, theirs, here.empty, stones, budget())
            assert attack == (0 < plies < 2 * stones), (board, mover, stones)
            defend = lengths.defend(theirs, mine, here.empty, stones, budget())
            assert defend == (-2 * stones <= plies < 0), (board, mover, stones)
            seen |= {(stones, True, attack), (stones, False, defend)}
    assert len(seen) >= 16


def test_maps_are_right_with_hardly_any_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TwoGenerationCache, "__init__", tiny_memory)
    plies_to_win.cache_clear()
    size = (4, 4, 3)
    solver = Solver(Geometry(*size))
    for board, mover in random_boards(size, 8, 60, seed=23):
        check_map(solver, size, board, mover)


# --- symmetry


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(
    ("size", "board"),
    [
        ((4, 4, 3), "................"),
        ((4, 4, 3), "O...X......X...O"),
        ((5, 4, 4), "..X..O...OO...O..X.."),
        ((5, 5, 4), "X...X.......O.......O...O"),
        ((3, 3, 3), "O.......X"),
    ],
)
def test_symmetric_squares_have_the_same_proof(size: Size, board: str) -> None:
    geometry = Geometry(*size)
    found = Solver(geometry).proof_map(position(size, board, "X"))
    found.extend(budget())
    names = "".join(map(chr, range(len(board))))
    keeping = [
        image
        for (there, image), (_, moved) in zip(images(size, names), images(size, board), strict=True)
        if there == size and moved == board
    ]
    assert len(set(keeping)) > 1, "no symmetry but identity"
    for image in keeping:
        for index, name in enumerate(image):
            if board[index] == ".":
                square, twin = geometry.squares[index], geometry.squares[ord(name)]
                assert found.proofs[square] == found.proofs[twin]


# --- manners


@cache
def whole(size: Size, board: str) -> tuple[ProofMap, int]:
    found, all_of_it = Solver(Geometry(*size)).proof_map(position(size, board, "X")), budget()
    found.extend(all_of_it)
    return found, all_of_it.nodes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "board", "nodes"),
    [
        ((3, 3, 3), "X...O....", 20),
        ((4, 4, 3), "................", 50),
        ((5, 4, 4), "....................", 50),
        ((5, 5, 4), "X...........O............", 400),
        ((5, 5, 4), "X...........O............", 2000),
    ],
)
def test_a_map_that_was_cut_is_a_part_and_goes_on_from_there(size: Size, board: str, nodes: int) -> None:
    truth, at_once = whole(size, board)
    found, spent, cuts = Solver(Geometry(*size)).proof_map(position(size, board, "X")), 0, 0
    while not found.is_complete:
        part = budget(nodes=nodes)
        before = set(found.proofs)
        try:
            found.extend(part)
        except OutOfTime:
            cuts += 1
        spent += part.nodes
        assert cuts < 1000, "it gets nowhere"
        assert before <= found.proofs.keys()
        for square, proof in found.proofs.items():
            check_part(proof, truth.proofs[square])
    assert found.proofs == truth.proofs
    assert cuts > 0
    assert spent <= at_once + 40 * cuts, "a node is visited again only on the way to where it was cut"
    nothing = budget(nodes=0)
    found.extend(nothing)
    assert nothing.nodes == 0


def check_part(part: Proof, whole: Proof) -> None:
    assert part.value is whole.value
    if part.is_exact:
        assert part == whole
    else:
        assert (part.plies or 0) >= (whole.plies or 0)


def test_what_is_proved_at_once_comes_first() -> None:
    size, board = (5, 5, 4), "XXX......O.....O........."
    found = Solver(Geometry(*size)).proof_map(position(size, board, "X"))
    with pytest.raises(OutOfTime):
        found.extend(budget(nodes=1))
    assert found.proofs[Geometry(*size).parse("d1")] == Proof(Value.WIN, 1, is_exact=True)


def test_a_refutation_serves_all_moves_outside_its_zone() -> None:
    # Three in the middle of a row, open on both sides: O has to answer there.
    board = "." * 18 + "...XXX..." + "." * 27 + "O...O...." + "." * 18
    found, few = Solver(Geometry(9, 9, 5)).proof_map(position((9, 9, 5), board, "O")), budget(nodes=40)
    with pytest.raises(OutOfTime):
        found.extend(few)
    assert len(found.proofs) > 60
    assert {(proof.value, proof.plies) for proof in found.proofs.values()} == {(Value.LOSS, 4)}
