"""Stones that fall: where they come to rest, what is refused, and how many positions there are."""

from itertools import islice

import pytest

from tests.support.reference import Board, census
from tests.support.sampling import sampled
from tests.support.strategies import make_setup, play, reference_of
from ttt_tui.engine import (
    ColumnFull,
    FloatingStone,
    Game,
    Geometry,
    NotASquare,
    Position,
    Rules,
    Termination,
    squares_of,
)
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.engine.setup import can_engines_play
from ttt_tui.errors import RecordError

DROP = Rules(drop=True)


def connect_four() -> Game:
    return Game(make_setup(7, 6, 4, kind=DROP))


def test_a_stone_falls_to_the_lowest_empty_square_of_its_column() -> None:
    game = connect_four()
    geometry = game.setup.geometry
    for chosen, reached in (("d1", "d6"), ("d", "d5"), ("4", "d4"), ("G3", "g6"), ("g", "g5"), ("39", "d3")):
        game.place(chosen)
        assert game.position.last_square == geometry.parse(reached)
    assert {geometry.name(square) for square in game.position.moves} == {
        "a6",
        "b6",
        "c6",
        "d2",
        "e6",
        "f6",
        "g4",
    }
    assert game.position.landing(geometry.parse("d6")) == geometry.parse("d2")
    assert game.position.nearest_empty(geometry.parse("d3")) == geometry.parse("d2")


def test_a_full_column_a_floating_stone_and_no_column_are_refused_with_a_sentence() -> None:
    game = play(connect_four(), "d d d d d d")
    for chosen in ("d", "4", "d1", "d6"):
        with pytest.raises(ColumnFull, match="column d is full"):
            game.place(chosen)
    assert isinstance(game.check("c5"), FloatingStone)
    assert str(game.check("c5")) == "a stone cannot stay on c5: it falls to c6"
    assert str(game.check("d6")) == "column d is full"
    assert game.check("c6") is None
    with pytest.raises(NotASquare, match="no column h on a 7×6 board; choose from a to g"):
        game.place("h")
    with pytest.raises(NotASquare, match="write a column like g or 7"):
        game.place("?")
    with pytest.raises(NotASquare):
        Game(make_setup(7, 6, 4)).place("d")
    assert len(game.moves) == 6


def test_a_record_says_where_stones_came_to_rest() -> None:
    game = play(connect_four(), "d d c d e b f")
    assert game.outcome is not None
    assert game.outcome.termination is Termination.LINE
    for write, read in ((to_text, from_text), (to_json, from_json)):
        text = write(Record(game))
        again = read(text).game
        assert (again.setup, again.moves, again.outcome) == (game.setup, game.moves, game.outcome)
        assert "drop" in text
        assert "d6" in text
        for wrong in ("d4", "d1", "d"):  # in the place of the second stone, which fell to d5
            with pytest.raises(RecordError):
                read(text.replace("d5", wrong))
    with pytest.raises(RecordError, match="a stone cannot stay on d4: it falls to d5"):
        from_text(to_text(Record(game)).replace("d5", "d4"))


def test_engines_know_no_falling_stones() -> None:
    assert not can_engines_play(make_setup(15, 15, 5, kind=DROP).geometry, 2)


COUNTS = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186]
"""Positions of Connect Four after so many plies: https://oeis.org/A212693"""


@pytest.mark.slow
def test_there_are_as_many_positions_as_published() -> None:
    depth = sampled(9, 6)
    geometry = Geometry(7, 6, 4, DROP)
    counts = [1]
    running = {(0, 0)}
    for ply in range(depth):
        seen, going_on = set(), set()
        for mine, theirs in running:  # the stones of the side to move, and those of the other
            position = Position(geometry, 2, ply % 2)
            position.stones = [mine, theirs] if ply % 2 == 0 else [theirs, mine]
            position.occupied = mine | theirs
            for square in squares_of(position.legal):
                after = theirs, mine | 1 << square
                seen.add(after)
                if not position.completing(position.to_move) >> square & 1:
                    going_on.add(after)
        counts.append(len(seen))
        running = going_on
    assert counts == COUNTS[: depth + 1]
    shallow = sampled(6, 4)
    found = islice(census(Board(7, 6, 4, [0, 1], drop=True)), shallow + 1)
    assert [positions for _, positions in found] == COUNTS[: shallow + 1]


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_is_drawn_only_when_no_line_is_possible_any_more(players: int) -> None:
    game = Game(make_setup(3, 3, 3, players=players, kind=DROP))
    while game.outcome is None:
        game.place(
            min(game.position.moves, key=lambda square: (game.position.completing(0) >> square & 1, square))
        )
    board = reference_of(game)
    if game.outcome.termination is Termination.DEAD_BOARD:
        assert board.nobody_can_complete_a_line()


def test_a_line_loses_and_puts_its_player_out_where_both_rules_hold() -> None:
    game = Game(make_setup(4, 4, 3, players=3, kind=Rules(misere=True, drop=True)))
    play(game, "a b d a b d")
    game.place("a")
    assert game.outcome is None
    assert game.position.active == (1, 2)
