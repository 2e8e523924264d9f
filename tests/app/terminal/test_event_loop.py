"""The event loop: events one at a time, and searches that rest while the screen is busy."""

import asyncio
import random
import selectors
import threading
import time
from typing import Any

import pytest
from textual.widgets import Input

from tests.support.driving import a_setup
from tests.support.recording import Recorded, run
from tests.support.sampling import sampled
from ttt_tui.app.app import TttApp
from ttt_tui.app.play.game_finder import GameFinder
from ttt_tui.app.play.reading_time import CursorJump
from ttt_tui.app.screens.dialog import NameScreen
from ttt_tui.app.screens.palette import GamePalette
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.terminal.event_loop import REST_SECONDS, YieldingStopEvent, idle_aware_loop_factory
from ttt_tui.app.widgets.board import grid
from ttt_tui.session.controller import Controller

WORDS = ("five", "swarm", "new", "undo", "help", "nord", "leave", "resign", "zzz")

KEYS = (
    *("enter",) * 8, *("escape",) * 3, *("left", "right", "up", "down") * 2, *"123456789abc", *("tab",) * 2,
    *("u", "U", "n", "y", "R", "q", "r", "e", "a", "d", "x", "h", "s", "m", "p", "question_mark", "f2", "v"),
    *("colon",) * 3, "backspace", "ctrl+k", "ctrl+u", "home", "end", "space", "less_than_sign",
)  # fmt: skip


TELLING = [3, 5, 7]
"""Seeds whose batches tell when an event is given out before the one before is painted; the first do not."""


def random_batches(seed: int, count: int) -> list[list[str]]:
    """Return batches of keys as they might arrive, with words for the command palette among them."""
    keys = random.Random(seed)
    batches = []
    for _ in range(count):
        batch = [keys.choice(KEYS) for _ in range(keys.randint(1, 6))]
        if keys.random() < 0.2:
            batch += ["ctrl+p", *keys.choice(WORDS), *["enter"] * keys.randint(1, 3)]
        batches.append(batch)
    return batches


def states(batches: list[list[str]], at_once: bool) -> list[str]:
    """Return what the screen shows after each batch, sent at once or key by key, until the program ends."""
    shown: list[str] = []

    async def play(recorded: Recorded) -> None:
        for batch in batches:
            if at_once:
                recorded.send(*batch)
                await recorded.settle()
            else:
                await recorded.press(*batch)
            if recorded.app.return_code is not None:
                return
            shown.append(recorded.text)
            recorded.assert_right(batch)

    app = run(play, a_setup(board=(5, 5), k=4), animations=False)
    shown.append(f"status {app.return_code}")
    return shown


@pytest.fixture
def timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away what depends on the time: answers of computers and of hosts, and what keys must have seen."""
    monkeypatch.setattr(CursorJump, "is_unseen_by", lambda self, pressed: False)
    monkeypatch.setattr(grid, "REST_SECONDS", 1000.0)
    monkeypatch.setattr(Controller, "request_move", lambda self: None)
    monkeypatch.setattr(Controller, "step", lambda self: None)
    monkeypatch.setattr(GameFinder, "start", lambda self: None)
    monkeypatch.setattr(PlayScreen, "action_next_game", lambda self: self.progress.start_next_game())


@pytest.mark.slow
@pytest.mark.usefixtures("timeless")
@pytest.mark.parametrize("seed", sampled([*range(8)], TELLING[:1]))
def test_a_batch_does_what_its_keys_do(seed: int) -> None:
    batches = random_batches(seed, sampled(25, 12))
    together, one_by_one = states(batches, True), states(batches, False)
    for i, (a, b) in enumerate(zip(together, one_by_one, strict=False)):
        assert a == b, f"after {batches[: i + 1][-3:]}\n{a}\n--- one by one:\n{b}"
    assert len(together) == len(one_by_one)


def test_keys_wait_for_the_screen_that_their_predecessors_bring() -> None:
    async def play(recorded: Recorded) -> None:
        recorded.send("ctrl+p", *"five", "enter")
        await recorded.settle()
        assert isinstance(recorded.app.screen, PlayScreen)
        assert len(recorded.app.screen.match.setup.players) == 5

    run(play, None)


@pytest.mark.slow
def test_a_key_that_is_never_taken_does_not_hold_the_others_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttt_tui.app.terminal.event_loop.is_idle", lambda app: False)
    monkeypatch.setattr("ttt_tui.app.terminal.event_loop.LONGEST_WAIT", 0.05)

    async def play(recorded: Recorded) -> None:
        recorded.send("down", "down", "down", "enter")
        await recorded.settle()
        assert isinstance(recorded.app.screen, PlayScreen)

    run(play, None)


def test_letters_do_not_wait_for_what_the_last_one_sets_off_and_enter_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The palette looks for a tenth of a second after each letter: a paste of 300 took half a minute."""
    monkeypatch.setattr("ttt_tui.app.terminal.event_loop.LONGEST_WAIT", 1000)

    async def play(recorded: Recorded) -> None:
        app = recorded.app
        await recorded.press("P", "ctrl+u")
        search = app.run_worker(asyncio.sleep(1000))
        recorded.send(*"Zoe", "enter")
        field = app.screen.query_one("#name", Input)
        while field.value != "Zoe":
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert app.input_queue.is_waiting, "Enter waits"
        assert isinstance(app.screen, NameScreen)
        search.cancel()
        await recorded.settle()
        assert isinstance(app.screen, SetupScreen)

    run(play, None)


def test_letters_after_the_end_are_nobodys() -> None:
    async def play(recorded: Recorded) -> None:
        recorded.send("ctrl+q", *"abc")
        await recorded.settle()

    assert run(play, None).return_code == 0


@pytest.mark.slow
def test_work_is_no_rest_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take seconds for what a key brings; the next key waits for it all the same."""
    settled = False
    monkeypatch.setattr("ttt_tui.app.terminal.event_loop.is_idle", lambda app: settled)
    monkeypatch.setattr("ttt_tui.app.terminal.event_loop.LONGEST_WAIT", 1000)

    async def play(recorded: Recorded) -> None:
        nonlocal settled
        recorded.send("enter")
        await asyncio.sleep(0.05)
        monkeypatch.setattr("ttt_tui.app.terminal.event_loop.LONGEST_WAIT", 0.5)
        time.sleep(0.6)
        await asyncio.sleep(0.05)
        assert recorded.app.input_queue.is_waiting
        settled = True
        await recorded.settle()
        assert isinstance(recorded.app.screen, PlayScreen)

    run(play, None)


def test_a_rest_before_an_event_does_not_count_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = False
    monkeypatch.setattr("ttt_tui.app.terminal.event_loop.is_idle", lambda app: settled)
    monkeypatch.setattr("ttt_tui.app.terminal.event_loop.LONGEST_WAIT", 0.5)

    async def play(recorded: Recorded) -> None:
        nonlocal settled
        await asyncio.sleep(0.7)
        recorded.send("enter")
        await asyncio.sleep(0.1)
        assert recorded.app.input_queue.is_waiting
        settled = True
        await recorded.settle()
        assert isinstance(recorded.app.screen, PlayScreen)

    run(play, None)


@pytest.mark.slow
def test_a_screen_that_was_left_is_dismissed_only_once() -> None:
    async def play(recorded: Recorded) -> None:
        app = recorded.app
        await recorded.press("h")
        history = app.screen
        for _ in range(2):
            app.call_later(history.dismiss, None)  # from inside the app: timers that come of it need it
        await recorded.settle()
        assert isinstance(app.screen, SetupScreen)
        assert isinstance(app, TttApp)

    run(play, None)


@pytest.mark.slow
@pytest.mark.parametrize("clicks", [1, 2, 3])
def test_clicks_beside_the_palette_close_it_once(clicks: int) -> None:
    async def play(recorded: Recorded) -> None:
        await recorded.press("ctrl+p")
        assert isinstance(recorded.app.screen, GamePalette)
        for _ in range(clicks):
            recorded.click(30, 0)  # where neither the card nor anything of the main menu is
        await recorded.settle()
        assert isinstance(recorded.app.screen, SetupScreen)

    run(play, None)


def test_the_loop_is_idle_while_it_waits_and_busy_while_it_works() -> None:
    is_idle = threading.Event()
    seen: list[bool] = []

    async def work() -> None:
        seen.append(is_idle.is_set())
        await asyncio.sleep(0)  # another round, without a wait
        seen.append(is_idle.is_set())
        # It is a thread that looks, since the loop itself does nothing while it waits.
        seen.append(await asyncio.to_thread(is_idle.wait, 10))
        seen.append(is_idle.is_set())

    with asyncio.Runner(loop_factory=idle_aware_loop_factory(is_idle)) as runner:
        runner.run(work())
    assert seen == [False, False, True, False]


def test_what_is_told_of_a_wait_is_never_longer_than_was_wished_for(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    real = selectors.DefaultSelector.select

    def late(self: selectors.DefaultSelector, timeout: float | None = None) -> list[Any]:
        found = real(self, timeout)
        time.sleep(0.1)  # the machine is busy with others
        return found

    monkeypatch.setattr(selectors.DefaultSelector, "select", late)
    with asyncio.Runner(
        loop_factory=idle_aware_loop_factory(threading.Event(), after_waiting=waits.append)
    ) as runner:
        runner.run(asyncio.sleep(0.02))
    assert 0.01 < sum(waits) < 0.05


def test_to_look_at_a_stop_takes_as_long_as_the_screen_is_busy() -> None:
    is_idle = threading.Event()
    stop = YieldingStopEvent(is_idle)
    start = time.monotonic()
    assert not stop.is_set()
    assert time.monotonic() - start >= 0.9 * REST_SECONDS, "it rested, but not for ever"

    looked = threading.Event()
    searching = threading.Thread(target=lambda: (stop.is_set(), looked.set()))
    is_idle.set()
    searching.start()
    assert looked.wait(10), "nothing to rest for"
    searching.join()


def test_a_stop_is_seen_though_the_screen_is_busy() -> None:
    stop = YieldingStopEvent(threading.Event())
    stop.set()
    assert stop.is_set()
