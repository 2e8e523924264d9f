"""A click is a press and a release on one square; the press that gives the window the focus is none."""

import pytest
from textual import events

from tests.support.driving import Ui, a_setup, at_setup, playing
from ttt_tui.app.screens.play import PlayScreen

FOCUSING_SECONDS = 0.1
"""After the focus has come; a press within them is what gave it."""


def mouse(kind: type[events.MouseEvent], place: tuple[int, int], button: int = 1) -> events.MouseEvent:
    """Return an event of the mouse at a cell of the screen."""
    x, y = place
    return kind(None, x, y, 0, 0, button, False, False, False, x, y)


async def drag(ui: Ui, *places: tuple[int, int]) -> None:
    """Press at the first place, move, and release at the last one."""
    ui.app.post_message(mouse(events.MouseDown, places[0]))
    for place in places[1:]:
        ui.app.post_message(mouse(events.MouseMove, place))
    ui.app.post_message(mouse(events.MouseUp, places[-1]))
    await ui.settle()


@pytest.mark.slow
@pytest.mark.parametrize("board", [(3, 3), (15, 15)], ids=str)
async def test_a_drag_from_one_square_to_another_places_nothing(board: tuple[int, int]) -> None:
    async with playing(a_setup(board=board)) as ui:
        a1, b2 = ui.place_of("a1"), ui.place_of("b2")
        await drag(ui, a1, b2)
        await drag(ui, b2, a1)
        await drag(ui, a1, (0, 0))
        await drag(ui, (0, 0), a1)
        assert ui.moves == []
        await drag(ui, a1, b2, a1)
        assert ui.moves == ["a1"], "it came back to where it was pressed"


async def test_within_a_square_the_mouse_may_move() -> None:
    async with playing(a_setup(board=(3, 3))) as ui:
        x, y = ui.place_of("b2")
        await drag(ui, (x - 2, y), (x + 2, y + 1))
        assert ui.moves == ["b2"]


async def test_a_press_that_was_released_elsewhere_leaves_no_trace() -> None:
    async with playing(a_setup(board=(3, 3))) as ui:
        a1, c3 = ui.place_of("a1"), ui.place_of("c3")
        await drag(ui, a1, c3)
        await drag(ui, c3, c3)
        await drag(ui, a1, a1)
        assert ui.moves == ["c3", "a1"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seconds", "moves"),
    [(0.0, []), (FOCUSING_SECONDS / 2, []), (FOCUSING_SECONDS * 1.5, ["a1"]), (5.0, ["a1"])],
)
async def test_a_press_just_after_the_focus_only_focuses(seconds: float, moves: list[str]) -> None:
    async with playing(a_setup(board=(3, 3))) as ui:
        place = ui.place_of("a1")
        ui.app.post_message(events.AppBlur())
        focus, press, release = (
            events.AppFocus(),
            mouse(events.MouseDown, place),
            mouse(events.MouseUp, place),
        )
        press.time, release.time = focus.time + seconds, focus.time + seconds + 0.3
        for event in (focus, press, release):
            ui.app.post_message(event)
        await ui.settle()
        assert ui.moves == moves
        assert ui.app.app_focus


async def test_after_a_click_that_only_focused_the_next_one_plays() -> None:
    async with playing(a_setup(board=(3, 3))) as ui:
        place = ui.place_of("a1")
        focus = events.AppFocus()
        ui.app.post_message(focus)
        await drag(ui, place, place)
        assert ui.moves == []
        press, release = mouse(events.MouseDown, place), mouse(events.MouseUp, place)
        press.time = release.time = focus.time + 1
        ui.app.post_message(press)
        ui.app.post_message(release)
        await ui.settle()
        assert ui.moves == ["a1"]


async def test_elsewhere_a_drag_is_no_click_either() -> None:
    async with at_setup() as ui:
        lines = ui.lines
        first = next(y for y, line in enumerate(lines) if "Gomoku" in line)
        before = ui.text
        x = lines[first].index("Gomoku")
        await drag(ui, (x, first - 1), (x, first + 3))
        assert ui.text == before
        await drag(ui, (x, first), (x + 1, first))
        assert ui.text != before
        assert not isinstance(ui.app.screen, PlayScreen)
