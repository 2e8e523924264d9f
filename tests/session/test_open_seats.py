"""Seats for people at other terminals: which of a set-up become open, and what it is called then."""

import pytest

from ttt_tui.engine import HUMAN, OPEN, check_setup
from ttt_tui.session.preset_selection import CUSTOM, HOST, TWO_PLAYERS, PresetSelection
from ttt_tui.session.presets import PRESETS, is_usual_name, new_player
from ttt_tui.session.seats import assignable_levels
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat, is_still, opened
from ttt_tui.session.setup_options import players_from_specs


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_opened(name: str) -> None:
    setup = PRESETS[name].make()
    assert not has_open_seat(setup)
    shared = opened(setup)
    assert has_open_seat(shared)
    check_setup(shared, assignable_levels())
    assert opened(shared) == shared, "once is enough"
    people = sum(player.is_human for player in setup.players)
    levels = [player.level for player in shared.players]
    if people > 1:
        assert levels.count(HUMAN) == 1
        assert levels.count(OPEN) == people - 1
    else:
        assert levels[-1] == OPEN, "the last computer makes room"
        assert levels.count(OPEN) == 1


def test_a_name_that_somebody_chose_stays() -> None:
    setup = PRESETS["two-players"].make()
    players = players_from_specs(["human,name=Ada", "human,name=Zoe"])
    shared = opened(type(setup)(setup.geometry, players, setup.rules))
    assert [player.name for player in shared.players] == ["Ada", "Zoe"]


def test_names_that_nobody_need_have_chosen_are_known() -> None:
    for level in (HUMAN, OPEN, "rules"):
        assert is_usual_name(new_player(level, (), 2).name)
    for number in range(3):
        assert is_usual_name(new_player(OPEN, [new_player(OPEN, (), 2)] * number, 2).name)
    for name in ("Ada", "Player Piano", "Guest of honour", "Alfa"):
        assert not is_usual_name(name), name


def test_to_host_is_to_open_a_seat_of_the_chosen_game() -> None:
    session = Session(1)
    choices = PresetSelection(session.profile)
    choices.open_seats()
    assert choices.chosen == HOST
    assert is_still(choices.current, PRESETS[TWO_PLAYERS])
    before = choices.current
    choices.open_seats()
    assert choices.current is before


def levels(choices: PresetSelection) -> list[str]:
    return [player.level for player in choices.current.players]


def test_the_game_that_is_hosted_is_the_one_that_was_chosen_before() -> None:
    choices = PresetSelection(Session(1).profile)
    choices.chosen = "gomoku"
    choices.open_seats()
    assert (choices.chosen, levels(choices)) == (HOST, [HUMAN, OPEN])
    assert choices.current.geometry == PRESETS["gomoku"].geometry
    choices.chosen = "swarm"
    choices.open_seats()
    assert levels(choices) == [HUMAN, *["scorer"] * 13, OPEN]
    choices.chosen = "swarm"
    assert levels(choices) == [HUMAN, *["scorer"] * 14], "the game itself stays as it is"


@pytest.mark.parametrize("name", [name for name, preset in PRESETS.items() if preset.is_watched])
def test_a_game_among_computers_alone_is_not_hosted_but_one_for_two(name: str) -> None:
    choices = PresetSelection(Session(1).profile)
    choices.chosen = name
    choices.open_seats()
    assert levels(choices) == [HUMAN, OPEN]


def test_the_hosted_game_that_was_not_made_from_another_is_that_played_last() -> None:
    choices = PresetSelection(Session(1).profile)
    choices.chosen = "fifteen-bots"
    choices.chosen = HOST
    assert levels(choices) == [HUMAN, OPEN]
    assert choices.current.geometry == PRESETS["computer"].geometry


def test_the_hosted_game_is_a_custom_one_without_an_open_seat() -> None:
    choices = PresetSelection(Session(1).profile)
    choices.open_seats()
    larger = type(choices.current)(PRESETS["gomoku"].geometry, choices.current.players)
    choices.change(larger)
    assert choices.chosen == HOST, "another board is hosted as well"
    choices.change(PRESETS["two-players"].make())
    assert choices.chosen == CUSTOM
    assert "host" not in choices.boards
