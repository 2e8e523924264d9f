"""What is announced stands in the status line, one text after the other; nothing covers the board."""

from pathlib import Path

import pytest

from tests.support.driving import Ui, a_setup, at_setup, playing
from ttt_tui.app.screens import base
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.screens.match_over import MatchOverScreen
from ttt_tui.engine import HUMAN
from ttt_tui.session.session import Session

TROUBLE = (
    "The game continues, but it is not being saved yet: "
    "the database in /home/ada is locked by another program"
)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is shown for a moment only."""
    monkeypatch.setattr(base, "ANNOUNCED_SECONDS", 0.3)


def announce(ui: Ui, *texts: str) -> None:
    assert isinstance(ui.app.screen, BaseScreen)
    ui.app.screen.show_warnings([*texts])


def without_status(ui: Ui) -> list[str]:
    """Return what is on the screen, but for the status line."""
    region = ui.app.screen.query_one("#status").region
    return ui.lines[: region.y] + ui.lines[region.bottom :]


def test_nothing_pops_up() -> None:
    package = Path(base.__file__).parents[2]
    assert not [path for path in package.rglob("*.py") if ".notify(" in path.read_text(encoding="utf-8")]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 16), (120, 40)])
async def test_a_trouble_covers_nothing_and_is_told_whole(size: tuple[int, int], quick: None) -> None:
    async with playing(a_setup(), size=size) as ui:
        await ui.press("5")
        before, seen, usual = without_status(ui), list[str](), ui.status + ui.status_more
        announce(ui, TROUBLE)

        def is_over() -> bool:
            status = ui.status + ui.status_more
            if not seen or seen[-1] != status:
                seen.append(status)
            assert without_status(ui) == before
            assert not ui.app.screen.query("Toast")
            return len(seen) > 1 and status == usual

        await ui.until(is_over, "the end of what is told")
        told = " ".join(text.replace("Bob (O) to move", "") for text in seen).split()
        words = TROUBLE.split()
        assert [word for word in told if word in words][: len(words)] == words


@pytest.mark.slow
async def test_texts_follow_one_another_and_are_not_repeated(quick: None) -> None:
    async with playing(a_setup()) as ui:
        for text in ("Cyd joined", "Dan joined", "Cyd joined", "Dan joined"):
            announce(ui, text)
        assert "Cyd joined" in ui.status
        assert "Dan" not in ui.text
        seen: list[str] = []

        def is_over() -> bool:
            joined = [name for name in ("Cyd", "Dan") if f"{name} joined" in ui.status]
            if joined and seen[-1:] != joined:
                seen.extend(joined)
            return not joined

        await ui.until(is_over, "the end")
        assert seen == ["Cyd", "Dan"]
        await ui.rest()
        assert "joined" not in ui.text


async def test_a_refusal_goes_first_and_what_is_announced_is_not_lost(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(a_setup()) as ui:
        announce(ui, "Cyd joined")
        await ui.press("U")
        assert "Cyd joined" not in ui.text
        monkeypatch.setattr(base, "ANNOUNCED_SECONDS", 60)  # from the next look at it on
        await ui.pilot.pause(0.5)
        assert "Cyd joined" not in ui.text
        await ui.press("left")
        assert "Cyd joined" in ui.status


async def test_a_key_ends_what_could_be_read() -> None:
    async with playing(a_setup()) as ui:
        announce(ui, "Cyd joined")
        await ui.press("left")
        assert "Cyd joined" in ui.status, "it has only just come"
        ui.play.announcements._since -= base.LEAST_SECONDS
        await ui.press("right")
        assert "Cyd joined" not in ui.text


async def test_news_that_could_be_read_gives_way_at_once_when_the_game_changes() -> None:
    async with playing(a_setup()) as ui:
        shown = ui.play.announcements
        shown.add("Cyd joined", is_news=True)
        await ui.settle()
        assert "Cyd joined" in ui.status
        shown._since -= base.LEAST_SECONDS
        shown.hasten_notices()
        await ui.until(lambda: "Cyd joined" not in ui.text, "the end of the news")


@pytest.mark.slow
async def test_on_the_first_page_too(quick: None) -> None:
    async with at_setup() as ui:
        before = without_status(ui)
        announce(ui, "Games are not being saved yet")
        await ui.settle()
        assert "Games are not being saved yet" in ui.status
        assert without_status(ui) == before
        await ui.until(lambda: "not kept" not in ui.status, "the end")


async def test_what_is_wrong_from_the_start_is_told() -> None:
    session = Session(1)
    session.warnings = ["Games are not being saved"]
    async with playing(a_setup(), session=session) as ui:
        await ui.until(lambda: "Games are not being saved" in ui.status, "what is wrong")
        assert ui.status.startswith("Ada (X) to move")


# --- beside a result -------------------------------------------------------------------------------------


X_WINS = ["a1", "a2", "b1", "b2", "c1"]
DRAWN = ["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"]
LONG = ("Bartholomew.the Patient!", "A Player of Many Letters")


def told(ui: Ui) -> str:
    return f"{ui.status} {ui.status_more}"


@pytest.mark.slow
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
        if isinstance(ui.app.screen, MatchOverScreen):
            await ui.press("escape")
        shown = result.format(names[0])[: size[0] - 4]
        if size[0] >= 80 and moves is X_WINS:
            shown = "3 in a row"  # the panel has the winner
        assert shown in told(ui)
        screen = ui.app.screen
        assert isinstance(screen, BaseScreen)
        screen.refuse("nothing to redo, and nothing that could be done about that now")
        await ui.settle()
        assert shown in told(ui)
        assert "Nothing to redo" in told(ui) or size[0] < 60 or names is LONG
        await ui.press("left")
        assert shown in told(ui)
        screen.show_warnings([TROUBLE])
        await ui.settle()
        assert shown in told(ui)
