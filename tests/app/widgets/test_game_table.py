"""The list of games on the screen: its row with the cursor, its colours, its picture, and what it writes."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from textual.geometry import Region

from tests.support.driving import HUMAN, Ui, a_setup, at_setup
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.widgets.game_table import BAR, GameTable
from ttt_tui.engine import Setup
from ttt_tui.session.finding import search_wording
from ttt_tui.store.listing import ListedGame, ListedSetup, sign_of
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry, LineUp

TODAY = date(2026, 11, 25)


def entry(number: int, setup: Setup, result: str = "X wins: line") -> Entry:
    """A game of 120 moves, as far as a list can tell."""
    then = datetime(2026, 11, 25, 13, 45).astimezone() - timedelta(days=number)
    return Entry(
        id=number, match=number, number=1, seed=1, started=then, changed=then, setup=setup, first=0,
        moves=("a1",) * 120, result=result, uid=f"{number:032}",
    )  # fmt: skip


def show(table: GameTable, entries: Sequence[Entry]) -> None:
    """List games that are read already."""
    names, wording = Names(("Ada",)), search_wording(TODAY)
    games = []
    for each in entries:
        setup = ListedSetup(LineUp(each.setup.geometry, each.setup.players, None), names, wording)
        sign = sign_of(each, names)
        games.append(ListedGame(each.id, each.started.date(), each.has_time, setup, sign, each.result))
    table.show(games, entries.__getitem__, names, TODAY)


@asynccontextmanager
async def listed(
    entries: Sequence[Entry], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Ui, GameTable]]:
    """Show these games in the list."""
    async with at_setup(size) as ui:
        ui.app.push_screen(HistoryScreen(ui.app.session))
        await ui.settle()
        table = ui.app.screen.query_one(GameTable)
        show(table, entries)
        await ui.rest()
        yield ui, table


def cursor_line(ui: Ui) -> str:
    (line,) = (line for line in ui.lines if line.lstrip().startswith(BAR))
    return line


def listed_lines(ui: Ui, table: GameTable, count: int) -> list[str]:
    region = table.region
    return [" ".join(ui.lines[y][: region.right].split()) for y in range(region.y, region.y + count)]


async def test_games_stand_under_their_days_with_time_result_game_and_opponent() -> None:
    setup = a_setup(HUMAN, "expert", board=(15, 15), k=5, names=("Ada", "expert"))
    results = ("X wins: line", "O wins: line", "draw: full board", "unfinished")
    games = [entry(number, setup, result) for number, result in enumerate(results)]
    games[3] = replace(games[3], started=datetime(2026, 11, 20))
    games.insert(1, replace(games[0], started=games[0].started.replace(hour=9, minute=5)))
    async with listed(games) as (ui, table):
        lines = listed_lines(ui, table, 12)
        assert [line.rstrip(" ─") for line in lines] == [
            "today", "▌ 13:45 W 15×15 v expert 120 moves", "09:05 W 15×15 v expert 120 moves", "",
            "yesterday", "13:45 L 15×15 v expert 120 moves", "",
            "Monday 23 November", "13:45 D 15×15 v expert 120 moves", "",
            "Friday 20 November", "… 15×15 v expert resume",
        ]  # fmt: skip
        top = table.region.y
        place = ui.lines[top + 1].index("W")
        colours = {ui.style_at(place, top + row).color for row in (1, 5, 8)}
        assert len(colours) == 3, "won, lost and drawn differ"


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("size", [(200, 50), (120, 40), (80, 24), (40, 16), (20, 8)], ids=str)
async def test_the_row_with_the_cursor_is_in_sight_and_the_list_says_where_it_goes_on(
    size: tuple[int, int],
) -> None:
    games = [entry(number, a_setup(HUMAN, "expert")) for number in range(100)]
    async with listed(games, size) as (ui, table):
        rows = table.size.height
        assert rows >= 4
        assert cursor_line(ui)
        assert "today" in ui.lines[table.region.y]
        assert "↓" in ui.lines[table.region.bottom - 1]
        await ui.press(*["down"] * rows)
        assert table.cursor_row == rows
        assert cursor_line(ui)
        assert "↑" in ui.lines[table.region.y]
        await ui.press("end")
        assert cursor_line(ui)
        assert table.cursor_row == 99
        assert "↓" not in ui.lines[table.region.bottom - 1]
        await ui.press("home")
        assert table.cursor_row == 0
        assert "↑" not in ui.lines[table.region.y]


async def test_a_click_moves_the_cursor_and_a_wheel_the_list() -> None:
    games = [entry(number, a_setup(HUMAN, "expert")) for number in range(100)]
    async with listed(games) as (ui, table):
        await ui.click_at(10, table.region.y + 4)
        assert table.cursor_row == 1, "each day has three lines: a heading, a game and a blank"
        await ui.click_at(10, table.region.y + 3)
        assert table.cursor_row == 1, "a heading is no game"
        for _ in range(3):
            await ui.turn_at(10, table.region.y + 4, down=True)
        assert table.cursor_row == 3, "it stays in sight"
        assert cursor_line(ui) == ui.lines[table.region.y + 1]


async def test_the_first_line_always_names_the_day_of_the_games_below_it() -> None:
    """A day may have more games than the window has lines; no game is hidden by that line for good."""
    first = entry(0, a_setup(HUMAN, "expert"))
    games = [replace(first, id=number) for number in range(60)]
    async with listed(games, (80, 24)) as (ui, table):
        height = table.size.height
        for key in [*["down"] * 40, *["up"] * 40, "pagedown", "pagedown", "pageup", "end", *["up"] * 59]:
            await ui.press(key)
            lines = listed_lines(ui, table, height)
            assert lines[0].startswith("today"), key
            assert cursor_line(ui) != ui.lines[table.region.y]
        assert table.cursor_row == 0


async def test_no_day_is_named_without_a_game_below_it() -> None:
    games = [entry(number, a_setup(HUMAN, "expert", names=("Ada", "expert"))) for number in range(12)]
    blanks = 0
    for height in range(18, 24):  # a game takes three lines: one of them ends at a heading
        async with listed(games, (60, height)) as (ui, table):
            shown = ui.lines[table.region.y : table.region.bottom]
            assert "─" not in shown[-1]
            blanks += not shown[-1].strip(" ↓") and not shown[-2].strip()
    assert blanks


async def test_a_low_window_has_games_in_the_place_of_blank_lines() -> None:
    games = [entry(number, a_setup(HUMAN, "expert", names=("Ada", "expert"))) for number in range(12)]
    async with listed(games, (60, 16)) as (ui, table):
        assert all(line.strip() for line in ui.lines[table.region.y : table.region.bottom - 1])


async def test_a_step_paints_two_rows_only(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [entry(number, a_setup(HUMAN, "expert")) for number in range(100)]
    async with listed(games) as (ui, table):
        painted: list[int] = []
        refresh = table.refresh

        def refreshing(*regions: Region, **options: bool) -> GameTable:
            painted.extend(region.y for region in regions)
            assert regions, "never all of it"
            return refresh(*regions, **options)

        with monkeypatch.context() as patched:
            patched.setattr(table, "refresh", refreshing)
            await ui.press("down")
            assert set(painted) == {1, 4}


async def test_a_row_is_raised_and_described_once_the_cursor_rests() -> None:
    games = [entry(number, a_setup(HUMAN, "expert")) for number in range(100)]
    games = [replace(game, started=games[0].started) for game in games]
    async with listed(games) as (ui, table):
        y, x = table.region.y + 1, table.region.x + 4
        raised, ground = ui.style_at(x, y).bgcolor, ui.style_at(x, y + 1).bgcolor
        assert raised != ground
        await ui.press("down", "down")
        assert cursor_line(ui) == ui.lines[y + 2], "the bar moves at once"
        await ui.until(lambda: ui.style_at(x, y + 2).bgcolor == raised, "the raised row")
        assert ui.style_at(x, y).bgcolor == ground
