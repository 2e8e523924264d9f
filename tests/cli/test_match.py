"""`ttt-tui match`: fair openings, results that add up, strength with its interval, and what goes wrong."""

import json
import math
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import NormalDist
from typing import Any

import pytest

from tests.support.busy import let_work
from tests.support.reference import Board, MaxN
from tests.support.sampling import sampled
from tests.support.strategies import make_setup
from ttt_tui.cli.main import main
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.rules_of_thumb import RulesOfThumb
from ttt_tui.engine import Game, Limit, Position
from ttt_tui.tournament.openings import SEARCHED_CANDIDATES, Choice, Choices, Opening, by_search, openings
from ttt_tui.tournament.ratings import Elo, elo_difference
from ttt_tui.tournament.report import comparison


class Shell:
    """Runs `ttt-tui match …`."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: object) -> tuple[int, str, str]:
        try:
            status = main(["match", *map(str, words)])
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        return status, *self.capsys.readouterr()

    def fine(self, *words: object) -> str:
        status, out, err = self(*words)
        assert (status, err) == (0, "")
        return out

    def json(self, *words: object) -> dict[str, Any]:
        data = json.loads(self.fine(*words, "--json"))
        assert isinstance(data, dict)
        return data


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def players(*specs: str) -> list[str]:
    return [word for spec in specs for word in ("--player", spec)]


# --- games -----------------------------------------------------------------------------------------------


def referee(data: dict[str, Any], record: dict[str, Any]) -> int | None:
    """Play a game again on the reference board; return the player who won."""
    columns, rows = data["board"]
    count = len(data["players"])
    board = Board(columns, rows, data["line"], list(range(count)), 0)
    for number, word in enumerate(record["moves"]):
        assert not board.is_dead()
        cell = (ord(word[0]) - ord("a"), int(word[1:]) - 1)
        assert cell in board.empty()
        mover = board.to_move
        board.place(cell)
        if board.completed(cell):
            assert number == len(record["moves"]) - 1
            return int(record["seats"][mover])
    assert board.is_dead()
    return None


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["--board", "3", *players("random", "rules")], 12),
        (["--board", "5", *players("scorer", "random", "rules")], 9),
        (["--board", "6x5", "--line", "4", *players(*["random"] * 4, "rules")], 10),
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


def test_each_opening_is_played_once_from_every_seat(shell: Shell) -> None:
    data = shell.json("--board", "5", *players("random", "rules", "random"), "--games", 9)
    starts = [tuple(record["moves"][: record["opening"]]) for record in data["records"]]
    assert [starts[i] for i in (0, 3, 6)] == [starts[i] for i in (1, 4, 7)] == [starts[i] for i in (2, 5, 8)]
    assert len(set(starts)) == 3


def test_a_seed_plays_the_same_match_again(shell: Shell) -> None:
    words = ["--board", "4", *players("random", "rules"), "--games", sampled(6, 2)]
    once, again, other = (shell.json(*words, "--seed", seed)["records"] for seed in (5, 5, 6))
    assert once == again != other


def test_the_table_says_who_won_what(shell: Shell) -> None:
    words = ["--board", "3", *players("random,name=Ann", "negamax,name=Bob"), "--games", 8, "--seed", 3]
    data = shell.json(*words)
    lines = shell.fine(*words).splitlines()
    assert lines[0].rstrip() == f"3×3, 3 in a row, seed 3: 8 games, {data['draws']} drawn"
    assert lines[1].split() == ["won", "won", "slowest"]
    assert lines[2].split() == [
        "player", "level", "won", "drawn", "lost", "as", "1st", "as", "2nd", "move"
    ]  # fmt: skip
    for line, standing in zip(lines[3:5], data["players"], strict=True):
        name, level, *numbers = line.split()
        assert (name, level) == (standing["name"], standing["level"])
        wanted = [standing["wins"], standing["draws"], standing["losses"], *standing["wins_by_seat"]]
        assert numbers[:5] == list(map(str, wanted))
    difference = data["elo"]
    low, high = round(difference["low"]), round(difference["high"])
    assert high < 0
    assert lines[-1] == (
        f"Strength: Ann is about {-round(difference['difference'])} Elo weaker than Bob"
        f" (95 %: {low:+} to {high:+})"
    )


def test_of_many_seats_it_is_told_in_a_line_who_won_from_which(shell: Shell) -> None:
    words = ["--board", "7", *players(*["random"] * 6), "--games", 6, "--seed", 3]
    data = shell.json(*words)
    seats = [sum(player["wins_by_seat"][seat] for player in data["players"]) for seat in range(6)]
    assert shell.fine(*words).splitlines()[-1] == f"Wins by seat: {' '.join(map(str, seats))}"


def test_the_better_player_wins_from_either_seat(shell: Shell) -> None:
    data = shell.json("--board", "3", *players("negamax", "random"), "--games", sampled(20, 12), "--seed", 1)
    negamax, random = data["players"]
    assert min(negamax["wins_by_seat"]) > 2
    assert random["wins"] == 0, "no opening is won already"
    assert data["elo"]["low"] > 0, "stronger, and surely so"


def test_options_before_the_command_count_as_well(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--board", "4", "match", *players("random", "random"), "--games", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["board"] == [4, 4]


# --- what goes wrong -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ([], "error: no players; name computers, for example --player negamax --player scorer"),
        (["--board", "5"], "error: no players; name computers, for example --player negamax --player scorer"),
        (
            players("human,name=Ann", "random"),
            r"argument --player: X \(Ann\) is human; only computers play in a match$",
        ),
        (
            ["--preset", "gomoku"],
            "argument --preset: 'gomoku' has a human player; choose from computers, three-bots, five-bots, "
            "seven-bots, fifteen-bots, computers-3x3, three-bots-3x3, five-bots-5x5, seven-bots-7x7, "
            "fifteen-bots-15x15$",
        ),
        (
            [*players("random", "random"), "--games", "0"],
            "argument --games: choose at least 1, for example --games 100",
        ),
        (
            [*players("random", "random"), "--games", "x"],
            "argument --games: invalid whole number 'x'; try --games 100",
        ),
        (
            [*players("random", "random"), "--games", "-3"],
            "invalid whole number '-3'; try --games 100",
        ),
        ([*players("random", "random"), "--game", "3"], "--game"),
        (["--board", "2", *players("random", "random")], "each side must be 3 to 20"),
        (players("random", "chess"), "argument --player: unknown level 'chess'; choose from human, "),
        (players("random"), "choose 2 to 15"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(words: list[str], right: str, shell: Shell) -> None:
    status, out, err = shell(*words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert re.search(right, err), err


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
    from ttt_tui.computer import Thought

    monkeypatch.setattr(
        RulesOfThumb, "think", lambda self, position, *rest: Thought(position.last_square or 0)
    )
    status, out, err = shell(*players("rules", "random"), "--board", "3", "--games", 2, "--json")
    assert status == 0
    assert json.loads(out)["players"][1]["wins"] == 2
    assert err.count("is taken") == 2


@pytest.mark.slow
def test_ctrl_c_prints_what_was_played_so_far() -> None:
    words = ["--board", "3", *players("random", "random"), "--games", "1000000", "--json"]
    command = [sys.executable, "-m", "ttt_tui", "match", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        let_work(process, 1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    data = json.loads(out)
    assert 0 < data["games"] == len(data["records"]) < data["wanted"] == 1_000_000
    assert err.decode() == (
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


# --- openings --------------------------------------------------------------------------------------------


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    ("columns", "rows", "k", "count"),
    [(3, 3, 3, 2), (4, 4, 4, 2), (15, 15, 5, 2), (20, 3, 3, 3), (7, 7, 4, 5), (20, 20, 4, 15), (5, 5, 4, 5)],
)
def test_openings_are_even_undecided_and_all_different(columns: int, rows: int, k: int, count: int) -> None:
    setup = make_setup(columns, rows, k, count)
    seen = list(islice(openings(setup, 1), 6))
    assert len(set(seen)) == 6
    assert seen == list(islice(openings(setup, 1), 6))
    assert seen != list(islice(openings(setup, 2), 6))
    for opening in seen:
        game = Game(setup)
        for square in opening:
            game.place(square)
        assert game.outcome is None
        assert game.position.to_move == 0
        assert {stones.bit_count() for stones in game.position.stones} == {len(opening) // count}
        board = Board(columns, rows, k, list(range(count)), 0)
        for square in opening:
            board.place((setup.geometry.column(square), setup.geometry.row(square)))
        assert not any(board.wins_at(player) for player in range(count))


def test_noted_openings_are_taken_unless_no_search_can_have_come_to_them() -> None:
    setup, noted = make_setup(5, 5, 4), dict[int, Choices]()
    seen = list(islice(openings(setup, 1, note=noted.__setitem__), 3))
    assert list(islice(openings(setup, 1, note=noted.__setitem__), 3)) == seen

    def fails(*_: object) -> float:
        raise AssertionError("it was searched for")

    assert list(islice(openings(setup, 1, fails, known=noted), 3)) == seen
    strange = noted | {1: (Choice(seen[0], ()),)}  # of another match: here it has come already
    assert list(islice(openings(setup, 1, known=strange), 3)) == seen


@pytest.mark.slow
def test_openings_that_were_searched_favour_who_is_to_move_less() -> None:
    setup = make_setup(15, 15, 5)
    expert = Expert(solver=None)

    def advantage(supply: Iterator[Opening]) -> float:
        scores = []
        for opening in islice(supply, 6):
            position = Position(setup.geometry, 2)
            for square in opening:
                position.play(square)
            scores.append(expert.think(position, Limit(nodes=4000)).score)
        return sum(score for score in scores if score is not None) / len(scores)

    searched = openings(setup, 1, by_search(), SEARCHED_CANDIDATES)
    assert advantage(searched) < 0.7 * advantage(openings(setup, 1))


def test_when_all_openings_are_played_they_come_again() -> None:
    seen = list(islice(openings(make_setup(3, 3, 3), 1), 200))
    assert len(seen) == 200
    supply = seen.index(seen[0], 1)
    assert 10 < supply == len(set(seen)) < 72


def test_no_opening_of_two_is_won_already_where_there_are_others() -> None:
    worth = MaxN()
    setup = make_setup(3, 3, 3)
    for opening in islice(openings(setup, 1), 40):
        board = Board(3, 3, 3, [0, 1], 0)
        for square in opening:
            board.place((setup.geometry.column(square), setup.geometry.row(square)))
        assert worth.worth(board)[0] == 0


def test_on_a_board_that_is_won_from_the_start_there_are_openings_too() -> None:
    assert len(set(islice(openings(make_setup(5, 5, 3), 1), 10))) == 10


# --- strength --------------------------------------------------------------------------------------------


def test_elo_of_known_scores() -> None:
    assert elo_difference(3, 0, 1).difference == pytest.approx(190.85, abs=0.01)  # 75 %
    assert elo_difference(1, 2, 1).difference == 0
    assert elo_difference(0, 2, 2).difference == pytest.approx(-190.85, abs=0.01)
    assert elo_difference(10, 0, 1).difference == pytest.approx(400)


@pytest.mark.parametrize("games", [1, 2, 10, 1000])
def test_all_won_or_all_lost_is_infinite_with_an_interval_that_says_how_sure(games: int) -> None:
    won, lost = elo_difference(games, 0, 0), elo_difference(0, 0, games)
    assert (won.difference, won.high) == (math.inf, math.inf)
    assert (lost.difference, lost.low) == (-math.inf, -math.inf)
    assert won.low == pytest.approx(-lost.high)
    assert math.isfinite(won.low)
    assert elo_difference(games + 1, 0, 0).low > won.low


@pytest.mark.parametrize(("wins", "losses"), [(7, 3), (50, 50), (1, 99), (0, 5), (5, 0)])
def test_the_interval_is_where_the_result_is_not_surprising(wins: int, losses: int) -> None:
    """Wilson's ends are the scores from which the result is 1.96 standard deviations away."""
    games = wins + losses
    z = NormalDist().inv_cdf(0.975)
    fine = [
        p
        for p in (i / 100_000 for i in range(1, 100_000))
        if abs(wins / games - p) <= z * math.sqrt(p * (1 - p) / games)
    ]
    found = elo_difference(wins, 0, losses)
    for points, p in ((found.low, fine[0]), (found.high, fine[-1])):
        if math.isfinite(points):
            assert 1 / (1 + 10 ** (-points / 400)) == pytest.approx(p, abs=2e-5)
        else:
            assert p in (0.00001, 0.99999)


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    rng = Random(1)
    truth = 100.0
    score = 1 / (1 + 10 ** (-truth / 400))
    inside = 0
    for _ in range(1000):
        wins = sum(rng.random() < score for _ in range(60))
        found = elo_difference(wins, 0, 60 - wins)
        inside += found.low <= truth <= found.high
    assert 920 <= inside <= 980


@pytest.mark.parametrize(
    ("difference", "said"),
    [
        (Elo(120.4, 30.2, 220.0), "A is about 120 Elo stronger than B (95 %: +30 to +220)"),
        (Elo(-50, -70, -30), "A is about 50 Elo weaker than B (95 %: -70 to -30)"),
        (Elo(math.inf, 20, math.inf), "A is at least 20 Elo stronger than B (95 %)"),
        (Elo(-math.inf, -math.inf, -113.2), "A is at least 113 Elo weaker than B (95 %)"),
        (Elo(-5, -30, 20), "8 games are too few to tell; A is -5 Elo against B so far (95 %: -30 to +20)"),
        (Elo(89, -171, 348),
         "8 games are too few to tell; A is +89 Elo against B so far (95 %: -171 to +348)"),
        (Elo(-0.3, -30, 30), "8 games are too few to tell; A and B are even so far (95 %: -30 to +30)"),
        (Elo(0, 0, 30), "8 games are too few to tell; A and B are even so far (95 %: +0 to +30)"),
        (Elo(-math.inf, -math.inf, 113),
         "8 games are too few to tell; A is at most +113 Elo against B (95 %)"),
        (Elo(math.inf, -43, math.inf), "8 games are too few to tell; A is at least -43 Elo against B (95 %)"),
    ],
)  # fmt: skip
def test_a_difference_is_claimed_only_where_the_interval_decides_it(difference: Elo, said: str) -> None:
    assert comparison(difference, 8, "A", "B") == f"Strength: {said}"


def test_one_game_is_too_few_to_tell() -> None:
    assert comparison(Elo(-math.inf, -math.inf, 200), 1, "A", "B") == (
        "Strength: 1 game is too few to tell; A is at most +200 Elo against B (95 %)"
    )
