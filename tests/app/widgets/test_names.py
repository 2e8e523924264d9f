"""Names and results where there is little room: they are cut as little as can be, and stay different."""

from collections.abc import Sequence
from datetime import datetime

import pytest
from rich.cells import cell_len

from tests.support.driving import a_setup, at_setup, playing
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.themes import WALNUT
from ttt_tui.app.widgets.game_table import GameTable
from ttt_tui.app.widgets.lines import longest_fitting
from ttt_tui.app.widgets.result_card import ResultCard
from ttt_tui.app.widgets.run_of_games import run_of_games, short_names
from ttt_tui.app.widgets.thinking import ThinkingPanel
from ttt_tui.engine import HUMAN, Match, Move, Setup
from ttt_tui.session.results import result_of
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


async def test_the_card_says_how_many_games_are_to_go() -> None:
    async with playing(a_setup(points=4), moves=["a1", "a2", "b1", "b2", "c1"]) as ui:
        await ui.rest()
        card = ui.one(f"{ResultCard.__name__}")
        told = "\n".join(ui.lines[card.region.y : card.region.bottom])
        assert "score 1–0 · 3 points to go" in told or "score 1–0, 3 to go" in told


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


@pytest.mark.sample(every=24)
@pytest.mark.parametrize("width", [60, 72, 80, 100, 120, 200])
@pytest.mark.parametrize("longest", [5, 12, 24])
async def test_players_are_whole_or_cut_alike(longest: int, width: int) -> None:
    names = ["A Player of Many Letters"[:longest], "Bartholomew.the Patient!"[:longest]]
    setup = a_setup(HUMAN, "expert", board=(15, 15), k=5, names=names)
    async with at_setup(size=(width, 24)) as ui:
        ui.app.push_screen(HistoryScreen(ui.app.session))
        await ui.settle()
        table = ui.app.screen.query_one(GameTable)
        table.show([entry(number, setup) for number in range(98, 102)])
        await ui.rest()
        row = next(line for line in ui.lines if " won" in line)
        players = row.partition(" won")[2].strip()
        mine, other = players.removeprefix("X ").split(", O ")
        assert table.virtual_size.width <= table.size.width, "nothing is beside the window"
        if width >= 80:
            assert [mine, other] == names
        else:
            assert abs(len(mine) - len(other)) <= 1
            assert mine[:4] == names[0][:4]
            assert other[:4] == names[1][:4]
        assert ("2026" in row) == (width - 2 >= 54 + 2 * (longest + 2) + 4), "nothing is left out in vain"


ORIGINS = {
    "here": (None, Origin.PLAYED),
    "file": (None, Origin.IMPORTED),
    "copy": ("zoe", Origin.PLAYED),
    "": (None, None),
}
"""What the list says of where a game came from → who hosted it, and what is stored."""


@pytest.mark.sample(every=7)
@pytest.mark.parametrize("width", [64, 80, 120, 200])
@pytest.mark.parametrize("longest", [5, 24])
async def test_a_column_says_where_a_game_came_from(longest: int, width: int) -> None:
    names = ["A Player of Many Letters"[:longest], "Bartholomew.the Patient!"[:longest]]
    setup = a_setup(HUMAN, "expert", board=(15, 15), k=5, names=names)
    async with at_setup(size=(width, 24)) as ui:
        ui.app.push_screen(HistoryScreen(ui.app.session))
        await ui.settle()
        table = ui.app.screen.query_one(GameTable)
        table.show([entry(n, setup, *stored) for n, stored in enumerate(ORIGINS.values(), 98)])
        await ui.rest()
        head = next(line for line in ui.lines if "From" in line)
        place = head.index("From")
        told = [line[place : place + 4].strip() for line in ui.lines if " won" in line]
        assert told == [*ORIGINS]
        assert table.virtual_size.width <= table.size.width, "nothing is beside the window"
        if width >= 80:
            assert all(name in line for line in ui.lines if " won" in line for name in names)


async def test_where_there_is_no_room_for_a_column_the_result_says_what_was_not_played_here() -> None:
    setup = a_setup(HUMAN, "expert", names=["Ada", "Bob"])
    async with at_setup(size=(40, 16)) as ui:
        ui.app.push_screen(HistoryScreen(ui.app.session))
        await ui.settle()
        table = ui.app.screen.query_one(GameTable)
        table.show([entry(n, setup, *stored) for n, stored in enumerate(ORIGINS.values(), 98)])
        await ui.rest()
        told = [line.partition(" won")[2].split("X")[0].strip() for line in ui.lines if " won" in line]
        assert told == ["", ", file", ", copy", ""]


async def test_in_a_narrow_window_names_are_not_cut_to_say_what_was_not_played_here() -> None:
    setup = a_setup(HUMAN, "expert", board=(20, 20), k=5, names=["Anna", "Bert"])
    async with at_setup(size=(40, 16)) as ui:
        ui.app.push_screen(HistoryScreen(ui.app.session))
        await ui.settle()
        table = ui.app.screen.query_one(GameTable)
        table.show([entry(98, setup, *ORIGINS["file"])._replace(result="unfinished")])
        await ui.rest()
        assert any("X Anna" in line for line in ui.lines)


async def test_a_game_that_is_open_elsewhere_leaves_room_for_long_names() -> None:
    names = ["A Player of Many Let", "Bartholomew.the Pati"]
    setup = a_setup(HUMAN, HUMAN, board=(15, 15), k=5, names=names)
    async with at_setup(size=(80, 24)) as ui:
        ui.app.push_screen(HistoryScreen(ui.app.session))
        await ui.settle()
        table = ui.app.screen.query_one(GameTable)
        finished = entry(98, setup)
        table.show([finished, finished._replace(result="unfinished", open_since=finished.changed)])
        await ui.rest()
        assert sum(all(name in line for name in names) for line in ui.lines) == 2


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
