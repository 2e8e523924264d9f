"""The page of statistics in words and numbers."""

from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from tests.support.driving import HUMAN, a_setup
from ttt_tui.analysis.rating import Rating
from ttt_tui.engine import Geometry, Rules, Setup
from ttt_tui.session.person_statistics import (
    RatingView,
    bar_groups,
    by_turn,
    cards,
    depth_of,
    hints_words,
    opponent_words,
    since,
    streaks,
)
from ttt_tui.session.wording import game_name
from ttt_tui.store.statistics import (
    Names,
    Opponent,
    PersonStatistics,
    Tally,
    people,
    person_statistics,
    watched,
)
from ttt_tui.store.stored_game import Entry

TODAY = date(2026, 11, 25)
NAMES = Names(("Ada", "Adele"))


def entry(setup: Setup, result: str = "X wins: line", days_ago: int = 0, *, hints: int = 0) -> Entry:
    """A finished game in which X moved first."""
    then = datetime(2026, 11, 25, 13, 45).astimezone() - timedelta(days=days_ago)
    number = entry.number = getattr(entry, "number", 0) + 1  # type: ignore[attr-defined]
    return Entry(
        id=number, match=number, number=1, seed=1, started=then, changed=then, setup=setup, first=0,
        moves=("a1",) * 9, result=result, uid=f"{number:032}", hints=hints,
    )  # fmt: skip


def against(level: str, names: tuple[str, str] = ("Ada", "medium 4")) -> Setup:
    return a_setup(HUMAN, level, names=names)


GAMES = [
    entry(against("expert 4")),
    entry(against("expert 4"), "O wins: line", hints=2),
    entry(against("expert 2", ("Adele", "easy 2")), "draw: full board", days_ago=1),
    entry(a_setup("expert 4", HUMAN, names=("medium 4", "Ada")), "O wins: line", days_ago=3),
    entry(a_setup(HUMAN, HUMAN, names=("Bob", "Ada")), days_ago=3),
    entry(a_setup(HUMAN, *["random"] * 4, board=(5, 5)), days_ago=3),
    entry(a_setup("expert", "random", names=("expert", "random")), days_ago=9),
    entry(against("expert 4"), "unfinished"),
]


def test_a_person_is_counted_under_all_names_against_each_opponent_in_each_game_and_on_each_day() -> None:
    counted = person_statistics(GAMES, NAMES, "Ada")
    assert counted.total == Tally(3, 1, 2, first_wins=2, first_draws=1, first_losses=1)
    assert {opponent_words(who): (t.wins, t.draws, t.losses) for who, t in counted.opponents.items()} == {
        "medium 4": (2, 0, 1), "easy 2": (0, 1, 0), "Bob": (0, 0, 1), "4 others": (1, 0, 0),
    }  # fmt: skip
    assert counted.days == Counter({TODAY: 2, date(2026, 11, 24): 1, date(2026, 11, 22): 3})
    assert (counted.hints, hints_words(counted)) == (2, "hints in 2 positions")
    assert by_turn(counted)[0] == "Moving first W 2 D 1 L 1, later W 1 D 0 L 1"
    assert by_turn(counted)[-1] == "first W2 D1 L1, later W1 D0 L1"
    assert people(GAMES, NAMES) == ["Ada", "Bob"]
    bob = person_statistics(GAMES, NAMES, "Bob")
    assert bob.opponents == {Opponent(name="Ada"): Tally(1, first_wins=1)}


def test_a_guests_copy_of_a_game_does_not_count_beside_it() -> None:
    copy = replace(GAMES[0], host="bob", hosted_id=GAMES[0].uid, uid="f" * 32)
    assert person_statistics([copy, GAMES[0]], NAMES, "Ada").total.games == 1


def test_the_bars_name_the_ladder_in_its_order_and_computers_among_themselves() -> None:
    groups = bar_groups(person_statistics(GAMES, NAMES, "Ada"), watched(GAMES))
    assert {title: [name for name, _ in bars] for title, bars in groups.items()} == {
        "Against": ["easy 2", "medium 4", "Bob", "4 others"],
        "Games": ["3×3", "5×5 · 3"],
        "Computers among themselves": ["expert", "random"],
    }
    assert bar_groups(PersonStatistics(), {}) == {}


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        ([], (0, 0)),
        ([0], (1, 1)),
        ([1, 2, 3], (3, 3)),
        ([2, 3], (0, 2)),
        ([0, 2, 3, 4, 5, 9], (1, 4)),
    ],
)
def test_days_in_a_row_go_on_until_a_day_is_over_without_a_game(
    ago: list[int], expected: tuple[int, int]
) -> None:
    assert streaks({TODAY - timedelta(days=days): 1 for days in ago}, TODAY) == expected


def test_cards_have_a_rating_only_once_it_is_shown() -> None:
    counted = person_statistics(GAMES, NAMES, "Ada")

    def shown(view: RatingView | None, *, is_rated: bool = True) -> list[tuple[str, str, str]]:
        made = cards(counted, view, counted.days, TODAY, is_rated=is_rated)
        return [(card.figure, card.first[0], card.second[0]) for card in made]

    games, won = ("6", "games", "finished in 3 days"), ("50%", "won", "W 3  D 1  L 2")
    row = ("2", "days in a row", "best 2")
    early = RatingView("three in a row", (), waiting="rating after 1 more game")
    late = RatingView("three in a row", (), Rating(1562.4, 90.0))
    assert shown(late) == [games, won, ("1562", "rating", "give or take 90"), row]
    assert shown(early) == [games, won, ("", "rating after", "1 more game"), row]
    assert shown(None) == [games, won, ("", "rating after", "5 more games"), row]
    assert shown(None, is_rated=False) == [games, won, row]


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (TODAY, "since today"),
        (date(2026, 11, 18), "since 18 November"),
        (date(2024, 2, 29), "since 29 February 2024"),
    ],
)
def test_the_first_day_is_told(day: date, words: str) -> None:
    assert since({day: 1, TODAY: 3}, TODAY) == words
    assert since({}, TODAY) == ""


def test_a_day_has_three_depths() -> None:
    assert [depth_of(count) for count in (0, 1, 2, 3, 5, 6, 99)] == [0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("geometry", "name"),
    [
        (Geometry(3, 3, 3), "3×3"),
        (Geometry(5, 5, 4), "5×5"),
        (Geometry(5, 5, 3), "5×5 · 3"),
        (Geometry(15, 15, 5), "15×15"),
        (Geometry(15, 15, 4), "15×15 · 4"),
        (Geometry(7, 6, 4, Rules(drop=True)), "Connect Four"),
        (Geometry(8, 7, 4, Rules(drop=True)), "8×7 drop"),
        (Geometry(15, 15, 5, Rules.parse("renju")), "Renju"),
        (Geometry(19, 19, 6, Rules(per_turn=2)), "Connect6"),
        (Geometry(3, 3, 3, Rules.parse("shared, misere")), "Notakto"),
        (Geometry(3, 3, 3, Rules(misere=True)), "3×3 misère"),
        (Geometry(9, 9, 3, Rules.parse("ultimate")), "Ultimate"),
    ],
)
def test_games_are_called_by_their_names(geometry: Geometry, name: str) -> None:
    assert game_name(geometry) == name
