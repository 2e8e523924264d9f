"""A game as a text to paste: its title, and its board without what was not played on."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.driving import a_setup
from tests.support.strategies import any_text, play, some
from ttt_tui.engine import HUMAN, Game, Geometry, LineRule, Rules, Setup
from ttt_tui.process.clipboard import LARGEST_COPY
from ttt_tui.session.sharing import share_text

WON, DRAWN = "a1 a2 b1 b2 c1", "b2 a1 c1 a3 a2 c2 b1 b3"


def title(game: Game, ply: int | None = None) -> str:
    return share_text(game, ply).split("\n")[0]


@pytest.mark.parametrize(
    ("setup", "moves", "expected"),
    [
        (a_setup(), WON, "3×3 · Ada beat Bob in 5 moves"),
        (a_setup(), DRAWN, "3×3 · Ada and Bob drew in 8 moves"),
        (a_setup(), "b2 1-resigns", "3×3 · Ada beat Bob by resignation after 1 move"),
        (a_setup(), "b2 a1", "3×3 · Ada v Bob, 2 moves so far"),
        (a_setup("rules", HUMAN, names=("easy", "You")), WON, "3×3 · easy beat me in 5 moves"),
        (a_setup(HUMAN, "rules", names=("You", "easy")), WON, "3×3 · I beat easy in 5 moves"),
        (
            a_setup(HUMAN, *["rules"] * 4, board=(5, 5)),
            "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 c1",
            "5×5 · Ada beat four computers in 11 moves",
        ),
        (
            a_setup(*[HUMAN] * 4, board=(5, 5)),
            "a1 a2 a3 a4 b1 b2 b3 b4 c1",
            "5×5 · Ada beat Bob, Cyd and 1 more in 9 moves",
        ),
    ],
)
def test_the_title_says_who_beat_whom_in_how_many_moves(setup: Setup, moves: str, expected: str) -> None:
    assert title(play(Game(setup), moves)) == f"ttt-tui · {expected}"


def test_the_title_says_unusual_rules() -> None:
    setup = a_setup()
    geometry = replace(setup.geometry, rules=Rules(LineRule.EXACTLY, misere=True))
    game = play(Game(replace(setup, geometry=geometry)), WON)
    assert title(game) == "ttt-tui · 3×3 · exactly, misere · Bob beat Ada in 5 moves"


def test_the_small_boards_of_ultimate_have_gaps_between_them() -> None:
    setup = replace(a_setup(), geometry=Geometry(9, 9, 3, Rules.parse("most-boards")))
    game = play(Game(setup), "e5 f6")
    assert title(game) == "ttt-tui · Ultimate · most boards · Ada v Bob, 2 moves so far"
    empty, gap, owners = "· · ·  · · ·  · · ·", "", ["", *["· · ·"] * 3]
    middle = [empty, "· · ·  · X ·  · · ·", "· · ·  · · O  · · ·"]
    assert share_text(game).split("\n")[2:] == [
        empty,
        empty,
        empty,
        gap,
        *middle,
        gap,
        empty,
        empty,
        empty,
        *owners,
    ]


def test_a_position_on_the_way_says_which_one_it_is() -> None:
    game = play(Game(a_setup()), WON)
    assert title(game, 3) == "ttt-tui · 3×3 · Ada v Bob, move 3 of 5"
    assert share_text(game, 3).split("\n")[2:] == ["X X ·", "O · ·", "· · ·"]
    assert share_text(game, 5) == share_text(game)


def test_a_large_board_is_cropped_to_what_was_played_with_a_margin() -> None:
    game = play(Game(a_setup(board=(15, 15), k=5)), "h8 j10 a9")
    assert share_text(game).split("\n")[2:] == [
        "· · · · · · · · · · ·",
        "· · · · · · · X · · ·",
        "X · · · · · · · · · ·",
        "· · · · · · · · · O ·",
        "· · · · · · · · · · ·",
    ]
    nine = play(Game(a_setup(board=(9, 9), k=5)), "e5")
    assert len(share_text(nine).split("\n")) == 2 + 9


def test_symbols_stay_in_their_columns_and_ascii_is_kept() -> None:
    game = play(Game(a_setup(symbols=("❌", "O"))), "a1 b1 b2")
    assert share_text(game).split("\n")[2:] == ["❌ O  ·", "·  ❌ ·", "·  ·  ·"]
    text = share_text(game, is_ascii=True)
    assert text.isascii()
    assert text.split("\n")[2:] == ["X O .", ". X .", ". . ."]


@some
@given(any_text(60), st.sampled_from([(3, 3), (20, 20)]), st.booleans())
def test_names_of_strangers_are_bounded_and_do_nothing_to_a_terminal(
    name: str, board: tuple[int, int], is_ascii: bool
) -> None:
    setup = a_setup(*[HUMAN] * 3, board=board)
    players = tuple(replace(player, name=name, symbol="❌") for player in setup.players)
    game = play(Game(setup), "a1 b2 c3")
    object.__setattr__(game.setup, "players", players)
    first, _, *lines = share_text(game, is_ascii=is_ascii).split("\n")
    assert all(character.isprintable() for line in (first, *lines) for character in line)
    assert len(first) < 200
    assert len(lines) == board[1] if board == (3, 3) else 4
    assert len(share_text(game).encode("utf-8", "replace")) < LARGEST_COPY


def test_the_fullest_board_can_be_copied() -> None:
    setup = a_setup(board=(20, 20), k=20, symbols=("❌", "⭕"))
    game = Game(setup)
    squares = iter(setup.geometry.squares)
    while game.outcome is None and (square := next(squares, None)) is not None:
        game.place(square)
    assert len(share_text(game).encode()) < LARGEST_COPY
