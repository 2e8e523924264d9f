"""Games of the ladder repeat with their seed, also when they were left and resumed, and vary with it."""

import pytest

from tests.support.sampling import sampled
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import STEPS
from ttt_tui.engine import Game, Geometry, Limit, Rules, Setup

BELOW_EXPERT = STEPS[:-1]
FEW = Limit(nodes=500)

BOARDS = (
    (9, 9, 5, "usual", 2), (7, 6, 4, "usual", 2), (7, 6, 4, "drop", 2), (5, 5, 4, "usual", 2),
    (3, 3, 3, "usual", 2), (7, 7, 4, "double", 2), (5, 5, 4, "misere", 2), (4, 4, 4, "wild", 2),
    (6, 6, 4, "torus", 2), (7, 7, 4, "swap2", 2), (9, 9, 5, "renju", 2), (7, 7, 4, "usual", 3),
    (9, 9, 3, "ultimate", 2),
)  # fmt: skip


def play_out(geometry: Geometry, players: int, level: str, seed: int, reply: str, new: int = 0) -> list[int]:
    """Return the moves of a game against a level; the step is made anew for each move after `new` moves."""
    game = Game(Setup(geometry, players))
    step, others = LEVELS[level].make(seed), LEVELS[reply].make(7)
    while game.outcome is None:
        mover = step if game.position.to_move == 0 else others
        if mover is step and new and len(game.moves) >= new:
            step.close()
            mover = step = LEVELS[level].make(seed)
        game.place(mover.think(game.position, FEW).move)
    return [move.square for move in game.moves if move.square is not None]


@pytest.mark.sample(every=12)
@pytest.mark.parametrize("level", BELOW_EXPERT)
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_a_game_repeats_also_when_it_is_resumed(level: str, board: tuple[int, int, int, str, int]) -> None:
    columns, rows, k, words, players = board
    geometry = Geometry(columns, rows, k, Rules.parse(words))
    for seed in range(sampled(5, 2)):
        reply = "scorer" if seed % 2 else "rules"
        first = play_out(geometry, players, level, seed, reply)
        assert play_out(geometry, players, level, seed, reply) == first
        for new in (1, 2 * seed + 3):
            assert play_out(geometry, players, level, seed, reply, new) == first


@pytest.mark.slow
@pytest.mark.parametrize("level", BELOW_EXPERT)
def test_a_computer_that_has_played_plays_like_a_new_one(level: str) -> None:
    game, step = Game(Setup(Geometry(5, 5, 4), 2)), LEVELS[level].make(3)
    for _ in range(2):
        while game.outcome is None:
            move = LEVELS[level].make(3).think(game.position, FEW).move
            assert step.think(game.position, FEW).move == move
            game.place(move)
        game = Game(Setup(Geometry(6, 5, 4), 2), 1)


@pytest.mark.slow
@pytest.mark.parametrize("level", BELOW_EXPERT)
def test_seeds_vary_games_against_the_same_replies(level: str) -> None:
    games = set[tuple[int, ...]]()
    for seed in range(20):
        games.add(tuple(play_out(Geometry(9, 9, 5), 2, level, seed, "scorer")))
        if len(games) == 3:
            return
    pytest.fail(f"20 seeds give {len(games)} games")
