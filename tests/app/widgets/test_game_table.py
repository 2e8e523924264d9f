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
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry

TODAY = date(2026, 11, 25)


def entry(number: int, setup: Setup, result: str = "X wins: line") -> Entry:
    """A game of 120 moves, as far as a list can tell."""
    then = datetime(2026, 11, 25, 13, 45).astimezone() - timedelta(days=number)
    return Entry(
        id=number, match=number, number=1, seed=1, started=then, changed=then, setup=setup, first=0,
        moves=("a1",) * 120, result=result, uid=f"{number:032}",
    )  # fmt: skip


@asynccontextmanager
async def listed(
    entries: Sequence[Entry], size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Ui, GameTable]]:
    """Show these games in the list."""
    async with at_setup(size) as ui:
        ui.app.push_screen(HistoryScreen(ui.app.session))
        await ui.settle()
        table = ui.app.screen.query_one(GameTable)
        table.show(entries, Names(), TODAY)
        await ui.rest()
        yield ui, table


def cursor_line(ui: Ui) -> str:
    (line,) = (line for line in ui.lines if line.startswith(BAR))
    return line


async def test_a_row_says_day_board_result_and_players() -> None:
    setup = a_setup(HUMAN, "expert", board=(15, 15), k=5, names=("Ada", "expert"))
    results = ("X wins: line", "O wins: line", "draw: full board", "unfinished")
    games = [entry(number, setup, result) for number, result in enumerate(results)]
    games[3] = replace(games[3], started=datetime(2026, 11, 20))
    async with listed(games) as (ui, table):
        region = table.region
        lines = [" ".join(ui.lines[y].split()) for y in range(region.y, region.y + 4)]
        assert lines == [
            "▌ today 13:45 15×15 · 5 W X Ada O expert 120 moves",
            "yesterday 13:45 15×15 · 5 L X Ada O expert 120 moves",
            "Monday 13:45 15×15 · 5 D X Ada O expert 120 moves",
            "Friday 15×15 · 5 … X Ada O expert 120 moves",
        ]
        place = ui.lines[region.y].index("W")
        colours = {ui.style_at(place, region.y + row).color for row in range(3)}
        assert len(colours) == 3, "won, lost and drawn differ"
        at = ui.lines[region.y].index("X Ada")
        assert ui.style_at(at, region.y).color != ui.style_at(at + 2, region.y).color, "the player's colour"
        assert ui.style_at(at + 2, region.y).bold, "the winner"
        assert not ui.style_at(at + 2, region.y + 1).bold


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
        assert "↓" in ui.lines[table.region.bottom - 1]
        await ui.press(*["down"] * rows)
        assert table.cursor_row == rows
        assert cursor_line(ui)
        assert "↑" in ui.lines[table.region.y]
        await ui.press("end")
        assert table.cursor_row == 99
        assert "↓" not in ui.lines[table.region.bottom - 1]
        await ui.press("home")
        assert table.cursor_row == 0
        assert "↑" not in ui.lines[table.region.y]


async def test_a_click_moves_the_cursor_and_a_wheel_the_list() -> None:
    games = [entry(number, a_setup(HUMAN, "expert")) for number in range(100)]
    async with listed(games) as (ui, table):
        await ui.click_at(10, table.region.y + 4)
        assert table.cursor_row == 4
        for _ in range(3):
            await ui.turn_at(10, table.region.y + 4, down=True)
        assert table.cursor_row == 9, "it stays in sight"
        assert cursor_line(ui) == ui.lines[table.region.y]


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
            assert set(painted) == {0, 1}


async def test_a_row_is_raised_and_described_once_the_cursor_rests() -> None:
    games = [entry(number, a_setup(HUMAN, "expert")) for number in range(100)]
    async with listed(games) as (ui, table):
        y, x = table.region.y, table.region.x + 2
        raised, ground = ui.style_at(x, y).bgcolor, ui.style_at(x, y + 1).bgcolor
        assert raised != ground
        await ui.press("down", "down")
        assert cursor_line(ui) == ui.lines[y + 2], "the bar moves at once"
        await ui.until(lambda: ui.style_at(x, y + 2).bgcolor == raised, "the raised row")
        assert ui.style_at(x, y).bgcolor == ground
