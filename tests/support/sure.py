"""What has to be there."""

from typing import TypeVar

T = TypeVar("T")


def sure(value: T | None) -> T:
    """Return what is not None, or fail."""
    assert value is not None
    return value
