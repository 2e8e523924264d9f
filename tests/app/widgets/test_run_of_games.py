"""The games of a match as dots, with names that stay different in little room."""

from collections.abc import Sequence

import pytest
from rich.cells import cell_len

from tests.support.driving import a_setup
from ttt_tui.app.themes import WALNUT
from ttt_tui.app.widgets.run_of_games import run_of_games, short_names
from ttt_tui.engine import Match, Move


@pytest.mark.parametrize(
    ("names", "room", "expected"),
    [
        (["Player One", "Player Two"], 10, ["Player One", "Player Two"]),
        (["Romeo Golf the Third", "Kilo"], 10, ["Romeo", "Kilo"]),
        (["Bartholomew", "Ada"], 8, ["Barthol…", "Ada"]),
        (["Player One of Five", "Player Two of Five"], 10, ["Player On…", "Player Tw…"]),
        (["Player Number One", "Player Number Two"], 10, ["Playe… One", "Playe… Two"]),
        (["井上井上井上井上一", "井上井上井上井上二"], 10, ["井上…上一", "井上…上二"]),
    ],
)
def test_names_stay_different(names: list[str], room: int, expected: list[str]) -> None:
    found = short_names(names, room)
    assert all(cell_len(name) <= room for name in found)
    assert len(set(found)) == len(names)
    assert [name.replace(" ", "") for name in found] == [name.replace(" ", "") for name in expected]


def finished(names: Sequence[str], games: int) -> Match:
    match = Match(a_setup(names=names, points=None))
    for number in range(games):
        if number:
            match.next_game()
        match.push(Move(number % 2, None))
    return match


@pytest.mark.parametrize("games", [1, 2, 9, 30, 70])
@pytest.mark.parametrize(
    "names", [("Player One", "Player Two"), ("A Name of Twenty-Four 01", "A Name of Twenty-Four 02")]
)
def test_both_players_of_a_match_can_be_told_apart(names: tuple[str, str], games: int) -> None:
    for width in (34, 40, 56):
        run = run_of_games(finished(names, games), WALNUT, width)
        rows = run.plain.split("\n")[1:]
        assert max(map(cell_len, rows)) <= width
        first, second = (row[3:].replace("●", "").strip() for row in rows)
        assert first != second
        if games < 10 and width == 56:
            assert (first, second) == names, "there is room for all of them"
