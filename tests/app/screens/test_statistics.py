"""The statistics on the screen: a person at a time, their ratings, and every size of window."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, datetime, timedelta

import pytest

from tests.support.driving import HUMAN, Ui, a_setup, running
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.statistics import StatisticsScreen
from ttt_tui.app.widgets.day_calendar import DayCalendar
from ttt_tui.app.widgets.rating_chart import RatingChart
from ttt_tui.app.widgets.tally_table import TallyTable
from ttt_tui.engine import Match
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.session import Session
from ttt_tui.store.puzzles import PuzzleTry
from ttt_tui.store.recorder import Recorder
from ttt_tui.store.thread import StoreThread

X_WINS = ["a1", "a2", "b1", "b2", "c1"]


def play(history: StoreThread, level: str = "expert 2", names: tuple[str, str] = ("Ada", "easy 2")) -> None:
    """Store a rated game that X wins."""
    recorder = Recorder(history, rates=True)
    match = Match(a_setup(HUMAN, level, names=names), 1, recorder)
    for name in X_WINS:
        match.place(name)
    recorder.close()


def try_puzzles(history: StoreThread, count: int) -> None:
    for number in range(count):
        began = datetime.now().astimezone() - timedelta(days=number)
        tried = PuzzleTry(f"puzzle {number}", began, began.date(), 1600, number % 2, 0, False, True)
        history.run(lambda history, tried=tried: history.puzzles.keep(tried), after_writes=True)


@asynccontextmanager
async def in_statistics(
    history: StoreThread | None, size: tuple[int, int] = (120, 40), terminal: Terminal | None = None
) -> AsyncIterator[Ui]:
    """Show the statistics of Ada."""
    session = Session(1, history)
    if history is not None:
        session.profile.rename("Ada")
    async with running(TttApp(session=session, terminal=terminal), size) as ui:
        await ui.press("h")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and "filter" not in ui.status, "it")
        await ui.rest()
        await ui.press("s")
        await ui.until(lambda: isinstance(ui.app.screen, StatisticsScreen), "the statistics")
        await ui.rest()
        yield ui


async def test_the_page_has_figures_the_rating_the_results_and_the_days(history: StoreThread) -> None:
    for _ in range(6):
        play(history)
    async with in_statistics(history) as ui:
        assert ui.lines[0].split() == ["XOX", "ttt-tui", "Statistics", "since", "today"]
        words = " ".join(ui.text.split())
        for part in ("games", "won", "in 1 day", "W 6 D 0 L 0", "rating", "day in a row", "best 1"):
            assert part in words
        assert "± " in words or "give or take " in words
        assert "Rating three in a row" in ui.text
        assert "◆ " in ui.text
        assert "earlier" in words, "where the curve begins, on the same day"
        assert "Against" in ui.text
        assert "Games" in ui.text
        assert "Days games played and puzzles solved" in ui.text
        assert ui.status == "You always moved first", "the cards have the numbers"
        assert "other ratings" not in ui.footer, "there is one"
        assert "p player" not in ui.footer
        for key, reason in (
            ("right", "No other game has a rating"),
            ("p", "No other human has played"),
        ):
            await ui.press(key)
            assert ui.status == reason
        await ui.press("escape")
        assert isinstance(ui.app.screen, HistoryScreen)


async def test_no_rating_is_shown_before_the_fifth_game(history: StoreThread) -> None:
    play(history)
    async with in_statistics(history) as ui:
        words = " ".join(ui.text.split())
        assert "rating after 4 more games" in words
        assert "±" not in words
        assert "◆" not in words


async def test_the_rating_in_puzzles_is_one_of_the_ratings(history: StoreThread) -> None:
    play(history)
    try_puzzles(history, 6)
    async with in_statistics(history) as ui:
        assert "1 of 2" in ui.text
        await ui.press("right")
        assert "Rating puzzles" in ui.text
        assert "6 of 6 solved, daily streak 6, best 6" in ui.text
        assert "Rating puzzles, between medium and hard" in ui.text, "the difficulties are its steps"
        assert " days in a row" in ui.text, "solved puzzles count"
        await ui.press("right")
        assert "Rating three in a row" in ui.text
        await ui.press("left")
        assert "Rating puzzles" in ui.text


async def test_another_player_has_results_and_no_ratings(history: StoreThread) -> None:
    play(history)
    play(history, HUMAN, ("Ada", "Bob"))
    async with in_statistics(history) as ui:
        assert "Statistics " in ui.lines[0]
        await ui.press("p")
        assert "Statistics · Bob" in ui.lines[0]
        assert "Rating" not in ui.text
        assert ui.status == "Bob never moved first"
        await ui.press("p")
        assert "Bob" not in ui.lines[0]


SIZES = [(200, 50), (120, 40), (80, 24), (40, 16), (20, 8)]


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("terminal", [Terminal(), Terminal(Colours.NONE), Terminal(is_ascii=True)], ids=str)
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_every_part_can_be_reached_in_every_window(
    history: StoreThread, size: tuple[int, int], terminal: Terminal
) -> None:
    for _ in range(5):
        play(history)
    async with in_statistics(history, size, terminal) as ui:
        page = ui.one("#page")
        parts = [ui.one(kind) for kind in (RatingChart, TallyTable, DayCalendar)]
        bar = page.vertical_scrollbar.region
        assert all(ui.cell(bar.x - 1, y) == " " for y in range(bar.y, bar.bottom))
        assert ("scroll" in ui.footer) == (page.max_scroll_y > 0) or size[0] < 80
        seen = set()
        for _ in range(page.virtual_size.height + 1):
            seen |= {part for part in parts if page.region.overlaps(part.region) and part.region.height}
            if terminal.is_ascii:
                assert ui.text.isascii()
            await ui.press("down")
        assert seen == {*parts}
        assert page.scroll_y == page.max_scroll_y
        assert all(part.region.right <= size[0] for part in parts)
        await ui.press("pageup", "pageup", "pageup", "pageup", "pageup")
        assert page.scroll_y == 0


async def test_a_narrow_page_has_one_left_edge_and_a_row_below_its_last_heading(history: StoreThread) -> None:
    play(history)
    async with in_statistics(history, (40, 16)) as ui:
        page = ui.one("#page").region
        texts = [line for line in ui.lines[page.y : page.bottom] if line.strip(" ▄▀")]
        assert {len(line) - len(line.lstrip()) for line in texts} == {2}
        assert any(line.split()[0] == "Against" for line in texts[:-1])


async def test_without_a_history_the_page_says_so() -> None:
    async with in_statistics(None) as ui:
        assert ui.status == "No finished games yet"
        assert date.today().isoformat() not in ui.text
