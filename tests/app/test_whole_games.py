"""Whole games from the launch on, by keyboard alone and by mouse alone, and what comes after a game."""

import time
from pathlib import Path

import pytest

from tests.support.boards import EMPTY
from tests.support.driving import SCRIPTED, Script, Ui, a_setup, at_setup, play_out, playing, running
from tests.support.stores import patient
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens import match_progress
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import HUMAN, Match, Termination
from ttt_tui.multiplayer import StartRequest
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.session import Session


def line_of(ui: Ui, name: str) -> str:
    """The line of the score card with this name."""
    region = ui.one("Scoreboard").region
    lines = (ui.cell(region.x, y, region.width) for y in range(region.y, region.bottom))
    return next(line for line in lines if name in line)


def first_empty(ui: Ui) -> str:
    geometry, position = ui.match.setup.geometry, ui.match.game.position
    return geometry.name(position.moves[0])


async def walk_to(ui: Ui, name: str) -> None:
    """Move the cursor to a square with the arrow keys."""
    geometry = ui.match.setup.geometry
    here, there = ui.board.cursor, geometry.parse(name)
    across = geometry.column(there) - geometry.column(here)
    down = geometry.row(there) - geometry.row(here)
    await ui.press(*["right" if across > 0 else "left"] * abs(across))
    await ui.press(*["down" if down > 0 else "up"] * abs(down))
    assert ui.cursor == name


async def your_turn_or_over(ui: Ui) -> None:
    def is_yours() -> bool:
        match = ui.match
        return match.setup.players[match.game.position.to_move].is_human

    await ui.until(lambda: ui.is_over or is_yours(), "your turn or the game's end")


@pytest.mark.slow
async def test_the_keyboard_alone_plays_from_launch_to_a_rematch() -> None:
    async with at_setup() as ui:
        await ui.press(*["tab"] * 8, "1", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert ui.match.setup.rules.points == 1
        await ui.press("+", "+", "+")
        for game in range(1, 9):
            assert f"Game {game}" in ui.lines[0]
            await your_turn_or_over(ui)
            while not ui.is_over:
                await walk_to(ui, first_empty(ui))
                await ui.press("enter")
                await your_turn_or_over(ui)
            await ui.result()
            if ui.match.is_over:
                break
            await ui.until(lambda: "next game" in ui.text, "the way on in the panel")
            await ui.press("enter")
        assert "the match" in ui.text
        assert "the match" not in ui.status, "it is said once"
        await ui.until(lambda: "rematch" in ui.text, "the rematch in the panel")
        before = ui.match
        await ui.press("enter")
        assert ui.match is not before
        assert ui.match.points == [0, 0]
        assert ui.moves == [] or ui.match.game.first == 1
        await ui.until(lambda: "place" in ui.footer, "the way to place in the footer")
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        await ui.press("q")
        await ui.until(lambda: ui.has_quit, "the end of the program")


@pytest.mark.slow
async def test_the_keyboard_alone_plays_connect_four_leaves_it_resumes_it_and_replays_it(
    tmp_path: Path,
) -> None:
    session = Session(3, patient(tmp_path / "history.db"))
    async with running(TttApp(StartRequest(None), session=session)) as ui:
        await ui.press(*["down"] * [*PRESETS].index("connect-four"))
        assert "Connect Four · 7×6, four in a row, drop" in ui.text
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert ui.status_more == "arrows, or 1–7"
        assert "↵ drop" in ui.footer
        for keys in (["enter"], ["left", "enter"], ["g", "enter"]):
            await your_turn_or_over(ui)
            await ui.press(*keys)
        await your_turn_or_over(ui)
        before = ui.moves
        assert [name[0] for name in before[::2]] == ["d", "c", "g"]
        assert stones_seen(ui) == len(before)
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        await ui.settle()
        assert f"7×6 drop, {len(before)} moves" in ui.text
        await ui.press("r")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert ui.moves == before
        while not ui.is_over:
            geometry, position = ui.match.setup.geometry, ui.match.game.position
            await ui.press(str(geometry.column(position.moves[-1]) + 1))
            await your_turn_or_over(ui)
        moves = ui.moves
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        await ui.press("h", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
        for ply, square in enumerate(moves, 1):
            await ui.press("right")
            assert ui.look(square).symbol == "○●"[ply % 2]
            assert stones_seen(ui) == ply


def stones_seen(ui: Ui) -> int:
    """Return how many stones are on the screen, which lie on others or at the bottom."""
    stones = {name for name, look in ui.sight.looks().items() if look.symbol != EMPTY and not look.is_preview}
    assert all(name[1] == "6" or f"{name[0]}{int(name[1]) + 1}" in stones for name in stones)
    return len(stones)


async def test_the_mouse_alone_plays_from_launch_to_a_rematch() -> None:
    async with at_setup() as ui:
        stepper = ui.one("#points").region
        for _ in range(4):
            await ui.click_at(ui.lines[stepper.y].index("‹", stepper.x), stepper.y)
        await ui.click_on("↵ play")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert ui.match.setup.rules.points == 1
        for _ in range(1, 9):
            await your_turn_or_over(ui)
            while not ui.is_over:
                await ui.click_square(first_empty(ui))
                await your_turn_or_over(ui)
            await ui.result()
            if ui.match.is_over:
                break
            number, ending = ui.match.game_number, ui.app.screen.progress.ending
            await ui.until(lambda ending=ending: ending.could_be_read(time.monotonic()), "time to read")
            await ui.until(lambda: "next game" in ui.text, "the button")
            await ui.click_on("next game")
            await ui.until(lambda number=number: ui.match.game_number == number + 1, "the next game")
        before = ui.match
        await ui.until(lambda: "↵ rematch" in ui.text, "the end of the match")
        ending = ui.app.screen.progress.ending
        await ui.until(lambda: ending.could_be_read(time.monotonic()), "time to read")
        await ui.click_on("↵ rematch")
        await ui.until(lambda: ui.match is not before, "the rematch")
        assert ui.match.points == [0, 0]
        await ui.click_footer("leave")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        await ui.click_footer("quit")
        await ui.until(lambda: ui.has_quit, "the end of the program")


async def test_undoing_the_last_move_of_a_won_game_takes_the_point_back_and_the_game_goes_on() -> None:
    async with playing() as ui:
        await ui.press(*"14253")
        await ui.result()
        assert line_of(ui, "Ada").rstrip().endswith(" ●○○○○")
        await ui.press("u")
        assert ui.match.points == [0, 0]
        assert line_of(ui, "Ada").rstrip().endswith(" ○○○○○")
        assert "Ada (X) to move" in ui.status
        assert not any(ui.look(name).is_won for name in ("a1", "b1", "c1"))
        await ui.press("7")
        assert ui.moves == ["a1", "a2", "b1", "b2", "a3"]
        await ui.press("6")
        await ui.result()
        assert ui.match.points == [0, 1]


async def test_a_match_among_computers_goes_on_by_itself(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_progress, "NEXT_GAME_PAUSE", 0.05)
    script.moves = ["a1", "a2", "b1", "b2", "c1"] + ["a1", "b1", "a2", "b2", "a3"]
    async with playing(a_setup(SCRIPTED, SCRIPTED, points=2)) as ui:
        await ui.press(*["+"] * 5)
        await ui.until(lambda: ui.match.game_number == 3, "the third game")
        assert ui.match.points == [1, 1]
        await ui.question(script)


@pytest.mark.slow
async def test_a_match_among_computers_waits_at_its_end(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_progress, "NEXT_GAME_PAUSE", 0.01)
    script.moves = ["a1", "a2", "b1", "b2", "c1"]
    async with playing(a_setup(SCRIPTED, SCRIPTED, points=1)) as ui:
        await ui.press(*["+"] * 5)
        await ui.result()
        await ui.pilot.pause(0.1)
        assert ui.match.is_over
        assert "the match" in ui.text
        assert "the match" not in ui.status, "it is said once"
        assert ui.match.game_number == 1
        await ui.press("enter")
        await ui.question(script)
        assert ui.match.points == [0, 0]


@pytest.mark.slow
async def test_leaving_between_two_games_of_computers_starts_none_behind_your_back(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_progress, "NEXT_GAME_PAUSE", 1.5)
    script.moves = ["a1", "a2", "b1", "b2", "c1"]
    async with playing(a_setup(SCRIPTED, SCRIPTED)) as ui:
        await ui.press(*["+"] * 5)
        await ui.result()
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        await ui.pilot.pause(2)
        assert ui.match.game_number == 1
        assert script.questions == []


async def test_resigning_with_more_than_two_players_lets_the_others_play_on() -> None:
    async with playing(a_setup(*[HUMAN] * 3)) as ui:
        await ui.press("5", "R")
        assert "The others play on." in ui.text
        await ui.press("y")
        assert "Cyd (A) to move" in ui.status
        await ui.press("1")
        assert "Ada (X) to move" in ui.status
        await ui.press("R", "y")
        assert ui.match.game.outcome is not None
        assert ui.match.game.outcome.termination is Termination.RESIGNATION
        assert ui.match.points == [0, 0, 1]
        assert "Cyd wins!" in ui.text
        assert "All others resigned" in ui.status
        await ui.press("u")
        assert ui.match.points == [0, 0, 0]
        assert "Ada (X) to move" in ui.status


# --- presets of computers, with their real levels and nobody's hand --------------------------------------

COMPUTERS_ONLY = [name for name, p in PRESETS.items() if not any(s.is_human for s in p.make().players)]


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPUTERS_ONLY)
def test_a_preset_of_computers_plays_its_match_to_the_end(name: str) -> None:
    match = Match(PRESETS[name].make(), seed=5)
    play_out(match, most_games=12)
    rules = match.setup.rules
    assert match.is_over
    if match.winner is not None:
        assert match.points[match.winner] == rules.points
    else:
        assert match.draws_in_a_row == rules.draws


@pytest.mark.slow
@pytest.mark.parametrize("name", ["computers", "three-bots"])
async def test_a_preset_of_computers_plays_its_match_on_the_screen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_progress, "NEXT_GAME_PAUSE", 0.01)
    async with playing(PRESETS[name].make()) as ui:
        await ui.press(*["+"] * 4)
        await ui.until(lambda: ui.match.is_over, "the match's end")
        await ui.result()
        games = ui.match.game_number
        assert games == len(ui.match.outcomes)
        if ui.match.winner is None:
            assert ui.status.startswith("Draw: ")
            assert ui.status_more == f"{ui.match.setup.rules.draws} draws in a row: the match is drawn"
        else:
            assert "the match" in ui.text
            assert "wins the match" not in ui.status, "it is said once"
        await ui.rest()
        assert ui.match.game_number == games, "nothing goes on after the end"
