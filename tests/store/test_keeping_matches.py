"""Matches in the store: written move by move, owned by one process, taken up again as they were."""

import json
import os
import socket
import subprocess
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from tests.support.sampling import sampled
from tests.support.stores import edit, finish, match_of, patient, place, record_of, recorded, resumed, rows
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
from ttt_tui.store.followed_database import ReopeningDatabase
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.row import GameRow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.db"


@pytest.fixture
def history(path: Path):
    history = patient(path)
    yield history
    history.close()


def take(history: StoreThread, id: int) -> None:
    """Play a game here, whoever did before."""
    history.ask(lambda history: history.take(id), in_order=True)


def run(code: str, *arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, text=True, cwd=Path.cwd()
    )


# --- written as it is played -----------------------------------------------------------------------------


def test_every_change_is_in_the_file_when_the_listener_returns(history: StoreThread, path: Path) -> None:
    match, _ = recorded(history)
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


def test_a_hint_is_in_the_file_at_once_and_stays_there(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)
    match.note_hint()
    place(match, "b2")
    (before,) = rows(path)
    match.note_hint()
    (row,) = rows(path)
    assert (before["hints"], row["hints"]) == (1, 2)
    assert row["sequence"] == before["sequence"], "no move was made"
    match.undo()
    assert rows(path)[0]["hints"] == 2
    match.next_game()
    place(match, "b2")
    match.note_hint()
    recorder.close()
    assert [row["hints"] for row in rows(path)] == [2, 1]
    assert [entry.hints for entry in history.entries()] == [1, 2]


@pytest.mark.parametrize("name", ["'; DROP TABLE games; --", '" OR ""="', "%s ? :id", "{0} \\"])
def test_a_name_is_stored_as_text_and_as_nothing_else(history: StoreThread, path: Path, name: str) -> None:
    setup = make_setup()
    seats = tuple(replace(p, name=name, symbol=s) for p, s in zip(setup.players, ("'", '"'), strict=True))
    match, recorder = recorded(history, replace(setup, players=seats))
    finish(match)
    recorder.close()
    history.remember(name, name)
    assert history.remembered(name) == name
    (entry,) = history.entries()
    assert [player.name for player in entry.setup.players] == [name, name]
    assert entry.winner == 0
    assert len(rows(path)) == 1


PLAYS = """
import sys
from pathlib import Path
from random import Random
from tests.support.stores import recorded
from ttt_tui.store.keeper import StoreThread

rng = Random(sys.argv[2])
history = StoreThread(Path(sys.argv[1]), patience=30)
match, recorder = recorded(history)
for number in range(50):
    if number:
        match.next_game()
    while match.game.outcome is None:
        free = [s for s in match.setup.geometry.squares if match.game.check(s) is None]
        match.place(rng.choice(free))
    assert recorder.is_keeping, history.news()
    news = history.news()
    assert not news or "empty" in news[0], news
recorder.close()
history.close()
print("fine")
"""


@pytest.mark.slow
def test_two_processes_keep_fifty_games_each_in_one_store(path: Path) -> None:
    processes = [run(PLAYS, path, seed) for seed in range(2)]
    assert [process.communicate(timeout=60)[0] for process in processes] == ["fine\n"] * 2
    history = patient(path)
    entries = list(history.entries())
    history.close()
    assert len(entries) == 100
    for entry in entries:
        assert entry.is_finished
        assert entry.game().outcome is not None
    by_match = {entry.match: [e.number for e in entries if e.match == entry.match] for entry in entries}
    assert [sorted(numbers) for numbers in by_match.values()] == [list(range(1, 51))] * 2


def test_a_store_that_fails_costs_nothing_of_an_earlier_game(
    history: StoreThread, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, recorder = recorded(history)
    place(match, "a1 a2 b1 b2")

    def fail(*_: object) -> None:
        raise StoreError("no room")

    monkeypatch.setattr(ReopeningDatabase, "write", fail)
    place(match, "c1")
    assert history.news() == ["The game continues, but it is not being saved: no room"]
    match.next_game()
    finish(match)
    match.next_game()
    place(match, "b2")
    assert history.news() == []
    assert not recorder.is_keeping
    monkeypatch.undo()
    place(match, "a1")
    assert recorder.is_keeping
    assert history.news() == ["Games are being saved again, with all their moves"]
    kept = [(row["number"], row["result"], len(json.loads(row["moves"]))) for row in rows(path)]
    assert kept == [(1, "X wins: line", 5), (2, "O wins: line", 5), (3, "unfinished", 2)]
    assert len({row["match"] for row in rows(path)}) == 1
    last = history.last_unfinished()
    assert last is not None
    assert match_of(history, last).points == [1, 1]


def test_a_store_that_fails_only_when_the_next_game_starts_never_mixes_two_games(
    history: StoreThread, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = recorded(history)
    finish(match)

    def fail(*_: object) -> None:
        raise StoreError("no room")

    monkeypatch.setattr(ReopeningDatabase, "write", fail)
    match.next_game()
    monkeypatch.undo()
    place(match, "c3")
    assert [row["moves"] for row in rows(path)] == ['["a1", "a2", "b1", "b2", "c1"]', '["c3"]']
    assert [row["owner"] is None for row in rows(path)] == [True, False]


def test_a_game_that_was_deleted_while_it_is_played_is_stored_anew(history: StoreThread) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    first = recorder.game_id
    assert first is not None
    history.delete(first)
    place(match, "a1")
    assert recorder.is_keeping
    (entry,) = history.entries()
    assert entry.id != first
    assert entry.moves == ("b2", "a1")


# --- whose game it is ------------------------------------------------------------------------------------


def test_a_game_that_another_takes_over_is_told_once_and_no_longer_written(
    history: StoreThread, path: Path
) -> None:
    match, recorder = recorded(history)
    place(match, "b2 a1")
    assert recorder.game_id is not None
    other = patient(path)
    take(other, recorder.game_id)
    before = rows(path)
    for move in ("c3", "c1"):
        place(match, move)
        assert rows(path) == before
        assert not recorder.is_keeping
    assert recorder.trouble == "Another terminal has taken over this game; it is no longer saved from here"
    recorder.trouble = None
    match.next_game()
    place(match, "a1")
    recorder.close()
    assert recorder.trouble is None
    assert rows(path) == before
    row = GameRow.of_game(match.game, 1, 0, held=True)
    with pytest.raises(OwnershipLost):
        history.ask(lambda history: history.save(before[0]["id"], row))
    other.close()


def test_a_new_game_in_the_place_of_one_that_was_taken_over_is_not_written(
    history: StoreThread, path: Path
) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    assert recorder.game_id is not None
    other = patient(path)
    take(other, recorder.game_id)
    match.next_game()
    assert recorder.taken_over
    (row,) = rows(path)
    assert not row["dropped"]
    assert row["owner"] == other.mark
    other.close()


def test_a_game_that_is_played_here_is_open_elsewhere_for_another_and_not_for_itself(
    history: StoreThread, path: Path
) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    assert recorder.game_id is not None
    other = patient(path)
    ours, theirs = history.find(recorder.game_id), other.find(recorder.game_id)
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
from tests.support.stores import place, recorded
from ttt_tui.store.keeper import StoreThread

history = StoreThread(Path(sys.argv[1]), patience=30)
match, recorder = recorded(history)
place(match, "b2")
print(history.mark, flush=True)
sys.stdin.read()
os._exit(1)
"""


def test_a_game_of_a_process_that_died_is_not_open_elsewhere(path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", DIES, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        cwd=Path.cwd(),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    mark = process.stdout.readline().strip()
    history = patient(path)

    def open_since() -> datetime | None:
        entry = history.last_unfinished()
        assert entry is not None
        return entry.open_since

    assert owner.is_alive(mark)
    assert open_since() is not None
    process.stdin.close()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # dead, but nobody has asked how
    assert not owner.is_alive(mark)
    assert open_since() is None
    process.wait()
    process.stdout.close()
    assert not owner.is_alive(mark)
    assert open_since() is None
    history.close()


def test_a_later_process_with_the_same_number_is_told_apart() -> None:
    mark = owner.new_mark()
    host, pid, started, part = mark.rsplit(":", 3)
    assert owner.is_alive(mark)
    assert not owner.is_alive(f"{host}:{pid}:{int(started) - 1}:{part}")
    assert owner.is_alive(f"elsewhere.{socket.gethostname()}:{pid}:{started}:{part}")
    assert owner.new_mark() != mark


# --- taken up again --------------------------------------------------------------------------------------


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
def test_a_match_that_is_taken_up_again_goes_on_as_if_it_had_never_been_left(path: Path, seed: int) -> None:
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
    history = patient(path)
    match, recorder = recorded(history, setup, seed)
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
            history.close()
            history = patient(path)
            entry = history.last_unfinished()
            assert entry is not None
            assert entry.open_since is None
            match, recorder = resumed(history)
            assert state(match) == state(twin)
            done.add("resumed")
    history.close()
    assert {"place", "undo", "resumed"} <= done


def test_a_game_that_is_taken_up_again_goes_on_with_its_hints(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    match.note_hint()
    recorder.close()
    match, recorder = resumed(history)
    assert match.game.hints == 1
    assert recorder.is_keeping
    place(match, "a1")
    assert rows(path)[0]["hints"] == 1
    match.note_hint()
    recorder.close()
    assert rows(path)[0]["hints"] == 2


def test_a_game_keeps_that_it_was_analysed(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    assert not rows(path)[0]["analysed"]
    match.note_analysis()
    recorder.close()
    assert rows(path)[0]["analysed"]
    match, recorder = resumed(history)
    assert match.game.is_analysed
    recorder.close()


def test_deleting_an_earlier_game_of_a_match_costs_no_other_one(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)
    for _ in range(2):
        finish(match)
        match.next_game()
    place(match, "b2")
    recorder.close()
    history.delete(rows(path)[0]["id"])

    entry = history.last_unfinished()
    assert entry is not None
    match = match_of(history, entry)
    assert match.points == [0, 1]
    match, recorder = resumed(history)
    while match.game.outcome is None:
        match.push(Move(1, None))
    match.next_game()
    place(match, "c3")
    recorder.close()
    assert [(row["number"], row["dropped"]) for row in rows(path)] == [(2, 0), (3, 0), (4, 0)]
    entry = history.last_unfinished()
    assert entry is not None
    assert match_of(history, entry).points == match.points == [1, 1]


def test_a_game_that_is_dropped_is_not_offered_and_counts_for_nothing(
    history: StoreThread, path: Path
) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    match.next_game()
    place(match, "c3")
    recorder.close()
    entry = history.last_unfinished()
    assert entry is not None
    assert entry.moves == ("c3",)
    assert [row["dropped"] for row in rows(path)] == [1, 0]
    assert match_of(history, entry).game_number == 1


def test_a_resumed_game_that_is_replaced_before_a_move_is_dropped(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    recorder.close()
    entry = history.last_unfinished()
    assert entry is not None
    match, recorder = resumed(history)
    match.next_game()
    assert [(row["number"], row["dropped"]) for row in rows(path)] == [(1, 1)]
    place(match, "b2")
    assert [(row["number"], row["dropped"]) for row in rows(path)] == [(1, 1), (1, 0)]


def test_an_earlier_game_that_says_it_is_finished_and_is_not_is_refused(
    history: StoreThread, path: Path
) -> None:
    match, recorder = recorded(history)
    finish(match)
    match.next_game()
    recorder.close()
    edit(path, "UPDATE games SET moves = '[\"a1\"]' WHERE number = 1")
    entry = history.last_unfinished()
    assert entry is not None
    with pytest.raises(RecordError, match="game 1 in the history is damaged: its moves give unfinished"):
        match_of(history, entry)


def test_a_game_from_elsewhere_is_a_match_of_its_own(history: StoreThread) -> None:
    first, second = history.add(record_of()), history.add(record_of())
    entry = history.find(second)
    assert entry is not None
    assert entry.match == second != first
    assert entry.started == datetime(2026, 11, 21)
    assert entry.record() is not None
    assert match_of(history, entry).points == [0, 0]
