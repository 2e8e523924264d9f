"""How much is done of what repeats: all of it with `--thorough`, else a sample in which every kind is met.

Which cases a sample has does not change from run to run.
"""

from typing import TypeVar

T = TypeVar("T")

_is_thorough = False


def be_thorough(is_thorough: bool) -> None:
    """Say, before the modules of tests are imported, which of the two it is."""
    global _is_thorough  # it is asked for by decorators and constants, which nothing can be handed to
    _is_thorough = is_thorough


def sampled(whole: T, sample: T) -> T:
    """Return the whole with `--thorough`, else the sample: of cases, or how many of them."""
    return whole if _is_thorough else sample
