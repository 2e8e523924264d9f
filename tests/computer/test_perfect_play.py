"""Minimax and negamax against the whole truth about small boards."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from tests.support.reference import CERTAIN, Board, MaxN, Paranoid, unlike
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, position_of
from ttt_tui.computer import LEVELS, Proof, Thought, Value
from ttt_tui.computer.iterative_deepening import WIN
from ttt_tui.engine import Limit, Position

both = pytest.mark.parametrize("level", ["minimax", "negamax"])
two_player_truth = MaxN()


def think(level: str, position: Position, limit: Limit | None = None, seed: int = 0) -> Thought:
    return LEVELS[level].make(seed).think(position, limit or Limit())


@cache
def tic_tac_toe() -> list[Board]:
    """Every position of 3×3 that goes on, up to symmetry."""
    return unlike(Board(3, 3, 3, [0, 1]))


def some_of_tic_tac_toe() -> list[Board]:
    """All of these in the slow tier, else a quarter of them, without the empty board, which takes longest."""
    return sampled(tic_tac_toe(), tic_tac_toe()[1::4])


@cache
def full_search(level: str) -> list[Thought]:
    """What the level finds in each of these positions, with all the time it wants."""
    return [think(level, position_of(board)) for board in some_of_tic_tac_toe()]


def expected_score(worth: int) -> int:
    sign = (worth > 0) - (worth < 0)
    return sign * (WIN - (CERTAIN - abs(worth)))


def expected_proof(worth: int, board: Board) -> Proof:
    if worth == 0:
        return Proof(Value.DRAW)
    plies = CERTAIN - abs(worth) - len(board.cells)
    return Proof(Value.WIN if worth > 0 else Value.LOSS, plies, is_exact=True)


# --- tic-tac-toe


@pytest.mark.slow
@both
def test_its_value_and_best_moves_are_the_true_ones_in_every_position(level: str) -> None:
    assert len(tic_tac_toe()) == 765 - 138
    for board, thought in zip(some_of_tic_tac_toe(), full_search(level), strict=True):
        me, geometry = board.to_move, position_of(board).geometry
        worth = two_player_truth.worth(board)[me]
        assert thought.score == expected_score(worth), board.cells
        assert thought.proof == expected_proof(worth, board), board.cells
        best = {cell for cell in board.empty() if two_player_truth.worth_of_move(board, cell)[me] == worth}
        ranked = {cell_of(geometry, ranked.square): ranked.score for ranked in thought.ranked}
        assert {cell for cell, score in ranked.items() if score == thought.score} == best
        assert cell_of(geometry, thought.move) in best
        assert set(ranked) == set(board.empty())


@pytest.mark.slow
@both
def test_among_moves_that_surely_draw_chance_decides(level: str) -> None:
    late = [board for board in tic_tac_toe() if len(board.cells) == 5]
    several = 0
    for board in late:
        best = {
            cell for cell in board.empty() if two_player_truth.worth_of_move(board, cell)[board.to_move] == 0
        }
        if two_player_truth.worth(board)[board.to_move] == 0 and len(best) > 1:
            several += 1
            position = position_of(board)
            seeds = range(30)
            chosen = {cell_of(position.geometry, think(level, position, seed=seed).move) for seed in seeds}
            assert chosen == best
    assert several > 3


@both
def test_where_the_end_is_out_of_sight_the_square_on_most_lines_is_taken(level: str) -> None:
    board = Board(7, 7, 4, [0, 1])
    position = position_of(board)
    through = Counter(cell for line in board.lines() for cell in line)
    (middle, most), (_, second) = through.most_common(2)
    assert most > second
    for depth in (1, 2):
        assert cell_of(position.geometry, think(level, position, Limit(depth=depth)).move) == middle


def test_negamax_needs_fewer_nodes_than_minimax() -> None:
    nodes = {level: sum(thought.nodes for thought in full_search(level)) for level in ("minimax", "negamax")}
    assert nodes["negamax"] < nodes["minimax"]
    first = {level: full_search(level)[0].nodes for level in nodes}
    assert first["negamax"] < first["minimax"]


# --- wins in one


@cache
def wins_in_one() -> list[tuple[Board, set[tuple[int, int]]]]:
    """All positions of 3×3, each symmetric one by itself, where the player to move can win at once."""
    seen = set()
    found = []
    waiting = [Board(3, 3, 3, [0, 1])]
    while waiting:
        board = waiting.pop()
        if board.key() in seen:
            continue
        seen.add(board.key())
        if wins := board.wins_at(board.to_move):
            found.append((board, wins))
        waiting += [child for cell, child in board.children() if not child.completed(cell) and child.empty()]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "limit"),
    [
        ("rules", Limit()),
        ("scorer", Limit()),
        *[(level, limit) for level in ("minimax", "negamax") for limit in (Limit(depth=1), Limit(depth=2))],
    ],
)
def test_a_win_in_one_is_always_taken(level: str, limit: Limit) -> None:
    assert len(wins_in_one()) > 1000
    for board, wins in wins_in_one()[:: sampled(1, 3)]:
        position = position_of(board)
        assert cell_of(position.geometry, think(level, position, limit).move) in wins


# --- larger boards, to a depth


def scattered(columns: int, rows: int, k: int, players: int, stones: int, count: int) -> Iterator[Board]:
    """Positions without a line, of so many stones placed anywhere."""
    rng = Random(f"{columns} {rows} {k} {players} {stones}")
    while count:
        board = Board(columns, rows, k, list(range(players)))
        for cell in rng.sample(board.squares(), stones):
            board.place(cell)
        if not board.is_dead() and not any(board.has_line(player) for player in board.playing):
            count -= 1
            yield board


@pytest.mark.slow
@pytest.mark.parametrize(("k", "stones"), [(3, 4), (3, 5), (4, 6), (4, 9)])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_both_find_the_true_value_to_the_same_depth_on_4_by_4(k: int, stones: int, depth: int) -> None:
    truth = MaxN()
    for board in scattered(4, 4, k, players=2, stones=stones, count=6):
        score = expected_score(truth.worth(board, depth)[board.to_move])
        position = position_of(board)
        thoughts = [think(level, position, Limit(depth=depth)) for level in ("minimax", "negamax")]
        assert [thought.score for thought in thoughts] == [score, score]
        assert thoughts[1].nodes <= thoughts[0].nodes


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(("columns", "rows", "plies"), [(4, 3, 7), (3, 5, 7), (4, 4, 5), (5, 5, 5)])
def test_three_in_a_row_is_won_by_the_first_player_on_every_larger_board(
    columns: int, rows: int, plies: int
) -> None:
    thought = think("negamax", position_of(Board(columns, rows, 3, [0, 1])))
    assert thought.proof == Proof(Value.WIN, plies, is_exact=True)


@pytest.mark.slow
@both
def test_a_nearly_full_4_by_4_board_is_played_to_its_end(level: str) -> None:
    truth = MaxN()
    for board in [
        *scattered(4, 4, 3, 2, stones=8, count=sampled(10, 4)),
        *scattered(4, 4, 4, 2, stones=9, count=sampled(10, 4)),
    ]:
        worth = truth.worth(board)[board.to_move]
        thought = think(level, position_of(board))
        assert thought.score == expected_score(worth)
        assert thought.proof == expected_proof(worth, board)


# --- three players


@cache
def three_on_3_by_3() -> list[Board]:
    boards = [board for board in unlike(Board(3, 3, 3, [0, 1, 2])) if not board.is_dead()]
    return sampled(boards, boards[::3])


def three_on_4_by_3() -> list[Board]:
    return list(scattered(4, 3, 3, players=3, stones=5, count=15))


of_three = pytest.mark.parametrize("boards", [three_on_3_by_3, three_on_4_by_3], ids=["3×3", "4×3"])


@pytest.mark.slow
@of_three
def test_of_three_players_minimax_lets_each_pick_what_is_best_for_itself(
    boards: Callable[[], list[Board]],
) -> None:
    truth = MaxN()
    for board in boards():
        worths = {cell: truth.worth_of_move(board, cell)[board.to_move] for cell in board.empty()}
        thought = think("minimax", position_of(board))
        assert thought.score == expected_score(max(worths.values())), board.cells
        assert worths[cell_of(position_of(board).geometry, thought.move)] == max(worths.values())
        assert thought.proof is None


@pytest.mark.slow
@of_three
def test_of_three_players_negamax_takes_the_others_for_one_opponent(
    boards: Callable[[], list[Board]],
) -> None:
    for board in boards():
        truth = Paranoid(board.to_move)
        thought = think("negamax", position_of(board))
        assert thought.score == expected_score(truth.worth(board)), board.cells
        chosen = board.copy()
        cell = cell_of(position_of(board).geometry, thought.move)
        chosen.place(cell)
        after = CERTAIN - len(chosen.cells) if chosen.completed(cell) else truth.worth(chosen)
        assert after == truth.worth(board)
        assert thought.proof is None


@both
def test_once_two_players_are_left_their_game_is_proved(level: str) -> None:
    # A goes; what is left is O's move against X, who threatens to fill the first row.
    board = Board.read("X.X .O. A..", k=3, players=3, to_move=1)
    position = position_of(board)
    position.resign(2)
    thought = think(level, position)
    assert thought.proof is not None
    position.play(thought.move)
    board.resign(2)
    worth = two_player_truth.worth(board)[1]
    assert thought.score == expected_score(worth)
