"""The user's profile: names, score, latest game and duels, from a store that may be damaged."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.stores import edit
from ttt_tui.engine import HUMAN, OPEN, Game, Geometry, MatchRules, Player, Rules, Setup, Start
from ttt_tui.engine.clock import TimeControl
from ttt_tui.engine.records import Record
from ttt_tui.errors import StoreError
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.profile import EARLIER_NAMES, LAST_LEVELS, LAST_SETUP, NAME, Profile
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import with_level
from ttt_tui.store.rated_games import duel_of
from ttt_tui.store.statistics import Names, Score, person_statistics, statistics
from ttt_tui.store.thread import StoreThread

WON, LOST, DRAWN = "a1 a2 b1 b2 c1", "a1 a2 b1 b2 c3 c2", "b2 a1 c1 a3 a2 c2 b1 b3"
"""Games on 3×3, for the player who moves first."""

SMALL = Geometry(3, 3, 3)


def add(
    history: StoreThread,
    moves: str,
    name: str = "Ada",
    symbol: str = "X",
    level: str = HUMAN,
    opponent: Player | None = None,
) -> None:
    """Store a game on 3×3 that a player of this name started, against a computer if there is no opponent."""
    other = opponent or Player("Romeo Golf", "O", level="rules")
    game = Game(Setup(SMALL, (Player(name, symbol, level=level), other)))
    for square in moves.split():
        game.place(square)
    history.add(Record(game, "2026-11-21"))


def profile_of(history: StoreThread, *names: str) -> Profile:
    """Return the profile of a new session, after renames."""
    profile = Session(history=history).profile
    for name in names:
        profile.rename(name)
    return profile


def wait(profile: Profile) -> None:
    end = time.monotonic() + 30
    while profile.is_loading and time.monotonic() < end:
        time.sleep(0.002)


def score(profile: Profile) -> Score | None:
    """Request the score, and wait for it as no screen does."""
    profile.request_score()
    wait(profile)
    return profile.score


def earlier(history: StoreThread) -> list[str]:
    """Return the earlier names that are stored, latest first."""
    names = json.loads(history.get_value(EARLIER_NAMES) or "[]")
    assert isinstance(names, list)
    return names


# --- name ------------------------------------------------------------------------------------------------


def test_the_name_is_stored_and_used_for_the_only_human(history: StoreThread) -> None:
    assert profile_of(history).name == "You"
    profile_of(history, "Ada")
    profile = profile_of(history)
    assert profile.name == "Ada"
    for preset in PRESETS.values():
        names = [player.name for player in profile.make(preset).players]
        assert "You" not in names
        assert ("Ada" in names) == (preset.levels.count(HUMAN) == 1)


def test_without_a_store_a_name_lasts_as_long_as_the_program() -> None:
    profile = Session().profile
    profile.rename("Ada")
    assert profile.name == "Ada"
    assert score(profile) is None


def test_the_latest_twenty_earlier_names_are_kept(history: StoreThread) -> None:
    profile = profile_of(history, *(f"Ada {number}" for number in range(30)))
    assert earlier(history) == [f"Ada {number}" for number in range(28, 8, -1)]
    profile.rename("Ada 20")
    assert earlier(history)[:2] == ["Ada 29", "Ada 28"]
    assert "Ada 20" not in earlier(history)


def test_too_many_and_invalid_earlier_names_are_not_read(history: StoreThread) -> None:
    names = [7, "x" * 25, "\x1b[2J", "", *(f"Ada {number}" for number in range(10_000))]
    history.set_value(EARLIER_NAMES, json.dumps(names))
    profile_of(history, "Bob")
    assert earlier(history) == [f"Ada {number}" for number in range(20)]
    add(history, WON, "Ada 19")
    add(history, WON, "Ada 20")
    assert score(profile_of(history)) == Score(1, (True,), 2)


def test_names_that_are_known_late_are_kept_when_the_name_changes(history: StoreThread) -> None:
    profile_of(history, "Ada")
    profile_of(history, "Zoe")
    session = Session(history=history)
    real = session.recall
    session.recall = lambda key: None  # type: ignore[method-assign]  # the store is locked
    assert session.profile.names == ["You"]
    session.recall = real  # type: ignore[method-assign]
    session.profile.rename("Eve")
    assert session.profile.names == ["Eve", "Zoe", "Ada", "You"]
    assert earlier(history) == ["Zoe", "Ada"]


def test_the_store_is_asked_for_levels_until_it_answers_and_no_more(
    history: StoreThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    get_value = StoreThread.get_value
    monkeypatch.setattr(StoreThread, "get_value", lambda *it: asked.append(it[1]) or get_value(*it))
    profile = profile_of(history)
    assert all(profile.prefers_match(preset) for preset in PRESETS)
    assert asked == [LAST_LEVELS], "nothing is stored, and that is known now"

    history.set_value(LAST_LEVELS, '{"computer": "negamax"}')
    profile = profile_of(history)
    with monkeypatch.context() as locked:
        locked.setattr(StoreThread, "get_value", unanswered)
        assert profile.prefers_match("computer")
    profile.record_played("gomoku", with_level(PRESETS["gomoku"].make(), "minimax"))
    stored = json.loads(history.get_value(LAST_LEVELS) or "{}")
    assert stored == {"computer": "negamax", "gomoku": "minimax"}, "what was known late is not overwritten"


def unanswered(history: StoreThread, key: str) -> str | None:
    raise StoreError("the store is locked")


JSON_JUNK = "", "{", "7", "[" * 9999


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    ("key", "junk"),
    [
        *((NAME, junk) for junk in ("", "  ", "x" * 25, "a\nb", "\u202eAda")),
        *((LAST_LEVELS, junk) for junk in (*JSON_JUNK, "[]", '{"computer": "wizard"}', '{"computer": []}')),
        *((EARLIER_NAMES, junk) for junk in (*JSON_JUNK, '"Zoe"', "[7, null, [], {}]")),
    ],
)
def test_invalid_stored_values_are_ignored(key: str, junk: str, history: StoreThread) -> None:
    add(history, WON, name="You")
    add(history, WON, name="Zoe")
    history.set_value(key, junk)
    profile = profile_of(history)
    assert profile.name == "You"
    assert profile.make(PRESETS["computer"]).players[1].level == "expert 2"
    profile.rename("Ada")
    assert score(profile) == Score(1, (True,), 2)


@pytest.mark.parametrize(
    ("name", "players", "expected"),
    [
        ("", [("You", HUMAN), ("Player 2", HUMAN)], ["Player 1", "Player 2"]),
        ("", [("Zoe", HUMAN), ("You", HUMAN)], ["Zoe", "Player 2"]),
        ("", [("You", HUMAN), ("Player 2", HUMAN), ("Player 1", "rules")],
         ["Player 3", "Player 2", "Player 1"]),
        ("", [("You", HUMAN), ("Player 1", "rules")], ["You", "Player 1"]),
        ("", [("You", HUMAN), ("Guest", OPEN)], ["You", "Guest"]),
        ("Ada", [("You", HUMAN), ("Player 2", HUMAN)], ["Ada", "Player 2"]),
        ("Ada", [("Zoe", HUMAN), ("Romeo Golf", "rules")], ["Zoe", "Romeo Golf"]),
    ],
)  # fmt: skip
def test_humans_are_named(name: str, players: list[tuple[str, str]], expected: list[str]) -> None:
    profile = Session().profile
    if name:
        profile.rename(name)
    setup = Setup(SMALL, [Player(name, level=level) for name, level in players])
    assert [player.name for player in profile.name_humans(setup).players] == expected


# --- score -----------------------------------------------------------------------------------------------


def test_the_score_is_that_of_the_statistics_with_the_latest_six_games(history: StoreThread) -> None:
    for moves in (LOST, WON, WON, DRAWN, LOST, WON, DRAWN, WON, "a1 b2"):
        add(history, moves)
    add(history, WON, name="Zoe")
    add(history, WON, level="rules")
    found = score(profile_of(history, "Ada"))
    assert found == Score(4, (True, None, False, True, None, True), 11)
    assert found.wins == statistics(history.entries()).players["Ada"].wins


def test_games_under_earlier_names_count(history: StoreThread) -> None:
    for moves, name in ((WON, "You"), (WON, "Adda"), (DRAWN, "Ada"), (LOST, "Zoe")):
        add(history, moves, name)
    assert score(profile_of(history)) == Score(1, (True,), 4)
    profile_of(history, "Adda", "Ada")
    profile = profile_of(history)
    for name in ("", "You", "Ada", "Ada"):
        if name:
            profile.rename(name)
        assert score(profile) == Score(2, (True, True, None), 4), "Zoe is another player"


def test_a_game_between_two_of_ones_names_counts_once_for_the_present_name(history: StoreThread) -> None:
    profile = profile_of(history, "Ada")
    add(history, WON, "You", opponent=Player("Ada", "O"))
    counted = statistics(history.entries(), profile.names)
    assert {name: (tally.wins, tally.losses) for name, tally in counted.players.items()} == {"Ada": (0, 1)}
    assert score(profile) == Score(0, (False,), 1)


def test_all_names_are_one_line_in_the_statistics(history: StoreThread) -> None:
    add(history, WON, "You")
    profile = profile_of(history, "Ada", "Zoe")
    for moves, name in ((WON, "Ada"), (WON, "Zoe"), (LOST, "Bob")):
        add(history, moves, name)
    edit(history.path, "UPDATE games SET hints = id")
    add(history, WON, "Ada", level="rules")
    counted = statistics(history.entries(), profile.names)
    assert {name: tally.games for name, tally in counted.players.items()} == {"Zoe": 3, "Bob": 1}
    assert counted.hints == {"Zoe": 6, "Bob": 4}
    assert counted.boards["3×3 · 3"].games == 4, "computers among themselves are not counted"
    found = score(profile)
    assert found is not None
    assert counted.players["Zoe"].wins == found.wins == 3
    add(history, WON, "Ada", level=OPEN)
    assert statistics(history.entries(), profile.names).players["Ada"].games == 1, "a guest of that name"


@pytest.mark.parametrize(
    ("name", "symbol"),
    [("%", "'"), ("_", '"'), ("Ada's", "%"), ('A"B', "_"), ("O wins: x", "X"), ("Ада", "'")],
)
def test_names_and_symbols_mean_nothing_but_themselves(name: str, symbol: str, history: StoreThread) -> None:
    add(history, WON, name, symbol)
    add(history, LOST, name, symbol)
    assert score(profile_of(history, name)) == Score(1, (True, False), 2)


@pytest.mark.parametrize("junk", ["", "{", "7", '{"players": 7}', '{"players": ["x", 1, null, [], {}]}'])
def test_a_damaged_row_spoils_no_other(junk: str, history: StoreThread) -> None:
    add(history, WON)
    add(history, WON)
    edit(history.path, "UPDATE games SET setup = ? WHERE id = 1", [junk])
    assert score(profile_of(history, "Ada")) == Score(1, (True,), 2)
    assert history.run(lambda stored: stored.latest_on(SMALL)) is not None
    of_unknown_rules = (
        '{"board": [3, 3, "suicide"], "line": 3, '
        '"players": [{"name": "Ada", "symbol": "X", "level": "human"}, {"level": "rules"}]}'
    )
    for damaged in (junk, '{"players": [{"name": "Ada", "level": "human"}]}', of_unknown_rules):
        edit(history.path, "UPDATE games SET setup = ? WHERE id = 1", [damaged])
        assert history.run(lambda stored: stored.duels(["Ada"])) == {(SMALL, "rules"): (1, 0)}
    edit(history.path, "UPDATE games SET setup = ?", [junk])
    assert history.run(lambda stored: stored.latest_on(SMALL)) is None


# --- latest game and duels -------------------------------------------------------------------------------


def test_the_latest_finished_game_on_a_board(history: StoreThread) -> None:
    for moves in (LOST, WON, "a1 b2"):
        add(history, moves)
    profile = profile_of(history)
    profile.request_latest(SMALL)
    wait(profile)
    game = profile.latest(SMALL)
    assert game is not None
    assert len(game.moves) == len(WON.split())
    assert profile.latest(Geometry(15, 15, 5)) is None


def test_duels_are_counted_for_each_level_and_board(history: StoreThread) -> None:
    for moves in (WON, LOST, WON, DRAWN, WON):
        add(history, moves)
    add(history, LOST, name="Zoe")
    add(history, WON, level="expert")
    profile = profile_of(history, "Ada")
    setup = Setup(SMALL, (Player("Romeo Golf", "X", level="rules"), Player("Ada", "O", level=HUMAN)))
    assert profile.duel(setup) is None, "it is not loaded yet"
    score(profile)
    assert profile.duel(setup) == (3, 1)
    assert profile.duel(with_level(setup, "expert")) is None
    assert profile.duel(replace(setup, geometry=Geometry(4, 4, 4))) is None
    assert profile.duel(replace(setup, players=(*setup.players, Player("Kilo", "A", level="rules")))) is None


def test_a_store_that_does_not_answer_is_not_waited_for(tmp_path: Path) -> None:
    history = StoreThread(tmp_path, max_wait=30)  # a folder, not a file
    profile = profile_of(history)
    started = time.monotonic()
    profile.request_score()
    assert profile.score is None
    assert time.monotonic() - started < 5
    history.close()


def test_the_last_set_up_keeps_its_rules_and_unknown_rules_are_no_set_up(history: StoreThread) -> None:
    setup = Setup(Geometry(3, 3, 3, Rules(misere=True)), (Player("Ada"), Player("Easy", level="rules")))
    profile = profile_of(history)
    profile.record_played("custom", setup)
    last = profile_of(history).last()
    assert last is not None
    assert last[1].geometry == setup.geometry
    stored = history.get_value(LAST_SETUP)
    assert stored is not None
    history.set_value(LAST_SETUP, stored.replace("misere", "suicide"))
    assert profile_of(history).last() is None


def test_games_from_a_position_are_not_in_the_statistics(history: StoreThread) -> None:
    start = Start.named(SMALL, "a1 b1", "a3 b3")
    for given, moves in ((None, WON), (start, "c1")):
        players = (Player("Ada", "X"), Player("Romeo Golf", "O", level="rules"))
        game = Game(Setup(SMALL, players, start=given))
        for square in moves.split():
            game.place(square)
        assert game.outcome is not None
        history.add(Record(game, "2026-11-21"))
    names = Names(("Ada",))
    counted = statistics(history.entries(), ("Ada",))
    assert (counted.players["Ada"].games, counted.levels["rules"].games) == (1, 1)
    assert person_statistics(history.entries(), names, "Ada").total.games == 1
    assert score(profile_of(history, "Ada")) == Score(1, (True,), 2)
    assert history.run(lambda store: store.duels(("Ada",))) == {(SMALL, "rules"): (1, 0)}


def test_games_from_a_position_or_with_clocks_are_not_rated(history: StoreThread) -> None:
    setup = Setup(SMALL, (Player("You"), Player("rules", level="rules")))
    started = replace(setup, start=Start.named(SMALL, "a1", "b2"))
    clocked = replace(setup, rules=MatchRules(clock=TimeControl.parse("1m")))
    for given, is_rated in ((setup, True), (started, False), (clocked, False)):
        assert (duel_of(given) is not None) == is_rated
        session = Session(1, history)
        session.new_match(given).place("c3")
        session.release()
        [entry, *_] = history.entries()
        assert entry.rated == is_rated
