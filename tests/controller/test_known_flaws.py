"""What the model has found and is not mended yet: each of these passes once it is, and its mark goes then."""

from collections.abc import Iterator

import pytest

from tests.controller.drivers import DialogueDriver, TurnsDriver
from tests.controller.model import Table
from ttt_tui.engine import IllegalMove, NothingToRedo

AGAINST_A_COMPUTER = Table(3, 3, 3, (False, True), None, None, "turn")
COMPUTERS = Table(3, 3, 3, (True, True), None, None, "turn")


@pytest.fixture
def screen() -> Iterator[TurnsDriver]:
    driver = TurnsDriver(AGAINST_A_COMPUTER)
    yield driver
    driver.close()


@pytest.mark.xfail(strict=True, reason="plain mode ends when a computer answers a square that is taken")
def test_in_plain_mode_an_answer_that_is_not_possible_is_a_failure() -> None:
    driver = DialogueDriver(AGAINST_A_COMPUTER)
    driver.do(("place", (1, 1)))
    try:
        driver.answer((1, 1))
        assert driver.view().paused
        assert driver.view().moves == [(0, (1, 1))]
    finally:
        driver.close()


@pytest.mark.xfail(
    strict=True, reason="a failure that was long got over still counts as the reason of a pause"
)
def test_undo_keeps_a_pause_that_the_user_made_after_a_failure(screen: TurnsDriver) -> None:
    screen.do(("place", (1, 1)))
    screen.answer(RuntimeError("no idea"))
    screen.do(("pause", None))
    screen.answer((0, 0))
    screen.do(("pause", None))
    screen.do(("undo", None))
    assert screen.view().paused


@pytest.mark.xfail(strict=True, reason="redo drops the search before it looks whether there is anything")
def test_redo_that_is_refused_changes_nothing(screen: TurnsDriver) -> None:
    screen.do(("place", (1, 1)))
    with pytest.raises(NothingToRedo):
        screen.turns.redo()
    assert screen.view().thinking


@pytest.mark.xfail(strict=True, reason="resign drops the search before it looks whether it is possible")
def test_resigning_that_is_refused_changes_nothing(screen: TurnsDriver) -> None:
    screen.do(("place", (1, 1)))
    with pytest.raises(IllegalMove):
        screen.turns.resign(7)
    assert screen.view().thinking


@pytest.mark.xfail(strict=True, reason="whether to drop a game is not forgotten when another one begins")
def test_new_drops_no_other_game_than_the_one_that_was_asked_about() -> None:
    driver = DialogueDriver(COMPUTERS)
    try:
        driver.answer((0, 0))
        driver.do(("new", None))
        for cell in ((0, 1), (1, 0), (1, 1), (2, 0)):  # the game ends, and the next begins by itself
            driver.answer(cell)
        driver.answer((0, 0))
        driver.do(("new", None))
        driver.answer((1, 1))
        assert driver.view().number == 2
        assert driver.view().moves == [(1, (0, 0)), (0, (1, 1))]
    finally:
        driver.close()
