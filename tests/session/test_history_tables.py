"""The list of stored games in columns: what is left out, and what is cut, where there is little room."""

from dataclasses import replace
from datetime import date, datetime

import pytest

from tests.support.driving import HUMAN, a_setup
from ttt_tui.analysis.words import counted
from ttt_tui.computer.ladder.kinds import kind_of
from ttt_tui.engine import Geometry, LineRule, Rules, Termination
from ttt_tui.session.history_tables import (
    fit,
    rating_line,
    ratings_line,
    result_words,
    tally_groups,
    width,
)
from ttt_tui.session.player_ratings import RatedGame, RatingTrack
from ttt_tui.session.wording import game_name
from ttt_tui.store.statistics import Names, statistics
from ttt_tui.store.stored_game import Entry


def entry(host: str | None = None, names: tuple[str, str] = ("Ada", "Bob")) -> Entry:
    """A finished game, as far as a list can tell."""
    then = datetime(2026, 11, 25, 13, 45).astimezone()
    setup = a_setup(HUMAN, HUMAN, board=(15, 15), k=5, names=names)
    return Entry(
        id=7, match=7, number=1, seed=1, started=then, changed=then, setup=setup, first=0,
        moves=("a1",) * 120, result="X wins: resignation", host=host, uid="7" * 32,
    )  # fmt: skip


def lines(entries: list[Entry], room: int) -> list[str]:
    """Return the list as it is printed in so many columns."""
    headings, cells = fit(entries, Names(), room + 2, 2)
    widths = [width(heading, told) for heading, told in zip(headings, cells, strict=True)]
    rows = [headings, *map(list, zip(*cells, strict=True))]
    return ["  ".join(word.ljust(w) for word, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def test_everything_is_listed_where_there_is_room() -> None:
    assert lines([entry("zoe")], 100) == [
        "id  started           board  line  moves  source      result                 Players",
        "7   2026-11-25 13:45  15×15  5     120    joined zoe  X wins by resignation  X Ada, O Bob",
    ]


def test_unusual_rules_stand_beside_the_line_length() -> None:
    usual = entry()
    geometry = replace(usual.setup.geometry, rules=Rules(LineRule.EXACTLY, misere=True))
    other = replace(usual, setup=replace(usual.setup, geometry=geometry))
    assert "  5, exactly, misère  " in lines([usual, other], 120)[2]
    assert game_name(geometry) == "15×15 exactly, misère"


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (127, "id started board line moves source result Players"),
        (126, "id started board line moves result Players"),
        (118, "id started board line result Players"),
        (111, "id started board result Players"),
        (106, "id started board result Players"),
        (105, "id started board result Players"),
        (80, "id started board result Players"),
        (70, "id board result Players"),
        (50, "id result Players"),
        (40, "id result Players"),
    ],
)
def test_columns_but_the_id_are_left_out_before_names_are_cut(room: int, expected: str) -> None:
    names = "A Player of Many Letters", "Bartholomew.the Patient!"
    head, row = lines([entry(names=names)], room)
    assert head.split() == expected.split()
    assert row.startswith("7 ")
    assert row.endswith(f"X {names[0]}, O {names[1]}") if room >= 106 else row.count("…") == 2
    assert max(len(head), len(row)) <= room


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("X wins: line", "X wins"),
        ("X wins: resignation", "X wins by resignation"),
        (": wins: line", ": wins"),
        ("X wins: most boards", "X wins by most boards"),
        ("draw: dead board", "draw: no line possible"),
        ("draw: full board", "draw: the board is full"),
        ("draw: no legal move", "draw: no legal move"),
        ("draw: repetition", "draw by repetition"),
        ("draw: agreement", "draw by agreement"),
        ("X wins: time", "X wins on time"),
        ("draw: time", "draw on time"),
        ("unfinished", "unfinished"),
    ],
)
def test_results_are_told_in_words(result: str, words: str) -> None:
    assert result_words(result) == words
    by_rules = {"line", "dead board", "full board", "no legal move", "most boards", "repetition"}
    assert {str(how) for how in Termination} == {*by_rules, "resignation", "time", "agreement"}


def test_a_rating_in_games_is_a_line_with_its_deviation_from_the_fifth_game_on() -> None:
    kind = kind_of(Geometry(15, 15, 5))
    track, day = RatingTrack(kind), date(2026, 11, 20)
    for left in (4, 3, 2, 1):
        track.add(RatedGame(f"{left}", day, kind, 5, 1.0), day)
        line = f"{counted(5 - left, 'game')}, rating after {left} more game{'s' * (left > 1)}"
        assert rating_line(track, day) == f"Five in a row, large board: {line}"
        assert ratings_line(track) == ""
    track.add(RatedGame("a", day, kind, 5, 1.0), day)
    rating = track.rating_on(day)
    line = f"5 games, rating {rating.rating:.0f}, give or take {rating.deviation:.0f}"
    assert rating_line(track, day) == f"Five in a row, large board: {line}"


def test_games_of_ultimate_are_counted_and_rated_apart_and_called_by_its_name() -> None:
    usual, day = entry(), date(2026, 11, 26)
    titles = {"open-until-full": "open until full", "most-boards": "most boards", "ultimate": ""}
    for words, variant in titles.items():
        geometry = Geometry(9, 9, 3, Rules.parse(words))
        game = replace(usual, setup=replace(usual.setup, geometry=geometry), uid=words)
        track = RatingTrack(kind_of(geometry))
        assert rating_line(track, day).partition(":")[0] == ", ".join(filter(None, ("Ultimate", variant)))
        assert game_name(geometry) == ", ".join(filter(None, ("Ultimate", variant)))
        title = " · ".join(filter(None, ("Ultimate", variant)))
        assert (
            lines([usual, game], 120)[2].split()[3:]
            == f"Ultimate {variant} 120 played X wins by resignation X Ada, O Bob".split()
        )
        title = " · ".join(filter(None, ("Ultimate", variant)))
        groups = dict(tally_groups(statistics([usual, game])))
        assert [board for board, _ in groups["Boards"]] == ["15×15 · five in a row", title]
        assert {player for player, _ in groups["Players"]} >= {"Ada", f"Ada · {title.replace(' ·', ',')}"}


def test_a_name_with_a_dot_in_it_stays_as_it_is() -> None:
    (named,) = dict(tally_groups(statistics([entry(names=("Ada · Eve", "Bob"))])))["Players"][:1]
    assert named[0] in ("Ada · Eve", "Bob")
