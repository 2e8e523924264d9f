"""Ultimate in words: turns, small boards, and how games end."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.support.driving import a_setup
from tests.support.ultimate import VARIANTS, NineBoards, Stone
from ttt_tui.engine import HUMAN, Geometry, Match, Rules, Termination
from ttt_tui.session import wording
from ttt_tui.session.games import words_of
from ttt_tui.session.known_results import UNKNOWN, known_value
from ttt_tui.session.results import result_of
from ttt_tui.session.sharing import share_text

WORDS = words_of(Rules.parse("ultimate"))

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

CORNERS = "19 91 15 51 11"
"""X wins the top left board with its last stone, which leads there again."""


def a_match(words: str = "ultimate", levels: tuple[str, str] = (HUMAN, HUMAN)) -> Match:
    setup = a_setup(*levels, names=("Ada", "Bob"))
    return Match(replace(setup, geometry=Geometry(9, 9, 3, Rules.parse(words))))


def played(moves: str, words: str = "ultimate") -> Match:
    match = a_match(words)
    for move in moves.split():
        match.place(move)
    return match


def random_games(words: str, count: int) -> Iterator[tuple[Match, NineBoards]]:
    """Whole games of random moves, and each as the slow reference has it."""
    for number in range(count):
        match, reference, rng = a_match(words), NineBoards.by(words), Random(f"{words} {number}")
        while match.game.outcome is None:
            square = rng.choice(match.game.position.moves)
            reference.play(stone_on(match, square))
            match.place(match.setup.geometry.name(square))
        yield match, reference


def stone_on(match: Match, square: int) -> Stone:
    board, place = divmod(match.setup.geometry.number(square), 10)
    return board - 1, place - 1


# --- turns -----------------------------------------------------------------------------------------------


def test_the_turn_says_where_to_play() -> None:
    match = a_match()
    assert wording.turn_text(match) == "Ada (X) to move on any board"
    match.place("f4")
    assert wording.turn_text(match) == "Bob (O) to move on the top right board"
    assert wording.turn_text(played(CORNERS)) == "Bob (O) to move on any open board"
    assert wording.turn_text(played(CORNERS, "open-until-full")) == "Bob (O) to move on the top left board"


def test_a_thinking_computer_is_not_said_to_play_on_a_board() -> None:
    match = a_match(levels=(HUMAN, "rules"))
    assert wording.turn_text(match) == "Your move on any board"
    match.place("f4")
    assert wording.turn_text(match) == "Bob is thinking"


@pytest.mark.parametrize("words", VARIANTS)
def test_a_board_is_named_where_only_one_is_open(words: str) -> None:
    match, rng = a_match(words), Random(words)
    while match.game.outcome is None:
        boards = {stone_on(match, square)[0] for square in match.game.position.moves}
        where = WORDS.where_to_play(match.game.position)
        assert where.startswith("any") == (len(boards) > 1)
        match.place(match.setup.geometry.name(rng.choice(match.game.position.moves)))


# --- small boards ----------------------------------------------------------------------------------------


def test_small_boards_are_won_drawn_or_open() -> None:
    assert [*WORDS.parts(a_match().game)] == ["All boards are open"]
    *won, still_open = WORDS.parts(played(CORNERS).game)
    assert won == ["X has won the top left board"]
    assert still_open.startswith(
        "The top, top right, left, middle, right, bottom left, bottom and bottom right"
    )
    assert [*WORDS.parts(played(CORNERS, "open-until-full").game)] == [*won, "All boards are open"]


@pytest.mark.slow
@pytest.mark.parametrize("words", VARIANTS)
def test_the_shared_text_has_a_last_block_with_the_owners_of_the_boards(words: str) -> None:
    for match, reference in random_games(words, 10):
        *_, block = share_text(match.game).split("\n\n")
        expected = [
            "X" if owner == 0 else "O" if owner == 1 else "-" if reference.is_full(board) else "·"
            for board in range(9)
            for owner in [reference.owners.get(board)]
        ]
        assert block.split() == expected
        assert [len(row) for row in block.split("\n")] == [5, 5, 5]
        start = share_text(match.game, 1, is_ascii=True).split("\n\n")[-1]
        assert start == "\n".join([". . ."] * 3)


@pytest.mark.slow
@pytest.mark.parametrize("words", VARIANTS)
def test_each_board_is_named_in_the_end(words: str) -> None:
    for match, reference in random_games(words, 20):
        sentences = [*WORDS.parts(match.game)]
        whose = {0: "X has won", 1: "O has won"}
        for board, name in enumerate(BOARDS):
            found = [sentence for sentence in sentences if name in boards_named(sentence)]
            first = found[0]
            assert len(found) == 1 + (board in reference.owners and reference.is_open(board))
            if board in reference.owners:
                assert first.startswith(whose[reference.owners[board]])
            elif reference.is_full(board):
                assert first.endswith("drawn")
            else:
                assert first.endswith("open")


BOARDS = [
    "top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom", "bottom right",
]  # fmt: skip


def boards_named(sentence: str) -> list[str]:
    """The boards that a sentence names."""
    if sentence.startswith("All boards"):
        return BOARDS
    names = sentence.partition("he ")[2].partition(" board")[0]
    return names.replace(" and ", ", ").split(", ")


# --- ends ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("words", VARIANTS)
def test_the_end_says_what_won_or_why_nothing_did(words: str) -> None:
    met = set()
    for match, reference in random_games(words, 120):
        outcome = match.game.outcome
        assert outcome is not None
        text, first, second = wording.game_end_text(match, outcome), *map(reference.boards_of, (0, 1))
        if outcome.winner is None:
            by_most = f"Draw: {NUMBERS[first]} boards to {NUMBERS[second]}"
            assert text == (
                by_most if "most-boards" in words else "Draw: no line of boards is possible any more"
            )
            kind = "draw"
        else:
            winner = ("Ada (X)", "Bob (O)")[outcome.winner]
            if reference.line_of_boards(outcome.winner):
                assert text == f"{winner} wins with three boards in a row"
                kind = "line"
            else:
                more, fewer = sorted((first, second), reverse=True)
                assert text.startswith(f"{winner} wins with {NUMBERS[more]} board")
                assert text.endswith(f"to {NUMBERS[fewer]}")
                kind = "most boards"
        assert len(text) <= 80
        how = result_of(match, outcome).how
        assert how.endswith(
            f"{len(match.game.moves)} moves" if kind == "draw" else f"move {len(match.game.moves)}"
        )
        met.add(kind)
    assert met >= ({"line", "most boards"} if "most-boards" in words else {"line", "draw"})


def test_equal_boards_are_a_draw_where_most_boards_win() -> None:
    games = (match for match, _ in random_games("most-boards", 600))
    drawn = next(m for m in games if m.game.outcome and m.game.outcome.termination is Termination.DEAD_BOARD)
    assert drawn.game.outcome is not None
    text = wording.game_end_text(drawn, drawn.game.outcome)
    number = text.removeprefix("Draw: ").partition(" boards to ")[0]
    assert text == f"Draw: {number} boards to {number}"


# --- titles ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "title", "words_shown"),
    [
        ("ultimate", "Ultimate", "Ultimate"),
        ("open-until-full", "Ultimate · open until full", "Ultimate, open until full"),
        ("most-boards", "Ultimate · most boards", "Ultimate, most boards"),
        (
            "open-until-full, most-boards",
            "Ultimate · open until full · most boards",
            "Ultimate, open until full, most boards",
        ),
    ],
)
def test_the_title_is_the_name_of_the_game_and_its_variants(words: str, title: str, words_shown: str) -> None:
    geometry = Geometry(9, 9, 3, Rules.parse(words))
    assert wording.board_title(geometry) == title
    assert wording.board_titles(geometry) == [*dict.fromkeys((title, words_shown, "Ultimate"))]
    assert (known_value(geometry) == UNKNOWN) == ("open-until-full" not in words)
    assert len(known_value(geometry)) <= 47
