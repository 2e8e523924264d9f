"""Records of games where a turn has two stones: numbered by turns, and read whatever the numbers are."""

import pytest

from ttt_tui.engine import Game, Geometry, Rules, Setup
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.moves import from_moves, to_moves
from ttt_tui.engine.records.psq import from_psq, to_psq
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import RecordError

MOVES = "h8 h9 i9 g7 h7 f6"


def played(words: str, k: int = 6, moves: str = MOVES) -> Game:
    game = Game(Setup(Geometry(15, 15, k, Rules.parse(words)), 2))
    for name in moves.split():
        game.place(name)
    return game


def test_a_text_numbers_the_turns_of_two_stones() -> None:
    game = played("double")
    text = to_text(Record(game))
    assert '[Rules "double"]' in text
    assert text.endswith("\n\n1. h8\n2. h9 i9\n4. g7 h7\n6. f6\n")
    for words in (text, text.replace("2. ", "").replace("\n4. ", " "), to_json(Record(game))):
        again = (from_json if words.startswith("{") else from_text)(words).game
        assert (again.setup, again.moves) == (game.setup, game.moves)
        assert [move.player for move in again.moves] == [0, 1, 1, 0, 0, 1]


def test_other_programs_formats_are_refused_or_read_by_rules_that_are_given() -> None:
    with pytest.raises(RecordError, match="5 in a row"):
        to_psq(Record(played("double")))
    with pytest.raises(RecordError, match="6 in a row"):
        to_moves(Record(played("double", k=5)))
    game = played("double", k=5)
    double = game.setup.geometry.rules
    assert from_psq(to_psq(Record(game)), double).game.moves == game.moves
    record = Record(played("double"))
    assert from_moves(to_moves(record), (15, 15), double).game.moves == record.game.moves
