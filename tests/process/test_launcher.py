"""The launcher in a process that is measured: how it starts, supervises and ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from ttt_tui.process import launcher

WITHOUT_WAITID = (
    "import os, sys; del os.waitid\nfrom ttt_tui.process import launcher\nlauncher.main(sys.argv[1:])"
)

LIVES_ON = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
)
ENDS_WHEN_ASKED = (
    "import signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: sys.exit(5));"
    "print(flush=True); time.sleep(60)"
)


class Launched:
    """A launcher that was given a command of Python, and the pipes to it."""

    def __init__(self, code: str, *interpreter: str) -> None:
        held, self.lifeline = os.pipe()
        self.reported, report = os.pipe()
        start = interpreter or (launcher.__file__,)
        self.process = subprocess.Popen(
            [sys.executable, *start, str(held), str(report)],
            stdout=subprocess.PIPE,
            pass_fds=(held, report),
        )
        for descriptor in (held, report):
            os.close(descriptor)
        if code:
            os.write(self.lifeline, launcher.message([sys.executable, "-S", "-c", code]))

    def wait_for_output(self) -> None:
        """Wait until the program has printed a line."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"\n"

    def let_go(self) -> None:
        """Close the lifeline, as the end of the other process does."""
        os.close(self.lifeline)
        self.lifeline = -1

    def close(self) -> None:
        """End it, and close what is open."""
        if self.lifeline >= 0:
            self.let_go()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        os.close(self.reported)


@pytest.fixture
def launched() -> Iterator[list[Launched]]:
    all_of_them: list[Launched] = []
    yield all_of_them
    for each in all_of_them:
        each.close()


@pytest.mark.parametrize("interpreter", [(), ("-c", WITHOUT_WAITID)], ids=["waitid", "no waitid"])
def test_it_reports_the_program_and_ends_with_its_status(
    launched: list[Launched], interpreter: tuple[str, ...]
) -> None:
    here = Launched("raise SystemExit(3)", *interpreter)
    launched.append(here)
    assert here.process.wait(20) == 3
    assert int(os.read(here.reported, 100)) > 1


@pytest.mark.parametrize("interpreter", [(), ("-c", WITHOUT_WAITID)], ids=["waitid", "no waitid"])
def test_a_byte_asks_the_program_to_end(launched: list[Launched], interpreter: tuple[str, ...]) -> None:
    here = Launched(ENDS_WHEN_ASKED, *interpreter)
    launched.append(here)
    here.wait_for_output()
    os.write(here.lifeline, b"T")
    assert here.process.wait(20) == 5


def test_when_the_lifeline_is_closed_the_program_is_killed(launched: list[Launched]) -> None:
    here = Launched(LIVES_ON)
    launched.append(here)
    here.wait_for_output()
    here.let_go()
    assert here.process.wait(20) == -signal.SIGKILL


def test_without_a_command_it_leaves(launched: list[Launched]) -> None:
    here = Launched("")
    launched.append(here)
    here.let_go()
    assert here.process.wait(20) == 1
