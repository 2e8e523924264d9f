"""What the main menu says of a game that was left, and what `r` opens then."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from tests.app.shared_match import hearing, hosting, joined
from tests.support.driving import Ui, a_setup, playing, running
from tests.support.stores import hurry, late, locked, patient, place, rows
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens import starts
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.starts import POLL_SECONDS, WAITING
from ttt_tui.engine import HUMAN
from ttt_tui.session.presets import PRESETS
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


@pytest.mark.slow
async def test_a_game_that_was_left_is_free_for_another_program_at_once(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    async with playing(a_setup(HUMAN, HUMAN), session=Session(1, patient(path))) as ui:
        await ui.press("5", "1")
        await left(ui)
        assert "r resume 3×3, 2 moves" in ui.text
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
            assert "r resume 3×3, 3 moves" in ui.text
            await ui.press("r")
            await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
            assert ui.moves == ["b2", "a1", "c3"]


@asynccontextmanager
async def game_of_another_program(path: Path) -> AsyncIterator[Ui]:
    """Show the main menu, which offers a game that another program left, with a history that may be late."""
    with another_program(path) as other:
        place(other.new_match(a_setup(HUMAN, HUMAN)), "b2 a1")
        other.release()
    history = patient(path)
    assert history.wait_until_open(30)
    async with running(TttApp(seed=1, session=Session(1, history))) as ui:
        await ui.until(lambda: "r resume 3×3" in ui.text, "the game is offered")
        hurry(history)
        yield ui


async def test_a_game_is_resumed_as_soon_as_a_busy_history_gives_it(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    async with game_of_another_program(path) as ui:
        with locked(path):
            await ui.press("r")
            assert ui.status == WAITING
            assert isinstance(ui.app.screen, SetupScreen)
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        await ui.settle()
        assert ui.moves == ["b2", "a1"]


async def test_the_menu_offers_a_game_as_soon_as_a_late_history_names_it(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    with another_program(path) as other:
        place(other.new_match(a_setup(HUMAN, HUMAN)), "b2 a1")
        other.release()
    history, may_answer = late(path)
    async with running(TttApp(seed=1, session=Session(1, history))) as ui:
        assert " r resume" not in ui.text
        may_answer.set()
        await ui.until(lambda: "r resume 3×3, 2 moves" in ui.text, "the game is offered")


async def test_theme_name_choices_and_points_are_applied_as_soon_as_a_late_history_gives_them(
    tmp_path: Path,
) -> None:
    path = tmp_path / "history.db"
    with another_program(path) as other:
        match = place(other.new_match(a_setup(HUMAN, HUMAN)), "a1 a2 b1 b2 c1")
        match.next_game()
        other.remember("theme", "nord")
        other.profile.rename("Zoë")
        other.profile.record_played("gomoku", PRESETS["gomoku"].make())
        other.release()
    history, may_answer = late(path)
    async with running(TttApp(seed=1, session=Session(1, history))) as ui:
        setup = ui.app.screen
        assert isinstance(setup, SetupScreen)
        assert (ui.app.theme, setup.choices.chosen) != ("nord", "gomoku")
        assert "Zoë" not in ui.text
        may_answer.set()
        await ui.until(lambda: "score 1–0" in ui.text, "the points")
        await ui.until(lambda: ui.app.theme == "nord", "the theme")
        await ui.until(lambda: "Zoë" in ui.text, "the name")
        await ui.until(lambda: setup.choices.chosen == setup.games.chosen == "gomoku", "the game")


async def test_what_the_user_has_chosen_meanwhile_stays_when_a_late_history_answers(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    with another_program(path) as other:
        other.remember("theme", "nord")
        other.profile.rename("Zoë")
        other.profile.record_played("gomoku", PRESETS["gomoku"].make())
    history, may_answer = late(path)
    async with running(TttApp(seed=1, session=Session(1, history))) as ui:
        setup = ui.app.screen
        assert isinstance(setup, SetupScreen)
        await ui.press("down")
        chosen = setup.choices.chosen
        ui.app.choose_theme("dracula")
        may_answer.set()
        await ui.until(lambda: "Zoë" in ui.text, "the name")
        await ui.settle()
        assert (ui.app.theme, setup.choices.chosen) == ("dracula", chosen)


async def test_another_key_cancels_the_wait_for_a_busy_history(tmp_path: Path) -> None:
    path = tmp_path / "history.db"
    async with game_of_another_program(path) as ui:
        with locked(path):
            await ui.press("r")
            await ui.press("up")
            assert ui.status != WAITING
            await asyncio.sleep(3 * POLL_SECONDS)
        await asyncio.sleep(3 * POLL_SECONDS)
        assert isinstance(ui.app.screen, SetupScreen)
        assert [row["owner"] for row in rows(path)] == [None], "another program may resume it"


async def test_a_history_that_stays_busy_is_named_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starts, "CLAIM_SECONDS", 0.2)
    path = tmp_path / "history.db"
    async with game_of_another_program(path) as ui:
        with locked(path):
            await ui.press("r")
            await ui.until(lambda: "nother program has locked" in ui.status, "the reason")
        assert isinstance(ui.app.screen, SetupScreen)


@pytest.mark.slow
async def test_after_a_game_r_begins_the_next_one_of_the_match() -> None:
    async with playing(a_setup(HUMAN, HUMAN), moves=["a1", "a2", "b1", "b2", "c1"]) as ui:
        await left(ui)
        assert "r next game, score 1–0" in ui.text
        await ui.press("r")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert ui.moves == []
        assert "Game 2" in ui.lines[0]


@pytest.mark.slow
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
        assert ui.status == "You resigned"
        assert ui.status_more == "", "the card has the score"
        await ui.press("u")
        assert ui.moves == []
        assert not ui.is_over


@pytest.mark.slow
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
