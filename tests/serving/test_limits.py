"""Who may come into a server: each limit refuses with a sentence, and holds for one address or for all."""

import pytest

from ttt_tui.errors import VisitRefused
from ttt_tui.serving import limits as limits_module
from ttt_tui.serving.limits import Admission, Limits, Paces


def test_logins_of_an_address_are_limited_for_a_minute() -> None:
    admission = Admission(Limits(logins=3))
    for time in (0.0, 1.0, 2.0):
        admission.connect("1.2.3.4", time)
    with pytest.raises(VisitRefused, match="wait a minute"):
        admission.connect("1.2.3.4", 3.0)
    admission.connect("5.6.7.8", 3.0)
    admission.connect("1.2.3.4", 64.0)


def test_the_addresses_that_are_counted_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MOST_ADDRESSES", 10)
    admission = Admission(Limits())
    for number in range(1000):
        admission.connect(str(number), 0.0)
        admission.disconnect(str(number))
    assert len(admission._logins) <= 10


@pytest.mark.parametrize(
    ("inside", "is_guest", "reason"),
    [
        ([("a", False)] * 1 + [("b", False), ("c", False)], False, "the server is full: 3 people"),
        ([("a", True), ("b", True)], True, "2 guests are here: come with an SSH key"),
        ([("x", False), ("x", False)], False, "2 people are here from your address"),
    ],
)
def test_those_inside_are_limited(inside: list[tuple[str, bool]], is_guest: bool, reason: str) -> None:
    admission = Admission(Limits(visitors=3, guests=2, from_address=2))
    with pytest.raises(VisitRefused, match=reason):
        admission.enter("x", is_guest=is_guest, inside=inside)
    admission.enter("x", is_guest=False, inside=inside[:1])


def test_connections_that_are_open_are_limited_in_all() -> None:
    admission = Admission(Limits(visitors=1, from_address=1))
    for address in ("a", "b"):
        admission.connect(address, 0.0)
    with pytest.raises(VisitRefused, match="come later"):
        admission.connect("c", 0.0)
    admission.disconnect("b")
    admission.connect("a", 0.0)
    with pytest.raises(VisitRefused, match="from your address"):
        admission.connect("a", 0.0)


def test_what_is_counted_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MOST_ADDRESSES", 3)
    paces = Paces()
    for number in range(20):
        paces.check(number, next(iter(limits_module.PACES)), 0.0)
    assert len(paces._buckets) <= 3
