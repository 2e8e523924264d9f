"""What the main menu says of a game that was left, and what `r` opens then."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app.shared_match import hearing, hosting, joined
from tests.support.driving import Ui, a_setup, playing
from tests.support.stores import patient, place, rows
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import HUMAN
from ttt_tui.session.resuming import ResumableGame
from ttt_tui.session.session import Session


async def left(ui: Ui) -> None:
    await ui.press("q")
    await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
    await ui.settle()


@contextmanager
def another_program(path: Path) -> Iterator[Session]:
    keeper = patient(path)
    assert keeper.wait_until_open(30)
    yield Session(1, keeper)
    keeper.close()


async def test_a_game_that_was_left_is_free_for_another_program_at_once(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    async with playing(a_setup(HUMAN, HUMAN), session=Session(1, patient(path))) as ui:
        await ui.press("5", "1")
        await left(ui)
        assert "r: resume Ada v Bob, 3×3, 2 moves" in ui.status
        with another_program(path) as other:
            there = ResumableGame(other)
            there.refresh()
            assert there.summary(100) == "r: resume Ada v Bob, 3×3, 2 moves"
        await ui.press("r")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert ui.moves == ["b2", "a1"]
        await ui.press("2")
        assert ui.moves == ["b2", "a1", "b1"]
        assert [(row["moves"], row["owner"] is None) for row in rows(path)] == [('["b2", "a1", "b1"]', False)]


async def test_r_opens_nothing_but_what_the_line_names(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    async with playing(a_setup(HUMAN, HUMAN), session=Session(1, patient(path))) as ui:
        await ui.press("5", "1")
        await left(ui)
        with another_program(path) as other:
            entry = other.find_unfinished()
            assert entry is not None
            place(other.resume(entry), "c3")
            other.release()
            await ui.press("r")
            assert ui.status == "The game was changed at another terminal: check what r resumes now"
            await ui.press("up")
            assert "r: resume Ada v Bob, 3×3, 3 moves" in ui.status
            await ui.press("r")
            await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
            assert ui.moves == ["b2", "a1", "c3"]


async def test_after_a_game_r_begins_the_next_one_of_the_match() -> None:
    async with playing(a_setup(HUMAN, HUMAN), moves=["a1", "a2", "b1", "b2", "c1"]) as ui:
        await left(ui)
        assert "r: next game, Ada v Bob, 3×3, score 1–0" in ui.status
        await ui.press("r")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert ui.moves == []
        assert "Game 2" in ui.lines[0]


async def test_a_guest_who_leaves_is_offered_no_game_that_only_its_host_can_resume() -> None:
    async with joined() as (ui, ada):
        ada.place("b2")
        await ui.moved("b2")
        await left(ui)
        assert "r:" not in ui.status
        await ui.press("r")
        assert ui.status == "No unfinished game to resume"


async def test_after_resigning_against_a_computer_the_line_says_how_to_undo_that() -> None:
    async with playing(a_setup(HUMAN, "rules", names=("You", "easy"))) as ui:
        await ui.press("R")
        assert ui.status == "Easy wins: you resigned"
        assert ui.status_more == "score 0–1, u undo"
        await ui.press("u")
        assert ui.moves == []
        assert not ui.is_over


async def test_a_hosted_game_that_was_left_is_free_and_one_begun_from_it_is_not() -> None:
    async with hosting() as (ui, bob):
        history = ui.app.session.history
        assert history is not None
        await ui.press("5")
        await hearing(ui, bob, lambda: len(bob.match.game.moves) == 1, "the stone, told")
        bob.place("a1")
        await ui.moved("b2", "a1")
        ui.app.play_from(ui.match.game, 1)
        await ui.until(lambda: ui.moves == ["b2"], "the game from there")
        await hearing(ui, bob, lambda: bob.multiplayer.end_reason is not None, "the goodbye")
        await ui.press("1")
        assert ui.moves == ["b2", "a1"]
        assert "taken over" not in ui.status
        owners = [(row["moves"], row["owner"] is None) for row in rows(history.path)]
        assert owners == [('["b2", "a1"]', True), ('["b2", "a1"]', False)]
