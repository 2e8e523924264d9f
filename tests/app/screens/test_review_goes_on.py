"""A review goes on whenever nothing else uses its worker: after practice that was left, and during it."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.support.driving import Ui, a_setup, playing
from tests.support.sample_review import MOVES, sample_review
from ttt_tui.analysis.judge import Judge, Judgement, ReportJudgement, ignore_judgement
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.app.screens.practice import PracticeScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Game, Limit, Position
from ttt_tui.engine.records import read_move

UNIT_SECONDS = 0.1


def found_before() -> dict[tuple[int, ...], Judgement]:
    """What the review of the game says of each position, by its stones."""
    game = Game(a_setup(board=(15, 15), k=5))
    for name in MOVES.split():
        game.push(read_move(game, name))
    review = sample_review(game)
    positions = zip(review.positions, review.known, strict=True)
    return {tuple(position.stones): known for position, known in positions if known is not None}


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    """Note the positions that are judged; each takes a moment, or less if it is told to stop.

    A position of the game is judged as before: else a mistake would be none after another look at it.
    """
    positions: list[Position] = []
    known = found_before()

    def judge(
        self: Judge,
        position: Position,
        limit: Limit,
        stop: Stop = NEVER,
        report: ReportJudgement = ignore_judgement,
    ) -> Judgement:
        positions.append(position)
        end = time.monotonic() + UNIT_SECONDS
        while time.monotonic() < end and not stop.is_set():
            time.sleep(0.002)
        even = Judgement(position.to_move, Verdict.judged(0.5), (0.5, 0.5), (position.moves[0],))
        return known.get(tuple(position.stones), even)

    monkeypatch.setattr(Judge, "judge", judge)
    return positions


@asynccontextmanager
async def unfinished() -> AsyncIterator[tuple[Ui, ReviewScreen]]:
    """Show a review with mistakes that has one look at each position to go, at the first mistake."""
    async with playing(a_setup(board=(15, 15), k=5), moves=MOVES.split()) as ui:
        review = sample_review(ui.match.game)
        review.passed = [0] * len(review.passed)
        ui.app.session.latest_review = review
        await ui.press("v")
        screen = ui.app.screen
        assert isinstance(screen, ReviewScreen)
        await ui.until(lambda: screen._signs, "the mistakes")
        assert not screen.found.is_full
        await ui.press("n")
        yield ui, screen


async def goes_on(ui: Ui, asked: list[Position]) -> None:
    """Expect that more of the game's positions are looked at."""
    count = len(asked)
    await ui.until(lambda: len(asked) >= count + 3, "more looks")


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("key", ["w", "t"])
@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05])
async def test_after_practice_that_is_left_before_the_answer(
    key: str, delay: float, asked: list[Position]
) -> None:
    async with unfinished() as (ui, screen):
        for _ in range(3):
            await ui.press(key)
            assert isinstance(ui.app.screen, PracticeScreen)
            if key == "t":
                await ui.press(":", "a", "1", "enter")
            await asyncio.sleep(delay)
            await ui.press("escape")
            assert ui.app.screen is screen
            await goes_on(ui, asked)


async def test_while_practice_waits_for_a_try(asked: list[Position]) -> None:
    async with unfinished() as (ui, _):
        await ui.press("t")
        await goes_on(ui, asked)
        await ui.press(":", "a", "1", "enter")
        screen = ui.app.screen
        assert isinstance(screen, PracticeScreen)
        await ui.until(lambda: screen._worker is None, "the answer to the try")
        await goes_on(ui, asked)


async def test_below_the_help(asked: list[Position]) -> None:
    async with unfinished() as (ui, _):
        await ui.press("?")
        await goes_on(ui, asked)
