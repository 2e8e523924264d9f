"""What a chosen square does in a puzzle that is refuted or over: nothing that its key does not say."""

import pytest

from tests.support.boards import EMPTY
from tests.support.driving import Ui
from tests.support.puzzles import WIN, at, puzzle_screen, stones, try_squares, trying
from ttt_tui.puzzles.attempt import Stage


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are played out at once, nearly."""
    monkeypatch.setattr("ttt_tui.app.screens.puzzle.STEP_SECONDS", 0.01)


def added(ui: Ui) -> set[str]:
    """Return the squares of the board that show a stone which is not of the puzzle."""
    shown = {name for name, look in ui.sight.looks().items() if look.symbol != EMPTY and not look.is_preview}
    return shown - {WIN.geometry.name(square) for square in WIN.played}


async def choose(ui: Ui, way: str, name: str) -> None:
    """Choose a square by a digit, by a click, with the cursor or by typing its name."""
    geometry = WIN.geometry
    match way:
        case "digit":
            await ui.press(str(geometry.squares.index(geometry.parse(name)) + 1))
        case "click":
            await ui.click_square(name)
        case "cursor":
            puzzle_screen(ui).board.cursor = geometry.parse(name)
            await ui.press("enter")
        case "name":
            await ui.press(":", *name, "enter")


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("way", ["digit", "click", "cursor", "name"])
async def test_a_taken_square_after_a_miss_is_refused_and_the_refutation_goes(way: str, quick: None) -> None:
    async with trying() as ui:
        await try_squares(ui, "b1")
        await at(ui, Stage.MISSED)
        assert added(ui) == set(stones(ui)) != set()
        await choose(ui, way, "a1")
        assert "a1 is taken" in ui.text
        assert puzzle_screen(ui).attempt.stage is Stage.TURN
        assert added(ui) == set(stones(ui)) == set()


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("way", ["digit", "click"])
@pytest.mark.parametrize("name", ["a1", "c3", "c2"])
async def test_a_square_chosen_after_the_solution_brings_no_other_puzzle(
    way: str, name: str, quick: None
) -> None:
    async with trying() as ui:
        await ui.press("S")
        await at(ui, Stage.OVER)
        before = stones(ui)
        await choose(ui, way, name)
        assert puzzle_screen(ui).attempt.puzzle == WIN
        assert puzzle_screen(ui).attempt.stage is Stage.OVER
        assert stones(ui) == before
        assert "Enter next puzzle" in ui.text
