"""`ttt-tui match` with more than two players who meet in pairs, with a test, and what is refused of that."""

import json
import re

import pytest

from tests.cli.test_match import Shell, players, referee, shell
from tests.cli.test_match_of_brains import brain
from tests.support.sampling import sampled
from ttt_tui.tournament import report
from ttt_tui.tournament.ratings import EloRating

__all__ = ["shell"]

THREE = players("negamax,name=Ann,depth=2", "random,name=Bob", "random,name=Eve")


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (["--jobs", "0"], "argument --jobs: choose 1 to 256, for example --jobs 2"),
        (["--jobs", "1000"], "argument --jobs: choose 1 to 256, for example --jobs 2"),
        (["--jobs", "two"], "argument --jobs: invalid whole number 'two'; try --jobs 2"),
        (["--sprt", "5"], "argument --sprt: invalid Elo differences '5'; try --sprt 0,20"),
        (["--sprt", "a,b"], "invalid Elo differences 'a,b'; try --sprt 0,20"),
        (["--sprt", "0,5,10"], "invalid Elo differences '0,5,10'; try --sprt 0,20"),
        (["--sprt", "10,0"], "from -1000 to 1000, the smaller one first, like --sprt 0,20"),
        (["--sprt", "5,5"], "from -1000 to 1000, the smaller one first, like --sprt 0,20"),
        (["--sprt", "0,inf"], "from -1000 to 1000, the smaller one first, like --sprt 0,20"),
        (["--sprt", "nan,5"], "from -1000 to 1000, the smaller one first, like --sprt 0,20"),
        (["--sprt", "-5,5"], "argument --sprt: expected one argument; try --sprt 0,20 or --sprt=-10,10$"),
        (
            ["--sprt", "0,5", "--games", "21"],
            "argument --sprt: needs an even number of games, for example --games 22",
        ),
        (["--sprt", "0,5", *players("random")], "argument --sprt: needs exactly two players, not 3"),
        (
            ["--sprt", "0,5", "--gauntlet", *players("random")],
            "argument --sprt: needs exactly two players, not 3",
        ),
        (["--gauntlet", "--round-robin"], "--round-robin: not allowed with argument --gauntlet"),
        (
            ["--round-robin", *players("human,name=Zoe")],
            r"argument --player: A \(Zoe\) is human; only computers play in a match$",
        ),
        (["--round-robin", *players(*["random"] * 14)], "16 players cannot play; choose 2 to 15"),
        (["--round-robin", "--board", "2"], "each side must be 3 to 20"),
        (["--round-robin", *players("random,symbol=#", "random,symbol=#")], "both have the symbol #"),
        (["--save"], "argument --save: expected one argument; try --save match$"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(words: list[str], right: str, shell: Shell) -> None:
    status, out, err = shell(*players("random", "random"), *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert re.search(right, err), err


@pytest.mark.parametrize(("format_", "pairs"), [("round-robin", 3), ("gauntlet", 2)])
def test_pairs_meet_by_the_rules_and_the_results_add_up(format_: str, pairs: int, shell: Shell) -> None:
    data = shell.json("--board", "3", *THREE, "--games", 4, "--seed", 2, f"--{format_}")
    assert (data["format"], data["games"], data["wanted"]) == (
        format_.replace("-", " "),
        4 * pairs,
        4 * pairs,
    )
    assert [record["game"] for record in data["records"]] == list(range(1, 4 * pairs + 1))
    points = [[0.0] * 3 for _ in range(3)]
    for record in data["records"]:
        first, second = record["seats"]
        played = {"board": data["board"], "line": data["line"], "players": [0, 1]}
        winner = referee(played, record | {"seats": [0, 1]})
        assert (None if winner is None else record["seats"][winner]) == record["winner"]
        points[first][second] += 0.5 if winner is None else winner == 0
        points[second][first] += 0.5 if winner is None else winner == 1
    for player, other in ((0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)):
        met = format_ == "round-robin" or 0 in (player, other)
        assert data["points"][player][other] == (points[player][other] if met else None)
    for player, standing in enumerate(data["players"]):
        assert standing["wins"] + standing["draws"] / 2 == sum(points[player])
        assert standing["wins"] + standing["draws"] + standing["losses"] == sum(standing["games_by_seat"])
        assert len(standing["wins_by_seat"]) == 2
    assert data["elo"] is None
    assert len(data["ratings"]) == 3


def test_two_who_meet_in_pairs_have_a_difference_and_no_table(shell: Shell) -> None:
    data = shell.json("--board", "3", *players("random", "random"), "--games", 2, "--round-robin")
    assert data["ratings"] is data["points"] is None
    assert data["elo"] is not None


def test_many_fit_in_pairs_where_they_would_not_at_one_board(shell: Shell) -> None:
    data = shell.json(*players(*["random"] * 6), "--games", 1, "--round-robin")
    assert (data["board"], data["games"]) == ([3, 3], 15)
    assert {player["seconds"] for player in data["players"]} == {1.0}, "what is usual for two"
    brains = [brain("good", f"name={name}") for name in ("Ann", "Bob")]
    data = shell.json(*players(*brains, "random"), "--board", "5", "--games", 1, "--gauntlet", "--seed", 1)
    assert [player["losses"] >= 0 for player in data["players"]] == [True] * 3


def test_the_table_of_ratings_has_the_strongest_first(shell: Shell) -> None:
    words = ["--board", "3", *THREE, "--games", 10, "--seed", 2, "--round-robin"]
    data = shell.json(*words)
    standings, table, points = shell.fine(*words).split("\n\n")
    heading, *rows = (line.split() for line in table.splitlines())
    assert heading == ["player", "Elo", "95", "%", "points", "games"]
    ratings = {
        player["name"]: rating for player, rating in zip(data["players"], data["ratings"], strict=True)
    }
    strongest_first = [row[0] for row in rows]
    elos = [ratings[name]["elo"] for name in strongest_first]
    assert elos == sorted(elos, reverse=True)
    for name, elo, low, to, high, made, games in rows:
        assert to == "to"
        told = [ratings[name][key] for key in ("elo", "low", "high")]
        assert [int(elo), int(low), int(high)] == pytest.approx(told, abs=0.51)
        number = [player["name"] for player in data["players"]].index(name)
        assert float(made) == sum(filter(None, data["points"][number]))
        assert games == "20"
    assert [line.split()[0] for line in standings.splitlines()[3:-1]] == strongest_first
    numbers = [[player["name"] for player in data["players"]].index(name) for name in strongest_first]
    heading, *rows = (line.split() for line in points.splitlines())
    symbols = [data["players"][number]["symbol"] for number in numbers]
    assert heading == ["points", "scored", "against", *symbols]
    for row, number, symbol, name in zip(rows, numbers, symbols, strongest_first, strict=True):
        made_of = [data["points"][number][other] for other in numbers]
        assert row == [symbol, name, *("–" if points is None else f"{points:g}" for points in made_of)]


def test_who_lost_everything_is_told_so(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    nan, inf = float("nan"), float("inf")
    found = [EloRating(nan, nan, nan), EloRating(-inf, -inf, -120.0), EloRating(inf, 95.4, inf)]
    monkeypatch.setattr("ttt_tui.tournament.match.elo_ratings", lambda count, met: found)
    words = ["--board", "3", *THREE, "--games", 1, "--round-robin", "--seed", 1]
    rows = [line.split() for line in shell.fine(*words).split("\n\n")[1].splitlines()[1:]]
    assert [row[:5] for row in rows] == [
        ["Eve", "–", "at", "least", "+95"],
        ["Bob", "–", "at", "most", "-120"],
        ["Ann", "–", "–", *rows[2][3:]],
    ]
    ratings = shell.json(*words)["ratings"]
    assert ratings[0] == {"elo": None, "low": None, "high": None, "clean": None}
    assert ratings[1] == {"elo": None, "low": None, "high": -120.0, "clean": "lost"}
    assert ratings[2] == {"elo": None, "low": 95.4, "high": None, "clean": "won"}


def test_a_table_of_points_that_is_too_wide_is_left_out(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--board", "3", *THREE, "--games", 1, "--round-robin", "--seed", 1]
    told = shell.fine(*words).split("\n\n")
    widest = max(map(len, told[2].splitlines()))
    monkeypatch.setattr(report, "WIDEST", widest)
    assert len(shell.fine(*words).split("\n\n")) == 3
    monkeypatch.setattr(report, "WIDEST", widest - 1)
    assert len(shell.fine(*words).split("\n\n")) == 2


def test_faults_are_counted_apart_and_lose_points(shell: Shell) -> None:
    specs = players(brain("on_stone", "name=Ann"), "random,name=Bob", "rules,name=Eve")
    status, out, err = shell("--board", 7, *specs, "--games", 2, "--gauntlet", "--jobs", 2, "--json")
    assert status == 0
    data = json.loads(out)
    ann = data["players"][0]
    assert (ann["faults"], ann["losses"], sum(ann["games_by_seat"])) == ({"illegal move": 4}, 0, 4)
    assert data["points"][0] == [None, 0, 0]
    assert [record["fault"] for record in data["records"]] == ["illegal move"] * 4
    assert err.count("Ann (brain:Ann) failed in game ") == 4


def test_a_test_ends_the_match_and_says_what_it_decided(shell: Shell) -> None:
    ann = f"negamax,name=Ann,depth={sampled(9, 4)}"
    words = ["--board", "3", *players("random,name=Bob", ann), "--seed", 1]
    words += ["--sprt=-400,0", "--games", 400]
    told = shell.fine(*words).splitlines()[-1]
    assert re.fullmatch(
        r"SPRT decided after \d+ pairs of games: Bob is more likely -400 than \+0 Elo against Ann "
        r"\(LLR -\d\.\d\d, bounds -2\.94 and \+2\.94\)",
        told,
    )
    data = shell.json(*words, "--jobs", 2)
    sprt = data["sprt"]
    assert (sprt["elo"], sprt["bounds"], sprt["verdict"]) == ([-400, 0], [-2.9444, 2.9444], -400)
    assert sprt["llr"] <= -2.9444
    assert 2 * sum(sprt["pairs"]) == data["games"] < data["wanted"] == 400


def test_a_test_that_is_not_decided_says_so(shell: Shell) -> None:
    words = ["--board", "3", *players("random,name=Bob", "random,name=Ann"), "--seed", 1, "--sprt", "0,5"]
    told = shell.fine(*words, "--games", 4).splitlines()[-1]
    assert told.startswith("SPRT undecided after 2 pairs of games: Bob may be +0 or +5 Elo against Ann (LLR ")
    assert shell.json(*words, "--games", 4)["sprt"]["verdict"] is None
