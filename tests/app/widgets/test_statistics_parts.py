"""The parts of the statistics: cards, the rating across the steps, bars, and the calendar."""

from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from tests.support.showing import seen, showing
from ttt_tui.analysis.rating import Rating
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.day_calendar import DayCalendar
from ttt_tui.app.widgets.figure_cards import FigureCards
from ttt_tui.app.widgets.rating_chart import RatingChart, Scale
from ttt_tui.app.widgets.tally_table import TallyTable
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.person_statistics import Card, RatingView
from ttt_tui.store.statistics import Tally

TODAY = date(2026, 11, 25)  # a Wednesday
PLAIN = Terminal(Colours.NONE)
ASCII = Terminal(is_ascii=True)


# --- the rating ------------------------------------------------------------------------------------------

STEPS = [(rating, name) for rating, name in ((1200.0, "easy 2"), (1400.0, "medium 4"), (1600.0, "hard 6"))]


def rated(*ratings: float, days: int = 1) -> RatingView:
    """A rating that changed every `days` days up to today."""
    count = len(ratings)
    points = [(TODAY - timedelta(days=days * (count - 1 - n)), rating) for n, rating in enumerate(ratings)]
    return RatingView("three in a row", STEPS, Rating(ratings[-1], 80.0), points=points)


async def chart_lines(
    view: RatingView,
    size: tuple[int, int] = (60, 20),
    terminal: Terminal | None = None,
    place: str = "",
    rows: int = 8,
) -> list[str]:
    chart = RatingChart()
    chart.rows = rows
    async with showing(chart, size=size, terminal=terminal) as ui:
        chart.show(view, place, TODAY)
        await ui.settle()
        return seen(ui, chart)


async def test_a_rating_goes_across_the_steps_and_its_figure_is_at_its_end() -> None:
    lines = await chart_lines(rated(1150, 1500, 1420, 1580), place="1 of 2")
    assert lines[0].split() == ["Rating", "three", "in", "a", "row", "1", "of", "2"]
    names = [line.split()[0] for line in lines[2:-2] if "─" in line]
    assert names == ["hard", "medium", "easy"], "the highest first"
    (end,) = (line for line in lines if "◆" in line)
    assert end.rstrip().endswith("◆ 1580")
    assert lines.index(end) < next(n for n, line in enumerate(lines) if "medium 4" in line)
    assert lines[-1].split() == ["22", "Nov", "today"]


async def test_before_the_fifth_game_there_is_no_figure_but_when_there_will_be_one() -> None:
    view = RatingView("Ultimate", STEPS, waiting="rating after 4 more games")
    lines = await chart_lines(view)
    assert [line.strip(" ▄▀") for line in lines] == ["Rating Ultimate", "", "rating after 4 more games", ""]


@pytest.mark.parametrize(
    ("ratings", "said"),
    [
        ([1500], "Between medium 4 and hard 6"),
        ([1316, 1316.2], "Between easy 2 and medium 4"),
        ([1100], "Below easy 2"),
        ([1600], "Above hard 6"),
    ],
)
@pytest.mark.parametrize("size", [(36, 10), (60, 20), (100, 40)])
async def test_a_rating_that_has_not_changed_is_said_in_the_same_words_at_every_size(
    ratings: Sequence[float], said: str, size: tuple[int, int]
) -> None:
    lines = await chart_lines(rated(*ratings), size, rows=3)
    shown = [text for line in lines if (text := line.strip(" ▄▀"))]
    assert shown == ["Rating three in a row", said, "No curve until it changes"]


@pytest.mark.parametrize(
    ("rating", "below"),
    [
        (1500, ["hard 6 1600", "you ◆ 1500", "medium 4 1400"]),
        (1100, ["easy 2 1200", "you ◆ 1100"]),
        (1600, ["you ◆ 1600", "hard 6 1600"]),
    ],
)
async def test_in_a_high_window_it_stands_between_the_nearest_steps(rating: float, below: list[str]) -> None:
    lines = await chart_lines(rated(rating))
    shown = [" ".join(text.replace("─", " ").split()) for line in lines if (text := line.strip(" ▄▀"))]
    assert shown[2:] == below
    assert {len(line.rstrip()) for line in lines if line.rstrip().endswith("00")} == {58}


async def test_a_curve_has_its_own_range_and_two_dates() -> None:
    lines = await chart_lines(rated(1450, 1500, 1480, days=3))
    assert lines[0] == "  Rating three in a row, between medium 4 and hard 6", "no step is in its range"
    labels = [words[0] for line in lines[2:-2] if (words := line.split()) and words[0].isdigit()]
    assert labels == ["1500", "1450"], "no step is between"
    assert not any("medium" in line for line in lines[1:])
    assert lines[-1].split() == ["19", "Nov", "today"]
    assert len(lines) == 1 + 2 + 8 + 1


async def test_without_braille_the_curve_is_drawn_with_stars() -> None:
    lines = await chart_lines(rated(*[1250] * 4, *[1580] * 4), terminal=ASCII)
    assert all(line.isascii() for line in lines)
    assert sum("*" in line for line in lines) >= 5


async def test_the_steps_have_no_names_where_the_curve_needs_their_cells() -> None:
    lines = await chart_lines(rated(1250, 1580), size=(26, 20))
    assert not any("medium" in line for line in lines)
    assert any("◆ 1580" in line for line in lines)


def test_a_few_points_are_no_mountain() -> None:
    scale = Scale.of([1502, 1508], 8)
    assert scale.high - scale.low >= 100
    assert abs(scale.row(1502) - scale.row(1508)) <= 1


# --- cards -----------------------------------------------------------------------------------------------

CARDS = [
    Card("18", "text", ["games"], ["in 6 days", "6 days"]),
    Card("61%", "good", ["won"], ["W 11  D 3  L 4", "W 11 D 3 L 4", "W11 D3 L4"]),
    Card("", "accent", ["rating after"], ["4 more games"]),
]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            96,
            [
                "  ▀█  █▀█  games                  █▀▀ ▀█  ▀ █  won                 rating after",
                "   █  █▀█  in 6 days              █▀█  █  ▄▀   W 11  D 3  L 4      4 more games",
            ],
        ),
        (
            56,
            [
                "  ▀█  █▀█            █▀▀ ▀█  ▀ █",
                "   █  █▀█            █▀█  █  ▄▀         rating after",
                "  ▀▀▀ ▀▀▀            ▀▀▀ ▀▀▀ ▀ ▀        4 more games",
                "  games 6 days       won W11 D3 L4",
            ],
        ),
        (30, ["  18 games in 6 days", "  61% won W 11  D 3  L 4", "  rating after 4 more games"]),
        (20, ["  18 games in 6 days", "  61% won W11 D3 L4", "  rating after", "  4 more games"]),
    ],
)
async def test_words_stand_beside_the_figures_or_below_or_instead(width: int, lines: list[str]) -> None:
    cards = FigureCards()
    async with showing(cards, size=(width, 12)) as ui:
        cards.show(CARDS)
        await ui.settle()
        shown = [line for line in seen(ui, cards) if line.strip(" ▄▀") or "█" in line]
        assert shown == lines


async def test_a_card_with_words_beside_the_figure_has_half_a_line_free_above_and_below() -> None:
    cards = FigureCards()
    async with showing(cards, size=(96, 12)) as ui:
        cards.show(CARDS)
        await ui.settle()
        lines = seen(ui, cards)
        assert [line[:10].strip() for line in lines] == ["▄" * 10, "▀█  █▀█", "█  █▀█", "▀▀▀ ▀▀▀"]


# --- bars ------------------------------------------------------------------------------------------------

BARS = {
    "Against": [("easy 2", Tally(4, 1, 1)), ("Bob", Tally(0, 1, 0)), ("medium 4", Tally(100, 0, 1))],
    "Games": [("Connect Four", Tally(0, 0, 2))],
}


async def bar_lines(width: int, terminal: Terminal | None = None, free: int = 0) -> list[str]:
    table = TallyTable()
    table.most_lines = free
    async with showing(table, size=(width, 20), terminal=terminal) as ui:
        table.show(BARS, "hints in 3 positions")
        await ui.settle()
        return seen(ui, table)


async def test_bars_have_one_heading_and_numbers() -> None:
    lines = await bar_lines(50)
    assert lines[0].split() == ["Against", "won", "drawn", "lost"]
    assert lines[1].split() == ["easy", "2", "━" * 14, "4", "1", "1"]
    assert lines[3].split() == ["medium", "4", "━" * 14, "100", "0", "1"]
    assert lines[4:6] == ["", "  Games"], "a blank line above each heading"
    assert lines[-1] == "  hints in 3 positions"


@pytest.mark.parametrize(
    ("terminal", "bars"),
    [
        (PLAIN, ["━━━━━━━━━───┄┄", "─" * 14, "━" * 13 + "┄", "┄" * 14]),
        (ASCII, ["=========---..", "-" * 14, "=" * 13 + ".", "." * 14]),
    ],
)
async def test_without_colours_the_parts_of_a_bar_differ_in_shape(
    terminal: Terminal, bars: Sequence[str]
) -> None:
    lines = [line for line in await bar_lines(50, terminal) if any(digit in line for digit in "0123456789")]
    drawn = [max(line.split(), key=lambda word: sum(not c.isalnum() for c in word)) for line in lines[:4]]
    assert drawn == bars


async def test_a_narrow_window_has_only_numbers_and_a_high_one_blank_lines() -> None:
    narrow = await bar_lines(28)
    assert narrow[:2] == ["  Against          W  D  L", "  easy 2           4  1  1"]
    airy = await bar_lines(50, free=20)
    assert airy[1] == airy[3] == "" != airy[4]
    free = len(airy) - 1
    rows = sum(map(len, BARS.values()))
    assert len(await bar_lines(50, free=free)) == len(airy) - rows, "all rows have blank lines or none"


async def test_bars_end_at_the_right_edge_of_a_wide_column() -> None:
    lines = await bar_lines(100)
    assert {len(line) for line in lines if "━" in line} == {100 - 2}


# --- the calendar ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terminal", "marks"),
    [(None, "■ ■ ■"), (PLAIN, "▫ ▪ ■"), (ASCII, "o * #")],
    ids=["colours", "none", "ascii"],
)
async def test_days_are_marked_by_how_much_was_done(terminal: Terminal | None, marks: str) -> None:
    calendar = DayCalendar()
    async with showing(calendar, size=(40, 12), terminal=terminal) as ui:
        counts = {TODAY - timedelta(days=7 * n): count for n, count in enumerate((6, 3, 1))}
        calendar.show({**counts, TODAY - timedelta(days=200): 1}, TODAY)
        await ui.settle()
        lines = seen(ui, calendar)
        assert lines[0] == "  Days games played and puzzles solved"
        assert lines[1] == ""
        assert lines[2].split()[-1] == "Nov"
        assert [line.split()[0] for line in lines[3::2]] == ["Mo", "We", "Fr", "Su"]
        wednesdays = next(line for line in lines if "We" in line)
        assert wednesdays.endswith(marks)
        empty = "." if only_ascii(ui.app) else "·"
        assert wednesdays.count(empty) == 16 - 3
        thursdays = lines[lines.index(wednesdays) + 1]
        assert len(thursdays) == len(wednesdays) - 2, "tomorrow is no day yet"
        if terminal is None:
            y = calendar.region.y + lines.index(wednesdays)
            colours = [ui.style_at(len(wednesdays) - 1 - back, y).color for back in (0, 2, 4)]
            assert len({*colours}) == 3, "three depths of good"


@pytest.mark.parametrize(
    ("width", "back", "first", "weeks"),
    [
        (80, 3, "Apr", 36),
        (130, 3, "Dec", 53),
        (42, 3, "Sep", 17),
        (80, 400, "Apr", 36),
        (140, 400, "Oct", 61),
    ],
)
async def test_the_calendar_has_a_year_as_far_as_it_fits_or_begins_with_the_first_month_played(
    width: int, back: int, first: str, weeks: int
) -> None:
    calendar = DayCalendar()
    async with showing(calendar, size=(width, 12)) as ui:
        calendar.show({TODAY - timedelta(days=back): 2}, TODAY)
        await ui.settle()
        lines = seen(ui, calendar)
        assert sum(lines[3].count(mark) for mark in "·■") == weeks
        assert lines[2].split()[0] == first


async def test_without_a_day_there_is_no_calendar() -> None:
    calendar = DayCalendar()
    async with showing(calendar, size=(40, 12)) as ui:
        calendar.show({}, TODAY)
        await ui.settle()
        assert seen(ui, calendar) == []
