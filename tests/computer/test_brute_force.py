"""The solver under each rule, compared with every way to play on: value, length and all moves that keep it.

Positions are drawn at random from games of the reference. Each differs from all before, and so few of its
squares are empty that the reference can play on in every way.
"""

from collections.abc import Iterator
from random import Random

import pytest

from tests.support.every_rule import EACH_RULE, THREE_AND_MORE, board_by, suits
from tests.support.reference import Board, MaxN
from tests.support.sampling import sampled
from tests.support.strategies import placement_of
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solution import ExactSolver
from ttt_tui.computer.expert.solver.solver import make_solver
from ttt_tui.engine import Game, Geometry, Limit, Rules, Setup

SMALL = ((3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4))
LARGER = ((5, 4, 4), (4, 5, 4), (5, 5, 4), (5, 5, 5), (6, 5, 5), (6, 6, 5))
BOARDS = sampled(SMALL + LARGER, SMALL)
ONE_MARK_FALLING = (*SMALL, (6, 4, 4), (5, 5, 5), (6, 5, 5), (7, 4, 5))
"""Boards with enough positions where those of a column differ in its height alone."""

RENJU_BOARDS = ((5, 5, 5), (6, 5, 5), (5, 6, 5), (6, 6, 5), (7, 6, 5), (8, 7, 5))

MOST_KNOWN = 40_000
"""Positions that the reference remembers, so that a worker stays small."""

MEGABYTES = 4.0
"""What each solver may keep."""

BELOW = sampled(250, 4)
"""Positions that are drawn from the games that go on from one with few empty squares."""

FRUITLESS = 3000
"""Games played without a new position before a test gives up."""


def most_empty(words: str) -> int:
    """How many squares may be empty, so that one position is played out in tenths of a second."""
    if "wild" in words:
        return 6
    has_own_marks = "shared" not in words and "notakto" not in words
    if "drop" in words:
        return 10 if has_own_marks else 20
    if words == "renju":
        return 7
    return 8 if has_own_marks else 11


Walk = tuple[Board, list[tuple[tuple[int, int], int]]]
"""A position and the stones that led to it."""


def wander(walk: Walk, stones: int, dice: Random) -> Walk | None:
    """Place so many more stones at random; None if the game ends before."""
    board, placed = walk[0].copy(), [*walk[1]]
    for _ in range(stones):
        if board.script:
            placed.append(dice.choice(board.choices(board.to_move)))
        else:
            cells = board.empty()
            dice.shuffle(cells)
            cell = next(filter(board.is_legal, cells), None)
            if cell is None:
                return None
            placed.append((cell, dice.choice(board.stones(board.to_move))))
        board.place(*placed[-1])
        if board.winner_by(placed[-1][0]) is not None:
            return None
    return (board, placed) if board.empty() else None


def random_positions(words: str, count: int, dice: Random) -> Iterator[tuple[Board, Game]]:
    """Draw so many positions, all different, whose game goes on, with the engine's game of the same moves."""
    seen, drawn, fruitless = set[object](), 0, 0
    if words in ("drop, shared", "drop, notakto"):
        boards = sampled(ONE_MARK_FALLING, SMALL)
    else:
        boards = RENJU_BOARDS if words == "renju" else BOARDS
    while True:
        size = dice.choice([size for size in boards if suits(words, size)])
        fewest = max(0, size[0] * size[1] - most_empty(words))
        start = wander((board_by(words, size, dice.randrange(2)), []), fewest, dice)
        fruitless += 1
        assert fruitless < FRUITLESS, f"only {drawn} positions"
        if start is None or (words == "renju" and not has_bans(start[0]) and dice.random() < 0.9):
            continue
        for _ in range(BELOW):
            walk = wander(start, dice.randrange(len(start[0].empty())), dice)
            if walk is None or (key := (size, walk[0].key(), walk[0].black, walk[0].front)) in seen:
                continue
            seen.add(key)
            game = Game(Setup(Geometry(*size, Rules.parse(words))), walk[0].began)
            for cell, stone in walk[1]:
                assert game.outcome is None or walk[0].is_dead()
                if game.outcome is None:
                    game.place(placement_of(game.setup.geometry, cell, stone))
            yield walk[0], game
            fruitless, drawn = 0, drawn + 1
            if drawn == count:
                return


def has_bans(board: Board) -> bool:
    """Whether a square is forbidden to black at renju."""
    return any(board.forbidden(cell) for cell in board.empty())


def sign(worth: int) -> int:
    return (worth > 0) - (worth < 0)


VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}


def confirm(board: Board, game: Game, truth: MaxN, solver: ExactSolver) -> None:
    """Compare what the solver proves of a position with what brute force finds."""
    geometry, position, mover = game.setup.geometry, game.position, board.to_move
    worths = {
        placement_of(geometry, *choice): truth.worth_of_move(board, *choice)[mover]
        for choice in board.choices(mover)
    }
    if game.outcome is not None:
        assert game.outcome.winner is None
        assert not any(worths.values()), f"drawn too early: {game}"
        return
    assert {*position.moves} == {*worths}, game
    best = max(worths.values())
    keeping = {move for move, worth in worths.items() if sign(worth) == sign(best)}
    solution = solver.solve(position, Budget(Limit(), NEVER), all_moves=True)
    assert (solution.value, {*solution.best}) == (VALUES[sign(best)], keeping), game
    assert len(solution.best) == len(keeping)
    confirm_length(solution.plies, best, position.ply, geometry.without_opening.rules.are_usual)
    found = solver.proof_map(position)
    found.extend(Budget(Limit(), NEVER))
    assert found.is_complete
    assert {*found.proofs} == {*worths}
    for move, proof in found.proofs.items():
        assert proof.value is VALUES[sign(worths[move])], game
        confirm_length(proof.plies, worths[move], position.ply, not proof.is_exact)


def confirm_length(plies: int | None, worth: int, ply: int, is_bound: bool) -> None:
    """Compare the plies to the end of a game, or a bound of them."""
    if not worth:
        assert plies is None
        return
    true = 1000 - abs(worth) - ply
    assert plies is not None
    assert plies == true or (is_bound and plies > true)


def confirm_levels(board: Board, game: Game, truth: MaxN) -> None:
    """Compare the moves of all levels that search to the end with brute force; in openings none does."""
    mover, best = board.to_move, truth.worth(board)[board.to_move]
    for level in ("minimax", "negamax", "expert"):
        computer = LEVELS[level].make()
        thought = computer.think(game.position.copy(), Limit(nodes=1_000_000))
        computer.close()
        after, geometry = board.copy(), game.setup.geometry
        square, mark = geometry.square_of(thought.move), geometry.mark_of(thought.move)
        cell = geometry.column(square), geometry.row(square)
        after.place(cell, mover if mark is None else mark)
        winner = after.winner_by(cell)
        worth = truth.worth(after)[mover] if winner is None else 1 if winner == mover else -1
        assert sign(worth) == sign(best), (level, game)
        if level == "expert" and thought.proof is None:  # it blocks a line without a proof
            continue
        assert thought.proof is not None, (level, game)
        assert thought.proof.value is VALUES[sign(best)], (level, game)


def compare(words: str, count: int, levels_every: int) -> None:
    """Compare so many positions by one rule, and every so many of them with the levels as well."""
    truths, solvers = dict[Geometry, MaxN](), dict[Geometry, ExactSolver]()
    for number, (board, game) in enumerate(random_positions(words, count, Random(words))):
        geometry = game.setup.geometry
        if sum(len(truth._known) for truth in truths.values()) > MOST_KNOWN:
            truths.clear()
        truth = truths.setdefault(geometry, MaxN())
        if geometry not in solvers:
            solvers[geometry] = make_solver(geometry, MEGABYTES)
        confirm(board, game, truth, solvers[geometry])
        if number % levels_every == 0 and game.outcome is None and game.position.stage is None:
            confirm_levels(board, game, truth)


@pytest.mark.sample(every=10)
@pytest.mark.parametrize("words", EACH_RULE)
def test_20000_positions_of_each_rule_are_worth_what_brute_force_finds(words: str) -> None:
    compare(words, sampled(20_000, 5), levels_every=50)


@pytest.mark.slow
@pytest.mark.parametrize("words", THREE_AND_MORE)
def test_2000_positions_of_each_other_combination_are_worth_what_brute_force_finds(words: str) -> None:
    compare(words, 2_000, levels_every=50)
