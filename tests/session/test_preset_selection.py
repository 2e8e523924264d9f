"""The games that the setup screen offers: what is chosen, changed, hosted and stored for the next start."""

import json
from argparse import Namespace
from dataclasses import replace

import pytest

from tests.support.terminals import meeting_place
from ttt_tui.cli.multiplayer import multiplayer_session
from ttt_tui.engine import HUMAN, OPEN, Game, Geometry, Limit, Player, Setup, check_setup
from ttt_tui.engine.records.json import setup_to_data
from ttt_tui.multiplayer import sockets
from ttt_tui.session.preset_selection import CUSTOM, HOST, TWO_PLAYERS, PresetSelection
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.profile import LAST_SETUP
from ttt_tui.session.seats import assignable_levels
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import (
    has_open_seat,
    is_game_of,
    with_level,
    with_open_seat,
    with_your_seat,
    your_seat,
)
from ttt_tui.session.setup_options import setup_from
from ttt_tui.store.thread import StoreThread

OWN = sockets.own_login()


@pytest.fixture
def selection() -> PresetSelection:
    return PresetSelection(Session(1).profile)


def people(setup: Setup | None) -> list[tuple[str, str]]:
    assert setup is not None
    return [(player.name, player.level) for player in setup.players]


def levels(selection: PresetSelection) -> list[str]:
    return [player.level for player in selection.current.players]


# --- chosen and changed ----------------------------------------------------------------------------------


def test_the_last_game_comes_back_under_its_name(session: Session, history: StoreThread) -> None:
    selection = PresetSelection(session.profile)
    selection.chosen = "gomoku"
    played = with_your_seat(selection.current, 1)
    selection.change(played)
    assert selection.chosen == "gomoku"
    selection.play()
    again = PresetSelection(Session(history=history).profile)
    assert (again.chosen, again.current) == ("gomoku", played)
    again.chosen = "computer"
    assert is_game_of(again.current, PRESETS["computer"])


def test_a_usual_name_of_an_earlier_version_becomes_one_of_this_version(
    session: Session, history: StoreThread
) -> None:
    selection = PresetSelection(session.profile)
    you, computer = selection.current.players
    for name, expected in (("Romeo Golf", "easy 2"), ("easy", "easy 2"), ("Robo", "Robo")):
        selection.change(replace(selection.current, players=(you, replace(computer, name=name))))
        selection.play()
        assert PresetSelection(Session(history=history).profile).current.players[1].name == expected


def test_the_level_is_stored_for_each_preset(session: Session, history: StoreThread) -> None:
    selection = PresetSelection(session.profile)
    selection.change(with_level(selection.current, "minimax"))
    selection.play()
    profile = Session(history=history).profile
    assert profile.make(PRESETS["computer"]).players[1].level == "minimax"
    assert profile.make(PRESETS["gomoku"]).players[1].level == "expert 4"


def test_another_board_or_number_of_players_makes_it_the_custom_game(selection: PresetSelection) -> None:
    setup = selection.current
    more = (*setup.players, Player("Kilo Alfa", "A", level="random"))
    for changed in (replace(setup, geometry=Geometry(4, 4, 3)), replace(setup, players=more)):
        selection.chosen = "computer"
        assert is_game_of(selection.current, PRESETS["computer"])
        selection.change(changed)
        assert (selection.chosen, selection.current) == ("custom", changed)


def test_a_new_name_reaches_all_games_and_several_humans_have_numbers(selection: PresetSelection) -> None:
    you, computer = selection.current.players
    human = replace(computer, name="Player 2", level=HUMAN)
    selection.change(replace(selection.current, players=(you, human)))
    assert people(selection.current) == [("Player 1", HUMAN), ("Player 2", HUMAN)] == people(selection.play())
    selection.change(replace(selection.current, players=(selection.current.players[0], computer)))
    assert people(selection.current) == [("You", HUMAN), ("easy 2", "expert 2")]
    for name in ("Ada", "Eve"):
        selection.rename(name)
        assert selection.current.players[0].name == name


def test_players_who_change_places_keep_their_limits_but_not_symbols_and_colours() -> None:
    setup = PRESETS["swarm"].make()
    there = with_your_seat(setup, 3)
    assert your_seat(there) == 3
    assert [(p.symbol, p.colour) for p in there.players] == [(p.symbol, p.colour) for p in setup.players]
    assert there.players[3].limit == Limit()
    assert there.players[0] == replace(setup.players[3], symbol="X", colour="blue")
    assert with_your_seat(there, 0) == setup


# --- open seats ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_opened(name: str) -> None:
    setup = PRESETS[name].make()
    assert not has_open_seat(setup)
    shared = with_open_seat(setup)
    check_setup(shared, assignable_levels())
    assert with_open_seat(shared) == shared
    humans = sum(player.is_human for player in setup.players)
    opened_levels = [player.level for player in shared.players]
    assert opened_levels.count(OPEN) == max(1, humans - 1)
    if humans > 1:
        assert opened_levels.count(HUMAN) == 1
    else:
        assert opened_levels[-1] == OPEN, "the last computer makes room"


def test_the_hosted_game_is_the_one_that_was_chosen_before(selection: PresetSelection) -> None:
    selection.open_seats()
    assert selection.chosen == HOST
    assert is_game_of(selection.current, PRESETS[TWO_PLAYERS])
    before = selection.current
    selection.open_seats()
    assert selection.current is before
    for name, expected in (("gomoku", [HUMAN, OPEN]), ("swarm", [HUMAN, *["expert"] * 13, OPEN])):
        selection.chosen = name
        selection.open_seats()
        assert (selection.chosen, levels(selection)) == (HOST, expected)
        assert selection.current.geometry == PRESETS[name].geometry
    selection.chosen = "swarm"
    assert levels(selection) == [HUMAN, *["expert"] * 14], "the game itself stays as it is"
    for name in (name for name, preset in PRESETS.items() if preset.is_watched):
        selection.chosen = name
        selection.open_seats()
        assert levels(selection) == [HUMAN, OPEN], "one for two instead"


def test_the_hosted_game_is_at_first_the_last_game_and_without_open_seats_custom(
    selection: PresetSelection,
) -> None:
    selection.chosen = "fifteen-bots"
    selection.chosen = HOST
    assert levels(selection) == [HUMAN, OPEN]
    assert selection.current.geometry == PRESETS["computer"].geometry
    selection.change(replace(selection.current, geometry=PRESETS["gomoku"].geometry))
    assert selection.chosen == HOST, "another board is hosted as well"
    selection.change(PRESETS["two-players"].make())
    assert selection.chosen == CUSTOM
    assert "host" not in selection.boards


def test_a_hosted_game_is_not_stored_for_the_next_start(session: Session, history: StoreThread) -> None:
    def hosted_then_started() -> PresetSelection:
        hosting = PresetSelection(session.profile)
        hosting.open_seats()
        assert has_open_seat(hosting.play())
        return PresetSelection(Session(history=history).profile)

    again = hosted_then_started()
    assert again.chosen == next(iter(PRESETS))
    assert not has_open_seat(again.current)
    played = PresetSelection(session.profile).play()
    assert hosted_then_started().current == played
    setup = Setup(Geometry(4, 4, 3), [Player("Ada"), Player("Guest", level=OPEN)])
    history.set_value(LAST_SETUP, json.dumps({"preset": "two-players", "setup": setup_to_data(setup)}))
    assert not has_open_seat(PresetSelection(Session(history=history).profile).current)


def test_a_shared_game_is_played_on_at_one_terminal(session: Session) -> None:
    game = Game(Setup(Geometry(3, 3, 3), [Player("Ada"), Player("Bob", level=OPEN)]))
    game.place("a1")
    match = session.match_from(game, 1)
    assert people(match.setup) == [("Ada", HUMAN), ("Bob", HUMAN)]
    match.place("b1")


# --- names in hosted games -------------------------------------------------------------------------------


def hosted(session: Session, *players: str, preset: str | None = None) -> tuple[list[tuple[str, str]], str]:
    """Host what the command line says with `--host`; return its players and what is printed."""
    unset = dict.fromkeys(("rules", "only", "join", "watch", "seat", "board", "line", "time", "clock"))
    options = Namespace(**unset, host=True, preset=preset, player=[*players] or None)
    setup = setup_from(options)
    assert setup is not None
    with meeting_place():
        company = multiplayer_session(options, session, session.profile.name_humans(setup), None)
        assert company is not None
        found = people(company.setup), " ".join(company.take_notices())
        company.close()
    return found


GUEST, WATCH = ("Guest", OPEN), f"No open seats; others can watch with ttt-tui --watch {OWN}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "preset", "expected"),
    [
        ("You", (), "two-players", [(OWN, HUMAN), GUEST]),
        ("Ada", (), "two-players", [("Ada", HUMAN), GUEST]),
        ("Ada", (), "computer", [("Ada", HUMAN), GUEST]),
        ("Ada", (), "gomoku", [("Ada", HUMAN), GUEST]),
        ("You", ("human", "human"), None, [(OWN, HUMAN), GUEST]),
        ("Ada", ("human", "open"), None, [("Ada", HUMAN), GUEST]),
        ("You", ("open", "human"), None, [GUEST, (OWN, HUMAN)]),
        ("Ada", ("human", "human", "human"), None, [("Ada", HUMAN), GUEST, ("Guest 2", OPEN)]),
        ("You", ("human,name=Ada", "human,name=Zoe"), None, [("Ada", HUMAN), ("Zoe", OPEN)]),
        ("Ada", ("human,name=Zoë", "open,name=Bob"), None, [("Zoë", HUMAN), ("Bob", OPEN)]),
        ("Ada", ("human,name=Ada", "human"), None, [("Ada", HUMAN), GUEST]),
        ("Ada", ("human,name=Zoë", "human"), None, [("Zoë", HUMAN), GUEST]),
    ],
)  # fmt: skip
def test_the_host_has_a_given_name_or_the_users_name_or_login(
    session: Session, name: str, players: tuple[str, ...], preset: str | None, expected: list[tuple[str, str]]
) -> None:
    if name != "You":
        session.profile.rename(name)
    assert hosted(session, *players, preset=preset) == (expected, "")


@pytest.mark.parametrize(
    ("players", "preset"),
    [
        (("human", "expert"), None), (("expert", "human"), None), (("rules", "rules"), None),
        (("human", "scorer", "rules"), None), ((), "computers"),
    ],
)  # fmt: skip
def test_a_computer_that_was_given_stays_and_others_watch(
    players: tuple[str, ...], preset: str | None, session: Session
) -> None:
    seats, printed = hosted(session, *players, preset=preset)
    assert [level for _, level in seats] == [*players] or preset
    assert all(level != OPEN for _, level in seats)
    assert printed == WATCH


def test_the_setup_screens_hosted_game_has_the_users_name(session: Session) -> None:
    session.profile.rename("Ada")
    selection = PresetSelection(session.profile)
    selection.open_seats()
    assert people(selection.current) == [("Ada", HUMAN), ("Guest", OPEN)]
    selection.chosen = "two-players"
    again = PresetSelection(session.profile)
    again.chosen = "two-players"
    again.change(with_open_seat(again.current))
    assert people(again.current) == [("Ada", HUMAN), ("Guest", OPEN)]
