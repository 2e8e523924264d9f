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
    choices_of,
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
    Game,
    GameOver,
    Geometry,
    IllegalMove,
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


@pytest.mark.slow
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


@pytest.mark.slow
@many
@given(games(whole=True))
def test_a_whole_game_ends_when_and_how_the_rules_say(game: Game) -> None:
    geometry = game.setup.geometry
    *before, last = game.moves
    after = reference_of(game, 0)
    for move in before:
        repeat(after, geometry, move)
        assert move.square is None or after.winner_by(cell_of(geometry, move.square)) is None, (
            "it was won already"
        )
        assert len(after.playing) > 1
    assert not after.is_dead(), "it was over already"
    repeat(after, geometry, last)
    winner = None if last.square is None else after.winner_by(cell_of(geometry, last.square))

    outcome = game.outcome
    assert outcome is not None
    if last.square is not None and winner is not None:
        assert (outcome.termination, outcome.winner) == (Termination.LINE, winner)
        assert cells_of(geometry, outcome.squares) == after.completed(cell_of(geometry, last.square))
    elif len(after.playing) == 1:
        assert outcome == Outcome(Termination.RESIGNATION, after.playing[0])
    else:
        assert after.is_dead()
        assert outcome == Outcome(Termination.DEAD_BOARD if after.empty() else Termination.FULL_BOARD)


@pytest.mark.slow
@many
@given(games(running=True))
def test_turns_and_squares_that_complete_a_line_are_those_of_the_rules(game: Game) -> None:
    board = reference_of(game)
    turns = [board.to_move]
    while (player := board.after(turns[-1])) != board.to_move:
        turns.append(player)
    assert game.position.in_turn() == tuple(turns)
    for player in board.playing:
        assert game.position.turns_left(player) == board.turns_left(player)
    for player in range(len(game.setup.players)):
        found = choices_of(game.setup.geometry, game.position.completing(player), player)
        assert found == board.wins_with(player)


@pytest.mark.slow
@many
@given(games(largest=4))
def test_a_small_board_is_dead_exactly_if_no_play_at_all_makes_a_line(game: Game) -> None:
    if game.outcome is not None and game.outcome.termination in (Termination.LINE, Termination.RESIGNATION):
        game.pop()
    board = reference_of(game)
    is_tried_out = len(board.empty()) <= sampled(9, 7)  # each square more takes nine times as long
    hopeless = board.nobody_can_complete_a_line() if is_tried_out else board.is_dead()
    assert game.position.is_dead() == board.is_dead()
    if board.drop:
        assert hopeless or not board.is_dead(), "a draw has to be certain"
    else:
        assert hopeless == board.is_dead(), "the reference contradicts itself"


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


@pytest.mark.parametrize(
    ("size", "players", "moves", "outcome", "squares"),
    [
        # every square of every line just made
        ((5, 5, 3), 2, "a1 e5 b1 d5 c2 e3 c3 d4 c1", (Termination.LINE, 0), "a1 b1 c1 c2 c3"),
        ((5, 5, 3), 2, "a1 a5 b1 b5 d1 d5 e1 e5 c1", (Termination.LINE, 0), "a1 b1 c1 d1 e1"),
        ((5, 5, 3), 2, "a1 a5 b1 b5 c2 d5 c1", (Termination.LINE, 0), "a1 b1 c1"),
        ((5, 5, 3), 2, "a1 a5 b2 b5 d4 d5 e5 e4 c3", (Termination.LINE, 0), "a1 b2 c3 d4 e5"),
        ((4, 3, 4), 3, "a1 b1 c1", (Termination.DEAD_BOARD, None), ""),
        ((3, 3, 3), 2, "a1 b1 c1 b2 a2 c2 b3 a3", (Termination.DEAD_BOARD, None), ""),
        # only X could still make a line, the first row; then X goes
        ((4, 3, 4), 3, "a1 a2 a3 b1 b3 b2 c1 0-resigns", (Termination.DEAD_BOARD, None), ""),
        ((3, 3, 3), 2, "a1 0-resigns", (Termination.RESIGNATION, 1), ""),
        ((5, 5, 3), 3, "a1 1-resigns b2 c3 2-resigns", (Termination.RESIGNATION, 0), ""),
    ],
)
def test_a_game_ends_by_a_line_a_dead_board_or_resignations(
    size: tuple[int, int, int],
    players: int,
    moves: str,
    outcome: tuple[Termination, int | None],
    squares: str,
) -> None:
    game = play(Game(make_setup(*size, players=players)), moves)
    geometry = game.setup.geometry
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.winner) == outcome
    assert {geometry.name(square) for square in squares_of(game.outcome.squares)} == set(squares.split())


@pytest.mark.slow
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


@pytest.mark.slow
@some
@given(st.integers(3, 20), st.integers(3, 20), st.integers(3, 20))
def test_the_list_of_lines_is_that_of_the_rules(columns: int, rows: int, k: int) -> None:
    geometry = Geometry(columns, rows, k)
    lines = [frozenset(cells_of(geometry, line)) for line in geometry.lines]
    expected = [frozenset(line) for line in Board(columns, rows, k, []).lines()]
    assert len(lines) == len(expected)
    assert set(lines) == set(expected)
    for square, through in geometry.lines_through.items():
        assert set(through) == {line for line in geometry.lines if line >> square & 1}


@pytest.mark.slow
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


# --- refused moves ---------------------------------------------------------------------------------------


def refuse(game: Game, move: Move, error: type[IllegalMove], reason: str) -> None:
    """Expect a refusal with exactly this reason, and a game that is as it was."""
    before = snapshot(game.position), list(game.moves), list(game.undone), game.outcome
    with pytest.raises(error) as refusal:
        game.push(move)
    assert str(refusal.value) == reason
    assert (snapshot(game.position), game.moves, game.undone, game.outcome) == before


BESIDE = (-1, -100, 5, 11, 29, 35, 36, 40, 10_000)
"""No squares of a board of 5×6; 5, 11 … 35 are the bits between two rows."""


@pytest.mark.parametrize(
    ("players", "moves", "player", "square", "error", "reason"),
    [
        (2, "b2 c3", 0, "b2", SquareTaken, "b2 is taken"),
        (2, "b2", 0, "a1", NotYourTurn, "it is O's turn"),
        (2, "b2 c3", 1, "a1", NotYourTurn, "it is X's turn"),
        *[(2, "a1", 1, square, NotASquare, "that square is not on a 5×6 board") for square in BESIDE],
        *[
            (2, "a1 a2 b1 b2 c1 c2 d1", player, square, GameOver, "the game is over")
            for player, square in ((1, "e3"), (0, "e3"), (1, None))
        ],
        *[
            (3, "1-resigns", 1, square, NotYourTurn, "only a player who is still in the game can move")
            for square in ("a1", None)
        ],
        (3, "b2 a1 c2 0-resigns", 1, "b2", SquareTaken, "b2 is taken"),  # such a player's stones stay
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(
    players: int, moves: str, player: int, square: str | int | None, error: type[IllegalMove], reason: str
) -> None:
    game = play(Game(make_setup(5, 6, 4, players=players)), moves)
    number = game.setup.geometry.parse(square) if isinstance(square, str) else square
    refuse(game, Move(player, number), error, reason)
    if number is not None and player == game.position.to_move:
        assert isinstance(game.check(number), error)


def test_a_square_can_be_named_instead_and_is_refused_as_the_square() -> None:
    game, by_name = Game(make_setup(5, 5, 4)), Match(make_setup(5, 5, 4))
    game.place(game.setup.geometry.parse("b2"))
    by_name.place("B2")
    assert by_name.game.check("13") is None
    by_name.place("13")
    game.place("c3")
    for name, error in (("b2", SquareTaken), ("h9", NotASquare), ("middle", NotASquare)):
        assert isinstance(by_name.game.check(name), error)
        with pytest.raises(error):
            by_name.place(name)
    assert by_name.game.moves == game.moves


def test_a_refusal_keeps_what_can_be_redone_and_a_new_move_forgets_it() -> None:
    game = play(Game(make_setup()), "a1 b2")
    game.pop()
    refuse(game, Move(1, 0), SquareTaken, "a1 is taken")
    assert game.redo() == Move(1, game.setup.geometry.parse("b2"))
    game.pop()
    play(game, "c3")
    with pytest.raises(NothingToRedo, match=r"^nothing to redo$"):
        game.redo()
    play(game, "a2")
    for _ in range(3):
        game.pop()
    with pytest.raises(NothingToUndo, match=r"^nothing to undo$"):
        game.pop()


@pytest.mark.slow
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
