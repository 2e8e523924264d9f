"""Plays what follows from a seed; a failure is looked at again before it is believed, and then shrunk."""

from dataclasses import dataclass, field, replace

from tests.monkey.gestures import write_script
from tests.monkey.program import Failure
from tests.monkey.run import Tally, play
from tests.monkey.script import Look, Script, Start, pasteable, shrink

SHRINK_SECONDS = 240.0
"""How long it may take to shrink a failure."""

LAST_ITEMS = 12
"""Of a script that are told of a doubtful difference."""

AGAIN = 3
"""How often a failure is tried to be seen again."""


@dataclass(slots=True)
class Report:
    seed: int
    tally: Tally = field(default_factory=Tally)
    failure: str = ""
    """What was wrong, nothing if all was well."""
    kind: str = ""
    seen_again: int = 0
    """How often of `AGAIN` times."""
    minimal: str = ""
    """The shortest script found that fails."""
    doubtful: str = ""
    """A difference on the screen that was not there when the same was played with more time: no failure. What
    the script does after it was not done, and is not counted."""


def failure_of(script: Script, *, patient: bool) -> Failure | None:
    """Return how a script fails, None if it does not. `patient` gives the look at its end more time."""
    try:
        play(script, patient_at=len(script) - 1 if patient else -1)
    except Failure as failure:
        return failure
    return None


def examine(seed: int, wanted: int, shrinking: bool = True, is_served: bool = False) -> Report:
    """Play the script of a seed with about so many events; `is_served` confines the program."""
    report = Report(seed)
    script = [
        replace(item, is_served=is_served) if isinstance(item, Start) else item
        for item in write_script(seed, wanted)
    ]
    try:
        play(script, report.tally)
    except Failure as failure:
        _look_again(report, script, failure, shrinking)
    return report


def _look_again(report: Report, script: Script, failure: Failure, shrinking: bool) -> None:
    """Play a script that failed up to where it did, and see whether it fails there once more.

    Only a screen can look wrong because something happened just when it was looked at. With enough time
    before the look that does not happen, but what is left on the screen by mistake stays.
    """
    part = [*script[: failure.item + 1]]
    if not isinstance(part[-1], Look):
        part.append(Look())
    is_paint = failure.kind == "debris"

    def fails(shorter: Script) -> bool:
        again = failure_of(shorter, patient=is_paint)
        return again is not None and again.kind == failure.kind

    report.seen_again = sum(fails(part) for _ in range(AGAIN))
    if is_paint and not report.seen_again:
        report.doubtful = f"{failure}\nat the end of\n{pasteable(part[-LAST_ITEMS:])}"
        return
    report.kind, report.failure = failure.kind, str(failure)
    if shrinking and report.seen_again:
        part = shrink(part, fails, SHRINK_SECONDS)
    report.minimal = pasteable(part)
