"""Monkeys on the installed program. `python -m tests.monkey` lets loose as many as one likes."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.monkey.examine import Report, examine
from tests.monkey.gestures import write_script
from tests.monkey.run import KEPT, play, unexpected
from tests.monkey.script import Item, Look, Pause, Resize, Script, Signal, Start, Write, events, shrink

PART = 250
"""Events of each part; twenty of them are 5,000."""


AT_ONCE = 4
"""Parts that are played side by side: most of their time they wait for silence."""


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 20, AT_ONCE))
def test_whatever_a_monkey_does_the_program_stays_whole(first: int) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        parts = range(first, first + AT_ONCE)
        reports = list(pool.map(lambda seed: examine(seed, PART, shrinking=False), parts))
    for report in reports:
        assert not report.failure, (
            f"python -m tests.monkey --seed {report.seed} --part {PART} shrinks this\n{report.failure}"
        )
    paints, looks = (sum(getattr(report.tally, name) for report in reports) for name in ("paints", "looks"))
    assert paints > looks / 3, "most screens are compared with a fresh paint"


@pytest.mark.slow
def test_ctrl_c_before_the_program_has_begun_may_end_python_itself() -> None:
    moments = (0.005, 0.01, 0.015, 0.02)
    tally = play([item for moment in moments for item in (Start(), Pause(moment), Write(b"\x03"), Look())])
    assert tally.starts > len(moments), "after each end it was started again"


def test_what_the_terminal_shows_of_what_was_typed_is_not_said_by_the_program() -> None:
    colour = b"\x1b]11;rgb:0000/0000/0000\x1b\\"
    assert unexpected(rf"^[]11;rgb:0000/0000/0000^[\{KEPT}", colour) == ""
    assert unexpected(f"^[[<0;5;7M{KEPT} KeyError", colour) == "KeyError"


def test_a_script_follows_from_its_seed_and_has_about_as_many_events_as_asked_for() -> None:
    assert write_script(7, 500) == write_script(7, 500) != write_script(8, 500)
    for seed in range(20):
        assert 500 <= events(write_script(seed, 500)) < 550


@pytest.mark.slow
def test_every_kind_of_event_is_met_in_the_scripts() -> None:
    script = [item for seed in range(100) for item in write_script(seed, 1000)]
    typed = b"".join(part for item in script if isinstance(item, Write) for part in item.parts)
    signals = {item.name for item in script if isinstance(item, Signal)}
    assert signals == {"TSTP", "STOP", "CONT", "WINCH", "TERM", "HUP"}
    sizes = {(item.columns, item.rows) for item in script if isinstance(item, Start)}
    assert sizes == {(20, 8), (40, 16), (80, 24), (120, 40), (200, 50)}
    assert {item.columns for item in script if isinstance(item, Resize)} >= {1, 2, 3, 80}
    for rare in (
        b"\xff", b"\x1b[200~", b"\x1b[<0;", b"\x1b[I", b"\x10", b"\x00", b"\x1b[M", b"\x1b[48;24;80;0;0t",
        b"\x1b[57344;1:3u",
    ):  # fmt: skip
        assert rare in typed


def test_what_fails_is_shrunk_to_what_is_needed_for_it() -> None:
    def fails(script: Script) -> bool:
        typed = b"".join(part for item in script if isinstance(item, Write) for part in item.parts)
        return b"x" in typed and b"y" in typed and isinstance(script[-1], Look)

    first: list[Item] = [Start(), Write(b"a"), Look(), Start(("--preset", "gomoku"), 40, 16, "linux"), Look()]
    script = [*first, Write(b"x", b"b", b"c"), Look(), Resize(60, 20), Write(b"d", b"y"), Write(b"e"), Look()]
    assert shrink(script, fails, 60) == [
        Start(("--preset", "gomoku"), 40, 16),
        Write(b"x"),
        Write(b"y"),
        Look(),
    ]


SERVED_PART = 100
"""Events of the quick part."""


def no_failure(report: Report) -> None:
    again = f"python -m tests.monkey --served --seed {report.seed} --part {report.tally.events}"
    assert not report.failure, f"{again} shrinks this\n{report.failure}"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(101, 109, AT_ONCE))
def test_whatever_a_visitor_does_nothing_reaches_out(first: int) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        parts = range(first, first + AT_ONCE)
        for report in pool.map(lambda seed: examine(seed, PART, shrinking=False, is_served=True), parts):
            no_failure(report)


@pytest.mark.slow
def test_a_visitor_at_random_reaches_nothing() -> None:
    report = examine(2, SERVED_PART, shrinking=False, is_served=True)
    no_failure(report)
    assert report.tally.starts
