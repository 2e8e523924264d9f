"""The game at every size of terminal, also when that changes during a game."""

from random import Random

import pytest
from textual import events
from textual.geometry import Size

from tests.support.driving import SCRIPTED, Script, Ui, a_setup, at_setup, playing
from ttt_tui.engine import HUMAN

BOARDS = [(3, 3), (15, 15), (20, 20)]
SIZES = [(40, 16), (80, 24), (120, 40), (200, 50)]


def expect_a_whole_screen(ui: Ui, size: tuple[int, int]) -> None:
    """Expect labels at the cursor, the status, and the footer on the last line."""
    lines = ui.lines
    assert len(lines) == size[1]
    assert all(strip.cell_length == size[0] for strip in ui.strips)
    column, row = ui.cursor[0], int(ui.cursor[1:])
    assert column in ui.columns_shown
    assert row in ui.rows_shown
    assert ui.look(ui.cursor).is_cursor, f"the cursor is under {column} and beside {row}"
    assert ui.status, "the status shows"
    assert "place" in ui.footer
    assert "Game 1" in lines[0]


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("board", BOARDS, ids=str)
async def test_every_board_plays_at_every_size(board: tuple[int, int], size: tuple[int, int]) -> None:
    async with playing(a_setup(board=board), size=size) as ui:
        await ui.until(lambda: "place" in ui.footer, "the footer")
        expect_a_whole_screen(ui, size)
        assert "Ada (X) to move" in ui.status
        for keys in (("home", "pageup"), ("end", "pagedown"), ("enter",)):
            await ui.press(*keys)
            expect_a_whole_screen(ui, size)
        assert len(ui.moves) == 1
        assert "Bob (O) to move" in ui.status


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)], ids=str)
@pytest.mark.parametrize("board", [(3, 3), (15, 15)], ids=str)
async def test_the_whole_board_shows_where_it_fits(board: tuple[int, int], size: tuple[int, int]) -> None:
    async with playing(a_setup(board=board), size=size) as ui:
        assert len(ui.columns_shown) == board[0]
        assert ui.rows_shown == list(range(1, board[1] + 1))


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_setup_shows_its_presets_status_and_keys_at_every_size(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        assert len(ui.lines) == size[1]
        assert "You v computer" in ui.text
        assert "↵ play" in ui.status
        await ui.press("end", "up", "up", "up", "up")
        assert "Fifteen computers" in ui.text
        await ui.press(*["tab"] * 3)
        focused = ui.app.focused
        assert focused is not None
        await ui.rest()
        assert ui.app.screen.region.contains_region(focused.region), "what has the focus is in sight"
        assert "First move" in ui.lines[focused.region.y]


@pytest.mark.slow
async def test_a_running_game_survives_any_change_of_size(script: Script) -> None:
    rng = Random(42)
    async with playing(a_setup(HUMAN, SCRIPTED, board=(20, 20), k=5)) as ui:
        await ui.press("enter")
        question = await ui.question(script)
        sizes = [(20, 8), (200, 50), (59, 24), (60, 24), (99, 9), (100, 10)]
        sizes += [(rng.randint(20, 200), rng.randint(8, 50)) for _ in range(16)]
        for width, height in sizes:
            await ui.pilot.resize_terminal(width, height)
            await ui.rest()
            await ui.press(rng.choice(("left", "right", "up", "down", "home", "end", "pageup", "pagedown")))
            await ui.until(lambda size=(width, height): ui.app.size == size, "the new size")
            await ui.settle()
            lines = ui.lines
            assert len(lines) == height
            assert all(strip.cell_length == width for strip in ui.strips)
            assert ui.look(ui.cursor).is_cursor, f"the cursor is in sight at {width}×{height}"
            assert "thinking" in ui.status
            assert "place" in lines[-1] or "move now" in lines[-1]
        question.answer("a1")
        await ui.moved("k11", "a1")


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("size", [(20, 8), (27, 8), (28, 24), (40, 8)], ids=str)
async def test_the_smallest_terminals_play_and_set_up(size: tuple[int, int]) -> None:
    async with playing(size=size) as ui:
        assert ui.square("b2") == "[·]"
        await ui.press("enter")
        assert ui.moves == ["b2"]
        assert ui.status.startswith("Bob")
        await ui.press("q")
        await ui.until(lambda: "play" in ui.footer, "the setup screen")
        await ui.press("e")
        assert "Name" in ui.text
        await ui.press("escape", "?", "escape", "r")
        await ui.until(lambda: "place" in ui.footer, "the game")


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("size", [(20, 8), (28, 24), (31, 9)], ids=str)
async def test_the_setup_survives_a_terminal_that_gets_narrow(size: tuple[int, int]) -> None:
    async with at_setup() as ui:
        await ui.pilot.resize_terminal(*size)
        await ui.rest()
        assert "play" in ui.footer
        await ui.pilot.resize_terminal(80, 24)
        await ui.rest()
        assert "Custom" in ui.text
        await ui.press("enter")
        await ui.until(lambda: "place" in ui.footer, "the game")


async def test_below_60_columns_the_panel_makes_room_for_the_board() -> None:
    async with playing(a_setup(board=(15, 15)), size=(59, 24)) as ui:
        assert not ui.one("#panel").region
        assert len(ui.columns_shown) == 15
        await ui.pilot.resize_terminal(80, 24)
        await ui.until(lambda: "Moves" in ui.text, "the panel")
        assert len(ui.columns_shown) == 15


async def test_long_names_do_not_push_the_keys_off_the_screen() -> None:
    names = [f"{letter * 24}" for letter in "ABCDEFGHIJKLMNO"]
    setup = a_setup(*[HUMAN] * 15, board=(20, 20), k=5, names=names)
    async with playing(setup, size=(40, 16)) as ui:
        assert "place" in ui.footer
        assert "A" * 24 in ui.status
        assert ui.square(ui.cursor) == "[·]"


# --- sizes in quick succession -----------------------------------------------------------------------------


async def test_two_sizes_in_quick_succession_come_to_rest_at_the_latest() -> None:
    async with playing(size=(80, 24)) as ui:
        screen = ui.app.screen
        counted: list[Size] = []
        on_event = screen.on_event

        async def counting(event: events.Event) -> None:
            if isinstance(event, events.Resize):
                counted.append(event.size)
                if len(counted) > 50:
                    return  # it would go on for ever
            await on_event(event)
            if isinstance(event, events.Resize):
                screen.call_later(lambda: None)  # neighbours in the queue would be merged

        screen.on_event = counting  # type: ignore[method-assign]
        sizes = [Size(59, 24), Size(100, 30)]
        ui.app._size = sizes[-1]
        for size in sizes * 3:
            screen.post_message(events.Resize(size, size))
            screen.call_later(lambda: None)
        for _ in range(40):
            await ui.pilot.pause(0.01)
        assert len(counted) < 20, f"no rest after {len(counted)} sizes"
        assert screen.size == sizes[-1]
