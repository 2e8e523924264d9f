"""A game that starts from a position goes on like the game in which that position came about."""

from collections.abc import Callable
from random import Random

import pytest

from tests.support.all_rules import TABLE, new_game
from ttt_tui.engine import (
    Game,
    Geometry,
    InvalidStart,
    Player,
    Record,
    Rules,
    Setup,
    Start,
    start_of,
    start_position,
)
from ttt_tui.engine.game import turns
from ttt_tui.engine.records.json import from_data, from_json, to_data, to_json
from ttt_tui.engine.records.moves import to_moves
from ttt_tui.engine.records.psq import to_psq
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import RecordError

OTHER_GAMES = [
    (words, 2, size)
    for size, *every in (
        ((9, 9, 3), "ultimate", "open-until-full", "most-boards", "open-until-full, most-boards"),
        ((3, 3, 3), "vanishing"),
        ((9, 9, 5), "swap2", "pie", "swap", "renju, swap", "renju, swap2"),
        ((6, 6, 4), "pie, double"),
    )
    for words in every
]


def random_game(words: str, players: int, size: tuple[int, int, int] | None, random: Random) -> Game:
    game = new_game(words, players) if size is None else new_game(words, players, size)
    assert game is not None
    while game.outcome is None and len(game.moves) < 100:
        game.place(random.choice(game.position.moves))
    return game


def start_after(game: Game, plies: int) -> Start | None:
    """The start after some moves, None where a player is out or the opening goes on."""
    try:
        return start_of(game.position_after(plies))
    except InvalidStart:
        return None


@pytest.mark.parametrize(
    ("words", "players", "size"), [(words, players, None) for words, players in TABLE] + OTHER_GAMES
)
def test_goes_on_like_the_game_it_was_taken_from(
    words: str, players: int, size: tuple[int, int, int] | None
) -> None:
    random = Random(f"{words} {players}")
    for _ in range(4):
        played = random_game(words, players, size, random)
        plies = random.randrange(len(played.moves))
        start = start_after(played, plies)
        if start is None:
            continue
        before = played.position_after(plies)
        setup = Setup(before.geometry, played.setup.players, start=start)
        game = Game(setup, before.first)
        assert game.position == before
        assert start_of(game.position) == start
        for move in played.moves[plies:]:
            assert game.position.legal == before.legal
            assert game.position.stones_left == before.stones_left
            assert game.position.to_move == before.to_move == move.player
            assert [game.position.completing(p) for p in range(players)] == [
                before.completing(p) for p in range(players)
            ]
            assert move.square is not None
            game.place(move.square)
            before.play(move.square)
            assert game.position == before
            if game.outcome is not None:
                break
        if words != "vanishing":  # where positions before the start count for a repetition
            assert game.outcome == played.outcome
        while game.moves:
            game.pop()
        assert game.position == played.position_after(plies)


def test_the_players_change_sides_with_the_one_who_begins() -> None:
    geometry = Geometry(5, 5, 4)
    start = Start.named(geometry, "a1 a2", "b1", to_move=1)
    position = start_position(geometry, 2, 1, start)
    assert position.stones == start_position(geometry, 2, 0, start).stones[::-1]
    assert position.to_move == 0
    three = start_position(geometry, 3, 2, Start.named(geometry, "a1", "b1", "c1"))
    assert [three.owner(geometry.parse(name)) for name in ("a1", "b1", "c1")] == [2, 0, 1]


def test_a_turn_of_two_stones_goes_on() -> None:
    geometry = Geometry(9, 9, 5, Rules.parse("double"))
    game = Game(Setup(geometry, start=Start.named(geometry, "a1 a2", "b1 b2")))
    assert game.position.stones_left == 1
    for name in ("c1", "d1", "d2", "e1"):
        game.place(name)
    assert [move.player for move in game.moves] == [0, 1, 1, 0]
    assert [list(turn) for turn in turns(game)] == [[0], [1, 2], [3]]


U = Rules.parse("ultimate")
REFUSED = [
    ("3x3", "usual", (("a1 b1 c1", "a2 b2"), {}), "a player has a line, so the game would be over"),
    ("3x3", "misere", (("a1 b1 c1", "a2 b2"), {}), "a player has a line, so the game would be over"),
    ("3x3", "notakto", (("a1 b1 c1",), {}), "a player has a line, so the game would be over"),
    ("3x3", "notakto", (("a1", "b1"), {}), "by these rules both players place the same mark"),
    ("3x3", "usual", (("a1", "a1"), {}), "a1 has two stones"),
    ("3x3", "usual", (("a1 a1", ""), {}), "a1 has two stones"),
    ("3x3", "usual", (("a1", "b1", "c1"), {}), "3 players have stones, but 2 play"),
    ("3x3", "usual", (("a1",), {"to_move": 2}), "player 3 cannot be to move: 2 play"),
    ("3x3", "usual", (("a1",), {"board": 4}), "only Ultimate has small boards to play on"),
    (
        "3x3", "usual", (("a1 b1 c2 a3", "c1 a2 b2 b3"), {}),
        "no line is possible any more, so the game would be a draw",
    ),
    ("7x6", "drop", (("a6 b5",), {}), "the stone on b5 would fall: the square below is empty"),
    ("15x15", "swap2", (("h8",), {}), "the opening swap2 begins on the empty board"),
    (
        "3x3", "vanishing", (("a1 b1 c2 a3",), {}),
        "a player has more than 3 stones, which is all that one keeps",
    ),
    (
        "9x9", "ultimate", (("a1 b1 c1", "a2 b2 c2"), {}),
        "both players have three in a row on the top left board",
    ),
    ("9x9", "ultimate", (("a1 b1 c1",), {"board": 0}), "the board to play on has to be open"),
    ("9x9", "ultimate", (("a1",), {"board": 9}), "the board to play on has to be open"),
    (
        "9x9", "ultimate", (("a1 b1 c1 d1 e1 f1 g1 h1 i1",), {}),
        "a player has won enough boards, so the game would be over",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("board", "words", "start", "sentence"), REFUSED)
def test_says_why_no_game_can_start_there(
    board: str, words: str, start: tuple[tuple[str, ...], dict[str, int]], sentence: str
) -> None:
    columns, rows = map(int, board.split("x"))
    line = {"3x3": 3, "9x9": 3, "7x6": 4, "15x15": 5}[board]
    geometry = Geometry(columns, rows, line, Rules.parse(words))
    names, others = start
    with pytest.raises(InvalidStart, match=f"^{sentence}$"):
        Game(Setup(geometry, [Player("Ada"), Player("Bob")], start=Start.named(geometry, *names, **others)))


def test_a_square_of_another_board_is_refused() -> None:
    with pytest.raises(InvalidStart, match="a stone is not on the 3×3 board"):
        Game(Setup(Geometry(3, 3, 3), start=Start(((99,), ()))))
    with pytest.raises(InvalidStart, match="a stone is not on the 3×3 board"):
        Game(Setup(Geometry(3, 3, 3), start=Start(((-2,), ()))))


def test_no_start_can_be_taken_where_somebody_has_resigned_or_has_to_choose() -> None:
    game = Game(Setup(Geometry(5, 5, 4), 3))
    game.position.resign(1)
    with pytest.raises(InvalidStart):
        start_of(game.position)
    opening = Game(Setup(Geometry(15, 15, 5, Rules.parse("swap"))))
    with pytest.raises(InvalidStart):
        start_of(opening.position)


@pytest.mark.parametrize(
    ("words", "players", "size"), [(words, players, None) for words, players in TABLE] + OTHER_GAMES
)
def test_records_keep_the_start(words: str, players: int, size: tuple[int, int, int] | None) -> None:
    random = Random(f"records {words} {players}")
    for first in range(players):
        played = random_game(words, players, size, random)
        plies = random.randrange(len(played.moves))
        start = start_after(played, plies)
        if start is None:
            continue
        game = Game(Setup(played.position.geometry, played.setup.players, start=start), first)
        while game.outcome is None and random.random() < 0.7:
            game.place(random.choice(game.position.moves))
        record = Record(game)
        for read in (from_text(to_text(record)), from_json(to_json(record))):
            assert (read.game.setup, read.game.first) == (game.setup, first)
            assert read.game.moves == game.moves
            assert read.game.position == game.position


START_TAG = """[Board "3x3"]
[Line "3"]
[Player "X" "Ada" "human"]
[Player "O" "Bob" "human"]
[Start {}]

1. c3
"""

REFUSED_TAGS = [
    ('"X b2" "O a4"', "line 5, column 1: a4 is not on a 3×3 board"),
    ('"Z b2"', 'line 5, column 1: write a start like [Start "X b2 c3" "to-move=O"]'),
    ('"X b2" "to-move=Z"', 'line 5, column 1: write a start like [Start "X b2 c3" "to-move=O"]'),
    ('"X b2" "board=5"', "line 5, column 1: only Ultimate has small boards to play on"),
    ('"X a1 b1 c1"', "line 5, column 1: a player has a line, so the game would be over"),
    ('"X c3"', "line 7, column 4: c3 is taken"),
]


@pytest.mark.parametrize(("tag", "sentence"), REFUSED_TAGS)
def test_a_wrong_start_in_a_record_is_named_with_its_place(tag: str, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_text(START_TAG.format(tag))
    assert str(caught.value) == sentence


REFUSED_DATA = [
    ({"stones": [["a1"], ["a1"]]}, "a1 has two stones"),
    ({"stones": "a1"}, "stones must be a list of at most 15"),
    ({"stones": [["a9"]]}, "a9 is not on a 3×3 board"),
    ({"stones": [[7]]}, "a square must be text"),
    ({"stones": [["a1"]], "to_move": 7}, "player 8 cannot be to move: 2 play"),
    ({"stones": [["a1"]], "to_move": 1e400}, "to_move must be a whole number from 0 to 15"),
    ({"stones": [["a1"]], "board": 0}, "board must be a whole number from 1 to 9"),
    ({}, "stones is missing"),
    ([], "start must be an object"),
]


@pytest.mark.parametrize(("start", "sentence"), REFUSED_DATA)
def test_a_wrong_start_in_json_is_refused(start: object, sentence: str) -> None:
    data = to_data(Record(Game(Setup(Geometry(3, 3, 3)))))
    with pytest.raises(RecordError, match=sentence):
        from_data({**data, "start": start})


@pytest.mark.parametrize("write", [to_psq, to_moves])
def test_formats_without_a_word_for_a_start_refuse_it(write: Callable[[Record], str]) -> None:
    geometry = Geometry(15, 15, 5)
    game = Game(Setup(geometry, start=Start.named(geometry, "h8", "i9")))
    with pytest.raises(RecordError, match="cannot say in which position the game started"):
        write(Record(game))
