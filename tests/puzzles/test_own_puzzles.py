"""Mistakes of reviewed games that come back as puzzles."""

import threading
from dataclasses import replace

import pytest

from tests.support.sampling import sampled
from ttt_tui.analysis.game_review import GameReview
from ttt_tui.analysis.judge import Judge
from ttt_tui.engine import Game, Geometry, Player, Setup
from ttt_tui.puzzles.making import own_puzzles
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, MoveEffect

HUMANS = (Player("Ada"), Player("Bob"))


def reviewed(
    geometry: Geometry, moves: str, players: tuple[Player, ...] = HUMANS, first: int = 0
) -> GameReview:
    game = Game(Setup(geometry, players), first)
    for name in moves.split():
        game.place(name)
    review, judge = GameReview(game, (0.2,)), Judge()
    while review.work(judge):
        pass
    judge.close()
    return review


@pytest.mark.parametrize("first", [0, 1])
def test_the_move_that_gave_a_draw_away_is_asked_for_again(first: int) -> None:
    geometry = Geometry(3, 3, 3)
    (found,) = own_puzzles(reviewed(geometry, "a1 b1 b2 c3 a3 a2 c1", first=first))
    assert found.goal is Goal.HOLD
    assert [*map(geometry.name, found.played)] == ["a1"]
    prover = prover_of(geometry)
    assert [*map(geometry.name, prover.keeping(found.task()))] == ["b2"]
    assert prover.judge(found.task(), geometry.parse("b1")).effect is MoveEffect.LOSES


def test_only_mistakes_of_people_at_this_terminal_are_asked_for() -> None:
    geometry = Geometry(3, 3, 3)
    ada, bob = HUMANS
    for elsewhere in (replace(bob, level="rules"), replace(bob, level="open")):
        assert own_puzzles(reviewed(geometry, "a1 b1 b2 c3 a3 a2 c1", (ada, elsewhere))) == []


@pytest.mark.slow
def test_games_of_three_and_games_without_mistakes_give_nothing() -> None:
    assert own_puzzles(reviewed(Geometry(3, 3, 3), "a1 b2 c3 b1 b3 a3 c1 c2")) == []
    three = (*HUMANS, Player("Cy"))
    assert own_puzzles(reviewed(Geometry(4, 4, 3), "a1 b1 c1 d1 a2 b2 c2", three)) == []


def test_nothing_is_looked_for_any_more_once_it_is_to_stop() -> None:
    stopped = threading.Event()
    stopped.set()
    assert own_puzzles(reviewed(Geometry(3, 3, 3), "a1 b1 b2 c3 a3 a2 c1"), stopped) == []


def test_a_win_by_force_that_was_missed_on_a_large_board_is_asked_for_again() -> None:
    geometry = Geometry(11, 11, 5)
    # X has three in a row with both ends open, as O has, and places elsewhere:
    lost = sampled(" f9 b9 g9", "")
    puzzles = own_puzzles(reviewed(geometry, f"e5 c9 f5 d9 g5 e9 a1{lost}"))
    (found,) = (puzzle for puzzle in puzzles if len(puzzle.played) == 6)
    assert found.goal is Goal.WIN
    assert found.moves == 2
