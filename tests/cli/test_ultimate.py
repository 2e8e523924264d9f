"""Ultimate on the command line: matches of computers, their records, the history, and what is refused."""

import sys
from itertools import islice
from pathlib import Path

import pytest

from tests.support.shell import Shell, shell
from tests.support.ultimate import VARIANTS, NineBoards, name_of
from ttt_tui.engine import Game, Geometry, Rules, Setup
from ttt_tui.tournament.openings import SEARCHED_CANDIDATES, by_search, random_openings

__all__ = ["shell"]

BOARD = ("--rules", "ultimate", "--board", "9", "--line", "3")


def test_computers_play_a_match(shell: Shell) -> None:
    results = shell.json("match", *BOARD, "--player", "rules", "--player", "random", "--games", "4")
    assert (results["games"], [player["crashes"] for player in results["players"]]) == (4, [0, 0])
    assert shell.refused("match", *BOARD, *("--player", "rules") * 3).count("two players") == 1


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("--preset", "ultimate"), "ultimate"),
        (("--rules", "ultimate"), "ultimate"),
        (("--rules", "open-until-full"), "ultimate, open-until-full"),
        (("--preset", "ultimate", "--rules", "most-boards"), "ultimate, most-boards"),
    ],
)
def test_the_rules_bring_their_board(shell: Shell, words: tuple[str, ...], rules: str) -> None:
    results = shell.json("match", *words, "--player", "random", "--player", "random", "--games", "1")
    assert (results["board"], results["line"], results["rules"]) == ([9, 9], 3, rules)


def test_openings_of_a_match_are_a_round_of_legal_moves() -> None:
    setup = Setup(Geometry(9, 9, 3, Rules.parse("ultimate")))
    found = list(islice(random_openings(setup, 1, by_search(), SEARCHED_CANDIDATES), 20))
    assert len(set(found)) == 20
    for opening in found:
        game = Game(setup)
        for square in opening:
            game.place(square)  # raises where the square is on the wrong board
        assert game.outcome is None
        assert len(game.moves) == 2


# --- matches ---------------------------------------------------------------------------------------------


def result_of(words: str, moves: list[str]) -> str | None:
    """Return the result of a game by the slow boards, to which all its moves have to be legal."""
    boards = NineBoards.by(words)
    for name in moves:
        legal = {name_of(stone): stone for stone in boards.legal()}
        assert boards.result() is None
        boards.play(legal[name])
    return boards.result()


@pytest.mark.parametrize("words", VARIANTS)
def test_the_games_of_a_match_are_played_by_the_rules(words: str, shell: Shell) -> None:
    levels = "--player", "rules", "--player", "expert 1"
    results = shell.json(
        "match", "--preset", "ultimate", "--rules", words, *levels, "--games", "4", "--seed", "7"
    )
    assert len(results["records"]) == 4
    for record in results["records"]:
        result = result_of(words, record["moves"])
        assert result is not None
        winner = None if result == "draw" else record["seats"][int(result)]
        assert record["winner"] == winner


def test_the_report_names_the_game(shell: Shell) -> None:
    levels = "--player", "rules", "--player", "random"
    report = shell.fine("match", "--rules", "most-boards", *levels, "--games", "2", "--seed", "1")
    assert report.startswith("Ultimate, most boards, seed 1: 2 games,")


def test_records_of_a_match_are_imported_replayed_exported_and_counted(shell: Shell, tmp_path: Path) -> None:
    levels = "--player", "rules", "--player", "random"
    shell.fine(
        "match",
        "--preset",
        "ultimate",
        *levels,
        "--games",
        "2",
        "--seed",
        "3",
        "--save",
        str(tmp_path / "games"),
    )
    one = tmp_path / "games" / "game-0001.txt"
    assert '[Game "ultimate"]\n[Board "9x9"]\n[Line "3"]\n' in one.read_text()
    replayed = shell.fine("--plain", "--replay", str(one))
    assert replayed.startswith("Ultimate: nine boards of nine squares, three boards in a row win.")
    assert "Rules (X) wins with three boards in a row." in replayed
    assert " and wins the " in replayed
    shell.fine("history", "import", str(one))
    for name in ("game.txt", "game.json", "game"):
        exported = tmp_path / name
        shell.fine("history", "export", "1", str(exported))
        assert "already stored as game 1" in shell.refused("history", "import", str(exported))
    assert "needs 5 in a row" in shell.refused("history", "export", "1", str(tmp_path / "game.psq"))
    assert " Ultimate " in shell.fine("history", "list")
    counted = shell.fine("history", "stats")
    assert "rules · Ultimate " in counted
    shown = shell.fine("history", "show", "1")
    assert '[Game "ultimate"]' in shown
    assert "------+-------+------" in shown


# --- what is refused -------------------------------------------------------------------------------------


def test_engines_are_refused_with_a_sentence(shell: Shell) -> None:
    engine = f"brain:{sys.executable} -m ttt_tui brain"
    refusal = shell.refused("match", "--preset", "ultimate", "--player", engine, "--player", "random")
    assert "engines cannot play by the rules ultimate; choose from usual, exactly, renju" in refusal


@pytest.mark.parametrize("words", ["misere", "usual", "renju"])
def test_rules_of_other_games_are_refused(words: str, shell: Shell) -> None:
    levels = "--player", "rules", "--player", "random"
    refusal = shell.refused("match", "--preset", "ultimate", "--rules", words, *levels)
    assert f"{words} is not a rule of Ultimate; choose from ultimate, open-until-full, most-boards" in refusal


def test_three_players_and_other_boards_are_refused(shell: Shell) -> None:
    three = ("--player", "rules") * 3
    assert "two players" in shell.refused("match", "--preset", "ultimate", *three)
    two = ("--player", "rules") * 2
    refusal = shell.refused("match", "--rules", "ultimate", "--board", "15", *two)
    assert "ultimate is played on a 9×9 board with 3 in a row, not on 15×15 with 3" in refusal


@pytest.mark.parametrize(
    ("words", "option"),
    [(("--board", "8"), "--board"), (("--line", "4"), "--line"), (("--player", "rules") * 3, "--player")],
)
def test_what_does_not_go_with_the_preset_is_named(shell: Shell, words: tuple[str, ...], option: str) -> None:
    assert f"argument {option}: ultimate is" in shell.refused("--preset", "ultimate", *words)


def test_a_preset_keeps_its_rules_on_another_board(shell: Shell) -> None:
    players = ("--player", "random", "--player", "random", "--games", "1")
    assert shell.json("match", "--preset", "connect-four", "--board", "8", *players)["rules"] == "drop"
