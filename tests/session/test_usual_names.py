"""What computers are called that have no name of their own: by their level on screen, numbered."""

from argparse import Namespace

import pytest

from ttt_tui.cli import options
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import CLASSIC, SCREEN_NAMES, screen_name
from ttt_tui.engine import HUMAN, SYMBOLS, Player
from ttt_tui.session.presets import NATO, PRESETS, computer_name, is_usual_name, new_player, with_usual_names
from ttt_tui.session.setup_changes import with_level
from ttt_tui.session.setup_options import setup_from
from ttt_tui.session.wording import level_name, level_title


def names(players: tuple[Player, ...]) -> list[str]:
    return [player.name for player in players]


def computers(*named: tuple[str, str]) -> tuple[Player, ...]:
    """Return a player for each name and level."""
    return tuple(
        Player(name, symbol, "blue", level) for symbol, (name, level) in zip(SYMBOLS, named, strict=False)
    )


def test_the_levels_that_a_player_knows_lead_and_the_others_are_classic_computers() -> None:
    assert SCREEN_NAMES == {"rules": "easy", "scorer": "medium", "negamax": "hard", "expert": "expert"}
    assert options.SCREEN_NAMES == SCREEN_NAMES
    assert CLASSIC == ("random", "minimax")
    assert {*SCREEN_NAMES, *CLASSIC} == {*LEVELS}
    assert [screen_name(level) for level in LEVELS] == [
        "random",
        "easy",
        "medium",
        "minimax",
        "hard",
        "expert",
    ]


@pytest.mark.parametrize("level", LEVELS)
def test_a_computer_is_called_by_its_level_and_numbered_where_two_are_equal(level: str) -> None:
    title = screen_name(level)
    first = new_player(level, (), 3)
    second = new_player(level, [first], 3)
    third = new_player(level, [first, second], 3)
    assert names((first, second, third)) == [title, f"{title} 2", f"{title} 3"]
    assert all(is_usual_name(player.name) for player in (first, second, third))
    assert level_name(first) == level_name(second) == "computer", "the name says the level already"
    assert level_name(Player("Ada", "X", "blue", level)) == title


def test_a_name_that_is_taken_is_not_given_twice() -> None:
    assert computer_name("rules", ["easy", "easy 3"]) == "easy 2"
    assert computer_name("rules", ["easy 2"]) == "easy"


@pytest.mark.parametrize("name", ["Romeo Golf", "Xray Juliett", "easy", "hard 12", "minimax", "negamax 2"])
def test_names_of_this_and_earlier_versions_count_as_not_chosen(name: str) -> None:
    assert is_usual_name(name)


@pytest.mark.parametrize("name", ["Easy Rider", "easy two", "easy 2 3", "Romeo", "Romeo Golf Papa", ""])
def test_names_that_somebody_chose_count_as_chosen(name: str) -> None:
    assert not is_usual_name(name)


def test_every_word_of_earlier_names_is_known() -> None:
    assert len(NATO) == 26
    assert all(is_usual_name(f"{one} {other}") for one, other in zip(NATO, reversed(NATO), strict=True))


def test_names_follow_the_levels_and_the_order_and_chosen_ones_stay() -> None:
    players = computers(
        ("easy 2", "rules"),
        ("Ada", "rules"),
        ("Romeo Golf", "rules"),
        ("hard", "expert"),
        ("Good", "brain:Good"),
    )
    assert names(with_usual_names(players)) == ["easy", "Ada", "easy 2", "expert", "Good"]
    assert with_usual_names(with_usual_names(players)) == with_usual_names(players)


def test_people_keep_names_that_look_like_a_level() -> None:
    players = (Player("easy", "X", "blue", HUMAN), *computers(("Romeo Golf", "rules")))
    assert names(with_usual_names(players)) == ["easy", "easy 2"]


def test_another_level_is_another_name() -> None:
    swarm = PRESETS["swarm"].make()
    assert names(swarm.players)[:3] == ["You", "medium", "medium 2"]
    assert names(with_level(swarm, "negamax").players)[:3] == ["You", "hard", "hard 2"]
    engines = with_level(swarm, "brain:Good")
    assert names(engines.players)[:3] == ["You", "Good", "Good 2"]
    assert names(with_level(engines, "scorer").players) == names(swarm.players)


def test_a_match_without_a_screen_calls_computers_as_the_command_line_does() -> None:
    options = Namespace(preset=None, board=None, line=None, time=None, player=["negamax", "rules", "negamax"])
    on_screen, headless = setup_from(options), setup_from(options, by_algorithm=True)
    assert on_screen is not None
    assert headless is not None
    assert names(on_screen.players) == ["hard", "easy", "hard 2"]
    assert names(headless.players) == ["negamax", "rules", "negamax 2"]


@pytest.mark.parametrize(
    ("level", "title"),
    [("human", "human"), ("open", "open seat"), ("brain:Good", "engine Good"), ("rules", "easy")],
)
def test_a_level_has_one_name_on_screen(level: str, title: str) -> None:
    assert level_title(level) == title
    assert level_name(Player("Zoe", "X", "blue", level)) == title


def test_an_engine_with_its_own_name_is_just_an_engine() -> None:
    assert level_name(Player("Good 2", "X", "blue", "brain:Good")) == "engine"
