"""What the steps of the ladder promise as all computers do, by all rules, for 2 to 15 players."""

import threading
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.calls import MOST_CALLS, CallCounter
from tests.support.every_rule import EACH_RULE, THREE_AND_MORE, suits
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, make_setup, reference_of, repeat, setups, snapshot
from ttt_tui.computer import LEVELS, Thought
from ttt_tui.computer.ladder.player import LadderPlayer
from ttt_tui.computer.levels import STEPS
from ttt_tui.engine import Game, Limit, Position, Rules, Setup, is_valid_setup

BELOW_EXPERT = STEPS[:-1]
EVERY_RULE = (*EACH_RULE, *THREE_AND_MORE)


def setup_by(words: str, players: int, columns: int, rows: int, k: int) -> Setup:
    return make_setup(columns, rows, k, players, kind=Rules.parse(words))


def strewn(setup: Setup, stones: int, dice: Random) -> Position:
    """A position with at most so many stones, none of which completes a line."""
    position = Position(setup.geometry, len(setup.players))
    while position.ply < stones:
        move = dice.choice(position.moves)
        if position.stage is None and position.completing(position.to_move) >> move & 1:
            break
        position.play(move)
    return position


def cases(size: tuple[int, int, int], *counts: int) -> list[tuple[str, int]]:
    """All rules that games on a board are possible by, each with numbers of players."""
    return [
        (words, players)
        for words in EVERY_RULE
        for players in counts
        if suits(words, size) and is_valid_setup(setup_by(words, players, *size))
    ]


def game_between(setup: Setup, seed: int) -> Iterator[tuple[Game, str]]:
    """Yield a game before each move, and a step to make it, until it is over."""
    game, dice = Game(setup, seed % len(setup.players)), Random(seed)
    while game.outcome is None:
        yield game, dice.choice(BELOW_EXPERT)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "players"), [*cases((7, 6, 5), 2, 3), *cases((9, 8, 4), 7, 15)])
def test_whole_games_are_legal_by_every_rule(words: str, players: int) -> None:
    setup = setup_by(words, players, *((7, 6, 5) if players < 7 else (9, 8, 4)))
    computers = {step: LEVELS[step].make(players) for step in BELOW_EXPERT}
    for seed in range(sampled(6, 1)):
        board = reference_of(Game(setup, seed % players))
        for game, step in game_between(setup, seed):
            position, before = game.position.copy(), snapshot(game.position)
            thought = computers[step].think(position, Limit(nodes=Random(seed).choice([1, 60, 2000])))
            assert snapshot(position) == before, "left as it was"
            assert cell_of(setup.geometry, thought.move) in {cell for cell, _ in board.children()}
            game.place(thought.move)
            repeat(board, setup.geometry, game.moves[-1])


@settings(max_examples=sampled(400, 6))
@given(setup=setups(largest=7), seed=st.integers(0, 999))
def test_steps_play_every_set_up_legally_to_the_end(setup: Setup, seed: int) -> None:
    computers = {step: LEVELS[step].make(seed) for step in BELOW_EXPERT}
    board = reference_of(Game(setup, seed % len(setup.players)))
    for game, step in game_between(setup, seed):
        position = game.position.copy()
        reports: list[Thought] = []
        thought = computers[step].think(position, Limit(nodes=30), report=reports.append)
        assert position == game.position, "left as it was"
        assert not reports or reports[-1].move == thought.move
        assert thought.depth <= position.empty.bit_count()
        game.place(thought.move)
        repeat(board, setup.geometry, game.moves[-1])


@pytest.mark.slow
@pytest.mark.parametrize(("words", "players"), cases((20, 20, 5), 2, 3, 15))
def test_a_limit_of_a_hundredth_of_a_second_is_kept_on_the_largest_board(words: str, players: int) -> None:
    setup = setup_by(words, players, 20, 20, 5)
    for step in sampled(BELOW_EXPERT, BELOW_EXPERT[::4]):
        for stones in (0, 5, 60):
            position = strewn(setup, stones, Random(stones))
            with CallCounter(after=0.01) as counter:
                LEVELS[step].make(stones).think(position, Limit(seconds=0.01))
            assert counter.calls < MOST_CALLS


@pytest.mark.slow
@pytest.mark.parametrize(("words", "players"), cases((20, 20, 5), 2, 3, 15))
def test_a_stop_ends_every_move_soon(words: str, players: int) -> None:
    setup = setup_by(words, players, 20, 20, 5)
    stop = threading.Event()
    stop.set()
    for step in sampled(BELOW_EXPERT, BELOW_EXPERT[::4]):
        position = strewn(setup, 30, Random(step))
        with CallCounter() as counter:
            thought = LEVELS[step].make(1).think(position, Limit(), stop)
        assert counter.calls < MOST_CALLS
        assert thought.move in position.moves


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("step", BELOW_EXPERT)
def test_a_stop_between_is_seen_and_plies_are_kept(step: str) -> None:
    setup = setup_by("usual", 2, 15, 15, 5)
    position = strewn(setup, 12, Random(2))

    class StopLater(threading.Event):
        """Set after it was asked for a while."""

        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            return self.asked > 20

    for seed in range(8):
        stop = StopLater()
        assert LEVELS[step].make(seed).think(position, Limit(), stop).move in position.moves
        assert stop.asked < 60, "asked a few times more by those who end"
        assert LEVELS[step].make(seed).think(position, Limit(depth=1)).depth <= 1


def test_closing_frees_what_a_step_remembers() -> None:
    for words, size in (("usual", (15, 15, 5)), ("drop", (7, 6, 4)), ("double", (9, 9, 5))):
        step = LadderPlayer(9, 1, megabytes=8)
        position = strewn(setup_by(words, 2, *size), 4, Random(1))
        for _ in range(3):
            position.play(step.think(position, Limit(nodes=1500)).move)
            assert step._expert.bytes <= 8 * 2**20
        assert step._expert.bytes > 0
        step.close()
        assert step._expert.bytes == 0
