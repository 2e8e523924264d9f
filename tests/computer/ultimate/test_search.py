"""The expert's search of Ultimate: its board against the engine's, its exact values against plain minimax."""

from random import Random

import pytest

from tests.analysis.ultimate_truth import walks
from tests.computer.ultimate.test_levels import every_variant, random_position, start
from tests.support.sampling import sampled
from tests.support.ultimate import NineBoards
from ttt_tui.computer import LEVELS, Value
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.ultimate.expert import UltimateExpert
from ttt_tui.computer.ultimate.forced_win import ForcedWins
from ttt_tui.computer.ultimate.search_board import CHANCES, CHANCES_DUE, SearchBoard, code_of
from ttt_tui.engine import Limit
from ttt_tui.engine.nine_boards import BOARD_OF, PLACE_OF
from ttt_tui.engine.ultimate import UltimatePosition


def state(board: SearchBoard) -> tuple[object, ...]:
    cells, chances = tuple(map(tuple, board.cells)), tuple(map(tuple, board.chances))
    return cells, chances, board.key, tuple(board.reach), tuple(board.won), board.closed, board.ply


@every_variant
def test_the_board_of_the_search_plays_as_the_engine_does(words: str) -> None:
    for seed in range(sampled(300, 10)):
        dice, position = Random(seed), start(words, seed % 2)
        board = SearchBoard(position)
        fresh, past = state(board), []
        while True:
            assert sorted(board.moves()) == sorted(map(code_of, position.moves))
            assert board.can_win() == bool(position.completing(position.to_move))
            assert state(board) == state(SearchBoard(position))
            move = dice.choice(position.moves)
            mover = position.to_move
            past.append(state(board))
            position.play(move)
            result = board.play(code_of(move))
            winner = position.winner_by_line(mover)
            expected = None if winner is None else 1 if winner == mover else -1
            assert result == (0 if winner is None and position.is_dead() else expected)
            if result is not None:
                break
        while past:
            board.undo()
            assert state(board) == past.pop()
        assert state(board) == fresh


def slow_value(board: NineBoards, me: int, seen: dict[object, int]) -> int:
    """What a game is worth to a player, 1, 0 or −1, by plain minimax on the tests' own boards."""
    result = board.result()
    if result is not None:
        return 0 if result == "draw" else 1 if result == str(me) else -1
    key = (frozenset(board.stones.items()), board.due, frozenset(board.owners.items()))
    if key not in seen:
        values = []
        for stone in board.legal():
            after = NineBoards(
                board.until_full, board.most_boards, board.to_move, board.stones.copy(), board.owners.copy(),
                board.due,
            )  # fmt: skip
            after.play(stone)
            values.append(slow_value(after, me, seen))
        seen[key] = max(values) if board.to_move == me else min(values)
    return seen[key]


def late_game(dice: Random, words: str, room: int) -> tuple[UltimatePosition, NineBoards] | None:
    """A random game where at most so many squares matter, on the engine's and on the tests' boards."""
    first = dice.randrange(2)
    position, board = start(words, first), NineBoards.by(words, first)
    while position.squares_left > room:
        move = dice.choice(position.moves)
        position.play(move)
        board.play((BOARD_OF[move], PLACE_OF[move]))
        if board.result() is not None:
            return None
    return position, board


@pytest.mark.sample(every=4)
@every_variant
def test_the_end_of_the_game_is_exact(words: str) -> None:
    found = set()
    dice, games = Random(words), 0
    while games < sampled(60, 6):
        game = late_game(dice, words, sampled(11, 8))
        if game is None:
            continue
        games += 1
        position, board = game
        value = slow_value(board, position.to_move, {})
        for level in ("expert", "negamax", "minimax"):
            proof = LEVELS[level].make(games).think(position, Limit(nodes=1_000_000)).proof
            assert proof is not None
            assert proof.value is {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}[value]
        found.add(value)
    assert len(found) > 1


def test_fourteen_squares_are_solved_and_played_to_the_proved_value() -> None:
    dice, games = Random(14), 0
    while games < sampled(20, 2):
        game = late_game(dice, "ultimate", 14)
        if game is None:
            continue
        games += 1
        position, _ = game
        thought = UltimateExpert(1).think(position, Limit(nodes=400_000))
        assert thought.proof is not None


@pytest.mark.slow
@pytest.mark.parametrize("words", ["ultimate", "most-boards"])
def test_a_proved_win_is_won_against_any_reply(words: str) -> None:
    games = 0
    for seed in range(300):
        dice = Random(seed)
        position = random_position(dice, 44, words)
        expert = UltimateExpert(2)
        thought = expert.think(position, Limit(nodes=1000))
        if thought.proof is None or thought.proof.value is not Value.WIN or thought.proof.plies in (None, 1):
            continue
        games += 1
        me, left = position.to_move, thought.proof.plies
        while True:
            mover = position.to_move
            if mover == me:
                position.play(expert.think(position, Limit(nodes=2000)).move)
            else:
                position.play(dice.choice(position.moves))
            left -= 1
            winner = position.winner_by_line(mover)
            if winner is not None:
                break
            assert left > 0
        assert winner == me
        if games == sampled(30, 3):
            break
    assert games >= 3


@pytest.mark.slow
def test_a_win_that_is_called_exact_is_the_fastest() -> None:
    found = 0
    for seed in range(400):
        position = random_position(Random(seed), 26 + seed % 20)
        thought = UltimateExpert(1).think(position, Limit(nodes=4000))
        if thought.proof is None or not thought.proof.is_exact or thought.proof.plies in (None, 1):
            continue
        found += 1
        sooner, budget = thought.proof.plies - 1, Budget(Limit(), NEVER)
        winner = position.to_move if thought.proof.value is Value.WIN else 1 - position.to_move
        assert ForcedWins(20).plies(SearchBoard(position), winner, sooner, budget) > sooner
        if found == sampled(40, 6):
            break
    assert found >= 6


def test_chances_follow_the_stones() -> None:
    def chance(mine: int, theirs: int, is_due: bool = False) -> float:
        (here, there), (lack, have) = (
            (CHANCES_DUE if is_due else CHANCES)[mine << 9 | theirs],
            CHANCES[theirs << 9 | mine],
        )
        assert is_due or (here, there) == (have, lack)
        assert 0 <= here <= here + there <= 1
        return here

    assert chance(0b111, 0b1_010_000) == 1
    assert chance(0b1_010_000, 0b111) == 0
    assert chance(0b000_010_000, 0) > chance(0b000_000_001, 0) > chance(0b000_000_010, 0) > chance(0, 0)
    assert chance(0b011, 0) > chance(0b011, 0b100)
    assert chance(0b001, 0, is_due=True) > chance(0b001, 0)
    assert chance(0b011, 0, is_due=True) > chance(0b001, 0, is_due=True)
    drawn = 0b101_110_010, 0b010_001_101
    assert chance(*drawn) == 0 == chance(*reversed(drawn))


def test_closing_forgets() -> None:
    expert = UltimateExpert(1, megabytes=1)
    expert.think(random_position(Random(1), 8), Limit(nodes=500))
    assert 0 < expert.bytes <= 1_000_000
    expert.close()
    assert expert.bytes == 0


@pytest.mark.slow
@every_variant
def test_the_expected_line_can_be_played_and_ends_where_a_proved_win_does(words: str) -> None:
    lengths, wins = [], 0
    for seed in range(sampled(80, 20)):
        position = random_position(Random(seed), 30 + 3 * seed, words)
        expert = UltimateExpert(seed)
        thought = expert.think(position, Limit(nodes=3000))
        assert thought.pv[0] == thought.move
        line, winner = position.copy(), None
        for square in thought.pv:
            assert winner is None, "nothing follows a win"
            assert square in line.moves
            mover = line.to_move
            line.play(square)
            winner = line.winner_by_line(mover)
        lengths.append(len(thought.pv))
        if winner is not None and thought.proof is not None and thought.proof.value is not Value.DRAW:
            assert thought.proof.plies == len(thought.pv)
            assert (winner == position.to_move) == (thought.proof.value is Value.WIN)
            wins += 1
    assert max(lengths) > 3
    assert wins


@pytest.mark.slow
@every_variant
def test_a_length_that_is_called_exact_is_the_shortest(words: str) -> None:
    lengths = []
    for game, _ in walks(words, sampled(90, 30), "exact"):
        position = game.position
        assert isinstance(position, UltimatePosition)
        if position.ply % 3 or position.sent is None or position.squares_left > 30:
            continue
        proof = UltimateExpert().think(position, Limit(nodes=1500)).proof
        if proof is None or not proof.is_exact or proof.plies is None or proof.plies > 5:
            continue
        for depth in range(1, proof.plies + 1):
            found = LEVELS["negamax"].make().think(position, Limit(depth=depth)).proof
            assert (found is None) == (depth < proof.plies)
        assert found is not None
        assert (found.value, found.plies) == (proof.value, proof.plies)
        lengths.append(proof.plies)
    assert len({*lengths}) > 1
