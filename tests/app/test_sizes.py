"""Sizes of the terminal, any in the slow tier, also when they change: all that matters is on the screen."""

from math import log
from random import Random

import pytest
from textual import events
from textual.geometry import Size

from tests.support.driving import SCRIPTED, Script, Seen, Ui, a_setup, at_setup, playing
from tests.support.reading import cursor, places
from tests.support.sampling import sampled
from ttt_tui.engine import HUMAN

LEAST, MOST = (20, 8), (480, 150)
BOUNDARIES = [
    LEAST, (MOST[0], LEAST[1]), (LEAST[0], MOST[1]), MOST,
    (59, 24), (60, 24), (61, 24), (79, 23), (80, 24), (81, 25), (99, 9), (100, 10), (27, 8), (28, 9),
]  # fmt: skip
"""Sizes around those at which something changes its place."""

SIZES_TRIED = sampled(
    [((3, 3), 50), ((15, 15), 60), ((20, 20), 90)], [((3, 3), 20), ((15, 15), 20), ((20, 20), 24)]
)
"""Boards, and at how many sizes, those of the boundaries among them."""

CURSOR_KEYS = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown")


def random_size(rng: Random) -> tuple[int, int]:
    """Return a size between the least and the most; each doubling is as likely as another."""
    width, height = (
        round(2 ** rng.uniform(log(least, 2), log(most, 2))) for least, most in zip(LEAST, MOST, strict=True)
    )
    return width, height


def expect_all_that_matters(ui: Ui, size: tuple[int, int], said: str) -> None:
    """Expect the top line, the cursor under its letter and beside its number, the status, the keys."""
    lines = ui.lines
    where = f"at {size[0]}×{size[1]}:\n" + "\n".join(line.rstrip() for line in lines)
    assert len(lines) == size[1], where
    assert all(strip.cell_length == size[0] for strip in ui.strips), where
    assert "Game 1" in lines[0], where
    seen = Seen(ui.strips, ui.app.size)
    assert ui.cursor in places(seen), f"{ui.cursor} has its letter and number {where}"
    assert cursor(seen) == ui.cursor, f"{ui.cursor} is marked {where}"
    assert said in " ".join(" ".join(lines[-3:-1]).split()), where
    assert "place" in lines[-1] or "move now" in lines[-1], where
    if size[0] >= 40:
        assert "?" in lines[-1], where
        assert "leave" in lines[-1], where
    if size[0] >= 60:
        assert "Moves" in ui.text, where
        assert "Ada" in ui.text, where


@pytest.mark.slow
@pytest.mark.parametrize(("board", "times"), SIZES_TRIED, ids=str)
async def test_at_every_size_all_that_matters_is_there(
    script: Script, board: tuple[int, int], times: int
) -> None:
    rng = Random(f"sizes {board}")
    sizes = BOUNDARIES + [random_size(rng) for _ in range(times - len(BOUNDARIES))]
    rng.shuffle(sizes)
    async with playing(a_setup(HUMAN, SCRIPTED, board=board, k=min(board[0], 5))) as ui:
        await ui.press("enter")
        question = await ui.question(script)
        for size in sizes:
            await ui.pilot.resize_terminal(*size)
            await ui.press(rng.choice(CURSOR_KEYS))
            await ui.until(lambda size=size: ui.app.screen.size == size, f"{size}")
            await ui.settle()
            expect_all_that_matters(ui, size, "Bob is thinking")
        question.answer("a1")
        await ui.until(lambda: len(ui.moves) == 2, "the answer")
        await ui.settle()
        expect_all_that_matters(ui, sizes[-1], "Your move")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(19, 8), (20, 7), (10, 3), (1, 1)], ids=str)
async def test_below_20x8_the_size_needed_is_told_and_the_game_comes_back_by_itself(
    size: tuple[int, int],
) -> None:
    async with playing(a_setup(board=(7, 6), k=4)) as ui:
        await ui.press("enter")
        before = ui.lines
        await ui.pilot.resize_terminal(*size)
        await ui.rest()
        assert places(Seen(ui.strips, ui.app.size)) == {}
        if size[0] >= 12:
            assert "20×8 needed" in ui.text
        await ui.pilot.resize_terminal(80, 24)
        await ui.until(lambda: ui.lines == before, "the game as it was")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(20, 8), (27, 8), (28, 24), (40, 8)], ids=str)
async def test_the_smallest_terminals_play_and_set_up(size: tuple[int, int]) -> None:
    async with playing(size=size) as ui:
        assert ui.square("b2") == "[·]"
        await ui.press("enter")
        assert ui.moves == ["b2"]
        assert ui.status.startswith("Bob")
        await ui.press("q")
        await ui.until(lambda: "quit" in ui.footer, "the setup screen")
        await ui.press("e")
        assert "Name" in ui.text
        await ui.press("escape", "?", "escape", "r")
        await ui.until(lambda: "place" in ui.footer, "the game")


@pytest.mark.parametrize(("before", "after"), [((80, 24), (40, 16)), ((40, 16), (80, 24))], ids=str)
async def test_the_setup_is_after_a_resize_as_at_a_start_in_that_size(
    before: tuple[int, int], after: tuple[int, int]
) -> None:
    async with at_setup(size=after) as ui:
        await ui.rest()
        started = ui.text
    async with at_setup(size=before) as ui:
        await ui.pilot.resize_terminal(*after)
        await ui.rest()
        assert ui.text == started


@pytest.mark.slow
@pytest.mark.parametrize("size", [(20, 8), (28, 24), (31, 9)], ids=str)
async def test_the_setup_survives_a_terminal_that_gets_narrow(size: tuple[int, int]) -> None:
    async with at_setup() as ui:
        await ui.pilot.resize_terminal(*size)
        await ui.rest()
        assert "quit" in ui.footer
        await ui.pilot.resize_terminal(80, 24)
        await ui.rest()
        assert "Custom" in ui.text
        await ui.press("enter")
        await ui.until(lambda: "place" in ui.footer, "the game")


async def test_long_names_do_not_push_the_keys_off_the_screen() -> None:
    names = [f"{letter * 24}" for letter in "ABCDEFGHIJKLMNO"]
    setup = a_setup(*[HUMAN] * 15, board=(20, 20), k=5, names=names)
    async with playing(setup, size=(40, 16)) as ui:
        assert "place" in ui.footer
        assert "A" * 24 in ui.status
        assert ui.square(ui.cursor) == "[·]"


# --- sizes in quick succession ---------------------------------------------------------------------------


@pytest.mark.slow
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
