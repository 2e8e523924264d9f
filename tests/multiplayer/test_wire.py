"""What somebody may use up: so much at once, then so much a second."""

from ttt_tui.multiplayer.wire import TokenBucket


def test_what_was_saved_may_be_used_at_once_and_no_more() -> None:
    allowance = TokenBucket(rate=2.0, most=5.0, now=0.0)
    assert [allowance.takes(2.0, now=0.0) for _ in range(3)] == [True, True, False]
    assert allowance.takes(1.0, now=0.0), "what was refused was not used up"


def test_time_gives_it_back_up_to_the_most() -> None:
    allowance = TokenBucket(rate=2.0, most=5.0, now=0.0)
    assert allowance.takes(5.0, now=0.0)
    assert not allowance.takes(3.0, now=1.0)
    assert allowance.takes(3.0, now=1.5)
    assert [allowance.takes(5.0, now=1000.0), allowance.takes(1.0, now=1000.0)] == [True, False]


def test_a_debt_is_paid_before_anything_is_allowed() -> None:
    allowance = TokenBucket(rate=2.0, most=5.0, now=0.0)
    assert allowance.owe(5.0, now=0.0) == 0.0
    assert allowance.owe(3.0, now=0.0) == 1.5
    assert not allowance.takes(1.0, now=1.5)
    assert allowance.takes(1.0, now=2.0)
