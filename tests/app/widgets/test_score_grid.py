"""Many players side by side: whose turn it is, and names below the stones where they fit."""

from tests.support.driving import NAMES, a_setup
from ttt_tui.app.widgets.lines import Line, cells_of
from ttt_tui.app.widgets.scoreboard import ScoreRow, score_grid
from ttt_tui.engine import HUMAN

PLAYERS = a_setup(*[HUMAN] * 15, board=(15, 15), k=4).players


def standings(mover: int) -> list[ScoreRow]:
    return [ScoreRow(player, seat % 3, seat == mover, seat == 4) for seat, player in enumerate(PLAYERS)]


def text(line: Line) -> str:
    return "".join(text for text, _ in line)


def raised(line: Line) -> str:
    return "".join(text for text, style in line if style.ground == "raised" or style.stands_out)


def test_the_turn_is_a_raised_ground_around_one_stone_and_its_name() -> None:
    for mover in range(15):
        for width in (28, 30, 38, 40, 56, 64):
            lines = score_grid(standings(mover), width, 16)
            found = "".join(map(raised, lines))
            before, after = "▐▌" if width >= 38 else "  "
            assert f"{before}{PLAYERS[mover].symbol}{after}{mover % 3}" in found
            assert (PLAYERS[mover].name in found) == (width >= 38)
            assert sum(player.symbol in found for player in PLAYERS if player.symbol not in NAMES[mover]) <= 1
            assert all(cells_of(line) <= width for line in lines)


def test_stones_that_touch_are_symbols_in_their_colours_and_no_points_are_faint() -> None:
    together = score_grid(standings(2), 28, 16)
    assert len(together) == 3
    assert not any("▐" in text(line) for line in together)
    runs = dict(run for line in together for run in line)
    for seat, player in enumerate(PLAYERS):
        assert runs[f" {player.symbol} "].colour == player.colour
        assert runs[f" {player.symbol} "].bold
        assert seat == 2 or runs[f" {player.symbol} "].ground != "raised"
    points = [run for line in together for run in line if run[0].isdigit()]
    assert {style.colour for digit, style in points if digit == "0"} == {"faint"}
    assert {style.colour for digit, style in points if digit == "2"} == {"text"}
    assert "▐O▌" in text(score_grid(standings(0)[:3], 28, 16)[0]), "in a single line they are chips"


def test_names_stand_below_their_stones_as_long_as_there_are_lines() -> None:
    for width, most, count in ((38, 14, 11), (38, 10, 8), (38, 7, 3), (64, 20, 8), (30, 20, 3)):
        lines = score_grid(standings(0), width, most)
        assert len(lines) == count
        is_named = "Bob" in "".join(map(text, lines))
        assert is_named == (count > 3)
        if is_named:
            chips, names = lines[:2]
            assert abs(text(chips).index("▐O▌") - text(names).index("Bob")) <= 1
