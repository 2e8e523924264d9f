"""Garbage is looked for seldom while the program runs, and as before afterwards."""

import gc

from ttt_tui.process.gc_policy import OLD_THRESHOLD, looking_seldom


def test_garbage_is_looked_for_seldom_inside_and_as_before_outside() -> None:
    before = gc.get_threshold()
    with looking_seldom():
        assert gc.get_threshold() == (*before[:2], OLD_THRESHOLD)
    assert gc.get_threshold() == before
    assert gc.isenabled()
