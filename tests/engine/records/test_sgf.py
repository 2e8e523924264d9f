"""SGF: trees by every rule there and back, the files of other programs, and what is wrong in a file."""

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.engine.records.test_tree import OTHER_GAMES, random_record
from tests.support.all_rules import TABLE, new_game
from tests.support.records import names, refused, short_place
from tests.support.strategies import make_setup, play
from ttt_tui.engine import Game, Geometry, Player, Rules, Setup, Start
from ttt_tui.engine.records import Record, result_text
from ttt_tui.engine.records.dates import DAY_UNKNOWN
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.records.moves import KEPT_AS_RESIGNATION
from ttt_tui.engine.records.sgf import all_from_sgf, from_sgf, omitted_by_sgf, to_sgf
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.engine.records.tree import to_movetext
from ttt_tui.store import files

GOMOKU = "(;GM[4]SZ[15]RU[freestyle]"


def new(number: int) -> Game:
    rules = [(words, players, None) for words, players in TABLE] + OTHER_GAMES
    words, players, size = rules[number % len(rules)]
    game = new_game(words, players) if size is None else new_game(words, players, size)
    assert game is not None
    return Game(game.setup, number % players)


def check_there_and_back(number: int) -> None:
    record = random_record(new(number), Random(number))
    again = from_sgf(to_sgf(record))
    assert to_text(again) == to_text(record), number
    assert (again.game.setup, again.game.moves) == (record.game.setup, record.game.moves)
    assert record.tree is not None
    assert again.tree == (None if record.tree.is_plain else record.tree)


def test_trees_by_every_rule_come_back() -> None:
    for number in range(200):
        check_there_and_back(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(200, 2200, 100))
def test_many_more_trees_come_back(number: int) -> None:
    for each in range(number, number + 100):
        check_there_and_back(each)


def test_players_starts_and_times_come_back() -> None:
    geometry = Geometry(7, 6, 4, Rules.parse("drop"))
    seats = [Player("A]n\\n", "(", level="expert 4"), Player("Bob: b")]
    start = Start.named(geometry, "a6 b6", "a5", to_move=1)
    record = Record(play(Game(Setup(geometry, seats, start=start)), "c d"), "2026-11-29", game_id="a" * 16)
    assert to_text(from_sgf(to_sgf(record))) == to_text(record)
    plain = Record(play(Game(make_setup(15, 15, 5)), "h8 h9"))
    assert to_sgf(plain) == ("(;FF[4]GM[4]CA[UTF-8]AP[ttt-tui]SZ[15]PB[P0]PW[P1]\n;B[hh];W[hi])\n"), (
        "a usual game has no properties of our own"
    )
    assert from_sgf(to_sgf(plain)).notes == ()
    stored = replace(plain, game_id="b" * 32)
    assert "KT[" not in to_sgf(stored)
    assert from_sgf(to_sgf(stored)).game_id == "b" * 32
    assert "is not a game id" in refused("(;GM[4]SZ[15]KI[x])", read=from_sgf)
    started = replace(make_setup(15, 15, 5), start=Start.named(Geometry(15, 15, 5), "h8", "h9", to_move=1))
    written = to_sgf(Record(Game(started)))
    assert "AB[hh]AW[hi]PL[W]" in written
    assert from_sgf(written).game.setup == started


# --- files of other programs -----------------------------------------------------------------------------


def test_variations_comments_and_signs_are_read() -> None:
    record = from_sgf(
        "junk before (;FF[4]GM[4]SZ[15]RU[free]GC[About\nit]EV[Open];B[hh]N[first]C[a \\] b\\\nc]TE[2]"
        ";W[hi]BM[1](;B[ig]IT[];W[hg])(;B[gg]DO[]KO[]TR[aa](;W[gh]GW[2])(;W[hj]UC[1]DM[1])))"
    )
    assert record.tree is not None
    assert to_movetext(record.tree) == (
        "{About\nit\nevent: Open} 1. h8!! {first\na ] bc} 2. h9? "
        "3. i7!? (3. g7?! 4. g8 $19 (4. h10 $13 $10))\n4. h7"
    )
    assert record.notes == ("SGF properties left out: KO, TR",)


def test_old_names_collections_and_values_in_a_list_are_read() -> None:
    first, second = all_from_sgf(
        "(;GaMe[4]SiZe[19] PlayerBlack[Ann];Black[jj];White[ji])\n\n"
        "(;GM[4]SZ[7:6]RU[connect four];B[df]W[de])"
    )
    assert [str(first.game.setup.geometry), first.game.setup.players[0].name] == ["19×19", "Ann"]
    assert names(first) == ["j10", "j9"]
    assert second.game.setup.geometry == Geometry(7, 6, 4, Rules.parse("connect4"))
    assert names(second) == ["d6", "d5"]


def test_stones_that_are_set_up_are_the_start() -> None:
    text = "(;GM[4]SZ[15]RU[free];AB[hh][ii:jj];AW[hi]AE[jj]AddBlack[aa:ba]PL[W]C[solve];W[hg];B[gg])"
    record = from_sgf(text)
    start = record.game.setup.start
    assert start == Start.named(Geometry(15, 15, 5), "h8 i9 j9 i10 a1 b1", "h9", to_move=1)
    assert [move.player for move in record.game.moves] == [1, 0]
    assert short_place(refused(GOMOKU + ";B[hh];AW[ii])", read=from_sgf)) == (
        "1:34 stones are set up after the first move; only those at the start are read"
    )
    assert from_sgf("(;GM[4]SZ[15]AB[hh][ii]AW[hi])").game.position.to_move == 1, "who has fewer stones"


def test_little_golem_has_two_named_points_in_a_node() -> None:
    record = from_sgf(
        "(;FF[4]EV[connect6.ch.1]PB[Ann]PW[Bob]SO[http://www.littlegolem.com];B[j10];W[i9l10];B[j8l8])"
    )
    assert record.game.setup.geometry == Geometry(19, 19, 6, Rules.parse("connect6"))
    assert names(record) == ["j10", "i11", "l10", "j12", "l12"], "row 1 is at the bottom there"
    assert [move.player for move in record.game.moves] == [0, 1, 1, 0, 0]
    assert record.notes == ("assuming a 19×19 board; --board sets another",)


@pytest.mark.parametrize(
    ("head", "size", "words", "note"),
    [
        ("GM[1]SZ[15]", (15, 15, 5), "usual", "assuming five in a row"),
        ("SZ[19]", (19, 19, 5), "usual", "assuming five in a row"),
        ("GM[4]", (15, 15, 5), "usual", "assuming a 15×15 board"),
        ("GM[4]SZ[15]RU[Renju (RIF)]", (15, 15, 5), "renju", ""),
        ("GM[4]SZ[20]RU[exactly]", (20, 20, 5), "exactly", ""),
        ("GM[4]SZ[9]RU[misere, 4 in a row]", (9, 9, 4), "misere", ""),
        ("GM[4]SZ[9]RU[4 in a row]", (9, 9, 4), "usual", ""),
        ("GM[4]SZ[15]RU[swap2]", (15, 15, 5), "usual", ""),
    ],
)
def test_rules_are_found_or_assumed_with_a_note(
    head: str, size: tuple[int, int, int], words: str, note: str
) -> None:
    record = from_sgf(f"(;{head};B[hh])")
    assert record.game.setup.geometry == Geometry(*size, Rules.parse(words))
    assert any(each.startswith(note) for each in record.notes) if note else not record.notes


def test_rules_and_board_can_be_set() -> None:
    assert from_sgf("(;GM[4]SZ[15];B[hh])", rules=Rules.parse("renju")).notes == ()
    assert from_sgf("(;GM[4];B[hh])", board=(19, 19)).game.setup.geometry.rows == 19
    [record] = read_records("(;GM[4]SZ[7:6];B[df];W[cf])", rules=Rules.parse("connect4"))
    assert record.game.setup.geometry.line_length == 4
    message = refused("(;GM[4]SZ[15]RU[renju];B[hh])", rules=Rules.parse("exactly"), read=read_records)
    assert message == "the record's rules are renju, not exactly; leave out --rules"
    assert "SGF cannot say what was chosen" in refused(GOMOKU + ")", rules=Rules.parse("swap"), read=from_sgf)


def test_two_and_two_stones_are_connect6() -> None:
    record = from_sgf("(;GM[1]SZ[19];B[jj];W[ji];W[ki];B[kk];B[ll])")
    assert record.game.setup.geometry == Geometry(19, 19, 6, Rules.parse("connect6"))
    assert record.notes == ("assuming double: the file does not state the rules; --rules does",)


def test_results_are_read_where_the_moves_say_nothing() -> None:
    record = from_sgf("(;GM[4]SZ[15]RU[free]RE[W+R]DT[2026-11-29,30];B[hh];W[hi])")
    assert (result_text(record.game), record.date) == ("O wins: resignation", "2026-11-29")
    for how in ("T", "Time"):
        assert result_text(from_sgf(f"(;GM[4]SZ[15]RU[free]RE[W+{how}];B[hh])").game) == "O wins: time"
    for how in ("5", "F", ""):
        record = from_sgf(f"(;GM[4]SZ[15]RU[free]RE[B+{how}]DT[2026-13-45]C[so];B[hh];W[hi])")
        assert record.notes == (KEPT_AS_RESIGNATION, "“2026-13-45” is not a date")
        assert (result_text(record.game), record.date) == ("X wins: resignation", None)
        assert record.tree is not None
        assert record.tree.root.comment == f"so\nresult: B+{how.upper()}"
    assert from_sgf("(;GM[4]SZ[15]RU[free]RE[B+T]AB[hh][ii])").game.moves == [], "nobody played"
    record = from_sgf("(;GM[4]SZ[15]RU[free]DT[2018];B[hh];W[hi])")
    assert record.date == "2018-01-01"
    assert record.tree is not None
    assert record.tree.root.comment == "date: 2018"
    assert record.notes == (DAY_UNKNOWN,)
    assert result_text(from_sgf(GOMOKU + ";B[hh];W[resign])").game) == "X wins: resignation"


def test_lines_end_where_a_rule_here_forbids_to_go_on() -> None:
    three_and_three = ";B[hh];W[aa];B[ih];W[ca];B[gf];W[ea];B[gg];W[ga];B[gh]C[forbidden](;W[oo])(;W[on])"
    record = from_sgf(f"(;GM[4]SZ[15]RU[renju]{three_and_three})")
    assert len(record.game.moves) == 8
    assert record.notes[0].endswith("lines end before forbidden moves")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[4]SZ[15]\n;B[hh];W[hh])", "2:8 h8 is taken"),
        ("(;GM[4]SZ[15];B[hh];B[hi])", "1:21 it is the turn of White"),
        ("(;GM[4]SZ[15];B[pa])", "1:15 “pa” is not on a 15×15 board"),
        ("(;GM[4]SZ[15];B[h0])", "1:15 “h0” is not a point like hh"),
        ("(;GM[4]SZ[15];B[])", "1:15 a pass is a move of Go, which is not read"),
        ("(;GM[1]SZ[19]KM[6.5];B[hh])", "1:14 a game with komi is Go, which is not read"),
        ("(;SZ[19];B[hh];W[hh])", "1:16 h8 is taken; stones that were taken are Go, which is not read"),
        ("(;GM[2];B[hh])", "1:3 GM[2] is Othello, which is not read"),
        ("(;GM[99])", "1:3 GM[99] is another game, which is not read"),
        ("(;GM[4]SZ[99])", "1:8 a 99×99 board is not possible"),
        ("(;GM[4]SZ[x])", "1:8 SZ must be a size like 15 or 7:6"),
        ("(;GM[4]SZ[15];B[hh]", "1:1 this does not end: add )"),
        ("(;GM[4]SZ[15](;B[hh]\n", "1:14 this does not end: add )"),
        ("(;GM[4]SZ[15];C[hh)", "1:16 this value does not end: add ]"),
        ("(;GM[4]?)", "1:8 expected a property like B[hh], not “?)”"),
        ("(;GM[4](B[hh]))", "1:9 a property needs a ; before it"),
        ("(;GM[4]SZ[15]AB[hh]AW[hi:99])", "1:20 “99” is not a point like hh"),
        ("(;GM[4]SZ[15]AB[aa:ea])", "1:2 a player has a line, so the game would be over"),
        ("(;GM[4]SZ[15]AB" + "[aa:oo]" * 4 + ")", "1:14 more stones are set up than the board has squares"),
        ("(;GM[4]SZ[15];B[hh]KN[0])", "1:14 signs are numbered from $1 to $255"),
        ("(;KT[nonsense])", "1:3 the tags in KT cannot be read: line 1, column 1: the tag Board is missing"),
        ("(;GM[4]SZ[15];KW[nowhere])", "1:15 write a square like o15 or 225"),
        ("(;GM[4]SZ[15];C[" + "x" * 20_001 + "])", "1:14 a comment has at most 20,000 characters"),
        ("none at all", "1:1 SGF begins like (;GM[4]SZ[15]"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(text: str, said: str) -> None:
    message = short_place(refused(text, read=from_sgf))
    assert message == said or message.startswith(f"{said};")


def test_a_game_that_goes_on_after_a_win_is_refused() -> None:
    moves = "".join(f";B[{c}h];W[{c}i]" for c in "cdefg") + ";B[aa]"
    assert "the game is over: here 5 or more in a row win; see --rules" in refused(
        GOMOKU + moves + ")", read=from_sgf
    )


def test_what_sgf_has_no_word_for_is_said() -> None:
    record = Record(Game(make_setup(5, 5, 4, 3, kind=Rules.parse("misere"))))
    assert omitted_by_sgf(record) == (
        "SGF has no word for misere, 4 in a row, 3 players: "
        "written as its rules, which other programs may ignore"
    )
    assert omitted_by_sgf(Record(Game(make_setup(15, 15, 5)))) is None


@pytest.mark.parametrize("name", ["shift_jis", "ISO-8859-2", "utf-8", "no-such", "utf-16"])
def test_the_encoding_in_the_file_counts(tmp_path: Path, name: str) -> None:
    text = f"(;FF[4]GM[4]CA[{name}]SZ[15]RU[free]PB[{{}}];B[hh])"
    path = tmp_path / "game.sgf"
    called, codec = {"shift_jis": ("五子棋", "shift_jis"), "ISO-8859-2": ("Žofie", "iso-8859-2")}.get(
        name, ("Zoë", "utf-8")
    )
    path.write_bytes(text.format(called).encode(codec))
    record = files.read_record(path)
    assert record.game.setup.players[0].name == called
    files.write_record(record, tmp_path / "again.sgf")
    assert files.read_record(tmp_path / "again.sgf").game.setup == record.game.setup


def test_deep_and_wide_trees_take_no_recursion() -> None:
    squares = [f"{chr(97 + x)}{chr(97 + y)}" for y in range(20) for x in range(20)]
    nested = "".join(f"(;{'BW'[i % 2]}[{point}]" for i, point in enumerate(squares[:4])) + ")" * 4
    wide = "".join(f"(;B[{point}])" for point in squares)
    deep = "(" * 50_000 + ";B[aa]" + ")" * 50_000
    for lines, count in ((nested, 4), (wide, 400), (deep, 1)):
        record = from_sgf(f"(;GM[4]SZ[20]RU[free]{lines})")
        tree = record.tree
        assert (len(record.game.moves) if tree is None else sum(1 for _ in tree.nodes())) == count
        assert to_text(from_sgf(to_sgf(record))) == to_text(record)
    assert sys.getrecursionlimit() < 50_000


def test_another_reader_of_sgf_sees_the_same_tree() -> None:
    sgf = pytest.importorskip("sgfmill.sgf", reason="sgfmill, the other reader, is not installed")
    for number in range(200):
        record = random_record(new_game_for_go(number), Random(number))
        tree = record.tree
        assert tree is not None
        root = sgf.Sgf_game.from_bytes(to_sgf(record).encode()).get_root()
        size = record.game.setup.geometry.columns
        pairs = [(tree.root, root)]
        while pairs:
            mine, theirs = pairs.pop()
            assert len(mine.children) == len(theirs)
            assert mine.comment == (theirs.get("C") if theirs.has_property("C") else "")
            colour, point = theirs.get_move()
            if mine.move is not None and mine.move.square is not None:
                geometry = record.game.setup.geometry
                square = geometry.column(mine.move.square), size - 1 - geometry.row(mine.move.square)
                assert (colour, point) == ("bw"[mine.move.player], square[::-1])
            pairs += zip(mine.children, theirs, strict=True)


def new_game_for_go(number: int) -> Game:
    return Game(make_setup(*[(9, 9, 5), (15, 15, 5), (5, 5, 4)][number % 3]))


@pytest.mark.parametrize("result", ["0", "Draw", "draw"])
def test_a_draw_that_the_moves_leave_open_was_agreed(result: str) -> None:
    record = from_sgf(f"(;GM[4]SZ[15]RU[free]RE[{result}];B[hh]C[here];W[hi])")
    assert result_text(record.game) == "draw: agreement"
    assert record.notes[-1] == "a draw that the moves leave open is kept as agreed"
    assert record.tree is not None
    for again in (from_sgf(to_sgf(record)), from_text(to_text(record)), from_json(to_json(record))):
        assert result_text(again.game) == "draw: agreement"
        assert again.tree == record.tree
        assert again.game.moves == record.game.moves
    assert result_text(from_sgf(f"(;GM[4]SZ[15]RU[free]RE[{result}])").game) == "unfinished", "nobody played"
