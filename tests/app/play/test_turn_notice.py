"""A user who looks elsewhere is called at their turn, and the bell rings when their time gets short."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from textual import events

from tests.app.shared_match import hearing, hosting
from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing
from tests.support.terminals import GuestBench
from ttt_tui.app.play import turn_notice
from ttt_tui.engine import HUMAN, MatchRules
from ttt_tui.engine.clock import TimeControl
from ttt_tui.store.settings import Bell

NEVER = 1e9


class Driver:
    """A terminal that notes for what its user was called."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def call_user(self, text: str, window_title: str) -> None:
        self.done += [text, window_title]

    def end_call(self) -> None:
        if self.done and self.done[-1] != "end":
            self.done.append("end")


CALLED = ["Bob has moved", "● your move"]


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    """A terminal whose users look elsewhere at once."""
    driver = Driver()
    monkeypatch.setattr(turn_notice, "terminal_driver", lambda app: driver)
    monkeypatch.setattr(turn_notice, "QUIET_SECONDS", -NEVER)
    return driver


@asynccontextmanager
async def waiting_for_bob(bell: Bell = Bell.TURNS) -> AsyncIterator[tuple[Ui, GuestBench]]:
    """A game in which Ada has placed here, and Bob is to move elsewhere."""
    async with hosting() as (ui, bob):
        ui.app.session.settings = replace(ui.app.session.settings, bell=bell)
        await ui.press("5")
        await hearing(ui, bob, lambda: len(bob.match.game.moves) == 1, "the stone, told")
        yield ui, bob


async def answered(ui: Ui, bob: GuestBench) -> None:
    bob.place("a1")
    await ui.moved("b2", "a1")
    ui.play.turn_notice.check()


async def test_somebody_whom_a_move_from_elsewhere_finds_away_is_called_once(driver: Driver) -> None:
    async with waiting_for_bob() as (ui, bob):
        assert driver.done == []
        await answered(ui, bob)
        assert driver.done == CALLED
        ui.play.turn_notice.check()
        assert driver.done == CALLED
        await ui.press("left")
        ui.play.turn_notice.check()
        assert driver.done == [*CALLED, "end"]
        ui.play.turn_notice.check()
        assert driver.done == [*CALLED, "end"]


async def test_a_move_that_was_seen_calls_nobody_also_when_the_window_loses_the_focus(driver: Driver) -> None:
    async with waiting_for_bob() as (ui, bob):
        ui.app.post_message(events.AppFocus())
        await ui.settle()
        await answered(ui, bob)
        ui.app.post_message(events.AppBlur())
        await ui.settle()
        ui.play.turn_notice.check()
        assert driver.done == []


async def test_the_focus_ends_the_call(driver: Driver) -> None:
    async with waiting_for_bob() as (ui, bob):
        ui.app.post_message(events.AppBlur())
        await ui.settle()
        await answered(ui, bob)
        assert driver.done == CALLED
        ui.app.post_message(events.AppFocus())
        await ui.settle()
        ui.play.turn_notice.check()
        assert driver.done == [*CALLED, "end"]


@pytest.mark.parametrize("bell", [Bell.OFF, Bell.REFUSALS])
async def test_nobody_is_called_who_did_not_ask_for_it(driver: Driver, bell: Bell) -> None:
    async with waiting_for_bob(bell) as (ui, bob):
        await answered(ui, bob)
        assert driver.done == []


async def test_nobody_is_called_who_has_just_pressed_a_key(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_notice, "QUIET_SECONDS", NEVER)
    async with waiting_for_bob() as (ui, bob):
        await answered(ui, bob)
        assert driver.done == []
        monkeypatch.setattr(turn_notice, "QUIET_SECONDS", -NEVER)
        ui.play.turn_notice.check()
        assert driver.done == CALLED, "later, as long as nothing is pressed"


async def test_the_end_of_the_game_ends_the_call(driver: Driver) -> None:
    async with waiting_for_bob() as (ui, bob):
        await answered(ui, bob)
        ui.play.controller.agree_draw()
        ui.play.show_change()
        assert driver.done == [*CALLED, "end"]


@pytest.mark.parametrize("is_long", [True, False])
async def test_a_computer_calls_only_after_a_long_thought(
    driver: Driver, script: Script, monkeypatch: pytest.MonkeyPatch, is_long: bool
) -> None:
    monkeypatch.setattr(turn_notice, "LONG_WAIT", 0.0 if is_long else NEVER)
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        ui.app.session.settings = replace(ui.app.session.settings, bell=Bell.TURNS)
        await ui.press("5")
        question = await ui.question(script)
        question.answer("a1")
        await ui.moved("b2", "a1")
        ui.game_screen.turn_notice.check()
        assert bool(driver.done) == is_long


async def test_people_at_one_terminal_are_not_called(driver: Driver) -> None:
    async with playing(a_setup()) as ui:
        ui.app.session.settings = replace(ui.app.session.settings, bell=Bell.TURNS)
        await ui.press("5", "1")
        ui.game_screen.turn_notice.check()
        assert driver.done == []


@pytest.mark.parametrize("bell", list(Bell))
async def test_the_bell_rings_once_when_ten_seconds_are_left(
    bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = replace(a_setup(), rules=MatchRules(clock=TimeControl.parse("1m")))
    async with playing(setup) as ui:
        rung: list[int] = []
        monkeypatch.setattr(ui.app, "bell", lambda: rung.append(1))
        screen = ui.game_screen
        screen.session.settings = replace(screen.session.settings, bell=bell)
        await ui.press("5")  # from the second stone on the clock runs
        notice = screen.turn_notice
        notice.check()
        assert rung == []
        monkeypatch.setattr(turn_notice, "LITTLE_TIME", 60_000)
        for _ in range(3):
            notice.check()
        assert rung == [1] * (bell is not Bell.OFF)
        await ui.press("1", "2")
        notice.check()
        assert rung == [1] * (bell is not Bell.OFF), "there was never more for the other one"


async def test_a_turn_that_begins_with_little_time_does_not_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = replace(a_setup(), rules=MatchRules(clock=TimeControl.parse("9s/move")))
    async with playing(setup) as ui:
        rung: list[int] = []
        monkeypatch.setattr(ui.app, "bell", lambda: rung.append(1))
        screen = ui.game_screen
        screen.session.settings = replace(screen.session.settings, bell=Bell.TURNS)
        await ui.press("5", "1", "2")
        screen.turn_notice.check()
        assert rung == []
