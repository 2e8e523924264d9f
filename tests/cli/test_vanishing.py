"""Vanishing on the command line: solving, matches, their records, the history, and what is refused."""

import sys
from itertools import islice
from pathlib import Path

import pytest

from tests.support.shell import Shell, shell
from tests.support.vanishing import Stones, name_of
from ttt_tui.engine import Game, Geometry, Rules, Setup
from ttt_tui.tournament.openings import SEARCHED_CANDIDATES, by_search, random_openings

__all__ = ["shell"]


def test_the_first_player_wins_by_an_edge_and_other_first_stones_draw(shell: Shell) -> None:
    said = shell.fine("solve", "--rules", "vanishing", "--all")
    assert said.startswith("X to move wins in at most 13 moves: b1 a2 c2 b3 (")
    assert shell.fine("solve", "--rules", "vanishing", "--moves", "b2").startswith("Draw: ")
    assert shell.fine("solve", "--rules", "vanishing", "--moves", "b1").startswith("O to move loses: ")


@pytest.mark.parametrize("words", [("--preset", "vanishing"), ("--rules", "vanishing")])
def test_the_games_of_a_match_are_played_by_the_rules(words: tuple[str, ...], shell: Shell) -> None:
    levels = "--player", "rules", "--player", "expert 1"
    results = shell.json("match", *words, *levels, "--games", "6", "--seed", "7")
    assert (results["board"], results["line"], results["rules"]) == ([3, 3], 3, "vanishing")
    for record in results["records"]:
        stones = Stones()
        for name in record["moves"]:
            assert stones.result() is None
            stones.play({name_of(square): square for square in stones.legal()}[name])
        result = stones.result()
        assert result is not None
        assert record["winner"] == (None if result == "draw" else record["seats"][int(result)])
    assert shell.fine("match", *words, *levels, "--games", "2", "--seed", "1").startswith("Vanishing, seed 1")


def test_openings_of_a_match_are_a_round_of_legal_moves() -> None:
    setup = Setup(Geometry(3, 3, 3, Rules.parse("vanishing")))
    found = list(islice(random_openings(setup, 1, by_search(), SEARCHED_CANDIDATES), 10))
    for opening in found:
        game = Game(setup)
        for square in opening:
            game.place(square)
        assert game.outcome is None


def test_records_of_a_match_are_imported_replayed_and_exported(shell: Shell, tmp_path: Path) -> None:
    levels = "--player", "expert 2", "--player", "expert 3"
    options = "--games", "2", "--seed", "3", "--save", str(tmp_path / "games")
    shell.fine("match", "--preset", "vanishing", *levels, *options)
    one = tmp_path / "games" / "game-0001.txt"
    assert '[Game "vanishing"]\n[Board "3x3"]\n[Line "3"]\n' in one.read_text()
    replayed = shell.fine("--plain", "--replay", str(one))
    assert replayed.startswith("Vanishing: 3×3 squares, three in a row wins.")
    assert " vanishes" in replayed
    shell.fine("history", "import", str(one))
    for name in ("game.txt", "game.json", "game"):
        exported = tmp_path / name
        shell.fine("history", "export", "1", str(exported))
        assert "already stored as game 1" in shell.refused("history", "import", str(exported))
    assert "needs 5 in a row" in shell.refused("history", "export", "1", str(tmp_path / "game.psq"))
    assert " Vanishing " in shell.fine("history", "list")
    shown = shell.fine("history", "show", "1")
    assert "X from the oldest: " in shown
    assert "Vanishing" in shell.fine("history", "stats")


def test_what_does_not_fit_is_refused_with_a_sentence(shell: Shell) -> None:
    engine = f"brain:{sys.executable} -m ttt_tui brain"
    refusal = shell.refused("match", "--preset", "vanishing", "--player", engine, "--player", "random")
    assert "engines cannot play by the rules vanishing; choose from usual, exactly, renju" in refusal
    refusal = shell.refused("solve", "--rules", "vanishing", "--board", "4")
    assert "vanishing is played on a 3×3 board with 3 in a row, not on 4×4 with" in refusal
    three = ("--player", "rules") * 3
    assert "two players" in shell.refused("match", "--preset", "vanishing", *three)
    two = ("--player", "rules") * 2
    refusal = shell.refused("match", "--preset", "vanishing", "--rules", "misere", *two)
    assert "misere is not a rule of Vanishing; choose from vanishing" in refusal
