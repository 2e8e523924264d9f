"""A game as a picture: well-formed whatever the names are, and with everything where it belongs."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.theme import BUILTIN_THEMES

from tests.support.driving import a_setup
from tests.support.strategies import any_text, play, some
from ttt_tui.app.themes import OWN_THEMES, of_16, player_colour, roles_of
from ttt_tui.app.widgets.board.svg import svg_of, theme_named
from ttt_tui.engine import HUMAN, SYMBOLS, Game

WALNUT = theme_named("walnut")
MUTED = roles_of(WALNUT).muted
XML = "{http://www.w3.org/2000/svg}"


def parsed(game: Game, **given: object) -> ElementTree.Element:
    return ElementTree.fromstring(svg_of(game, given.pop("theme", WALNUT), **given))  # type: ignore[arg-type]


def texts(picture: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{XML}text")]


def test_it_has_the_board_its_labels_players_and_result() -> None:
    picture = parsed(play(Game(a_setup()), "a1 a2 b1 b2 c1"), date="2026-11-26")
    assert texts(picture) == [
        *[
            "3×3 · three in a row",
            "2026-11-26",
            *"abc",
            *"123",
            "Ada",
            "Bob",
            "Ada beat Bob in 5 moves",
            "ttt-tui",
        ]
    ]
    assert picture.findtext(f"{XML}title") == "3×3: Ada beat Bob in 5 moves"
    assert picture.findtext(f"{XML}desc") == "X a1, O a2, X b1, O b2, X c1"
    (line,) = picture.iter(f"{XML}line")
    assert line.get("y1") == line.get("y2")
    assert line.get("stroke") == player_colour(WALNUT, "blue")


def test_stones_are_shapes_and_other_symbols_stand_on_discs() -> None:
    game = play(Game(a_setup(*[HUMAN] * 4, board=(9, 9), k=5, symbols=("X", "○", "●", "❌"))), "a1 b1 c1 d1")
    drawn = svg_of(game, WALNUT)
    assert texts(parsed(game)).count("❌") == 2, "on the board, and beside the name"
    assert all(drawn.count(player_colour(WALNUT, player.colour)) == 2 for player in game.setup.players)


@some
@given(any_text(60), st.sampled_from(SYMBOLS))
def test_any_name_is_well_formed_xml(name: str, symbol: str) -> None:
    setup = a_setup()
    game = play(Game(setup), "a1 b2")
    player = replace(setup.players[0], name=name, symbol=symbol)
    object.__setattr__(game.setup, "players", (player, setup.players[1]))
    svg_of(game, WALNUT).encode()
    assert len(texts(parsed(game))[-4]) <= 24


@pytest.mark.parametrize("theme", [*OWN_THEMES, BUILTIN_THEMES["ansi-dark"], of_16(theme_named("kaya"))])
def test_every_theme_has_a_picture_in_real_colours(theme: object) -> None:
    drawn = svg_of(play(Game(a_setup(board=(15, 15), k=5)), "h8 i9"), theme)  # type: ignore[arg-type]
    ElementTree.fromstring(drawn)
    assert "ansi" not in drawn
    assert "default" not in drawn


def test_a_theme_of_16_colours_is_replaced_by_the_one_of_its_name() -> None:
    game = play(Game(a_setup()), "b2")
    kaya = theme_named("kaya")
    assert svg_of(game, replace(of_16(kaya), name="kaya")) == svg_of(game, kaya)
    assert roles_of(kaya).board in svg_of(game, kaya)


def test_both_lines_of_a_double_win_are_drawn() -> None:
    game = play(Game(a_setup()), "b1 b2 c1 b3 a2 c2 a3 c3 a1")
    assert [(line.get("x1"), line.get("y2")) for line in parsed(game).iter(f"{XML}line")] == [
        ("96", "96"),
        ("96", "320"),
    ]


def test_the_programs_name_is_at_the_bottom_right_below_a_result_that_needs_its_place() -> None:
    for last, has_room in ("a3", True), ("c3", False):
        setup = a_setup()
        long = replace(setup.players[0], name="Wolfeschlegelsteinhaus")
        game = play(
            Game(setup if has_room else replace(setup, players=(long, setup.players[1]))), "a1 b1 a2 b2"
        )
        *_, result, name = parsed(play(game, last)).iter(f"{XML}text")
        assert (name.text, name.get("text-anchor"), name.get("fill")) == ("ttt-tui", "end", MUTED)
        assert (name.get("y") == result.get("y")) == has_room


def test_a_position_on_the_way_has_no_line_and_its_own_last_stone() -> None:
    game = play(Game(a_setup()), "a1 a2 b1 b2 c1")
    picture = parsed(game, ply=3)
    assert not [*picture.iter(f"{XML}line")]
    assert texts(picture)[-2] == "Ada v Bob, move 3 of 5"
