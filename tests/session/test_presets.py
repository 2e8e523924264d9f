"""Presets, and the names that the program gives to players who have none of their own."""

import json
from argparse import Namespace
from dataclasses import replace

import pytest

from tests.support.sampling import sampled
from ttt_tui.cli.main import main
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import SCREEN_NAMES, STEP_NAMES, STEPS, level_named, screen_name
from ttt_tui.engine import HUMAN, OPEN, SYMBOLS, Limit, Player, check_new_setup
from ttt_tui.names import CLASSIC_NAMES, LADDER_NAMES, PRESET_NAMES
from ttt_tui.session import wording
from ttt_tui.session.presets import (
    DRAWN,
    NATO,
    PRESETS,
    computer_name,
    is_usual_name,
    new_player,
    with_usual_names,
)
from ttt_tui.session.setup_changes import with_level
from ttt_tui.session.setup_options import setup_from
from ttt_tui.session.wording import level_name, level_title

WATCHED = [preset for preset in PRESETS.values() if preset.is_watched]


def names(players: tuple[Player, ...]) -> list[str]:
    return [player.name for player in players]


# --- presets ---------------------------------------------------------------------------------------------


def test_all_presets_are_valid_and_known_to_the_command_line() -> None:
    assert len(PRESETS) == 19
    assert set(PRESET_NAMES) == {*PRESETS, *DRAWN}
    assert not PRESETS.keys() & DRAWN.keys()
    for preset in (*PRESETS.values(), *DRAWN.values()):
        check_new_setup(preset.make(), LEVELS)
    assert {(str(p.geometry), p.geometry.line_length, len(p.levels)) for p in DRAWN.values()} == {
        ("3×3", 3, 2), ("3×3", 3, 3), ("5×5", 4, 5), ("7×7", 5, 7), ("15×15", 4, 15),
    }  # fmt: skip


def test_watched_presets_are_on_real_boards_without_random_moves() -> None:
    assert {preset.name: len(preset.levels) for preset in WATCHED} == {
        "computers": 2, "three-bots": 3, "five-bots": 5, "seven-bots": 7, "fifteen-bots": 15,
    }  # fmt: skip
    for preset in WATCHED:
        assert preset.geometry.columns > 3
        assert preset.geometry.line_length >= 4
        assert "random" not in preset.levels


@pytest.mark.slow
@pytest.mark.parametrize("name", [preset.name for preset in WATCHED])
def test_at_least_half_of_many_watched_games_are_decided(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    games = 12 if name == "fifteen-bots" else sampled(40, 4)  # which takes three seconds a game
    assert main(["match", "--preset", name, "--games", str(games), "--seed", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == games
    assert report["draws"] <= games // 2


def test_another_level_has_its_usual_time_and_name() -> None:
    setup = PRESETS["five-bots"].make()
    assert setup.players[0].limit == Limit(nodes=1)
    changed = with_level(setup, "negamax")
    assert {(player.level, player.limit) for player in changed.players} == {("negamax", Limit(seconds=0.2))}
    swarm = PRESETS["swarm"].make()
    assert names(swarm.players)[:3] == ["You", "expert", "expert (2)"]
    assert names(with_level(swarm, "expert 6").players)[:3] == ["You", "hard 6", "hard 6 (2)"]
    engines = with_level(swarm, "brain:Good")
    assert names(engines.players)[:3] == ["You", "Good", "Good 2"]
    assert names(with_level(engines, "expert").players) == names(swarm.players)
    assert names(with_level(engines, "brain:Other").players)[:2] == ["You", "Other"]
    zoe = replace(swarm, players=(swarm.players[0], replace(swarm.players[1], name="Zoe")))
    assert names(with_level(zoe, "brain:Good").players) == ["You", "Zoe"]


# --- names -----------------------------------------------------------------------------------------------


def test_each_level_that_does_not_search_says_what_it_does() -> None:
    assert wording.SEARCHED.keys() == {name for name, level in LEVELS.items() if not level.looks_ahead}


def test_levels_have_one_name_everywhere() -> None:
    assert tuple(map(screen_name, CLASSIC_NAMES)) == CLASSIC_NAMES
    assert tuple(dict.fromkeys(STEP_NAMES)) == LADDER_NAMES
    assert {*LEVELS} == {*CLASSIC_NAMES, *SCREEN_NAMES}


@pytest.mark.parametrize("level", CLASSIC_NAMES)
def test_computers_are_named_after_their_level_and_numbered(level: str) -> None:
    title = screen_name(level)
    players: list[Player] = []
    for _ in range(3):
        players.append(new_player(level, players, 3))
    assert names(tuple(players)) == [title, f"{title} 2", f"{title} 3"]
    assert level_name(players[0]) == level_name(players[1]) == "computer", "the name says the level already"
    assert level_name(Player("Ada", "X", "blue", level)) == title
    assert computer_name(level, [title, f"{title} 3"]) == f"{title} 2"
    assert computer_name(level, [f"{title} 2"]) == title


@pytest.mark.parametrize("level", STEPS)
def test_the_number_of_a_second_computer_reads_like_no_other_step(level: str) -> None:
    title = screen_name(level)
    players: list[Player] = []
    for _ in range(3):
        players.append(new_player(level, players, 3))
    assert names(tuple(players)) == [title, f"{title} (2)", f"{title} (3)"]
    assert {level_name(player) for player in players} == {"computer"}
    assert level_name(Player("Ada", "X", "blue", level)) == title
    assert not {name for player in players[1:] if (name := level_named(player.name)) is not None}


@pytest.mark.parametrize(("name", "level"), [("easy", "rules"), ("hard 2", "negamax"), ("easy 2", "rules")])
def test_a_computer_of_an_earlier_version_is_shown_with_its_level(name: str, level: str) -> None:
    assert level_name(Player(name, "O", "red", level)) == level


@pytest.mark.parametrize(
    ("level", "title"),
    [
        ("human", "human"),
        ("open", "open seat"),
        ("brain:Good", "engine Good"),
        ("rules", "rules"),
        ("expert 4", "medium 4"),
        ("expert", "expert"),
    ],
)
def test_a_level_has_one_title_on_screen(level: str, title: str) -> None:
    assert level_title(level) == title
    assert level_name(Player("Zoe", "X", "blue", level)) == title
    assert level_name(Player("Good 2", "X", "blue", "brain:Good")) == "engine"


def test_names_that_the_program_gives_or_gave_are_told_from_chosen_ones() -> None:
    usual = [
        "Romeo Golf", "Xray Juliett", "easy", "hard 12", "minimax", "negamax 2", "You", "Player 3", "Guest 2",
        "medium 4 (2)", "expert (15)", "expert 4 (2)", "novice 1", "strong",
    ]  # fmt: skip
    usual += [f"{one} {other}" for one, other in zip(NATO, reversed(NATO), strict=True)]
    guests = [new_player(OPEN, (), 2)]
    usual += [new_player(level, guests, 2).name for level in (HUMAN, OPEN, *LEVELS)]
    chosen = [
        "Easy Rider", "easy two", "easy 2 3", "Romeo", "Romeo Golf Papa", "", "Ada", "Player Piano", "Alfa",
        "medium 4 (two)", "medium (4", "expertise",
    ]  # fmt: skip
    assert len(NATO) == 26
    assert [name for name in usual if not is_usual_name(name)] == []
    assert [name for name in (*chosen, "Guest of honour") if is_usual_name(name)] == []


def test_usual_names_follow_level_and_order_and_chosen_ones_stay() -> None:
    given = (
        ("easy 2", "rules"), ("Ada", "rules"), ("easy", HUMAN), ("hard", "expert"), ("Good", "brain:Good"),
        ("Romeo Golf", "rules"),
    )  # fmt: skip
    players = tuple(
        Player(name, symbol, "blue", level) for symbol, (name, level) in zip(SYMBOLS, given, strict=False)
    )
    named = with_usual_names(players)
    assert names(named) == ["rules", "Ada", "easy", "expert", "Good", "rules 2"]
    assert with_usual_names(named) == named


def test_the_command_line_names_computers_as_the_screen_does() -> None:
    options = Namespace(
        preset=None,
        board=None,
        line=None,
        rules=None,
        time=None,
        clock=None,
        player=["hard", "rules", "expert,strength=6"],
    )
    setup = setup_from(options)
    assert setup is not None
    assert names(setup.players) == ["hard 6", "rules", "hard 6 (2)"]
