"""Engines in the dialog for a player and on the setup screen: chosen, named, edited, forgotten, refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.screens.test_setup import closed, edit
from tests.gomocup.bad_brains import QUICK
from tests.support.brains import a_session, at_start, brain, no_process_is_left, typed, until
from tests.support.driving import Ui
from tests.support.recording import Recorded, run
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import Limit, check_setup
from ttt_tui.gomocup.dialogue import BrainTimeouts
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.session.engines import Engines
from ttt_tui.session.presets import PRESETS

GOMOKU = list(PRESETS).index("gomoku")


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    with no_process_is_left():
        yield


async def at_brain(ui: Ui, preset: int = GOMOKU, seat: int = 1) -> None:
    """Open the dialog for the computer and let it be another program."""
    await ui.press(*["down"] * preset)
    await edit(ui, seat)
    await ui.focus("plays")
    await ui.press("end")
    assert ui.one("#plays").value == "brain"


async def write(ui: Ui, field: str, text: str) -> None:
    """Write into an empty text field; what is typed letter by letter is tested elsewhere."""
    await ui.focus(field)
    ui.one(f"#{field}").value = text
    await ui.settle()


def said(ui: Ui) -> str:
    """What the dialog says is wrong, in one line."""
    region = ui.one("#wrong").region
    lines = (ui.cell(region.x, y, region.width) for y in range(region.y, region.bottom))
    return " ".join(" ".join(lines).split())


async def at_setup_again(ui: Ui) -> None:
    await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
    await ui.settle()


# --- another one -----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_another_one_is_asked_for_its_name_and_plays(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    async with at_start(session) as ui:
        await at_brain(ui)
        assert "‹ new ›" in ui.text
        await write(ui, "command", typed("good"))
        await ui.press("enter")
        await at_setup_again(ui)
        player = ui.setup.current.players[1]
        assert (player.name, player.level, player.limit) == ("Good", "brain:Good", Limit(seconds=1.0))
        assert session.engines.names == ("Good",)
        await ui.press("escape", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and ui.footer.strip(), "the game")
        await ui.place("h8")
        await ui.moved("h8", "a1")
        await ui.press("q")
        await at_setup_again(ui)
    again = a_session(tmp_path)
    async with at_start(again) as ui:
        assert again.engines.names == ("Good",), "it is remembered"
        assert ui.setup.current.players[1].level == "brain:Good", "and so is the game"


WRONG = {
    "no-such-brain-anywhere": "did not start: no-such-brain-anywhere: no such file",
    "": "An engine needs a command, for example ~/rapfi/pbrain-rapfi",
    "'not closed": "Cannot read the engine's command: no closing quotation",
    "~nobody-of-this-name/x": "did not start: ~nobody-of-this-name/x",
    typed("dies_at_once"): "was killed by SIGSEGV",
    typed("refuses_start"): "rejected START 15: “no such board”",
    "[red]x[/red]": "Engine [red]x[/red] did not start",
}
"""Commands, and what is told of each."""


@pytest.mark.slow
async def test_one_that_does_not_work_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    async with at_start(session) as ui:
        await at_brain(ui)
        await write(ui, "folder", "/")
        for command, told in WRONG.items():
            await write(ui, "command", command)
            await ui.press("enter")
            await ui.until(lambda told=told: told in said(ui), told)  # type: ignore[misc]
            assert isinstance(ui.app.screen, PlayerScreen)
            assert ui.one("#command").value == command
            assert ui.one("#folder").value == "/"
            assert session.engines.names == ()
        await ui.press("escape")
        await at_setup_again(ui)
        check_setup(ui.setup.current)
        assert ui.setup.current.players[1].level == "expert 4"


HANGS = BrainTimeouts(pause=0, first=60, start=60, answer=60, grace=60)


async def test_whoever_does_not_want_to_wait_for_it_leaves(tmp_path: Path) -> None:
    session = a_session(tmp_path, HANGS)
    async with at_start(session) as ui:
        await at_brain(ui)
        await write(ui, "command", typed("hangs"))
        await ui.press("enter")
        assert "Starting the engine to read its name" in said(ui)
        await ui.press("enter", "enter")
        assert isinstance(ui.app.screen, PlayerScreen), "it is asked once"
        await ui.press("escape")
        await at_setup_again(ui)
        await ui.rest()
        assert ui.setup.current.players[1].level == "expert 4"
        assert session.engines.names == ()


@pytest.mark.slow
async def test_whoever_has_decided_otherwise_meanwhile_is_not_hurried_on(tmp_path: Path) -> None:
    """The name comes when the player is to be a person: nothing was kept with Enter since."""
    gate = tmp_path / "gate"
    session = a_session(tmp_path, HANGS)
    async with at_start(session) as ui:
        await at_brain(ui)
        await write(ui, "command", typed("tells_late", gate))
        await ui.press("enter")
        assert "Starting the engine" in said(ui)
        await ui.focus("plays")
        await ui.press("home")
        gate.touch()
        await ui.until(lambda: session.engines.names == ("Good",), "its name")
        await ui.rest()
        assert isinstance(ui.app.screen, PlayerScreen)
        await ui.press("escape")
        await at_setup_again(ui)


@pytest.mark.slow
def test_two_enters_at_once_ask_once_and_start_nothing(tmp_path: Path) -> None:
    session = a_session(tmp_path, QUICK)

    async def play(recorded: Recorded) -> None:
        app = recorded.app
        await recorded.press(*["down"] * GOMOKU, "e", "tab", "tab", "tab", "end", "tab", "tab")
        app.screen.query_one("#command").value = typed("good")  # type: ignore[attr-defined]
        recorded.send("enter", "enter", "enter")
        await recorded.settle()
        await until(lambda: not isinstance(app.screen, PlayerScreen), "the setup screen")
        await recorded.settle()
        assert session.engines.names == ("Good",)

    run(play, None, app=TttApp(session=session))
    session.close()


# --- those that are known --------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_command_is_changed_and_an_empty_one_forgets_the_brain(tmp_path: Path) -> None:
    session = a_session(tmp_path, Set=brain("good"))
    session.engines.add("Mine", brain("dies"))
    async with at_start(session) as ui:
        await at_brain(ui)
        await ui.focus("brain")
        await ui.press("right")
        assert "from the settings file" in ui.text
        assert ui.one("#command").disabled
        assert ui.one("#folder").disabled
        await ui.press("left")
        assert "‹ Mine ›" in ui.text
        assert "clear Command to remove it" in ui.text
        assert not ui.one("#command").disabled
        assert ui.one("#command").value == typed("dies")
        await write(ui, "command", typed("good"))
        player = await closed(ui)
        assert (player.name, player.level) == ("Mine", "brain:Mine")
        assert session.engines.command("Mine") == brain("good")
        await edit(ui, 1)
        await write(ui, "command", "'not closed")
        await ui.press("enter")
        assert "Cannot read the engine's command" in said(ui)
        assert session.engines.command("Mine") == brain("good")
        await write(ui, "command", "")
        await ui.press("enter")
        assert "Mine removed" in said(ui)
        assert "‹ Set ›" in ui.text
        assert session.engines.names == ("Set",)
        player = await closed(ui)
        assert (player.name, player.level) == ("Set", "brain:Set")
    assert Engines(history=a_session(tmp_path).history).names == ()


async def test_whoever_forgets_the_brain_that_plays_is_told_when_the_game_is_to_start(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    session.engines.add("Mine", brain("good"))
    async with at_start(session) as ui:
        await at_brain(ui)
        assert (await closed(ui)).level == "brain:Mine"
        await edit(ui, 1)
        await write(ui, "command", "")
        await ui.press("enter")
        assert "Mine removed" in said(ui)
        await ui.press("escape")
        await at_setup_again(ui)
        await ui.press("escape", "enter")
        await ui.rest()
        assert isinstance(ui.app.screen, SetupScreen), "a game cannot start with it"
        assert "Unknown engine “Mine”" in " ".join(ui.text.split())


@pytest.mark.slow
async def test_the_level_offers_brains_where_they_can_play(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"), Other=brain("good"))
    async with at_start(session) as ui:
        await ui.focus("level")
        await ui.press("end")
        assert ui.setup.current.players[1].level == CLASSIC_NAMES[-1], "3×3 is no board for them"
        await ui.press("escape", *["down"] * GOMOKU)
        await ui.focus("level")
        await ui.press("end")
        player = ui.setup.current.players[1]
        assert (player.level, player.name) == ("brain:Other", "Other")
        assert "an outside program" in " ".join(ui.text.split())
        await ui.press("left")
        player = ui.setup.current.players[1]
        assert (player.level, player.name) == ("brain:Good", "Good")
        await ui.press("left")
        player = ui.setup.current.players[1]
        assert player.level == player.name == CLASSIC_NAMES[-1]
        await ui.press("right")
        await ui.focus("line-stepper")
        await ui.press("left")
        assert "ngines play 5 in a row, not 4" in " ".join(ui.text.split())
        await ui.press("escape", "enter")
        await ui.rest()
        assert isinstance(ui.app.screen, SetupScreen)
        await ui.focus("level")
        await ui.press("left")
        assert ui.setup.current.players[1].level == CLASSIC_NAMES[-1]
        check_setup(ui.setup.current)


async def test_a_board_that_no_brain_plays_on_says_why_in_the_dialog(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"))
    async with at_start(session) as ui:
        await at_brain(ui, preset=0)
        assert "engines play 5 in a row, not 3" in ui.text
        player = await closed(ui)
        assert player.level == "brain:Good"
        assert "ngines play 5 in a row, not 3" in ui.text
        await ui.press("escape", "enter")
        await ui.rest()
        assert isinstance(ui.app.screen, SetupScreen)


@pytest.mark.slow
async def test_a_brain_of_one_board_is_not_the_level_of_a_preset_that_it_cannot_play(tmp_path: Path) -> None:
    """Custom was played on a larger board with it; afresh it is 5×5 and four in a row."""
    custom = list(PRESETS).index("custom")
    session = a_session(tmp_path, Good=brain("good"))
    async with at_start(session) as ui:
        await ui.press(*["down"] * custom)
        await ui.focus("columns-stepper")
        await ui.press("7", "tab", "7", "tab", "5")
        await ui.focus("level")
        await ui.press("end")
        assert ui.setup.current.players[1].level == "brain:Good"
        await ui.press("escape", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and ui.footer.strip(), "the game")
        await ui.press("q")
        await at_setup_again(ui)
        await ui.press("home", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and ui.footer.strip(), "another game")
        await ui.press("q")
        await at_setup_again(ui)
    async with at_start(a_session(tmp_path, Good=brain("good"))) as ui:
        await ui.press("home", *["down"] * custom)
        check_setup(ui.setup.current)


async def test_the_last_set_up_with_a_brain_that_is_gone_is_not_offered(tmp_path: Path) -> None:
    async with at_start(a_session(tmp_path, Good=brain("good"))) as ui:
        await ui.press(*["down"] * GOMOKU)
        await ui.focus("level")
        await ui.press("end", "escape", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and ui.footer.strip(), "the game")
    async with at_start(a_session(tmp_path)) as ui:
        check_setup(ui.setup.current)
        assert not any(player.is_engine for player in ui.setup.current.players)
        await ui.press("home", *["down"] * GOMOKU)
        assert ui.setup.current.players[1].level == "expert 4"


@pytest.mark.slow
async def test_a_name_that_was_typed_stays(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"), Other=brain("good"))
    async with at_start(session) as ui:
        await at_brain(ui)
        assert ui.one("#name").value == "Good"
        await ui.focus("brain")
        await ui.press("right")
        assert ui.one("#name").value == "Other"
        await ui.focus("plays")
        await ui.press("home")
        assert ui.one("#name").value not in ("Good", "Other")
        await ui.press("end")
        await write(ui, "name", "Zoe")
        await ui.focus("brain")
        await ui.press("home")
        player = await closed(ui)
        assert (player.name, player.level) == ("Zoe", "brain:Good")
