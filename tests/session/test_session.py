"""A session whose store is gone, broken or full of games that cannot be gone on with."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.stores import edit, finish, place, recorded
from tests.support.strategies import make_setup
from ttt_tui.engine import OPEN, MatchRules
from ttt_tui.errors import StoreError
from ttt_tui.session.session import Session, find_resumable
from ttt_tui.store.games import History
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread


@pytest.fixture
def history(tmp_path: Path) -> Iterator[StoreThread]:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    yield history
    history.close()


def test_without_a_store_nothing_is_offered_nor_remembered() -> None:
    session = Session()
    session.remember("theme", "nord")
    assert session.remembered("theme") is None
    assert session.resumable() is None
    assert find_resumable(None) == "no game can be resumed: games are not saved here"
    session.new_match(make_setup()).place(0)
    assert not session.has_unfinished_game


def test_a_store_that_breaks_while_it_is_used_costs_what_it_held_and_no_more(history: StoreThread) -> None:
    session = Session(history=history)
    session.remember("theme", "nord")
    assert session.remembered("theme") == "nord"
    for table in ("games", "remembered"):
        edit(history.path, f"DROP TABLE {table}")
    assert session.resumable() is None
    assert session.remembered("theme") == "nord", "it is known still"
    session.remember("theme", "dracula")
    with pytest.raises(StoreError, match="no such table: games"):
        find_resumable(history)
    match = session.new_match(make_setup())
    match.place(0)
    assert not session.has_unfinished_game
    [told] = session.take_troubles()
    assert told == "The game continues, but it is not being saved: no such table: games"
    assert session.take_troubles() == []


@pytest.mark.parametrize("wanted", [None, 1])
def test_a_store_that_is_slow_to_answer_is_waited_for_where_nothing_can_go_on_before(
    wanted: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.db"
    asked = "last_unfinished" if wanted is None else "find"
    answer = getattr(History, asked)

    def slowly(self: History, *wanted: int) -> Entry | None:
        time.sleep(0.3)
        found = answer(self, *wanted)
        assert found is None or isinstance(found, Entry)
        return found

    keeper = StoreThread(path)
    assert keeper.wait_until_open(30)
    match, recorder = recorded(keeper)
    place(match, "a1 b2")
    recorder.close()
    assert keeper.close(30) is None
    monkeypatch.setattr(History, asked, slowly)
    keeper = StoreThread(path)
    assert keeper.wait_until_open(30)
    assert isinstance(find_resumable(keeper, wanted), Entry)
    keeper.close()


def test_why_a_game_cannot_be_gone_on_with_is_said(history: StoreThread) -> None:
    assert find_resumable(history) == "no unfinished game to resume"
    assert find_resumable(history, 7) == "no game 7; see `ttt-tui history list`"
    finish(recorded(history)[0])
    assert find_resumable(history, 1) == "game 1 is finished; see `ttt-tui history show 1`"

    place(recorded(history)[0], "a1 b2")
    edit(history.path, "UPDATE games SET moves = ? WHERE id = 2", ['["a1", "a1"]'])
    assert find_resumable(history, 2) == "game 2 in the history is damaged: a1 is taken"

    setup = make_setup(rules=MatchRules())
    wizard = replace(setup.players[1], level="wizard")
    place(recorded(history, replace(setup, players=(setup.players[0], wizard)))[0], "a1 b2")
    reason = find_resumable(history, 3)
    assert isinstance(reason, str)
    assert reason.startswith("game 3 cannot be played here: ")
    assert "wizard" in reason


def test_a_game_with_a_seat_for_somebody_elsewhere_is_resumed(history: StoreThread) -> None:
    setup = make_setup(rules=MatchRules())
    elsewhere = replace(setup.players[1], level=OPEN)
    place(recorded(history, replace(setup, players=(setup.players[0], elsewhere)))[0], "a1")
    entry = find_resumable(history, 1)
    assert isinstance(entry, Entry)
    assert entry.setup.players[1].is_open


def test_the_games_moves_are_kept_after_it_was_taken_up_again_and_the_file_was_removed(
    history: StoreThread,
) -> None:
    session = Session(history=history)
    place(session.new_match(make_setup()), "a1 b1")
    entry = history.last_unfinished()
    assert entry is not None
    match = session.resume(entry)
    place(match, "a2 b2")
    history.path.unlink()
    place(match, "c2")
    history.set_value("theme", "nord")  # after all that is to be kept again
    kept = history.last_unfinished()
    assert kept is not None
    assert kept.moves == ("a1", "b1", "a2", "b2", "c2")
