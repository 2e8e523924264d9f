"""Names and results where there is little room: they are cut as little as can be, and stay different."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

import pytest
from rich.cells import cell_len

from tests.support.driving import Ui, a_setup, at_setup, playing
from ttt_tui.app.screens.history import GameTable, HistoryScreen
from ttt_tui.app.themes import WALNUT
from ttt_tui.app.widgets.lines import longest_fitting
from ttt_tui.app.widgets.panels import ThinkingPanel
from ttt_tui.app.widgets.run_of_games import run_of_games, short_names
from ttt_tui.engine import HUMAN, Match, Move, Setup
from ttt_tui.session.results import result_of
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry, Origin

# --- the games of a match --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "room", "expected"),
    [
        (["Player One", "Player Two"], 10, ["Player One", "Player Two"]),
        (["Romeo Golf the Third", "Kilo"], 10, ["Romeo", "Kilo"]),
        (["Bartholomew", "Ada"], 8, ["Barthol…", "Ada"]),
        (["Player One of Five", "Player Two of Five"], 10, ["Player On…", "Player Tw…"]),
        (["Player Number One", "Player Number Two"], 10, ["Playe… One", "Playe… Two"]),
        (["井上井上井上井上一", "井上井上井上井上二"], 10, ["井上…上一", "井上…上二"]),
    ],
)
def test_names_stay_different(names: list[str], room: int, expected: list[str]) -> None:
    found = short_names(names, room)
    assert all(cell_len(name) <= room for name in found)
    assert len(set(found)) == len(names)
    assert [name.replace(" ", "") for name in found] == [name.replace(" ", "") for name in expected]


def finished(names: Sequence[str], games: int) -> Match:
    match = Match(a_setup(names=names, points=None))
    for number in range(games):
        if number:
            match.next_game()
        match.push(Move(number % 2, None))
    return match


@pytest.mark.parametrize("games", [1, 2, 9, 30, 70])
@pytest.mark.parametrize(
    "names", [("Player One", "Player Two"), ("A Name of Twenty-Four 01", "A Name of Twenty-Four 02")]
)
def test_both_players_of_a_match_can_be_told_apart(names: tuple[str, str], games: int) -> None:
    for width in (34, 40, 56):
        run = run_of_games(finished(names, games), WALNUT, width)
        rows = run.plain.split("\n")[1:]
        assert max(map(cell_len, rows)) <= width
        first, second = (row[3:].replace("●", "").strip() for row in rows)
        assert first != second
        if games < 10 and width == 56:
            assert (first, second) == names, "there is room for all of them"


# --- the card of a result --------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [1, 5, 9, 30])
@pytest.mark.parametrize("players", [2, 3, 15])
@pytest.mark.parametrize("width", [28, 30, 38])
def test_a_card_cuts_neither_score_nor_how_it_ended(width: int, players: int, points: int) -> None:
    names = [f"Player Number {number}" for number in range(players)]
    side = 3 if players == 2 else 10
    match = Match(a_setup(*[HUMAN] * players, points=points, names=names, board=(side, side)))
    for seat in range(1, players):
        match.push(Move(seat, None))
    assert match.game.outcome is not None
    result = result_of(match, match.game.outcome)
    room = width - 7 - (5 if width >= 30 else 3)
    for texts in ((result.how, result.brief_how), (result.then, *result.brief_then)):
        assert "…" not in longest_fitting(texts, room)
        assert cell_len(longest_fitting(texts, room)) <= room


# --- the list of games -----------------------------------------------------------------------------------


def entry(number: int, setup: Setup, host: str | None = None, origin: Origin | None = None) -> Entry:
    """A finished game of 120 moves, as far as a list can tell."""
    then = datetime(2026, 11, 25, 13, 45).astimezone()
    result = f"{setup.players[0].symbol} wins: line"
    moves = ("a1",) * 120
    return Entry(
        number, number, 1, 1, then, then, setup, 0, moves, (), result, 0, False, False, None, (), host,
        f"{number:032}", origin,
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
    imported = entry(98, setup, None, Origin.IMPORTED)._replace(started=datetime(2026, 11, 25))
    async with listed([imported], (80, 24)) as ui:
        assert any(line.split()[:3] == ["98", "2026-11-25", "3×3"] for line in ui.lines)


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
    unfinished = finished._replace(result="unfinished", open_since=finished.changed)
    async with listed([finished, unfinished], (80, 24)) as ui:
        found = [line for line in ui.lines if "X A Player" in line]
        assert [line.split()[0] for line in found] == ["98", "98"]
        assert all("O Bartholom" in line and line.rstrip().endswith("…") for line in found)


# --- a computer that has not searched --------------------------------------------------------------------


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("moves", ["h8", "a1"])
async def test_of_a_reply_from_the_book_that_is_said(moves: str) -> None:
    async with playing(a_setup(HUMAN, "expert", board=(15, 15), k=5)) as ui:
        await ui.place(moves)
        await ui.until(lambda: len(ui.moves) == 2, "the reply")
        await ui.settle()
        panel = ui.one(f"{ThinkingPanel.__name__}")
        told = [line[panel.region.x :].strip() for line in ui.lines[panel.region.y : panel.region.bottom]]
        assert [line for line in told if line] == ["Bob", "played a known opening"]
