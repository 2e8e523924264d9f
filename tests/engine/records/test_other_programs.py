"""Records of other programs and people: lists of moves in every notation, PGN-like text, and JSON lists."""

from functools import partial

import pytest

from tests.support import records as support
from tests.support.records import names, short_place
from tests.support.strategies import make_setup, play
from ttt_tui.engine import Game, Geometry, Rules
from ttt_tui.engine.records import Record, result_text
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.records.moves import from_moves, to_moves
from ttt_tui.engine.records.notations import ColumnLetters
from ttt_tui.engine.records.tree import to_movetext
from ttt_tui.errors import RecordError

refused = partial(support.refused, read=read_records)

PENTE = """\
[Game "Gomoku"]
[Site "Pente.org"]
[Date "03/02/2021"]
[Player 1 Name "anna"]
[Player 2 Name "boris"]
[Rated "N"]
[Result "1-0"]

1. K10 L10 2. K11 K9 3. J9 L11
1-0
"""
AT3 = """\
[Event "Kitchen table"]
[Date "2025.02.21"]
[Game "TicTacToe"]
[Player1 "Anna"]
[Player2 "Boris"]
[Result "Cat Game"]
[Grid "3x3"]
[WinCount "3"]

1. b2 2. a1
3. c1 4. a3
"""
TWO_SITES = PENTE + "\n" + AT3


def read(text: str, words: str | None = None, board: tuple[int, int] | None = None) -> Record:
    [record] = read_records(text, board=board, rules=Rules.parse(words) if words else None)
    return record


# --- the board of a named game ---------------------------------------------------------------------------


@pytest.mark.parametrize("board", [None, (7, 6)])
@pytest.mark.parametrize(
    "text", ["d1 c1 d2 c2 d3 c3 d4", "d c d c d c d", "4343434", "4 3 4 3 4 3 4", "1. d c 2. d c 3. d c 4. d"]
)
def test_connect_four_is_won_on_its_own_board(text: str, board: tuple[int, int] | None) -> None:
    record = read(text, "connect4", board)
    assert record.game.setup.geometry == Geometry(7, 6, 4, Rules.parse("drop"))
    assert result_text(record.game) == "X wins: line"
    assert names(record) == ["d6", "c6", "d5", "c5", "d4", "c4", "d3"]
    assert to_moves(record) == "4343434"


def test_digits_alone_are_taken_for_connect_four() -> None:
    record = read("44444222233")
    assert to_moves(record) == "44444222233"
    assert record.notes[0] == "assuming Connect Four; --rules and --board set others"
    assert [to_moves(each) for each in read_records("4453\n123\n", rules=Rules.parse("connect4"))] == [
        "4453",
        "123",
    ]
    assert "line 1, column 2: no column 8" in refused("48", rules=Rules.parse("connect4"))
    assert "d is full" in refused("4444444", rules=Rules.parse("connect4"))


def test_connect6_is_six_in_a_row_with_two_stones_a_turn() -> None:
    record = read("k10 k11 l11 j9", "connect6", (19, 19))
    assert record.game.setup.geometry.line_length == 6
    assert [move.player for move in record.game.moves] == [0, 1, 1, 0]


def test_ultimate_is_read_by_squares_and_by_pairs_of_digits() -> None:
    by_name, by_pairs = read("e5 e4 d1 c3", "ultimate", (9, 9)), read("55 52 21 19", "ultimate")
    assert names(by_name) == names(by_pairs) == ["e5", "e4", "d1", "c3"]
    assert names(read("55522119", "ultimate")) == names(by_name)
    assert read("e5 e4", "ultimate").notes == ("assuming row 1 at the top",)


def test_numbers_count_the_squares_of_a_board_that_is_named() -> None:
    record = read("5 1 9 3 7", board=(3, 3))
    assert names(record) == ["b2", "a1", "c3", "c1", "a3"]
    assert record.game.setup.geometry.line_length == 3
    assert refused("5 1 9 3 7") == "squares that are numbers need a board: name it, as --board 3"
    assert "no square 10 on a 3×3 board" in refused("5 1 10", board=(3, 3))


# --- columns as in Go ------------------------------------------------------------------------------------

BSD = "K10\nJ9\nK11\nK9\nL10\nL9\nM9\nM10\nK12\nK13\n"


@pytest.mark.parametrize(
    ("text", "board", "is_go"),
    [
        (BSD, None, True),
        (BSD, (19, 19), True),
        (BSD.lower(), None, True),
        (BSD + "I1", None, False),
        ("j9 k9", None, False),
        ("a1 t19", (19, 19), True),
        ("a1 t19", (20, 20), False),
        ("h8 h9", None, False),
    ],
)
def test_columns_without_i_are_recognised(text: str, board: tuple[int, int] | None, is_go: bool) -> None:
    [record] = read_records(text, board=board)
    assert any("columns as in Go" in note for note in record.notes) == is_go
    if text == BSD:
        assert names(record)[:3] == ["j10", "i11", "j9"], "row 1 is at the bottom"
        assert record.game.setup.geometry.columns == 19


def test_columns_can_be_set() -> None:
    assert names(from_moves("J9 K9", (19, 19), columns=ColumnLetters.LETTERS)) == ["j11", "k11"]
    assert names(from_moves("j9 k9", (19, 19), columns=ColumnLetters.GO)) == ["i11", "j11"]
    assert "i9 is not on a 19×19 board" in refused("i9", board=(19, 19), columns=ColumnLetters.GO)


# --- what is said of moves -------------------------------------------------------------------------------


def test_bare_moves_have_signs_comments_and_variations() -> None:
    record = from_moves("1. h8! i9?? {why (not) 1} 2. h9 (2. g9 $14 (2. g7) i10) i10 $1 !? 3. h10 1-0")
    assert record.tree is not None
    assert to_movetext(record.tree) == (
        "1. h8! 2. i7?? {why (not) 1} 3. h7 (3. g7 $14 4. i6) (3. g9) 4. i6! $5 5. h6 6. O-resigns"
    )
    assert [len(each.game.moves) for each in read_records("1. h8 (1. h9 i9) i8\n1. h8")] == [2, 1]
    for text, said in (
        ("h8 h9 (i9", "1:7 this variation does not end: add )"),
        ("h8)", "1:3 no variation has begun here: remove )"),
        ("h8 (h9 ()", "1:9 a variation needs a move"),
        ("h8 $0", "1:4 signs are numbered"),
    ):
        assert short_place(refused(text, board=(15, 15))).startswith(said)


def test_numbers_of_plies_are_read_over_and_a_winner_without_a_line_is_kept() -> None:
    record = read("1.h8 2.i9 3.h9 4.i10 5.h10 6.i8 7.h11 8.i7 9.h12 1-0")
    assert result_text(record.game) == "X wins: line"
    drawn, open_, won, lost = read_records("1. h8 h9 1/2-1/2\n1. i9 * \n1. h8 (1. h9 1-0) 0-1\n1. h8 h9 1-0")
    assert [len(each.game.moves) for each in (drawn, open_)] == [2, 1]
    assert [result_text(each.game) for each in (won, lost)] == ["O wins: resignation", "X wins: resignation"]
    assert won.tree is not None
    assert to_movetext(won.tree) == "1. h8 (1. h7) 2. X-resigns"
    assert "kept as a resignation" in won.notes[-1]
    assert [result_text(each.game) for each in (drawn, open_)] == ["draw: agreement", "unfinished"]
    assert drawn.notes == (*open_.notes, "a draw that the moves leave open is kept as agreed")


# --- sites -----------------------------------------------------------------------------------------------


def test_tags_of_sites_are_comments_or_used() -> None:
    pente, at3 = read_records(TWO_SITES)
    assert pente.game.setup.geometry == Geometry(19, 19, 5)
    assert [player.name for player in pente.game.setup.players] == ["anna", "boris"]
    assert [*map(pente.game.setup.geometry.name, (m.square for m in pente.game.moves[:-1]))] == [
        "j10",
        "k10",
        "j9",
        "j11",
        "i11",
        "k9",
    ], "columns have no i, row 1 is at the bottom"
    assert pente.tree is not None
    assert pente.tree.root.comment == "Site: Pente.org\nRated: N\nResult: 1-0"
    assert (pente.date, result_text(pente.game)) == ("2021-03-02", "X wins: resignation")
    assert pente.notes[-1] == "a win that the moves leave open is kept as a resignation"
    assert (at3.date, at3.game.setup.geometry) == ("2025-02-21", Geometry(3, 3, 3))
    assert names(at3) == ["b2", "a3", "c3", "a1"]
    assert at3.notes == ("assuming row 1 at the bottom",)


@pytest.mark.parametrize(
    ("date", "day", "comment"),
    [
        ("06/21/2016", "2016-06-21", ""),
        ("21/06/2016", "2016-06-21", ""),
        ("2018.??.??", "2018-01-01", "\nDate: 2018.??.??"),
        ("2018.07.??", "2018-07-01", "\nDate: 2018.07.??"),
        ("someday", None, "\nDate: someday"),
        ("13/13/2016", None, "\nDate: 13/13/2016"),
    ],
)
def test_dates_are_kept_in_any_order_and_where_the_day_is_unknown(
    date: str, day: str | None, comment: str
) -> None:
    [record] = read_records(PENTE.replace("03/02/2021", date))
    assert record.tree is not None
    assert record.date == day
    assert record.tree.root.comment == f"Site: Pente.org{comment}\nRated: N\nResult: 1-0"


def test_a_result_that_the_moves_contradict_is_told() -> None:
    line = "1. a1 b1 2. a2 b2 3. a3 b3 4. a4 b4 5. a5"
    for result, moves in (("0-1", line), ("1/2-1/2", line)):
        [record] = read_records(f'[Site "x"]\n[Result "{result}"]\n\n{moves}')
        assert record.notes[-1] == f"the result is {result}; the moves give {result_text(record.game)}"
    [record] = read_records('[Site "x"]\n[Result "1/2-1/2"]\n\n1. a1 b1')
    assert result_text(record.game) == "draw: agreement"
    [record] = read_records(f'[Site "x"]\n\n{line} 1-0')
    assert "result" not in record.notes[-1]
    [record] = read_records('[Site "x"]\n\n1. a1 b1 0-1')
    assert result_text(record.game) == "O wins: resignation"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[Event "x"]\n\n1. e4 e5 2. Nf3', "1:1 this is a game of chess, which is not read"),
        (AT3 + PENTE.replace("Gomoku", "Pente"), "12:1 this is a game of Pente, which is not read"),
        (PENTE.replace("K11 K9", "K11 K11"), "9:19 k11 is taken"),
        (AT3.replace("3x3", "99x3"), "1:1 a 99×3 board is not possible"),
        (AT3.replace("a3", "good"), "11:10 “good” is not a move"),
    ],
)
def test_what_is_wrong_in_records_of_sites_is_told(text: str, said: str) -> None:
    assert short_place(refused(text)).startswith(said)


def test_tags_of_sites_set_rules_and_players() -> None:
    record = read('[Site "PlayOK"]\n[Black "?"]\n[White "Bob"]\n[Game "Renju"]\n[Date "2025.13.01"]\n\nh8 h9')
    assert record.game.setup.geometry.rules == Rules.parse("renju")
    assert [player.name for player in record.game.setup.players] == ["Player 1", "Bob"]
    assert record.date is None


# --- lists in JSON ---------------------------------------------------------------------------------------


def test_lists_of_names_and_pairs_are_read() -> None:
    assert names(read('["h8","i9","j7"]')) == ["h8", "i7", "j9"]
    assert names(read("[[7, 7], [0, 14]]")) == ["h8", "a15"]
    assert names(read("[[15, 15], [1, 2]]")) == ["o15", "a2"], (
        "from 1, since the board has no column 15 from 0"
    )
    assert [names(each) for each in read_records('[["a1"], ["b2", "c3"]]', board=(3, 3))] == [
        ["a3"],
        ["b2", "c1"],
    ]
    assert to_moves(read('["4", "4", "5"]', "connect4")) == "445"
    for text, said in (
        ("[[7, 7], [7, 7]]", "move 2: h8 is taken"),
        ("[[7, 7], [7, 99]]", "move 2 is not on a 15×15 board"),
        ('[["h8"], ["h8", "h8"]]', "game 2: h8 is taken"),
    ):
        assert refused(text) == said


# --- what is written -------------------------------------------------------------------------------------


def test_only_usual_lines_are_written_as_moves() -> None:
    with pytest.raises(RecordError, match="a move string needs 4 in a row; this game has 5"):
        to_moves(Record(Game(make_setup(7, 7, 5, kind=Rules.parse("drop")))))
    assert to_moves(Record(play(Game(make_setup(8, 7, 4, kind=Rules.parse("drop"))), "h a"))) == "81"
