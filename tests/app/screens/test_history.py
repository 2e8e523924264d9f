"""The past on the screen: walking back in a game, the history, and what is remembered."""

import sqlite3
import threading
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widget import Widget

from tests.support.driving import SCRIPTED, Script, Ui, a_setup, running
from tests.support.many_games import write_games
from tests.support.stores import edit, hurry, until_refused
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.statistics import StatisticsScreen
from ttt_tui.app.themes import THEME_NAMES
from ttt_tui.app.widgets.board.picture import BoardPicture
from ttt_tui.app.widgets.game_preview import SmallBoard
from ttt_tui.engine import HUMAN, Game, Match, Rules, Setup
from ttt_tui.engine.records import Record
from ttt_tui.errors import StoreError
from ttt_tui.multiplayer import StartRequest
from ttt_tui.session.session import Session
from ttt_tui.store.finder import Finder
from ttt_tui.store.games import History
from ttt_tui.store.recorder import Recorder
from ttt_tui.store.settings import Bell, Settings
from ttt_tui.store.stored_game import Entry
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


def in_program(session: Session, setup: Setup | None = None) -> AbstractAsyncContextManager[Ui]:
    """Start the program with this session, at the setup or in a game."""
    return running(TttApp(StartRequest(setup), session=session))


def playing(setup: Setup | None = None) -> AbstractAsyncContextManager[Ui]:
    """Start the program in a game that is not kept."""
    return in_program(Session(1), setup or a_setup())


@asynccontextmanager
async def in_history(history: StoreThread | None) -> AsyncIterator[Ui]:
    async with in_program(Session(1, history)) as ui:
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
    """Return the games of the list, without the cursor's bar and the days."""
    region = ui.one("GameTable").region
    lines = (line[: region.right].strip() for line in ui.lines[region.y : region.bottom])
    return [line.removeprefix("▌").strip() for line in lines if line and not line.endswith("──")]


def ids(ui: Ui) -> list[int]:
    return [game.id for game in ui.one("GameTable").games]


# --- the list --------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_each_row_tells_who_won_against_whom_and_of_many_players_how_many(history: StoreThread) -> None:
    keep(history, X_WINS)
    keep(history, DRAWN)
    keep(history, ["a1"], a_setup(*[HUMAN] * 5, board=(5, 5)))
    async with in_history(history) as ui:
        unfinished, drawn, won = (" ".join(row.split()[1:]) for row in rows(ui))
        assert unfinished == "… 5×5 · 3 Ada and 4 others resume"
        assert drawn == "D 3×3 Ada v Bob 8 moves"
        assert won == "W 3×3 Ada v Bob 5 moves"


# --- walking back ----------------------------------------------------------------------------------------


async def test_the_past_is_shown_move_by_move_and_cannot_be_changed() -> None:
    async with playing() as ui:
        await ui.press("tab")
        assert ui.status == "No moves yet"
        await ui.place(*AMID)
        await ui.press("tab")
        for ply in range(len(AMID) - 1, -1, -1):
            await ui.press("up")
            assert stones(ui) == after(AMID[:ply])
            expected = f"Move {ply} of 4: {'XO'[(ply - 1) % 2]} {AMID[ply - 1]}"
            assert ui.status == (expected if ply else "Start of the game, 4 moves")
        await ui.press("up")
        assert stones(ui) == {}, "it stops at the start"
        await ui.press("down", "down", "down")
        for key in ("space", "4", "colon", "u", "U", "R"):
            await ui.press(key)
            assert ui.status.startswith("Viewing an earlier move"), key
            assert stones(ui) == after(AMID[:3])
        await ui.click_square("a2")
        assert ui.status.startswith("Back at")
        assert ui.moves == AMID


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


@pytest.mark.slow
async def test_a_new_game_begun_from_the_past_shows_the_present() -> None:
    for moves, keys in ((X_WINS, "n"), (AMID, "ny")):
        async with playing() as ui:
            await ui.place(*moves)
            await ui.rest()
            await ui.press("tab", "up")
            assert stones(ui) == after(moves[:-1])
            await ui.press(*keys)
            await ui.until(lambda: ui.moves == [], "the next game")
            await ui.rest()
            assert stones(ui) == {}
            assert not shows_the_past(ui)
            await ui.press("5")
            assert ui.moves == ["b2"]


# --- the history -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_an_empty_history_says_so_and_refuses_with_a_reason(history: StoreThread) -> None:
    for stored in (history, None):
        async with in_history(stored) as ui:
            assert rows(ui) == []
            assert ui.status == "No games yet"
            for key in ("enter", "v", "x", "d"):
                await ui.press(key)
                assert ui.status == "The list is empty"
            await ui.press("s")
            assert ui.status == "No finished games yet"
            await ui.press("q", "q")
            assert isinstance(ui.app.screen, SetupScreen)


async def test_the_newest_game_comes_first_and_each_filter_filters(history: StoreThread) -> None:
    won = keep(history, X_WINS)
    drawn = keep(history, DRAWN)
    amid = keep(history, AMID, a_setup(names=("Zoe", "Bob")))
    large = keep(history, ["a1"], a_setup(board=(5, 5), k=4))
    setup = a_setup()
    misere = keep(history, X_WINS, replace(setup, geometry=replace(setup.geometry, rules=Rules(misere=True))))
    everything = [misere, large, amid, drawn, won]
    async with in_history(history) as ui:
        assert ids(ui) == everything
        assert ui.lines[0].rstrip().endswith("  5 games  W 2  D 1  L 0  … 2")
        assert "s statistics" in ui.lines[-1], "export and delete go first"
        assert "p player ‹ any ›  b board ‹ any ›  r result ‹ any ›" in ui.text
        filters = {
            "by-result": {
                "won": [misere, won], "drawn": [drawn], "lost": [], "finished": [misere, drawn, won],
                "unfinished": [large, amid],
            },
            "by-player": {"Ada": [misere, large, drawn, won], "Bob": everything, "Zoe": [amid]},
            "by-board": {"3×3": [amid, drawn, won], "3×3 misère": [misere], "5×5": [large]},
        }  # fmt: skip
        for filter, values in filters.items():
            while ui.app.focused is not ui.one(f"#{filter}"):
                await ui.press("tab")
            for value, expected in values.items():
                await ui.press("right")
                assert ui.one(f"#{filter}").value == value
                assert ids(ui) == expected
                count = "5 games" if expected == everything else f"{len(expected)} of 5 games"
                assert f" {count}" in ui.lines[0]
            await ui.press("home")
            assert ids(ui) == everything
        await ui.press("end")
        assert "b board ‹ 5×5 ›" in ui.text
        await ui.press("shift+tab", "end")
        assert ui.one("#by-player").value == "Zoe"
        assert ui.status == "No games match the filters"
        await ui.press("x")
        assert ui.status == "No games match the filters"


async def test_a_letter_steps_each_filter_and_comes_back_to_any(history: StoreThread) -> None:
    won, drawn = keep(history, X_WINS), keep(history, DRAWN)
    async with in_history(history) as ui:
        await ui.press("r")
        assert ids(ui) == [won]
        assert ui.app.focused is ui.one("GameTable"), "the arrows still go through the list"
        assert "1 of 2 games" in ui.lines[0]
        await ui.press("r")
        assert ids(ui) == [drawn]
        await ui.press(*["r"] * 4)
        assert ids(ui) == [drawn, won]
        for key, id in (("p", "by-player"), ("b", "by-board")):
            filter = ui.one(f"#{id}")
            for choice, _ in [*filter.choices[1:], filter.choices[0]]:
                await ui.press(key)
                assert filter.value == choice


async def test_the_search_finds_names_and_games_while_they_are_typed(history: StoreThread) -> None:
    small = keep(history, X_WINS, a_setup(names=("Ada", "Zoe")))
    large = keep(history, ["a1"], a_setup(board=(15, 15), k=5))
    async with in_history(history) as ui:
        await ui.press("slash", *"zoe")
        assert ids(ui) == [small]
        assert "p player" not in ui.text, "at 80 columns the field takes the place of the filters"
        await ui.press("enter")
        assert ui.app.focused is ui.one("GameTable")
        await ui.press("slash", *["backspace"] * 3, *"15 bob")
        assert ids(ui) == [large], "all words"
        await ui.press("x", "q")
        assert ids(ui) == [], "letters are typed"
        assert ui.status == "No games match the filters"
        await ui.press("escape")
        assert ids(ui) == [large, small]
        assert "p player" in ui.text
        await ui.pilot.resize_terminal(120, 40)
        await ui.until(lambda: "/ search  p player" in ui.text, "the hint")
        await ui.click_at(4, 2)
        await ui.press(*"ada v")
        assert "p player" in ui.text, "here is room for both"
        await ui.press("escape", "escape")
        assert isinstance(ui.app.screen, SetupScreen)


@pytest.mark.slow
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


async def test_an_export_writes_a_file_never_replaces_one_and_says_what_failed(
    history: StoreThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = keep(history, X_WINS)
    assert history.path is not None
    folder = history.path.parent
    first, second = folder / f"ttt-tui-{id}.txt", folder / f"ttt-tui-{id}-2.txt"
    first.write_text("mine")

    def full(*arguments: object) -> None:
        raise OSError("No space left on device")

    async with in_history(history) as ui:
        await ui.press("x")
        assert ui.app.screen.notice == f"Saved {second.name} in {folder}"  # type: ignore[attr-defined] -- the history has it
        monkeypatch.setattr("ttt_tui.app.screens.history_actions.write_beside", full)
        await ui.press("x")
        assert "No space left on device" in ui.status
    assert first.read_text() == "mine"
    assert "1. a1 a2" in second.read_text()


async def test_filters_for_which_a_line_has_no_room_are_brief_or_stand_below_one_another(
    history: StoreThread,
) -> None:
    keep(history, X_WINS, a_setup(names=("A Player of Many Letters", "Bob")))
    async with in_history(history) as ui:
        assert ui.lines[2].strip() == "/ search  p player  b board  r result"
        await ui.press("tab", "right")
        assert ui.lines[2].strip() == "/ search  p ‹ A Player of Many Letters ›  b board  r result"
        assert "A Player of Many Le… " in rows(ui)[0]
        await ui.pilot.resize_terminal(40, 24)
        await ui.until(lambda: ui.lines[2].strip() == "p player ‹ A Player of Many Letters ›", "a line each")
        assert [line.split()[1] for line in ui.lines[2:5]] == ["player", "board", "result"]
        await ui.press("right")
        await ui.until(lambda: "p ‹ Bob ›  b board  r result" in ui.lines[2], "all in a line")
        await ui.click_on("board")
        await ui.until(lambda: "p ‹ Bob ›  b ‹ 3×3 ›  r result" in ui.lines[2], "the board")
        await ui.press("home", "p")
        await ui.pilot.resize_terminal(120, 24)
        await ui.until(lambda: ui.lines[2].strip().endswith("r result ‹ any ›"), "the filters in a line")


async def test_a_replay_has_a_card_with_the_result_and_in_a_narrow_window_the_players_on_top(
    history: StoreThread,
) -> None:
    keep(history, DRAWN, a_setup(names=("A Player of Many Letters", "Bob")))
    (entry,) = history.entries()
    async with in_history(history) as ui:
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
        await ui.rest()
        assert ui.lines[0].split() == ["XOX", "ttt-tui", "3×3", "·", "three", "in", "a", "row", "Replay"]
        beside = [line[48:].strip() for line in ui.lines[2:9]]
        assert beside[0].split() == ["Draw", "after", "8", "moves", "start"]
        assert beside[2].startswith("▌ X  A Player of Many Le"), "the bar is at the one to move"
        assert beside[3:6] == ["O  Bob", "", "Draw: no line possible"]
        assert beside[6] == f"{entry.started:%Y-%m-%d %H:%M} · id 1"
        await ui.press("right")
        assert ui.lines[5][48:].startswith("▌ O  Bob")
        await ui.press("s")
        assert " X A Player of Many Letters – O Bob " in ui.lines[0]
        for width, title in {
            60: "X A Player of Many Letters – O Bob",
            40: "X A Player of Many Le… – O Bob",
        }.items():
            await ui.pilot.resize_terminal(width, 24)
            await ui.until(lambda title=title: title in ui.lines[0], title)
            assert ui.lines[0].rstrip().endswith("Replay")


async def test_hints_are_told_below_the_statistics_also_where_it_is_narrow(history: StoreThread) -> None:
    for level, hints in (("expert", 1), ("minimax", 2), (HUMAN, 2)):
        setup = a_setup(HUMAN, level)
        game = Game(setup)
        for number, name in enumerate(X_WINS):
            if number < hints:
                game.note_hint()
            game.place(name)
        history.run(lambda history, game=game: history.add(Record(game)))
    async with running(TttApp(session=Session(1, history)), (40, 16)) as ui:
        await ui.press("h", "s", *["pagedown"] * 5)
        await ui.rest()
        assert "hints in 3 positions" in ui.text, "in the third game it may have been Bob"


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


@pytest.mark.slow
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
        assert "  1 game  " in ui.lines[0]
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
        assert not screen.judge.is_busy
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
        assert "  1 game  " in ui.lines[0]
    history.close()


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "seen"),
    [((80, 24), ["table"]), ((40, 16), ["table"]), ((24, 16), ["by-board", "by-result", "table"])],
)
async def test_down_goes_from_the_filters_to_the_games(size: tuple[int, int], seen: list[str]) -> None:
    async with in_history(None) as ui:
        await ui.pilot.resize_terminal(*size)
        await ui.rest()
        await ui.press("tab")
        assert ui.app.focused is ui.one("#by-player")
        for expected in seen:
            await ui.press("down")
            assert ui.app.focused is ui.one("GameTable" if expected == "table" else f"#{expected}")
        await ui.press("tab", "tab")
        assert ui.app.focused is ui.one("#by-board")


# --- settings, and what is remembered --------------------------------------------------------------------


async def test_the_settings_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    for settings, first, rings, delay in (
        (Settings(), "a1", 0, 0.3),
        (Settings(numpad=True, bell=Bell.REFUSALS, delay=2.0), "a3", 1, 2.0),
    ):
        async with in_program(Session(1, settings=settings), a_setup()) as ui:
            rung: list[int] = []
            monkeypatch.setattr(ui.app, "bell", lambda rung=rung: rung.append(1))
            await ui.press(*"15")
            assert ui.moves == [first, "b2"]
            assert rung == []
            await ui.press("5")
            assert rung == [1] * rings, "for a refused move"
            assert ui.play.controller.delay == delay


@pytest.mark.slow
async def test_the_theme_is_remembered_and_the_settings_come_first(history: StoreThread) -> None:
    async with in_program(Session(1, history)) as ui:
        before = ui.app.theme
        steps = THEME_NAMES.index("nord") - THEME_NAMES.index(before)
        await ui.press("f2", *["down" if steps > 0 else "up"] * abs(steps), "enter")
        assert ui.app.theme == "nord"
    assert before != "nord"
    async with in_program(Session(1, history)) as ui:
        assert ui.app.theme == "nord"
    async with in_program(Session(1, history, Settings(theme="gruvbox"))) as ui:
        assert ui.app.theme == "gruvbox"
    async with in_program(Session(1, history, Settings(theme="[red]none"))) as ui:
        assert ui.app.theme == "nord"
        await ui.until(lambda: "[red]none" in ui.text, "the warning")


@pytest.mark.slow
async def test_what_was_set_up_last_is_remembered(history: StoreThread) -> None:
    async with in_program(Session(1, history)) as ui:
        await ui.press("a", *["shift+tab"] * 7, "right", "right")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        played = ui.match.setup
    async with in_program(Session(2, history)) as ui:
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


@pytest.mark.slow
@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: junk[:12])
async def test_a_remembered_set_up_that_is_junk_is_ignored(junk: str, history: StoreThread) -> None:
    history.set_value("last set-up", junk)
    async with in_program(Session(1, history)) as ui:
        assert ui.one("#presets").highlighted == 0


@pytest.mark.slow
async def test_nobody_returns_to_a_game_that_was_deleted(history: StoreThread) -> None:
    async with in_program(Session(1, history)) as ui:
        await ui.press("enter", "5", "q", "h")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and ids(ui), "the game in the list")
        await ui.press("d", "y", "q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup")
        await ui.press("r")
        assert isinstance(ui.app.screen, SetupScreen)
        assert ui.status == "No unfinished game to resume"
        assert not ui.app.session.has_unfinished_game
        assert history.entries() == []


@pytest.mark.slow
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
        assert ids(ui) == [1], "below it is told that nothing is kept"
        await ui.press("x")
        assert ui.status.startswith("Saved ")
        await ui.press("d", "y")
        await ui.rest()
        assert ui.status == "Can't delete the game: the history is read-only"
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
    history.close()


@pytest.mark.slow
async def test_an_unfinished_game_that_was_imported_is_replayed(history: StoreThread) -> None:
    game = Game(a_setup())
    for name in AMID:
        game.place(game.setup.geometry.parse(name))
    history.add(Record(game))
    async with in_history(history) as ui:
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")


@pytest.mark.slow
async def test_a_board_follows_the_cursor_once_it_rests_in_small_or_as_in_play(history: StoreThread) -> None:
    keep(history, X_WINS)
    keep(history, ["a1"], a_setup(board=(15, 15), k=5))
    async with in_history(history) as ui:
        small = ui.one(SmallBoard)
        assert small.region.height == 10, "two squares in a cell"
        await ui.press("down")
        await ui.until(lambda: not small.region and bool(ui.app.screen.query(BoardPicture)), "drawn stones")
        assert "You " not in ui.text, "neither name is the user's"
        assert "Ada X beat Bob O" in ui.text
        await ui.pilot.resize_terminal(120, 40)
        await ui.until(lambda: not small.region, "the drawn board")
        board = ui.one(BoardPicture)
        assert board.view.winning.bit_count() == 3
        assert board.region.height == 21, "with a line of wood above and below"
        await ui.press("up")
        await ui.until(lambda: board.geometry.columns == 15, "the other game")
        await ui.until(lambda: "Ada X v Bob O" in ui.text)
        await ui.pilot.resize_terminal(79, 24)
        await ui.until(lambda: not ui.one("GamePreview").region, "only the list")


MOVES_OF_X_WINS = [["1", "X", "a1", "O", "a2??", "5", "X", "c1"], ["3", "X", "b1", "O", "b2?!"]]
"""The lines of the moves below the chances, with the signs of the review."""


async def test_the_preview_has_the_chances_of_a_reviewed_game(history: StoreThread) -> None:
    keep(history, X_WINS)
    keep(history, DRAWN)
    async with in_history(history) as ui:
        await ui.pilot.resize_terminal(120, 40)
        await ui.until(lambda: bool(ui.app.screen.query(BoardPicture)), "the drawn board")
        await ui.rest()
        assert "Chances" not in ui.text, "it is not reviewed"
        assert ui.status.split()[0] == "id", "the list and the caption have the rest"
        await ui.press("down", "v")
        review = ui.app.screen
        assert isinstance(review, ReviewScreen)
        await ui.until(lambda: review.found.is_full, "the review")
        await ui.press("q")
        await ui.until(lambda: "Chances" in ui.text and "accuracy  X" in ui.text, "the chances")
        x = ui.one("GamePreview").region.x
        assert [line[x:].split() for line in ui.lines[-5:-3]] == MOVES_OF_X_WINS
        await ui.press("up")
        await ui.until(lambda: "Chances" not in ui.text and "accuracy" not in ui.text, "none")


async def test_below_a_short_list_are_the_days_of_its_games_where_there_is_room(
    history: StoreThread,
) -> None:
    keep(history, X_WINS)
    async with in_history(history) as ui:
        assert "games played" not in ui.text
        await ui.pilot.resize_terminal(120, 40)
        await ui.rest()
        assert "Days games played" in ui.text
        assert ui.text.count("■") == 1
        table, calendar = ui.one("GameTable").region, ui.one("DayCalendar").region
        assert calendar.y == table.bottom
        for _ in range(20):
            keep(history, X_WINS)
    async with in_history(history) as ui:
        await ui.pilot.resize_terminal(120, 40)
        await ui.rest()
        assert "games played" not in ui.text, "the list needs the lines"


@pytest.mark.parametrize(
    ("size", "kind"),
    [((120, 40), BoardPicture), ((120, 24), SmallBoard), ((80, 24), SmallBoard), ((80, 18), None)],
)
async def test_a_board_is_drawn_else_small_else_left_out(
    history: StoreThread, size: tuple[int, int], kind: type[Widget] | None
) -> None:
    keep(history, ["a1"], a_setup(board=(20, 20), k=5))
    async with running(TttApp(session=Session(1, history)), size) as ui:
        await ui.press("h")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and ids(ui), "the game")
        await ui.rest()
        boards = [*ui.app.screen.query(BoardPicture), *ui.app.screen.query("SmallBoard, Miniature")]
        shown = [board for board in boards if board.region]
        assert [type(board) for board in shown] == ([kind] if kind else [])
        preview = ui.one("GamePreview").region
        assert all(preview.contains_region(board.region) for board in shown)


# --- searching -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (40, 16)])
async def test_a_search_finds_positions_and_says_what_is_wrong_with_it(
    size: tuple[int, int], history: StoreThread
) -> None:
    corner, middle = keep(history, ["c3", "b3", "a1"]), keep(history, AMID)
    async with in_history(history) as ui:
        await ui.pilot.resize_terminal(*size)
        await ui.press("slash", *"moves:a1 b1")
        await ui.until(lambda: ids(ui) == [corner], "the mirrored game")
        await ui.press(*" before:2")
        assert "“2” is not a date" in ui.status
        await ui.press(*["backspace"] * 8, *"after:2000")
        await ui.until(lambda: ids(ui) == [corner], "words after the moves")
        await ui.press("escape")
        assert ids(ui) == [middle, corner]
        assert "not a date" not in ui.status
        await ui.press("slash", "m", "o", "v", "e", "s", "colon", "b", "2", "enter")
        await ui.until(lambda: ids(ui) == [middle], "the position")
        assert ui.app.focused is ui.one("GameTable")
        assert history.run(lambda history: history.finder.count_to_index) == 0


async def test_games_out_of_sight_are_read_when_they_come_into_sight(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    write_games(path, 450)
    history = StoreThread(path, max_wait=30)
    read: list[int] = []
    entries_of = Finder.entries_of

    def watched(self: Finder, wanted: Iterable[int]) -> list[Entry]:
        read.extend(wanted := list(wanted))
        return entries_of(self, wanted)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Finder, "entries_of", watched)
        async with in_history(history) as ui:
            assert "450 games" in ui.lines[0]
            assert len(read) == 100
            await ui.press("end")
            await ui.rest()
            assert len(read) == 150
            await ui.until(lambda: "2020-01-01 18:00" in ui.text, "the last game")
            await ui.press("slash", *"renju")
            assert {game.setup.geometry.rules.words for game in ui.one("GameTable").games} == {("renju",)}
            await ui.press("enter", "s")
            await ui.until(lambda: isinstance(ui.app.screen, StatisticsScreen), "the statistics")
    history.close()


async def test_a_page_that_is_late_is_shown_when_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    write_games(path, 250)
    history, go_on = StoreThread(path, max_wait=30), threading.Event()
    async with in_history(history) as ui:
        hurry(history)
        history.submit(lambda history: go_on.wait(30))
        await ui.press("end")
        await ui.rest()
        await ui.until(lambda: ui.status == "Reading the game…", "the message")
        assert rows(ui)[-1].startswith("…")
        await ui.press("enter")
        assert isinstance(ui.app.screen, HistoryScreen), "there is nothing to open yet"
        go_on.set()
        await ui.until(lambda: "2020-01-01 18:00" in ui.text, "the game")
        assert not rows(ui)[-1].startswith("… ")
    history.close()


async def test_a_game_that_is_listed_but_damaged_says_so(history: StoreThread, tmp_path: Path) -> None:
    keep(history, X_WINS)
    edit(tmp_path / "history.db", "UPDATE games SET times = 'none'")
    async with in_history(history) as ui:
        await ui.until(lambda: ui.status == "This game can't be read: its record is damaged", "the message")
        for key in ("enter", "v", "x", "d"):
            await ui.press(key)
            assert isinstance(ui.app.screen, HistoryScreen)
            assert ui.status == "This game can't be read: its record is damaged"
