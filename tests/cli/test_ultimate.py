"""Ultimate on the command line: computers play matches, and a game for people is refused with a sentence."""

from itertools import islice

import pytest

from tests.support.shell import Shell, shell
from ttt_tui.engine import Game, Geometry, Rules, Setup
from ttt_tui.tournament.openings import SEARCHED_CANDIDATES, by_search, openings

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
    found = list(islice(openings(setup, 1, by_search(), SEARCHED_CANDIDATES), 20))
    assert len(set(found)) == 20
    for opening in found:
        game = Game(setup)
        for square in opening:
            game.place(square)  # raises where the square is on the wrong board
        assert game.outcome is None
        assert len(game.moves) == 2
