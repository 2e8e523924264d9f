"""The rows of the history: whose result, which day, and what is left out where there is little room."""

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from tests.support.driving import HUMAN, a_setup
from ttt_tui.engine import OPEN, Geometry, Rules, Setup
from ttt_tui.session.game_rows import (
    Columns,
    about,
    brief_day,
    columns,
    day_titles,
    end_of_row,
    is_resumable,
    length,
    opponents,
    outcome_words,
)
from ttt_tui.session.history_tables import players, players_in
from ttt_tui.store.listing import GameSign, sign_of
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry, Origin

STUDY = {"origin": Origin.STUDY, "moves": (), "result": "unfinished"}

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


def test_an_imported_game_of_others_is_nobodys_result_here() -> None:
    imported = replace(entry(a_setup(HUMAN, HUMAN)), origin=Origin.IMPORTED)
    assert sign_of(imported, Names(("Zoe",))) is GameSign.WATCHED
    assert sign_of(imported, Names(("Bob",))) is GameSign.LOST


@pytest.mark.parametrize(
    ("day", "titles", "brief"),
    [
        (date(2026, 11, 25), ("today",), "today"),
        (date(2026, 11, 24), ("yesterday",), "24 Nov"),
        (date(2026, 11, 19), ("Thursday 19 November", "Thu 19 Nov"), "19 Nov"),
        (date(2026, 3, 1), ("Sunday 1 March", "Sun 1 Mar"), "1 Mar"),
        (date(2025, 12, 31), ("Wednesday 31 December 2025", "Wed 31 Dec 2025"), "31 Dec 2025"),
        (date(2026, 11, 26), ("Thursday 26 November 2026", "Thu 26 Nov 2026"), "26 Nov"),
    ],
)
def test_days_are_named_as_people_name_them(day: date, titles: tuple[str, ...], brief: str) -> None:
    assert (day_titles(day, TODAY), brief_day(day, TODAY)) == (titles, brief)


@pytest.mark.parametrize(
    ("levels", "user", "v"),
    [
        ([HUMAN, "expert"], "Ada", "v Bob"),
        ([HUMAN, HUMAN], "Bob", "v Ada"),
        ([HUMAN, "expert"], "Zoe", "Ada v Bob"),
        (["expert", "expert"], "Zoe", "Ada v Bob"),
        ([HUMAN, *["expert"] * 4], "Ada", "v 4 others"),
        (["expert"] * 5, "Zoe", "Ada and 4 others"),
    ],
)
def test_only_opponents_are_named_unless_the_user_did_not_play(levels: list[str], user: str, v: str) -> None:
    setup = a_setup(*levels, board=(5, 5), k=4) if len(levels) > 2 else a_setup(*levels)
    game, names = entry(setup), Names((user,))
    assert opponents(game, names) == v
    assert about(game) == ["id 7", "2026-11-25 13:45"]
    assert about(replace(game, origin=Origin.IMPORTED)) == ["id 7", "imported", "2026-11-25 13:45"]


@pytest.mark.parametrize(
    ("result", "changes", "user", "words"),
    [
        ("X wins: line", {}, "Ada", "You won"),
        ("O wins: line", {}, "Ada", "Bob won"),
        ("X wins: resignation", {}, "Ada", "You won by resignation"),
        ("O wins: line", {}, "Zoe", "Bob won"),
        ("draw: full board", {}, "Ada", "Draw: the board is full"),
        ("unfinished", {}, "Ada", "Unfinished"),
        ("unfinished", {"dropped": True}, "Ada", "Abandoned"),
        ("unfinished", {"open_since": datetime(2026, 11, 25, 9, 5)}, "Ada", "Open elsewhere since 09:05"),
    ],
)
def test_the_outcome_is_the_users(result: str, changes: dict[str, Any], user: str, words: str) -> None:
    assert outcome_words(replace(entry(result=result), **changes), Names((user,))) == words


@pytest.mark.parametrize(
    ("result", "changes", "can_resume", "words"),
    [
        ("X wins: line", {}, False, "120 moves"),
        ("unfinished", {}, True, "resume"),
        ("unfinished", {}, False, "120 moves"),
        ("unfinished", {"dropped": True}, True, "abandoned"),
        ("unfinished", {"open_since": datetime(2026, 11, 25, 9, 5)}, True, "elsewhere"),
    ],
)
def test_a_row_ends_with_the_length_or_what_can_be_done(
    result: str, changes: dict[str, Any], can_resume: bool, words: str
) -> None:
    game = replace(entry(result=result), **changes)
    assert end_of_row(game, can_resume=can_resume) == words


def test_games_of_others_and_imported_ones_are_not_resumed() -> None:
    unfinished = entry(result="unfinished")
    assert is_resumable(unfinished)
    assert not is_resumable(entry())
    assert not is_resumable(replace(unfinished, host="bob"))
    assert not is_resumable(replace(unfinished, origin=Origin.IMPORTED))


@pytest.mark.parametrize(
    ("times", "parts"),
    [
        ((1000,) * 119 + (71_000,), ["120 moves", "3 min 10 s"]),
        ((1000,) * 119 + (None,), ["120 moves"]),
        ((), ["120 moves"]),
    ],
)
def test_the_duration_is_told_if_all_times_are_known(times: tuple[int | None, ...], parts: list[str]) -> None:
    assert length(replace(entry(), times=times)) == parts


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (54, Columns(time=5, game=12, opponents=19, end=9)),
        (47, Columns(time=5, game=12, opponents=12, end=9)),
        (46, Columns(time=5, game=12, opponents=11, end=9)),
        (45, Columns(time=5, game=12, opponents=21, end=0)),
        (36, Columns(time=5, game=12, opponents=12, end=0)),
        (34, Columns(time=0, game=12, opponents=17, end=0)),
        (27, Columns(time=0, game=0, opponents=24, end=0)),
        (5, Columns(time=0, game=0, opponents=8, end=0)),
    ],
)
def test_columns_are_left_out_as_a_whole(room: int, expected: Columns) -> None:
    boards = Geometry(3, 3, 3), Geometry(7, 6, 4, Rules(drop=True))
    assert columns(boards, room) == expected


def test_without_any_time_there_is_no_column_for_it() -> None:
    assert columns([Geometry(3, 3, 3)], 40, has_times=False) == Columns(0, 3, 21, 9)


@pytest.mark.parametrize(
    ("study", "name"),
    [
        ("{The centre\nand more} 1. b2", "The centre"),
        (r"{a \} and a \\ in it} 1. b2", r"a } and a \ in it"),
        ("1. b2 2. a1 (2. b1? {loses}) 3. c1 {wins}", "loses"),
        ("1. b2 2. a1", "unnamed study"),
        (None, "unnamed study"),
    ],
)
def test_a_study_has_a_name_instead_of_players(study: str | None, name: str) -> None:
    listed = replace(entry(), **STUDY, study=study)
    assert opponents(listed, Names()) == name
    assert players(listed, Names()) == name
    if study is not None:
        assert (listed.tree().name or "unnamed study") == name


def test_a_long_name_of_a_study_is_cut_in_a_table() -> None:
    listed = replace(entry(), **STUDY, study=f"{{{'word ' * 4000}}}")
    assert players_in(listed, Names(), 20) == "word word word word…"
    assert len(players(listed, Names())) == 48
