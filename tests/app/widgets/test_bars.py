"""The status line in a tiny window: a line of its own only as long as it is needed."""

from tests.support.driving import a_setup, playing


async def test_in_a_tiny_window_the_board_has_the_line_that_would_be_blank() -> None:
    async with playing(a_setup(names=("Ada", "Bob")), (20, 8)) as ui:
        assert ui.lines[-2].strip() == "Ada (X) to move"
        assert ui.rows_shown == [1, 2, 3]
        assert ui.one("#middle").region.height == 5
        await ui.press(*"14253")
        await ui.rest()
        assert " ".join(" ".join(ui.lines[-3:-1]).split()) == "Ada (X) wins with three in a row"
        assert ui.one("#middle").region.height == 4
        assert ui.rows_shown == [1, 2, 3]
        await ui.press("u")
        assert ui.one("#middle").region.height == 5
