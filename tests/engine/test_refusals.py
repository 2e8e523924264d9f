"""What is refused, in which words, and what resigning does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import games, make_setup, many, play, snapshot
from ttt_tui.engine import (
    Change,
    Game,
    GameOver,
    IllegalMove,
    Match,
    Move,
    NotASquare,
    NothingToRedo,
    NothingToUndo,
    NotYourTurn,
    Outcome,
    SquareTaken,
    Termination,
)


def refuse(game: Game, move: Move, error: type[IllegalMove], reason: str) -> None:
    """Expect a refusal with exactly this reason, and a game that is as it was."""
    before = snapshot(game.position), list(game.moves), list(game.undone), game.outcome
    with pytest.raises(error) as refusal:
        game.push(move)
    assert str(refusal.value) == reason
    assert (snapshot(game.position), game.moves, game.undone, game.outcome) == before


def test_a_taken_square_is_refused() -> None:
    game = play(Game(make_setup(5, 5, 4)), "b2 c3")
    b2 = game.setup.geometry.parse("b2")
    refuse(game, Move(0, b2), SquareTaken, "b2 is taken")
    assert str(game.check(b2)) == "b2 is taken"


def test_a_square_that_is_not_on_the_board_is_refused_by_its_name() -> None:
    with pytest.raises(NotASquare) as refusal:
        make_setup(5, 5, 4).geometry.parse("h9")
    assert str(refusal.value) == "h9 is not on a 5×5 board"


def test_a_square_can_be_named_instead() -> None:
    game, by_name = Game(make_setup(5, 5, 4)), Match(make_setup(5, 5, 4))
    game.place(game.setup.geometry.parse("b2"))
    by_name.place("B2")
    assert by_name.game.check("13") is None
    by_name.place("13")
    game.place("c3")
    assert by_name.game.moves == game.moves


@pytest.mark.parametrize(("name", "error"), [("b2", SquareTaken), ("h9", NotASquare), ("middle", NotASquare)])
def test_a_name_is_refused_as_its_square_is(name: str, error: type[IllegalMove]) -> None:
    changes: list[Change] = []
    match = Match(make_setup(5, 5, 4), listener=lambda match, change: changes.append(change))
    match.place("b2")
    assert isinstance(match.game.check(name), error)
    with pytest.raises(error):
        match.place(name)
    assert len(match.game.moves) == 1
    assert changes == [Change.STARTED, Change.PUSHED]


@pytest.mark.parametrize("square", [-1, -100, 5, 11, 35, 36, 40, 10_000])
def test_a_square_beside_the_board_is_refused(square: int) -> None:
    # 5, 11 and 35 are the bits between two rows.
    game = play(Game(make_setup(5, 6, 4)), "a1")
    refuse(game, Move(1, square), NotASquare, "that square is not on a 5×6 board")


def test_a_move_out_of_turn_is_refused_and_names_who_is_to_move() -> None:
    game = play(Game(make_setup(5, 5, 4)), "b2")
    refuse(game, Move(0, 0), NotYourTurn, "it is O's turn")
    play(game, "c3")
    refuse(game, Move(1, 0), NotYourTurn, "it is X's turn")


def test_nothing_is_possible_after_the_end() -> None:
    game = play(Game(make_setup()), "a1 a2 b1 b2 c1")
    assert game.outcome is not None
    free = game.setup.geometry.parse("c3")
    refuse(game, Move(1, free), GameOver, "the game is over")
    refuse(game, Move(0, free), GameOver, "the game is over")
    refuse(game, Move(1, None), GameOver, "the game is over")
    assert isinstance(game.check(free), GameOver)


def test_whoever_resigned_cannot_move_or_resign_again() -> None:
    game = Game(make_setup(5, 5, 3, players=3))
    game.push(Move(1, None))
    refuse(game, Move(1, 0), NotYourTurn, "only a player who is still in the game can move")
    refuse(game, Move(1, None), NotYourTurn, "only a player who is still in the game can move")


def test_a_refusal_keeps_what_can_be_redone() -> None:
    game = play(Game(make_setup()), "a1 b2")
    game.pop()
    refuse(game, Move(1, 0), SquareTaken, "a1 is taken")
    assert game.redo() == Move(1, game.setup.geometry.parse("b2"))


def test_a_new_move_forgets_what_could_be_redone() -> None:
    game = play(Game(make_setup()), "a1 b2")
    game.pop()
    play(game, "c3")
    with pytest.raises(NothingToRedo, match=r"^nothing to redo$"):
        game.redo()


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(NothingToUndo, match=r"^nothing to undo$"):
        Game(make_setup()).pop()


def test_a_set_up_with_a_problem_makes_no_game() -> None:
    with pytest.raises(ValueError, match=r"^a 2×3 board is not possible"):
        Game(make_setup(2, 3, 3))


def test_every_refusal_is_an_illegal_move_and_a_value_error() -> None:
    for error in (GameOver, NotASquare, NotYourTurn, NothingToRedo, NothingToUndo, SquareTaken):
        assert issubclass(error, IllegalMove)
    assert issubclass(IllegalMove, ValueError)


@many
@given(games(largest=8), st.integers(-3, 100), st.integers(0, 3))
def test_check_refuses_exactly_what_push_refuses(game: Game, square: int, back: int) -> None:
    for _ in range(min(back, len(game.moves))):
        game.pop()
    expected = game.check(square)
    legal = game.outcome is None and square in game.position.moves
    assert (expected is None) == legal
    if expected is None:
        game.place(square)
        assert game.moves[-1].square == square
    else:
        refuse(game, Move(game.position.to_move, square), type(expected), str(expected))


# --- resigning


def test_of_two_players_the_other_one_wins() -> None:
    for quitter in (0, 1):
        game = play(Game(make_setup()), "a1")
        game.push(Move(quitter, None))
        assert game.outcome == Outcome(Termination.RESIGNATION, 1 - quitter)


def test_of_three_players_the_others_play_on_and_a_lone_survivor_wins() -> None:
    game = play(Game(make_setup(5, 5, 3, players=3)), "a1")
    game.push(Move(1, None))
    assert game.outcome is None
    assert game.position.to_move == 2
    play(game, "b2")
    assert game.position.to_move == 0
    play(game, "c3")
    assert game.position.to_move == 2
    game.push(Move(2, None))
    assert game.outcome == Outcome(Termination.RESIGNATION, 0)


def test_resigning_out_of_turn_leaves_the_turn_where_it_is() -> None:
    game = play(Game(make_setup(5, 5, 3, players=4)), "a1")
    game.push(Move(3, None))
    assert game.position.to_move == 1
    assert game.position.in_turn() == (1, 2, 0)
    game.push(Move(0, None))
    assert game.position.in_turn() == (1, 2)


def test_taking_a_resignation_back_restores_the_turn() -> None:
    game = play(Game(make_setup(5, 5, 3, players=4)), "a1")
    for quitter in (1, 3, 0):
        before = snapshot(game.position)
        game.push(Move(quitter, None))
        game.pop()
        assert snapshot(game.position) == before
        game.redo()
    assert game.outcome == Outcome(Termination.RESIGNATION, 2)
    game.pop()
    assert game.outcome is None
    assert game.position.in_turn() == (2, 0)


def test_the_stones_of_a_player_who_resigned_stay() -> None:
    game = play(Game(make_setup(5, 5, 3, players=3)), "b2 a1 c2")
    game.push(Move(0, None))
    b2 = game.setup.geometry.parse("b2")
    assert game.position.owner(b2) == 0
    refuse(game, Move(1, b2), SquareTaken, "b2 is taken")


def test_a_resignation_can_leave_a_dead_board() -> None:
    # Only X could still make a line, the first row; then X goes.
    game = play(Game(make_setup(4, 3, 4, players=3)), "a1 a2 a3 b1 b3 b2 c1")
    assert game.outcome is None
    game.push(Move(0, None))
    assert game.outcome == Outcome(Termination.DEAD_BOARD)
    game.pop()
    assert game.outcome is None


def test_a_resignation_gives_the_others_more_turns() -> None:
    # Twelve squares are left, for three players and then for two.
    game = play(Game(make_setup(5, 3, 3, players=3)), "a1 b1 c1")
    turns = game.position.turns_left(1)
    game.push(Move(2, None))
    assert (turns, game.position.turns_left(1)) == (4, 6)
