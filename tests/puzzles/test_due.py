"""Own puzzles: when they come back, and when they are known."""

import pytest

from tests.puzzles.trying import KINDS, TODAY, ATry, a_try
from ttt_tui.puzzles.progress import FAILURE_REST, REST, due


def at(kinds: dict[int, str], puzzle: str = "a") -> list[ATry]:
    """Return attempts at a puzzle, by how many days ago each was."""
    return [a_try(puzzle, ago, kind) for ago, kind in kinds.items()]


@pytest.mark.parametrize(
    ("kinds", "is_due"),
    [
        ({}, True),
        ({5: "looked"}, True),
        ({0: "clean"}, False),
        ({1: "clean"}, False),
        ({2: "clean"}, True),
        ({30: "clean"}, True),
        ({3: "clean", 2: "clean"}, True),
        ({2: "clean", 1: "clean"}, True),
        ({3: "clean", 1: "clean"}, False),
        ({30: "clean", 28: "clean"}, False),
        ({3: "clean", 2: "clean", 1: "clean"}, False),
        ({1: "wrong"}, True),
        ({4: "wrong", 3: "clean", 1: "shown"}, True),
        ({4: "clean", 3: "wrong", 2: "clean"}, False),
        ({3: "late", 1: "helped"}, True),
        ({3: "clean", 1: "late"}, True),
        ({-1: "clean"}, True),
    ],
)  # fmt: skip
def test_a_puzzle_comes_back_until_it_was_solved_clean_twice(kinds: dict[int, str], is_due: bool) -> None:
    assert due(["a", "new"], at(kinds), TODAY) == (["a", "new"] if is_due else ["new"])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("clean", "looked")])
def test_what_failed_today_is_due_only_when_nothing_else_is(kind: str) -> None:
    tries = [*at({0: kind}, "a"), *at({1: kind}, "b"), *at({0: "clean"}, "c")]
    assert due(["a", "b", "c"], tries, TODAY) == ["b"]
    assert due(["a", "c"], tries, TODAY) == ["a"]
    assert due(["a", "c"], tries, TODAY + FAILURE_REST) == ["a"]
    assert due(["a", "c"], tries, TODAY + REST) == ["a", "c"]


def test_what_has_waited_longest_comes_first_and_what_is_new_last() -> None:
    tries = [*at({4: "wrong"}, "a"), *at({9: "clean"}, "b"), *at({6: "shown"}, "c")]
    assert due(["new", "a", "b", "c", "newer"], tries, TODAY) == ["b", "c", "a", "new", "newer"]


def test_puzzles_that_are_not_among_them_do_not_count() -> None:
    assert due([], at({1: "wrong"}), TODAY) == []
    assert due(["b"], at({0: "clean"}), TODAY) == ["b"]


def test_all_that_is_known_leaves_nothing() -> None:
    assert due(["a"], at({9: "clean", 5: "clean"}), TODAY) == []
