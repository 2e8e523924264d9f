"""Matches in the store: written move by move, owned by one process, resumed as they were."""

import json
import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.sampling import sampled
from tests.support.stores import (
    answer,
    edit,
    finish,
    match_of,
    patient,
    place,
    python,
    recorded,
    resumed,
    rows,
)
from tests.support.strategies import make_setup
from ttt_tui.engine import (
    FirstMover,
    Match,
    MatchRules,
    Move,
    NothingToRedo,
    NothingToUndo,
)
from ttt_tui.errors import OwnershipLost, RecordError, StoreError
from ttt_tui.store import ownership as owner
from ttt_tui.store.reopening import ReopeningDatabase
from ttt_tui.store.stored_game import StoredGame
from ttt_tui.store.thread import StoreThread

# --- written as it is played -----------------------------------------------------------------------------


def test_every_change_is_in_the_file_when_the_listener_returns(store: StoreThread, path: Path) -> None:
    match, _ = recorded(store)
    assert rows(path) == [], "there is nothing to keep before the first move"
    seen = []
    for step in ("b2", "a1", "c3"):
        place(match, step)
        seen.append(rows(path)[0])
    match.undo()
    seen.append(rows(path)[0])
    match.redo()
    seen.append(rows(path)[0])
    assert [json.loads(row["moves"]) for row in seen] == [
        ["b2"], ["b2", "a1"], ["b2", "a1", "c3"], ["b2", "a1"], ["b2", "a1", "c3"],
    ]  # fmt: skip
    assert [json.loads(row["undone"]) for row in seen] == [[], [], [], ["c3"], []]


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
from typing import Any
from tests.support.stores import patient, recorded

rng = Random(sys.argv[2])
store = patient(Path(sys.argv[1]))
match, recorder = recorded(store)
for number in range(50):
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


@pytest.mark.slow
def test_two_processes_keep_fifty_games_each_in_one_store(path: Path) -> None:
    processes = [python(PLAYS, path, seed) for seed in range(2)]
    assert [process.communicate(timeout=60)[0] for process in processes] == ["fine\n"] * 2
    store = patient(path)
    entries = list(store.entries())
    store.close()
    assert len(entries) == 100
    for entry in entries:
        assert entry.is_finished
        assert entry.game().outcome is not None
    by_match = {entry.match: [e.number for e in entries if e.match == entry.match] for entry in entries}
    assert [sorted(numbers) for numbers in by_match.values()] == [list(range(1, 51))] * 2


def test_a_store_that_fails_loses_nothing_of_an_earlier_game(
    store: StoreThread, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, recorder = recorded(store)
    place(match, "a1 a2 b1 b2")

    def fail(*_: object) -> None:
        raise StoreError("no room")

    monkeypatch.setattr(ReopeningDatabase, "write", fail)
    place(match, "c1")
    assert store.take_notices() == ["The game continues, but it is not being saved: no room"]
    match.next_game()
    finish(match)
    match.next_game()
    place(match, "b2")
    assert store.take_notices() == []
    assert not recorder.is_keeping
    monkeypatch.undo()
    place(match, "a1")
    assert recorder.is_keeping
    assert store.take_notices() == ["Games are being saved again, with all their moves"]
    kept = [(row["number"], row["result"], len(json.loads(row["moves"]))) for row in rows(path)]
    assert kept == [(1, "X wins: line", 5), (2, "O wins: line", 5), (3, "unfinished", 2)]
    assert len({row["match"] for row in rows(path)}) == 1
    last = store.last_unfinished()
    assert last is not None
    assert match_of(store, last).points == [1, 1]


def test_a_store_that_fails_only_when_the_next_game_starts_never_mixes_two_games(
    store: StoreThread, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("no room")

    match, _ = recorded(store)
    finish(match)
    monkeypatch.setattr(ReopeningDatabase, "write", fail)
    match.next_game()
    monkeypatch.undo()
    place(match, "c3")
    assert [(row["moves"], row["owner"] is None) for row in rows(path)] == [
        ('["a1", "a2", "b1", "b2", "c1"]', True), ('["c3"]', False),
    ]  # fmt: skip


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


def test_a_game_continues_without_a_store() -> None:
    match, recorder = recorded(None)
    finish(match)
    match.next_game()
    recorder.close()
    assert match.points == [1, 0]
    assert not recorder.is_keeping
    assert recorder.warning is None


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


def test_a_game_that_is_played_here_is_open_elsewhere_for_another_process_only(
    store: StoreThread, path: Path
) -> None:
    match, recorder = recorded(store)
    place(match, "b2")
    assert recorder.game_id is not None
    other = patient(path)
    ours, theirs = store.find(recorder.game_id), other.find(recorder.game_id)
    assert ours is not None
    assert theirs is not None
    assert ours.open_since is None
    assert theirs.open_since == datetime.fromisoformat(rows(path)[0]["owned_since"])
    recorder.close()
    theirs = other.find(theirs.id)
    assert theirs is not None
    assert theirs.open_since is None
    other.close()


DIES = """
import os, sys, time
from pathlib import Path
from tests.support.stores import patient, place, recorded

store = patient(Path(sys.argv[1]))
match, recorder = recorded(store)
place(match, "b2")
print(store.mark, flush=True)
sys.stdin.read()
os._exit(1)
"""


def test_a_game_of_a_process_that_died_is_not_open_elsewhere(path: Path) -> None:
    process = python(DIES, path)
    mark = answer(process)
    store = patient(path)

    def open_since() -> datetime | None:
        entry = store.last_unfinished()
        assert entry is not None
        return entry.open_since

    assert owner.is_alive(mark)
    assert open_since() is not None
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # dead, but not waited for
    assert not owner.is_alive(mark)
    assert open_since() is None
    process.wait()
    process.stdout.close()
    assert not owner.is_alive(mark)
    assert open_since() is None
    store.close()


# --- resumed ---------------------------------------------------------------------------------------------


def state(match: Match) -> tuple[object, ...]:
    game = match.game
    return (
        match.setup, match.seed, match.points, match.draws_in_a_row, match.earlier, match.game_number,
        match.is_over, match.winner, game.first, game.moves, game.undone, game.outcome, game.position.stones,
        game.position.to_move,
    )  # fmt: skip


def act(match: Match, rng: Random) -> str:
    """Do something that can be done, the same for the same random numbers."""
    game = match.game
    choice = rng.random()
    if game.outcome is not None and not match.is_over and choice < 0.8:
        match.next_game()
        return "next"
    if choice < 0.03 and not match.is_over:
        match.next_game()
        return "dropped" if game.outcome is None else "next"
    try:
        if choice < 0.13:
            match.undo()
            return "undo"
        if choice < 0.2:
            match.redo()
            return "redo"
        if choice < 0.22:
            match.undo_to(rng.randrange(len(game.moves) + 1))
            return "back"
    except (NothingToUndo, NothingToRedo):
        return "nothing"
    if game.outcome is not None:
        return "nothing"
    if choice < 0.26:
        match.push(Move(rng.choice(game.position.active), None))
        return "resign"
    match.place(rng.choice([square for square in match.setup.geometry.squares if game.check(square) is None]))
    return "place"


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("seed", range(sampled(16, 6)))
def test_a_resumed_match_continues_as_if_it_had_never_been_left(path: Path, seed: int) -> None:
    rng = Random(seed)
    rules = MatchRules(
        rng.choice([None, 3, 20]), rng.choice([None, 4]), list(FirstMover)[seed % 4], rng.random() < 0.5
    )
    setup = make_setup(
        *rng.choice([(3, 3, 3), (4, 3, 3), (5, 5, 4)]), players=rng.choice([2, 2, 3]), rules=rules
    )
    if rng.random() < 0.5:  # one is a computer, so that undo takes more back
        level = replace(setup.players[1], level="simple")
        setup = replace(setup, players=(setup.players[0], level, *setup.players[2:]))
    twin = Match(setup, seed)
    store = patient(path)
    match, recorder = recorded(store, setup, seed)
    here, there = Random(f"acts {seed}"), Random(f"acts {seed}")
    done = set()
    for _ in range(250):
        action = act(match, here)
        assert act(twin, there) == action
        done.add(action)
        assert state(match) == state(twin)
        assert recorder.is_keeping
        begun = match.game.moves or match.game.undone or match.game_number > 1
        if match.game.outcome is None and begun and rng.random() < 0.15:
            recorder.close()
            store.close()
            store = patient(path)
            entry = store.last_unfinished()
            assert entry is not None
            assert entry.open_since is None
            match, recorder = resumed(store)
            assert state(match) == state(twin)
            done.add("resumed")
    store.close()
    assert {"place", "undo", "resumed"} <= done


def test_deleting_an_earlier_game_leaves_the_rest_of_the_match(store: StoreThread, path: Path) -> None:
    match, recorder = recorded(store)
    for _ in range(2):
        finish(match)
        match.next_game()
    place(match, "b2")
    recorder.close()
    store.delete(rows(path)[0]["id"])

    entry = store.last_unfinished()
    assert entry is not None
    match = match_of(store, entry)
    assert match.points == [0, 1]
    match, recorder = resumed(store)
    while match.game.outcome is None:
        match.push(Move(1, None))
    match.next_game()
    place(match, "c3")
    recorder.close()
    assert [(row["number"], row["dropped"]) for row in rows(path)] == [(2, 0), (3, 0), (4, 0)]
    entry = store.last_unfinished()
    assert entry is not None
    assert match_of(store, entry).points == match.points == [1, 1]


def test_a_dropped_game_is_not_offered_and_counts_for_nothing(store: StoreThread, path: Path) -> None:
    match, recorder = recorded(store)
    place(match, "b2")
    recorder.close()
    match, recorder = resumed(store)
    match.next_game()
    assert [(row["number"], row["dropped"]) for row in rows(path)] == [(1, 1)]
    place(match, "c3")
    recorder.close()
    assert [(row["number"], row["dropped"]) for row in rows(path)] == [(1, 1), (1, 0)]
    entry = store.last_unfinished()
    assert entry is not None
    assert entry.moves == ("c3",)
    assert match_of(store, entry).game_number == 1


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
