"""How much is done of what repeats: all of it in the slow tier, else a sample in which every kind is met.

Which cases a sample has does not change from run to run.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import TypeVar

T = TypeVar("T")

_is_thorough = False


def be_thorough(is_thorough: bool) -> None:
    """Choose the tier, before the modules of tests are imported."""
    global _is_thorough  # it is asked for by decorators and constants, which nothing can be handed to
    _is_thorough = is_thorough


def sampled(whole: T, sample: T) -> T:
    """Return the whole in the slow tier, else the sample: of cases, or how many of them."""
    return whole if _is_thorough else sample


def of_each_pair_some(*kinds: Sequence[T], every: int) -> list[tuple[T, ...]]:
    """Return all combinations of these, else one in `every`, in which each two values still meet."""
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
