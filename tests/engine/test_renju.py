"""Renju: which points are forbidden, by a judge of another program, by a slow reference and by examples."""

from pathlib import Path

import pytest

from tests.support.reference import Board, Cell
from tests.support.renju_positions import BLACK, positions
from tests.support.sampling import sampled
from tests.support.strategies import cells_of, play, reference_of
from ttt_tui.engine import Game, Geometry, LineRule, Outcome, Rules, Setup, Termination, mask_of
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import ForbiddenPoint, InvalidRules, RecordError

RENJU = Rules(LineRule.RENJU)
POINTS = Path(__file__).with_name("renju_points.txt")
KINDS = {"t": "threes", "f": "fours", "o": "row"}
"""What the other judge calls a point → the last word of the reason here."""


def geometry_of(board: Board) -> Geometry:
    return Geometry(board.columns, board.rows, board.k, RENJU)


def masks(board: Board) -> tuple[int, int]:
    """Black's stones, and the empty squares."""
    geometry = geometry_of(board)
    mine = mask_of(geometry.at(*cell) for cell, owner in board.cells.items() if owner == BLACK)
    return mine, mask_of(geometry.at(*cell) for cell in board.empty())


@pytest.mark.slow
def test_points_are_those_of_another_judge() -> None:
    """The file is made by `tests.tools.renju_points`."""
    answers = POINTS.read_text().split("\n")[:-1]
    assert len(answers) == 5_000
    for answer, board in zip(answers[: sampled(5_000, 150)], positions(5_000), strict=False):
        geometry, (mine, empty) = geometry_of(board), masks(board)
        found = {geometry.parse(word[:-1]): word[-1] for word in answer.split()}
        assert geometry.renju.forbidden(mine, empty) == mask_of(found), board
        for square, kind in found.items():
            assert geometry.renju.reason(mine, empty, square).split()[-1] == KINDS[kind]


@pytest.mark.slow
def test_points_are_those_of_the_definitions() -> None:
    for board in positions(sampled(400, 12)):
        geometry, (mine, empty) = geometry_of(board), masks(board)
        forbidden = {cell for cell in board.empty() if board.forbidden(cell)}
        assert cells_of(geometry, geometry.renju.forbidden(mine, empty)) == forbidden


@pytest.mark.parametrize(
    ("drawn", "reason"),
    [
        ("...../..X../..X../..*XX", "two open threes"),
        ("X..../..X../..X../..*XX", "two open threes"),
        ("X/.X/.../...*.XX", "two open threes"),  # with gaps
        ("...../...../..X../..X../.O*XX", ""),  # the row is closed on one side
        ("..../..X/..X/O.*XX.O", ""),  # there is room for five in the row, but not for a straight four
        (".........../..X......../..X......../..*XX.X....", ""),  # one more makes five, no straight four
        ("...X/...X/.XX*X", ""),  # a three and a four
        ("........./.XXX*X...", ""),
        ("........./.XXX*XX..", "6 in a row"),
        ("........./X.XX*.X..", "two fours"),  # in one line
        ("........./X.X*X.X..", "two fours"),
        ("........./XX.X*.XX.", "two fours"),
        ("........./XXX.*.XXX", "two fours"),
        ("........./XXX.*.XXXX", ""),  # on the right one more makes six, and that is no four
        ("....O/....X/....X/....X/XXX.*", "two fours"),
        ("....X/....X/....X/....X/XXXX*XX", ""),  # five beats seven
        ("....X/....X/....X/....X/..XX*/...X/..X", ""),  # and everything else
        ("/.XX..XX/....X/....X/....*XX//....O", "two open threes"),
        ("/.XXX.XX/....X/....X/....*XX//....O", ""),  # an overline keeps the column from becoming a four
    ],
)
def test_examples(drawn: str, reason: str) -> None:
    board, (column, row) = board_of(drawn)
    geometry, (mine, empty) = geometry_of(board), masks(board)
    assert geometry.renju.reason(mine, empty, geometry.at(column, row)) == reason
    assert bool(board.forbidden((column, row))) == bool(reason)


def board_of(drawn: str) -> tuple[Board, Cell]:
    """A board of 15×15 with a drawing in it from c3 on, and the cell of its asterisk."""
    rows = drawn.split("/")
    row = next(number for number, squares in enumerate(rows) if "*" in squares)
    lines = [*["." * 15] * 2, *(f"..{squares}".ljust(15, ".") for squares in rows)]
    board = Board.read("\n".join([*lines, *["." * 15] * 15][:15]).replace("*", "."), 5)
    board.black = BLACK
    return board, (rows[row].index("*") + 2, row + 2)


# --- games -----------------------------------------------------------------------------------------------

FORK = "h8 a1 i8 a15 g6 o1 g7 o15"
"""After it the first player would make two threes on g8."""


def renju(first: int = 0, columns: int = 15, rows: int = 15) -> Game:
    return Game(Setup(Geometry(columns, rows, 5, RENJU)), first)


@pytest.mark.parametrize("first", [0, 1])
def test_the_player_who_begins_is_refused_with_the_reason_and_the_other_is_not(first: int) -> None:
    game = play(renju(first), FORK)
    g8 = game.setup.geometry.parse("g8")
    assert str(game.check("g8")) == "g8 is forbidden: it makes two open threes"
    with pytest.raises(ForbiddenPoint):
        game.place("g8")
    assert game.position.forbidden == 1 << g8
    assert not game.position.legal >> g8 & 1
    assert g8 not in game.position.moves
    twin = game.position.copy()
    game.place("c3")
    assert (twin.forbidden, game.position.forbidden) == (1 << g8, 0)
    game.place("g8")
    game.pop()
    game.pop()
    assert game.check("g8") is not None


def test_six_win_for_the_second_player_and_are_forbidden_to_the_first() -> None:
    game = play(renju(), "a1 c1 a2 c2 a3 c3 a5 c5 a6 c6 o15 c4")
    assert game.outcome == Outcome(Termination.LINE, 1, mask_of(map(game.setup.geometry.parse, SIX)))
    game = play(renju(), "a1 c1 a2 c2 a3 c3 a5 c5 a6 c6")
    assert str(game.check("a4")) == "a4 is forbidden: it makes 6 in a row"
    assert game.position.completing(0) == 0
    assert game.position.completing(1) == 1 << game.setup.geometry.parse("c4")


SIX = ("c1", "c2", "c3", "c4", "c5", "c6")


def test_five_beats_a_ban_and_only_the_five_is_the_line() -> None:
    game = play(renju(), "e1 o1 e2 o3 e3 o5 e4 o7 a5 o9 b5 o11 c5 o13 d5 o15 f5 n2 e5")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.squares.bit_count()) == (0, 5)


NO_MOVE = (
    "e1 d4 c1 d5 e4 d2 f1 d3 b1 g4 e3 a5 b3 g2 b2 c4 a3 b4 f2 g5 c2 f5 g1 e2 g3 f4 a4 f3 e5 c5 a1 a2 b5 c3"
)
"""After it d1 alone is empty, between three stones of the first player on each side."""


def test_a_game_is_drawn_where_only_forbidden_points_are_left() -> None:
    game = play(renju(columns=7, rows=5), NO_MOVE)
    assert game.outcome == Outcome(Termination.NO_MOVE)
    board = reference_of(game)
    assert (board.legal(), board.empty()) == ([], [(3, 0)])
    game.pop()
    assert game.outcome is None


@pytest.mark.parametrize(
    ("rules", "k", "players", "sentence"),
    [
        (RENJU, 4, 2, "renju is played with 5 in a row, not 4"),
        (RENJU, 5, 3, "renju is for two players, not for 3"),
        (Rules(LineRule.RENJU, misere=True), 5, 2, "renju and misere do not go together; choose one of them"),
        (Rules(LineRule.RENJU, drop=True), 5, 2, "renju and drop do not go together; choose one of them"),
        (Rules(LineRule.RENJU, wrap=True), 5, 2, "renju and torus do not go together; choose one of them"),
    ],
)
def test_what_is_not_renju_is_refused(rules: Rules, k: int, players: int, sentence: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        Game(Setup(Geometry(15, 15, k, rules), players))
    assert str(refused.value) == sentence


def test_renju_and_exactly_contradict_each_other() -> None:
    with pytest.raises(InvalidRules, match="exactly and renju"):
        Rules.parse("exactly, renju")


@pytest.mark.parametrize("first", [0, 1])
def test_records_keep_renju_and_refuse_a_move_that_it_forbids(first: int) -> None:
    game = play(Game(Setup(Geometry(9, 9, 5, RENJU)), first), "e5 a1 f5 a3 d3 a5 d4 a7")
    for write, read in ((to_text, from_text), (to_json, from_json)):
        text = write(Record(game))
        assert "renju" in text
        again = read(text).game
        assert (again.setup, again.first, again.moves) == (game.setup, first, game.moves)
        assert again.position.forbidden == game.position.forbidden != 0
        edited = text.replace("a7", "d5")  # by the second player it is no foul
        assert read(edited).game.moves[-1].square == game.setup.geometry.parse("d5")
    with pytest.raises(RecordError, match="d5 is forbidden: it makes two open threes"):
        from_text(to_text(Record(game)).replace("a7", "a7 d5"))
