"""Measuring coverage changes nothing of what is measured."""

import inspect
import os

import pytest


@pytest.mark.untraced
@pytest.mark.parametrize("before", range(5))
def test_however_often_measuring_pauses_the_end_of_a_process_is_wrapped_once(before: int) -> None:
    leave, wrappers = os._exit, 0
    while inspect.isfunction(leave):
        leave = inspect.getclosurevars(leave).nonlocals["old_exit"]
        wrappers += 1
    assert wrappers <= 1
