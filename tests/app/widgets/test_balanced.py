"""Wrapped texts have no short last line."""

from textwrap import wrap

import pytest

from tests.support.sampling import sampled
from ttt_tui.app.widgets.lines import balanced

TEXTS = (
    "X can win in at most 11 moves",
    "g11 gives X an open three at h8 h9 h10; h11 was judged better",
    "looks ahead a little and overlooks a threat now and then",
    "xxxxxxxxxxxxxxxxxxxx wonderfully short",
    "a b",
    "",
)


def test_a_single_word_does_not_stand_alone() -> None:
    assert wrap(TEXTS[0], 24) == ["X can win in at most 11", "moves"]
    assert balanced(TEXTS[0], 24) == ["X can win in at", "most 11 moves"]


@pytest.mark.parametrize("text", TEXTS)
def test_it_takes_no_more_lines_than_needed_and_divides_no_word_for_it(text: str) -> None:
    for room in sampled(range(1, 80), (8, 12, 16, 20, 24, 33)):
        lines, plain = balanced(text, room), wrap(text, room)
        assert len(lines) == len(plain)
        assert all(len(line) <= room for line in lines)
        if all(len(word) <= room for word in text.split()):
            assert " ".join(lines) == text
            assert max(map(len, lines), default=0) <= max(map(len, plain), default=0)
