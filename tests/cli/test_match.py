"""`ttt-tui match`: games by the rules, results that add up, tables, engines, and what is refused."""

import csv
import io
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.gomocup.bad_brains import command
from tests.support.busy import interrupted, let_work, wait_until
from tests.support.processes import MARK, marked
from tests.support.reference import CHOICES, SCRIPTS, Board
from tests.support.sampling import sampled
from tests.support.shell import Shell, shell
from ttt_tui.computer import Thought
from ttt_tui.computer.one_ply import RulesOfThumb
from ttt_tui.gomocup import BrainFault, dialogue
from ttt_tui.gomocup.dialogue import BrainTimeouts
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.tournament import report
from ttt_tui.tournament.ratings import EloRating

__all__ = ["shell"]

COMMAND = ("match",)


def players(*specs: str) -> list[str]:
    return [word for spec in specs for word in ("--player", spec)]


# --- games -----------------------------------------------------------------------------------------------


def referee(data: dict[str, Any], record: dict[str, Any]) -> int | None:
    """Play a game again on the reference board; return the player who won."""
    columns, rows = data["board"]
    words = data["rules"].split(", ")
    exactly, misere, double = (word in words for word in ("exactly", "misere", "double"))
    script = next((SCRIPTS[word] for word in words if word in SCRIPTS), "")
    seats = list(range(len(record["seats"])))
    board = Board(
        columns, rows, data["line"], seats, exactly=exactly, misere=misere, double=double, script=script
    )
    for number, word in enumerate(record["moves"]):
        assert not board.is_dead()
        cell = CHOICES.get(word) or (ord(word[0]) - ord("a"), int(word[1:]) - 1)
        assert cell in {cell for cell, _ in board.choices(board.to_move)}
        board.place(cell)
        if (winner := board.winner_by(cell)) is not None:
            assert number == len(record["moves"]) - 1
            return int(record["seats"][winner])
    assert board.is_dead()
    return None


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["--board", "3", *players("random", "rules")], 12),
        (["--board", "5", *players("scorer", "random", "rules")], 9),
        (["--board", "6x5", "--line", "4", *players(*["random"] * 4, "rules")], 10),
        (["--board", "4", "--rules", "misere", *players("scorer", "random", "rules")], 6),
        (["--board", "5", "--opening", "swap2", *players("scorer", "random")], 8),
        (["--board", "6", "--line", "6", "--rules", "double", *players("rules", "random")], 4),
        (["--preset", "three-bots"], 6),
    ],
)
def test_every_game_is_by_the_rules_and_the_results_add_up(
    words: list[str], count: int, shell: Shell
) -> None:
    data = shell.json(*words, "--games", count, "--seed", 7)
    assert data["games"] == data["wanted"] == len(data["records"]) == count
    seats = len(data["players"])
    won: Counter[tuple[int, int]] = Counter()
    for number, record in enumerate(data["records"]):
        assert record["seats"] == [(seat + number) % seats for seat in range(seats)]
        winner = referee(data, record)
        assert winner == record["winner"]
        if winner is not None:
            won[winner, record["seats"].index(winner)] += 1
    for player, standing in enumerate(data["players"]):
        assert standing["wins_by_seat"] == [won[player, seat] for seat in range(seats)]
        assert standing["wins"] == sum(standing["wins_by_seat"])
        assert standing["games_by_seat"] == [
            sum(record["seats"][seat] == player for record in data["records"]) for seat in range(seats)
        ]
        assert standing["wins"] + standing["draws"] + standing["losses"] == count
        assert standing["crashes"] == 0
    assert sum(won.values()) + data["draws"] == count
    assert (data["elo"] is None) == (seats != 2)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["exactly", "misere", "exactly, misere", "pie", "double"])
def test_every_level_plays_by_unusual_rules(rules: str, shell: Shell) -> None:
    levels = (*CLASSIC_NAMES, "expert,strength=5", "expert")
    words = ["--board", "4x3", "--line", "3", "--rules", rules, *players(*levels), "--round-robin"]
    data = shell.json(*words, "--games", 2, "--time", "0.02", "--seed", 7)
    assert data["rules"] == rules
    assert [player["crashes"] for player in data["players"]] == [0] * len(levels)
    for record in data["records"]:
        assert referee(data, record) == record["winner"]


def test_each_opening_is_played_once_from_every_seat(shell: Shell) -> None:
    data = shell.json("--board", "5", *players("random", "rules", "random"), "--games", 9)
    starts = [tuple(record["moves"][: record["opening"]]) for record in data["records"]]
    assert [starts[i] for i in (0, 3, 6)] == [starts[i] for i in (1, 4, 7)] == [starts[i] for i in (2, 5, 8)]
    assert len(set(starts)) == 3


def test_players_open_their_games_themselves_and_differently(shell: Shell) -> None:
    data = shell.json(
        "--board", "5", "--opening", "swap2", *players("scorer", "rules"), "--games", 4, "--seed", 4
    )
    for record in data["records"]:
        opening = record["moves"][: record["opening"]]
        assert opening[-1] in ("stay", "swap")
        assert record["opening"] == 4
    assert len({tuple(record["moves"][:3]) for record in data["records"]}) == 4


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("--rules pie --opening swap2", "swap2 contradicts the rules pie"),
        ("--rules pie --opening random", "random contradicts the rules pie"),
        ("--rules wild --opening swap", "wild and swap do not go together; choose one of them"),
    ],
)
def test_an_opening_has_to_fit_the_rules(words: str, error: str, shell: Shell) -> None:
    status, out, err = shell("--board", 7, *words.split(), *players("random", "random"))
    assert (status, out) == (2, "")
    assert err == f"ttt-tui match: error: argument --opening: {error}\n"


def test_an_opening_leaves_the_other_rules_of_a_preset(shell: Shell) -> None:
    words = ["--preset", "connect-four", "--opening", "pie", *players("random", "rules")]
    assert shell.json(*words, "--games", 1)["rules"] == "drop, pie"


def test_openings_of_a_file_are_played_in_turn_from_every_seat(shell: Shell, tmp_path: Path) -> None:
    book, saved = tmp_path / "book.txt", tmp_path / "saved"
    book.write_text("0,0,1,1\n-1,-1,0,1,0,0\n", encoding="utf-8")
    words = ["--board", "5", "--line", "4", *players("random", "random"), "--openings", str(book)]
    data = shell.json(*words, "--games", 6, "--save", saved)
    games = [record["moves"][: record["opening"]] for record in data["records"]]
    assert games == [["c3", "d4"]] * 2 + [["b2", "c4", "c3"]] * 2 + [["c3", "d4"]] * 2
    book.write_text("0,0,1,1\n", encoding="utf-8")
    assert "--openings" in shell.refused(*words, "--games", 6, "--save", saved)


@pytest.mark.parametrize(
    ("content", "words", "error"),
    [
        ("0,0,0,0", (), "line 1: c3 is taken"),
        (None, (), "no such file"),
        ("0,0", ("--opening", "random"), "not allowed with argument --opening"),
        ("0,0", ("--rules", "swap2"), "the players open the game"),
    ],
)
def test_openings_that_cannot_be_played_are_refused(
    content: str | None, words: tuple[str, ...], error: str, shell: Shell, tmp_path: Path
) -> None:
    book = tmp_path / "book.txt"
    if content is not None:
        book.write_text(content, encoding="utf-8")
    board = ("--board", "15" if words else "5")
    said = shell.refused(*board, *words, *players("random", "random"), "--openings", book)
    assert error in said.lower()
    assert "--openings" in said


def test_a_seed_plays_the_same_match_again(shell: Shell) -> None:
    words = ["--board", "4", *players("random", "rules"), "--games", sampled(6, 2)]
    once, again, other = (shell.json(*words, "--seed", seed)["records"] for seed in (5, 5, 6))
    assert once == again != other


@pytest.mark.slow
def test_the_table_of_standings(shell: Shell) -> None:
    words = ["--board", "3", *players("random,name=Ann", "negamax,name=Bob"), "--games", 8, "--seed", 3]
    data = shell.json(*words)
    lines = shell.fine(*words).splitlines()
    assert lines[0].rstrip() == f"3×3, three in a row, seed 3: 8 games, {data['draws']} drawn"
    assert " ".join(lines[1].split() + lines[2].split()) == (
        "won won player level won drawn lost as 1st as 2nd"
    )
    for line, standing in zip(lines[3:5], data["players"], strict=True):
        told = [standing[key] for key in ("name", "level", "wins", "draws", "losses")]
        assert line.split()[:7] == [*map(str, told + standing["wins_by_seat"])]
    difference, low, high = (round(data["elo"][key]) for key in ("difference", "low", "high"))
    assert high < 0
    told = f"Ann is about {-difference} Elo weaker than Bob (95 %: {low:+} to {high:+})"
    assert lines[-2] == f"Strength: {told}"
    assert lines[-1].startswith("Pairs 0-½-1-1½-2: ")
    assert " ".join(lines[-5].split()) == "time a move mean 99 % within slowest moves nodes/s"
    for line, standing in zip(lines[-4:-2], data["players"], strict=True):
        assert line.split()[0] == standing["name"]
        assert line.split()[-2] == str(standing["moves"])
        in_whole_milliseconds = 0.0005
        assert 0 <= standing["mean"] <= standing["p99"] <= standing["slowest"] + in_whole_milliseconds


def test_the_table_says_by_which_rules_was_played(shell: Shell) -> None:
    words = ["--board", "3", "--rules", "exactly,misere", *players("random", "random"), "--games", 2]
    title = shell.fine(*words, "--seed", 3).splitlines()[0]
    assert title.startswith("3×3, three in a row, exactly, misere, seed 3: 2 games, ")


def test_wins_from_many_seats_are_in_a_line_of_their_own(shell: Shell) -> None:
    words = ["--board", "7", *players(*["random"] * 6), "--games", 6, "--seed", 3]
    data = shell.json(*words)
    seats = [sum(player["wins_by_seat"][seat] for player in data["players"]) for seat in range(6)]
    assert shell.fine(*words).splitlines()[-1] == f"Wins by seat: {' '.join(map(str, seats))}"


def test_options_before_the_command_count_as_well(shell: Shell) -> None:
    shell.command = ()
    words = ["--board", "4", "match", *players("random", "random"), "--games", "2"]
    assert shell.json(*words)["board"] == [4, 4]


# --- what goes wrong -------------------------------------------------------------------------------------


def test_a_computer_that_crashes_loses_that_game_and_is_reported(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(self: RulesOfThumb, *arguments: object) -> object:
        raise RuntimeError("no idea\x1b[31m")

    monkeypatch.setattr(RulesOfThumb, "think", think)
    words = [*players("random", "rules,name=Robo", "random"), "--board", "8", "--games", 3, "--json"]
    status, out, err = shell(*words)
    assert status == 0
    data = json.loads(out)
    assert [standing["crashes"] for standing in data["players"]] == [0, 3, 0]
    assert data["players"][1]["wins"] == 0
    assert all(record["moves"].count("O-resigns") == 1 for record in data["records"])
    lines = err.splitlines()
    assert len(lines) == 3
    for number, line in enumerate(lines, 1):
        assert line.isprintable()
        assert line.startswith(f"ttt-tui: Robo (rules) failed in game {number} after ")


def test_an_illegal_move_is_a_crash_too(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        RulesOfThumb, "think", lambda self, position, *rest: Thought(position.last_square or 0)
    )
    status, out, err = shell(*players("rules", "random"), "--board", "3", "--games", 2, "--json")
    assert status == 0
    assert json.loads(out)["players"][1]["wins"] == 2
    assert err.count("is taken") == 2


@pytest.mark.slow
def test_ctrl_c_prints_the_games_played_so_far() -> None:
    words = ["match", "--board", "3", *players("random", "random"), "--games", "1000000", "--json"]
    status, out, err = interrupted(*words, when=lambda process: let_work(process, 1.5))
    assert status == 130
    data = json.loads(out)
    assert 0 < data["games"] == len(data["records"]) < data["wanted"] == 1_000_000
    assert err == (
        f"ttt-tui: interrupted after {data['games']} of 1000000 games, which are not saved;"
        " a match with --save DIR can be continued\n"
    )


@pytest.mark.slow
def test_a_progress_bar_is_on_a_terminal_only() -> None:
    from tests.support.terminal import Terminal

    words = ["--board", "3", *players("random", "random"), "--games", "40"]
    program = (sys.executable, "-m", "ttt_tui", "match")
    with Terminal(*words, program=program, PYTHONPATH=os.getcwd()) as terminal:
        assert terminal.wait_exit() == 0
        assert b"40/40" in terminal.raw
        assert b" left" in terminal.raw
        assert "40/40" not in str(terminal), "it goes when it is done"


# --- pairs and tests ---------------------------------------------------------------------------------------

THREE = players("negamax,name=Ann,depth=2", "random,name=Bob", "random,name=Eve")


@pytest.mark.parametrize(("pairing", "pairs"), [("round-robin", 3), ("gauntlet", 2)])
def test_pairs_meet_by_the_rules_and_the_results_add_up(pairing: str, pairs: int, shell: Shell) -> None:
    data = shell.json("--board", "3", *THREE, "--games", 4, "--seed", 2, f"--{pairing}")
    assert data["pairing"] == pairing.replace("-", " ")
    assert data["games"] == data["wanted"] == 4 * pairs
    assert [record["game"] for record in data["records"]] == list(range(1, 4 * pairs + 1))
    points = [[0.0] * 3 for _ in range(3)]
    for record in data["records"]:
        first, second = record["seats"]
        winner = referee(data, record)
        assert winner == record["winner"]
        points[first][second] += 0.5 if winner is None else winner == first
        points[second][first] += 0.5 if winner is None else winner == second
    for player, other in ((0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)):
        met = pairing == "round-robin" or 0 in (player, other)
        assert data["points"][player][other] == (points[player][other] if met else None)
    for player, standing in enumerate(data["players"]):
        assert standing["wins"] + standing["draws"] / 2 == sum(points[player])
        assert standing["wins"] + standing["draws"] + standing["losses"] == sum(standing["games_by_seat"])
        assert len(standing["wins_by_seat"]) == 2
    assert data["elo"] is None
    assert len(data["ratings"]) == 3


def test_many_fit_in_pairs_and_two_have_a_difference_and_no_table(shell: Shell) -> None:
    data = shell.json("--board", "3", *players("random", "random"), "--games", 2, "--round-robin")
    assert data["ratings"] is data["points"] is None
    assert data["elo"] is not None
    data = shell.json(*players(*["random"] * 6), "--games", 1, "--round-robin")
    assert (data["board"], data["games"]) == ([3, 3], 15)
    assert {player["seconds"] for player in data["players"]} == {1.0}, "what is usual for two"


def test_the_table_of_ratings_has_the_strongest_first(shell: Shell) -> None:
    words = ["--board", "3", *THREE, "--games", 10, "--seed", 2, "--round-robin"]
    data = shell.json(*words)
    names = [player["name"] for player in data["players"]]
    standings, times, table, points = shell.fine(*words).split("\n\n")
    assert [names.index(line.split()[0]) for line in times.splitlines()[1:]] == [
        names.index(line.split()[0]) for line in table.splitlines()[1:]
    ]
    heading, *rows = (line.split() for line in table.splitlines())
    assert heading == ["player", "Elo", "95", "%", "points", "games"]
    order = [names.index(row[0]) for row in rows]
    assert order == sorted(range(3), key=lambda number: -data["ratings"][number]["elo"])
    for number, (_, elo, low, to, high, made, games) in zip(order, rows, strict=True):
        assert (to, games) == ("to", "20")
        told = [data["ratings"][number][key] for key in ("elo", "low", "high")]
        assert [int(elo), int(low), int(high)] == pytest.approx(told, abs=0.51)
        assert float(made) == sum(filter(None, data["points"][number]))
    assert [names.index(line.split()[0]) for line in standings.splitlines()[3:-1]] == order
    heading, *rows = (line.split() for line in points.splitlines())
    symbols = [data["players"][number]["symbol"] for number in order]
    assert heading == ["points", "scored", "against", *symbols]
    for row, number, symbol in zip(rows, order, symbols, strict=True):
        made_of = [data["points"][number][other] for other in order]
        assert row == [symbol, names[number], *("–" if made is None else f"{made:g}" for made in made_of)]


def test_infinite_and_unknown_ratings_in_the_table(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    nan, inf = float("nan"), float("inf")
    found = [EloRating(nan, nan, nan), EloRating(-inf, -inf, -120.0), EloRating(inf, 95.4, inf)]
    monkeypatch.setattr("ttt_tui.tournament.match.elo_ratings", lambda count, met: found)
    words = ["--board", "3", *THREE, "--games", 1, "--round-robin", "--seed", 1]
    rows = [line.split() for line in shell.fine(*words).split("\n\n")[2].splitlines()[1:]]
    assert [row[:5] for row in rows] == [
        ["Eve", "–", "at", "least", "+95"],
        ["Bob", "–", "at", "most", "-120"],
        ["Ann", "–", "–", *rows[2][3:]],
    ]
    ratings = shell.json(*words)["ratings"]
    assert ratings[0] == {"elo": None, "low": None, "high": None, "clean": None}
    assert ratings[1] == {"elo": None, "low": None, "high": -120.0, "clean": "lost"}
    assert ratings[2] == {"elo": None, "low": 95.4, "high": None, "clean": "won"}


def test_a_table_of_points_that_is_too_wide_is_omitted(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--board", "3", *THREE, "--games", 1, "--round-robin", "--seed", 1]
    widest = max(map(len, shell.fine(*words).split("\n\n")[3].splitlines()))
    monkeypatch.setattr(report, "WIDEST", widest)
    assert "points scored against" in shell.fine(*words)
    monkeypatch.setattr(report, "WIDEST", widest - 1)
    assert "points scored against" not in shell.fine(*words)


@pytest.mark.slow
def test_an_sprt_ends_the_match_with_its_verdict(shell: Shell) -> None:
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


def test_an_undecided_sprt_is_reported(shell: Shell) -> None:
    words = ["--board", "3", *players("random,name=Bob", "random,name=Ann"), "--seed", 1, "--sprt", "0,5"]
    told = shell.fine(*words, "--games", 4).splitlines()[-1]
    assert told.startswith("SPRT undecided after 2 pairs of games: Bob may be +0 or +5 Elo against Ann (LLR ")
    assert shell.json(*words, "--games", 4)["sprt"]["verdict"] is None


# --- engines -----------------------------------------------------------------------------------------------

HANGING = sampled(BrainTimeouts(), BrainTimeouts(first=0.1, start=0.2))
"""How long an engine is waited for that never answers."""


def brain(name: str, *fields: str) -> str:
    return ",".join((f"brain:{' '.join(command(name))}", *fields))


def match(shell: Shell, *specs: str, games: int = 2) -> tuple[int, str, str]:
    return shell("--board", 7, *players(*specs), "--games", games, "--json", "--seed", 1)


def test_a_brain_plays_from_both_seats_by_the_rules(shell: Shell) -> None:
    status, out, err = match(shell, brain("good", "name=Ann"), "scorer,name=Bob")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert [record["seats"] for record in data["records"]] == [[0, 1], [1, 0]]
    for record in data["records"]:
        assert referee(data, record) == record["winner"]
        assert record["fault"] is None
    ann, bob = data["players"]
    assert (ann["level"], ann["faults"], ann["losses"], bob["wins"]) == ("brain:Ann", {}, 2, 2)
    assert "good.py" not in out, "commands are not written down"


OWN = Path(__file__).parents[1] / "gomocup/own_computers.py"


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_computer_that_a_user_wrote_plays_among_three_and_is_no_path(jobs: int, shell: Shell) -> None:
    specs = players(f"python:{OWN}:First,name=Ann,time=5", "random,name=Bob", "random,name=Eve")
    status, out, err = shell("--board", 5, "--line", 3, *specs, "--games", 3, "--json", "--jobs", jobs)
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert [player["level"] for player in data["players"]] == ["python:Ann", "random", "random"]
    assert data["players"][0]["faults"] == {}
    assert "own_computers" not in out


def test_what_a_users_computer_does_wrong_is_counted_as_a_fault(shell: Shell) -> None:
    status, out, err = match(shell, f"python:{OWN}:Raises,time=5", "random")
    assert status == 0
    assert json.loads(out)["players"][0]["faults"] == {"raised": 2}
    first = err.splitlines()[0]
    assert first.startswith("ttt-tui: Raises (python:Raises) failed in game 1 after ")
    assert "raised ValueError: no idea" in first


@pytest.mark.slow
def test_expert_opens_for_a_brain_that_does_not_know_swap2(shell: Shell) -> None:
    specs = players(brain("good", "name=Ann", "time=0.1"), "random,name=Bob")
    status, out, err = shell(
        "--board", 7, *specs, "--games", 2, "--json", "--seed", 1, "--opening", "swap2", "--jobs", 2
    )
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert data["players"][0]["faults"] == {}
    assert [player["opened_for"] for player in data["players"]] == [2, 0]
    for record in data["records"]:
        assert referee(data, record) == record["winner"]


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("dies", "died", "stopped (exit status 3)"),
        ("on_stone", "illegal move", "which is taken"),
        ("hangs", "hung", f"did not answer START within {HANGING.start:g} s"),
        ("refuses_start", "refused", "rejected START 7"),
        ("overruns", "overran", "exceeded its time limit of 0.1 s by more than 1.5 s"),
        ("no such brain", "did not start", "did not start: "),
    ],
)
def test_faults_are_named_and_counted_apart_from_losses(
    name: str, kind: str, told: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "hangs":
        monkeypatch.setattr(dialogue, "BRAIN_TIMEOUTS", HANGING)
    spec = brain(name, "name=Ann", "time=0.1") if " " not in name else "brain:/no/such,name=Ann"
    status, out, err = match(shell, "random,name=Bob", spec, games=1)
    assert status == 0
    data = json.loads(out)
    bob, ann = data["players"]
    assert (ann["faults"], ann["losses"], ann["crashes"], bob["wins"]) == ({kind: 1}, 0, 0, 1)
    assert data["records"][0]["fault"] == kind
    assert data["elo"]["low"] is not None, "the game was given away, which somebody has won"
    assert err.startswith("ttt-tui: Ann (brain:Ann) failed in game 1 after ")
    assert told in err
    assert err.count("\n") == 1
    assert err.strip().isprintable()


def test_the_table_names_every_kind_of_fault() -> None:
    kinds = {fault.kind for fault in BrainFault.__subclasses__()}
    assert kinds == report.KINDS.keys()


def test_the_table_names_faults(shell: Shell) -> None:
    words = [*players(brain("on_stone", "name=Ann"), "random,name=Bob"), "--board", 7, "--games", 2]
    status, out, _ = shell(*words, "--seed", 1)
    assert status == 0
    top, heading, ann, bob = out.splitlines()[1:5]
    assert top.split() == ["won", "won"]
    assert heading.split()[-2:] == ["2nd", "faults"]
    assert heading.split()[:5] == ["player", "level", "won", "drawn", "lost"]
    assert ann.split()[:5] == ["Ann", "brain:Ann", "0", "0", "0"]
    assert ann.rstrip().endswith("2 illegal moves")
    assert bob.split()[:5] == ["Bob", "random", "2", "0", "0"]


def test_a_brain_that_does_not_work_is_found_out_before_the_match(shell: Shell) -> None:
    status, out, err = match(shell, "random", brain("refuses_start"))
    assert (status, out) == (2, "")
    assert "rejected START 15: “no such board”" in err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how processes are doing")
def test_ctrl_c_ends_the_brains_before_the_first_game_is_over() -> None:
    pair = players(brain("overruns", "name=Ann", "time=3000"), "random")
    mark, started = f"match {os.getpid()}", " ".join(command("overruns"))

    def plays(_: object) -> None:
        wait_until(lambda: any(text.startswith(started) for text in marked(mark).values()))

    status, out, err = interrupted("match", *pair, "--board", "7", "--json", when=plays, **{MARK: mark})
    assert (status, json.loads(out)["games"]) == (130, 0)
    assert err == "ttt-tui: interrupted before the first of 20 games was over\n"
    assert marked(mark) == {}


# --- names


@pytest.mark.parametrize("rounds", [(), ("--round-robin",)])
def test_a_step_of_the_ladder_has_its_name_on_screen_wherever_a_match_names_it(
    rounds: tuple[str, ...], shell: Shell, tmp_path: Path
) -> None:
    seats = players("easy 2", "novice", "expert,strength=2")
    words = ["--board", "3", *seats, "--games", "6", *rounds, "--save", tmp_path / "match"]
    data = shell.json(*words)
    told = shell.fine(*words)
    assert [player["name"] for player in data["players"]] == ["easy 2", "novice 1", "easy 2 (2)"]
    assert [player["level"] for player in data["players"]] == ["easy 2", "novice 1", "easy 2"]
    assert "easy 2" in told
    assert not re.search(r"expert \d", told + json.dumps(data))
    saved = (tmp_path / "match" / "game-0001.txt").read_text()
    assert '"easy 2" "expert 2"' in saved, "a record keeps the name that every version reads"
    shown = shell("--board", "3", *players("easy 3", "novice", "easy 2"), "--games", "6", *rounds,
                  "--save", tmp_path / "match")[2]  # fmt: skip
    assert "the level of player 1 is easy 2 there, easy 3 here" in shown


def test_a_match_is_not_saved_on_standard_output(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refusal = shell.refused(*players("random", "random"), "--board", "3", "--games", 2, "--save", "-")
    assert "a match is saved in a directory, not on standard output" in refusal
    assert not list(tmp_path.glob("-"))


def test_csv_has_a_line_for_each_game_and_nothing_that_a_spreadsheet_computes(shell: Shell) -> None:
    words = [
        "--board",
        "3",
        *players("negamax,name==1+1,depth=2", "random,name=Bob"),
        "--games",
        4,
        "--seed",
        3,
    ]
    data = shell.json(*words)
    rows = [*csv.DictReader(io.StringIO(shell.fine(*words, "--csv")))]
    assert [row["record"].split() for row in rows] == [game["moves"] for game in data["records"]]
    assert {row["player 1"] for row in rows} == {"'=1+1", "Bob"}
    for row, game in zip(rows, data["records"], strict=True):
        names = ["'=1+1", "Bob"]
        assert row["winner"] == ("" if game["winner"] is None else names[game["winner"]])
        assert (row["player 1"], row["player 2"]) == (names[game["seats"][0]], names[game["seats"][1]])
        assert int(row["moves"]) == len(game["moves"])
        assert float(row["seconds 1"]) >= 0
        assert int(row["nodes 1" if game["seats"][0] == 0 else "nodes 2"]) > 0
