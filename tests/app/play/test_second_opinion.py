"""Engines that are asked in analyses and reviews: by a setting, by b, and what is seen of it."""

from collections.abc import Iterator

import pytest

from tests.gomocup.bad_brains import command
from tests.support.driving import Ui, a_setup, playing
from ttt_tui.engine import Setup
from ttt_tui.process.child import end_all
from ttt_tui.session.session import Session
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.settings import Settings


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    end_all()


def brain(name: str, *arguments: object) -> EngineCommand:
    return EngineCommand(" ".join(command(name, *arguments)))


def with_brains(opinion: str | None = None) -> Session:
    brains = {"Sayer": brain("says_score", "200"), "Mute": brain("good"), "Dier": brain("dies")}
    return Session(settings=Settings(brains=brains, second_opinion=opinion))


def gomoku() -> Setup:
    return a_setup(board=(15, 15), k=5)


async def looked(ui: Ui, what: str) -> None:
    await ui.until(lambda: what in ui.text, what)


@pytest.mark.slow
async def test_b_asks_one_after_the_other_and_at_last_the_expert_again() -> None:
    session = with_brains()
    async with playing(gomoku(), session=session, size=(120, 40)) as ui:
        await ui.press("enter", "A")
        await looked(ui, "Best moves (depth")
        await ui.press("b")
        assert "Analysis by Sayer" in ui.text
        await looked(ui, "Best moves by Sayer")
        await looked(ui, "73%")
        assert "(depth 7)" in ui.text
        await ui.press("b")
        await looked(ui, "Best moves by Mute")
        await ui.press("b")
        await looked(ui, "The analysis failed: Dier ")
        await ui.press("b")
        assert "Analysis by the expert" in ui.text
        await looked(ui, "Best moves (depth")
        assert session.preferences.opinion == ""


async def test_what_a_brain_calls_a_mate_is_not_shown_as_proved() -> None:
    session = Session(settings=Settings(brains={"Sure": brain("says_score", "+M9")}, second_opinion="Sure"))
    async with playing(gomoku(), session=session, size=(120, 40)) as ui:
        await ui.press("enter", "A")
        await looked(ui, "Best moves by Sure")
        await looked(ui, "99%")
        assert "wins" not in ui.text


async def test_a_setting_that_cannot_be_followed_is_told_and_the_expert_asked() -> None:
    async with playing(gomoku(), session=with_brains("Gone"), size=(120, 40)) as ui:
        await ui.press("A")
        assert "Can't use Gone: unknown engine 'Gone'; choose from Sayer, Mute, Dier" in ui.text
        await looked(ui, "Best moves (depth")
    async with playing(a_setup(), session=with_brains("Sayer"), size=(120, 40)) as ui:
        await ui.press("A")
        assert "Can't use Sayer: engines play 5 in a row, not 3" in ui.text
        await ui.press("b")
        assert "can't switch engine: engines play 5 in a row, not 3" in ui.text.lower()
    async with playing(gomoku(), size=(120, 40)) as ui:
        await ui.press("A", "b")
        assert "Can't switch engine: none is set up" in ui.text


async def test_a_review_by_a_brain_says_so_and_is_not_kept_as_ours() -> None:
    session = with_brains("Sayer")
    async with playing(gomoku(), session=session, size=(120, 40)) as ui:
        for square in ("a1", "c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5"):
            await ui.press(":", *square, "enter")
        await ui.until(lambda: ui.match.game.outcome is not None, "the end of the game")
        await ui.press("v")
        await looked(ui, "Accuracy by Sayer")
        review = session.latest_review
        await ui.press("q")
        await ui.until(lambda: session.latest_review is not review, "what is kept of the review")
        assert session.latest_review is not None
        assert session.latest_review.by == "Sayer"


async def test_a_review_whose_brain_fails_says_so() -> None:
    async with playing(gomoku(), session=with_brains("Dier"), size=(120, 40)) as ui:
        for square in ("a1", "c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5"):
            await ui.press(":", *square, "enter")
        await ui.until(lambda: ui.match.game.outcome is not None, "the end of the game")
        await ui.press("v")
        await looked(ui, "The review stopped: Dier ")


async def test_a_command_that_cannot_be_read_is_told_and_the_expert_reviews() -> None:
    session = Session(settings=Settings(brains={"Odd": EngineCommand("'odd")}, second_opinion="Odd"))
    async with playing(gomoku(), session=session, size=(120, 40)) as ui:
        await ui.press("A")
        assert "Can't use Odd: cannot read the engine's command" in ui.text
        await ui.press("A")
        for square in ("a1", "c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5"):
            await ui.press(":", *square, "enter")
        await ui.until(lambda: ui.match.game.outcome is not None, "the end of the game")
        await ui.press("v")
        await looked(ui, "Ada won")
