"""The lines of the move list: their numbers, and the symbols after a swap."""

import pytest

from tests.support.driving import a_setup
from ttt_tui.app.widgets.lines import Line
from ttt_tui.app.widgets.move_log import move_rows
from ttt_tui.engine import HUMAN, Game, Geometry, Rules, Setup
from ttt_tui.engine.game import rounds
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.plain.sentences import made

CASES = (
    ("usual", "a1 b1 c1 d1 e1", [1, 3, 5]),
    ("double", "a1 b1 c1 d1 e1", [1, 2, 4]),
    ("pie", "a1 swap b1 c1 d1", [1, 2, 3, 5]),
    ("swap2", "a1 b1 c1 two-more d1 e1 stay a3", [1, 3, 4, 5, 7, 8]),
)


def a_game(rules: str, words: str) -> Game:
    game = Game(Setup(Geometry(15, 15, 6 if rules == "double" else 5, Rules.parse(rules)), a_setup().players))
    for word in words.split():
        game.place(game.position.parse_choice(word))
    return game


def text_of(line: Line) -> str:
    return "".join(text for text, _ in line)


@pytest.mark.parametrize(("rules", "words", "numbers"), CASES)
def test_lines_have_the_number_of_their_first_move_in_the_list_and_in_text(
    rules: str, words: str, numbers: list[int]
) -> None:
    game = a_game(rules, words)
    listed = [row[0] for row in move_rows(game, 40)]
    assert [int(entry.number) for entry in listed] == [entry.ply for entry in listed] == numbers
    text = to_text(Record(game))
    assert [int(line.split(".")[0]) for line in text.split("\n\n")[1].splitlines()] == numbers
    assert from_text(text).game.moves == game.moves
    by_round = "\n".join(
        f"{number}. {line.split('. ')[1]}"
        for number, line in enumerate(text.split("\n\n")[1].splitlines(), 1)
    )  # as older records have it
    assert from_text(f"{text.split(chr(10) * 2)[0]}\n\n{by_round}\n").game.moves == game.moves


@pytest.mark.parametrize(("players", "width", "across"), [(15, 26, 3), (15, 32, 5), (8, 27, 4), (7, 26, 4)])
def test_the_lines_of_many_players_are_filled_by_each_round_if_one_move_less_does_that(
    players: int, width: int, across: int
) -> None:
    setup = a_setup(*[HUMAN] * players, board=(15, 15), k=5)
    game = Game(setup)
    for number in range(2 * players):
        row, column = divmod(number, 15)
        game.place(game.position.parse_choice(f"{'abcdefghijklmno'[column]}{row + 1}"))
    rows = move_rows(game, width)
    assert {len(row) for row in rows[:-1]} == {across}
    assert all(row[-1].end <= width for row in rows)
    if players % across == 0:
        assert rows[players // across][0].ply == players + 1


@pytest.mark.parametrize("words", ["a1 swap b1", "a1 b1 c1 swap d1", "a1 b1 c1 two-more d1 e1 swap a3"])
def test_after_a_swap_the_list_has_the_symbols_of_the_board_at_every_move(words: str) -> None:
    game = a_game("pie" if words.startswith("a1 swap") else "swap2", words)
    symbols = [player.symbol for player in game.setup.players]
    for shown in range(len(game.moves) + 1):
        position = game.position_after(shown)
        entries = {
            entry.ply: text_of(entry.line) for row in move_rows(game, 40, shown=shown) for entry in row
        }
        for ply, move in enumerate(game.moves[:shown], 1):
            if move.stone is not None:
                assert entries[ply].split()[0] == symbols[position.owner(move.stone) or 0], (shown, ply)


def test_a_choice_is_a_line_between_the_stones() -> None:
    game = a_game("swap2", "a1 b1 c1 swap d1 e1")
    assert rounds(game) == [range(2), range(2, 3), range(3, 4), range(4, 6)]


@pytest.mark.parametrize("words", ["a1 swap", "a1 b1 c1 swap", "a1 b1 c1 two-more d1 e1 swap"])
def test_after_a_swap_the_player_who_began_is_second_and_to_move(words: str) -> None:
    game = a_game("pie" if words == "a1 swap" else "swap2", words)
    assert game.position.to_move == game.first
    assert made(game, game.moves[-1]).endswith(
        f"; {game.setup.players[game.first].symbol} is second to move now"
    )
