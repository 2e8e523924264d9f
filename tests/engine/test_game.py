"""Games: rules and endings against the plain reference, undo and redo, refused moves and resignations."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.reference import Board
from tests.support.sampling import sampled
from tests.support.strategies import (
    cell_of,
    cells_of,
    games,
    make_setup,
    many,
    play,
    position_of,
    reference_of,
    repeat,
    snapshot,
    some,
)
from ttt_tui.engine import (
    Change,
    Game,
    GameOver,
    Geometry,
    IllegalMove,
    InvalidSetup,
    Match,
    Move,
    NotASquare,
    NothingToRedo,
    NothingToUndo,
    NotYourTurn,
    Outcome,
    Position,
    SquareTaken,
    Termination,
    squares_of,
)


@many
@given(games())
def test_taking_a_game_back_passes_through_the_same_positions_and_redoing_too(game: Game) -> None:
    moves, outcome = list(game.moves), game.outcome
    again = Game(game.setup, game.first)
    seen = [snapshot(again.position)]
    for move in moves:
        assert again.outcome is None
        again.push(move)
        seen.append(snapshot(again.position))
    assert again.position == game.position
    assert again.outcome == outcome

    for ply in reversed(range(len(moves))):
        assert again.pop() == moves[ply]
        assert snapshot(again.position) == seen[ply]
        assert again.outcome is None
        assert again.moves == moves[:ply]
    assert again.position == Position(game.setup.geometry, len(game.setup.players), game.first)

    for ply, move in enumerate(moves):
        assert again.redo() == move
        assert snapshot(again.position) == seen[ply + 1]
    assert again.moves == moves
    assert again.outcome == outcome
    assert again.undone == []


@many
@given(games(whole=True))
def test_a_whole_game_ends_when_and_how_the_rules_say(game: Game) -> None:
    geometry = game.setup.geometry
    last = game.moves[-1]
    before = reference_of(game, len(game.moves) - 1)
    assert not before.is_dead(), "it was over already"
    after = before.copy()
    repeat(after, geometry, last)
    completed = set() if last.square is None else after.completed(cell_of(geometry, last.square))

    outcome = game.outcome
    assert outcome is not None
    if completed:
        assert (outcome.termination, outcome.winner) == (Termination.LINE, last.player)
        assert cells_of(geometry, outcome.squares) == completed
    elif len(after.playing) == 1:
        assert outcome == Outcome(Termination.RESIGNATION, after.playing[0])
    else:
        assert after.is_dead()
        assert outcome == Outcome(Termination.DEAD_BOARD if after.empty() else Termination.FULL_BOARD)


@many
@given(games())
def test_a_game_goes_on_while_no_line_is_made_and_one_is_possible(game: Game) -> None:
    board = reference_of(game, 0)
    for ply, move in enumerate(game.moves):
        repeat(board, game.setup.geometry, move)
        made_line = move.square is not None and board.completed(cell_of(game.setup.geometry, move.square))
        if ply < len(game.moves) - 1 or game.outcome is None:
            assert not made_line
            assert len(board.playing) > 1
    if game.outcome is None:
        assert not board.is_dead()
        assert not game.position.is_dead()


@some
@given(games(running=True))
def test_the_squares_that_complete_a_line_are_found_for_every_player(game: Game) -> None:
    board = reference_of(game)
    for player in range(len(game.setup.players)):
        found = cells_of(game.setup.geometry, game.position.completing(player))
        assert found == board.wins_at(player)


@many
@given(games(running=True))
def test_the_turns_left_are_those_of_a_game_played_to_the_last_square(game: Game) -> None:
    board = reference_of(game)
    assert game.position.in_turn()[0] == board.to_move
    for player in board.playing:
        assert game.position.turns_left(player) == board.turns_left(player)


@many
@given(games(largest=4))
def test_a_small_board_is_dead_exactly_if_no_play_at_all_makes_a_line(game: Game) -> None:
    if game.outcome is not None and game.outcome.termination in (Termination.LINE, Termination.RESIGNATION):
        game.pop()
    board = reference_of(game)
    is_tried_out = len(board.empty()) <= sampled(9, 7)  # each square more takes nine times as long
    hopeless = board.nobody_can_complete_a_line() if is_tried_out else board.is_dead()
    assert hopeless == board.is_dead(), "the reference contradicts itself"
    assert game.position.is_dead() == hopeless


@pytest.mark.sample(every=5)
@pytest.mark.parametrize(
    ("drawn", "k", "players", "to_move", "dead"),
    [
        ("XOX OXX O.O", 3, 2, 0, True),  # X has a turn, but no line
        ("XOX OO. .X.", 3, 2, 1, False),  # O takes the middle row
        ("XXO OOX X..", 3, 2, 1, True),  # X needs two turns for the last row and has one
        ("XOX XOO OX.", 3, 2, 0, True),
        ("XOA .AX OXO", 3, 3, 2, True),
        ("XOA XOA ...", 3, 3, 0, False),
        ("XOA. .... ....", 4, 3, 0, True),  # nine squares: three turns each for a row of four
        ("...X ...O ...A", 4, 3, 0, False),  # everybody has a stone in a row already
        (".O.. .... ..X.", 4, 3, 2, False),
    ],
)
def test_drawn_boards_are_dead_or_alive(drawn: str, k: int, players: int, to_move: int, dead: bool) -> None:
    board = Board.read(drawn, k, players, to_move)
    assert board.nobody_can_complete_a_line() == dead
    assert position_of(board).is_dead() == dead


def test_a_game_ends_as_soon_as_no_line_is_possible() -> None:
    row = play(Game(make_setup(4, 3, 4, players=3)), "a1 b1 c1")
    assert row.outcome == Outcome(Termination.DEAD_BOARD)
    game = play(Game(make_setup()), "a1 b1 c1 b2 a2 c2 b3 a3")
    assert game.outcome == Outcome(Termination.DEAD_BOARD)


@pytest.mark.parametrize(
    ("moves", "squares"),
    [
        ("a1 e5 b1 d5 c2 e3 c3 d4 c1", "a1 b1 c1 c2 c3"),  # two lines at once
        ("a1 a5 b1 b5 d1 d5 e1 e5 c1", "a1 b1 c1 d1 e1"),  # more than three in a row
        ("a1 a5 b1 b5 c2 d5 c1", "a1 b1 c1"),  # two in a column beside it are no line
        ("a1 a5 b2 b5 d4 d5 e5 e4 c3", "a1 b2 c3 d4 e5"),  # along a diagonal
    ],
)
def test_every_square_of_every_line_just_made_wins(moves: str, squares: str) -> None:
    game = play(Game(make_setup(5, 5, 3)), moves)
    geometry = game.setup.geometry
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.winner) == (Termination.LINE, 0)
    assert {geometry.name(square) for square in squares_of(game.outcome.squares)} == set(squares.split())


@many
@given(
    st.integers(3, 20), st.integers(3, 20), st.integers(3, 20), st.floats(0.05, 0.95), st.integers(0, 2**32)
)
def test_lines_in_any_pattern_of_stones_are_found(
    columns: int, rows: int, k: int, density: float, seed: int
) -> None:
    rng = Random(seed)
    k = min(k, max(columns, rows))
    geometry = Geometry(columns, rows, k)
    board = Board(columns, rows, k, [0])
    stones = 0
    for square in geometry.squares:
        if rng.random() < density:
            stones |= 1 << square
            board.cells[cell_of(geometry, square)] = 0
    assert geometry.has_line(stones) == board.has_line(0)
    assert cells_of(geometry, geometry.completing(stones)) == board.wins_at(0)
    for cell in rng.sample(sorted(board.cells), min(20, len(board.cells))):
        assert cells_of(geometry, geometry.winning_squares(stones, geometry.at(*cell))) == board.completed(
            cell
        )


@some
@given(st.integers(3, 20), st.integers(3, 20), st.integers(3, 20))
def test_the_list_of_lines_is_that_of_the_rules(columns: int, rows: int, k: int) -> None:
    geometry = Geometry(columns, rows, k)
    lines = [cells_of_line(geometry, line) for line in geometry.lines]
    expected = [frozenset(line) for line in Board(columns, rows, k, []).lines()]
    assert len(lines) == len(expected)
    assert set(lines) == set(expected)
    for square, through in geometry.lines_through.items():
        assert set(through) == {line for line in geometry.lines if line >> square & 1}


@some
@given(games(running=True))
def test_a_copy_is_equal_and_goes_its_own_way(game: Game) -> None:
    position = game.position
    before = snapshot(position)
    twin = position.copy()
    assert twin == position
    assert snapshot(twin) == before
    twin.play(twin.moves[0])
    assert twin != position
    twin.resign(twin.active[-1])
    assert snapshot(position) == before
    for _ in range(len(game.moves) + 2):
        twin.undo()
    assert twin == Position(game.setup.geometry, len(game.setup.players), game.first)
    assert snapshot(position) == before


def test_positions_differ_by_stones_turn_players_and_board() -> None:
    def fresh() -> Position:
        return Position(Geometry(4, 3, 3), 3)

    moved, resigned = fresh(), fresh()
    moved.play(0)
    resigned.resign(2)
    assert fresh() == fresh()
    assert fresh() != moved
    assert fresh() != resigned
    assert fresh() != Position(Geometry(4, 3, 3), 3, first=1)
    assert fresh() != Position(Geometry(4, 3, 4), 3)
    assert fresh() != "a board"


def test_a_position_knows_whose_stone_is_where_and_which_was_last() -> None:
    position = Position(Geometry(3, 3, 3), 3)
    assert position.last_square is None
    position.play(0)
    position.play(5)
    position.resign(2)
    assert (position.owner(0), position.owner(5), position.owner(1)) == (0, 1, None)
    assert position.last_square == 5
    assert position.ply == 2


def test_the_nearest_empty_square_is_beside_a_stone_and_rather_towards_the_middle() -> None:
    position = Position(Geometry(4, 4, 3), 2)
    assert position.nearest_empty(position.geometry.parse("b2")) == position.geometry.parse("b2")
    nearest = []
    for name in ("a1", "b1", "a2", "b2"):
        position.play(position.geometry.parse(name))
        nearest.append(position.nearest_empty(position.geometry.parse("a1")))
    assert [position.geometry.name(square) for square in nearest[1:3]] == ["a2", "b2"]
    assert position.geometry.name(nearest[3]) in ("a3", "c1")
    for square in position.moves:
        position.play(square)
    assert position.nearest_empty(0) is None


def cells_of_line(geometry: Geometry, line: int) -> frozenset[tuple[int, int]]:
    return frozenset(cells_of(geometry, line))


# --- refused moves ---------------------------------------------------------------------------------------


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


def test_a_move_out_of_turn_is_refused_and_names_the_player_to_move() -> None:
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


def test_a_player_who_resigned_cannot_move_or_resign_again() -> None:
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


def test_every_refusal_is_an_illegal_move_and_a_value_error() -> None:
    for error in (GameOver, NotASquare, NotYourTurn, NothingToRedo, NothingToUndo, SquareTaken):
        assert issubclass(error, IllegalMove)
    assert issubclass(IllegalMove, ValueError)


def test_an_invalid_set_up_makes_no_game() -> None:
    with pytest.raises(InvalidSetup, match=r"^a 2×3 board is not possible"):
        Game(make_setup(2, 3, 3))


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


# --- resigning -------------------------------------------------------------------------------------------


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
