"""Every level plays Ultimate: legally, inside its limits, by its seed, and by what its name means."""

import threading
from random import Random

import pytest

from tests.support.calls import CallCounter
from tests.support.levels import SEARCHING, SOME_LEVELS
from tests.support.sampling import sampled
from tests.support.strategies import snapshot
from tests.support.ultimate import VARIANTS, NineBoards, name_of
from ttt_tui.computer import LEVELS, Thought, Value
from ttt_tui.computer.ultimate.classic import looks_of
from ttt_tui.engine import Geometry, Limit, Position, Rules
from ttt_tui.engine.ultimate import UltimatePosition

MOST_CALLS = 50_000
"""Calls after the end of its time: twice as many as any level needs."""

every_variant = pytest.mark.parametrize("words", VARIANTS)


def start(words: str = "ultimate", first: int = 0) -> UltimatePosition:
    return UltimatePosition(Geometry(9, 9, 3, Rules.parse(words)), first=first)


def placed(position: UltimatePosition, names: str) -> UltimatePosition:
    """The position after these squares, whoever was sent where."""
    for name in names.split():
        position.play(position.geometry.parse(name))
    return position


def random_position(dice: Random, plies: int, words: str = "ultimate") -> UltimatePosition:
    """A position after at most so many random moves, where the game goes on."""
    position = start(words, dice.randrange(2))
    for _ in range(plies):
        mover = position.to_move
        position.play(dice.choice(position.moves))
        if position.winner_by_line(mover) is not None or position.is_dead():
            position.undo()
            break
    return position


def check(thought: Thought, position: UltimatePosition, limit: Limit) -> None:
    assert thought.move in position.moves
    assert 0 <= thought.depth <= (limit.depth or 81)
    if thought.pv:
        assert thought.pv[0] == thought.move
    if thought.ranked:
        scores = [ranked.score for ranked in thought.ranked]
        assert scores == sorted(scores, reverse=True)
        assert (thought.ranked[0].square, scores[0]) == (thought.move, thought.score)
        assert len({ranked.square for ranked in thought.ranked} & set(position.moves)) == len(scores)
    if thought.proof is not None and thought.score is not None:
        sign = (thought.score > 0) - (thought.score < 0)
        assert thought.proof.value is {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}[sign]


@every_variant
def test_every_level_plays_whole_games_legally(words: str) -> None:
    computers = {level: LEVELS[level].make(3) for level in SOME_LEVELS}
    for seed in range(sampled(10, 1)):
        dice = Random(seed)
        position, board = start(words, seed % 2), NineBoards.by(words, seed % 2)
        while board.result() is None:
            limit = Limit(nodes=dice.choice([1, 20, 60]))
            before, twin = snapshot(position), position.copy()
            thought = computers[dice.choice(SOME_LEVELS)].think(position, limit)
            check(thought, position, limit)
            assert snapshot(position) == before
            assert position == twin
            legal = {name_of(stone): stone for stone in board.legal()}
            board.play(legal[position.geometry.name(thought.move)])
            position.play(thought.move)


@pytest.mark.parametrize("level", SOME_LEVELS)
def test_the_same_seed_gives_the_same_move_whatever_was_thought_before(level: str) -> None:
    computer = LEVELS[level].make(4)
    for seed in range(sampled(12, 2)):
        position = random_position(Random(seed), 5 + 6 * seed)
        limit = Limit(nodes=150)
        first = LEVELS[level].make(4).think(position, limit)
        again = computer.think(position, limit)
        assert (first.move, first.score, first.nodes) == (again.move, again.score, again.nodes)


@pytest.mark.parametrize("level", SOME_LEVELS)
def test_seeds_vary_moves_that_are_alike(level: str) -> None:
    position = placed(start(), "e5")  # four corners are alike
    assert len({LEVELS[level].make(seed).think(position, Limit(depth=1)).move for seed in range(12)}) > 1


@pytest.mark.parametrize("level", SEARCHING)
def test_limits_of_nodes_and_plies_are_kept(level: str) -> None:
    position = random_position(Random(1), 6)
    moves = len(position.moves)
    for nodes in (1, 30, 400):
        thought = LEVELS[level].make().think(position, Limit(nodes=nodes))
        assert min(nodes, moves) <= thought.nodes <= max(nodes, 2 * moves) + 1
    for depth in (1, 2, 3):
        assert LEVELS[level].make().think(position, Limit(depth=depth)).depth == depth


@pytest.mark.parametrize("level", SOME_LEVELS)
def test_a_stop_ends_every_move_soon(level: str) -> None:
    stop = threading.Event()
    stop.set()
    LEVELS[level].make(1).think(random_position(Random(0), 0), Limit(), stop)  # imports what it needs
    for plies in (0, 12, 40):
        position = random_position(Random(plies), plies)
        with CallCounter() as counter:
            thought = LEVELS[level].make(1).think(position, Limit(), stop)
        assert counter.calls < MOST_CALLS
        check(thought, position, Limit())


@pytest.mark.parametrize("level", SEARCHING)
def test_the_last_report_is_the_answer_and_each_looks_further(level: str) -> None:
    reports: list[Thought] = []
    position = random_position(Random(2), 10)
    thought = LEVELS[level].make(1).think(position, Limit(nodes=1500), report=reports.append)
    assert (reports[-1].move, reports[-1].score, reports[-1].proof) == (
        thought.move, thought.score, thought.proof,
    )  # fmt: skip
    depths = [report.depth for report in reports]
    assert depths == sorted(set(depths))


@pytest.mark.slow
@pytest.mark.parametrize("level", ["rules", "scorer", *SEARCHING, "expert 3", "expert 9"])
def test_a_game_that_can_be_won_in_one_move_is_won(level: str) -> None:
    found = 0
    for seed in range(400):
        position = random_position(Random(seed), 25 + seed % 25)
        wins = position.completing(position.to_move)
        if wins and wins != position.legal:
            found += 1
            assert wins >> LEVELS[level].make(seed).think(position, Limit(depth=2)).move & 1
        if found == sampled(40, 4):
            break
    assert found >= 4


def test_rules_take_a_board_else_block_one() -> None:
    position = placed(start(), "a1 b2 d4 a2 e4 b1")  # on the top board nobody has anything yet
    position.sent = 4
    moves = {LEVELS["rules"].make(seed).think(position).move for seed in range(10)}
    assert moves == {position.geometry.parse("f4")}, "its own line on the middle board"
    position = placed(start(), "d4 a1 e4")
    position.sent = 4
    moves = {LEVELS["rules"].make(seed).think(position).move for seed in range(10)}
    assert moves == {position.geometry.parse("f4")}, "the other player's"


@pytest.mark.slow
@pytest.mark.parametrize("level", ["rules", "expert 3", "expert 6", "expert 9"])
def test_the_game_is_never_given_while_there_is_another_move(level: str) -> None:
    found = 0
    for seed in range(600):
        position = random_position(Random(seed), 25 + seed % 20)
        mover = position.to_move
        if position.completing(mover):
            continue
        gives = set()
        for move in position.moves:
            after = position.copy()
            after.play(move)
            if after.completing(1 - mover):
                gives.add(move)
        if gives and len(gives) < len(position.moves):
            found += 1
            assert LEVELS[level].make(seed).think(position, Limit(nodes=200)).move not in gives
        if found == sampled(60, 5):
            break
    assert found >= 5


@pytest.mark.slow
@pytest.mark.parametrize(("level", "name"), [("expert 1", "wins"), ("expert 2", "gives")])
def test_beginners_overlook_the_end_of_the_game_now_and_then(level: str, name: str) -> None:
    found, overlooked = 0, 0
    for seed in range(600):
        position = random_position(Random(seed), 25 + seed % 20)
        looks = looks_of(position)
        ends = {move for move, look in looks.items() if (look.wins if name == "wins" else look.gives_game)}
        if ends and len(ends) < len(looks) and (name == "wins" or not position.completing(position.to_move)):
            found += 1
            move = LEVELS[level].make(seed).think(position).move
            overlooked += (move in ends) == (name == "gives")
    assert 0 < overlooked < found / 2


def test_one_computer_plays_one_game_after_another() -> None:
    computer = LEVELS["expert"].make(1)
    for position in (Position(Geometry(5, 5, 4), 2), start(), Position(Geometry(3, 3, 3), 2)):
        assert computer.think(position, Limit(nodes=100)).move in position.moves
    computer.close()


def test_words_of_levels_fit_the_game() -> None:
    for level in LEVELS.values():
        there = level.under(Rules.parse("ultimate"))
        assert len(there.note) <= 21
        assert "line" not in there.summary
