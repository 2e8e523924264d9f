"""A notice stands beside the result of a game or a match and never hides who won."""

import pytest

from tests.support.driving import Ui, a_setup, playing
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.engine import HUMAN

X_WINS = ["a1", "a2", "b1", "b2", "c1"]
DRAWN = ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"]
LONG = ("Bartholomew.the Patient!", "A Player of Many Letters")
TROUBLE = (
    "The game continues, but it is not being saved yet: "
    "the database in /home/ada is locked by another program"
)


def told(ui: Ui) -> str:
    return f"{ui.status} {ui.status_more}"


@pytest.mark.sample(every=11)
@pytest.mark.parametrize("size", [(80, 24), (40, 16), (60, 20), (120, 40), (28, 12)])
@pytest.mark.parametrize("names", [("Ada", "Bob"), LONG])
@pytest.mark.parametrize("points", [1, 5])
@pytest.mark.parametrize(("moves", "result"), [(X_WINS, "{} (X) wins"), (DRAWN, "Draw")])
async def test_a_refusal_and_what_is_announced_leave_the_result(
    size: tuple[int, int], names: tuple[str, str], points: int, moves: list[str], result: str
) -> None:
    setup = a_setup(HUMAN, HUMAN, points=points, names=names)
    async with playing(setup, moves=moves, size=size) as ui:
        await ui.rest()
        if points == 1 and result != "Draw":
            await ui.press("escape")
        shown = result.format(names[0])[: size[0] - 4]
        assert shown in told(ui)
        screen = ui.app.screen
        assert isinstance(screen, BaseScreen)
        screen.refuse("nothing to redo, and nothing that could be done about that now")
        await ui.settle()
        assert shown in told(ui)
        assert "Nothing to redo" in told(ui) or size[0] < 60 or names is LONG
        await ui.press("left")
        assert shown in told(ui)
        screen.report_troubles([TROUBLE])
        await ui.settle()
        assert shown in told(ui)


@pytest.mark.parametrize("size", [(80, 24), (40, 16)])
async def test_a_short_notice_is_whole_beside_the_result(size: tuple[int, int]) -> None:
    async with playing(a_setup(HUMAN, HUMAN), moves=X_WINS, size=size) as ui:
        await ui.rest()
        await ui.press("U")
        assert "Ada (X) wins" in told(ui)
        assert "Nothing to redo" in told(ui)
