"""Whoever sits at the terminal: their name in every game, their score, and what they played last."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.stores import edit
from ttt_tui.engine import HUMAN, OPEN, Game, Geometry, Limit, Player, Setup
from ttt_tui.engine.record import Record
from ttt_tui.session.choices import PresetSelection
from ttt_tui.session.person import EARLIER_NAMES, LAST_LEVELS, NAME
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import is_still, seated, with_level, your_seat
from ttt_tui.store.statistics import Score, statistics
from ttt_tui.store.thread import StoreThread

WON, LOST, DRAWN = "a1 a2 b1 b2 c1", "a1 a2 b1 b2 c3 c2", "b2 a1 c1 a3 a2 c2 b1 b3"
"""Games on 3×3, for whoever moves first."""


@pytest.fixture
def history(tmp_path: Path) -> Iterator[StoreThread]:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    yield history
    history.close()


def add(history: StoreThread, moves: str, name: str = "Ada", symbol: str = "X", level: str = HUMAN) -> None:
    """Store a game on 3×3 that somebody of this name started, against a computer."""
    players = (Player(name, symbol, level=level), Player("Romeo Golf", "O", level="rules"))
    game = Game(Setup(Geometry(3, 3, 3), players))
    for square in moves.split():
        game.place(square)
    history.add(Record(game, "2026-11-21"))


def told(session: Session) -> Score | None:
    """Ask for the score, and wait for it as no screen does."""
    session.person.ask_score()
    end = time.monotonic() + 30
    while session.person.is_asking and time.monotonic() < end:
        time.sleep(0.002)
    return session.person.score


# --- name ------------------------------------------------------------------------------------------------


def test_a_name_is_remembered_and_used_in_every_game_for_the_only_human(history: StoreThread) -> None:
    assert Session(history=history).person.name == "You"
    Session(history=history).person.rename("Ada")
    person = Session(history=history).person
    assert person.name == "Ada"
    for preset in PRESETS.values():
        names = [player.name for player in person.make(preset).players]
        assert "You" not in names
        assert ("Ada" in names) == (preset.levels.count(HUMAN) == 1)


def earlier(history: StoreThread) -> list[str]:
    """The names that are remembered, latest first."""
    names = json.loads(history.get_value(EARLIER_NAMES) or "[]")
    assert isinstance(names, list)
    return names


def test_who_changes_their_name_often_is_known_by_the_latest_twenty(history: StoreThread) -> None:
    person = Session(history=history).person
    for number in range(30):
        person.rename(f"Ada {number}")
    assert earlier(history) == [f"Ada {number}" for number in range(28, 8, -1)]
    person.rename("Ada 20")
    assert earlier(history)[:2] == ["Ada 29", "Ada 28"], "who is called so again has a place free"
    assert "Ada 20" not in earlier(history)


def test_too_many_names_and_what_are_none_are_not_read(history: StoreThread) -> None:
    names = [7, "x" * 25, "\x1b[2J", "", *(f"Ada {number}" for number in range(10_000))]
    history.set_value(EARLIER_NAMES, json.dumps(names))
    Session(history=history).person.rename("Bob")
    assert earlier(history) == [f"Ada {number}" for number in range(20)]
    add(history, WON, "Ada 19")
    add(history, WON, "Ada 20")
    assert told(Session(history=history)) == Score(1, (True,), 2)


@pytest.mark.parametrize("junk", ["", "  ", "x" * 25, "a\nb", "\u202eAda"])
def test_a_remembered_name_that_is_none_is_ignored(junk: str, history: StoreThread) -> None:
    history.set_value(NAME, junk)
    assert Session(history=history).person.name == "You"


def test_without_a_store_a_name_lasts_as_long_as_the_program() -> None:
    session = Session()
    session.person.rename("Ada")
    assert session.person.name == "Ada"
    assert told(session) is None


def test_who_has_a_name_of_their_own_keeps_it(history: StoreThread) -> None:
    person = Session(history=history).person
    person.rename("Ada")
    players = (Player("Zoe"), Player("Romeo Golf", level="rules"))
    setup = Setup(Geometry(3, 3, 3), players)
    assert person.called(setup) == setup


def test_where_several_people_share_a_keyboard_nobody_is_just_you() -> None:
    person = Session().person
    one, two, second = Player("You"), Player("Player 2", "O"), Player("You", "O")
    computer = Player("Player 1", "A", level="rules")

    def names(*players: Player) -> list[str]:
        return [player.name for player in person.called(Setup(Geometry(3, 3, 3), players)).players]

    assert names(one, two) == ["Player 1", "Player 2"]
    assert names(Player("Zoe"), second) == ["Zoe", "Player 2"]
    assert names(one, two, computer) == ["Player 3", "Player 2", "Player 1"]
    assert names(one, computer) == ["You", "Player 1"]
    assert names(one, Player("Guest", "O", level=OPEN)) == ["You", "Guest"]
    person.rename("Ada")
    assert names(one, two) == ["Ada", "Player 2"]


def test_the_game_that_is_set_up_for_several_people_begins_with_their_numbers() -> None:
    choices = PresetSelection(Session().person)
    you, computer = choices.current.players
    choices.change(replace(choices.current, players=(you, replace(computer, name="Player 2", level=HUMAN))))
    assert [player.name for player in choices.current.players] == ["Player 1", "Player 2"]
    assert [player.name for player in choices.play().players] == ["Player 1", "Player 2"]
    choices.change(replace(choices.current, players=(choices.current.players[0], computer)))
    assert [player.name for player in choices.current.players] == ["You", "easy"]


# --- what was played -------------------------------------------------------------------------------------


def test_the_level_last_played_is_that_of_its_game_alone(history: StoreThread) -> None:
    choices = PresetSelection(Session(history=history).person)
    choices.change(with_level(choices.current, "minimax"))
    choices.play()
    person = Session(history=history).person
    assert person.make(PRESETS["computer"]).players[1].level == "minimax"
    assert person.make(PRESETS["gomoku"]).players[1].level == "expert"


@pytest.mark.parametrize(
    "junk", ["", "{", "[]", "7", '{"computer": "wizard"}', '{"computer": []}', "[" * 9999]
)
def test_levels_that_are_none_are_ignored(junk: str, history: StoreThread) -> None:
    history.set_value(LAST_LEVELS, junk)
    setup = Session(history=history).person.make(PRESETS["computer"])
    assert setup.players[1].level == "rules"


def test_what_was_played_last_comes_back_under_its_name_and_the_others_as_they_are(
    history: StoreThread,
) -> None:
    choices = PresetSelection(Session(history=history).person)
    choices.chosen = "gomoku"
    played = seated(choices.current, 1)
    choices.change(played)
    assert choices.chosen == "gomoku"
    choices.play()
    again = PresetSelection(Session(history=history).person)
    assert (again.chosen, again.current) == ("gomoku", played)
    again.chosen = "computer"
    assert is_still(again.current, PRESETS["computer"])


def test_what_an_earlier_version_played_last_comes_back_with_names_of_this_one(history: StoreThread) -> None:
    choices = PresetSelection(Session(history=history).person)
    you, computer = choices.current.players
    choices.change(replace(choices.current, players=(you, replace(computer, name="Romeo Golf"))))
    choices.play()
    assert PresetSelection(Session(history=history).person).current.players[1].name == "easy"
    choices.change(replace(choices.current, players=(you, replace(computer, name="Robo"))))
    choices.play()
    assert PresetSelection(Session(history=history).person).current.players[1].name == "Robo", "it was chosen"


def test_another_board_or_another_player_makes_it_the_custom_game() -> None:
    for change in ("board", "players"):
        choices = PresetSelection(Session().person)
        setup = choices.current
        if change == "board":
            setup = replace(setup, geometry=Geometry(4, 4, 3))
        else:
            setup = replace(setup, players=(*setup.players, Player("Kilo Alfa", "A", level="random")))
        choices.change(setup)
        assert (choices.chosen, choices.current) == ("custom", setup)
        choices.chosen = "computer"
        assert is_still(choices.current, PRESETS["computer"])


def test_a_new_name_reaches_the_games_that_were_set_up_already() -> None:
    choices = PresetSelection(Session().person)
    you = your_seat(choices.current)
    assert you is not None
    for name in ("Ada", "Eve"):
        choices.rename(name)
        assert choices.current.players[you].name == name


def test_places_are_changed_but_symbols_colours_and_limits_stay_with_whom_they_belong_to() -> None:
    setup = PRESETS["swarm"].make()
    there = seated(setup, 3)
    assert your_seat(there) == 3
    assert [player.symbol for player in there.players] == [player.symbol for player in setup.players]
    assert [player.colour for player in there.players] == [player.colour for player in setup.players]
    assert there.players[3].limit == Limit()
    assert there.players[0] == replace(setup.players[3], symbol="X", colour="blue")
    assert seated(there, 0) == setup


# --- score -----------------------------------------------------------------------------------------------


def test_the_score_is_that_of_the_statistics_with_the_latest_six_games(history: StoreThread) -> None:
    for moves in (LOST, WON, WON, DRAWN, LOST, WON, DRAWN, WON, "a1 b2"):
        add(history, moves)
    add(history, WON, name="Zoe")
    add(history, WON, level="rules")
    session = Session(history=history)
    session.person.rename("Ada")
    score = told(session)
    assert score == Score(4, (True, None, False, True, None, True), 11)
    assert score.wins == statistics(history.entries()).players["Ada"].wins


def test_what_was_played_before_a_name_was_told_still_counts(history: StoreThread) -> None:
    add(history, WON, name="You")
    add(history, DRAWN, name="You")
    add(history, LOST, name="Zoe")
    session = Session(history=history)
    assert told(session) == Score(1, (True, None), 3)
    session.person.rename("Ada")
    assert told(session) == Score(1, (True, None), 3)
    add(history, WON, name="Ada")
    assert told(session) == Score(2, (True, None, True), 4)


def test_a_further_name_loses_nothing_and_is_remembered_with_those_before(history: StoreThread) -> None:
    for moves, name in ((WON, "You"), (WON, "Adda"), (DRAWN, "Ada"), (LOST, "Zoe")):
        add(history, moves, name=name)
    for name in ("Adda", "Ada"):
        Session(history=history).person.rename(name)
    session = Session(history=history)
    assert told(session) == Score(2, (True, True, None), 4), "Zoe is somebody else"
    session.person.rename("You")
    assert told(session) == Score(2, (True, True, None), 4)
    for _ in range(2):
        session.person.rename("Ada")
    assert told(session) == Score(2, (True, True, None), 4)


def test_a_game_of_two_that_were_the_same_person_counts_once_as_that_of_the_present_name(
    history: StoreThread,
) -> None:
    add(history, WON, name="You")
    setup = Setup(Geometry(3, 3, 3), (Player("You", "X", level=HUMAN), Player("Ada", "O", level=HUMAN)))
    game = Game(setup)
    for square in WON.split():
        game.place(square)
    history.add(Record(game, "2026-11-21"))
    session = Session(history=history)
    session.person.rename("Ada")
    assert told(session) == Score(1, (True, False), 2)


@pytest.mark.parametrize("junk", ["", "{", "7", '"Zoe"', "[7, null, [], {}]", "[" * 9999])
def test_earlier_names_that_are_none_are_ignored(junk: str, history: StoreThread) -> None:
    add(history, WON, name="You")
    add(history, WON, name="Zoe")
    history.set_value(EARLIER_NAMES, junk)
    session = Session(history=history)
    session.person.rename("Ada")
    assert told(session) == Score(1, (True,), 2)


@pytest.mark.parametrize("name", ["%", "_", "Ada's", 'A"B', "O wins: x", "Ада"])
@pytest.mark.parametrize("symbol", ["%", "_", "'", '"'])
def test_names_and_symbols_mean_nothing_but_themselves(name: str, symbol: str, history: StoreThread) -> None:
    add(history, WON, name, symbol)
    add(history, LOST, name, symbol)
    session = Session(history=history)
    session.person.rename(name)
    assert told(session) == Score(1, (True, False), 2)


@pytest.mark.parametrize("junk", ["", "{", "7", '{"players": 7}', '{"players": ["x", 1, null, [], {}]}'])
def test_a_row_that_cannot_be_read_spoils_no_score(junk: str, history: StoreThread) -> None:
    add(history, WON)
    add(history, WON)
    edit(history.path, "UPDATE games SET setup = ? WHERE id = 1", [junk])
    session = Session(history=history)
    session.person.rename("Ada")
    assert told(session) == Score(1, (True,), 2)
    assert history.run(lambda stored: stored.latest_on(Geometry(3, 3, 3))) is not None
    edit(history.path, "UPDATE games SET setup = ?", [junk])
    assert history.run(lambda stored: stored.latest_on(Geometry(3, 3, 3))) is None


def test_the_latest_game_on_a_board_is_told(history: StoreThread) -> None:
    add(history, LOST)
    add(history, WON)
    add(history, "a1 b2")
    person = Session(history=history).person
    small, large = Geometry(3, 3, 3), Geometry(15, 15, 5)
    person.ask_latest(small)
    end = time.monotonic() + 30
    while person.is_asking and time.monotonic() < end:
        time.sleep(0.002)
    game = person.latest(small)
    assert game is not None
    assert len(game.moves) == len(WON.split())
    assert person.latest(large) is None


def test_wins_and_losses_against_a_level_are_counted_for_each_board(history: StoreThread) -> None:
    for moves in (WON, LOST, WON, DRAWN, WON):
        add(history, moves)
    add(history, LOST, name="Zoe")
    add(history, WON, level="expert")
    person = Session(history=history).person
    person.rename("Ada")
    setup = Setup(
        Geometry(3, 3, 3), (Player("Romeo Golf", "X", level="rules"), Player("Ada", "O", level=HUMAN))
    )
    assert person.duel(setup) is None, "nobody has asked yet"
    person.ask_score()
    end = time.monotonic() + 30
    while person.is_asking and time.monotonic() < end:
        time.sleep(0.002)
    assert person.duel(setup) == (3, 1)
    assert person.duel(with_level(setup, "expert")) is None
    assert person.duel(replace(setup, geometry=Geometry(4, 4, 4))) is None
    assert person.duel(replace(setup, players=(*setup.players, Player("Kilo", "A", level="rules")))) is None


@pytest.mark.parametrize("junk", ['{"players": 7}', '{"players": [{"name": "Ada", "level": "human"}]}', "7"])
def test_what_cannot_be_read_spoils_no_duel(junk: str, history: StoreThread) -> None:
    add(history, WON)
    add(history, WON)
    edit(history.path, "UPDATE games SET setup = ? WHERE id = 1", [junk])
    told = history.run(lambda stored: stored.duels(["Ada"]))
    assert told == {(Geometry(3, 3, 3), "rules"): (1, 0)}


def test_a_store_that_does_not_answer_is_not_waited_for(tmp_path: Path) -> None:
    history = StoreThread(tmp_path, max_wait=30)  # a folder is no file
    person = Session(history=history).person
    started = time.monotonic()
    person.ask_score()
    assert person.score is None
    assert time.monotonic() - started < 5
    history.close()


# --- one person, all names -------------------------------------------------------------------------------


def known_as(history: StoreThread, *names: str) -> Session:
    """Play a game under each name, the first before any was told, and return the session."""
    session = Session(history=history)
    add(history, WON, "You")
    for name in names:
        session.person.rename(name)
        add(history, WON, name)
    return session


def test_whoever_changes_their_name_has_one_line_in_the_statistics(history: StoreThread) -> None:
    session = known_as(history, "Ada", "Zoe")
    add(history, LOST, "Bob")
    counted = statistics(history.entries(), session.person.names)
    assert {name: tally.games for name, tally in counted.players.items()} == {"Zoe": 3, "Bob": 1}
    score = told(session)
    assert score is not None
    assert counted.players["Zoe"].wins == score.wins == 3
    assert counted.boards["3×3 · 3"].games == 4


def test_the_hints_under_all_names_are_those_of_one_person(history: StoreThread) -> None:
    session = known_as(history, "Ada")
    edit(history.path, "UPDATE games SET hints = id")
    assert statistics(history.entries(), session.person.names).hints == {"Ada": 3}


def test_a_game_between_two_of_their_names_counts_once_as_in_the_score(history: StoreThread) -> None:
    session = Session(history=history)
    session.person.rename("Ada")
    players = (Player("You", "X"), Player("Ada", "O"))
    game = Game(Setup(Geometry(3, 3, 3), players))
    for square in WON.split():
        game.place(square)
    history.add(Record(game))
    counted = statistics(history.entries(), session.person.names)
    assert {name: (tally.wins, tally.losses) for name, tally in counted.players.items()} == {"Ada": (0, 1)}
    assert told(session) == Score(0, (False,), 1)


@pytest.mark.parametrize("level", ["rules", OPEN])
def test_a_computer_or_somebody_elsewhere_of_that_name_is_somebody_else(
    history: StoreThread, level: str
) -> None:
    session = known_as(history, "Ada", "Zoe")
    add(history, WON, "Ada", level=level)
    counted = statistics(history.entries(), session.person.names)
    assert counted.players["Zoe"].games == 3
    assert ("Ada" in counted.players) == (level == OPEN)


def test_earlier_names_that_are_known_late_are_kept_when_the_name_changes(history: StoreThread) -> None:
    Session(history=history).person.rename("Ada")
    Session(history=history).person.rename("Zoe")
    session = Session(history=history)
    real = session.remembered
    session.remembered = lambda key: None  # type: ignore[method-assign]  # the store is locked
    assert session.person.names == ["You"]
    session.remembered = real  # type: ignore[method-assign]
    session.person.rename("Eve")
    assert session.person.names == ["Eve", "Zoe", "Ada", "You"]
    assert earlier(history) == ["Zoe", "Ada"]
