"""Every level under every rule: legal, true to the rules, and right where the whole truth is known."""

from random import Random

import pytest

from tests.support.levels import SOME_LEVELS
from tests.support.reference import Board, MaxN
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, placement_of, position_of
from ttt_tui.computer import LEVELS
from ttt_tui.computer.expert.solver.symmetry import apply, images_of
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.engine import Game, Geometry, Limit, LineRule, Marks, Move, Rules, Setup, mask_of

KINDS = [
    Rules(LineRule.EXACTLY),
    Rules(misere=True),
    Rules(LineRule.EXACTLY, misere=True),
    Rules(drop=True),
    Rules(LineRule.EXACTLY, drop=True),
    Rules(misere=True, drop=True),
    Rules(wrap=True),
    Rules(LineRule.EXACTLY, wrap=True),
    Rules(misere=True, drop=True, wrap=True),
    Rules(marks=Marks.SHARED),
    Rules(misere=True, marks=Marks.SHARED),
    Rules(marks=Marks.WILD),
    Rules(misere=True, marks=Marks.WILD),
    Rules(LineRule.EXACTLY, drop=True, marks=Marks.WILD),
]
kinds = pytest.mark.parametrize("kind", KINDS, ids=str)


def board_of(columns: int, rows: int, k: int, kind: Rules, players: int = 2) -> Board:
    return Board(
        columns, rows, k, list(range(players)),
        exactly=kind.line is LineRule.EXACTLY, misere=kind.misere, drop=kind.drop, torus=kind.wrap,
        marks=kind.marks,
    )  # fmt: skip


def running(empty: Board, stones: int, rng: Random) -> Board:
    """A position with so many stones whose game is not over."""
    while True:
        board = empty.copy()
        for _ in range(stones):
            cell, stone = rng.choice(board.choices(board.to_move))
            board.place(cell, stone)
            if board.winner_by(cell) is not None or board.is_dead():
                break
        else:
            return board


@pytest.mark.slow
@kinds
@pytest.mark.parametrize("level", ["minimax", "negamax", "expert"])
def test_searches_find_the_true_value(level: str, kind: Rules) -> None:
    rng, truth = Random(f"{kind} {level}"), MaxN()
    for size, stones in (((3, 3, 3), 3), ((4, 4, 3), 8)):
        for _ in range(sampled(10, 1)):
            board = running(board_of(*size, kind), stones, rng)
            position, mover = position_of(board), board.to_move
            worths = {
                placement_of(position.geometry, *choice): truth.worth_of_move(board, *choice)[mover]
                for choice in board.choices(mover)
            }
            thought = LEVELS[level].make().think(position, Limit(nodes=1_000_000))
            best = max(worths.values())
            worth = worths[thought.move]
            assert worth == best or level == "expert"
            assert (worth > 0) - (worth < 0) == (best > 0) - (best < 0), board.cells
            is_only = all(other < 0 for placement, other in worths.items() if placement != thought.move)
            assert thought.proof is not None or (level == "expert" and is_only)  # it need not be examined


@pytest.mark.parametrize("kind", [*KINDS, Rules()], ids=str)
@pytest.mark.parametrize("size", [(4, 4, 4), (4, 3, 3)])
def test_each_symmetry_is_another_and_maps_all_lines_to_lines(
    size: tuple[int, int, int], kind: Rules
) -> None:
    geometry = Geometry(*size, kind)
    images = images_of(geometry)
    assert len(set(images)) == len(images)
    for image in images:
        assert {apply(image, line) for line in geometry.lines} == set(geometry.lines)
        bottom = mask_of(geometry.at(column, geometry.rows - 1) for column in range(geometry.columns))
        assert not kind.drop or apply(image, bottom) == bottom


@pytest.mark.parametrize(
    ("kind", "players"), [(kind, n) for kind in KINDS for n in (2, 3, 5) if n == 2 or kind.marks is Marks.OWN]
)
@pytest.mark.parametrize("level", SOME_LEVELS)
@pytest.mark.slow
def test_a_whole_game_is_played_by_the_rules(level: str, players: int, kind: Rules) -> None:
    geometry = Geometry(5, 5, 4, kind)
    game = Game(Setup(geometry, players))
    computer = LEVELS[level].make()
    board = board_of(5, 5, 4, kind, players)
    while game.outcome is None:
        square = computer.think(game.position.copy(), Limit(nodes=200)).move
        game.push(Move(game.position.to_move, square))
        board.place(cell_of(geometry, square), geometry.mark_of(square))
        winner = board.winner_by(cell_of(geometry, square))
        assert (winner is not None or board.is_dead()) == (game.outcome is not None)
    assert game.outcome.winner == winner
    computer.close()


@pytest.mark.slow
def test_the_expert_sees_exactly_five() -> None:
    kind = Rules(LineRule.EXACTLY)
    rng, geometry = Random("exactly five"), Geometry(9, 8, 5, kind)
    lines = LineStates(geometry)
    for _ in range(sampled(400, 25)):
        board = board_of(9, 8, 5, kind)
        cells = rng.sample(board.squares(), 40)
        board.cells = {cell: rng.choices((0, 1), (3, 1))[0] for cell in cells}
        stones = tuple(
            sum(1 << geometry.at(*cell) for cell, owner in board.cells.items() if owner == player)
            for player in (0, 1)
        )
        threats = ThreatBoard(lines, (stones[0], stones[1]))
        anywhere, _ = threats.threats()
        for player in (0, 1):
            five = anywhere >> threats.five[player] & threats.mask
            assert {cell_of(geometry, s) for s in geometry.squares if five >> s & 1} == board.wins_at(player)
            four = anywhere >> threats.four[player] & threats.mask
            making = set()
            for cell in set(board.empty()):
                before = board.wins_at(player)
                board.cells[cell] = player
                if not board.completed(cell) and board.wins_at(player) - before:
                    making.add(cell)
                del board.cells[cell]
            assert making <= {cell_of(geometry, s) for s in geometry.squares if four >> s & 1}


def test_a_large_torus_has_so_few_images_that_a_search_begins_at_once() -> None:
    counts = [len(images_of(Geometry(n, n, 4, Rules(wrap=True)))) for n in (4, 5, 6, 20)]
    assert counts == [4 * 4 * 8 - 1, 5 * 5 * 8 - 1, 7, 7]
