"""The line may be slow: an arrow key and a stone write few bytes. Counted on a pty, so exact everywhere."""

import re
import time
from statistics import median

import pytest

from tests.benchmarks.meter import Meter
from tests.benchmarks.written_bytes import (
    ANALYSED,
    FEW_BOARDS,
    KEY_AT_MOST,
    KEY_USUALLY,
    STACKED,
    STONE_AT_MOST,
    ULTIMATE_MOVE_AT_MOST,
    WIN_AT_MOST,
    Prepare,
    analysed,
    column_key_sizes,
    empty,
    full_rows,
    key_sizes,
    stone_sizes,
    ultimate_key_sizes,
    ultimate_move_sizes,
    win_size,
)
from tests.support.reading import cursor
from tests.support.terminal import ENTER


@pytest.mark.slow
@pytest.mark.parametrize(
    ("boards", "prepare"),
    [(FEW_BOARDS, empty), (("15",), full_rows), (tuple(ANALYSED), analysed)],
    ids=["on empty boards", "between two rows of stones", "while analysing"],
)
def test_an_arrow_key_writes_few_bytes_in_every_column(boards: tuple[str, ...], prepare: Prepare) -> None:
    keys = key_sizes(boards, [(80, 24)], prepare)
    worst = max(keys, key=lambda key: key.size)
    assert worst.size <= KEY_AT_MOST, str(worst)
    assert median(key.size for key in keys) <= KEY_USUALLY


@pytest.mark.slow
def test_an_arrow_key_writes_few_bytes_where_stones_fall() -> None:
    keys = [key for stones in ("", STACKED) for key in column_key_sizes(stones)]
    worst = max(keys, key=lambda key: key.size)
    assert worst.size <= KEY_AT_MOST, str(worst)
    assert median(key.size for key in keys) <= KEY_USUALLY


@pytest.mark.slow
@pytest.mark.parametrize(("size", "usually"), [((80, 24), KEY_USUALLY), ((120, 40), KEY_AT_MOST)], ids=str)
def test_an_arrow_key_writes_few_bytes_on_small_boards(size: tuple[int, int], usually: int) -> None:
    keys = ultimate_key_sizes(size)
    worst = max(keys, key=lambda key: key.size)
    assert worst.size <= KEY_AT_MOST, str(worst)
    assert median(key.size for key in keys) <= usually


@pytest.mark.slow
def test_a_stone_of_ultimate_writes_few_bytes() -> None:
    assert max(ultimate_move_sizes()) <= ULTIMATE_MOVE_AT_MOST


@pytest.mark.slow
@pytest.mark.parametrize("board", ["3", "15"])
def test_a_stone_and_its_answer_write_few_bytes(board: str) -> None:
    assert max(stone_sizes(board)) <= STONE_AT_MOST[board]


@pytest.mark.slow
@pytest.mark.parametrize("board", ["3", "15"])
def test_a_win_in_motion_writes_few_bytes(board: str) -> None:
    assert win_size(board) <= WIN_AT_MOST


# --- while a computer thinks -----------------------------------------------------------------------------


STEP_AT_MOST = 40
"""Bytes for a step of the bar by one cell, without those that bring the terminal's own cursor back."""

STEPS_A_SECOND = 4
SECONDS = 4.0

BACK = re.compile(rb"\x1b\[\d+;\d+H$")
"""The terminal's own cursor goes back to the square where screen readers expect it."""


@pytest.mark.slow
def test_a_step_of_the_bar_writes_few_bytes_and_there_are_few_steps() -> None:
    game = ("--board", "15", "--line", "5", "--player", "human", "--player", "minimax,depth=9,time=9")
    with Meter(*game) as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None)
        terminal.press(ENTER, lambda screen: "━" in "".join(screen.text()))
        started, steps = time.monotonic(), []
        while time.monotonic() - started < SECONDS:
            data = terminal.receive(0.1)
            if "━".encode() in data and not re.search(rb"[a-z]{3}", data):
                steps.append(BACK.sub(b"", data))
            terminal.draw(data)
    assert SECONDS <= len(steps) <= SECONDS * STEPS_A_SECOND
    assert max(map(len, steps)) <= STEP_AT_MOST, max(steps, key=len)
