"""Garbage is looked for seldom while the program runs, and as before afterwards."""

import gc
import weakref

from ttt_tui.process.memory import OLD_THRESHOLD, collect_young, infrequent_gc, pause_gc, resume_gc


def test_garbage_is_looked_for_seldom_inside_and_as_before_outside() -> None:
    before = gc.get_threshold()
    with infrequent_gc():
        assert gc.get_threshold() == (*before[:2], OLD_THRESHOLD)
    assert gc.get_threshold() == before
    assert gc.isenabled()


def test_after_the_start_collections_resume_without_earlier_objects() -> None:
    frozen = gc.get_freeze_count()
    resume_gc()
    assert gc.get_freeze_count() == frozen, "it was looked for all the time"
    pause_gc()
    assert not gc.isenabled()
    kept = [object() for _ in range(1000)]
    resume_gc()
    assert gc.isenabled()
    assert gc.get_freeze_count() > frozen
    assert kept


def test_young_objects_are_collected() -> None:
    class Knot:
        def __init__(self) -> None:
            self.end = self

    collect_young()
    gone = weakref.ref(Knot())
    assert gone() is not None
    collect_young()
    assert gone() is None
