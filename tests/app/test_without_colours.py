"""Where there are no colours the one thing that has the focus is reversed, and nothing beside it is."""

from pathlib import Path

import pytest

from tests.app.screens.test_dialogs import OPENED, opened
from tests.screens.scenes import game_of
from tests.support.driving import Ui, a_setup, at_setup, playing
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.engine.records import Record
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

WITHOUT = Terminal(Colours.NONE)


@pytest.fixture(autouse=True)
def _few_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "standard")


def reversed_text(ui: Ui, y: int, left: int = 0, right: int | None = None) -> str:
    """Return what is reversed in a line, with blanks for all else."""
    strip = ui.strips[y].crop(left, right)
    return "".join(text if style and style.reverse else " " * len(text) for text, style, _ in strip)


def lit(ui: Ui) -> list[str]:
    """Return the answers of a dialog that are reversed."""
    answers = []
    for answer in ui.app.screen.query(AnswerButton):
        region = answer.region
        if answer.display and reversed_text(ui, region.y, region.x, region.right).strip():
            answers.append(answer.label)
    return answers


async def test_the_game_that_is_chosen_is_reversed_while_the_list_has_the_focus() -> None:
    async with at_setup(terminal=WITHOUT) as ui:
        region = ui.one("#presets").region
        for title in ("You v computer", "Gomoku", "Against the swarm"):
            texts = [
                reversed_text(ui, y, region.x, region.right).strip() for y in range(region.y, region.bottom)
            ]
            [shown] = filter(None, texts)
            assert shown.startswith(title)
            await ui.press("down")
        await ui.press("tab")
        assert not any(
            reversed_text(ui, y, region.x, region.right).strip() for y in range(region.y, region.bottom)
        )
        y = next(y for y in range(region.y, region.bottom) if "Two players" in ui.lines[y][: region.right])
        assert ui.style_at(region.x + 4, y).underline, "what is chosen can be seen from elsewhere"


@pytest.mark.slow
async def test_of_the_values_in_a_row_the_one_with_the_focus_is_reversed() -> None:
    async with at_setup(terminal=WITHOUT) as ui:
        await ui.press("tab")
        while isinstance(stepper := ui.app.focused, Stepper):
            [shown] = filter(
                None, (reversed_text(ui, y, 30, 80).strip() for y in range(2, stepper.region.bottom + 9))
            )
            text = stepper.choices[[value for value, _ in stepper.choices].index(stepper.value)][1]
            assert shown.strip("‹› ") == text, stepper.id
            place = ui.lines[stepper.region.y].index("‹", stepper.region.x) + 2
            assert ui.style_at(place, stepper.region.y).reverse, stepper.id
            await ui.press("tab")
            await ui.settle()


@pytest.mark.slow
async def test_with_16_colours_it_is_told_from_the_others_of_its_row_too() -> None:
    async with at_setup(terminal=Terminal(Colours.SIXTEEN)) as ui:
        await ui.press(*["tab"] * 5)
        y = ui.one("#rows-stepper").region.y
        places = [x + 2 for x, cell in enumerate(ui.lines[y]) if cell == "‹"]
        assert [bool(ui.style_at(x, y).reverse) for x in places] == [True, False, True]


@pytest.mark.slow
@pytest.mark.parametrize("name", OPENED)
async def test_the_answer_with_the_focus_is_the_only_one_that_is_reversed(name: str) -> None:
    async with playing(a_setup(points=1), (60, 24), terminal=WITHOUT) as ui:
        dialog = await opened(ui, name)
        await answers_are_lit_in_turn(ui, dialog)


async def answers_are_lit_in_turn(ui: Ui, dialog: Dialog[object]) -> None:
    """Go through the answers and find always just the one with the focus lit."""
    for _ in range(2 * len(dialog.query(AnswerButton))):
        [default] = dialog.query("AnswerButton.-default").results(AnswerButton)
        focused = ui.app.focused or default
        assert isinstance(focused, AnswerButton)
        assert lit(ui) == [focused.label]
        await ui.press("tab")
        await ui.settle()


async def test_while_a_field_has_the_focus_no_answer_is_reversed() -> None:
    async with at_setup(terminal=WITHOUT) as ui:
        await ui.press("e")
        await ui.until(lambda: isinstance(ui.app.screen, PlayerScreen), "the dialog")
        await ui.settle()
        assert not isinstance(ui.app.focused, AnswerButton)
        assert lit(ui) == []


@pytest.mark.slow
async def test_the_chosen_one_of_the_games_played_is_reversed(tmp_path: Path) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    for moves in ("a1 a2 b1 b2 c1", "a1 a2 b1 b2 c3 c2"):
        history.add(Record(game_of(a_setup(), moves.split()), "2026-11-21"))
    async with TttApp(session=Session(1, history), terminal=WITHOUT).run_test(size=(80, 24)) as pilot:
        ui = Ui(pilot.app, pilot)
        await ui.until(lambda: "quit" in ui.footer, "the setup screen")
        await ui.press("h")
        await ui.until(lambda: "Ada v Bob" in ui.text, "the games")
        await ui.settle()
        rows = [y for y, line in enumerate(ui.lines) if "Ada v Bob" in line]
        for chosen in rows:
            await ui.until(lambda chosen=chosen: reversed_text(ui, chosen).strip(), "the row with the cursor")
            list_width = ui.lines[chosen].index("Ada v Bob") + len(
                "Ada v Bob"
            )  # beside it a winning line is lit
            assert [y for y in rows if reversed_text(ui, y, 0, list_width).strip()] == [chosen]
            await ui.press("down")
    history.close()
