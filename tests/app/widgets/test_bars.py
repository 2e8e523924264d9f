"""The status line: keys in their colour, and in a tiny window a line of its own only as long as needed."""

import pytest

from tests.support.driving import Ui, a_setup, playing
from ttt_tui.app.roles import WALNUT_ROLES
from ttt_tui.app.widgets.bars import StatusText
from ttt_tui.engine import HUMAN
from ttt_tui.process.terminal import Terminal


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


def edge(ui: Ui) -> str:
    """The line above the text of a status line of two lines."""
    return ui.lines[ui.one("#status").region.y]


async def test_the_blank_line_of_a_narrow_status_line_has_the_edge_of_a_board_without_a_line_for_it() -> None:
    async with playing(a_setup(HUMAN, HUMAN, names=("Ada", "Bartholomew")), (40, 16)) as ui:
        board, y = ui.board.region, ui.one("#status").region.y
        assert not ui.board.drawn.wood.bottom
        assert edge(ui) == f"{' ' * board.x}{'▀' * board.width}".ljust(40)
        seen, front = ui.style_at(board.x, y), WALNUT_ROLES.edge
        assert WALNUT_ROLES.board in str(seen.color)
        assert front in str(seen.bgcolor)
        await ui.press("1")
        assert edge(ui).strip() == "Bartholomew (O) to move", "the line has text"
        await ui.press("u")
        assert "▀" in edge(ui)
        await ui.press("s")
        await ui.rest()
        assert "▀" not in edge(ui), "no board is above"
        await ui.press("s")
        await ui.rest()
        assert edge(ui).count("▀") == board.width


async def test_only_a_whole_board_without_an_edge_of_its_own_gets_one_also_when_the_window_changes() -> None:
    async with playing(a_setup(HUMAN, HUMAN, names=("Ada", "Bob")), (40, 18)) as ui:
        for height, has_edge in ((18, False), (16, True), (17, False), (16, True), (15, False)):
            await ui.pilot.resize_terminal(40, height)
            await ui.rest()
            assert ui.board.drawn.wood.bottom == (height != 16)
            assert ("▀" in edge(ui)) == has_edge, ui.text
    async with playing(a_setup(HUMAN, HUMAN), (40, 16), terminal=Terminal(is_ascii=True)) as ui:
        assert not edge(ui).strip()


NEWS = "1 mistake added to your puzzles"


@pytest.mark.parametrize(
    ("size", "own", "shown"),
    [
        ((40, 16), ("the losing move; b2 would have won", "the losing move"),
         ["Move 6 of 7 · the losing move", NEWS]),
        ((40, 16), ("the losing move of a game by unusual rules", ""), ["Move 6 of 7", NEWS]),
        ((80, 24), ("the losing move; b2 would have won", "the losing move"),
         [f"Move 6 of 7   the losing move   {NEWS}"]),
        ((120, 40), ("the losing move; b2 would have won", "the losing move"),
         [f"Move 6 of 7   the losing move; b2 would have won   {NEWS}"]),
        ((20, 8), ("the losing move", ""), ["1 mistake added to", "your puzzles"]),
    ],
)  # fmt: skip
async def test_news_stand_beside_what_the_line_says_anyway(
    size: tuple[int, int], own: tuple[str, str], shown: list[str]
) -> None:
    async with playing(a_setup(HUMAN, HUMAN), size) as ui:
        status, (more, less) = ui.play.status, own
        status.show_beside(StatusText("Move 6 of 7", more, less=less), NEWS)
        await ui.rest()
        region = status.region
        assert [line.strip() for line in ui.lines[region.y : region.bottom]] == shown
