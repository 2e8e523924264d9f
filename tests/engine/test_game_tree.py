"""Every way to play a small board, counted."""

from collections import Counter

import pytest

from tests.support.reference import Board, images, perft
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, make_setup
from ttt_tui.engine import Game, Geometry, Position


class Tree:
    """What there is in the whole tree of 3×3: nodes by ply, games by winner, and all positions.

    What is visited counts `weight` times.
    """

    def __init__(self) -> None:
        self.weight = 1
        self.nodes = [0] * 10
        self.games: Counter[int | None] = Counter()
        self.positions: set[tuple[int, ...]] = set()
        self.final: set[tuple[int, ...]] = set()

    def visit(self, stones: list[int], ply: int) -> None:
        self.nodes[ply] += self.weight
        self.positions.add(tuple(stones))

    def end(self, stones: list[int], winner: int | None) -> None:
        self.games[winner] += self.weight
        self.final.add(tuple(stones))


BEGINNINGS = sampled(
    dict.fromkeys(map(Geometry(3, 3, 3).name, Geometry(3, 3, 3).squares), 1), {"a1": 4, "b1": 4, "b2": 1}
)
"""First moves, and how many of the nine each stands for; in the quick tier one of each kind."""


def played_to_the_end() -> Tree:
    """Position alone, until a line or a full board."""
    tree = Tree()
    position = Position(Geometry(3, 3, 3), 2)

    def play(ply: int) -> None:
        tree.visit(position.stones, ply)
        mover = position.to_move
        for square in position.moves:
            if not ply:
                tree.weight = BEGINNINGS.get(position.geometry.name(square), 0)
                if not tree.weight:
                    continue
            position.play(square)
            if position.geometry.has_line(position.stones[mover]):
                tree.visit(position.stones, ply + 1)
                tree.end(position.stones, mover)
            elif not position.empty:
                tree.visit(position.stones, ply + 1)
                tree.end(position.stones, None)
            else:
                play(ply + 1)
            position.undo()

    play(0)
    return tree


def played_until_dead() -> Tree:
    """Whole games, which end on a dead board as well."""
    tree = Tree()
    game = Game(make_setup())

    def play(ply: int) -> None:
        tree.visit(game.position.stones, ply)
        if game.outcome is not None:
            tree.end(game.position.stones, game.outcome.winner)
            return
        for square in game.position.moves:
            game.place(square)
            play(ply + 1)
            game.pop()

    play(0)
    return tree


def of_kinds(positions: set[tuple[int, ...]]) -> tuple[int, int]:
    """Return how many positions there are with all that are symmetric to these, and of how many kinds."""
    geometry = Geometry(3, 3, 3)
    kinds = set()
    for stones in positions:
        board = Board(3, 3, 3, [0, 1])
        for square in geometry.squares:
            for player in (0, 1):
                if stones[player] >> square & 1:
                    board.cells[cell_of(geometry, square)] = player
        kinds.add(frozenset(images(board)))
    return len(frozenset().union(*kinds)), len(kinds)


@pytest.mark.slow
def test_tic_tac_toe_has_255168_games_and_5478_positions_of_765_kinds() -> None:
    tree = played_to_the_end()
    assert tree.nodes == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert tree.games == {0: 131_184, 1: 77_904, None: 46_080}
    assert tree.games.total() == 255_168
    assert of_kinds(tree.positions) == (5478, 765)
    assert of_kinds(tree.final) == (958, 138)
    assert (len(tree.positions), len(tree.final)) == (5478, 958) or len(BEGINNINGS) < 9


@pytest.mark.slow
def test_with_dead_boards_ended_it_has_249984_games_and_a_full_board_is_always_a_win() -> None:
    tree = played_until_dead()
    assert tree.nodes == [1, 9, 72, 504, 3024, 15120, 54720, 147312, 191232, 81792]
    assert tree.games == {0: 131_184, 1: 77_904, None: 40_896}
    assert tree.games.total() == 249_984
    assert (len(tree.positions), len(tree.final)) == (5462, 1062)
    full = [stones for stones in tree.final if sum(map(int.bit_count, stones)) == 9]
    assert len(full) > 0
    assert all(any(map(Geometry(3, 3, 3).has_line, stones)) for stones in full)


@pytest.mark.slow
@pytest.mark.parametrize("dead_rule", [False, True])
@pytest.mark.parametrize(
    ("columns", "rows", "k", "players", "depth"),
    [
        (4, 3, 3, 2, 4),
        (3, 4, 4, 3, 5),  # dead early: everybody has four turns for four stones
        (3, 3, 3, 3, 6),
        (3, 3, 3, 4, 6),
        (4, 4, 3, 2, 4),
        (5, 4, 4, 3, 3),
        (3, 6, 5, 2, 3),
        (6, 3, 6, 3, 3),
    ],
)
def test_other_boards_have_as_many_nodes_as_the_rules_say(
    columns: int, rows: int, k: int, players: int, depth: int, dead_rule: bool
) -> None:
    position = Position(Geometry(columns, rows, k), players)
    counts = [1] + [0] * depth

    def play(ply: int) -> None:
        mover = position.to_move
        for square in position.moves:
            position.play(square)
            counts[ply] += 1
            won = position.geometry.has_line(position.stones[mover])
            if ply < depth and not won and not (dead_rule and position.is_dead()):
                play(ply + 1)
            position.undo()

    play(1)
    assert counts == perft(Board(columns, rows, k, list(range(players))), depth, dead_rule)
