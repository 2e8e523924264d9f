"""What becomes of a set-up that is hosted: whose name is where, which seats are open, what is remembered."""

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.terminals import PATIENCE, meeting_place
from ttt_tui.cli.together import company_of
from ttt_tui.engine import HUMAN, OPEN, Game, Geometry, Player, Setup
from ttt_tui.engine.record_json import setup_to_data
from ttt_tui.multiplayer import meeting
from ttt_tui.session.choices import PresetSelection
from ttt_tui.session.person import LAST_SETUP
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import has_open_seat, opened
from ttt_tui.session.setup_options import setup_from
from ttt_tui.store.thread import StoreThread

OWN = meeting.own_name()


@pytest.fixture
def history(tmp_path: Path) -> Iterator[StoreThread]:
    history = StoreThread(tmp_path / "history.db", max_wait=PATIENCE)
    yield history
    history.close()


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory for temporary files of its own."""
    with meeting_place() as place:
        yield place


@pytest.fixture
def session(history: StoreThread) -> Session:
    return Session(history=history)


def people(setup: Setup | None) -> list[tuple[str, str]]:
    assert setup is not None
    return [(player.name, player.level) for player in setup.players]


# --- what is remembered ----------------------------------------------------------------------------------


def test_a_hosted_set_up_is_not_what_the_next_start_plays(session: Session, history: StoreThread) -> None:
    choices = PresetSelection(session.person)
    played = choices.play()
    hosting = PresetSelection(session.person)
    hosting.open_seats()
    assert has_open_seat(hosting.play())
    again = PresetSelection(Session(history=history).person)
    assert again.current == played


def test_who_has_only_hosted_starts_with_the_first_preset(session: Session, history: StoreThread) -> None:
    hosting = PresetSelection(session.person)
    hosting.open_seats()
    hosting.play()
    again = PresetSelection(Session(history=history).person)
    assert again.chosen == next(iter(PRESETS))
    assert not has_open_seat(again.current)


def test_an_open_seat_that_an_earlier_version_remembered_is_forgotten(
    session: Session, history: StoreThread
) -> None:
    setup = Setup(Geometry(4, 4, 3), [Player("Ada"), Player("Guest", level=OPEN)])
    history.set_value(LAST_SETUP, json.dumps({"preset": "two-players", "setup": setup_to_data(setup)}))
    assert not has_open_seat(PresetSelection(Session(history=history).person).current)


def test_who_plays_on_from_a_game_with_others_plays_at_one_terminal(session: Session) -> None:
    game = Game(Setup(Geometry(3, 3, 3), [Player("Ada"), Player("Bob", level=OPEN)]))
    game.place("a1")
    match = session.match_from(game, 1)
    assert people(match.setup) == [("Ada", HUMAN), ("Bob", HUMAN)]
    match.place("b1")


# --- names -----------------------------------------------------------------------------------------------


def options(*players: str, preset: str | None = None) -> Namespace:
    """What the command line says with `--host`."""
    given = {"host": True, "only": None, "join": None, "watch": None, "seat": None}
    setup = {"preset": preset, "board": None, "player": [*players] or None, "line": None, "time": None}
    return Namespace(**given, **setup)


def hosted(session: Session, *players: str, preset: str | None = None) -> tuple[list[tuple[str, str]], str]:
    """The players of what is hosted, and what is said of it."""
    wanted = options(*players, preset=preset)
    setup = setup_from(wanted)
    assert setup is not None
    company = company_of(wanted, session, session.person.called(setup), None)
    assert company is not None
    told = people(company.setup), " ".join(company.take_said())
    company.close()
    return told


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("players", "preset"),
    [
        ((), "two-players"),
        ((), "computer"),
        (("human", "human"), None),
        (("human", "open"), None),
        (("open", "human"), None),
        (("human", "human", "human"), None),
    ],
)
def test_the_host_is_called_by_their_name(
    players: tuple[str, ...], preset: str | None, session: Session
) -> None:
    for name, called in (("You", OWN), ("Ada", "Ada")):
        if name != "You":
            session.person.rename(name)
        seats, said = hosted(session, *players, preset=preset)
        assert [name for name, level in seats if level == HUMAN] == [called]
        assert all(name.startswith("Guest") for name, level in seats if level == OPEN)
        assert said == ""


@pytest.mark.usefixtures("place")
def test_a_name_that_was_given_stays(session: Session) -> None:
    session.person.rename("Ada")
    seats, _ = hosted(session, "human,name=Zoë", "open,name=Bob")
    assert seats == [("Zoë", HUMAN), ("Bob", OPEN)]


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("given", ["Ada", "Zoë"])
def test_a_seat_for_a_guest_does_not_get_the_hosts_name(session: Session, given: str) -> None:
    session.person.rename("Ada")
    seats, _ = hosted(session, f"human,name={given}", "human")
    assert seats == [(given, HUMAN), ("Guest", OPEN)]


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("players", "preset"),
    [
        (("human", "expert"), None),
        (("expert", "human"), None),
        (("rules", "rules"), None),
        (("human", "scorer", "rules"), None),
        ((), "computers"),
    ],
)
def test_a_computer_that_was_asked_for_stays_and_others_watch(
    players: tuple[str, ...], preset: str | None, session: Session
) -> None:
    seats, said = hosted(session, *players, preset=preset)
    assert [level for _, level in seats] == [*players] or preset
    assert all(level != OPEN for _, level in seats)
    assert said == f"No open seats; others can watch with ttt-tui --watch {OWN}"


@pytest.mark.usefixtures("place")
def test_a_computer_that_nobody_asked_for_makes_room(session: Session) -> None:
    seats, said = hosted(session, preset="gomoku")
    assert [level for _, level in seats] == [HUMAN, OPEN]
    assert said == ""


def test_who_opens_seats_on_the_first_page_has_their_name(session: Session) -> None:
    session.person.rename("Ada")
    choices = PresetSelection(session.person)
    choices.open_seats()
    assert people(choices.current) == [("Ada", HUMAN), ("Guest", OPEN)]
    choices.chosen = "two-players"
    again = PresetSelection(session.person)
    again.chosen = "two-players"
    again.change(opened(again.current))
    assert people(again.current) == [("Ada", HUMAN), ("Guest", OPEN)]
