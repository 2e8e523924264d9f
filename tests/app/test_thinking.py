"""What can be done while a computer thinks, and answers that come too late."""

import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from textual.worker import Worker, WorkerState

from tests.support.brains import asked, at_board
from tests.support.driving import LONGEST_WAIT, SCRIPTED, Script, a_setup, playing
from ttt_tui.app.play.placing import ANSWER_SECONDS
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import HUMAN, Limit, Match
from ttt_tui.session.session import Session

# --- the screen stays alive ------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_cursor_moves_and_help_opens_while_a_computer_thinks(script: Script) -> None:
    script.deaf = True
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        question = await ui.question(script)
        await ui.press("up")
        assert ui.cursor == "b1"
        assert ui.square("b1") == "[·]"
        await ui.press("?")
        assert isinstance(ui.app.screen, HelpScreen)
        await ui.press("escape", "left")
        assert ui.cursor == "a1"
        assert ui.game_screen.controller.is_thinking
        assert ui.moves == ["b2"]
        question.answer("c3")
        await ui.moved("b2", "c3")
        assert ui.cursor == "a1", "the answer leaves the cursor alone"


async def test_undo_works_at_once_while_a_computer_thinks(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        question = await ui.question(script)
        await ui.press("u")
        assert ui.moves == []
        assert "Your move" in ui.status
        assert question.stop.is_set()
        await ui.rest()
        assert ui.moves == []
        assert len(script.questions) == 1, "nobody thinks when it is your turn"


async def test_move_now_takes_what_the_computer_has(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        question = await ui.question(script)
        question.finds("a3")
        question.finds("c1", depth=4)
        await ui.press("m")
        await ui.moved("b2", "c1")
        assert "Your move" in ui.status


async def test_an_instant_answer_comes_a_moment_after_the_stone(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        ui.app.animation_level = "full"
        script.moves = ["a1"]
        began = time.monotonic()
        await ui.press("5")
        await ui.moved("b2", "a1")
        assert time.monotonic() - began >= ANSWER_SECONDS
        assert ui.play.search.seconds < ANSWER_SECONDS, "the pause is no thinking"


@pytest.mark.slow
@pytest.mark.parametrize("how", ["still", "slow", "asked to move now"])
async def test_an_answer_is_not_held_back(how: str, script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    class Driver:
        is_behind = how == "slow"

    monkeypatch.setattr("ttt_tui.app.widgets.board.motion.terminal_driver", lambda app: Driver())
    monkeypatch.setattr("ttt_tui.app.play.placing.ANSWER_SECONDS", 10 * LONGEST_WAIT)
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        ui.app.animation_level = "none" if how == "still" else "full"
        script.moves = ["a1"]
        await ui.press("5", *("m" if how == "asked to move now" else ""))
        await ui.moved("b2", "a1")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_quitting_works_at_once_while_a_computer_thinks(key: str, script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        question = await ui.question(script)
        await ui.press(key)
        await ui.until(lambda: ui.has_quit, "the end of the program")
    assert question.stop.is_set(), "nobody thinks on"


@pytest.mark.slow
async def test_leaving_stops_the_computer(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        question = await ui.question(script)
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert question.stop.is_set()
        await ui.rest()
        assert ui.moves == []


async def test_you_can_resign_while_the_computer_thinks(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        question = await ui.question(script)
        await ui.press("R")
        assert ui.moves == ["b2", "resigns"]
        assert question.stop.is_set()
        assert ui.match.points == [0, 1]
        await ui.press("u")
        assert ui.moves == ["b2"], "your resignation was your latest move"
        (await ui.question(script, 2)).answer("a1")
        await ui.moved("b2", "a1")


async def test_a_computer_gets_a_position_of_its_own_and_its_players_limit(script: Script) -> None:
    limit = Limit(seconds=3, depth=4)
    async with playing(a_setup(HUMAN, SCRIPTED, limit=limit)) as ui:
        await ui.press("5")
        question = await ui.question(script)
        assert question.limit == limit
        assert question.position == ui.match.game.position
        assert question.position is not ui.match.game.position
        question.position.play(question.position.moves[0])
        assert ui.moves == ["b2"]
        question.answer("c3")
        await ui.moved("b2", "c3")


# --- answers that come too late --------------------------------------------------------------------------


Overtake = Callable[[Callable[[PlayScreen], object]], list[Worker[object]]]


@pytest.fixture
def overtake(monkeypatch: pytest.MonkeyPatch) -> Overtake:
    """Return what makes an action come right before the news that the first search has succeeded is handled.

    The news is on its way then and arrives all the same; the list tells of it.
    """
    original = PlayScreen.on_worker_state_changed
    late: list[Worker[object]] = []

    def let(action: Callable[[PlayScreen], object]) -> list[Worker[object]]:
        def on_worker_state_changed(screen: PlayScreen, event: Worker.StateChanged) -> None:
            if event.state is WorkerState.SUCCESS and not late:
                late.append(event.worker)
                action(screen)
            original(screen, event)

        monkeypatch.setattr(PlayScreen, "on_worker_state_changed", on_worker_state_changed)
        return late

    return let


@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "moves", "status"),
    [
        (PlayScreen.action_undo, [], "Your move"),
        (PlayScreen.action_resign, ["b2", "resigns"], "You resigned"),
        (PlayScreen.action_pause, ["b2"], "Paused"),
    ],
)
async def test_an_answer_that_an_action_overtook_does_not_appear(
    action: Callable[[PlayScreen], None],
    moves: list[str],
    status: str,
    script: Script,
    overtake: Overtake,
) -> None:
    late = overtake(action)
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        (await ui.question(script)).answer("a1")
        await ui.until(lambda: late, "the late answer")
        await ui.rest()
        assert ui.moves == moves
        assert ui.square("a1").strip() == "·"
        assert status in ui.status


@pytest.mark.slow
async def test_an_answer_that_leaving_overtook_does_not_appear(script: Script, overtake: Overtake) -> None:
    late = overtake(PlayScreen.action_leave)
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        (await ui.question(script)).answer("a1")
        await ui.until(lambda: late and isinstance(ui.app.screen, SetupScreen), "the setup screen")
        await ui.rest()
        assert ui.moves == ["b2"]
        await ui.press("r")
        (await ui.question(script, 2)).answer("c1")
        await ui.moved("b2", "c1")


async def test_a_deaf_computers_answer_after_an_undo_is_nobodys(script: Script) -> None:
    script.deaf = True
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        first = await ui.question(script)
        await ui.press("u", "1")
        second = await ui.question(script, 2)
        first.answer("c3")
        await ui.rest()
        assert ui.moves == ["a1"]
        second.answer("b2")
        await ui.moved("a1", "b2")


# --- pausing ---------------------------------------------------------------------------------------------


async def test_computers_pause_step_and_go_on(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, SCRIPTED, SCRIPTED)) as ui:
        await ui.press("-")
        await ui.question(script)
        await ui.press("p")
        assert "Paused" in ui.status
        script.moves = ["a1", "b2", "c3"]
        await ui.press(".")
        await ui.moved("a1")
        await ui.press(".")
        await ui.moved("a1", "b2")
        await ui.rest()
        assert ui.moves == ["a1", "b2"]
        assert "Paused" in ui.status
        await ui.press("p")
        await ui.until(lambda: len(ui.moves) == 3, "the game going on")
        await ui.question(script, 2)


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("size", [(80, 24), (40, 16)], ids=str)
async def test_a_refusal_leaves_paused_and_its_keys_to_be_seen(script: Script, size: tuple[int, int]) -> None:
    async with playing(a_setup(SCRIPTED, SCRIPTED), size) as ui:
        await ui.question(script)
        await ui.press("p", "i")
        assert ui.status.startswith("Paused")
        assert "It is Ada's turn" in ui.status
        assert "p resume" in ui.footer
        await ui.press("p")
        assert "Paused" not in ui.status


async def test_stones_of_computers_stay_for_the_delay_that_was_chosen(script: Script) -> None:
    script.moves = ["a1", "b2", "c3", "c1"]
    async with playing(a_setup(SCRIPTED, SCRIPTED)) as ui:
        times: list[float] = []
        push = Match.push

        def timed(match: Match, move: object) -> None:
            times.append(time.monotonic())
            push(match, move)  # type: ignore[arg-type]

        ui.match.push = timed.__get__(ui.match)  # type: ignore[method-assign]
        await ui.until(lambda: len(ui.moves) == 4, "four moves")
        gaps = [later - earlier for earlier, later in pairwise(times)]
        assert min(gaps) > 0.28, gaps


# --- computers that fail ---------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_computer_that_raises_is_told_of_and_asked_again_later(
    script: Script,
) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.press("5")
        (await ui.question(script)).fail(RuntimeError("no idea"))
        await ui.until(lambda: "Bob failed" in ui.status, "the failure")
        assert "no idea" in ui.status
        assert ui.moves == ["b2"]
        await asked(ui)
        await ui.press("escape", "left")
        assert ui.cursor == "a2"
        await ui.press("p")
        (await ui.question(script, 2)).fail(RuntimeError("no idea"))
        await asked(ui)
        await ui.press("escape", "u")
        assert ui.moves == []
        assert "Your move" in ui.status
        await ui.press("1")
        await ui.rest()
        if not script.questions[2:]:
            assert "p resume" in ui.footer
            await ui.press("p")
        (await ui.question(script, 3)).answer("b2")
        await ui.moved("a1", "b2")


async def test_a_computer_that_runs_out_of_memory_is_told_of_as_well(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(script, "think", think)
    session = Session()
    async with at_board(session, a_setup(SCRIPTED, HUMAN)) as ui:
        assert "Ada failed: MemoryError()" in await asked(ui)
        assert not ui.has_quit


# --- a real one ------------------------------------------------------------------------------------------


async def test_who_watches_computers_is_shown_the_keys_for_that(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, SCRIPTED)) as ui:
        await ui.question(script)
        for key in ("pause", "one move", "slower", "faster", "help", "leave"):
            assert key in ui.footer, key
        for key in ("place", "go to", "resign"):
            assert key not in ui.footer, key
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        assert "place" in ui.footer
        assert "pause" not in ui.footer
