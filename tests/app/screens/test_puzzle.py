"""The puzzle's screen: right moves, misses and what beats them, hints, the solution, what is kept of it."""

import re
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import product
from unittest import mock

import pytest
from rich.color import Color
from textual.geometry import Region

from tests.support.boards import EMPTY
from tests.support.driving import Ui, at_setup, key_event, running
from tests.support.puzzles import (
    FIVES,
    HOLD,
    LATE,
    OWN,
    PICTURED,
    STOP,
    TODAY,
    WIN,
    a_session,
    at,
    puzzle_screen,
    solve_before,
    stones,
    try_squares,
    trying,
)  # fmt: skip
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.which_puzzle import WhichPuzzleScreen
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.errors import OutOfTime
from ttt_tui.multiplayer import StartRequest
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.puzzles.attempt import PuzzleAttempt, Stage
from ttt_tui.puzzles.prover import ExactProver
from ttt_tui.puzzles.puzzle import ProvedMove, Puzzle, Task
from ttt_tui.puzzles.text import key
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.store.puzzles import PuzzleTry
from ttt_tui.store.thread import StoreThread


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are played out at once, nearly."""
    monkeypatch.setattr("ttt_tui.app.screens.puzzle.STEP_SECONDS", 0.01)


class Slow(ExactProver):
    """Does not answer before it may, or is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = threading.Event()
        self.at_work = 0
        self.fault: Exception | None = None

    def judge(self, task: Task, square: int, stop: Stop = NEVER) -> ProvedMove:
        self.at_work += 1
        try:
            while not self.may_answer.wait(0.002):
                if stop.is_set():
                    raise OutOfTime
            if self.fault is not None:
                raise self.fault
            return super().judge(task, square, stop)
        finally:
            self.at_work -= 1


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """The one prover of all puzzles."""
    slow = Slow()
    monkeypatch.setattr("ttt_tui.app.screens.puzzle.prover_of", lambda geometry: slow)
    return slow


def attempt(ui: Ui) -> PuzzleAttempt:
    return puzzle_screen(ui).attempt


def kept(history: StoreThread) -> list[PuzzleTry]:
    return history.run(lambda stored: stored.puzzles.tries(), after_writes=True)


def ground(ui: Ui, name: str) -> object:
    """The colour behind what a square shows."""
    return ui.style_at(*ui.place_of(name)).bgcolor


# --- right moves -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_right_moves_are_answered_until_it_is_solved(history: StoreThread) -> None:
    async with trying(keeper=history) as ui:
        assert "Puzzle 1 · 3×3" in ui.lines[0]
        assert "X to move: find the win in 3 moves" in ui.status
        assert "▸ move 1" in ui.text
        assert "solved 0 of 0" in ui.text
        await ui.press("3")
        await at(ui, Stage.TURN)
        assert stones(ui) == ["c1", "c3"]
        assert "c1 is right: 2 moves to go" in ui.status
        assert "● c1 right, reply c3" in ui.text
        assert "▸ move 2" in ui.text
        assert not kept(history), "it is not yet known how it goes"
        await ui.click_square("b2")
        await at(ui, Stage.TURN)
        await try_squares(ui, "a3")
        assert "a3 wins: solved" in ui.status
        assert "Solved!" in ui.text
        assert "first try" in ui.text
        assert "solved 1 of 1" in ui.text
        assert "+" not in ui.footer
        assert "place" not in ui.footer, "only what can be done is named"
        assert ground(ui, "a3") == ground(ui, "c1") != ground(ui, "a1"), "the line is lit"
        assert not any(look.is_cursor for look in ui.sight.looks().values())
        assert ui.footer.split()[:3] == ["↵", "next", "puzzle"]
        await ui.press("i")
        assert "Enter next puzzle" in ui.status
        await ui.press("S")
        assert "The puzzle is over: u restarts it" in ui.status
        await ui.press("u")
        assert stones(ui) == []
        assert "to move" in ui.status
        assert "Solved!" not in ui.text
        await ui.press("S")
        await ui.until(lambda: puzzle_screen(ui).attempt.stage is Stage.OVER, "the end of the solution")
        await ui.press("enter")
        assert puzzle_screen(ui).attempt.puzzle != WIN
        (tried,) = kept(history)
        assert (tried.puzzle, tried.rating, tried.day) == (key(WIN), WIN.rating, None)
        assert (tried.is_solved, tried.wrong, tried.hints, tried.is_shown) == (True, 0, 0, False)


async def test_the_days_puzzle_adds_to_the_streak_that_the_first_page_shows(history: StoreThread) -> None:
    session = a_session(history)
    solve_before(session.puzzles, WIN, 1)
    async with running(TttApp(session=session)) as ui:
        await ui.press("end", "up", "up", "up")
        assert "Find the only move" in ui.text
        assert "↵ open" in ui.text
        await ui.press("enter")
        assert "Today's puzzle" in ui.lines[0]
        assigned = puzzle_screen(ui).assigned
        assert (assigned.day, assigned.puzzle) == (TODAY, HOLD)
        await try_today(ui)
        assert "streak 2" in ui.text
        await ui.press("q")
        assert isinstance(ui.app.screen, SetupScreen)
        await ui.until(lambda: "2-day streak" in ui.text, "the streak")


async def try_today(ui: Ui) -> None:
    """Solve the daily puzzle as if it were that day."""
    puzzle_screen(ui).attempt.began = datetime(TODAY.year, TODAY.month, TODAY.day, 12).astimezone()
    await try_squares(ui, "b2 a1")
    assert "a1 holds the draw: solved" in ui.status


async def test_on_large_boards_wins_and_stops_are_by_threats(quick: None) -> None:
    async with trying(FIVES) as ui:
        await try_squares(ui, "j10 l10")
        assert "l10 wins: solved" in ui.status
        assert stones(ui) == ["j10", "g10", "l10"]
        assert ground(ui, "l10") == ground(ui, "h10")
        ui.app.show_puzzle(AssignedPuzzle(STOP))
        await ui.until(lambda: "Stop the threat" in ui.text, "the other one")
        await ui.press(":", "a", "1", "enter")
        await at(ui, Stage.MISSED)
        assert "a1 loses by force" in ui.status
        await ui.press(":", "g", "4", "enter")
        await at(ui, Stage.OVER)
        assert "g4 leaves X no win within 5 moves: solved" in ui.status


# --- misses ----------------------------------------------------------------------------------------------


async def test_a_miss_is_refuted_on_the_board_and_something_else_tried_at_once(
    quick: None, history: StoreThread
) -> None:
    async with trying(keeper=history) as ui:
        await try_squares(ui, "b1")
        assert "b1 loses by force: O plays a3" in ui.status
        await at(ui, Stage.MISSED)
        assert stones(ui) == ["b1", "a3", "a2", "b2", "c1", "c3"]
        assert "b1 loses by force: O plays a3, then X a2, O b2, X c1, O c3" in ui.status
        assert "u take back" in ui.footer
        assert "× b1 is wrong" in ui.text
        assert "▸ try another square" in ui.text, "what to do next, in the panel"
        assert ui.text.count("◇") >= 1, "what is not of the puzzle is marked"
        assert "hint" not in ui.footer
        await ui.press("i")
        assert "Take back the wrong move first (u)" in ui.status
        await try_squares(ui, "b1")
        assert "b1 is wrong: try another square" in ui.text
        assert len(stones(ui)) == 6
        await ui.press("u")
        assert stones(ui) == []
        assert "◇" not in ui.text
        assert attempt(ui).wrong == 1
        await ui.press("9")
        await at(ui, Stage.LINE, Stage.MISSED)
        await try_squares(ui, "c1 b2 a3")
        assert "Solved!" in ui.text
        assert "2 wrong" in ui.text
        (tried,) = kept(history)
        assert (tried.is_solved, tried.wrong) == (True, 2)


async def test_a_win_that_comes_too_late_is_no_miss() -> None:
    async with trying(LATE) as ui:
        await try_squares(ui, "c1")
        assert "c1 also wins, but takes 3 moves" in ui.status
        assert stones(ui) == []
        assert attempt(ui).wrong == 0
        await try_squares(ui, "b3")
        await ui.press("u")
        assert stones(ui) == [], "there was nothing to take back: it begins anew"
        assert "to move" in ui.status


# --- help with it ----------------------------------------------------------------------------------------


def ground_of(ui: Ui, name: str) -> Color | None:
    """Return the colour of the middle of a square that has no stone."""
    return ui.style_at(*ui.place_of(name)).bgcolor


@pytest.mark.slow
async def test_hints_say_more_each_time_and_count(history: StoreThread) -> None:
    async with trying(keeper=history) as ui:
        wood = ground_of(ui, "c3")
        for said, dots, key in (
            ("The right move threatens a line", "●○○", "i which line"),
            ("Look along your column c1 to c3", "●●○", "i which square"),
            ("The move is c1", "●●●", "i hint"),
            ("The move is c1; there are no more hints", "●●●", "i hint"),
        ):
            await ui.press("i")
            await at(ui, Stage.TURN)
            assert said in ui.status
            assert ui.hint_dots == dots
            await ui.until(lambda key=key: key in ui.footer, key)
            assert (ground_of(ui, "c3") != wood) == (dots != "●○○"), "the line that is named is tinted"
        assert (ui.look("c1").symbol, ui.look("c1").is_preview) == ("X", True), "the square is marked"
        await ui.press("3")
        await at(ui, Stage.TURN)
        assert ui.look("c1").symbol == "X"
        assert not ui.look("c1").is_preview
        assert ui.hint_dots == ""
        assert ground_of(ui, "b2") == wood
        await ui.press("i")
        await at(ui, Stage.TURN)
        assert ui.status == "The right move threatens a line", "a first hint again"
        await try_squares(ui, "b2 a3")
        assert "4 hints" in ui.text, "what is told again counts once"
        (tried,) = kept(history)
        assert (tried.hints, tried.is_solved) == (4, True)


@pytest.mark.sample(every=12)
@pytest.mark.parametrize("puzzle", [HOLD, FIVES, STOP, WIN], ids=lambda puzzle: str(puzzle.number))
@pytest.mark.parametrize("size", [(80, 20), (80, 24), (200, 50)], ids=str)
async def test_hints_move_no_line_of_the_panel(size: tuple[int, int], puzzle: Puzzle) -> None:
    def panel() -> list[str]:
        """Return the panel's lines, with # for the numbers in them."""
        region = puzzle_screen(ui).panel.region
        lines = ui.lines[region.y : region.bottom]
        return [re.sub(r"\d+", "#", line[region.x : region.right]).rstrip() for line in lines]

    async with trying(puzzle, size) as ui:
        before = panel()
        assert any("streak" in line for line in before)
        for _ in range(4):
            await ui.press("i")
            await at(ui, Stage.TURN)
            assert panel() == before


@pytest.mark.slow
async def test_the_solution_is_shown_and_can_be_found_after_that(quick: None, history: StoreThread) -> None:
    async with trying(keeper=history) as ui:
        await try_squares(ui, "c1")
        await ui.press("S")
        await at(ui, Stage.OVER)
        assert stones(ui) == ["c1", "c3", "b2", "a2", "a3"]
        assert "● b2, reply a2" in ui.text
        assert "End of the solution" in ui.status
        assert "Solved!" not in ui.text
        (tried,) = kept(history)
        assert (tried.is_shown, tried.is_solved) == (True, False)
        await ui.press("u")
        assert stones(ui) == []
        await try_squares(ui, "b1")
        await at(ui, Stage.MISSED)
        assert "loses by force" in ui.status, "a miss is a miss, whatever was shown before"
        await try_squares(ui, "c1 b2 a3")
        assert "Solved!" in ui.text
        assert "solution shown" in ui.text


# --- waiting ---------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_while_the_answer_is_looked_for_everything_can_be_done(slow: Slow) -> None:
    async with trying() as ui:
        await ui.press("1")
        assert "a1 is taken" in ui.status
        ui.send("3")
        ui.send("3")  # both in one write
        await ui.until(lambda: slow.at_work, "the question")
        await ui.until(lambda: "Still checking c1" in ui.status, "what is going on")
        await ui.press("4")
        assert ui.status == "Still checking c1"
        await ui.press("left")
        assert "Checking c1: does it win in 3 moves?" in ui.status
        await ui.until(lambda: "may take a while, 2 s" in ui.status, "how long it takes")
        await ui.pilot.resize_terminal(40, 16)
        await ui.settle()
        assert "Checking c1" in ui.text
        await ui.press("s", "s", "?")
        assert isinstance(ui.app.screen, HelpScreen)
        await ui.press("escape", "u")
        await ui.until(lambda: not slow.at_work, "the end of the question")
        assert "checking" not in ui.text.lower()
        assert attempt(ui).stage is Stage.TURN
        assert stones(ui) == []
        await ui.press("3", "3")
        await ui.until(lambda: slow.at_work and "Still checking" in ui.text, "another question")
        slow.may_answer.set()
        await at(ui, Stage.TURN)
        assert "c1 is right" in ui.text, "the answer is not behind what was refused before"
        slow.may_answer.clear()
        await ui.press("5")
        await ui.until(lambda: slow.at_work, "the next question")
        await ui.press("S")
        assert "Looking for the solution" in ui.text or attempt(ui).stage is Stage.CHECKING
        await ui.press("q")
        await ui.until(lambda: not slow.at_work, "the end with the screen")
        assert isinstance(ui.app.screen, SetupScreen)


class SlowHint(ExactProver):
    """Looks for a solution until it is told to stop."""

    def keeping(self, task: Task, stop: Stop = NEVER, most: int | None = None) -> list[int]:
        while not stop.is_set():
            time.sleep(0.002)
        raise OutOfTime


async def test_a_hint_is_not_waited_for_by_who_tries_a_square(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_tui.app.screens.puzzle.prover_of", lambda geometry: SlowHint())
    async with trying() as ui:
        await ui.press("i")
        await ui.until(lambda: "Looking for a hint" in ui.status, "what is going on")
        await ui.press("i")
        assert ui.status == "Still looking for a hint"
        await ui.press("2")
        await at(ui, Stage.LINE, Stage.MISSED)
        assert "b1 loses by force: O plays a3" in ui.status
        await ui.press("i")
        assert ui.status in ("Wait: the board shows why b1 is wrong", "Take back the wrong move first (u)")
        assert attempt(ui).hints == 0


async def test_that_todays_puzzle_is_solved_is_said(history: StoreThread) -> None:
    async with trying(keeper=history) as ui:
        desk = ui.app.session.puzzles
        solve_before(desk, HOLD, 0)
        ui.app.show_puzzle(desk.next())
        await ui.until(lambda: "today's puzzle is solved" in ui.text, "why it is another one")
        await ui.press("n")
        assert "is solved" not in ui.status, "that is known by now"
        await ui.press("p", "t")
        await ui.until(lambda: "you have solved it already" in ui.text, "that it is not new")
        await ui.press(":")
        assert "Esc cancel" in ui.footer


async def test_a_prover_that_fails_is_no_end(slow: Slow) -> None:
    slow.fault = RuntimeError("no more memory")
    slow.may_answer.set()
    async with trying() as ui:
        await ui.press("3")
        await ui.until(lambda: "The search failed" in ui.status, "the reason")
        assert "no more memory" in ui.text
        assert stones(ui) == []
        slow.fault = None
        await try_squares(ui, "c1")
        assert "c1 is right" in ui.status


async def test_leaving_while_a_line_is_played_out_ends_it() -> None:
    async with trying() as ui:
        await ui.press("S")
        await at(ui, Stage.LINE)
        await ui.press("S")
        assert "the solution is being shown" in ui.status.lower()
        await ui.press("u")
        assert stones(ui) == []
        await ui.press("2")
        await at(ui, Stage.LINE)
        await ui.press("p")
        assert isinstance(ui.app.screen, WhichPuzzleScreen)
        await ui.press("escape", "q")
        await ui.rest()
        assert isinstance(ui.app.screen, SetupScreen)
        assert ui.app.crash is None


BATCHES = (
    "3 3",
    "2 u 3 5",
    "i i i i",
    "S S u",
    "n n n",
    "p t p d",
    "q q",
    "S q",
    ": c 1 enter enter",
    "2 S q p",
    "? q 3 i",
)


@pytest.mark.slow
@pytest.mark.parametrize("keys", BATCHES)
async def test_keys_that_come_together_break_nothing(keys: str, quick: None) -> None:
    async with trying() as ui:
        for name in keys.split():
            ui.app.post_message(key_event(name))
        await ui.rest()
        for _ in range(3):
            if not isinstance(ui.app.screen, SetupScreen):
                await ui.press("escape")
        assert isinstance(ui.app.screen, SetupScreen)
        assert ui.app.crash is None


# --- which one -------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_which_puzzle_is_asked_for_by_kind() -> None:
    async with trying() as ui:
        desk = ui.app.session.puzzles
        await ui.press("p")
        assert "No mistakes of yours to practise. Review a" in ui.text
        answers = {*re.findall(r"\w \w+ puzzle", ui.text)}
        assert {"e easy puzzle", "d medium puzzle", "h hard puzzle"} <= answers
        assert "m your mistakes" not in ui.text
        await ui.press("m")
        assert isinstance(ui.app.screen, WhichPuzzleScreen), "there is none"
        await ui.press("h")
        assert puzzle_screen(ui).attempt.puzzle == STOP
        await ui.press("n")
        assert puzzle_screen(ui).attempt.puzzle == STOP, "it is the only hard one"
        desk.add_own([OWN], None)
        await ui.press("p")
        assert "Your mistakes: 1 to review." in ui.text
        await ui.press("m")
        assert "Your mistake" in ui.lines[0]
        await ui.press("n")
        assert "No more mistakes to review" in ui.status
        desk.add_own([replace(WIN, number=0)], None)
        await ui.press("p")
        assert "Your mistakes: 2 to review." in ui.text
        await ui.press("escape", "n")
        assert puzzle_screen(ui).attempt.puzzle == replace(WIN, number=0)
        assert len(ui.app.screen_stack) == 1


async def test_the_palette_brings_puzzles_from_anywhere() -> None:
    async with at_setup() as ui:
        session = a_session()
        ui.app.session.__dict__["puzzles"] = session.puzzles
        for wanted, puzzle in (("hard puzzle", STOP), ("today's puzzle", HOLD)):
            await ui.press("ctrl+p")
            await ui.paste(wanted)
            await ui.until(lambda wanted=wanted: wanted in ui.text.lower().split("\n", 3)[3], "the command")
            await ui.press("enter")
            await ui.until(lambda: isinstance(ui.app.screen, PuzzleScreen), "a puzzle")
            assert puzzle_screen(ui).attempt.puzzle == puzzle
        await ui.press("q")
        assert isinstance(ui.app.screen, SetupScreen)


# --- every terminal --------------------------------------------------------------------------------------


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("size", [(20, 8), (40, 16), (59, 24), (200, 50)], ids=str)
async def test_the_task_can_be_read_at_every_size(size: tuple[int, int], quick: None) -> None:
    async with trying(size=size) as ui:
        assert "Find the win" in ui.text
        assert "in 3 moves" in ui.text
        await ui.press("s", "s")
        assert "Find the win" in ui.text
        await try_squares(ui, "c1")
        assert "c1 is right" in ui.text
        assert ui.square("c3").strip("[]()◆*") in "O", "the answer"
        await try_squares(ui, "a2")
        await at(ui, Stage.MISSED)
        await ui.press("u", "S")
        await at(ui, Stage.OVER)
        await ui.press("f2")
        await ui.press("escape")
        for narrow in ((20, 8), (80, 24), size):
            await ui.pilot.resize_terminal(*narrow)
            await ui.settle()
            assert len(ui.lines) == narrow[1]


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [Terminal(is_ascii=True), Terminal(Colours.NONE)], ids=["ascii", "none"])
async def test_it_can_be_read_with_little(terminal: Terminal, quick: None) -> None:
    async with trying(terminal=terminal) as ui:
        await ui.press("i", "i", "i")
        await at(ui, Stage.TURN)
        await try_squares(ui, "a3")
        await at(ui, Stage.MISSED)
        assert "a3 is wrong" in ui.text
        await try_squares(ui, "c1 b2 a3")
        assert "Solved!" in ui.text
        assert ui.text.isascii() == terminal.is_ascii


async def test_days_are_told_from_one_another_in_ascii_too(history: StoreThread) -> None:
    session = a_session(history)
    solve_before(session.puzzles, WIN, 1, 3)
    app = TttApp(
        StartRequest(puzzle=session.puzzles.daily()), session=session, terminal=Terminal(is_ascii=True)
    )
    async with running(app) as ui:
        await ui.until(lambda: "Mo Tu" in ui.text, "the week")
        assert "-  *  -  *  +  .  ." in ui.text
        assert "Daily puzzles * solved" in ui.text, "what the signs mean"
        assert "rating after 4 more" in ui.text


@pytest.mark.parametrize(
    ("size", "shown"),
    [((80, 24), ("medium puzzle", "Daily puzzles ● solved")), ((120, 40), ("difficulty medium", "○ missed"))],
    ids=str,
)
async def test_the_panel_of_a_large_board_cuts_no_word(size: tuple[int, int], shown: Sequence[str]) -> None:
    async with trying(PICTURED, size) as ui:
        for text in (*shown, "▸ move 1", "○ move 2", "○ move 3"):
            assert text in ui.text
        assert "…" not in ui.text


async def test_a_short_key_leaves_nothing_of_a_longer_one(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: set[int] = set()
    refresh = KeyHints.refresh

    def noted(self: KeyHints, *regions: Region, **others: bool) -> KeyHints:
        for region in regions or [self.size.region]:
            painted.update(range(region.x, region.right))
        return refresh(self, *regions, **others)

    async with trying(size=(40, 16)) as ui:
        await ui.press("9")
        await at(ui, Stage.MISSED)
        before = ui.footer
        assert "u take back" in before
        monkeypatch.setattr(KeyHints, "refresh", noted)
        await ui.press("u")
        assert "i hint" in ui.footer
        assert {
            x for x, (old, new) in enumerate(zip(before, ui.footer, strict=True)) if old != new
        } <= painted


# --- chosen squares --------------------------------------------------------------------------------------


def added(ui: Ui) -> set[str]:
    """Return the squares of the board that show a stone which is not of the puzzle."""
    shown = {name for name, look in ui.sight.looks().items() if look.symbol != EMPTY and not look.is_preview}
    return shown - {WIN.geometry.name(square) for square in WIN.played}


async def choose(ui: Ui, way: str, name: str) -> None:
    """Choose a square by a digit, by a click, with the cursor or by typing its name."""
    geometry = WIN.geometry
    match way:
        case "digit":
            await ui.press(str(geometry.squares.index(geometry.parse(name)) + 1))
        case "click":
            await ui.click_square(name)
        case "cursor":
            puzzle_screen(ui).board.cursor = geometry.parse(name)
            await ui.press("enter")
        case "name":
            await ui.press(":", *name, "enter")


async def test_a_taken_square_after_a_miss_is_refused_and_the_refutation_goes(quick: None) -> None:
    async with trying() as ui:
        for way in ("digit", "click", "cursor", "name"):
            await ui.press(":", "b", "1", "enter")
            await at(ui, Stage.MISSED)
            assert added(ui) == set(stones(ui)) != set()
            await choose(ui, way, "a1")
            assert "a1 is taken" in ui.text, way
            assert puzzle_screen(ui).attempt.stage is Stage.TURN
            assert added(ui) == set(stones(ui)) == set()


async def test_a_square_chosen_after_the_solution_brings_no_other_puzzle(quick: None) -> None:
    async with trying() as ui:
        await ui.press("S")
        await at(ui, Stage.OVER)
        before = stones(ui)
        for way, name in product(("digit", "click"), ("a1", "c3", "c2")):
            await choose(ui, way, name)
            assert puzzle_screen(ui).attempt.puzzle == WIN, (way, name)
            assert puzzle_screen(ui).attempt.stage is Stage.OVER
            assert stones(ui) == before
            assert "next puzzle" in ui.text


@pytest.mark.slow
async def test_after_midnight_the_puzzle_is_called_by_its_day(history: StoreThread) -> None:
    session = a_session(history)
    async with running(TttApp(session=session)) as ui:
        ui.app.show_puzzle(session.puzzles.daily())
        await ui.until(lambda: "Today's puzzle" in ui.text, "the puzzle")
        with mock.patch.object(session.puzzles, "_today", return_value=TODAY + timedelta(days=1)):
            puzzle_screen(ui)._show_top()
            await ui.settle()
            assert "Today's puzzle" not in ui.text
            assert f"Puzzle of {TODAY.isoformat()}" in ui.text
