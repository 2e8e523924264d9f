"""Moves in columns: down the first, then the second; each keeps its place until the last is full."""

import pytest

from tests.support.driving import Ui, a_setup, playing
from ttt_tui.app.widgets.lines import TEXT, Line
from ttt_tui.app.widgets.move_log import (
    ListedMove,
    MoveLog,
    MoveRow,
    Packing,
    drawn_row,
    packed_rows,
    packing_in,
)
from ttt_tui.engine import HUMAN

GOMOKU = a_setup(board=(15, 15), k=5)


def moves(count: int) -> list[Line]:
    return [((f"{'XO'[i % 2]} {'abcdefghijklmno'[i // 15]}{i % 15 + 1}", TEXT),) for i in range(count)]


def packed(count: int, packing: Packing, first: int, shown: int) -> tuple[list[MoveRow], int]:
    """Return the lines of the list for so many moves, one of each player in a round."""
    players = packing.players
    rounds = [range(start, min(start + players, count)) for start in range(0, count, players)]
    return packed_rows(moves(count), packing, first, shown, rounds)


def in_column(rows: list[tuple[ListedMove, ...]], x: int) -> list[str]:
    """Return the moves that begin at this place."""
    return [entry.line[0][0] for row in rows for entry in row if entry.x == x]


@pytest.mark.parametrize(
    ("width", "columns", "signed"), [(30, None, None), (38, 2, None), (56, 3, 2), (64, 3, 2), (80, 4, 3)]
)
def test_there_are_as_many_columns_as_fit(width: int, columns: int | None, signed: int | None) -> None:
    for has_signs, expected in ((False, columns), (True, signed)):
        packing = packing_in(GOMOKU, width, 10, has_signs=has_signs)
        assert (packing.columns if packing else None) == expected


def test_at_64_cells_a_move_has_ten() -> None:
    packing = packing_in(GOMOKU, 64, 10, has_signs=False)
    assert packing is not None
    assert packing.pitch == 2 * 10


def test_no_move_touches_another_or_leaves_the_list() -> None:
    for board, players in (((15, 15), 2), ((20, 20), 2), ((3, 3), 2), ((15, 15), 3), ((20, 20), 4)):
        for width in range(28, 120):
            setup = a_setup(*[HUMAN] * players, board=board, k=3)
            packing = packing_in(setup, width, 6, has_signs=False)
            if packing is None:
                continue
            fitting = packing.columns * packing.rows * players
            rows, _ = packed(fitting, packing, 0, fitting)
            for row in rows:
                ends = [entry.end for entry in row]
                starts = [entry.x - (4 if entry.number else 1) for entry in row[1:]]
                assert all(end <= start for end, start in zip(ends, starts, strict=False)), (board, width)
                assert ends[-1] <= width - 1


@pytest.mark.parametrize(("second", "lit"), [(7, "X c3"), (8, " X c3 ")])
def test_a_highlighted_move_leaves_a_blank_to_the_next_one(second: int, lit: str) -> None:
    line: Line = (("X", TEXT), (" c3", TEXT))
    row = ListedMove(1, 2, line), ListedMove(2, second, line)
    for ply in (1, 2):
        drawn = drawn_row(row, ply)
        assert "".join(text for text, style in drawn if style.ground == "raised") == lit
        whole = "".join(text for text, _ in drawn)
        assert [whole.index("X"), whole.rindex("X")] == [2, second]


def test_a_move_keeps_its_place_until_the_last_column_is_full() -> None:
    packing = packing_in(GOMOKU, 56, 5, has_signs=False)
    assert packing is not None
    assert packing.columns * packing.rows * packing.players == 30
    places = {}
    for count in range(1, 31):
        rows, first = packed(count, packing, 0, count)
        assert first == 0
        places |= {entry.ply: (entry.x, y) for y, row in enumerate(rows) for entry in row}
        assert len(places) == count
    rows, first = packed(31, packing, 0, 31)
    assert first == 1, "the first column has left"
    assert [row[0].number for row in rows] == ["11", "13", "15", "17", "19"]
    rows, first = packed(31, packing, first, 3)
    assert first == 0, "it is back for a move that is looked at"
    assert in_column(rows, rows[0][0].x)[0] == "X a1"


async def test_a_walk_through_packed_moves_brings_each_into_sight() -> None:
    names = [f"{letter}{row}" for row in range(1, 16) for letter in "abcdefghijklmno"]
    async with playing(a_setup(board=(15, 15), k=15), size=(120, 18), moves=names[:100]) as ui:

        def listed() -> str:
            region = ui.one("MoveLog").region
            return "\n".join(ui.cell(region.x, y, region.width) for y in range(region.y, region.bottom))

        assert f" {names[99]} " in listed()
        assert " a1 " not in listed()
        await ui.press("tab", "home", "down")
        assert " a1 " in listed()
        await click_on_move(ui, "b1")
        assert "Move 2 of 100" in ui.status


async def click_on_move(ui: Ui, name: str) -> None:
    log = ui.app.screen.query_one(MoveLog)
    y = next(y for y in range(log.region.y, log.region.bottom) if name in ui.cell(0, y, 120))
    await ui.click_at(ui.cell(0, y, 120).rindex(name), y)
