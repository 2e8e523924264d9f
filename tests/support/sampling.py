"""How much is done of what repeats: all of it with `--thorough`, else a sample in which every kind is met.

Which cases a sample has does not change from run to run. Where time is short, tests may also take turns: half
of them are tried in one run, half in another.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import TypeVar

T = TypeVar("T")

TURNS = 2
"""In so many runs all tests are tried that take turns."""

_is_thorough = False


def be_thorough(is_thorough: bool) -> None:
    """Say, before the modules of tests are imported, which of the two it is."""
    global _is_thorough  # it is asked for by decorators and constants, which nothing can be handed to
    _is_thorough = is_thorough


def sampled(whole: T, sample: T) -> T:
    """Return the whole with `--thorough`, else the sample: of cases, or how many of them."""
    return whole if _is_thorough else sample


def of_each_pair_some(*kinds: Sequence[T], every: int) -> list[tuple[T, ...]]:
    """Return all that can be combined of these, else one in `every`, in which each two still meet."""
    whole = [*product(*kinds)]
    sample = [
        case
        for case, numbers in zip(whole, product(*(range(len(kind)) for kind in kinds)), strict=True)
        if sum(numbers) % every == 0
    ]
    for one, other in combinations(range(len(kinds)), 2):
        met = {(case[one], case[other]) for case in sample}
        assert met == {*product(kinds[one], kinds[other])}, "each two things are met"
    return sampled(whole, sample)


def in_turn(tests: Sequence[T], turn: int | None) -> Sequence[T]:
    """Return which of these are tried in a turn, None for all: of cases beside one another every second."""
    return tests if turn is None else tests[turn::TURNS]
