"""The end of a match: in the panel, or as a dialog in a small window; what it tells, and what follows."""

import time
from collections.abc import Sequence

import pytest
from rich.cells import cell_len

from tests.support.driving import NAMES, SCRIPTED, Script, Ui, a_setup, playing
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.match_over import MatchOverScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.widgets.key_buttons import KeyButtons
from ttt_tui.app.widgets.lines import Line
from ttt_tui.app.widgets.match_summary import MatchSummary, rating_line, run_of_games, short_names
from ttt_tui.engine import HUMAN, FirstMover, Match, Move
from ttt_tui.session import wording

WON, DRAWN = "14253", "152463798"
SMALL = (79, 24)
"""A window in which the end of a match is a dialog."""


async def told(ui: Ui) -> None:
    """Wait for the end of the match, in the panel or as a dialog."""
    small = ui.app.size.width < 80

    def is_there() -> bool:
        if small:
            return isinstance(ui.app.screen, MatchOverScreen)
        return isinstance(ui.app.screen, PlayScreen) and ui.one("MatchSummary").display

    await ui.until(is_there, "the end of the match")
    await ui.rest()


def buttons(ui: Ui) -> list[str]:
    """Return the words of the buttons in the panel."""
    shown = ui.app.screen.query_one(KeyButtons)
    return [button.words for button in shown._buttons] if shown.display else []


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("size", [SMALL, (80, 24), (120, 40), (200, 50), (40, 16)], ids=str)
async def test_a_won_match_is_told_with_its_games(size: tuple[int, int]) -> None:
    setup = a_setup(points=2, first=FirstMover.ALWAYS, names=("Ada", "Romeo Golf"))
    async with playing(setup, size) as ui:
        await ui.press(*WON, "enter", *"142596", "enter")
        await ui.press(*WON)
        await told(ui)
        shown = " ".join(ui.text.split())
        assert "Ada wins" in shown
        assert "3 games" in shown
        assert "shortest win 5 moves" in shown
        assert "longest game 6 moves" in shown
        behind = 2 * (size == SMALL)
        assert sum(line.count("●") for line in ui.lines) == 3 + behind, "who won each game"
        assert shown.count("rematch") == 1 or size == SMALL, "every key once"
        assert isinstance(ui.app.screen, PlayScreen) == (size[0] >= 80), "nothing covers the board"
        await ui.press("enter")
        assert (ui.match.points, ui.moves) == ([0, 0], [])


@pytest.mark.parametrize("word", ["rematch", "review", "share"])
async def test_what_follows_is_chosen_by_a_click(word: str) -> None:
    async with playing(a_setup(points=1), moves=["a1", "a2", "b1", "b2"]) as ui:
        assert buttons(ui) == []
        await ui.press("3")
        await told(ui)
        assert buttons(ui) == ["rematch", "review", "share"]
        assert not any(each in ui.footer for each in buttons(ui))
        await ui.until(lambda: ui.play.progress.ending.could_be_read(time.monotonic()), "time to read")
        await ui.click_on(word)
        match word:
            case "rematch":
                assert ui.moves == []
            case "review":
                assert isinstance(ui.app.screen, ReviewScreen)
            case _:
                await ui.until(lambda: "C again" in ui.status, "the copy")


async def test_the_footer_names_the_keys_where_the_panel_does_not() -> None:
    async with playing(a_setup(points=1), moves=["a1", "a2", "b1", "b2"]) as ui:
        await ui.press("3")
        await told(ui)
        await ui.press("s")
        assert "rematch" in ui.footer
        await ui.press("s")
        await ui.settle()
        assert "rematch" not in ui.footer


@pytest.mark.parametrize("size", [(80, 24), (200, 50)], ids=str)
async def test_the_moves_of_the_last_game_can_be_walked_through(size: tuple[int, int]) -> None:
    async with playing(a_setup(points=1), size, moves=["a1", "a2", "b1", "b2"]) as ui:
        await ui.press("3")
        await told(ui)
        assert ui.one("MoveLog").display == (size[0] == 200)
        await ui.press("tab", "up")
        assert ui.one("MoveLog").display
        assert "Move 4 of 5" in ui.status
        await ui.press("tab")
        await ui.settle()
        assert ui.one("MatchSummary").display
        assert ui.one("MoveLog").display == (size[0] == 200)


async def test_a_dialog_is_closed_when_the_panel_has_room() -> None:
    async with playing(a_setup(points=1), SMALL, moves=["a1", "a2", "b1", "b2"]) as ui:
        await ui.press("3")
        await told(ui)
        await ui.pilot.resize_terminal(80, 24)
        await told(ui)
        assert buttons(ui) == ["rematch", "review", "share"]


@pytest.mark.slow
async def test_a_resignation_is_neither_a_shortest_win_nor_a_move() -> None:
    async with playing(a_setup(HUMAN, HUMAN, points=1)) as ui:
        await ui.press("5")
        ui.play.controller.resign(1)
        ui.play.show_change()
        await told(ui)
        assert "shortest win" not in ui.text
        assert "longest game 1 move" in ui.text


async def test_a_match_that_ends_by_draws_is_told() -> None:
    async with playing(a_setup(points=None, draws=1)) as ui:
        for key in DRAWN:
            await ui.press(*[key] * (not ui.is_over))
        await told(ui)
        assert "The match" in ui.text
        assert "is drawn" in ui.text
        assert "1 game · 1 draw" in ui.text
        await ui.press("enter")
        assert ui.match.points == [0, 0]
        assert ui.moves == []


@pytest.mark.parametrize("size", [SMALL, (80, 24)], ids=str)
async def test_a_match_among_computers_is_told_only_at_its_end(size: tuple[int, int], script: Script) -> None:
    script.moves = ["a1", "a2", "b1", "b2", "c1"]
    async with playing(a_setup(SCRIPTED, SCRIPTED, points=1), size) as ui:
        await told(ui)
        before = ui.match
        await ui.pilot.pause(0.1)
        assert ui.match is before, "it waits there"
        if size == SMALL:
            await ui.press("escape")
        await ui.rest()
        assert isinstance(ui.app.screen, PlayScreen), "it comes once"


@pytest.mark.parametrize("size", [SMALL, (80, 24)], ids=str)
async def test_the_last_move_is_taken_back_from_there_and_the_end_told_again(size: tuple[int, int]) -> None:
    async with playing(a_setup(points=1), size) as ui:
        await ui.press(*WON)
        await told(ui)
        await ui.press("u")
        assert isinstance(ui.app.screen, PlayScreen)
        assert not ui.one("MatchSummary").display
        assert ui.moves == ["a1", "a2", "b1", "b2"]
        assert not ui.match.is_over
        await ui.press("3")
        await told(ui)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, (80, 24)], ids=str)
async def test_it_waits_until_nothing_lies_on_the_board(size: tuple[int, int], script: Script) -> None:
    script.moves = ["a1", "b1"]
    async with playing(a_setup(HUMAN, SCRIPTED, points=1), size) as ui:
        for count, name in ((2, "a2"), (4, "b2")):
            await ui.place(name)
            await ui.until(lambda count=count: len(ui.moves) == count, "the reply")
        await ui.place("c3")
        question = await ui.question(script)
        await ui.press("?")
        question.answer("c1")
        await ui.until(lambda: ui.match.is_over, "the end")
        await ui.rest()
        assert isinstance(ui.app.screen, HelpScreen)
        await ui.press("escape")
        await told(ui)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.4, "0 s"), (59.4, "59 s"), (252, "4 min 12 s"), (3900, "1 h 5 min")]
)
def test_how_long_it_took_is_said_in_two_units_at_most(seconds: float, said: str) -> None:
    assert wording.duration(seconds) == said


# --- the lines of a summary ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rating", "room", "expected"),
    [
        ("rating 1500 → 1562 ▲ 62", 34, "rating       1500 → 1562 ▲ 62"),
        ("rating 1500 → 1562 ▲ 62", 26, "rating 1500 → 1562 ▲ 62"),
        ("rating after 4 more games", 34, "rating after 4 more games"),
        ("rating 1523", 34, "rating       1523"),
    ],
)
def test_a_rating_has_its_word(rating: str, room: int, expected: str) -> None:
    line = rating_line(rating, room)
    assert text([line]) == [expected]
    assert ("good" in [style.colour for _, style in line]) == ("▲" in rating)


@pytest.mark.parametrize("most", range(3, 14))
def test_a_summary_leaves_out_lines_and_never_the_rating(most: int) -> None:
    summary = MatchSummary()
    summary.most_lines = most
    summary.show(finished([0, 1, None, 0]), 252, "rating 1500 → 1562 ▲ 62")
    lines = text(summary.lines(30))
    assert len(lines) <= most
    assert "4 games · 1 draw" in lines[0]
    assert any("1500 → 1562 ▲ 62" in line for line in lines)
    assert ("shortest win" in " ".join(lines)) is False, "they resigned"
    assert (sum("●" in line for line in lines) == 2) == (most >= 7)


# --- the games of a match as dots, with names that stay different in little room -------------------------


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


def text(lines: Sequence[Line]) -> list[str]:
    """Return lines without their styles."""
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def finished(winners: Sequence[int | None], players: int = 2, names: Sequence[str] = NAMES) -> Match:
    """A match in which these players won by resignation of all others; None is a draw."""
    side = 3 if players == 2 else 10
    setup = a_setup(*[HUMAN] * players, board=(side, side), points=None, first=FirstMover.ALWAYS, names=names)
    match = Match(setup)
    for number, winner in enumerate(winners):
        if number:
            match.next_game()
        if winner is None:
            for name in ["a1", "b2", "c1", "b1", "b3", "a2", "c2", "c3", "a3"]:
                if match.game.outcome is None:
                    match.place(name)
        else:
            for player in range(players):
                if player != winner:
                    match.push(Move(player, None))
    return match


@pytest.mark.parametrize("games", [1, 2, 9, 30, 70])
@pytest.mark.parametrize(
    "names", [("Player One", "Player Two"), ("A Name of Twenty-Four 01", "A Name of Twenty-Four 02")]
)
def test_both_players_of_a_match_can_be_told_apart(names: tuple[str, str], games: int) -> None:
    for width in (34, 40, 56):
        run = text(run_of_games(finished([number % 2 for number in range(games)], names=names), width))
        rows = run[1:]
        assert max(map(cell_len, rows)) <= width
        first, second = (row[3:].replace("●", "").strip() for row in rows)
        assert first != second
        if games < 10 and width == 56:
            assert (first, second) == names, "there is room for all of them"


def test_a_resumed_match_knows_its_earlier_games() -> None:
    before = finished([0, None, 1, 0])
    again = Match.resumed(before.game, before.seed, before.earlier)
    assert run_of_games(again, 60) == run_of_games(before, 60)


def test_a_draw_has_its_word_where_there_is_no_room_for_names() -> None:
    match = finished([0, 0, None, 0, 1, 0, 1, 0], names=("Ada", "easy 2"))
    lines = text(run_of_games(match, 23))
    assert [line[:5].rstrip() for line in lines] == ["", "X", "draw", "O"]
    assert len(lines[0]) <= 23
    named = text(run_of_games(match, 24))
    assert [line[:9].rstrip() for line in named] == ["game", "X Ada", "  draw", "O easy 2"]
    assert len(named[0]) <= 24


def test_less_than_a_second_is_left_out_of_the_totals() -> None:
    match = finished([0, None])
    assert wording.match_totals(match, 0.3) == wording.match_totals(match, None) == "2 games · 1 draw"
    assert wording.match_totals(match, 59.0).endswith(" · 59 s")


def test_the_run_of_games_stands_on_two_lines_with_the_draws_between() -> None:
    assert text(run_of_games(finished([0, 0, None, 0, 1]), 50)) == [
        "game      1   2   3   4   5",
        "X  Ada    ●   ●       ●",
        "   draw           ─",
        "O  Bob                    ●",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("width", [19, 34, 50])
@pytest.mark.parametrize("players", [2, 5, 15])
@pytest.mark.parametrize("games", [1, 9, 30, 70])
def test_the_run_of_games_fits(games: int, players: int, width: int) -> None:
    winners = [number % players if number % 4 or players > 2 else None for number in range(games)]
    lines = text(run_of_games(finished(winners, players), width))
    assert max(map(cell_len, lines)) <= width
    dots = sum(line.count("●") + line.count("─") for line in lines)
    assert dots >= min(games, width // 2), "as many as there is room for"


def test_where_not_all_players_fit_those_with_the_most_wins_are_listed() -> None:
    match = finished([0, 1, 2, 2, 1, 2], 5)
    assert [line[:1] for line in text(run_of_games(match, 40, 3))] == ["g", "O", "A"]
    assert run_of_games(match, 40, 1) == []
