"""Files of strangers: each is read, or named for what it is with what would be right."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from tests.support import records as support
from tests.support.records import PSQ, TAGS, names
from tests.support.strategies import make_setup, play
from ttt_tui.engine import Game, LineRule, Rules
from ttt_tui.engine.records import LARGEST_RECORD, MOST_GAMES, Record
from ttt_tui.engine.records.json import all_from_json, from_json, to_json
from ttt_tui.engine.records.kinds import READ, read_records
from ttt_tui.engine.records.moves import are_moves, from_moves, to_moves
from ttt_tui.engine.records.psq import from_psq
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import RecordError

refused = partial(support.refused, read=read_records)


# --- moves -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "h8h9i9", "h8 h9 i9", "H8\tH9  I9\r\n", "h8,h9,i9", "h8, h9; i9", "h8-h9-i9", "h8\nh9\ni9",
        "1. h8 h9 2. i9", "1.h8 h9\n2.i9", "1) h8 2) h9 3) i9", "1. h8 1... h9 2. i9", "1 h8 h9\n2 i9\n",
        "1,h8\n2,h9\n3,i9\n", "\ufeff# a game\n{the middle} h8 {a\ncomment} h9 i9",
        "https://gomocalc.com/#/h8h9i9", "http://www.gomocalc.com/#/h8h9i9/\n", "gomocalc.com/#/h8h9i9",
        "https://gomocalc.com/h8h9i9", "https://example.org/gomoku/#/h8h9i9",
    ],
)  # fmt: skip
def test_moves_are_read_however_they_are_written(text: str) -> None:
    [record] = read_records(text)
    assert names(record) == ["h8", "h7", "i7"]
    assert any("assuming a 15×15 board" in note for note in record.notes)


@pytest.mark.parametrize(
    "text",
    [
        "1. h8 h9\n1. i8 i9 2. j8",
        "h8h9\ni8i9j8\n",
        "# two openings\nh8h9\n# the other\ni8i9j8\n",
        "https://gomocalc.com/#/h8h9\n\nhttps://gomocalc.com/#/i8i9j8\n",
    ],
)
def test_several_games_of_moves_are_told_apart(text: str) -> None:
    assert [to_moves(record) for record in read_records(text)] == ["h8h9", "i8i9j8"]


def test_moves_are_read_on_the_board_that_is_named() -> None:
    assert names(from_moves("a20 t1", (20, 20))) == ["a1", "t20"]
    assert from_moves("a20 t1", (20, 20)).notes == ()
    assert names(from_moves("a6 g1", (7, 6))) == ["a1", "g6"]
    assert refused("h8 p1") == "line 1, column 4: p1 is not on a 15×15 board; set a larger one with --board"
    assert refused("h8 p1", board=(15, 15)) == "line 1, column 4: p1 is not on a 15×15 board"
    assert refused("a21") == "line 1, column 1: a21 is not on a 15×15 board"
    assert refused("h8", board=(3, 3)) == "line 1, column 1: h8 is not on a 3×3 board"
    assert refused("h8", board=(99, 99)).startswith("a 99×99 board is not possible")


@pytest.mark.parametrize("text", [TAGS + "b2", PSQ, to_json(Record(Game(make_setup(15, 15, 5))))])
def test_a_game_that_says_its_board_is_on_no_other(text: str) -> None:
    [record] = read_records(text)
    geometry = record.game.setup.geometry
    assert read_records(text, board=(geometry.columns, geometry.rows))
    assert refused(text, board=(9, 9)).endswith(
        f"the record is of a {geometry} board, not 9×9; leave out --board"
    )


def test_a_game_that_says_its_rules_is_played_by_no_others() -> None:
    text = to_json(Record(Game(make_setup(kind=Rules(misere=True)))))
    for rules in (None, Rules(misere=True)):
        assert read_records(text, rules=rules)
    for other in (Rules(), Rules(LineRule.EXACTLY)):
        with pytest.raises(RecordError, match=f"the record's rules are misere, not {other}; leave out --rul"):
            read_records(text, rules=other)


# --- our own text ----------------------------------------------------------------------------------------


def test_comments_are_kept_but_for_those_of_the_file() -> None:
    text = TAGS.replace("\n", " {a tag}\n", 1) + "{one\nof two lines} b2{close} a1 # rest\n2. c1 ; rest\n c3"
    record = from_text(text)
    assert names(record) == ["b2", "a1", "c1", "c3"]
    assert record.notes == ("1 comment was left out",)
    assert record.tree is not None
    assert record.tree.root.comment == "a tag\none\nof two lines"
    assert [node.comment for node in record.tree.main_line] == ["close", "", "rest", ""]
    assert from_text("# ours\n" + TAGS + "b2").notes == ()


@pytest.mark.parametrize("symbol", list("{#;[(}"))
def test_a_player_whose_symbol_begins_a_comment_can_resign(symbol: str) -> None:
    game = play(Game(make_setup()), "b2 a1")
    text = to_text(Record(game)).replace('"X"', f'"{symbol}"') + f"2. {symbol}-resigns\n"
    assert from_text(text.replace("unfinished", "O wins: resignation")).game.outcome is not None


@pytest.mark.parametrize("between", ["", "\n", "\n\n", "\n# the next one\n"])
def test_games_of_our_text_follow_one_another(between: str) -> None:
    first = Record(play(Game(make_setup()), "b2 a1"), "2026-11-21")
    analysed = play(Game(make_setup(5, 5, 4)), "c3")
    analysed.is_analysed = True
    unmoved = Record(Game(make_setup(15, 15, 5)))
    games = [first, Record(analysed, "2026-11-22"), unmoved, first]
    found = read_records(between.join(map(to_text, games)))
    assert [to_text(record) for record in found] == [to_text(record) for record in games]


def test_one_game_is_asked_for() -> None:
    for read, text in ((from_text, TAGS + "b2\n" + TAGS), (from_psq, PSQ * 2), (from_moves, "h8h9\ni8i9")):
        with pytest.raises(RecordError, match="expected one game, found 2"):
            read(text)


# --- JSON and .psq ---------------------------------------------------------------------------------------


def test_games_are_read_from_lists_and_rows_of_json() -> None:
    games = [to_json(Record(play(Game(make_setup()), moves))) for moves in ("b2", "a1 b2")]
    for text in (f"[{', '.join(games)}]", "".join(games), "\ufeff \n" + "\n\n".join(games) + " \n"):
        assert [names(record) for record in read_records(text)] == [["b2"], ["a1", "b2"]]
    assert refused(f'[{games[0]}, {{"board": 3}}]').startswith("game 2: ")
    listed = f'{{"format": 1, "games": [{", ".join(games)}]}}'
    assert [names(record) for record in read_records(listed)] == [["b2"], ["a1", "b2"]]
    with_a_field_of_that_name = json.dumps({**json.loads(games[0]), "games": [1, 2]})
    assert [names(record) for record in read_records(with_a_field_of_that_name)] == [["b2"]]
    for text in ("[]", "{}", '{"name": "something else"}', '[{"x": 1}]', '{"games": []}', '{"games": 3}'):
        with pytest.raises(RecordError, match="this JSON has no game; a game has board, line, players"):
            all_from_json(text)


@pytest.mark.parametrize("value", ["12 soon", "-1", "1" * 12, "1.5"])
def test_times_that_are_none_are_refused(value: str) -> None:
    assert "Times must be milliseconds" in refused(f'[Times "{value}"]\n' + TAGS + "b2 a1")
    data = json.loads(to_json(Record(play(Game(make_setup()), "b2"))))
    for times in ("12", [True], [-1], [1.5], [10**12], {}):
        assert refused(json.dumps({**data, "times": times})) == "times must be a list of milliseconds"


# --- what is not read ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<!DOCTYPE html>\n<html>", "HTML"),
        ("<?xml version='1.0'?><database>", "XML"),
        ("homo-1\r\npbrain-x.exe\r\n7,7,100\r\n8,8,0\r\n-1\r\n", "a Gomotur record (.rec)"),
        ("A1.zip\nB2.zip\n7,7\n", "a Gomotur record (.rec)"),
        ("0,0, 1,0, 1,3\n0,0, 1,1, 0,3\n", "a list of openings"),
        ("-1,-2, 0,0, 3,-4", "a list of openings"),
        ("7,7", "a list of squares as numbers"),
        ("7,7 7,8 8,8", "a list of squares as numbers"),
        ("-3,0 2,1", "a list of squares as numbers"),
        ("7:7 8:8", "a list of squares as numbers"),
        ("1. 7,7 2. 8,8", "a list of squares as numbers"),
        ("7,7\n8,8\n", "a list of squares as numbers"),
        ("7 7\n8 8\n", "a list of squares as numbers"),
        ("(7,7) (8,8)", "a list of squares as numbers"),
        ("8,8,0\n9,9,100\n", "a list of squares as numbers"),
        ("START 15\nBEGIN\n7,7\n", "the log of a Gomocup engine"),
        ("boardsize 15\nclear_board\nplay black H8\n", "a file of GTP commands"),
        ("x,o,b,b,b,b,o,x,b,b,win\nx,o,b,b,b,b,o,x,b,b,draw\n", "a table of positions"),
        ("BOARD\n7,7,1\nDONE\n", "the log of a Gomocup engine"),
        ("move,x,y\n1,7,7\n", "a table (CSV)"),
        ("no;player;square\n1;Ada;h8\n", "a table (CSV)"),
        ("Black\tWhite\nAda\tBob\n", "a table (CSV)"),
    ],
)
def test_a_format_that_is_not_read_is_named(text: str, what: str) -> None:
    message = refused(text)
    assert message.startswith(what)
    assert "is not supported: " in message


def test_anything_else_is_named_by_its_file_or_told_what_can_be_read() -> None:
    for suffix, what in ((".rec", "a Gomotur record"), (".csv", "a table (CSV)")):
        assert refused("good evening", suffix).startswith(what)
    for text in ("", " \n\t", "good evening", "X-resigns", "–", "\x1b[2J"):
        assert refused(text).endswith(READ)
    for text, suffix in (("Piskvork 15x15", ".psq"), ("Piskvorky", "")):
        assert "a .psq file must begin like" in refused(text, suffix)


# --- bounds ----------------------------------------------------------------------------------------------


OBJECT = '{"line": 1} '


@pytest.mark.parametrize(
    "text",
    ["h8h9\n" * 3000, PSQ * 2500, (TAGS + "\n") * 2000, f"[{', '.join([OBJECT] * 9000)}]", OBJECT * 9000],
    ids=["moves", "psq", "text", "list", "objects"],
)
def test_more_games_than_are_read_at_once_are_refused_at_once(text: str) -> None:
    start = time.process_time()
    assert refused(text) == f"a file has at most {MOST_GAMES:,} games; this one has more"
    assert time.process_time() - start < 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "filling",
    ["h8 ", "h8h9", "{", "{}", "} {", " ", "\n", "1. ", "1 ", "7,7\n", "0,0, ", "a,", ";", "(;", "https://",
     "[ ", "[[", '"', '[Board "3x3"] ', "\\", '[A "', '[Player "X" "A" "h"]\n', "b2 ", "{-resigns ",
     "#\n", "gomocalc.com/", "Piskvorky 15x15\n", "x\t", "[]", '{"a":', "\u3000"],
)  # fmt: skip
@pytest.mark.parametrize(
    "head",
    [
        "",
        TAGS,
        *(pytest.param(head, marks=pytest.mark.slow) for head in ('[Board "', "h8 ", "Piskvorky 15x15\n")),
    ],
)
def test_the_longest_text_is_read_or_refused_soon(head: str, filling: str) -> None:
    text = (head + filling * LARGEST_RECORD)[:LARGEST_RECORD]
    start = time.process_time()
    with suppress(RecordError):
        read_records(text)
    assert time.process_time() - start < 5


@pytest.mark.slow
@pytest.mark.parametrize("reader", [read_records, from_text, from_json, from_psq, from_moves, are_moves])
def test_a_text_that_is_too_long_is_refused_at_once(reader: Callable[[str], object]) -> None:
    start = time.process_time()
    for text in ("(;" * LARGEST_RECORD, TAGS + "b2 " * 10**6, json.dumps({"moves": ["b2"] * 10**6})):
        with pytest.raises(RecordError, match="a record has at most 2,000,000 characters; this one has "):
            reader(text)
    assert time.process_time() - start < 2
