"""Games between computers, and what becomes of computers that do not play by the rules."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.support.strategies import make_setup, play, snapshot
from ttt_tui.computer import A_SECOND, LEVELS, IllegalAnswer, Thought, play_game
from ttt_tui.engine import Game, Limit, Move, Position, Termination


class Bot:
    """Answers what it is told to, by default the first free square."""

    def __init__(
        self, answer: Callable[[Position], Any] = lambda position: Thought(position.moves[0])
    ) -> None:
        self.answer = answer
        self.limits: list[Limit] = []

    def think(self, position: Position, limit: Limit) -> Any:
        self.limits.append(limit)
        return self.answer(position)


def test_computers_play_a_game_to_its_end() -> None:
    game = Game(make_setup(4, 3, 3, players=3))
    outcome = play_game(game, [Bot(), Bot(), LEVELS["rules"].make()])
    assert game.outcome is outcome
    assert (outcome.termination, outcome.winner) == (Termination.LINE, 2)


def test_a_game_is_played_on_from_where_it_is_and_one_that_is_over_stays() -> None:
    game = play(Game(make_setup()), "a1 b1 a2 b2")
    bots = [Bot(), Bot()]
    outcome = play_game(game, [Bot(lambda position: Thought(position.geometry.parse("a3"))), bots[1]])
    assert outcome.winner == 0
    assert play_game(game, bots) is outcome
    assert len(game.moves) == 5
    assert bots[0].limits == bots[1].limits == []


def test_who_has_resigned_is_not_asked() -> None:
    game = Game(make_setup(4, 4, 3, players=3))
    game.push(Move(1, None))
    bots = [Bot(), Bot(), Bot()]
    play_game(game, bots)
    assert bots[1].limits == []


def test_each_move_can_be_watched() -> None:
    game = Game(make_setup())
    seen: list[int] = []
    play_game(game, [Bot(), Bot()], watch=lambda watched: seen.append(len(watched.moves)))
    assert seen == list(range(1, len(game.moves) + 1))


def test_a_player_with_a_limit_keeps_it_and_the_others_have_the_one_of_the_game() -> None:
    setup = make_setup()
    own = Limit(depth=3)
    setup = replace(setup, players=(replace(setup.players[0], limit=own), setup.players[1]))
    for options, expected in (({}, A_SECOND), ({"limit": Limit(nodes=9)}, Limit(nodes=9))):
        bots = [Bot(), Bot()]
        play_game(Game(setup), bots, **options)
        assert set(bots[0].limits) == {own}
        assert set(bots[1].limits) == {expected}


def test_a_computer_gets_a_position_of_its_own() -> None:
    def spoil(position: Position) -> Thought:
        move = position.moves[0]
        position.play(position.moves[-1])
        return Thought(move)

    game = Game(make_setup())
    play_game(game, [Bot(spoil), Bot(spoil)])
    assert game.position == play(Game(make_setup()), "a1 b1 c1 a2 b2 c2 a3").position


@pytest.mark.parametrize("count", [0, 1, 3])
def test_every_seat_needs_a_computer(count: int) -> None:
    with pytest.raises(ValueError, match=f"^2 players need as many computers, not {count}$"):
        play_game(Game(make_setup()), [Bot()] * count)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Thought(0), "P1 (O), move 2: a1 is not a legal move: a1 is taken"),
        (Thought(3), "P1 (O), move 2: 3 is not a legal move: that square is not on a 3×3 board"),
        (Thought(-1), "P1 (O), move 2: -1 is not a legal move: that square is not on a 3×3 board"),
        (Thought(99), "P1 (O), move 2: 99 is not a legal move: that square is not on a 3×3 board"),
        (None, "P1 (O), move 2: None is not a Thought with a square"),
        (4, "P1 (O), move 2: 4 is not a Thought with a square"),
        ("b2", "P1 (O), move 2: 'b2' is not a Thought with a square"),
        (Thought(None), r"P1 (O), move 2: Thought(move=None, "),  # type: ignore[arg-type]
        (Thought("b2"), r"P1 (O), move 2: Thought(move='b2', "),  # type: ignore[arg-type]
        (Thought(1.0), r"P1 (O), move 2: Thought(move=1.0, "),  # type: ignore[arg-type]
    ],
)
def test_an_answer_that_is_no_legal_move_names_player_and_move(answer: object, reason: str) -> None:
    game = play(Game(make_setup()), "a1")
    before = snapshot(game.position)
    with pytest.raises(IllegalAnswer) as refusal:
        play_game(game, [Bot(), Bot(lambda position: answer)])
    assert str(refusal.value).startswith(reason)
    assert snapshot(game.position) == before
    assert game.outcome is None


def test_what_a_computer_raises_comes_through_with_its_name() -> None:
    def fail(position: Position) -> Thought:
        raise KeyError("opening")

    game = Game(make_setup())
    with pytest.raises(KeyError, match="opening") as failure:
        play_game(game, [Bot(), Bot(fail)])
    assert failure.value.__notes__ == ["raised by the computer of P1 (O), move 2"]
    assert len(game.moves) == 1
