"""The past on the screen: walking back in a game, the history, statistics, and what is remembered."""

import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.driving import SCRIPTED, USUAL, Script, Ui, a_setup, at_setup
from tests.support.stores import until_refused
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.dialog import ConfirmScreen
from ttt_tui.app.screens.history import GameTable, HistoryScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.statistics import StatisticsScreen
from ttt_tui.app.themes import THEME_NAMES
from ttt_tui.app.widgets.curve import RatingCurve
from ttt_tui.engine import HUMAN, Game, Match, Setup
from ttt_tui.engine.records import Record
from ttt_tui.errors import StoreError
from ttt_tui.multiplayer import StartRequest
from ttt_tui.session.session import Session
from ttt_tui.store.games import History
from ttt_tui.store.puzzles import PuzzleTry
from ttt_tui.store.recorder import Recorder
from ttt_tui.store.settings import Settings
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry, Origin
from ttt_tui.store.thread import StoreThread

NAMES_3 = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
X_WINS = ["a1", "a2", "b1", "b2", "c1"]
DRAWN = ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"]
AMID = ["b2", "a1", "c3", "a3"]


@pytest.fixture(autouse=True)
def _own_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is exported goes into the test's own directory, and nothing into the user's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path / "nobody looks here"))


def shows_the_past(ui: Ui) -> bool:
    """Return whether the status line names a move that the board shows."""
    return ui.status.startswith(("Move ", "Start of the game"))


@pytest.fixture
def history(tmp_path: Path) -> Iterator[StoreThread]:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    yield history
    history.close()


def keep(history: StoreThread, moves: Sequence[str], setup: Setup | None = None) -> int:
    """Store a game with these moves and return its id."""
    setup = setup or a_setup()
    recorder = Recorder(history)
    match = Match(setup, 1, recorder)
    for name in moves:
        if match.game.outcome is None:  # a draw is one as soon as no line is possible
            match.place(setup.geometry.parse(name))
    recorder.close()
    return next(iter(sorted((e.id for e in history.entries()), reverse=True)))


@asynccontextmanager
async def running(session: Session, setup: Setup | None = None) -> AsyncIterator[Ui]:
    """Start the program with this session, at the setup or in a game."""
    app = TttApp(StartRequest(setup), session=session)
    async with app.run_test(size=USUAL, notifications=True) as pilot:
        ui = Ui(app, pilot)
        kind = PlayScreen if setup else SetupScreen
        await ui.until(lambda: isinstance(app.screen, kind) and app.screen.query("KeyHints"), "the screen")
        await ui.settle()
        yield ui


def playing(setup: Setup | None = None) -> AbstractAsyncContextManager[Ui]:
    """Start the program in a game that is not kept."""
    return running(Session(1), setup or a_setup())


@asynccontextmanager
async def in_history(history: StoreThread | None) -> AsyncIterator[Ui]:
    async with running(Session(1, history)) as ui:
        await ui.press("h")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and "filter" not in ui.status, "it")
        await ui.rest()
        yield ui


def stones(ui: Ui) -> dict[str, str]:
    """Return the symbol on each square of 3×3 that is not empty."""
    shown = {name: ui.square(name)[1] for name in NAMES_3}
    return {name: symbol for name, symbol in shown.items() if symbol != "·"}


def after(moves: Sequence[str]) -> dict[str, str]:
    """Return what stands on the board after these moves of two players."""
    return {name: "XO"[ply % 2] for ply, name in enumerate(moves)}


def rows(ui: Ui) -> list[str]:
    """Return the lines of the list of games."""
    region = ui.one("GameTable").region
    return [line.strip() for line in ui.lines[region.y + 1 : region.bottom] if line.strip()]


def ids(ui: Ui) -> list[int]:
    return [int(line.split()[0]) for line in rows(ui)]


# --- the list --------------------------------------------------------------------------------------------


async def test_each_row_tells_who_won_against_whom_and_of_many_players_how_many(history: StoreThread) -> None:
    keep(history, X_WINS)
    keep(history, DRAWN)
    keep(history, ["a1"], a_setup(*[HUMAN] * 5, board=(5, 5)))
    async with in_history(history) as ui:
        unfinished, drawn, won = rows(ui)
        assert unfinished.endswith("unfinished  X Ada, O Bob, 3 more")
        assert drawn.endswith("draw        X Ada, O Bob")
        assert won.endswith("X won       X Ada, O Bob")


async def test_where_there_is_little_room_the_result_and_the_players_still_can_be_read(
    history: StoreThread,
) -> None:
    keep(history, X_WINS)
    async with in_history(history) as ui:
        assert "Started" in ui.text
        await ui.pilot.resize_terminal(40, 16)
        await ui.until(lambda: "Started" not in ui.text, "the narrow list")
        assert rows(ui)[0] == "1   3×3 · 3  X won   X Ada, O Bob"
        assert all("‹ any ›" in line for line in ui.lines[1:4])
        await ui.pilot.resize_terminal(*USUAL)
        await ui.until(lambda: "Started" in ui.text, "the usual list")


# --- walking back ----------------------------------------------------------------------------------------


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(("back", "on"), [("up", "down"), ("left", "right"), ("k", "j"), ("h", "l")])
async def test_walking_shows_the_position_after_each_move_and_says_it_is_the_past(back: str, on: str) -> None:
    async with playing() as ui:
        await ui.place(*AMID)
        await ui.press("tab")
        for ply in range(len(AMID) - 1, -1, -1):
            await ui.press(back)
            assert stones(ui) == after(AMID[:ply])
            expected = f"Move {ply} of 4: {'XO'[(ply - 1) % 2]} {AMID[ply - 1]}"
            assert ui.status == (expected if ply else "Start of the game, 4 moves")
        await ui.press(back)
        assert stones(ui) == {}, "it stops at the start"
        for ply in range(1, len(AMID) + 1):
            await ui.press(on)
            assert stones(ui) == after(AMID[:ply])
        await ui.press("home")
        assert stones(ui) == {}
        await ui.press("end")
        assert stones(ui) == after(AMID)
        assert ui.moves == AMID, "looking changes nothing"


@pytest.mark.sample(every=8)
@pytest.mark.parametrize("key", ["space", "4", "colon", "u", "U", "R", "click"])
async def test_the_past_cannot_be_played_in_and_says_why(key: str) -> None:
    async with playing() as ui:
        await ui.place(*AMID)
        await ui.press("tab", "up")
        await (ui.click_square("a2") if key == "click" else ui.press(key))
        assert ui.moves == AMID
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.status.startswith("Back at" if key == "click" else "Viewing an earlier move"), "it says why"
        if key != "click":
            assert stones(ui) == after(AMID[:3])


async def test_enter_asks_and_then_goes_on_from_there_with_the_rest_to_redo() -> None:
    async with playing() as ui:
        await ui.place(*AMID)
        await ui.press("tab", "up", "up", "enter")
        assert isinstance(ui.app.screen, ConfirmScreen)
        assert "Undo 2 moves and play from here?" in ui.text
        await ui.press("n")
        assert ui.moves == AMID
        if not shows_the_past(ui):
            await ui.press("tab", "up", "up")
        await ui.press("enter", "y")
        assert ui.moves == AMID[:2]
        assert stones(ui) == after(AMID[:2])
        assert ui.status == "Ada (X) to move"
        await ui.press("U", "U")
        assert ui.moves == AMID
        await ui.press("4")
        assert ui.moves == [*AMID, "a2"]


async def test_a_computers_stale_answer_does_not_appear_after_going_on_from_the_past(script: Script) -> None:
    script.moves = ["a1"]
    script.deaf = True
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        await ui.moved("b2", "a1")
        await ui.press("9")
        stale = await ui.question(script)
        await ui.press("tab", "home", "enter", "y")
        assert ui.moves == []
        stale.answer("c1")
        await ui.rest()
        assert ui.moves == []
        assert stones(ui) == {}
        await ui.press("U")
        assert ui.moves == ["b2", "a1"], "the taken-back moves are there to be played again"


async def test_an_answer_that_comes_while_the_past_is_shown_is_listed_and_changes_nothing_else(
    script: Script,
) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        question = await ui.question(script)
        await ui.press("tab", "up")
        assert stones(ui) == {}
        question.answer("a1")
        await ui.moved("b2", "a1")
        await ui.rest()
        assert stones(ui) == {}
        assert shows_the_past(ui)
        assert "O a1" in ui.text
        await ui.press("q")
        assert stones(ui) == after(["b2", "a1"])
        assert ui.status == "Your move"


async def test_a_new_game_that_is_started_from_the_past_shows_the_present() -> None:
    async with playing() as ui:
        await ui.place(*X_WINS)
        await ui.result()
        await ui.press("tab", "up")
        assert stones(ui) == after(X_WINS[:4])
        await ui.press("n")
        await ui.until(lambda: ui.moves == [], "the next game")
        await ui.rest()
        assert stones(ui) == {}
        assert not shows_the_past(ui)
        await ui.press("5")
        assert ui.moves == ["b2"]


async def test_a_game_that_is_dropped_from_the_past_starts_anew() -> None:
    async with playing() as ui:
        await ui.place(*AMID)
        await ui.press("tab", "up", "n", "y")
        assert stones(ui) == {}
        await ui.press("5")
        assert ui.moves == ["b2"]


async def test_there_is_no_past_before_the_first_move() -> None:
    async with playing() as ui:
        await ui.press("tab")
        assert ui.status == "No moves yet"
        assert ui.app.focused is not ui.one("MoveLog")


# --- the history -----------------------------------------------------------------------------------------


async def test_an_empty_history_says_so_and_refuses_with_a_reason(history: StoreThread) -> None:
    for stored in (history, None):
        async with in_history(stored) as ui:
            assert rows(ui) == []
            assert ui.status == "No games yet"
            for key in ("enter", "v", "x", "d"):
                await ui.press(key)
                assert ui.status == "The list is empty"
            await ui.press("s")
            assert "No finished games yet" in ui.text
            await ui.press("q", "q")
            assert isinstance(ui.app.screen, SetupScreen)


async def test_the_newest_game_comes_first_and_each_filter_filters(history: StoreThread) -> None:
    won = keep(history, X_WINS)
    drawn = keep(history, DRAWN)
    amid = keep(history, AMID, a_setup(names=("Zoe", "Bob")))
    large = keep(history, ["a1"], a_setup(board=(5, 5), k=4))
    everything = [large, amid, drawn, won]
    async with in_history(history) as ui:
        assert ids(ui) == everything
        assert ui.status == "4 games"
        assert "Player ‹ any ›  Board ‹ any ›  Result ‹ any ›" in ui.text
        filters = {
            "by-result": {
                "finished": [drawn, won], "unfinished": [large, amid], "won": [won], "drawn": [drawn]
            },
            "by-player": {"Ada": [large, drawn, won], "Bob": everything, "Zoe": [amid]},
            "by-board": {"3×3 · 3": [amid, drawn, won], "5×5 · 4": [large]},
        }  # fmt: skip
        for filter, values in filters.items():
            while ui.app.focused is not ui.one(f"#{filter}"):
                await ui.press("tab")
            for value, expected in values.items():
                await ui.press("right")
                assert ui.one(f"#{filter}").value == value
                assert ids(ui) == expected
            await ui.press("home")
            assert ids(ui) == everything
        await ui.press("s")
        assert isinstance(ui.app.screen, StatisticsScreen)


async def test_the_statistics_tell_of_puzzles_once_one_was_tried(history: StoreThread) -> None:
    keep(history, X_WINS)
    async with in_history(history) as ui:
        await ui.press("s")
        assert "Players" in ui.text
        assert "Puzzles" not in ui.text
        await ui.press("escape")
        for days, wrong in ((3, 1), (0, 0)):
            began = datetime.now().astimezone() - timedelta(days=days)
            tried = PuzzleTry(f"of {days}", began, began.date(), 1600, wrong, 0, False, True)
            history.run(lambda history, tried=tried: history.puzzles.keep(tried))
        await ui.press("s")
        await ui.rest()
        assert "Puzzles: 2 of 2 solved, daily streak 1, best 1, rating 1" in " ".join(ui.text.split())
        assert f"{date.today() - timedelta(days=3)}" in ui.text
        assert ui.one(RatingCurve).size.height == 5


async def test_a_game_that_was_left_before_the_first_stone_is_not_listed(history: StoreThread) -> None:
    keep(history, X_WINS)
    keep(history, [])
    async with in_history(history) as ui:
        assert len(rows(ui)) == 1


async def test_in_a_game_that_is_resumed_the_cursor_is_beside_the_last_stone_on_an_empty_square(
    history: StoreThread,
) -> None:
    keep(history, ["b2", "a1"])
    async with in_history(history) as ui:
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and ui.app.screen.query("KeyHints"))
        await ui.press("enter")
        await ui.until(lambda: len(ui.moves) > 2, "Enter placed a stone")
        assert ui.moves[2] in ("b1", "a2")


async def test_an_export_writes_a_file_and_never_replaces_one(history: StoreThread, tmp_path: Path) -> None:
    id = keep(history, X_WINS)
    first, second = tmp_path / f"ttt-tui-{id}.txt", tmp_path / f"ttt-tui-{id}-2.txt"
    first.write_text("mine")
    async with in_history(history) as ui:
        await ui.press("x")
        assert second.name in ui.status
    assert first.read_text() == "mine"
    assert "1. a1 a2" in second.read_text()


async def test_an_export_that_fails_says_why(history: StoreThread, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(history, X_WINS)

    def full(*arguments: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("ttt_tui.app.screens.history.write_record", full)
    async with in_history(history) as ui:
        await ui.press("x")
        assert "No space left on device" in ui.status


async def test_the_chosen_game_alone_is_deleted_and_only_after_a_question(history: StoreThread) -> None:
    older, newer = keep(history, X_WINS), keep(history, AMID)
    async with in_history(history) as ui:
        await ui.press("d")
        assert f"Delete game {newer} (4 moves)?" in ui.text
        await ui.press("n")
        assert ids(ui) == [newer, older]
        await ui.press("d", "y")
        await ui.until(lambda: ids(ui) == [older], "the older game alone")
        assert [entry.id for entry in history.entries()] == [older]


async def test_the_statistics_agree_with_the_games(history: StoreThread) -> None:
    keep(history, X_WINS)
    keep(history, X_WINS)
    keep(history, DRAWN)
    keep(history, AMID)
    async with in_history(history) as ui:
        await ui.press("s")
        await ui.rest()
        card = ui.one(".card").region
        lines = [ui.cell(card.x, y, card.width) for y in range(card.y, card.bottom)]
        ada, bob = (
            next(line.partition(name)[2].replace("–", " ").split() for line in lines if name in line)
            for name in ("Ada", "Bob")
        )
        # All games, those that she or he started, and the others.
        assert ada == ["2", "1", "0", "2", "1", "0", "0", "0", "0"]
        assert bob == ["0", "1", "2", "0", "0", "0", "0", "1", "2"]


async def test_in_a_narrow_window_the_statistics_have_whole_columns_only(history: StoreThread) -> None:
    keep(history, X_WINS, a_setup(names=("A Player of Many Letters", "Bob")))
    async with in_history(history) as ui:
        await ui.press("s")
        await ui.rest()
        assert "won  drawn  lost  moved first  moved later" in ui.text
        assert "Moved first, moved later: won – drawn – lost" in ui.text
        await ui.pilot.resize_terminal(40, 16)
        await ui.until(lambda: "moved later" not in ui.text, "the narrow tables")
        lines = [line.removeprefix("▌").strip() for line in ui.lines]
        assert "won  drawn  lost" in lines
        assert "A Player of Man…    1      0     0" in lines
        await ui.pilot.resize_terminal(*USUAL)
        await ui.until(lambda: "moved later" in ui.text, "the usual tables")


async def test_filters_that_no_game_matches_say_so(history: StoreThread) -> None:
    keep(history, X_WINS)
    async with in_history(history) as ui:
        while ui.app.focused is not ui.one("#by-result"):
            await ui.press("tab")
        await ui.press("end")
        assert ui.one("#by-result").value == "drawn"
        assert ui.status == "No games match the filters"
        await ui.press("x")
        assert ui.status == "No games match the filters"
        while ui.app.focused is not ui.one("#by-board"):
            await ui.press("shift+tab")
        await ui.press("right")
        assert "Board ‹ 3×3 · three in a row ›" in ui.text


async def test_filters_for_which_a_line_has_no_room_stand_below_one_another(history: StoreThread) -> None:
    keep(history, X_WINS, a_setup(names=("A Player of Many Letters", "Bob")))
    async with in_history(history) as ui:
        assert [line.split()[0] for line in ui.lines[1:4]] == ["Player", "Board", "Result"]
        await ui.press("tab", "right")
        assert ui.lines[1].strip() == "Player ‹ A Player of Many Letters ›"
        assert rows(ui)[0].startswith("1 ")
        assert rows(ui)[0].endswith("X A Player of Many Letters, O Bob")
        await ui.pilot.resize_terminal(120, 24)
        await ui.until(lambda: ui.lines[1].strip().endswith("Result ‹ any ›"), "the filters in a line")


async def test_the_title_of_a_replay_has_only_the_parts_for_which_there_is_room(history: StoreThread) -> None:
    keep(history, DRAWN, a_setup(names=("A Player of Many Letters", "Bob")))
    (entry,) = history.entries()
    async with in_history(history) as ui:
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
        both, date = "X A Player of Many Letters – O Bob", f"{entry.started:%Y-%m-%d %H:%M}"
        titles = {
            120: f"{both}  ·  draw: no line possible · {date} · id 1",
            80: f"{both}  ·  draw: no line possible",
            60: "X A Player of Many Let… – O Bob  ·  draw: no line possible",
            40: both,
        }
        for width, title in titles.items():
            await ui.pilot.resize_terminal(width, 24)
            await ui.until(lambda title=title: ui.lines[0].strip() == title, title)


async def test_hints_are_told_below_the_statistics_also_where_it_is_narrow(history: StoreThread) -> None:
    for level, hints in (("expert", 1), ("minimax", 2), (HUMAN, 2)):
        setup = a_setup(HUMAN, level)
        game = Game(setup)
        for number, name in enumerate(X_WINS):
            if number < hints:
                game.note_hint()
            game.place(name)
        history.run(lambda history, game=game: history.add(Record(game)))
    app = TttApp(session=Session(1, history))
    async with app.run_test(size=(40, 16)) as pilot:
        ui = Ui(app, pilot)
        await ui.until(lambda: isinstance(app.screen, SetupScreen) and app.screen.query("KeyHints"))
        await ui.press("h", "s", *["down"] * 30)
        await ui.rest()
        assert "Positions with hints: Ada 3" in ui.text, "in the third game it may have been Bob"


async def test_a_store_that_fails_meanwhile_says_so_and_ends_nothing(
    history: StoreThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(history, X_WINS)
    keep(history, AMID)

    def fails(*arguments: object) -> None:
        raise StoreError("disk I/O error")

    async with in_history(history) as ui:
        for name in ("delete", "claim", "entries"):
            monkeypatch.setattr(History, name, fails)
        await ui.press("d", "y")
        await ui.rest()
        assert "disk I/O error" in ui.status
        assert len(rows(ui)) == 2, "what was read stays on the screen"
        await ui.press("home", "enter")
        await ui.rest()
        assert isinstance(ui.app.screen, SetupScreen)
        assert "isk I/O error" in ui.status


async def test_whatever_the_list_is_painted_with_its_columns_have_their_widths(history: StoreThread) -> None:
    keep(history, X_WINS)
    async with in_history(history) as ui:
        table = ui.one("GameTable")
        before = rows(ui)
        table.show(history.entries(), Names())
        width = sum(column.get_render_width(table) for column in table.ordered_columns)
        assert width >= len(before[0]), "nothing waits until somebody has the time to measure"
        await ui.rest()
        assert rows(ui) == before


async def test_a_store_that_cannot_be_read_says_so(
    history: StoreThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object) -> None:
        raise StoreError("disk I/O error")

    monkeypatch.setattr(History, "entries", fails)
    async with in_history(history) as ui:
        assert "Can't read the games: disk I/O error" in ui.status


async def test_games_that_cannot_be_read_at_once_are_shown_when_they_are(tmp_path: Path) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    keep(history, X_WINS)
    history.run(lambda history: history._file._connection.execute("PRAGMA journal_mode=DELETE"))
    history.close()
    held = sqlite3.connect(tmp_path / "history.db", isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")
    history = StoreThread(tmp_path / "history.db")
    until_refused(history)
    async with in_history(history) as ui:
        assert ui.status == "Can't read the games yet: another program has locked the history"
        held.execute("ROLLBACK")
        await ui.until(lambda: len(rows(ui)) == 1, "the game")
        assert ui.status == "1 game"
    held.close()
    history.close()


async def test_a_review_that_takes_long_to_read_goes_on_when_it_is_there(
    history: StoreThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(history, X_WINS)
    may_read, review = threading.Event(), History.review
    monkeypatch.setattr(History, "review", lambda self, game: may_read.wait(30) and review(self, game))
    async with in_history(history) as ui:
        await ui.until(lambda: len(rows(ui)) == 1, "the game")
        history.set_max_wait(0.01)
        await ui.press("v")
        screen = ui.app.screen
        assert isinstance(screen, ReviewScreen)
        await ui.rest()
        assert not screen.work.is_working
        may_read.set()
        await ui.until(lambda: screen.found.is_full, "the review")


async def test_a_game_that_a_slow_disk_still_deletes_is_gone_when_it_is(tmp_path: Path) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    keep(history, X_WINS)
    keep(history, AMID)
    history.close()
    history, go_on = StoreThread(tmp_path / "history.db"), threading.Event()
    goes_on_by_itself = history._before_commit

    def slowly() -> None:
        goes_on_by_itself()
        go_on.wait(30)

    async with in_history(history) as ui:
        await ui.until(lambda: len(rows(ui)) == 2, "the games")
        history.run(lambda history: setattr(history._file, "_before_commit", slowly), seconds=30)
        await ui.press("d", "y")
        await ui.rest()
        assert ui.status == "Can't read the games yet: the history does not answer"
        go_on.set()
        await ui.until(lambda: len(rows(ui)) == 1, "what is left")
        assert ui.status == "1 game"
    history.close()


async def test_a_game_that_was_left_and_is_opened_in_the_history_is_still_kept(history: StoreThread) -> None:
    async with running(Session(1, history), a_setup()) as ui:
        await ui.place("b2", "a1")
        await ui.press("q", "h", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        await ui.settle()
        await ui.press("9")
        assert ui.moves == ["b2", "a1", "c3"]
        assert "taken over" not in ui.text
        assert [entry.moves for entry in history.entries()] == [("b2", "a1", "c3")]


async def test_a_damaged_game_is_refused_and_the_others_are_there(
    history: StoreThread, tmp_path: Path
) -> None:
    good, bad = keep(history, X_WINS), keep(history, AMID)
    with closing(sqlite3.connect(tmp_path / "history.db")) as store, store:
        store.execute("UPDATE games SET moves = ? WHERE id = ?", ('["b2", "b2"]', bad))
    async with in_history(history) as ui:
        assert set(ids(ui)) >= {good}
        if bad in ids(ui):
            await ui.press("v")
            assert isinstance(ui.app.screen, HistoryScreen)
            assert "damaged" in ui.status


# --- settings, and what is remembered --------------------------------------------------------------------


@pytest.mark.parametrize(("numpad", "expected"), [(False, "a1"), (True, "a3")])
async def test_the_numpad_setting_turns_the_digits_round(numpad: bool, expected: str) -> None:
    async with running(Session(1, settings=Settings(numpad=numpad)), a_setup()) as ui:
        await ui.press("1")
        assert ui.moves == [expected]
        await ui.press("5")
        await ui.press("9")
        assert ui.moves[1:] == ["b2", "c1" if numpad else "c3"]


@pytest.mark.parametrize("bell", [False, True])
async def test_the_bell_rings_for_a_refused_move_if_it_is_set(
    bell: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(Session(1, settings=Settings(bell=bell)), a_setup()) as ui:
        rung: list[int] = []
        monkeypatch.setattr(ui.app, "bell", lambda: rung.append(1))
        await ui.press("5")
        assert rung == []
        await ui.press("5")
        assert rung == [1] * bell


async def test_the_delay_setting_is_used(script: Script) -> None:
    for delay in (0.0, 2.0):
        async with running(Session(1, settings=Settings(delay=delay)), a_setup()) as ui:
            assert ui.play.controller.delay == delay


@pytest.mark.slow
async def test_the_theme_is_remembered_and_the_settings_come_first(history: StoreThread) -> None:
    async with running(Session(1, history)) as ui:
        before = ui.app.theme
        steps = THEME_NAMES.index("nord") - THEME_NAMES.index(before)
        await ui.press("f2", *["down" if steps > 0 else "up"] * abs(steps), "enter")
        assert ui.app.theme == "nord"
    assert before != "nord"
    async with running(Session(1, history)) as ui:
        assert ui.app.theme == "nord"
    async with running(Session(1, history, Settings(theme="gruvbox"))) as ui:
        assert ui.app.theme == "gruvbox"
    async with running(Session(1, history, Settings(theme="[red]none"))) as ui:
        assert ui.app.theme == "nord"
        await ui.until(lambda: "[red]none" in ui.text, "the warning")


async def test_what_was_set_up_last_is_remembered(history: StoreThread) -> None:
    async with running(Session(1, history)) as ui:
        await ui.press("a", "shift+tab", "shift+tab", "shift+tab", "shift+tab", "shift+tab", "right", "right")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        played = ui.match.setup
    async with running(Session(2, history)) as ui:
        assert ui.setup.current == played
        assert len(played.players) == 3
        assert played.geometry.columns == 5


JUNK = [
    "",
    "{",
    "[]",
    "null",
    '{"setup": 1}',
    '{"setup": {}}',
    "9" * 5000,
    "[" * 100_000,
    '{"setup":' * 100_000,
]


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: junk[:12])
async def test_a_remembered_set_up_that_is_junk_is_ignored(junk: str, history: StoreThread) -> None:
    history.set_value("last set-up", junk)
    async with running(Session(1, history)) as ui:
        assert ui.one("#presets").highlighted == 0


async def test_a_session_without_a_history_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("TTT_TUI_HOME")
    async with running(Session(1), a_setup()) as ui:
        await ui.press(*"15")
        await ui.press("q", "h", "q")
    assert list(home.rglob("*")) == []


async def test_nobody_returns_to_a_game_that_was_deleted(history: StoreThread) -> None:
    async with running(Session(1, history)) as ui:
        await ui.press("enter", "5", "q", "h")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and ids(ui), "the game in the list")
        await ui.press("d", "y", "q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup")
        await ui.press("r")
        assert isinstance(ui.app.screen, SetupScreen)
        assert ui.status == "No unfinished game to resume"
        assert not ui.app.session.has_unfinished_game
        assert history.entries() == []


async def test_a_history_that_cannot_be_written_is_listed_replayed_and_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    keep(history, X_WINS)
    history.close()
    for module in ("games",):
        monkeypatch.setattr(f"ttt_tui.store.{module}.can_write", lambda path: False)
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    history.wait_until_open(30)
    async with in_history(history) as ui:
        assert rows(ui)[0].startswith("1 "), "below it is told that nothing is kept"
        await ui.press("x")
        assert ui.status == "Exported to ttt-tui-1.txt"
        await ui.press("d", "y")
        await ui.rest()
        assert ui.status == "Can't delete the game: the history is read-only"
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
    history.close()


async def test_an_unfinished_game_that_was_imported_is_replayed(history: StoreThread) -> None:
    game = Game(a_setup())
    for name in AMID:
        game.place(game.setup.geometry.parse(name))
    history.add(Record(game))
    async with in_history(history) as ui:
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")


async def test_whoever_changed_their_name_is_one_person_in_the_list_and_in_the_statistics(
    history: StoreThread,
) -> None:
    session = Session(1, history)
    for name in ("Ann", "Zoe"):
        session.profile.rename(name)
        setup = a_setup()
        players = (replace(setup.players[0], name=name), setup.players[1])
        keep(history, X_WINS, replace(setup, players=players))
    async with running(session) as ui:
        await ui.press("h")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and len(rows(ui)) == 2, "the games")
        filters = ui.one("#by-player")
        assert [value for value, _ in filters.choices] == ["", "Bob", "Zoe"]
        await ui.press("tab", "right", "right")
        await ui.until(lambda: filters.value == "Zoe", "the filter")
        assert len(rows(ui)) == 2, "also the one that was played as Ann"
        await ui.press("s")
        await ui.until(lambda: isinstance(ui.app.screen, StatisticsScreen), "the statistics")
        shown = "\n".join(ui.lines)
        assert "Zoe" in shown
        assert "Ann" not in shown.partition("Statistics")[2]


# --- the list of games -----------------------------------------------------------------------------------


def entry(number: int, setup: Setup, host: str | None = None, origin: Origin | None = None) -> Entry:
    """A finished game of 120 moves, as far as a list can tell."""
    then = datetime(2026, 11, 25, 13, 45).astimezone()
    result = f"{setup.players[0].symbol} wins: line"
    moves = ("a1",) * 120
    return Entry(
        id=number, match=number, number=1, seed=1, started=then, changed=then, setup=setup, first=0,
        moves=moves, result=result, host=host, uid=f"{number:032}", origin=origin,
    )  # fmt: skip


@asynccontextmanager
async def listed(entries: Sequence[Entry], size: tuple[int, int], *names: str) -> AsyncIterator[Ui]:
    """Show these games in the list; `names` are those of the person at the terminal."""
    async with at_setup(size=size) as ui:
        ui.app.push_screen(HistoryScreen(ui.app.session))
        await ui.settle()
        table = ui.app.screen.query_one(GameTable)
        table.show(entries, Names(names))
        await ui.rest()
        assert table.virtual_size.width <= table.size.width, "nothing is beside the window"
        yield ui


def headings(ui: Ui) -> list[str]:
    return next(line for line in ui.lines if "Players" in line).split()


@pytest.mark.sample(every=24)
@pytest.mark.parametrize("width", [40, 60, 72, 80, 100, 120, 200])
@pytest.mark.parametrize("longest", [5, 12, 24])
async def test_players_are_whole_or_cut_alike_and_the_id_is_always_there(longest: int, width: int) -> None:
    names = ["A Player of Many Letters"[:longest], "Bartholomew.the Patient!"[:longest]]
    setup = a_setup(HUMAN, "expert", board=(15, 15), k=5, names=names)
    async with listed([entry(number, setup) for number in range(98, 102)], (width, 24)) as ui:
        row = next(line for line in ui.lines if " won" in line)
        players = row.partition(" won")[2].strip()
        mine, other = players.removeprefix("X ").split(", O ")
        least = len("101  11-25  15×15 · 5  X won   X , O ") + 2
        if width - 2 >= least + 2 * longest:
            assert [mine, other] == names
        else:
            assert abs(len(mine) - len(other)) <= 1
            for cut, name in ((mine, names[0]), (other, names[1])):
                assert cut == name or (cut.endswith("…") and name.startswith(cut[:4]))
        assert row.split()[0] == "98"
        taken = len("101  2026-11-25 13:45  15×15 · 5  120    played  X won   X , O ") + 2
        assert ("2026" in row) == (width - 2 >= taken + 2 * longest), "nothing is left out in vain"


async def test_columns_are_left_out_as_a_whole_the_least_useful_first() -> None:
    setup = a_setup(HUMAN, "expert", names=["Anna", "Bert"])
    entries = [entry(98, setup)]
    expected = {
        80: "Id Started Board Moves Source Result Players",
        60: "Id Started Board Moves Result Players",
        50: "Id Day Board Result Players",
        40: "Id Board Result Players",
    }
    for width, columns in expected.items():
        async with listed(entries, (width, 16)) as ui:
            assert headings(ui) == columns.split()
            assert any("X Anna, O Bert" in line for line in ui.lines)


async def test_only_the_day_of_a_record_is_shown() -> None:
    setup = a_setup(HUMAN, "expert", names=["Anna", "Bert"])
    imported = replace(entry(98, setup, None, Origin.IMPORTED), started=datetime(2026, 11, 25))
    async with listed([imported], (80, 24)) as ui:
        assert any(line.split()[:3] == ["98", "2026-11-25", "3×3"] for line in ui.lines)


async def test_whoever_changed_their_name_is_listed_by_the_present_one() -> None:
    mine = a_setup(HUMAN, "expert", names=["You", "hard"])
    both = a_setup(HUMAN, HUMAN, names=["You", "Robin"])
    async with listed([entry(98, mine), entry(99, both)], (80, 24), "Robin", "You") as ui:
        players = [line.partition(" won")[2].strip() for line in ui.lines if " won" in line]
        assert players == ["X Robin, O hard", "X You, O Robin"]


ORIGINS = {
    "played": (None, Origin.PLAYED),
    "imported": (None, Origin.IMPORTED),
    "joined": ("zoe", Origin.PLAYED),
    "": (None, None),
}
"""What the list says of where a game came from → who hosted it, and what is stored."""


@pytest.mark.sample(every=5)
@pytest.mark.parametrize(("longest", "width"), [(5, 80), (5, 120), (24, 120), (5, 200), (24, 200)])
async def test_a_column_says_where_a_game_came_from(longest: int, width: int) -> None:
    names = ["A Player of Many Letters"[:longest], "Bartholomew.the Patient!"[:longest]]
    setup = a_setup(HUMAN, "expert", names=names)
    stored = [entry(n, setup, *stored) for n, stored in enumerate(ORIGINS.values(), 98)]
    async with listed(stored, (width, 24)) as ui:
        head = next(line for line in ui.lines if "Source" in line)
        place = head.index("Source")
        told = [line[place : place + 8].strip() for line in ui.lines if " won" in line]
        assert told == [*ORIGINS]


async def test_a_game_that_is_open_elsewhere_leaves_room_for_its_id_and_its_players() -> None:
    names = ["A Player of Many Let", "Bartholomew.the Pati"]
    finished = entry(98, a_setup(HUMAN, HUMAN, board=(15, 15), k=5, names=names))
    unfinished = replace(finished, result="unfinished", open_since=finished.changed)
    async with listed([finished, unfinished], (80, 24)) as ui:
        found = [line for line in ui.lines if "X A Player" in line]
        assert [line.split()[0] for line in found] == ["98", "98"]
        assert all("O Bartholom" in line and line.rstrip().endswith("…") for line in found)
