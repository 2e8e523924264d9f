"""Records: games as text and as JSON, there and back, and readers that take anything from strangers."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support import records as support
from tests.support.records import TAGS, short_place
from tests.support.sampling import sampled
from tests.support.strategies import any_text, games, make_setup, play
from ttt_tui.engine import (
    COLOURS,
    FirstMover,
    Game,
    Limit,
    MatchRules,
    Player,
    Rules,
    Setup,
    check_setup,
    engine_level,
)
from ttt_tui.engine.clock import TimeControl
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_data, from_json, to_data, to_json
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import RecordError
from ttt_tui.store.files import read_record, write_record

a_few = settings(max_examples=sampled(50, 20))
more = settings(max_examples=sampled(80, 25))

AWKWARD = "\"\\[]#;{}()'`=.,:-+*/_~^|<>@!?%&$0123456789XOx你●😀é"
SYMBOLS = list(dict.fromkeys(AWKWARD.casefold()))


@st.composite
def players(draw: st.DrawFn, count: int) -> tuple[Player, ...]:
    symbols = draw(st.permutations(SYMBOLS))[:count]
    texts = st.text(st.sampled_from(AWKWARD + "  "), min_size=1, max_size=24).filter(str.strip)
    return tuple(
        Player(
            draw(texts),
            symbol,
            draw(st.sampled_from(COLOURS)),
            draw(st.sampled_from(["human", "negamax", "simple", "unknown-here"])),
            Limit(
                draw(st.none() | st.floats(0, 3600, exclude_min=True)),
                draw(st.none() | st.integers(1, 400)),
                draw(st.none() | st.integers(1, 10**18 - 1)),
            ),
        )
        for symbol in symbols
    )


CLOCKS = [TimeControl.parse(text) for text in ("3m+2s", "10s/move", "5m:3x20s", "3d/move", "0.25s")]


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any game, of players that are called as awkwardly as is allowed, under any rules."""
    plain = draw(games(largest=8))
    rules = MatchRules(
        draw(st.none() | st.integers(1, 99)),
        draw(st.none() | st.integers(1, 99)),
        draw(st.sampled_from(FirstMover)),
        draw(st.booleans()),
        draw(st.none() | st.sampled_from(CLOCKS)),
    )
    setup = Setup(plain.setup.geometry, draw(players(len(plain.setup.players))), rules)
    check_setup(setup)
    game = Game(setup, plain.first)
    for move in plain.moves:
        game.push(move)
    game.is_analysed = draw(st.booleans())
    return Record(game, draw(st.none() | st.dates().map(str)))


def assert_same(left: Record, right: Record) -> None:
    assert right.game.setup == left.game.setup
    assert right.game.first == left.game.first
    assert right.game.moves == left.game.moves
    assert right.game.is_analysed == left.game.is_analysed
    assert right.game.outcome == left.game.outcome
    assert right.game.position.stones == left.game.position.stones
    assert right.date == left.date


refused = partial(support.refused, read=from_text)


# --- there and back --------------------------------------------------------------------------------------


@pytest.mark.slow
@more
@given(records())
def test_a_game_comes_back_from_its_text_as_it_was(record: Record) -> None:
    text = to_text(record)
    again = from_text(text)
    assert_same(record, again)
    assert to_text(again) == text


@pytest.mark.slow
@more
@given(records())
def test_a_game_comes_back_from_its_json_as_it_was(record: Record) -> None:
    text = to_json(record)
    again = from_json(text)
    assert_same(record, again)
    assert to_json(again) == text
    assert to_text(again) == to_text(record)


@pytest.mark.slow
@a_few
@given(records(), st.sampled_from(["\r\n", "\r", "\n"]), st.booleans())
def test_line_ends_and_a_byte_order_mark_change_nothing(record: Record, end: str, marked: bool) -> None:
    text = "\ufeff" * marked + to_text(record).replace("\n", end)
    assert_same(record, from_text(text))


@pytest.mark.parametrize("suffix", [".txt", ".json"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_file_comes_back_as_it_was_with_and_without_a_byte_order_mark(
    tmp_path: Path, suffix: str, mark: str
) -> None:
    record = Record(play(Game(make_setup()), "b2 a1 c1"), "2026-11-21")
    path = tmp_path / f"game{suffix}"
    write_record(record, path)
    assert path.read_text().startswith("{") == (suffix == ".json")
    path.write_text(mark + path.read_text())
    assert_same(record, read_record(path))


@pytest.mark.parametrize("back", [lambda r: from_text(to_text(r)), lambda r: from_json(to_json(r))])
def test_the_level_program_of_older_records_is_an_engine(back: Callable[[Record], Record]) -> None:
    record = Record(play(Game(make_setup(15, 15, 5, levels=("program", "program"))), "h8"))
    assert [player.level for player in back(record).game.setup.players] == ["brain:P0", "brain:P1"]
    small = Record(Game(make_setup(5, 4, 5, levels=("program",))))
    assert back(small).game.setup.players[0].level == "program", "no engine can play there"


def test_an_engine_with_the_longest_name_comes_back() -> None:
    setup = make_setup(15, 15, 5, levels=("human", engine_level("R" * 18)))
    record = Record(Game(setup))
    assert from_text(to_text(record)).game.setup == from_json(to_json(record)).game.setup == setup


def test_a_text_is_what_the_documentation_shows() -> None:
    setup = make_setup()
    ada = replace(setup.players[0], name="Ada")
    romeo = Player("Romeo Golf", "O", "red", "negamax", Limit(seconds=1.0))
    game = play(Game(replace(setup, players=(ada, romeo))), "b2 a1 a2 c2 b1 b3")
    assert to_text(Record(game, "2026-11-21")) == (
        '[Date "2026-11-21"]\n[Board "3x3"]\n[Line "3"]\n'
        '[Player "X" "Ada" "human" "colour=blue"]\n'
        '[Player "O" "Romeo Golf" "negamax" "colour=red" "time=1.0"]\n'
        '[First "X"]\n[Starts "turn"]\n[Result "unfinished"]\n\n'
        "1. b2 a1\n3. a2 c2\n5. b1 b3\n"
    )


@pytest.mark.parametrize(("write", "read"), [(to_text, from_text), (to_json, from_json)])
def test_the_choices_of_an_opening_are_moves_and_their_owners_come_back(
    write: Callable[[Record], str], read: Callable[[str], Record]
) -> None:
    for moves, owners in (("h8 i8 j10 swap", "101"), ("h8 i8 j10 two-more i9 i7 swap a1", "101010")):
        game = play(Game(make_setup(15, 15, 5, kind=Rules.parse("swap2"))), moves)
        text = write(Record(game))
        position = read(text).game.position
        squares = [move.square for move in game.moves if move.square is not None and move.is_stone]
        assert "".join(str(position.owner(square)) for square in squares) == owners
        assert position == game.position
        assert '"swap2"' in text
    assert to_text(Record(game)).endswith("1. h8 i8\n3. j10\n4. two-more\n5. i9 i7\n7. swap\n8. a1\n")


# --- written by hand -------------------------------------------------------------------------------------


def test_a_person_may_write_it_loosely() -> None:
    text = (
        "\ufeff# the final\r\n"
        '  [ Board   "3×3" ]  \r\n\r\n'
        '[Player "X" "Ada \\"the rook\\" L." "human"]\r\n'
        '[Line "3"]\r\n'
        '\t[Player "O" "back\\\\slash" "human" "colour=pink"]\r\n'
        "   # the moves\r\n"
        "1. B2   1\r\n"
        "2.\tA2 2. c2  O-resigns\r\n"
    )
    game = from_text(text).game
    assert [p.name for p in game.setup.players] == ['Ada "the rook" L.', "back\\slash"]
    assert [p.colour for p in game.setup.players] == [COLOURS[0], "pink"]
    assert game.setup.rules == MatchRules()
    names = [None if move.square is None else game.setup.geometry.name(move.square) for move in game.moves]
    assert names == ["b2", "a1", "a2", "c2", None]
    assert game.outcome is not None
    assert game.outcome.winner == 0


def ada(field: str) -> str:
    """Return the tags with one more field of the first player."""
    return TAGS.replace('"human"', f'"human" "{field}"', 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1 the tag Board is missing"),
        ('[Board "3x3"]\n', "1:1 the tag Line is missing"),
        ('\n\n  [Board "3x3]\n', '3:3 write a tag like [Board "3x3"]'),
        ("[Board 3x3]", '1:1 write a tag like [Board "3x3"]'),
        ('[Board "3x3"] b2', '1:1 write a tag like [Board "3x3"]'),
        ('[Board "3\\x3"]', '1:1 write a tag like [Board "3x3"]'),
        ('[Board "3-3"]\n[Line "3"]', '1:1 write a board like "15x15"'),
        ('[Board "3x3" "3"]\n[Line "3"]', "1:1 Board needs one value in quotes"),
        ('[Board "3x3"]\n[Line "three"]', "2:1 Line must be a whole number"),
        ('[Board "3x3"]\n[Line "٣"]', "2:1 Line must be a whole number"),
        ('[Board "3x3"]\n[Line "3"]\n', "1:1 0 players cannot play; choose 2 to 15"),
        ('[Board "3x3"]\n\n [Board "3x3"]', "3:2 Board is given twice"),
        (TAGS + '[Player "X"]', '5:1 write a player like [Player "X" "Ada" "human"]'),
        (TAGS + "b2 b2", "5:4 b2 is taken"),
        (TAGS + "\n1. b2 a1\n2.   Z-resigns", "7:6 no player has the symbol “Z”"),
        (TAGS + "1. b2 a1\n2. i9", "6:4 i9 is not on a 3×3 board"),
        (TAGS + "X-resigns a1", "5:11 the game is over"),
        (TAGS + 'b2\n [First "X"]', "6:2 tags must come before the moves"),
        (TAGS + 'b2 [First "X"]', "5:4 tags must come before the moves, each on its own line"),
        (TAGS + "b2 {open\nstill", "5:4 this comment does not end: add }"),
        (TAGS + "b2 (a1 (c1 c2", "5:8 this variation does not end: add )"),
        (TAGS + "b2 (a1) c3)", "5:11 no variation has begun here: remove )"),
        (TAGS + "b2 ({c1})", "5:9 a variation needs a move"),
        (TAGS + "(b2 a1)", "5:1 a variation stands behind the move that it replaces"),
        (TAGS + "b2 ((a1))", "5:5 a variation stands behind the move that it replaces"),
        (TAGS + "b2 (a1 b2 a1)", "5:11 a1 is taken"),
        (TAGS + "b2 $0", "5:4 signs are numbered from $1 to $255"),
        (TAGS.replace("[Line", '[Played "2"]\n[Line') + "b2", "2:1 only 1 move is in the main line"),
        (TAGS + 'b2\n\n[Board "3x3"]\n', "7:1 the tag Line is missing"),
        (TAGS + "b2\n" + TAGS + "b2 b2", "10:4 b2 is taken"),
        (TAGS + "b2 swap", "5:4 write a square like"),
        (TAGS + '[Rules "pie"]\nb2 a1', "6:4 no stone now: choose stay or swap"),
        (TAGS + '[Rules "pie"]\nb2 two-more', "6:4 no stone now: choose stay or swap"),
        (TAGS + '[Rules "pie"]\nb2 swap a1 stay', "6:12 no choice is due: place a stone"),
        (TAGS + '[Rules "pie, double, renju"]', "5:1 renju"),
        (TAGS + '[First "Q"]', "5:1 no player has the symbol “Q”"),
        (TAGS + '[Marks "dealt"]', '5:1 Marks must be "by lot" or "as set"'),
        (TAGS + '[Starts "me"]', "5:1 unknown first mover “me”; choose from turn, first, lot, loser"),
        (TAGS + '[Date "2026-02-30"]', "5:1 “2026-02-30” is not a date; write it like 2026-11-21"),
        (TAGS + '[Points "100"]', "3:1 a match to 100 points is not possible; choose 1 to 99"),
        (TAGS + '[Result "X wins: line"]\nb2', "5:1 the moves give unfinished, not “X wins: line”"),
        (ada("time=soon"), "3:1 time must be a number, not “soon”"),
        (ada("hat=red"), "3:1 unknown field “hat” of a player; choose from colour, time, depth, nodes"),
        (TAGS.replace('"human"', '"\x1b[2J"', 1), "3:1 “?[2J” is not a valid level"),
        (
            TAGS.replace('"3x3"', '"999x999"'),
            "3:1 a 999×999 board is not possible; each side must be 3 to 20",
        ),
        ('[Bored "3x3"]', "1:1 unknown tag Bored"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, said: str) -> None:
    assert short_place(refused(text)).startswith(said)


def test_a_number_is_never_shortened_to_one_that_fits() -> None:
    for number in ("1" * 19, "1" * 40, "0x10", "1_0", "-1", "١", ""):
        assert "nodes must be a number" in refused(ada(f"nodes={number}"))
    refused(ada(f"time=1.{'0' * 40}e300"))


# --- from strangers --------------------------------------------------------------------------------------


def check_message(error: RecordError) -> None:
    """What is told is one short line that does nothing to a terminal."""
    message = str(error)
    assert 0 < len(message) < 500
    assert message.isprintable()


def read_quickly(text: str) -> None:
    """Read a text both ways: a record or a `RecordError`, soon, with a printable message."""
    for reader in (from_text, from_json):
        start = time.process_time()
        try:
            reader(text)
        except RecordError as error:
            check_message(error)
        assert time.process_time() - start < 5


@more
@given(any_text(300) | st.binary(max_size=300).map(lambda b: b.decode("latin-1")))
@example("[" * 5000)
@example('[Board "' + '\\"' * 5000)
@example('{"board":' * 2000)
def test_any_text_is_read_or_refused(text: str) -> None:
    read_quickly(text)


def paths_of(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(deeper for key, value in inner for deeper in paths_of(value, (*path, key)))]


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return data


WRONG = [
    None, True, False, 0, -1, 1, 10**17, 10**18, 10**30, 10**400, -(10**400), 0.5, 1e308, float("nan"),
    float("inf"), float("-inf"), "", "X", "\x1b[2J", "\ud800", "\u202e", "x" * 10_000,
    [], {}, [[]], [None] * 50, {"a": 1},
    ["a1"] * 1001, [0, 0],
]  # fmt: skip


def sample_data() -> dict[str, Any]:
    players_ = (
        Player("Ada", "X", "blue"),
        Player("Bob", "O", "red", "negamax", Limit(1.0, 3, 1000)),
    )
    setup = Setup(make_setup().geometry, players_, MatchRules(3, 4))
    return to_data(Record(play(Game(setup), "b2 a1 c3"), "2026-11-21"))


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("path", paths_of(sample_data()), ids=str)
def test_a_wrong_type_anywhere_is_refused_or_read(path: tuple[Any, ...]) -> None:
    for value in WRONG:
        try:
            record = from_data(put(sample_data(), path, value))
        except RecordError as error:
            check_message(error)
        else:
            check_setup(record.game.setup)
            to_text(record).encode()
            assert_same(record, from_json(to_json(record)))
            assert_same(record, from_text(to_text(record)))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("board",), [3]), (("board", 0), 3.0), (("board", 0), True), (("line",), "3"), (("first",), 2),
        (("first",), -1), (("first",), True), (("moves",), "b2"), (("moves", 0), 5), (("moves", 1), "b2"),
        (("moves",), ["b2"] * 10_000), (("date",), 20261121), (("result",), 1), (("rules",), []),
        (("rules", "points"), 1.5), (("rules", "starts"), None), (("rules", "marks_by_lot"), "yes"),
        (("players", 0), "Ada"), (("players", 0, "name"), None), (("players", 0, "time"), "1"),
        (("players", 0, "time"), True), (("players", 0, "time"), float("nan")),
        (("players", 0, "time"), -(10**400)), (("players", 0, "time"), 10**400),
        (("players", 0, "nodes"), 10**18), (("players", 0, "level"), "\x1b[2J"),
        (("players", 0, "level"), "\ud800"), (("players", 0, "level"), "x" * 25),
        (("players", 0, "level"), ""),
        (("players", 1, "symbol"), "x"), (("players", 1, "colour"), "mauve"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_wrong_value_is_refused(path: tuple[Any, ...], value: Any) -> None:
    from_data(sample_data())
    with pytest.raises(RecordError):
        from_data(put(sample_data(), path, value))


@pytest.mark.parametrize("where", ["board", "result", "moves", "players", "date", "first", "line"])
def test_deep_brackets_and_numbers_of_many_digits_are_refused(where: str) -> None:
    deep = ("[" * n + "]" * n for n in (50, 900, 950, 970, 980, 985, 990, 995, 1000, 5000, 90_000))
    long = (sign + "9" * n for n in (400, 4000, 4400, 100_000) for sign in ("", "-"))
    for value in (*deep, *long):
        text = json.dumps({**sample_data(), where: "HERE"}).replace('"HERE"', value)
        with pytest.raises(RecordError):
            from_json(text)


# --- files -----------------------------------------------------------------------------------------------


def test_what_is_wrong_in_a_file_is_told_with_its_name_and_a_huge_one_is_refused_soon(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(TAGS + "b2 b2")
    with pytest.raises(RecordError, match=r"^game\.txt: line 5, column 4: b2 is taken$"):
        read_record(path)
    os.truncate(path, 100_000_000)
    start = time.process_time()
    with pytest.raises(RecordError, match=r"^game\.txt: a record has at most 2,000,000 characters"):
        read_record(path)
    assert time.process_time() - start < 1
