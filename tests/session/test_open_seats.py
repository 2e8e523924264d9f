"""Seats for people at other terminals: which of a set-up become open, and what it is called then."""

import pytest

from ttt_tui.engine import HUMAN, OPEN, problem
from ttt_tui.session.choices import TWO_PLAYERS, Choices
from ttt_tui.session.player_spec import players_from_specs
from ttt_tui.session.presets import PRESETS, is_usual_name, new_player
from ttt_tui.session.seats import filled_by
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat, is_still, opened


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_opened(name: str) -> None:
    setup = PRESETS[name].make()
    assert not has_open_seat(setup)
    shared = opened(setup)
    assert has_open_seat(shared)
    assert problem(shared, filled_by()) is None
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


def test_to_host_is_to_play_with_two_people_unless_there_was_an_open_seat_before() -> None:
    session = Session(1)
    choices = Choices(session.person)
    choices.open_seats()
    assert choices.chosen == TWO_PLAYERS
    assert is_still(choices.current, PRESETS[TWO_PLAYERS])
    before = choices.current
    choices.open_seats()
    assert choices.current is before
