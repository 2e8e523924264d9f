"""The line may be slow: an arrow key and a stone write few bytes. Counted on a pty, so exact everywhere."""

from statistics import median

import pytest

from tests.benchmarks.written_bytes import (
    ANALYSED,
    FEW_BOARDS,
    KEY_AT_MOST,
    KEY_USUALLY,
    STONE_AT_MOST,
    WIN_AT_MOST,
    Prepare,
    analysed,
    empty,
    full_rows,
    key_sizes,
    stone_sizes,
    win_size,
)


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


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("board", ["3", "15"])
def test_a_stone_and_its_answer_write_few_bytes(board: str) -> None:
    assert max(stone_sizes(board)) <= STONE_AT_MOST[board]


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("board", ["3", "15"])
def test_a_win_in_motion_writes_few_bytes(board: str) -> None:
    assert win_size(board) <= WIN_AT_MOST
