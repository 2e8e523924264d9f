"""The status line: keys in their colour, and in a tiny window a line of its own only as long as needed."""

from tests.support.driving import Ui, a_setup, playing
from ttt_tui.app.roles import WALNUT_ROLES


def keys_named(ui: Ui) -> str:
    """What has the colour of keys in the status line."""
    y = ui.one("#status").region.y
    named = (
        sign if str(ui.style_at(x, y).color).count(WALNUT_ROLES.accent) else " "
        for x, sign in enumerate(ui.lines[y])
    )
    return " ".join("".join(named).split())


async def test_keys_have_their_colour_wherever_they_are_named() -> None:
    async with playing(a_setup()) as ui:
        assert keys_named(ui) == "1–9"
        await ui.press("A")
        assert "A stop   t threats   Ctrl+N next best   w line" in ui.footer, "there is one line of keys"
        assert keys_named(ui) == "1–9"


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
