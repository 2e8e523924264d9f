"""The rows of the history: whose result, which day, and what is left out where there is little room."""

from dataclasses import replace
from datetime import date, datetime

import pytest

from tests.support.driving import HUMAN, a_setup
from ttt_tui.engine import OPEN, Rules, Setup
from ttt_tui.session.game_rows import (
    GameSign,
    about,
    board_and_length,
    brief_day,
    day_words,
    layout,
    players_within,
    sign_of,
)
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry

TODAY = date(2026, 11, 25)  # a Wednesday


def entry(setup: Setup | None = None, result: str = "X wins: line") -> Entry:
    """A game of 120 moves, as far as a list can tell."""
    then = datetime(2026, 11, 25, 13, 45).astimezone()
    return Entry(
        id=7, match=7, number=1, seed=1, started=then, changed=then, setup=setup or a_setup(), first=0,
        moves=("a1",) * 120, result=result, uid="7" * 32,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("levels", "names", "result", "expected"),
    [
        ([HUMAN, "expert"], (), "X wins: line", GameSign.WON),
        ([HUMAN, "expert"], (), "O wins: line", GameSign.LOST),
        ([HUMAN, "expert"], (), "draw: full board", GameSign.DRAWN),
        ([HUMAN, "expert"], (), "unfinished", GameSign.UNFINISHED),
        (["expert", "expert"], (), "X wins: line", GameSign.WATCHED),
        ([HUMAN, HUMAN], ("Bob",), "X wins: line", GameSign.LOST),
        ([HUMAN, HUMAN], ("Robert", "Bob"), "O wins: line", GameSign.WON),
        ([HUMAN, HUMAN], ("Zoe",), "O wins: line", GameSign.WON),
        ([HUMAN, HUMAN, "expert"], ("Zoe",), "A wins: line", GameSign.LOST),
        ([HUMAN, OPEN], ("Ada",), "O wins: resignation", GameSign.LOST),
        ([HUMAN, OPEN], ("Bob",), "O wins: line", GameSign.LOST),
    ],
)
def test_a_result_is_that_of_the_people_at_this_computer(
    levels: list[str], names: tuple[str, ...], result: str, expected: GameSign
) -> None:
    assert sign_of(entry(a_setup(*levels, board=(5, 5)), result), Names(names)) is expected


@pytest.mark.parametrize(
    ("day", "words", "brief"),
    [
        (date(2026, 11, 25), "today", "today"),
        (date(2026, 11, 24), "yesterday", "Tue"),
        (date(2026, 11, 23), "Monday", "Mon"),
        (date(2026, 11, 19), "Thursday", "Thu"),
        (date(2026, 11, 18), "2026-11-18", "11-18"),
        (date(2025, 11, 25), "2025-11-25", "2025"),
        (date(2026, 11, 26), "2026-11-26", "11-26"),
    ],
)
def test_days_of_the_last_week_have_names(day: date, words: str, brief: str) -> None:
    assert (day_words(day, TODAY), brief_day(day, TODAY)) == (words, brief)


NAMES = "A Player of Many Letters", "Bartholomew.the Patient!"


@pytest.mark.parametrize(
    ("room", "columns", "are_whole"),
    [
        (99, ["today", "13:45", "15×15 · 5", "120 moves"], True),
        (88, ["today", "13:45", "15×15 · 5"], True),
        (80, ["today", "13:45", "15×15"], True),
        (71, ["today", "15×15"], True),
        (60, ["today", "13:45", "15×15"], False),
        (46, ["today", "15×15"], False),
        (40, ["15×15"], False),
        (30, [], False),
        (16, [], False),
    ],
)
def test_columns_are_left_out_as_a_whole_and_names_are_cut_last(
    room: int, columns: list[str], are_whole: bool
) -> None:
    games = [entry(a_setup(HUMAN, "expert", board=(15, 15), k=5, names=NAMES))]
    found = layout(games, Names(), TODAY, room)
    shown = [cell(games[0], TODAY) for cell in found.cells]
    assert [*shown, *["120 moves"] * bool(found.moves)] == columns
    players = players_within(games[0], Names(), found.players)
    assert ([each.name for each in players.named] == [*NAMES]) is are_whole
    lengths = [len(each.name) for each in players.named]
    assert max(lengths) - min(lengths) <= 1, "they are cut alike"
    assert players.cells <= found.players


def test_a_row_or_the_line_below_says_unusual_rules() -> None:
    setup = a_setup(HUMAN, "expert")
    game = entry(replace(setup, geometry=replace(setup.geometry, rules=Rules(misere=True))))
    wide = layout([game], Names(), TODAY, 99)
    assert "3×3 · 3 · misère" in [cell(game, TODAY) for cell in wide.cells]
    assert about(game)[:2] == ["misère", "120 moves"]
    assert board_and_length(game) == "three in a row loses, 120 moves"


def test_of_many_players_two_are_named_and_a_user_is_named_as_now() -> None:
    game = entry(a_setup(*[HUMAN] * 5, board=(5, 5)))
    players = players_within(game, Names(("Robin", "Ada")), 40)
    assert [each.name for each in players.named] == ["Robin", "Bob"]
    assert players.rest == "3 more"
    assert [each.is_winner for each in players.named] == [True, False]
    three = replace(game, setup=a_setup(*[HUMAN] * 3, board=(5, 5)))
    assert not players_within(three, Names(), 40).rest
