"""Sentences about Connect Four name columns, since a move there is a column."""

from ttt_tui.analysis.hint import hint
from ttt_tui.analysis.reason_kinds import Reason, ReasonKind
from ttt_tui.analysis.sentences import sentence
from ttt_tui.computer.base import Thought
from ttt_tui.engine import Coordinates, Game, Geometry, Rules, Setup
from ttt_tui.session.wording import move_in_game


def connect_four(columns: str) -> Game:
    game = Game(Setup(Geometry(7, 6, 4, Rules(drop=True), Coordinates.GAME)))
    for column in columns:
        game.place(column)
    return game


def test_a_hint_says_column_and_begins_as_a_sentence() -> None:
    game = connect_four("ddccea")
    best = game.position.landing(game.setup.geometry.parse("b"))
    found = hint(game.position, game.setup, Thought(best))
    assert found.steps == ("You can win at once", "Look at column 2", "Column 2 wins at once")


def test_moves_are_short_in_lists_and_words_in_sentences() -> None:
    game = connect_four("dd")
    assert move_in_game(game, game.moves[1]) == "O 4"
    assert move_in_game(game, game.moves[1], "plays") == "O plays column 4"


def test_missed_wins_are_columns() -> None:
    game = connect_four("ddccea")
    geometry = game.setup.geometry
    squares = geometry.at(1, 5), geometry.at(5, 5)
    reason = Reason(ReasonKind.MISSES_LINE, 0, squares)
    assert sentence(reason, geometry.at(6, 3), game.setup, None) == "columns 2 or 6 would have won at once"
