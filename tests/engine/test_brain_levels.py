"""What brains can play, and what is written down of them."""

import pytest

from ttt_tui.engine import (
    BRAIN,
    Game,
    Geometry,
    MatchRules,
    Player,
    Record,
    Setup,
    brain_level,
    player_problem,
    problem,
)
from ttt_tui.engine.record_json import from_json, to_json
from ttt_tui.engine.record_text import from_text, to_text


def setup(columns: int = 15, rows: int = 15, k: int = 5, players: int = 2) -> Setup:
    brain = Player("A", level=brain_level("Rapfi"))
    return Setup(Geometry(columns, rows, k), [brain, *[Player()] * (players - 1)], MatchRules())


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (setup(players=3), "engines play games for two, not for 3 players"),
        (setup(k=4), "engines play 5 in a row, not 4"),
        (setup(k=6), "engines play 5 in a row, not 6"),
        (setup(15, 4), "engines need a board of at least 5×5, not 15×4"),
    ],
)
def test_what_no_brain_plays_is_no_set_up(wrong: Setup, told: str) -> None:
    assert problem(wrong) == told


def test_boards_that_brains_play_on() -> None:
    for columns, rows in ((5, 5), (15, 15), (20, 20), (20, 5)):
        assert problem(setup(columns, rows)) is None


def test_a_brain_is_a_computer_and_plays_where_it_is_known() -> None:
    player = setup().players[0]
    assert (player.is_brain, player.is_computer, player.level) == (True, True, f"{BRAIN}Rapfi")
    assert player_problem(player, [player.level]) is None
    assert "unknown level “brain:Rapfi”" in str(player_problem(player, ["expert"]))


def test_records_have_its_name_and_are_read_again() -> None:
    game = Game(setup())
    game.place("h8")
    for write, read in ((to_text, from_text), (to_json, from_json)):
        assert read(write(Record(game))).game.setup == game.setup


def test_a_name_that_could_not_be_read_back_is_refused() -> None:
    for length, told in ((18, None), (19, "an engine's name has at most 18 characters")):
        named = Setup(Geometry(15, 15, 5), [Player("A", level=brain_level("R" * length)), Player()])
        assert problem(named) == told
    longest = Game(Setup(Geometry(15, 15, 5), [Player("A", level=brain_level("R" * 18)), Player()]))
    assert from_text(to_text(Record(longest))).game.setup == longest.setup
