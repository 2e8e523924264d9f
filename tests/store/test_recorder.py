"""Matches in the store: written move by move, owned by one process, resumed as they were."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.sampling import sampled
from tests.support.stores import edit, finish, match_of, patient, place, python, recorded, resumed, rows
from tests.support.strategies import make_setup
from ttt_tui.engine import FirstMover, Match, MatchRules, Move
from ttt_tui.errors import OwnershipLost, RecordError, StoreError
from ttt_tui.store.reopening import ReopeningDatabase
from ttt_tui.store.stored_game import StoredGame
from ttt_tui.store.thread import StoreThread

# --- written as it is played -----------------------------------------------------------------------------


def test_aids_are_in_the_file_at_once_and_stay_with_a_resumed_game(store: StoreThread, path: Path) -> None:
    match, recorder = recorded(store)
    match.note_hint()
    place(match, "b2")
    (before,) = rows(path)
    match.note_hint()
    match.note_analysis()
    (row,) = rows(path)
    assert (before["hints"], before["analysed"], row["hints"], row["analysed"]) == (1, 0, 2, 1)
    assert row["sequence"] == before["sequence"], "no move was made"
    match.undo()
    recorder.close()
    match, recorder = resumed(store)
    assert (match.game.hints, match.game.is_analysed) == (2, True)
    assert recorder.is_keeping
    match.next_game()
    place(match, "b2")
    match.note_hint()
    recorder.close()
    assert [entry.hints for entry in store.entries()] == [1, 2]


@pytest.mark.parametrize("name", ["'; DROP TABLE games; --", '" OR ""="', "%s ? :id", "{0} \\"])
def test_names_are_stored_as_text(store: StoreThread, path: Path, name: str) -> None:
    setup = make_setup()
    seats = tuple(replace(p, name=name, symbol=s) for p, s in zip(setup.players, ("'", '"'), strict=True))
    match, recorder = recorded(store, replace(setup, players=seats))
    finish(match)
    recorder.close()
    store.set_value(name, name)
    assert store.get_value(name) == name
    (entry,) = store.entries()
    assert [player.name for player in entry.setup.players] == [name, name]
    assert entry.winner == 0
    assert len(rows(path)) == 1


PLAYS = """
import sys
from pathlib import Path
from random import Random
from tests.support.stores import patient, recorded

rng = Random(sys.argv[2])
store = patient(Path(sys.argv[1]))
match, recorder = recorded(store)
for number in range(int(sys.argv[3])):
    if number:
        match.next_game()
    while match.game.outcome is None:
        free = [s for s in match.setup.geometry.squares if match.game.check(s) is None]
        match.place(rng.choice(free))
    assert recorder.is_keeping, store.take_notices()
    notices = store.take_notices()
    assert not notices or "empty" in notices[0], notices
recorder.close()
store.close()
print("fine")
"""


def test_two_processes_keep_all_their_games_in_one_store(path: Path) -> None:
    games = sampled(50, 5)
    processes = [python(PLAYS, path, seed, games) for seed in range(2)]
    assert [process.communicate(timeout=60)[0] for process in processes] == ["fine\n"] * 2
    store = patient(path)
    entries = list(store.entries())
    store.close()
    assert len(entries) == 2 * games
    for entry in entries:
        assert entry.is_finished
        assert entry.game().outcome is not None
    by_match = {entry.match: [e.number for e in entries if e.match == entry.match] for entry in entries}
    assert [sorted(numbers) for numbers in by_match.values()] == [list(range(1, games + 1))] * 2


def test_a_commit_that_failed_as_it_seemed_is_not_repeated(
    store: StoreThread, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = ReopeningDatabase.write

    def fail_afterwards(database: ReopeningDatabase, work: Any) -> None:
        write(database, work)
        raise StoreError("the outcome is unknown")

    match, recorder = recorded(store)
    monkeypatch.setattr(ReopeningDatabase, "write", fail_afterwards)
    place(match, "b2")
    assert not recorder.is_keeping
    monkeypatch.undo()
    place(match, "a1")
    assert recorder.is_keeping
    assert [row["moves"] for row in rows(path)] == ['["b2", "a1"]']


def test_a_game_that_is_deleted_while_it_is_played_is_stored_again(store: StoreThread) -> None:
    match, recorder = recorded(store)
    place(match, "b2")
    first = recorder.game_id
    assert first is not None
    store.delete(first)
    place(match, "a1")
    assert recorder.is_keeping
    (entry,) = store.entries()
    assert entry.id != first
    assert entry.moves == ("b2", "a1")


# --- ownership -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_next_game", [False, True])
def test_a_game_that_another_process_takes_over_is_reported_once_and_no_longer_written(
    store: StoreThread, path: Path, by_next_game: bool
) -> None:
    match, recorder = recorded(store)
    place(match, "b2 a1")
    assert recorder.game_id is not None
    other = patient(path)
    other.claim(recorder.game_id)
    before = rows(path)
    if by_next_game:
        match.next_game()
    for move in ("c3", "c1"):
        place(match, move)
        assert rows(path) == before
        assert not recorder.is_keeping
    assert recorder.warning == "Another terminal has taken over this game; it is no longer saved from here"
    recorder.warning = None
    match.next_game()
    place(match, "a1")
    recorder.close()
    assert recorder.warning is None
    assert rows(path) == before
    row = StoredGame.of_game(match.game, number=1, seed=0, is_owned=True)
    with pytest.raises(OwnershipLost):
        store.run(lambda h: h.write(lambda connection: h.save(connection, before[0]["id"], row)))
    other.close()


def test_a_game_that_a_living_process_plays_is_open_elsewhere_for_another_process_only(
    store: StoreThread, path: Path
) -> None:
    match, recorder = recorded(store)
    place(match, "b2")
    other = patient(path)

    def open_since(asking: StoreThread) -> datetime | None:
        entry = asking.last_unfinished()
        assert entry is not None
        return entry.open_since

    assert open_since(store) is None
    assert open_since(other) == datetime.fromisoformat(rows(path)[0]["owned_since"])
    host, process, started, rest = store.mark.rsplit(":", 3)
    edit(path, "UPDATE games SET owner = ?", [f"{host}:{process}:{started}0:{rest}"])
    assert open_since(other) is None, "another process had that number"
    edit(path, "UPDATE games SET owner = ?", [store.mark])
    recorder.close()
    assert open_since(other) is None
    other.close()


# --- resumed ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [FirstMover.LOT, FirstMover.LOSER])
def test_lots_fall_in_a_resumed_match_as_if_it_had_never_been_left(path: Path, first: FirstMover) -> None:
    setup = make_setup(players=3, rules=MatchRules(first=first, marks_by_lot=True))
    twin = Match(setup, 5)
    store = patient(path)
    match, recorder = recorded(store, setup, 5)
    for winner in (0, 1, 1, 2, 0):
        if match.game_number > 1:
            recorder.close()
            store.close()
            store = patient(path)
            match, recorder = resumed(store)
        for each in (match, twin):
            for seat in {0, 1, 2} - {winner}:
                each.push(Move(seat, None))
            each.next_game()
        assert (match.setup, match.seed, match.game.first) == (twin.setup, twin.seed, twin.game.first)
        assert (match.earlier, match.points) == (twin.earlier, twin.points)
    store.close()


def test_deleting_an_earlier_game_leaves_the_rest_of_the_match(store: StoreThread, path: Path) -> None:
    match, recorder = recorded(store)
    for _ in range(2):
        finish(match)
        match.next_game()
    place(match, "b2")
    recorder.close()
    store.delete(rows(path)[0]["id"])
    match, recorder = resumed(store)
    assert match.points == [0, 1]
    while match.game.outcome is None:
        match.push(Move(1, None))
    match.next_game()
    place(match, "c3")
    recorder.close()
    assert [(row["number"], row["dropped"]) for row in rows(path)] == [(2, 0), (3, 0), (4, 0)]
    entry = store.last_unfinished()
    assert entry is not None
    assert match_of(store, entry).points == match.points == [1, 1]


def test_an_earlier_game_that_is_not_finished_as_it_says_is_refused(store: StoreThread, path: Path) -> None:
    match, recorder = recorded(store)
    finish(match)
    match.next_game()
    recorder.close()
    edit(path, "UPDATE games SET moves = '[\"a1\"]' WHERE number = 1")
    entry = store.last_unfinished()
    assert entry is not None
    with pytest.raises(RecordError, match="game 1 in the history is damaged: its moves give unfinished"):
        match_of(store, entry)
