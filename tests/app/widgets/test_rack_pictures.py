"""Pictures of racks, in cells and as SVG: each stone is where it fell, and each other square is a hole."""

import re
from collections import Counter
from itertools import product

import pytest

from tests.support.strategies import play
from ttt_tui.app.widgets.board.svg import svg_of, theme_named
from ttt_tui.app.widgets.cell_picture import GRID
from ttt_tui.app.widgets.rack_picture import HOLE, RackPicture
from ttt_tui.engine import Game, Geometry, Player, Rules, Setup

WALNUT = theme_named("walnut")
FOUR = Geometry(7, 6, 4, Rules(drop=True))
DISCS = Player("Ada", "●", "blue"), Player("Bob", "○", "red")
LETTERS = Player("Ada", "X", "blue"), Player("Bob", "O", "red")
WON = "a6 b6 a5 b5 a4 b4 a3"
RISING = "a6 b6 b5 c6 c5 d6 c4 d5 d4 g6 d3"


@pytest.mark.parametrize(("players", "moves"), [*product((DISCS, LETTERS), (WON, RISING, "d6 d5", ""))])
def test_an_svg_has_a_hole_for_each_square_and_what_each_stone_is(
    players: tuple[Player, Player], moves: str
) -> None:
    game = play(Game(Setup(FOUR, players)), moves)
    text = svg_of(game, WALNUT)
    places = Counter(re.findall(r'<circle cx="(\d+)" cy="(\d+)"', text))
    stones = [(len(moves.split()) + 1) // 2, len(moves.split()) // 2]
    rings = stones[1] if players is DISCS else 0
    assert len(places) == 42
    assert sum(places.values()) == 42 + sum(stones) + rings
    if players is LETTERS:
        empty = svg_of(Game(Setup(FOUR, players)), WALNUT)
        symbols = [text.count(f">{symbol}</text>") - empty.count(f">{symbol}</text>") for symbol in "XO"]
        assert symbols == stones
    has_line = re.search(r'<line [^>]*stroke-width="\d', text) is not None
    assert has_line == (game.outcome is not None)


@pytest.mark.parametrize("is_filled", [False, True])
@pytest.mark.parametrize("is_ascii", [False, True])
@pytest.mark.parametrize("geometry", [FOUR, Geometry(4, 4, 3, Rules(drop=True))], ids=str)
def test_cells_have_stones_where_they_fell_and_holes_elsewhere(
    geometry: Geometry, is_ascii: bool, is_filled: bool
) -> None:
    game = Game(Setup(geometry, LETTERS))
    for column in (0, 1, 0):
        game.place(game.position.landing(column))
    stones = tuple(game.position.stones)
    picture = RackPicture(geometry, stones, LETTERS, is_ascii=is_ascii, is_filled=is_filled)
    lines = picture.lines
    assert (len(lines[0]), len(lines)) == picture.size
    taken = stones[0] | stones[1]
    colours = {player.colour for player in LETTERS}
    for square in geometry.squares:
        x, y = picture.place(square)
        around = {cell[1] for line in lines[y : y + 2] for cell in line[x : x + 2]}
        if not taken >> square & 1:
            assert not around & colours, geometry.name(square)
            assert around & ({HOLE} if is_filled and not is_ascii else {GRID}), geometry.name(square)
    assert {cell[1] for line in lines for cell in line} >= colours
