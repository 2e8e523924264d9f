"""Stored games: an imported one is recognised by its id or its content, and which was played last."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import given

from tests.support.stores import (
    edit,
    finish,
    patient,
    place,
    record_of,
    recorded,
    resumed,
    rows,
    write_old_file,
)
from tests.support.strategies import games, make_setup, play, some
from ttt_tui.engine import Game, Move, Rules
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_json, to_json
from ttt_tui.engine.records.moves import from_moves, to_moves
from ttt_tui.engine.records.psq import from_psq, to_psq
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import AlreadyStored, RecordError, StoreError
from ttt_tui.session.history_tables import tally_groups
from ttt_tui.store.database import configure, migrate
from ttt_tui.store.games import History
from ttt_tui.store.statistics import statistics
from ttt_tui.store.stored_game import Origin, StoredGame, now, read_entry
from ttt_tui.store.thread import StoreThread

GAME_ID = "0123456789abcdef0123456789abcdef"
FORMATS = [(to_text, from_text), (to_json, from_json), (to_psq, from_psq)]


def five_in_a_row(moves: str = "h8 h9 i10 a1") -> Game:
    setup = make_setup(15, 15, 5)
    ada, computer = setup.players
    seats = replace(ada, name="Ada"), replace(computer, name="Romeo", level="expert")
    return play(Game(replace(setup, players=seats)), moves)


# --- in records ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("write", "read"), FORMATS)
def test_the_id_of_a_game_is_in_its_record_and_one_without_is_as_before(write, read) -> None:  # type: ignore[no-untyped-def]
    game = five_in_a_row()
    assert read(write(Record(game, game_id=GAME_ID))).game_id == GAME_ID
    without = write(Record(game))
    assert read(without).game_id is None
    assert "game" not in without.lower()


@pytest.mark.parametrize("game_id", ["", "short", "x" * 65, "no spaces in it, or more", "\u0661" * 20])
def test_an_invalid_id_is_refused(game_id: str) -> None:
    with pytest.raises(RecordError, match=r"line 1, .* is not a game id"):
        from_text(f'[GameId "{game_id}"]\n' + to_text(record_of()))
    with pytest.raises(RecordError, match="is not a game id"):
        from_json(to_json(record_of()).replace("{", f'{{"game_id": "{game_id}",', 1))
    text = to_psq(Record(five_in_a_row())) + f"ttt-tui-game {game_id}\n"
    assert from_psq(text).game_id is None, "anything may be there"


def test_lines_of_tournaments_after_the_names_are_not_read() -> None:
    text = to_psq(Record(five_in_a_row(), game_id=GAME_ID)).replace("-1\n", "15\n0,Freestyle20\n")
    assert from_psq(text).game_id == GAME_ID


# --- by its id -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("write", "read"), FORMATS)
@pytest.mark.parametrize("again", [False, True])
def test_an_exported_game_is_not_added_to_its_own_history(
    history: History,
    again: bool,
    write,
    read,  # type: ignore[no-untyped-def]
) -> None:
    history.add(Record(play(Game(make_setup()), "a1 b2"), "2026-11-20"))
    id = history.add(Record(five_in_a_row(), "2026-11-21"))
    entry = history.find(id)
    assert entry is not None
    with pytest.raises(AlreadyStored, match=f"^already stored as game {id}$"):
        history.add(read(write(entry.record())), again=again)
    assert len(history.entries()) == 2


def test_a_game_is_added_to_another_history_once(history: History, tmp_path: Path) -> None:
    store = patient(tmp_path / "elsewhere.db")
    match, recorder = recorded(store)
    finish(match)
    recorder.close()
    (entry,) = store.entries()
    record = from_text(to_text(entry.record()))
    with pytest.raises(AlreadyStored, match="as game 1"):
        store.add(record)
    store.close()
    assert history.add(record, again=False) == 1
    with pytest.raises(AlreadyStored, match="as game 1"):
        history.add(record, again=False)
    assert [(e.origin, e.uid) for e in history.entries()] == [(Origin.IMPORTED, entry.uid)]
    assert entry.origin is Origin.PLAYED


def test_a_game_that_was_continued_elsewhere_is_reported(history: History) -> None:
    history.add(Record(five_in_a_row(), "2026-11-21", game_id=GAME_ID))
    with pytest.raises(AlreadyStored, match="already stored as game 1, with other moves"):
        history.add(Record(five_in_a_row("h8 h9 i10 a1 b2"), "2026-11-21", game_id=GAME_ID))


def test_two_games_with_the_same_moves_and_ids_of_their_own_are_both_added(history: History) -> None:
    for number in range(3):
        history.add(replace(record_of(), game_id=f"{number:032x}"), again=False)
    assert len(history.entries()) == 3


def test_copies_of_an_older_file_give_a_game_the_same_id(tmp_path: Path) -> None:
    files = tmp_path / "laptop.db", tmp_path / "desktop.db"
    write_old_file(files[0], 10)
    copyfile(*files)
    stores = [History(file) for file in files]
    (one,), (other,) = (store.entries() for store in stores)
    assert one.uid == other.uid
    assert one.origin is other.origin is None
    for store in stores:
        store.close()


def test_a_game_with_a_day_only_is_the_first_of_its_day(history: History, store: StoreThread) -> None:
    match, recorder = recorded(store)
    finish(match)
    recorder.close()
    (played,) = store.entries()
    assert played.has_time
    day = played.started.date()
    for number, date in enumerate((day, day - timedelta(days=1)), 2):
        assert history.add(Record(five_in_a_row(), date.isoformat()), again=True) == number
    entries = history.entries()
    assert [entry.id for entry in entries] == [2, 1, 3]
    assert [entry.has_time for entry in entries] == [False, True, False]


# --- by its content --------------------------------------------------------------------------------------


def test_a_game_of_the_same_date_players_and_moves_is_asked_about(history: History) -> None:
    history.add(record_of("c3"))
    history.add(record_of())
    reason = "game 2 has the same date, players and moves; add it anyway with --again"
    with pytest.raises(AlreadyStored, match=f"^{reason}$"):
        history.add(record_of(), again=False)
    assert history.add(record_of(), again=True) == 3


def test_a_format_that_leaves_something_out_does_not_make_another_game(history: History) -> None:
    resigned = five_in_a_row()
    resigned.push(Move(0, None))
    history.add(Record(resigned, "2026-11-21"))
    for copy in (from_psq(to_psq(Record(resigned))), from_moves(to_moves(Record(resigned)))):
        with pytest.raises(AlreadyStored, match="game 1 has the same"):
            history.add(copy, again=False)


def of_somebody_else() -> Record:
    setup = record_of().game.setup
    others = replace(setup, players=(replace(setup.players[0], name="Somebody else"), setup.players[1]))
    return Record(play(Game(others), "b2 a1"), "2026-11-21")


@pytest.mark.parametrize(
    "other",
    [
        of_somebody_else(),
        replace(record_of(), date="2026-11-22"),
        record_of("b2 a1 c3"),
        record_of("b2"),
        record_of("b2 a2"),
        Record(play(Game(make_setup(4, 3, 3)), "b2 a1"), "2026-11-21"),
        Record(play(Game(make_setup(players=3)), "b2 a1"), "2026-11-21"),
        Record(play(Game(make_setup(), 1), "b2 a1"), "2026-11-21"),
    ],
)
def test_another_date_player_board_or_move_makes_another_game(history: History, other: Record) -> None:
    history.add(record_of())
    history.add(other, again=False)
    assert len(rows(history._file.path)) == 2


def test_an_imported_game_is_a_match_of_its_own(history: History) -> None:
    first, second = history.add(record_of()), history.add(record_of())
    entry = history.find(second)
    assert entry is not None
    assert entry.match == second != first
    assert entry.started == datetime(2026, 11, 21)
    assert history.match_of(entry).points == [0, 0]


def test_a_deleted_game_cannot_be_claimed_or_deleted(history: History) -> None:
    id = history.add(record_of())
    history.delete(id)
    for act in (history.claim, history.delete):
        with pytest.raises(StoreError, match=f"game {id} is no longer in the history"):
            act(id)
    history.close()  # the fixture closes it again


# --- which game was played last --------------------------------------------------------------------------


@pytest.mark.parametrize("is_continued", [False, True])
def test_the_game_that_was_played_last_does_not_depend_on_the_clock(
    store: StoreThread, path: Path, is_continued: bool
) -> None:
    for name in ("a1", "c3"):
        match, recorder = recorded(store)
        place(match, name)
        recorder.close()
    future = 2 if is_continued else 1
    edit(path, f"UPDATE games SET changed = '2999-01-01T00:00:00+00:00' WHERE id = {future}")
    if is_continued:
        match, recorder = resumed(store, 1)
        place(match, "b2")
        recorder.close()
    last = store.last_unfinished()
    assert last is not None
    assert last.moves == (("a1", "b2") if is_continued else ("c3",))


# --- unusual rules ---------------------------------------------------------------------------------------


@some
@given(games(largest=8))
def test_any_game_with_any_rules_comes_back_from_its_row(game: Game) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        configure(connection)
        migrate(connection)
        columns = StoredGame.of_game(game, number=1, seed=1).columns() | {"match": 1, "changed": now()}
        names, values = ", ".join(columns), ", ".join(f":{name}" for name in columns)
        connection.execute(f"INSERT INTO games ({names}) VALUES ({values})", columns)
        entry = read_entry(connection.execute("SELECT * FROM games").fetchone(), "")
    assert entry is not None
    again = entry.game()
    assert (again.setup, again.first, again.moves) == (game.setup, game.first, game.moves)


def test_the_latest_game_and_duels_are_those_by_the_same_rules(path: Path) -> None:
    misere = make_setup(levels=("human", "rules"), kind=Rules(misere=True))
    history = History(path)
    history.add(Record(play(Game(misere), "a1 a2 b1 b2 c1")))
    usual = replace(misere, geometry=replace(misere.geometry, rules=Rules()))
    assert history.latest_on(usual.geometry) is None
    assert history.duels(["P0"]) == {(misere.geometry, "rules"): (0, 1)}
    history.add(Record(play(Game(usual), "a1 a2 b1 b2 c1")))
    latest = history.latest_on(misere.geometry)
    assert latest is not None
    assert (latest.result, latest.setup.geometry) == ("O wins: line", misere.geometry)
    assert history.duels(["P0"]) == {(usual.geometry, "rules"): (1, 0), (misere.geometry, "rules"): (0, 1)}
    counted = statistics(history.entries(), ["P0"])
    assert {board: (tally.wins, tally.losses) for board, tally in counted.boards.items()} == {
        "3×3 · 3": (1, 0),
        "3×3 · 3 · misere": (0, 1),
    }
    assert {name: (tally.wins, tally.losses) for name, tally in counted.players.items()} == {
        "P0": (1, 0),
        "P0 · misere": (0, 1),
    }
    assert {level: (tally.wins, tally.losses) for level, tally in counted.levels.items()} == {
        "rules": (0, 1),
        "rules · misere": (1, 0),
    }
    titles = {title: {row for row, _ in rows} for title, rows in tally_groups(counted)}
    assert titles["Levels"] == {"rules", "rules · misère"}
    assert titles["Boards"] == {"3×3 · three in a row", "3×3 · three in a row · misère"}
    history.close()
